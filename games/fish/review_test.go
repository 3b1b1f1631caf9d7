package fish

import (
	"math"
	"math/bits"
	"math/rand/v2"
	"testing"

	"paddock/games"
)

// Near the end of a two-player game a review's margins equal those of brute force. With equal fish
// their sign is that of the tiles (F27).
func TestReviewIsExact(t *testing.T) {
	checked, tied := 0, 0
	for seed := range uint64(8) {
		rng := rand.New(rand.NewPCG(seed, 9))
		for p := deal(t, games.Setup{Seats: 2, Seed: seed}); p.Phase != ""; {
			s := newState(&p)
			if free := bits.OnesCount64(s.free); s.placed && free <= 10 {
				checked++
				r := rules{}.Review(t.Context(), p, games.Budget{})
				for i, m := range p.Moves() {
					next := p.Play(m)
					after := newState(&next)
					want := int(after.won[s.turn] - after.won[1-s.turn])
					if next.Phase != "" {
						v := newBrute(&next).root(&next)
						if next.ToMove != p.ToMove {
							v = -v
						}
						want += v
					}
					margin := math.Round(float64(want) / tileWeight) // in fish
					if margin == 0 && want != 0 {
						tied++
						margin = math.Copysign(games.ByTiebreak, float64(want))
					}
					if got := r.Moves[i]; got.Move != m || !got.Proven || got.Value != margin {
						t.Errorf("%s: %+v, want %s with a margin of %.2f, proven", text(p), got, p.Format(m), margin)
					}
				}
				if !r.Proven || r.Measure != games.ByMargin {
					t.Errorf("%s: proven %t by %s", text(p), r.Proven, r.Measure)
				}
			}
			p = p.Play(chooseNear(&s, rng))
		}
	}
	if checked == 0 || tied == 0 {
		t.Errorf("%d positions were checked, %d moves with equal fish", checked, tied)
	}
}

// With more players, and during placement, moves have chances, in the order of the legal moves.
func TestReviewGuesses(t *testing.T) {
	for seats := 2; seats <= games.MaxSeats; seats++ {
		p := deal(t, games.Setup{Seats: seats, Seed: 3})
		r := rules{}.Review(t.Context(), p, games.Budget{Nodes: 500, Seed: 1})
		if r.Measure != games.ByChance || r.Proven || len(r.Moves) != len(p.Moves()) {
			t.Fatalf("%d players: %+v, want a chance for each of %d moves", seats, r, len(p.Moves()))
		}
		for i, m := range p.Moves() {
			if got := r.Moves[i]; got.Move != m || got.Value <= 0 || got.Value >= 1 {
				t.Errorf("%d players: %+v, want %s with a chance", seats, got, p.Format(m))
			}
		}
	}
}
