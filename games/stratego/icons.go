package stratego

import (
	"paddock/games"
	"paddock/games/scene"
	"paddock/games/stratego/board"
	"paddock/games/stratego/view"
)

// icons returns the icons of all ranks of both armies.
func icons() (list []games.Icon) {
	for _, seat := range []games.Seat{view.Red, view.Blue} {
		for _, r := range board.Ranks {
			list = append(list,
				games.Icon{
					Name:  view.IconName(seat, r),
					Scene: scene.IconOf(scene.Squares, soldier(board.ClassicNumbers, r, seat)),
				})
		}
	}
	return list
}
