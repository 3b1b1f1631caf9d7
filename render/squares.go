package render

import (
	"image"
	"strconv"

	"paddock/games/scene"
	"paddock/render/chart"
	"paddock/render/outline"
)

// lattice holds the positions of a grid's squares.
type lattice struct{ left, top, cell, first, rows int }

func (g lattice) at(c *scene.Cell) (x, y int) {
	return g.left + c.Col*g.cell + g.cell/2, g.top + (c.Row-g.first)*g.cell + g.cell/2
}

func (g lattice) shows(c *scene.Cell) bool { return c.Row >= g.first && c.Row < g.first+g.rows }

// fieldWidth has no room beside a board of ten squares, its labels and its border.
const fieldWidth = 752

// squares plans a grid of squares (rules/stratego S56) as wide as the picture, with one line for a
// side above and below.
func (p *plan) squares(s *scene.Scene) {
	const margin, high = 6, 710
	labels, strip := p.room(34), p.room(54)
	p.width = p.span(fieldWidth)
	g := lattice{left: labels + 8, top: margin + strip + 8, rows: s.Rows}
	if s.Window[1] > s.Window[0] {
		g.first, g.rows = s.Window[0], s.Window[1]-s.Window[0]
	}
	g.cell = min((p.width-g.left-10)/s.Cols, high/g.rows) &^ 1 // the size is even, so that equal pieces are equal bytes
	g.left += (p.width - g.left - 10 - g.cell*s.Cols) / 2
	bottom := g.top + g.cell*g.rows
	p.grid(s, g)
	p.stroke(s, g)
	p.tracks(s, g.at, max(5, g.cell*11/100))
	for i := range s.Cells {
		if c := &s.Cells[i]; c.Marks.Has(scene.Fight) && g.shows(c) {
			p.spark(g, c)
		}
	}
	for i := range s.Cells {
		if c := &s.Cells[i]; g.shows(c) {
			x, y := g.at(c)
			p.place(i, x, y, box(x, y, g.cell, g.cell))
			p.square(c, x, y, g.cell)
		}
	}
	for i := range s.Cells {
		if c := &s.Cells[i]; c.Marks.Has(scene.Fight) && g.shows(c) {
			p.fallen(g, c)
		}
	}
	p.compare(s, g)
	p.stamps(s, g)
	p.carry(s, g.at, func(c *scene.Cell, x, y int) { p.square(c, x, y, g.cell) })
	above, below := seated(s)
	y := bottom + labels + 18 // the badge must not reach the names of columns
	p.strip(s, above, g.left-6, margin, g.cell*s.Cols+12, strip)
	left := chart.BadgeWidth + 16 // the badge is the larger, the higher the picture
	p.strip(s, below, left, y, g.left+g.cell*s.Cols+6-left, strip)
	p.height = y + strip + margin
}

// grid plans the board itself: its ground, lines, water and coordinates.
func (p *plan) grid(s *scene.Scene, g lattice) {
	w, h := g.cell*s.Cols, g.cell*g.rows
	// the board is drawn a little from the front
	p.ground(op{kind: kindPlate, ink: rule, a: int16(w + 8), b: int16(h + 14), size: 8}, g.left-4, g.top-4)
	p.ground(op{kind: kindPlate, ink: field, a: int16(w), b: int16(h), size: 4}, g.left, g.top)
	for i := 1; i < s.Cols; i++ {
		p.ground(op{kind: kindPlate, ink: rule, a: 2, b: int16(h)}, g.left+i*g.cell-1, g.top)
	}
	for i := 1; i < g.rows; i++ {
		p.ground(op{kind: kindPlate, ink: rule, a: int16(w), b: 2}, g.left, g.top+i*g.cell-1)
	}
	for i := range s.Cells {
		c := &s.Cells[i]
		if !g.shows(c) {
			continue
		}
		x, y := g.at(c)
		switch c.Ground {
		case scene.Water:
			p.lake(s, c, x, y, g.cell)
		case scene.Camp:
			p.tent(s, c, x, y, g)
		}
	}
	if p.bare {
		return
	}
	for i, t := range s.RowLabels[min(g.first, len(s.RowLabels)):min(g.first+g.rows, len(s.RowLabels))] {
		p.write(&p.under, label, centred, g.left-24, g.top+i*g.cell+g.cell/2, p.known(t))
	}
	for i, t := range s.ColLabels {
		p.write(&p.under, label, centred, g.left+i*g.cell+g.cell/2, g.top+h+21, p.known(t))
	}
}

