package ending

import (
	"paddock/games"
	"paddock/games/stratego/board"
)

// table holds the values of all positions with the same pieces left.
type table []Value

// bits is the number of bits of a cell in an index.
const bits = 7

// index returns the index of a position in its table: the side to move and the cells of the movers
// that are left, equal ones in order.
func (e *solution) index(p *position) uint32 {
	at := p.at
	if j, k, ok := e.twins(p.left); ok && at[j] > at[k] {
		at[j], at[k] = at[k], at[j]
	}
	i := uint32(p.seat)
	for k := range e.movers {
		if p.left.has(k) {
			i = i<<bits | uint32(at[k])
		}
	}
	return i
}

// twins returns the indices of two equal movers in a set of pieces that are left.
func (e *solution) twins(left men) (j, k int, ok bool) {
	for j, m := range e.movers {
		for k := j + 1; k < len(e.movers); k++ {
			if m.Seat == e.movers[k].Seat && m.Rank == e.movers[k].Rank && left.has(j) && left.has(k) {
				return j, k, true
			}
		}
	}
	return 0, 0, false
}

// table returns the table of some pieces, which it makes at the first call.
func (e *solution) table(left men) table {
	t := e.tables[left]
	if t == nil {
		t = newSolver(e, left).solve()
		e.tables[left] = t
	}
	return t
}

// solver makes a table. It values the positions in the order of their values: it knows those that
// end first, and goes back from them step by step.
type solver struct {
	e      *solution
	p      position // the current position
	index  uint32
	on     [1 << bits]bool // whether a piece is on a cell
	shift  [MostMovers]int // for each mover, where its cell is in an index
	turn   uint32          // bit of the side to move in an index
	j, k   int             // two equal movers, if there are any
	twins  bool
	values table
	// for each position, number of steps that may still save the side to move; safe if one of them
	// certainly does
	steps []uint8
	// for each value, positions that have the value by a fight, and positions with a fight that
	// leads to it
	wins, losses [1 << 8][]uint32
	front, later []uint32 // positions of the current value, and of the next one
}

const safe = 1<<8 - 1

func newSolver(e *solution, left men) *solver {
	s := &solver{e: e, turn: 1, p: position{left: left}}
	for k := len(e.movers) - 1; k >= 0; k-- {
		if left.has(k) {
			for j := range k {
				s.shift[j] += bits
			}
			s.turn <<= bits
		}
	}
	s.j, s.k, s.twins = e.twins(left)
	s.values, s.steps = make(table, 2*s.turn), make([]uint8, 2*s.turn)
	for k, b := range e.bombs {
		s.on[e.cell[b.At]] = left.has(len(e.movers) + k)
	}
	return s
}

// solve values all positions.
func (s *solver) solve() table {
	s.each(0, 0)
	for v := Value(1); v < safe; v++ {
		for _, i := range s.wins[v] {
			if s.values[i] == 0 {
				s.values[i] = v
				s.front = append(s.front, i)
			}
		}
		for _, i := range s.losses[v] {
			s.exhaust(i, v+1)
		}
		for _, i := range s.front {
			s.back(i, v)
		}
		s.front, s.later = s.later, s.front[:0]
	}
	return s.values
}

// each examines the fights of all positions, for the movers from the k-th on.
func (s *solver) each(k int, index uint32) {
	switch {
	case k == len(s.e.movers):
		for s.p.seat = range games.Seat(2) {
			s.index = index | uint32(s.p.seat)*s.turn
			s.look()
		}
	case !s.p.left.has(k):
		s.each(k+1, index)
	default:
		c := cell(0)
		if s.twins && k == s.k {
			c = s.p.at[s.j]
		}
		for ; int(c) < len(s.e.cells); c++ {
			if !s.on[c] {
				s.p.at[k], s.on[c] = c, true
				s.each(k+1, index|uint32(c)<<s.shift[k])
				s.on[c] = false
			}
		}
	}
}

// look counts the steps of the current position and examines its fights.
func (s *solver) look() {
	n, lost := 0, 0
	for k, m := range s.e.movers {
		if m.Seat != s.p.seat || !s.p.left.has(k) {
			continue
		}
		for d := range 4 {
			to := s.e.next[s.p.at[k]][d]
			for to >= 0 && !s.on[to] {
				n++
				if m.Rank != board.Scout {
					break
				}
				to = s.e.next[to][d]
			}
			if to == closed || to >= 0 && !s.on[to] || !s.e.enterable(&s.p, m.Seat, to) {
				continue
			}
			switch v := s.e.enter(s.p, k, to); {
			case v.Loses():
				s.wins[v+1] = append(s.wins[v+1], s.index)
				n++
			case v.Wins():
				s.losses[v] = append(s.losses[v], s.index)
				n++
			default:
				lost = safe
			}
		}
	}
	if s.steps[s.index] = uint8(max(n, lost)); n+lost == 0 && s.e.mobile(&s.p, 1-s.p.seat) {
		s.wins[1] = append(s.wins[1], s.index)
	}
}

// sort puts the cells of equal movers in an index in order.
func (s *solver) sort(i uint32) uint32 {
	if !s.twins {
		return i
	}
	a, b := i>>s.shift[s.j]&(1<<bits-1), i>>s.shift[s.k]&(1<<bits-1)
	if a > b {
		i ^= (a^b)<<s.shift[s.j] | (a^b)<<s.shift[s.k]
	}
	return i
}

// exhaust takes one step that might save the side to move from a position, which has the value if
// that was the last one.
func (s *solver) exhaust(i uint32, v Value) {
	if s.values[i] != 0 || s.steps[i] == safe {
		return
	}
	if s.steps[i]--; s.steps[i] == 0 {
		s.values[i] = v
		s.later = append(s.later, i)
	}
}

// back examines the positions from which a quiet step leads to a position of a value.
func (s *solver) back(i uint32, v Value) {
	seat := games.Seat(0)
	if i&s.turn != 0 {
		seat = 1
	}
	for k := range s.e.movers {
		if s.p.left.has(k) {
			s.p.at[k] = cell(i >> s.shift[k] & (1<<bits - 1))
			s.on[s.p.at[k]] = true
		}
	}
	for k, m := range s.e.movers {
		if m.Seat == seat || !s.p.left.has(k) {
			continue
		}
		rest := (i ^ s.turn) &^ ((1<<bits - 1) << s.shift[k])
		for d := range 4 {
			for from := s.e.next[s.p.at[k]][d]; from >= 0 && !s.on[from]; from = s.e.next[from][d] {
				if q := s.sort(rest | uint32(from)<<s.shift[k]); v.Wins() {
					s.exhaust(q, v+1)
				} else if s.values[q] == 0 {
					s.values[q] = v + 1
					s.later = append(s.later, q)
				}
				if m.Rank != board.Scout {
					break
				}
			}
		}
	}
	for k := range s.e.movers {
		if s.p.left.has(k) {
			s.on[s.p.at[k]] = false
		}
	}
}
