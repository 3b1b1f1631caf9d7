package command

import (
	"context"

	"paddock/bot/discord"
	"paddock/bot/say"
	"paddock/bot/show"
	"paddock/games/match"
)

var claimActions = actions{show.ActClaim: claim}

func claim(ctx context.Context, r *request) (discord.Reply, error) {
	return commit(ctx, r, func() (match.Change, error) { return r.Matches.Play.ClaimTime(ctx, r.act(r.target.Match)) }, r.in.Speak(say.Claimed))
}
