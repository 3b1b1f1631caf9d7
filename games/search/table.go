package search

import "unsafe"

// table is a transposition table: the results of earlier visits to positions. It never grows;
// entries that took the least work are replaced.
type table struct {
	buckets []bucket // their number is a power of two, or zero
	shift   uint8    // shift of a mixed key to get the bucket's number
}

// bucket is one cache line.
type bucket [4]entry

// entry holds both bounds of a position's value, each with its search depth. The zero entry is
// empty: work is at least 1.
type entry struct {
	key     uint64
	lo, hi  int16
	loDepth uint8 // search depth of lo; proven stands for any depth
	hiDepth uint8
	move    uint8 // index in the game's own order of moves, or noMove
	work    uint8 // logarithm, to base 2, of the nodes that the search has visited
}

// bound is the result of a search of a position.
type bound struct {
	value        int
	lower, upper bool // value is a lower bound, an upper bound, or exact with both
	depth        int
	proven       bool
	move         int
	work         int
}

var unknown = entry{lo: -infinity, hi: infinity, move: noMove}

func newTable(bytes int) table {
	size := int(unsafe.Sizeof(bucket{}))
	if bytes < size {
		return table{}
	}
	n, shift := 1, uint8(64)
	for n*2*size <= bytes {
		n, shift = n*2, shift-1
	}
	return table{buckets: make([]bucket, n), shift: shift}
}

func (t *table) clear() { clear(t.buckets) }

// age makes the present entries easier to replace, because most of their positions cannot occur any
// more.
func (t *table) age() {
	for i := range t.buckets {
		for j := range t.buckets[i] {
			e := &t.buckets[i][j]
			if e.work > 1 {
				e.work = max(1, e.work-min(e.work, 3))
			}
		}
	}
}

func (t *table) bucket(key uint64) *bucket {
	return &t.buckets[key*0x9e3779b97f4a7c15>>t.shift]
}

// find returns the entry of a position, or unknown.
func (t *table) find(key uint64) entry {
	if len(t.buckets) == 0 {
		return unknown
	}
	b := t.bucket(key)
	for i := range b {
		if b[i].key == key && b[i].work != 0 {
			return b[i]
		}
	}
	return unknown
}

// answer reports whether the entry settles a search of this depth and window, and with which value.
func (e *entry) answer(depth, alpha, beta int) (value int, certain, ok bool) {
	if int(e.loDepth) >= depth && int(e.lo) >= beta {
		return int(e.lo), e.loDepth == proven, true
	}
	if int(e.hiDepth) >= depth && int(e.hi) <= alpha {
		return int(e.hi), e.hiDepth == proven, true
	}
	if e.lo == e.hi && int(min(e.loDepth, e.hiDepth)) >= depth {
		return int(e.lo), min(e.loDepth, e.hiDepth) == proven, true
	}
	return 0, false, false
}

// store merges a bound into the table.
func (t *table) store(key uint64, b bound) {
	if len(t.buckets) == 0 {
		return
	}
	e := t.place(key)
	if e.key != key || e.work == 0 {
		*e = unknown
		e.key = key
	}
	depth := uint8(b.depth)
	if b.proven {
		depth = proven
	}
	e.merge(int16(b.value), depth, b.lower, b.upper)
	if b.lower || e.move == noMove {
		e.move = uint8(b.move)
	}
	e.work = uint8(max(1, b.work))
}

// merge adds a bound. If it contradicts the other bound, the deeper one wins.
func (e *entry) merge(v int16, depth uint8, lower, upper bool) {
	if lower && v > e.hi || upper && v < e.lo {
		switch {
		case lower && depth < e.hiDepth:
			v = e.hi
		case upper && depth < e.loDepth:
			v = e.lo
		case lower:
			e.hi, e.hiDepth = infinity, 0
		default:
			e.lo, e.loDepth = -infinity, 0
		}
	}
	if lower && (depth >= e.loDepth || v > e.lo) {
		e.lo, e.loDepth = v, depth
	}
	if upper && (depth >= e.hiDepth || v < e.hi) {
		e.hi, e.hiDepth = v, depth
	}
}

// place returns the entry of key, or the one in its bucket that took the least work.
func (t *table) place(key uint64) *entry {
	b := t.bucket(key)
	least := &b[0]
	for i := range b {
		if b[i].key == key && b[i].work != 0 {
			return &b[i]
		}
		if b[i].work < least.work {
			least = &b[i]
		}
	}
	return least
}
