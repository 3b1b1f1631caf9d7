package render

import (
	"math"

	"paddock/games/scene"
)

// kind is what an op draws. The measures of each are in its drawing method.
type kind uint8

const (
	kindNone kind = iota
	kindGlyph
	kindPlate
	kindLine
	kindArrow
	kindRing
	kindDisc
	kindDot
	kindCross
	kindPointer
	kindHalo
	kindBurst
	kindPit
	kindBean
	kindPoint
	kindSheep
	kindFox
	kindSoldier
	kindPenguin
	kindChip
	kindHex
	kindHexRing
	kindFish
	kindPill
	kindBox
	kindRim
	kindRail
	kindWire
)

// Bits of an op's b for pieces.
const (
	ghost  = 1 << iota // captured: faded
	open               // known to all: an open face
	moved              // with a thin frame
	large              // with a large letter
	flying             // on its way: with hard edges
)

// pieceOp is a piece of a scene, size pixels across.
func pieceOp(piece scene.Piece, flags int16, size int) op {
	o := op{size: int16(size), a: int16(piece.Seat), b: flags}
	for _, r := range piece.Letter {
		o.r = r
		break
	}
	switch piece.Shape {
	case scene.Sheep:
		o.kind, o.a, o.r = kindSheep, 0, 0
	case scene.Fox:
		o.kind, o.a, o.r = kindFox, 0, 0
	case scene.Penguin:
		o.kind = kindPenguin
	default:
		o.kind = kindSoldier
	}
	return o
}

// reach is how far from its origin an op may draw.
func (o op) reach() (w, h int) {
	abs := func(v int16) int { return max(int(v), -int(v)) }
	switch o.kind {
	case kindBox:
		return abs(o.a), abs(o.a)
	case kindPlate, kindRim, kindPit, kindPill:
		return abs(o.a) + 8, abs(o.b) + 8
	case kindLine, kindArrow, kindRail, kindWire:
		return abs(o.a) + 8*int(o.size), abs(o.b) + 8*int(o.size)
	case kindRing, kindHalo, kindHexRing:
		return int(o.size) + 24, int(o.size) + 24
	}
	return 2*int(o.size) + 8, 2*int(o.size) + 8
}

// ghostly reports whether o is a piece that is not there any more.
func (o op) ghostly() bool { return o.kind >= kindSheep && o.kind <= kindPenguin && o.b&ghost != 0 }

// draw draws o at the canvas's origin.
func (c *canvas) draw(o op) {
	s := float32(o.size)
	a, b := float32(o.a), float32(o.b)
	switch o.kind {
	case kindGlyph:
		c.fill(o.ink, glyph(o.r, weight(o.a), int(o.size)))
	case kindPlate: // a wide, b high, its upper left corner at the origin, corners with radius size
		c.fill(o.ink, new(path).plate(0, 0, a, b, s))
	case kindRim: // like a plate, gold in dark lines, hollow
		c.fill(text, rim(a, b, s, 0, 9))
		c.fill(gold, rim(a, b, s, 2, 7))
	case kindWire: // a line with hard edges: at 45 degrees its steps are even, and files are smaller
		c.hard = true
		c.fill(o.ink, new(path).line(0, 0, a, b, s))
		c.hard = false
	case kindRail:
		c.rail(a, b, s)
	case kindLine: // to (a, b), size wide
		c.fill(o.ink, new(path).line(0, 0, a, b, s))
	case kindArrow:
		c.arrow(a, b, s)
	case kindRing: // size across, with a pen a wide, cased in paper
		c.fill(white, new(path).ring(0, 0, s/2, a+5))
		c.fill(o.ink, new(path).ring(0, 0, s/2, a))
	case kindDisc: // size across
		c.fill(o.ink, new(path).disc(0, 0, s/2))
	case kindDot: // size across, cased
		c.fill(white, new(path).disc(0, 0, s/2+3))
		c.fill(o.ink, new(path).disc(0, 0, s/2))
	case kindCross: // size across
		r := s / 2
		c.fill(white, new(path).line(-r, -r, r, r, 11).line(-r, r, r, -r, 11))
		c.fill(o.ink, new(path).line(-r, -r, r, r, 6).line(-r, r, r, -r, 6))
	case kindPointer: // a triangle pointing right
		c.fill(text, new(path).polygon(-s*.4, -s*.5, s*.5, 0, -s*.4, s*.5))
	case kindHalo:
		c.fill(text, new(path).ring(0, 0, s/2, 11))
		c.fill(gold, new(path).ring(0, 0, s/2, 6))
	case kindBurst:
		c.burst(s)
	case kindPit:
		c.pit(o.ink, a, b)
	case kindBean:
		c.bean(s, a)
	case kindPoint: // an empty point of a graph
		c.fill(text, new(path).disc(0, 0, s/2+2))
		c.fill(o.ink, new(path).disc(0, 0, s/2))
	case kindSheep:
		c.sheep(s / 2)
	case kindFox:
		c.fox(s / 2)
	case kindSoldier:
		c.soldier(o)
	case kindPenguin:
		c.penguin(o)
	case kindChip:
		c.chip(o)
	case kindHex:
		c.fill(o.ink, new(path).polygon(hexagon(s, o.a != 0)...))
	case kindHexRing: // with a pen b wide; gold is cased in dark
		xy, casing := hexagon(s, o.a != 0), white
		if o.ink == gold {
			casing = text
		}
		c.fill(casing, new(path).outline(b+4, xy...))
		c.fill(o.ink, new(path).outline(b, xy...))
	case kindFish:
		c.fish(s)
	case kindPill: // around a hole a wide and b high, with a pen size wide
		c.fill(white, tube(a, b, s+5))
		c.fill(o.ink, tube(a, b, s))
	case kindBox: // a frame in a square a wide, with a pen size wide
		c.fill(text, new(path).frame(a, s+2))
		c.fill(o.ink, new(path).frame(a-2, s))
	}
}

