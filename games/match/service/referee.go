package service

import (
	"context"
	"errors"
	"math"
	"time"

	"paddock/games"
	"paddock/games/match"
	"paddock/games/match/decide"
)

// Referee changes matches without a player's act: by the clock, outages, parking, and decisions.
type Referee struct {
	*core
	duties match.Duties
	lists  match.Lists
	tables *Tables // the part for follow-up work, such as a rematch
}

// Attend does, once, the work that is due for a match: follow-up work, reminder, grace, ruling,
// expiry, delayed ping. If nothing is due it returns no error.
func (s *Referee) Attend(ctx context.Context, id match.ID) (match.Change, error) {
	if err := s.followUp(ctx, id); err != nil {
		return match.Change{}, err
	}
	unlock, err := s.lock(ctx, id)
	if err != nil {
		return match.Change{}, err
	}
	defer unlock()
	done, err := s.try(ctx, match.Act{Match: id}, decide.Attend{})
	switch {
	case errors.Is(err, match.ErrConflict): // another process has changed the match meanwhile
		return match.Change{}, nil
	case errors.Is(err, match.ErrStore), errors.Is(err, match.ErrUnknown):
		return match.Change{}, err
	case err != nil: // the match is planned for later, so that a broken match delays no other
		m, failed := s.match(ctx, id)
		if failed == nil {
			failed = s.setDue(ctx, &m.Record, s.now().Add(brokenPause))
		}
		if failed != nil && ctx.Err() == nil {
			s.cfg.Log.Error("a broken match could not be postponed", "match", id, "err", failed)
		}
		return match.Change{}, err
	case len(done.Events) > 0:
		return done, nil
	}
	return s.ping(ctx, done.Match)
}

// followUp does the follow-up work of a match: a challenge is offered again, the second match of a
// pair begins. Each task is recorded when it is done.
func (s *Referee) followUp(ctx context.Context, id match.ID) error {
	m, err := s.match(ctx, id)
	if err != nil || !m.FollowUpIsDue() {
		return err
	}
	for _, n := range m.Notices {
		switch n.Kind {
		case match.OfferedAgain:
			err = s.tables.OfferAgain(ctx, id)
		case match.SecondIsDue:
			both := match.Act{Match: id, User: m.Players[1].User, Cause: match.Cause("pair/" + id)}
			_, err = s.tables.rematch(ctx, both, "")
			if refused, ok := errors.AsType[*match.Problem](err); ok && !errors.Is(refused, match.ErrStore) {
				err = nil // the match can't begin by itself, but the players can still ask for it
			}
		default:
			continue
		}
		if err != nil {
			return err
		}
		if err := s.markTold(context.WithoutCancel(ctx), s.duties, id, n); err != nil {
			return err
		}
	}
	return nil
}

// brokenPause is the pause before another attempt at a match that can't be read.
const brokenPause = time.Hour

// ping announces a delayed ping if one is due. In any case it corrects the field Due of the match.
// It adds no event.
func (s *Referee) ping(ctx context.Context, m match.Match) (match.Change, error) {
	now := s.now()
	r, done := m.Record, match.Change{Match: m}
	next, ping := s.cfg.Ping(r, now)
	done.Ping = ping
	held := len(r.Notices) > 0 && !r.Due.IsZero() && !now.Before(r.Due) // held notices are due now, see Delivery.Hold
	if err := s.setDue(ctx, &done.Match.Record, next); err != nil {
		return match.Change{}, err
	}
	if done.Ping || held {
		s.announce(done)
	}
	return done, nil
}

func (s *Referee) setDue(ctx context.Context, r *match.Record, due time.Time) error {
	if r.Due.Equal(due) {
		return nil
	}
	err := s.duties.SetDue(ctx, r.ID, r.Head, due)
	if err != nil && !errors.Is(err, match.ErrConflict) { // after a conflict another process has set Due
		return match.Unsaved("set due time", err)
	}
	r.Due = due
	return nil
}

// Decide ends a running match with a result that was not played. The caller has checked that the
// user may do so.
func (s *Referee) Decide(ctx context.Context, a match.Act, result match.Decision) (match.Change, error) {
	return s.update(ctx, a, decide.Award{Result: result})
}

