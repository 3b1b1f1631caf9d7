package kalah

import (
	"context"
	"maps"
	"math"
	"math/rand/v2"
	"testing"

	"paddock/games/search"
)

// docs/rules/kalah.md, Known values: in (6,3) only hole 5 is best, and hole 4, which sows again,
// loses by 2.
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

// docs/rules/kalah.md, What best play looks like: how often no hole that sows again, or none that
// captures, is best with at most 20 beans in play, and how often the player would rather pass.
func TestHabitsOfBestPlay(t *testing.T) {
	if testing.Short() {
		t.Skip("long, and one goroutine only")
	}
	const positions = 3000
	th := thinker{table: true}
	rng := rand.New(rand.NewPCG(1, 6))
	var again, capture struct{ some, bad float64 }
	pass := 0.0
	for range positions {
		p := randomEnding(rng)
		sign := 1
		if p.toMove == north {
			sign = -1
		}
		best := math.MinInt
		values, _ := th.values(t.Context(), p)
		for _, v := range values {
			best = max(best, sign*v)
		}
		hasAgain, goodAgain, hasCapture, goodCapture := false, false, false, false
		for m, v := range values {
			next := p
			e := next.play(m)
			hasAgain, goodAgain = hasAgain || e.again, goodAgain || e.again && sign*v == best
			hasCapture, goodCapture = hasCapture || e.captured > 0, goodCapture || e.captured > 0 && sign*v == best
		}
		if hasAgain {
			again.some++
			if !goodAgain {
				again.bad++
			}
		}
		if hasCapture {
			capture.some++
			if !goodCapture {
				capture.bad++
			}
		}
		passed := p
		passed.toMove = 1 - p.toMove
		if -th.gain(t.Context(), passed) > best {
			pass++
		}
	}
	for _, c := range []struct {
		what      string
		got, want float64
	}{
		{"no hole that sows again is best", again.bad / again.some, .12},
		{"no hole that captures is best", capture.bad / capture.some, .31},
		{"passing would be better", pass / positions, .08},
	} {
		if t.Logf("%s: %.3f", c.what, c.got); math.Abs(c.got-c.want) > .01 {
			t.Errorf("%s: %.3f of the positions, want %.2f ± .01", c.what, c.got, c.want)
		}
	}
}
