package render

import (
	"fmt"
	"slices"
	"strconv"
	"strings"
	"unicode"
	"unicode/utf8"

	"paddock/games/scene"
	"paddock/render/outline"
)

// Chart describes a picture of a tournament's standing: a table, a bracket if it has levels, or the
// games of rounds if it has those. It contains plain texts and knows no tournament.
type Chart struct {
	Title  string
	Head   []string   // column heads; the second column is the widest and left-aligned, the others are right-aligned
	Rows   [][]string // rows that do not fit are left out
	Levels [][]Pair   // levels of a bracket, the first round first: each level has half as many pairs as the one before
	Titles []string   // titles of the levels; may be missing
	Third  *Pair      // the game for the third place
	Podium []string   // the first three when it is over, the winner first; shown above a table
	// rounds of a knockout, in order; if not all fit, those without names, which are still to come,
	// are left out first, then the earliest
	Rounds []Round
	Course *Course    // the curve of a single match
	Look   scene.Look // the reader's preferences for pictures; Large has no effect

	// returns the last line of a table, which counts the rows without room; nil: there is no such
	// line
	More       func(rows int) string
	ThirdTitle string // the heading of Third
}

// Course describes how a match of two went, move by move.
type Course struct {
	Shares []float64 // the first seat's share of the win after each move, from 0 to 1
	Turns  []int     // turning points, as indices of Shares
	Names  [2]string // names of the players, the first seat's first
}

// Round holds games that are played at the same time.
type Round struct {
	Title string
	Games [][]Line
}

// Line is one player of a game.
type Line struct {
	Name, Score string
	Won         bool
	Champion    bool // drawn on a highlighted plate
}

// Pair is a meeting of two in a bracket.
type Pair struct {
	A, B           string // names of the players; empty if not yet known
	ScoreA, ScoreB string // scores of the players; may be empty
	Won            int    // 1 or 2; 0 while it is open
}

// The measures of charts, in pixels.
const (
	chartWidth = 720 // less than Width, so that letters are larger on a phone
	chartEdge  = 24
	chartTitle = 80
	rowHeight  = 46
	rowsAtMost = 24
	pairGap    = 10
	gutter     = 28 // distance from one level or round to the next
	maxPairs   = 16 // most pairs of the first level; earlier levels are left out
	maxLevels  = 4  // most levels, so that names have room; the earliest finished levels are left out first
	gameGap    = 20

	columnsAtMost = 4  // most columns for rounds
	linesAtMost   = 32 // most lines in a column, with a line for each gap
)

var (
	level    = lettering{24, outline.Medium, soft, true}
	headline = lettering{36, outline.Bold, text, false}
)

// chartPlan is the layout of a chart.
type chartPlan struct {
	*plan
	small lettering // lettering of a bracket's or a round's players
	box   int       // height of a line with a player
}

// sized returns p with the largest lettering in which all names fit in lines of a width that fit in
// the smallest. Most is the number of lines below each other; where there are many the lettering
// stays small.
func (p chartPlan) sized(most, width int, players func(yield func(Line) bool)) chartPlan {
	const smallest, largest, few, air = 24, 30, 8, 10
	fits := func(line Line, size int) bool {
		w := p.speller.Width(line.Name, outline.Bold, size) + lineEdges
		if line.Score != "" {
			w += p.speller.Width(line.Score, outline.Bold, size) + lineGap
		}
		return w <= width
	}
	p.small = lettering{smallest, outline.Medium, text, false}
	for size := largest; size > smallest && most <= few; size -= 2 {
		all := true
		for l := range players {
			all = all && (fits(l, size) || !fits(l, smallest))
		}
		if all {
			p.small.size = size
			break
		}
	}
	p.box = p.small.size + air + p.small.size - smallest
	return p
}

