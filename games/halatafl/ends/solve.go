package ends

import (
	"fmt"
	"math/bits"
)

// Plies is the most quiet moves that a win may need before a move that is not quiet, if its side
// hurries. The rules allow 80 (H24).
const Plies = 60

// question is one of two questions that a table answers for each position.
type question int

const (
	winning question = iota // can the sheep force a win?
	safe                    // can the sheep avoid losing?
)

var questions = [...]question{winning, safe}

// slice holds the stored parts of one shape.
type slice struct {
	count int // number of sets of sheep
	parts [2]part
}

// store holds slices by the keys of their shapes.
type store [shapes]*slice

// foxSlice has the values of a slice with the foxes to move. It is kept while the next layer is
// solved.
type foxSlice struct {
	slot          []int32
	single, pairs [2][]set
}

// solver solves slices, one after another.
type solver struct {
	lower  []*store          // solved slices by number of sheep, with the sheep to move
	above  map[int]*foxSlice // slices by key of shape, those of the layer with the next greater sum
	sheep  int               // number of sheep in the slices being solved
	fewest int               // least number of sheep; with fewer the foxes have won

	t      *triangle
	n      int   // number of free points
	boards []set // sets of sheep that are no mirror image of an earlier one
	number []int32
	slot   []int32 // by number: the index in boards, or ^index for a mirror image
	beside []neighbour
	ends   []int // by board: the end of its neighbours in beside

	single [2]answers // by question: answers for one fox, with one row for each board
	pairs  [2]answers // by question: answers for two foxes, with n rows for each board
	fixed  struct{ single, pairs []set }

	some    []bool // for each board, whether some value with two foxes to move is true
	dirty   []bool // for each board, whether the values with the sheep to move may change
	changed []int32

	chains chains
	afters [][2]set
}

// neighbour is a board one sideways step away.
type neighbour struct {
	board    int32
	mirrored bool
	to       uint8 // point where the step ends
}

// answers holds the true values for one question. Forward and fixed values do not change while a
// slice is solved.
type answers struct {
	sheep, foxes []set // true values by the side to move
	forward      []set // with the sheep to move: values that a step forward gives
	known        []set // with the foxes to move: values if they must capture or one of them is stuck
}

func (a *answers) resize(n int) {
	for _, list := range []*[]set{&a.sheep, &a.foxes, &a.forward, &a.known} {
		*list = zeroed(*list, n)
	}
}

// zeroed returns a list of n zeros, in the memory of an old list if it is large enough.
func zeroed[T any](old []T, n int) []T {
	if cap(old) < n {
		return make([]T, n)
	}
	old = old[:n]
	clear(old)
	return old
}

// lay prepares the boards of a shape. It computes the values that do not change while the shape is
// solved.
func (s *solver) lay(sh shape) {
	all := sh.sets()
	s.n = 33 - s.sheep
	s.t = &triangles[s.n]
	s.slot = zeroed(s.slot, len(all))
	s.boards, s.number, s.beside, s.ends = s.boards[:0], s.number[:0], s.beside[:0], s.ends[:0]
	for i, x := range all {
		if _, other := place(mirror(x)); other < i {
			s.slot[i] = ^s.slot[other]
			continue
		}
		s.slot[i] = int32(len(s.boards))
		s.boards = append(s.boards, x)
		s.number = append(s.number, int32(i))
	}
	for _, q := range questions {
		s.single[q].resize(len(s.boards))
		s.pairs[q].resize(len(s.boards) * s.n)
	}
	s.fixed.single = zeroed(s.fixed.single, len(s.boards))
	s.fixed.pairs = zeroed(s.fixed.pairs, len(s.boards)*s.n)
	s.dirty, s.some = zeroed(s.dirty, len(s.boards)), zeroed(s.some, len(s.boards))
	for b := range s.boards {
		s.findNeighbours(b)
		s.look(b)
	}
}

// findNeighbours lists the sideways steps from a board.
func (s *solver) findNeighbours(b int) {
	x := s.boards[b]
	free := field &^ x
	for _, shift := range [...]int{side, -side} {
		to := bits.RotateLeft64(x, shift) & free
		for ; to != 0; to &= to - 1 {
			t := bits.TrailingZeros64(to)
			_, number := place(x&^(1<<(t-shift)) | 1<<t)
			at := s.slot[number]
			if at < 0 {
				s.beside = append(s.beside, neighbour{^at, true, uint8(t)})
			} else {
				s.beside = append(s.beside, neighbour{at, false, uint8(t)})
			}
		}
	}
	s.ends = append(s.ends, len(s.beside))
}

