package service

import (
	"context"
	"slices"
	"sync"
	"time"

	"paddock/games"
	"paddock/games/match"
)

// Blocks (P29): two people, one of whom has blocked the other, come to no match by a challenge, a table or a rematch. Only who has blocked is ever
// told so; what the other is told is said for other reasons too.

const (
	madePerHour    = 30 // matches, challenges and tables of one member
	invitesPerHour = 20 // of one member, to members by name
	pairPerHour    = 3  // of one member, to the same member
	mostInvited    = 10 // invitations that wait for one member's answer
)

// checkBlocks refuses to bring a user together with others.
func (s *Tables) checkBlocks(ctx context.Context, d *draft, u match.UserID, others ...match.UserID) error {
	me, err := s.people.User(ctx, u)
	if err != nil {
		return storeFailed("read settings", err)
	}
	key, err := s.blockKey(ctx)
	if err != nil {
		return err
	}
	for _, other := range others {
		if other == u || other == "" {
			continue
		}
		if me.Blocks(other, key) {
			return d.problem(match.ErrBlocked, "You have blocked a member who is in this. Unblock them first, or play with somebody else.")
		}
		them, err := s.people.User(ctx, other)
		if err != nil {
			return storeFailed("read settings", err)
		}
		if them.Blocks(u, key) {
			return d.unavailable()
		}
	}
	return nil
}

// unavailable says no for one of several reasons, and not which.
func (d *draft) unavailable() error {
	if d.Invited != "" && d.ID == "" {
		return d.problem(match.ErrUnavailable, "They can't be challenged at the moment: they have too many invitations, or want no more. Challenge somebody else, or leave the seat open for anyone.")
	}
	return d.problem(match.ErrUnavailable, "This match is not open to you at the moment: too much is waiting for its players, or they want no more. Join another one, or start one of your own.")
}

// checkInvitation refuses to invite a member who has blocked the challenger or who has too many invitations, and a challenger who invites too
// many.
func (s *Tables) checkInvitation(ctx context.Context, d *draft) error {
	if d.Invited == "" {
		return nil
	}
	if err := s.checkBlocks(ctx, d, d.Owner, d.Invited); err != nil {
		return err
	}
	if n := s.invites.count(pair{d.Owner, d.Invited}, d.now); n >= pairPerHour {
		return d.problem(match.ErrLimit, "You have challenged them %d times within an hour, and that is the limit. Wait a while, or challenge somebody else.", n)
	}
	if n := s.invites.count(pair{from: d.Owner}, d.now); n >= invitesPerHour {
		return d.problem(match.ErrLimit, "You have challenged %d members within an hour, and that is the limit. Wait a while, or leave the seat open for anyone.", n)
	}
	list, err := s.lists.ByUser(ctx, d.Invited)
	if err != nil {
		return storeFailed("read matches", err)
	}
	waiting := 0
	for _, r := range list {
		if r.Status == match.Open && r.Invited == d.Invited {
			waiting++
		}
	}
	if waiting >= mostInvited {
		return d.unavailable()
	}
	return nil
}

// checkPace refuses one more match, challenge or table to a member who has made many within an hour, whatever has become of them.
func (s *Tables) checkPace(d *draft) error {
	if n := s.made.count(pair{from: d.Owner}, d.now); n >= madePerHour {
		return problem(match.ErrLimit, nil, "You have started %d matches and challenges within an hour, and that is the limit. Play one of them, or wait a while.", n)
	}
	return nil
}

// checkDuplicate refuses a second pending challenge between the same two in the same game, and a second open table of the same
// owner in the same server (P14).
func (s *Tables) checkDuplicate(ctx context.Context, d *draft) error {
	if d.Full() {
		return nil
	}
	list, err := s.lists.ByUser(ctx, d.Owner)
	if err != nil {
		return storeFailed("read matches", err)
	}
	for _, r := range list {
		switch {
		case r.Status != match.Open || r.Game != d.Game || !d.now.Before(r.Clock.Deadline):
		case d.Invited == "" && r.Owner == d.Owner && r.Invited == "" && r.Place.Guild == d.Place.Guild:
			return problem(match.ErrDuplicate, &r, "You have an open challenge to %s here already, and nobody has accepted it yet. Revoke it, or wait for somebody.", d.game.Name)
		case d.Invited != "" && r.Owner == d.Owner && r.Invited == d.Invited:
			return problem(match.ErrDuplicate, &r, "You have challenged them to %s already, and they have not answered yet. Revoke that challenge, or wait.", d.game.Name)
		case d.Invited != "" && r.Owner == d.Invited && r.Invited == d.Owner:
			return problem(match.ErrDuplicate, &r, "They have challenged you to %s already. Accept that challenge instead.", d.game.Name)
		}
	}
	return nil
}

// checkLimit refuses one more running match for a user who has as many as the server allows (P25): those between people and those against computers
// are counted apart. Asking is who is told.
func (s *Tables) checkLimit(ctx context.Context, d *draft, user, asking match.UserID) error {
	guild, err := s.guild(ctx, d.Place.Guild)
	if err != nil {
		return err
	}
	limit := guild.Limit
	if limit <= 0 {
		limit = s.cfg.Limit
	}
	list, err := s.lists.ByUser(ctx, user)
	if err != nil {
		return storeFailed("read matches", err)
	}
	running := 0
	for _, r := range list {
		if r.Status == match.Running && r.Tournament == "" && (r.People() > 1) == (d.People() > 1) && r.Place.Guild == d.Place.Guild && (r.SeatOf(user) != games.Spectator || r.Owner == user && len(r.Members()) == 0) {
			running++
		}
	}
	switch {
	case running < limit:
		return nil
	case user == asking:
		return problem(match.ErrLimit, nil, "Of the matches that you may have running here (%d) none is left, and that is the limit. Finish or resign one of them first.", running)
	}
	return problem(match.ErrLimit, nil, "Of the matches that %s may have running here (%d) none is left, and that is the limit. Try again when one of them is finished.", d.NameOf(user), running)
}

// pair is who asks whom; to is empty for all whom somebody asks together.
type pair struct{ from, to match.UserID }

// hourly counts what members have done within the last hour. The zero hourly is ready; a restart forgets it.
type hourly struct {
	mu   sync.Mutex
	done map[pair][]time.Time // oldest first
}

// count is how often within the hour before now.
func (v *hourly) count(who pair, now time.Time) int {
	v.mu.Lock()
	defer v.mu.Unlock()
	return len(v.recent(who, now))
}

// add notes one more, for the pair and for who asks.
func (v *hourly) add(who pair, now time.Time) {
	v.mu.Lock()
	defer v.mu.Unlock()
	if v.done == nil {
		v.done = make(map[pair][]time.Time)
	}
	for other := range v.done {
		v.recent(other, now)
	}
	v.done[pair{from: who.from}] = append(v.done[pair{from: who.from}], now)
	if who.to != "" {
		v.done[who] = append(v.done[who], now)
	}
}

// recent drops what is older than an hour. The caller holds mu.
func (v *hourly) recent(who pair, now time.Time) []time.Time {
	list := slices.DeleteFunc(v.done[who], func(at time.Time) bool { return now.Sub(at) >= time.Hour })
	if len(list) > 0 {
		v.done[who] = list
	} else {
		delete(v.done, who)
	}
	return list
}
