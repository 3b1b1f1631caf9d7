package render

import (
	"cmp"
	"math"
	"strconv"

	"paddock/games/scene"
	"paddock/render/chart"
	"paddock/render/outline"
)

// seaWidth is less than Width, because the many edges of tiles make large files. It is still twice
// the width on a desktop.
const seaWidth = 680

// berthHeight is the height of a side's panel.
const berthHeight = 78

// hexes plans a sea with tiles of ice (rules/fish F44), with the sides in two columns below. At the
// end the sea takes their room.
func (p *plan) hexes(s *scene.Scene) {
	const margin = 6
	p.width = p.span(seaWidth)
	c := newComb(s, p.width, p.bare)
	p.height = c.bottom + margin
	sea := c.bottom
	if !p.bare {
		rows := (len(s.Sides) + 1) / 2
		if s.Result == "" {
			p.berths(s, p.height, margin)
		}
		if p.height += rows * (berthHeight + margin); s.Result != "" {
			sea = p.height
		}
	}
	p.ground(op{kind: kindPlate, ink: water, a: int16(p.width), b: int16(sea)}, 0, 0)
	p.waves(s, c, sea)
	if s.Result != "" {
		p.podium(s, max(c.bottom, sea-chart.BadgeHeight))
		return
	}
	if !p.bare {
		p.rulers(s, c)
	}
	for i := range s.Cells {
		p.floe(s, &s.Cells[i], c)
	}
	p.prints(s, s.Path, last, c)
	for _, t := range s.Tracks {
		p.compareTiles(s, t, c)
	}
	for i := range s.Cells {
		x, y := c.at(s, &s.Cells[i])
		p.placeHex(i, x, y, c)
		p.tile(s, &s.Cells[i], c)
	}
	if !p.bare && !p.touched && !c.small() {
		p.tags(s, c)
	}
	at := func(cell *scene.Cell) (x, y int) { return c.at(s, cell) }
	p.carry(s, at, func(cell *scene.Cell, x, y int) { p.stand(cell, x, y, c) })
}

// berths plans the panels of all sides, from y on.
func (p *plan) berths(s *scene.Scene, y, margin int) {
	left, cells := chart.BadgeWidth, [4]int{0, 1, 2, 3}
	if len(s.Sides) == 3 { // three sides are in two rows; the badge covers one of the four places
		left, cells[2] = margin, 3
	}
	w := (seaWidth - left - 2*margin) / 2
	for i, side := range s.Sides[:min(len(s.Sides), len(cells))] {
		p.berth(s, side, left+cells[i]%2*(w+margin), y+cells[i]/2*(berthHeight+margin), w, berthHeight)
	}
}

// prints draws the path of a penguin: a spot on every edge that it crossed, which keeps tiles
// readable.
func (p *plan) prints(s *scene.Scene, path []int, i ink, c comb) {
	for n := 1; n < len(path); n++ {
		x0, y0 := c.at(s, &s.Cells[path[n-1]])
		x1, y1 := c.at(s, &s.Cells[path[n]])
		dx, dy := x1-x0, y1-y0
		tiles := max(1, int(math.Round(math.Hypot(float64(dx), float64(dy))/(math.Sqrt(3)*float64(c.side)))))
		for k := 1; k < 2*tiles; k += 2 {
			p.piece(op{kind: kindSpot, ink: i, size: int16(max(8, c.side*30/100))}, x0+dx*k/(2*tiles),
				y0+dy*k/(2*tiles)-c.lift())
		}
	}
}

// compareTiles draws a move to compare: its path, and a frame at its end. The played move also has
// a cross in the corner.
func (p *plan) compareTiles(s *scene.Scene, t scene.Track, c comb) {
	if len(t.Path) == 0 {
		return
	}
	i := lost
	if t.Better {
		i = can
	}
	x, y := c.at(s, &s.Cells[t.Path[len(t.Path)-1]])
	y -= c.lift()
	p.piece(c.hex(kindHexRing, i, 4, max(5, c.side/6)), x, y)
	p.prints(s, t.Path, i, c)
	if !t.Better {
		p.piece(op{kind: kindCross, ink: lost, size: int16(c.side * 26 / 100)}, x-c.side*58/100, y-c.side*40/100)
	}
}

