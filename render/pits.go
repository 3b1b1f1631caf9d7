package render

import (
	"image"
	"math"
	"strconv"

	"paddock/games/scene"
	"paddock/render/chart"
	"paddock/render/outline"
)

// The largest numbers of beans drawn in a hole and in a pot. Above that only the number shows the
// count.
const (
	maxBeans = 19
	maxHeap  = 48
)

// tray holds the positions of the holes of a board.
type tray struct{ left, top, pitch, hole, potW, height, x0, x1, names, counts int }

// trayMiddle is the distance of the counts of both rows.
const trayMiddle = 14

// pits plans a board of holes, with pots at the ends. Names of holes are outside, counts between
// the rows, and a line for each side above and below (rules/kalah K24).
func (p *plan) pits(s *scene.Scene) {
	const margin, side = 6, 8
	m, strip := max(s.Cols-2, 1), p.room(54)
	p.width = p.span(Width)
	t := p.tray(m, margin+strip+6)
	p.height = t.top + t.height + side + 8 + strip + margin
	// The tray is seen a little from the front: its side is visible below its top.
	p.ground(op{kind: kindPlate, ink: pit, a: int16(t.x1 - t.x0), b: int16(t.height + side), size: 40}, t.x0, t.top)
	p.ground(op{kind: kindPlate, ink: grain, a: int16(t.x1 - t.x0), b: int16(t.height), size: 40}, t.x0, t.top)
	p.ground(op{kind: kindPlate, ink: wood, a: int16(t.x1 - t.x0 - 8), b: int16(t.height - 6), size: 36}, t.x0+4,
		t.top+4)
	if !p.bare {
		p.holeNames(s, t)
	}
	p.ground(op{kind: kindPlate, ink: grain, a: int16(t.pitch*m - 24), b: 4, size: 2}, t.left+12, t.top+t.height/2-2)
	owner := [2]int8{1, 0}
	if s.Turned {
		owner = [2]int8{0, 1}
	}
	for i := range s.Cells {
		c := s.Cells[i]
		if s.Turned {
			c.Col, c.Row = s.Cols-1-c.Col, 1-c.Row
		}
		switch {
		case c.Ground == scene.Pot:
			p.pot(&c, i, t)
		case c.Col >= 1 && c.Col <= m && c.Row >= 0 && c.Row <= 1:
			owner[c.Row] = c.Owner
			p.hole(s, &c, i, t)
		}
	}
	for row, at := range [2][2]int{{margin, margin}, {chart.BadgeWidth, t.top + t.height + side + 8}} {
		if side, ok := sideOf(s, owner[row]); ok && !p.bare {
			p.potName(side, at[0], at[1], Width-margin-at[0], strip, row, t)
		}
	}
	if s.Arrows && !p.bare && t.pitch >= 80 {
		p.arrows(m, t)
	}
}

// tray returns the places of a tray with m holes in a row, as large as fits in the picture's width.
func (p *plan) tray(m, top int) tray {
	t := tray{potW: 86, top: top, names: 44, counts: 50}
	between := 8
	switch {
	case p.bare:
		t.potW, between, t.names, t.counts = 44, 4, 16, 32
	case m > 8:
		t.potW, between = 70, 4
	}
	t.pitch = min((p.width-2*8-2*(t.potW+16))/m, 156)
	t.hole = t.pitch - between
	t.height = 2*(t.names+t.hole+t.counts) + trayMiddle
	t.left = (p.width - t.pitch*m) / 2
	t.x0, t.x1 = t.left-t.potW-16, p.width-t.left+t.potW+16
	return t
}

// holeNames plans the names of the holes, above and below the tray's rows.
func (p *plan) holeNames(s *scene.Scene, t tray) {
	for i, n := range s.ColLabels {
		x := t.left + i*t.pitch + t.pitch/2
		if s.Turned {
			x = Width - x
		}
		p.write(&p.under, label, centred, x, t.top+t.names/2-2, p.known(n))
		p.write(&p.under, label, centred, x, t.top+t.height-t.names/2+2, p.known(n))
	}
}

