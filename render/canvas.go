package render

import (
	"image"
	"math"

	"golang.org/x/image/vector"
)

// canvas draws shapes that become a sprite, a background or a part of an SVG. It is slow, so pictures of moves use its cached results.
type canvas struct {
	on     surface
	hard   bool    // edges are not antialiased
	ox, oy float32 // where the shapes' origin lies
}

// surface is the target of a canvas: pixels, or the text of an SVG.
type surface interface {
	// fill paints the inside of p, whose origin is at (x, y). Parts of p in the opposite direction are holes in it.
	fill(i ink, p *path, x, y float32, hard bool)
}

func (c *canvas) fill(i ink, p *path) { c.on.fill(i, p, c.ox, c.oy, c.hard) }

// raster is a surface of pixels.
type raster struct {
	on  pixels
	z   vector.Rasterizer
	box image.Rectangle // the area drawn on so far
}

// pixels is what a raster paints. Lay paints i on the part of box that the rasterizer's outline covers.
type pixels interface {
	Bounds() image.Rectangle
	lay(i ink, box image.Rectangle, z *vector.Rasterizer, hard bool)
}

func (r *raster) fill(i ink, p *path, x, y float32, hard bool) {
	box := image.Rect(floor(p.x0+x), floor(p.y0+y), floor(p.x1+x)+1, floor(p.y1+y)+1).Intersect(r.on.Bounds())
	if box.Empty() {
		return
	}
	r.z.Reset(box.Dx(), box.Dy())
	dx, dy := x-float32(box.Min.X), y-float32(box.Min.Y)
	for _, s := range p.steps {
		switch s.verb {
		case moveTo:
			r.z.MoveTo(s.x[0]+dx, s.y[0]+dy)
		case lineTo:
			r.z.LineTo(s.x[0]+dx, s.y[0]+dy)
		case cubeTo:
			r.z.CubeTo(s.x[0]+dx, s.y[0]+dy, s.x[1]+dx, s.y[1]+dy, s.x[2]+dx, s.y[2]+dy)
		case closed:
			r.z.ClosePath()
		}
	}
	r.on.lay(i, box, &r.z, hard)
	r.box = r.box.Union(box)
}

// film holds pixels that are transparent at first and take the colours of a palette.
type film struct {
	pal *palette
	sprite
	mask *image.Alpha
}

func newFilm(pal *palette, box image.Rectangle) *film {
	n := box.Dx() * box.Dy()
	return &film{pal: pal, sprite: sprite{box: box, ink: make([]uint8, n), cover: make([]uint8, n)}, mask: image.NewAlpha(box)}
}

func (f *film) Bounds() image.Rectangle { return f.box }

func (f *film) lay(i ink, box image.Rectangle, z *vector.Rasterizer, hard bool) {
	for y := box.Min.Y; y < box.Max.Y; y++ {
		from := f.mask.PixOffset(box.Min.X, y)
		clear(f.mask.Pix[from : from+box.Dx()])
	}
	z.Draw(f.mask, box, image.Opaque, image.Point{})
	colour := f.pal.of[i]
	for y := box.Min.Y; y < box.Max.Y; y++ {
		from := f.mask.PixOffset(box.Min.X, y)
		for at := from; at < from+box.Dx(); at++ {
			c := (int(f.mask.Pix[at])*opaque + 127) / 255
			if hard {
				c = int(f.mask.Pix[at]) / 128 * opaque
			}
			was := int(f.cover[at])
			switch {
			case c == 0:
				continue
			case c == opaque, was == 0:
				f.ink[at] = colour
			default:
				f.ink[at] = f.pal.over[c][colour<<4|f.ink[at]]
			}
			f.cover[at] = uint8(was + c - was*c/opaque)
		}
	}
}

func floor(f float32) int { return int(math.Floor(float64(f))) }

// path is an outline of closed curves. Its methods return it, so that calls can be chained.
type path struct {
	steps          []step
	x0, y0, x1, y1 float32 // bounding box
}

type step struct {
	verb verb
	x, y [3]float32
}

type verb uint8

const (
	moveTo verb = iota
	lineTo
	cubeTo
	closed
)

func (p *path) add(v verb, xy ...float32) *path {
	s := step{verb: v}
	for i := 0; i+1 < len(xy); i += 2 {
		x, y := xy[i], xy[i+1]
		if len(p.steps) == 0 && i == 0 {
			p.x0, p.y0, p.x1, p.y1 = x, y, x, y
		}
		p.x0, p.y0, p.x1, p.y1 = min(p.x0, x), min(p.y0, y), max(p.x1, x), max(p.y1, y)
		s.x[i/2], s.y[i/2] = x, y
	}
	p.steps = append(p.steps, s)
	return p
}

// polygon adds a closed polygon. Its arguments are x and y in turn.
func (p *path) polygon(xy ...float32) *path {
	for i := 0; i+1 < len(xy); i += 2 {
		if i == 0 {
			p.add(moveTo, xy[0], xy[1])
		} else {
			p.add(lineTo, xy[i], xy[i+1])
		}
	}
	return p.add(closed)
}

// oval adds an ellipse with half axes rx and ry, turned clockwise by turn.
func (p *path) oval(cx, cy, rx, ry, turn float32) *path { return p.ellipse(cx, cy, rx, ry, turn, 1) }

