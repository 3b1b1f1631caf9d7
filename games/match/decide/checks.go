package decide

import (
	"paddock/games"
	"paddock/games/match"
)

// checkRunning returns a Problem unless the match is running.
func (d *Draft) checkRunning() error {
	switch {
	case d.Status == match.Open:
		return d.problem(match.ErrNotBegun,
			"This match hasn't started, because not everybody has joined yet. Wait for them, or take the challenge back.")
	case d.Status != match.Running:
		return d.problem(match.ErrOver, "This match is over: %s You can start a new one.", d.Ending())
	}
	return nil
}

// seatOf returns the seat at which the user may act. It returns a Problem if the match is not
// running or is parked, or if the board is stale.
func (d *Draft) seatOf(a match.Act) (games.Seat, error) {
	seat := d.SeatOf(a.User)
	if seat == games.Spectator {
		if d.Voting != nil && d.Parked != nil {
			return seat, d.problem(match.ErrParked,
				"This match is paused, because %s. You can vote again when it goes on.", d.Parked.Says())
		}
		if d.Voting != nil && d.Status == match.Running {
			return seat, d.problem(match.ErrNotYours,
				"You have no seat in this match, so I can't do that for you. You can vote whenever the channel is to move.")
		}
		return seat, d.problem(match.ErrNotYours,
			"You don't play in this match, so you can only watch. You can start your own.")
	}
	if err := d.checkRunning(); err != nil {
		return seat, err
	}
	if d.Left.Has(seat) {
		return seat, d.hasLeft(seat)
	}
	if d.Parked != nil {
		if d.Parked.Why == match.CodePause {
			return seat, d.problem(match.ErrParked,
				"This match is paused. Press *Go on* under its board, or use `/match resume`.")
		}
		return seat, d.problem(match.ErrParked,
			"This match is paused and its clock has stopped, because %s. Resume it where both of you can see it.",
			d.Parked.Says())
	}
	return seat, d.checkHead(a.Head)
}

// checkHead refuses acts on boards whose position has changed since (P3, P81).
func (d *Draft) checkHead(head match.Seq) error {
	if head == 0 || !d.Old(head) {
		return nil
	}
	return d.problem(match.ErrStale, "This board is old: the match has moved on. Please use the newest one.")
}

// opponents checks that the match is between two members, who can agree on draws and takebacks, and
// returns the user's seat.
func (d *Draft) opponents(a match.Act, what games.Sentence) (games.Seat, error) {
	seat, err := d.seatOf(a)
	switch {
	case err != nil:
		return seat, err
	case d.Opponents():
		return seat, nil
	case len(d.Players) != 2:
		return seat, d.problem(match.ErrTooLate, "Only matches for two can have a %s. Play on, or resign.", what)
	case d.Leaderless() != games.Spectator:
		return seat, d.problem(match.ErrTooLate,
			"Nobody decides for the channel any more, so there can't be a %s. Play on, or ask a moderator to choose somebody.", what)
	}
	return seat, d.problem(match.ErrTooLate, "The computer doesn't agree to a %s. Play on, or resign.", what)
}

// friendly checks that the match is between two members outside a tournament, who may give each
// other time. It returns the user's seat.
func (d *Draft) friendly(a match.Act, what games.Sentence) (games.Seat, error) {
	seat, err := d.opponents(a, what)
	if err != nil && seat != games.Spectator && d.Clock.Policy.PerMove == 0 && len(d.Members()) == 1 {
		return seat, d.problem(match.ErrTooLate,
			"This match has no clock, so you can't run out of time. Move whenever you like.")
	}
	if err == nil && d.Tournament != "" {
		return seat, d.problem(match.ErrTooLate,
			"This is a tournament game, and others are waiting for it, so there is no %s. Play on, or ask whoever runs the tournament.", what)
	}
	return seat, err
}

// checkBlocks refuses to bring a user together with people who blocked them or whom they blocked.
func (d *Draft) checkBlocks(u match.UserID, others ...match.UserID) error {
	me, key := d.person(u), d.facts.BlockKey
	d.need(d.facts.Read.Blocks, "key of blocks")
	for _, other := range others {
		if other == u || other == "" {
			continue
		}
		if me.Blocks(other, key) {
			return d.problem(match.ErrBlocked,
				"You have blocked somebody in this match. Unblock them first, or play with somebody else.")
		}
		if them := d.person(other); them.Blocks(u, key) {
			return d.unavailable()
		}
	}
	return nil
}

// unavailable returns a refusal that fits several reasons, so it reveals none.
func (d *Draft) unavailable() error {
	if d.Invited != "" && d.ID == "" {
		return d.problem(match.ErrUnavailable,
			"You can't challenge them right now: they have too many invitations, or don't want more. Challenge somebody else, or leave the seat open for anyone.")
	}
	return d.problem(match.ErrUnavailable,
		"You can't join this match right now: its players have too much waiting, or don't want more. Join another one, or start your own.")
}