func (s *solver) neighbours(b int) []neighbour {
	if b == 0 {
		return s.beside[:s.ends[0]]
	}
	return s.beside[s.ends[b-1]:s.ends[b]]
}

// rows returns a board's rows of a list for two foxes.
func (s *solver) rows(list []set, b int) []set { return list[b*s.n : (b+1)*s.n] }

// look computes the values of a board that do not change: those of forward steps and captures.
func (s *solver) look(b int) {
	x := s.boards[b]
	free := field &^ x
	if paddock&^x == 0 { // H19
		s.fixed.single[b] = free
		i := 0
		for f := free; f != 0; f &= f - 1 {
			others := free &^ (f & -f)
			s.rows(s.fixed.pairs, b)[i] = others
			for _, q := range questions {
				s.single[q].forward[b], s.single[q].known[b] = free, free
				s.rows(s.pairs[q].forward, b)[i], s.rows(s.pairs[q].known, b)[i] = others, others
			}
			i++
		}
		return
	}
	for to := x << up & free; to != 0 && s.above != nil; to &= to - 1 {
		t := to & -to
		s.lookForward(b, x&^(t>>up)|t, t)
	}
	s.lookCaptures(b, x)
}

// lookForward adds the values of a step forward to t.
func (s *solver) lookForward(b int, next, t set) {
	key, number := place(next)
	above := s.above[key]
	at, mirrored := above.slot[number], false
	if at < 0 {
		at, mirrored = ^at, true
	}
	x := s.boards[b]
	open := field &^ x &^ t
	for _, q := range questions {
		s.merge(s.rows(s.pairs[q].forward, b), x, s.rows(above.pairs[q], int(at)), next, t, mirrored)
		single := above.single[q][at]
		if mirrored {
			single = mirror(single)
		}
		s.single[q].forward[b] |= single & open
	}
}

// merge adds to the rows of a set of sheep those after a step to the point t, which are stored for
// its mirror image if mirrored is set.
func (s *solver) merge(rows []set, sheep set, theirs []set, next, t set, mirrored bool) {
	free, other := field&^sheep, field&^next
	open := free &^ t
	if mirrored {
		other = mirror(other)
	}
	i := 0
	for e := free; e != 0; e &= e - 1 {
		switch p := e & -e; {
		case p == t: // values by rank of this fox, if it captures; true where it can't
		case mirrored:
			rows[i] |= mirror(theirs[bits.OnesCount64(other&(mirror(p)-1))]) & open
		default:
			rows[i] |= theirs[bits.OnesCount64(other&(p-1))] & open
		}
		i++
	}
}

// landings returns the points to which a fox on p can jump.
func landings(p int, sheep, free set) (to set) {
	for _, h := range hops[p] {
		if sheep>>h.over&1 != 0 && free>>h.land&1 != 0 {
			to |= 1 << h.land
		}
	}
	return to
}

// unless returns the points where the other fox leaves at least one point of a set free, to which a
// fox could go.
func unless(to, others set) set {
	switch {
	case to == 0:
		return 0
	case to&(to-1) == 0:
		return others &^ to
	}
	return others
}

// lookCaptures finds the values where foxes must capture (H9), for one fox and for two. They are
// settled before the first round and marked as fixed, because a capture leads to fewer sheep, whose
// values are known: no later round can change them, and quiet moves must not be added to them. A
// pair is looked at from either fox, and then both views are joined.
func (s *solver) lookCaptures(b int, x set) {
	free := field &^ x
	var known [2][33]set // values by rank of this fox, if it captures; true where it cannot
	fixed := s.rows(s.fixed.pairs, b)
	var jumping set
	i := 0
	for e := free; e != 0; e &= e - 1 {
		p := bits.TrailingZeros64(e)
		others := free &^ (1 << p)
		known[winning][i], known[safe][i] = others, others
		to := landings(p, x, free)
		if to != 0 {
			jumping |= 1 << p
			s.fixed.single[b] |= 1 << p
			// beside another fox p must capture too, unless that one is on its only landing point
			fixed[i] = unless(to, others)
			if s.sheep == s.fewest { // any capture ends the game (H20)
				known[winning][i], known[safe][i] = others&^fixed[i], others&^fixed[i]
			} else {
				s.captures(b, x, p, i, &known)
			}
		} else if around[p]&free == 0 { // a single fox is stuck: the sheep win (H21)
			s.fixed.single[b] |= 1 << p
			s.single[winning].known[b] |= 1 << p
			s.single[safe].known[b] |= 1 << p
		}
		i++
	}
	s.joinViews(free, jumping, fixed, &known)
	for _, q := range questions {
		rows := s.rows(s.pairs[q].known, b)
		for i := range rows {
			rows[i] = known[q][i] & fixed[i]
		}
	}
}

