package kalah

import (
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
	endgameBytes = 10 << 20
	endgameBeans = 60 // at most, so that values fit
	endgameKinds = 2  // of boards whose endings are kept
	offset       = endgameBeans + 1
)

// endings are those of the kinds of boards that were played last, the latest first.
var endings struct {
	sync.Mutex
	kinds []*endgame
}

// endingsOf returns the endings of a kind of board.
func endingsOf(m int, r variant) *endgame {
	endings.Lock()
	defer endings.Unlock()
	i := slices.IndexFunc(endings.kinds, func(e *endgame) bool { return e.game.m == m && e.game.rules == r })
	if i < 0 {
		endings.kinds = append(endings.kinds[:min(len(endings.kinds), endgameKinds-1)], newEndgame(m, r, endgameBytes))
		i = len(endings.kinds) - 1
	}
	e := endings.kinds[i]
	copy(endings.kinds[1:i+1], endings.kinds[:i])
	endings.kinds[0] = e
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

// value is the exact margin still to come for the seat to move. p has at most e.beans beans in play.
func (e *endgame) value(p pair) int {
	own, opp := sum(p.own), sum(p.opp)
	if own == 0 || opp == 0 {
		return own - opp
	}
	n := e.rank(p)
	word, shift := &e.values[n/4], 8*(n%4)
	if known := uint8(word.Load() >> shift); known != 0 {
		return int(known) - offset
	}
	v := e.best(p)
	word.Or(uint32(v+offset) << shift) // whoever else works it out finds the same
	return v
}

func (e *endgame) best(p pair) int {
	best := -endgameBeans
	for i := range uint8(e.game.m) {
		if uint8(p.own>>(8*i)) == 0 {
			continue
		}
		var next pair
		step := e.game.Play(&p, i, &next)
		v := e.value(next)
		if !step.Again {
			v = -v
		}
		best = max(best, step.Gain+v)
	}
	return best
}
