package render

import (
	"fmt"
	"image"
	"image/color"
	"maps"
	"math"
	"slices"
	"strings"
	"testing"

	"paddock/games/scene"
	"paddock/render/chart"
	"paddock/render/outline"
)

// luminance returns WCAG's relative luminance.
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

// contrast returns WCAG's ratio, 1 to 21.
func contrast(a, b color.RGBA) float64 {
	la, lb := luminance(a), luminance(b)
	return (max(la, lb) + 0.05) / (min(la, lb) + 0.05)
}

// P17: everything that must be told apart has enough contrast to its background by luminance alone.
func TestContrast(t *testing.T) {
	pairs := []struct {
		what string
		a, b ink
		min  float64
	}{
		{"letters on paper", text, paper, 7},
		{"letters on a plate", text, panel, 7},
		{"coordinates on paper", soft, paper, 4.5},
		{"what a side has, on a plate", soft, panel, 4.5},
		{"names of holes on the board", soft, wood, 3},
		{"counts on the board", text, wood, 4.5},
		{"counts in pots", white, pit, 7},
		{"beans in a hole", bean, pit, 3},
		{"new beans and others", last, bean, 1.5},
		{"new beans in a hole", last, pit, 3},
		{"a sheep's outline", dark, white, 7},
		{"a fox's outline", dark, fox, 3},
		{"a result", dark, last, 4.5},
		{"the second place", dark, silver, 7},
		{"the third place", dark, bronze, 4.5},
		{"the way of the winner of a tournament", text, glow, 4.5},
		{"moves at which a match turned", halo, lost, 4.5},
		{"the count where the last bean fell", deep, last, 4.5},
		{"marks in their casing", can, halo, 4.5},
		{"what can be chosen on ice, in its casing", dark, ice, 7},
		{"tiles in the water", ice, water, 4},
		{"names and fish on tiles", swim, ice, 4.5},
		{"names and fish where the last move ended", dark, last, 4.5},
		{"where the last move ended and other tiles", last, ice, 1.5},
		{"ranks of the first army", white, red, 4.5},
		{"ranks of the second army", dark, blue, 4.5},
		{"ranks that are known", blue, dark, 7},
		{"the two armies", red, blue, 3},
		{"outlines of pieces and the first army", dark, red, 2.3},
		{"backs of the first army", redBack, red, 1.8},
		{"backs of the second army", blueBack, blue, 2},
		{"lakes and the ground around them", field, lake, 1.5},
		{"red and white penguins", coral, white, 3},
		{"red and brown penguins", coral, brown, 1.9},
		{"brown and black penguins", brown, dark, 1.9},
	}
	strong := map[string]float64{ // what the theme Contrast promises in addition
		"letters on paper": 15, "coordinates on paper": 7, "tiles in the water": 7, "names and fish on tiles": 7,
		"ranks of the first army":  7,
		"ranks of the second army": 7, "the two armies": 4.5, "beans in a hole": 7, "marks in their casing": 7,
	}
	for _, theme := range []*Theme{Dark, Light, Contrast} {
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

// Every ink that a family uses is in its palette, or is meant to look like another.
func TestPaletteHasTheInks(t *testing.T) {
	for family, r := range recipes {
		if got := len(r); got > colours {
			t.Errorf("%s: %d colours, want at most %d", family, got, colours)
		}
	}
	for _, theme := range []*Theme{Dark, Light, Contrast} {
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

// darkroom is a renderer of pictures in shades of grey.
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

// apart counts the pixels that differ clearly in luminance between two pictures.
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

// P17: without colours, any two kinds of pieces look different on the same cell.
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
		{
			"stratego red", "e5",
			[]scene.Piece{
				{},
				soldier(0, "5"), soldier(1, "5"), soldier(0, "?"), soldier(1, "?"), soldier(0, "S"),
				soldier(0, "8"), soldier(0, "B"), soldier(0, "F"),
			},
		},
		{"fish official", "e5", []scene.Piece{{}, penguin(0, "R"), penguin(1, "W"), penguin(2, "N"), penguin(3, "K")}},
		// The coats differ even without letters.
		{"fish official", "e5", []scene.Piece{{}, penguin(0, ""), penguin(1, ""), penguin(2, ""), penguin(3, "")}},
		{"stratego red", "e5", []scene.Piece{{}, soldier(0, ""), soldier(1, "")}},
	}
	room := darkroom{New(nil, 1)}
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
						t.Errorf("%+v, %s: %v and %v differ in %d pixels, want at least %d", look, set.scene,
							set.pieces[i], set.pieces[j], got, least)
					}
				}
			}
		}
	}
}

// looks lists the default look, strong contrasts, and both with larger pieces.
var looks = []scene.Look{{}, {Light: true}, {Contrast: true}, {Contrast: true, Large: true}}

