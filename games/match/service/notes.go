package service

import (
	"sync"

	"paddock/games/match"
)

// notes are what channels have been shown by editing a board in place, as long as that is not stored. It goes into the store with the next
// event of the match, or with StoreShown: in a quick exchange a move costs one write instead of two. Should a note be lost with the process, the
// stored Shown says that the channel is behind, and the board is brought up to date once more, which nobody notices. So only an edit is ever
// noted like this; a new message is stored at once. The zero notes are ready.
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
