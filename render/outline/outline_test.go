package outline

import (
	"fmt"
	"image"
	"image/draw"
	"math"
	"strings"
	"testing"

	"golang.org/x/image/vector"

	"paddock/games/gamestest/golden"
)

// area returns how many pixels a path covers, and the rectangle around them.
func area(p *Path) (sum float64, box image.Rectangle) {
	const side, middle = 200, 100
	m := image.NewAlpha(image.Rect(0, 0, side, side))
	z := vector.NewRasterizer(side, side)
	p.Trace(z, middle, middle)
	z.DrawOp = draw.Src
	z.Draw(m, m.Rect, image.Opaque, image.Point{})
	for y := range side {
		for x := range side {
			if a := m.AlphaAt(x, y).A; a > 0 {
				sum += float64(a) / 255
				box = box.Union(image.Rect(x, y, x+1, y+1))
			}
		}
	}
	return sum, box.Sub(image.Pt(middle, middle))
}

// Each shape has the area that geometry gives it, fills its box, and has the same data as an SVG.
func TestShapes(t *testing.T) {
	var svg strings.Builder
	for _, c := range []struct {
		name string
		p    *Path
		area float64
		box  image.Rectangle
	}{
		{
			"a polygon", new(Path).Polygon(-10, -20, 30, -20, 30, 10, -10, 10), 40 * 30, image.Rect(-10, -20, 30, 10),
		},
		{"half a polygon", new(Path).Polygon(0, 0, 20, 0, 0, 10, 7), 100, image.Rect(0, 0, 20, 10)},
		{"a disc", new(Path).Disc(1, 2, 20), 400 * math.Pi, image.Rect(-19, -18, 21, 22)},
		{"an oval", new(Path).Oval(0, 0, 30, 10, 0), 300 * math.Pi, image.Rect(-30, -10, 30, 10)},
		{"an oval that stands", new(Path).Oval(0, 5, 30, 10, math.Pi/2), 300 * math.Pi, image.Rect(-10, -25, 10, 35)},
		{"a turned oval", new(Path).Oval(0, 0, 40, 5, math.Pi/4), 200 * math.Pi, image.Rect(-29, -29, 29, 29)},
		{"a ring", new(Path).Ring(3, 4, 30, 6), 2 * math.Pi * 30 * 6, image.Rect(-30, -29, 36, 37)},
		{"a hole beside", new(Path).Disc(0, 0, 20).Hollow(5, 0, 10, 5), 350 * math.Pi, image.Rect(-20, -20, 20, 20)},
		{
			"a plate", new(Path).Plate(-40, -20, 80, 40, 10), 80*40 - 100*(4-math.Pi), image.Rect(-40, -20, 40, 20),
		},
		{"a plate as round as it can be", new(Path).Plate(0, 0, 40, 20, 99), 20*20 + 100*math.Pi, image.Rect(0, 0, 40, 20)},
		{"a tall one", new(Path).Plate(0, 0, 20, 40, 99), 20*20 + 100*math.Pi, image.Rect(0, 0, 20, 40)},
		{
			"a line", new(Path).Line(-30, -40, 30, 40, 8), 100*8 + 16*math.Pi, image.Rect(-34, -44, 34, 44),
		},
		// two discs, whose edges are twice as dark
		{"a line of no length", new(Path).Line(5, 6, 5, 6, 10), 82.9, image.Rect(0, 1, 10, 11)},
		{
			"the border of a square", new(Path).Outline(4, -20, -20, 20, -20, 20, 20, -20, 20), 4*40*4 - 4*2*2 + 4*math.Pi,
			image.Rect(-22, -22, 22, 22),
		},
		{
			"a tube", Tube(60, 20, 4), (40*24 + 144*math.Pi) - (40*16 + 64*math.Pi), image.Rect(-32, -12, 32, 12),
		},
		{
			"a tube that stands", Tube(20, 60, 4), (40*24 + 144*math.Pi) - (40*16 + 64*math.Pi),
			image.Rect(-12, -32, 12, 32),
		},
		{
			"a frame", new(Path).Frame(60, 5), (60*60 - 36*(4-math.Pi)) - (50*50 - 9*(4-math.Pi)),
			image.Rect(-30, -30, 30, 30),
		},
		{
			"two", new(Path).Disc(-20, 0, 10).With(new(Path).Polygon(0, 0, 20, 0, 20, 10, 0, 10)), 200 + 100*math.Pi,
			image.Rect(-30, -10, 20, 10),
		},
		{
			"without a plate",
			new(Path).Polygon(-40, -30, 40, -30, 40, 30, -40, 30).Without(new(Path).Plate(-20, -10, 50, 20, 4)),
			80*60 - (50*20 - 16*(4-math.Pi)), image.Rect(-40, -30, 40, 30),
		},
		{"twice as large", new(Path).Disc(1, 2, 10).Scaled(3, -4, 2), 400 * math.Pi, image.Rect(-15, -20, 25, 20)},
	} {
		got, box := area(c.p)
		if math.Abs(got-c.area) > 1+c.area*.015 {
			t.Errorf("%s covers %.1f pixels, want %.1f", c.name, got, c.area)
		}
		if box != c.box {
			t.Errorf("%s covers %v, want %v", c.name, box, c.box)
		}
		around := c.p.Box(0, 0)
		if !c.box.In(around) || !around.In(c.box.Inset(-3)) {
			t.Errorf("the box of %s is %v, want little more than %v", c.name, around, c.box)
		}
		if x, y := c.p.Middle(); math.Abs(float64(2*x)-float64(c.box.Min.X+c.box.Max.X)) > 2 ||
			math.Abs(float64(2*y)-float64(c.box.Min.Y+c.box.Max.Y)) > 2 {
			t.Errorf("the middle of %s is %v, %v, want that of %v", c.name, x, y, c.box)
		}
		fmt.Fprintf(&svg, "%s: %s\n", c.name, c.p.SVG(100, 100.04))
	}
	golden.Check(t, "testdata/shapes.txt", svg.String())
}

