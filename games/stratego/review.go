package stratego

import (
	"context"

	"paddock/games"
	"paddock/games/stratego/player"
	"paddock/games/stratego/view"
)

var _ games.Reviewer[view.View, view.Move] = rules{}

// Review tells the share of the win that each step may expect, by what the viewing seat knows and nothing else.
func (rules) Review(ctx context.Context, v view.View, b games.Budget) games.Review[view.Move] {
	return player.Review(ctx, v, b)
}
