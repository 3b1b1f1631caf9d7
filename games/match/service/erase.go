package service

import (
	"context"
	"errors"

	"paddock/games/match"
	"paddock/games/match/decide"
)

// Eraser removes people from all matches and deletes their stored data.
type Eraser struct {
	*core
	erasures match.Erasures
}

// Begin stores the order to erase a person. A second call returns the same Erasure.
func (s *Eraser) Begin(ctx context.Context, u match.UserID) (match.Erasure, error) {
	as, err := s.newID()
	if err != nil {
		return match.Erasure{}, err
	}
	gone, err := s.erasures.PutErasure(ctx, match.Erasure{User: u, As: string(as)})
	if err != nil {
		return match.Erasure{}, match.Unsaved("note an erasure", err)
	}
	return gone, nil
}

// Pending lists the stored erasures, so that a new process can finish them.
func (s *Eraser) Pending(ctx context.Context) ([]match.Erasure, error) {
	list, err := s.erasures.Erasures(ctx)
	if err != nil {
		return nil, match.Unread("read erasures", err)
	}
	return list, nil
}

// Finish erases a person. First their open challenges are revoked and their running matches
// resigned. Then a former player replaces them in all matches. Last, their stored data and the
// Erasure are deleted. After an error it can be called again. It does not touch the boards in
// channels.
func (s *Eraser) Finish(ctx context.Context, gone match.Erasure) error {
	if err := s.follow.Forget(ctx, gone.User); err != nil {
		return match.Unsaved("forget what a person follows", err)
	}
	if err := s.lookout.Forget(ctx, gone.User); err != nil {
		return match.Unsaved("forget where a person is called", err)
	}
	ids, err := s.erasures.Mentions(ctx, gone.User)
	if err != nil {
		return match.Unread("look for a person", err)
	}
	for _, id := range ids {
		if err := s.forgetIn(ctx, id, gone); err != nil {
			return err
		}
	}
	key, err := s.ownBlockKey(ctx)
	if err != nil {
		return err
	}
	if err := s.erasures.EraseUser(ctx, gone.User, key); err != nil {
		return match.Unsaved("erase a person", err)
	}
	return nil
}

func (s *Eraser) forgetIn(ctx context.Context, id match.ID, gone match.Erasure) error {
	ended, err := s.update(ctx, match.Act{Match: id, User: gone.User}, decide.Retire{})
	switch {
	case errors.Is(err, match.ErrStore):
		return err
	case err != nil: // a damaged match or an unknown game does not stop an erasure
		s.cfg.Log.Error("a match could not be ended for somebody who leaves", "match", id, "err", err)
	}
	unlock, err := s.lock(ctx, id)
	if err != nil {
		return err
	}
	defer unlock()
	err = s.erasures.Rewrite(ctx, id, gone.From)
	if len(ended.Events) > 0 {
		s.announce(ended)
	}
	if errors.Is(err, match.ErrDamaged) {
		s.cfg.Log.Error("somebody could not be taken out of a match that is damaged", "match", id, "err", err)
		return nil
	}
	if err != nil && !errors.Is(err, match.ErrNotFound) {
		return match.Unsaved("rewrite a match", err)
	}
	return nil
}
