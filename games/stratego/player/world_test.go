package player

import (
	"cmp"
	"math/rand/v2"
	"slices"
	"testing"

	"paddock/games"
	"paddock/games/gamestest/cputime"
	"paddock/games/stratego/board"
	"paddock/games/stratego/view"
)

// begun returns a position at the start of play, with everything in it.
func begun(army board.Counts, rng *rand.Rand) view.Facts {
	f := view.Facts{Casual: true, Army: [2]board.Counts{army, army}, Phase: view.Play, Turn: games.SeatSet(view.Red)}
	for s := range games.Seat(2) {
		f.Setups[s] = anySetup(army, rng)
		f.Arrange(s, f.Setups[s])
	}
	return f
}

// Section 8 of the rules: the compact board and the graph of pieces give the same steps and
// positions, on 1,000 random positions, including undoing.
func TestWorldAgreesWithTheGraph(t *testing.T) {
	rng := rand.New(rand.NewPCG(4, 4))
	positions := 0
	for game := 0; positions < 1000; game++ {
		f := begun([]board.Counts{board.Classic, board.Barrage, board.Duel}[game%3], rng)
		w := newWorld(&f, view.Red)
		var undone []undo
		first := *w
		for range 300 {
			seat := games.Seat(w.toMove)
			var got []view.Move
			for _, s := range w.steps(nil) {
				got = append(got, s.move())
			}
			slices.SortFunc(got, func(a, b view.Move) int {
				return cmp.Or(cmp.Compare(a.From, b.From), cmp.Compare(a.To, b.To))
			})
			want := f.Steps(seat, false)
			if !slices.Equal(got, want) {
				t.Fatalf("compact %v, graph %v", got, want)
			}
			positions++
			if len(got) == 0 {
				break
			}
			m := got[rng.IntN(len(got))]
			p, ok := f.Step(m.From, m.To)
			if !ok {
				t.Fatalf("the graph refuses %v", m)
			}
			f.Log = f.Log.Add(p)
			f.Turn = games.SeatSet(1 - seat)
			u := w.play(step{int16(cellOf(m.From)), int16(cellOf(m.To))})
			undone = append(undone, u)
			if again := newWorld(&f, 1-seat); !same(again, w) {
				t.Fatalf("after %v the boards differ", m)
			}
			if u.tookFlag {
				break
			}
		}
		for i := len(undone) - 1; i >= 0; i-- {
			w.takeBack(undone[i])
		}
		if *w != first {
			t.Fatal("taking everything back does not lead to the beginning")
		}
	}
}

// same compares worlds with possibly different numbers of men.
func same(a, b *world) bool {
	for c := range a.at {
		x, y := a.at[c], b.at[c]
		if (x < 0 || y < 0) && x != y {
			return false
		}
		if x >= 0 && (a.men[x].rank != b.men[y].rank || a.men[x].seat != b.men[y].seat ||
			a.men[x].known != b.men[y].known) {
			return false
		}
	}
	return a.movable == b.movable && a.toMove == b.toMove
}

// BenchmarkRandomPlies plays random games to the Flag or to immobility and counts plies (S62).
func BenchmarkRandomPlies(b *testing.B) {
	rng := rand.New(rand.NewPCG(4, 4))
	f := begun(board.Classic, rng)
	first := newWorld(&f, view.Red)
	w, buf := *first, make([]step, 0, 256)
	begin := cputime.Used()
	for b.Loop() {
		s, ok := w.randomStep(buf, rng)
		if !ok || w.play(s).tookFlag {
			w = *first
		}
	}
	b.ReportMetric(float64(b.N)/(cputime.Used()-begin).Seconds(), "plies/CPU-s")
}

// randomStep returns a random step; not ok if there is none.
func (w *world) randomStep(buf []step, rng *rand.Rand) (step, bool) {
	buf = w.steps(buf[:0])
	if len(buf) == 0 {
		return step{}, false
	}
	return buf[rng.IntN(len(buf))], true
}
