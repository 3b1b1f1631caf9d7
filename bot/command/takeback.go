package command

import (
	"context"

	"paddock/bot/discord"
	"paddock/bot/say"
	"paddock/bot/show"
	"paddock/games/match"
)

var takebackCommand = &Command{
	Name: "takeback", Help: "Take your last move back, or agree to it", Where: Everywhere, options: onlyMatch, run: takeback, complete: completeMatch,
}

var takebackActions = actions{show.ActTakeback: takeback, show.ActNoUndo: declineTakeback}

// takeback takes the last turn back, asks for it, or agrees to it (P19).
func takeback(ctx context.Context, r *request) (discord.Reply, error) {
	rec, err := resolveMatch(ctx, r)
	if err != nil {
		return discord.Reply{}, err
	}
	if r.target.Match == "" {
		change, err := r.Matches.Play.Takeback(ctx, r.act(rec.ID))
		if err != nil {
			return discord.Reply{}, err
		}
		if change.Match.UndoOffer != nil {
			return replyText(r.in.Speak(say.AskedUndo)), nil
		}
		return replyText(r.in.Speak(say.Undone)), nil
	}
	return commit(ctx, r, func() (match.Change, error) { return r.Matches.Play.Takeback(ctx, r.act(rec.ID)) }, r.in.Speak(say.Done))
}

func declineTakeback(ctx context.Context, r *request) (discord.Reply, error) {
	return commit(ctx, r, func() (match.Change, error) { return r.Matches.Play.DeclineTakeback(ctx, r.act(r.target.Match)) }, r.in.Speak(say.NoUndo))
}
