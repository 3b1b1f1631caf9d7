package fish

import "math/bits"

// If a seat's penguins can reach only tiles that no other seat can, the rest of its game is a puzzle: walk over as much as possible. Solving it needs
// no other seat.

// solo solves such puzzles and remembers the latest solutions.
type solo struct {
	ice    *ice
	limit  int // positions to visit for one puzzle
	looked int
	seen   map[puzzle]int32 // results within the present puzzle
	solved [1 << 12]solution
}

// puzzle is the set of tiles left to walk over, and the cells of the penguins.
type puzzle struct{ free, at uint64 }

// solution is the best result of a puzzle; negative if it was not found within the limit.
type solution struct {
	puzzle
	worth int32
}

func newSolo(i *ice, limit int) *solo {
	return &solo{ice: i, limit: limit, seen: make(map[puzzle]int32, 64)}
}

// puzzle returns a seat's puzzle, if it has one. Walks is the free tiles that each seat can walk to.
func (s *state) puzzle(seat int8, walks *[4]uint64) (puzzle, bool) {
	others := uint64(0)
	for other := range s.seats {
		if other != seat {
			others |= walks[other]
		}
	}
	p := puzzle{free: walks[seat]}
	for _, c := range s.at[seat][:s.count[seat]] {
		p.at |= 1 << c
	}
	return p, p.free&others == 0 && s.placed
}

// solve returns the most worth that a seat can still win, without the tiles under its penguins under the official rules.
func (o *solo) solve(p puzzle) (worth int, ok bool) {
	if p.free == 0 {
		return 0, true
	}
	h := (p.free ^ p.at<<1) * 0x9e3779b97f4a7c15 >> 52
	if known := &o.solved[h]; known.puzzle == p {
		return int(known.worth), known.worth >= 0
	}
	clear(o.seen)
	o.looked = 0
	best := o.walk(p)
	if o.looked > o.limit {
		best = -1
	}
	o.solved[h] = solution{p, best}
	return int(best), best >= 0
}

// most returns an upper bound of a puzzle's result.
func (o *solo) most(p puzzle) int32 {
	if o.ice.official {
		return int32(o.ice.worthOf(p.free))
	}
	return int32(o.ice.worthOf(p.free | p.at))
}

// walk returns the best result of a puzzle. Beyond the limit it is meaningless.
func (o *solo) walk(p puzzle) (best int32) {
	if o.looked++; o.looked > o.limit {
		return 0
	}
	if known, ok := o.seen[p]; ok {
		return known
	}
	most := o.most(p)
	o.moves(p, func(gain int32, next puzzle) bool {
		best = max(best, gain+o.walk(next))
		return best < most && o.looked <= o.limit
	})
	o.seen[p] = best
	return best
}

// moves calls f with all moves until it returns false. Moves to tiles with few exits come first, because these are cut off soonest.
func (o *solo) moves(p puzzle, f func(gain int32, next puzzle) bool) {
	g := o.ice.geometry
	var byWays [7][]Move
	var room [7][8]Move
	for i := range byWays {
		byWays[i] = room[i][:0]
	}
	for at := p.at; at != 0; at &= at - 1 {
		from := Cell(bits.TrailingZeros64(at))
		for set := g.reach(from, p.free); set != 0; set &= set - 1 {
			to := Cell(bits.TrailingZeros64(set))
			ways := bits.OnesCount64(g.near[to] & p.free)
			byWays[ways] = append(byWays[ways], Move{from, to})
		}
	}
	for _, moves := range byWays {
		for _, m := range moves {
			if gain, next := o.play(p, m); !f(gain, next) {
				return
			}
		}
	}
}

func (o *solo) play(p puzzle, m Move) (gain int32, next puzzle) {
	gain = o.ice.worth(m.From)
	if o.ice.official {
		gain = o.ice.worth(m.To)
	}
	return gain, puzzle{p.free &^ (1 << m.To), p.at&^(1<<m.From) | 1<<m.To}
}

// move returns the best move of a puzzle; false if it was not found within the limit.
func (o *solo) move(p puzzle) (best Move, ok bool) {
	worth, ok := o.solve(p)
	if !ok {
		return Move{}, false
	}
	for at := p.at; at != 0; at &= at - 1 {
		from := Cell(bits.TrailingZeros64(at))
		for set := o.ice.geometry.reach(from, p.free); set != 0; set &= set - 1 {
			m := Move{from, Cell(bits.TrailingZeros64(set))}
			gain, next := o.play(p, m)
			if rest, ok := o.solve(next); ok && int(gain)+rest == worth {
				return m, true
			}
		}
	}
	return Move{}, false
}
