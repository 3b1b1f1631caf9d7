package render

import (
	"fmt"
	"image/color"
	"math"
	"testing"

	"paddock/games/scene"
)

// luminance is WCAG's relative luminance.
func luminance(c color.RGBA) float64 {
	linear := func(v uint8) float64 {
		s := float64(v) / 255
		if s <= 0.04045 {
			return s / 12.92
		}
		return math.Pow((s+0.055)/1.055, 2.4)
	}
	return 0.2126*linear(c.R) + 0.7152*linear(c.G) + 0.0722*linear(c.B)
}

// contrast is WCAG's ratio, 1 to 21.
func contrast(a, b color.RGBA) float64 {
	la, lb := luminance(a), luminance(b)
	return (max(la, lb) + 0.05) / (min(la, lb) + 0.05)
}

// A5: what has to be told apart stands out from what it lies on, by luminance alone.
func TestContrast(t *testing.T) {
	pairs := []struct {
		what string
		a, b ink
		min  float64
	}{
		{"letters on paper", text, paper, 7},
		{"coordinates on paper", soft, paper, 4.5},
		{"hole numbers on the board", soft, board, 3},
		{"names of tiles", soft, ice, 4.5},
		{"outlines on the board", text, board, 7},
		{"outlines on the paddock", text, goal, 7},
		{"outlines on ice", text, ice, 7},
		{"a sheep's outline", text, white, 7},
		{"a fox's outline", text, fox, 3},
		{"a fox on the board", fox, board, 2.5},
		{"counts in holes", paper, pit, 4.5},
		{"whose turn, on its dark line", gold, text, 7},
		{"the last move on the board", mark, board, 3},
		{"the last move on the paddock", mark, goal, 3},
		{"the last move on ice", mark, ice, 4.5},
		{"the last move's casing on water", white, water, 4.5},
		{"tiles in the water", ice, water, 4.5},
		{"fish on tiles", water, ice, 4.5},
		{"ranks of the first army", white, red, 4.5},
		{"ranks of the second army", text, blue, 4.5},
		{"the two armies", red, blue, 3},
		{"the first army on the board", red, board, 3},
		{"red and white penguins", coral, white, 3},
		{"red and brown penguins", coral, brown, 2},
		{"brown and black penguins", brown, text, 1.9},
		{"a result", text, gold, 7},
		{"the paddock's sign", text, goal, 7},
		{"the fence", white, text, 7},
		{"beans in a pot", bean, pit, 3},
	}
	strong := map[string]float64{ // what Contrast promises beyond
		"letters on paper": 15, "coordinates on paper": 7, "names of tiles": 7, "outlines on the board": 15, "counts in holes": 7,
		"the last move on the board": 7, "tiles in the water": 7, "fish on tiles": 7, "ranks of the first army": 7, "ranks of the second army": 7,
		"the two armies": 4.5, "the first army on the board": 4.5, "a fox on the board": 4.5, "beans in a pot": 7,
	}
	for _, theme := range []*Theme{Light, Contrast} {
		for _, p := range pairs {
			least := p.min
			if theme == Contrast {
				least = max(least, strong[p.what])
			}
			if got := contrast(theme.inks[p.a], theme.inks[p.b]); got < least {
				t.Errorf("%v: %s: contrast %.2f : 1, want at least %.1f", theme, p.what, got, least)
			}
		}
	}
}

// Every ink that a family draws with is in its palette, or is meant to look like another.
func TestPaletteHasTheInks(t *testing.T) {
	for family, r := range recipes {
		if got := len(r); got > colours {
			t.Errorf("%s: %d colours, want at most %d", family, got, colours)
		}
	}
	for _, theme := range []*Theme{Light, Contrast} {
		for name, s := range scenes() {
			pal := theme.palettes()[s.Family]
			var p plan
			p.lay(&s, &s)
			for _, o := range append(p.under, p.over...) {
				if o.kind == kindGlyph || o.kind == kindPlate {
					if got := contrast(pal.rgba[pal.of[o.ink]], theme.inks[o.ink]); got > 1.35 {
						t.Errorf("%v, %s: ink %d is drawn as one of contrast %.2f : 1 to it", theme, name, o.ink, got)
					}
				}
			}
		}
	}
}

// darkroom draws pictures without their colours.
type darkroom struct{ *Renderer }

func (d darkroom) grey(t *testing.T, s scene.Scene) []float64 {
	t.Helper()
	b, k := <-d.benches, d.kit(&s)
	defer func() { d.benches <- b }()
	if err := k.draw(b, &s, &s, nil); err != nil {
		t.Fatal(err)
	}
	var greys [colours]float64
	for i, c := range k.palette.rgba {
		greys[i] = luminance(c)
	}
	list := make([]float64, len(b.pixels.Pix))
	for i, p := range b.pixels.Pix {
		list[i] = greys[p]
	}
	return list
}

