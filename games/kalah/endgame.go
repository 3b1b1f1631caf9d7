package kalah

import "paddock/games/search"

// endgame knows the exact value of all positions of a small board with few beans in play. It works them out when they are first asked
// for, each from the ones that it leads to, and never forgets them; so nothing has to be made beforehand and values don't depend
// on what was asked before.
type endgame struct {
	game   *packed // without an endgame of its own
	beans  int     // at most so many in play
	values []uint8 // by rank; value + offset, 0: not yet known
	sizes  [packedBeans][2*packedHoles + 1]int32
}

const (
	endgameBytes = 3 << 20
	endgameBeans = 60 // at most, so that values fit
	offset       = endgameBeans + 1
)

func newEndgame(m int, rules variant, size int) *endgame {
	e := &endgame{game: &packed{m: m, rules: rules, laps: lapsFor(m)}}
	k := 2 * m
	for e.beans < endgameBeans && choose(e.beans+1+k, k) <= size {
		e.beans++
	}
	e.values = make([]uint8, choose(e.beans+k, k))
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
	known := &e.values[e.rank(p)]
	if *known == 0 {
		*known = uint8(e.best(p) + offset)
	}
	return int(*known) - offset
}

func (e *endgame) best(p pair) int {
	best := -own255
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

const own255 = packedBeans + 1

var _ = search.MaxValue