// Chart draws a table or a bracket, chartWidth pixels wide. Equal charts give equal bytes. It
// leaves out names that the fonts lack letters for; the message around the picture has them.
func (r *Renderer) Chart(c Chart) (_ []byte, err error) {
	b := <-r.benches
	defer func() { r.benches <- b }()
	defer recovered(&err)
	p := chartPlan{plan: &b.plan}
	p.reset()
	p.lay(c)
	if p.height > maxHeight {
		return nil, fmt.Errorf("the chart is %d pixels high, at most %d: %w", p.height, maxHeight, ErrScene)
	}
	pal := r.kitOf(charts, c.Look).palette
	return b.png.Encode(pal.paint(p.width, p.height, append(p.under, p.over...)), pal.rgba[:])
}

// lay plans a chart.
func (p chartPlan) lay(c Chart) {
	p.width = chartWidth
	if c.Course != nil {
		p.course(c.Course)
		return
	}
	p.headline(p.known(c.Title))
	switch {
	case len(c.Rounds) > 0:
		p.rounds(c.Rounds)
	case len(c.Levels) > 0:
		p.bracket(c)
	default:
		p.table(c)
	}
	p.height += badgeHeight - chartEdge // keeps the chart above the badge that clients put over the lower left corner
}

// headline plans the title of the chart, under a short bar as on a card.
func (p chartPlan) headline(title string) {
	p.write(&p.over, headline, leftOf, chartEdge, 32, p.fit(headline, title, chartWidth-2*chartEdge))
	p.ground(op{kind: kindPlate, ink: last, a: 64, b: 6, size: 3}, chartEdge, 58)
}

// course plans a curve without a title, which the message around it has.
func (p chartPlan) course(c *Course) {
	const high = 260
	p.curve(c, chartEdge/2, chartEdge/2, chartWidth-chartEdge, high)
	p.height = high + chartEdge
}

// curve draws the first seat's share of the win, filled towards the middle. Turning points are
// spots with the number of the move. The names stand at the left, above and below the middle.
func (p *plan) curve(c *Course, left, top, width, high int) {
	const edge, inner = 20, 22
	p.ground(op{kind: kindPlate, ink: panel, a: int16(width), b: int16(high), size: 10}, left, top)
	middle := top + high/2
	names := 0
	for i, name := range c.Names {
		name = p.fit(score, p.known(name), width/3)
		names = max(names, p.write(&p.over, score, leftOf, left+edge, middle+[2]int{-high / 5, high / 5}[i], name))
	}
	first := left + edge
	if names > 0 {
		first += max(names, badgeWidth-left-edge) + edge // room for the badge
	}
	last := left + width - edge
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
			p.ground(op{kind: kindPlate, ink: hair, a: bar / 2, b: int16(h)}, x-bar/4, min(y, middle))
		}
	}
	p.ground(op{kind: kindPlate, ink: soft, a: int16(last - first), b: 2}, first, middle-1)
	for i := 1; i < len(c.Shares); i++ {
		x0, y0 := at(i - 1)
		x1, y1 := at(i)
		p.ground(op{kind: kindLine, ink: text, a: int16(x1 - x0), b: int16(y1 - y0), size: 5}, x0, y0)
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
	l := lettering{26, outline.Bold, halo, false}
	w := max(high, p.speller.Width(number, l.weight, l.size)+18)
	p.ground(op{kind: kindPlate, ink: halo, a: int16(w + 4), b: high + 4, size: high/2 + 2}, x-w/2-2, y-high/2-2)
	p.ground(op{kind: kindPlate, ink: lost, a: int16(w), b: high, size: high / 2}, x-w/2, y-high/2)
	p.write(&p.over, l, centred, x, y, number)
}