// tent plans a place in the line-up of an army that is out of sight: a face-down piece, faded until
// the army is ready. Places under its seal are left out.
func (p *plan) tent(s *scene.Scene, c *scene.Cell, x, y int, g lattice) {
	flags := int16(ghost)
	if !s.Sides[c.Owner].ToMove {
		flags = 0
	}
	at, size := seal(s, c.Owner, g)
	if d := image.Pt(x, y).Sub(at); d.X*d.X+d.Y*d.Y > size*size/4 {
		p.piece(pieceOp(scene.Piece{Shape: scene.Soldier, Seat: c.Owner}, flags, g.cell*66/100), x, y)
	}
}

// seal returns the place of the seal of an army that is out of sight, in its middle, and its size.
// Without such an army the size is 0.
func seal(s *scene.Scene, seat int8, g lattice) (at image.Point, size int) {
	var camp image.Rectangle
	for i := range s.Cells {
		if c := &s.Cells[i]; c.Ground == scene.Camp && c.Owner == seat {
			x, y := g.at(c)
			camp = camp.Union(box(x, y, g.cell, g.cell))
		}
	}
	return camp.Min.Add(camp.Max).Div(2), min(camp.Dy()*3/2, 2*g.cell)
}

// stamps plans the seals: a tick when an army is ready, otherwise three dots.
func (p *plan) stamps(s *scene.Scene, g lattice) {
	for _, side := range s.Sides {
		at, size := seal(s, side.Seat, g)
		if size == 0 {
			continue
		}
		o := op{kind: kindSeal, size: int16(size)}
		if !side.ToMove {
			o.a = 1
		}
		p.piece(o, at.X, at.Y)
	}
}

// lake plans a square of water that joins the water beside and below it.
func (p *plan) lake(s *scene.Scene, c *scene.Cell, x, y, cell int) {
	w, h := cell-4, cell-4
	if has(s, c.Col+1, c.Row, scene.Water) {
		w += cell
	}
	if has(s, c.Col, c.Row+1, scene.Water) {
		h += cell
	}
	x0, y0 := x-cell/2+2, y-cell/2+2
	if !has(s, c.Col-1, c.Row, scene.Water) && !has(s, c.Col, c.Row-1, scene.Water) {
		// the shore of the lake
		p.ground(op{kind: kindPlate, ink: rule, a: int16(w + 12), b: int16(h + 12), size: 38}, x0-6, y0-6)
	}
	p.ground(op{kind: kindPlate, ink: lake, a: int16(w), b: int16(h), size: 34}, x0, y0)
	p.ground(op{kind: kindWave, ink: blue, size: int16(cell * 62 / 100)}, x+(2*(c.Row%2)-1)*cell/9, y+4)
}

// stroke draws the last move: a line from its origin, marked by a spot, to its target, which is
// filled.
func (p *plan) stroke(s *scene.Scene, g lattice) {
	for i := range s.Cells {
		if c := &s.Cells[i]; c.Marks.Has(scene.To) && g.shows(c) {
			x, y := g.at(c)
			p.piece(op{kind: kindPlate, ink: last, a: int16(g.cell - 2), b: int16(g.cell - 2)}, x-g.cell/2+1,
				y-g.cell/2+1)
		}
	}
	for i := 1; i < len(s.Path); i++ {
		from, to := &s.Cells[s.Path[i-1]], &s.Cells[s.Path[i]]
		if !g.shows(from) || !g.shows(to) {
			continue
		}
		x0, y0 := g.at(from)
		x1, y1 := g.at(to)
		dx, dy := towards(x1-x0, y1-y0, g.cell/2)
		p.piece(op{kind: kindTrail, ink: last, a: int16(dx), b: int16(dy), size: int16(max(5, g.cell*11/100))}, x0, y0)
	}
}