// Release detaches a game from a cancelled tournament. By is the name of the person who cancelled.
func (s *Referee) Release(ctx context.Context, a match.Act, by, tournament string) (match.Change, error) {
	return s.update(ctx, a, decide.Release{By: by, Tournament: tournament})
}

// Park stops a match and its clocks, because its channel is gone or the bot has left.
func (s *Referee) Park(ctx context.Context, id match.ID, why match.Code, c match.Cause) (match.Change, error) {
	return s.update(ctx, match.Act{Match: id, Cause: c}, decide.Park{Why: why})
}

// Resume continues a parked match in a place, or records that the user wants it there.
func (s *Referee) Resume(ctx context.Context, a match.Act, to match.Place) (match.Change, error) {
	return s.update(ctx, a, decide.Resume{To: to})
}

// Return continues the matches of a server that were parked because the bot had left. Matches whose
// channel is gone stay parked.
func (s *Referee) Return(ctx context.Context, g match.GuildID) error {
	list, err := s.lists.ByGuild(ctx, g)
	if err != nil {
		return match.Unread("read matches", err)
	}
	var failed []error
	for _, r := range list {
		if r.Parked != nil && (r.Parked.Why == match.CodeServerLeft || r.Parked.Why == match.CodeNoAccess) {
			_, err := s.Resume(ctx, match.Act{Match: r.ID}, r.Place)
			failed = append(failed, err)
		}
	}
	return errors.Join(failed...)
}

// aliveNote is the note that stores when the bot was last alive.
const aliveNote = "alive"

// Alive stores the present time, so that the next start knows how long the outage was.
func (s *Referee) Alive(ctx context.Context) error {
	if err := s.facts.PutNote(ctx, aliveNote, s.now().Format(time.RFC3339Nano)); err != nil {
		return match.Unsaved("note the time", err)
	}
	return nil
}

// LastAlive returns when Alive was last called, also by an earlier process. It returns the zero
// time if it never was.
func (s *Referee) LastAlive(ctx context.Context) (time.Time, error) {
	note, err := s.facts.Note(ctx, aliveNote)
	if err != nil {
		return time.Time{}, match.Unread("read when the bot was alive", err)
	}
	at, _ := time.Parse(time.RFC3339Nano, note) // the note is empty before the first call of Alive
	return at, nil
}

// Recover extends each clock that expired during an outage by the length of the outage (P9, P70),
// calls Alive, and returns the number of clocks. Call it after a start or a gap between calls of
// Alive, before any Attend. A second call changes nothing.
func (s *Referee) Recover(ctx context.Context) (int, error) {
	from, err := s.LastAlive(ctx)
	if err != nil {
		return 0, err
	}
	if from.IsZero() { // no process has ever recorded Alive
		return 0, s.Alive(ctx)
	}
	to := s.now()
	out := decide.Outage{From: from, To: to}
	due, err := s.duties.Due(ctx, to, math.MaxInt) // all that the outage concerns is due
	if err != nil {
		return 0, match.Unread("read deadlines", err)
	}
	n := 0
	for _, r := range due {
		if !out.Concerns(r) {
			continue
		}
		if _, err := s.update(ctx, match.Act{Match: r.ID}, out); err != nil {
			return 0, err
		}
		n++
	}
	return n, s.Alive(ctx)
}

// Rewind adapts the clocks of a person's matches to their changed hours.
func (s *Referee) Rewind(ctx context.Context, u match.UserID) error {
	list, err := s.lists.ByUser(ctx, u)
	if err != nil {
		return match.Unread("read matches", err)
	}
	var failed []error
	for _, r := range list {
		if seat := r.SeatOf(u); seat == games.Spectator || !r.Bound().Has(seat) || r.Clock.Deadline.IsZero() ||
			r.Status != match.Running {
			continue
		}
		_, err := s.update(ctx, match.Act{Match: r.ID}, decide.Rewind{User: u})
		failed = append(failed, err)
	}
	return errors.Join(failed...)
}
