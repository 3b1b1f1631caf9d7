package service

import (
	"context"
	"slices"

	"paddock/games"
	"paddock/games/match"
	"paddock/games/match/lobby"
	"paddock/games/match/odds"
)

// Tables makes matches: challenges, open tables, rematches.
type Tables struct {
	*core
	lists   match.Lists
	results match.Results
}

// Propose makes a match. It returns the game's *Refusal for bad options, ErrUnknownGame,
// ErrBadProposal (seats, sides, a challenge to oneself, times), ErrLimit, ErrBlocked,
// ErrUnavailable, or ErrDuplicate, whose Problem holds the other match.
func (s *Tables) Propose(ctx context.Context, p match.Proposal) (match.Change, error) {
	if done, ok, err := s.repeated(ctx, p.Cause); ok || err != nil {
		return done, err
	}
	d, err := s.compose(ctx, p)
	if err != nil {
		return match.Change{}, err
	}
	if err := s.guardProposal(ctx, d, p); err != nil {
		return match.Change{}, err
	}
	if d.Voting == nil {
		if d.Gap, err = odds.Between(ctx, s.results, d.Record, d.now); err != nil {
			return match.Change{}, match.Unread("read standings", err)
		}
	}
	d.by = p.By.User
	d.add(match.Event{Kind: match.Created, User: p.By.User, Seat: games.Spectator})
	if d.Full() {
		if err := s.begin(ctx, d); err != nil {
			return match.Change{}, err
		}
	}
	return s.create(ctx, d, p.Cause)
}

