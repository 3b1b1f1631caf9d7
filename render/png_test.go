package render

import (
	"bytes"
	"encoding/binary"
	"errors"
	"image"
	"image/color"
	"image/png"
	"maps"
	"math/rand/v2"
	"os"
	"os/exec"
	"path/filepath"
	"slices"
	"strings"
	"sync"
	"testing"

	"paddock/games/scene"
)

func mustPNG(t testing.TB, r *Renderer, s scene.Scene) []byte {
	t.Helper()
	b, err := r.PNG(s)
	if err != nil {
		t.Fatalf("PNG: %v", err)
	}
	return b
}

// image/png, which shares no code with the writer, reads back every pixel in its colour.
func TestPNGIsWhatWasDrawn(t *testing.T) {
	for name, s := range scenes() {
		t.Run(name, func(t *testing.T) {
			r := New(nil, 1)
			m, err := png.Decode(bytes.NewReader(mustPNG(t, r, s)))
			if err != nil {
				t.Fatal(err)
			}
			b := <-r.benches // the only renderer's workspace, on which the picture was drawn
			if got, want := m.Bounds(), b.pixels.Rect; got != want {
				t.Fatalf("size %v, want %v", got, want)
			}
			pal := r.kits[s.Family].palette
			read := m.(*image.Paletted)
			if !bytes.Equal(read.Pix, b.pixels.Pix) {
				t.Error("the pixels are others")
			}
			for i, c := range read.Palette {
				if c != color.Color(pal.rgba[i]) {
					t.Errorf("colour %d is %v, want %v", i, c, pal.rgba[i])
				}
			}
		})
	}
}

// S73: a file contains no text, no time, and no second layer.
func TestPNGHoldsPixelsOnly(t *testing.T) {
	r := New(nil, 1)
	for name, s := range scenes() {
		b := mustPNG(t, r, s)
		var got []string
		for at := 8; at < len(b); {
			got = append(got, string(b[at+4:at+8]))
			at += 12 + int(binary.BigEndian.Uint32(b[at:]))
		}
		if want := []string{"IHDR", "PLTE", "IDAT", "IEND"}; !slices.Equal(got, want) {
			t.Errorf("%s: chunks %v, want %v", name, got, want)
		}
	}
}

func TestPNGPassesPngcheck(t *testing.T) {
	if _, err := exec.LookPath("pngcheck"); err != nil {
		t.Skip("pngcheck is not installed; image/png is the only judge of the pictures")
	}
	dir := t.TempDir()
	r, args := New(nil, 1), []string{"-q"}
	for name, s := range scenes() {
		file := filepath.Join(dir, strings.ReplaceAll(name, " ", "-")+".png")
		if err := os.WriteFile(file, mustPNG(t, r, s), 0o644); err != nil {
			t.Fatal(err)
		}
		args = append(args, file)
	}
	if out, err := exec.Command("pngcheck", args...).CombinedOutput(); err != nil {
		t.Errorf("pngcheck: %v\n%s", err, out)
	}
}

// A picture is small and costs few allocations, even with all marks.
func TestPNGIsCheap(t *testing.T) {
	r := New(nil, 1)
	for name, s := range scenes() {
		b := mustPNG(t, r, s)
		looked(t, "still "+name, b)
		if got, most := len(b), 20<<10; got > most {
			t.Errorf("%s: %d bytes, want at most %d", name, got, most)
		}
		if got := testing.AllocsPerRun(3, func() { mustPNG(t, r, s) }); got > 10 {
			t.Errorf("%s: %v allocations, want at most 10", name, got)
		}
	}
}

// S73, P11: a picture does not depend on earlier pictures or their viewers.
func TestEqualScenesGiveEqualBytes(t *testing.T) {
	list, used := scenes(), New(nil, 1)
	first := make(map[string][]byte)
	for range 2 {
		for name, s := range list { // the pictures are drawn each time in another order
			b := mustPNG(t, used, s)
			if was := first[name]; was != nil && !bytes.Equal(was, b) {
				t.Errorf("%s: another picture the second time", name)
			}
			first[name] = b
		}
	}
	for _, name := range benchmarked {
		if !bytes.Equal(first[name], mustPNG(t, New(nil, 3), scenes()[name])) {
			t.Errorf("%s: a new renderer draws another picture", name)
		}
	}
}

func TestRendererIsSafeForConcurrentUse(t *testing.T) {
	list, r, alone := scenes(), New(nil, 2), New(nil, 1)
	want := make(map[string][]byte)
	for _, name := range benchmarked { // one scene of each family
		want[name] = mustPNG(t, alone, list[name])
	}
	var work sync.WaitGroup
	for range 4 {
		work.Go(func() {
			for name, alone := range want {
				b, err := r.PNG(list[name])
				if err != nil || !bytes.Equal(b, alone) {
					t.Errorf("%s: another picture beside others (err %v)", name, err)
				}
			}
		})
	}
	work.Wait()
}

