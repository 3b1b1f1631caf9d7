package render

import (
	"math"
	"strings"

	"paddock/games/scene"
	"paddock/render/outline"
)

// meadowWidth is the width of a picture of Halatafl's board. It is less than Width, so that a point
// and the one above it are near enough in the file to be compressed together. It is still twice the
// width on a desktop.
const meadowWidth = 704

// graph plans points joined by lines (rules/halatafl H33). The sides are in the corners that a
// cross leaves free.
func (p *plan) graph(s *scene.Scene) {
	p.width = p.span(meadowWidth)
	g := newMesh(s, p.width, p.room(44))
	if p.large || p.bare {
		g.disc = g.pitch * 95 / 100
	}
	p.height = g.bottom
	p.woodwork(s, g)
	p.lines(s, g)
	for i := range s.Cells {
		x, y := g.at(&s.Cells[i])
		p.ground(op{kind: kindDisc, ink: track, size: int16(g.pitch * 22 / 100)}, x, y)
	}
	p.hops(s, g)
	p.tracks(s, g.at, g.pitch*11/100)
	for i := range s.Cells {
		x, y := g.at(&s.Cells[i])
		p.place(i, x, y, box(x, y, g.pitch, g.pitch))
		p.point(&s.Cells[i], x, y, g.disc)
	}
	p.ends(s, g.at, g.disc)
	p.carry(s, g.at, func(c *scene.Cell, x, y int) { p.point(c, x, y, g.disc) })
	if p.bare {
		return
	}
	p.sign(s.Note, g.x+(s.Cols-2)*g.pitch-g.pitch/2+16, 14, meadowWidth-30-g.x-(s.Cols-2)*g.pitch+g.pitch/2)
	above, below := seated(s)
	beside := g.x + 2*g.pitch - g.pitch/2 - 48 // width of the empty corner at the upper left of a cross-shaped board
	p.corner(s, above, 8, 8, beside, false)
	right := g.x + (s.Cols-2)*g.pitch - g.pitch/2 + 16
	p.corner(s, below, right, p.height-8, meadowWidth-8-right, true)
}

// mesh holds the positions of a graph's points.
type mesh struct{ x, y, pitch, disc, bottom int }

// newMesh lays points out in a width, with room for labels below them, and at their left.
func newMesh(s *scene.Scene, width, labels int) mesh {
	pitch := min((width-max(labels, 36))/s.Cols, 1100/s.Rows, 92)
	g := mesh{pitch: pitch, disc: pitch * 82 / 100, y: pitch/2 + 12}
	g.x = (width-pitch*(s.Cols-1))/2 + labels/4
	g.bottom = g.y + pitch*(s.Rows-1) + pitch/2 + max(labels, 20)
	return g
}

func (g mesh) at(c *scene.Cell) (x, y int) { return g.x + c.Col*g.pitch, g.y + c.Row*g.pitch }

// woodwork plans the board under the points, the special fields, and the coordinates beside the
// outermost points.
func (p *plan) woodwork(s *scene.Scene, g mesh) {
	half := g.pitch/2 - 3
	side := g.pitch * 10 / 100 // the board is seen a little from the front
	for _, layer := range []struct {
		ink        ink
		grow, down int
		only       scene.Ground
	}{{track, 3, side, ""}, {track, 3, 0, ""}, {meadow, 0, 0, ""}, {earth, 0, 0, scene.Goal}} {
		for i := range s.Cells {
			c := &s.Cells[i]
			if layer.only != "" && c.Ground != layer.only {
				continue
			}
			x, y := g.at(c)
			side := 2 * (half + layer.grow)
			plate := func(x, y, cols, rows int) {
				p.ground(op{
					kind: kindPlate, ink: layer.ink, a: int16(side + cols*g.pitch),
					b: int16(side + rows*g.pitch), size: int16(g.pitch * 22 / 100),
				}, x-side/2, y-side/2+layer.down)
			}
			lies := func(col, row int) bool { return has(s, c.Col+col, c.Row+row, layer.only) }
			// a square with points at its corners
			gap := func(col int) bool { return lies(col, 0) && lies(col+1, 0) && lies(col, 1) && lies(col+1, 1) }
			if !lies(-1, 0) {
				plate(x, y, run(lies, 1, 0)-1, 0)
			}
			if !lies(0, -1) {
				plate(x, y, 0, run(lies, 0, 1)-1)
			}
			if gap(0) && !gap(-1) {
				plate(x+g.pitch/2, y+g.pitch/2, run(func(col, _ int) bool { return gap(col) }, 1, 0)-1, 0)
			}
		}
	}
	p.fence(s, g, half)
	if p.bare {
		return
	}
	for row, t := range s.RowLabels {
		if c := first(s, func(c *scene.Cell) bool { return c.Row == row }, func(a, b *scene.Cell) bool {
			return a.Col < b.Col
		}); c != nil {
			x, y := g.at(c)
			p.write(&p.under, label, centred, x-half-22, y, p.known(t))
		}
	}
	for col, t := range s.ColLabels {
		if c := first(s, func(c *scene.Cell) bool { return c.Col == col }, func(a, b *scene.Cell) bool {
			return a.Row > b.Row
		}); c != nil {
			x, y := g.at(c)
			p.write(&p.under, label, centred, x, y+half+30, p.known(t))
		}
	}
}