// A box has whole pixels, on both sides of zero, and moves with the path.
func TestBox(t *testing.T) {
	p := new(Path).MoveTo(-1.5, 2.5).LineTo(3.25, -4.75).CubeTo(0, 0, 9, 1, 2, 2)
	for _, c := range []struct {
		x, y float32
		want image.Rectangle
	}{
		{0, 0, image.Rect(-2, -5, 10, 3)},
		{.5, .75, image.Rect(-1, -4, 10, 4)},
		{-10, 10, image.Rect(-12, 5, 0, 13)},
	} {
		if got := p.Box(c.x, c.y); got != c.want {
			t.Errorf("moved by %v, %v: %v, want %v", c.x, c.y, got, c.want)
		}
	}
	away, want := new(Path).MoveTo(5.5, -6).LineTo(7, -9.5), image.Rect(5, -10, 8, -5)
	if got := away.Box(0, 0); got != want {
		t.Errorf("away from zero: %v, want %v", got, want)
	}
	if x, y := p.Middle(); x != 3.75 || y != -1.125 {
		t.Errorf("the middle is %v, %v", x, y)
	}
}

// Data of an SVG leaves out what is not needed: zeros, spaces before signs, commands that go on, and
// curves and lines of no length. Whole ellipses are arcs, others are curves.
func TestSVG(t *testing.T) {
	p := func() *Path { return new(Path) }
	for _, c := range []struct {
		name string
		p    *Path
		want string
	}{
		{"nothing", p(), ""},
		{"fractions", p().MoveTo(.5, -.5).LineTo(10, 12.3).LineTo(9, -1), "m.5-.5 9.5 12.8-1-13.3"},
		{
			"straight", p().MoveTo(1, 1).LineTo(5, 1).LineTo(9, 1).LineTo(9, 4).LineTo(9, -4).LineTo(8, -5).Close(),
			"m1 1h4 4v3-8l-1-1z",
		},
		{"no length", p().MoveTo(1, 1).LineTo(1.04, 1.04).CubeTo(3, 3, 4, 4, 1, 1).LineTo(2, 3), "m1 1 1 2"},
		{
			"a curve", p().MoveTo(1, 1).CubeTo(2, 3, 4, 5, 6, 7).CubeTo(8, 9, 10, 11, 6, 12).LineTo(0, 0),
			"m1 1c1 2 3 4 5 6 2 2 4 4 0 5l-6-12",
		},
		{"two rings", p().Polygon(1, 2, 3, 4, 5, 0).Polygon(1, 2, 3, 5, 5, 0), "m1 2 2 2 2-4zm0 0 2 3 2-5z"},
		{"an ellipse", p().Oval(10, 20, 3, 4, 0), "m13 20a3 4 0 1 1-6 0 3 4 0 1 1 6 0z"},
		{
			"an ellipse without width", p().Oval(10, 20, 0, 4, 0),
			"m10 20c0 2.2 0 4 0 4 0 0 0-1.8 0-4 0-2.2 0-4 0-4 0 0 0 1.8 0 4z",
		},
		{"an ellipse the other way round", p().Hollow(10, 20, 3, 4), "m13 20a3 4 0 1 0-6 0 3 4 0 1 0 6 0z"},
		{
			"an ellipse after a line", p().MoveTo(0, 0).LineTo(1, 1).Disc(5, 5, 2).LineTo(3, 3),
			"m0 0 1 1m6 4a2 2 0 1 1-4 0 2 2 0 1 1 4 0zl-4-2",
		},
		{
			"a turned ellipse", p().Oval(10, 20, 3, 4, 1),
			"m11.6 22.5c-1.8 1.2-4.1 1.1-5-.3-.9-1.4-.1-3.5 1.8-4.7 1.8-1.2 4.1-1.1 5 .3 .9 1.4 .1 3.5-1.8 4.7z",
		},
		{
			"half a turn", p().Oval(10, 20, 3, 4, math.Pi),
			"m7 20c0-2.2 1.3-4 3-4 1.7 0 3 1.8 3 4 0 2.2-1.3 4-3 4-1.7 0-3-1.8-3-4z",
		},
		{"no end", p().MoveTo(3, 0).CubeTo(3, 2, 2, 3, 0, 3).CubeTo(-2, 3, -3, 2, -3, 0).CubeTo(-3, -2, -2, -3, 0, -3).
			CubeTo(2, -3, 3, -2, 3, 0).LineTo(9, 9), "m3 0c0 2-1 3-3 3-2 0-3-1-3-3 0-2 1-3 3-3 2 0 3 1 3 3l6 9"},
	} {
		if got := string(c.p.SVG(0, 0)); got != c.want {
			t.Errorf("%s: %q, want %q", c.name, got, c.want)
		}
	}
	q := p().Oval(10, 20, 30, 40, 0)
	if q.steps[4].x[2] += .015; q.SVG(0, 0)[len("m40 20")] == 'a' {
		t.Errorf("an ellipse that does not end where it begins: %s", q.SVG(0, 0))
	}
	// the shape is nearly an ellipse: each point a little off
	for n := 1; n <= 4; n++ {
		for k := range 3 {
			for _, axis := range []int{0, 1} {
				q := p().Oval(10, 20, 30, 40, 0)
				if axis == 0 {
					q.steps[n].x[k] += 5
				} else {
					q.steps[n].y[k] += 5
				}
				svg := string(q.SVG(0, 0))
				told := k == 2 || n == 1 && k == 0 // only properties that every ellipse of Oval has are checked
				if arcs := svg[len("m40 20")] == 'a'; arcs == told {
					t.Errorf("an ellipse with point %d of curve %d moved along axis %d: %s", k, n, axis, svg)
				}
			}
		}
	}
}

