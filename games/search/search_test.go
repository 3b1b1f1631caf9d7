package search

import (
	"context"
	"fmt"
	"slices"
	"testing"
)

// maze is an artificial game. A position is one of width rooms on one of levels floors. Every move
// leads one floor up with a gain, and some let the same seat move again. Several ways lead to a
// room. Everything follows from the seed.
type maze struct {
	seed          uint64
	levels, width int
	long          bool // the game is a tower of positions: none ends before the last floor is reached
}

type room struct{ level, at int }

func (g maze) mix(p room, salt int) uint64 {
	x := g.seed ^ uint64(p.level)<<40 ^ uint64(p.at)<<20 ^ uint64(salt)
	for range 3 {
		x ^= x >> 31
		x *= 0x9e3779b97f4a7c15
	}
	return x ^ x>>29
}

func (g maze) Moves(p *room, buf []Move[int]) []Move[int] {
	if p.level == g.levels {
		return buf
	}
	for i := range 1 + int(g.mix(*p, 1)%5) {
		h := g.mix(*p, 50+i)
		buf = append(buf, Move[int]{M: i, Order: int(h % 7), Slot: uint16(1 + i + 8*p.level), Quiet: h>>8%2 == 0})
	}
	return buf
}

func (g maze) Play(p *room, m int, next *room) Step {
	h := g.mix(*p, 100+m)
	*next = room{p.level + 1, int(h % uint64(g.width))}
	return Step{Gain: int(h>>20%9) - 3, Again: h>>30%4 == 0}
}

func (g maze) Bounds(p *room) (lo, hi int) {
	if p.level == g.levels || !g.long && p.level > 1 && g.mix(*p, 5)%3 == 0 {
		v := int(g.mix(*p, 2)%21) - 10
		return v, v
	}
	far := 10 + 6*(g.levels-p.level)
	return -far, far
}

func (g maze) Eval(p *room) int   { return int(g.mix(*p, 3)%9) - 4 }
func (g maze) Key(p *room) uint64 { return g.mix(*p, 4) }

// plain defines the correct result of a search: full minimax to a depth.
func (g maze) plain(p room, depth int) int {
	if lo, hi := g.Bounds(&p); lo == hi {
		return lo
	}
	if depth == 0 {
		return g.Eval(&p)
	}
	best := -infinity
	for _, m := range g.Moves(&p, nil) {
		best = max(best, g.worth(p, m.M, depth))
	}
	return best
}

func (g maze) worth(p room, m, depth int) int {
	var next room
	step := g.Play(&p, m, &next)
	if step.Again {
		return step.Gain + g.plain(next, depth-1)
	}
	return step.Gain - g.plain(next, depth-1)
}

func TestSearchIsMinimax(t *testing.T) {
	for seed := range uint64(150) {
		g := maze{seed: seed, levels: 9, width: 12}
		s := New(noQuiet{g}, 0)
		for depth := 1; depth <= 7; depth++ {
			got := s.Search(t.Context(), room{}, Limits{Depth: depth})
			if want := g.plain(room{}, depth); got.Value != want || got.Depth != depth && !got.Proven {
				t.Errorf("seed %d: Search to depth %d = %d at depth %d, want %d", seed, depth, got.Value, got.Depth,
					want)
			}
			if got, want := g.worth(room{}, got.Move, depth), got.Value; got != want {
				t.Errorf("seed %d, depth %d: the chosen move is worth %d, want %d", seed, depth, got, want)
			}
		}
	}
}

// A search with a margin keeps the choice of the previous depth, unless another move is better by
// more than the margin. That applies only at depths greater than Steady.
func TestMargin(t *testing.T) {
	const steady, margin, last = 2, 3, 7
	kept, replaced := 0, 0
	for seed := range uint64(150) {
		g := maze{seed: seed, levels: 9, width: 12, long: true}
		s := New(noQuiet{g}, 1<<20)
		before := s.Search(t.Context(), room{}, Limits{Depth: steady})
		for depth := steady + 1; depth <= last; depth++ {
			got := s.Search(t.Context(), room{}, Limits{Depth: depth, Steady: steady, Margin: margin})
			best, want := g.plain(room{}, depth), g.worth(room{}, before.Move, depth)
			switch {
			case best > want+margin:
				want = best
				replaced++
			case best > want:
				kept++
			}
			if worth := g.worth(room{}, got.Move, depth); worth != want || got.Value != want {
				t.Errorf("seed %d, depth %d: the chosen move is worth %d and valued %d, want %d; the best is worth %d",
					seed, depth, worth, got.Value, want, best)
			}
			before = got
		}
	}
	if kept == 0 || replaced == 0 {
		t.Errorf("the margin kept %d moves and let %d be replaced; the test needs both", kept, replaced)
	}
}