// run returns the number of steps with cells, from none on.
func run(lies func(col, row int) bool, col, row int) int {
	n := 0
	for lies(n*col, n*row) {
		n++
	}
	return n
}

// has reports whether there is a cell; ground, unless it is "", must match.
func has(s *scene.Scene, col, row int, only scene.Ground) bool {
	for i := range s.Cells {
		if c := &s.Cells[i]; c.Col == col && c.Row == row {
			return only == "" || c.Ground == only
		}
	}
	return false
}

// first returns the first cell of its kind, or nil.
func first(s *scene.Scene, of func(*scene.Cell) bool, before func(a, b *scene.Cell) bool) *scene.Cell {
	var best *scene.Cell
	for i := range s.Cells {
		if c := &s.Cells[i]; of(c) && (best == nil || before(c, best)) {
			best = c
		}
	}
	return best
}

func (p *plan) lines(s *scene.Scene, g mesh) {
	for _, l := range s.Lines {
		x0, y0 := g.at(&s.Cells[l.A])
		x1, y1 := g.at(&s.Cells[l.B])
		pen := g.pitch * 5 / 100
		if l.Strong {
			pen = g.pitch * 8 / 100
		}
		p.ground(op{kind: kindWire, ink: track, a: int16(x1 - x0), b: int16(y1 - y0), size: int16(pen)}, x0, y0)
	}
}

// hops draws the last move: a line through all its landings, which are filled points. The moved
// piece stands on a filled disc.
func (p *plan) hops(s *scene.Scene, g mesh) {
	for i := 1; i < len(s.Path); i++ {
		x0, y0 := g.at(&s.Cells[s.Path[i-1]])
		x1, y1 := g.at(&s.Cells[s.Path[i]])
		p.piece(op{kind: kindTrail, ink: last, a: int16(x1 - x0), b: int16(y1 - y0), size: int16(g.pitch * 11 / 100)},
			x0, y0)
	}
	for i, at := range s.Path {
		x, y := g.at(&s.Cells[at])
		if i < len(s.Path)-1 {
			p.piece(op{kind: kindSpot, ink: last, size: int16(g.pitch * 37 / 100)}, x, y)
		}
	}
}

// towards returns the vector (dx, dy) without its last `less` pixels.
func towards(dx, dy, less int) (int, int) {
	n := math.Hypot(float64(dx), float64(dy))
	if n <= float64(less) {
		return 0, 0
	}
	k := 1 - float64(less)/n
	return int(math.Round(float64(dx) * k)), int(math.Round(float64(dy) * k))
}

