package decide

import (
	"slices"

	"paddock/games"
	"paddock/games/match"
	"paddock/games/match/lobby"
	"paddock/games/match/odds"
)

// checkOpen returns a Problem for a member unless the match is an open challenge or table.
func (d *Draft) checkOpen(u match.UserID) error {
	expired := d.Reason == match.ByExpiry || d.Status == match.Open && !d.now.Before(d.Clock.Deadline)
	switch {
	case expired && d.Turn == 0:
		return d.problem(match.ErrExpired,
			"This challenge has expired: nobody answered in time. Start a new one if you like.")
	case d.Status == match.Open:
		return nil
	case d.Status == match.Running && d.SeatOf(u) != games.Spectator:
		// the member has pressed twice, or somebody else was quicker
		return d.problem(match.ErrNotOpen, "This match has already begun, and you play in it. Look at its board.")
	case d.Status == match.Running:
		return d.problem(match.ErrNotOpen,
			"This match has already begun, so you can't join or leave it. You can watch it, or start your own.")
	}
	return d.problem(match.ErrNotOpen, "This match is no longer open: %s Start a new one if you like.", d.Ending())
}

// Join takes a seat of a challenge or table; the last seat begins the match. It returns
// ErrNotInvited, ErrBlocked, ErrUnavailable, ErrNotOpen, ErrExpired, or ErrBadProposal if the user
// already has a seat. Its Condition returns ErrLimit.
type Join struct{ Name string }

func (Join) reads(_ match.Match, a match.Act) Reads {
	return Reads{Blocks: true, Guild: true, Standings: []match.UserID{a.User}}
}

func (do Join) decide(d *Draft, a match.Act) error {
	if err := d.checkOpen(a.User); err != nil {
		return err
	}
	if err := d.checkHead(a.Head); err != nil && d.Made > 0 { // the terms have changed since the member saw them
		return err
	}
	switch {
	case d.SeatOf(a.User) != games.Spectator:
		return d.problem(match.ErrBadProposal,
			"You already have a seat in this match. It begins when the others have joined.")
	case d.Invited != "" && d.Invited != a.User:
		return d.problem(match.ErrNotInvited,
			"This challenge is for somebody else, so only they can accept it. You can start your own match.")
	}
	if err := d.checkJoin(a.User); err != nil {
		return err
	}
	d.limitMatches(a.User, append(d.Members(), a.User)...)
	seat := slices.IndexFunc(d.Players, match.Player.Empty)
	d.Players[seat] = match.Player{User: a.User, Name: do.Name}
	if v := d.Voting; v != nil && v.Rival != "" {
		d.Players[seat].Channel, v.Rival = v.Rival, ""
	}
	d.add(match.Event{Kind: match.Joined, User: a.User, Seat: games.Seat(seat)})
	if d.Full() {
		return d.begin()
	}
	return nil
}

func (d *Draft) checkJoin(u match.UserID) error {
	if err := d.checkBlocks(u, append(d.Members(), d.Owner)...); err != nil {
		return err
	}
	return lobby.Check(d.Wants, d.Game, d.standings(u))
}

// Odds applies the offer of odds.For. The owner changes the terms of a challenge that nobody has
// accepted. The invited member instead challenges the owner on the new terms. In a match against
// the computer it changes the level. It returns ErrNotInvited, ErrStale, ErrExpired, ErrNotOpen, or
// ErrTooLate if there is no offer.
type Odds struct{ Name string }

func (do Odds) decide(d *Draft, a match.Act) error {
	if err := d.checkOpen(a.User); err != nil && d.People() != 1 {
		return err
	}
	offer, ok := odds.For(d.Record, d.game)
	switch {
	case a.User != d.Owner && a.User != d.Invited:
		return d.problem(match.ErrNotInvited,
			"Only the players of this match can change its terms. You can start your own.")
	case !ok:
		return d.problem(match.ErrTooLate,
			"You can't change the terms any more. Play on, or answer the challenge as it is.")
	}
	if err := d.checkHead(a.Head); err != nil {
		return err
	}
	offer.Take(&d.Record, match.Player{User: a.User, Name: do.Name})
	d.add(match.Event{Kind: match.Offered, User: a.User, Seat: games.Spectator, Code: match.CodeOdds})
	if d.Status == match.Open {
		d.Made = d.Events[0].Seq // a member who saw the old terms must see the new ones first
	}
	return nil
}

// Decline closes a challenge for the invited user.
type Decline struct{}