// Whether an army that is set up out of sight is ready is seen without colours, for either army and
// for any number of pieces.
func TestReadyArmiesAreSeenInGrey(t *testing.T) {
	room := darkroom{New(nil, 1)}
	for _, look := range looks {
		for _, pieces := range []int{8, 40} {
			var pictures [][]float64
			for ready := range 3 { // which one is chosen: none, the first, the second
				s := scenes()["stratego spectator"]
				s.Look, s.Path, s.Cells, s.Sides = look, nil, slices.Clone(s.Cells), slices.Clone(s.Sides)
				for i := range s.Cells {
					s.Cells[i].Piece, s.Cells[i].Marks = scene.Piece{}, 0
					if back := len(s.Cells) - 1 - i; min(i, back) < pieces {
						s.Cells[i].Ground, s.Cells[i].Owner = scene.Camp, int8(i*2/len(s.Cells))
					}
				}
				for i := range s.Sides {
					s.Sides[i].ToMove = i+1 != ready
				}
				pictures = append(pictures, room.grey(t, s))
			}
			allDiffer(t, fmt.Sprintf("%+v, %d pieces, ready armies", look, pieces), pictures, 2000)
		}
	}
}

// allDiffer checks that any two pictures differ in at least some pixels.
func allDiffer(t *testing.T, what string, pictures [][]float64, least int) {
	t.Helper()
	for i, a := range pictures {
		for j, b := range pictures[:i] {
			if got := apart(a, b); got < least {
				t.Errorf("%s: pictures %d and %d differ in %d pixels, want at least %d", what, i, j, got, least)
			}
		}
	}
}

// The pieces that left in a fight are seen without colours beside the one that has won, or instead
// of both.
func TestFallenPiecesAreSeenInGrey(t *testing.T) {
	room := darkroom{New(nil, 1)}
	fallen := func(seat int8, letter string) scene.Piece {
		return scene.Piece{Shape: scene.Soldier, Letter: letter, Rank: scene.Miner, Seat: seat}
	}
	for _, look := range looks {
		for _, cell := range []string{"b4", "e5"} { // cells with a piece, and without
			var pictures [][]float64
			for _, left := range [][2]scene.Piece{
				{},
				{fallen(0, "8")},
				{fallen(0, "3")},
				{fallen(1, "8")},
				{fallen(0, "8"), fallen(1, "8")},
			} {
				s := scenes()["stratego red"]
				s.Look = look
				c := &s.Cells[cellNamed(&s, cell)]
				c.Marks, c.Fallen = scene.Fight, left
				pictures = append(pictures, room.grey(t, s))
			}
			allDiffer(t, fmt.Sprintf("%+v, %s", look, cell), pictures, 30)
		}
	}
}

// The piece that left the board in a fight can be recognised: its picture is more than half as
// large as a square, and covers at most a sixth of the winner.
func TestFallenPiecesCanBeRead(t *testing.T) {
	s := scenes()["stratego red"]
	i := cellNamed(&s, "b4")
	s.Cells[i].Marks = scene.Fight | scene.To
	s.Cells[i].Fallen[1] = scene.Piece{Shape: scene.Soldier, Letter: "F", Rank: scene.Flag, Seat: 1}
	var p plan
	p.reset()
	p.lay(&s, &s)
	var square image.Rectangle
	for _, at := range p.places {
		if at.cell == i {
			square = at.box
		}
	}
	for _, o := range p.over {
		if o.kind != kindSoldier || o.rank != scene.Flag || o.b&tiny == 0 || o.y > int16(square.Max.Y)+40 {
			continue
		}
		covered := box(int(o.x), int(o.y), int(o.size), int(o.size)).Intersect(square)
		if int(o.size)*2 < square.Dx() || covered.Dx()*covered.Dy()*6 > square.Dx()*square.Dy() {
			t.Errorf("a captured piece is %d pixels large and covers %v of %v", o.size, covered, square)
		}
		return
	}
	t.Error("the captured piece is not drawn")
}

// The spark that marks a fight lies under all pieces, so that their ranks can be read.
func TestSparksLieUnderPieces(t *testing.T) {
	s := scenes()["stratego red"]
	s.Cells[cellNamed(&s, "b3")].Marks = scene.Fight
	var p plan
	p.reset()
	p.lay(&s, &s)
	is := func(kind kind) func(op) bool { return func(o op) bool { return o.kind == kind } }
	if spark, piece := slices.IndexFunc(p.over, is(kindBurst)), slices.IndexFunc(p.over, is(kindSoldier)); spark < 0 ||
		spark > piece+len(s.Sides) { // the emblems of the sides may come first
		t.Errorf("the spark is drawn as number %d, the first piece as number %d", spark, piece)
	}
}

