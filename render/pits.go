package render

import (
	"math"
	"strconv"

	"paddock/games/scene"
)

// maxBeans is how many beans of a hole or pot are drawn; above it the number alone tells.
const maxBeans = 12

// pits plans a board of holes: pots at the ends, hole numbers outside, a strip for each side above and below (rules/kalah K24).
func (p *plan) pits(s *scene.Scene) {
	const margin, strip, numbers, gap = 14, 56, 44, 48
	m := max(s.Cols-2, 1)
	potW, between := 96, 10
	if m > 8 {
		potW, between = 72, 6
	}
	pitch := min((Width-2*margin-2*(potW+18))/m, 126)
	w := pitch - between
	h := max(w, 84)
	top := margin + strip + 12
	height := 2*numbers + 2*h + gap
	p.height = top + height + 12 + strip + margin
	left := (Width - pitch*m) / 2
	x0, x1 := left-potW-18, Width-left+potW+18

	p.ground(op{kind: kindPlate, ink: edge, a: int16(x1 - x0), b: int16(height), size: 46}, x0, top)
	p.ground(op{kind: kindPlate, ink: board, a: int16(x1 - x0 - 8), b: int16(height - 8), size: 42}, x0+4, top+4)
	rows := [2]int{top + numbers + h/2, top + numbers + h + gap + h/2}
	for i, t := range s.ColLabels {
		x := left + i*pitch + pitch/2
		p.write(&p.under, label, centred, x, top+numbers/2, p.known(t))
		p.write(&p.under, label, centred, x, top+height-numbers/2, p.known(t))
	}

	owner := [2]int8{1, 0}
	for i := range s.Cells {
		c := &s.Cells[i]
		if c.Ground == scene.Pot {
			x, potH := x0+10+potW/2, 2*h+gap-8
			if c.Col > 0 {
				x = x1 - 10 - potW/2
			}
			p.hole(s, c, x, top+height/2, potW, potH, 52)
			continue
		}
		if c.Col < 1 || c.Col > m || c.Row > 1 {
			continue
		}
		owner[c.Row] = c.Owner
		p.hole(s, c, left+(c.Col-1)*pitch+pitch/2, rows[c.Row], w, h, 42)
	}
	if side, ok := sideOf(s, owner[0]); ok {
		side.Score = "" // the pots show it
		p.strip(s, side, margin, margin, Width-2*margin, strip)
	}
	if side, ok := sideOf(s, owner[1]); ok {
		side.Score = ""
		p.strip(s, side, margin, top+height+12, Width-2*margin, strip)
	}
}

// hole plans one hole or pot with its beans, number and marks.
func (p *plan) hole(s *scene.Scene, c *scene.Cell, x, y, w, h, size int) {
	rim := edge
	if side, ok := sideOf(s, c.Owner); ok && side.ToMove && c.Ground == scene.Hole {
		rim = gold
	}
	p.piece(op{kind: kindPit, ink: rim, a: int16(w), b: int16(h)}, x, y)
	if c.Marks.Has(scene.Captured) {
		p.piece(op{kind: kindCross, ink: mark, size: int16(w * 56 / 100)}, x, y+3)
		p.piece(op{kind: kindDisc, ink: pit, size: int16(size)}, x, y+3)
	}
	l := lettering{size, bold, white, false}
	if w >= 72 && (c.Ground == scene.Hole || w >= 90) && c.Count <= maxBeans { // there is room for a ring of beans around the number
		p.beans(c, x, y+3, w, h)
		if c.Count > 9 {
			l.size = l.size * 3 / 4
		}
	}
	count := strconv.Itoa(c.Count)
	for l.size > 22 && p.speller.width(count, l.weight, l.size) > w-6 {
		l.size -= 2
	}
	p.write(&p.over, l, centred, x, y+3, count)
	switch {
	case c.Marks.Has(scene.To):
		p.pill(mark, 7, x, y, w, h)
	case c.Marks.Has(scene.From):
		p.pill(mark, 3, x, y, w, h)
	}
	if c.Gain > 0 {
		p.badge("+"+strconv.Itoa(c.Gain), x, y, h, c.Row)
	}
}

// beans lie around the number, heaped on the side away from the middle of the board; those of a pot at its foot.
func (p *plan) beans(c *scene.Cell, x, y, w, h int) {
	rx, ry := float64(w)/2-13, float64(h)/2-13
	for i := range c.Count {
		turn := math.Pi * (1 + (2*float64(i)+1-float64(c.Count))/maxBeans) // 0 is the top, clockwise
		if c.Ground == scene.Hole && c.Row == 0 {
			turn -= math.Pi
		}
		sin, cos := math.Sincos(turn)
		along := int(math.Round(math.Atan2(ry*sin, rx*cos)/math.Pi*8)) & 15
		p.piece(op{kind: kindBean, size: 17, a: int16(along)}, x+int(math.Round(rx*sin)), y-int(math.Round(ry*cos)))
	}
}

// pill is a ring around a hole.
func (p *plan) pill(i ink, pen, x, y, w, h int) {
	p.piece(op{kind: kindPill, ink: i, a: int16(w + pen), b: int16(h + pen), size: int16(pen)}, x, y)
}

// badge says how many beans the last turn dropped here, on the rim that is nearer to the middle of the board.
func (p *plan) badge(gain string, x, y, h, row int) {
	y += (1 - 2*row) * (h/2 + 2)
	w := p.speller.width(gain, plain.weight, plain.size) + 14
	p.piece(op{kind: kindPlate, ink: text, a: int16(w), b: 34, size: 17}, x-w/2, y-17)
	p.piece(op{kind: kindPlate, ink: paper, a: int16(w - 4), b: 30, size: 15}, x-w/2+2, y-15)
	p.write(&p.over, plain, centred, x, y, gain)
}
