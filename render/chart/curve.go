package chart

import (
	"strconv"

	"paddock/render/outline"
)

// course plans a curve without a title, which the message around it has.
func (p *plan) course(c *Course) {
	const high = 260
	p.curve(c, edge/2, edge/2, Width-edge, high)
	p.Height = high + edge
}

// curve draws the first seat's share of the win, filled towards the middle. Turning points are
// spots with the number of the move. The names stand at the left, above and below the middle.
func (p *plan) curve(c *Course, left, top, width, high int) {
	const margin, inner = 20, 22
	p.mark(Mark{Shape: Plate, Ink: Panel, X: left, Y: top, W: width, H: high, Size: 10})
	middle := top + high/2
	names := 0
	for i, name := range c.Names {
		name = p.fit(score, p.known(name), width/3)
		names = max(names, p.write(score, leftOf, left+margin, middle+[2]int{-high / 5, high / 5}[i], name))
	}
	first := left + margin
	if names > 0 {
		first += max(names, BadgeWidth-left-margin) + margin // room for the badge
	}
	last := left + width - margin
	at := func(i int) (x, y int) {
		share := max(0, min(1, c.Shares[i]))
		return first + i*(last-first)/max(len(c.Shares)-1, 1), top + inner + int((1-share)*float64(high-2*inner))
	}
	for x := first; x <= last-bar/2; x += bar { // bars from the middle to the curve
		i := (x - first) * max(len(c.Shares)-1, 1) / max(last-first, 1)
		_, y := at(i)
		if i+1 < len(c.Shares) {
			x0, _ := at(i)
			x1, y1 := at(i + 1)
			y += (y1 - y) * (x - x0) / max(x1-x0, 1)
		}
		if h := max(y, middle) - min(y, middle); h > 0 {
			p.mark(Mark{Shape: Plate, Ink: Hair, X: x - bar/4, Y: min(y, middle), W: bar / 2, H: h})
		}
	}
	p.mark(Mark{Shape: Plate, Ink: Soft, X: first, Y: middle - 1, W: last - first, H: 2})
	for i := 1; i < len(c.Shares); i++ {
		x0, y0 := at(i - 1)
		x1, y1 := at(i)
		p.mark(Mark{Shape: Stroke, Ink: Letters, X: x0, Y: y0, W: x1 - x0, H: y1 - y0, Size: 5})
	}
	for _, i := range c.Turns {
		if i < 0 || i >= len(c.Shares) {
			continue
		}
		x, y := at(i)
		p.flag(strconv.Itoa(i+1), max(first+24, min(x, last-24)), y)
	}
}

// bar is the distance between the bars under a curve.
const bar = 8

// flag draws a number on a pill.
func (p *plan) flag(number string, x, y int) {
	const high = 34
	l := lettering{26, outline.Bold, Halo, false}
	w := max(high, p.speller.Width(number, l.weight, l.size)+18)
	p.mark(Mark{Shape: Plate, Ink: Halo, X: x - w/2 - 2, Y: y - high/2 - 2, W: w + 4, H: high + 4, Size: high/2 + 2})
	p.mark(Mark{Shape: Plate, Ink: Lost, X: x - w/2, Y: y - high/2, W: w, H: high, Size: high / 2})
	p.write(l, centred, x, y, number)
}
