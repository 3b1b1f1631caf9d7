package fish

import (
	"math/bits"
	"slices"
)

// If a seat's penguins can reach only tiles that no other seat can reach, the rest of its game is a
// puzzle: walk over as much as possible. No other seat matters for its solution.

// solo solves such puzzles and caches the latest solutions.
type solo struct {
	ice    *ice
	limit  int // positions to visit for one puzzle
	looked int
	seen   map[puzzle]int32 // results found so far for the present puzzle
	solved [1 << 12]solution
}

// puzzle is the set of tiles left to walk over, and the cells of the penguins.
type puzzle struct{ free, at uint64 }

// solution is the best result of a puzzle. It is negative if it was not found within the limit.
type solution struct {
	puzzle
	worth int32
}

func newSolo(i *ice, limit int) *solo {
	return &solo{ice: i, limit: limit, seen: make(map[puzzle]int32, 64)}
}

// puzzle returns a seat's puzzle, if it has one. Walks holds the free tiles that each seat can walk
// to.
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

// solve returns the most worth that a seat can still win. Under the official rules that does not
// include the tiles under its penguins.
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

// most returns an upper bound of what solve can find. A region is a set of connected free tiles. A
// penguin enters one region and never leaves it, so of more regions than penguins only the richest
// count.
func (o *solo) most(p puzzle) (most int32) {
	var worth [maxCells]int32
	n := 0
	for rest := p.free; rest != 0; n++ {
		region := o.ice.geometry.region(rest&-rest, rest)
		rest &^= region
		worth[n] = int32(o.ice.worthOf(region))
	}
	if in := bits.OnesCount64(p.at); n > in {
		slices.SortFunc(worth[:n], func(a, b int32) int { return int(b - a) })
		n = in
	}
	for _, w := range worth[:n] {
		most += w
	}
	if !o.ice.official {
		most += int32(o.ice.worthOf(p.at))
	}
	return most
}

// part splits off a part of a puzzle whose penguins and tiles are independent of the rest. Stuck
// penguins belong to no part.
func (o *solo) part(p puzzle) (part, rest puzzle) {
	g := o.ice.geometry
	part.free = g.region(p.free&-p.free, p.free)
	for {
		part.at = g.around(part.free) & p.at
		next := g.region(part.free|g.around(part.at)&p.free, p.free)
		if next == part.free {
			break
		}
		part.free = next
	}
	return part, puzzle{p.free &^ part.free, p.at &^ part.at}
}

// walk returns the best result of a puzzle, the sum of its parts. Beyond the limit it is
// meaningless.
func (o *solo) walk(p puzzle) (best int32) {
	for p.free != 0 && o.looked <= o.limit {
		var part puzzle
		if part, p = o.part(p); part.at != 0 {
			best += o.walkPart(part)
		}
	}
	return best
}

func (o *solo) walkPart(p puzzle) (best int32) {
	if known, ok := o.seen[p]; ok {
		return known
	}
	if o.looked++; o.looked > o.limit {
		return 0
	}
	most := o.most(p)
	o.moves(p, func(_ Move, gain int32, next puzzle) bool {
		best = max(best, gain+o.walk(next))
		return best < most && o.looked <= o.limit
	})
	o.seen[p] = best
	return best
}

// moves calls f with all moves until it returns false. Moves to tiles with few exits come first,
// because these are cut off soonest.
func (o *solo) moves(p puzzle, f func(m Move, gain int32, next puzzle) bool) {
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
			if gain, next := o.play(p, m); !f(m, gain, next) {
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

// line returns a puzzle's moves to the end, for the best result. It returns false if they were not
// found within the limit.
func (o *solo) line(p puzzle) (line []Move, ok bool) {
	clear(o.seen)
	o.looked = 0
	for left := o.walk(p); left > 0 && o.looked <= o.limit; { // every move wins at least one fish
		at := p
		o.moves(at, func(m Move, gain int32, next puzzle) bool {
			rest := o.walk(next)
			if gain+rest != left || o.looked > o.limit {
				return o.looked <= o.limit
			}
			line, p, left = append(line, m), next, rest
			return false
		})
	}
	return line, o.looked <= o.limit
}
