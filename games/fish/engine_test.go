package fish

import (
	"context"
	"fmt"
	"math"
	"math/bits"
	"math/rand/v2"
	"slices"
	"testing"
	"time"

	"paddock/games"
	"paddock/games/gamestest/cputime"
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

// The computer players' quick state has the same moves, scores and ends as the rules.
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
			if after.over != fresh.over || after.won != fresh.won || after.free != fresh.free || !after.over &&
				after.turn != fresh.turn {
				t.Fatalf("%s, %s: state %+v, want %+v", text(p), p.Format(m), after, fresh)
			}
		}
	})
}

// A state that is played on through a whole game stays the same as a new one.
func TestStateThroughWholeGames(t *testing.T) {
	for seed := range uint64(40) {
		p := deal(t, games.Setup{Seats: 2 + int(seed)%3, Seed: seed})
		rng := rand.New(rand.NewPCG(seed, 6))
		for s := newState(&p); p.Phase != ""; {
			moves := p.Moves()
			m := moves[rng.IntN(len(moves))]
			p = p.Play(m)
			s.play(m)
			fresh := newState(&p)
			if s.over != fresh.over || s.won != fresh.won || s.free != fresh.free || s.stood != fresh.stood ||
				s.count != fresh.count {
				t.Fatalf("seed %d, %s: state %+v, want %+v", seed, text(p), s, fresh)
			}
		}
	}
}

// F53: the territory agrees with a plain breadth-first search for each penguin.
func TestF53Territory(t *testing.T) {
	randomPositions(t, 6, func(p Position) {
		s := newState(&p)
		own, shared := s.territory()
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
			if got, want := shared&(1<<c) != 0, seat >= 0 && nearest == second; got != want {
				t.Fatalf("%s: cell %d is shared: %v, want %v", text(p), c, got, want)
			}
			for i := range int(p.Seats) {
				if got, want := own[i]&(1<<c) != 0, i == seat && nearest < second; got != want {
					t.Fatalf("%s: cell %d of seat %d: %v, want %v", text(p), c, i, got, want)
				}
			}
		}
	})
}

// steps returns the distance of a free cell from a seat's nearest penguin, counted from neighbour
// to neighbour.
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

// F57: with at most 16 free tiles and two players the search is exact, compared with brute force.
// The positions come from random games and from games of players who keep their penguins mobile,
// under both sets of rules.
func TestF57ExactFinish(t *testing.T) {
	var checked [17]int
	for seed := range uint64(24) {
		options := games.Options{"penguins": itoa(2 + int(seed%3))}
		if seed%2 == 1 {
			options["rows"], options["columns"] = "7", "5"
		}
		choose := []func(*state, *rand.Rand) Move{chooseNear, chooseNear, chooseNear, chooseRandom}[seed/2%4]
		rng := rand.New(rand.NewPCG(seed, 9))
		for p := deal(t, games.Setup{Seats: 2, Seed: seed, Options: options}); p.Phase != ""; {
			s := newState(&p)
			if free := bits.OnesCount64(p.Free()); p.Phase == Moving && free <= 16 && checked[free] < 6 {
				checked[free]++
				r := search.New[state, Move](&duel{solo: newSolo(s.ice, quickSolo)}, 1<<20).Search(t.Context(), s,
					search.Limits{})
				if want := newBrute(&p).root(&p); !r.Proven || r.Value != want {
					t.Errorf("%s: value %d (proven %v), want %d", text(p), r.Value, r.Proven, want)
				}
			}
			p = p.Play(choose(&s, rng))
		}
	}
	for free, n := range checked {
		if n == 0 && free >= 2 {
			t.Errorf("no position with %d free tiles was checked", free)
		}
	}
}

// F59: a single legal move is played at once; and a player without time still plays.
func TestF59OnlyMove(t *testing.T) {
	forced := parse(t, "fish/1 rules=course penguins=1 phase=move board=1/1/0/0/1/0/1 players=red:0:0:a1;white:0:0:g1 turn=white")
	if n := len(forced.Moves()); n != 1 {
		t.Fatalf("%d moves, want a position with one", n)
	}
	for _, level := range games.Levels {
		if m, err := named(level)(t.Context(), forced, games.Budget{}); err != nil || forced.Format(m) != "g1-e1" {
			t.Errorf("%s, without limits: %s, %v; want g1-e1", level, forced.Format(m), err)
		}
	}
	ended, cancel := context.WithCancel(t.Context())
	cancel()
	for _, p := range []Position{deal(t, games.Setup{Seats: 2}), deal(t, games.Setup{Seats: 4}), parse(t, sample)} {
		for _, level := range games.Levels {
			m, err := named(level)(ended, p, games.Budget{})
			if err != nil || !slices.Contains(p.Moves(), m) {
				t.Errorf("%s, out of time: %v, %v; want a legal move", level, m, err)
			}
		}
	}
}

