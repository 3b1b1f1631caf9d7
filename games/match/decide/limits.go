package decide

import (
	"cmp"
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

// limitProposal refuses a proposal if its owner or the invited member has reached a limit (P14,
// P25, P29).
func (d *Draft) limitProposal(p match.Proposal) error {
	if d.Invited != "" {
		if err := d.checkBlocks(d.Owner, d.Invited); err != nil {
			return err
		}
	}
	if p.Seated { // in a tournament all have agreed, and no limit applies
		return nil
	}
	limit := d.limit()
	was := *d
	was.Status, was.Players = match.Open, slices.Clone(d.Players) // the match as it will be while it is open
	d.Condition = &Condition{Members: []match.UserID{d.Owner}, Maker: d.Owner, Since: d.now.Add(1 - time.Hour)}
	if d.Invited != "" {
		d.Condition.Members = append(d.Condition.Members, d.Invited)
	}
	d.Condition.Check = func(o Others) error {
		return cmp.Or(was.checkDuplicate(o), was.checkPace(o), was.checkLimit(o, limit, p.By.User, p.By.User),
			was.checkInvitation(o))
	}
	return nil
}

// limitMatches refuses to begin a match if one of its members has too many. The user asking gets
// the answer.
func (d *Draft) limitMatches(asking match.UserID, members ...match.UserID) {
	limit := d.limit()
	was := *d
	was.Players = slices.Clone(d.Players)
	d.Condition = &Condition{Members: members, Check: func(o Others) error {
		for _, user := range members {
			if err := was.checkLimit(o, limit, user, asking); err != nil {
				return err
			}
		}
		return nil
	}}
}

// limit returns how many running matches a member may have in the match's server.
func (d *Draft) limit() int {
	if own := d.guild().Limit; own > 0 {
		return own
	}
	return d.facts.Limit
}

// checkInvitation refuses an invitation if too many invitations wait for the member, or if the
// challenger makes too many. Accepted invitations do not count.
func (d *Draft) checkInvitation(o Others) error {
	if d.Invited == "" {
		return nil
	}
	named, them := 0, 0
	for _, r := range o.made() {
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
	waiting := 0
	for _, r := range o.Of[d.Invited] {
		if r.Status == match.Open && r.Invited == d.Invited {
			waiting++
		}
	}
	if waiting >= mostInvited {
		return d.unavailable()
	}
	return nil
}

// made lists the newly made matches without games of tournaments.
func (o Others) made() []match.Record {
	return slices.DeleteFunc(slices.Clone(o.Made), func(r match.Record) bool { return r.Tournament != "" })
}

// checkPace refuses another match, challenge or table to a member who started many within the last
// hour.
func (d *Draft) checkPace(o Others) error {
	if n := len(o.made()); n >= madePerHour {
		return problem(match.ErrLimit, nil,
			"You have started %d matches and challenges in an hour, and that's the limit. Play one of them, or wait a while.", n)
	}
	return nil
}

// checkDuplicate refuses a second pending challenge between the same two members in the same game,
// and an owner's second open table in a server (P14).
func (d *Draft) checkDuplicate(o Others) error {
	if d.Full() {
		return nil
	}
	for _, r := range o.Of[d.Owner] {
		switch {
		case r.Status != match.Open || r.Game != d.Game || !d.now.Before(r.Clock.Deadline):
		case d.Invited == "" && r.Owner == d.Owner && r.Invited == "" && r.Place.Near(d.Place):
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
func (d *Draft) checkLimit(o Others, limit int, user, asking match.UserID) error {
	running := 0
	for _, r := range o.Of[user] {
		if r.Status == match.Running && !r.Stranded() && r.Tournament == "" && (r.People() > 1) == (d.People() > 1) &&
			r.Place.Near(d.Place) && (r.Plays(user) || r.Owner == user && len(r.Members()) == 0) {
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
