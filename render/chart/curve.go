package chart

import (
	"strconv"

	"paddock/render/outline"
)

// course plans a curve without a title, which the message around it has. The players' names stand
// above and below it, each with the whole width: who is ahead in the upper half, and who in the lower.
func (p *plan) course(c *Course) {
	const high, row, square, gap = 260, 44, 20, 10
	bare := *c
	bare.Names, bare.scale = [2]string{}, true
	p.mark(Mark{Shape: Plate, Ink: Panel, X: edge / 2, Y: edge / 2, W: Width - edge, H: high + 2*row, Size: 10})
	p.curve(&bare, edge/2, edge/2+row, Width-edge, high)
	for i, name := range c.Names {
		// the badge of clients covers the beginning of the lower line
		x, y := [2]int{edge/2 + margin, BadgeWidth + margin}[i], [2]int{edge + row/2, edge/2 + high + row + row/2}[i]
		name = p.fit(named, p.known(name), Width-edge/2-margin-x-square-gap)
		if name == "" {
			continue
		}
		p.mark(Mark{Shape: Plate, Ink: ahead[i], X: x, Y: y - square/2, W: square, H: square, Size: 5})
		p.write(named, leftOf, x+square+gap, y, name)
	}
	p.Height = high + 2*row + edge
}

// margin is the space between a curve and the sides of its plate.
const margin = 20

// curve draws the first seat's share of the win. The area between curve and middle has the colour
// of the player who is ahead. Mistakes are spots, each with a line to the number of its move in the
// other half, where nothing hides the curve.
func (p *plan) curve(c *Course, left, top, width, high int) {
	const inner = 22
	p.mark(Mark{Shape: Plate, Ink: Panel, X: left, Y: top, W: width, H: high, Size: 10})
	g := graph{c: c, first: left + margin, last: left + width - margin, top: top + inner, high: high - 2*inner}
	if c.Ends[0] != "" {
		g.high -= inner
	}
	middle, names := g.top+g.high/2, 0
	for i, name := range c.Names {
		if name = p.fit(named, p.known(name), width/3); name != "" {
			names = max(names, p.write(named, leftOf, g.first, middle+[2]int{-high / 5, high / 5}[i], name))
		}
	}
	if names > 0 {
		g.first += max(names, BadgeWidth-left-margin) + margin // room for the badge
	}
	if c.scale { // both ends are 100 %: at each one player is sure to win
		wide := 0
		for i, share := range [3]string{"100 %", "50 %", "100 %"} {
			wide = max(wide, p.write(level, leftOf, left+margin, g.top+i*g.high/2, share))
		}
		g.first += wide + margin/2
	}
	p.areas(g, middle)
	p.mark(Mark{Shape: Plate, Ink: Soft, X: g.first, Y: middle - 1, W: g.last - g.first, H: 2})
	for i := 1; i < len(c.Shares); i++ {
		x0, y0 := g.at(i - 1)
		x1, y1 := g.at(i)
		p.mark(Mark{Shape: Stroke, Ink: Letters, X: x0, Y: y0, W: x1 - x0, H: y1 - y0, Size: 6})
	}
	p.write(level, leftOf, g.first, top+high-inner, c.Ends[0])
	p.write(level, rightEnd, g.last, top+high-inner, c.Ends[1])
	p.turns(g, middle)
}

// graph is the place of a curve.
type graph struct {
	c                      *Course
	first, last, top, high int
}

// at returns the place of a move's share.
func (g graph) at(i int) (x, y int) {
	share := max(0, min(1, g.c.Shares[i]))
	return g.first + i*(g.last-g.first)/max(len(g.c.Shares)-1, 1), g.top + int((1-share)*float64(g.high))
}

var (
	named = lettering{28, outline.Bold, Letters, false}
	ahead = [2]Ink{Glow, Hair} // the areas in which the first and the second seat are ahead
)

// areas fills the areas between a curve and its middle, in bars.
func (p *plan) areas(g graph, middle int) {
	const bar = 4
	moves, wide := max(len(g.c.Shares)-1, 1), g.last-g.first
	for x := g.first; x < g.last; x += bar {
		i := (x - g.first) * moves / wide
		x0, y := g.at(i)
		if i+1 < len(g.c.Shares) {
			x1, y1 := g.at(i + 1)
			y += (y1 - y) * (x - x0) / max(x1-x0, 1)
		}
		switch {
		case y < middle:
			p.mark(Mark{Shape: Plate, Ink: ahead[0], X: x, Y: y, W: min(bar, g.last-x), H: middle - y})
		case y > middle:
			p.mark(Mark{Shape: Plate, Ink: ahead[1], X: x, Y: middle, W: min(bar, g.last-x), H: y - middle})
		}
	}
}

// turns marks the mistakes.
func (p *plan) turns(g graph, middle int) {
	const spot = 16
	free := g.first // the place from which on the next number has room
	for _, i := range g.c.Turns {
		if i < 0 || i >= len(g.c.Shares) {
			continue
		}
		x, y := g.at(i)
		side := middle + g.high/4
		if y > middle {
			side = middle - g.high/4
		}
		number := strconv.Itoa(i + 1)
		w := max(pill, p.speller.Width(number, flagged.weight, flagged.size)+18)
		at := min(max(x, free+w/2), g.last-w/2)
		free = at + w/2 + 6
		p.mark(Mark{Shape: Stroke, Ink: Lost, X: x, Y: y, W: at - x, H: side - y, Size: 4})
		p.mark(Mark{Shape: Disc, Ink: Halo, X: x, Y: y, Size: spot + 6})
		p.mark(Mark{Shape: Disc, Ink: Lost, X: x, Y: y, Size: spot})
		p.flag(number, at, side, w)
	}
}

// pill is the height of a number on its pill.
const pill = 34

var flagged = lettering{26, outline.Bold, Halo, false}

// flag draws a number on a pill.
func (p *plan) flag(number string, x, y, w int) {
	p.mark(Mark{Shape: Plate, Ink: Halo, X: x - w/2 - 2, Y: y - pill/2 - 2, W: w + 4, H: pill + 4, Size: pill/2 + 2})
	p.mark(Mark{Shape: Plate, Ink: Lost, X: x - w/2, Y: y - pill/2, W: w, H: pill, Size: pill / 2})
	p.write(flagged, centred, x, y, number)
}
