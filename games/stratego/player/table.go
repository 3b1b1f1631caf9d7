package player

// table remembers searched positions of the sampled worlds, so that steps in another order need no
// second search, and the best step is tried first. Without entries it remembers nothing.
type table []entry

// entry is a searched position. Its value is for the side to move.
type entry struct {
	hash  uint64
	value int32
	best  step
	depth int8
	bound bound
}

// bound says how an entry's value compares with the true one.
type bound int8

const (
	exact bound = iota
	atLeast
	atMost
)

// boundOf returns the bound of a value that a search between alpha and beta has found.
func boundOf(value, alpha, beta int32) bound {
	switch {
	case value >= beta:
		return atLeast
	case value <= alpha:
		return atMost
	}
	return exact
}

// tableSize is the number of entries, a power of two.
const tableSize = 1 << 15

// find returns the entry of a position; nil without a table. Its hash tells whether it is the
// position's.
func (t table) find(hash uint64) *entry {
	if len(t) == 0 {
		return nil
	}
	return &t[hash&(tableSize-1)]
}

// settles reports whether an entry of the same position answers a search.
func (e *entry) settles(depth int, alpha, beta int32) bool {
	switch {
	case int(e.depth) != depth:
		return false
	case e.bound == atLeast:
		return e.value >= beta
	case e.bound == atMost:
		return e.value <= alpha
	}
	return true
}

// stirring spreads small numbers over all bits.
const stirring = 0x9e3779b97f4a7c15

// keys holds a random number for each man on each cell, and at the last index a number for a man
// that is known.
var keys = func() (t [80][cells + 1]uint64) {
	x := uint64(stirring)
	for i := range t {
		for c := range t[i] {
			x ^= x << 13
			x ^= x >> 7
			x ^= x << 17
			t[i][c] = x * stirring
		}
	}
	return t
}()

// change returns by which bits the hash of a position differs from the one before a step.
func (w *world) change(u *undo) uint64 {
	h := keys[u.mover][u.from] ^ stirring // the other side is to move now
	if !u.lost {
		h ^= keys[u.mover][u.to]
	}
	if w.men[u.mover].known != u.knewM {
		h ^= keys[u.mover][cells]
	}
	if u.target >= 0 {
		t := &w.men[u.target]
		if t.cell < 0 {
			h ^= keys[u.target][u.to]
		}
		if t.known != u.knewT {
			h ^= keys[u.target][cells]
		}
	}
	return h
}
