package fish

import (
	"math/bits"
	"slices"
	"strconv"
	"sync"
)

const (
	maxCells     = 64
	maxPenguins  = 5 // most penguins of a player
	maxRows      = 26
	maxScore     = 10_000_000 // upper bound for scores in position texts, far more than any game reaches
	officialRows = 8
)

// Cell is the number of a place for a tile, row by row from the top left.
type Cell int8

// noCell means that there is no neighbour. It is also the origin of a placement.
const noCell Cell = -1

// Shape identifies a board. It is comparable and small; its geometry is looked up.
type Shape struct {
	Official   bool
	Rows, Cols int8 // size of a course board; an official one has 8 rows of 7 and 8 tiles
}

var official = Shape{Official: true, Rows: officialRows, Cols: 8}

// geometry holds the precomputed lines and neighbours of a shape.
type geometry struct {
	cells int
	// in the order of the course's directions: N NE SE S SW NW (F62); turned for the official board
	// (F15)
	neighbours [maxCells][6]Cell
	near       [maxCells]uint64    // neighbours of each cell as a set
	slips      [4]slip             // neighbours of whole sets of cells
	straight   bool                // repeating a slip continues in the same direction
	up, down   [maxCells][3]uint64 // cells on the straight lines towards higher and lower numbers
	names      [maxCells]string
	row, col   [maxCells]int8 // position in drawings and names
	byName     map[string]Cell
}

// slip is a direction. Each cell in from has a neighbour there, whose number is higher by the value
// of by. The opposite direction is the way back.
type slip struct {
	by   uint8
	from uint64
}

var geometries sync.Map // maps a Shape to its *geometry

// geometry returns the geometry of a shape.
func (s Shape) geometry() *geometry {
	if g, ok := geometries.Load(s); ok {
		return g.(*geometry)
	}
	g, _ := geometries.LoadOrStore(s, newGeometry(s))
	return g.(*geometry)
}

// width returns the number of tiles in a row (F13: rows a, c, e, g of the official board have
// seven).
func (s Shape) width(row int) int {
	if s.Official && row%2 == 0 {
		return int(s.Cols) - 1
	}
	return int(s.Cols)
}

func newGeometry(s Shape) *geometry {
	g := &geometry{byName: map[string]Cell{}, straight: s.Official}
	at := map[[2]int]Cell{}
	for r := range int(s.Rows) {
		for c := range s.width(r) {
			i := Cell(g.cells)
			g.row[i], g.col[i] = int8(r), int8(c)
			g.names[i] = string(rune('a'+r)) + strconv.Itoa(c+1) // the name of a cell (F16)
			g.byName[g.names[i]] = i
			at[[2]int{r, c}] = i
			g.cells++
		}
	}
	for i := range g.cells {
		for d, step := range s.steps(int(g.row[i])) {
			to, ok := at[[2]int{int(g.row[i]) + step[0], int(g.col[i]) + step[1]}]
			if !ok {
				to = noCell
			}
			g.neighbours[i][d] = to
		}
	}
	g.drawLines()
	g.drawSlips()
	return g
}

// drawSlips computes the differences between the numbers of neighbours. They are 1, 7 and 8 on the
// official board, and n-1, n, n+1 and 2n on a course board with n columns. With n = 1 there are
// fewer, and the other slips are empty.
func (g *geometry) drawSlips() {
	n := 0
	for i := range Cell(g.cells) {
		for _, to := range g.neighbours[i] {
			if to <= i {
				continue
			}
			by := uint8(to - i)
			at := slices.IndexFunc(g.slips[:n], func(s slip) bool { return s.by == by })
			if at < 0 {
				at = n
				g.slips[n].by = by
				n++
			}
			g.slips[at].from |= 1 << i
		}
	}
}

// around returns all neighbours of a set of cells. It has no loop because a territory takes most of
// a search's time.
func (g *geometry) around(set uint64) (next uint64) {
	next = g.slips[0].both(set) | g.slips[1].both(set) | g.slips[2].both(set)
	if g.slips[3].from != 0 { // on course boards
		next |= g.slips[3].both(set)
	}
	return next
}

// both returns the neighbours of a set of cells in a direction and in the opposite one.
func (s *slip) both(set uint64) uint64 {
	return (set&s.from)<<(s.by&63) | set>>(s.by&63)&s.from
}

