package command

import (
	"context"

	"paddock/bot/discord"
	"paddock/bot/say"
	"paddock/bot/show"
	"paddock/games/match"
)

var rematchActions = actions{show.ActRematch: rematch}

// rematch asks for another match with sides swapped; the second to ask begins it (P20).
func rematch(ctx context.Context, r *request) (discord.Reply, error) {
	return commit(ctx, r, func() (match.Change, error) { return r.Matches.Tables.Rematch(ctx, r.anyHead()) }, r.in.Speak(say.Rematch))
}
