package render

import (
	"bytes"
	"encoding/xml"
	"errors"
	"fmt"
	"image"
	"image/color"
	"io"
	"math"
	"regexp"
	"slices"
	"strconv"
	"strings"
	"testing"

	"paddock/games/scene"
	"paddock/render/outline"
)

// element is an element of an SVG.
type element struct {
	XMLName xml.Name
	Attrs   []xml.Attr `xml:",any,attr"`
	Inside  []element  `xml:",any"`
	Text    string     `xml:",chardata"`
}

func (e *element) get(name string) string {
	for _, a := range e.Attrs {
		if a.Name.Local == name {
			return a.Value
		}
	}
	return ""
}

func (e *element) number(t *testing.T, name string) float32 {
	t.Helper()
	if e.get(name) == "" {
		return 0
	}
	f, err := strconv.ParseFloat(e.get(name), 32)
	if err != nil {
		t.Errorf("%s of %s: %v", name, e.XMLName.Local, err)
	}
	return float32(f)
}

// all walks through e and everything inside.
func (e *element) all(yield func(*element) bool) bool {
	if !yield(e) {
		return false
	}
	for i := range e.Inside {
		if !e.Inside[i].all(yield) {
			return false
		}
	}
	return true
}

// having returns the elements with an attribute.
func (e *element) having(name string) (list []*element) {
	e.all(func(e *element) bool {
		if slices.ContainsFunc(e.Attrs, func(a xml.Attr) bool { return a.Name.Local == name }) {
			list = append(list, e)
		}
		return true
	})
	return list
}

func mustSVG(t testing.TB, r *Renderer, s scene.Scene) []byte {
	t.Helper()
	b, err := r.SVG(s)
	if err != nil {
		t.Fatal(err)
	}
	return b
}

func readSVG(t testing.TB, b []byte) *element {
	t.Helper()
	var root element
	d := xml.NewDecoder(bytes.NewReader(b))
	if err := d.Decode(&root); err != nil {
		t.Fatalf("%v in\n%s", err, b)
	}
	if _, err := d.Token(); !errors.Is(err, io.EOF) && strings.TrimSpace(string(b[d.InputOffset():])) != "" {
		t.Errorf("something follows the picture: %s", b[d.InputOffset():])
	}
	return &root
}

// everyLook calls show with every scene, in each look, form and state that changes its picture.
func everyLook(t *testing.T, show func(t *testing.T, s scene.Scene)) {
	for name, s := range scenes() {
		for look, l := range map[string]scene.Look{
			"dark": {}, "light": {Light: true}, "contrast": {Contrast: true},
			"large": {Large: true},
		} {
			s := s
			if s.Look = l; (l.Light || l.Contrast) && !slices.Contains(benchmarked, name) {
				continue // this look only changes colours
			}
			t.Run(name+" "+look, func(t *testing.T) { t.Parallel(); show(t, s) })
		}
		s.Look, s.Result, s.Title, s.Course = scene.Look{}, "Marge wins & <Homer> loses", "The game",
			[]float64{.5, .6, .2}
		s.Tracks = []scene.Track{{Path: []int{0, 2}}, {Path: []int{1, 2}, Better: true}}
		for form, f := range map[string]scene.Form{"over": scene.Whole, "thumb": scene.Thumb, "card": scene.Card} {
			s := s
			s.Form = f
			t.Run(name+" "+form, func(t *testing.T) { t.Parallel(); show(t, s) })
		}
	}
}

func planned(s *scene.Scene) *plan {
	p := new(plan)
	p.reset()
	p.lay(s, s)
	return p
}

