package stratego

import (
	"context"
	"math/rand/v2"
	"testing"

	"paddock/games"
	"paddock/games/stratego/view"
)

// forced reports whether a seat loses within the given number of plies whatever it plays, with full knowledge of the position.
func forced(s state, me games.Seat, depth int) bool {
	if s.Phase == view.Over {
		return s.Result.Winner == 1-me
	}
	if depth == 0 {
		return false
	}
	seat := s.ToMove()
	for m := range (rules{}).Legal(s.For(seat)) {
		next, _ := rules{}.Apply(s, seat, m)
		if forced(next, me, depth-1) != (seat == me) {
			return seat != me
		}
	}
	return seat == me
}

// hides reports whether a seat has a movable piece of unknown rank.
func hides(s state, seat games.Seat) bool {
	for _, m := range s.Men() {
		if m.Seat == seat && !m.Known && m.Rank.Movable() {
			return true
		}
	}
	return false
}

// P127: a seat is told that it can only lose if that is true of the position. It must also be true in every other world that the seat has to
// consider.
func TestLost(t *testing.T) {
	t.Parallel()
	g := New()
	lost := 0
	for _, seed := range []uint64{41, 53, 57, 66, 71, 88, 111} { // seeds of games in which the loser can know that they lose
		rng := rand.New(rand.NewPCG(seed, 1))
		pos, err := g.Start(games.Setup{Seed: seed, Options: games.Options{"army": "duel"}})
		if err != nil {
			t.Fatal(err)
		}
		for n := 0; n < 600; n++ {
			if _, over := pos.Outcome(); over {
				break
			}
			var seat games.Seat
			for seat = range pos.Turn().Waiting.All() {
				break
			}
			if s, err := (rules{}).ParseText(pos.Text()); err == nil && s.Phase == view.Play {
				seen := s.For(seat)
				if got, want := hiddenMovers(&seen), hides(s, 1-seat); got != want {
					t.Fatalf("seat %d hides what can move: %t, want %t in %s", 1-seat, got, want, pos.Text())
				}
			}
			v := pos.View(seat)
			if v.Lost(20_000) {
				lost++
				s, err := rules{}.ParseText(pos.Text())
				if err != nil {
					t.Fatal(err)
				}
				if !forced(s, seat, proofDepth) {
					t.Errorf("seat %d is not lost in %s", seat, pos.Text())
				}
				for other := range uint64(3) {
					world := v.Guess(other)
					if s, _ := (rules{}).ParseText(world.Text()); !forced(s, seat, proofDepth) || !world.View(seat).Lost(20_000) {
						t.Errorf("seat %d is not lost in the world %s", seat, world.Text())
					}
				}
				if pos.View(1-seat).Lost(20_000) || pos.View(games.Spectator).Lost(20_000) {
					t.Errorf("somebody else is told of it")
				}
				break
			}
			level := games.Easy
			if n%2 == int(seed%2) {
				level = games.Medium
			}
			move, err := v.Choose(context.Background(), level, games.Budget{Nodes: 300, Seed: rng.Uint64()})
			if err != nil {
				t.Fatal(err)
			}
			done, err := pos.Play(seat, move)
			if err != nil {
				t.Fatal(err)
			}
			pos = done.Next
		}
	}
	t.Logf("%d seats were proven lost", lost)
	if lost < 5 {
		t.Errorf("%d seats were proven lost, want at least 5", lost)
	}
}
