package service

import (
	"context"
	"slices"
	"time"

	"paddock/games/match"
)

// Blocks (P29): if one of two people has blocked the other, no challenge, table or rematch brings
// them together. Only the person who blocked learns why. The other person gets an answer that is
// also given for other reasons.

const (
	madePerHour    = 30 // matches, challenges and tables by one member
	invitesPerHour = 20 // invitations to members by name, by one challenger
	pairPerHour    = 3  // invitations from one challenger to the same member
	mostInvited    = 10 // open invitations to one member
)

// checkBlocks refuses to bring a user together with people who blocked them or whom they blocked.
func (s *core) checkBlocks(ctx context.Context, d *draft, u match.UserID, others ...match.UserID) error {
	me, err := s.people.User(ctx, u)
	if err != nil {
		return match.Unread("read settings", err)
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
			return d.problem(match.ErrBlocked,
				"You have blocked somebody in this match. Unblock them first, or play with somebody else.")
		}
		them, err := s.people.User(ctx, other)
		if err != nil {
			return match.Unread("read settings", err)
		}
		if them.Blocks(u, key) {
			return d.unavailable()
		}
	}
	return nil
}

// unavailable returns a refusal that fits several reasons, so it reveals none.
func (d *draft) unavailable() error {
	if d.Invited != "" && d.ID == "" {
		return d.problem(match.ErrUnavailable,
			"You can't challenge them right now: they have too many invitations, or don't want more. Challenge somebody else, or leave the seat open for anyone.")
	}
	return d.problem(match.ErrUnavailable,
		"You can't join this match right now: its players have too much waiting, or don't want more. Join another one, or start your own.")
}

// guardProposal sets a guard that refuses a proposal if its owner or the invited member has reached
// a limit (P14, P25, P29).
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
	was.Status, was.Players = match.Open, slices.Clone(d.Players) // the match as it will look while it is open
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

// guardLimits sets a guard that refuses to begin a match if one of its members has too many. The
// user asking gets the answer.
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

// limit returns how many running matches a member may have in a server.
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

// checkInvitation refuses an invitation if too many invitations wait for the member, or if the
// challenger makes too many. Accepted invitations do not count.
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
		return d.problem(match.ErrLimit,
			"You have challenged them %d times in an hour, and that's the limit. Wait a while, or challenge somebody else.", them)
	case named >= invitesPerHour:
		return d.problem(match.ErrLimit,
			"You have challenged %d members in an hour, and that's the limit. Wait a while, or leave the seat open for anyone.", named)
	}
	list, err := l.ByUser(ctx, d.Invited)
	if err != nil {
		return match.Unread("read matches", err)
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

// made lists the matches that the owner has started within the last hour, in every status, without
// games of tournaments.
func (d *draft) made(ctx context.Context, l match.MemberLists) ([]match.Record, error) {
	list, err := l.Made(ctx, d.Owner, d.now.Add(1-time.Hour))
	if err != nil {
		return nil, match.Unread("read matches", err)
	}
	return slices.DeleteFunc(list, func(r match.Record) bool { return r.Tournament != "" }), nil
}

// checkPace refuses another match, challenge or table to a member who started many within the last
// hour.
func (d *draft) checkPace(ctx context.Context, l match.MemberLists) error {
	made, err := d.made(ctx, l)
	if err != nil {
		return err
	}
	if n := len(made); n >= madePerHour {
		return problem(match.ErrLimit, nil,
			"You have started %d matches and challenges in an hour, and that's the limit. Play one of them, or wait a while.", n)
	}
	return nil
}

// checkDuplicate refuses a second pending challenge between the same two members in the same game,
// and an owner's second open table in a server (P14).
func (d *draft) checkDuplicate(ctx context.Context, l match.MemberLists) error {
	if d.Full() {
		return nil
	}
	list, err := l.ByUser(ctx, d.Owner)
	if err != nil {
		return match.Unread("read matches", err)
	}
	for _, r := range list {
		switch {
		case r.Status != match.Open || r.Game != d.Game || !d.now.Before(r.Clock.Deadline):
		case d.Invited == "" && r.Owner == d.Owner && r.Invited == "" && r.Place.Guild == d.Place.Guild:
			return problem(match.ErrDuplicate, &r,
				"You already have an open challenge to %s here. Take it back, or wait until somebody accepts.",
				d.game.Name)
		case d.Invited != "" && r.Owner == d.Owner && r.Invited == d.Invited:
			return problem(match.ErrDuplicate, &r,
				"You have already challenged them to %s. Wait for an answer, or take the challenge back.", d.game.Name)
		case d.Invited != "" && r.Owner == d.Invited && r.Invited == d.Owner:
			return problem(match.ErrDuplicate, &r,
				"They have already challenged you to %s. Accept that challenge instead.", d.game.Name)
		}
	}
	return nil
}

// checkLimit refuses another running match to a user who has as many as the server allows (P25).
// Matches between people and matches against computers count separately, and matches that nobody
// can play don't count. The user asking gets the answer.
func (d *draft) checkLimit(ctx context.Context, l match.MemberLists, limit int, user, asking match.UserID) error {
	list, err := l.ByUser(ctx, user)
	if err != nil {
		return match.Unread("read matches", err)
	}
	running := 0
	for _, r := range list {
		if r.Status == match.Running && !r.Stranded() && r.Tournament == "" && (r.People() > 1) == (d.People() > 1) &&
			r.Place.Guild == d.Place.Guild && (r.Plays(user) || r.Owner == user && len(r.Members()) == 0) {
			running++
		}
	}
	switch {
	case running < limit:
		return nil
	case user == asking:
		return problem(match.ErrLimit, nil,
			"You already have as many matches here as you can (%d). Finish one first, or give one up: `/games` lists them.", running)
	}
	return problem(match.ErrLimit, nil,
		"%s already has as many matches here as possible (%d). Try again when one is finished.", d.NameOf(user),
		running)
}