// rail is a fence to (x, y) along one of the axes: two rails between posts about gap apart.
func (c *canvas) rail(x, y, gap float32) {
	c.hard = true
	defer func() { c.hard = false }()
	n := max(1, float32(math.Round(float64((x+y)/gap))))
	along, across := x/(x+y), y/(x+y)
	for _, pen := range [2]struct {
		ink   ink
		extra float32
	}{{text, 1.5}, {white, 0}} {
		rails, posts := new(path), new(path)
		for _, off := range [2]float32{-4, 4} {
			rails.line(off*across, off*along, x+off*across, y+off*along, 3+2*pen.extra)
		}
		c.fill(pen.ink, rails)
		for i := float32(0); i <= n; i++ {
			long, short := 20+2*pen.extra, 7+2*pen.extra
			w, h := short*along+long*across, long*along+short*across
			posts.plate(x*i/n-w/2, y*i/n-h/2, w, h, 3)
		}
		c.fill(pen.ink, posts)
	}
}

// hexagon is a hexagon with sides s long, with a flat side or a point on top.
func hexagon(s float32, flat bool) []float32 {
	h := s * float32(math.Sqrt(3)) / 2
	if flat {
		return []float32{-s / 2, -h, s / 2, -h, s, 0, s / 2, h, -s / 2, h, -s, 0}
	}
	return []float32{0, -s, h, -s / 2, h, s / 2, 0, s, -h, s / 2, -h, -s / 2}
}

// arrow goes to (x, y) with a shaft w wide, cased in paper so that it is seen on every ground.
func (c *canvas) arrow(x, y, w float32) {
	n := float32(math.Hypot(float64(x), float64(y)))
	if n == 0 {
		return
	}
	ux, uy := x/n, y/n
	head := min(3.2*w, n)
	bx, by := x-ux*head, y-uy*head // where the head begins
	shape := func(extra float32) *path {
		hw := 1.7*w + extra*1.3
		tx, ty := x+ux*extra*1.9, y+uy*extra*1.9
		cx, cy := bx-ux*extra, by-uy*extra
		p := new(path).line(0, 0, bx, by, w+2*extra)
		return p.polygon(cx-uy*hw, cy+ux*hw, cx+uy*hw, cy-ux*hw, tx, ty)
	}
	c.fill(white, shape(2.5))
	c.fill(mark, shape(0))
}

// burst is a star for a fight.
func (c *canvas) burst(s float32) {
	star := func(r float32) []float32 {
		var xy []float32
		for i := range 16 {
			k := r
			if i%2 == 1 {
				k = r * .55
			}
			sin, cos := math.Sincos(float64(i) * math.Pi / 8)
			xy = append(xy, k*float32(sin), -k*float32(cos))
		}
		return xy
	}
	c.fill(text, new(path).polygon(star(s/2+3)...))
	c.fill(gold, new(path).polygon(star(s/2-1)...))
}

