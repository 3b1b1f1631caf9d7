package render

import (
	"time"

	"paddock/games/scene"
)

// between is a picture between two positions.
type between struct {
	scene  scene.Scene
	motion *motion
	stay   time.Duration
}

// How long is seen: a piece on each place of its way, the way itself.
const (
	blink  = 70 * time.Millisecond
	glance = 300 * time.Millisecond
)

// shares are where a piece is seen on each leg of its way, in hundredths.
var shares = []int{35, 70}

// way is what is seen between two positions, the first one quiet, as the second's last move went: beans fall one by one, a piece is carried from cell to
// cell; on a Graph, whose lines would make every place on the way cost as much as a move, an arrow shows where it goes. Nothing where nothing is
// known of the way.
func way(from, to *scene.Scene) []between {
	path := to.Path
	if len(path) < 2 || len(from.Cells) != len(to.Cells) {
		return nil
	}
	if from.Family == scene.Pits {
		return sowing(from, path)
	}
	if from.Family == scene.Graph {
		now := from.Quiet()
		now.Path = path
		return []between{{scene: now, stay: glance}}
	}
	return carrying(from, to, path)
}

// sowing empties the first hole and drops a bean into each of the others.
func sowing(s *scene.Scene, path []int) []between {
	var list []between
	now := s.Quiet()
	now.Cells[path[0]].Count = 0
	for _, i := range path[1:] {
		now.Cells[i].Count++
		list = append(list, between{scene: now.Quiet(), stay: blink})
	}
	return list[:len(list)-1] // the last bean falls with what it brings about
}

// carrying takes a piece along path.
func carrying(from, to *scene.Scene, path []int) []between {
	moved := from.Cells[path[0]]
	if moved.Piece.Shape == scene.NoPiece {
		return nil
	}
	var list []between
	now := from.Quiet()
	now.Cells[path[0]] = to.Cells[path[0]]
	now = now.Quiet()
	for i := 1; i < len(path); i++ {
		for _, share := range shares {
			list = append(list, between{now, &motion{moved, path[i-1], path[i], share}, blink})
		}
	}
	if to.Cells[path[len(path)-1]].Marks.Has(scene.Fight) { // it is seen before it is decided
		now = now.Quiet()
		now.Cells[path[len(path)-1]].Marks |= scene.Fight
		list = append(list, between{now, &motion{moved, path[len(path)-2], path[len(path)-1], shares[len(shares)-1]}, glance})
	}
	return list
}
