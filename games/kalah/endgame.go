package kalah

import (
	"context"
	"slices"
	"sync"
	"sync/atomic"
)

// endgame knows the exact value of all positions of a small board with few beans in play. It works them out when they are first asked
// for, each from the ones that it leads to, and never forgets them; so nothing has to be made beforehand, and values don't depend
// on what was asked before. It is safe for concurrent use.
type endgame struct {
	game   packed          // without an endgame of its own
	beans  int             // at most so many in play
	values []atomic.Uint32 // four to a word, by rank: value + offset, 0 if it is not yet known
	sizes  [endgameBeans + 1][2 * packedHoles]int32
}

const (
	endgameBytes = 10 << 20 // of one kind of board
	endingsBytes = 40 << 20 // of all kinds that are kept
	endgameBeans = 60       // at most, so that values fit
	offset       = endgameBeans + 1
)

// endings are those of the kinds of boards that were played last, the latest first.
var endings struct {
	sync.Mutex
	kinds []*endgame
}

func (e *endgame) bytes() int { return 4 * len(e.values) }

// patience is how long a search waits for endings to be worked out: until its context ends.
type patience struct {
	ctx   context.Context
	asked uint
	over  bool
}

// ended looks at the context now and then.
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
	if i := slices.IndexFunc(endings.kinds, func(e *endgame) bool { return e.game.m == m && e.game.rules == r }); i >= 0 {
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

// newEndgame makes a table for as many beans as fit into so many bytes.
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

// choose is the binomial coefficient, or more than any table if it is large.
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

// rank numbers the positions with at most e.beans beans: those with fewer beans come first.
//
// Walking along all holes, the beans so far, s, at the j-th hole make an ascending sequence s+j, and those are counted by the
// combinatorial number system: the sum of choose(s+j, j+1).
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

// value is the exact margin still to come for the seat to move; false if it could not be worked out in time. p has at most e.beans beans in play.
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
		word.Or(uint32(v+offset) << shift) // whoever else works it out finds the same
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
