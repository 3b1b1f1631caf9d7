package fish

import (
	"context"
	"fmt"
	"math"
	"math/rand/v2"
	"os"
	"slices"
	"testing"
	"time"

	"paddock/games"
	"paddock/games/search"
)

// randomPositions plays random games and calls f with each position on the way.
func randomPositions(t testing.TB, n int, f func(p Position)) {
	t.Helper()
	for seed := range uint64(n) {
		set := "official"
		if seed%3 == 0 {
			set = "course"
		}
		start, err := New().Start(games.Setup{Seats: 2 + int(seed)%3, Seed: seed, Options: games.Options{"rules": set}})
		if err != nil {
			t.Fatal(err)
		}
		p, err := rules{}.ParseText(start.Text())
		if err != nil {
			t.Fatal(err)
		}
		rng := rand.New(rand.NewPCG(seed, 5))
		for p.Phase != "" {
			f(p)
			moves := p.Moves()
			p = p.Play(moves[rng.IntN(len(moves))])
		}
		f(p)
	}
}

// The computer players' quick state and the rules are held to the same moves, scores and ends.
func TestStateAgreesWithRules(t *testing.T) {
	randomPositions(t, 60, func(p Position) {
		s := newState(&p)
		got, want := s.moves(nil), p.Moves()
		sortMoves(got)
		if !slices.Equal(got, want) {
			t.Fatalf("%s: moves %v, want %v", text(p), got, want)
		}
		for _, m := range want {
			after := s
			after.play(m)
			next := p.Play(m)
			fresh := newState(&next)
			if after.over != fresh.over || after.won != fresh.won || after.free != fresh.free || !after.over && after.turn != fresh.turn {
				t.Fatalf("%s, %s: state %+v, want %+v", text(p), p.Format(m), after, fresh)
			}
		}
	})
}

// F53: territory against a plain breadth-first search for each penguin.
func TestF53Territory(t *testing.T) {
	randomPositions(t, 6, func(p Position) {
		s := newState(&p)
		own := s.territory()
		for c := range p.Shape.geometry().cells {
			nearest, second := math.MaxInt, math.MaxInt
			seat := -1
			for i := range int(p.Seats) {
				switch d := steps(&p, games.Seat(i), Cell(c)); {
				case d < nearest:
					nearest, second, seat = d, nearest, i
				case d < second:
					second = d
				}
			}
			for i := range int(p.Seats) {
				if got, want := own[i]&(1<<c) != 0, i == seat && nearest < second; got != want {
					t.Fatalf("%s: cell %d of seat %d: %v, want %v", text(p), c, i, got, want)
				}
			}
		}
	})
}

// steps is how far a free cell is from a seat's nearest penguin, neighbour to neighbour.
func steps(p *Position, seat games.Seat, to Cell) int {
	dist := map[Cell]int{}
	queue := slices.Clone(p.penguins(seat))
	for len(queue) > 0 {
		c := queue[0]
		queue = queue[1:]
		for _, n := range p.Shape.Neighbours(c) {
			if n == noCell || p.Free()&(1<<n) == 0 {
				continue
			}
			if _, seen := dist[n]; !seen {
				dist[n] = dist[c] + 1
				queue = append(queue, n)
			}
		}
	}
	if d, ok := dist[to]; ok {
		return d
	}
	return math.MaxInt
}

// F57: with at most 16 free tiles and two players the search is exact, against brute force.
func TestF57ExactFinish(t *testing.T) {
	checked := 0
	randomPositions(t, 40, func(p Position) {
		s := newState(&p)
		if p.Phase != Moving || p.Seats != 2 || len(p.names(s.free)) > 9 || len(p.names(s.free)) < 4 {
			return
		}
		checked++
		r := search.New[state, Move](duel{}, 1<<20).Search(context.Background(), s, search.Limits{})
		if want := bruteForce(s); !r.Proven || r.Value != want {
			t.Errorf("%s: value %d (proven %v), want %d", text(p), r.Value, r.Proven, want)
		}
	})
	if checked < 10 {
		t.Errorf("only %d positions were checked", checked)
	}
}

func bruteForce(s state) int {
	if s.over {
		return 0
	}
	top := math.MinInt
	for _, m := range s.moves(nil) {
		var next state
		step := duel{}.Play(&s, m, &next)
		v := bruteForce(next)
		if !step.Again {
			v = -v
		}
		top = max(top, v+step.Gain)
	}
	return top
}

// The course's strategy comes to an end in every position of whole games, under either set of rules, also where its own penguins are stuck and
// the others have long lines to go.
func TestF63WholeGames(t *testing.T) {
	for seed := range uint64(6) {
		set := []string{"official", "course"}[seed%2]
		start, err := New().Start(games.Setup{Seats: 2 + int(seed)%3, Seed: seed, Options: games.Options{"rules": set}})
		if err != nil {
			t.Fatal(err)
		}
		p := parse(t, start.Text())
		for p.Phase != "" {
			m, ok := p.CourseMove(2)
			if !ok {
				t.Fatalf("%s: no move", text(p))
			}
			p = p.Play(m)
		}
	}
}