// The SVG shows what the picture shows. Every shape, read back from the SVG and drawn, gives the
// pixels of the plan. Every text is where its letters are.
func TestSVGIsThePicture(t *testing.T) {
	everyLook(t, func(t *testing.T, s scene.Scene) {
		r, p := New(nil, 1), &plan{touched: true}
		p.reset()
		p.lay(&s, &s)
		theme := r.kit(&s).theme
		root := readSVG(t, mustSVG(t, r, s))
		if got, want := root.get("viewBox"), fmt.Sprintf("0 0 %d %d", p.width, p.height); got != want {
			t.Errorf("view box %s, want %s", got, want)
		}
		if root.Inside[0].Text != s.Words {
			t.Errorf("words %q, want %q", root.Inside[0].Text, s.Words)
		}
		box := image.Rect(0, 0, p.width, p.height)
		want, got := &fullColour{image.NewRGBA(box), theme}, &fullColour{image.NewRGBA(box), theme}
		ops, faint := slices.Concat(p.under, p.over), 0
		c := canvas{on: &raster{on: want}}
		c.drawAll(p.width, p.height,
			slices.DeleteFunc(slices.Clone(ops), func(o op) bool { return o.kind == kindGlyph }))
		for _, o := range ops {
			if o.ghostly() {
				faint++
			}
		}
		easel := easel{t: t, on: got, shapes: map[string]*element{}}
		for _, e := range root.having("id") {
			easel.shapes[e.get("id")] = e
		}
		for i := range root.Inside {
			if e := &root.Inside[i]; e.get("aria-hidden") == "true" {
				easel.draw(e, 0, 0)
			}
		}
		if easel.faint != faint {
			t.Errorf("%d shapes are faint, want %d", easel.faint, faint)
		}
		for y := range p.height {
			for x := range p.width {
				a, b := want.RGBAAt(x, y), got.RGBAAt(x, y)
				if d := max(off(a.R, b.R), off(a.G, b.G), off(a.B, b.B)); d > 60 { // coordinates are rounded to tenths
					t.Fatalf("at %d, %d the picture has %v, the SVG %v", x, y, a, b)
				}
			}
		}
		compareTexts(t, ops, easel.texts)
	})
}

func off(a, b uint8) int { return max(int(a)-int(b), int(b)-int(a)) }

// compareTexts reads the letters of a plan as texts.
func compareTexts(t *testing.T, ops []op, texts []*element) {
	t.Helper()
	letters := slices.DeleteFunc(slices.Clone(ops), func(o op) bool { return o.kind != kindGlyph })
	var sp outline.Speller
	for _, e := range texts {
		size, w := int(e.number(t, "font-size")), outline.Medium
		if e.get("font-weight") == "700" {
			w = outline.Bold
		}
		wide := sp.Width(e.Text, w, size)
		if n := e.number(t, "textLength"); n != 0 && int(n) != wide {
			t.Errorf("%q is %v wide, want %d", e.Text, n, wide)
		}
		pen := e.number(t, "x") - float32(wide)/2
		for _, r := range e.Text {
			if r != ' ' {
				if len(letters) == 0 {
					t.Fatalf("%q is not in the picture", e.Text)
				}
				o := letters[0]
				letters = letters[1:]
				if o.r != r || int(o.size) != size || outline.Weight(o.a) != w || float32(o.y) != e.number(t, "y") ||
					math.Abs(float64(float32(o.x)-pen)) > 2.5 {
					t.Errorf("%q: %q in size %d at %.1f, %s; the picture has %q in size %d at %d, %d", e.Text, r, size,
						pen, e.get("y"), o.r, o.size, o.x, o.y)
				}
			}
			pen += float32(sp.Advance(r, w, size)) / 64
		}
	}
	if len(letters) > 0 {
		t.Errorf("%d letters of the picture are missing", len(letters))
	}
}

// easel draws an SVG as pixels.
type easel struct {
	t      *testing.T
	on     *fullColour
	shapes map[string]*element
	texts  []*element
	faint  int
}

func (d *easel) draw(e *element, x, y float32) {
	var dx, dy float32
	if m := regexp.MustCompile(`^translate\((-?\d+) (-?\d+)\)$`).FindStringSubmatch(e.get("transform")); m != nil {
		fmt.Sscan(m[1]+" "+m[2], &dx, &dy)
		x, y = x+dx, y+dy
	} else if e.get("transform") != "" {
		d.t.Errorf("transform %s", e.get("transform"))
	}
	if e.get("opacity") != "" {
		d.faint++
	}
	switch e.XMLName.Local {
	case "use":
		shape := d.shapes[strings.TrimPrefix(e.get("href"), "#")]
		if shape == nil {
			d.t.Fatalf("no shape %s", e.get("href"))
		}
		d.draw(shape, x+e.number(d.t, "x"), y+e.number(d.t, "y"))
	case "path":
		var c color.RGBA
		if n, err := fmt.Sscanf(e.get("fill"), "#%02x%02x%02x", &c.R, &c.G, &c.B); n != 3 {
			d.t.Fatalf("colour %s: %v", e.get("fill"), err)
		}
		var of Theme
		c.A = 0xFF
		of.inks[paper] = c
		on := &raster{on: &fullColour{d.on.RGBA, &of}}
		on.fill(paper, readPath(d.t, e.get("d")), x, y, false)
	case "text":
		d.texts = append(d.texts, e)
	}
	for i := range e.Inside {
		d.draw(&e.Inside[i], x, y)
	}
}

