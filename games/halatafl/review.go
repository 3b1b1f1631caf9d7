package halatafl

import (
	"context"
	"math"
	"slices"

	"paddock/games"
	"paddock/games/search"
)

var _ games.Reviewer[position, move] = rules{}

// Review returns the expected score of each move, and whether that move is proven to win, lose or
// draw. Only end tables can prove a draw.
func (r rules) Review(ctx context.Context, p position, b games.Budget) games.Review[move] {
	review := games.Review[move]{Measure: games.ByChance}
	list := p.appendChanges(nil)
	least := allSheep
	for _, c := range list {
		next, _ := p.board.play(c)
		least = min(least, next.longestCapture())
	}
	for _, c := range list {
		next, _ := p.board.play(c)
		review.Moves = append(review.Moves, games.Reviewed[move]{Move: p.path(c), Remark: next.sacrifice(least)})
	}
	m, _ := largeMemory.borrow(node{}, false)
	defer largeMemory.giveBack(m)
	m.engine.impartial()
	m.engine.ends.fresh = p.fresh()
	warm := false
	search.Each(ctx, len(list), b.Nodes, func(ctx context.Context, i int, nodes int64) (certain bool, used int64) {
		moved := &review.Moves[i]
		next, _ := p.play(list[i])
		if o, over := r.Outcome(next); over {
			moved.Value, moved.Proven = float64(2-o.Place[p.toMove()]), true
			if o.Winners().Len() > 1 {
				moved.Value = 0.5
			}
			return true, 1
		}
		if m.engine.drawn(&next.board) {
			moved.Value, moved.Proven = 0.5, true
			return true, 1
		}
		found := m.searcher.Search(ctx, node{next.board, next.quiet.length},
			search.Limits{Nodes: nodes, Warm: warm, History: next.past()})
		warm = true
		switch v := -found.Value; {
		case v >= m.engine.Won():
			moved.Value, moved.Proven = 1, true
		case v <= -m.engine.Won():
			moved.Value, moved.Proven = 0, true
		default:
			moved.Value = 1 / (1 + math.Exp(-float64(v)/logit))
		}
		return moved.Proven, found.Nodes
	})
	review.Sum()
	return review
}

// sacrifice says how many sheep the last move gives up, if more than the least that a move can, and
// what certainly comes of it. With the sheep to move it says nothing.
func (b board) sacrifice(least int) games.Sentence {
	given := b.longestCapture()
	if given <= least {
		return games.Sentence{}
	}
	sheep := games.Say("a sheep")
	if given > 1 {
		sheep = games.Say("as many as %d sheep", given)
	}
	switch {
	case b.trap():
		return games.Say("It gives up %s; whatever the foxes do then, one of them can be caught.", sheep)
	case b.rules.mustCapture():
		return games.Say("It gives up %s: a fox has to capture, and so leaves its place.", sheep)
	}
	return games.Say("It gives up %s on purpose.", sheep)
}

// trap reports whether the sheep can catch a fox after each move that the foxes have.
func (b board) trap() bool {
	for _, reply := range b.appendChanges(nil) {
		after, _ := b.play(reply)
		catches := func(c change) bool {
			_, e := after.play(c)
			return e.surrounded != 0
		}
		if after.decided() != "" || !slices.ContainsFunc(after.appendChanges(nil), catches) {
			return false
		}
	}
	return true
}
