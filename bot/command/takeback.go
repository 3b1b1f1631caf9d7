package command

import (
	"context"

	"paddock/bot/discord"
	"paddock/bot/router"
	"paddock/bot/say"
	"paddock/bot/show"
	"paddock/games/match"
)

var takebackCommand = &router.Command{
	Name: "takeback", Help: "Take your last move back, or agree to it", Where: router.Everywhere, Options: router.OnlyMatch, Run: takeback, Complete: router.CompleteMatch,
}

var takebackActions = router.Actions{show.ActTakeback: takeback, show.ActNoUndo: declineTakeback}

// takeback takes the last turn back, asks for it, or agrees to it (P19).
func takeback(ctx context.Context, r *router.Request) (discord.Reply, error) {
	rec, err := router.ResolveMatch(ctx, r)
	if err != nil {
		return discord.Reply{}, err
	}
	if r.Target.Match == "" {
		change, err := r.Matches.Play.Takeback(ctx, r.Act(rec.ID))
		if err != nil {
			return discord.Reply{}, err
		}
		if change.Match.UndoOffer != nil {
			return router.ReplyText(r.In.Speak(say.AskedUndo)), nil
		}
		return router.ReplyText(r.In.Speak(say.Undone)), nil
	}
	return router.Commit(ctx, r, func() (match.Change, error) { return r.Matches.Play.Takeback(ctx, r.Act(rec.ID)) }, r.In.Speak(say.Done))
}

func declineTakeback(ctx context.Context, r *router.Request) (discord.Reply, error) {
	return router.Commit(ctx, r, func() (match.Change, error) { return r.Matches.Play.DeclineTakeback(ctx, r.Act(r.Target.Match)) }, r.In.Speak(say.NoUndo))
}
