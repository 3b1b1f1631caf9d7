package render

import (
	"paddock/games/scene"
	"paddock/render/textboard"
)

// Text draws a board in monospace characters, with the lines above and below it: one string of lines without trailing spaces, to be put
// into a code block, from which nothing in the scene can break out. It draws whatever it is given; what lies outside the grid is left out.
func Text(s scene.Scene) string {
	return Painted(s, func(_ int8, text string) string { return text })
}

// Paint puts a text of a side, by the Seat of its pieces, into colour.
type Paint = textboard.Paint

// Painted is Text in colours: pieces, holes and pots have the colour of their side.
func Painted(s scene.Scene, paint Paint) string { return textboard.Painted(s, paint) }
