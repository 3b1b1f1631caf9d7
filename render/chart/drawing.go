package chart

import (
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
	Size  int // of letters, discs and crowns; the radius of a plate's corners; the width of a stroke

	Text   string // its capitals are centred on Y
	Weight outline.Weight
	Crisp  bool // with hard edges, which makes files with frequent labels smaller
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
	small   lettering // lettering of a bracket's or a round's players
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

// known returns s, or nothing if the fonts lack letters for it.
func (p *plan) known(s string) string {
	if !p.speller.Knows(s) {
		return ""
	}
	return s
}

// sized chooses the largest lettering in which all names fit in lines of a width that fit in
// the smallest. Most is the number of lines below each other; where there are many the lettering
// stays small.
func (p *plan) sized(most, width int, players func(yield func(Line) bool)) {
	const smallest, largest, few, air = 24, 30, 8, 10
	fits := func(line Line, size int) bool {
		w := p.speller.Width(line.Name, outline.Bold, size) + lineEdges
		if line.Score != "" {
			w += p.speller.Width(line.Score, outline.Bold, size) + lineGap
		}
		return w <= width
	}
	p.small = lettering{smallest, outline.Medium, Letters, false}
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
}
