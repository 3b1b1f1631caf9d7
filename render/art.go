package render

import (
	"math"

	"paddock/games/scene"
	"paddock/render/outline"
)

// kind is the kind of shape that an op draws. The methods draw and shape of canvas say what an op's
// measures mean for each kind.
type kind uint8

const (
	kindNone kind = iota
	kindGlyph
	kindPlate
	kindLine
	kindTrail
	kindRing
	kindDisc
	kindSpot
	kindCross
	kindPointer
	kindBurst
	kindPit
	kindBean
	kindSheep
	kindFox
	kindSoldier
	kindPenguin
	kindHead
	kindHex
	kindHexRing
	kindFish
	kindPill
	kindBox
	kindBrackets
	kindPanel
	kindFence
	kindWire
	kindWave
	kindCrown
	kindSeal
	kindBadge
)

// Bits of op.b for pieces.
const (
	ghost  = 1 << iota // the piece was captured: it is drawn faded
	open               // the rank is public: the face is open
	moved              // the piece has moved: it has a dot in the corner
	large              // the piece has a large letter
	tiny               // the piece is a letter or sign alone
	flying             // the piece is moving: it has hard edges
)

// pieceOp returns the op that draws a piece of a scene, size pixels across.
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
		o.kind, o.rank = kindSoldier, piece.Rank
	}
	return o
}

// reach returns how far from its origin an op may draw.
func (o op) reach() (w, h int) {
	abs := func(v int16) int { return max(int(v), -int(v)) }
	switch o.kind {
	case kindBox, kindBrackets:
		return abs(o.a), abs(o.a)
	case kindPlate, kindPanel, kindPit, kindPill:
		return abs(o.a) + 8, abs(o.b) + 8
	case kindLine, kindTrail, kindFence, kindWire:
		return abs(o.a) + 8*int(o.size), abs(o.b) + 8*int(o.size)
	case kindRing, kindHexRing:
		return int(o.size) + 24, int(o.size) + 24
	}
	return 2*int(o.size) + 8, 2*int(o.size) + 8
}

// ghostly reports whether o draws a captured piece.
func (o op) ghostly() bool { return o.kind >= kindSheep && o.kind <= kindPenguin && o.b&ghost != 0 }

// hard reports whether o is drawn with hard edges, which make files smaller. On a screen the steps
// of small shapes can't be seen, and those of a line at 45 degrees are even.
func (o op) hard() bool {
	switch o.kind {
	case kindGlyph:
		return o.b != 0
	case kindWire, kindFence, kindWave, kindPenguin, kindHead, kindHex, kindHexRing, kindFish, kindBadge:
		return true
	}
	return false
}

// draw draws o at the canvas's origin.
func (c *canvas) draw(o op) {
	c.hard = o.hard()
	defer func() { c.hard = false }()
	s := float32(o.size)
	a, b := float32(o.a), float32(o.b)
	switch o.kind {
	case kindPanel: // the plate of the side to move, with a bar at its left
		c.fill(panel, new(outline.Path).Plate(0, 0, a, b, s))
		c.fill(halo, new(outline.Path).Plate(-2, -2, 12, b+4, 5))
		c.fill(can, new(outline.Path).Plate(0, 0, 8, b, 4))
	case kindFence:
		c.fence(a, b, s)
	case kindBurst:
		c.burst(s)
	case kindPit:
		c.pit(a, b)
	case kindBean:
		c.bean(s, a, o.ink)
	case kindSheep:
		c.sheep(s / 2)
	case kindFox:
		c.fox(s / 2)
	case kindSoldier:
		c.soldier(o)
	case kindPenguin:
		c.penguin(o)
	case kindHead: // a penguin's head, for narrow places
		c.oy += s * .34
		c.head(o, s*.84)
	case kindHex: // a tile of ice
		xy := hexagon(s, o.a != 0)
		c.fill(o.ink, new(outline.Path).Polygon(xy...))
		if o.ink == ice { // light on its upper edges
			c.fill(white, rim(xy))
		}
	case kindHexRing: // the border of a tile, outlined in dark; b is the width of the pen
		xy := hexagon(s, o.a != 0)
		c.fill(dark, new(outline.Path).Outline(b+5, xy...))
		c.fill(o.ink, new(outline.Path).Outline(b, xy...))
	case kindFish:
		c.fish(s)
	case kindWave:
		c.wave(s, o.ink)
	case kindCrown:
		c.crown(s, o.ink)
	case kindSeal:
		c.seal(s, o.a != 0)
	case kindBadge: // a digit on a disc, partly over a piece; size is the disc's diameter
		c.fill(ice, new(outline.Path).Disc(0, 0, s/2+2))
		c.fill(swim, new(outline.Path).Disc(0, 0, s/2))
		c.letter(o.r, int(s*.8), white, 0, 0)
	default:
		c.shape(o, s, a, b)
	}
}