// waves draws the water of missing tiles, and of all tiles at the end of a game.
func (p *plan) waves(s *scene.Scene, c comb, sea int) {
	const across, down, long = 96, 44, 52
	if s.Result != "" {
		for row := range (sea - 12) / down {
			for x := 30 + row%2*across/2; x < p.width; x += across {
				p.ground(op{kind: kindWave, ink: swell, size: long}, x, 24+row*down)
			}
		}
		return
	}
	for i := range s.Cells {
		cell, half := &s.Cells[i], c.side*6/10
		x, y := c.at(s, cell)
		// the rulers don't show the name
		inside := cell.Row >= c.top && cell.Row <= c.low && x-half > 24 && x+half < p.width
		if cell.Ground == scene.Water && !c.small() && inside {
			p.piece(op{kind: kindWave, ink: swell, size: int16(2 * half)}, x, y)
		}
	}
}

// podium draws what each player has caught at the end: blocks of ice as high as the catch, with
// penguins on top, that stand in the sea at bottom. Each has the player's name and number, on a
// bright plate for winners, unless a card shows them beside it.
func (p *plan) podium(s *scene.Scene, bottom int) {
	most := 1
	for _, side := range s.Sides {
		most = max(most, side.Points)
	}
	n := max(len(s.Sides), 2)
	pitch := (p.width - 40) / n
	const foot, least = 40, 20 // height below the fish, and the smallest size at which a fish can be recognised
	high := 112                // the heights of the name and the number
	if p.bare {
		high = 20
	}
	w, bird := min(pitch-14, 236), min(pitch*7/10, bottom*3/10, 180)
	room := bottom - bird - high - foot - 20
	size, inRow := 46, 1 // the size of a fish, and how many stand side by side
	height := func(fish int) int { return (fish + inRow - 1) / inRow * size * 6 / 10 }
	fits := func() bool {
		inRow = max(1, (w-12)/size)
		return height(most) <= room
	}
	for !fits() && size >= least {
		size -= 2
	}
	for i, side := range s.Sides {
		x, points := 20+i*pitch+pitch/2, max(0, side.Points)
		h := high + foot + height(points)
		if size < least { // fish would be too small, so a block is as high as its catch
			h = high + foot + points*max(0, room)/most
		}
		top := bottom - h
		p.piece(op{kind: kindPlate, ink: swell, a: int16(w), b: int16(h - 4), size: 14}, x-w/2, top)
		p.piece(op{kind: kindPlate, ink: ice, a: int16(w), b: int16(h - 6), size: 14}, x-w/2, top-10)
		p.piece(pieceOp(scene.Piece{Shape: scene.Penguin, Seat: side.Seat}, 0, bird), x, top-bird/2-2)
		if !p.bare {
			p.caught(side, x, top, w, high, size < least)
		}
		if size < least {
			continue
		}
		for n := range points {
			p.piece(op{kind: kindFish, size: int16(size - 6)}, x-inRow*size/2+n%inRow*size+size/2,
				bottom-foot-n/inRow*size*6/10)
		}
	}
	p.piece(op{kind: kindPlate, ink: water, a: int16(p.width), b: 22}, 0, bottom-22)
}

// caught writes a player's name and number of fish on a block of ice that begins at top. Alone adds
// a fish to the number.
func (p *plan) caught(side scene.Side, x, top, w, high int, alone bool) {
	number, player := lettering{60, outline.Bold, swim, false}, lettering{28, outline.Bold, swim, false}
	if side.Won {
		p.piece(op{kind: kindPlate, ink: last, a: int16(w - 12), b: int16(high - 14), size: 14}, x-w/2+6, top+2)
		number.ink, player.ink = dark, dark
	}
	name := cmp.Or(p.playerName(side), p.seatName(side))
	for player.size > smallest && p.speller.Width(name, player.weight, player.size) > w-20 {
		player.size--
	}
	p.write(&p.over, player, centred, x, top+24, p.fit(player, name, w-20))
	y := top + 70
	if !alone {
		p.write(&p.over, number, centred, x, y, strconv.Itoa(side.Points))
		return
	}
	half := p.write(&p.over, number, centred, x-24, y, strconv.Itoa(side.Points)) / 2
	p.piece(op{kind: kindFish, size: 46}, x+half+8, y+2)
}