// apart counts the pixels of two pictures that differ clearly in luminance.
func apart(a, b []float64) int {
	if len(a) != len(b) {
		return len(a)
	}
	n := 0
	for i := range a {
		if (max(a[i], b[i])+0.05)/(min(a[i], b[i])+0.05) >= 1.5 {
			n++
		}
	}
	return n
}

// P17: without colours, every two kinds of pieces still look different on the same cell.
func TestPiecesDifferInGrey(t *testing.T) {
	soldier := func(seat int8, letter string) scene.Piece {
		return scene.Piece{Shape: scene.Soldier, Seat: seat, Letter: letter}
	}
	penguin := func(seat int8, letter string) scene.Piece {
		return scene.Piece{Shape: scene.Penguin, Seat: seat, Letter: letter}
	}
	sets := []struct {
		scene, cell string
		pieces      []scene.Piece
	}{
		{"halatafl start", "d4", []scene.Piece{{}, {Shape: scene.Sheep}, {Shape: scene.Fox, Seat: 1}}},
		{"halatafl start", "d6", []scene.Piece{{}, {Shape: scene.Sheep}, {Shape: scene.Fox, Seat: 1}}},
		{"stratego red", "e5", []scene.Piece{{}, soldier(0, "5"), soldier(1, "5"), soldier(0, "?"), soldier(1, "?"), soldier(0, "S"), soldier(0, "8"), soldier(0, "B"), soldier(0, "F")}},
		{"fish official", "e5", []scene.Piece{{}, penguin(0, "R"), penguin(1, "W"), penguin(2, "N"), penguin(3, "K")}},
		// Letters aside, the coats differ too.
		{"fish official", "e5", []scene.Piece{{}, penguin(0, ""), penguin(1, ""), penguin(2, ""), penguin(3, "")}},
		{"stratego red", "e5", []scene.Piece{{}, soldier(0, ""), soldier(1, "")}},
	}
	room := darkroom{New(Light, 1)}
	for _, look := range looks {
		for _, set := range sets {
			var pictures [][]float64
			for _, p := range set.pieces {
				s := scenes()[set.scene]
				s.Look = look
				s.Cells[cellNamed(&s, set.cell)].Piece = p
				pictures = append(pictures, room.grey(t, s))
			}
			for i, a := range pictures {
				for j, b := range pictures[:i] {
					if got, least := apart(a, b), 60; got < least {
						t.Errorf("%+v, %s: %v and %v differ in %d pixels, want at least %d", look, set.scene, set.pieces[i], set.pieces[j], got, least)
					}
				}
			}
		}
	}
}

// looks are the usual look, strong contrasts, and those with larger pieces.
var looks = []scene.Look{{}, {Contrast: true}, {Contrast: true, Large: true}}

// A larger look draws larger pieces and numbers, and nothing else: the picture has the same size.
func TestLargeIsLarger(t *testing.T) {
	for _, name := range benchmarked {
		var sizes [2]int
		var shape [2][2]int
		for i, large := range []bool{false, true} {
			s := scenes()[name]
			s.Look.Large = large
			var p plan
			p.reset()
			p.lay(&s, &s)
			shape[i] = [2]int{p.width, p.height}
			for _, o := range p.over {
				if o.kind >= kindSheep && o.kind <= kindPenguin {
					sizes[i] += int(o.size)
				}
				if o.kind == kindGlyph && s.Family == scene.Pits {
					sizes[i] += int(o.size)
				}
			}
		}
		if sizes[1] <= sizes[0] || shape[0] != shape[1] {
			t.Errorf("%s: pieces of %d pixels, larger %d; size %v, larger %v", name, sizes[0], sizes[1], shape[0], shape[1])
		}
	}
}

// Clients lay a badge over the lower left corner: nothing is told there.
func TestNothingIsUnderTheBadge(t *testing.T) {
	for name, s := range scenes() {
		var p plan
		p.reset()
		p.lay(&s, &s)
		for _, o := range append(p.under, p.over...) {
			told := o.kind == kindGlyph || o.kind >= kindSheep && o.kind <= kindChip || o.kind == kindPointer
			if told && int(o.x) < badgeWidth-10 && int(o.y) > p.height-badgeHeight {
				t.Errorf("%s: %d at %d, %d of %d x %d", name, o.kind, o.x, o.y, p.width, p.height)
			}
		}
	}
}