// P87: a picture that fails is an error, and the next one is drawn anyway.
func TestDrawingMayFail(t *testing.T) {
	r := New(nil, 1)
	s := scenes()["kalah start"]
	good := r.kits[scene.Pits]
	r.kits[scene.Pits] = nil
	if b, err := r.PNG(s); err == nil || b != nil {
		t.Errorf("PNG of a broken renderer = %d bytes, %v; want an error", len(b), err)
	}
	if b, err := r.GIF(t.Context(), []scene.Scene{s}, Pace{}); err == nil || b != nil {
		t.Errorf("GIF of a broken renderer = %d bytes, %v; want an error", len(b), err)
	}
	r.kits[scene.Pits] = good
	mustPNG(t, r, s) // the call would wait for ever if the failed drawings still held their places
}

func TestCheckRefuses(t *testing.T) {
	with := func(change func(s *scene.Scene)) scene.Scene {
		s := scenes()["halatafl start"]
		s.Cells = slices.Clone(s.Cells)
		change(&s)
		return s
	}
	tests := map[string]scene.Scene{
		"no family":       with(func(s *scene.Scene) { s.Family = "" }),
		"no cells":        with(func(s *scene.Scene) { s.Cols = 0 }),
		"too many cells":  with(func(s *scene.Scene) { s.Rows = 1 << 20 }),
		"a cell outside":  with(func(s *scene.Scene) { s.Cells[3].Col = 7 }),
		"a cell before":   with(func(s *scene.Scene) { s.Cells[3].Row = -1 }),
		"a path outside":  with(func(s *scene.Scene) { s.Path = []int{0, 33} }),
		"a line outside":  with(func(s *scene.Scene) { s.Lines = []scene.Line{{A: -1}} }),
		"no words":        with(func(s *scene.Scene) { s.Words = "" }),
		"words too long":  with(func(s *scene.Scene) { s.Words = strings.Repeat("ä", MaxWords+1) }),
		"a text too long": with(func(s *scene.Scene) { s.Below = []string{strings.Repeat("ä", MaxText)} }),
		"a picture too large": {
			Family: scene.Hexes, Cols: 1, Rows: 1, Sides: make([]scene.Side, 40),
			Words: "A crowd.",
		},
	}
	r := New(nil, 1)
	for name, s := range tests {
		t.Run(name, func(t *testing.T) {
			err := Check(s)
			if name == "a picture too large" {
				_, err = r.PNG(s)
			}
			if !errors.Is(err, ErrScene) {
				t.Errorf("got error %v, want ErrScene", err)
			}
		})
	}
	for name, s := range scenes() {
		if err := Check(s); err != nil {
			t.Errorf("%s: %v", name, err)
		}
	}
}

// Any scene that passes Check is drawn or refused, and a renderer's memory is limited.
func TestRandomScenesAreDrawnOrRefused(t *testing.T) {
	rnd := rand.New(rand.NewPCG(1, 2))
	families := []scene.Family{scene.Pits, scene.Graph, scene.Squares, scene.Hexes}
	r := New(nil, 1)
	for range 25 {
		s := randomScene(rnd, families[rnd.IntN(4)])
		s.Look = scene.Look{Light: rnd.IntN(2) == 0}
		if _, err := r.PNG(s); err != nil && !errors.Is(err, ErrScene) {
			t.Errorf("PNG of %d x %d %s: %v", s.Cols, s.Rows, s.Family, err)
		}
		_ = Text(s)
	}
	grounds, stores := map[*grounds]bool{}, map[*sprites]bool{}
	for _, kits := range []map[scene.Family]*kit{r.kits, r.light, r.strong} {
		for _, k := range kits {
			grounds[k.grounds], stores[k.sprites] = true, true
		}
	}
	if len(grounds) != 1 || len(stores) != 1 {
		t.Errorf("%d stores of backgrounds and %d of sprites, want one of each for all themes", len(grounds),
			len(stores))
	}
	for m := range stores {
		bytes := 0
		for _, kept := range []map[drawing]*sprite{m.young, m.old} {
			for _, s := range kept {
				bytes += s.bytes()
			}
		}
		if bytes > maxSprites || bytes < maxSprites/4 {
			t.Errorf("%d bytes of sprites after 25 pictures, want at most %d, and not much less", bytes, maxSprites)
		}
	}
	for g := range grounds {
		if n := len(g.list); n != maxBackgrounds {
			t.Errorf("%d backgrounds are kept after 25 pictures, want %d", n, maxBackgrounds)
		}
	}
}

