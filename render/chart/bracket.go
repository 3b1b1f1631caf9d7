package chart

import (
	"slices"
	"strings"

	"paddock/render/outline"
)

// bracket lays out levels from left to right, each pair halfway between the two pairs before it.
// The champion's path is a band through all levels.
//
// Only the first level shown has places of its own. All others follow from the level before, so a
// level must be drawn, and its lines with it, before anybody knows where the next one is.
func (p *plan) bracket(c Chart) {
	champion := c.Levels[len(c.Levels)-1][0].winner()
	c.leaveOut()
	levels, titles := c.Levels, c.Titles
	top := titleHigh
	if len(titles) > 0 {
		top += rowHeight
	}
	widths := p.share(2*len(levels[0]), Width-edge+gutter-len(levels)*gutter, c.columns())
	pairHeight := 2*p.box + pairGap
	middles := make([]int, len(levels[0]))
	for i := range middles {
		middles[i] = top + i*pairHeight + p.box
	}
	p.Height = top + len(levels[0])*pairHeight + edge
	bottom, title := 0, heading(p.small.size)
	x, width, after := 0, 0, edge/2
	for l, pairs := range levels {
		x, width = after, widths[l]
		after = x + width + gutter
		if l < len(titles) {
			p.write(title, leftOf, x+lineIndent, titleHigh+rowHeight/2-6, p.fit(title, p.known(titles[l]), width))
		}
		bottom = middles[0]
		next := make([]int, 0, len(middles)/2)
		for i, pair := range pairs {
			p.pair(pair, x, middles[i], width, champion, len(pairs) == 1)
			if len(pairs) == 1 && champion != "" {
				p.mark(Mark{Shape: Crown, Ink: Gold, X: x + width/2, Y: middles[i] - p.box - 24, Size: 44})
			}
			if i%2 == 0 {
				continue
			}
			mid, row := (middles[i-1]+middles[i])/2, 0
			next = append(next, mid)
			if l+1 < len(levels) {
				row = p.rowOf(levels[l+1][i/2], mid, champion)
			}
			p.meet(pairs[i-1:i+1], middles[i-1:i+1], champion, x+width, after, mid, row)
		}
		middles = next
	}
	if c.hasThird() {
		p.third(c, x, bottom, width)
	}
}

// leaveOut leaves out the levels of a bracket that do not fit: the first ones, because those who
// went on are in the next level as well.
func (c *Chart) leaveOut() {
	for len(c.Levels) > 1 &&
		(len(c.Levels[0]) > maxPairs || len(c.Levels) > maxLevels && decided(c.Levels[0])) {
		c.Levels, c.Titles = c.Levels[1:], c.Titles[min(1, len(c.Titles)):]
	}
	c.Levels = c.Levels[:min(len(c.Levels), maxLevels)]
}

// hasThird reports whether the final is shown, with a game for the third place under it.
func (c *Chart) hasThird() bool { return c.Third != nil && len(c.Levels[len(c.Levels)-1]) == 1 }

// columns returns what is written in each level of a bracket.
func (c *Chart) columns() []column {
	columns := make([]column, len(c.Levels))
	for l, pairs := range c.Levels {
		columns[l].titles = c.Titles[min(l, len(c.Titles)):min(l+1, len(c.Titles))]
		for _, pair := range pairs {
			both := pair.lines()
			columns[l].lines = append(columns[l].lines, both[:]...)
		}
	}
	if c.hasThird() {
		both, end := c.Third.lines(), &columns[len(columns)-1]
		end.titles, end.lines = append(slices.Clip(end.titles), c.ThirdTitle), append(end.lines, both[:]...)
	}
	return columns
}

// meet draws the lines from two pairs, whose boxes end at x, to their next pair, whose box begins
// at after, around mid. The champion's line goes to the given row of that box, unless it is 0.
func (p *plan) meet(pairs []Pair, middles []int, champion string, x, after, mid, row int) {
	for _, on := range [2]bool{false, true} { // the champion's path comes last, over the others
		for k, pair := range pairs {
			switch goesOn := champion != "" && pair.winner() == champion; {
			case goesOn != on:
			case on && row != 0:
				p.join(Glow, champions, x, p.rowOf(pair, middles[k], champion), after, row)
			default:
				p.join(Soft, 3, x, middles[k], after, mid)
			}
		}
	}
}