// A side's number of pieces stands where it stood on the first board when the side has lost some.
func TestScoreStaysBesideLosses(t *testing.T) {
	at := func(lost []scene.Loss) []written {
		s := scenes()["stratego red"]
		s.Sides = slices.Clone(s.Sides)
		s.Sides[0].Lost = lost
		var p plan
		p.reset()
		p.lay(&s, &s)
		return slices.DeleteFunc(slices.Clone(p.texts[over]),
			func(w written) bool { return w.text != s.Sides[0].Score })
	}
	if before, after := at(nil), at(lostPieces(0, "5")); len(before) == 0 || len(after) != len(before) ||
		after[0].x != before[0].x {
		t.Errorf("the number of pieces is at %v, after a loss at %v", before, after)
	}
}

// A larger look draws only pieces and numbers larger; the picture has the same size.
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
			t.Errorf("%s: pieces of %d pixels, larger %d; size %v, larger %v", name, sizes[0], sizes[1], shape[0],
				shape[1])
		}
	}
}

// cards returns every scene as a card: with a long result, with a course, and with the board where
// the match turned.
func cards() map[string]scene.Scene {
	list := make(map[string]scene.Scene)
	for name, s := range scenes() {
		s.Sides = slices.Clone(s.Sides)
		turned := s
		s.Form, s.Title, s.Result = scene.Card, "The game",
			"Marge with a name that takes much room won 36 to 12, after a long fight."
		s.Sides[0].Won, s.Sides[0].ToMove = true, false
		list[name+" told"] = s
		s.Result, s.Course = "Marge won against Homer.", []float64{.5, .4, .6, .3, .7, .8, .9, 1}
		list[name+" course"] = s
		s.Beside = &scene.Beside{Scene: turned.Quiet(), Label: "Move 19 turned the match", Move: 3, Legend: [2]string{"played", "better"}}
		list[name+" turned"] = s
	}
	return list
}

// The picture of a finished match's turning point has a legend, which explains the marks of the two
// moves.
func TestCardsHaveALegend(t *testing.T) {
	for name, s := range cards() {
		if s.Beside == nil {
			continue
		}
		letters := func() (n int) {
			var p plan
			p.reset()
			p.lay(&s, &s)
			for _, o := range p.over {
				if o.kind == kindGlyph && int(o.y) < p.height {
					n++
				}
			}
			return n
		}
		with := letters()
		beside := *s.Beside
		beside.Legend, s.Beside = [2]string{}, &beside
		if got, want := with-letters(), len("played")+len("better"); got != want {
			t.Errorf("%s: the legend has %d letters, want %d", name, got, want)
		}
	}
}

// The curve of a match of Kalah, which shows the lead after each move, is drawn if it has at least two
// points.
func TestShortCourses(t *testing.T) {
	s := cards()["kalah start course"]
	for points, want := range []bool{false, false, true, true} {
		s.Course = []float64{.5, .4, .6}[:points]
		var p plan
		p.reset()
		p.lay(&s, &s)
		curve := func(o op) bool { return o.kind == kindLine && int(o.x) > p.width/2 }
		if drawn := slices.ContainsFunc(append(p.under, p.over...), curve); drawn != want {
			t.Errorf("a course of %d points is drawn: %t, want %t", points, drawn, want)
		}
	}
}

// If a player's name is too wide for its place on the podium of Fish, its letters become smaller. Only
// if the smallest letters are too wide, the name is cut.
func TestLongNamesOnIce(t *testing.T) {
	const name, number = "Bartholomew", "0"
	var p plan
	p.reset()
	p.caught(scene.Side{Name: name}, 200, 0, p.speller.Width(name, outline.Bold, smallest)+20, 112, false)
	letters := 0
	for _, o := range p.over {
		if o.kind == kindGlyph {
			letters++
		}
	}
	if want := len(name + number); letters != want {
		t.Errorf("%d letters of %d are written", letters, want)
	}
}

// The sea around the tiles of Fish reaches to the left and the upper edge of the picture, also if the
// result stands above the tiles.
func TestTheSeaReachesToTheEdges(t *testing.T) {
	for name, s := range scenes() {
		if s.Family != scene.Hexes {
			continue
		}
		s.Result, s.Told = "Marge won.", false
		var p plan
		p.reset()
		p.lay(&s, &s)
		top := p.height
		for _, o := range p.under {
			if o.kind == kindPlate && o.ink == water {
				top = min(top, int(o.y))
				if o.x != 0 {
					t.Errorf("%s: water begins at %d, %d", name, o.x, o.y)
				}
			}
		}
		if top != 0 {
			t.Errorf("%s: the water begins %d pixels below the edge", name, top)
		}
	}
}

