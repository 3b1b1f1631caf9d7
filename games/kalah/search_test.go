package kalah

import (
	"context"
	"fmt"
	"math/rand/v2"
	"testing"

	"paddock/games"
	"paddock/games/search"
)

// randomPosition returns a position in play with about the given number of beans.
func randomPosition(rng *rand.Rand, m, beans int, r variant) position {
	for {
		p := position{board: newBoard(m, 0), toMove: games.Seat(rng.IntN(2)), rules: r}
		for range beans + 1 { // with one bean, one row would always be empty
			p.rows[rng.IntN(2)][1+rng.IntN(m)] += 1 + rng.IntN(3)*rng.IntN(2)
		}
		if ended, _ := p.settle(); !ended {
			return p
		}
	}
}

// Both board implementations of the search sow by the rules, at every size and with more beans in a
// hole than a byte can count (K3).
func TestSearchSowsByTheRules(t *testing.T) {
	rng := rand.New(rand.NewPCG(1, 2))
	for i := range 20_000 {
		r := variant(i % 2)
		p := randomPosition(rng, 1+rng.IntN(maxHoles), 1+rng.IntN(50), r)
		if i%10 == 0 {
			p.rows[p.toMove][1+rng.IntN(p.m)] += rng.IntN(900)
		}
		for m := range (rules{}).Legal(p) {
			next := p
			e := next.play(m)
			gained := next.beans(p.toMove, pot) - p.beans(p.toMove, pot) - e.swept[p.toMove]
			place := uint8(p.at(p.toMove, int(m)))

			slow := &wide{m: p.m, rules: r, style: sturdy}
			from, to := p.lines(), lines{}
			step := slow.Play(&from, place, &to)
			lo, hi := slow.Bounds(&to)
			check(t, p, m, "wide", step, gained, e, to == linesOf(next), lo, hi)

			if rows, ok := p.pack(); ok {
				fast := &packed{m: p.m, rules: r, style: sturdy, laps: lapsFor(p.m)}
				if got, want := fast.Eval(&rows), slow.Eval(&from); got != want && p.m != fittedHoles {
					t.Errorf("%s: packed guesses %d, wide %d", text(p), got, want)
				}
				var after pair
				step := fast.Play(&rows, place, &after)
				lo, hi := fast.Bounds(&after)
				check(t, p, m, "packed", step, gained, e, after == pairOf(next), lo, hi)
			}
		}
		if t.Failed() {
			return
		}
	}
}

func linesOf(p position) lines {
	if p.toMove == over {
		return lines{}
	}
	return p.lines()
}

func pairOf(p position) pair {
	if p.toMove == over {
		return pair{}
	}
	rows, _ := p.pack()
	return rows
}

func check(t *testing.T, p position, m move, name string, step search.Step, gained int, e effect, same bool,
	lo, hi int,
) {
	t.Helper()
	if step.Gain != gained {
		t.Errorf("%s: %s sows %d: gain %d, want %d", text(p), name, m, step.Gain, gained)
	}
	if e.over {
		left := e.swept[p.toMove] - e.swept[1-p.toMove]
		if !step.Again {
			left = -left
		}
		if lo != left || hi != left {
			t.Errorf("%s: %s sows %d: bounds %d..%d at the end, want %d", text(p), name, m, lo, hi, left)
		}
		return
	}
	if !same || step.Again != e.again || lo == hi {
		t.Errorf("%s: %s sows %d: same rows %t, again %t, settled %t; want true, %t, false", text(p), name, m, same,
			step.Again, lo == hi, e.again)
	}
}

