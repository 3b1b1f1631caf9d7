// Package search finds good moves for computer players, in any game, within a budget of nodes or
// time. Its [Searcher] is an iterative-deepening alpha-beta search (principal variation search) for
// zero-sum games of two seats with perfect information. It has a transposition table of fixed size,
// move ordering and late-move reductions. Its [Tree] is a tree search by upper confidence bounds
// for two to four players, each for itself. Both take any position and move type.
//
// They never read a clock (a context ends), create no randomness (it comes from a seed) and start
// no goroutines. They allocate nothing per node once their buffers have grown. They know no
// secrets: players of games with secrets sample positions that fit their view and search those. A
// game implements [Game], for instance in paddock/games/kalah, or [TreeGame], as in
// paddock/games/fish. Start reading there, then at [Searcher.Search] and [Tree.Search].
package search

import (
	"context"
	"math"
	"math/bits"
)

const (
	// MaxValue bounds all values and gains of a game, including totals along a line, in both
	// directions.
	MaxValue = 30000
	// MaxDepth is the greatest depth of an iteration and the greatest length of a line. A position
	// so far from the root is evaluated as it is.
	MaxDepth = 250
	// MaxSlot bounds Move.Slot.
	MaxSlot = 4096

	// HistoryMax is the most that a slot's earlier cutoffs add to a Move's Order.
	HistoryMax = 1<<12 - 1
	// KillerBonus is added to the Order of a move that caused a cutoff at the same depth.
	KillerBonus = 1 << 13

	proven   = math.MaxUint8 // the depth of a bound that holds at any depth
	infinity = math.MaxInt16
	pollMask = 1<<10 - 1 // nodes between two checks of the context, a power of two minus one
)

// Game is what the search needs to know of a game. Only Play writes a position. All values are from
// the view of the seat to move, in any unit.
//
// The value of a position counts only future gains. If moves win something at once (beans into a
// pot), Play reports it as a gain, and the position need not store it. Then positions that differ
// only in past gains share one entry of the table.
type Game[P, M any] interface {
	// Moves appends the moves at p to buf and returns it, always in the same order for the same
	// position. It returns none only if the game is over. It is called only where Bounds left the
	// value open, and always at the root.
	Moves(p *P, buf []Move[M]) []Move[M]
	// Play sets *next to the position after m. p and next never overlap.
	Play(p *P, m M, next *P) Step
	// Bounds returns certain bounds of p's value: lo == hi if the game is over or the value is
	// known. It is called at every node, so it should be quick.
	Bounds(p *P) (lo, hi int)
	// Eval estimates the value of a position at the horizon, right after its Bounds, which were not
	// equal.
	Eval(p *P) int
	// Key identifies the position and the seat to move. Equal positions have equal keys. Different
	// positions have different keys, except by a negligible chance. 0 is allowed.
	Key(p *P) uint64
}

// Repeater is implemented by games in which a repeated position is a draw.
type Repeater[P any] interface {
	// Quiet returns the largest number of plies before p at which an equal position is possible.
	// That is the number of moves since the last irreversible one, including those before the root.
	Quiet(p *P) int
}

// Decider is implemented by games with a winner but no margin. The search then prefers quick wins
// and late losses.
type Decider interface {
	// Won returns the least value of a won game; its negative is the highest of a lost one. Bounds
	// returns up to MaxDepth more than Won at the end of a game; Eval stays below Won. Each ply
	// between a position and the end subtracts one.
	Won() int
}

// Move is a move with hints for its search. Only M is required.
type Move[M any] struct {
	M     M
	Order int    // moves with a higher Order are tried earlier; the table's move is always first
	Slot  uint16 // id of the kind of move (such as from and to), for killers and history; 0: the move has none
	Quiet bool   // may be searched less deeply when it comes late in the order
	Free  bool   // does not count as depth: forced moves, moving again; lines of free moves must be short
}

// Step is the result of Play besides the next position.
type Step struct {
	Gain  int  // the mover's immediate gain, in the unit of values
	Again bool // the same seat is to move next
}

