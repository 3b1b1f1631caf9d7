package player

import (
	"math/bits"

	"paddock/games/stratego/board"
)

// A single piece that walks to our Flag wins against any lead, and the search does not see a walk of
// eight steps. So the search compares the raiders' ways to our Flag with those of our pieces that
// can stop them.

// raidReach is the greatest distance from our Flag at which an enemy counts as a raider.
const raidReach = 9

// lateness holds the share of a raider's danger in hundredths, by the number of steps that our first
// piece is late.
var lateness = [6]int32{0, 60, 80, 90, 95, 100}

// gate is a square beside our Flag. A raider takes the Flag from one of them, unless one of our
// pieces captures it there.
type gate struct {
	// number of steps in which an enemy on a cell takes the Flag by this gate, the second for Miners;
	// 0: no way
	taken [2][cells]int
	home  [cells]int // one more than the steps of our pieces from a cell to this gate; 0: no way
}

// newGate returns the gate on a cell.
func (p *worth) newGate(w *world, at int16) (g gate) {
	for k, bombs := range [2]int{0, 2} { // Bombs stop all but Miners
		toll := func(t *man) int { return p.toll(t, bombs) }
		last := 1
		if i := w.at[at]; i >= 0 {
			last = toll(&w.men[i])
		}
		if last > 0 {
			g.taken[k] = w.arrivals(at, last, toll)
		}
	}
	g.home = w.arrivals(at, 1, p.homeward)
	return g
}

// arrivals returns the steps from each cell to a target and some more; 0 if there is no way.
func (w *world) arrivals(target int16, more int, toll func(t *man) int) [cells]int {
	far := w.distances(target, toll)
	for c, d := range far {
		if d > 0 || c == int(target) {
			far[c] += more
		}
	}
	return far
}

// raid returns the number of steps in which an enemy of a rank on a cell takes the Flag by a gate.
func (g *gate) raid(rank int8, cell int16) int {
	if rank == miner {
		return g.taken[1][cell]
	}
	return g.taken[0][cell]
}

// homeward returns how many steps a piece on its way costs ours when it returns to our Flag.
func (p *worth) homeward(t *man) int {
	switch {
	case t.seat != p.ours:
		return through
	case !mobile[t.rank]:
		return 0
	}
	return 2
}

// raiders returns the enemies that may be raiders, a bit for each index among the enemy's men.
func (s *searcher) raiders() (set uint64) {
	ours := int(s.ours)
	for i, e := range s.w.men[40*(1-ours) : 40*(1-ours)+s.w.movers[1-ours]] {
		if s.raids(&e) {
			set |= 1 << i
		}
	}
	return set
}

// raids reports whether an enemy is on the board and near enough to our Flag to be a raider.
func (s *searcher) raids(e *man) bool {
	return e.cell >= 0 && s.danger[e.rank][e.cell] >= menace[raidReach]
}

// watch keeps track of the raiders when a man has moved or fought.
func (s *searcher) watch(man int8) {
	e := &s.w.men[man]
	if e.seat == s.ours {
		return
	}
	bit := uint64(1) << (man - 40*e.seat)
	if s.near &^= bit; s.raids(e) {
		s.near |= bit
	}
}

// raided returns the danger of the worst raider that none of our pieces can stop in time. A piece
// stops a raider that it does not lose to if it can capture it at each gate before the Flag falls.
// To be beside the Flag is not enough: from its other side the way to a gate is long.
func (s *searcher) raided() (worst int32) {
	w, ours := s.w, int(s.ours)
	men, enemies := w.men[40*ours:], w.men[40*(1-ours):]
	ready := -1 // how many steps our piece may be later than the raider
	if w.toMove != s.ours {
		ready = 0
	}
	for set := s.near; set != 0; set &= set - 1 {
		e := &enemies[bits.TrailingZeros64(set)]
		if s.danger[e.rank][e.cell] <= worst {
			continue
		}
		for k := range s.gates {
			g := &s.gates[k]
			d := g.raid(e.rank, e.cell)
			if d == 0 || menace[min(d, len(menace)-1)] <= worst {
				continue
			}
			late := len(lateness) - 1
			for j := range men[:w.movers[ours]] {
				m := &men[j]
				if m.cell >= 0 && mobile[m.rank] && fights[m.rank][e.rank] != int8(board.Lose) && g.home[m.cell] > 0 {
					if late = min(late, g.home[m.cell]+ready-d); late <= 0 {
						break
					}
				}
			}
			if late > 0 {
				worst = max(worst, menace[min(d, len(menace)-1)]*lateness[late]/100)
			}
		}
	}
	return worst
}