// A clear choice ends a search: the move is the best at two depths running, and every other one is
// worse by more than the lead when searched a little less deep. No search ends before it has
// visited Early nodes.
func TestLead(t *testing.T) {
	const lead, last = 3, 8
	early := 0
	for seed := range uint64(150) {
		g := noQuiet{maze{seed: seed, levels: 10, width: 12, long: true}}
		s := New(g, 0)
		if got := s.Search(t.Context(), room{}, Limits{Depth: last, Lead: lead, Early: 1 << 40}); got.Depth < last {
			t.Errorf("seed %d: Search ended at depth %d of %d before Early nodes", seed, got.Depth, last)
		}
		got := s.Search(t.Context(), room{}, Limits{Depth: last, Lead: lead})
		if got.Depth == last {
			continue
		}
		early++
		for depth := max(blunter+1, got.Depth-1); depth <= got.Depth; depth++ {
			best := g.worth(room{}, got.Move, depth)
			if want := g.plain(room{}, depth); best != want {
				t.Errorf("seed %d: the choice is worth %d at depth %d, the best %d", seed, best, depth, want)
			}
			for _, m := range g.Moves(&room{}, nil) {
				if v := g.worth(room{}, m.M, depth-blunter); m.M != got.Move && v >= best-lead {
					t.Errorf("seed %d, depth %d: %d is worth %d, move %d is worth %d", seed, depth, got.Move, best, m.M, v)
				}
			}
		}
	}
	if early < 10 {
		t.Errorf("%d searches ended early: this test needs more", early)
	}
}

// noQuiet is a maze without reductions, so that depths mean what they say.
type noQuiet struct{ maze }

func (g noQuiet) Moves(p *room, buf []Move[int]) []Move[int] {
	buf = g.maze.Moves(p, buf)
	for i := range buf {
		buf[i].Quiet = false
	}
	return buf
}

func TestProvenIsExact(t *testing.T) {
	for _, bytes := range []int{0, 64, 1 << 12, 1 << 20} {
		t.Run(fmt.Sprintf("table of %d bytes", bytes), func(t *testing.T) {
			for seed := range uint64(100) {
				g := maze{seed: seed, levels: 8, width: 10}
				got := New(g, bytes).Search(t.Context(), room{}, Limits{})
				want := g.plain(room{}, g.levels)
				if got.Value != want || !got.Proven {
					t.Errorf("seed %d: Search = %d, proven %t; want %d, proven", seed, got.Value, got.Proven, want)
				}
				if worth := g.worth(room{}, got.Move, g.levels); worth != want {
					t.Errorf("seed %d: the chosen move is worth %d, want %d", seed, worth, want)
				}
			}
		})
	}
}

// If the table is used only from some depth on, results are equally exact.
func TestTableDepth(t *testing.T) {
	for seed := range uint64(50) {
		g := maze{seed: seed, levels: 8, width: 10}
		got := New(g, 1<<12).Search(t.Context(), room{}, Limits{TableDepth: 3})
		if want := g.plain(room{}, g.levels); got.Value != want || !got.Proven {
			t.Errorf("seed %d: Search = %d, proven %t; want %d, proven", seed, got.Value, got.Proven, want)
		}
	}
}

// A value is never marked proven if it came from an estimate in the table.
func TestProvenAtAnyDepth(t *testing.T) {
	early := 0
	for seed := range uint64(300) {
		g := maze{seed: seed, levels: 8, width: 10}
		s := New(g, 1<<16)
		for depth := 1; depth <= 8; depth++ {
			got := s.Search(t.Context(), room{}, Limits{Depth: depth, Warm: true})
			if want := g.plain(room{}, g.levels); got.Proven && got.Value != want {
				t.Errorf("seed %d: Search to depth %d proved %d, want %d", seed, depth, got.Value, want)
			}
			if got.Proven && depth < g.levels {
				early++
			}
		}
	}
	if early == 0 {
		t.Errorf("no value was proven before the last floor: this test can't fail")
	}
}