// third draws the game for the third place in the column of the final at x, whose middle is bottom.
func (p *plan) third(c Chart, x, bottom, width int) {
	// if the badge is in another column, this one may use the room beside it
	const high, apart = 20, 30
	beside := 0
	if len(c.Levels) > 1 {
		beside = under
	}
	title := heading(p.small.size)
	y := max(p.Height+beside-edge-2*p.box-high, bottom+p.box+apart)
	p.write(title, leftOf, x+lineIndent, y, p.fit(title, p.known(c.ThirdTitle), width))
	p.pair(*c.Third, x, y+p.box+high, width, "", false)
	p.Height = max(p.Height, y+2*p.box+high+edge-beside)
}

// champions is the width of the band that joins the games of the champion.
const champions = 10

// rowOf returns the middle of a player's line in a pair around mid.
func (p *plan) rowOf(pair Pair, mid int, name string) int {
	if pair.B == name {
		return mid + p.box/2 - 1
	}
	return mid - p.box/2 - 1
}

// decided reports whether all games of a level are over.
func decided(level []Pair) bool {
	return !slices.ContainsFunc(level, func(p Pair) bool { return p.Won == 0 })
}

// winner returns the winner's name. It is empty while the pair is open.
func (pair Pair) winner() string { return [3]string{"", pair.A, pair.B}[pair.Won] }

// lines returns the two players of a pair.
func (pair Pair) lines() [2]Line {
	return [2]Line{
		{Name: pair.A, Score: pair.ScoreA, Won: pair.Won == 1},
		{Name: pair.B, Score: pair.ScoreB, Won: pair.Won == 2},
	}
}

// pair draws a box of two lines around mid. The champion's lines are marked, the one in the final
// most.
func (p *plan) pair(pair Pair, x, mid, width int, champion string, final bool) {
	p.boxed(x, mid-p.box, width, 2*p.box-3)
	p.mark(Mark{Shape: Plate, Ink: Hair, X: x + 10, Y: mid - 2, W: width - 20, H: 2})
	for i, l := range pair.lines() {
		on := champion != "" && l.Name == champion
		l.Champion = on && final
		p.line(l, on, pair.Won != 0, x, mid-p.box+i*p.box, width)
	}
}

// boxed draws the plate on which the players of a game stand.
func (p *plan) boxed(x, y, w, h int) {
	p.mark(Mark{Shape: Plate, Ink: Panel, X: x, Y: y, W: w, H: h, Size: 8})
}

// line draws a name and a score, on a plate for the later champion. The winner is bold; when the
// game is decided the others are dimmed.
func (p *plan) line(line Line, plate, decided bool, x, y, width int) {
	l := p.small
	switch {
	case line.Won:
		l.weight = outline.Bold
	case decided:
		l.ink = Soft
	}
	if plate {
		i := Glow
		if line.Champion {
			i, l.ink = Gold, Dark
		}
		p.mark(Mark{Shape: Plate, Ink: i, X: x, Y: y, W: width, H: p.box - 3, Size: 8})
	}
	mid, room := y+p.box/2-1, width-lineEdges
	if line.Name == "" && !decided { // the place of somebody who is not yet known
		p.mark(Mark{Shape: Plate, Ink: Hair, X: x + 12, Y: mid - 5, W: width * 2 / 5, H: 10, Size: 5})
	}
	if line.Score != "" {
		score := p.known(line.Score)
		p.write(l, rightEnd, x+width-10, mid, score)
		room -= p.speller.Width(score, l.weight, l.size) + lineGap
	}
	p.write(l, leftOf, x+lineIndent, mid, p.fit(l, p.known(strings.TrimSpace(line.Name)), room))
}

// The room in a line before the name, and beside the name and the score; and the least between them.
const (
	lineIndent = 12
	lineEdges  = 22
	lineGap    = 10
)
