package odds_test

import (
	"maps"
	"math"
	"math/rand/v2"
	"os"
	"slices"
	"strconv"
	"testing"

	"paddock/games"
	"paddock/games/catalog"
	"paddock/games/match/odds"
)

// P38: a handicap is worth the gap from which it is offered: between equals it gives the weaker seat
// the share that the gap gives the stronger player, ± .08. Games of one level against itself, with
// few nodes, from the start of a match. PADDOCK_STRENGTH=1 measures also what takes long;
// PADDOCK_GAMES is the number of games for each.
func TestOddsStrength(t *testing.T) {
	n, _ := strconv.Atoi(os.Getenv("PADDOCK_GAMES"))
	n = max(n, 300)
	for _, g := range catalog.Games() {
		t.Run(string(g.ID), func(t *testing.T) {
			if quick := g.ID == "kalah" || g.ID == "fish"; !quick && os.Getenv("PADDOCK_STRENGTH") == "" {
				t.Skip("long: PADDOCK_STRENGTH=1")
			}
			for i, o := range g.Odds {
				if slices.ContainsFunc(g.Odds[:i], func(e games.Odds) bool { return maps.Equal(e.Options, o.Options) }) {
					continue // the same handicap, offered from other options
				}
				setup := games.Setup{Seats: 2, Options: games.Options{}}
				for _, some := range []games.Options{o.With, o.Options} {
					maps.Copy(setup.Options, some)
				}
				points := 0.0
				for seed := range n {
					points += play(t, g, setup, uint64(seed)+1, o.Weaker)
				}
				share, want := points/float64(n), float64(odds.Points(o.Gap))/100
				t.Logf("from %3d: %v: %s makes %.3f of %d games: %+.0f points", o.Gap, setup.Options,
					g.SeatName(o.Weaker), share, n, 400*math.Log10(share/(1-share)))
				if math.Abs(share-want) > .08 {
					t.Errorf("from %3d: %v: %s makes %.3f of %d games, want %.2f ± .08", o.Gap, setup.Options,
						g.SeatName(o.Weaker), share, n, want)
				}
			}
		})
	}
}

// play returns the score of a seat in a game of medium against itself, from the start of a match.
func play(t *testing.T, g *games.Game, setup games.Setup, seed uint64, of games.Seat) float64 {
	setup.Seed = seed
	pos, err := g.Start(setup)
	if err != nil {
		t.Fatal(err)
	}
	rng := rand.New(rand.NewPCG(seed, 0x6f646473))
	for {
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
		if move, err = view.Choose(t.Context(), games.Medium,
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