// Limits end a search: the first one reached, or the end of the context.
type Limits struct {
	Depth int   // plies of the last iteration; 0: MaxDepth
	Nodes int64 // positions to visit; 0: no limit; the same root and node limit give the same result

	// History holds the keys of the positions before the root, oldest first, as far as they can be
	// repeated (Repeater).
	History []uint64
	// Draw is the value of a repetition for the seat to move at the root.
	Draw int
	// Margin is how much better than the first move another one must be to replace it, at depths
	// greater than Steady. With a table, the first move is the choice of the depth before. So a
	// deep search with a wide margin only refutes the choice of a shallower one.
	Margin, Steady int
	// Lead, if it is not 0, ends the search when the choice is clear: from Early nodes on, at two depths
	// running, every other move is worse by more than Lead. The choice stays the best of its depth, but
	// its value is not searched as deeply as it could be.
	Lead  int
	Early int64
	// TableDepth is the least depth at which the table is used. With cheap nodes, searching a few
	// is quicker than a memory access.
	TableDepth int
	// Warm keeps the table and history of the last search. Results then depend on more than root
	// and limits.
	Warm bool
}

// Result is the result of a search.
type Result[M any] struct {
	Move   M     // the best move; without meaning if Line is empty
	Value  int   // value of Move for the seat to move at the root, to Depth
	Depth  int   // depth of the last complete iteration; 0 if there was none
	Line   []M   // the expected play, Move first; empty only if the game is over
	Nodes  int64 // number of visited positions
	Proven bool  // Value is certain: it depends only on Bounds, not on Eval
}

// Searcher holds the memory for searches of one game. It runs one search at a time. Reuse it,
// because its table is large.
type Searcher[P, M any] struct {
	game   Game[P, M]
	repeat Repeater[P] // nil if the game does not implement it
	won    int         // least value of a won game, see Decider; infinity if the game has none
	table  table
	frames []*frame[P, M]
	// histories by the side to move, because good moves of one side are seldom good for the other
	history [2][MaxSlot]int32

	ctx     context.Context
	limits  Limits
	nodes   int64
	stopped bool
	best    []M // the best line of the current iteration, if its first move is done
	value   int // the value of the best line
	top     int // the index of its first move in the game's own order
}

// frame is the state of one ply of the current line. Frames stay on the heap and are reused, so
// that a node allocates nothing.
type frame[P, M any] struct {
	pos     P
	key     uint64
	mine    bool // the root's seat is to move in the position
	moves   []Move[M]
	line    []M
	killers [2]uint16
}

// side returns 0 or 1 for the two sides of a search.
func (f *frame[P, M]) side() int {
	if f.mine {
		return 1
	}
	return 0
}

// New returns a Searcher whose table takes at most tableBytes. With 0 bytes it has no table.
func New[P, M any](game Game[P, M], tableBytes int) *Searcher[P, M] {
	s := &Searcher[P, M]{game: game, table: newTable(tableBytes)}
	s.repeat, _ = game.(Repeater[P])
	s.won = infinity
	if d, ok := game.(Decider); ok {
		s.won = d.Won()
	}
	return s
}

// Search looks for the best move at root with increasing depth, until the value is proven, a limit
// is reached or ctx ends. It checks ctx about every thousand nodes and always examines at least one
// move. So the result has a move whenever there is one.
func (s *Searcher[P, M]) Search(ctx context.Context, root P, limits Limits) Result[M] {
	s.begin(ctx, root, limits)
	f := s.frames[0]
	lo, hi := s.game.Bounds(&f.pos)
	if f.moves = s.game.Moves(&f.pos, f.moves[:0]); len(f.moves) == 0 {
		return Result[M]{Value: lo, Proven: true}
	}
	var r Result[M]
	var first leader
	for depth := 1; !s.stopped; depth = min(s.limits.Depth, deeper(depth)) {
		s.best = s.best[:0]
		value, certain := s.search(0, depth, lo-1, hi+1)
		if !s.stopped {
			r.Depth, r.Proven = depth, certain || s.decided(value, depth)
			s.value = value
		}
		if len(s.best) > 0 {
			r.Value = s.value
			r.Line = append(r.Line[:0], s.best...)
		}
		if r.Proven || depth == s.limits.Depth || s.clear(&first, depth) {
			break
		}
	}
	if len(r.Line) == 0 { // the limits were reached before the first move was searched
		f.moves = s.game.Moves(&f.pos, f.moves[:0])
		s.order(f, noMove)
		r.Line = append(r.Line, f.pick(0).M)
	}
	r.Move, r.Nodes = r.Line[0], s.nodes
	return r
}