// joinViews adds to the values of each pair, seen from one fox, those seen from the other. The
// foxes choose who captures, so the sheep only keep a value that neither fox's captures deny them.
func (s *solver) joinViews(free, jumping set, fixed []set, known *[2][33]set) {
	var own [33]set
	copy(own[:], fixed)
	var denied [2][33]set
	for _, q := range questions {
		for i := range s.n {
			denied[q][i] = own[i] &^ known[q][i]
		}
	}
	j := 0
	for f := free; f != 0; f &= f - 1 { // the same pairs, seen from the other fox
		if q := f & -f; q&jumping != 0 {
			i := 0
			for e := free; e != 0; e &= e - 1 {
				p := e & -e
				if own[j]&p != 0 {
					fixed[i] |= q
					if denied[winning][j]&p != 0 {
						known[winning][i] &^= q
					}
					if denied[safe][j]&p != 0 {
						known[safe][i] &^= q
					}
				}
				i++
			}
		}
		j++
	}
}

// captures finds the values if the fox on p, of rank i, captures. Elsewhere the other fox makes no
// difference to the chains; on their landings it may.
func (s *solver) captures(b int, x set, p, i int, known *[2][33]set) {
	free := field &^ x
	c := &s.chains
	c.find(x, free, p)
	touched := c.touched &^ (1 << p)
	single := [2]bool{true, true}
	row := [2]set{free, free}
	short := true // no chain has a second jump
	s.afters = s.afters[:0]
	for _, end := range c.ends {
		after := s.after(x&^end.captured, int(end.at))
		s.afters = append(s.afters, after)
		short = short && end.captured&(end.captured-1) == 0
		for _, q := range questions {
			row[q] &= after[q]
			single[q] = single[q] && after[q]>>end.at&1 != 0
		}
	}
	for _, q := range questions {
		if single[q] {
			s.single[q].known[b] |= 1 << p
		}
		known[q][i] &= row[q] | touched
	}
	if short { // the other fox on a landing prevents that jump alone
		for j, end := range c.ends {
			for k, after := range s.afters {
				for _, q := range questions {
					if j != k {
						known[q][i] &^= 1 << end.at &^ after[q]
					}
				}
			}
		}
		return
	}
	for t := touched; t != 0; t &= t - 1 {
		other := t & -t
		c.find(x, free&^other, p)
		for _, end := range c.ends {
			after := s.after(x&^end.captured, int(end.at))
			for _, q := range questions {
				if after[q]&other == 0 {
					known[q][i] &^= other
				}
			}
		}
	}
}

// after returns the points of the other fox for which each question is true when the sheep are to
// move with a fox on p. The point p itself stands for no other fox.
func (s *solver) after(sheep set, p int) (points [2]set) {
	n := bits.OnesCount64(sheep)
	if n < s.fewest {
		return points
	}
	key, number, mirrored := first(sheep)
	sl := s.lower[n][key]
	for _, q := range questions {
		switch kind, record := sl.parts[q].find(sl.count, number, &triangles[33-n]); kind {
		case all:
			points[q] = field &^ sheep
		case mixed:
			points[q] = row(record, sheep, p, mirrored)
		}
	}
	return points
}

// row returns the points q for which the value in a record with foxes on p and q is true. The point
// p itself stands for a single fox.
func row(record []byte, sheep set, p int, mirrored bool) (points set) {
	t := &triangles[33-bits.OnesCount64(sheep)]
	free := field &^ sheep
	if mirrored {
		free, p = mirror(free), mirrorPoint(p)
	}
	ranks := t.row(record, bits.OnesCount64(free&(1<<p-1)))
	for ; ranks != 0; free &= free - 1 {
		points |= free & -free & -(ranks & 1)
		ranks >>= 1
	}
	if mirrored {
		points = mirror(points)
	}
	return points
}

// chains finds the points where a fox's chains of jumps can end.
type chains struct {
	ends    []end
	touched set // all landings of the fox on the way
	seen    map[end]bool
	visited []end
}

