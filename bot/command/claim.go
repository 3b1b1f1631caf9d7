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
	return router.Commit(ctx, r, func() (match.Change, error) { return r.Matches.Play.ClaimTime(ctx, r.Act(r.Target.Match)) }, r.In.Speak(say.Claimed))
}
