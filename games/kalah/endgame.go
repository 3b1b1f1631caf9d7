package kalah

import (
	"context"
	"slices"
	"sync"
	"sync/atomic"
)

// endgame is a table of the exact values of all positions of a small board with few beans in play.
// It computes a value on first use from the positions that follow, and keeps it. So nothing is
// computed beforehand, and values do not depend on earlier calls. It is safe for concurrent use.
type endgame struct {
	game   packed          // the game without an endgame table
	beans  int             // largest number of beans in play
	values []atomic.Uint32 // the value + offset of each position, four to a word; 0 if it is not known yet
	sizes  [endgameBeans + 1][2 * packedHoles]int32
}

const (
	endgameBytes = 10 << 20 // size of the table of one kind of board
	endingsBytes = 40 << 20 // size of all tables together
	endgameBeans = 60       // largest number of beans, so that values fit
	offset       = endgameBeans + 1
)

// endings holds the tables of the boards played last, the latest first.
var endings struct {
	sync.Mutex
	kinds []*endgame
}

func (e *endgame) bytes() int { return 4 * len(e.values) }

// patience ends the wait of a search for endings when the search's context ends.
type patience struct {
	ctx   context.Context
	asked uint
	over  bool
}

// ended reports whether the context has ended. It checks only from time to time.
func (w *patience) ended() bool {
	if w.asked++; w.asked%1024 == 0 && w.ctx.Err() != nil {
		w.over = true
	}
	return w.over
}

// endingsOf returns the endings of a kind of board.
func endingsOf(m int, r variant) *endgame {
	endings.Lock()
	defer endings.Unlock()
	var e *endgame
	if i := slices.IndexFunc(endings.kinds, func(e *endgame) bool {
		return e.game.m == m && e.game.rules == r
	}); i >= 0 {
		e = endings.kinds[i]
		endings.kinds = slices.Delete(endings.kinds, i, i+1)
	} else {
		e = newEndgame(m, r, endgameBytes)
	}
	endings.kinds = slices.Insert(endings.kinds, 0, e)
	total := 0
	for i, e := range endings.kinds {
		if total += e.bytes(); total > endingsBytes {
			endings.kinds = slices.Delete(endings.kinds, i, len(endings.kinds))
			break
		}
	}
	return e
}

// newEndgame makes a table for as many beans as fit into size bytes.
func newEndgame(m int, r variant, size int) *endgame {
	e := &endgame{game: packed{m: m, rules: r, laps: lapsFor(m)}}
	k := 2 * m
	for e.beans < endgameBeans && choose(e.beans+1+k, k) <= size {
		e.beans++
	}
	e.values = make([]atomic.Uint32, choose(e.beans+k, k)/4+1)
	for n := range e.beans + 1 {
		for j := range k {
			e.sizes[n][j] = int32(choose(n+j, j+1))
		}
	}
	return e
}

// choose returns the binomial coefficient, or a number above any table size if it is large.
func choose(n, k int) int {
	c := 1
	for i := 1; i <= k; i++ {
		c = c * (n - k + i) / i
		if c > 1<<30 {
			return 1 << 30
		}
	}
	return c
}

// rank numbers the positions with at most e.beans beans; those with fewer beans come first.
//
// Along all holes, the sum s of beans before the j-th hole gives an ascending sequence s+j. The
// combinatorial number system numbers these sequences: the sum of choose(s+j, j+1).
func (e *endgame) rank(p pair) int {
	n, s, j := 0, uint8(0), 0
	for _, row := range [2]uint64{p.own, p.opp} {
		for range e.game.m {
			s += uint8(row)
			row >>= 8
			n += int(e.sizes[s][j])
			j++
		}
	}
	return n
}

// value returns the exact future margin for the seat to move; false if it could not be computed in
// time. p has at most e.beans beans in play.
func (e *endgame) value(p pair, w *patience) (v int, ok bool) {
	own, opp := sum(p.own), sum(p.opp)
	if own == 0 || opp == 0 {
		return own - opp, true
	}
	n := e.rank(p)
	word, shift := &e.values[n/4], 8*(n%4)
	if known := uint8(word.Load() >> shift); known != 0 {
		return int(known) - offset, true
	}
	if w.ended() {
		return 0, false
	}
	if v, ok = e.best(p, w); ok {
		word.Or(uint32(v+offset) << shift) // other goroutines compute the same value
	}
	return v, ok
}

func (e *endgame) best(p pair, w *patience) (best int, ok bool) {
	best = -endgameBeans
	for i := range uint8(e.game.m) {
		if uint8(p.own>>(8*i)) == 0 {
			continue
		}
		var next pair
		step := e.game.Play(&p, i, &next)
		v, ok := e.value(next, w)
		if !ok {
			return 0, false
		}
		if !step.Again {
			v = -v
		}
		best = max(best, step.Gain+v)
	}
	return best, true
}
