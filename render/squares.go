package render

import (
	"strconv"

	"paddock/games/scene"
)

// lattice is where the squares of a grid lie.
type lattice struct{ left, top, cell, first, rows int }

func (g lattice) at(c *scene.Cell) (x, y int) {
	return g.left + c.Col*g.cell + g.cell/2, g.top + (c.Row-g.first)*g.cell + g.cell/2
}

func (g lattice) shows(c *scene.Cell) bool { return c.Row >= g.first && c.Row < g.first+g.rows }

// squares plans a grid of squares (rules/stratego S56). The sides stand in a column at the left, so that the board is as high as the picture; below
// a board of which only some rows are shown they stand side by side.
func (p *plan) squares(s *scene.Scene) {
	const margin, labels, column, high = 10, 36, 186, 674
	g := lattice{left: margin + labels + 4, top: margin + 6, rows: s.Rows}
	if s.Window[1] > s.Window[0] {
		g.first, g.rows = s.Window[0], s.Window[1]-s.Window[0]
	}
	beside := g.rows == s.Rows && g.rows*2 > s.Cols
	if beside {
		g.cell = min(high/g.rows, 720/s.Cols)
		g.left += column
		p.width = g.left + g.cell*s.Cols + margin + 6
	} else {
		g.cell = min((Width-g.left-margin)/s.Cols, 320/g.rows)
		g.left += (Width - g.left - margin - g.cell*s.Cols) / 2
	}
	bottom := g.top + g.cell*g.rows
	p.height = bottom + labels + 8
	p.grid(s, g)
	p.stroke(s, g)
	for i := range s.Cells {
		if c := &s.Cells[i]; g.shows(c) {
			x, y := g.at(c)
			p.square(c, x, y, g.cell)
		}
	}
	p.carry(s, g.at, func(c *scene.Cell, x, y int) { p.square(c, x, y, g.cell) })
	above, below := ends(s)
	if beside {
		p.pillar(s, above, margin, margin, column, false)
		p.pillar(s, below, margin, p.height-badgeHeight-margin, column, true)
		return
	}
	const panel = 84
	w := (Width - badgeWidth - 3*margin) / 2
	p.berth(s, below, badgeWidth+margin, p.height, w, panel)
	p.berth(s, above, badgeWidth+2*margin+w, p.height, w, panel)
	p.height += panel + margin
}

// grid is the board itself: its ground, lines, water and coordinates.
func (p *plan) grid(s *scene.Scene, g lattice) {
	w, h := g.cell*s.Cols, g.cell*g.rows
	p.ground(op{kind: kindPlate, ink: edge, a: int16(w + 12), b: int16(h + 12), size: 10}, g.left-6, g.top-6)
	p.ground(op{kind: kindPlate, ink: board, a: int16(w), b: int16(h), size: 4}, g.left, g.top)
	for i := 1; i < s.Cols; i++ {
		p.ground(op{kind: kindPlate, ink: edge, a: 2, b: int16(h)}, g.left+i*g.cell-1, g.top)
	}
	for i := 1; i < g.rows; i++ {
		p.ground(op{kind: kindPlate, ink: edge, a: int16(w), b: 2}, g.left, g.top+i*g.cell-1)
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
		case scene.Goal:
			p.ground(op{kind: kindPlate, ink: goal, a: int16(g.cell - 2), b: int16(g.cell - 2)}, x-g.cell/2+1, y-g.cell/2+1)
		}
	}
	for i, t := range s.RowLabels[min(g.first, len(s.RowLabels)):min(g.first+g.rows, len(s.RowLabels))] {
		p.write(&p.under, label, centred, g.left-28, g.top+i*g.cell+g.cell/2, p.known(t))
	}
	for i, t := range s.ColLabels {
		p.write(&p.under, label, centred, g.left+i*g.cell+g.cell/2, g.top+h+24, p.known(t))
	}
}

// pillar is one side in a column: whether it is to move, its piece, its names, what it has and what it has lost. It begins at y, or ends there
// if up is set.
func (p *plan) pillar(s *scene.Scene, side scene.Side, x, y, w int, up bool) {
	const line, edge = 35, 12
	room := w - 2*edge
	names := p.wrap(plain, p.playerName(side), room, 2)
	score := p.wrap(plain, p.known(side.Score), room, 2)
	tray := p.wrap(label, p.known(side.Tray), room, 6)
	h := (1+len(names)+len(score)+len(tray))*line + 2*edge
	if up {
		y -= h
	}
	p.frame(side.ToMove, x, y, w, h)
	left, mid := x+edge, y+edge+line/2
	if side.ToMove {
		p.piece(op{kind: kindPointer, size: 22}, x+w-24, mid)
	}
	if o := emblem(s, side.Seat, 40); o.kind != kindNone {
		p.piece(o, left+20, mid)
		left += 48
	}
	p.write(&p.over, heavy, leftOf, left, mid, p.fit(heavy, p.seatName(side), x+w-edge-left))
	for _, part := range [3]struct {
		l     lettering
		lines []string
	}{{plain, names}, {plain, score}, {label, tray}} {
		for _, t := range part.lines {
			mid += line
			p.write(&p.over, part.l, leftOf, x+edge, mid, t)
		}
	}
}

