// Package render draws boards: a [scene.Scene] becomes monospace text, a PNG, an SVG or an animated
// GIF of a replay. It knows families of boards and no game, does no I/O and reads no clock. Equal
// scenes give equal text and equal bytes.
//
// [Text] always works and replaces a picture that fails; paddock/render/textboard makes it.
// Pictures come from a [Renderer]. It draws every piece once, keeps it as a small sprite in a
// palette of 16 colours, and lays sprites on a cached background. Check says whether a scene can be
// shown at all. Start reading at Renderer.PNG; docs/look.md explains the design. The looks of
// things are in theme.go, art.go and insignia.go, their places in pits.go, graph.go, squares.go and
// hexes.go; paddock/render/chart lays out tables, brackets and curves. svg.go turns the same plan
// into an SVG. motion.go has the motion of a replay; paddock/render/gif16 and paddock/render/lzw pack
// it. `go run ./render/boards` draws every game of
// the catalogue for the documentation.
package render