// square plans the content of a square and its marks.
func (p *plan) square(c *scene.Cell, x, y, cell int) {
	size := cell * 90 / 100
	// a piece that has just moved stays small, so that the colour of the last move is seen around it
	if (p.large || p.bare) && !c.Marks.Has(scene.To) {
		size = cell - 4
	}
	if c.Marks.Has(scene.From) {
		p.piece(op{kind: kindSpot, ink: last, size: int16(cell * 39 / 100)}, x, y)
	}
	if c.Piece.Shape != scene.NoPiece {
		flags := int16(0)
		if c.Marks.Has(scene.Known) {
			flags |= open
		}
		if c.Marks.Has(scene.Moved) {
			flags |= moved
		}
		if p.large || p.bare {
			flags |= large
		}
		p.man(pieceOp(c.Piece, flags, size), x, y)
	} else if c.Count != 0 {
		p.write(&p.over, lettering{40, outline.Bold, text, true}, centred, x, y, strconv.Itoa(c.Count))
	}
	p.options(c, x, y, cell)
}

// fought returns the place of a fight: the corner of the piece that has won, or the empty square.
func (g lattice) fought(c *scene.Cell) (x, y int, won bool) {
	x, y = g.at(c)
	if c.Piece.Shape == scene.NoPiece {
		return x, y, false
	}
	return x - g.cell*42/100, y + g.cell*40/100, true
}

// spark marks the place of a fight. It lies under all pieces, so that their ranks can be read.
func (p *plan) spark(g lattice, c *scene.Cell) {
	x, y, won := g.fought(c)
	size := g.cell * 84 / 100
	if won {
		size = g.cell * 92 / 100
	}
	p.piece(op{kind: kindBurst, size: int16(size)}, x, y)
}

// fallen plans the pieces that left the board in a fight, small, on its spark.
func (p *plan) fallen(g lattice, c *scene.Cell) {
	x, y, won := g.fought(c)
	size, apart := g.cell*46/100, g.cell*21/100
	if won {
		size, apart = g.cell*56/100, 0
	}
	for i, piece := range c.Fallen {
		if piece.Shape != scene.NoPiece && !p.bare {
			p.piece(pieceOp(piece, tiny, size), x+(2*i-1)*apart, y)
		}
	}
}

// compare marks the ends of moves to compare: a ring on an empty square, a frame around a piece.
// The played move has a cross.
func (p *plan) compare(s *scene.Scene, g lattice) {
	for _, t := range s.Tracks {
		if len(t.Path) == 0 {
			continue
		}
		c := &s.Cells[t.Path[len(t.Path)-1]]
		x, y := g.at(c)
		piece := c.Piece.Shape != scene.NoPiece
		switch {
		case t.Better && piece:
			p.piece(op{kind: kindBox, ink: can, a: int16(g.cell), size: int16(max(5, g.cell*11/100))}, x, y)
		case t.Better:
			p.piece(op{kind: kindRing, ink: can, size: int16(g.cell * 48 / 100), a: int16(max(6, g.cell*12/100))}, x, y)
		case piece:
			p.piece(op{kind: kindBox, ink: lost, a: int16(g.cell), size: 5}, x, y)
			p.piece(op{kind: kindCross, ink: lost, size: 20}, x-g.cell/2+10, y-g.cell/2+10)
		default:
			p.piece(op{kind: kindCross, ink: lost, size: int16(g.cell * 32 / 100)}, x, y)
		}
	}
}

// options marks what can be chosen, with hollow shapes in one colour.
func (p *plan) options(c *scene.Cell, x, y, cell int) {
	switch {
	case c.Marks.Has(scene.Chosen):
		p.box(8, x, y, cell)
	case c.Marks.Has(scene.Target) && c.Piece.Shape != scene.NoPiece: // the target is a piece that can be attacked
		p.piece(op{kind: kindBrackets, ink: can, a: int16(cell), size: 9}, x, y)
		if c.Marks.Has(scene.Moved) { // on top of the frame: what has moved is no Bomb
			p.piece(op{kind: kindSpot, ink: white, size: int16(cell * 20 / 100)}, x+cell*33/100, y-cell*33/100)
		}
	case c.Marks.Has(scene.Target):
		p.piece(op{kind: kindRing, ink: can, size: 32, a: 8, b: 1}, x, y)
	case c.Marks.Has(scene.Movable), c.Marks.Has(scene.Must):
		p.box(4, x, y, cell)
	}
}

// box draws a frame just inside a square.
func (p *plan) box(pen, x, y, cell int) {
	p.piece(op{kind: kindBox, ink: can, a: int16(cell), size: int16(pen)}, x, y)
}
