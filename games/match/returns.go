package match

import (
	"slices"

	"paddock/games"
)

// LastTurn returns the index of the first frame of a seat's last turn, among frames that are still
// played: its moves in a row, and later answers. It is their number if the seat hasn't moved.
func LastTurn(live []Frame, seat games.Seat) int {
	moved := func(f Frame) bool { return f.Event.Kind == Moved && f.Event.Seat == seat }
	end := len(live)
	for end > 1 && !moved(live[end-1]) {
		end--
	}
	start := end
	for start > 1 && moved(live[start-1]) {
		start--
	}
	if start == end {
		return len(live)
	}
	return start
}

// Returns reports whether frames can be taken back: there are some, all are moves, and none gave away
// a secret.
func Returns(g *games.Game, turn []Frame) bool {
	return len(turn) > 0 && !slices.ContainsFunc(turn, func(f Frame) bool {
		return f.Event.Kind != Moved || g.Hidden && len(f.Said) > 0
	})
}
