package render

import (
	"math"
	"strconv"

	"paddock/games/scene"
)

// hexes plans a sea with tiles of ice (rules/fish F44), with the sides in two columns below.
func (p *plan) hexes(s *scene.Scene) {
	const margin, panel = 10, 78
	top := margin
	c := newComb(s, top)
	p.height = c.bottom + margin
	for i, side := range s.Sides {
		w := (Width - badgeWidth - 2*margin) / 2
		p.berth(s, side, badgeWidth+margin/2+(i%2)*(w+margin/2), p.height, w, panel)
		if i%2 == 1 || i == len(s.Sides)-1 {
			p.height += panel + 6
		}
	}
	p.ground(op{kind: kindPlate, ink: water, a: Width - 2*margin, b: int16(c.bottom - top), size: 26}, margin, top)
	if c.small() {
		p.rulers(s, c, top)
	}
	for i := range s.Cells {
		p.tile(s, &s.Cells[i], c)
	}
	for i := 1; i < len(s.Path); i++ {
		x0, y0 := c.at(s, &s.Cells[s.Path[i-1]])
		x1, y1 := c.at(s, &s.Cells[s.Path[i]])
		dx, dy := towards(x1-x0, y1-y0, c.side*92/100)
		p.piece(op{kind: kindArrow, a: int16(dx), b: int16(dy), size: int16(max(4, min(8, c.side/6)))}, x0, y0)
	}
	for i := range s.Cells {
		if cell := &s.Cells[i]; cell.Piece.Shape != scene.NoPiece {
			x, y := c.at(s, cell)
			p.stand(cell, x, y, c)
			p.write(&p.over, c.number(), centred, x+c.side*50/100, y+c.drop(), strconv.Itoa(cell.Count))
		}
	}
	p.carry(s, func(cell *scene.Cell) (x, y int) { return c.at(s, cell) }, func(cell *scene.Cell, x, y int) { p.stand(cell, x, y, c) })
}

// stand plans a penguin, a little to the left: the number of fish on its tile stands beside it.
func (p *plan) stand(cell *scene.Cell, x, y int, c comb) {
	size := c.side * 94 / 100
	if p.large {
		size = c.side * 112 / 100
	}
	if c.small() {
		chip := pieceOp(cell.Piece, 0, c.side*110/100)
		chip.kind = kindChip
		p.piece(chip, x-c.side*32/100, y)
		return
	}
	p.piece(pieceOp(cell.Piece, 0, size), x-c.side*20/100, y+c.side*30/100)
}

// number is how the fish under a penguin are written.
func (c comb) number() lettering { return lettering{max(28, c.side*60/100), bold, swim, true} }

// drop is how far below the middle of its tile that number stands.
func (c comb) drop() int {
	if c.small() {
		return 0
	}
	return c.side * 28 / 100
}

// comb is where hexagons lie. All its measures are whole pixels, so that every tile looks the same.
type comb struct {
	side         int // of a hexagon
	flat         bool
	x, y, dx, dy int // the middle of the upper left tile, the steps to the next in its row and to the next row
	bottom       int
}

func newComb(s *scene.Scene, top int) comb {
	const sea, high, ruler = 20, 880, 28 // water beside the tiles, the largest height, room for labels beside small tiles
	halves := 0                          // width in halves of a step
	for i := range s.Cells {
		halves = max(halves, 2*s.Cells[i].Col+shifted(s, s.Cells[i].Row))
	}
	cols, rows, k := float64(halves)/2, float64(s.Rows-1), math.Sqrt(3)
	c, wide := comb{flat: s.FlatTop}, float64(Width-2*sea)
	if halves > 13 && s.FlatTop || halves > 16 {
		wide -= ruler
	}
	half := 0
	if c.flat {
		if c.side = 4 * int(min(wide/(3*cols+2), high/(k/2*(rows+2)), 66)/4); c.small() {
			c.side = 2 * int(wide/(3*cols+2)/2)
		}
		half = int(math.Round(k / 2 * float64(c.side)))
		c.dx, c.dy = 3*c.side, half
	} else {
		c.dx = 4 * int(min(wide/(cols+1), high/(1.5*rows+2)*k, 112)/4)
		c.side = int(math.Round(float64(c.dx) / k))
		c.dy, half = int(math.Round(1.5*float64(c.dx)/k)), c.side
	}
	edge := 18
	if c.x = (Width - c.dx*halves/2) / 4 * 2; c.small() {
		c.x, edge = c.x+ruler/2, edge+ruler-8
	}
	c.y = top + edge + half
	c.bottom = c.y + c.dy*(s.Rows-1) + half + edge
	return c
}

// small reports whether tiles have no room for names and for more than one fish.
func (c comb) small() bool { return c.side < 48 }

func (c comb) at(s *scene.Scene, cell *scene.Cell) (x, y int) {
	return c.x + c.dx*cell.Col + c.dx/2*shifted(s, cell.Row), c.y + c.dy*cell.Row
}

