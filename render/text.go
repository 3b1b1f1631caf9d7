package render

import (
	"paddock/games/scene"
	"paddock/render/textboard"
)

// Text draws a board in monospace characters, with the lines above and below it. The result has no
// trailing spaces and is meant for a code block, which nothing in the scene can end. Text draws any
// scene, and leaves out what is outside the grid.
func Text(s scene.Scene) string {
	return Painted(s, func(_ int8, text string) string { return text })
}

// Paint colours a text of a side, by the Seat of its pieces.
type Paint = textboard.Paint

// Painted returns the text board in colours: pieces, holes and pots have the colour of their side.
func Painted(s scene.Scene, paint Paint) string { return textboard.Painted(s, paint) }