// Clients put a badge over the lower left corner, so there is no content.
func TestNothingIsUnderTheBadge(t *testing.T) {
	all := cards()
	maps.Copy(all, scenes())
	for name, s := range all {
		var p plan
		p.reset()
		p.lay(&s, &s)
		for _, o := range append(p.under, p.over...) {
			told := o.kind == kindGlyph || o.kind >= kindSheep && o.kind <= kindHead || o.kind == kindPointer
			if told && int(o.x) < chart.BadgeWidth-10 && int(o.y) > p.height-chart.BadgeHeight {
				t.Errorf("%s: %d at %d, %d of %d x %d", name, o.kind, o.x, o.y, p.width, p.height)
			}
		}
	}
}

// Every mark that a game sets is visible, and differs from the others, without colours.
func TestMarksAreSeenInGrey(t *testing.T) {
	sets := []struct {
		scene, cell string
		marks       []scene.Marks
	}{
		{"kalah start", "3", []scene.Marks{0, scene.From, scene.To, scene.Captured}},
		{"halatafl start", "c7", []scene.Marks{0, scene.To, scene.Must, scene.Movable}},
		{
			"halatafl start", "d5",
			[]scene.Marks{0, scene.From, scene.Target, scene.Captured, scene.Captured | scene.GhostFox},
		},
		{
			"stratego red", "b4",
			[]scene.Marks{
				0, scene.To, scene.Moved, scene.Known, scene.Moved | scene.Known, scene.Fight, scene.Target,
				scene.Target | scene.Moved, scene.Movable,
			},
		},
		{"stratego red", "e5", []scene.Marks{0, scene.From, scene.To, scene.Fight, scene.Target}},
		{"fish official", "g5", []scene.Marks{0, scene.To, scene.To | scene.Earlier, scene.Movable, scene.Target}},
		{"fish official", "d4", []scene.Marks{0, scene.From, scene.From | scene.Earlier}},
	}
	room := darkroom{New(nil, 1)}
	for k := range len(sets) * len(looks) {
		set := sets[k%len(sets)]
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
					t.Errorf("%+v, %s %s: marks %b and %b differ in %d pixels, want at least %d", look, set.scene,
						set.cell, set.marks[i], set.marks[j], got, least)
				}
			}
		}
	}
}

// The side to move, new beans, and the path of the last move are visible without colours.
func TestTurnAndLastMoveAreSeenInGrey(t *testing.T) {
	room := darkroom{New(nil, 1)}
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

// A result in the message around the picture takes no room in the picture. The winner is visible
// without colours.
func TestWinnersAreSeenInGrey(t *testing.T) {
	room := darkroom{New(nil, 1)}
	for _, look := range looks {
		for _, name := range benchmarked {
			s := scenes()[name]
			s.Look = look
			for i := range s.Sides {
				s.Sides[i].ToMove = false
			}
			height := func() int {
				var p plan
				p.reset()
				p.lay(&s, &s)
				return p.height
			}
			running := height()
			s.Result = "Ann won."
			if height() <= running {
				t.Errorf("%s: no room for a result", name)
			}
			s.Told = true
			if got := height(); got != running {
				t.Errorf("%s: %d pixels high with a result that is told beside it, want %d", name, got, running)
			}
			before := room.grey(t, s)
			s.Sides[0].Won = true
			if got, least := apart(before, room.grey(t, s)), 2000; got < least {
				t.Errorf("%+v, %s: the winner is seen in %d pixels, want at least %d", look, name, got, least)
			}
		}
	}
}

// K24: up to 19 beans are drawn in a hole and up to 48 in a pot. The number is shown for any count.
func TestCountsAreTold(t *testing.T) {
	r, seen := New(nil, 1), make(map[string]int)
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
		want := 11*4 + min(n, maxHeap) + min(n, maxBeans)
		if beans != want {
			t.Errorf("%d beans: %d are drawn, want %d", n, beans, want)
		}
	}
}

// The beans of the last turn are visible even in a pot without room for all of its beans.
func TestNewBeansAreSeen(t *testing.T) {
	s := scenes()["kalah 9"]
	for i := range s.Cells {
		if c := &s.Cells[i]; c.Ground == scene.Pot {
			c.Count, c.Gain = 59, 14
		}
	}
	var p plan
	p.reset()
	p.lay(&s, &s)
	fresh := 0
	for _, o := range p.over {
		if o.kind == kindBean && o.ink == last {
			fresh++
		}
	}
	if want := 2 * 14; fresh != want {
		t.Errorf("%d new beans are seen, want %d", fresh, want)
	}
}

