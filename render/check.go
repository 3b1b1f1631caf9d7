package render

import (
	"errors"
	"fmt"
	"slices"

	"paddock/games/scene"
)

// ErrScene is wrapped by every error about a scene that can't be shown. It is a defect of the game,
// not a player's mistake.
var ErrScene = errors.New("scene can't be shown")

const maxCells = 1000

// checkGrid returns an error unless s fits its board: its cells are within the grid, and all
// indices refer to cells. Errors wrap ErrScene; they name no piece.
func checkGrid(s scene.Scene) error {
	switch s.Family {
	case scene.Pits, scene.Graph, scene.Squares, scene.Hexes:
	default:
		return fmt.Errorf("unknown family %q: %w", s.Family, ErrScene)
	}
	if s.Cols < 1 || s.Rows < 1 || s.Cols*s.Rows > maxCells || len(s.Cells) > maxCells {
		return fmt.Errorf("%d columns, %d rows, %d cells: %w", s.Cols, s.Rows, len(s.Cells), ErrScene)
	}
	if s.Beside != nil {
		if s.Beside.Scene.Family != s.Family || s.Beside.Scene.Beside != nil {
			return fmt.Errorf("a board of %q beside one of %q: %w", s.Beside.Scene.Family, s.Family, ErrScene)
		}
		if err := checkGrid(s.Beside.Scene); err != nil {
			return err
		}
	}
	for i, c := range s.Cells {
		if c.Col < 0 || c.Col >= s.Cols || c.Row < 0 || c.Row >= s.Rows {
			return fmt.Errorf("cell %d lies outside the grid: %w", i, ErrScene)
		}
	}
	ways := [][]int{s.Path}
	for _, t := range s.Tracks {
		ways = append(ways, t.Path)
	}
	for _, i := range slices.Concat(ways...) {
		if i < 0 || i >= len(s.Cells) {
			return fmt.Errorf("the path goes through cell %d of %d: %w", i, len(s.Cells), ErrScene)
		}
	}
	for _, l := range s.Lines {
		if min(l.A, l.B) < 0 || max(l.A, l.B) >= len(s.Cells) {
			return fmt.Errorf("a line joins cells %d and %d of %d: %w", l.A, l.B, len(s.Cells), ErrScene)
		}
	}
	return nil
}
