// Package render draws boards: a [scene.Scene] becomes monospace text, a PNG, an SVG or an animated GIF of a replay. It knows families of boards
// and no game, does no I/O and reads no clock; equal scenes give equal text and equal bytes.
//
// [Text] needs nothing and is the way out when a picture fails; paddock/render/textboard makes it. Pictures come from a [Renderer]: it draws every piece
// once, keeps it as a small sprite in a palette of 16 colours, and lays sprites on a kept background when a move is shown. [Check] says whether a scene
// can be shown at all. Start reading at Renderer.PNG; why things look as they do is in docs/look.md, what they look like in theme.go, art.go and
// insignia.go, where they stand in pits.go, graph.go, squares.go and hexes.go. The same plan becomes an SVG in svg.go. What moves in a replay is in
// motion.go and how it is packed in gif.go and lzw.go. `go run ./render/boards` draws every game of the catalogue for the documentation.
package render
