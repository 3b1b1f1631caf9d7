package fish

import (
	"cmp"
	"context"
	"math"
	"math/bits"
	"math/rand/v2"
	"slices"
	"sync"
	"time"

	"paddock/games"
	"paddock/games/search"
)

const (
	tableBytes = 16 << 20  // 2²⁰ entries of the alpha-beta search
	treeNodes  = 1_000_000 // F56

	// A tree is wide and shallow, so that first guesses count for much: docs/strength-fish.md has the matches.
	explore = 0.2
	trust   = 4 // simulations
	ripe    = 24

	endgame     = 34      // free tiles
	quickSolo   = 200     // positions of a puzzle, for each position of a search
	patientSolo = 200_000 // and for the move to be made

	decidedNodes = 20_000 // of a search by how much a game is won or lost that can't go otherwise
)

var players = []games.Player[Position, Move]{
	{Name: "random", Help: "any move", Choose: simple(chooseRandom)},
	{Name: "greedy", Help: "the most fish at once, and room to move", Choose: simple(chooseGreedy)},
	{Name: "course", Help: "the course's strategy, looking two turns ahead", Choose: chooseByCourse(2)},
	{Name: games.Easy, Help: "looks two turns ahead, but only at its own fish", Choose: chooseEasy},
	{Name: games.Medium, Help: "looks one move ahead and counts who is nearer to what", Choose: simple(chooseNear)},
	{Name: games.Hard, Help: "searches for a third of a second", Budget: games.Budget{Time: 300 * time.Millisecond}, Choose: chooseBySearch},
	{Name: games.Master, Help: "searches for a second and plays the end exactly against one opponent", Budget: games.Budget{Time: time.Second}, Choose: chooseBySearch},
}

// simple makes a player of something that takes no time.
func simple(choose func(s *state, rng *rand.Rand) Move) func(context.Context, Position, games.Budget) (Move, error) {
	return func(_ context.Context, p Position, b games.Budget) (Move, error) {
		s := newState(&p)
		return choose(&s, rand.New(rand.NewPCG(b.Seed, 0))), nil
	}
}

func chooseRandom(s *state, rng *rand.Rand) Move {
	moves := s.moves(nil)
	return moves[rng.IntN(len(moves))]
}

// chooseGreedy takes the fish on the tile that it enters, and a quarter of its mobility (F60).
func chooseGreedy(s *state, rng *rand.Rand) Move {
	return best(s, rng, func(_, after *state, m Move) float32 {
		room := 0
		for set := after.ice.geometry.reach(m.To, after.free); set != 0; set &= set - 1 {
			room++
		}
		return float32(s.ice.fish[m.To]) + 0.25*float32(room)
	})
}

// chooseNear is one ply of V (F52).
func chooseNear(s *state, rng *rand.Rand) Move {
	return best(s, rng, func(before, after *state, _ Move) float32 {
		return lead(after.values(), before.turn, after.seats)
	})
}

// best is the move with the highest score, one of them by chance if there are several.
func best(s *state, rng *rand.Rand, score func(before, after *state, m Move) float32) Move {
	var chosen Move
	var top float32
	equal := 0
	for _, m := range s.moves(nil) {
		after := *s
		after.play(m)
		v := score(s, &after, m)
		switch {
		case equal == 0 || v > top:
			chosen, top, equal = m, v, 1
		case v == top:
			equal++
			if rng.IntN(equal) == 0 {
				chosen = m
			}
		}
	}
	return chosen
}

// thinker is the memory of one search; thinkers are reused, for their tables are large.
type thinker struct {
	game duel
	duel *search.Searcher[state, Move]
	tree *search.Tree[state, Move]
}

var thinkers = sync.Pool{New: func() any { return &thinker{} }}

// chooseBySearch is UCT with V (F54), and for the end of a game that only two still play alpha-beta with V, which proves it.
func chooseBySearch(ctx context.Context, p Position, b games.Budget) (Move, error) {
	s := newState(&p)
	if moves := s.moves(nil); len(moves) == 1 {
		return moves[0], nil // F59
	}
	walks := s.connected()
	if puzzle, ok := s.puzzle(s.turn, &walks); ok {
		if m, ok := newSolo(s.ice, patientSolo).move(puzzle); ok {
			return m, nil
		}
	}
	th := thinkers.Get().(*thinker)
	defer thinkers.Put(th)
	if s.placed && p.inGame() == 2 {
		limits := search.Limits{Nodes: b.Nodes}
		decided := s.decided(&th.game)
		if decided && (b.Nodes == 0 || b.Nodes > decidedNodes) {
			limits.Nodes = decidedNodes
		}
		if decided || bits.OnesCount64(s.free) <= endgame {
			return th.searchDuel(ctx, s, limits).Move, nil
		}
	}
	return th.searchTree(ctx, s, b), nil
}

// decided reports whether the lead of one of two can't be overtaken any more.
func (s *state) decided(d *duel) bool {
	lo, hi := d.Bounds(s)
	lead := int(s.won[s.turn] - s.won[s.rival()])
	return lead+lo > 0 || lead+hi < 0
}