// region returns the cells of a set that are connected, within the set, with some given cells.
func (g *geometry) region(some, within uint64) uint64 {
	for {
		next := some | g.around(some)&within
		if next == some {
			return some
		}
		some = next
	}
}

// slides returns the free cells in a straight line from any cell of a set, with only free cells
// between. It may contain cells of the set itself.
func (g *geometry) slides(set, free uint64) (reached uint64) {
	if !g.straight {
		for ; set != 0; set &= set - 1 {
			reached |= g.reach(Cell(bits.TrailingZeros64(set)), free)
		}
		return reached
	}
	for i := range g.slips[:3] {
		by := g.slips[i].by & 63
		reached |= slideUp(set, free&(g.slips[i].from<<by), by) | slideDown(set, free&g.slips[i].from, by)
	}
	return reached
}

// slideUp returns the cells that a set reaches in up to seven steps within open, where a step adds
// by to the number of a cell. It doubles the distance: one step, then two, then four.
func slideUp(set, open uint64, by uint8) uint64 {
	for range 3 {
		set |= set << (by & 63) & open
		open &= open << (by & 63)
		by *= 2
	}
	return set
}

// slideDown works like slideUp, towards the lower numbers.
func slideDown(set, open uint64, by uint8) uint64 {
	for range 3 {
		set |= set >> (by & 63) & open
		open &= open >> (by & 63)
		by *= 2
	}
	return set
}

// drawLines computes the straight lines. Along each line numbers rise or fall; from every cell they
// rise in three of the six directions.
func (g *geometry) drawLines() {
	for i := range Cell(g.cells) {
		ups, downs := 0, 0
		for d := range 6 {
			var line uint64
			for c := g.neighbours[i][d]; c != noCell; c = g.neighbours[c][d] {
				line |= 1 << c
			}
			switch n := g.neighbours[i][d]; {
			case n > i:
				g.up[i][ups] = line
				ups++
			case n != noCell:
				g.down[i][downs] = line
				downs++
			}
			g.near[i] |= line & near(g.neighbours[i][d])
		}
	}
}

func near(c Cell) uint64 {
	if c == noCell {
		return 0
	}
	return 1 << c
}

// reach returns the free cells in a straight line from a cell, with only free cells between.
func (g *geometry) reach(from Cell, free uint64) (set uint64) {
	for _, line := range g.up[from] {
		blocked := line &^ free
		set |= line & (blocked&-blocked - 1)
	}
	for _, line := range g.down[from] {
		set |= line & (^uint64(0) << bits.Len64(line&^free))
	}
	return set
}

func (g *geometry) stuck(c Cell, free uint64) bool { return g.near[c]&free == 0 }

// steps returns the six ways to leave a tile of a row, as differences of row and column. Direction
// d of one kind of board is direction d of the other, turned by 90° (F13–F15).
func (s Shape) steps(row int) [6][2]int {
	if s.Official {
		e := 1 - row%2                                                              // F13: 1 in the rows of seven
		return [6][2]int{{0, -1}, {-1, e - 1}, {-1, e}, {0, 1}, {1, e}, {1, e - 1}} // directions W NW NE E SE SW
	}
	o := row % 2
	return [6][2]int{{-2, 0}, {-1, o}, {1, o}, {2, 0}, {1, o - 1}, {-1, o - 1}} // directions N NE SE S SW NW
}

// Course returns the cell's row and column on the course's board. An official board counts as the
// 15×4 board that it becomes when turned (F15).
func (s Shape) Course(c Cell) (row, col int) {
	g := s.geometry()
	r, n := int(g.row[c]), int(g.col[c])
	if s.Official {
		return 2*n + 1 - r%2, (officialRows - 1 - r) / 2
	}
	return r, n
}

// Cell returns the cell at a row and column of the course's board (see Course); false if it has
// none.
func (s Shape) Cell(row, col int) (Cell, bool) {
	if s.Official {
		row, col = officialRows-1-row&1-2*col, row>>1
	}
	if row < 0 || row >= int(s.Rows) || col < 0 || col >= s.width(row) {
		return noCell, false
	}
	c := row*int(s.Cols) + col
	if s.Official {
		c -= (row + 1) / 2 // every other row has one cell less
	}
	return Cell(c), true
}
