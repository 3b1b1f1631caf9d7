package halatafl

// maxJumps limits a chain: no sheep is jumped twice (H11), and there are at most 20 sheep.
const maxJumps = 20

// change is the effect of a move: a piece goes from one point to another and captures sheep on the
// way. Two chains with the same change are the same move (H29). The search uses changes; people see
// a [move], which has the path.
type change struct {
	from, to point
	captured set
}

// visit is a point of a chain with the sheep captured so far.
type visit struct {
	captured set
	at       point
}

// chainer finds the different chains of one fox. It tries landings in byte order. It never
// continues twice from the same point with the same captures. So each chain it finds is the first
// path, in byte order, of its change. There may be hundreds of thousands of paths but only a few
// thousand changes.
type chainer struct {
	sheep, empty set // points without a piece, including the point of the fox itself (H12)
	from         point
	path         [maxJumps + 1]point
	length       int // number of used points of path

	seen  [16]visit // short paths are remembered here, without a map
	count int
	many  map[visit]struct{} // visits beyond the linear memory

	found []change        // collects the chains if yield is nil
	yield func(move) bool // gets each chain; returns false to stop
}

func (b board) chainer(from point) chainer {
	return chainer{sheep: b.sheep, empty: b.empty() | from.set(), from: from}
}

// walk finds the continuations from p after the captures so far. It returns false if yield stopped
// it.
func (c *chainer) walk(p point, captured set) bool {
	c.path[c.length] = p
	c.length++
	ended, goOn := true, true
	left := c.sheep &^ captured
	for _, j := range jumps[p] {
		if !left.has(j.over) || !c.empty.has(j.land) {
			continue
		}
		ended = false
		next := captured | j.over.set()
		if c.isNew(visit{next, j.land}) && !c.walk(j.land, next) {
			goOn = false
			break
		}
	}
	if ended && captured != 0 {
		goOn = c.end(p, captured)
	}
	c.length--
	return goOn
}

// walkOn finds the chains that begin with prefix, if its hops are possible jumps.
func (c *chainer) walkOn(prefix move) bool {
	p, captured := c.from, set(0)
	for i := 1; i < prefix.length; i++ {
		c.path[c.length] = p
		c.length++
		j, ok := c.jump(p, prefix.path[i], captured)
		if !ok {
			return true
		}
		p, captured = j.land, captured|j.over.set()
	}
	return c.walk(p, captured)
}

// jump returns the jump between two points, if it is possible after the captures so far.
func (c *chainer) jump(from, to point, captured set) (jump, bool) {
	for _, j := range jumps[from] {
		if j.land == to {
			return j, (c.sheep &^ captured).has(j.over) && c.empty.has(to)
		}
	}
	return jump{}, false
}

// end passes the finished chain, which ends at p, to yield or adds it to found.
func (c *chainer) end(p point, captured set) bool {
	if c.yield != nil {
		m := move{length: c.length}
		copy(m.path[:], c.path[:c.length])
		return c.yield(m)
	}
	c.found = append(c.found, change{c.from, p, captured})
	return true
}

// isNew reports whether v is visited for the first time, and remembers it. One or two captures with
// the same end can have only one order, so short chains need not be remembered. Three can have two
// (c3–c5–e3 works both ways).
func (c *chainer) isNew(v visit) bool {
	if v.captured.len() < 3 {
		return true
	}
	for _, old := range c.seen[:c.count] {
		if old == v {
			return false
		}
	}
	if _, old := c.many[v]; old {
		return false
	}
	if c.count < len(c.seen) {
		c.seen[c.count] = v
		c.count++
		return true
	}
	if c.many == nil {
		c.many = make(map[visit]struct{})
	}
	c.many[v] = struct{}{}
	return true
}