func TestLineLeadsToValue(t *testing.T) {
	for seed := range uint64(100) {
		g := maze{seed: seed, levels: 7, width: 1000}
		got := New(g, 0).Search(t.Context(), room{}, Limits{})
		p, sign, sum := room{}, 1, 0
		for _, m := range got.Line {
			var next room
			step := g.Play(&p, m, &next)
			sum += sign * step.Gain
			if !step.Again {
				sign = -sign
			}
			p = next
		}
		lo, hi := g.Bounds(&p)
		if sum += sign * lo; lo != hi || sum != got.Value {
			t.Errorf("seed %d: line %v leads to %d (settled: %t), want %d", seed, got.Line, sum, lo == hi, got.Value)
		}
	}
}

func TestSameNodesSameResult(t *testing.T) {
	g := maze{seed: 7, levels: 40, width: 5000, long: true}
	s := New(g, 1<<14)
	for _, nodes := range []int64{1, 2, 3, 10, 1000, 50_000} {
		a := s.Search(t.Context(), room{}, Limits{Nodes: nodes})
		s.Search(t.Context(), room{3, 3}, Limits{Nodes: 3000})
		b := s.Search(t.Context(), room{}, Limits{Nodes: nodes})
		if a.Nodes > nodes {
			t.Errorf("Search looked at %d nodes, want at most %d", a.Nodes, nodes)
		}
		if !slices.Equal(a.Line, b.Line) || a.Value != b.Value || a.Nodes != b.Nodes || len(a.Line) == 0 {
			t.Errorf("the second Search with %d nodes = %+v, want %+v", nodes, b, a)
		}
	}
}

func TestContextEndsSearch(t *testing.T) {
	ctx, cancel := context.WithCancel(t.Context())
	cancel()
	g := maze{seed: 7, levels: 200, width: 1 << 20, long: true}
	got := New(g, 1<<14).Search(ctx, room{}, Limits{})
	if got.Nodes > pollMask+1 || len(got.Line) == 0 {
		t.Errorf("Search with an ended context looked at %d nodes and found %v, want at most %d and a move", got.Nodes,
			got.Line, pollMask+1)
	}
}

func TestSettledRoot(t *testing.T) {
	g := maze{seed: 1, levels: 3, width: 5}
	got := New(g, 0).Search(t.Context(), room{3, 1}, Limits{})
	lo, _ := g.Bounds(&room{3, 1})
	if got.Value != lo || !got.Proven || len(got.Line) != 0 {
		t.Errorf("Search of a finished game = %+v, want value %d, proven and no line", got, lo)
	}
}

// ring is a game in which both seats walk in a circle. At 0 the mover can also give up, at a cost
// of 50.
type ring struct{ size int }

func (g ring) Moves(p *int, buf []Move[int]) []Move[int] {
	return append(buf, Move[int]{M: (*p + 1) % g.size}, Move[int]{M: -1})
}
func (g ring) Play(_ *int, m int, next *int) Step { *next = m; return Step{} }
func (g ring) Bounds(p *int) (lo, hi int) {
	if *p < 0 {
		return 50, 50
	}
	return -50, 50
}
func (g ring) Eval(*int) int     { return 33 }
func (g ring) Key(p *int) uint64 { return uint64(*p + 2) }
func (g ring) Quiet(*int) int    { return 1000 }

func TestRepetitionIsADraw(t *testing.T) {
	s := New(ring{4}, 0)
	got := s.Search(t.Context(), 0, Limits{Depth: 6})
	if got.Value != 0 || got.Move != 1 || got.Proven {
		t.Errorf("Search on a ring = %d by %d, proven %t; want the draw 0 by 1, not proven", got.Value, got.Move,
			got.Proven)
	}
	got = s.Search(t.Context(), 0, Limits{Depth: 6, Draw: -7})
	if got.Value != -7 {
		t.Errorf("Search with draws at -7 = %d, want -7", got.Value)
	}
	got = s.Search(t.Context(), 0, Limits{Depth: 2})
	if got.Value != 33 {
		t.Errorf("Search that ends before the repetition = %d, want the guess 33", got.Value)
	}
	history := []uint64{3, 4, 5, 2, 3, 4, 5}
	if got = s.Search(t.Context(), 0, Limits{Depth: 2, History: history}); got.Value != 0 {
		t.Errorf("Search with the next position twice in its history = %d, want the draw 0", got.Value)
	}
	if got = s.Search(t.Context(), 0, Limits{Depth: 2, History: history[4:]}); got.Value != 33 {
		t.Errorf("Search with the next position once in its history = %d, want the guess 33", got.Value)
	}
}

// track is won by the seat that reaches its end first, by one step or three at a time.
type track struct{ length int }

