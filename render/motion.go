package render

import (
	"slices"
	"time"

	"paddock/games/scene"
)

// between is a picture between two positions of a replay.
type between struct {
	scene  scene.Scene
	motion *motion
	stay   time.Duration
}

// How long a picture is shown: a piece on each place of its way, a fight before its result, a
// capture.
const (
	blink  = 70 * time.Millisecond
	glance = 300 * time.Millisecond
	pause  = 700 * time.Millisecond
)

// shares lists the places, in hundredths of a leg, at which a moving piece is shown. A Graph uses
// only one place, because its lines make large files.
var shares = map[scene.Family][]int{scene.Squares: {35, 70}, scene.Hexes: {35, 70}, scene.Graph: {50}}

// way returns the pictures between two positions, from the second's last move; the first scene is
// quiet. Beans fall one by one, a piece moves from cell to cell, and captured pieces are shown for
// a moment. It returns none if the move is unknown.
func way(from, to *scene.Scene) (list []between) {
	path := to.Path
	if len(path) < 2 || len(from.Cells) != len(to.Cells) {
		return nil
	}
	if from.Family == scene.Pits {
		list = sowing(from, path)
	} else {
		list = carrying(from, to, path)
	}
	if slices.ContainsFunc(to.Cells, func(c scene.Cell) bool { return c.Marks.Has(scene.Captured) }) {
		seen := to.Quiet()
		for i := range seen.Cells {
			seen.Cells[i].Marks |= to.Cells[i].Marks & (scene.Captured | scene.GhostFox | scene.To)
		}
		list = append(list, between{scene: seen, stay: pause})
	}
	for i := range list {
		list[i].scene.Caption = to.Caption // what is shown
	}
	return list
}

// sowing empties the first hole, whose floor is highlighted, and drops a bean into each of the
// others.
func sowing(s *scene.Scene, path []int) []between {
	var list []between
	now := s.Quiet()
	now.Cells[path[0]].Count = 0
	now.Cells[path[0]].Marks |= scene.From
	for _, i := range path[1:] {
		now.Cells = slices.Clone(now.Cells)
		now.Cells[i].Count++
		now.Cells[i].Gain++
		list = append(list, between{scene: now, stay: 2 * blink})
	}
	return list[:len(list)-1] // the last bean falls together with its effects
}

// carrying returns the boards between two positions, on which a piece moves along path.
func carrying(from, to *scene.Scene, path []int) []between {
	moved := from.Cells[path[0]]
	if moved.Piece.Shape == scene.NoPiece {
		return nil
	}
	var list []between
	places := shares[from.Family]
	// time on each place, so that a leg takes the same time on all boards
	stay := 2 * blink / time.Duration(max(len(places), 1))
	now := from.Quiet()
	now.Cells[path[0]] = to.Cells[path[0]]
	now = now.Quiet()
	for i := 1; i < len(path); i++ {
		for _, share := range places {
			list = append(list, between{now, &motion{moved, path[i-1], path[i], share}, stay})
		}
	}
	if to.Cells[path[len(path)-1]].Marks.Has(scene.Fight) { // the fight is shown before its result
		last := list[len(list)-1]
		last.scene, last.stay = now.Quiet(), pause
		last.scene.Cells[path[len(path)-1]].Marks |= scene.Fight
		list = append(list, last)
	}
	return list
}
