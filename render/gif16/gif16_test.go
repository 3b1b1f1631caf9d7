package gif16

import (
	"bytes"
	"image"
	"image/color"
	"image/draw"
	"image/gif"
	"math/rand/v2"
	"slices"
	"testing"
	"time"
)

// The rectangles returned by changes cover every changed pixel, and there are at most n.
func TestChanges(t *testing.T) {
	rnd := rand.New(rand.NewPCG(5, 6))
	size := image.Rect(0, 0, 200, 150)
	for range 50 {
		a, b := image.NewPaletted(size, nil), image.NewPaletted(size, nil)
		for range rnd.IntN(6) {
			x, y := rnd.IntN(190), rnd.IntN(140)
			for i := range 10 {
				b.Pix[b.PixOffset(x+i, y+i)] = 1
			}
		}
		parts := changes(nil, a, b, size, 4)
		if len(parts) > 4 {
			t.Errorf("%d parts, want at most 4", len(parts))
		}
		for y := range size.Dy() {
			for x := range size.Dx() {
				at := image.Pt(x, y)
				held := slices.ContainsFunc(parts, func(r image.Rectangle) bool { return at.In(r) })
				if b.Pix[b.PixOffset(x, y)] == 1 && !held {
					t.Fatalf("the change at %v is in no part of %v", at, parts)
				}
			}
		}
	}
	same := image.NewPaletted(size, nil)
	if parts := changes(nil, same, same, size, 4); len(parts) != 0 {
		t.Errorf("parts %v of no change", parts)
	}
}

// palette returns colours that differ from each other.
func palette(n int) (list []color.RGBA) {
	for i := range n {
		list = append(list, color.RGBA{uint8(16 * i), uint8(255 - i), uint8(i), 255})
	}
	return list
}

// picture returns a picture of one colour with spots of others at given places.
func picture(size image.Rectangle, spots map[image.Point]uint8) *image.Paletted {
	m := image.NewPaletted(size, nil)
	for at, c := range spots {
		m.SetColorIndex(at.X, at.Y, c)
	}
	return m
}

// part is one image of a GIF.
type part struct {
	at      image.Rectangle
	delay   int
	palette int // number of colours of its own palette
}

// image/gif reads back every step, which is stored as the rectangles that changed: one after the
// other with the shortest pause, and the rest of the time after the last. A step that changes
// nothing still has its duration. A part in few colours has a palette of its own.
func TestSteps(t *testing.T) {
	size := image.Rect(0, 0, 300, 200)
	first := picture(size, map[image.Point]uint8{{1, 1}: 15, {298, 198}: 7})
	near := picture(size, map[image.Point]uint8{{1, 1}: 15, {298, 198}: 7, {40, 30}: 3, {45, 33}: 4})
	far := picture(size, map[image.Point]uint8{{2, 1}: 15, {298, 197}: 6, {40, 30}: 3, {45, 33}: 4})
	lot := rand.New(rand.NewPCG(7, 8))
	busy := func(colours ...uint8) *image.Paletted {
		m := picture(size, map[image.Point]uint8{{1, 1}: 15, {298, 198}: 7})
		for y := 10; y < 190; y++ {
			for x := 20; x < 280; x++ {
				m.SetColorIndex(x, y, colours[lot.IntN(len(colours))])
			}
		}
		return m
	}
	few, more, many := busy(2, 14), busy(3, 9, 12, 14), busy(1, 2, 3, 4, 5, 6, 7, 8, 9, 10, 11, 12, 13, 14, 15)
	block := image.Rect(20, 10, 280, 190)
	steps := []struct {
		m    *image.Paletted
		stay time.Duration
		want []part
	}{
		{first, time.Second, []part{{size, 100, 4}}},
		{near, 500 * time.Millisecond, []part{{image.Rect(40, 30, 46, 34), 50, 32}}},
		{far, time.Second, []part{
			{image.Rect(1, 1, 3, 2), 2, 32}, {image.Rect(298, 197, 299, 199), 98, 32},
		}},
		{far, 300 * time.Millisecond, []part{{image.Rect(0, 0, 1, 1), 30, 32}}},
		// the picture is shown too shortly for two parts
		{near, 30 * time.Millisecond, []part{{image.Rect(1, 1, 299, 199), 3, 4}}},
		{far, 40 * time.Millisecond, []part{
			{image.Rect(1, 1, 3, 2), 2, 32}, {image.Rect(298, 197, 299, 199), 2, 32},
		}},
		{near, 0, []part{{image.Rect(1, 1, 299, 199), 2, 4}}},
		{first, 700 * time.Second, []part{{image.Rect(40, 30, 46, 34), 65535, 32}}},
		{few, time.Second, []part{{block, 100, 4}}},
		{more, time.Second, []part{{block, 100, 32}}}, // a palette of its own would take more than it saves,
		{many, time.Second, []part{{block, 100, 16}}},
	}
	w := Writer{Colours: palette(16)}
	lengths := []int{}
	for i, s := range steps {
		if !w.Step(s.m, s.stay) {
			t.Fatalf("step %d is refused", i)
		}
		lengths = append(lengths, w.Len())
	}
	if w.Step(picture(image.Rect(0, 0, 300, 201), nil), time.Second) || w.Len() != lengths[len(lengths)-1] {
		t.Error("a picture of another size is added")
	}
	file := w.End()
	if len(file) != w.Len() || file[len(file)-1] != 0x3B {
		t.Errorf("the file has %d bytes, Len says %d", len(file), w.Len())
	}
	g, err := gif.DecodeAll(bytes.NewReader(file))
	if err != nil {
		t.Fatal(err)
	}
	if colours := g.Config.ColorModel.(color.Palette); g.LoopCount != 0 || g.Config.Width != 300 ||
		g.Config.Height != 200 || len(colours) != 32 {
		t.Errorf("%d loops of %d × %d in %d colours", g.LoopCount, g.Config.Width, g.Config.Height, len(colours))
	}
	if want := []int{498, 525, 572, 595, 963, 1010, 1378, 1403, 8459, 22103, 49931}; !slices.Equal(lengths, want) {
		t.Errorf("the file grows to %d bytes, want %d", lengths, want)
	}
	shown := image.NewRGBA(size)
	for i, s := range steps {
		var got []part
		for range s.want {
			m := g.Image[0]
			got = append(got, part{m.Rect, g.Delay[0], len(m.Palette)})
			if g.Disposal[0] != gif.DisposalNone {
				t.Errorf("step %d: a part is disposed of by %d", i, g.Disposal[0])
			}
			draw.Draw(shown, m.Rect, m, m.Rect.Min, draw.Over)
			g.Image, g.Delay, g.Disposal = g.Image[1:], g.Delay[1:], g.Disposal[1:]
		}
		if !slices.Equal(got, s.want) {
			t.Errorf("step %d is stored as %v, want %v", i, got, s.want)
		}
		for j, c := range s.m.Pix {
			if at := image.Pt(j%300, j/300); shown.RGBAAt(at.X, at.Y) != w.Colours[c] {
				t.Fatalf("step %d: pixel %v is %v, want %v", i, at, shown.RGBAAt(at.X, at.Y), w.Colours[c])
			}
		}
	}
	if len(g.Image) > 0 {
		t.Errorf("%d parts more than expected", len(g.Image))
	}
}