// shape draws an op whose kind is a geometric shape. Its measures are s, a and b.
func (c *canvas) shape(o op, s, a, b float32) {
	switch o.kind {
	case kindGlyph: // if b is set, the edges are hard
		c.fill(o.ink, outline.Glyph(o.r, outline.Weight(o.a), int(o.size)))
	case kindPlate:
		// a plate: a is its width, b its height, size the radius of its corners; its upper left
		// corner is the origin
		c.fill(o.ink, new(outline.Path).Plate(0, 0, a, b, s))
	case kindLine, kindWire: // a line from the origin to (a, b); size is its width
		c.fill(o.ink, new(outline.Path).Line(0, 0, a, b, s))
	case kindTrail: // the path of a move from the origin to (a, b), outlined; size is its width
		c.fill(halo, new(outline.Path).Line(0, 0, a, b, s+4))
		c.fill(o.ink, new(outline.Path).Line(0, 0, a, b, s))
	case kindRing: // a ring, outlined; size is its diameter, a the width of the pen
		c.fill(halo, new(outline.Path).Ring(0, 0, s/2, a+4))
		if o.b != 0 { // the inside is opaque
			c.fill(halo, new(outline.Path).Disc(0, 0, s/2))
		}
		c.fill(o.ink, new(outline.Path).Ring(0, 0, s/2, a))
	case kindDisc: // a disc; size is its diameter
		c.fill(o.ink, new(outline.Path).Disc(0, 0, s/2))
	case kindSpot: // a disc, outlined; size is its diameter
		c.fill(halo, new(outline.Path).Disc(0, 0, s/2+2))
		c.fill(o.ink, new(outline.Path).Disc(0, 0, s/2))
	case kindCross: // a cross; size is its width
		r := s / 2
		c.fill(halo, new(outline.Path).Line(-r, -r, r, r, 13).Line(-r, r, r, -r, 13))
		c.fill(o.ink, new(outline.Path).Line(-r, -r, r, r, 8).Line(-r, r, r, -r, 8))
	case kindPointer: // a triangle that points to the direction a
		c.fill(halo, triangle(o.a, -s*.4-2, s*.5+4, s*.5+5))
		c.fill(o.ink, triangle(o.a, -s*.4, s*.5, s*.5))
	case kindPill: // a ring around a hole; a is its width, b its height, size the width of the pen
		c.fill(halo, outline.Tube(a, b, s+5))
		c.fill(o.ink, outline.Tube(a, b, s))
	case kindBox: // a frame in a square; a is the side, size the width of the pen
		c.fill(halo, new(outline.Path).Frame(a, s+4))
		c.fill(o.ink, new(outline.Path).Frame(a-4, s))
	case kindBrackets: // the corners of a frame in a square, as kindBox
		c.fill(halo, corners(a/2, s+4, a*.34))
		c.fill(o.ink, corners(a/2-2, s, a*.34-4))
	}
}