// Texts are cut and broken only where they are wider than the space.
func TestRoomForLetters(t *testing.T) {
	var sp Speller
	wide := func(s string) int { return sp.Width(s, Medium, 20) }
	for _, c := range []struct {
		width int
		want  string
	}{
		{wide("Ann Lee"), "Ann Lee"},
		{wide("Ann Lee") - 1, "Ann L…"},
		{wide("Ann L…") - 1, "Ann…"}, // without the space
		{wide("…"), "…"},
		{wide("…") - 1, ""},
	} {
		if got := sp.Fit("Ann Lee", Medium, 20, c.width); got != c.want {
			t.Errorf("fits in %d: %q, want %q", c.width, got, c.want)
		}
	}
	for _, c := range []struct {
		width, n int
		want     string
	}{
		{wide("Ann Lee Fox"), 2, "Ann Lee Fox"},
		{wide("Ann Lee Fox") - 1, 2, "Ann Lee|Fox"},
		{wide("Ann Lee"), 2, "Ann Lee|Fox"},
		{wide("Lee Fox"), 2, "Ann|Lee Fox"},
		{wide("Lee Fox") - 1, 2, "Ann|Lee F…"},
		{wide("Lee Fox") - 1, 3, "Ann|Lee|Fox"},
		{wide("Ann Lee Fox") - 1, 1, "Ann Lee F…"},
		{wide("A…"), 3, "A…|Lee|Fox"},
	} {
		if got := strings.Join(sp.Wrap(nil, " Ann Lee Fox ", Medium, 20, c.width, c.n), "|"); got != c.want {
			t.Errorf("in %d lines of %d: %q, want %q", c.n, c.width, got, c.want)
		}
	}
}

