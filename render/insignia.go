package render

import (
	"math"

	"paddock/games/scene"
	"paddock/render/outline"
)

// soldier draws a piece of Stratego: a plate with round corners for the first seat, one with eight
// sides for the second, always in the army's colour. A face with a frame is known to all, another
// one only to its player. A tower is the back of a piece of unknown rank.
func (c *canvas) soldier(o op) {
	r := float32(o.size) / 2
	army, sign, back, shape := red, white, redBack, block
	if o.a != 0 {
		army, sign, back, shape = blue, dark, blueBack, octagon
	}
	c.fill(halo, shape(r, 0))
	c.fill(dark, shape(r-1, 0))
	c.fill(back, shape(r-3, 0)) // the lower edge of the piece, seen below its face
	edge := r * .14
	c.fill(army, shape(r-3, edge))
	c.oy -= edge / 2
	if _, known := insignia[o.rank]; o.r == '?' || o.r == 0 && !known {
		c.fill(back, shape(r*.79, edge))
		c.fill(army, shape(r*.73, edge))
	}
	if o.b&open != 0 {
		c.fill(sign, shape(r*.86, edge))
		c.fill(army, shape(r*.75, edge))
	}
	signs, known := insignia[o.rank]
	switch {
	case o.r == '?', o.r == 0 && !known:
		c.tower(r*.46, back)
	case o.b&tiny != 0 && (o.rank == scene.Flag || o.rank == scene.Bomb):
		signs(c, sign, 0, 0, r*.062)
	case o.rank == scene.Flag || o.rank == scene.Bomb:
		signs(c, sign, 0, 0, r*.052)
	case o.b&tiny != 0:
		c.letter(o.r, int(r*1.5), sign, 0, 0)
	case o.b&large != 0:
		c.letter(o.r, int(r*1.66), sign, 0, 0)
	case known:
		signs(c, sign, 0, -r*.44, r*.034)
		c.letter(o.r, int(r*1.10), sign, 0, r*.38)
	case o.r != 0:
		c.letter(o.r, int(r*1.26), sign, 0, 0)
	}
	if o.b&moved != 0 {
		c.fill(dark, new(outline.Path).Disc(r*.72, -r*.72, r*.27))
		c.fill(white, new(outline.Path).Disc(r*.72, -r*.72, r*.18))
	}
}

// block returns a square that reaches r from its middle, but for a lower edge.
func block(r, edge float32) *outline.Path {
	return new(outline.Path).Plate(-r, -r, 2*r, 2*r-edge, r*.18)
}

// octagon returns a shape of eight sides that reaches r from its middle, but for a lower edge.
func octagon(r, edge float32) *outline.Path {
	k, low := r*.50, r-edge
	return new(outline.Path).Polygon(-k, -r, k, -r, r, -k, r, k-edge, k, low, -k, low, -r, k-edge, -r, -k)
}

// tower draws a battlement that reaches r from its middle.
func (c *canvas) tower(r float32, i ink) {
	c.fill(i, new(outline.Path).Polygon(-r, -r, -r*.56, -r, -r*.56, -r*.56, -r*.22, -r*.56, -r*.22, -r, r*.22, -r,
		r*.22, -r*.56, r*.56, -r*.56, r*.56, -r, r, -r,
		r, -r*.10, r*.70, r*.14, r*.70, r*.62, r, r*.86, r, r*1.06, -r, r*1.06, -r, r*.86, -r*.70, r*.62, -r*.70, r*.14,
		-r, -r*.10))
}

