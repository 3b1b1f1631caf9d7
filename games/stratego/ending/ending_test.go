package ending

import (
	"math"
	"math/rand/v2"
	"testing"

	"paddock/games"
	"paddock/games/stratego/board"
	"paddock/games/stratego/view"
)

// parse returns the pieces of a text like "r8a4 rSb4 b1c9 bFa10 bBb10".
func parse(t *testing.T, words ...string) (men []Man) {
	t.Helper()
	for _, w := range words {
		at, _, ok := board.ParseSquare(w[2:])
		if !ok {
			t.Fatal(w)
		}
		men = append(men, Man{Seat: games.Seat(map[byte]int{'r': 0, 'b': 1}[w[0]]), Rank: board.Rank(w[1]), At: at})
	}
	return men
}

// all calls f with every position of an ending's pieces.
func (e *Ending) all(f func(p position, v Value)) {
	t := e.table(e.start(0).left)
	var place func(p position, k int)
	place = func(p position, k int) {
		if k == len(e.movers) {
			for p.seat = range games.Seat(2) {
				f(p, t[e.index(&p)])
			}
			return
		}
		p.left &^= 1 << k
		for c := range cell(len(e.cells)) {
			if e.man(&p, c) < 0 {
				next := p
				next.at[k], next.left = c, p.left|1<<k
				place(next, k+1)
			}
		}
	}
	p := e.start(0)
	for k := range e.movers {
		p.left &^= 1 << k
	}
	place(p, 0)
}

// The test checks docs/rules/stratego.md, "Endings": from how many placements RED wins with either
// side to move, and the most plies. A second program, which searches forward, computes the same
// figures.
func TestShares(t *testing.T) {
	for _, c := range []struct {
		men          []string
		first, reply float64 // RED's share with RED to move, and with BLUE to move
		most         Value   // the most plies of a win
		long         bool
	}{
		{[]string{"r1a1", "b7b1"}, .1099, .0554, 29, false},
		{[]string{"r1a1", "b9b1"}, .0373, 0, 1, false},
		{[]string{"rSa1", "b1b1"}, .1099, .0554, 29, false},
		{[]string{"r3a1", "r3b1", "b7c1"}, 1, 1, 52, false},
		{[]string{"r3a1", "r3b1", "b9c1"}, .0736, .0001, 6, false},
		{[]string{"r1a1", "r9b1", "b9c1"}, .1976, .0022, 4, true},
		{[]string{"r1a1", "r2b1", "bSc1"}, 1, .9663, 52, true},
		{[]string{"rSa1", "rSb1", "b1c1"}, 1, .9337, 52, true},
		{[]string{"rSa1", "r3b1", "b1c1"}, .1629, .0773, 43, true},
		{[]string{"r8a1", "rSb1", "b1c1", "bFa10", "bBa9", "bBb10"}, .9981, .9438, 78, true},
		{[]string{"r8a1", "r3b1", "b1c1", "bFa10", "bBa9", "bBb10"}, .5420, .4657, 33, true},
	} {
		if c.long && testing.Short() {
			continue
		}
		e := Solve(parse(t, c.men...))
		var n, won [2]float64
		most := Value(0)
		e.all(func(p position, v Value) {
			if n[p.seat]++; v.Wins() && p.seat == 0 || v.Loses() && p.seat == 1 {
				won[p.seat]++
				most = max(most, v-1)
			}
		})
		first, reply := won[0]/n[0], won[1]/n[1]
		if math.Abs(first-c.first) > 6e-5 || math.Abs(reply-c.reply) > 6e-5 || most != c.most {
			t.Errorf("%v: %.4f, %.4f, %d plies; want %.4f, %.4f, %d", c.men, first, reply, most, c.first, c.reply, c.most)
		}
	}
}

// The test checks docs/rules/stratego.md, "Endings": a Marshal to move never catches a Sergeant
// from an even distance.
func TestEvenDistance(t *testing.T) {
	e := Solve(parse(t, "r1a1", "b7b1"))
	n, caught := 0.0, 0.0
	e.all(func(p position, v Value) {
		a, b := e.cells[p.at[0]], e.cells[p.at[1]]
		steps := abs(a.File()-b.File()) + abs(a.Row()-b.Row())
		if p.seat == 0 && v.Wins() && steps%2 == 0 {
			t.Errorf("caught from %s and %s", a, b)
		}
		if p.seat == 0 && !a.Location().IsAdjacent(b.Location()) {
			if n++; v.Wins() {
				caught++
			}
		}
	})
	if got := caught / n; math.Abs(got-.0754) > 6e-5 {
		t.Errorf("caught from %.4f of the placements not side by side, want .0754", got)
	}
}

func abs(x int) int { return max(x, -x) }

// The value of a position follows from those of the positions after its steps, as the rules play
// them.
func TestRules(t *testing.T) {
	rng := rand.New(rand.NewPCG(1, 1))
	for _, words := range [][]string{
		{"r8a1", "rSb1", "b1c1", "bFa10", "bBa9", "bBb10", "rFj1"},
		{"r3a1", "r9b1", "b9c1", "bFa10", "bBa9", "bBb10", "rFj1", "rBj2", "rBi1"},
		{"r4a1", "b4b1", "bSc1", "bFe10", "rFj1", "rBj2"},
	} {
		e := Solve(parse(t, words...))
		fixed := parse(t, words[len(e.movers):]...)
		for range 2000 {
			p := e.start(games.Seat(rng.IntN(2)))
			for k := range e.movers {
				p.left &^= 1 << k
			}
			for k := range e.movers {
				for p.at[k] = cell(rng.IntN(len(e.cells))); e.man(&p, p.at[k]) >= 0; {
					p.at[k] = cell(rng.IntN(len(e.cells)))
				}
				p.left |= 1 << k
			}
			checkValue(t, e, p, fixed)
		}
	}
}

// checkValue compares a value with those after the steps of the rules.
func checkValue(t *testing.T, e *Ending, p position, fixed []Man) {
	t.Helper()
	f := view.Facts{Phase: view.Play, Turn: games.SeatSet(p.seat)}
	for k, m := range e.movers {
		f.Put(e.cells[p.at[k]], view.Man{Seat: m.Seat, Rank: m.Rank, Known: true})
	}
	for _, m := range fixed {
		f.Put(m.At, view.Man{Seat: m.Seat, Rank: m.Rank, Known: true})
	}
	soonest, latest, escapes := Value(math.MaxUint8), Value(0), false
	for _, m := range f.Steps(p.seat, true) {
		k := 0
		for e.cells[p.at[k]] != m.From {
			k++
		}
		switch v := e.enter(p, k, e.cell[m.To]); {
		case v.Loses():
			soonest = min(soonest, v)
		case v.Wins():
			latest = max(latest, v)
		default:
			escapes = true
		}
	}
	want := latest + 1
	if soonest < math.MaxUint8 {
		want = soonest + 1
	} else if escapes {
		want = 0
	}
	if got := e.value(p); got != want {
		t.Fatalf("value %d, want %d, in %s", got, want, f.Text())
	}
}

func BenchmarkSolve(b *testing.B) {
	men := []Man{{Rank: '3', At: 0}, {Rank: '3', At: 1}, {Seat: 1, Rank: '9', At: 2}}
	for b.Loop() {
		Solve(men).Value(0)
	}
}