// table lays out rows with alternating grounds. The first place is marked like the last move on a
// board.
func (p chartPlan) table(c Chart) {
	rows, more := c.Rows, 0
	top := chartTitle
	if len(c.Podium) > 0 {
		top = p.steps(c.Podium, top)
	}
	if len(rows) > rowsAtMost {
		rows, more = rows[:rowsAtMost-1], len(rows)-rowsAtMost+1
	}
	head, rows := p.roomForNames(c.Head, rows)
	ends := p.columns(head, rows)
	p.row(label, head, ends, top)
	y, given := top+rowHeight, 0 // given is the number of medals so far
	for i, row := range rows {
		if i%2 == 0 {
			p.ground(op{kind: kindPlate, ink: panel, a: chartWidth - chartEdge, b: rowHeight, size: 8}, chartEdge/2, y)
		}
		l := plain
		if len(row) > 0 && row[0] == "1" {
			l = heavy
		}
		if len(row) > 0 && row[0] == "1" && len(c.Podium) == 0 { // otherwise the medal marks it
			p.ground(op{kind: kindPlate, ink: last, a: 8, b: rowHeight, size: 4}, chartEdge/2, y)
		}
		if given < len(c.Podium) && given < len(medals) && len(row) > 0 && row[0] == strconv.Itoa(given+1) {
			p.ground(op{kind: kindDisc, ink: medals[given], size: 38}, ends[0]-8, y+rowHeight/2)
			place := heavy
			place.ink = dark
			p.write(&p.over, place, centred, ends[0]-8, y+rowHeight/2, row[0])
			row = append([]string{""}, row[1:]...)
			given++
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

// medals holds the colours of the first three places.
var medals = [3]ink{last, silver, bronze}

// steps draws a podium of up to three blocks, the winner's in the middle with a crown. Above each
// block are the name of its player, in one line or two, and a disc with the initials. It returns
// where the podium ends.
func (p chartPlan) steps(names []string, top int) int {
	const width, disc, line = 224, 84, 36
	high := [3]int{150, 112, 82}
	names = names[:min(len(names), 3)]
	winner := plain
	winner.weight = outline.Bold
	room := 0 // for the names of the winner, whose disc is the highest
	lines := make([][]string, len(names))
	for i, name := range names {
		lines[i] = p.wrap(winner, p.known(name), width-20, 2)
		room = max(room, len(lines[i])*line+disc+high[i])
	}
	bottom, middle := top+40+room, chartWidth/2
	if len(names) == 2 {
		middle += width / 2
	}
	for i := range names {
		x, foot := middle+[3]int{0, -width, width}[i], bottom-high[i]
		p.ground(op{kind: kindPlate, ink: medals[i], a: width - 6, b: int16(high[i]), size: 12}, x-width/2+3, foot)
		place := lettering{[3]int{84, 66, 50}[i], outline.Bold, dark, false}
		p.write(&p.over, place, centred, x, foot+high[i]/2, strconv.Itoa(i+1))
		for n, t := range lines[i] {
			p.write(&p.over, winner, centred, x, foot-8-(len(lines[i])-n)*line+line/2, t)
		}
		mid := foot - 14 - len(lines[i])*line - disc/2
		p.ground(op{kind: kindDisc, ink: medals[i], size: disc}, x, mid)
		p.ground(op{kind: kindDisc, ink: panel, size: disc - 12}, x, mid)
		p.write(&p.over, lettering{38, outline.Bold, text, false}, centred, x, mid, initials(p.known(names[i])))
		if i == 0 {
			p.ground(op{kind: kindCrown, ink: last, size: 60}, x, mid-disc/2-26)
		}
	}
	p.ground(op{kind: kindPlate, ink: hair, a: chartWidth - chartEdge, b: 6, size: 3}, chartEdge/2, bottom-3)
	return bottom + 20
}

// initial returns the first letter of a name as a capital.
func initial(name string) string {
	first, n := utf8.DecodeRuneInString(name)
	if n == 0 {
		return ""
	}
	return string(unicode.ToUpper(first))
}

// initials returns the first letters of a name's first and last word.
func initials(name string) string {
	words := strings.Fields(name)
	if len(words) < 2 {
		return initial(name)
	}
	return initial(words[0]) + initial(words[len(words)-1])
}

// roomForNames leaves out columns behind the third whose cells are all equal, the last first, while
// a name does not fit in the second column.
func (p chartPlan) roomForNames(head []string, rows [][]string) ([]string, [][]string) {
	cramped := func() bool {
		ends := p.columns(head, rows)
		return slices.ContainsFunc(rows, func(row []string) bool {
			return len(row) > 2 && p.speller.Width(p.known(row[1]), heavy.weight, heavy.size) > ends[1]-ends[0]-30
		})
	}
	for i := len(head) - 1; i > 2 && cramped(); i-- {
		values := make(map[string]bool)
		for _, row := range rows {
			if i < len(row) && row[i] != "" { // the line that names a division has empty cells
				values[row[i]] = true
			}
		}
		if len(values) > 1 {
			continue
		}
		head = slices.Delete(slices.Clone(head), i, i+1)
		rows = slices.Clone(rows)
		for n, row := range rows {
			if i < len(row) {
				rows[n] = slices.Delete(slices.Clone(row), i, i+1)
			}
		}
	}
	return head, rows
}

// columns returns the right ends of the columns. The second column gets the remaining width.
func (p chartPlan) columns(head []string, rows [][]string) []int {
	ends := make([]int, len(head))
	right := chartWidth - chartEdge
	for i := len(head) - 1; i >= 0; i-- {
		if i < 2 {
			ends[i] = right
			right = chartEdge + 50
			continue
		}
		w := p.speller.Width(head[i], label.weight, label.size)
		for _, row := range rows {
			if i < len(row) {
				w = max(w, p.speller.Width(row[i], heavy.weight, heavy.size))
			}
		}
		ends[i] = right
		right -= w + 28
	}
	return ends
}

func (p chartPlan) row(l lettering, cells []string, ends []int, y int) {
	for i, s := range cells[:min(len(cells), len(ends))] {
		mid := y + rowHeight/2
		if i == 1 {
			p.write(&p.over, l, leftOf, ends[0]+18, mid, p.fit(l, p.known(s), ends[1]-ends[0]-30))
			continue
		}
		p.write(&p.over, l, rightEnd, ends[i], mid, p.known(s))
	}
}

// bracket lays out levels from left to right, each pair halfway between the two pairs before it.
// The champion's path is a band through all levels.
//
// Only the first level shown has places of its own. All others follow from the level before, so a
// level must be drawn, and its lines with it, before anybody knows where the next one is.
func (p chartPlan) bracket(c Chart) {
	levels, final, titles := c.Levels, c.Levels[len(c.Levels)-1][0], c.Titles
	// what does not fit is left out from the left: those who went on are in the next level as well
	for len(levels) > 1 && (len(levels[0]) > maxPairs || len(levels) > maxLevels && decided(levels[0])) {
		levels, titles = levels[1:], titles[min(1, len(titles)):]
	}
	levels = levels[:min(len(levels), maxLevels)]
	top := chartTitle
	if len(titles) > 0 {
		top += rowHeight
	}
	column := (chartWidth - chartEdge + gutter) / len(levels)
	width := column - gutter
	p = p.sized(2*len(levels[0]), width, func(yield func(Line) bool) {
		for _, pairs := range levels {
			for _, pair := range pairs {
				for _, l := range pair.lines() {
					if !yield(l) {
						return
					}
				}
			}
		}
	})
	pairHeight := 2*p.box + pairGap
	middles := make([]int, len(levels[0]))
	for i := range middles {
		middles[i] = top + i*pairHeight + p.box
	}
	p.height = top + len(levels[0])*pairHeight + chartEdge
	bottom, champion := 0, final.winner()
	for l, pairs := range levels {
		x := chartEdge/2 + l*column
		if l < len(titles) {
			p.write(&p.over, level, leftOf, x+12, chartTitle+rowHeight/2-6, p.fit(level, p.known(titles[l]), width))
		}
		bottom = middles[0]
		next := make([]int, 0, len(middles)/2)
		for i, pair := range pairs {
			p.pair(pair, x, middles[i], width, champion, len(pairs) == 1)
			if len(pairs) == 1 && champion != "" {
				p.ground(op{kind: kindCrown, ink: last, size: 44}, x+width/2, middles[i]-p.box-24)
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
						p.join(glow, champions, x+width, p.rowOf(pairs[k], middles[k], champion), x+column,
							p.rowOf(levels[l+1][i/2], mid, champion))
					default:
						p.join(soft, 3, x+width, middles[k], x+column, mid)
					}
				}
			}
		}
		middles = next
	}
	if c.Third != nil && len(levels[len(levels)-1]) == 1 {
		x := chartEdge/2 + (len(levels)-1)*column
		// below the final, which is in the middle of its column
		y := max(p.height-chartEdge-2*p.box-30, bottom+p.box+30)
		p.write(&p.over, level, leftOf, x+12, y, p.fit(level, p.known(c.ThirdTitle), width))
		p.pair(*c.Third, x, y+p.box+20, width, "", false)
		p.height = max(p.height, y+2*p.box+20+chartEdge)
	}
}

// champions is the width of the band that joins the games of the champion.
const champions = 10

// rowOf returns the middle of a player's line in a pair around mid.
func (p chartPlan) rowOf(pair Pair, mid int, name string) int {
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
func (p chartPlan) pair(pair Pair, x, mid, width int, champion string, final bool) {
	p.boxed(x, mid-p.box, width, 2*p.box-3)
	p.ground(op{kind: kindPlate, ink: hair, a: int16(width - 20), b: 2}, x+10, mid-2)
	for i, l := range pair.lines() {
		on := champion != "" && l.Name == champion
		l.Champion = on && final
		p.line(l, on, pair.Won != 0, x, mid-p.box+i*p.box, width)
	}
}

// boxed draws the plate on which the players of a game stand.
func (p chartPlan) boxed(x, y, w, h int) {
	p.ground(op{kind: kindPlate, ink: panel, a: int16(w), b: int16(h), size: 8}, x, y)
}

// line draws a name and a score, on a plate for the later champion. The winner is bold; when the
// game is decided the others are dimmed.
func (p chartPlan) line(line Line, plate, decided bool, x, y, width int) {
	l := p.small
	switch {
	case line.Won:
		l.weight = outline.Bold
	case decided:
		l.ink = soft
	}
	if plate {
		i := glow
		if line.Champion {
			i, l.ink = last, dark
		}
		p.ground(op{kind: kindPlate, ink: i, a: int16(width), b: int16(p.box - 3), size: 8}, x, y)
	}
	mid, room := y+p.box/2-1, width-lineEdges
	if line.Name == "" && !decided { // the place of somebody who is not yet known
		p.ground(op{kind: kindPlate, ink: hair, a: int16(width * 2 / 5), b: 10, size: 5}, x+12, mid-5)
	}
	if line.Score != "" {
		score := p.known(line.Score)
		p.write(&p.over, l, rightEnd, x+width-10, mid, score)
		room -= p.speller.Width(score, l.weight, l.size) + lineGap
	}
	p.write(&p.over, l, leftOf, x+12, mid, p.fit(l, p.known(strings.TrimSpace(line.Name)), room))
}

// The room in a line beside the name and the score, and the least between them.
const (
	lineEdges = 22
	lineGap   = 10
)

// advance is a winner of a round, and where their line ends. The name is empty while the game is
// open.
type advance struct {
	name string
	x, y int
}

// rounds lays out rounds from left to right, each in as many columns as it needs. A round in one
// column is halfway down the one before, and lines lead to it.
func (p chartPlan) rounds(list []Round) {
	columns := func(list []Round) (n int) {
		for _, r := range list {
			n += len(r.columns())
		}
		return n
	}
	for len(list) > 1 && columns(list) > columnsAtMost {
		if last := list[len(list)-1]; last.Games[0][0].Name == "" { // it is still to come
			list = list[:len(list)-1]
		} else {
			list = list[1:]
		}
	}
	const least = 2 // so that a single column is not as wide as the picture
	column := (chartWidth - chartEdge + gutter) / max(columns(list), least)
	width, lines := column-gutter, 0
	for _, r := range list {
		for _, games := range r.columns() {
			lines = max(lines, linesOf(games))
		}
	}
	p = p.sized(lines, width, func(yield func(Line) bool) {
		for _, r := range list {
			for _, l := range slices.Concat(r.Games...) {
				if !yield(l) {
					return
				}
			}
		}
	})
	x, champion := chartEdge/2, ""
	if final := list[len(list)-1].Games; len(final) == 1 {
		for _, l := range final[0] {
			if l.Won {
				champion = l.Name
			}
		}
	}
	var before []advance // winners of the round before, if it has one column
	middle := 0
	for n, r := range list {
		p.write(&p.over, level, leftOf, x+12, chartTitle+rowHeight/2-6, p.fit(level, p.known(r.Title), width))
		var now []advance
		slots := 0 // the number of lines of the round so far
		top, final := chartTitle+rowHeight, n == len(list)-1 && len(r.Games) == 1
		for _, games := range r.columns() {
			high := linesOf(games)*p.box + (len(games)-1)*gameGap
			y := top
			if len(before) > 0 && len(r.columns()) == 1 {
				y = max(top, middle-high/2)
			}
			middle = y + high/2
			if final && champion != "" {
				crown := y - 26
				if y < top+44 { // no room above the game
					crown = chartTitle + rowHeight/2 - 8
				}
				p.ground(op{kind: kindCrown, ink: last, size: 44}, x+width/2, crown)
			}
			for _, g := range games {
				p.arrive(before, g, slots, champion, x, y)
				slots += len(g)
				p.boxed(x, y, width, len(g)*p.box-3)
				decided := slices.ContainsFunc(g, func(l Line) bool { return l.Won })
				if !decided {
					now = append(now, advance{"", x + width, y + len(g)*p.box/2})
				}
				for _, l := range g {
					if l.Won {
						now = append(now, advance{l.Name, x + width, y + p.box/2 - 1})
					}
					on := champion != "" && l.Name == champion
					l.Champion = on && final
					p.line(l, on, decided, x, y, width)
					y += p.box
				}
				y += gameGap
			}
			p.height = max(p.height, y-gameGap+chartEdge)
			x += column
		}
		if before = now; len(r.columns()) > 1 {
			before = nil
		}
	}
}

// arrive draws the lines from winners of the round before to a game at (x, y), and from open games
// to the places that their winners will have: the game's lines are those of the round from slot on.
func (p chartPlan) arrive(before []advance, game []Line, slot int, champion string, x, y int) {
	for _, on := range [2]bool{false, true} { // the champion's path comes last, over the others
		for k, from := range before {
			i := slices.IndexFunc(game, func(l Line) bool { return l.Name == from.name && l.Name != "" })
			if place := k - slot; from.name == "" && place >= 0 && place < len(game) && game[place].Name == "" {
				i = place
			}
			switch goesOn := from.name == champion && champion != ""; {
			case i < 0 || goesOn != on:
			case on:
				p.join(glow, champions, from.x, from.y, x, y+i*p.box+p.box/2-1)
			default:
				p.join(soft, 3, from.x, from.y, x, y+len(game)*p.box/2)
			}
		}
	}
}

// linesOf counts the players of games.
func linesOf(games [][]Line) (n int) {
	for _, g := range games {
		n += len(g)
	}
	return n
}

// columns divides the games of a round into columns of about the same height.
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

// join draws the line from a game to the next.
func (p chartPlan) join(i ink, pen, x0, y0, x1, y1 int) {
	half := (x0 + x1) / 2
	bar := func(x, y, w, h int) { p.ground(op{kind: kindPlate, ink: i, a: int16(w), b: int16(h)}, x, y) }
	bar(x0, y0-pen/2, half-x0+pen/2, pen)
	bar(half-pen/2, min(y0, y1)-pen/2, pen, max(y0, y1)-min(y0, y1)+pen)
	bar(half-pen/2, y1-pen/2, x1-half+pen/2, pen)
}