var pathToken = regexp.MustCompile(`[mlhvcaz]|-?(?:\d+(?:\.\d+)?|\.\d+)`)

// readPath reads SVG path data.
func readPath(t *testing.T, text string) *outline.Path {
	t.Helper()
	if rest := strings.TrimSpace(pathToken.ReplaceAllString(text, "")); rest != "" {
		t.Fatalf("path %q: can't read %q", text, rest)
	}
	tokens := pathToken.FindAllString(text, -1)
	p := new(outline.Path)
	var x, y, startX, startY float32
	command := byte(0)
	next := func() float32 {
		if len(tokens) == 0 {
			t.Fatalf("path %q ends too early", text)
		}
		f, err := strconv.ParseFloat(tokens[0], 32)
		if err != nil {
			t.Fatalf("path %q: %v", text, err)
		}
		tokens = tokens[1:]
		return float32(f)
	}
	for len(tokens) > 0 {
		if c := tokens[0][0]; c >= 'a' && c <= 'z' {
			command, tokens = c, tokens[1:]
		}
		switch command {
		case 'm':
			x, y = x+next(), y+next()
			startX, startY, command = x, y, 'l'
			p.MoveTo(x, y)
		case 'l', 'h', 'v':
			if command != 'v' {
				x += next()
			}
			if command != 'h' {
				y += next()
			}
			p.LineTo(x, y)
		case 'c':
			ax, ay, bx, by := x+next(), y+next(), x+next(), y+next()
			x, y = x+next(), y+next()
			p.CubeTo(ax, ay, bx, by, x, y)
		case 'a':
			rx, ry, turn, big, sweep := next(), next(), next(), next(), next()
			toX, toY := x+next(), y+next()
			if big != 1 {
				t.Fatalf("path %q: an arc that is not half an ellipse", text)
			}
			half(t, p, x, y, toX, toY, float64(rx), float64(ry), float64(turn)*math.Pi/180, sweep == 1)
			x, y = toX, toY
		case 'z':
			p.Close()
			x, y = startX, startY
		default:
			t.Fatalf("path %q: command %c", text, command)
		}
	}
	return p
}

// half adds half an ellipse, as the specification of SVG says: radii that are too short grow until
// they suffice (F.6.6).
func half(t *testing.T, p *outline.Path, x0, y0, x1, y1 float32, rx, ry, turn float64, sweep bool) {
	t.Helper()
	sin, cos := math.Sincos(turn)
	hx, hy := float64(x0-x1)/2, float64(y0-y1)/2
	ux, uy := (hx*cos+hy*sin)/rx, (-hx*sin+hy*cos)/ry
	grow := math.Hypot(ux, uy)
	if grow < .9999 || (grow-1)*max(rx, ry) > .3 {
		t.Errorf("radii %v, %v grow by %v to reach", rx, ry, grow)
	}
	rx, ry = rx*grow, ry*grow
	cx, cy, from := float64(x0+x1)/2, float64(y0+y1)/2, math.Atan2(uy, ux)
	way := 1.0
	if !sweep {
		way = -1
	}
	at := func(angle, out float64) (x, y float32) { // the argument out is a distance along the tangent
		s, c := math.Sincos(angle)
		ex, ey := rx*(c-out*way*s), ry*(s+out*way*c)
		return float32(cx + ex*cos - ey*sin), float32(cy + ex*sin + ey*cos)
	}
	const k = .5522847
	for n := range 2 {
		a, b := from+way*float64(n)*math.Pi/2, from+way*float64(n+1)*math.Pi/2
		ax, ay := at(a, k)
		bx, by := at(b, -k)
		ex, ey := at(b, 0)
		p.CubeTo(ax, ay, bx, by, ex, ey)
	}
}

