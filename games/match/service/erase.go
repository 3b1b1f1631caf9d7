package service

import (
	"context"
	"errors"

	"paddock/games"
	"paddock/games/match"
)

// Eraser takes people out of all matches and forgets them.
type Eraser struct {
	*core
	erasures match.Erasures
}

// Begin notes that a person is to be erased. Asking again gives the same Erasure.
func (s *Eraser) Begin(ctx context.Context, u match.UserID) (match.Erasure, error) {
	as, err := s.newID()
	if err != nil {
		return match.Erasure{}, err
	}
	gone, err := s.erasures.PutErasure(ctx, match.Erasure{User: u, As: string(as)})
	if err != nil {
		return match.Erasure{}, storeFailed("note an erasure", err)
	}
	return gone, nil
}

// Pending lists those who are to be erased: after a start their erasure is gone on with.
func (s *Eraser) Pending(ctx context.Context) ([]match.Erasure, error) {
	list, err := s.erasures.Erasures(ctx)
	if err != nil {
		return nil, storeFailed("read erasures", err)
	}
	return list, nil
}

// retire takes a member out of a match: one that is running is resigned, a challenge or table of their own revoked, somebody else's declined or
// left. In a match that has ended there is nothing to do.
func (d *draft) retire(u match.UserID) error {
	seat := d.SeatOf(u)
	switch {
	case d.Status == match.Open && d.Owner == u:
		d.close(match.ByRevoking, games.Say("The challenge was revoked."))
	case d.Status == match.Open && d.Invited == u:
		d.add(match.Event{Kind: match.Declined, User: u, Seat: games.Spectator})
		d.close(match.ByDecline, games.Say("The challenge was declined."))
	case d.Status == match.Open && seat != games.Spectator:
		d.Players[seat] = match.Player{}
		d.add(match.Event{Kind: match.Left, User: u, Seat: seat})
	case d.Status != match.Running:
	case seat != games.Spectator:
		err := d.rule(games.Ruling{Kind: games.Resign, Seat: seat}, u, match.CodeWish)
		if !errors.Is(err, match.ErrTooLate) { // has left it already, and the others play on
			return err
		}
	case d.Owner == u && len(d.Members()) == 0:
		d.close(match.ByCancelling, games.Say("The match was cancelled and has no result."))
	}
	return nil
}

// Finish erases a person: what is open or running with them ends (see retire), then a former player takes their place in all matches, and at last
// what is remembered of them is erased, with the Erasure. If it fails half-way it can be called again. The boards in channels are not touched.
func (s *Eraser) Finish(ctx context.Context, gone match.Erasure) error {
	if err := s.follow.Forget(ctx, gone.User); err != nil {
		return storeFailed("forget what a person follows", err)
	}
	if err := s.lookout.Forget(ctx, gone.User); err != nil {
		return storeFailed("forget where a person is called", err)
	}
	ids, err := s.erasures.Mentions(ctx, gone.User)
	if err != nil {
		return storeFailed("look for a person", err)
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
		return storeFailed("erase a person", err)
	}
	return nil
}

func (s *Eraser) forgetIn(ctx context.Context, id match.ID, gone match.Erasure) error {
	ended, err := s.update(ctx, match.Act{Match: id, User: gone.User}, func(d *draft) error {
		d.erasing, d.Wants.Again = true, 0
		return d.retire(gone.User)
	})
	switch {
	case errors.Is(err, match.ErrStore):
		return err
	case err != nil: // a broken match, or of a game that there is no more: that keeps nobody here
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
		return storeFailed("rewrite a match", err)
	}
	return nil
}
