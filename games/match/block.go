package match

import (
	"context"
	"slices"
	"sync"
	"time"
)

// Blocks (P29): two people, one of whom has blocked the other, come to no match by a challenge, a table or a rematch. Only who has blocked is ever
// told so; what the other is told is said for other reasons too.

const (
	invitesPerHour = 20 // of one member, to members by name
	mostInvited    = 10 // invitations that wait for one member's answer
)

// checkBlocks refuses to bring a user together with others.
func (s *Service) checkBlocks(ctx context.Context, d *draft, u UserID, others ...UserID) error {
	me, err := s.cfg.Store.User(ctx, u)
	if err != nil {
		return s.storeFailed("read settings", err)
	}
	for _, other := range others {
		if other == u || other == "" {
			continue
		}
		if slices.Contains(me.Blocked, other) {
			return d.problem(ErrBlocked, "You have blocked a member who is in this. Unblock them first, or play with somebody else.")
		}
		them, err := s.cfg.Store.User(ctx, other)
		if err != nil {
			return s.storeFailed("read settings", err)
		}
		if slices.Contains(them.Blocked, u) {
			return d.unavailable()
		}
	}
	return nil
}

// unavailable says no for one of several reasons, and not which.
func (d *draft) unavailable() error {
	if d.Invited != "" && d.ID == "" {
		return d.problem(ErrUnavailable, "They can't be challenged at the moment: they have too many invitations, or want no more. Challenge somebody else, or leave the seat open for anyone.")
	}
	return d.problem(ErrUnavailable, "This match is not open to you at the moment: too much is waiting for its players, or they want no more. Join another one, or start one of your own.")
}

// checkInvitation refuses to invite a member who has blocked the challenger or who has too many invitations, and a challenger who invites too
// many.
func (s *Service) checkInvitation(ctx context.Context, d *draft) error {
	if d.Invited == "" {
		return nil
	}
	if err := s.checkBlocks(ctx, d, d.Owner, d.Invited); err != nil {
		return err
	}
	if n := s.invites.count(d.Owner, d.now); n >= invitesPerHour {
		return d.problem(ErrLimit, "You have challenged %d members within an hour, and that is the limit. Wait a while, or leave the seat open for anyone.", n)
	}
	list, err := s.cfg.Store.ByUser(ctx, d.Invited)
	if err != nil {
		return s.storeFailed("read matches", err)
	}
	waiting := 0
	for _, r := range list {
		if r.Status == Open && r.Invited == d.Invited {
			waiting++
		}
	}
	if waiting >= mostInvited {
		return d.unavailable()
	}
	return nil
}

// invites are the invitations of the last hour, by who has made them. The zero invites is ready; a restart forgets them.
type invites struct {
	mu   sync.Mutex
	made map[UserID][]time.Time // oldest first
}

// count is how many a user has made within the hour before now.
func (v *invites) count(u UserID, now time.Time) int {
	v.mu.Lock()
	defer v.mu.Unlock()
	return len(v.recent(u, now))
}

// add notes one more.
func (v *invites) add(u UserID, now time.Time) {
	v.mu.Lock()
	defer v.mu.Unlock()
	if v.made == nil {
		v.made = make(map[UserID][]time.Time)
	}
	for other := range v.made {
		v.recent(other, now)
	}
	v.made[u] = append(v.made[u], now)
}

// recent drops what is older than an hour. The caller holds mu.
func (v *invites) recent(u UserID, now time.Time) []time.Time {
	list := slices.DeleteFunc(v.made[u], func(at time.Time) bool { return now.Sub(at) >= time.Hour })
	if len(list) > 0 {
		v.made[u] = list
	} else {
		delete(v.made, u)
	}
	return list
}

// WithoutBlock is what is remembered of a person when somebody else is forgotten, and whether that makes a difference.
func (u User) WithoutBlock(gone UserID) (User, bool) {
	if !slices.Contains(u.Blocked, gone) {
		return u, false
	}
	u.Blocked = slices.DeleteFunc(slices.Clone(u.Blocked), func(b UserID) bool { return b == gone })
	return u, true
}