// The golden file has the letters of both weights, in sixty-fourths of a pixel.
func TestLetters(t *testing.T) {
	var sp Speller
	for text, known := range map[string]bool{
		"": true, "Paddock 123": true, "Åse Ωmega Жук": true, "日": false, "a\n": false, "a\u0301": false, "🐧": false,
		"a\u200b": false,
	} {
		if sp.Knows(text) != known {
			t.Errorf("the fonts know %q: %t, want %t", text, !known, known)
		}
	}
	for _, c := range []struct {
		text  string
		w     Weight
		size  int
		width int
	}{
		{"", Medium, 20, 0},
		{"i", Medium, 20, 5},
		{"Wi", Medium, 20, 24},
		{"Wi", Bold, 20, 25},
		{"Wi", Bold, 40, 49},
		{"Paddock", Bold, 31, 129},
		{"Paddock", Medium, 31, 125},
	} {
		if got := sp.Width(c.text, c.w, c.size); got != c.width {
			t.Errorf("%q of weight %d and size %d is %d wide, want %d", c.text, c.w, c.size, got, c.width)
		}
	}
	var svg strings.Builder
	for _, c := range []struct {
		r    rune
		w    Weight
		size int
		area float64
		box  image.Rectangle
	}{
		{'I', Bold, 64, 618, image.Rect(3, -47, 26, 0)},
		{'o', Medium, 64, 605, image.Rect(2, -35, 35, 1)},
		{'%', Bold, 40, 369, image.Rect(1, -30, 34, 1)},
		{' ', Bold, 40, 0, image.Rect(-100, -100, -100, -100)},
	} {
		p := Glyph(c.r, c.w, c.size)
		got, box := area(p)
		if math.Abs(got-c.area) > 1 || box != c.box {
			t.Errorf("%c covers %.0f pixels in %v, want %.0f in %v", c.r, got, box, c.area, c.box)
		}
		fmt.Fprintf(&svg, "%c: %s\n", c.r, p.SVG(0, 0))
	}
	golden.Check(t, "testdata/letters.txt", svg.String())
}