// hollow cuts an ellipse out of the path.
func (p *path) hollow(cx, cy, rx, ry float32) *path { return p.ellipse(cx, cy, rx, ry, 0, -1) }

// disc adds a circle.
func (p *path) disc(cx, cy, r float32) *path { return p.oval(cx, cy, r, r, 0) }

// ring adds a circle of radius r drawn with a pen w wide, half of it inside.
func (p *path) ring(cx, cy, r, w float32) *path {
	return p.disc(cx, cy, r+w/2).hollow(cx, cy, r-w/2, r-w/2)
}

func (p *path) ellipse(cx, cy, rx, ry, turn, way float32) *path {
	const k = 0.5522847 // approximates a quarter of a circle by a cubic curve
	sin64, cos64 := math.Sincos(float64(turn))
	sin, cos := float32(sin64), float32(cos64)
	at := func(x, y float32) (float32, float32) {
		x, y = x*rx, y*ry*way
		return cx + x*cos - y*sin, cy + x*sin + y*cos
	}
	x, y := at(1, 0)
	p.add(moveTo, x, y)
	for _, q := range [4][6]float32{{1, k, k, 1, 0, 1}, {-k, 1, -1, k, -1, 0}, {-1, -k, -k, -1, 0, -1}, {k, -1, 1, -k, 1, 0}} {
		ax, ay := at(q[0], q[1])
		bx, by := at(q[2], q[3])
		dx, dy := at(q[4], q[5])
		p.add(cubeTo, ax, ay, bx, by, dx, dy)
	}
	return p.add(closed)
}

// plate adds a rectangle with round corners.
func (p *path) plate(x, y, w, h, r float32) *path {
	r = min(r, w/2, h/2)
	const k = 1 - 0.5522847
	x1, y1 := x+w, y+h
	p.add(moveTo, x+r, y).add(lineTo, x1-r, y).add(cubeTo, x1-k*r, y, x1, y+k*r, x1, y+r)
	p.add(lineTo, x1, y1-r).add(cubeTo, x1, y1-k*r, x1-k*r, y1, x1-r, y1)
	p.add(lineTo, x+r, y1).add(cubeTo, x+k*r, y1, x, y1-k*r, x, y1-r)
	return p.add(lineTo, x, y+r).add(cubeTo, x, y+k*r, x+k*r, y, x+r, y).add(closed)
}

// line adds a straight line with round ends, drawn with a pen w wide.
func (p *path) line(x0, y0, x1, y1, w float32) *path {
	dx, dy := x1-x0, y1-y0
	n := float32(math.Hypot(float64(dx), float64(dy)))
	if n > 0 {
		nx, ny := -dy/n*w/2, dx/n*w/2
		p.polygon(x0+nx, y0+ny, x0-nx, y0-ny, x1-nx, y1-ny, x1+nx, y1+ny)
	}
	return p.disc(x0, y0, w/2).disc(x1, y1, w/2)
}

// outline adds the border of a polygon, drawn with a pen w wide with round corners.
func (p *path) outline(w float32, xy ...float32) *path {
	n := len(xy)
	for i := 0; i+1 < n; i += 2 {
		p.line(xy[i], xy[i+1], xy[(i+2)%n], xy[(i+3)%n], w)
	}
	return p
}

// tube adds the border of a shape w wide and h high with round ends, drawn with a pen.
func tube(w, h, pen float32) *path {
	p, r := &path{}, min(w, h)/2
	grow := func(g float32) *path {
		return new(path).plate(-w/2-g, -h/2-g, w+2*g, h+2*g, r+g)
	}
	return p.with(grow(pen / 2)).without(grow(-pen / 2))
}

// frame adds a square frame a wide around the origin, whose border is w wide.
func (p *path) frame(a, w float32) *path {
	return p.with(new(path).plate(-a/2, -a/2, a, a, 6)).without(new(path).plate(-a/2+w, -a/2+w, a-2*w, a-2*w, 3))
}

// with adds another path.
func (p *path) with(q *path) *path {
	for _, s := range q.steps {
		switch s.verb {
		case moveTo, lineTo:
			p.add(s.verb, s.x[0], s.y[0])
		case cubeTo:
			p.add(cubeTo, s.x[0], s.y[0], s.x[1], s.y[1], s.x[2], s.y[2])
		default:
			p.add(closed)
		}
	}
	return p
}

// without cuts a path, which is one closed curve, out of p.
func (p *path) without(q *path) *path {
	last := len(q.steps) - 2 // up to the closing step
	end := func(s step) (x, y float32) {
		if s.verb == cubeTo {
			return s.x[2], s.y[2]
		}
		return s.x[0], s.y[0]
	}
	p.add(moveTo, first2(end(q.steps[last]))...)
	for i := last; i > 0; i-- {
		s, to := q.steps[i], q.steps[i-1]
		x, y := end(to)
		if s.verb == cubeTo {
			p.add(cubeTo, s.x[1], s.y[1], s.x[0], s.y[0], x, y)
		} else {
			p.add(lineTo, x, y)
		}
	}
	return p.add(closed)
}

func first2(x, y float32) []float32 { return []float32{x, y} }
