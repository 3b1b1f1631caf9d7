package render

import "image"

// whereabouts says which parts of a plan are texts, which are pieces, and where cells lie. A picture needs none of it; an SVG tells it.
type whereabouts struct {
	texts    [2][]written // those that lie under and those that lie over
	standing []standing
	places   []place
}

func (w *whereabouts) reset() {
	w.texts[under], w.texts[over] = w.texts[under][:0], w.texts[over][:0]
	w.standing, w.places = w.standing[:0], w.places[:0]
}

// The two layers of a plan.
const (
	under = iota
	over
)

// written is a text, whose letters are the ops from the given one on.
type written struct {
	from, letters int
	x, width      int
	text          string
}

// wrote remembers a text that was just written.
func (p *plan) wrote(list *[]op, from, x, width int, text string) {
	layer := over
	if list == &p.under {
		layer = under
	}
	if n := len(*list) - from; n > 0 {
		p.texts[layer] = append(p.texts[layer], written{from, n, x, width, text})
	}
}

// place is where a cell lies.
type place struct {
	cell int             // its index in the scene
	at   image.Point     // where pieces stand on it
	box  image.Rectangle // what it covers, together with what is written beside it
	hex  op              // of a hexagon: its outline, within box
}

func (p *place) lower(h int) {
	p.at.Y += h
	p.box = p.box.Add(image.Pt(0, h))
}

// place says where a cell lies. What is planned next stands on it.
func (w *whereabouts) place(cell, x, y int, box image.Rectangle) {
	w.places = append(w.places, place{cell: cell, at: image.Pt(x, y), box: box})
}

func (w *whereabouts) placeHex(cell, x, y int, c comb) {
	hex := c.hex(kindHex, 0, 0, 0)
	w.places = append(w.places, place{cell: cell, at: image.Pt(x, y), box: box(x, y, 2*c.side, 2*c.side), hex: hex})
}

// box is w wide and h high around a point.
func box(x, y, w, h int) image.Rectangle { return image.Rect(x-w/2, y-h/2, x-w/2+w, y-h/2+h) }

// standing is a piece, or the beans of a hole: some ops of those that lie over.
type standing struct {
	from, to int
	place    int // its index among the places
}

// stood says that all that was planned since from stands on the cell that was placed last, and moves with the piece there.
func (p *plan) stood(from int) {
	if len(p.places) > 0 && from < len(p.over) {
		p.standing = append(p.standing, standing{from, len(p.over), len(p.places) - 1})
	}
}

// man plans a piece on the cell that was placed last.
func (p *plan) man(o op, x, y int) {
	p.piece(o, x, y)
	p.stood(len(p.over) - 1)
}