func (Decline) decide(d *Draft, a match.Act) error {
	if err := d.checkOpen(a.User); err != nil {
		return err
	}
	if d.Invited != a.User && d.Owner == a.User {
		return d.problem(match.ErrNotInvited,
			"This is your own challenge, so you can't decline it. Press *Withdraw* to take it back.")
	}
	if d.Invited != a.User || a.User == "" {
		return d.problem(match.ErrNotInvited,
			"This challenge isn't for you, so you can't decline it. Just leave it alone.")
	}
	d.add(match.Event{Kind: match.Declined, User: a.User, Seat: games.Spectator})
	d.close(match.ByDecline, games.Say("The challenge was declined."))
	return nil
}

// Revoke closes the user's own challenge or table before it begins.
type Revoke struct{}

func (Revoke) decide(d *Draft, a match.Act) error {
	if err := d.checkOpen(a.User); err != nil {
		return err
	}
	if d.Owner != a.User {
		if d.Invited == a.User {
			return d.problem(match.ErrNotYours,
				"Only the challenger can take this challenge back. If you don't want to play, press *Decline*.")
		}
		if d.SeatOf(a.User) != games.Spectator {
			return d.problem(match.ErrNotYours,
				"Only the challenger can take this challenge back. If you don't want to play, press *Leave*.")
		}
		return d.problem(match.ErrNotYours,
			"Only the challenger can take this challenge back. If you don't want to play, just leave it alone.")
	}
	d.close(match.ByRevoking, games.Say("The challenge was withdrawn."))
	return nil
}

// Leave gives up a seat of a table before it begins. If the owner leaves, the table is closed, as
// by Revoke.
type Leave struct{}

func (Leave) decide(d *Draft, a match.Act) error {
	if err := d.checkOpen(a.User); err != nil {
		return err
	}
	seat := d.SeatOf(a.User)
	switch {
	case seat == games.Spectator:
		return d.problem(match.ErrNotYours, "You have no seat in this match yet. You can join it.")
	case a.User == d.Owner:
		d.close(match.ByRevoking, games.Say("The challenger took the challenge back."))
		return nil
	}
	d.Players[seat] = match.Player{}
	d.add(match.Event{Kind: match.Left, User: a.User, Seat: seat})
	return nil
}

// Begin starts the owner's table. Fill takes each empty seat. If it is the zero Player, the empty
// seats are removed, provided that enough players remain.
type Begin struct{ Fill match.Player }

func (Begin) reads(match.Match, match.Act) Reads { return Reads{Guild: true} }

func (do Begin) decide(d *Draft, a match.Act) error {
	if err := d.checkOpen(a.User); err != nil {
		return err
	}
	if d.Owner != a.User {
		return d.problem(match.ErrNotYours,
			"Only the challenger can start the match. Ask them, or wait until all seats are taken.")
	}
	if err := d.fill(do.Fill); err != nil {
		return err
	}
	if d.People() == 1 {
		d.Unrated = true // nobody else came: a match against computers alone is rated only on request (P110)
	}
	d.limitMatches(a.User, d.Members()...)
	return d.begin()
}

// fill puts a computer player on each empty seat, or removes the empty seats.
func (d *Draft) fill(with match.Player) error {
	if with.Computer == "" {
		d.Players = slices.DeleteFunc(slices.Clone(d.Players), match.Player.Empty)
		if len(d.Players) < d.game.MinSeats {
			return d.problem(match.ErrBadProposal,
				"%s needs at least %d players, and so far it has %d. Wait for more, or fill the seats with computers.",
				d.game.Name, d.game.MinSeats, len(d.Players))
		}
		d.Setup.Seats = len(d.Players)
		return nil
	}
	info, ok := d.game.Player(with.Computer)
	if !ok {
		return games.Refuse("%s has no computer player %q. Choose one of these: %s.", d.game.Name, with.Computer,
			playerNames(d.game))
	}
	if with.Name == "" {
		with.Name = "Computer (" + info.Name + ")"
	}
	for i, p := range d.Players {
		if p.Empty() {
			d.Players[i] = match.Player{Computer: info.Name, Name: with.Name}
		}
	}
	return nil
}

// Vacate closes an open challenge or table if its owner has left the server, and frees the seats of
// other members who have (P82).
type Vacate struct{ Absent []match.UserID }

func (do Vacate) decide(d *Draft, _ match.Act) error {
	for _, u := range do.Absent {
		switch seat := d.SeatOf(u); {
		case d.Status != match.Open:
		case d.Owner == u:
			d.close(match.ByRevoking, games.Say("The challenger has left the server."))
		case seat != games.Spectator:
			d.Players[seat] = match.Player{}
			d.add(match.Event{Kind: match.Left, User: u, Seat: seat})
		}
	}
	return nil
}
