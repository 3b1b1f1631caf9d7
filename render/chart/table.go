package chart

import (
	"slices"
	"strconv"
	"strings"
	"unicode"
	"unicode/utf8"

	"paddock/render/outline"
)

// table lays out rows with alternating grounds. The first place is marked like the last move on a
// board.
func (p *plan) table(c Chart) {
	rows, more := c.Rows, 0
	top := titleHigh
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
			p.mark(Mark{Shape: Plate, Ink: Panel, X: edge / 2, Y: y, W: Width - edge, H: rowHeight, Size: 8})
		}
		l := plain
		if len(row) > 0 && row[0] == "1" {
			l = heavy
		}
		if len(row) > 0 && row[0] == "1" && len(c.Podium) == 0 { // with a podium, the medal marks the first place
			p.mark(Mark{Shape: Plate, Ink: Gold, X: edge / 2, Y: y, W: 8, H: rowHeight, Size: 4})
		}
		if given < len(c.Podium) && given < len(medals) && len(row) > 0 && row[0] == strconv.Itoa(given+1) {
			p.mark(Mark{Shape: Disc, Ink: medals[given], X: ends[0] - 8, Y: y + rowHeight/2, Size: 38})
			place := heavy
			place.ink = Dark
			p.write(place, centred, ends[0]-8, y+rowHeight/2, row[0])
			row = append([]string{""}, row[1:]...)
			given++
		}
		p.row(l, row, ends, y)
		y += rowHeight
	}
	if more > 0 && c.More != nil {
		p.write(label, leftOf, edge, y+rowHeight/2, p.known(c.More(more)))
		y += rowHeight
	}
	p.Height = y + edge
}

// medals holds the colours of the first three places.
var medals = [3]Ink{Gold, Silver, Bronze}

// steps draws a podium of up to three blocks, the winner's in the middle with a crown. Above each
// block are the name of its player, in one line or two, and a disc with the initials. It returns
// where the podium ends.
func (p *plan) steps(names []string, top int) int {
	const width, disc, line = 224, 84, 36
	high := [3]int{150, 112, 82}
	names = names[:min(len(names), 3)]
	winner := plain
	winner.weight = outline.Bold
	room := 0 // room for the name of the winner, whose disc is the highest
	lines := make([][]string, len(names))
	for i, name := range names {
		lines[i] = p.speller.Wrap(nil, p.known(name), winner.weight, winner.size, width-20, 2)
		room = max(room, len(lines[i])*line+disc+high[i])
	}
	bottom, middle := top+40+room, Width/2
	if len(names) == 2 {
		middle += width / 2
	}
	for i := range names {
		x, foot := middle+[3]int{0, -width, width}[i], bottom-high[i]
		p.mark(Mark{Shape: Plate, Ink: medals[i], X: x - width/2 + 3, Y: foot, W: width - 6, H: high[i], Size: 12})
		place := lettering{[3]int{84, 66, 50}[i], outline.Bold, Dark, false}
		p.write(place, centred, x, foot+high[i]/2, strconv.Itoa(i+1))
		for n, t := range lines[i] {
			p.write(winner, centred, x, foot-8-(len(lines[i])-n)*line+line/2, t)
		}
		mid := foot - 14 - len(lines[i])*line - disc/2
		p.mark(Mark{Shape: Disc, Ink: medals[i], X: x, Y: mid, Size: disc})
		p.mark(Mark{Shape: Disc, Ink: Panel, X: x, Y: mid, Size: disc - 12})
		p.write(lettering{38, outline.Bold, Letters, false}, centred, x, mid, initials(p.known(names[i])))
		if i == 0 {
			p.mark(Mark{Shape: Crown, Ink: Gold, X: x, Y: mid - disc/2 - 26, Size: 60})
		}
	}
	p.mark(Mark{Shape: Plate, Ink: Hair, X: edge / 2, Y: bottom - 3, W: Width - edge, H: 6, Size: 3})
	return bottom + 20
}

// Initial returns the first letter of a name as a capital.
func Initial(name string) string {
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
		return Initial(name)
	}
	return Initial(words[0]) + Initial(words[len(words)-1])
}

// roomForNames leaves out columns behind the third whose cells are all equal, the last first, while
// a name does not fit in the second column.
func (p *plan) roomForNames(head []string, rows [][]string) ([]string, [][]string) {
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

// columns returns the right ends of the columns. The second column gets the remaining width. In a
// table without places, names begin below the title.
func (p *plan) columns(head []string, rows [][]string) []int {
	ends, first := make([]int, len(head)), edge-18
	if slices.ContainsFunc(rows, func(row []string) bool { return len(row) > 0 && row[0] != "" }) {
		first = edge + 50
	}
	right := Width - edge
	for i := len(head) - 1; i >= 0; i-- {
		if i < 2 {
			ends[i] = right
			right = first
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

func (p *plan) row(l lettering, cells []string, ends []int, y int) {
	for i, s := range cells[:min(len(cells), len(ends))] {
		mid := y + rowHeight/2
		if i == 1 {
			p.write(l, leftOf, ends[0]+18, mid, p.fit(l, p.known(s), ends[1]-ends[0]-30))
			continue
		}
		p.write(l, rightEnd, ends[i], mid, p.known(s))
	}
}
