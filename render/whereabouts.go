package render

import "image"

// whereabouts records which parts of a plan are texts, which are pieces, and where the cells are.
// Only an SVG needs it.
type whereabouts struct {
	texts    [2][]written // texts of the lower and of the upper layer
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

// written is a text of the plan: where it is, and which ops draw its letters. From is the first of these.
type written struct {
	from, letters int
	x, width      int
	text          string
}

// wrote records a text that was just written.
func (p *plan) wrote(list *[]op, from, x, width int, text string) {
	layer := over
	if list == &p.under {
		layer = under
	}
	if n := len(*list) - from; n > 0 {
		p.texts[layer] = append(p.texts[layer], written{from, n, x, width, text})
	}
}

// place is the position of a cell.
type place struct {
	cell int             // index of the cell in the scene
	at   image.Point     // where pieces on the cell stand
	box  image.Rectangle // the area of the cell, with its lettering
	hex  op              // for a hexagon: its outline within box
}

func (p *place) move(dx, dy int) {
	p.at, p.box = p.at.Add(image.Pt(dx, dy)), p.box.Add(image.Pt(dx, dy))
}

// place records the position of a cell. The ops that follow belong to that cell.
func (w *whereabouts) place(cell, x, y int, box image.Rectangle) {
	w.places = append(w.places, place{cell: cell, at: image.Pt(x, y), box: box})
}

func (w *whereabouts) placeHex(cell, x, y int, c comb) {
	hex := c.hex(kindHex, 0, 0, 0)
	w.places = append(w.places, place{cell: cell, at: image.Pt(x, y), box: box(x, y, 2*c.side, 2*c.side), hex: hex})
}

// box returns a rectangle w wide and h high around a point.
func box(x, y, w, h int) image.Rectangle { return image.Rect(x-w/2, y-h/2, x-w/2+w, y-h/2+h) }

// standing is a piece, or the beans of a hole: some ops of the upper layer.
type standing struct {
	from, to int
	place    int // index of the cell in the list of places
}

// stood records that all ops since from belong to the last placed cell, and move with its piece.
func (p *plan) stood(from int) {
	if len(p.places) > 0 && from < len(p.over) {
		p.standing = append(p.standing, standing{from, len(p.over), len(p.places) - 1})
	}
}

// man plans a piece on the last placed cell.
func (p *plan) man(o op, x, y int) {
	p.piece(o, x, y)
	p.stood(len(p.over) - 1)
}
