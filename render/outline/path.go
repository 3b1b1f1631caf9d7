package outline

import (
	"image"
	"math"

	"golang.org/x/image/vector"
)

// Path is a shape bounded by closed curves. Methods that add a curve return the same path, so that
// calls can be chained.
type Path struct {
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

// MoveTo begins a curve at a point.
func (p *Path) MoveTo(x, y float32) *Path { return p.add(moveTo, x, y) }

// LineTo adds a straight line.
func (p *Path) LineTo(x, y float32) *Path { return p.add(lineTo, x, y) }

// CubeTo adds a cubic Bézier curve to (x2, y2), with the control points (x0, y0) and (x1, y1).
func (p *Path) CubeTo(x0, y0, x1, y1, x2, y2 float32) *Path {
	return p.add(cubeTo, x0, y0, x1, y1, x2, y2)
}

// Close adds a straight line back to the point where the curve began.
func (p *Path) Close() *Path { return p.add(closed) }

func (p *Path) add(v verb, xy ...float32) *Path {
	s := step{verb: v}
	for i := 0; i < len(xy); i += 2 {
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

// Box returns a rectangle of pixels that contains the path, after it is moved by (x, y).
func (p *Path) Box(x, y float32) image.Rectangle {
	floor := func(f float32) int { return int(math.Floor(float64(f))) }
	return image.Rect(floor(p.x0+x), floor(p.y0+y), floor(p.x1+x)+1, floor(p.y1+y)+1)
}

// Middle returns the middle of the path's bounding box.
func (p *Path) Middle() (x, y float32) { return (p.x0 + p.x1) / 2, (p.y0 + p.y1) / 2 }

// Trace draws the path, moved by (x, y), into a rasterizer.
func (p *Path) Trace(z *vector.Rasterizer, x, y float32) {
	for _, s := range p.steps {
		switch s.verb {
		case moveTo:
			z.MoveTo(s.x[0]+x, s.y[0]+y)
		case lineTo:
			z.LineTo(s.x[0]+x, s.y[0]+y)
		case cubeTo:
			z.CubeTo(s.x[0]+x, s.y[0]+y, s.x[1]+x, s.y[1]+y, s.x[2]+x, s.y[2]+y)
		case closed:
			z.ClosePath()
		}
	}
}

// Scaled returns the path scaled by k and then moved by (x, y).
func (p *Path) Scaled(x, y, k float32) *Path {
	q := new(Path)
	for _, s := range p.steps {
		var xy []float32
		for n := range s.points() {
			xy = append(xy, x+s.x[n]*k, y+s.y[n]*k)
		}
		q.add(s.verb, xy...)
	}
	return q
}

// points returns how many points a step has.
func (s step) points() int { return [...]int{moveTo: 1, lineTo: 1, cubeTo: 3, closed: 0}[s.verb] }

// Polygon adds a closed polygon. The arguments are the coordinates of its corners: x, y, x, y, and
// so on.
func (p *Path) Polygon(xy ...float32) *Path {
	for i := 0; i+1 < len(xy); i += 2 {
		if i == 0 {
			p.MoveTo(xy[0], xy[1])
		} else {
			p.LineTo(xy[i], xy[i+1])
		}
	}
	return p.Close()
}

// Oval adds an ellipse with the center (cx, cy) and the radii rx and ry, rotated clockwise by turn
// radians.
func (p *Path) Oval(cx, cy, rx, ry, turn float32) *Path { return p.ellipse(cx, cy, rx, ry, turn, 1) }

// Hollow cuts an ellipse out of the path. Its center is (cx, cy), its radii are rx and ry.
func (p *Path) Hollow(cx, cy, rx, ry float32) *Path { return p.ellipse(cx, cy, rx, ry, 0, -1) }

// Disc adds a filled circle of radius r around (cx, cy).
func (p *Path) Disc(cx, cy, r float32) *Path { return p.Oval(cx, cy, r, r, 0) }

// Ring adds a ring around (cx, cy) that is w wide. The middle of its band is at radius r.
func (p *Path) Ring(cx, cy, r, w float32) *Path {
	return p.Disc(cx, cy, r+w/2).Hollow(cx, cy, r-w/2, r-w/2)
}

func (p *Path) ellipse(cx, cy, rx, ry, turn, way float32) *Path {
	const k = 0.5522847 // approximates a quarter of a circle by a cubic curve
	sin64, cos64 := math.Sincos(float64(turn))
	sin, cos := float32(sin64), float32(cos64)
	at := func(x, y float32) (float32, float32) {
		x, y = x*rx, y*ry*way
		return cx + x*cos - y*sin, cy + x*sin + y*cos
	}
	x, y := at(1, 0)
	p.MoveTo(x, y)
	for _, q := range [4][6]float32{
		{1, k, k, 1, 0, 1},
		{-k, 1, -1, k, -1, 0},
		{-1, -k, -k, -1, 0, -1},
		{k, -1, 1, -k, 1, 0},
	} {
		ax, ay := at(q[0], q[1])
		bx, by := at(q[2], q[3])
		dx, dy := at(q[4], q[5])
		p.CubeTo(ax, ay, bx, by, dx, dy)
	}
	return p.Close()
}

// Plate adds a rectangle with round corners.
func (p *Path) Plate(x, y, w, h, r float32) *Path {
	r = min(r, w/2, h/2)
	const k = 1 - 0.5522847
	x1, y1 := x+w, y+h
	p.MoveTo(x+r, y).LineTo(x1-r, y).CubeTo(x1-k*r, y, x1, y+k*r, x1, y+r)
	p.LineTo(x1, y1-r).CubeTo(x1, y1-k*r, x1-k*r, y1, x1-r, y1)
	p.LineTo(x+r, y1).CubeTo(x+k*r, y1, x, y1-k*r, x, y1-r)
	return p.LineTo(x, y+r).CubeTo(x, y+k*r, x+k*r, y, x+r, y).Close()
}

// Line adds a straight line with round ends, drawn with a pen w wide.
func (p *Path) Line(x0, y0, x1, y1, w float32) *Path {
	dx, dy := x1-x0, y1-y0
	n := float32(math.Hypot(float64(dx), float64(dy)))
	if n > 0 {
		nx, ny := -dy/n*w/2, dx/n*w/2
		p.Polygon(x0+nx, y0+ny, x0-nx, y0-ny, x1-nx, y1-ny, x1+nx, y1+ny)
	}
	return p.Disc(x0, y0, w/2).Disc(x1, y1, w/2)
}

// Outline adds the border of a polygon, drawn with a pen w wide with round corners.
func (p *Path) Outline(w float32, xy ...float32) *Path {
	n := len(xy)
	for i := 0; i < n; i += 2 {
		p.Line(xy[i], xy[i+1], xy[(i+2)%n], xy[(i+3)%n], w)
	}
	return p
}

// Tube adds the border of a shape w wide and h high with round ends, drawn with a pen.
func Tube(w, h, pen float32) *Path {
	p, r := &Path{}, min(w, h)/2
	grow := func(g float32) *Path {
		return new(Path).Plate(-w/2-g, -h/2-g, w+2*g, h+2*g, r+g)
	}
	return p.With(grow(pen / 2)).Without(grow(-pen / 2))
}

// Frame adds a square frame a wide around the origin, whose border is w wide.
func (p *Path) Frame(a, w float32) *Path {
	return p.With(new(Path).Plate(-a/2, -a/2, a, a, 6)).Without(new(Path).Plate(-a/2+w, -a/2+w, a-2*w, a-2*w, 3))
}

// With adds another path.
func (p *Path) With(q *Path) *Path {
	for _, s := range q.steps {
		var xy []float32
		for n := range s.points() {
			xy = append(xy, s.x[n], s.y[n])
		}
		p.add(s.verb, xy...)
	}
	return p
}

// Without cuts a path, which is one closed curve, out of p.
func (p *Path) Without(q *Path) *Path {
	last := len(q.steps) - 2 // the path up to the closing step
	end := func(s step) (x, y float32) {
		if s.verb == cubeTo {
			return s.x[2], s.y[2]
		}
		return s.x[0], s.y[0]
	}
	p.MoveTo(end(q.steps[last]))
	for i := last; i > 0; i-- {
		s, to := q.steps[i], q.steps[i-1]
		x, y := end(to)
		if s.verb == cubeTo {
			p.CubeTo(s.x[1], s.y[1], s.x[0], s.y[0], x, y)
		} else {
			p.LineTo(x, y)
		}
	}
	return p.Close()
}