func (g track) Moves(p *int, buf []Move[int]) []Move[int] {
	return append(buf, Move[int]{M: 1, Order: 1}, Move[int]{M: 3})
}
func (track) Play(p *int, m int, next *int) Step { *next = *p + m; return Step{} }
func (g track) Bounds(p *int) (lo, hi int) {
	if *p >= g.length {
		return -1000, -1000 // the other seat has reached the end
	}
	return -1000, 1000
}
func (track) Eval(p *int) int   { return 5 }
func (track) Key(p *int) uint64 { return uint64(*p) }
func (track) Won() int          { return 1000 - MaxDepth }

// The winner hurries and the loser delays: values are 1,000 minus one for each ply to the end, with
// or without a table. A search ends when it knows the result.
func TestWonSoonLostLate(t *testing.T) {
	var plies func(left int) (win bool, n int)
	plies = func(left int) (win bool, n int) {
		if left <= 0 {
			return false, 0
		}
		worst := 0
		for _, m := range []int{1, 3} {
			switch lost, d := plies(left - m); {
			case !lost && (!win || d+1 < n):
				win, n = true, d+1
			case lost:
				worst = max(worst, d+1)
			}
		}
		if !win {
			n = worst
		}
		return win, n
	}
	for length := 1; length <= 14; length++ {
		for _, bytes := range []int{0, 1 << 12} {
			got := New(track{length}, bytes).Search(t.Context(), 0, Limits{})
			win, n := plies(length)
			want := 1000 - n
			if !win {
				want = n - 1000
			}
			if got.Value != want || !got.Proven || got.Depth > n+8 {
				t.Errorf("track of %d with %d bytes: %d at depth %d, proven %t; want %d and no search far beyond %d plies", length, bytes, got.Value, got.Depth, got.Proven, want, n)
			}
		}
	}
}

// Every move gets rounds with doubling nodes, until its value is certain or the nodes are used.
func TestEach(t *testing.T) {
	var asked [3][]int64
	total := int64(0)
	Each(t.Context(), 3, 50_000, func(_ context.Context, i int, nodes int64) (bool, int64) {
		asked[i] = append(asked[i], nodes)
		total += nodes
		return i == 1 && len(asked[i]) == 2, nodes
	})
	if len(asked[1]) != 2 || asked[1][1] != 2*asked[1][0] {
		t.Errorf("what is certain after two rounds was searched with %d nodes, want two rounds that double", asked[1])
	}
	if total != 50_000 || len(asked[0]) < 4 || len(asked[0])-len(asked[2]) > 1 {
		t.Errorf("%d nodes in %v, want 50,000 and all moves served alike", total, asked)
	}
	ended, cancel := context.WithCancel(t.Context())
	cancel()
	n := 0
	Each(ended, 5, 0, func(context.Context, int, int64) (bool, int64) { n++; return false, 1 })
	if n != 5 {
		t.Errorf("out of time, %d of 5 moves were valued, want each once", n)
	}
}

// stairs tests free moves: every second step is free, so depth d sees 2d steps.
type stairs struct{}

func (stairs) Moves(p *int, buf []Move[int]) []Move[int] {
	return append(buf, Move[int]{M: 1, Free: *p%2 == 1})
}
func (stairs) Play(p *int, m int, next *int) Step { *next = *p + m; return Step{Again: true} }
func (stairs) Bounds(*int) (lo, hi int)           { return -500, 500 }
func (stairs) Eval(p *int) int                    { return *p }
func (stairs) Key(p *int) uint64                  { return uint64(*p) }

func TestFreeMovesAreNoDepth(t *testing.T) {
	for depth, want := range map[int]int{1: 1, 2: 3, 3: 5, 10: 19} {
		if got := New(stairs{}, 0).Search(t.Context(), 0, Limits{Depth: depth}).Value; got != want {
			t.Errorf("depth %d saw %d steps, want %d", depth, got, want)
		}
	}
	if got := New(stairs{}, 1<<16).Search(t.Context(), 0, Limits{}).Value; got > MaxDepth {
		t.Errorf("the longest line has %d steps, want at most %d", got, MaxDepth)
	}
}

