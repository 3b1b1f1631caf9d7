package command

import (
	"context"

	"github.com/bwmarrin/discordgo"

	"paddock/bot/discord"
	"paddock/bot/router"
	"paddock/bot/say"
	"paddock/bot/show"
	"paddock/games"
	"paddock/games/match"
)

var gameResignCommand = &router.Command{Name: "resign", Help: "Give the match up", Options: router.OnlyMatch, Run: askResign, Complete: router.CompleteMatch}

var resignCommand = &router.Command{Name: "resign", Help: "Give a match up", Where: router.Everywhere, Options: router.OnlyMatch, Run: askResign, Complete: router.CompleteMatch}

var resignActions = router.Actions{show.ActResign: askResign, show.ActResignYes: resign, show.ActDismiss: dismiss, show.ActCancel: cancelButton}

// askResign asks once whether a match is to be given up: a slip of the finger must not lose it (P13).
func askResign(ctx context.Context, r *router.Request) (discord.Reply, error) {
	rec, err := router.ResolveMatch(ctx, r)
	if err != nil {
		return discord.Reply{}, err
	}
	if rec.SeatOf(r.User) == games.Spectator {
		return discord.Reply{}, router.Refuse(r.In.Speak(say.NotYours), show.BoardLinks(r.In, rec)...)
	}
	if rec.Status != match.Running {
		_, err := r.Matches.Play.Resign(ctx, match.Act{Match: rec.ID, User: r.User}) // says what is the matter
		if err != nil {
			return discord.Reply{}, err
		}
		return router.ReplyText(r.In.Speak(say.Done)), nil
	}
	g, _ := r.Matches.Read.Game(rec.Game)
	at := show.Target{Match: rec.ID, Head: rec.Board()}
	yes, no := at, at
	yes.Action, no.Action = show.ActResignYes, show.ActDismiss
	return router.ReplyText(r.In.Say(say.AskResign, "**"+show.Title(r.In, rec, g)+"**"),
		show.Button(r.In.Speak(say.LabelYes), discordgo.DangerButton, yes), show.Button(r.In.Speak(say.LabelNo), discordgo.SecondaryButton, no)), nil
}

// resign gives the match up, whatever has been played since the question was asked.
func resign(ctx context.Context, r *router.Request) (discord.Reply, error) {
	return router.Commit(ctx, r, func() (match.Change, error) { return r.Matches.Play.Resign(ctx, r.AnyHead()) }, r.In.Speak(say.Resigned))
}

// dismiss takes a question back.
func dismiss(_ context.Context, r *router.Request) (discord.Reply, error) {
	return router.Privately(r, r.In.Speak(say.Dismissed)), nil
}

// cancelButton ends a match before its first move, without a result.
func cancelButton(ctx context.Context, r *router.Request) (discord.Reply, error) {
	return router.Commit(ctx, r, func() (match.Change, error) { return r.Matches.Play.Cancel(ctx, r.Act(r.Target.Match)) }, r.In.Speak(say.Cancelled))
}
