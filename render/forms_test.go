package render

import (
	"bytes"
	"image/png"
	"os"
	"path/filepath"
	"testing"

	"paddock/games/scene"
	"paddock/render/chart"
)

// looked writes a picture to the folder that PADDOCK_SHEETS names, if any, for a person to look at.
func looked(t *testing.T, name string, b []byte) {
	t.Helper()
	if dir := os.Getenv("PADDOCK_SHEETS"); dir != "" {
		if err := os.WriteFile(filepath.Join(dir, name+".png"), b, 0o600); err != nil {
			t.Error(err)
		}
	}
}

// cardOf returns the card of a finished match, and the board that can stand beside it.
func cardOf(s scene.Scene) (card scene.Scene, beside scene.Beside) {
	for i := range s.Sides {
		s.Sides[i].ToMove, s.Sides[i].Won = false, i == 0
	}
	before := s
	before.Form, before.Tracks = scene.Whole, []scene.Track{
		{Path: []int{len(s.Cells) / 2, len(s.Cells)/2 + 1}},
		{Path: []int{len(s.Cells) / 3, len(s.Cells)/3 + 1}, Better: true},
	}
	s.Form, s.Title, s.Result, s.Course = scene.Card, "The game", "Ann won 26–22.",
		[]float64{.5, .4, .6, .3, .7, .8, .9, 1}
	return s, scene.Beside{Scene: before.Quiet(), Label: "Where it turned: move 12", Move: 3}
}

// A thumbnail represents a game and is drawn at its own size. A card is a board with its result in
// large letters.
func TestForms(t *testing.T) {
	r := New(nil, 1)
	for _, name := range benchmarked {
		s := scenes()[name]
		s.Form = scene.Thumb
		small := mustPNG(t, r, s)
		looked(t, "thumb "+name, small)
		m, err := png.Decode(bytes.NewReader(small))
		if err != nil || m.Bounds().Dx() != thumbSide || m.Bounds().Dy() != thumbSide || len(small) > 6<<10 {
			t.Errorf("%s: a thumbnail of %v, %d bytes (%v)", name, m.Bounds(), len(small), err)
		}
		other := s
		other.Cells, other.Lines, other.Path = other.Cells[:len(other.Cells)-1], nil, nil
		if !bytes.Equal(small, mustPNG(t, r, other)) {
			t.Errorf("%s: a thumbnail tells a position", name)
		}
		s, before := cardOf(s)
		card := mustPNG(t, r, s)
		looked(t, "card "+name, card)
		s.Beside = &before
		two := mustPNG(t, r, s)
		looked(t, "card two "+name, two)
		if len(card) > 30<<10 || len(two) > 30<<10 {
			t.Errorf("%s: cards of %d and %d bytes, want at most %d", name, len(card), len(two), 30<<10)
		}
		if s.Form = scene.Whole; bytes.Equal(card, mustPNG(t, r, s)) {
			t.Errorf("%s: a card is the same picture", name)
		}
	}
}

// In every family a played move and a better one can be told apart without colours.
func TestTracksAreSeenInGrey(t *testing.T) {
	room := darkroom{New(nil, 1)}
	for name, ways := range map[string][2][]string{
		"kalah start": {{"3", "4"}, {"5", "6"}}, "halatafl start": {{"c4", "c5"}, {"d4", "d5"}},
		"stratego red": {{"b4", "b5"}, {"f4", "f5"}}, "fish official": {{"d6", "e6"}, {"f4", "f5"}},
	} {
		s := scenes()[name]
		var paths [2][]int
		for i, way := range ways {
			for _, cell := range way {
				paths[i] = append(paths[i], lastNamed(&s, cell))
			}
		}
		bare := room.grey(t, s)
		s.Tracks = []scene.Track{{Path: paths[0]}, {Path: paths[1], Better: true}}
		looked(t, "review "+name, mustPNG(t, room.Renderer, s))
		one := room.grey(t, s)
		s.Tracks = []scene.Track{{Path: paths[1]}, {Path: paths[0], Better: true}}
		if got, least := apart(bare, one), 200; got < least {
			t.Errorf("%s: the ways are seen in %d pixels, want at least %d", name, got, least)
		}
		if got, least := apart(one, room.grey(t, s)), 200; got < least {
			t.Errorf("%s: which way is better is seen in %d pixels, want at least %d", name, got, least)
		}
	}
}

// The course of a match is a curve with its mistakes.
func TestCourse(t *testing.T) {
	c := chart.Chart{Title: "Kalah"}
	c.Course = &chart.Course{
		Names: [2]string{"South Marge", "North Homer"}, Turns: []int{5, 11}, Ends: [2]string{"Move 1", "Move 20"},
	}
	for i := range 20 {
		c.Course.Shares = append(c.Course.Shares,
			[]float64{.5, .55, .6, .5, .58, .3, .25, .3, .35, .3, .28, .8, .85, .8, .9, .95, .9, .97, 1, 1}[i])
	}
	r := New(nil, 1)
	b, err := r.Chart(c)
	if err != nil {
		t.Fatal(err)
	}
	looked(t, "course", b)
	c.Course.Turns = []int{5, 99}
	if again, err := r.Chart(c); err != nil || bytes.Equal(b, again) {
		t.Errorf("another turning point gives the same picture (%v)", err)
	}
}