// The rectangles that cover the changed pixels have no unchanged rows or columns at their edges. They
// are divided at the widest gap of unchanged rows or columns, if it is wide enough. Of equal gaps rows
// come before columns, then the first.
func TestChangesAreTight(t *testing.T) {
	size := image.Rect(10, 20, 210, 170)
	for name, c := range map[string]struct {
		spots []image.Point
		n     int
		want  []image.Rectangle
	}{
		"one":         {[]image.Point{{30, 40}}, 4, []image.Rectangle{image.Rect(30, 40, 31, 41)}},
		"the corners": {[]image.Point{{10, 20}, {209, 169}}, 1, []image.Rectangle{size}},
		"no gap": {
			[]image.Point{{30, 40}, {46, 56}}, 4, []image.Rectangle{image.Rect(30, 40, 47, 57)},
		},
		"a gap of columns": {
			[]image.Point{{30, 40}, {47, 41}},
			4,
			[]image.Rectangle{image.Rect(30, 40, 31, 41), image.Rect(47, 41, 48, 42)},
		},
		"a gap of rows": {
			[]image.Point{{30, 40}, {31, 57}},
			4,
			[]image.Rectangle{image.Rect(30, 40, 31, 41), image.Rect(31, 57, 32, 58)},
		},
		"the widest gap": {
			[]image.Point{{30, 40}, {32, 60}, {33, 90}},
			2,
			[]image.Rectangle{image.Rect(30, 40, 33, 61), image.Rect(33, 90, 34, 91)},
		},
		"the first of two equal gaps": {
			[]image.Point{{30, 40}, {30, 60}, {30, 80}},
			2,
			[]image.Rectangle{image.Rect(30, 40, 31, 41), image.Rect(30, 60, 31, 81)},
		},
		"rows before columns": {
			[]image.Point{{30, 40}, {59, 70}, {30, 71}, {59, 41}},
			2,
			[]image.Rectangle{image.Rect(30, 40, 60, 42), image.Rect(30, 70, 60, 72)},
		},
		"three": {
			[]image.Point{{30, 40}, {32, 60}, {33, 90}},
			3,
			[]image.Rectangle{image.Rect(30, 40, 33, 61), image.Rect(33, 90, 34, 91)},
		},
		"four": {
			[]image.Point{{30, 40}, {32, 60}, {33, 90}},
			4,
			[]image.Rectangle{image.Rect(30, 40, 31, 41), image.Rect(32, 60, 33, 61), image.Rect(33, 90, 34, 91)},
		},
		"the rest goes to the second": {
			[]image.Point{{30, 40}, {32, 80}, {33, 110}, {33, 130}},
			4,
			[]image.Rectangle{
				image.Rect(30, 40, 31, 41), image.Rect(32, 80, 33, 81), image.Rect(33, 110, 34, 111),
				image.Rect(33, 130, 34, 131),
			},
		},
	} {
		a, b := image.NewPaletted(size, nil), image.NewPaletted(size, nil)
		for _, at := range c.spots {
			b.SetColorIndex(at.X, at.Y, 1)
		}
		if got := changes(nil, a, b, size, c.n); !slices.Equal(got, c.want) {
			t.Errorf("%s: %v, want %v", name, got, c.want)
		}
	}
}