func TestTableMergesBounds(t *testing.T) {
	b := func(v int, lower, upper bool, depth int, proven bool) bound {
		return bound{value: v, lower: lower, upper: upper, depth: depth, proven: proven, work: 3}
	}
	tests := []struct {
		name   string
		bounds []bound
		lo, hi int16
	}{
		{"lower then upper", []bound{b(2, true, false, 4, false), b(9, false, true, 4, false)}, 2, 9},
		{"exact", []bound{b(2, true, true, 4, false)}, 2, 2},
		{"deeper wins", []bound{b(2, true, true, 4, false), b(5, true, false, 6, false)}, 5, infinity},
		{"proven stays", []bound{b(2, false, true, 4, true), b(5, true, false, 6, false)}, 2, 2},
		{"proven below", []bound{b(2, true, false, 4, true), b(-5, false, true, 6, false)}, 2, 2},
	}
	for _, test := range tests {
		t.Run(test.name, func(t *testing.T) {
			table := newTable(1 << 10)
			for _, b := range test.bounds {
				table.store(77, b)
			}
			if got := table.find(77); got.lo != test.lo || got.hi != test.hi {
				t.Errorf("bounds = %d..%d, want %d..%d", got.lo, got.hi, test.lo, test.hi)
			}
			if got := table.find(78); got != unknown {
				t.Errorf("find of another key = %+v, want nothing", got)
			}
		})
	}
}

func TestTableSize(t *testing.T) {
	for bytes, want := range map[int]int{0: 0, 63: 0, 64: 1, 127: 1, 128: 2, 1 << 20: 1 << 14} {
		if got := len(newTable(bytes).buckets); got != want {
			t.Errorf("a table of %d bytes has %d buckets, want %d", bytes, got, want)
		}
	}
	one := newTable(64)
	one.store(1, bound{value: 3, lower: true, upper: true, work: 1})
	if got := one.find(1); got.lo != 3 {
		t.Errorf("the only bucket does not keep its entry: %+v", got)
	}
}

func TestNoAllocationPerNode(t *testing.T) {
	s := New(maze{seed: 7, levels: 40, width: 5000, long: true}, 1<<16)
	run := func() { s.Search(context.Background(), room{}, Limits{Nodes: 20_000}) }
	run()
	if got := testing.AllocsPerRun(5, run); got > 50 {
		t.Errorf("a search of 20,000 nodes made %.0f allocations, want at most a few for its result", got)
	}
}

func BenchmarkSearch(b *testing.B) {
	s := New(maze{seed: 7, levels: 40, width: 5000, long: true}, 1<<20)
	b.ReportAllocs()
	var nodes int64
	for b.Loop() {
		nodes += s.Search(context.Background(), room{}, Limits{Nodes: 100_000}).Nodes
	}
	b.ReportMetric(float64(nodes)/b.Elapsed().Seconds(), "nodes/s")
}

// known is a maze in which all values are known beforehand. The search must return a move even
// then.
type known struct{ maze }

func (g known) Bounds(p *room) (lo, hi int) {
	v := g.plain(*p, g.levels)
	return v, v
}

func TestKnownRootHasAMove(t *testing.T) {
	for seed := range uint64(50) {
		g := maze{seed: seed, levels: 6, width: 9}
		got := New(known{g}, 0).Search(t.Context(), room{}, Limits{})
		want := g.plain(room{}, g.levels)
		if got.Value != want || !got.Proven || len(got.Line) == 0 || g.worth(room{}, got.Move, g.levels) != want {
			t.Errorf("seed %d: Search = %+v, want a move worth %d", seed, got, want)
		}
	}
}

// A warm search uses earlier results and returns the same values; old entries give way to new ones.
func TestWarm(t *testing.T) {
	g := noQuiet{maze{seed: 5, levels: 9, width: 12, long: true}}
	s := New(g, 1<<16)
	first := s.Search(t.Context(), room{}, Limits{Depth: 7})
	var next room
	g.Play(&room{}, first.Move, &next)
	if !s.Knows(next) || s.Knows(room{level: 8, at: 999}) {
		t.Errorf("knows the position after the best move: %t; one that can't come: %t", s.Knows(next),
			s.Knows(room{level: 8, at: 999}))
	}
	warm := s.Search(t.Context(), next, Limits{Depth: 6, Warm: true})
	cold := New(g, 1<<16).Search(t.Context(), next, Limits{Depth: 6})
	if warm.Value != cold.Value || warm.Nodes >= cold.Nodes {
		t.Errorf("warm: %d in %d nodes; cold: %d in %d; want the same value in fewer", warm.Value, warm.Nodes,
			cold.Value, cold.Nodes)
	}
	one := newTable(64)
	for key := range uint64(4) {
		one.store(key, bound{lower: true, depth: 9, work: 20})
	}
	for range 8 {
		one.age()
	}
	for key := uint64(10); key < 14; key++ {
		one.store(key, bound{lower: true, depth: 1, work: 2})
	}
	for key := uint64(10); key < 14; key++ {
		if one.find(key) == unknown {
			t.Errorf("what is new (%d) gave way to what is old", key)
		}
	}
}
