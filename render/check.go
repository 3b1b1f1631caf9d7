package render

import (
	"errors"
	"fmt"
	"unicode/utf8"

	"paddock/games/scene"
)

// ErrScene is in every error of Check: the game made a scene that can't be shown. It is a defect of the game, nothing a player did.
var ErrScene = errors.New("scene can't be shown")

// Limits of what Discord takes, and of what can be drawn.
const (
	MaxText  = 2000 - len("```\n\n```") // characters of a text board: a message with its code block
	MaxWords = 1024                     // characters of alt text
	maxCells = 1000
)

// Check reports whether s can be shown: its cells lie within the grid, everything that points at a cell does so, the text board fits one
// message and the words fit an alt text. Errors wrap ErrScene; they name no piece.
func Check(s scene.Scene) error {
	if err := checkGrid(s); err != nil {
		return err
	}
	if n := utf8.RuneCountInString(Text(s)); n > MaxText {
		return fmt.Errorf("the text board has %d characters of at most %d: %w", n, MaxText, ErrScene)
	}
	if n := utf8.RuneCountInString(s.Words); n == 0 || n > MaxWords {
		return fmt.Errorf("the words have %d characters, want 1 to %d: %w", n, MaxWords, ErrScene)
	}
	return nil
}

func checkGrid(s scene.Scene) error {
	switch s.Family {
	case scene.Pits, scene.Graph, scene.Squares, scene.Hexes:
	default:
		return fmt.Errorf("unknown family %q: %w", s.Family, ErrScene)
	}
	if s.Cols < 1 || s.Rows < 1 || s.Cols*s.Rows > maxCells || len(s.Cells) > maxCells {
		return fmt.Errorf("%d columns, %d rows, %d cells: %w", s.Cols, s.Rows, len(s.Cells), ErrScene)
	}
	for i, c := range s.Cells {
		if c.Col < 0 || c.Col >= s.Cols || c.Row < 0 || c.Row >= s.Rows {
			return fmt.Errorf("cell %d lies outside the grid: %w", i, ErrScene)
		}
	}
	for _, i := range s.Path {
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
