package service

import (
	"context"
	"slices"

	"paddock/games/match"
	"paddock/games/match/decide"
)

// Absent returns those of the users who have certainly left a server. It asks outside the store, so
// it is never called while a match is locked.
func (s *Reader) Absent(ctx context.Context, g match.GuildID, users []match.UserID) []match.UserID {
	return s.absent(ctx, g, users)
}

func (s *core) absent(ctx context.Context, g match.GuildID, users []match.UserID) []match.UserID {
	if s.cfg.Absent == nil || g == "" || len(users) == 0 {
		return nil
	}
	return s.cfg.Absent(ctx, g, users)
}

// absentFrom returns the members of a match, and its owner, who have left its server (P82). Present
// is a user who is there because they act; empty: nobody is known to be. Without it, a match would
// begin against somebody who can't see it, and the clock would give the others a rated win.
func (s *core) absentFrom(ctx context.Context, id match.ID, status match.Status,
	present match.UserID,
) ([]match.UserID, error) {
	m, err := s.match(ctx, id)
	if err != nil || m.Status != status {
		return nil, err
	}
	users := slices.Compact(slices.Sorted(slices.Values(append(m.Members(), m.Owner))))
	users = slices.DeleteFunc(users, func(u match.UserID) bool { return u == "" || u == present })
	return s.absent(ctx, m.Place.Guild, users), nil
}

// vacate lets decide.Vacate act on those who have left, before somebody joins or begins.
func (s *Tables) vacate(ctx context.Context, a match.Act) error {
	absent, err := s.absentFrom(ctx, a.Match, match.Open, a.User)
	if err != nil || len(absent) == 0 {
		return err
	}
	_, err = s.update(ctx, match.Act{Match: a.Match}, decide.Vacate{Absent: absent})
	return err
}