// Directions to which a pointer can point.
const (
	right = iota
	down
	left
	up
)

// triangle returns a triangle from a base 2·half wide, whose distance from the origin is base, to a
// tip.
func triangle(direction int16, base, half, tip float32) *outline.Path {
	switch direction {
	case down:
		return new(outline.Path).Polygon(-half, base, half, base, 0, tip)
	case left:
		return new(outline.Path).Polygon(-base, half, -base, -half, -tip, 0)
	case up:
		return new(outline.Path).Polygon(half, -base, -half, -base, 0, -tip)
	}
	return new(outline.Path).Polygon(base, -half, tip, 0, base, half)
}

// seal draws a round plate s across: light with a tick, or dark with three dots.
func (c *canvas) seal(s float32, ready bool) {
	c.fill(halo, new(outline.Path).Disc(0, 0, s*.5))
	if !ready {
		c.fill(white, new(outline.Path).Disc(0, 0, s*.47))
		c.fill(dark, new(outline.Path).Disc(0, 0, s*.42))
		c.fill(white, new(outline.Path).Disc(-s*.2, 0, s*.065).Disc(0, 0, s*.065).Disc(s*.2, 0, s*.065))
		return
	}
	c.fill(dark, new(outline.Path).Disc(0, 0, s*.47))
	c.fill(white, new(outline.Path).Disc(0, 0, s*.43))
	c.fill(dark, new(outline.Path).Line(-s*.18, s*.01, -s*.05, s*.15, s*.11).Line(-s*.05, s*.15, s*.2, -s*.14, s*.11))
}

// corners returns corner marks: the corners of a square around the origin, whose sides are 2r long.
// Both arms of each corner have the given length and the width of the pen.
func corners(r, pen, long float32) *outline.Path {
	p := new(outline.Path)
	for _, k := range [4][2]float32{{-1, -1}, {1, -1}, {1, 1}, {-1, 1}} {
		x, y := k[0]*r, k[1]*r
		at := func(w, h float32) {
			p.Plate(min(x, x-k[0]*w), min(y, y-k[1]*h), w, h, 2)
		}
		at(long, pen)
		at(pen, long)
	}
	return p
}

// fence draws a rail to (x, y) along one of the axes, with posts about gap apart.
func (c *canvas) fence(x, y, gap float32) {
	n := max(1, float32(math.Round(float64((x+y)/gap))))
	c.fill(rail, new(outline.Path).Line(0, 0, x, y, 4))
	posts := new(outline.Path)
	for i := float32(0); i <= n; i++ {
		posts.Plate(x*i/n-5, y*i/n-5, 10, 10, 3)
	}
	c.fill(rail, posts)
}

// wave draws a line of water s long, two crests and two troughs, thin at its ends.
func (c *canvas) wave(s float32, i ink) {
	q, h, pen := s/4, s*.08, s*.07
	line := new(outline.Path).MoveTo(-2*q, 0)
	for i := range 4 {
		x, up := float32(i-2)*q, h*float32(1-2*(i%2))
		line.CubeTo(x+q*.36, -up*1.3, x+q*.64, -up*1.3, x+q, 0)
	}
	for i := range 4 {
		x, up := float32(2-i)*q, h*float32(2*(i%2)-1)
		line.CubeTo(x-q*.36, -up*1.3+pen, x-q*.64, -up*1.3+pen, x-q, 0)
	}
	c.fill(i, line.Close())
}

// hexagon returns a hexagon with sides about s long, with a flat side or a point on top. Its
// slanting sides go two pixels along for one across. So their steps are even and files are smaller;
// the difference from a regular hexagon is invisible.
func hexagon(s float32, flat bool) []float32 {
	h := s * float32(math.Sqrt(3)) / 2
	near := s*3/4 - h/4 // the end of a straight side
	far := near + h/2
	if flat {
		return []float32{-near, -h, near, -h, far, 0, near, h, -near, h, -far, 0}
	}
	return []float32{0, -far, h, -near, h, near, 0, far, -h, near, -h, -near}
}