// stand plans a penguin in the middle of its tile.
func (p *plan) stand(cell *scene.Cell, x, y int, c comb) {
	o := pieceOp(cell.Piece, 0, c.penguin(p.large))
	o.r = 0 // penguins differ by their heads
	switch {
	case p.bare:
		o.kind, o.size = kindHead, int16(c.side*150/100)
	case c.small():
		o.kind, o.size, x = kindHead, int16(c.side*130/100), x-c.side*38/100
	default:
		y -= c.side * 8 / 100
	}
	p.man(o, x, y)
}

// tags labels each tile that can be chosen for a move with its name, at its lower edge and within it,
// as a finger on the label means that tile. The other tiles have no label: the rulers beside the board
// are enough.
func (p *plan) tags(s *scene.Scene, c comb) {
	for i := range s.Cells {
		cell := &s.Cells[i]
		if cell.Ground != scene.Tile || !choosable(cell) {
			continue
		}
		l := lettering{26, outline.Medium, swim, true}
		name := p.known(cell.Name)
		const high = smallest
		w := p.speller.Width(name, l.weight, l.size) + 10
		x, y := c.at(s, cell)
		if c.flat {
			y += c.dy - high/2 - 4
		} else { // the text is as low as the two sides that meet at the bottom allow
			y += c.side - (w+high)*4/14 - 4
		}
		p.piece(op{kind: kindPlate, ink: swim, a: int16(w + 4), b: high + 4, size: high / 2}, x-w/2-2, y-high/2-2)
		p.piece(op{kind: kindPlate, ink: white, a: int16(w), b: high, size: high/2 - 2}, x-w/2, y-high/2)
		p.write(&p.over, l, centred, x, y, name)
	}
}

// choosable reports whether a tile can be chosen for a move.
func choosable(cell *scene.Cell) bool {
	return cell.Marks&(scene.Chosen|scene.Target|scene.Movable) != 0
}

// penguin returns the size of penguins.
func (c comb) penguin(large bool) int {
	k := 132
	if c.flat {
		k = 122
	}
	if large {
		k += 3
	}
	return c.side * k / 100
}

// comb holds the positions of hexagons. All its measures are whole pixels, so that every tile looks
// the same.
type comb struct {
	side         int // length of a hexagon's side
	flat         bool
	x, y, dx, dy int // middle of the upper left tile, and the distances between tiles and between rows
	top, low     int // the first and the last row that are shown
	bottom       int
}

func newComb(s *scene.Scene, width int, bare bool) comb {
	// water beside the tiles, the greatest height of the board, and the room for labels
	const sea, high, ruler = 8, 880, 24
	const far = 1 << 10
	left, right, top, low := far, 0, far, 0 // the edges of the visible part, with columns in halves of dx
	for i := range s.Cells {
		cell := &s.Cells[i]
		if s.Cropped && cell.Ground == scene.Water && cell.Marks == 0 {
			continue
		}
		at := 2*cell.Col + s.Shifted(cell.Row)
		left, right, top, low = min(left, at), max(right, at), min(top, cell.Row), max(low, cell.Row)
	}
	left, top = min(left, right), min(top, low)
	cols, rows, k := float64(right-left)/2, float64(low-top), math.Sqrt(3)
	c, wide := comb{flat: s.FlatTop, top: top, low: low}, float64(width-2*sea)
	half, edge := 0, 10
	if !bare {
		wide -= ruler
		edge += 20
	}
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
	c.x = (width - c.dx*(right-left)/2) / 4 * 2
	if !bare {
		c.x += ruler / 2
	}
	c.y = edge + half
	c.bottom = c.y + c.dy*(low-top) + half + edge
	c.x, c.y = c.x-c.dx/2*left, c.y-c.dy*top
	return c
}

