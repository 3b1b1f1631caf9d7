package halatafl

import (
	"math"
	"math/rand/v2"
	"strings"
	"testing"

	"paddock/games"
)

// mediums plays a game of medium against itself with few nodes, and shows every view of the foxes
// with their moves.
func mediums(t *testing.T, rules string, seed uint64, see func(v *games.View, move string)) *games.Position {
	t.Helper()
	rng := rand.New(rand.NewPCG(seed, 5))
	pos, err := New().Start(games.Setup{Seats: 2, Seed: seed, Options: games.Options{"rules": rules}})
	if err != nil {
		t.Fatal(err)
	}
	for pos.Turn().Waiting != 0 {
		seat := sheepSeat
		if pos.Turn().Waiting.Has(foxesSeat) {
			seat = foxesSeat
		}
		view := pos.View(seat)
		move, err := view.Choose(t.Context(), games.Medium, games.Budget{Nodes: 2000, Seed: rng.Uint64()})
		if err != nil {
			t.Fatal(err)
		}
		if seat == foxesSeat {
			see(view, move)
		}
		done, err := pos.Play(seat, move)
		if err != nil {
			t.Fatal(err)
		}
		pos = done.Next
	}
	return pos
}

// jumpsOf returns how many jumps there are of each length.
func jumpsOf(v *games.View) map[int]int {
	by := map[int]int{}
	for m := range v.Legal() {
		if n := strings.Count(m, "x"); n > 0 {
			by[n]++
		}
	}
	return by
}

// The test checks docs/rules/halatafl.md, "Balance": under the rule optional, foxes step in half
// the positions where they could jump.
func TestFoxesOftenStep(t *testing.T) {
	could, stepped := 0.0, 0.0
	for seed := range uint64(60) {
		mediums(t, "optional", seed, func(v *games.View, move string) {
			if len(jumpsOf(v)) > 0 {
				if could++; !strings.Contains(move, "x") {
					stepped++
				}
			}
		})
	}
	if share := stepped / could; math.Abs(share-.5) > .07 {
		t.Errorf("foxes step in %.2f of %.0f positions where they could jump, want .50 ± .07", share, could)
	}
}

// The test checks docs/strength.md, "Truths": foxes seldom have a jump to choose, the rule longest
// removes hardly any of these choices, and the sheep win a third of their games by capturing both
// foxes.
func TestFoxesSeldomChoose(t *testing.T) {
	turns, jump, restricted, captured := 0.0, 0.0, 0.0, 0.0
	const matches = 100
	for seed := range uint64(matches) {
		end := mediums(t, "standard", seed, func(v *games.View, _ string) {
			turns++
			if by := jumpsOf(v); len(by) > 0 {
				if jump++; len(by) > 1 {
					restricted++
				}
			}
		})
		if !strings.Contains(end.Text(), "F") {
			captured++
		}
	}
	for what, c := range map[string][3]float64{
		"turns of the foxes with a jump": {jump / turns, .06, .02},
		"of these with one too short":    {restricted / jump, .01, .02},
		"games that capture both foxes":  {captured / matches, .30, .1},
	} {
		if math.Abs(c[0]-c[1]) > c[2] {
			t.Errorf("%s: %.3f, want %.2f ± %.2f", what, c[0], c[1], c[2])
		}
	}
}
