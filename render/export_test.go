package render

import (
	"fmt"
	"unicode/utf8"

	"paddock/games/scene"
)

// Discord's limits.
const (
	MaxText  = 2000 - len("```\n\n```") // characters of a text board: a message without its code block
	MaxWords = 1024                     // characters of alt text
)

// Check reports whether s can be shown. Its cells must be within the grid, and indices must refer
// to cells. The text board must fit a message, and the words an alt text. Errors wrap ErrScene.
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
