package halatafl

import "math/bits"

// point is a place on the board: column*8 + row, with columns from 0 (a) and rows from 1. Ascending
// points have names in byte order (H29). Rows 0 and columns beyond g are never on the board, so one
// shift moves a whole set of pieces.
type point uint8

// set is a set of points. Shifts by a point mask it with 63, because the compiler doesn't know that
// every point is below 64.
type set uint64

// Directions as differences of points.
const (
	up   = 1 // forward, towards row 7
	side = 8 // one step to the next column
)

func at(column, row int) point { return point(column*side + row) }

func (p point) column() int { return int(p) / side }
func (p point) row() int    { return int(p) % side }
func (p point) set() set    { return 1 << (p & 63) }

func (p point) String() string { return string([]byte{'a' + byte(p.column()), '0' + byte(p.row())}) }

func (s set) has(p point) bool { return s>>(p&63)&1 != 0 }
func (s set) len() int         { return bits.OnesCount64(uint64(s)) }

// beside returns the points next to a point of s along a line (H2). The result may include bits
// that are no points of the board.
func (s set) beside() set {
	d := s & joints
	return s<<up | s>>up | s<<side | s>>side | d<<(side+up) | d>>(side+up) | d<<(side-up) | d>>(side-up)
}

// first returns the first point of a non-empty set; the rest is s & (s-1).
func (s set) first() point { return point(bits.TrailingZeros64(uint64(s))) }

// jump is one capture: a fox jumps over a neighbouring sheep to the point straight beyond (H8).
type jump struct{ over, land point }

// These values describe the board (H1–H3). They are computed once.
var (
	board33      = makeBoard() // all 33 points
	paddock      = board33 & rows(5, 6, 7) & columns(2, 3, 4)
	joints       = makeJoints()                     // points with diagonals
	neighbours   = makeNeighbours()                 // neighbours of each point along lines
	sheepTargets = makeSheepTargets()               // neighbours of each point to which a sheep may step (H6)
	jumps        = makeJumps()                      // jumps from each point in the order of their landings
	reading      = makeReading(7, 6, 5, 4, 3, 2, 1) // the points in reading order: row 7 first
	counting     = makeReading(1, 2, 3, 4, 5, 6, 7) // the points from row 1 on
)

func rows(list ...int) (s set) {
	for _, row := range list {
		for column := range 7 {
			s |= at(column, row).set()
		}
	}
	return s
}

func columns(list ...int) (s set) {
	for _, column := range list {
		for row := 1; row <= 7; row++ {
			s |= at(column, row).set()
		}
	}
	return s
}

func makeBoard() set {
	return rows(3, 4, 5) | columns(2, 3, 4)
}

// onBoard returns the point at a column and row, if there is one.
func onBoard(column, row int) (point, bool) {
	if column < 0 || column > 6 || row < 1 || row > 7 || !board33.has(at(column, row)) {
		return 0, false
	}
	return at(column, row), true
}

// hasDiagonals reports whether diagonal lines meet at a point: column + row is even, with a = 1
// (H2).
func (p point) hasDiagonals() bool { return (p.column()+1+p.row())%2 == 0 }

func makeJoints() (all set) {
	for s := board33; s != 0; s &= s - 1 {
		if p := s.first(); p.hasDiagonals() {
			all |= p.set()
		}
	}
	return all
}

// eachLine calls f with every direction of a line at p.
func (p point) eachLine(f func(dc, dr int)) {
	for dc := -1; dc <= 1; dc++ {
		for dr := -1; dr <= 1; dr++ {
			straight := dc == 0 || dr == 0
			if (dc != 0 || dr != 0) && (straight || p.hasDiagonals()) {
				f(dc, dr)
			}
		}
	}
}

func makeNeighbours() (table [64]set) {
	for s := board33; s != 0; s &= s - 1 {
		p := s.first()
		p.eachLine(func(dc, dr int) {
			if q, ok := onBoard(p.column()+dc, p.row()+dr); ok {
				table[p] |= q.set()
			}
		})
	}
	return table
}

func makeSheepTargets() (table [64]set) {
	for s := board33; s != 0; s &= s - 1 {
		p := s.first()
		table[p] = (p.set()<<up | p.set()<<side | p.set()>>side) & board33
	}
	return table
}

// makeJumps relies on eachLine's order, columns first and then rows, which makes landings ascend.
func makeJumps() (table [64][]jump) {
	for s := board33; s != 0; s &= s - 1 {
		p := s.first()
		p.eachLine(func(dc, dr int) {
			over, ok := onBoard(p.column()+dc, p.row()+dr)
			land, ok2 := onBoard(p.column()+2*dc, p.row()+2*dr)
			if ok && ok2 {
				table[p] = append(table[p], jump{over, land})
			}
		})
	}
	return table
}

func makeReading(order ...int) (list [33]point) {
	i := 0
	for _, row := range order {
		for column := range 7 {
			if p, ok := onBoard(column, row); ok {
				list[i] = p
				i++
			}
		}
	}
	return list
}
