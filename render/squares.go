package render

import (
	"slices"
	"strconv"

	"paddock/games/scene"
)

// squares plans a grid of squares with a strip for each side above and below (rules/stratego S56).
func (p *plan) squares(s *scene.Scene) {
	const margin = 12
	strip := 56
	if slices.ContainsFunc(s.Sides, func(side scene.Side) bool { return side.Tray != "" }) {
		strip += trayLine
	}
	cell := min((Width-76)/s.Cols, 1100/s.Rows, 110)
	left := (Width-cell*s.Cols)/2 + 16
	top := margin + strip + 14
	bottom := top + cell*s.Rows
	p.height = bottom + 44 + strip + margin
	at := func(c *scene.Cell) (x, y int) { return left + c.Col*cell + cell/2, top + c.Row*cell + cell/2 }

	w, h := cell*s.Cols, cell*s.Rows
	p.ground(op{kind: kindPlate, ink: edge, a: int16(w + 14), b: int16(h + 14), size: 12}, left-7, top-7)
	p.ground(op{kind: kindPlate, ink: board, a: int16(w), b: int16(h), size: 6}, left, top)
	for i := 1; i < s.Cols; i++ {
		p.ground(op{kind: kindPlate, ink: edge, a: 2, b: int16(h)}, left+i*cell-1, top)
	}
	for i := 1; i < s.Rows; i++ {
		p.ground(op{kind: kindPlate, ink: edge, a: int16(w), b: 2}, left, top+i*cell-1)
	}
	for i := range s.Cells {
		x, y := at(&s.Cells[i])
		switch s.Cells[i].Ground {
		case scene.Water:
			p.lake(s, &s.Cells[i], x, y, cell)
		case scene.Goal:
			p.ground(op{kind: kindPlate, ink: goal, a: int16(cell - 2), b: int16(cell - 2)}, x-cell/2+1, y-cell/2+1)
		}
	}
	for i, t := range s.RowLabels {
		p.write(&p.under, label, centred, left-30, top+i*cell+cell/2, p.known(t))
	}
	for i, t := range s.ColLabels {
		p.write(&p.under, label, centred, left+i*cell+cell/2, bottom+24, p.known(t))
	}

	p.stroke(s, at, cell)
	for i := range s.Cells {
		x, y := at(&s.Cells[i])
		p.square(&s.Cells[i], x, y, cell)
	}
	above, below := ends(s)
	p.strip(s, above, left-7, margin, w+14, strip)
	p.strip(s, below, left-7, bottom+44, w+14, strip)
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
func (p *plan) stroke(s *scene.Scene, at func(*scene.Cell) (x, y int), cell int) {
	for i := 1; i < len(s.Path); i++ {
		x0, y0 := at(&s.Cells[s.Path[i-1]])
		to := &s.Cells[s.Path[i]]
		x1, y1 := at(to)
		less := 0
		if to.Piece.Shape != scene.NoPiece {
			less = cell/2 - 4
		}
		dx, dy := towards(x1-x0, y1-y0, less)
		p.piece(op{kind: kindArrow, a: int16(dx), b: int16(dy), size: 8}, x0, y0)
	}
}

// square plans what stands on a square and its marks.
func (p *plan) square(c *scene.Cell, x, y, cell int) {
	size := cell * 86 / 100
	switch {
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
	if c.Marks.Has(scene.Target) {
		p.piece(op{kind: kindDot, ink: mark, size: 24}, x, y)
	}
}

// box is a frame just inside a square.
func (p *plan) box(i ink, pen, x, y, cell int) {
	p.piece(op{kind: kindBox, ink: i, a: int16(cell - 2), size: int16(pen)}, x, y)
}