// insignia maps ranks to drawings around a point, about 32·k pixels wide and 20·k high.
var insignia = map[scene.Rank]func(c *canvas, i ink, x, y, k float32){
	scene.Marshal: func(c *canvas, i ink, x, y, k float32) { // a crown
		c.signs(i, x, y, k, new(outline.Path).Polygon(-15, -9, -7, -1, 0, -12, 7, -1, 15, -9, 12, 6, -12,
			6).Polygon(-12, 8, 12, 8, 12, 11, -12, 11))
	},
	scene.General:    stars(3),
	scene.Colonel:    stars(2),
	scene.Major:      stars(1),
	scene.Captain:    bars(3),
	scene.Lieutenant: bars(2),
	scene.Sergeant: func(c *canvas, i ink, x, y, k float32) { // chevrons
		p := new(outline.Path)
		for n := range 3 {
			dy := float32(n)*6 - 9
			p.Polygon(-13, dy, 0, dy+6, 13, dy, 13, dy+3.8, 0, dy+9.8, -13, dy+3.8)
		}
		c.signs(i, x, y, k, p)
	},
	scene.Miner: func(c *canvas, i ink, x, y, k float32) { // a pickaxe
		c.signs(i, x, y, k, new(outline.Path).Line(-9, 11, 5, -4, 4.4).
			MoveTo(-9, -11).CubeTo(2, -13, 14, -2, 12, 10).CubeTo(9, 2, 0, -6, -9, -11).Close())
	},
	scene.Scout: func(c *canvas, i ink, x, y, k float32) { // a running line
		c.signs(i, x, y, k, new(outline.Path).Polygon(-16, -2.6, 4, -2.6, 4, -9.5, 16, 0, 4, 9.5, 4, 2.6, -16, 2.6))
	},
	scene.Spy: func(c *canvas, i ink, x, y, k float32) { // a mask
		p := new(outline.Path).MoveTo(-16, -6).CubeTo(-10, -11, -5, -8, 0, -6).CubeTo(5, -8, 10, -11, 16, -6).
			CubeTo(17, 4, 12, 9, 7, 8).CubeTo(3, 7, 2, 4, 0, 3).CubeTo(-2, 4, -3, 7, -7, 8).CubeTo(-12, 9, -17, 4, -16,
			-6).Close()
		p.Hollow(-7.5, 0, 4, 2.8).Hollow(7.5, 0, 4, 2.8)
		c.signs(i, x, y, k, p)
	},
	scene.Bomb: func(c *canvas, i ink, x, y, k float32) {
		p := new(outline.Path).Disc(-2, 3, 9.5).Polygon(1, -8, 6, -10, 9.5, -3.5, 5, -1).Line(7, -8, 10, -11, 2.6)
		c.signs(i, x, y, k, p)
		c.signs(i, x, y, k, new(outline.Path).Disc(12, -12, 2.8))
	},
	scene.Flag: func(c *canvas, i ink, x, y, k float32) {
		c.signs(i, x, y, k, new(outline.Path).Plate(-9, -13, 3.6, 27, 1.8).
			MoveTo(-4, -12).CubeTo(2, -15, 5, -8, 13, -11).LineTo(13, 1).CubeTo(5, 4, 2, -3, -4, 0).Close())
	},
}

// stars draws n stars side by side.
func stars(n int) func(c *canvas, i ink, x, y, k float32) {
	return func(c *canvas, i ink, x, y, k float32) {
		r := map[int]float32{1: 13, 2: 10.5, 3: 8.8}[n]
		p := new(outline.Path)
		for m := range n {
			var xy []float32
			for j := range 10 {
				q := r
				if j%2 == 1 {
					q = r * .45
				}
				sin, cos := math.Sincos(float64(j) * math.Pi / 5)
				xy = append(xy, (float32(m)-float32(n-1)/2)*r*2.02+q*float32(sin), 1-q*float32(cos))
			}
			p.Polygon(xy...)
		}
		c.signs(i, x, y, k, p)
	}
}

// bars draws n bars, one above the other.
func bars(n int) func(c *canvas, i ink, x, y, k float32) {
	return func(c *canvas, i ink, x, y, k float32) {
		p := new(outline.Path)
		for m := range n {
			p.Plate(-12, (float32(m)-float32(n-1)/2)*6.8-2.2, 24, 4.4, 1)
		}
		c.signs(i, x, y, k, p)
	}
}

// signs fills p, scaled by k and moved to (x, y).
func (c *canvas) signs(i ink, x, y, k float32, p *outline.Path) { c.fill(i, p.Scaled(x, y, k)) }
