package fish

import (
	"math/bits"
	"math/rand/v2"
	"testing"

	"paddock/games"
)

// A puzzle's worth equals that of a full search, under both sets of rules, and the chosen move
// reaches that value.
func TestSoloIsExact(t *testing.T) {
	checked := 0
	for seed := range uint64(60) {
		options := games.Options{}
		if seed%2 == 1 {
			options["rules"] = "course"
		}
		rng := rand.New(rand.NewPCG(seed, 3))
		for p := deal(t, games.Setup{Seats: 2 + int(seed%3), Seed: seed, Options: options}); p.Phase != ""; {
			s := newState(&p)
			walks := s.connected()
			if z, ok := s.puzzle(s.turn, &walks); ok && bits.OnesCount64(z.free) <= 9 {
				checked++
				o := newSolo(s.ice, 1_000_000)
				got, ok := o.solve(z)
				want := alone(s, s.turn)
				if s.ice.official {
					want -= s.stoodOn(s.turn)
				}
				if !ok || got != want {
					t.Fatalf("%s: %d, %t; want %d", text(p), got, ok, want)
				}
				line, ok := o.line(z)
				sum, at := 0, z
				for _, m := range line {
					gain, next := o.play(at, m)
					sum, at = sum+int(gain), next
				}
				if !ok || sum != want {
					t.Errorf("%s: the line brings %d, want %d", text(p), sum, want)
				}
			}
			moves := p.Moves()
			p = p.Play(moves[rng.IntN(len(moves))])
		}
	}
	if checked < 100 {
		t.Errorf("%d puzzles were checked, want at least 100", checked)
	}
}

// alone returns the most that a seat can still win if the others stand still, by full search.
func alone(s state, seat int8) (best int) {
	if s.ice.official {
		best = s.stoodOn(seat)
	}
	for _, from := range s.at[seat][:s.count[seat]] {
		for set := s.ice.geometry.reach(from, s.free); set != 0; set &= set - 1 {
			after := s
			after.turn = seat
			after.play(Move{from, Cell(bits.TrailingZeros64(set))})
			best = max(best, int(after.won[seat]-s.won[seat])+alone(after, seat))
		}
	}
	return best
}

// If a position exceeds the limit of the search, there is no estimate.
func TestSoloGivesUp(t *testing.T) {
	p := deal(t, games.Setup{Seats: 2, Seed: 1})
	s := newState(&p)
	o := newSolo(s.ice, 10)
	if worth, ok := o.solve(puzzle{free: s.free &^ 1, at: 1}); ok {
		t.Errorf("a board of 60 tiles was solved with 10 positions: %d", worth)
	}
	if _, ok := o.line(puzzle{free: s.free &^ 1, at: 1}); ok {
		t.Error("a line was found for it")
	}
}
