package service

import (
	"context"
	"slices"
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

// guardProposal has a proposal refused where its owner or whom it invites has too much already, when it is stored (P14, P25, P29).
func (s *Tables) guardProposal(ctx context.Context, d *draft, p match.Proposal) error {
	limit, err := s.limit(ctx, d.Place.Guild)
	if err != nil {
		return err
	}
	if d.Invited != "" {
		if err := s.checkBlocks(ctx, d, d.Owner, d.Invited); err != nil {
			return err
		}
	}
	d.guard = match.Guard{Members: []match.UserID{d.Owner}}
	if d.Invited != "" {
		d.guard.Members = append(d.guard.Members, d.Invited)
	}
	was := *d
	was.Status, was.Players = match.Open, slices.Clone(d.Players) // as it is before it begins
	d.guard.Holds = func(ctx context.Context, l match.MemberLists) error {
		if err := was.checkDuplicate(ctx, l); err != nil {
			return err
		}
		if !p.Seated {
			if err := was.checkPace(ctx, l); err != nil {
				return err
			}
			if err := was.checkLimit(ctx, l, limit, p.By.User, p.By.User); err != nil {
				return err
			}
		}
		return was.checkInvitation(ctx, l)
	}
	return nil
}

// guardLimits has a match refused that is to begin where one of its members has as many as there may be, when it is stored. Asking is who is told.
func (s *Tables) guardLimits(ctx context.Context, d *draft, asking match.UserID, members ...match.UserID) error {
	limit, err := s.limit(ctx, d.Place.Guild)
	if err != nil {
		return err
	}
	was := *d
	was.Players = slices.Clone(d.Players)
	d.guard = match.Guard{Members: members, Holds: func(ctx context.Context, l match.MemberLists) error {
		for _, user := range members {
			if err := was.checkLimit(ctx, l, limit, user, asking); err != nil {
				return err
			}
		}
		return nil
	}}
	return nil
}

// limit is how many matches a member may have running in a server.
func (s *Tables) limit(ctx context.Context, id match.GuildID) (int, error) {
	guild, err := s.guild(ctx, id)
	if err != nil {
		return 0, err
	}
	if guild.Limit > 0 {
		return guild.Limit, nil
	}
	return s.cfg.Limit, nil
}

// checkInvitation refuses to invite a member who has too many invitations, and a challenger who invites too many. What was accepted was welcome, and does
// not count.
func (d *draft) checkInvitation(ctx context.Context, l match.MemberLists) error {
	if d.Invited == "" {
		return nil
	}
	made, err := d.made(ctx, l)
	if err != nil {
		return err
	}
	named, them := 0, 0
	for _, r := range made {
		if r.Invited == "" || r.Position != "" {
			continue
		}
		named++
		if r.Invited == d.Invited {
			them++
		}
	}
	switch {
	case them >= pairPerHour:
		return d.problem(match.ErrLimit, "You have challenged them %d times within an hour, and that is the limit. Wait a while, or challenge somebody else.", them)
	case named >= invitesPerHour:
		return d.problem(match.ErrLimit, "You have challenged %d members within an hour, and that is the limit. Wait a while, or leave the seat open for anyone.", named)
	}
	list, err := l.ByUser(ctx, d.Invited)
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

// made lists what the owner has started within an hour, whatever has become of it; rounds of tournaments don't count.
func (d *draft) made(ctx context.Context, l match.MemberLists) ([]match.Record, error) {
	list, err := l.Made(ctx, d.Owner, d.now.Add(1-time.Hour))
	if err != nil {
		return nil, storeFailed("read matches", err)
	}
	return slices.DeleteFunc(list, func(r match.Record) bool { return r.Tournament != "" }), nil
}

// checkPace refuses one more match, challenge or table to a member who has made many within an hour.
func (d *draft) checkPace(ctx context.Context, l match.MemberLists) error {
	made, err := d.made(ctx, l)
	if err != nil {
		return err
	}
	if n := len(made); n >= madePerHour {
		return problem(match.ErrLimit, nil, "You have started %d matches and challenges within an hour, and that is the limit. Play one of them, or wait a while.", n)
	}
	return nil
}

// checkDuplicate refuses a second pending challenge between the same two in the same game, and a second open table of the same
// owner in the same server (P14).
func (d *draft) checkDuplicate(ctx context.Context, l match.MemberLists) error {
	if d.Full() {
		return nil
	}
	list, err := l.ByUser(ctx, d.Owner)
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
func (d *draft) checkLimit(ctx context.Context, l match.MemberLists, limit int, user, asking match.UserID) error {
	list, err := l.ByUser(ctx, user)
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
		return problem(match.ErrLimit, nil, "You have as many matches running here as you may have (%d). Finish or resign one of them first.", running)
	}
	return problem(match.ErrLimit, nil, "%s has as many matches running here as one may have (%d). Try again when one of them is finished.", d.NameOf(user), running)
}
