package command

import (
	"context"

	"paddock/bot/discord"
	"paddock/bot/router"
	"paddock/bot/say"
	"paddock/games/match"
)

var nudgeCommand = &router.Command{
	Name: "nudge", Help: "Ask those who are waited for to move, once in a turn", Options: router.OnlyMatch, Run: nudge, Complete: router.CompleteMatch,
}

// nudge is `/fish nudge`: it calls once more upon those who are waited for.
func nudge(ctx context.Context, r *router.Request) (discord.Reply, error) {
	rec, err := router.ResolveMatch(ctx, r)
	if err != nil {
		return discord.Reply{}, err
	}
	r.Target.Match = rec.ID
	return router.Commit(ctx, r, func() (match.Change, error) { return r.Matches.Play.Nudge(ctx, r.AnyHead()) }, r.In.Speak(say.Nudged))
}
