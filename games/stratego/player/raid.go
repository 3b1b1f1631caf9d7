package player

import "paddock/games/stratego/board"

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

// raided returns the danger of the worst raider that none of our pieces can stop in time. A piece
// stops a raider that it does not lose to if it is at our Flag before the raider.
func (s *searcher) raided() (worst int32) {
	w, ours := s.w, int(s.ours)
	men, enemies := w.men[40*ours:], w.men[40*(1-ours):]
	ready := 0 // how many steps our piece must be nearer than the raider
	if w.toMove != s.ours {
		ready = 1
	}
	for i := range enemies[:w.movers[1-ours]] {
		e := &enemies[i]
		if e.cell < 0 || !mobile[e.rank] {
			continue
		}
		d := s.raid(int(e.rank))[e.cell]
		if d == 0 || d > raidReach || menace[d] <= worst {
			continue
		}
		late := len(lateness) - 1
		for j := range men[:w.movers[ours]] {
			m := &men[j]
			if m.cell >= 0 && mobile[m.rank] && fights[m.rank][e.rank] != int8(board.Lose) && s.home[m.cell] > 0 {
				if late = min(late, s.home[m.cell]+ready-d); late <= 0 {
					break
				}
			}
		}
		if late > 0 {
			worst = max(worst, menace[d]*lateness[late]/100)
		}
	}
	return worst
}
