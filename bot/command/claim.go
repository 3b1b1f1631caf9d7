package command

import (
	"context"

	"paddock/bot/discord"
	"paddock/bot/router"
	"paddock/bot/say"
	"paddock/bot/show"
	"paddock/games/match"
)

var claimActions = router.Actions{show.ActClaim: claim}

func claim(ctx context.Context, r *router.Request) (discord.Reply, error) {
	rec, err := r.Matches.Read.Match(ctx, r.Target.Match)
	if err != nil {
		return discord.Reply{}, err
	}
	done := r.In.Speak(say.ClaimOf(len(rec.Players)).Done)
	return router.Commit(ctx, r, func() (match.Change, error) { return r.Matches.Play.ClaimTime(ctx, r.Act(r.Target.Match)) }, done)
}
