package odds_test

import (
	"math"
	"math/rand/v2"
	"os"
	"slices"
	"strconv"
	"testing"

	"paddock/games"
	"paddock/games/catalog"
)

// Estimates of docs/odds.md: the value of each handicap between equals, by games of one level
// against itself with few nodes. PADDOCK_STRENGTH=1 runs them; PADDOCK_GAMES is the number of games
// for each.
func TestOddsStrength(t *testing.T) {
	if os.Getenv("PADDOCK_STRENGTH") == "" {
		t.Skip("long: PADDOCK_STRENGTH=1")
	}
	n, _ := strconv.Atoi(os.Getenv("PADDOCK_GAMES"))
	n = max(n, 40)
	for _, g := range catalog.Games() {
		t.Run(string(g.ID), func(t *testing.T) {
			for _, o := range g.Odds {
				setup := games.Setup{Seats: 2, Options: games.Options{}}
				for _, some := range []games.Options{o.With, o.Options} {
					for name, value := range some {
						setup.Options[name] = value
					}
				}
				points := 0.0
				for seed := range n {
					points += play(t, g, setup, uint64(seed)+1, o.Weaker)
				}
				share := points / float64(n)
				t.Logf("from %3d: %v: %s makes %.3f of %d games: %+.0f points", o.Gap, setup.Options,
					g.SeatName(o.Weaker), share, n, 400*math.Log10(share/(1-share)))
			}
		})
	}
}

// play returns the score of a seat in a game of medium against itself, after two random plies.
func play(t *testing.T, g *games.Game, setup games.Setup, seed uint64, of games.Seat) float64 {
	setup.Seed = seed
	pos, err := g.Start(setup)
	if err != nil {
		t.Fatal(err)
	}
	rng := rand.New(rand.NewPCG(seed, 0x6f646473))
	for ply := 0; ; ply++ {
		o, over := pos.Outcome()
		if over {
			switch winners := o.Winners(); {
			case !winners.Has(of):
				return 0
			case winners.Len() > 1:
				return .5
			}
			return 1
		}
		seat := games.Seat(0)
		for s := range pos.Turn().Waiting.All() {
			seat = s
			break
		}
		view := pos.View(seat)
		move := ""
		if ply < 2 && !g.Hidden {
			list := slices.Collect(view.Legal())
			move = list[rng.IntN(len(list))]
		} else if move, err = view.Choose(t.Context(), games.Medium,
			games.Budget{Nodes: 2000, Seed: rng.Uint64()}); err != nil {
			t.Fatal(err)
		}
		done, err := pos.Play(seat, move)
		if err != nil {
			t.Fatal(err)
		}
		pos = done.Next
	}
}