func (c comb) hex(kind kind, i ink, less, pen int) op {
	o := op{kind: kind, ink: i, size: int16(c.side - less), b: int16(pen)}
	if c.flat {
		o.a = 1
	}
	return o
}

// tile is the ground of a cell: its marks, its name and its fish.
func (p *plan) tile(s *scene.Scene, cell *scene.Cell, c comb) {
	x, y := c.at(s, cell)
	if cell.Ground == scene.Tile {
		p.piece(c.hex(kindHex, ice, 2, 0), x, y)
	}
	less, pen := 3, 6
	if c.small() {
		less, pen = 3, 5
	}
	switch {
	case cell.Marks.Has(scene.Chosen):
		p.piece(c.hex(kindHexRing, gold, less, pen+3), x, y)
	case cell.Marks.Has(scene.Target):
		p.piece(c.hex(kindHexRing, mark, less+3, pen), x, y)
	case cell.Marks.Has(scene.From):
		p.piece(c.hex(kindHexRing, mark, less+4, pen-3), x, y)
	case cell.Marks.Has(scene.To):
		p.piece(c.hex(kindHexRing, mark, less, pen), x, y)
	case cell.Marks.Has(scene.Movable):
		p.piece(c.hex(kindHexRing, gold, less+1, pen-2), x, y)
	}
	if cell.Ground != scene.Tile {
		return
	}
	if c.small() {
		if cell.Piece.Shape == scene.NoPiece {
			p.write(&p.over, lettering{max(20, min(c.side, 34)), bold, swim, true}, centred, x, y, strconv.Itoa(cell.Count))
		}
		return
	}
	p.write(&p.over, label, centred, x, y-c.side*50/100, p.known(cell.Name))
	if cell.Piece.Shape != scene.NoPiece {
		return
	}
	if p.large {
		p.write(&p.over, lettering{c.side * 92 / 100, bold, swim, true}, centred, x, y+c.side*30/100, strconv.Itoa(cell.Count))
		return
	}
	size := c.side * 62 / 100
	if cell.Count > 4 {
		size = c.side * 52 / 100
	}
	for _, q := range shoal(cell.Count) {
		p.piece(op{kind: kindFish, size: int16(size)}, x+q[0]*c.side/100, y+q[1]*c.side/100)
	}
}

// rulers are the labels beside tiles that have no room for names: those of rows at the left, those of columns above and below, as in
// the text board.
func (p *plan) rulers(s *scene.Scene, c comb, top int) {
	ink := label
	ink.ink = ice
	for row, t := range s.RowLabels {
		if row < s.Rows && c.dy >= 22 {
			p.write(&p.under, ink, centred, 28, c.y+c.dy*row, p.known(t))
		}
	}
	for col, t := range s.ColLabels {
		for row, y := range [2]int{top + 18, c.bottom - 18} {
			if col < s.Cols && row < s.Rows {
				p.write(&p.under, ink, centred, c.x+c.dx*col+c.dx/2*shifted(s, row), y, p.known(t))
			}
		}
	}
}

// shoal is where n fish lie on a tile, in hundredths of a side.
func shoal(n int) [][2]int {
	switch n {
	case 1:
		return [][2]int{{0, 18}}
	case 2:
		return [][2]int{{0, -2}, {0, 42}}
	case 3:
		return [][2]int{{-40, -2}, {40, -2}, {0, 42}}
	case 4:
		return [][2]int{{-40, -2}, {40, -2}, {-38, 42}, {38, 42}}
	case 5:
		return [][2]int{{-40, -10}, {40, -10}, {0, 15}, {-38, 42}, {38, 42}}
	}
	return nil
}

// berth is one side in a panel of two lines: its piece, its names, what it has. A name that needs the room stands without the seat's, which the
// piece tells.
func (p *plan) berth(s *scene.Scene, side scene.Side, x, y, w, h int) {
	p.frame(side.ToMove, x, y, w, h)
	left, end := x+12, x+w-10
	if side.ToMove {
		p.piece(op{kind: kindPointer, size: 20}, left+8, y+h/2)
	}
	left += 20
	if o := emblem(s, side.Seat, h-20); o.kind != kindNone {
		p.piece(o, left+h/2-8, y+h/2)
	}
	left += h - 10
	seat, name := p.seatName(side), p.playerName(side)
	first, second := y+h/2-17, y+h/2+18
	n := p.speller.width(seat, heavy.weight, heavy.size) + 10
	if name == "" || n+p.speller.width(name, plain.weight, plain.size) <= end-left {
		p.write(&p.over, heavy, leftOf, left, first, p.fit(heavy, seat, end-left))
		p.write(&p.over, plain, leftOf, left+n, first, name)
	} else {
		p.write(&p.over, plain, leftOf, left, first, p.fit(plain, name, end-left))
	}
	score, l := p.known(side.Score), plain
	for l.size > small.size && p.speller.width(score, l.weight, l.size) > end-left {
		l.size-- // what somebody has is never cut
	}
	p.write(&p.over, l, leftOf, left, second, p.fit(l, score, end-left))
}
