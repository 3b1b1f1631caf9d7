package kalah

import (
	"context"
	"maps"
	"math"
	"math/rand/v2"
	"testing"

	"paddock/games/search"
)

// The test checks docs/rules/kalah.md, "Known values": in (6,3) only hole 5 is best, and hole 4,
// which sows again, loses by 2.
func TestOnlyHoleOfSixThree(t *testing.T) {
	if testing.Short() {
		t.Skip("long, and one goroutine only")
	}
	th := thinker{table: true}
	p := position{board: newBoard(6, 3), toMove: south}
	want := map[move]int{1: -14, 2: -16, 3: -10, 4: -2, 5: 2, 6: 0}
	if got, certain := th.values(t.Context(), p); !certain || !maps.Equal(got, want) {
		t.Errorf("(6,3): %v (certain: %t), want %v", got, certain, want)
	}
	if e := p.play(4); !e.again {
		t.Error("(6,3): hole 4 does not sow again")
	}
}

// randomEnding returns the first position of a random game of (6,4) with at most 20 beans in play.
func randomEnding(rng *rand.Rand) position {
	for {
		p := position{board: newBoard(6, 4), toMove: south}
		for p.toMove != over && p.beansInPlay(south)+p.beansInPlay(north) > 20 {
			var holes []move
			for m := range (rules{}).Legal(p) {
				holes = append(holes, m)
			}
			p.play(holes[rng.IntN(len(holes))])
		}
		if p.toMove != over {
			return p
		}
	}
}

// gain returns the final margin of the seat to move by best play.
func (t *thinker) gain(ctx context.Context, p position) int {
	return t.think(ctx, p, practised, search.Limits{}).margin
}

// share counts the positions in which something was possible, and those in which it happened.
type share struct{ some, yes float64 }

func (s *share) count(possible, yes bool) {
	if possible {
		if s.some++; yes {
			s.yes++
		}
	}
}

// choice is one hole of a position, what sowing it brings at once, and whether nothing is better.
type choice struct {
	effect
	beans int
	best  bool
}

// choices returns the holes of a position, and the final margin of its player by best play.
func (t *thinker) choices(ctx context.Context, p position) (list []choice, best int) {
	sign := 1
	if p.toMove == north {
		sign = -1
	}
	best = math.MinInt
	values, _ := t.values(ctx, p)
	for _, v := range values {
		best = max(best, sign*v)
	}
	for m, v := range values {
		next := p
		e := next.play(m)
		list = append(list, choice{e, next.rows[p.toMove][pot] - p.rows[p.toMove][pot], sign*v == best})
	}
	return list, best
}

// none reports whether there are choices of a given kind, and whether none of these is the best.
func none(list []choice, kind func(choice) bool) (some, bad bool) {
	bad = true
	for _, c := range list {
		if kind(c) {
			some, bad = true, bad && !c.best
		}
	}
	return some, bad
}

// The test checks what docs/rules/kalah.md says under "Known values" about what best play looks
// like with at most 20 beans in play.
func TestHabitsOfBestPlay(t *testing.T) {
	if testing.Short() {
		t.Skip("long, and one goroutine only")
	}
	const positions = 3000
	th := thinker{table: true}
	rng := rand.New(rand.NewPCG(1, 6))
	var again, capture, pass, only, richest, ahead share
	for range positions {
		p := randomEnding(rng)
		list, best := th.choices(t.Context(), p)
		again.count(none(list, func(c choice) bool { return c.again }))
		capture.count(none(list, func(c choice) bool { return c.captured > 0 }))
		most, bests := 0, 0
		for _, c := range list {
			if most = max(most, c.beans); c.best {
				bests++
			}
		}
		only.count(len(list) > 1, bests == 1)
		_, poor := none(list, func(c choice) bool { return c.beans == most })
		richest.count(len(list) > 1, poor)
		lead := p.rows[p.toMove][pot] - p.rows[1-p.toMove][pot]
		ahead.count(lead != 0, lead*best < 0)
		passed := p
		passed.toMove = 1 - p.toMove
		pass.count(true, -th.gain(t.Context(), passed) > best)
	}
	for _, c := range []struct {
		what string
		got  share
		want float64
	}{
		{"no hole that sows again is best", again, .12},
		{"no hole that captures is best", capture, .31},
		{"one hole alone is best", only, .67},
		{"no hole that brings most beans at once is best", richest, .26},
		{"who has more in the pot loses", ahead, .20},
		{"passing would be better", pass, .08},
	} {
		if got := c.got.yes / c.got.some; math.Abs(got-c.want) > .01 {
			t.Errorf("%s: %.3f of %.0f positions, want %.2f ± .01", c.what, got, c.got.some, c.want)
		}
	}
}

// The test checks docs/rules/kalah.md, "Known values": with one bean in each hole, the first to sow
// wins by 2 with an even number of holes, and nobody with an odd one.
func TestOneBeanEach(t *testing.T) {
	th := thinker{table: true}
	for m := 1; m <= 9; m++ {
		p := position{board: newBoard(m, 1), toMove: south}
		if got, want := th.gain(t.Context(), p), 2-m%2*2; got != want {
			t.Errorf("(%d,1): %d, want %d", m, got, want)
		}
	}
}
