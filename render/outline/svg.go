package outline

import (
	"math"
	"strconv"
)

// SVG returns the path as the data of an SVG path element, moved by (x, y). Points are given
// relative to the point before, in tenths of a unit.
func (p *Path) SVG(x, y float32) []byte {
	w := pen{ox: x, oy: y}
	for i := 0; i < len(p.steps); i++ {
		if e, ok := p.ovalAt(i); ok {
			w.oval(e)
			i += ovalSteps - 1
			continue
		}
		switch s := p.steps[i]; s.verb {
		case moveTo:
			w.moveTo(s.x[0], s.y[0])
		case lineTo:
			w.lineTo(s.x[0], s.y[0])
		case cubeTo:
			w.cubeTo(s)
		case closed:
			w.close()
		}
	}
	return w.out
}

// ellipse is a whole ellipse with horizontal and vertical axes, which [Path.Oval] has added. It
// starts and ends at its right end.
type ellipse struct {
	x, y, rx, ry float32 // the point where it starts, and its half axes
	sweep        bool    // the ellipse runs clockwise on the screen
}

// ovalSteps is the number of steps of an ellipse: a start, four quarters and an end.
const ovalSteps = 6

// ovalAt reports whether an ellipse begins at a step. Two arcs need half the text of its four
// curves.
func (p *Path) ovalAt(i int) (e ellipse, ok bool) {
	if i+ovalSteps > len(p.steps) || p.steps[i].verb != moveTo || p.steps[i+5].verb != closed {
		return e, false
	}
	end := [5][2]float32{{p.steps[i].x[0], p.steps[i].y[0]}}
	for n := 1; n <= 4; n++ {
		if p.steps[i+n].verb != cubeTo {
			return e, false
		}
		end[n] = [2]float32{p.steps[i+n].x[2], p.steps[i+n].y[2]}
	}
	const near, k = .01, .5522847 // near is a tolerance; k is the factor in Path.Oval
	rx, ry, first := (end[0][0]-end[2][0])/2, (end[1][1]-end[3][1])/2, p.steps[i+1]
	for _, same := range [...][2]float32{
		{end[0][1], end[2][1]},
		{end[1][0], end[3][0]},
		{end[0][0], end[1][0] + rx},
		{end[1][1], end[0][1] + ry},
		{end[4][0], end[0][0]},
		{end[4][1], end[0][1]},
		{first.x[0], end[0][0]},
		{first.y[0], end[0][1] + k*ry},
	} {
		if d := same[0] - same[1]; d > near || d < -near {
			return e, false
		}
	}
	return ellipse{x: end[0][0], y: end[0][1], rx: rx, ry: max(ry, -ry), sweep: ry > 0}, rx > 0
}

// pen writes a path as text.
type pen struct {
	out            []byte
	ox, oy         float32
	x, y           int // position of the pen, in tenths
	startX, startY int
	last           byte // the last command, which stays valid until another is written
}

func (w *pen) tenths(x, y float32) (int, int) {
	return int(math.Round(float64(x+w.ox) * 10)), int(math.Round(float64(y+w.oy) * 10))
}

func (w *pen) command(c byte) {
	if w.last != c {
		w.out = append(w.out, c)
		w.last = c
	}
}

// number writes a number of tenths.
func (w *pen) number(n int) {
	if c := w.out[len(w.out)-1]; n >= 0 && (c >= '0' && c <= '9') {
		w.out = append(w.out, ' ')
	}
	w.out = append(w.out, decimal(n)...)
}

// decimal returns a number of tenths in its shortest form.
func decimal(n int) string {
	sign := ""
	if n < 0 {
		n, sign = -n, "-"
	}
	switch {
	case n%10 == 0:
		return sign + strconv.Itoa(n/10)
	case n < 10:
		return sign + "." + strconv.Itoa(n)
	}
	return sign + strconv.Itoa(n/10) + "." + strconv.Itoa(n%10)
}

// vector writes the way from the pen to a point.
func (w *pen) vector(x, y float32) {
	tx, ty := w.tenths(x, y)
	w.number(tx - w.x)
	w.number(ty - w.y)
}

// to is like vector, and also moves the pen to the point.
func (w *pen) to(x, y float32) {
	w.vector(x, y)
	w.x, w.y = w.tenths(x, y)
}

func (w *pen) moveTo(x, y float32) {
	w.last = 0
	w.command('m')
	w.to(x, y)
	w.last = 'l' // after a start the SVG command for a line can be left out
	w.startX, w.startY = w.x, w.y
}

func (w *pen) lineTo(x, y float32) {
	tx, ty := w.tenths(x, y)
	switch dx, dy := tx-w.x, ty-w.y; {
	case dx == 0 && dy == 0:
		return
	case dy == 0:
		w.command('h')
		w.number(dx)
	case dx == 0:
		w.command('v')
		w.number(dy)
	default:
		w.command('l')
		w.number(dx)
		w.number(dy)
	}
	w.x, w.y = tx, ty
}

func (w *pen) cubeTo(s step) {
	if tx, ty := w.tenths(s.x[2], s.y[2]); tx == w.x && ty == w.y {
		return // the curve ends where it begins, so it draws nothing
	}
	w.command('c')
	w.vector(s.x[0], s.y[0])
	w.vector(s.x[1], s.y[1])
	w.to(s.x[2], s.y[2])
}

func (w *pen) close() {
	w.command('z')
	w.x, w.y = w.startX, w.startY
}

// oval writes an ellipse as two halves.
func (w *pen) oval(e ellipse) {
	w.moveTo(e.x, e.y)
	tenths := func(f float32) int { return int(math.Round(float64(f) * 10)) }
	rx, sweep := tenths(e.rx), 0
	if e.sweep {
		sweep = 1
	}
	for _, way := range [2]int{-2 * rx, 2 * rx} {
		w.command('a')
		for _, n := range [...]int{rx, tenths(e.ry), 0, 10, 10 * sweep, way, 0} {
			w.number(n)
		}
	}
	w.close()
}