// potName plans the line of a side whose row of holes this is. Its names are at the end where its
// pot is, with a pointer to the pot, which shows the score.
func (p *plan) potName(side scene.Side, x, y, w, h, row int, t tray) {
	p.frame(side, x, y, w, h)
	o := op{kind: kindPointer, ink: soft, size: 24, a: down}
	switch {
	case side.Won:
		o.ink = dark
	case side.ToMove:
		o.ink = can
	}
	heavy, plain, mid, pot := heavy.of(side), plain.of(side), y+h/2, t.x0+10+t.potW/2
	name := p.seatName(side)
	gap := p.speller.Width(name, heavy.weight, heavy.size) + 10
	player, room := p.playerName(side), min(w, t.x1-x)-gap-2*t.potW
	plain = p.shrunk(plain, player, room)
	player = p.fit(plain, player, room)
	from := pot + 28
	if row == 1 {
		o.a, pot = up, t.x1-10-t.potW/2
		from = pot - 28 - gap - p.speller.Width(player, plain.weight, plain.size)
	}
	p.piece(o, pot, mid)
	p.write(&p.over, heavy, leftOf, from, mid, name)
	p.write(&p.over, plain, leftOf, from+gap, mid, player)
}

// arrows show the way of sowing, counter-clockwise, between the names of the holes and into the
// pots.
func (p *plan) arrows(m int, t tray) {
	const long = 34
	for i := range m {
		x, y := t.left+i*t.pitch, t.top+t.names/2-2
		p.ground(op{kind: kindLine, ink: text, a: long, size: 5}, x-long/2+6, y)
		p.ground(op{kind: kindPointer, ink: text, size: 20, a: left}, x-long/2+4, y)
		x, y = x+t.pitch, t.top+t.height-t.names/2+2
		p.ground(op{kind: kindLine, ink: text, a: -long, size: 5}, x+long/2-6, y)
		p.ground(op{kind: kindPointer, ink: text, size: 20, a: right}, x+long/2-4, y)
	}
}

// hole plans one hole with its beans, its count between the rows, and its marks.
func (p *plan) hole(s *scene.Scene, c *scene.Cell, i int, t tray) {
	x := t.left + (c.Col-1)*t.pitch + t.pitch/2
	y, count := t.top+t.names+t.hole/2, t.top+t.names+t.hole+t.counts/2+2
	if c.Row == 1 {
		y, count = 2*t.top+t.height-y, 2*t.top+t.height-count
	}
	// the area of the hole includes its name and count
	p.place(i, x, y, image.Rect(x-t.pitch/2, t.top+c.Row*t.height/2, x+t.pitch/2, t.top+(c.Row+1)*t.height/2))
	p.piece(op{kind: kindPit, a: int16(t.hole), b: int16(t.hole)}, x, y)
	if c.Marks.Has(scene.From) {
		// the spot is too large for a bean; the beans of a lap lie on it
		p.piece(op{kind: kindSpot, ink: last, size: int16(t.hole * 64 / 100)}, x, y+3)
	}
	from := len(p.over)
	p.heap(c, x, y+3, t.hole)
	p.stood(from)
	if c.Marks.Has(scene.Captured) {
		p.piece(op{kind: kindCross, ink: lost, size: int16(t.hole * 40 / 100)}, x, y+3)
	}
	p.chosen(c, x, y, t.hole, t.hole)
	for _, tr := range s.Tracks {
		if len(tr.Path) == 0 || s.Cells[tr.Path[0]].Name != c.Name || s.Cells[tr.Path[0]].Owner != c.Owner {
			continue
		}
		p.track(tr.Better, x, y, t.hole)
	}
	size := t.counts * 8 / 10
	if p.large {
		size = 52
	}
	p.count(c, text, size, x, count, t.pitch)
}

// track marks a hole that was sown, or that would have been better.
func (p *plan) track(better bool, x, y, hole int) {
	if better {
		p.pill(can, 8, x, y, hole, hole)
		return
	}
	p.pill(lost, 5, x, y, hole, hole)
	p.piece(op{kind: kindCross, ink: lost, size: 26}, x+hole*36/100, y-hole*36/100)
}

// chosen marks the holes that can be chosen.
func (p *plan) chosen(c *scene.Cell, x, y, w, h int) {
	switch target := c.Marks.Has(scene.Target); {
	case c.Marks.Has(scene.Chosen):
		p.pill(can, 7, x, y, w, h)
	case target, c.Marks.Has(scene.Movable), c.Marks.Has(scene.Must):
		p.pill(can, 4, x, y, w, h)
		if target {
			p.piece(op{kind: kindRing, ink: can, size: 30, a: 8, b: 1}, x, y+3)
		}
	}
}

