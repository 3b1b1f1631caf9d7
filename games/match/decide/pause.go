package decide

import (
	"time"

	"paddock/games"
	"paddock/games/match"
	"paddock/games/referee"
)

// OfferPause asks the opponent for a pause, or agrees to theirs. During a pause the match is parked
// and its clock stopped, until one of them calls Referee.Resume. A move or DeclinePause declines an
// offer.
type OfferPause struct{}

func (OfferPause) decide(d *Draft, a match.Act) error {
	seat, err := d.friendly(a, games.Say("pause"))
	switch {
	case err != nil:
		return err
	case d.RestOffer == nil:
		d.RestOffer = &seat
		d.add(match.Event{Kind: match.Offered, User: a.User, Seat: seat, Code: match.CodePause})
	case *d.RestOffer != seat:
		d.park(seat, match.CodePause)
	}
	return nil
}

// DeclinePause declines the opponent's request for a pause, or withdraws the user's own.
type DeclinePause struct{}

func (DeclinePause) decide(d *Draft, a match.Act) error {
	seat, err := d.seatOf(a)
	if err != nil {
		return err
	}
	if d.RestOffer == nil {
		return d.problem(match.ErrTooLate, "Nobody is asking for a pause any more. Play on.")
	}
	d.RestOffer = nil
	d.add(match.Event{Kind: match.Declined, User: a.User, Seat: seat, Code: match.CodePause})
	return nil
}

// GiveTime gives the opponent, who is to move, more time: from a minute to 30 days. It also cancels
// a claimable lapse. Errors: ErrTooEarly on the user's own turn; ErrTooLate without a clock, or if
// more than 60 days would be left; ErrBadProposal for a gift outside these limits.
type GiveTime struct {
	Gift time.Duration
}

func (do GiveTime) decide(d *Draft, a match.Act) error {
	seat, err := d.friendly(a, games.Say("gift of time"))
	left := time.Duration(0)
	if c := d.Clock; !c.Lapsed && c.Deadline.After(d.now) {
		left = d.time().Between(d.now, c.Deadline)
	}
	switch {
	case err != nil:
		return err
	case d.Bound().Has(seat):
		return d.problem(match.ErrTooEarly,
			"You can only give time on the other player's turn. Make your move first.")
	case d.Clock.Deadline.IsZero():
		return d.problem(match.ErrTooLate, "This match has no clock, so everybody has all the time they want. Play on.")
	case do.Gift < minPerMove || do.Gift > maxPerMove:
		return d.problem(match.ErrBadProposal,
			"You can give from one minute to 30 days. Choose something in between.")
	case left+do.Gift > mostLeft:
		return d.problem(match.ErrTooLate,
			"%s has enough time: more would make over 60 days. Give some later, when they need it.", d.waitedFor())
	}
	d.Clock.Lapsed, d.Clock.Reminded = false, false
	d.Clock.Deadline = d.now.Add(left + do.Gift)
	d.fit(d.now)
	d.add(match.Event{Kind: match.Extended, User: a.User, Seat: seat, Code: match.CodeGift})
	return nil
}

// mostLeft is the most time that a clock can have after a gift.
const mostLeft = 60 * 24 * time.Hour

// park freezes the clock of a running match. Seat is the seat that caused it, or Spectator.
func (d *Draft) park(seat games.Seat, why match.Code) {
	left, _ := referee.Left(d.Clock, d.now)
	e := match.Event{Kind: match.Parked, Seat: seat, Code: why}
	if seat != games.Spectator {
		e.User = d.Players[seat].User
	}
	d.Parked = &match.Parking{At: d.now, Why: why, Left: left}
	d.Clock, d.RestOffer = referee.Stop(d.Clock, d.now), nil
	d.add(e)
}
