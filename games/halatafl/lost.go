package halatafl

import (
	"context"

	"paddock/games"
	"paddock/games/search"
)

var _ games.Loser[position] = rules{}

// behind is by how much the seat to move must be behind for Lost to search for a proof.
const behind = 100

// Lost reports whether the search proves that the seat to move loses.
func (r rules) Lost(p position, nodes int64) bool {
	root := node{p.board, p.quiet.length}
	if _, over := r.Outcome(p); over {
		return false
	}
	m, _ := smallMemory.borrow(root, false)
	defer smallMemory.giveBack(m)
	m.engine.impartial()
	m.engine.ends.fresh = p.fresh()
	if _, hi := m.engine.Bounds(&root); hi <= -m.engine.Won() {
		return true
	}
	if root.ahead() > -behind {
		return false
	}
	found := m.searcher.Search(context.Background(), root, search.Limits{Nodes: nodes, History: p.past()})
	return found.Value <= -m.engine.Won()
}
