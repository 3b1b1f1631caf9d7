package service

import (
	"context"
	"errors"
	"maps"
	"slices"
	"time"

	"paddock/games/match"
)

// Delivery says how to bring channels up to date. It stores what channels show and what people were
// told.
type Delivery struct {
	*core
	duties match.Duties
}

// Show says how to bring a match's channel up to date (P43).
func (s *Delivery) Show(m match.Match) match.Showing {
	return match.Show(m.Record, s.cfg.Window, s.now())
}

// MarkShown stores what the channel shows, and sets or clears the delayed ping. If a later state is
// stored already, it keeps that and returns match.ErrShownLater.
func (s *Delivery) MarkShown(ctx context.Context, id match.ID, shown match.Shown) error {
	unlock, err := s.lock(ctx, id)
	if err != nil {
		return err
	}
	defer unlock()
	return s.storeShown(ctx, id, shown)
}

// NoteShown records an edit of the newest message like MarkShown, but only in memory: the caller
// calls StoreShown within seconds. After a crash before that, the channel counts as not up to date.
// It fails only if ctx ends while it waits for the match.
func (s *Delivery) NoteShown(ctx context.Context, id match.ID, shown match.Shown) error {
	unlock, err := s.lock(ctx, id)
	if err != nil {
		return err
	}
	defer unlock()
	s.notes.mu.Lock()
	defer s.notes.mu.Unlock()
	if s.notes.shown == nil {
		s.notes.shown = make(map[match.ID]match.Shown)
	}
	s.notes.shown[id] = shown
	return nil
}

// StoreShown stores what NoteShown has recorded for all matches, unless an event has stored it
// since.
func (s *Delivery) StoreShown(ctx context.Context) error {
	s.notes.mu.Lock()
	list := slices.Sorted(maps.Keys(s.notes.shown))
	s.notes.mu.Unlock()
	var failed []error
	for _, id := range list {
		failed = append(failed, s.storeNote(ctx, id))
	}
	return errors.Join(failed...)
}

func (s *Delivery) storeNote(ctx context.Context, id match.ID) error {
	unlock, err := s.lock(ctx, id)
	if err != nil {
		return err
	}
	defer unlock()
	shown, noted := s.notes.of(id)
	if !noted {
		return nil
	}
	if err := s.storeShown(ctx, id, shown); !errors.Is(err, match.ErrShownLater) {
		return err
	}
	return nil
}

// storeShown stores like MarkShown. The caller holds the match's lock.
func (s *Delivery) storeShown(ctx context.Context, id match.ID, shown match.Shown) error {
	for range attempts {
		m, err := s.match(ctx, id)
		if errors.Is(err, match.ErrUnknown) {
			s.notes.forget(id)
		}
		if err != nil {
			return err
		}
		r := m.Record
		before, card := r.Due, r.Shown.Card
		if r.Place.Channel == "" { // the person of these direct messages was erased, and the place with them
			shown.Channel, shown.Message, shown.Call = "", "", ""
		}
		overtaken := shown.Head < r.Shown.Head
		if !overtaken {
			r.Shown = shown
		}
		r.Due = s.cfg.Due(r)
		if len(r.Notices) > 0 && before.After(s.now()) && (r.Due.IsZero() || before.Before(r.Due)) {
			r.Due = before // the time at which held notices are due is kept
		}
		err = s.duties.SetShown(ctx, id, r.Head, r.Shown, r.Due)
		if errors.Is(err, match.ErrConflict) { // another process has changed the match meanwhile
			continue
		}
		if err != nil {
			return match.Unsaved("note what was shown", err)
		}
		s.notes.forget(id)
		if now := r.Shown.Card; !r.Due.Equal(before) || (now == nil) != (card == nil) || now != nil &&
			(now.Turn == nil) != (card.Turn == nil) {
			m.Record = r
			s.announce(match.Change{Match: m})
		}
		if overtaken {
			return match.ErrShownLater
		}
		return nil
	}
	return match.Unsaved("note what was shown", match.ErrConflict)
}

// Hold schedules another announcement of a match, at a moment when its undelivered notices may be
// sent.
func (s *Delivery) Hold(ctx context.Context, id match.ID, until time.Time) error {
	unlock, err := s.lock(ctx, id)
	if err != nil {
		return err
	}
	defer unlock()
	m, err := s.match(ctx, id)
	if err != nil {
		return err
	}
	if at := s.cfg.Due(m.Record); !at.IsZero() && at.Before(until) {
		until = at
	}
	if m.Due.Equal(until) {
		return nil
	}
	// after a conflict the match is handled again
	if err := s.duties.SetDue(ctx, id, m.Head, until); err != nil && !errors.Is(err, match.ErrConflict) {
		return match.Unsaved("hold a notice", err)
	}
	m.Due = until
	s.announce(match.Change{Match: m})
	return nil
}

// MarkTold records that notices were delivered.
func (s *Delivery) MarkTold(ctx context.Context, id match.ID, told ...match.Notice) error {
	return s.markTold(ctx, s.duties, id, told...)
}

func (s *core) markTold(ctx context.Context, duties match.Duties, id match.ID, told ...match.Notice) error {
	unlock, err := s.lock(ctx, id) // during the lock no other change can restore them
	if err != nil {
		return err
	}
	defer unlock()
	if err := duties.SetTold(ctx, id, told); err != nil {
		return match.Unsaved("note what was told", err)
	}
	return nil
}