// rim returns a strip along the upper edges of a hexagon.
func rim(xy []float32) *outline.Path {
	const k = .93
	p := new(outline.Path).MoveTo(xy[10], xy[11]).LineTo(xy[0], xy[1]).LineTo(xy[2], xy[3])
	if xy[3] == xy[1] { // a flat top
		p.LineTo(xy[4], xy[5]).LineTo(xy[4]*k, xy[5]*k)
	}
	return p.LineTo(xy[2]*k, xy[3]*k).LineTo(xy[0]*k, xy[1]*k).LineTo(xy[10]*k, xy[11]*k).Close()
}

// crown draws a crown s wide.
func (c *canvas) crown(s float32, i ink) {
	edge := []float32{-15, -9, -7, -1, 0, -12, 7, -1, 15, -9, 12, 8, -12, 8}
	gold := new(outline.Path).Polygon(edge...)
	c.signs(dark, 0, 0, s/32, new(outline.Path).Outline(3, edge...).With(gold))
	c.signs(i, 0, 0, s/32, gold)
}

// burst draws a star for a fight.
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
	c.fill(dark, new(outline.Path).Polygon(star(s/2+3)...))
	c.fill(last, new(outline.Path).Polygon(star(s/2-1)...))
}

// pit draws a recess w wide and h high with round ends, centred on the origin.
func (c *canvas) pit(w, h float32) {
	r := min(w, h) / 2
	c.fill(grain, new(outline.Path).Plate(-w/2-3, -h/2-3, w+6, h+6, r+3))
	c.fill(deep, new(outline.Path).Plate(-w/2, -h/2, w, h, r))
	// The floor begins further down than the wall, because light falls in from above.
	c.fill(pit, new(outline.Path).Plate(-w/2+3, -h/2+8, w-6, h-11, r-3))
}

// bean draws a bean of length s, turned by a/16 of a full turn.
func (c *canvas) bean(s, a float32, i ink) {
	turn := a * math.Pi / 8
	c.fill(deep, new(outline.Path).Oval(0, 0, s*.5+3, s*.38+3, turn))
	c.fill(i, new(outline.Path).Oval(0, 0, s*.5, s*.38, turn))
	if i == bean {
		c.fill(gloss, new(outline.Path).Oval(-s*.10, -s*.12, s*.17, s*.09, turn))
	}
}

// sheep draws a woolly disc with a dark face.
func (c *canvas) sheep(r float32) {
	fleece := func(k, dy float32) *outline.Path {
		p := new(outline.Path).Disc(0, dy, r*.80*k)
		for i := range 11 {
			sin, cos := math.Sincos(float64(i)*2*math.Pi/11 + .1)
			p.Disc(r*.72*k*float32(sin), dy-r*.72*k*float32(cos), r*.245*k)
		}
		return p
	}
	// hard edges make smaller files, and their steps are too small to see
	c.hard = true
	c.fill(dark, new(outline.Path).Oval(0, r*.16, r*.90, r*.90, 0)) // its shadow
	c.fill(dark, fleece(1.03, 0))
	c.hard = false
	c.fill(white, fleece(.93, 0))
	// ears
	c.fill(dark, new(outline.Path).Oval(-r*.37, -r*.03, r*.19, r*.10, .45).Oval(r*.37, -r*.03, r*.19, r*.10, -.45))
	c.fill(dark, new(outline.Path).Oval(0, r*.14, r*.29, r*.40, 0))
	// forelock
	c.fill(white, new(outline.Path).Disc(-r*.17, -r*.24, r*.15).Disc(r*.17, -r*.24, r*.15).Disc(0, -r*.29, r*.17))
	// eyes
	c.fill(white, new(outline.Path).Disc(-r*.12, r*.08, r*.075).Disc(r*.12, r*.08, r*.075))
}

