package kalah

import (
	"context"

	"paddock/games"
	"paddock/games/search"
)

var _ games.Reviewer[position, move] = rules{}

// Review returns the final margin (K13) of each hole by best play (KG7), exact where the search
// reaches the end.
func (r rules) Review(ctx context.Context, p position, b games.Budget) games.Review[move] {
	review := games.Review[move]{Measure: games.ByMargin}
	for m := range r.Legal(p) {
		review.Moves = append(review.Moves, games.Reviewed[move]{Move: m})
	}
	withThinker(func(t *thinker) {
		warm := false
		search.Each(ctx, len(review.Moves), b.Nodes,
			func(ctx context.Context, i int, nodes int64) (certain bool, used int64) {
				m := &review.Moves[i]
				next := p
				next.play(m.Move)
				if next.toMove == over {
					m.Value, m.Proven = float64(next.beans(p.toMove, pot)-next.beans(1-p.toMove, pot)), true
					return true, 1
				}
				found := t.think(ctx, next, practised, search.Limits{Nodes: nodes, Warm: warm})
				warm = true
				if m.Proven = found.proven; next.toMove != p.toMove {
					found.margin = -found.margin
				}
				m.Value = float64(found.margin)
				return found.proven, found.nodes
			})
	})
	review.Sum()
	return review
}