// count writes the number of a hole or pot as large as fits in width w. The place of the last bean
// has a plate under its number.
func (p *plan) count(c *scene.Cell, i ink, size, x, y, w int) {
	l, count := lettering{size, outline.Bold, i, false}, strconv.Itoa(c.Count)
	for l.size > 22 && p.speller.Width(count, l.weight, l.size) > w-8 {
		l.size -= 2
	}
	if c.Count == 0 && c.Ground != scene.Pot {
		l.ink = soft
	}
	if c.Marks.Has(scene.To) {
		n, h := min(max(p.speller.Width(count, l.weight, l.size)+22, 48), w-2), l.size+4
		p.piece(op{kind: kindPlate, ink: last, a: int16(n), b: int16(h), size: int16(h / 2)}, x-n/2, y-h/2)
		l.ink = deep
	}
	if !p.bare || l.size >= smallest {
		p.write(&p.over, l, centred, x, y, count)
	}
}

// pot plans a pot with its number at the top and its beans stacked from its foot.
func (p *plan) pot(c *scene.Cell, i int, t tray) {
	x, y, w, h := t.x0+10+t.potW/2, t.top+t.height/2, t.potW, t.height-2*t.names+20
	if c.Col > 0 {
		x = t.x1 - 10 - t.potW/2
	}
	p.place(i, x, y, box(x, y, w+8, h+8)) // the area of the cell contains the pot's rim
	p.piece(op{kind: kindPit, a: int16(w), b: int16(h)}, x, y)
	size := t.potW * 56 / 100
	if p.large {
		size = 60
	}
	top := y - h/2 + t.potW*53/100
	from := len(p.over)
	p.stack(c, x, y+h/2-t.potW*21/100, w-16, h-t.potW*142/100, max(14, t.potW*28/100))
	p.stood(from)
	p.count(c, white, size, x, top, w)
	if c.Gain > 0 && !p.bare {
		plus := lettering{28, outline.Bold, last, false}
		p.write(&p.over, plus, centred, x, top+42, "+"+strconv.Itoa(c.Gain))
	}
	p.chosen(c, x, y, w, h)
}

// spots are the places of beans in a hole, in hundredths of the way from its middle to its rim:
// first around the middle, then on top.
var spots = [maxBeans][2]int{
	{-42, 4},
	{44, -6},
	{6, 84},
	{-4, -86},
	{-78, 56},
	{80, -54},
	{78, 56},
	{-78, -56},
	{2, 0},
	{-34, 46},
	{36, -46},
	{52, 30},
	{-54, -28},
	{0, -52},
	{2, 52},
	{-90, 4},
	{90, -2},
	{30, 84},
	{-30, -84},
}

// heap places beans in a hole. A bean keeps its place when more are added. The beans of the last
// turn come last.
func (p *plan) heap(c *scene.Cell, x, y, hole int) {
	size := min(hole*38/100, 46)
	rim := float64(hole-size)/2 - 2 // greatest distance of a bean from the middle of the hole
	sin, cos := math.Sincos(float64(c.Col*2+c.Row) * math.Pi / 3.3)
	for i, at := range spots[:max(0, min(c.Count, maxBeans))] {
		dx, dy := float64(at[0])*rim/100, float64(at[1])*rim/100
		p.piece(beanOp(size, i, i >= c.Count-c.Gain), x+int(math.Round(dx*cos-dy*sin)),
			y+int(math.Round(dx*sin+dy*cos)))
	}
}

// stack places the beans of a pot in rows, the first at the foot. Each bean keeps its place when
// more are added.
func (p *plan) stack(c *scene.Cell, x, foot, w, h, size int) {
	wide, high := size*17/24, size*13/24
	inRow := max(w/wide, 1)
	inRowOf := func(row int) int {
		if row == 0 { // the foot of a pot is round, so its first row is shorter
			return max(inRow-2, 1)
		}
		return max(inRow-row%2, 1)
	}
	room := 0
	for row := range (h + high - 1) / high {
		room += inRowOf(row)
	}
	n := min(c.Count, maxHeap, room)
	for i, row := 0, 0; i < n; row++ {
		here := inRowOf(row)
		for k := 0; k < here && i < n; k, i = k+1, i+1 {
			slot := (here-1)/2 + (k+1)/2*(2*(k%2)-1) // rows fill from the middle outwards
			p.piece(beanOp(size, i, i >= n-c.Gain), x+(2*slot-here+1)*wide/2, foot-row*high)
		}
	}
}

// beanOp returns the i-th bean. A new bean came in the last turn.
func beanOp(size, i int, fresh bool) op {
	o := op{kind: kindBean, ink: bean, size: int16(size), a: int16((i*5 + i/3) % 4 * 4)}
	if fresh {
		o.ink = last
	}
	return o
}

// pill draws a ring around a hole.
func (p *plan) pill(i ink, pen, x, y, w, h int) {
	p.piece(op{kind: kindPill, ink: i, a: int16(w + pen), b: int16(h + pen), size: int16(pen)}, x, y)
}
