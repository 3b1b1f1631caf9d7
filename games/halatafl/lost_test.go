package halatafl

import (
	"context"
	"math/rand/v2"
	"testing"

	"paddock/games"
)

// P127: a loss is proven a few plies before it comes. A seat that is proven to lose does lose
// against good play, whatever its defence.
func TestLost(t *testing.T) {
	t.Parallel()
	const proof = 20_000
	lost, shallow := 0, 0
	for seed := range uint64(4) {
		rng := rand.New(rand.NewPCG(seed, 1))
		setup, err := New().Complete(games.Setup{})
		if err != nil {
			t.Fatal(err)
		}
		p, err := rules{}.Start(setup)
		if err != nil {
			t.Fatal(err)
		}
		doomed := games.Spectator
		for range 400 {
			if o, over := (rules{}).Outcome(p); over {
				if doomed != games.Spectator && o.Place[doomed] != 2 {
					t.Errorf("seed %d: seat %d was proven to lose, but %s", seed, doomed, o.Say)
				}
				break
			}
			seat := p.toMove()
			if (rules{}).Lost(p, 100) {
				if shallow++; !forced(p, seat, 6) {
					t.Errorf("seat %d is not lost in %s", seat, rules{}.AppendText(nil, p))
				}
			}
			if doomed == games.Spectator && (rules{}).Lost(p, proof) {
				doomed = seat
				lost++
			}
			level, nodes := games.Easy, int64(4_000)
			switch {
			case doomed == seat: // the losing seat makes the move that delays the loss longest
				level = games.Hard
			case doomed != games.Spectator:
				level, nodes = games.Hard, 40_000
			case seat == games.Seat(seed%2):
				level = games.Medium
			}
			if doomed == games.Spectator && inOne(p) {
				t.Errorf("%s: every move loses at once, and that was not proven", rules{}.AppendText(nil, p))
			}
			m := choose(t, p, level, nodes, rng.Uint64())
			p, _ = rules{}.Apply(p, seat, m)
		}
	}
	if lost < 3 || shallow < 3 {
		t.Errorf("%d games were proven lost, and %d positions at once, want at least 3 of each", lost, shallow)
	}
}

// forced reports whether a seat loses within the given number of plies whatever it plays, by a full
// search of the rules.
func forced(p position, seat games.Seat, depth int) bool {
	if o, over := (rules{}).Outcome(p); over || depth == 0 {
		return over && o.Place[seat] == 2
	}
	mover := p.toMove()
	for m := range (rules{}).Legal(p) {
		next, _ := rules{}.Apply(p, mover, m)
		if forced(next, seat, depth-1) != (mover == seat) {
			return mover != seat
		}
	}
	return mover == seat
}

// inOne reports whether every move allows an answer that wins at once.
func inOne(p position) bool {
	seat := p.toMove()
	for m := range (rules{}).Legal(p) {
		next, _ := rules{}.Apply(p, seat, m)
		wins := false
		if o, over := (rules{}).Outcome(next); over {
			wins = o.Place[seat] == 2
		} else {
			for a := range (rules{}).Legal(next) {
				end, _ := rules{}.Apply(next, 1-seat, a)
				o, over := rules{}.Outcome(end)
				wins = wins || over && o.Place[seat] == 2
			}
		}
		if !wins {
			return false
		}
	}
	return true
}

func choose(t *testing.T, p position, level string, nodes int64, seed uint64) move {
	t.Helper()
	for _, l := range players() {
		if l.Name == level {
			m, err := l.Choose(context.Background(), p, games.Budget{Nodes: nodes, Seed: seed})
			if err != nil {
				t.Fatal(err)
			}
			return m
		}
	}
	t.Fatal("no such level")
	return move{}
}