// TestLadder measures the computer players against each other (F57). It takes minutes: PADDOCK_STRENGTH=1 go test -run Ladder -v ./games/fish
func TestLadder(t *testing.T) {
	if os.Getenv("PADDOCK_STRENGTH") == "" {
		t.Skip("PADDOCK_STRENGTH is not set: measuring strength takes minutes")
	}
	for _, m := range []struct {
		a, b  string
		seats int
		games int
		ms    int
	}{
		{"greedy", "random", 2, 200, 0},
		{"medium", "greedy", 2, 200, 0},
		{"easy", "random", 2, 100, 0},
		{"medium", "easy", 2, 200, 0},
		{"hard", "greedy", 2, 40, 30},
		{"hard", "medium", 2, 40, 30},
		{"hard", "medium", 3, 30, 30},
		{"hard", "medium", 4, 32, 30},
	} {
		share, lead := match(t, m.a, m.b, m.seats, m.games, time.Duration(m.ms)*time.Millisecond)
		lo, hi := wilson(share, m.games)
		t.Logf("%s v %s, %d players, %d games at %d ms: share %.3f (%.3f–%.3f), mean lead %+.1f fish", m.a, m.b, m.seats, m.games, m.ms, share, lo, hi, lead)
	}
}

// match plays a against a field of b on shared boards with every seat in turn, and returns a's share of the wins and mean lead.
func match(t *testing.T, a, b string, seats, n int, think time.Duration) (share, lead float64) {
	g := New()
	for i := range n {
		mine := games.Seat(i % seats)
		pos, err := g.Start(games.Setup{Seats: seats, Seed: uint64(i / seats)})
		if err != nil {
			t.Fatal(err)
		}
		for ply := uint64(0); ; ply++ {
			if o, over := pos.Outcome(); over {
				if w := o.Winners(); w.Has(mine) {
					share += 1 / float64(w.Len())
				}
				best := 0
				for s, sc := range o.Score[:seats] {
					if games.Seat(s) != mine {
						best = max(best, sc)
					}
				}
				lead += float64(o.Score[mine] - best)
				break
			}
			var seat games.Seat
			for seat = range pos.Turn().Waiting.All() {
			}
			name := b
			if seat == mine {
				name = a
			}
			ctx, cancel := context.WithTimeout(context.Background(), think+time.Millisecond)
			move, err := pos.View(seat).Choose(ctx, name, games.Budget{Seed: uint64(i)<<20 + ply})
			cancel()
			if err != nil {
				t.Fatal(err)
			}
			played, err := pos.Play(seat, move)
			if err != nil {
				t.Fatal(err)
			}
			pos = played.Next
		}
	}
	return share / float64(n), lead / float64(n)
}

// wilson is the 95 % interval of a share.
func wilson(share float64, n int) (lo, hi float64) {
	const z = 1.96
	f := float64(n)
	mid := (share + z*z/(2*f)) / (1 + z*z/f)
	half := z / (1 + z*z/f) * math.Sqrt(share*(1-share)/f+z*z/(4*f*f))
	return mid - half, mid + half
}

func startState(b *testing.B, seats int) state {
	b.Helper()
	pos, err := New().Start(games.Setup{Seats: seats, Seed: 1})
	if err != nil {
		b.Fatal(err)
	}
	p, err := rules{}.ParseText(pos.Text())
	if err != nil {
		b.Fatal(err)
	}
	for p.Phase == Placing {
		m, _ := p.CourseMove(1)
		p = p.Play(m)
	}
	return newState(&p)
}

func BenchmarkAlphaBeta(b *testing.B) {
	s := startState(b, 2)
	searcher := search.New[state, Move](duel{}, tableBytes)
	b.ReportAllocs()
	var nodes int64
	for b.Loop() {
		nodes += searcher.Search(context.Background(), s, search.Limits{Nodes: 200_000}).Nodes
	}
	b.ReportMetric(float64(nodes)/b.Elapsed().Seconds(), "nodes/s")
}

func BenchmarkUCT(b *testing.B) {
	for seats := 2; seats <= 4; seats++ {
		b.Run(fmt.Sprint(seats, " players"), func(b *testing.B) {
			s := startState(b, seats)
			tree := search.NewTree[state, Move](&uct{}, treeNodes)
			b.ReportAllocs()
			var n int64
			for b.Loop() {
				_, sims := tree.Search(context.Background(), s, search.TreeLimits{Simulations: 20_000, Explore: explore})
				n += sims
			}
			b.ReportMetric(float64(n)/b.Elapsed().Seconds(), "simulations/s")
		})
	}
}
