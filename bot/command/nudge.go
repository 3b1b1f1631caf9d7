package command

import (
	"context"

	"paddock/bot/discord"
	"paddock/bot/say"
	"paddock/games/match"
)

var nudgeCommand = &Command{
	Name: "nudge", Help: "Ask those who are waited for to move, once in a turn", options: onlyMatch, run: nudge, complete: completeMatch,
}

// nudge is `/fish nudge`: it calls once more upon those who are waited for.
func nudge(ctx context.Context, r *request) (discord.Reply, error) {
	rec, err := resolveMatch(ctx, r)
	if err != nil {
		return discord.Reply{}, err
	}
	r.target.Match = rec.ID
	return commit(ctx, r, func() (match.Change, error) { return r.Matches.Play.Nudge(ctx, r.anyHead()) }, r.in.Speak(say.Nudged))
}