// An SVG is self-contained, and a page with a strict policy refuses nothing in it.
func TestSVGStandsAlone(t *testing.T) {
	allowed := map[string]string{
		"svg": "xmlns viewBox role font-family text-anchor", "desc": "", "defs": "",
		"g":   "id opacity aria-hidden pointer-events fill data-piece data-i transform",
		"use": "href x y", "path": "fill d data-cell data-i aria-label",
		"rect": "x y width height data-cell data-i aria-label",
		"text": "x y font-size font-weight fill textLength lengthAdjust",
	}
	everyLook(t, func(t *testing.T, s scene.Scene) {
		b := mustSVG(t, New(nil, 1), s)
		if again := mustSVG(t, New(nil, 2), s); !bytes.Equal(b, again) {
			t.Error("equal scenes give different bytes")
		}
		root, ids := readSVG(t, b), map[string]bool{}
		root.all(func(e *element) bool {
			for _, a := range e.Attrs {
				if known, ok := allowed[e.XMLName.Local]; !ok || !slices.Contains(strings.Fields(known), a.Name.Local) {
					t.Errorf("<%s %s=%q>", e.XMLName.Local, a.Name.Local, a.Value)
				}
				switch a.Name.Local {
				case "id":
					if ids[a.Value] {
						t.Errorf("id %s twice", a.Value)
					}
					ids[a.Value] = true
				case "href":
					if !strings.HasPrefix(a.Value, "#") || !ids[a.Value[1:]] {
						t.Errorf("href %s leads to nothing that was defined before", a.Value)
					}
				}
			}
			return true
		})
	})
}

// Every cell can be touched. At its place there is one element with its name, its index and its
// words, above the drawing and at least as large. Pieces refer to their cells.
func TestSVGCells(t *testing.T) {
	list := scenes()
	for name, s := range scenes() {
		if s.Result = "Marge wins."; s.Family != scene.Hexes { // a finished game of Fish shows a podium and no cells
			list[name+" over"] = s
		}
	}
	for name, s := range list {
		t.Run(name, func(t *testing.T) {
			t.Parallel()
			for i := range s.Cells {
				s.Cells[i].Words = fmt.Sprintf(`cell "%d"`, i)
			}
			root, p := readSVG(t, mustSVG(t, New(nil, 1), s)), planned(&s)
			cells := root.having("data-cell")
			if len(cells) != len(s.Cells) {
				t.Fatalf("%d cells, want %d", len(cells), len(s.Cells))
			}
			if last := root.Inside[len(root.Inside)-1]; len(last.Inside) != len(cells) ||
				last.get("pointer-events") != "all" {
				t.Error("the cells do not lie above all else")
			}
			at := map[string]image.Rectangle{}
			for _, e := range cells {
				i, err := strconv.Atoi(e.get("data-i"))
				if err != nil || e.get("data-cell") != s.Cells[i].Name || e.get("aria-label") != s.Cells[i].Words {
					t.Errorf("cell %s, %s: %q", e.get("data-cell"), e.get("data-i"), e.get("aria-label"))
				}
				if _, twice := at[e.get("data-i")]; twice {
					t.Errorf("cell %d twice", i)
				}
				at[e.get("data-i")] = covered(t, e)
			}
			for _, pl := range p.places {
				box := at[strconv.Itoa(pl.cell)]
				for _, o := range slices.Concat(p.under, p.over) {
					if o.kind != kindHex && o.kind != kindPit ||
						!pl.at.In(image.Rect(-20, -20, 20, 20).Add(image.Pt(int(o.x), int(o.y)))) {
						continue
					}
					if drawn := newSprite(Dark.palettes()[s.Family],
						o).box.Add(image.Pt(int(o.x), int(o.y))); !drawn.In(box.Inset(-3)) {
						t.Errorf("cell %d is drawn at %v and can be touched at %v", pl.cell, drawn, box)
					}
				}
				for other, b := range at {
					if other != strconv.Itoa(pl.cell) && pl.at.In(b.Inset(b.Dx()/4)) {
						t.Errorf("cell %d lies under cell %s", pl.cell, other)
					}
				}
			}
			checkPieces(t, &s, root, at)
		})
	}
}

// covered returns the box around a cell's element.
func covered(t *testing.T, e *element) image.Rectangle {
	t.Helper()
	if e.XMLName.Local == "rect" {
		x, y := int(e.number(t, "x")), int(e.number(t, "y"))
		return image.Rect(x, y, x+int(e.number(t, "width")), y+int(e.number(t, "height")))
	}
	p := readPath(t, e.get("d"))
	return p.Box(0, 0)
}