// fox draws a red disc with two pointed ears.
func (c *canvas) fox(r float32) {
	head := func(e float32) *outline.Path {
		return new(outline.Path).Oval(0, r*.16, r*.86+e, r*.76+e, 0).
			Polygon(-r*.78-e, -r*.86-e*1.4, -r*.06+e, -r*.52-e*.5, -r*.80-e*1.2, r*.10).
			Polygon(r*.78+e, -r*.86-e*1.4, r*.80+e*1.2, r*.10, r*.06-e, -r*.52-e*.5)
	}
	c.fill(dark, head(r*.085))
	c.fill(dark, new(outline.Path).Oval(0, r*.24, r*.92, r*.80, 0))
	c.fill(fox, head(-r*.01))
	c.fill(dark, new(outline.Path).Polygon(-r*.67, -r*.66, -r*.36, -r*.48, -r*.66, -r*.28).Polygon(r*.67, -r*.66, r*.66,
		-r*.28, r*.36, -r*.48))
	// Cheeks: two white leaves that meet at the nose.
	c.fill(white, new(outline.Path).MoveTo(-r*.80, r*.24).CubeTo(-r*.44, r*.10, -r*.12, r*.28, 0, r*.62).
		CubeTo(r*.12, r*.28, r*.44, r*.10, r*.80, r*.24).CubeTo(r*.70, r*.64, r*.32, r*.89, 0, r*.89).
		CubeTo(-r*.32, r*.89, -r*.70, r*.64, -r*.80, r*.24).Close())
	c.fill(dark, new(outline.Path).Oval(0, r*.66, r*.16, r*.12, 0))
	c.fill(dark, new(outline.Path).Oval(-r*.31, r*.08, r*.09, r*.13, .2).Oval(r*.31, r*.08, r*.09, r*.13, -.2))
}

// letter draws one letter centred on (x, y).
func (c *canvas) letter(r rune, size int, i ink, x, y float32) {
	p := outline.Glyph(r, outline.Bold, size)
	ox, oy := c.ox, c.oy
	midX, midY := p.Middle()
	c.ox, c.oy = c.ox+x-midX, c.oy+y-midY
	c.fill(i, p)
	c.ox, c.oy = ox, oy
}

// coats are the colours of penguins, in seat order.
var coats = [4]ink{coral, white, brown, dark}

// penguin draws a bird in its player's colour. Each player's penguins have a different head: a
// bobble hat, a scarf, a top hat, yellow tufts.
func (c *canvas) penguin(o op) {
	r := float32(o.size) / 2
	seat := int(o.a) & 3
	coat := coats[seat]
	body := func(e float32) *outline.Path {
		return new(outline.Path).Oval(0, r*.30, r*.56+e, r*.64+e, 0).Disc(0, -r*.26, r*.42+e).
			Oval(-r*.58, r*.28, r*.15+e, r*.42+e, .42).Oval(r*.58, r*.28, r*.15+e, r*.42+e, -.42)
	}
	c.fill(dark, new(outline.Path).Oval(-r*.26, r*.92, r*.27, r*.13, 0).Oval(r*.26, r*.92, r*.27, r*.13, 0))
	c.fill(beak, new(outline.Path).Oval(-r*.26, r*.92, r*.22, r*.09, 0).Oval(r*.26, r*.92, r*.22, r*.09, 0))
	c.fill(dark, body(r*.07))
	if coat != dark {
		c.fill(coat, body(-r*.03))
	}
	if coat != white {
		c.fill(white, new(outline.Path).Oval(0, r*.42, r*.38, r*.47, 0))
	} else {
		c.fill(dark, new(outline.Path).Oval(-r*.60, r*.28, r*.10, r*.36, .42).Oval(r*.60, r*.28, r*.10, r*.36, -.42))
	}
	c.head(o, r)
}

