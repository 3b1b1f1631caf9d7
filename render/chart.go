package render

import (
	"fmt"
	"strings"

	"paddock/games/scene"
)

// Chart is a table, a bracket if it has levels, or the games of rounds if it has those: what a tournament's standing looks like. It is plain text that
// knows no tournament.
type Chart struct {
	Title  string
	Head   []string   // of the columns; the second is the widest and begins at its left, the others end at their right
	Rows   [][]string // as many as fit are shown
	Levels [][]Pair   // of a bracket, the first round first: each level has half as many pairs as the one before
	Third  *Pair      // the game for the third place
	Rounds []Round    // of a knockout, the first one first; the earliest are left out if not all fit

	More       func(rows int) string // what the last line says of so many rows that don't fit; nil: nothing
	ThirdTitle string                // what stands over Third
}

// Round is games that are played at the same time.
type Round struct {
	Title string
	Games [][]Line
}

// Line is one of those who play a game.
type Line struct {
	Name, Score string
	Won         bool
}

// Pair is two who meet in a bracket.
type Pair struct {
	A, B string // empty where not yet known
	Won  int    // 1 or 2; 0 as long as it is open
}

// The measures of charts, in pixels.
const (
	chartEdge  = 24
	chartTitle = 76
	rowHeight  = 46
	rowsAtMost = 24
	pairGap    = 10
	boxHeight  = 34
	maxPairs   = 16 // in the first level that is drawn; earlier ones are left out
	gameGap    = 20

	columnsAtMost = 4  // of rounds
	linesAtMost   = 32 // in a column of rounds, a line for each gap included
)

var small = lettering{22, medium, text, false}

// Chart draws a table or a bracket, Width pixels wide; equal charts give equal bytes. Names that the fonts can't write are left out; the
// message beside the picture has them.
func (r *Renderer) Chart(c Chart) (_ []byte, err error) {
	b := <-r.benches
	defer func() { r.benches <- b }()
	defer recovered(&err)
	p := &b.plan
	p.reset()
	p.write(&p.over, heavy, leftOf, chartEdge, chartTitle/2, p.fit(heavy, p.known(c.Title), Width-2*chartEdge))
	switch {
	case len(c.Rounds) > 0:
		p.rounds(c.Rounds)
	case len(c.Levels) > 0:
		p.bracket(c)
	default:
		p.table(c)
	}
	p.height += badgeHeight - chartEdge // nothing is told under the badge that clients lay over the lower left corner
	if p.height > maxHeight {
		return nil, fmt.Errorf("the chart is %d pixels high, at most %d: %w", p.height, maxHeight, ErrScene)
	}
	pal := r.kits[scene.Graph].palette
	return b.png.encode(pal.paint(p.width, p.height, append(p.under, p.over...)), pal)
}

// table lays out rows; every other one has a darker ground.
func (p *plan) table(c Chart) {
	rows, more := c.Rows, 0
	if len(rows) > rowsAtMost {
		rows, more = rows[:rowsAtMost-1], len(rows)-rowsAtMost+1
	}
	ends := p.columns(c.Head, rows)
	p.row(label, c.Head, ends, chartTitle)
	y := chartTitle + rowHeight
	for i, row := range rows {
		if i%2 == 0 {
			p.ground(op{kind: kindPlate, ink: white, a: Width - chartEdge, b: rowHeight, size: 8}, chartEdge/2, y)
		}
		l := plain
		if len(row) > 0 && row[0] == "1" {
			l = heavy
		}
		p.row(l, row, ends, y)
		y += rowHeight
	}
	if more > 0 && c.More != nil {
		p.write(&p.over, label, leftOf, chartEdge, y+rowHeight/2, p.known(c.More(more)))
		y += rowHeight
	}
	p.height = y + chartEdge
}

// columns are where the columns end; the second takes what the others leave.
func (p *plan) columns(head []string, rows [][]string) []int {
	ends := make([]int, len(head))
	right := Width - chartEdge
	for i := len(head) - 1; i >= 0; i-- {
		if i < 2 {
			ends[i] = right
			right = chartEdge + 50
			continue
		}
		w := p.speller.width(head[i], label.weight, label.size)
		for _, row := range rows {
			if i < len(row) {
				w = max(w, p.speller.width(row[i], heavy.weight, heavy.size))
			}
		}
		ends[i] = right
		right -= w + 26
	}
	return ends
}

func (p *plan) row(l lettering, cells []string, ends []int, y int) {
	for i, s := range cells[:min(len(cells), len(ends))] {
		mid := y + rowHeight/2
		if i == 1 {
			p.write(&p.over, l, leftOf, ends[0]+18, mid, p.fit(l, p.known(s), ends[1]-ends[0]-30))
			continue
		}
		p.write(&p.over, l, rightEnd, ends[i], mid, p.known(s))
	}
}