// F44: the number of fish on a tile is visible, also under a penguin.
func TestFishAreTold(t *testing.T) {
	r := New(nil, 1)
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

// F44: a penguin stands in the middle of its tile, so nobody asks which one it is on. Names are shown
// only where somebody chooses.
func TestPenguinsStandOnTheirTiles(t *testing.T) {
	for _, name := range []string{"fish official", "fish course"} {
		for _, choosing := range []bool{false, true} {
			s := scenes()[name]
			s.Cells = slices.Clone(s.Cells)
			want := 0
			for i := range s.Cells {
				c := &s.Cells[i]
				if c.Marks = 0; c.Piece.Shape == scene.Penguin && choosing {
					c.Marks = scene.Movable
					want++
				}
			}
			var p plan
			p.reset()
			p.lay(&s, &s)
			for _, at := range p.standing {
				o, place := p.over[at.from], p.places[at.place]
				if off := abs(int(o.x) - place.at.X); off > place.box.Dx()/20 {
					t.Errorf("%s: a penguin stands %d pixels beside the middle of %s", name, off,
						s.Cells[place.cell].Name)
				}
			}
			named := 0
			for _, w := range p.texts[over] {
				if slices.ContainsFunc(s.Cells, func(c scene.Cell) bool { return c.Name == w.text }) {
					named++
				}
			}
			if named != want {
				t.Errorf("%s, choosing %t: %d tiles are named, want %d", name, choosing, named, want)
			}
		}
	}
}

// A cropped sea shows its tiles larger, all of them, and the names of their rows and columns alone.
func TestCroppedSea(t *testing.T) {
	s := fishScene(false, ". . . . . . .", ". . . 1 R2 1 . .", ". . . 3 1 . .", ". . . 1 1 . . .", ". . . . . . .")
	var whole, cropped plan
	whole.reset()
	whole.lay(&s, &s)
	s.Cropped = true
	cropped.reset()
	cropped.lay(&s, &s)
	tile := func(p *plan) (size int) {
		for _, o := range p.over {
			if o.kind == kindHex {
				size = max(size, int(o.size))
			}
		}
		return size
	}
	if a, b := tile(&whole), tile(&cropped); b*10 < a*12 {
		t.Errorf("cropped tiles have sides of %d pixels, others %d", b, a)
	}
	for _, at := range cropped.places {
		if s.Cells[at.cell].Ground == scene.Tile && !at.box.In(image.Rect(0, 0, cropped.width, cropped.height)) {
			t.Errorf("%s is outside the picture", s.Cells[at.cell].Name)
		}
	}
	var said []string
	for _, w := range cropped.texts[under] {
		said = append(said, w.text)
	}
	slices.Sort(said)
	if got := strings.Join(slices.Compact(said), ""); !strings.HasSuffix(got, "bcd") {
		t.Errorf("the rulers say %s, want rows b to d", got)
	}
}

// The ears of a fox are inside the fence of the paddock.
func TestFoxesAreInsideTheFence(t *testing.T) {
	s := scenes()["halatafl start"]
	for _, large := range []bool{false, true} {
		s.Look.Large = large
		var p plan
		p.reset()
		p.lay(&s, &s)
		pal := Dark.palettes()[s.Family]
		rails := make(map[image.Point]bool)
		covered := func(o op, each func(image.Point)) {
			at := image.Pt(int(o.x), int(o.y))
			o.x, o.y = 0, 0
			sp := newSprite(pal, o)
			for i, c := range sp.cover {
				if c > 0 {
					each(sp.box.Min.Add(image.Pt(i%sp.box.Dx(), i/sp.box.Dx())).Add(at))
				}
			}
		}
		for _, o := range p.under {
			if o.kind == kindFence {
				covered(o, func(at image.Point) { rails[at] = true })
			}
		}
		on, foxes := 0, 0
		for _, o := range p.over {
			if o.kind == kindFox {
				foxes++
				covered(o, func(at image.Point) {
					if rails[at] {
						on++
					}
				})
			}
		}
		if most := map[bool]int{true: 60}[large]; foxes == 0 || len(rails) == 0 || on > most {
			t.Errorf("large %t: %d pixels of %d foxes lie on the fence, want at most %d", large, on, foxes, most)
		}
	}
}

// K24: until somebody has a bean in the pot, arrows show the way from hole to hole and into both
// pots. Each side's name is at the end of the board where its pot is.
func TestPitsTeach(t *testing.T) {
	s := scenes()["kalah start"]
	for _, turned := range []bool{false, true} {
		s.Turned = turned
		for _, arrows := range []bool{false, true} {
			s.Arrows = arrows
			var p plan
			p.reset()
			p.lay(&s, &s)
			got, want := map[int16]int{}, map[int16]int{}
			for _, o := range p.under {
				if o.kind == kindPointer {
					got[o.a]++
				}
			}
			if arrows {
				want = map[int16]int{left: 6, right: 6}
			}
			if !maps.Equal(got, want) {
				t.Errorf("arrows %t: pointers by direction are %v, want %v", arrows, got, want)
			}
			for _, o := range p.over {
				pot := slices.IndexFunc(p.places, func(at place) bool {
					return s.Cells[at.cell].Ground == scene.Pot && at.at.X == int(o.x)
				})
				if o.kind == kindPointer && (pot < 0 || (o.a == up) != (int(o.y) > p.places[pot].at.Y)) {
					t.Errorf("turned %t: a pointer at %d, %d points at no pot", turned, o.x, o.y)
				}
			}
		}
	}
}

// At the end every catch is shown with its number, and nothing leaves the picture, on the smallest
// board and with the greatest catch.
func TestCatchesAreTold(t *testing.T) {
	for _, name := range []string{"fish official", "fish course", "fish small"} {
		for _, points := range []int{0, 1, 51, 100, 800} {
			s := scenes()[name]
			s.Result, s.Told = "Red wins.", true
			s.Sides = slices.Clone(s.Sides)
			for i := range s.Sides {
				s.Sides[i].Points = points / (i + 1)
			}
			labelsApart(t, fmt.Sprintf("%s, %d fish", name, points), &s)
			var p plan
			p.reset()
			p.lay(&s, &s)
			penguins, fish := 0, 0
			for _, o := range p.over {
				switch o.kind {
				case kindPenguin:
					penguins++
					if top := int(o.y) - int(o.size)/2; top < 0 {
						t.Errorf("%s, %d fish: a penguin begins at %d", name, points, top)
					}
				case kindFish:
					fish++
				}
			}
			for _, side := range s.Sides {
				if !slices.ContainsFunc(p.texts[over], func(w written) bool { return w.text == side.Name }) {
					t.Errorf("%s, %d fish: nobody is called %s", name, points, side.Name)
				}
			}
			if penguins != len(s.Sides) || points == 51 && fish < len(s.Sides) {
				t.Errorf("%s, %d fish: %d penguins and %d fish", name, points, penguins, fish)
			}
		}
	}
}

// The fish of a catch become smaller, as more of them have to find room, down to a size of 20 with its
// margin of 6. Smaller ones could not be recognised, so a larger catch is a block without fish. A block
// with fish is just high enough for them.
func TestFishOfACatchCanBeRecognised(t *testing.T) {
	seen := make(map[int16]bool)
	for points := range 400 {
		var p plan
		p.reset()
		p.width = Width
		p.podium(&scene.Scene{Sides: []scene.Side{{Name: "Ann", Points: points}, {Name: "Bob"}}}, 420)
		fish, size, rows, block := 0, 0, make(map[int16]bool), 0
		for _, o := range p.over {
			switch {
			case o.kind == kindFish && o.size != 46: // a fish of this size stands beside a number
				fish++
				size, seen[o.size], rows[o.y] = int(o.size)+6, true, true
			case o.kind == kindPlate && o.ink == ice:
				block = max(block, int(o.b))
			}
		}
		if fish != 0 && fish != points {
			t.Errorf("of %d fish %d are drawn", points, fish)
		}
		if want := 112 + 40 - 6 + len(rows)*size*6/10; fish != 0 && block != want {
			t.Errorf("a block with %d fish is %d high, want %d", fish, block, want)
		}
	}
	if !seen[40] || !seen[20-6] || seen[18-6] || seen[20-6-1] {
		t.Errorf("fish have the sizes %v, want all from 40 down to 14", slices.Sorted(maps.Keys(seen)))
	}
}

// On a card a name that is too wide for its line goes on in a second one, unless there is a result in
// words or there are more than two players.
func TestLongNamesOnCards(t *testing.T) {
	const first, second = "Bartholomew", "Maximilian"
	s := cards()["halatafl start told"]
	s.Sides[0].Name, s.Sides[0].Score = first+" "+second, ""
	var p plan
	p.reset()
	p.lay(&s, &s)
	for _, want := range []string{first, second} {
		if !slices.ContainsFunc(p.texts[over], func(w written) bool { return w.text == want }) {
			t.Errorf("no line is %q: %v", want, p.texts[over])
		}
	}
}

// The result is written in dark letters on its bright plate, the last turn in the letters of the ground.
func TestBannerCanBeRead(t *testing.T) {
	for name, want := range map[string]map[bool]ink{
		"kalah 9": {true: dark, false: text}, "fish official": {true: dark, false: white},
	} {
		for _, over := range []bool{true, false} {
			s := scenes()[name]
			s.Caption = "South sowed 3."
			if s.Result = ""; over {
				s.Result = "South wins."
			}
			var p plan
			p.reset()
			p.width = Width
			p.banner(&s, "South wins.")
			letters := 0
			for _, o := range p.over {
				if o.kind != kindGlyph {
					continue
				}
				letters++
				if o.ink != want[over] {
					t.Errorf("%s, result %t: a letter has the ink %v, want %v", name, over, o.ink, want[over])
				}
			}
			if letters == 0 {
				t.Errorf("%s, result %t: nothing is written", name, over)
			}
		}
	}
}

// sees returns a colour as seen without one kind of cones, in linear light (Machado, Oliveira and
// Fernandes, 2009).
func sees(m [3][3]float64, c color.RGBA) [3]float64 {
	linear := func(v uint8) float64 {
		s := float64(v) / 255
		if s <= 0.04045 {
			return s / 12.92
		}
		return math.Pow((s+0.055)/1.055, 2.4)
	}
	in := [3]float64{linear(c.R), linear(c.G), linear(c.B)}
	var out [3]float64
	for i, row := range m {
		for k, v := range row {
			out[i] += v * in[k]
		}
		out[i] = math.Cbrt(max(0, min(1, out[i]))) // a scale with about equal perceived differences
	}
	return out
}

// P17: colours with a meaning also differ for colour-blind people.
func TestColoursForTheColourBlind(t *testing.T) {
	kinds := map[string][3][3]float64{
		"protanopia": {
			{0.152286, 1.052583, -0.204868},
			{0.114503, 0.786281, 0.099216},
			{-0.003882, -0.048116, 1.051998},
		},
		"deuteranopia": {
			{0.367322, 0.860646, -0.227968},
			{0.280085, 0.672501, 0.047413},
			{-0.011820, 0.042940, 0.968881},
		},
		"tritanopia": {
			{1.255528, -0.076749, -0.178779},
			{-0.078411, 0.930809, 0.147602},
			{0.004733, 0.691367, 0.303900},
		},
	}
	pairs := [][2]ink{
		{last, can},
		{last, lost},
		{can, lost},
		{red, blue},
		{coral, white},
		{coral, brown},
		{brown, dark},
		{last, ice},
		{last, bean},
		{fox, white},
	}
	for kind, m := range kinds {
		for _, theme := range []*Theme{Dark, Light, Contrast} {
			for _, p := range pairs {
				a, b := sees(m, theme.inks[p[0]]), sees(m, theme.inks[p[1]])
				if got := math.Sqrt((a[0]-b[0])*(a[0]-b[0]) + (a[1]-b[1])*(a[1]-b[1]) +
					(a[2]-b[2])*(a[2]-b[2])); got < 0.15 {
					t.Errorf("%s, %v: inks %d and %d are %.2f apart, want at least 0.15", kind, theme, p[0], p[1], got)
				}
			}
		}
	}
}

// No two labels overlap, no label covers a piece, but for one on a plate at the feet of a penguin, and
// nothing is cut off at an edge, however long the names are.
func TestLabelsDoNotOverlap(t *testing.T) {
	for name, s := range scenes() {
		for _, player := range []string{
			"", strings.Repeat("W", 32), strings.Repeat("Wm ", 11),
			strings.Repeat("il", 16),
		} {
			s.Sides = slices.Clone(s.Sides)
			for i := range s.Sides {
				if player != "" {
					s.Sides[i].Label, s.Sides[i].Name = strings.TrimSuffix(s.Sides[i].Label, s.Sides[i].Name)+player,
						player
				}
			}
			for _, large := range []bool{false, true} {
				s.Look.Large = large
				labelsApart(t, fmt.Sprintf("%s, players %q, large %t", name, player, large), &s)
			}
		}
	}
	for name, s := range cards() {
		labelsApart(t, "card of "+name, &s)
	}
}

func labelsApart(t *testing.T, what string, s *scene.Scene) {
	t.Helper()
	var p plan
	p.reset()
	p.lay(s, s)
	apartIn(t, what, &p, Dark.palettes()[s.Family])
}

// In charts of all sizes labels do not overlap, and nothing is cut off, however long the names are.
func TestLabelsOfChartsDoNotOverlap(t *testing.T) {
	for _, name := range []string{"Ann", strings.Repeat("W", 32), strings.Repeat("il", 16)} {
		list := map[string]chart.Chart{
			"bracket of 16": bracket(8, 4), "bracket of 4": bracket(2, 2), "knockout": knockout(9), "table": league(30),
			"podium": podium(),
			"course": {
				Title: name,
				Course: &chart.Course{
					Shares: []float64{0, 1, .5, .5, 1, 0}, Turns: []int{0, 3, 5},
					Names: [2]string{name, name}, Ends: [2]string{"Move 1", "Move 6"},
				},
			},
		}
		for what, c := range list {
			c.Titles = []string{name, name, name, name}
			c.Podium = slices.Clone(c.Podium)
			for i := range c.Podium {
				c.Podium[i] = name
			}
			var p plan
			p.reset()
			p.draw(chart.Lay(c))
			apartIn(t, what+" of "+name, &p, Dark.palettes()[charts])
		}
	}
}

func apartIn(t *testing.T, what string, p *plan, pal *palette) {
	t.Helper()
	width, height := p.width, p.height
	// which label or piece covers each pixel: the first letter of a label, 1 for a piece
	taken := make([]rune, width*height)
	var plates []image.Rectangle
	for _, o := range append(p.under, p.over...) {
		if o.kind == kindPlate && o.ink == white {
			plates = append(plates, image.Rect(0, 0, int(o.a), int(o.b)).Add(image.Pt(int(o.x), int(o.y))))
		}
		piece := o.kind >= kindSheep && o.kind <= kindHead || o.kind == kindBean || o.kind == kindCrown
		if !piece && o.kind != kindGlyph || piece && o.b&ghost != 0 {
			continue
		}
		at := o
		o.x, o.y = 0, 0
		sp := newSprite(pal, o)
		onPlate := slices.ContainsFunc(plates, sp.box.Add(image.Pt(int(at.x), int(at.y))).In)
		overlap, outside := 0, 0
		for y := sp.box.Min.Y; y < sp.box.Max.Y; y++ {
			for x := sp.box.Min.X; x < sp.box.Max.X; x++ {
				px, py := x+int(at.x), y+int(at.y)
				if sp.cover[(y-sp.box.Min.Y)*sp.box.Dx()+x-sp.box.Min.X] < opaque {
					continue
				}
				if px < 0 || py < 0 || px >= width || py >= height {
					outside++
					continue
				}
				was := taken[py*width+px]
				if was != 0 && (was != 1 || !piece && !onPlate) {
					overlap++
				}
				taken[py*width+px] = max(o.r, 1)
				if piece {
					taken[py*width+px] = 1
				}
			}
		}
		if overlap > 6 {
			t.Errorf("%s: %q (kind %d) at %d, %d lies on %d pixels of something else", what, o.r, o.kind, at.x, at.y,
				overlap)
		}
		if outside > 0 {
			t.Errorf("%s: %q (kind %d) at %d, %d has %d pixels outside the picture", what, o.r, o.kind, at.x, at.y,
				outside)
		}
	}
}

// The first seat is at the bottom, and on a turned board the second.
func TestWhoeverLooksIsAtTheBottom(t *testing.T) {
	for name, s := range scenes() {
		if len(s.Sides) != 2 {
			continue
		}
		s.Sides = slices.Clone(s.Sides)
		s.Sides[0].Name, s.Sides[0].Label = "ΘΘ", "ΘΘ"
		s.Sides[1].Name, s.Sides[1].Label = "ΞΞ", "ΞΞ"
		for _, turned := range []bool{false, true} {
			s.Turned = turned
			var p plan
			p.reset()
			p.lay(&s, &s)
			at := map[rune]int16{}
			for _, o := range p.over {
				if o.kind == kindGlyph {
					at[o.r] = o.y
				}
			}
			first, second := at['Θ'], at['Ξ']
			if first == 0 || second == 0 || (first < second) != turned {
				t.Errorf("%s, turned %t: the first seat's name is at %d, the second's at %d", name, turned, first,
					second)
			}
		}
	}
}

// K24: on a turned board the first seat's holes are above, from right to left.
func TestPitsAreTurned(t *testing.T) {
	s := kalahScene(evenly(6, 4), evenly(6, 4), [2]int{}, 0, names)
	at := func(turned bool) (list [][2]int16) {
		s.Turned = turned
		var p plan
		p.reset()
		p.lay(&s, &s)
		for _, o := range p.over {
			if o.kind == kindPit {
				list = append(list, [2]int16{o.x, o.y})
			}
		}
		return list
	}
	usual, turned := at(false), at(true)
	for i := range usual {
		if x, y := usual[i][0]+turned[i][0], usual[i][1]+turned[i][1]; x != usual[0][0]+turned[0][0] ||
			y != usual[0][1]+turned[0][1] {
			t.Errorf("pit %d is at %v, turned at %v: that is no half turn", i, usual[i], turned[i])
		}
	}
}

// P16: the name on a tile that can be chosen hides none of its fish.
func TestNamesLeaveFishFree(t *testing.T) {
	for _, name := range []string{"fish official", "fish course"} {
		s := scenes()[name]
		s.Cells = slices.Clone(s.Cells)
		for i := range s.Cells {
			if c := &s.Cells[i]; c.Ground == scene.Tile && c.Piece.Shape == scene.NoPiece {
				c.Marks |= scene.Target
			}
		}
		var p plan
		p.reset()
		p.lay(&s, &s)
		names, fish := 0, 0
		for _, tag := range p.over {
			if tag.kind != kindPlate || tag.ink != swim {
				continue
			}
			names++
			for _, f := range p.over {
				if f.kind != kindFish {
					continue
				}
				fish++
				x, y := int(f.x), int(f.y)
				half, high := int(f.size)/2, int(f.size)*22/100
				if x+half > int(tag.x) && x-half < int(tag.x+tag.a) && y+high > int(tag.y) && y-high < int(tag.y+tag.b) {
					t.Errorf("%s: the name at (%d, %d) hides part of the fish at (%d, %d)", name, tag.x, tag.y, x, y)
				}
			}
		}
		if names == 0 || fish == 0 {
			t.Errorf("%s has %d names and %d fish", name, names, fish)
		}
	}
}
