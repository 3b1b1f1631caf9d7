package render

import (
	"bytes"
	"encoding/xml"
	"fmt"
	"image/color"
	"strconv"

	"paddock/games/scene"
	"paddock/render/outline"
)

// SVG writes the picture of PNG as an SVG for a page: the same shapes at the same places in the
// colours of the same theme. Equal scenes give equal bytes.
//
// The SVG is self-contained: it loads nothing, and has no script and no style. Shapes that repeat
// or can move are defined once. A shape's id contains everything about it, so several SVGs can
// share a page. Each element has a line of its own, so that a move changes few lines.
//
// A piece, or the beans of a hole, is a group with data-piece (the name of its cell), data-i (the
// index of the cell in s.Cells) and its own transform. Above all else are the invisible cells: each
// is one element with data-cell, data-i and, as aria-label, the cell in words. It covers at least
// the drawing of the cell.
//
// Texts use the reader's sans-serif font, as wide as in the picture. Writing on a piece is a shape.
func (r *Renderer) SVG(s scene.Scene) (_ []byte, err error) {
	if err := checkGrid(s); err != nil {
		return nil, err
	}
	defer recovered(&err)
	w := svgWriter{scene: &s, theme: r.kit(&s).theme, used: make(map[op]int)}
	w.plan.reset()
	w.plan.touched = true
	w.plan.lay(&s, &s)
	if err := w.plan.check(); err != nil {
		return nil, err
	}
	return w.write(), nil
}

// svgWriter writes one SVG.
type svgWriter struct {
	scene *scene.Scene
	theme *Theme
	plan  plan
	used  map[op]int // how often each shape occurs; a shape of a piece counts once more
	out   bytes.Buffer
}

func (w *svgWriter) write() []byte {
	p := &w.plan
	fmt.Fprintf(&w.out, `<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 %d %d" role="group" font-family="sans-serif" text-anchor="middle">`+"\n", p.width, p.height)
	w.out.WriteString("<desc>")
	w.escape(w.scene.Words)
	w.out.WriteString("</desc>\n")
	w.shapes()
	w.out.WriteString(`<g aria-hidden="true" pointer-events="none">` + "\n")
	w.path(paper, new(outline.Path).Plate(0, 0, float32(p.width), float32(p.height), 0), 0, 0)
	w.out.WriteByte('\n')
	texts := p.texts[under]
	for i := 0; i < len(p.under); {
		i += w.item(p.under, i, &texts)
	}
	texts = p.texts[over]
	standing := p.standing
	for i := 0; i < len(p.over); {
		if len(standing) > 0 && standing[0].from == i {
			w.piece(standing[0])
			i, standing = standing[0].to, standing[1:]
			continue
		}
		i += w.item(p.over, i, &texts)
	}
	w.out.WriteString("</g>\n" + `<g fill="none" pointer-events="all">` + "\n")
	for i := range p.places {
		w.cell(&p.places[i])
	}
	w.out.WriteString("</g>\n</svg>\n")
	return w.out.Bytes()
}

// shapes defines everything that is drawn more than once, and pieces, because these move.
func (w *svgWriter) shapes() {
	var twice []op
	for _, s := range w.plan.standing {
		for _, o := range w.plan.over[s.from:s.to] {
			o.x, o.y = 0, 0
			w.used[o] = 1
		}
	}
	for _, list := range [2][]op{w.plan.under, w.plan.over} {
		for _, o := range list {
			if o.x, o.y = 0, 0; o.kind == kindGlyph {
				continue // letters become text elements
			}
			if w.used[o]++; w.used[o] == 2 {
				twice = append(twice, o)
			}
		}
	}
	w.out.WriteString("<defs>\n")
	for _, o := range twice {
		fmt.Fprintf(&w.out, `<g id="%s">`, w.id(o))
		w.draw(o)
		w.out.WriteString("</g>\n")
	}
	w.out.WriteString("</defs>\n")
}

// id returns the name of a shape. It contains everything that decides how the shape looks.
func (w *svgWriter) id(o op) string {
	id := strconv.AppendInt([]byte(w.theme.name[:1]), int64(o.kind), 36)
	for _, f := range [...]struct {
		name  byte
		value int64
	}{
		{'I', int64(o.ink)},
		{'S', int64(o.size)},
		{'A', int64(o.a)},
		{'B', int64(o.b)},
		{'K', int64(o.rank)},
		{'L', int64(o.r)},
	} {
		if f.value != 0 {
			id = strconv.AppendInt(append(id, f.name), f.value, 36)
		}
	}
	return string(id)
}