// lift returns the height of a tile's top above its foot.
func (c comb) lift() int { return max(1, c.side/20) }

// small reports whether tiles have room for only one fish and no name.
func (c comb) small() bool { return c.side < 42 }

func (c comb) at(s *scene.Scene, cell *scene.Cell) (x, y int) {
	return c.x + c.dx*cell.Col + c.dx/2*s.Shifted(cell.Row), c.y + c.dy*cell.Row
}

func (c comb) hex(kind kind, i ink, less, pen int) op {
	o := op{kind: kind, ink: i, size: int16(c.side - less), b: int16(pen)}
	if c.flat {
		o.a = 1
	}
	return o
}

// floe plans the ground of a cell: ice with its side below. It is filled where the last move ended,
// with a spot where it began. Moves before it have a frame and a smaller spot.
func (p *plan) floe(s *scene.Scene, cell *scene.Cell, c comb) {
	x, y := c.at(s, cell)
	spot, earlier := c.side*60/100, cell.Marks.Has(scene.Earlier)
	if earlier {
		spot = c.side * 34 / 100
	}
	if cell.Ground == scene.Tile {
		top := ice
		if cell.Marks.Has(scene.To) && !earlier {
			top = last
		}
		p.piece(c.hex(kindHex, swell, 3, 0), x, y+c.lift())
		p.piece(c.hex(kindHex, top, 3, 0), x, y-c.lift())
		if cell.Marks.Has(scene.To) && earlier {
			p.piece(c.hex(kindHexRing, last, 3, max(3, c.side/9)), x, y-c.lift())
		}
	}
	if cell.Marks.Has(scene.From) || cell.Marks.Has(scene.To) && cell.Ground != scene.Tile {
		p.piece(op{kind: kindSpot, ink: last, size: int16(spot)}, x, y)
	}
}

// tile plans the content of a cell: its name, its fish, a penguin, and whether it can be chosen.
func (p *plan) tile(s *scene.Scene, cell *scene.Cell, c comb) {
	x, y := c.at(s, cell)
	if cell.Ground != scene.Tile {
		if cell.Marks.Has(scene.Target) {
			p.piece(op{kind: kindRing, ink: can, size: int16(c.side * 60 / 100), a: 8}, x, y)
		}
		return
	}
	y -= c.lift()
	const less = 4
	pen := max(4, c.side/8)
	switch {
	case cell.Marks.Has(scene.Chosen):
		p.piece(c.hex(kindHexRing, can, less, pen+4), x, y)
	case cell.Marks.Has(scene.Target):
		p.piece(c.hex(kindHexRing, can, less, pen), x, y)
	case cell.Marks.Has(scene.Movable):
		p.piece(c.hex(kindHexRing, can, less, max(3, pen/2)), x, y)
	}
	small, number := c.small(), lettering{c.side * 96 / 100, outline.Bold, swim, true}
	if cell.Marks.Has(scene.To) && !cell.Marks.Has(scene.Earlier) {
		number.ink = dark
	}
	penguin := cell.Piece.Shape != scene.NoPiece
	if penguin {
		p.stand(cell, x, y, c)
	} else if choosable(cell) && !p.bare && !small { // the margin leaves room for the tag
		y -= c.side * 25 / 100
		c.side = c.side * 76 / 100
		number.size = min(number.size, c.side)
	}
	switch {
	case penguin && p.bare:
	case penguin:
		aside := 58
		if small {
			aside = 80
		}
		p.piece(op{kind: kindBadge, size: int16(max(33, c.side*62/100)), r: rune('0' + min(cell.Count, 9))},
			x+c.side*aside/100, y+c.side*14/100)
	case small:
		if number.size = max(20, min(c.side, 34)); p.bare && number.size < smallest {
			return
		}
		p.write(&p.over, number, centred, x, y, strconv.Itoa(cell.Count))
	case p.large:
		p.write(&p.over, number, centred, x, y, strconv.Itoa(cell.Count))
	default:
		p.shoal(cell.Count, x, y, c)
	}
}