// point plans the content of a point and its marks.
func (p *plan) point(c *scene.Cell, x, y, disc int) {
	if c.Marks.Has(scene.From) {
		p.piece(op{kind: kindSpot, ink: last, size: int16(disc * 45 / 100)}, x, y)
	}
	if c.Marks.Has(scene.To) {
		p.piece(op{kind: kindSpot, ink: last, size: int16(disc + 16)}, x, y)
	}
	if c.Marks.Has(scene.Captured) && c.Piece.Shape == scene.NoPiece {
		victim := scene.Piece{Shape: scene.Sheep}
		if c.Marks.Has(scene.GhostFox) {
			victim.Shape = scene.Fox
		}
		p.piece(pieceOp(victim, ghost, disc), x, y)
		p.piece(op{kind: kindCross, ink: lost, size: int16(disc * 5 / 10)}, x, y)
	}
	switch {
	case c.Marks.Has(scene.Chosen):
		p.piece(op{kind: kindRing, ink: can, size: int16(disc + 16), a: 10}, x, y)
	case c.Marks.Has(scene.Must):
		p.piece(op{kind: kindRing, ink: can, size: int16(disc + 16), a: 8}, x, y)
	case c.Marks.Has(scene.Movable):
		p.piece(op{kind: kindRing, ink: can, size: int16(disc + 14), a: 4}, x, y)
	}
	if c.Piece.Shape != scene.NoPiece {
		p.man(pieceOp(c.Piece, 0, disc), x, y)
	}
	if c.Marks.Has(scene.Target) {
		p.piece(op{kind: kindRing, ink: can, size: 36, a: 9, b: 1}, x, y)
	}
}

// corner plans one side in a narrow place: its piece and name, the player's name, its score. It
// begins at y, or ends there if up is set.
func (p *plan) corner(s *scene.Scene, side scene.Side, x, y, w int, up bool) {
	const line, edge = 36, 12
	names := p.wrap(plain, p.playerName(side), w-2*edge, 2)
	h := 2*edge + line*(2+len(names))
	if up {
		y -= h
	}
	p.frame(side, x, y, w, h)
	heavy, plain, score := heavy.of(side), plain.of(side), score.of(side)
	left, end, mid := x+edge, x+w-edge, y+edge+line/2
	if side.ToMove {
		left += 6 // the margin leaves room for the bar
	}
	if o := emblem(s, side.Seat, 46); o.kind != kindNone {
		end -= 48
		p.piece(o, end+26, mid+2)
	}
	p.write(&p.over, heavy, leftOf, left, mid, p.fit(heavy, p.seatName(side), end-left))
	for _, t := range names {
		mid += line
		p.write(&p.over, plain, leftOf, left, mid, t)
	}
	p.write(&p.over, score, leftOf, left, mid+line, p.fit(score, p.known(side.Score), x+w-edge-left))
}

// fence plans the fence around the special fields.
func (p *plan) fence(s *scene.Scene, g mesh, half int) {
	const post = 53  // approximate distance between posts
	edge := half + 2 // outside the ears of the foxes
	for i := range s.Cells {
		c := &s.Cells[i]
		if c.Ground != scene.Goal {
			continue
		}
		x, y := g.at(c)
		for _, side := range [4][2]int{{0, -1}, {1, 0}, {0, 1}, {-1, 0}} {
			if has(s, c.Col+side[0], c.Row+side[1], scene.Goal) {
				continue
			}
			// half a step to the next point of the paddock, or the whole way around its corner
			reach := func(col, row int) int {
				if has(s, c.Col+col, c.Row+row, scene.Goal) {
					return g.pitch / 2
				}
				return edge
			}
			dx, dy := side[1]*side[1], side[0]*side[0] // the direction along the side
			before, after := reach(-dx, -dy), reach(dx, dy)
			mx, my := x+side[0]*edge, y+side[1]*edge
			x0, y0, length := mx-dx*before, my-dy*before, before+after
			p.ground(op{kind: kindFence, a: int16(dx * length), b: int16(dy * length), size: post}, x0, y0)
		}
	}
}

// sign plans the count, with its last word in bold.
func (p *plan) sign(note string, x, y, w int) {
	lines := p.wrap(plain, p.known(note), w-16, 2)
	if len(lines) == 1 {
		if i := strings.LastIndexByte(lines[0], ' '); i > 0 {
			lines = []string{lines[0][:i], lines[0][i+1:]}
		}
	}
	for i, t := range lines {
		l := score
		if i == len(lines)-1 {
			l = lettering{40, outline.Bold, text, false}
		}
		p.write(&p.over, l, leftOf, x+8, y+20+44*i, t)
	}
}