// item writes the shape or text that begins with an op, and returns how many ops it has.
func (w *svgWriter) item(list []op, i int, texts *[]written) int {
	if len(*texts) > 0 && (*texts)[0].from == i {
		t := (*texts)[0]
		*texts = (*texts)[1:]
		w.text(t, list[i])
		return t.letters
	}
	w.shape(list[i])
	w.out.WriteByte('\n')
	return 1
}

func (w *svgWriter) shape(o op) {
	at := o
	at.x, at.y = 0, 0
	if w.used[at] > 1 {
		fmt.Fprintf(&w.out, `<use href="#%s"`, w.id(at))
		if o.x != 0 {
			fmt.Fprintf(&w.out, ` x="%d"`, o.x)
		}
		if o.y != 0 {
			fmt.Fprintf(&w.out, ` y="%d"`, o.y)
		}
		w.out.WriteString("/>")
		return
	}
	w.draw(o)
}

// draw writes the outlines of o at its place.
func (w *svgWriter) draw(o op) {
	if o.ghostly() {
		w.out.WriteString(`<g opacity=".5">`)
		defer w.out.WriteString("</g>")
	}
	c := canvas{on: w, ox: float32(o.x), oy: float32(o.y)}
	c.draw(o)
}

var _ surface = (*svgWriter)(nil)

func (w *svgWriter) fill(i ink, p *outline.Path, x, y float32, _ bool) { w.path(i, p, x, y) }

func (w *svgWriter) path(i ink, p *outline.Path, x, y float32) {
	fmt.Fprintf(&w.out, `<path fill="%s" d="%s"/>`, hex(w.theme.inks[i]), p.SVG(x, y))
}

// piece writes the content of a cell as a group that can be moved.
func (w *svgWriter) piece(s standing) {
	at := w.plan.places[s.place]
	w.out.WriteString(`<g data-piece="`)
	w.escape(w.scene.Cells[at.cell].Name)
	fmt.Fprintf(&w.out, `" data-i="%d" transform="translate(%d %d)">`, at.cell, at.at.X, at.at.Y)
	for _, o := range w.plan.over[s.from:s.to] {
		o.x, o.y = o.x-int16(at.at.X), o.y-int16(at.at.Y)
		w.shape(o)
	}
	w.out.WriteString("</g>\n")
}

// squeezed is the number of letters from which on a text is forced to its planned width in any
// font.
const squeezed = 4

// text writes a text that begins with a letter.
func (w *svgWriter) text(t written, letter op) {
	fmt.Fprintf(&w.out, `<text x="%s" y="%d" font-size="%d" fill="%s"`,
		strconv.FormatFloat(float64(t.x)+float64(t.width)/2, 'f', -1, 64), letter.y, letter.size,
		hex(w.theme.inks[letter.ink]))
	if outline.Weight(letter.a) == outline.Bold {
		w.out.WriteString(` font-weight="700"`)
	}
	if t.letters >= squeezed {
		fmt.Fprintf(&w.out, ` textLength="%d" lengthAdjust="spacingAndGlyphs"`, t.width)
	}
	w.out.WriteByte('>')
	w.escape(t.text)
	w.out.WriteString("</text>\n")
}

// cell writes the touch area of a cell.
func (w *svgWriter) cell(p *place) {
	c := &w.scene.Cells[p.cell]
	what := "rect"
	if p.hex.kind != kindNone {
		what = "path"
	}
	fmt.Fprintf(&w.out, `<%s data-cell="`, what)
	w.escape(c.Name)
	fmt.Fprintf(&w.out, `" data-i="%d" aria-label="`, p.cell)
	w.escape(c.Words)
	if what == "path" {
		outline := new(outline.Path).Polygon(hexagon(float32(p.hex.size), p.hex.a != 0)...)
		fmt.Fprintf(&w.out, `" d="%s"/>`+"\n", outline.SVG(float32(p.at.X), float32(p.at.Y)))
		return
	}
	fmt.Fprintf(&w.out, `" x="%d" y="%d" width="%d" height="%d"/>`+"\n", p.box.Min.X, p.box.Min.Y, p.box.Dx(),
		p.box.Dy())
}

func (w *svgWriter) escape(s string) { xml.EscapeText(&w.out, []byte(s)) } // a write to a buffer can't fail

// hex returns a colour in SVG's notation.
func hex(c color.RGBA) string { return fmt.Sprintf("#%02x%02x%02x", c.R, c.G, c.B) }
