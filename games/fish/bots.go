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
	explore    = 0.35
	ripe       = 24
	endgame    = 34 // free tiles
)

var players = []games.Player[Position, Move]{
	{Name: "random", Help: "any move", Choose: simple(chooseRandom)},
	{Name: "greedy", Help: "the most fish at once, and room to move", Choose: simple(chooseGreedy)},
	{Name: "course", Help: "the course's strategy, looking two turns ahead", Choose: course(2)},
	{Name: games.Easy, Help: "looks two turns ahead, but only at its own fish", Choose: course(2)},
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
	th := thinkers.Get().(*thinker)
	defer thinkers.Put(th)
	if s.placed && p.inGame() == 2 && bits.OnesCount64(s.free) <= endgame {
		if th.duel == nil {
			th.duel = search.New[state, Move](duel{}, tableBytes)
		}
		return th.duel.Search(ctx, s, search.Limits{Nodes: b.Nodes}).Move, nil
	}
	if th.tree == nil {
		th.tree = search.NewTree[state, Move](&uct{}, treeNodes)
	}
	m, _ := th.tree.Search(ctx, s, search.TreeLimits{Simulations: b.Nodes, Seed: b.Seed, Explore: explore, Ripe: ripe})
	return m, nil
}

func (p *Position) inGame() (n int) {
	for _, pl := range p.Players[:p.Seats] {
		if pl.Out == 0 {
			n++
		}
	}
	return n
}

// course is the course's strategy of a depth (F63): zig-zag placement, then CourseMove.
func course(depth int) func(context.Context, Position, games.Budget) (Move, error) {
	return func(_ context.Context, p Position, _ games.Budget) (Move, error) {
		m, _ := p.CourseMove(depth)
		return m, nil
	}
}

// CourseMove is the action of the course's strategy; false if the seat to move can't act. While placing it is the first allowed tile, row by row. Then
// the value of an action is the mover's own score after so many turns of its own in all, this action being the first, while each opponent
// minimises that score; ties go to the smallest action.
func (p Position) CourseMove(depth int) (Move, bool) {
	s := newState(&p)
	moves := s.moves(nil)
	if len(moves) == 0 {
		return Move{}, false
	}
	if !s.placed {
		return moves[0], true
	}
	sortMoves(moves)
	me := s.turn
	chosen, top := moves[0], int32(-1)
	for _, m := range moves {
		after := s
		after.play(m)
		if v := after.courseValue(me, depth-1, top); v > top {
			chosen, top = m, v
		}
	}
	return chosen, true
}

// courseScore is what a seat has won. Under the official rules the tiles that it stands on are its own in any case and count: else it would be glad of
// every penguin that gets stuck, for that brings in a tile at once.
func (s *state) courseScore(seat int8) int32 {
	if s.ice.official {
		return s.won[seat] + int32(s.stoodOn(seat))
	}
	return s.won[seat]
}

// courseValue is me's score after so many more turns of its own. Values of at most alpha need not be exact.
func (s *state) courseValue(me int8, depth int, alpha int32) int32 {
	if s.over || depth == 0 || !s.canMove(me) { // who can move no more keeps its score, whatever the others do
		return s.courseScore(me)
	}
	moves := s.moves(nil)
	if s.turn == me {
		top := int32(-1)
		for _, m := range moves {
			after := *s
			after.play(m)
			top = max(top, after.courseValue(me, depth-1, max(alpha, top)))
		}
		return top
	}
	low := int32(math.MaxInt32)
	for _, m := range moves {
		after := *s
		after.play(m)
		if low = min(low, after.courseValue(me, depth, alpha)); low <= alpha {
			break
		}
	}
	return low
}

func sortMoves(moves []Move) {
	slices.SortFunc(moves, func(a, b Move) int { return cmp.Or(cmp.Compare(a.From, b.From), cmp.Compare(a.To, b.To)) })
}
