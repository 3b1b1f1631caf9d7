package search

import (
	"context"
	"math/rand/v2"
	"testing"
)

// race is a simple game for any number of players: each in turn adds 1 to 3 to a common count, and
// the player who reaches 21 wins.
type race struct{ count, players, turn int }

type raceGame struct{}

const goal = 21

func (raceGame) Moves(p *race, buf []int) []int {
	for n := 1; n <= 3 && p.count+n <= goal; n++ {
		buf = append(buf, n)
	}
	return buf
}

func (raceGame) Play(p *race, n int) {
	p.count += n
	p.turn = (p.turn + 1) % p.players
}

func (raceGame) Guess(p *race, player int) float32 {
	if p.count == goal && p.turn == (player+1)%p.players {
		return 1
	}
	return 0.5
}

func (raceGame) ToMove(p *race) int { return p.turn }

func (g raceGame) Value(p *race, rng *rand.Rand) (v [MaxPlayers]float32) {
	s := *p
	for s.count < goal {
		g.Play(&s, 1+rng.IntN(min(3, goal-s.count)))
	}
	v[(s.turn+s.players-1)%s.players] = 1
	return v
}

// With two players the winning move leaves a multiple of four; with more, a player who can reach
// the goal at once does so.
func TestTreeFindsWinningMoves(t *testing.T) {
	tree := NewTree[race, int](raceGame{}, 10_000)
	for _, tt := range []struct {
		pos  race
		want int
	}{
		{race{14, 2, 0}, 3},
		{race{15, 2, 1}, 2},
		{race{16, 2, 0}, 1},
		{race{18, 3, 2}, 3},
		{race{19, 4, 1}, 2},
	} {
		if got, n := tree.Search(context.Background(), tt.pos,
			TreeLimits{Simulations: 5000, Seed: 1, Explore: 0.7}); got != tt.want || n != 5000 {
			t.Errorf("%+v: move %d after %d simulations, want %d after 5000", tt.pos, got, n, tt.want)
		}
	}
}

func TestTreeIsDeterministicAndBounded(t *testing.T) {
	small := NewTree[race, int](raceGame{}, 20)
	limits := TreeLimits{Simulations: 2000, Seed: 7, Explore: 0.7}
	first, _ := small.Search(context.Background(), race{0, 3, 0}, limits)
	again, _ := small.Search(context.Background(), race{0, 3, 0}, limits)
	if first != again {
		t.Errorf("the same seed and limit chose %d, then %d", first, again)
	}
	if len(small.nodes) > 20 {
		t.Errorf("the tree has grown to %d nodes, want at most 20", len(small.nodes))
	}
	large := NewTree[race, int](raceGame{}, 1_000_000)
	large.Search(context.Background(), race{0, 3, 0}, TreeLimits{Simulations: 20, Explore: 0.7})
	if got := cap(large.nodes); got > 1000 {
		t.Errorf("20 simulations took room for %d nodes, want at most 1000", got)
	}
}

func TestTreeEndsWithItsContext(t *testing.T) {
	ctx, cancel := context.WithCancel(context.Background())
	cancel()
	tree := NewTree[race, int](raceGame{}, 100)
	if m, n := tree.Search(ctx, race{0, 2, 0}, TreeLimits{}); m < 1 || m > 3 || n != 0 {
		t.Errorf("move %d after %d simulations, want a legal move at once", m, n)
	}
	if m, n := tree.Search(ctx, race{18, 2, 0}, TreeLimits{}); m != 3 || n != 0 {
		t.Errorf("no time to think: move %d after %d simulations, want 3, which looks best", m, n)
	}
	if m, n := tree.Search(context.Background(), race{20, 2, 0}, TreeLimits{}); m != 1 || n != 0 {
		t.Errorf("an only move: %d after %d simulations, want it at once", m, n)
	}
}

// misled is the race with a guess that favours only the move 1.
type misled struct{ raceGame }

func (misled) Guess(p *race, _ int) float32 {
	if p.count == goal-2 {
		return 1
	}
	return 0
}

func TestTreeTrustsGuesses(t *testing.T) {
	tree := NewTree[race, int](misled{}, 10_000)
	for trust, want := range map[int32]int{0: 3, 1: 3, 1_000_000: 1} {
		limits := TreeLimits{Simulations: 2000, Seed: 3, Explore: 0.7, Trust: trust}
		if got, _ := tree.Search(context.Background(), race{18, 3, 2}, limits); got != want {
			t.Errorf("a guess that counts for %d simulations: move %d, want %d", trust, got, want)
		}
	}
}