// end is the end of a chain, or a stop on its way.
type end struct {
	captured set
	at       uint8
}

// find finds the chains from p. Its own point counts as free (H12).
func (c *chains) find(sheep, free set, p int) {
	c.ends, c.visited, c.touched = c.ends[:0], c.visited[:0], 0
	clear(c.seen)
	c.walk(sheep, free|1<<p, end{0, uint8(p)})
}

func (c *chains) walk(sheep, free set, from end) {
	last := true
	for _, h := range hops[from.at] {
		if (sheep&^from.captured)>>h.over&1 == 0 || free>>h.land&1 == 0 {
			continue
		}
		last = false
		c.touched |= 1 << h.land
		if next := (end{from.captured | 1<<h.over, h.land}); c.isNew(next) {
			c.walk(sheep, free, next)
		}
	}
	if last && from.captured != 0 {
		c.ends = append(c.ends, from)
	}
}

// isNew reports whether a stop is visited for the first time. Different ways to a stop continue to
// the same ends.
func (c *chains) isNew(e end) bool {
	if bits.OnesCount64(e.captured) < 3 { // only one path leads to such an end
		return true
	}
	if len(c.visited) < 32 {
		for _, old := range c.visited {
			if old == e {
				return false
			}
		}
		c.visited = append(c.visited, e)
		return true
	}
	if c.seen == nil {
		c.seen = map[end]bool{}
	}
	if len(c.seen) == 0 {
		for _, old := range c.visited {
			c.seen[old] = true
		}
	}
	if c.seen[e] {
		return false
	}
	c.seen[e] = true
	return true
}

// solve computes the values of the slice that lay has prepared. It returns the greatest number of
// plies to a move that is not quiet.
func (s *solver) solve() (most int, err error) {
	for _, q := range questions {
		plies, err := s.iterate(q, s.sheepSingle, s.foxesSingle)
		if err != nil {
			return 0, err
		}
		most = max(most, plies)
	}
	for b := range s.boards {
		s.settleStuck(b)
	}
	for _, q := range questions {
		plies, err := s.iterate(q, s.sheepPairs, s.foxesPairs)
		if err != nil {
			return 0, err
		}
		most = max(most, plies)
	}
	return most, nil
}

// iterate runs rounds of one ply each until nothing changes. Its functions compute a board's values
// for a side to move and report whether they changed; at the start those of the sheep are the
// values before the first round.
func (s *solver) iterate(q question, sheep func(q question, b int, start bool) bool,
	foxes func(q question, b int) bool,
) (plies int, err error) {
	clear(s.some)
	for b := range s.boards {
		sheep(q, b, true)
	}
	for b := range s.boards {
		foxes(q, b)
		s.dirty[b] = true
	}
	s.changed = s.changed[:0]
	for plies = 2; ; plies += 2 {
		for b := range s.boards {
			if s.dirty[b] {
				s.dirty[b] = false
				if sheep(q, b, false) {
					s.changed = append(s.changed, int32(b))
				}
			}
		}
		moved := false
		for _, b := range s.changed {
			if foxes(q, int(b)) {
				moved = true
				for _, n := range s.neighbours(int(b)) {
					s.dirty[n.board] = true
				}
			}
		}
		switch s.changed = s.changed[:0]; {
		case !moved:
			return plies, nil
		case plies >= Plies:
			return plies, fmt.Errorf("%d sheep need more than %d quiet moves", s.sheep, Plies)
		}
	}
}

// canMove returns the points that a fox must leave free so that some sheep can move: none if two or
// more are open.
func canMove(x set) set { return (x<<up | x<<side | x>>side) & field &^ x }

func (s *solver) sheepSingle(q question, b int, start bool) bool {
	x := s.boards[b]
	free := field &^ x
	a := &s.single[q]
	v := a.forward[b]
	switch {
	case !start:
		for _, n := range s.neighbours(b) {
			to := a.foxes[n.board]
			if n.mirrored {
				to = mirror(to)
			}
			v |= to & free &^ (1 << n.to)
		}
	case q == safe:
		v |= unless(canMove(x), free)
	}
	changed := v != a.sheep[b]
	a.sheep[b] = v
	return changed
}

func (s *solver) foxesSingle(q question, b int) bool {
	free := field &^ s.boards[b]
	a := &s.single[q]
	steps := free &^ s.fixed.single[b]
	v := a.known[b] | steps&^spread(free&^a.sheep[b])
	changed := v != a.foxes[b]
	a.foxes[b] = v
	return changed
}