// A sprite in frequent use stays in the cache; an unused one is dropped.
func TestSpritesThatAreUsedStay(t *testing.T) {
	pal := Dark.palettes()[scene.Hexes]
	m := newSprites(200_000)
	often, once := op{kind: kindDisc, size: 40}, op{kind: kindDisc, size: 41}
	first := m.find(nil, pal, []op{often, once})
	for n := range 200 {
		m.find(nil, pal, []op{often, {kind: kindDisc, size: 40, a: int16(n)}})
	}
	again := m.find(nil, pal, []op{often, once})
	if again[0] != first[0] || again[1] == first[1] {
		t.Errorf("what is used often is the same: %t, want true; what was used once: %t, want false",
			again[0] == first[0], again[1] == first[1])
	}
}

func randomScene(rnd *rand.Rand, family scene.Family) scene.Scene {
	s := scene.Scene{
		Family: family, Cols: 1 + rnd.IntN(18), Rows: 1 + rnd.IntN(18), FlatTop: rnd.IntN(2) == 0,
		ShiftRow: rnd.IntN(2), Turned: rnd.IntN(2) == 0,
		TextWidth: rnd.IntN(4), ColLabels: []string{"a", "b", "日"}, RowLabels: []string{"1", "", "long label"},
	}
	grounds := []scene.Ground{"", scene.Plain, scene.Goal, scene.Water, scene.Hole, scene.Pot, scene.Tile}
	shapes := []scene.Shape{scene.NoPiece, scene.Sheep, scene.Fox, scene.Soldier, scene.Penguin, "unheard of"}
	for range rnd.IntN(60) {
		s.Cells = append(s.Cells, scene.Cell{
			Col: rnd.IntN(s.Cols), Row: rnd.IntN(s.Rows), Name: "a1", Ground: grounds[rnd.IntN(len(grounds))],
			Count: rnd.IntN(2000) - 10,
			Gain:  rnd.IntN(30), Marks: scene.Marks(rnd.Uint32()), Owner: int8(rnd.IntN(5) - 1), Text: "xyz",
			Piece: scene.Piece{
				Shape: shapes[rnd.IntN(len(shapes))], Letter: []string{"", "R", "?", "日本"}[rnd.IntN(4)],
				Seat: int8(rnd.IntN(6) - 1),
			},
		})
		if len(s.Path) < 4 {
			s.Path = append(s.Path, rnd.IntN(len(s.Cells)))
			s.Lines = append(s.Lines, scene.Line{A: rnd.IntN(len(s.Cells)), B: rnd.IntN(len(s.Cells))})
		}
	}
	for i := range rnd.IntN(5) {
		s.Sides = append(s.Sides,
			scene.Side{
				Seat: int8(i), Label: strings.Repeat("long name ", rnd.IntN(6)),
				Score: strings.Repeat("9", rnd.IntN(80)), ToMove: i == 1,
			})
	}
	return s
}

// The picture contains a name only if the fonts have every letter, because boxes say nothing (P17).
func TestNamesThatTheFontsLackAreLeftOut(t *testing.T) {
	r := New(nil, 1)
	draw := func(name string) []byte {
		return mustPNG(t, r, kalahScene(evenly(6, 4), evenly(6, 4), [2]int{}, 0, [2]string{name, "Homer"}))
	}
	nameless := draw("")
	for _, name := range []string{"日本", "Marge 🐧", "a\u0301", "x\ny"} {
		if !bytes.Equal(draw(name), nameless) {
			t.Errorf("the name %q is drawn", name)
		}
	}
	for _, name := range []string{"Marge", "Ærøskøbing", "Ζορμπάς", "Богдан"} {
		if bytes.Equal(draw(name), nameless) {
			t.Errorf("the name %q is left out", name)
		}
	}
	if !bytes.Equal(draw(strings.Repeat("W", 100)), draw(strings.Repeat("W", 101))) {
		t.Error("a name is not cut where its place ends")
	}
}

// Pictures are shown at less than half their size: 350 pixels high on a desktop, 360 wide on a
// phone. No letter is smaller than 11 pixels there, except digits in narrow holes.
func TestLettersAreLargeEnough(t *testing.T) {
	all := cards()
	maps.Copy(all, scenes())
	for name, s := range all {
		var p plan
		p.reset()
		p.lay(&s, &s)
		for _, o := range append(p.under, p.over...) {
			if o.kind == kindBadge {
				o.size = o.size * 8 / 10 // its digit
			} else if o.kind != kindGlyph || name == "kalah 12" {
				continue
			}
			desktop, phone := float64(o.size)*min(550/float64(p.width), 350/float64(p.height)),
				float64(o.size)*360/float64(p.width)
			if least := 10.8; desktop < least || phone < least {
				t.Errorf("%s: %q is %.1f pixels high on a desktop, %.1f on a phone, want at least %v", name, o.r,
					desktop, phone, least)
			}
		}
	}
}

