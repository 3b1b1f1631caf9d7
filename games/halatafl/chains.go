package halatafl

// maxJumps bounds a chain: no sheep is jumped twice (H11) and there are at most 20.
const maxJumps = 20

// change is what a move does: a piece goes from one point to another, and sheep are captured on the way. Two chains with the same
// change are the same move (H29). It is the move of the search; people see a [move], which has the path.
type change struct {
	from, to point
	captured set
}

// visit is a point reached in a chain with these sheep captured, by way of an earlier visit.
type visit struct {
	captured set
	at       point
}

// chainer finds the different chains of one fox. It walks landings in byte order and never goes on from the same point with the same
// sheep captured twice: each chain that it finds is the first path, in byte order, of its change. The number of paths may be
// hundreds of thousands where that of changes is a few thousand.
type chainer struct {
	sheep, empty set // empty includes the fox's own point (H12)
	from         point
	path         [maxJumps + 1]point
	length       int // points of path in use

	seen  [16]visit // a linear memory for ordinary boards ...
	count int
	many  map[visit]struct{} // ... and what did not fit

	found []change        // the chains, unless
	yield func(move) bool // is given, which returns false to stop
}

func (b board) chainer(from point) chainer {
	return chainer{sheep: b.sheep, empty: b.empty() | from.set(), from: from}
}

// walk finds the ways to go on from p when the sheep in captured are gone. It returns false if it was stopped.
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

// walkOn finds the chains that begin with prefix, if its hops are jumps that can be made.
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

// jump is the jump from one point to another, if it can be made when the sheep in captured are gone.
func (c *chainer) jump(from, to point, captured set) (jump, bool) {
	for _, j := range jumps[from] {
		if j.land == to {
			return j, (c.sheep &^ captured).has(j.over) && c.empty.has(to)
		}
	}
	return jump{}, false
}

// end hands over the chain that ends here.
func (c *chainer) end(p point, captured set) bool {
	if c.yield != nil {
		m := move{length: c.length}
		copy(m.path[:], c.path[:c.length])
		return c.yield(m)
	}
	c.found = append(c.found, change{c.from, p, captured})
	return true
}

// isNew reports whether v is visited for the first time, and remembers it. One or two captures can't be made in two ways with the same
// end, so short chains cost no memory; three can (c3–c5–e3 run both ways).
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