// All methods for the value of a position agree with plain minimax over the rules.
func TestSearchIsExact(t *testing.T) {
	rng := rand.New(rand.NewPCG(3, 4))
	tables := map[string]*endgame{}
	for i := range 400 {
		r := variant(i % 2)
		p := randomPosition(rng, 1+rng.IntN(5), 1+rng.IntN(5), r)
		want := exhaust(p, values{})
		if p.toMove == north {
			want = -want
		}
		for _, bytes := range []int{0, 1 << 16} {
			rows, _ := p.pack()
			fast := search.New(&packed{m: p.m, rules: r, style: sturdy, laps: lapsFor(p.m)}, bytes).Search(t.Context(),
				rows, search.Limits{})
			slow := search.New(&wide{m: p.m, rules: r, style: sturdy}, bytes).Search(t.Context(), p.lines(),
				search.Limits{})
			ahead := p.beans(p.toMove, pot) - p.beans(1-p.toMove, pot)
			if got := ahead + fast.Value; got != want || !fast.Proven {
				t.Errorf("%s: packed search says %d (proven: %t), want %d", text(p), got, fast.Proven, want)
			}
			if got := ahead + slow.Value; got != want || !slow.Proven {
				t.Errorf("%s: wide search says %d (proven: %t), want %d", text(p), got, slow.Proven, want)
			}
			name := fmt.Sprint(p.m, r)
			if tables[name] == nil {
				tables[name] = newEndgame(p.m, r, 1<<16)
			}
			if n := p.beansInPlay(south) + p.beansInPlay(north); n <= tables[name].beans {
				if v, _ := tables[name].value(rows, &patience{ctx: t.Context()}); ahead+v != want {
					t.Errorf("%s: end-game table says %d, want %d", text(p), ahead+v, want)
				}
			}
		}
	}
}

// The endings of the boards used last are kept; the least recently used are dropped.
func TestEndingsAreKept(t *testing.T) {
	first := endingsOf(6, standard)
	for _, m := range []int{1, 2, 5} {
		endingsOf(m, standard)
		endingsOf(m, emptyCapture)
		if endingsOf(6, standard) != first {
			t.Errorf("the endings of six holes were dropped for those of %d, though they are in use", m)
		}
	}
	for m := 3; m <= 8; m++ {
		if m != 6 {
			endingsOf(m, emptyCapture)
		}
	}
	total := 0
	for _, e := range endings.kinds {
		total += e.bytes()
	}
	if total > endingsBytes {
		t.Errorf("%d bytes of endings are kept, want at most %d", total, endingsBytes)
	}
	if endingsOf(6, standard) == first {
		t.Error("the endings that have not been used for longest are still there")
	}
}

// counting is a context that ends after a number of calls of Err.
type counting struct {
	context.Context
	left int
}

func (c *counting) Err() error {
	if c.left--; c.left < 0 {
		return context.DeadlineExceeded
	}
	return nil
}

// The computation of endings stops when the context ends, and unfinished values are computed later.
func TestEndingsEndWithTheContext(t *testing.T) {
	p := at(t, "kalah/1 m=7 to=S south=1.1.1.1.1.1.1:0 north=1.1.1.1.0.0.0:0 rules=standard")
	rows, _ := p.pack()
	e := newEndgame(p.m, standard, endgameBytes)
	if n := p.beansInPlay(south) + p.beansInPlay(north); n > e.beans {
		t.Fatalf("the table knows %d beans, want at least %d", e.beans, n)
	}
	impatient := &patience{ctx: &counting{t.Context(), 3}}
	if v, ok := e.value(rows, impatient); ok || impatient.asked != 4*1024 {
		t.Errorf("value = %d, %t after %d positions, want to have given up after 4,096", v, ok, impatient.asked)
	}
	got, ok := e.value(rows, &patience{ctx: t.Context()})
	if want, _ := newEndgame(p.m, standard, endgameBytes).value(rows, &patience{ctx: t.Context()}); !ok || got != want {
		t.Errorf("asked again: %d, %t; want %d", got, ok, want)
	}
}