// settleStuck computes the values where foxes are stuck (H13 to H16). It runs after the single
// foxes are solved and before the pairs are: where one of two foxes is stuck, that fox is removed
// before anybody moves, so the pair has the value of the other alone, whatever the pairs around it
// are worth. A fox is stuck by its own place, or because the other stands on its only way out; with
// two ways left it never is. So a check of each single point finds all pairs, and boards without
// such a point cost nothing.
func (s *solver) settleStuck(b int) {
	x := s.boards[b]
	if paddock&^x == 0 {
		return
	}
	free := field &^ x
	var stuck [64]set // for each point, the points of the other fox with which a fox there is stuck
	found := false
	for e := free; e != 0; e &= e - 1 {
		p := bits.TrailingZeros64(e)
		others := free &^ (1 << p)
		switch ways := landings(p, x, free) | around[p]&free; {
		case ways == 0: // stuck wherever the other fox is
			stuck[p] = others
		case ways&(ways-1) == 0: // stuck if the other fox is on its only way out
			stuck[p] = ways
		}
		found = found || stuck[p] != 0
	}
	if !found {
		return
	}
	i := 0
	for e := free; e != 0; e &= e - 1 {
		p := bits.TrailingZeros64(e)
		for o := free &^ (1 << p); o != 0; o &= o - 1 {
			q := bits.TrailingZeros64(o)
			one, other := stuck[p]>>q&1 != 0, stuck[q]>>p&1 != 0
			if !one && !other {
				continue
			}
			s.rows(s.fixed.pairs, b)[i] |= 1 << q
			// Stuck foxes are removed together (H14). If both go, the sheep have won; if one goes, the
			// other moves in the same turn (H15), so the value is that of the other alone.
			for _, question := range questions {
				left := s.single[question].foxes[b]
				row := &s.rows(s.pairs[question].known, b)[i]
				*row &^= 1 << q
				if one && other || one && left>>q&1 != 0 || other && left>>p&1 != 0 {
					*row |= 1 << q
				}
			}
		}
		i++
	}
}

func (s *solver) sheepPairs(q question, b int, start bool) (changed bool) {
	x := s.boards[b]
	a := &s.pairs[q]
	rows, forward := s.rows(a.sheep, b), s.rows(a.forward, b)
	if start {
		copy(rows, forward)
		if q == safe && paddock&^x != 0 {
			s.startSafe(x, rows)
		}
		return true
	}
	var v [33]set
	copy(v[:], forward)
	for _, n := range s.neighbours(b) {
		if !s.some[n.board] {
			continue
		}
		next := s.boards[n.board]
		if n.mirrored {
			next = mirror(next)
		}
		s.merge(v[:s.n], x, s.rows(a.foxes, int(n.board)), next, 1<<n.to, n.mirrored)
	}
	for i := range rows {
		if v[i] != rows[i] {
			rows[i] = v[i]
			changed = true
		}
	}
	return changed
}

// startSafe adds the values before the first round: the sheep are safe wherever they can move.
func (s *solver) startSafe(x set, rows []set) {
	free, open := field&^x, canMove(x)
	i := 0
	for e := free; e != 0; e &= e - 1 {
		p := e & -e
		rows[i] |= unless(open&^p, free&^p)
		i++
	}
}

func (s *solver) foxesPairs(q question, b int) (changed bool) {
	free := field &^ s.boards[b]
	a := &s.pairs[q]
	fixed, rows, sheep, known := s.rows(s.fixed.pairs, b), s.rows(a.foxes, b), s.rows(a.sheep, b), s.rows(a.known, b)
	var bad [64]set // for each point of one fox, the points of the other with which the sheep fail
	i := 0
	for e := free; e != 0; e &= e - 1 {
		bad[bits.TrailingZeros64(e)] = free &^ (e & -e) &^ sheep[i]
		i++
	}
	var some set
	i = 0
	for e := free; e != 0; e &= e - 1 {
		p := bits.TrailingZeros64(e)
		v := known[i]
		if steps := free &^ (1 << p) &^ fixed[i]; steps != 0 {
			steps &^= spread(bad[p])
			for near := around[p] & free; near != 0 && steps != 0; near &= near - 1 {
				steps &^= bad[bits.TrailingZeros64(near)]
			}
			v |= steps
		}
		changed = changed || v != rows[i]
		rows[i] = v
		some |= v
		i++
	}
	s.some[b] = some != 0
	return changed
}
