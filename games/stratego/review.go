package stratego

import (
	"context"

	"paddock/games"
	"paddock/games/stratego/player"
	"paddock/games/stratego/view"
)

var _ games.Reviewer[view.View, view.Move] = rules{}

// Review returns the expected share of the win of each step, from the viewing seat's knowledge
// alone.
func (rules) Review(ctx context.Context, v view.View, b games.Budget) games.Review[view.Move] {
	return player.Review(ctx, v, b)
}
