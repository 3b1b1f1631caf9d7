package command

import (
	"context"

	"paddock/bot/command/roles"
	"paddock/bot/discord"
	"paddock/bot/router"
	"paddock/bot/say"
	"paddock/bot/show"
	"paddock/games/match"
)

var rematchActions = router.Actions{show.ActRematch: rematch}

// rematch asks for another match with sides swapped; the second to ask begins it (P20).
func rematch(ctx context.Context, r *router.Request) (discord.Reply, error) {
	rec, err := r.Matches.Read.Match(ctx, r.Target.Match)
	if err == nil {
		err = mayBegin(ctx, r, rec.Place)
	}
	if err == nil {
		err = roles.MayPlay(ctx, r, rec.Place.Guild)
	}
	if err != nil {
		return discord.Reply{}, err
	}
	return router.Commit(ctx, r, func() (match.Change, error) { return r.Matches.Tables.Rematch(ctx, r.AnyHead()) }, r.In.Speak(say.Rematch))
}
