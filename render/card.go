package render

import (
	"cmp"
	"slices"
	"strconv"
	"strings"

	"paddock/games/scene"
	"paddock/render/chart"
	"paddock/render/outline"
)

// cardEdge is the margin of a card's texts.
const cardEdge = 24

// card plans the share card of a finished match, as wide as pages show links: at the left the game,
// the result, the players and the course, at the right a board without the names of its places.
func (p *plan) card(s *scene.Scene) {
	const least = Width * 9 / 16
	left, under := Width/2, 0   // under is the room for the course under the board
	if s.Family == scene.Pits { // whether the board is much wider than high
		left = Width * 9 / 20
		if len(s.Course) > 1 {
			under = 130
		}
	}
	right := Width - left
	bottom := p.cardSide(s, left, under == 0)
	first, above := len(p.under), len(p.over)
	board, top, foot := *s, 0, 0 // foot is the room for the legend
	if s.Beside != nil {
		board, top = s.Beside.Scene, 2*cardEdge
		if s.Beside.Legend[0] != "" {
			foot = 40
		}
	}
	board.Form, board.Told = scene.Whole, true
	p.bare, p.across = true, right
	p.family(&board)
	high := p.height
	p.width, p.height = Width, max(least, bottom, top+high+foot+under)
	top += (p.height - top - high - foot - under) / 2
	p.move(first, above, left, top)
	if under > 0 {
		p.course(s, left, p.height-under, right-cardEdge/2, under-cardEdge/2)
	}
	heading := score
	if s.Family == scene.Hexes { // the sea reaches to the edges
		p.under = slices.Insert(p.under, first,
			op{kind: kindPlate, ink: water, a: int16(right), b: int16(p.height), x: int16(left)})
		heading.ink = white
	}
	if s.Beside != nil {
		p.write(&p.over, heading, centred, left+right/2, top-cardEdge,
			p.fit(heading, p.known(s.Beside.Label), right-2*cardEdge))
	}
	if foot > 0 {
		const sign, gap = 36, 34
		words, width := s.Beside.Legend, 2*sign+gap
		for i := range words {
			words[i] = p.known(words[i])
			width += p.speller.Width(words[i], heading.weight, heading.size)
		}
		x, y := left+(right-width)/2, top+high+foot/2-6
		p.piece(op{kind: kindCross, ink: lost, size: 18}, x+12, y)
		x += sign + gap + p.write(&p.over, heading, leftOf, x+sign, y, words[0])
		p.piece(op{kind: kindRing, ink: can, size: 22, a: 6}, x+12, y)
		p.write(&p.over, heading, leftOf, x+sign, y, words[1])
	}
}

// course plans the course of a card. Faces say whose the upper and the lower half is, because names would
// be cut there.
func (p *plan) course(s *scene.Scene, left, top, width, high int) {
	const room, size = 40, 36
	p.ground(op{kind: kindPlate, ink: panel, a: int16(width), b: int16(high), size: 10}, left, top)
	for i, side := range s.Sides[:min(2, len(s.Sides))] {
		p.face(s, side, left+room*7/10, top+high*(1+2*i)/4, size)
	}
	c := chart.Course{Shares: s.Course}
	if s.Beside != nil {
		c.Turns = []int{s.Beside.Move}
	}
	p.marks(chart.Curve(c, left+room, top, width-room, high))
}

// face plans a picture of a side around a place: a piece, or the initial of its name.
func (p *plan) face(s *scene.Scene, side scene.Side, x, y, size int) {
	if o := emblem(s, side.Seat, size); o.kind != kindNone {
		o.r = 0
		p.piece(o, x, y)
		return
	}
	colour, letter := badge(s.Family, side.Seat)
	p.piece(op{kind: kindDisc, ink: soft, size: int16(size - 2)}, x, y)
	p.piece(op{kind: kindDisc, ink: colour, size: int16(size - 8)}, x, y)
	p.write(&p.over, lettering{size * 7 / 10, outline.Bold, letter, false}, centred, x, y,
		chart.Initial(cmp.Or(p.playerName(side), p.seatName(side))))
}