// checkPieces requires a group at the place of each piece and each hole with beans, and no other.
func checkPieces(t *testing.T, s *scene.Scene, root *element, cells map[string]image.Rectangle) {
	t.Helper()
	var want, got []string
	for i, c := range s.Cells {
		if c.Piece.Shape != scene.NoPiece || s.Family == scene.Pits && c.Count > 0 {
			want = append(want, c.Name+" "+strconv.Itoa(i))
		}
	}
	for _, e := range root.having("data-piece") {
		got = append(got, e.get("data-piece")+" "+e.get("data-i"))
		var at image.Point
		if n, err := fmt.Sscanf(e.get("transform"), "translate(%d %d)", &at.X, &at.Y); n != 2 ||
			!at.In(cells[e.get("data-i")].Inset(12)) {
			t.Errorf("a piece of cell %s at %v: %v", e.get("data-i"), at, err)
		}
		for i := range e.Inside {
			if in := at.Add(image.Pt(int(e.Inside[i].number(t, "x")),
				int(e.Inside[i].number(t, "y")))); !in.In(cells[e.get("data-i")]) {
				t.Errorf("a part of the piece of cell %s lies at %v", e.get("data-i"), in)
			}
		}
	}
	slices.Sort(want)
	slices.Sort(got)
	if !slices.Equal(got, want) {
		t.Errorf("pieces %v, want %v", got, want)
	}
}

// A move changes few lines, so that only these need to be sent to a page.
func TestSVGMoveChangesFewLines(t *testing.T) {
	r := New(nil, 1)
	for _, name := range []string{"kalah start", "halatafl start", "stratego red", "fish official"} {
		s := scenes()[name]
		for i := range s.Cells {
			s.Cells[i].Marks = 0
		}
		s.Path = nil
		next := s
		next.Cells = slices.Clone(s.Cells)
		from := slices.IndexFunc(s.Cells, func(c scene.Cell) bool {
			return c.Piece.Shape != scene.NoPiece || c.Count > 0
		})
		to := slices.IndexFunc(s.Cells, func(c scene.Cell) bool {
			return c.Piece.Shape == scene.NoPiece && c.Ground != scene.Water
		})
		next.Cells[to].Piece, next.Cells[from].Piece = s.Cells[from].Piece, scene.Piece{}
		if s.Family == scene.Pits {
			next.Cells[from].Count, next.Cells[from+1].Count = 0, next.Cells[from+1].Count+1
		}
		next.Cells[from].Marks, next.Cells[to].Marks, next.Path = scene.From, scene.To, []int{from, to}
		before, changed := map[string]bool{}, 0
		for line := range strings.Lines(string(mustSVG(t, r, s))) {
			before[line] = true
		}
		for line := range strings.Lines(string(mustSVG(t, r, next))) {
			if !before[line] {
				changed += len(line)
			}
		}
		if changed == 0 || changed > 2000 {
			t.Errorf("%s: a move changes lines of %d bytes, want up to 2,000", name, changed)
		}
	}
}

// FuzzSVG: any text in a scene stays text.
func FuzzSVG(f *testing.F) {
	f.Add(`<script>alert(1)</script>`, `" onload="x`, "a&b]]>")
	f.Add("\x00\xff\u202e", "'", "<!--")
	f.Fuzz(func(t *testing.T, name, cell, words string) {
		s := scenes()["halatafl chain"]
		s.Sides, s.Cells = slices.Clone(s.Sides), slices.Clone(s.Cells)
		s.Sides[0].Name, s.Sides[0].Label, s.Note, s.Words, s.Result = name, "Sheep "+name, name, words, words
		s.Cells[0].Name, s.Cells[0].Words, s.RowLabels = cell, words, []string{name, cell, words}
		readSVG(t, mustSVG(t, New(nil, 1), s)).all(func(e *element) bool {
			if !strings.Contains(" svg desc defs g use path rect text ", " "+e.XMLName.Local+" ") {
				t.Errorf("<%s>", e.XMLName.Local)
			}
			return true
		})
	})
}

// A scene that can't be drawn is an error, for an SVG as for a picture.
func TestSVGRefusesWhatCantBeDrawn(t *testing.T) {
	s := scenes()["kalah start"]
	s.Path = []int{99}
	if b, err := New(nil, 1).SVG(s); !errors.Is(err, ErrScene) || b != nil {
		t.Errorf("%d bytes, error %v", len(b), err)
	}
}

// BenchmarkSVG measures the cost of an SVG.
func BenchmarkSVG(b *testing.B) {
	for _, name := range benchmarked {
		b.Run(name, func(b *testing.B) {
			s, r := scenes()[name], New(nil, 1)
			size := 0
			b.ReportAllocs()
			for b.Loop() {
				size = len(mustSVG(b, r, s))
			}
			b.ReportMetric(float64(size), "B/svg")
		})
	}
}
