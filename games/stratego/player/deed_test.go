package player

import (
	"strings"
	"testing"

	"paddock/games"
	"paddock/games/stratego/board"
	"paddock/games/stratego/view"
)

// For classic and for small armies the table has a line for each rank of pieces that have not
// moved, and of others, with a weight for each trait.
func TestDeedsTable(t *testing.T) {
	lines := strings.Split(strings.TrimSpace(deedText), "\n")
	if len(lines) != 4*ranks {
		t.Fatalf("deeds.txt has %d lines, want %d", len(lines), 4*ranks)
	}
	for i, line := range lines {
		if n := len(strings.Fields(line)); n != traits {
			t.Errorf("line %d has %d weights, want %d", i+1, n, traits)
		}
	}
	if learnt[0] == (leanings{}) || learnt[1] == (leanings{}) {
		t.Error("all weights of an army are 0")
	}
}

// A step is counted once for each kind of step that it is, such as forward and beside an enemy.
// When another piece moves, what this piece could have done instead is counted.
func TestDeeds(t *testing.T) {
	square := func(text string) board.Square {
		s, _, _ := board.ParseSquare(text)
		return s
	}
	f := view.Facts{
		Army: [2]board.Counts{board.Classic, board.Classic}, Phase: view.Play,
		Turn: games.SeatSet(view.Red),
	}
	f.Arrange(view.Red, "7642351534/77S695478B/B8689B9BB9/9898569FB9")
	f.Arrange(view.Blue, DefaultSet)
	play := func(text string) {
		t.Helper()
		if !f.Follow(view.Ply{From: square(text[:2]), To: square(text[2:])}) {
			t.Fatalf("%s is impossible", text)
		}
	}
	count := func(s string, what int, want float32) {
		t.Helper()
		if got := watch(&f, view.Red).deeds[square(s)].count[what]; got != want {
			t.Errorf("after %d plies the piece from %s has count %d at %v, want %v", f.Log.Len(), s, what, got, want)
		}
	}
	play("a4a5")
	play("j7j6")
	play("a5a6")
	count("a4", advanced, 2)
	count("a4", repeated, 1)
	count("a4", shortened, 1)
	count("a4", metStill, 1)
	count("b4", waited, 2)
	count("c4", shut, 2)
	play("j6j5")
	play("b4b5")
	count("a4", sparedStay, 1)
	count("a4", waited, 1)
	play("j5j6")
	play("a6a5")
	count("a4", retreated, 1)
	count("b4", advanced, 1)
	if w := watch(&f, view.Red); w.plies != 4 || w.moved != 2 || w.deeds[square("b4")].turn != 2 {
		t.Errorf("%d plies by %d pieces, b4 was number %d", w.plies, w.moved, w.deeds[square("b4")].turn)
	}
}