// bracket lays out levels from left to right, each pair in the middle of the two that lead to it.
func (p *plan) bracket(c Chart) {
	levels := c.Levels
	for len(levels) > 1 && len(levels[0]) > maxPairs {
		levels = levels[1:]
	}
	width := (Width - chartEdge) / len(levels)
	pairHeight := 2*boxHeight + pairGap
	middles := make([]int, len(levels[0]))
	for i := range middles {
		middles[i] = chartTitle + i*pairHeight + boxHeight
	}
	p.height = chartTitle + len(levels[0])*pairHeight + chartEdge
	last := 0
	for l, pairs := range levels {
		x := chartEdge/2 + l*width
		last = middles[0]
		next := make([]int, 0, len(middles)/2)
		for i, pair := range pairs {
			p.pair(pair, x, middles[i], width-28)
			if i%2 == 1 {
				mid := (middles[i-1] + middles[i]) / 2
				next = append(next, mid)
				p.join(x+width-28, middles[i-1], x+width, mid)
				p.join(x+width-28, middles[i], x+width, mid)
			}
		}
		middles = next
	}
	if c.Third != nil {
		x := chartEdge/2 + (len(levels)-1)*width
		y := max(p.height-chartEdge-2*boxHeight-30, last+boxHeight+24) // below the final, which stands in the middle
		p.write(&p.over, label, leftOf, x, y, p.fit(label, p.known(c.ThirdTitle), width-28))
		p.pair(*c.Third, x, y+boxHeight+20, width-28)
		p.height = max(p.height, y+2*boxHeight+20+chartEdge)
	}
}

// pair is two boxes, one upon the other, with mid between them.
func (p *plan) pair(pair Pair, x, mid, width int) {
	for i, name := range [2]string{pair.A, pair.B} {
		p.line(Line{Name: name, Won: pair.Won == i+1}, x, mid-boxHeight+i*boxHeight, width)
	}
}

// line is a box with a name and a score. Who has won stands in bold on gold.
func (p *plan) line(line Line, x, y, width int) {
	l, ground := small, white
	if line.Won {
		l, ground = lettering{22, bold, text, false}, gold
	}
	p.ground(op{kind: kindPlate, ink: ground, a: int16(width), b: boxHeight - 3, size: 6}, x, y)
	mid, room := y+boxHeight/2-1, width-20
	if line.Score != "" {
		score := p.known(line.Score)
		p.write(&p.over, l, rightEnd, x+width-10, mid, score)
		room -= p.speller.width(score, l.weight, l.size) + 10
	}
	p.write(&p.over, l, leftOf, x+10, mid, p.fit(l, p.known(strings.TrimSpace(line.Name)), room))
}

// rounds lays out rounds from left to right, each in as many columns as it needs.
func (p *plan) rounds(list []Round) {
	columns := func(list []Round) (n int) {
		for _, r := range list {
			n += len(r.columns())
		}
		return n
	}
	for len(list) > 1 && columns(list) > columnsAtMost {
		list = list[1:]
	}
	const least = 2 // a single column as wide as the picture would be mostly empty
	width := (Width - chartEdge) / max(columns(list), least)
	x := chartEdge / 2
	for _, r := range list {
		p.write(&p.over, label, leftOf, x, chartTitle+rowHeight/2-6, p.fit(label, p.known(r.Title), width-20))
		for _, games := range r.columns() {
			y := chartTitle + rowHeight
			for _, g := range games {
				for _, l := range g {
					p.line(l, x, y, width-20)
					y += boxHeight
				}
				y += gameGap
			}
			p.height = max(p.height, y-gameGap+chartEdge)
			x += width
		}
	}
}

// columns are the games of a round in columns of about the same height.
func (r Round) columns() [][][]Line {
	lines := 0
	for _, g := range r.Games {
		lines += len(g) + 1
	}
	n := (lines + linesAtMost - 1) / linesAtMost
	var out [][][]Line
	for rest := r.Games; n > 0 && len(rest) > 0; n-- {
		take := (len(rest) + n - 1) / n
		out, rest = append(out, rest[:take]), rest[take:]
	}
	return out
}

// join is the line from a pair to the next.
func (p *plan) join(x0, y0, x1, y1 int) {
	half := (x0 + x1) / 2
	p.ground(op{kind: kindLine, ink: soft, a: int16(half - x0), size: 3}, x0, y0)
	p.ground(op{kind: kindLine, ink: soft, b: int16(y1 - y0), size: 3}, half, y0)
	p.ground(op{kind: kindLine, ink: soft, a: int16(x1 - half), size: 3}, half, y1)
}
