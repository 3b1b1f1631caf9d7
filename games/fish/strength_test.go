package fish

import (
	"cmp"
	"context"
	"fmt"
	"math/rand/v2"
	"os"
	"testing"
	"time"

	"paddock/games"
	"paddock/games/arena"
	"paddock/games/gamestest/cputime"
	"paddock/games/search"
)

// chooser is a computer player in a contest.
type chooser func(ctx context.Context, p Position, b games.Budget) (Move, error)

// named returns the computer player of a level, which searches as many positions per move as in
// matches.
func named(name string) chooser {
	for _, p := range players {
		if p.Name == name {
			return func(ctx context.Context, v Position, b games.Budget) (Move, error) {
				b.Nodes = cmp.Or(b.Nodes, p.Budget.Nodes)
				return p.Choose(ctx, v, b)
			}
		}
	}
	panic("no player " + name)
}

// result is the result of a contest.
type result struct {
	games int
	share float64 // share of the wins; a shared win counts in parts
	lead  float64 // mean lead in fish over the best other player
}

// contest lets a play against a field of b on shared boards, in every seat in turn. Both have a
// limit of processor time a move.
func contest(t *testing.T, a, b chooser, setup games.Setup, n int, thinkA, thinkB time.Duration) result {
	t.Helper()
	var r result
	for i := range n {
		r.play(t, a, b, setup, i, thinkA, thinkB)
	}
	return r
}

// play adds a game to the result.
func (r *result) play(t *testing.T, a, b chooser, setup games.Setup, i int, thinkA, thinkB time.Duration) {
	t.Helper()
	setup.Seed = uint64(i / setup.Seats)
	p := deal(t, setup)
	mine := games.Seat(i % setup.Seats)
	for ply := uint64(0); p.Phase != ""; ply++ {
		choose, think := b, thinkB
		if p.ToMove == mine {
			choose, think = a, thinkA
		}
		ctx, cancel := cputime.Limit(t.Context(), think)
		m, err := choose(ctx, p, games.Budget{Seed: uint64(i)<<20 + ply})
		cancel()
		if err != nil {
			t.Fatal(err)
		}
		p = p.Play(m)
	}
	o, _ := p.Result()
	won := 0.0
	if w := o.Winners(); w.Has(mine) {
		won = 1 / float64(w.Len())
	}
	best := 0
	for s, sc := range o.Score[:setup.Seats] {
		if games.Seat(s) != mine {
			best = max(best, sc)
		}
	}
	r.games++
	r.share += (won - r.share) / float64(r.games)
	r.lead += (float64(o.Score[mine]-best) - r.lead) / float64(r.games)
}

func deal(t testing.TB, setup games.Setup) Position {
	t.Helper()
	start, err := New().Start(setup)
	if err != nil {
		t.Fatal(err)
	}
	p, err := rules{}.ParseText(start.Text())
	if err != nil {
		t.Fatal(err)
	}
	return p
}

// rollouts is a rival: plain UCT that plays randomly to the end, without V.
type rollouts struct {
	uct
	buf []Move
}

func (rollouts) Guess(*state, int) float32 { return 0.5 }

func (r *rollouts) Value(p *state, rng *rand.Rand) [search.MaxPlayers]float32 {
	s := *p
	for !s.over {
		r.buf = s.moves(r.buf[:0])
		s.play(r.buf[rng.IntN(len(r.buf))])
	}
	return s.rewards()
}

func rolloutPlayer() chooser {
	tree := search.NewTree[state, Move](&rollouts{}, treeNodes)
	return func(ctx context.Context, p Position, b games.Budget) (Move, error) {
		m, _ := tree.Search(ctx, newState(&p), search.TreeLimits{Simulations: b.Nodes, Seed: b.Seed, Explore: 0.35})
		return m, nil
	}
}

// TestLadder measures the computer players against each other (F57). Levels that search get less
// processor time a move than in matches, so their true shares are higher. It takes minutes:
// PADDOCK_STRENGTH=1 go test -run Ladder -v ./games/fish
func TestLadder(t *testing.T) {
	if os.Getenv("PADDOCK_STRENGTH") == "" {
		t.Skip("PADDOCK_STRENGTH is not set: measuring strength takes minutes")
	}
	rival, field := rolloutPlayer(), textbookPlayer()
	for _, m := range []struct {
		name  string
		a, b  chooser
		seats int
		games int
		ms    [2]int // processor time that each side has for a move
		bar   float64
	}{
		{"greedy v random", named("greedy"), named("random"), 2, 200, [2]int{}, .95},
		{"medium v greedy", named("medium"), named("greedy"), 2, 200, [2]int{}, .80},
		{"easy v random", named("easy"), named("random"), 2, 200, [2]int{}, .75},
		{"medium v easy", named("medium"), named("easy"), 2, 200, [2]int{}, .75},
		{"hard v medium", named("hard"), named("medium"), 2, 100, [2]int{100, 100}, .90},
		{"master v hard", named("master"), named("hard"), 2, 60, [2]int{30, 100}, .70},
		{"hard v greedy", named("hard"), named("greedy"), 2, 200, [2]int{100, 100}, .95},
		{"master v medium", named("master"), named("medium"), 2, 200, [2]int{20, 20}, .97},
		{"master v rollouts", named("master"), rival, 2, 100, [2]int{20, 20}, .90},
		{"master v plain UCT", named("master"), field, 2, 60, [2]int{10, 10}, .70},
		{"master v plain UCT, three", named("master"), field, 3, 60, [2]int{20, 20}, .33},
		{"master v plain UCT, four", named("master"), field, 4, 60, [2]int{20, 20}, .25},
		{"hard v medium, three", named("hard"), named("medium"), 3, 120, [2]int{100, 100}, .6},
		{"hard v medium, four", named("hard"), named("medium"), 4, 120, [2]int{100, 100}, .5},
	} {
		t.Run(m.name, func(t *testing.T) {
			r := contest(t, m.a, m.b, games.Setup{Seats: m.seats}, m.games, time.Duration(m.ms[0])*time.Millisecond,
				time.Duration(m.ms[1])*time.Millisecond)
			lo, hi := arena.Wilson(r.share, float64(r.games))
			t.Logf("%d games at %d ms: share %.3f (%.3f–%.3f), mean lead %+.1f fish", r.games, m.ms, r.share, lo, hi,
				r.lead)
			if r.share < m.bar {
				t.Errorf("share %.3f, want at least %.2f", r.share, m.bar)
			}
		})
	}
}

// TestField measures master alone among plain UCT by V, with 100 ms of processor time a move. Each
// game is a subtest, so that -run can choose which to play.
func TestField(t *testing.T) {
	if os.Getenv("PADDOCK_STRENGTH") == "" {
		t.Skip("PADDOCK_STRENGTH is not set: the games take half an hour")
	}
	master, field := named(games.Master), textbookPlayer()
	var results [games.MaxSeats + 1]result
	for i := range 60 {
		for seats := 2; seats <= games.MaxSeats; seats++ {
			t.Run(fmt.Sprintf("%d players/%02d", seats, i), func(t *testing.T) {
				r := &results[seats]
				r.play(t, master, field, games.Setup{Seats: seats}, i, 100*time.Millisecond, 100*time.Millisecond)
				lo, hi := arena.Wilson(r.share, float64(r.games))
				t.Logf("%d games so far: share %.3f (%.3f–%.3f), mean lead %+.1f fish", r.games, r.share, lo, hi,
					r.lead)
			})
		}
	}
}
