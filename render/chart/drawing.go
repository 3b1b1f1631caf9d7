package chart

import (
	"slices"

	"paddock/render/outline"
)

// Drawing is a laid-out chart. Its marks are in order: a later one covers an earlier one, and texts
// cover everything.
type Drawing struct {
	Width, Height int
	Marks         []Mark
}

// Mark is a shape or a text of a drawing.
type Mark struct {
	Shape Shape
	Ink   Ink
	X, Y  int // the upper left corner of a plate, the beginning of a stroke or a text, otherwise the middle
	W, H  int // the measures of a plate, the way of a stroke
	Size  int // size of letters, discs and crowns; the radius of a plate's corners; the width of a stroke

	Text   string // its capitals are centred on Y
	Weight outline.Weight
	Crisp  bool // whether it is drawn with hard edges, which makes files with frequent labels smaller
}

// Shape is the kind of a mark.
type Shape uint8

// The shapes.
const (
	Text Shape = iota
	Plate
	Disc
	Crown
	Stroke
)

// Ink is the colour of a mark, named by its use.
type Ink uint8

// The inks.
const (
	Panel   Ink = iota // a plate on the ground
	Letters            // names and numbers
	Soft               // secondary texts, and lines
	Dark               // letters on light plates, in every theme
	Halo               // outlines of marks
	Gold               // the first place
	Silver             // the second place
	Bronze             // the third place
	Glow               // the winner's way through a bracket
	Hair               // thin lines
	Lost               // turning points
)

// Clients put a badge, "ALT", over the lower left corner of a picture, so nothing is drawn there.
const (
	BadgeWidth  = 104
	BadgeHeight = 72
)

// plan is a drawing in the making.
type plan struct {
	Drawing
	speller outline.Speller
	small   lettering // lettering of a bracket's or a round's players, see share
	box     int       // height of a line with a player
}

// lettering is a style of text.
type lettering struct {
	size   int
	weight outline.Weight
	ink    Ink
	crisp  bool
}

var (
	headline = lettering{36, outline.Bold, Letters, false}
	heavy    = lettering{30, outline.Bold, Letters, false}
	plain    = lettering{28, outline.Medium, Letters, false}
	label    = lettering{28, outline.Medium, Soft, true}
	level    = lettering{24, outline.Medium, Soft, true}
)

// heading returns the lettering of a title above players in letters of a size.
func heading(size int) lettering {
	l := level
	l.size = min(size, label.size)
	return l
}

// at is the alignment of a text to its point.
type at int

const (
	leftOf   at = iota // the text begins at the point
	centred            // the text is centred on the point
	rightEnd           // the text ends at the point
)

func (p *plan) mark(m Mark) { p.Marks = append(p.Marks, m) }

// write adds a text and returns its width.
func (p *plan) write(l lettering, where at, x, y int, s string) int {
	w := p.speller.Width(s, l.weight, l.size)
	switch where {
	case centred:
		x -= w / 2
	case rightEnd:
		x -= w
	}
	p.mark(Mark{Ink: l.ink, X: x, Y: y, Size: l.size, Text: s, Weight: l.weight, Crisp: l.crisp})
	return w
}

// fit cuts s to at most width.
func (p *plan) fit(l lettering, s string, width int) string {
	return p.speller.Fit(s, l.weight, l.size, width)
}

// known returns s, or an empty text if the fonts lack letters for it.
func (p *plan) known(s string) string {
	if !p.speller.Knows(s) {
		return ""
	}
	return s
}

// smallest is the size of the letters of players in a crowded chart.
const smallest = 24

// column is a column of a bracket or of rounds: its titles, and the lines with players below them.
type column struct {
	titles []string
	lines  []Line
}

// share divides a width among columns, and chooses the size of the letters in them: the largest in which
// all names are whole. The columns are equally wide if that is enough for each, and otherwise as wide
// as their names need. If the smallest letters need too much, the widest columns get less, and their
// names are cut. Most is the number of lines below each other; if there are many, the letters are small.
func (p *plan) share(most, room int, list []column) (widths []int) {
	const largest, few, air = 30, 8, 10
	equal, widths := room/len(list), make([]int, len(list))
	size := smallest
	if most <= few {
		size = largest
	}
	for ; ; size -= 2 {
		need, widest := 0, 0
		for i, c := range list {
			widths[i] = p.need(c, size)
			need, widest = need+widths[i], max(widest, widths[i])
		}
		switch {
		case widest <= equal:
			for i := range widths {
				widths[i] = equal
			}
		case need <= room:
			for i := range widths {
				widths[i] += (room - need) / len(widths)
			}
		case size > smallest:
			continue
		default:
			cut(widths, room)
		}
		break
	}
	p.small = lettering{size, outline.Medium, Letters, false}
	p.box = size + air + size - smallest
	return widths
}

// need returns how wide a column must be so that all its texts are whole in letters of a size.
func (p *plan) need(c column, size int) (wide int) {
	for _, t := range c.titles {
		l := heading(size)
		wide = max(wide, lineIndent+p.speller.Width(t, l.weight, l.size))
	}
	for _, l := range c.lines {
		weight, w := outline.Medium, lineEdges
		if l.Won {
			weight = outline.Bold
		}
		if l.Score != "" {
			w += p.speller.Width(l.Score, weight, size) + lineGap
		}
		wide = max(wide, w+p.speller.Width(l.Name, weight, size))
	}
	return wide
}

// cut narrows the widest columns until all fit into a room.
func cut(widths []int, room int) {
	sorted := slices.Sorted(slices.Values(widths))
	for i, w := range sorted { // narrow columns keep their width
		most := room / (len(sorted) - i)
		if w > most {
			for k := range widths {
				widths[k] = min(widths[k], most)
			}
			return
		}
		room -= w
	}
}