// head draws the part in which penguins differ, for a body 2r high.
func (c *canvas) head(o op, r float32) {
	seat := int(o.a) & 3
	coat := coats[seat]
	if seat == 3 {
		c.tufts(r)
	}
	if o.kind == kindHead {
		c.fill(dark, new(outline.Path).Disc(0, -r*.26, r*.50))
		c.fill(coat, new(outline.Path).Disc(0, -r*.26, r*.42))
	}
	if coat != white {
		c.fill(white, new(outline.Path).Oval(-r*.15, -r*.20, r*.20, r*.22, 0).Oval(r*.15, -r*.20, r*.20, r*.22, 0))
	}
	c.fill(dark, new(outline.Path).Disc(-r*.16, -r*.26, r*.095).Disc(r*.16, -r*.26, r*.095))
	c.fill(dark, new(outline.Path).Polygon(-r*.21, -r*.17, r*.21, -r*.17, 0, r*.15))
	c.fill(beak, new(outline.Path).Polygon(-r*.14, -r*.13, r*.14, -r*.13, 0, r*.08))
	switch seat {
	case 0:
		c.bobbleHat(r)
	case 1:
		c.scarf(r, o.kind != kindHead)
	case 2:
		c.topHat(r)
	}
}

func (c *canvas) bobbleHat(r float32) {
	dome := func(e float32) *outline.Path {
		return new(outline.Path).MoveTo(-r*.40-e, -r*.44+e).CubeTo(-r*.36-e, -r*.98-e, r*.36+e, -r*.98-e, r*.40+e,
			-r*.44+e).Close().Disc(0, -r*.90, r*.15+e)
	}
	c.fill(dark, dome(r*.06))
	c.fill(coral, dome(-r*.01))
	c.fill(dark, new(outline.Path).Plate(-r*.50, -r*.58, r, r*.26, r*.1))
	c.fill(white, new(outline.Path).Plate(-r*.45, -r*.53, r*.90, r*.16, r*.08).Disc(0, -r*.90, r*.13))
}

func (c *canvas) scarf(r float32, whole bool) {
	outer, inner := new(outline.Path).Plate(-r*.48, r*.04, r*.96, r*.30, r*.14),
		new(outline.Path).Plate(-r*.43, r*.09, r*.86, r*.20, r*.10)
	if whole {
		outer.Plate(r*.06, r*.12, r*.32, r*.66, r*.08)
		inner.Plate(r*.11, r*.14, r*.22, r*.59, r*.05)
	}
	c.fill(dark, outer)
	c.fill(swim, inner)
}

func (c *canvas) topHat(r float32) {
	c.fill(dark, new(outline.Path).Plate(-r*.58, -r*.58, r*1.16, r*.16, r*.06).Plate(-r*.36, -r*1.02, r*.72, r*.5,
		r*.06))
	c.fill(beak, new(outline.Path).Plate(-r*.36, -r*.70, r*.72, r*.12, 0))
}

// tufts draws the feathers of a rockhopper.
func (c *canvas) tufts(r float32) {
	feathers := func(e float32) *outline.Path {
		p := new(outline.Path)
		for _, k := range [2]float32{-1, 1} {
			p.Polygon(k*(r*.08-e), -r*.46+e, k*(r*.46+e), -r*1.02-e, k*(r*.42+e), -r*.72, k*(r*.66+e*1.6), -r*.78-e,
				k*(r*.42+e), -r*.24+e)
		}
		return p
	}
	c.fill(dark, feathers(r*.07))
	c.fill(beak, feathers(0))
}

// fish draws a fish s long that looks to the left.
func (c *canvas) fish(s float32) {
	c.fill(swim, new(outline.Path).Oval(-s*.08, 0, s*.38, s*.22, 0).Polygon(s*.16, 0, s*.50, -s*.22, s*.42, 0, s*.50,
		s*.22))
	if s > 28 {
		c.fill(ice, new(outline.Path).Disc(-s*.28, -s*.05, s*.06))
	}
}
