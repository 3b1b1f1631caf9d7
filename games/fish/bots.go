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
	tableBytes = 4 << 20   // size of the alpha-beta table, which has 2¹⁸ entries
	treeNodes  = 1_000_000 // size of the search tree (F56)

	// A tree is wide and shallow, so first guesses matter much. Matches at a few milliseconds a
	// move chose these values.
	explore = 0.2
	trust   = 4 // number of simulations that a first guess stands for
	ripe    = 24

	endgame     = 34      // free tiles from which on a two-player game is searched to its end
	quickSolo   = 200     // positions searched for a puzzle during a search
	patientSolo = 200_000 // positions searched for a puzzle before the actual move

	decidedNodes = 20_000 // nodes of a search for the final margin when the winner is certain already
)

var players = []games.Player[Position, Move]{
	{Name: "random", Help: "Plays any move at all", Choose: simple(chooseRandom)},
	{
		Name: "greedy", Help: "Takes the most fish it can get at once, and likes room to move",
		Choose: simple(chooseGreedy),
	},
	{
		Name: "course", Help: "The course's program: plans two moves of its own, and places its penguins row by row",
		Choose: chooseByCourse(2),
	},
	{Name: games.Easy, Help: "Forgives mistakes: right for a first game", Choose: chooseEasy},
	{
		Name: games.Medium, Help: "Beats most beginners",
		Choose: simple(chooseNear),
	},
	{
		Name: games.Hard, Help: "Punishes mistakes: you need a plan",
		Budget: games.Budget{Time: 300 * time.Millisecond, Nodes: 2000}, Choose: chooseBySearch,
	},
	{Name: games.Master, Help: "Plays as well as I can: hard to beat", Budget: games.Budget{Time: time.Second}, Choose: chooseBySearch},
}

// simple makes a Choose function of one that takes no time.
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

// chooseGreedy plays the move with the most fish on the target tile plus a quarter of its mobility
// (F60).
func chooseGreedy(s *state, rng *rand.Rand) Move {
	return best(s, rng, func(_, after *state, m Move) float32 {
		room := 0
		for set := after.ice.geometry.reach(m.To, after.free); set != 0; set &= set - 1 {
			room++
		}
		return float32(s.ice.fish[m.To]) + 0.25*float32(room)
	})
}

// chooseNear searches one ply with V (F52).
func chooseNear(s *state, rng *rand.Rand) Move {
	return best(s, rng, func(before, after *state, _ Move) float32 {
		return lead(after.values(), before.turn, after.seats)
	})
}

// best returns the move with the highest score; equal ones are chosen at random.
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

// thinker is the memory of one search. Thinkers are reused because their tables are large.
type thinker struct {
	game duel
	duel *search.Searcher[state, Move]
	tree *search.Tree[state, Move]
}

var thinkers = sync.Pool{New: func() any { return &thinker{} }}

// chooseBySearch uses UCT with V (F54). When only two seats still play the end of a game,
// alpha-beta with V proves it.
func chooseBySearch(ctx context.Context, p Position, b games.Budget) (Move, error) {
	s := newState(&p)
	if moves := s.moves(nil); len(moves) == 1 {
		return moves[0], nil // a single legal move needs no search (F59)
	}
	walks := s.connected()
	if puzzle, ok := s.puzzle(s.turn, &walks); ok {
		if line, ok := newSolo(s.ice, patientSolo).line(puzzle); ok && len(line) > 0 {
			return line[0], nil
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

// decided reports whether one of two players leads so far that the other cannot catch up.
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
	m, _ := th.tree.Search(ctx, s,
		search.TreeLimits{Simulations: b.Nodes, Seed: b.Seed, Explore: explore, Trust: trust, Ripe: ripe})
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

// chooseByCourse plays the course's strategy at a depth (F63): zig-zag placement, then CourseMove.
func chooseByCourse(depth int) func(context.Context, Position, games.Budget) (Move, error) {
	return func(ctx context.Context, p Position, _ games.Budget) (Move, error) {
		m, _ := p.courseMove(ctx, depth)
		return m, nil
	}
}

// chooseEasy places like greedy and then plays the course's strategy. Zig-zag placement would lose
// before the first move.
func chooseEasy(ctx context.Context, p Position, b games.Budget) (Move, error) {
	if p.Phase == Placing {
		return simple(chooseGreedy)(ctx, p, b)
	}
	s := newState(&p)
	moves := s.moves(nil)
	sortMoves(moves)
	return s.courseBest(ctx, moves, 2, roomWorth), nil
}

// roomWorth is greedy's bonus for each tile that the penguin could move to next.
const roomWorth = tileWeight / 4

// CourseMove returns the action of the course's strategy. It returns false if the seat to move
// cannot act. During placement the action is the first allowed tile, row by row. Later, the value
// of an action is the mover's own score after depth turns of its own, including this one, while
// each opponent minimises that score. Ties go to the smallest action.
func (p Position) CourseMove(depth int) (Move, bool) {
	return p.courseMove(context.Background(), depth)
}

// courseMove returns the first move with the highest value by the course's strategy, searched to
// the given depth, or the best move so far when ctx ends. It returns false if there is no move.
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

// courseBest returns the first move with the highest value by the course's strategy, plus room for
// each tile that could be reached next.
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

// course is a minimax search for one seat, in which all opponents keep the score of that seat low. It
// is the strategy of the university course for which the game was written, see the package.
type course struct {
	ctx   context.Context
	me    int8
	nodes int
	over  bool // because ctx has ended, the values mean nothing
}

// courseScore returns the score of a seat. Under the official rules it includes the tiles under its
// penguins, which the seat keeps anyway. Otherwise it would prefer stuck penguins, which bring in a
// tile at once.
func (s *state) courseScore(seat int8) int32 {
	if s.ice.official {
		return s.won[seat] + int32(s.stoodOn(seat))
	}
	return s.won[seat]
}

// value returns the score after depth more turns of the seat. Values of at most alpha need not be
// exact.
func (c *course) value(s *state, depth int, alpha int32) int32 {
	if c.nodes++; c.nodes%1024 == 0 && c.ctx.Err() != nil {
		c.over = true
	}
	if c.over || s.over || depth == 0 || !s.canMove(c.me) { // a seat without moves keeps its score
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
