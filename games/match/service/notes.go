package service

import (
	"sync"

	"paddock/games/match"
)

// notes holds what channels show after an edit of their board, until that is stored. It is stored
// with the next event of the match or by StoreShown, so in quick play a move costs one write
// instead of two. If the process dies first, the stored Shown is too old, and the board is edited
// again without harm. Only edits are noted this way; a new message is stored at once. The zero
// notes is ready to use.
type notes struct {
	mu    sync.Mutex
	shown map[match.ID]match.Shown
}

func (n *notes) of(id match.ID) (match.Shown, bool) {
	n.mu.Lock()
	defer n.mu.Unlock()
	shown, noted := n.shown[id]
	return shown, noted
}

func (n *notes) forget(id match.ID) {
	n.mu.Lock()
	defer n.mu.Unlock()
	delete(n.shown, id)
}