// decided reports whether a value means a won or lost game that ends within the depth: no deeper
// search would find a quicker end.
func (s *Searcher[P, M]) decided(value, depth int) bool {
	return max(value, -value) >= s.won+MaxDepth-depth
}

// deeper returns the depth of the next iteration. At great depth most of the tree is proven, so the
// steps grow.
func deeper(depth int) int { return depth + max(1, (depth-10)/4) }

func (s *Searcher[P, M]) begin(ctx context.Context, root P, limits Limits) {
	if limits.Depth <= 0 || limits.Depth > MaxDepth {
		limits.Depth = MaxDepth
	}
	if limits.Nodes <= 0 {
		limits.Nodes = math.MaxInt64
	}
	if limits.Warm {
		s.table.age()
	} else {
		s.Forget()
	}
	s.ctx, s.limits, s.nodes, s.stopped = ctx, limits, 0, false
	f := s.frame(0)
	f.pos, f.key, f.mine = root, s.game.Key(&root), true
}

// Forget empties the table and the history, as in a new Searcher.
func (s *Searcher[P, M]) Forget() {
	s.table.clear()
	s.history = [2][MaxSlot]int32{}
	for _, f := range s.frames {
		f.killers = [2]uint16{}
	}
}

// Knows reports whether earlier searches have visited a position, so that a warm search helps.
func (s *Searcher[P, M]) Knows(p P) bool { return s.table.find(s.game.Key(&p)).work != 0 }

func (s *Searcher[P, M]) frame(ply int) *frame[P, M] {
	for len(s.frames) <= ply {
		s.frames = append(s.frames, &frame[P, M]{})
	}
	return s.frames[ply]
}

// search returns the value of the position in frame ply, or a bound outside the window alpha..beta,
// and whether it is certain. After a stop its results are meaningless.
func (s *Searcher[P, M]) search(ply, depth, alpha, beta int) (value int, certain bool) {
	f := s.frames[ply]
	f.line = f.line[:0]
	if s.stop() {
		return 0, false
	}
	lo, hi := -infinity, infinity
	if ply > 0 {
		lo, hi = s.game.Bounds(&f.pos)
		switch {
		case lo >= beta || lo == hi:
			return lo, true
		case hi <= alpha:
			return hi, true
		}
		f.key = s.game.Key(&f.pos)
		if s.repeat != nil && s.repeated(ply) {
			return s.draw(f), false
		}
	}
	if ply > 0 && (depth <= 0 || ply >= MaxDepth) {
		return min(max(s.game.Eval(&f.pos), lo), hi), false // an estimate, kept within the certain bounds
	}
	known, keep := unknown, depth >= s.limits.TableDepth
	if keep {
		known = s.table.find(f.key)
	}
	if ply > 0 {
		if v, certain, ok := known.answer(depth, alpha, beta); ok {
			return v, certain
		}
	}
	before := s.nodes
	value, best, certain := s.moves(ply, depth, alpha, beta, known.move)
	if s.stopped {
		return 0, false
	}
	if keep {
		s.table.store(f.key, bound{
			value: value, lower: value > alpha, upper: value < beta,
			depth: depth, proven: certain, move: best, work: bits.Len64(uint64(s.nodes - before)),
		})
	}
	return value, certain
}

