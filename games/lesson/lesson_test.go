package lesson

import (
	"slices"
	"strings"
	"testing"

	"paddock/games"
	"paddock/games/catalog"
	"paddock/games/gamestest/nim"
)

// right lists, for each board, all legal moves that are right.
var right = map[games.ID][]string{
	"kalah":    {"3 4 5 6", "4", "1", "1", "3"},
	"halatafl": {"d4-d5", "d3-d4", "d4xf4xd2", "e4-e5", "f3-f4"},
	"stratego": {"f8e8", "g8f8", "g8f8", "a3a7", "place:Ba2"},
	"fish":     {"b3 b5 c4", "c4-b4 c4-c3 c4-c5 c4-c6 c4-d4 c4-d5 c4-e3", "d2-d6", "c6-c3"},
}

// A game has three to five boards, or none. Their positions are canonical. The listed moves are
// legal and right by the rules. All other legal moves are wrong and explained.
func TestLessons(t *testing.T) {
	for _, g := range slices.Concat(catalog.Games(), []*games.Game{nim.New()}) {
		boards := Of(g.ID)
		if len(right[g.ID]) != len(boards) || len(boards) > 0 && len(boards) < 3 || len(boards) > 5 {
			t.Errorf("%s has %d boards and %d answers, want three to five of both, or none", g.ID, len(boards),
				len(right[g.ID]))
			continue
		}
		for i, b := range boards {
			at, err := b.Start(g)
			if err != nil || at.Text() != b.Position || !at.Turn().Waiting.Has(b.Seat) {
				t.Errorf("%s %d: %q is read as %v, %v", g.ID, i+1, b.Position, at, err)
				continue
			}
			var got []string
			wrong := 0
			for m := range at.View(b.Seat).Legal() {
				a, err := b.Try(g, m)
				switch {
				case err != nil || a.Say.Format == "" || !slices.Equal(a.Moves, []string{m}):
					t.Errorf("%s %d: %s is answered by %q, moves %v, %v", g.ID, i+1, m, a.Say, a.Moves, err)
				case a.Right && a.Say.Format == b.Right.Format:
					got = append(got, m)
				case a.Right || a.Say.Format == b.Right.Format:
					t.Errorf("%s %d: %s is right %t, and said to be %q", g.ID, i+1, m, a.Right, a.Say)
				default:
					wrong++
				}
			}
			if want := right[g.ID][i]; strings.Join(got, " ") != want {
				t.Errorf("%s %d: right are %v, want %s", g.ID, i+1, got, want)
			}
			if wrong == 0 {
				t.Errorf("%s %d: there is nothing to be found, for every move is right", g.ID, i+1)
			}
		}
	}
}

// Illegal moves are refused as in a match, and a game without lessons has none.
func TestLessonsRefuse(t *testing.T) {
	for _, g := range catalog.Games() {
		for i, b := range Of(g.ID) {
			for _, move := range []string{"", "x", "a1-a9", "confirm", "9"} {
				if a, err := b.Try(g, move); err == nil {
					t.Errorf("%s %d: %q is played: %v", g.ID, i+1, move, a.Moves)
				}
			}
		}
	}
	if got := Of("nim"); got != nil {
		t.Errorf("nim has %d boards", len(got))
	}
}

// Each explanation of a wrong move is given for at least one move.
func TestReasonsAreGiven(t *testing.T) {
	for _, g := range catalog.Games() {
		for i, b := range Of(g.ID) {
			at, err := b.Start(g)
			if err != nil {
				t.Fatal(err)
			}
			given := make(map[string]bool)
			for m := range at.View(b.Seat).Legal() {
				if a, err := b.Try(g, m); err == nil {
					given[a.Say.Format] = true
				}
			}
			for _, w := range b.wrong {
				if !given[w.say.Format] {
					t.Errorf("%s %d: no move is told %q", g.ID, i+1, w.say.Format)
				}
			}
		}
	}
}