// The combinatorial rank numbers every position once.
func TestRank(t *testing.T) {
	e := newEndgame(2, standard, 1000)
	seen := make([]bool, choose(e.beans+4, 4))
	var walk func(p pair, hole, left int)
	walk = func(p pair, hole, left int) {
		if hole == 4 {
			n := e.rank(p)
			if n < 0 || n >= len(seen) || seen[n] {
				t.Errorf("rank of %v is %d, out of %d or not for the first time", p, n, len(seen))
				return
			}
			seen[n] = true
			return
		}
		for beans := range left + 1 {
			next := p
			if hole < 2 {
				next.own |= uint64(beans) << (8 * hole)
			} else {
				next.opp |= uint64(beans) << (8 * (hole - 2))
			}
			walk(next, hole+1, left-beans)
		}
	}
	walk(pair{}, 0, e.beans)
	for n, ok := range seen {
		if !ok {
			t.Errorf("no position has rank %d", n)
		}
	}
}

func TestEndgameSizes(t *testing.T) {
	for m, want := range map[int]int{1: endgameBeans, 6: 14, 8: 10} {
		e := newEndgame(m, standard, endgameBytes)
		if e.beans != want || 4*len(e.values) > endgameBytes {
			t.Errorf("the end-game table for %d holes knows %d beans in %d bytes, want %d in at most %d", m, e.beans,
				4*len(e.values), want, endgameBytes)
		}
	}
}

func TestSearchDoesNotAllocate(t *testing.T) {
	p := at(t, start64)
	rows, _ := p.pack()
	fast := search.New(&packed{m: p.m, style: sturdy, laps: lapsFor(p.m)}, 1<<16)
	slow := search.New(&wide{m: p.m, style: sturdy}, 1<<16)
	limits := search.Limits{Nodes: 20_000}
	run := func() {
		fast.Search(context.Background(), rows, limits)
		slow.Search(context.Background(), p.lines(), limits)
	}
	run()
	if got := testing.AllocsPerRun(5, run); got > 30 {
		t.Errorf("two searches of 20,000 nodes made %.0f allocations, want at most a few for their results", got)
	}
}

// perftPacked counts leaves like perft, with the search's moves.
func perftPacked(g *packed, p pair, depth int) (leaves int) {
	own, opp := sum(p.own), sum(p.opp)
	if own == 0 || opp == 0 {
		return 0
	}
	for i := range uint8(g.m) {
		switch {
		case uint8(p.own>>(8*i)) == 0:
		case depth == 1:
			leaves++
		default:
			var next pair
			g.Play(&p, i, &next)
			leaves += perftPacked(g, next, depth-1)
		}
	}
	return leaves
}

// Rule KG6 allows at most a second.
func BenchmarkPerft10(b *testing.B) {
	p := at(b, start64)
	rows, _ := p.pack()
	g := &packed{m: p.m, laps: lapsFor(p.m)}
	b.ReportAllocs()
	for b.Loop() {
		if got, want := perftPacked(g, rows, 10), 13_519_607; got != want {
			b.Fatalf("perft of (6,4) to depth 10 = %d, want %d", got, want)
		}
	}
}

func TestPerftPacked(t *testing.T) {
	for _, test := range []struct {
		text        string
		depth, want int
	}{
		{start64, 8, 563_055},
		// by the other reading of rule K8 the number of positions would be 5,197,664
		{"kalah/1 m=6 to=S south=6.6.6.6.6.6:0 north=6.6.6.6.6.6:0 rules=standard", 9, 5_197_521},
	} {
		p := at(t, test.text)
		rows, _ := p.pack()
		if got := perftPacked(&packed{m: p.m, laps: lapsFor(p.m)}, rows, test.depth); got != test.want {
			t.Errorf("perft of %s to depth %d = %d, want %d", test.text, test.depth, got, test.want)
		}
	}
}

func BenchmarkSearch(b *testing.B) {
	p := at(b, start64)
	rows, _ := p.pack()
	s := search.New(&packed{m: p.m, style: sturdy, laps: lapsFor(p.m)}, tableBytes)
	b.ReportAllocs()
	var nodes int64
	for b.Loop() {
		nodes += s.Search(context.Background(), rows, search.Limits{Nodes: 1_000_000, TableDepth: tableDepth}).Nodes
	}
	b.ReportMetric(float64(nodes)/b.Elapsed().Seconds(), "nodes/s")
}
