package fish

import (
	"math"
	"math/bits"
	"math/rand/v2"
	"testing"

	"paddock/games"
)

// randomEnd returns the first position of a random game of two with at most 14 free tiles.
func randomEnd(t *testing.T, rng *rand.Rand) Position {
	t.Helper()
	for {
		pos, err := New().Start(games.Setup{Seats: 2, Seed: rng.Uint64()})
		if err != nil {
			t.Fatal(err)
		}
		p, _ := rules{}.ParseText(pos.Text())
		for p.Phase != "" {
			if s := newState(&p); s.placed && bits.OnesCount64(s.free) <= 14 {
				return p
			}
			moves := p.Moves()
			p = p.Play(moves[rng.IntN(len(moves))])
		}
	}
}

// The test checks what docs/strength.md says under "Truths" about best play of two players with at
// most 14 free tiles.
func TestHabitsOfBestPlay(t *testing.T) {
	if testing.Short() {
		t.Skip("long, and one goroutine only")
	}
	rng := rand.New(rand.NewPCG(1, 6))
	b := games.Budget{Nodes: 2_000_000}
	n, poor, pass, ahead, loses := 0.0, 0.0, 0.0, 0.0, 0.0
	for n < 1000 {
		p := randomEnd(t, rng)
		s := newState(&p)
		r := reviewDuel(t.Context(), s, b)
		if len(r.Moves) < 2 || !r.Proven {
			continue
		}
		n++
		most, rich := uint8(0), false
		for _, m := range r.Moves {
			fish := uint8(s.ice.fish[m.Move.To])
			if fish > most {
				most, rich = fish, false
			}
			rich = rich || fish == most && m.Value == r.Value
		}
		if !rich {
			poor++
		}
		if s.won[s.turn] > s.won[s.rival()] {
			if ahead++; r.Value < 0 {
				loses++
			}
		}
		if s.turn = s.rival(); s.canMove(s.turn) && -reviewDuel(t.Context(), s, b).Value > r.Value {
			pass++
		}
	}
	for what, c := range map[string][2]float64{
		"no tile with most fish is best": {poor / n, .22},
		"passing would be better":        {pass / n, .001},
		"who has more fish loses":        {loses / ahead, .22},
	} {
		if math.Abs(c[0]-c[1]) > .01 {
			t.Errorf("%s: %.3f, want %.3f ± .01", what, c[0], c[1])
		}
	}
}

// The test checks docs/strength.md, "Truths": in games of the level medium against itself, the
// players leave 8 of 100 fish, however many play.
func TestFishLeft(t *testing.T) {
	const matches = 60
	for seats := 2; seats <= 4; seats++ {
		left := 0
		for seed := range uint64(matches) {
			pos, err := New().Start(games.Setup{Seats: seats, Seed: seed})
			if err != nil {
				t.Fatal(err)
			}
			for pos.Turn().Waiting != 0 {
				seat := games.Seat(bits.TrailingZeros64(uint64(pos.Turn().Waiting)))
				move, err := pos.View(seat).Choose(t.Context(), games.Medium, games.Budget{Nodes: 2000, Seed: seed})
				if err != nil {
					t.Fatal(err)
				}
				done, err := pos.Play(seat, move)
				if err != nil {
					t.Fatal(err)
				}
				pos = done.Next
			}
			standing, _ := pos.Standing()
			left += 100
			for _, fish := range standing.Score {
				left -= fish
			}
		}
		if got := float64(left) / matches; math.Abs(got-7.5) > 2 {
			t.Errorf("%d players leave %.1f fish, want 7.5 ± 2", seats, got)
		}
	}
}