// Every mark that a game sets is seen, and differs from the others, without colours.
func TestMarksAreSeenInGrey(t *testing.T) {
	sets := []struct {
		scene, cell string
		marks       []scene.Marks
	}{
		{"kalah start", "3", []scene.Marks{0, scene.From, scene.To, scene.Captured}},
		{"halatafl start", "c7", []scene.Marks{0, scene.To, scene.Must, scene.Movable}},
		{"halatafl start", "d5", []scene.Marks{0, scene.From, scene.Target, scene.Captured, scene.Captured | scene.GhostFox}},
		{"stratego red", "b4", []scene.Marks{0, scene.From, scene.To, scene.Moved, scene.Known, scene.Moved | scene.Known, scene.Fight, scene.Target, scene.Movable}},
		{"stratego red", "e5", []scene.Marks{0, scene.From, scene.To, scene.Fight, scene.Target}},
		{"fish official", "g5", []scene.Marks{0, scene.To, scene.Movable, scene.Target}},
		{"fish official", "d4", []scene.Marks{0, scene.From}},
	}
	room := darkroom{New(Light, 1)}
	for k, set := range append(sets, append(sets, sets...)...) {
		look := looks[k/len(sets)]
		var pictures [][]float64
		for _, m := range set.marks {
			s := scenes()[set.scene]
			s.Look = look
			s.Cells[cellNamed(&s, set.cell)].Marks = m
			pictures = append(pictures, room.grey(t, s))
		}
		for i, a := range pictures {
			for j, b := range pictures[:i] {
				if got, least := apart(a, b), 60; got < least {
					t.Errorf("%+v, %s %s: marks %b and %b differ in %d pixels, want at least %d", look, set.scene, set.cell, set.marks[i], set.marks[j], got, least)
				}
			}
		}
	}
}

// Whose turn it is, what a turn dropped, and the way of the last move are seen as well.
func TestTurnAndLastMoveAreSeenInGrey(t *testing.T) {
	room := darkroom{New(Light, 1)}
	for name, change := range map[string]func(s *scene.Scene){
		"kalah start": func(s *scene.Scene) {
			for i := range s.Sides {
				s.Sides[i].ToMove = !s.Sides[i].ToMove
			}
		},
		"kalah 9": func(s *scene.Scene) { s.Cells[4].Gain = 1 },
		"kalah 3": func(s *scene.Scene) { s.Cells[2].Count++ },
		"halatafl start": func(s *scene.Scene) {
			for i := range s.Sides {
				s.Sides[i].ToMove = !s.Sides[i].ToMove
			}
		},
		"halatafl ghost":     func(s *scene.Scene) { s.Path = nil },
		"stratego spectator": func(s *scene.Scene) { s.Path = nil },
		"fish official":      func(s *scene.Scene) { s.Path = nil },
		"fish course":        func(s *scene.Scene) { s.Sides[2].ToMove = false },
	} {
		s := scenes()[name]
		before := room.grey(t, s)
		change(&s)
		if got, least := apart(before, room.grey(t, s)), 60; got < least {
			t.Errorf("%s: the change is seen in %d pixels, want at least %d", name, got, least)
		}
	}
}

// K24: beans are drawn up to 12 in a hole and up to 48 in a pot, and the number is there for any count.
func TestCountsAreTold(t *testing.T) {
	r, seen := New(Light, 1), make(map[string]int)
	for _, n := range []int{0, 1, 2, 11, 12, 13, 14, 99, 100, 255, 256, 9999} {
		s := kalahScene([]int{n, 4, 4, 4, 4, 4}, evenly(6, 4), [2]int{n, 0}, 0, names)
		picture := string(mustPNG(t, r, s))
		if was, ok := seen[picture]; ok {
			t.Errorf("%d and %d beans look the same", was, n)
		}
		seen[picture] = n
		var p plan
		p.lay(&s, &s)
		beans := 0
		for _, o := range p.over {
			if o.kind == kindBean {
				beans++
			}
		}
		want := 11*4 + min(n, maxHeap)
		if n <= maxBeans {
			want += n
		}
		if beans != want {
			t.Errorf("%d beans: %d are drawn, want %d", n, beans, want)
		}
	}
}

// F44: tiles differ by their fish, also under a penguin.
func TestFishAreTold(t *testing.T) {
	r := New(Light, 1)
	for _, letter := range []string{"", "R"} {
		seen := make(map[string]string)
		for _, tile := range []string{".", letter + "1", letter + "2", letter + "3", letter + "4", letter + "5"} {
			s := fishScene(true, "1 1", fmt.Sprintf("1 %s", tile), "1 1")
			picture := string(mustPNG(t, r, s))
			if was, ok := seen[picture]; ok {
				t.Errorf("tiles %s and %s look the same", was, tile)
			}
			seen[picture] = tile
		}
	}
}
