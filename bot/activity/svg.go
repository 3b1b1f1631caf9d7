package activity

import (
	"fmt"
	"strings"

	"paddock/games/scene"
)

// svg is a stand-in.
func svg(s scene.Scene) string {
	var b strings.Builder
	fmt.Fprintf(&b, "<svg xmlns=\"http://www.w3.org/2000/svg\" viewBox=\"0 0 %d %d\" fill=\"#888\">\n", s.Cols*50, s.Rows*50)
	for i, c := range s.Cells {
		x, y := c.Col*50, c.Row*50
		if s.Family == scene.Hexes {
			x += s.Shifted(c.Row) * 25
		}
		fill, stroke := "#333", "none"
		if c.Marks.Has(scene.Target) || c.Marks.Has(scene.Movable) {
			stroke = "#6fd"
		}
		if c.Piece.Shape != "" {
			fill = []string{"#a44", "#46a", "#4a6", "#aa4"}[c.Piece.Seat]
		}
		label := c.Piece.Letter
		if c.Count > 0 || s.Family == scene.Pits {
			label = fmt.Sprint(c.Count)
		}
		fmt.Fprintf(&b, "<g data-cell=%q data-i=\"%d\"><rect x=\"%d\" y=\"%d\" width=\"46\" height=\"46\" fill=\"%s\" stroke=\"%s\" stroke-width=\"3\"/><text x=\"%d\" y=\"%d\" fill=\"#fff\">%s</text></g>\n", c.Name, i, x+2, y+2, fill, stroke, x+10, y+30, label)
	}
	b.WriteString("</svg>")
	return b.String()
}
