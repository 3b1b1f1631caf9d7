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
	levels, final, titles := c.Levels, c.Levels[len(c.Levels)-1][0], c.Titles
	// what does not fit is left out from the left: those who went on are in the next level as well
	for len(levels) > 1 && (len(levels[0]) > maxPairs || len(levels) > maxLevels && decided(levels[0])) {
		levels, titles = levels[1:], titles[min(1, len(titles)):]
	}
	levels = levels[:min(len(levels), maxLevels)]
	top := titleHigh
	if len(titles) > 0 {
		top += rowHeight
	}
	columns := make([]column, len(levels))
	for l, pairs := range levels {
		columns[l].titles = titles[min(l, len(titles)):min(l+1, len(titles))]
		for _, pair := range pairs {
			both := pair.lines()
			columns[l].lines = append(columns[l].lines, both[:]...)
		}
	}
	last := len(levels) - 1
	if third := c.Third; third != nil && len(levels[last]) == 1 {
		both, end := third.lines(), &columns[last]
		end.titles, end.lines = append(slices.Clip(end.titles), c.ThirdTitle), append(end.lines, both[:]...)
	}
	widths := p.share(2*len(levels[0]), Width-edge+gutter-len(levels)*gutter, columns)
	pairHeight := 2*p.box + pairGap
	middles := make([]int, len(levels[0]))
	for i := range middles {
		middles[i] = top + i*pairHeight + p.box
	}
	p.Height = top + len(levels[0])*pairHeight + edge
	bottom, champion, title := 0, final.winner(), heading(p.small.size)
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
			mid := (middles[i-1] + middles[i]) / 2
			next = append(next, mid)
			for _, on := range [2]bool{false, true} { // the champion's path comes last, over the others
				for _, k := range [2]int{i - 1, i} {
					switch goesOn := champion != "" && pairs[k].winner() == champion; {
					case goesOn != on:
					case on && l+1 < len(levels):
						p.join(Glow, champions, x+width, p.rowOf(pairs[k], middles[k], champion), after,
							p.rowOf(levels[l+1][i/2], mid, champion))
					default:
						p.join(Soft, 3, x+width, middles[k], after, mid)
					}
				}
			}
		}
		middles = next
	}
	if c.Third != nil && len(levels[last]) == 1 {
		// below the final; if the badge is in another column, this one may use the room beside it
		const heading, apart = 20, 30
		beside := 0
		if last > 0 {
			beside = under
		}
		y := max(p.Height+beside-edge-2*p.box-heading, bottom+p.box+apart)
		p.write(title, leftOf, x+lineIndent, y, p.fit(title, p.known(c.ThirdTitle), width))
		p.pair(*c.Third, x, y+p.box+heading, width, "", false)
		p.Height = max(p.Height, y+2*p.box+heading+edge-beside)
	}
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
