package tourney

import (
	"context"
	"errors"
	"slices"

	"paddock/games/match"
)

// Mentions reports whether a person takes part or has, runs the tournament or has, stands in its log or is to be told something.
func (r Record) Mentions(u match.UserID) bool {
	return u != "" && (r.Owner.User == u || r.EntrantOf(u) != Nobody || slices.ContainsFunc(r.Log, func(e Entry) bool { return e.By == u }) ||
		slices.ContainsFunc(r.Notices, func(n Notice) bool { return n.To == u }) || slices.ContainsFunc(r.Past, func(p match.Player) bool { return p.User == u }))
}

// Retire takes a person out of every tournament that has not ended: out of the sign-up, or for good, with the loss of the running game. It is the
// first half of a removal (P30), Forget the second.
func (s *Service) Retire(ctx context.Context, u match.UserID) error {
	list, err := s.cfg.Store.TournamentsOf(ctx, u)
	if err != nil {
		return storeFailed("look for a person", err)
	}
	var failed []error
	for _, r := range list {
		if !r.Live() {
			continue
		}
		_, err := s.Leave(ctx, r.ID, u)
		if errors.Is(err, ErrNotIn) || errors.Is(err, ErrEnded) { // only its owner, or it has ended just now
			err = nil
		}
		failed = append(failed, err)
	}
	return errors.Join(failed...)
}

// Forget replaces a person by a former player in all tournaments. One that they have created goes on by its deadlines, and moderators may act
// on it; no season follows it.
func (s *Service) Forget(ctx context.Context, gone match.Erasure) error {
	for range attempts { // a season may open meanwhile
		list, err := s.cfg.Store.TournamentsOf(ctx, gone.User)
		if err != nil {
			return storeFailed("look for a person", err)
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

// forget takes the person out, and reports whether they were in it. A tournament whose end was told is not told of again.
func (r *Record) forget(gone match.Erasure) bool {
	if !r.Mentions(gone.User) {
		return false
	}
	var names []string // they may have been called differently each time
	rename := func(p *match.Player) {
		if now, was := gone.Player(*p); was {
			names = append(names, p.Name)
			*p = now
		}
	}
	if r.Owner.User == gone.User { // nobody is left who wants another season
		r.endSeries()
	}
	rename(&r.Owner)
	for i := range r.Entrants {
		rename(&r.Entrants[i])
	}
	for i := range r.Past {
		rename(&r.Past[i])
	}
	for i, e := range r.Log {
		if e.By != gone.User {
			continue
		}
		r.Log[i].By = ""
		if len(e.Say.Args) > 0 { // what somebody has done begins with their name
			name, _ := e.Say.Args[0].(string)
			names = append(names, name)
		}
	}
	for i, x := range r.Removed {
		if x.User == gone.User { // the log names them too
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
