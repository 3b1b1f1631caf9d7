package render

import (
	"math"
	"strconv"

	"paddock/games/scene"
)

// How many beans of a hole and of a pot are drawn; above it the number alone tells.
const (
	maxBeans = 12
	maxHeap  = 48
)

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
			p.pot(c, x, top+height/2, potW, potH)
			continue
		}
		if c.Col < 1 || c.Col > m || c.Row > 1 {
			continue
		}
		owner[c.Row] = c.Owner
		p.hole(s, c, left+(c.Col-1)*pitch+pitch/2, rows[c.Row], w, h)
	}
	if side, ok := sideOf(s, owner[0]); ok {
		side.Score = "" // the pots show it
		p.strip(s, side, margin, margin, Width-badgeWidth-2*margin, strip)
	}
	if side, ok := sideOf(s, owner[1]); ok {
		side.Score = ""
		p.strip(s, side, badgeWidth+margin, top+height+12, Width-badgeWidth-2*margin, strip)
	}
}

// hole plans one hole with its beans, number and marks.
func (p *plan) hole(s *scene.Scene, c *scene.Cell, x, y, w, h int) {
	rim := edge
	if side, ok := sideOf(s, c.Owner); ok && side.ToMove {
		rim = gold
	}
	p.piece(op{kind: kindPit, ink: rim, a: int16(w), b: int16(h)}, x, y)
	size := 42
	if p.large {
		size = 60
	}
	if c.Marks.Has(scene.Captured) {
		p.piece(op{kind: kindCross, ink: mark, size: int16(w * 56 / 100)}, x, y+3)
		p.piece(op{kind: kindDisc, ink: pit, size: int16(size)}, x, y+3)
	}
	if w >= 72 && c.Count <= maxBeans && !p.large { // there is room for a ring of beans around the number
		p.ring(c, x, y+3, w, h)
		if c.Count > 9 {
			size = size * 3 / 4
		}
	}
	p.count(c.Count, size, x, y+3, w)
	p.rimmed(c, x, y, w, h)
	if c.Gain > 0 {
		p.badge("+"+strconv.Itoa(c.Gain), x, y, h, c.Row)
	}
}

// rimmed marks the rim of a hole or pot.
func (p *plan) rimmed(c *scene.Cell, x, y, w, h int) {
	switch {
	case c.Marks.Has(scene.Chosen):
		p.pill(paper, 8, x, y, w, h)
	case c.Marks.Has(scene.Target):
		p.pill(mark, 5, x, y, w, h)
		p.piece(op{kind: kindDot, ink: mark, size: 26}, x, y-h/2)
	case c.Marks.Has(scene.To):
		p.pill(mark, 7, x, y, w, h)
	case c.Marks.Has(scene.From):
		p.pill(mark, 3, x, y, w, h)
	}
}

// count writes the number of a hole or pot w wide, as large as fits.
func (p *plan) count(n, size, x, y, w int) {
	l, count := lettering{size, bold, white, false}, strconv.Itoa(n)
	for l.size > 22 && p.speller.width(count, l.weight, l.size) > w-6 {
		l.size -= 2
	}
	p.write(&p.over, l, centred, x, y, count)
}

// pot plans a pot with its number at the top and its beans heaped up from its foot.
func (p *plan) pot(c *scene.Cell, x, y, w, h int) {
	p.piece(op{kind: kindPit, ink: edge, a: int16(w), b: int16(h)}, x, y)
	size := 52
	if p.large {
		size = 64
	}
	const crown = 62 // of the pot's height is the number's
	p.heap(c.Count, x, y+h/2-13, w-20, h-crown-18)
	p.count(c.Count, size, x, y-h/2+crown/2+12, w)
	p.rimmed(c, x, y, w, h)
	if c.Gain > 0 {
		p.badge("+"+strconv.Itoa(c.Gain), x, y, h, 0) // at the foot
	}
}

// heap lays n beans in rows one upon the other, the first at the foot; each bean lies where it lay when there were fewer.
func (p *plan) heap(n, x, foot, w, h int) {
	const wide, high = 15, 11
	inRow := max(w/wide, 1)
	for i, row := 0, 0; i < min(n, maxHeap) && row*high < h; row++ {
		here := inRow - row%2
		if row < 2 { // the foot is round
			here = max(inRow-2+row, 1)
		}
		for k := 0; k < here && i < min(n, maxHeap); k, i = k+1, i+1 {
			slot := (here-1)/2 + (k+1)/2*(2*(k%2)-1) // from the middle outwards
			p.piece(op{kind: kindBean, size: 17, a: int16((i*5 + row) % 3)}, x+(2*slot-here+1)*wide/2, foot-row*high)
		}
	}
}

// ring lays beans around the number, on the side away from the middle of the board first. A bean lies where it lay when there were fewer.
func (p *plan) ring(c *scene.Cell, x, y, w, h int) {
	rx, ry := float64(w)/2-13, float64(h)/2-13
	for i := range c.Count {
		turn := math.Pi * (1 + float64((i+1)/2*(1-2*(i%2)))*2/maxBeans) // 0 is the top, clockwise
		if c.Row == 0 {
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
