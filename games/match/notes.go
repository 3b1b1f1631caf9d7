package match

import (
	"context"
	"errors"
	"maps"
	"slices"
	"sync"
)

// notes are what channels have been shown by editing a board in place, as long as that is not stored. It goes into the store with the next
// event of the match, or with StoreShown: in a quick exchange a move costs one write instead of two. Should a note be lost with the process, the
// stored Shown says that the channel is behind, and the board is brought up to date once more, which nobody notices. So only an edit is ever
// noted like this; a new message is stored at once. The zero notes are ready.
type notes struct {
	mu    sync.Mutex
	shown map[ID]Shown
}

// NoteShown is MarkShown for an edit of the newest message. StoreShown has to be called a moment later.
func (s *Service) NoteShown(ctx context.Context, id ID, shown Shown) error {
	unlock, err := s.lock(ctx, "match/"+string(id))
	if err != nil {
		return err
	}
	defer unlock()
	s.notes.mu.Lock()
	defer s.notes.mu.Unlock()
	if s.notes.shown == nil {
		s.notes.shown = make(map[ID]Shown)
	}
	s.notes.shown[id] = shown
	return nil
}

// StoreShown stores what has been noted by NoteShown and by no event since.
func (s *Service) StoreShown(ctx context.Context) error {
	s.notes.mu.Lock()
	list := slices.Sorted(maps.Keys(s.notes.shown))
	s.notes.mu.Unlock()
	var failed []error
	for _, id := range list {
		failed = append(failed, s.storeNote(ctx, id))
	}
	return errors.Join(failed...)
}

func (s *Service) storeNote(ctx context.Context, id ID) error {
	unlock, err := s.lock(ctx, "match/"+string(id))
	if err != nil {
		return err
	}
	defer unlock()
	shown, noted := s.notes.of(id)
	if !noted {
		return nil
	}
	return s.storeShown(ctx, id, shown)
}

func (n *notes) of(id ID) (Shown, bool) {
	n.mu.Lock()
	defer n.mu.Unlock()
	shown, noted := n.shown[id]
	return shown, noted
}

func (n *notes) forget(id ID) {
	n.mu.Lock()
	defer n.mu.Unlock()
	delete(n.shown, id)
}