// pit is a recess w wide and h high with round ends, centred on the origin, with a rim of the given ink.
func (c *canvas) pit(rim ink, w, h float32) {
	r := min(w, h) / 2
	at := func(grow, dy float32) *path {
		return new(path).plate(-w/2-grow, -h/2-grow+dy, w+2*grow, h+2*grow, r+grow)
	}
	if rim == gold {
		c.fill(text, at(6, 0))
		c.fill(gold, at(4, 0))
		c.fill(text, at(0, 0))
	} else {
		c.fill(rim, at(3, 0))
	}
	c.fill(deep, at(-1, 0))
	// The floor begins further down than the wall: light falls in from above.
	c.fill(pit, new(path).plate(-w/2+3, -h/2+9, w-6, h-12, r-3))
}

// bean is size long, turned by a sixteenths of a full turn.
func (c *canvas) bean(s, a float32) {
	turn := a * math.Pi / 8
	c.fill(text, new(path).oval(0, 0, s*.5+1.5, s*.34+1.5, turn))
	c.fill(bean, new(path).oval(0, 0, s*.5, s*.34, turn))
}

// sheep is a woolly disc with a dark face.
func (c *canvas) sheep(r float32) {
	fleece := func(k, dy float32) *path {
		p := new(path).disc(0, dy, r*.80*k)
		for i := range 11 {
			sin, cos := math.Sincos(float64(i)*2*math.Pi/11 + .1)
			p.disc(r*.72*k*float32(sin), dy-r*.72*k*float32(cos), r*.245*k)
		}
		return p
	}
	c.fill(text, fleece(1.03, 0))
	c.fill(white, fleece(.93, 0))
	c.fill(text, new(path).oval(-r*.37, -r*.03, r*.19, r*.10, .45).oval(r*.37, -r*.03, r*.19, r*.10, -.45)) // ears
	c.fill(text, new(path).oval(0, r*.14, r*.29, r*.40, 0))
	c.fill(white, new(path).disc(-r*.17, -r*.24, r*.15).disc(r*.17, -r*.24, r*.15).disc(0, -r*.29, r*.17)) // forelock
	c.fill(white, new(path).disc(-r*.12, r*.08, r*.075).disc(r*.12, r*.08, r*.075))                        // eyes
}

// fox is a red disc with two pointed ears.
func (c *canvas) fox(r float32) {
	head := func(e float32) *path {
		return new(path).oval(0, r*.16, r*.86+e, r*.76+e, 0).
			polygon(-r*.80-e, -r*.98-e*1.8, -r*.06+e, -r*.52-e*.5, -r*.80-e*1.2, r*.10).
			polygon(r*.80+e, -r*.98-e*1.8, r*.80+e*1.2, r*.10, r*.06-e, -r*.52-e*.5)
	}
	c.fill(text, head(r*.085))
	c.fill(fox, head(-r*.01))
	c.fill(text, new(path).polygon(-r*.68, -r*.74, -r*.36, -r*.50, -r*.66, -r*.30).polygon(r*.68, -r*.74, r*.66, -r*.30, r*.36, -r*.50))
	// Cheeks: two white leaves that meet at the nose.
	c.fill(white, new(path).add(moveTo, -r*.80, r*.24).add(cubeTo, -r*.44, r*.10, -r*.12, r*.28, 0, r*.62).
		add(cubeTo, r*.12, r*.28, r*.44, r*.10, r*.80, r*.24).add(cubeTo, r*.70, r*.64, r*.32, r*.89, 0, r*.89).
		add(cubeTo, -r*.32, r*.89, -r*.70, r*.64, -r*.80, r*.24).add(closed))
	c.fill(text, new(path).oval(0, r*.66, r*.16, r*.12, 0))
	c.fill(text, new(path).oval(-r*.31, r*.08, r*.09, r*.13, .2).oval(r*.31, r*.08, r*.09, r*.13, -.2))
}