// shoal draws n fish as on dice.
func (p *plan) shoal(n, x, y int, c comb) {
	n = max(1, min(n, 5))
	for _, at := range schools[n-1] {
		p.piece(op{kind: kindFish, size: int16(c.side * [5]int{110, 84, 68, 62, 54}[n-1] / 100)}, x+at[0]*c.side/100,
			y+at[1]*c.side/100)
	}
}

// schools are the places of one to five fish, in hundredths of a tile's side.
var schools = [5][][2]int{
	{{0, 0}},
	{{0, -26}, {0, 26}},
	{{0, -34}, {-37, 20}, {37, 20}},
	{{-36, -22}, {36, -22}, {-36, 22}, {36, 22}},
	{{-34, -32}, {34, -32}, {0, 0}, {-34, 32}, {34, 32}},
}

// rulers plans labels of rows at the left and of columns above and below, as on the text board. A
// column is named where its outermost tile is.
func (p *plan) rulers(s *scene.Scene, c comb) {
	ink := label
	ink.ink, ink.size = ice, 26
	for i := range s.Cells {
		cell := &s.Cells[i]
		x, y := c.at(s, cell)
		if cell.Row < c.top || cell.Row > c.low {
			continue
		}
		if cell.Col == 0 && cell.Row < len(s.RowLabels) && c.dy >= ink.size {
			p.write(&p.under, ink, centred, 14, y, p.known(s.RowLabels[cell.Row]))
		}
		for _, at := range [2][2]int{{c.top, 16}, {c.low, c.bottom - 16}} {
			if cell.Row == at[0] && cell.Col < len(s.ColLabels) && x > c.side/2 && x < p.width-c.side/2 {
				p.write(&p.under, ink, centred, x, at[1], p.known(s.ColLabels[cell.Col]))
			}
		}
	}
}

// berth plans one side in a panel of two lines: its piece, its names, its score. A long player's
// name replaces the seat's name, because the piece shows the seat.
func (p *plan) berth(s *scene.Scene, side scene.Side, x, y, w, h int) {
	p.frame(side, x, y, w, h)
	heavy, plain, score := heavy.of(side), plain.of(side), score.of(side)
	left, end := x+16, x+w-8
	size := h - 14
	if c := newComb(s, p.width, p.bare); !c.small() && c.penguin(p.large) < h-4 {
		size = c.penguin(p.large) // the penguin is as large as on the board: equal sprites make smaller files
	}
	if o := emblem(s, side.Seat, size); o.kind != kindNone {
		o.r = 0
		p.piece(o, left+25, y+h/2)
	}
	left += 58
	seat, name := p.seatName(side), p.playerName(side)
	first, second := y+h/2-17, y+h/2+18
	indent := func() int { return p.speller.Width(seat, heavy.weight, heavy.size) + 10 }
	across := func() int { return indent() + p.speller.Width(name, plain.weight, plain.size) }
	if slight := heavy.size - 4; across() > end-left { // the letters become a little smaller, if that is enough
		was := [2]int{heavy.size, plain.size}
		if heavy.size, plain.size = slight, slight; across() > end-left {
			heavy.size, plain.size = was[0], was[1]
		}
	}
	if name == "" || across() <= end-left {
		p.write(&p.over, heavy, leftOf, left, first, p.fit(heavy, seat, end-left))
		p.write(&p.over, plain, leftOf, left+indent(), first, name)
	} else {
		plain = p.shrunk(plain, name, end-left)
		p.write(&p.over, plain, leftOf, left, first, p.fit(plain, name, end-left))
	}
	has, l := p.known(side.Score), score
	l.crisp = true
	l = p.shrunk(l, has, end-left) // the score is never cut
	p.write(&p.over, l, leftOf, left, second, p.fit(l, has, end-left))
}
