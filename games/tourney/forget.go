package tourney

import (
	"context"
	"errors"
	"slices"

	"paddock/games/match"
)

// Mentions reports whether the record contains a user: as a present or former entrant or organiser,
// in the log, or in a notice.
func (r Record) Mentions(u match.UserID) bool {
	return u != "" && (r.Owner.User == u || r.EntrantOf(u) != Nobody ||
		slices.ContainsFunc(r.Log, func(e Entry) bool { return e.By == u }) ||
		slices.ContainsFunc(r.Notices, func(n Notice) bool { return n.To == u }) ||
		slices.ContainsFunc(r.Past, func(p match.Player) bool { return p.User == u }) ||
		slices.ContainsFunc(r.Ladder, func(g Rung) bool { return g.User == u }))
}

// Retire removes a user from every tournament that has not ended: from the sign-up, or for good
// with a loss of the running game. It is the first half of a user's erasure (P30); Forget is the
// second.
func (s *Service) Retire(ctx context.Context, u match.UserID) error {
	list, err := s.cfg.Store.TournamentsOf(ctx, u)
	if err != nil {
		return readFailed("look for a person", err)
	}
	var failed []error
	for _, r := range list {
		if !r.Live() {
			continue
		}
		_, err := s.Leave(ctx, r.ID, u)
		// the user only owns the tournament, or the tournament has just ended
		if errors.Is(err, ErrNotIn) || errors.Is(err, ErrEnded) {
			err = nil
		}
		failed = append(failed, err)
	}
	return errors.Join(failed...)
}

// Forget replaces a user by a former player in all tournaments. A tournament that they created
// continues by its deadlines, and moderators may manage it. No season follows it.
func (s *Service) Forget(ctx context.Context, gone match.Erasure) error {
	for range attempts { // the loop tries again, because a new season may open in between
		list, err := s.cfg.Store.TournamentsOf(ctx, gone.User)
		if err != nil {
			return readFailed("look for a person", err)
		}
		if len(list) == 0 {
			return nil
		}
		for _, r := range list {
			if _, err := s.write(ctx, r.ID, func(r *Record) (bool, error) { return r.forget(gone), nil }); err != nil {
				return err
			}
		}
	}
	return nil
}

// forget replaces the user in the record, and reports whether it contained them. If the end was
// already posted, it is not posted again.
func (r *Record) forget(gone match.Erasure) bool {
	if !r.Mentions(gone.User) {
		return false
	}
	var names []string // all names that the user had in the record
	rename := func(p *match.Player) {
		if now, was := gone.Player(*p); was {
			names = append(names, p.Name)
			*p = now
		}
	}
	if r.Owner.User == gone.User { // without an owner the series ends
		r.endSeries()
	}
	rename(&r.Owner)
	for i := range r.Entrants {
		rename(&r.Entrants[i])
	}
	for i := range r.Past {
		rename(&r.Past[i])
	}
	r.Barred = slices.DeleteFunc(r.Barred, func(u match.UserID) bool { return u == gone.User })
	r.Ladder = slices.DeleteFunc(r.Ladder, func(g Rung) bool { return g.User == gone.User })
	for i, e := range r.Log {
		if e.By != gone.User {
			continue
		}
		r.Log[i].By = ""
		if len(e.Say.Args) > 0 { // the first argument of an entry with an author is the author's name
			name, _ := e.Say.Args[0].(string)
			names = append(names, name)
		}
	}
	for i, x := range r.Removed {
		if x.User == gone.User { // the entry has no id, and the log contains the name
			r.Removed[i].User = ""
		}
		r.Removed[i].By, r.Removed[i].Reason = match.RenameText(x.By, names...), match.RenameText(x.Reason, names...)
	}
	for i, e := range r.Log {
		r.Log[i].Say = match.Rename(e.Say, names...)
	}
	r.takeBack(func(n Notice) bool { return n.To == gone.User })
	for i, n := range r.Notices {
		r.Notices[i].Why = match.Rename(n.Why, names...)
	}
	r.Verdict = match.Rename(r.Ending(), names...)
	r.Result = r.Verdict.String()
	if !r.Live() {
		r.unchangedForTheChannel()
	}
	return true
}