// A score is never cut, in any language and with the highest numbers.
func TestScoresAreNotCut(t *testing.T) {
	for _, score := range []string{
		"100 fish · 22 tiles", "100 fiskar · 22 flak", "100 Fische · 22 Sch.",
		"100 fish · out", "100 Fische · raus",
	} {
		s := scenes()["fish official"]
		s.Sides = slices.Clone(s.Sides)
		for i := range s.Sides {
			s.Sides[i].Score = score
		}
		var p plan
		p.reset()
		p.lay(&s, &s)
		for _, o := range p.over {
			if o.kind == kindGlyph && o.r == '…' {
				t.Errorf("%q is cut", score)
			}
		}
	}
}

// Names of levels and of usual length are never cut; longer ones lose their end.
func TestNamesAreNotCut(t *testing.T) {
	for name, s := range scenes() {
		for _, player := range []string{"Computer (medium)", "Computer (random)", "Christopher"} {
			s := s
			s.Sides = slices.Clone(s.Sides)
			for i := range s.Sides {
				side := &s.Sides[i]
				side.Label = strings.TrimSuffix(side.Label, side.Name) + player
				side.Name = player
			}
			card, _ := cardOf(s)
			for form, s := range map[string]scene.Scene{"board": s, "card": card} {
				var p plan
				p.reset()
				p.lay(&s, &s)
				for _, o := range p.over {
					if o.kind == kindGlyph && o.r == '…' {
						t.Errorf("%s: %q is cut on the %s", name, player, form)
					}
				}
			}
		}
	}
}

// A sprite on its ground looks like the same shape drawn there.
func TestSpriteIsTheShape(t *testing.T) {
	pal := Dark.palettes()[scene.Graph]
	for _, o := range []op{
		{kind: kindSheep, size: 80},
		{kind: kindFox, size: 80},
		{kind: kindTrail, ink: last, a: 60, b: -30, size: 8},
		{kind: kindGlyph, size: 40, a: 1, r: 'g', ink: text},
	} {
		o.x, o.y = 120, 110
		ops := []op{{kind: kindPlate, ink: meadow, a: 300, b: 200, size: 10}, o}
		want := pal.paint(Width, 220, ops)
		got := pal.paint(Width, 220, ops[:1])
		newSprite(pal, o).stamp(got, pal, int(o.x), int(o.y))
		differ := 0
		for i := range got.Pix {
			if got.Pix[i] != want.Pix[i] {
				differ++
			}
		}
		if most := 150; differ > most { // overlapping edges may differ by a shade
			t.Errorf("%v: %d pixels differ, want at most %d", o.kind, differ, most)
		}
	}
}

// Of a sprite at the edge of a picture only the part inside is drawn, and nothing outside is
// written.
func TestSpriteIsCutAtTheEdge(t *testing.T) {
	pal := Dark.palettes()[scene.Graph]
	sheep := newSprite(pal, op{kind: kindSheep, size: 60})
	const paper = 3 // the colour of the pixel before the drawing
	picture := image.Rect(0, 0, 30, 20)
	wall := picture.Inset(-200)
	filled := func() *image.Paletted {
		m := image.NewPaletted(wall, nil)
		for i := range m.Pix {
			m.Pix[i] = paper
		}
		return m
	}
	for _, tt := range []struct {
		at    image.Point
		shows bool
	}{
		{image.Pt(15, 10), true}, // the origin of a sprite in the middle of the picture
		{image.Pt(-10, 5), true},
		{image.Pt(29, 19), true},
		{image.Pt(15, 40), true},
		{image.Pt(15, -34), false}, // the sprite ends above the first row
		{image.Pt(60, 10), false},
		{image.Pt(500, 500), false},
		{image.Pt(-1<<20, -1<<20), false},
	} {
		whole, cut := filled(), filled()
		if sheep.box.Add(tt.at).In(wall) {
			sheep.stamp(whole, pal, tt.at.X, tt.at.Y)
		}
		sheep.stamp(cut.SubImage(picture).(*image.Paletted), pal, tt.at.X, tt.at.Y)
		written := 0
		for y := wall.Min.Y; y < wall.Max.Y; y++ {
			for x := wall.Min.X; x < wall.Max.X; x++ {
				got, want := cut.ColorIndexAt(x, y), uint8(paper)
				if image.Pt(x, y).In(picture) {
					want = whole.ColorIndexAt(x, y)
				}
				if got != want {
					t.Fatalf("at %v: pixel %d,%d has colour %d, want %d", tt.at, x, y, got, want)
				}
				if got != paper {
					written++
				}
			}
		}
		if (written > 0) != tt.shows {
			t.Errorf("at %v: %d pixels written, want some: %t", tt.at, written, tt.shows)
		}
	}
}