// cardSide plans the texts of a card in a column of a width, with the course of the match if there
// is no room elsewhere, and returns where they end.
func (p *plan) cardSide(s *scene.Scene, width int, course bool) (bottom int) {
	w := width - cardEdge - cardEdge/2
	p.write(&p.over, score, leftOf, cardEdge, 38, p.fit(score, p.known(s.Title), w))
	p.piece(op{kind: kindPlate, ink: last, a: 64, b: 6, size: 3}, cardEdge, 60)
	result := p.known(upperFirst(s.Result))
	if result == "" { // the fonts lack letters of a name in it; the caption has no names
		result = p.known(upperFirst(s.Caption))
	}
	l, line := lettering{42, outline.Bold, text, false}, 50
	lines := p.wrap(l, result, w, 3)
	if strings.Join(lines, " ") != result {
		l.size, line = 32, 40
		lines = p.wrap(l, result, w, 4)
	}
	y := 80
	for _, t := range lines {
		p.write(&p.over, l, leftOf, cardEdge, y+line/2, t)
		y += line
	}
	y = p.players(s, cardEdge/2, y+10, width-cardEdge)
	if course && len(s.Course) > 1 { // the margin leaves room for the badge
		high := max(84, Width*9/16-cardEdge/2-y)
		p.course(s, chart.BadgeWidth, y, width-cardEdge/2-chart.BadgeWidth, high)
		return y + high + cardEdge/2
	}
	return y + chart.BadgeHeight
}

// players plans the players, one below the other: each with a piece or the initial, the name, and
// the score.
func (p *plan) players(s *scene.Scene, left, y, w int) (bottom int) {
	const gap = 8
	high, counted := 76, false
	if len(s.Sides) > 2 {
		high = 58
	}
	for _, side := range s.Sides {
		counted = counted || side.Points > 0
	}
	for _, side := range s.Sides {
		heavy, score := heavy.of(side), score.of(side)
		if side.Won {
			p.lit(left, y, w, high, 14)
		} else {
			p.piece(op{kind: kindPlate, ink: panel, a: int16(w), b: int16(high), size: 14}, left, y)
		}
		name, seat, mid, end := p.playerName(side), p.seatName(side), y+high/2, left+w-16
		p.face(s, side, left+10+high/2, mid, high-14)
		has := p.known(side.Score)
		if counted {
			number := lettering{44, outline.Bold, heavy.ink, false}
			end -= p.write(&p.over, number, rightEnd, end, mid, strconv.Itoa(side.Points)) + 12
			has = ""
		}
		from := left + high + 20
		room := end - from
		below := cmp.Or(has, seat) // the piece identifies the seat too
		wide := func() bool { return p.speller.Width(name, heavy.weight, heavy.size) > room }
		if lines := p.wrap(heavy, name, room, 2); has == "" && high >= 70 && wide() && len(lines) > 1 {
			name, below = lines[0], lines[1]
		}
		for heavy.size > smallest && wide() {
			heavy.size--
		}
		switch {
		case name == "" || high < 70:
			p.write(&p.over, heavy, leftOf, from, mid, p.fit(heavy, cmp.Or(name, seat), room))
		default:
			p.write(&p.over, heavy, leftOf, from, mid-16, p.fit(heavy, name, room))
			p.write(&p.over, score, leftOf, from, mid+19, p.fit(score, below, room))
		}
		y += high + gap
	}
	return y + gap/2
}

// badge returns a seat's colour, and a readable colour for letters on it. Seats of Hexes have an emblem
// on every board.
func badge(f scene.Family, seat int8) (colour, letter ink) {
	second := seat == 1
	switch {
	case f == scene.Squares && second:
		return blue, dark
	case f == scene.Squares:
		return red, white
	case f == scene.Graph && second:
		return fox, dark
	case f == scene.Pits && second:
		return pit, white
	}
	return white, dark
}