// moves searches the moves at ply. It returns the best value, the index of its move in the game's
// own order, and whether the value is certain.
func (s *Searcher[P, M]) moves(ply, depth, alpha, beta int, first uint8) (best, bestIndex int, certain bool) {
	f, next := s.frames[ply], s.frame(ply+1)
	f.moves = s.game.Moves(&f.pos, f.moves[:0])
	s.order(f, first)
	best, certain = -infinity, true
	least := best // only greater values replace the best one
	pv := beta-alpha > 1
	for i := range f.moves {
		m := f.pick(i)
		step := s.game.Play(&f.pos, m.M, &next.pos)
		next.mine = f.mine == step.Again
		v, sure := s.try(ply, depth, i, m, step, alpha, beta)
		if s.stopped {
			return 0, 0, false
		}
		certain = certain && sure
		if v > least {
			best, bestIndex, least = v, m.index(), v
			if i == 0 && ply == 0 && depth > s.limits.Steady {
				least += s.limits.Margin
			}
			if pv && v > alpha || i == 0 && ply == 0 {
				f.line = append(append(f.line[:0], m.M), next.line...)
			}
			if ply == 0 {
				s.best, s.value, s.top = append(s.best[:0], f.line...), v, m.index()
			}
		}
		alpha = max(alpha, least)
		if alpha >= beta {
			s.reward(f, m, depth)
			return best, bestIndex, sure
		}
	}
	return best, bestIndex, certain
}

// try searches the position after the i-th move, which is in the next frame. The first move gets
// the whole window. Others get an empty window, and late ones less depth, to show that they are no
// better.
func (s *Searcher[P, M]) try(ply, depth, i int, m *Move[M], step Step, alpha, beta int) (v int, certain bool) {
	depth--
	if m.Free {
		depth++
	}
	if i == 0 {
		return s.reply(ply+1, depth, step, alpha, beta)
	}
	reduced := depth
	if m.Quiet && i >= 3 && depth >= 2 {
		reduced--
		if i >= 8 && depth >= 5 {
			reduced--
		}
	}
	v, certain = s.reply(ply+1, reduced, step, alpha, alpha+1)
	if reduced < depth && v > alpha && !s.stopped {
		v, certain = s.reply(ply+1, depth, step, alpha, alpha+1)
	}
	if v > alpha && v < beta && beta-alpha > 1 && !s.stopped {
		v, certain = s.reply(ply+1, depth, step, alpha, beta)
	}
	return v, certain
}

// reply searches the frame ply and returns its value for the mover before it.
func (s *Searcher[P, M]) reply(ply, depth int, step Step, alpha, beta int) (int, bool) {
	alpha, beta = s.nearer(alpha)-step.Gain, s.nearer(beta)-step.Gain
	if step.Again {
		v, certain := s.search(ply, depth, alpha, beta)
		return s.farther(step.Gain + v), certain
	}
	v, certain := s.search(ply, depth, -beta, -alpha)
	return s.farther(step.Gain - v), certain
}

// farther returns a value one ply earlier: a won or lost game is one ply farther away. nearer is
// the inverse.
func (s *Searcher[P, M]) farther(v int) int {
	switch {
	case v > s.won:
		return v - 1
	case v < -s.won:
		return v + 1
	}
	return v
}

func (s *Searcher[P, M]) nearer(v int) int {
	switch {
	case v >= s.won:
		return v + 1
	case v <= -s.won:
		return v - 1
	}
	return v
}

// stop counts a node and reports whether the search must end.
func (s *Searcher[P, M]) stop() bool {
	if s.stopped {
		return true
	}
	s.nodes++
	if s.nodes > s.limits.Nodes || s.nodes&pollMask == 0 && s.ctx.Err() != nil {
		s.nodes--
		s.stopped = true
	}
	return s.stopped
}

// repeated reports whether the position at ply occurred before: once since the root, or twice in
// the moves before it.
func (s *Searcher[P, M]) repeated(ply int) bool {
	f := s.frames[ply]
	quiet := s.repeat.Quiet(&f.pos)
	back := 1
	for ; back <= quiet && back <= ply; back++ {
		if s.frames[ply-back].key == f.key {
			return true
		}
	}
	seen := 0
	for h := len(s.limits.History) - 1; h >= 0 && back <= quiet; h, back = h-1, back+1 {
		if s.limits.History[h] == f.key {
			seen++
		}
	}
	return seen >= 2
}

func (s *Searcher[P, M]) draw(f *frame[P, M]) int {
	if f.mine {
		return s.limits.Draw
	}
	return -s.limits.Draw
}
