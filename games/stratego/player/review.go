package player

import (
	"context"
	"math"

	"paddock/games"
	"paddock/games/stratego/ending"
	"paddock/games/stratego/view"
)

const (
	reviewWorlds = 24
	reviewDepth  = 3
	// evenly is the lead in worth that raises an even chance to three quarters.
	evenly = 300
)

// Review returns the expected share of the win of each step, from the view alone. It searches all
// steps to the same depth in several worlds. Nothing is ever proven. It does not value set-ups.
func Review(ctx context.Context, v view.View, b games.Budget) games.Review[view.Move] {
	review := games.Review[view.Move]{Measure: games.ByChance}
	if v.Phase == view.Setup || !v.Turn.Has(v.Seat) {
		return review
	}
	moves := v.Steps(v.Seat, true)
	if len(moves) == 0 {
		return review
	}
	worlds, odds := sample(&v, reviewWorlds, chance(&v, b.Seed))
	s := &searcher{worth: newWorth(&v, worlds, odds), ctx: ctx, limit: b.Nodes}
	shares := make([]float64, len(moves))
	for depth := 1; depth <= reviewDepth && s.shareAll(worlds, moves, depth, shares); depth++ {
	}
	end := solved(&v)
	for i, m := range moves {
		share := shares[i]
		if end != nil {
			share = settle(end, v.Seat, m, share)
		}
		review.Moves = append(review.Moves, games.Reviewed[view.Move]{Move: m, Value: share})
	}
	if claim := (view.Move{Kind: view.Claim}); v.Check(claim) == nil {
		review.Moves = append(review.Moves, games.Reviewed[view.Move]{Move: claim, Value: 0.5})
	}
	review.Sum()
	return review
}

// settle returns the share of the win of a move in a solved ending; the estimate if the move attacks
// what nobody knows. The rules against repetition may change it, so it is not proven.
func settle(e *ending.Ending, seat games.Seat, m view.Move, estimate float64) float64 {
	v, ok := e.After(seat, m.From, m.To)
	switch {
	case !ok:
		return estimate
	case v.Loses():
		return 1
	case v.Wins():
		return 0
	}
	return 0.5
}

// shareAll sets the expected share of the win of each step, by a search of depth plies in every world.
// It averages shares and not worth, because the worth of a flag that falls in one world would outweigh
// all others. If the search is stopped, it leaves the shares alone and returns false.
func (s *searcher) shareAll(worlds []*world, moves []view.Move, depth int, shares []float64) bool {
	sums := make([]float64, len(moves))
	lead := s.lead(worlds[0]) // the value is the same in all worlds, because each has the same pieces
	for _, w := range worlds {
		s.w, s.score = w, 0
		for i, m := range moves {
			worth := lead + s.root(step{int16(cellOf(m.From)), int16(cellOf(m.To))}, depth)
			sums[i] += 1 / (1 + math.Pow(3, -float64(worth)/evenly))
		}
		if s.stopped {
			return false
		}
	}
	for i := range sums {
		shares[i] = sums[i] / float64(len(worlds))
	}
	return true
}