// The search stops early when the leader cannot be overtaken, and only then.
func TestDecided(t *testing.T) {
	for seed := range uint64(4) {
		p := deal(t, games.Setup{Seats: 2, Seed: seed})
		for rng := rand.New(rand.NewPCG(seed, 0)); bits.OnesCount64(p.Free()) > 36; {
			p = p.Play(chooseNear(new(newState(&p)), rng))
		}
		for _, fish := range []int32{0, 200} {
			p.Players[seed%2].Fish += fish
			asked := &asking{Context: t.Context(), most: 200}
			if _, err := chooseBySearch(asked, p, games.Budget{}); err != nil {
				t.Fatal(err)
			}
			if quick := asked.asked < asked.most; quick != (fish > 0) {
				t.Errorf("seed %d, %d fish ahead: the context was asked %d times, at most %d", seed, fish, asked.asked,
					asked.most)
			}
		}
	}
}

// asking is a context that ends after a number of calls of Err.
type asking struct {
	context.Context
	asked, most int
}

func (c *asking) Err() error {
	if c.asked++; c.asked >= c.most {
		return context.DeadlineExceeded
	}
	return nil
}

// The easy player stops when its context ends, and still has a move.
func TestEasyListens(t *testing.T) {
	p := deal(t, games.Setup{Seats: 4, Seed: 1, Options: games.Options{"penguins": "4"}})
	for p.Phase == Placing {
		m, _ := p.CourseMove(1)
		p = p.Play(m)
	}
	s := newState(&p)
	asked := &asking{Context: t.Context(), most: 1}
	c := course{ctx: asked, me: s.turn}
	c.value(&s, 2, -1)
	if !c.over || c.nodes > 3*1024 {
		t.Errorf("after the end of its context the search went on: %d positions, over %t", c.nodes, c.over)
	}
	if m, err := named(games.Easy)(asked, p, games.Budget{}); err != nil || !slices.Contains(p.Moves(), m) {
		t.Errorf("out of time: %v, %v; want a legal move", m, err)
	}
}

// brute values positions of two players by full search with a memory. It walks from neighbour to
// neighbour and shares no code with the search.
type brute struct {
	official bool
	cells    Cell
	next     [maxCells][6]Cell
	worth    [maxCells]int
	seen     map[remains]int
}

// remains is the part of a position that decides what can still be won.
type remains struct {
	free uint64
	at   [2]uint64 // cells of the penguins of the seat to move, and of the other seat
}

func newBrute(p *Position) *brute {
	b := &brute{official: p.Shape.Official, seen: map[remains]int{}}
	for i := range p.Fish {
		b.worth[i] = 64 * int(p.Fish[i])
		if b.official {
			b.worth[i]++
		}
	}
	b.cells = Cell(p.Shape.geometry().cells)
	for c := range b.cells {
		b.next[c] = p.Shape.Neighbours(c)
	}
	return b
}

func (b *brute) root(p *Position) int {
	r := remains{free: p.Free()}
	for _, c := range p.penguins(p.ToMove) {
		r.at[0] |= 1 << c
	}
	for _, c := range p.penguins(1 - p.ToMove) {
		r.at[1] |= 1 << c
	}
	return b.value(r)
}

// value returns the future gain of the seat to move minus that of the other (F20, F24, F25).
func (b *brute) value(r remains) int {
	if v, ok := b.seen[r]; ok {
		return v
	}
	top, canMove := math.MinInt, false
	b.moves(r, 0, func(from, to Cell) {
		canMove = true
		after := r
		after.free &^= 1 << to
		after.at[0] ^= 1<<from | 1<<to
		v := b.worth[from] + b.strand(&after)
		after.at[0], after.at[1] = after.at[1], after.at[0]
		top = max(top, v-b.value(after))
	})
	if !canMove {
		top = 0
		if b.moves(r, 1, func(Cell, Cell) { canMove = true }); canMove {
			top = -b.value(remains{r.free, [2]uint64{r.at[1], r.at[0]}})
		}
	}
	b.seen[r] = top
	return top
}

func (b *brute) moves(r remains, side int, f func(from, to Cell)) {
	for from := range b.cells {
		if r.at[side]&(1<<from) == 0 {
			continue
		}
		for d := range 6 {
			for to := b.next[from][d]; to != noCell && r.free&(1<<to) != 0; to = b.next[to][d] {
				f(from, to)
			}
		}
	}
}

// strand removes the penguins that cannot move, under the official rules. It returns the gain of
// the side that has moved.
func (b *brute) strand(r *remains) (gain int) {
	if !b.official {
		return 0
	}
	for side, sign := range [2]int{1, -1} {
		left := r.at[side]
		for c := range b.cells {
			alone := true
			for _, n := range b.next[c] {
				alone = alone && (n == noCell || r.free&(1<<n) == 0)
			}
			if alone && r.at[side]&(1<<c) != 0 {
				left &^= 1 << c
				gain += sign * b.worth[c]
			}
		}
		r.at[side] = left
	}
	return gain
}

