package kalah

import (
	"context"
	"fmt"
	"math/rand/v2"
	"os"
	"slices"
	"strings"
	"testing"
	"time"

	"paddock/games"
	"paddock/games/gamestest/cputime"
)

// The test checks the goals KG1, KG2, KG3 and KG5 on small samples and with few nodes, so that `go
// test` is quick and reads no clock. PADDOCK_STRENGTH=1 measures them fully: all positions, with
// the levels' own times. That takes some minutes.
var strength = os.Getenv("PADDOCK_STRENGTH") != ""

// tally sums up by how much moves were worse than the best one.
type tally struct {
	moves, best, loss int
}

func (y tally) share() float64 { return float64(y.best) / float64(max(y.moves, 1)) }
func (y tally) mean() float64  { return float64(y.loss) / float64(max(y.moves, 1)) }
func (y tally) String() string {
	return fmt.Sprintf("%d moves, %.1f %% best, mean loss %.3f", y.moves, 100*y.share(), y.mean())
}

// judge lets a player choose in every solved position and compares with the exact values.
func judge(t *testing.T, player string, rows []solved, budget games.Budget) tally {
	t.Helper()
	var y tally
	for i, s := range rows {
		ctx, cancel := cputime.Limit(t.Context(), budget.Time)
		budget.Seed = uint64(i)
		m := chooseBy(ctx, t, s.position, player, budget)
		cancel()
		sign := 1
		if s.position.toMove == north {
			sign = -1
		}
		best := -maxTotal
		for _, v := range s.values {
			best = max(best, sign*v)
		}
		loss := best - sign*s.values[m]
		y.moves++
		y.loss += loss
		if loss == 0 {
			y.best++
		} else {
			t.Logf("row %s: %s chose %d, which loses %d: %s", s.id, player, m, loss, text(s.position))
		}
	}
	return y
}

func chooseBy(ctx context.Context, t *testing.T, p position, player string, b games.Budget) move {
	t.Helper()
	for _, pl := range players() {
		if pl.Name == player {
			m, err := pl.Choose(ctx, p, b)
			if err != nil {
				t.Fatal(err)
			}
			return m
		}
	}
	t.Fatalf("no player %q", player)
	return 0
}

func split(rows []solved) (usual, others []solved) {
	for _, s := range rows {
		if s.size == "6,4" {
			usual = append(usual, s)
		} else {
			others = append(others, s)
		}
	}
	// rows are sorted so that the endings of each size are computed once
	slices.SortStableFunc(others, func(a, b solved) int { return strings.Compare(a.size, b.size) })
	return usual, others
}

func TestBestMoves(t *testing.T) {
	if testing.Short() {
		t.Skip("long, and one goroutine only")
	}
	usual, others := split(readPositions(t))
	tests := []struct {
		goal, player string
		rows         []solved
		time         time.Duration // time limit with PADDOCK_STRENGTH
		share, mean  float64
		nodes        int64 // without PADDOCK_STRENGTH, on every tenth row: the limit of nodes, and the least results
		quick        float64
	}{
		{"KG2 usual board", games.Master, usual, time.Second, 0.99, 0.05, 30_000, 0.85},
		{"KG2 other boards", games.Master, others, time.Second, 0.97, 0.1, 30_000, 0.85},
		{"KG3", games.Hard, usual, 100 * time.Millisecond, 0.97, 0.1, 30_000, 0.85},
	}
	for _, test := range tests {
		t.Run(test.goal, func(t *testing.T) {
			if !strength {
				var some []solved
				for i := 0; i < len(test.rows); i += 10 {
					some = append(some, test.rows[i])
				}
				y := judge(t, test.player, some, games.Budget{Nodes: test.nodes})
				if t.Log(y); y.share() < test.quick {
					t.Errorf("%s with %d nodes: %s; want at least %.0f %%", test.player, test.nodes, y, 100*test.quick)
				}
				return
			}
			y := judge(t, test.player, test.rows, games.Budget{Time: test.time})
			if t.Log(y); y.share() < test.share || y.mean() > test.mean {
				t.Errorf("%s: %s %s; want at least %.0f %%, mean loss at most %.2f", test.goal, test.player, y,
					100*test.share, test.mean)
			}
		})
	}
}

// KG1: for at least 95 % of the positions in the test data, the player computes the exact values of
// all holes within 10 s of processor time.
func TestSolveAll(t *testing.T) {
	if !strength {
		t.Skip("PADDOCK_STRENGTH is not set: takes minutes")
	}
	th := thinker{table: true}
	rows, exact, wrong := readPositions(t), 0, 0
	for _, s := range rows {
		ctx, cancel := cputime.Limit(t.Context(), 10*time.Second)
		got, certain := th.values(ctx, s.position)
		cancel()
		if certain {
			exact++
			for m, v := range got {
				if v != s.values[m] {
					wrong++
					t.Errorf("KG1: row %s: hole %d is worth %d, want %d", s.id, m, v, s.values[m])
				}
			}
		} else {
			t.Logf("row %s was not solved: %s", s.id, text(s.position))
		}
	}
	if t.Logf("%d of %d rows solved", exact, len(rows)); exact*100 < 95*len(rows) {
		t.Errorf("KG1: %d of %d rows solved within 10 s each, want 95 %%", exact, len(rows))
	}
}

// KG5: each level wins at least 60 % of the points against the one below, on (6,4) with two random
// sows at first.
func TestLevelsInOrder(t *testing.T) {
	tests := []struct {
		weaker, stronger string
		nodes            [2]int64 // nodes of each player; 0: the level's depth limits its search
		games            int
	}{
		{"first", games.Easy, [2]int64{}, 60},
		{games.Easy, games.Medium, [2]int64{}, 60},
		{games.Medium, games.Hard, [2]int64{0, 10_000}, 40},
	}
	for _, test := range tests {
		t.Run(test.weaker+" "+test.stronger, func(t *testing.T) {
			n, nodes := test.games, test.nodes
			if strength {
				n, nodes[1] = 200, nodes[1]*10
			}
			points := 0.0
			for i := range n {
				points += duel(t, [2]string{test.weaker, test.stronger}, nodes, i)
			}
			share := points / float64(n)
			if t.Logf("%s wins %.1f %% against %s in %d games", test.stronger, 100*share, test.weaker, n); share < 0.6 {
				t.Errorf("KG5: %s wins %.1f %% of the points against %s, want at least 60 %%", test.stronger, 100*share,
					test.weaker)
			}
		})
	}
}

// duel plays the i-th game and returns the score of the second player. Seats are swapped each game,
// openings every other game.
func duel(t *testing.T, names [2]string, nodes [2]int64, i int) float64 {
	p := at(t, start64)
	rng := rand.New(rand.NewPCG(uint64(i/2), 5))
	for range 2 {
		p.play(p.random(rng))
	}
	for n := 0; p.toMove != over; n++ {
		who := (int(p.toMove) + i) % 2
		p.play(chooseBy(t.Context(), t, p, names[who], games.Budget{Nodes: nodes[who], Seed: uint64(i)}))
	}
	second := games.Seat((1 + i) % 2)
	switch ahead := p.beans(second, pot) - p.beans(1-second, pot); {
	case ahead > 0:
		return 1
	case ahead == 0:
		return 0.5
	}
	return 0
}
