package stratego

import (
	"paddock/games"
	"paddock/games/stratego/view"
)

var _ games.Keeper[view.View] = rules{}

// Arranged returns a seat's confirmed set-up (S12): its own at any time, the other's once revealed
// (S37).
func (rules) Arranged(v view.View, seat games.Seat) string {
	if rows := v.Setups[seat]; rows != view.Secret {
		return rows
	}
	return ""
}