func (th *thinker) searchDuel(ctx context.Context, s state, limits search.Limits) search.Result[Move] {
	if th.duel == nil {
		th.duel = search.New[state, Move](&th.game, tableBytes)
	}
	if th.game.solo == nil || th.game.solo.ice != s.ice {
		th.game.solo = newSolo(s.ice, quickSolo)
	}
	return th.duel.Search(ctx, s, limits)
}

func (th *thinker) searchTree(ctx context.Context, s state, b games.Budget) Move {
	if th.tree == nil {
		th.tree = search.NewTree[state, Move](&uct{}, treeNodes)
	}
	m, _ := th.tree.Search(ctx, s, search.TreeLimits{Simulations: b.Nodes, Seed: b.Seed, Explore: explore, Trust: trust, Ripe: ripe})
	return m
}

func (p *Position) inGame() (n int) {
	for _, pl := range p.Players[:p.Seats] {
		if pl.Out == 0 {
			n++
		}
	}
	return n
}

// chooseByCourse is the course's strategy of a depth (F63): zig-zag placement, then CourseMove.
func chooseByCourse(depth int) func(context.Context, Position, games.Budget) (Move, error) {
	return func(ctx context.Context, p Position, _ games.Budget) (Move, error) {
		m, _ := p.courseMove(ctx, depth)
		return m, nil
	}
}

// chooseEasy places as greedy does, for who places zig-zag has lost before the first move, and then plays the course's strategy.
func chooseEasy(ctx context.Context, p Position, b games.Budget) (Move, error) {
	if p.Phase == Placing {
		return simple(chooseGreedy)(ctx, p, b)
	}
	s := newState(&p)
	moves := s.moves(nil)
	sortMoves(moves)
	return s.courseBest(ctx, moves, 2, roomWorth), nil
}

// roomWorth is what greedy counts for a tile to go to next.
const roomWorth = tileWeight / 4

// CourseMove is the action of the course's strategy; false if the seat to move can't act. While placing it is the first allowed tile, row by row. Then
// the value of an action is the mover's own score after so many turns of its own in all, this action being the first, while each opponent
// minimises that score; ties go to the smallest action.
func (p Position) CourseMove(depth int) (Move, bool) {
	return p.courseMove(context.Background(), depth)
}

// courseMove is CourseMove, or the best so far when ctx ends.
func (p *Position) courseMove(ctx context.Context, depth int) (Move, bool) {
	s := newState(p)
	moves := s.moves(nil)
	if len(moves) == 0 {
		return Move{}, false
	}
	if !s.placed {
		return moves[0], true
	}
	sortMoves(moves)
	return s.courseBest(ctx, moves, depth, 0), true
}

// courseBest is the first of the moves with the highest value by the course's strategy, to which so much is added for each tile that can be gone to next.
func (s *state) courseBest(ctx context.Context, moves []Move, depth int, room int32) Move {
	c := course{ctx: ctx, me: s.turn}
	chosen, top := moves[0], int32(-1)
	for _, m := range moves {
		after := *s
		after.play(m)
		bonus := room * int32(bits.OnesCount64(s.ice.geometry.reach(m.To, after.free)))
		if v := c.value(&after, depth-1, top-bonus) + bonus; v > top && !c.over {
			chosen, top = m, v
		}
	}
	return chosen
}

// course is a search by the course's strategy for one seat.
type course struct {
	ctx   context.Context
	me    int8
	nodes int
	over  bool // ctx has ended: values mean nothing any more
}

// courseScore is what a seat has won. Under the official rules the tiles that it stands on are its own in any case and count: else it would be glad of
// every penguin that gets stuck, for that brings in a tile at once.
func (s *state) courseScore(seat int8) int32 {
	if s.ice.official {
		return s.won[seat] + int32(s.stoodOn(seat))
	}
	return s.won[seat]
}

// value is the score after so many more turns of one's own. Values of at most alpha need not be exact.
func (c *course) value(s *state, depth int, alpha int32) int32 {
	if c.nodes++; c.nodes%1024 == 0 && c.ctx.Err() != nil {
		c.over = true
	}
	if c.over || s.over || depth == 0 || !s.canMove(c.me) { // who can move no more keeps its score, whatever the others do
		return s.courseScore(c.me)
	}
	moves := s.moves(nil)
	if s.turn == c.me {
		top := int32(-1)
		for _, m := range moves {
			after := *s
			after.play(m)
			top = max(top, c.value(&after, depth-1, max(alpha, top)))
		}
		return top
	}
	low := int32(math.MaxInt32)
	for _, m := range moves {
		after := *s
		after.play(m)
		if low = min(low, c.value(&after, depth, alpha)); low <= alpha {
			break
		}
	}
	return low
}

func sortMoves(moves []Move) {
	slices.SortFunc(moves, func(a, b Move) int { return cmp.Or(cmp.Compare(a.From, b.From), cmp.Compare(a.To, b.To)) })
}