// soldier is a piece of Stratego: a shield for the first seat, a medal with eight sides for the second. A closed face has the army's
// colour, an open one is white within it.
func (c *canvas) soldier(o op) {
	r := float32(o.size) / 2
	army, letter, shape := red, white, shield
	if o.a != 0 {
		army, letter, shape = blue, text, octagon
	}
	c.fill(text, shape(r))
	c.fill(army, shape(r-2.5))
	face, rim := army, r*.76
	if o.b&open != 0 {
		face, letter, rim = white, text, r*.70
		c.fill(text, shape(r*.83))
		c.fill(face, shape(r*.83-2))
	}
	if o.b&moved != 0 {
		c.fill(letter, shape(rim))
		c.fill(face, shape(rim-2))
	}
	letters := float32(1.26)
	if o.b&large != 0 {
		letters = 1.5
	}
	switch {
	case o.r == '?': // an unknown rank steps back behind those that are known
		c.letter(o.r, int(r*.98), map[ink]ink{red: gold, blue: soft, white: soft}[face], 0, 0)
	case o.r != 0:
		c.letter(o.r, int(r*letters), letter, 0, 0)
	}
}

func shield(r float32) *path {
	return new(path).add(moveTo, -r*.86, -r*.92).add(lineTo, r*.86, -r*.92).add(lineTo, r*.86, r*.20).
		add(cubeTo, r*.86, r*.66, r*.40, r*.88, 0, r).add(cubeTo, -r*.40, r*.88, -r*.86, r*.66, -r*.86, r*.20).add(closed)
}

func octagon(r float32) *path {
	k := r * .42
	s := r * .96
	return new(path).polygon(-k, -s, k, -s, s, -k, s, k, k, s, -k, s, -s, k, -s, -k)
}

// letter writes one letter in the middle of (x, y).
func (c *canvas) letter(r rune, size int, i ink, x, y float32) {
	p := glyph(r, bold, size)
	ox, oy := c.ox, c.oy
	c.ox += x - (p.x0+p.x1)/2
	c.oy += y - (p.y0+p.y1)/2
	c.fill(i, p)
	c.ox, c.oy = ox, oy
}

// coats are the colours of penguins, in seat order.
var coats = [4]ink{coral, white, brown, text}

// chip is a penguin where there is little room: a disc in its player's colour with its letter.
func (c *canvas) chip(o op) {
	r := float32(o.size) / 2
	coat, letters := coats[int(o.a)&3], text
	if coat == brown || coat == text {
		letters = white
	}
	c.fill(text, new(path).disc(0, 0, r))
	c.fill(coat, new(path).disc(0, 0, r-2))
	if o.r != 0 {
		c.letter(o.r, max(20, int(r*1.4)), letters, 0, 0)
	}
}

// penguin is a bird in its player's colour, with its letter on the belly.
func (c *canvas) penguin(o op) {
	r := float32(o.size) / 2
	coat := coats[int(o.a)&3]
	body := func(e float32) *path {
		return new(path).oval(0, r*.12, r*.66+e, r*.84+e, 0).disc(0, -r*.42, r*.48+e).
			oval(-r*.66, r*.14, r*.20+e, r*.48+e, .42).oval(r*.66, r*.14, r*.20+e, r*.48+e, -.42)
	}
	c.fill(beak, new(path).oval(-r*.28, r*.93, r*.26, r*.13, 0).oval(r*.28, r*.93, r*.26, r*.13, 0))
	c.fill(text, body(r*.03))
	if coat != text {
		c.fill(coat, body(-r*.05))
	}
	if coat != white {
		c.fill(white, new(path).oval(0, r*.27, r*.49, r*.57, 0))
	}
	c.fill(white, new(path).disc(-r*.19, -r*.57, r*.14).disc(r*.19, -r*.57, r*.14))
	c.fill(text, new(path).disc(-r*.17, -r*.56, r*.09).disc(r*.17, -r*.56, r*.09))
	c.fill(beak, new(path).polygon(-r*.18, -r*.42, r*.18, -r*.42, 0, -r*.16))
	if o.r != 0 {
		c.letter(o.r, int(r*1.04), text, 0, r*.30)
	}
}

// fish is s long and looks to the left.
func (c *canvas) fish(s float32) {
	c.fill(swim, new(path).oval(-s*.08, 0, s*.36, s*.22, 0).polygon(s*.16, 0, s*.50, -s*.20, s*.42, 0, s*.50, s*.20))
	c.fill(ice, new(path).disc(-s*.26, -s*.05, s*.055))
}
