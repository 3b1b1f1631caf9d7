package gamestest

import (
	"fmt"
	"math/rand/v2"
	"slices"
	"strconv"
	"strings"
	"testing"

	"paddock/games"
	"paddock/games/gamestest/golden"
)

// Playthrough plays one random game and compares everything the game says with a golden file. Run
// the test with -update to write it.
func Playthrough(t *testing.T, g *games.Game, setup games.Setup, file string) {
	t.Helper()
	golden.Check(t, file, transcript(t, g, setup))
}

func transcript(t *testing.T, g *games.Game, setup games.Setup) string {
	t.Helper()
	var b strings.Builder
	rng := rand.New(rand.NewPCG(setup.Seed, 99))
	pos, err := g.Start(setup)
	if err != nil {
		t.Fatal(err)
	}
	var before *games.Position
	var last games.Seat
	var moves []string
	for n := 0; ; n++ {
		fmt.Fprintf(&b, "\n== %d ==\ntext: %s\n", n, pos.Text())
		if before != nil {
			sc := pos.View(games.Spectator).Draw(nil, before.View(games.Spectator), last, moves)
			fmt.Fprintf(&b, "caption: %s\nwords: %s\nbelow: %q\n", sc.Caption, sc.Words, sc.Below)
		}
		if o, over := pos.Outcome(); over {
			fmt.Fprintf(&b, "over: %s %v %v %q\n", o.Reason, o.Place, o.Score, o.Say)
			return b.String()
		}
		seat := randomSeat(pos.Turn().Waiting, rng)
		v := pos.View(seat)
		legal := slices.Collect(v.Legal())
		fmt.Fprintf(&b, "seat: %d of %v in %s\n", seat, slices.Collect(pos.Turn().Waiting.All()), pos.Turn().Phase)
		fmt.Fprintf(&b, "legal: %s\n", strings.Join(legal[:min(len(legal), 40)], " "))
		for _, c := range v.Complete("") {
			fmt.Fprintf(&b, "complete: %s | %s | %v\n", c.Text, c.Label, c.Whole)
		}
		move := legal[rng.IntN(len(legal))]
		played, err := pos.Play(seat, move)
		if err != nil {
			t.Fatal(err)
		}
		fmt.Fprintf(&b, "move: %s\n", move)
		for _, e := range played.Events {
			fmt.Fprintf(&b, "event: %s %d %s\n", e.Kind, e.Seat, e.Say)
		}
		before, last, moves, pos = pos, seat, played.Moves, played.Next
	}
}

func itoa(n int) string { return strconv.Itoa(n) }

func firstWaiting(pos *games.Position) games.Seat {
	for s := range pos.Turn().Waiting.All() {
		return s
	}
	return games.Spectator
}

func randomSeat(set games.Seats, rng *rand.Rand) games.Seat {
	seats := slices.Collect(set.All())
	return seats[rng.IntN(len(seats))]
}

func randomMove(v *games.View, rng *rand.Rand) string {
	legal := slices.Collect(v.Legal())
	return legal[rng.IntN(len(legal))]
}