// lake is a square of water that runs into the water beside and below it.
func (p *plan) lake(s *scene.Scene, c *scene.Cell, x, y, cell int) {
	w, h := cell-8, cell-8
	if has(s, c.Col+1, c.Row, scene.Water) {
		w += cell
	}
	if has(s, c.Col, c.Row+1, scene.Water) {
		h += cell
	}
	x0, y0 := x-cell/2+4, y-cell/2+4
	p.ground(op{kind: kindPlate, ink: water, a: int16(w), b: int16(h), size: 14}, x0, y0)
	p.ground(op{kind: kindLine, ink: swell, a: 16, size: 4}, x-18, y-8)
	p.ground(op{kind: kindLine, ink: swell, a: 16, size: 4}, x+2, y+10)
}

// stroke draws the last move as an arrow from square to square.
func (p *plan) stroke(s *scene.Scene, g lattice) {
	for i := 1; i < len(s.Path); i++ {
		from, to := &s.Cells[s.Path[i-1]], &s.Cells[s.Path[i]]
		if !g.shows(from) || !g.shows(to) {
			continue
		}
		x0, y0 := g.at(from)
		x1, y1 := g.at(to)
		less := 0
		if to.Piece.Shape != scene.NoPiece {
			less = g.cell/2 - 4
		}
		dx, dy := towards(x1-x0, y1-y0, less)
		p.piece(op{kind: kindArrow, a: int16(dx), b: int16(dy), size: 8}, x0, y0)
	}
}

// square plans what stands on a square and its marks.
func (p *plan) square(c *scene.Cell, x, y, cell int) {
	size := cell * 88 / 100
	if p.large {
		size = cell - 2
	}
	switch {
	case c.Marks.Has(scene.Chosen):
		p.box(gold, 9, x, y, cell)
	case c.Marks.Has(scene.Target) && c.Piece.Shape != scene.NoPiece:
		p.box(mark, 9, x, y, cell)
	case c.Marks.Has(scene.To):
		p.box(mark, 6, x, y, cell)
	case c.Marks.Has(scene.From):
		p.box(mark, 3, x, y, cell)
	case c.Marks.Has(scene.Movable), c.Marks.Has(scene.Must):
		p.box(gold, 4, x, y, cell)
	}
	if c.Piece.Shape != scene.NoPiece {
		flags := int16(0)
		if c.Marks.Has(scene.Known) {
			flags |= open
		}
		if c.Marks.Has(scene.Moved) {
			flags |= moved
		}
		if p.large {
			flags |= large
		}
		p.piece(pieceOp(c.Piece, flags, size), x, y)
	} else if c.Count != 0 {
		p.write(&p.over, lettering{40, bold, text, true}, centred, x, y, strconv.Itoa(c.Count))
	}
	if c.Marks.Has(scene.Captured) {
		p.piece(op{kind: kindCross, ink: mark, size: int16(cell / 2)}, x, y)
	}
	switch {
	case c.Marks.Has(scene.Fight) && c.Piece.Shape != scene.NoPiece:
		p.piece(op{kind: kindBurst, size: 30}, x+cell/2-14, y-cell/2+14)
	case c.Marks.Has(scene.Fight):
		p.piece(op{kind: kindBurst, size: 48}, x, y)
	}
	switch {
	case c.Marks.Has(scene.Target) && c.Piece.Shape != scene.NoPiece: // what can be attacked stays readable
		p.piece(op{kind: kindDot, ink: mark, size: 26}, x-cell/2+13, y-cell/2+13)
	case c.Marks.Has(scene.Target):
		p.piece(op{kind: kindDot, ink: mark, size: 30}, x, y)
	}
}

// box is a frame just inside a square.
func (p *plan) box(i ink, pen, x, y, cell int) {
	p.piece(op{kind: kindBox, ink: i, a: int16(cell - 2), size: int16(pen)}, x, y)
}