// Join takes a seat of a challenge or table; the last seat begins the match. It returns
// ErrNotInvited, ErrBlocked, ErrUnavailable, ErrNotOpen, ErrLimit, ErrExpired, or ErrBadProposal if
// the user already has a seat.
func (s *Tables) Join(ctx context.Context, a match.Act, name string) (match.Change, error) {
	if err := s.vacate(ctx, a); err != nil {
		return match.Change{}, err
	}
	return s.update(ctx, a, func(d *draft) error {
		if err := s.checkOpen(d, a.User); err != nil {
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
		if err := s.checkJoin(ctx, d, a.User); err != nil {
			return err
		}
		if err := s.guardLimits(ctx, d, a.User, append(d.Members(), a.User)...); err != nil {
			return err
		}
		seat := slices.IndexFunc(d.Players, match.Player.Empty)
		d.Players[seat] = match.Player{User: a.User, Name: name}
		if v := d.Voting; v != nil && v.Rival != "" {
			d.Players[seat].Channel, v.Rival = v.Rival, ""
		}
		d.add(match.Event{Kind: match.Joined, User: a.User, Seat: games.Seat(seat)})
		if d.Full() {
			return s.begin(ctx, d)
		}
		return nil
	})
}

// MayJoin returns the error with which Join would refuse a user because of a block, or because of
// the conditions of the challenge.
func (s *Tables) MayJoin(ctx context.Context, id match.ID, u match.UserID) error {
	d, _, err := s.start(ctx, match.Act{Match: id, User: u})
	if err != nil {
		return err
	}
	return s.checkJoin(ctx, d, u)
}

func (s *Tables) checkJoin(ctx context.Context, d *draft, u match.UserID) error {
	if err := s.checkBlocks(ctx, d, u, append(d.Members(), d.Owner)...); err != nil {
		return err
	}
	theirs, err := s.results.StandingsOf(ctx, d.Place.Guild, match.Player{User: u})
	if err != nil {
		return match.Unread("read standings", err)
	}
	return lobby.Check(d.Wants, d.Game, theirs)
}

// Odds applies the offer of odds.For. The owner changes the terms of a challenge that nobody has
// accepted. The invited member instead challenges the owner on the new terms. In a match against
// the computer it changes the level. It returns ErrNotInvited, ErrStale, ErrExpired, ErrNotOpen, or
// ErrTooLate if there is no offer.
func (s *Tables) Odds(ctx context.Context, a match.Act, name string) (match.Change, error) {
	if err := s.vacate(ctx, a); err != nil {
		return match.Change{}, err
	}
	return s.update(ctx, a, func(d *draft) error {
		if err := s.checkOpen(d, a.User); err != nil && d.People() != 1 {
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
		offer.Take(&d.Record, match.Player{User: a.User, Name: name})
		d.add(match.Event{Kind: match.Offered, User: a.User, Seat: games.Spectator, Code: match.CodeOdds})
		if d.Status == match.Open {
			d.Made = d.log[0].Seq // whoever saw the old terms must look at the new ones first
		}
		return nil
	})
}

// checkOpen returns a Problem for a member unless the match is an open challenge or table.
func (s *Tables) checkOpen(d *draft, u match.UserID) error {
	expired := d.Reason == match.ByExpiry || d.Status == match.Open && !d.now.Before(d.Clock.Deadline)
	switch {
	case expired && d.Turn == 0:
		return d.problem(match.ErrExpired,
			"This challenge has expired: nobody answered in time. Start a new one if you like.")
	case d.Status == match.Open:
		return nil
	case d.Status == match.Running && d.SeatOf(u) != games.Spectator:
		// they have pressed twice, or somebody else was quicker
		return d.problem(match.ErrNotOpen, "This match has already begun, and you play in it. Look at its board.")
	case d.Status == match.Running:
		return d.problem(match.ErrNotOpen,
			"This match has already begun, so you can't join or leave it. You can watch it, or start your own.")
	}
	return d.problem(match.ErrNotOpen, "This match is no longer open: %s Start a new one if you like.", d.Ending())
}

// Decline closes a challenge for the invited user.
func (s *Tables) Decline(ctx context.Context, a match.Act) (match.Change, error) {
	return s.update(ctx, a, func(d *draft) error {
		if err := s.checkOpen(d, a.User); err != nil {
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
	})
}

// Revoke closes the user's own challenge or table before it begins.
func (s *Tables) Revoke(ctx context.Context, a match.Act) (match.Change, error) {
	return s.update(ctx, a, func(d *draft) error {
		if err := s.checkOpen(d, a.User); err != nil {
			return err
		}
		if d.Owner != a.User {
			return d.problem(match.ErrNotYours,
				"Only the challenger can take this challenge back. If it's for you, decline it instead.")
		}
		d.close(match.ByRevoking, games.Say("The challenge was withdrawn."))
		return nil
	})
}

// Leave gives up a seat of a table before it begins. If the owner leaves, the table is closed, as
// by Revoke.
func (s *Tables) Leave(ctx context.Context, a match.Act) (match.Change, error) {
	return s.update(ctx, a, func(d *draft) error {
		if err := s.checkOpen(d, a.User); err != nil {
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
	})
}

// Begin starts the owner's table. Fill takes each empty seat. If it is the zero Player, the empty
// seats are removed, provided that enough players remain.
func (s *Tables) Begin(ctx context.Context, a match.Act, fill match.Player) (match.Change, error) {
	if err := s.vacate(ctx, a); err != nil {
		return match.Change{}, err
	}
	return s.update(ctx, a, func(d *draft) error {
		if err := s.checkOpen(d, a.User); err != nil {
			return err
		}
		if d.Owner != a.User {
			return d.problem(match.ErrNotYours,
				"Only the challenger can start the match. Ask them, or wait until all seats are taken.")
		}
		if err := d.fill(fill); err != nil {
			return err
		}
		if err := s.guardLimits(ctx, d, a.User, d.Members()...); err != nil {
			return err
		}
		return s.begin(ctx, d)
	})
}

// fill puts a computer player on each empty seat, or removes the empty seats.
func (d *draft) fill(with match.Player) error {
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

// Rematch asks for another match with sides swapped. When all members have asked, the match is made
// and Change.Match.RematchID names it. The new match is announced as a separate Change. Asking
// again makes no second one.
func (s *Tables) Rematch(ctx context.Context, a match.Act) (match.Change, error) {
	return s.rematch(ctx, a, a.User)
}

// rematch is Rematch, for a user who acts or, if nobody is known to be present, for the bot.
func (s *Tables) rematch(ctx context.Context, a match.Act, present match.UserID) (match.Change, error) {
	absent, err := s.absentFrom(ctx, a.Match, match.Over, present)
	if err != nil {
		return match.Change{}, err
	}
	return s.update(ctx, a, func(d *draft) error {
		if d.Status != match.Over {
			return d.problem(match.ErrTooEarly, "This match isn't over yet. Play on, and ask for a rematch afterwards.")
		}
		if slices.ContainsFunc(d.Players, func(p match.Player) bool { return p.Gone != "" }) {
			return d.problem(match.ErrTooLate,
				"There can't be a rematch, because one of the players has left for good. You can start a new match.")
		}
		if d.Leaderless() != games.Spectator {
			return d.problem(match.ErrTooLate,
				"There can't be a rematch, because nobody decides for the channel any more. You can start a new match.")
		}
		asking := d.Members()
		if len(asking) == 0 {
			asking = []match.UserID{d.Owner}
		}
		if !slices.Contains(asking, a.User) {
			return d.problem(match.ErrNotYours, "Only the players can ask for a rematch. You can start your own match.")
		}
		for _, u := range absent {
			if d.RematchID == "" && slices.Contains(asking, u) {
				return d.problem(match.ErrTooLate,
					"%s has left the server, so there can't be a rematch. Start a new match if you like.", d.NameOf(u))
			}
		}
		if err := s.checkBlocks(ctx, d, a.User, asking...); err != nil {
			return err
		}
		if d.RematchID != "" || d.Record.Rematch[string(a.User)] && !d.wanted(asking) {
			return nil
		}
		if d.Record.Rematch == nil {
			d.Record.Rematch = make(map[string]bool)
		}
		d.Record.Rematch[string(a.User)] = true
		if d.wanted(asking) {
			next, err := s.again(ctx, d, a.User)
			if err != nil {
				return err
			}
			d.RematchID = next.Match.ID
		}
		d.add(match.Event{Kind: match.Offered, User: a.User, Seat: d.SeatOf(a.User), Code: match.CodeRematch})
		return nil
	})
}

// wanted reports whether all of these users want a rematch.
func (d *draft) wanted(all []match.UserID) bool {
	return !slices.ContainsFunc(all, func(u match.UserID) bool { return !d.Record.Rematch[string(u)] })
}

// again makes the rematch of a match. Everybody moves on by one seat, except after odds, which keep
// their seats. Its time per move stays within the present limits of the server. Its cause is the
// old match, so there is only one even if the process dies before the old match is updated.
func (s *Tables) again(ctx context.Context, old *draft, asking match.UserID) (match.Change, error) {
	cause := match.Cause("rematch/" + old.ID)
	if done, ok, err := s.repeated(ctx, cause); ok || err != nil {
		return done, err
	}
	guild, err := s.guild(ctx, old.Place.Guild)
	if err != nil {
		return match.Change{}, err
	}
	seed := old.Setup.Seed
	if !old.game.SameStart(old.Setup.Options) {
		if seed, err = s.seed(); err != nil {
			return match.Change{}, err
		}
	}
	d := s.draft(ctx, match.Record{
		Game: old.Record.Game, Setup: old.Setup, From: old.From, Status: match.Open, Place: old.Place, Owner: old.Owner,
		Players: append(slices.Clone(old.Players[1:]), old.Players[0]),
		Unrated: old.Unrated, Step: old.Step, LastSeat: games.Spectator,
		Clock: match.Clock{Policy: s.policyAgain(old.Record, guild)}, Created: old.now,
		Quick: old.Quick, FreeUndo: old.FreeUndo, Finish: old.Finish, Handicap: old.Handicap,
	}, old.game)
	d.Voting = againVoting(old.Voting, d.Clock.Policy)
	if old.Handicap {
		d.Players = slices.Clone(old.Players)
	}
	d.Setup.Seed, d.by = seed, asking
	if err := s.guardLimits(ctx, d, asking, old.Members()...); err != nil {
		return match.Change{}, err
	}
	d.add(match.Event{
		Kind: match.Created, User: asking, Seat: games.Spectator, Code: match.CodeRematch,
		Note: string(old.ID),
	})
	if err := s.begin(ctx, d); err != nil {
		return match.Change{}, err
	}
	return s.create(ctx, d, cause)
}