// The course's strategy finishes in every position of whole games, under both sets of rules. That
// holds even where its own penguins are stuck and the others have long lines.
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
	searcher := search.New[state, Move](&duel{}, tableBytes)
	b.ReportAllocs()
	var nodes int64
	began := cputime.Used()
	for b.Loop() {
		nodes += searcher.Search(context.Background(), s, search.Limits{Nodes: 200_000}).Nodes
	}
	b.ReportMetric(float64(nodes)/(cputime.Used()-began).Seconds(), "nodes/cpu-s")
}

func BenchmarkUCT(b *testing.B) {
	for seats := 2; seats <= 4; seats++ {
		b.Run(fmt.Sprint(seats, " players"), func(b *testing.B) {
			s := startState(b, seats)
			tree := search.NewTree[state, Move](&uct{}, treeNodes)
			b.ReportAllocs()
			var n int64
			began := cputime.Used()
			for b.Loop() {
				_, sims := tree.Search(context.Background(), s,
					search.TreeLimits{Simulations: 20_000, Explore: explore, Trust: trust, Ripe: ripe})
				n += sims
			}
			b.ReportMetric(float64(n)/(cputime.Used()-began).Seconds(), "simulations/cpu-s")
		})
	}
}

// BenchmarkFinish measures the proof of the end of a two-player game, from a number of free tiles
// on, in games of medium.
func BenchmarkFinish(b *testing.B) {
	for _, free := range []int{16, 20, 24, 28} {
		b.Run(fmt.Sprint(free, " free tiles"), func(b *testing.B) {
			var ends []state
			for seed := range uint64(20) {
				rng := rand.New(rand.NewPCG(seed, 0))
				s := newState(new(deal(b, games.Setup{Seats: 2, Seed: seed})))
				for bits.OnesCount64(s.free) > free {
					s.play(chooseNear(&s, rng))
				}
				ends = append(ends, s)
			}
			game := &duel{}
			searcher := search.New[state, Move](game, tableBytes)
			var nodes, proven int64
			began := cputime.Used()
			n := 0
			for b.Loop() {
				game.solo = newSolo(ends[n%len(ends)].ice, quickSolo)
				r := searcher.Search(b.Context(), ends[n%len(ends)], search.Limits{Nodes: 2_000_000})
				nodes += r.Nodes
				if r.Proven {
					proven++
				}
				n++
			}
			b.ReportMetric((cputime.Used()-began).Seconds()/float64(n), "cpu-s")
			b.ReportMetric(float64(nodes)/float64(n), "nodes")
			b.ReportMetric(float64(proven)/float64(n), "proven")
		})
	}
}

// BenchmarkReply measures the thinking time of master in games of two, three and four (F57): go
// test -bench Reply -benchtime 100x
func BenchmarkReply(b *testing.B) {
	master := players[len(players)-1]
	var waits []time.Duration
	p := deal(b, games.Setup{Seats: 2, Seed: 1})
	for seed := uint64(2); b.Loop(); {
		began := time.Now()
		ctx, cancel := context.WithTimeout(b.Context(), master.Budget.Time)
		m, err := master.Choose(ctx, p, games.Budget{Seed: seed})
		cancel()
		if err != nil {
			b.Fatal(err)
		}
		waits = append(waits, time.Since(began))
		if p = p.Play(m); p.Phase == "" {
			p = deal(b, games.Setup{Seats: 2 + int(seed)%3, Seed: seed})
			seed++
		}
	}
	slices.Sort(waits)
	b.ReportMetric(waits[len(waits)/2].Seconds(), "p50-s")
	b.ReportMetric(waits[len(waits)*99/100].Seconds(), "p99-s")
	b.ReportMetric(waits[len(waits)-1].Seconds(), "longest-s")
}

// A random move of a continuation is legal, and each move can come up.
func TestWander(t *testing.T) {
	rng := rand.New(rand.NewPCG(1, 1))
	randomPositions(t, 4, func(p Position) {
		s := newState(&p)
		if s.over {
			return
		}
		left := map[Move]bool{}
		for _, m := range s.moves(nil) {
			left[m] = s.ice.fish[m.To] == s.ice.most
		}
		legal := len(left)
		for range 60 * legal {
			m := s.wander(rng)
			if _, ok := left[m]; !ok {
				t.Fatalf("%s: %v is not legal", text(p), m)
			}
			left[m] = false
		}
		for m, missing := range left {
			if missing {
				t.Errorf("%s: %v, among the best by fish, has not come up", text(p), m)
			}
		}
	})
}
