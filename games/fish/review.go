package fish

import (
	"context"
	"math"

	"paddock/games"
	"paddock/games/search"
)

var _ games.Reviewer[Position, Move] = rules{}

// Review returns the margin of each move when two players are left and all penguins are placed. It
// is exact if the search reaches the end. During placement, and with more players, it returns a
// tree search's estimate of each move.
func (rules) Review(ctx context.Context, p Position, b games.Budget) games.Review[Move] {
	s := newState(&p)
	if s.placed && p.inGame() == 2 {
		return reviewDuel(ctx, s, b)
	}
	th := thinkers.Get().(*thinker)
	defer thinkers.Put(th)
	th.searchTree(ctx, s, b)
	review := games.Review[Move]{Measure: games.ByChance}
	for _, m := range p.Moves() {
		review.Moves = append(review.Moves, games.Reviewed[Move]{Move: m, Value: float64(th.tree.Value(m))})
	}
	review.Sum()
	return review
}

func reviewDuel(ctx context.Context, s state, b games.Budget) games.Review[Move] {
	review := games.Review[Move]{Measure: games.ByMargin}
	moves := s.moves(nil)
	sortMoves(moves)
	for _, m := range moves {
		review.Moves = append(review.Moves, games.Reviewed[Move]{Move: m})
	}
	th := thinkers.Get().(*thinker)
	defer thinkers.Put(th)
	me, other, warm := s.turn, s.rival(), false
	search.Each(ctx, len(moves), b.Nodes, func(ctx context.Context, i int, nodes int64) (certain bool, used int64) {
		moved := &review.Moves[i]
		next := s
		next.play(moved.Move)
		found := th.searchDuel(ctx, next, search.Limits{Nodes: nodes, Warm: warm})
		warm = true
		if next.turn != me {
			found.Value = -found.Value
		}
		moved.Value = float64(int(next.won[me]-next.won[other])+found.Value) / tileWeight
		if moved.Proven = found.Proven; moved.Proven {
			moved.Value = inFish(moved.Value)
		}
		return found.Proven, found.Nodes
	})
	review.Sum()
	return review
}

// inFish rounds a proven margin to fish. With equal fish only the sign of the tiles' margin is kept
// (F27).
func inFish(margin float64) float64 {
	if fish := math.Round(margin); fish != 0 || margin == 0 {
		return fish
	}
	return math.Copysign(games.ByTiebreak, margin)
}
