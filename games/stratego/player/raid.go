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

// routes holds the number of steps from each cell to our Flag; 0 if there is no way.
type routes struct {
	walls, mined [cells]int // the enemy's: Bombs stop all but Miners
	home         [cells]int // ours
}

// raid returns the ways of the enemy's pieces of a rank.
func (t *routes) raid(rank int) *[cells]int {
	if rank == miner {
		return &t.mined
	}
	return &t.walls
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
// stops a raider that it does not lose to if it is at our Flag before the raider.
func (s *searcher) raided() (worst int32) {
	w, ours := s.w, int(s.ours)
	men, enemies := w.men[40*ours:], w.men[40*(1-ours):]
	ready := 0 // how many steps our piece must be nearer than the raider
	if w.toMove != s.ours {
		ready = 1
	}
	for set := s.near; set != 0; set &= set - 1 {
		e := &enemies[bits.TrailingZeros64(set)]
		danger := s.danger[e.rank][e.cell]
		if danger <= worst {
			continue
		}
		late, d := len(lateness)-1, s.raid(int(e.rank))[e.cell]
		for j := range men[:w.movers[ours]] {
			m := &men[j]
			if m.cell >= 0 && mobile[m.rank] && fights[m.rank][e.rank] != int8(board.Lose) && s.home[m.cell] > 0 {
				if late = min(late, s.home[m.cell]+ready-d); late <= 0 {
					break
				}
			}
		}
		if late > 0 {
			worst = max(worst, danger*lateness[late]/100)
		}
	}
	return worst
}
