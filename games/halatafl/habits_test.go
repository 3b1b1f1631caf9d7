package halatafl

import (
	"math"
	"math/rand/v2"
	"strings"
	"testing"

	"paddock/games"
)

// docs/rules/halatafl.md, Balance: under optional, foxes step in half the positions where they could
// jump. Medium against itself, with few nodes.
func TestFoxesOftenStep(t *testing.T) {
	g := New()
	could, stepped := 0.0, 0.0
	for seed := range uint64(60) {
		rng := rand.New(rand.NewPCG(seed, 5))
		pos, err := g.Start(games.Setup{Seats: 2, Seed: seed, Options: games.Options{"rules": "optional"}})
		if err != nil {
			t.Fatal(err)
		}
		for {
			if _, over := pos.Outcome(); over {
				break
			}
			seat := sheepSeat
			if pos.Turn().Waiting.Has(foxesSeat) {
				seat = foxesSeat
			}
			view, jump := pos.View(seat), false
			for m := range view.Legal() {
				if jump = strings.Contains(m, "x"); jump {
					break
				}
			}
			move, err := view.Choose(t.Context(), games.Medium, games.Budget{Nodes: 2000, Seed: rng.Uint64()})
			if err != nil {
				t.Fatal(err)
			}
			if seat == foxesSeat && jump {
				if could++; !strings.Contains(move, "x") {
					stepped++
				}
			}
			done, err := pos.Play(seat, move)
			if err != nil {
				t.Fatal(err)
			}
			pos = done.Next
		}
	}
	if share := stepped / could; math.Abs(share-.5) > .07 {
		t.Errorf("foxes step in %.2f of %.0f positions where they could jump, want .50 ± .07", share, could)
	}
}
