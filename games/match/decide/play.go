package decide

import (
	"time"

	"paddock/games"
	"paddock/games/match"
)

// Move plays a move text, or several moves of one turn, for the user. If a channel is to move, it
// is the user's vote.
type Move struct{ Text string }

func (Move) reads(m match.Match, a match.Act) Reads { return Reads{Blocks: m.VotedBy(a.User)} }

func (do Move) decide(d *Draft, a match.Act) error {
	seat, err := d.mayMove(a)
	switch {
	case err != nil:
		return err
	case seat == d.Votes():
		err = d.vote(a.User, seat, do.Text)
	default:
		err = d.play(seat, do.Text)
	}
	if err == nil {
		d.goOn(d.was.SeatOf(a.User))
	}
	return err
}

// mayMove returns the seat for which a user may move or vote now.
func (d *Draft) mayMove(a match.Act) (games.Seat, error) {
	if voted := d.Votes(); voted != games.Spectator {
		switch d.Chooses(a.User) {
		case voted:
			if err := d.checkHead(a.Head); err != nil {
				return voted, err
			}
			return voted, d.checkBlocks(a.User, append(d.Members(), d.Owner)...)
		case games.Spectator:
			return voted, d.problem(match.ErrNotYourTurn,
				"You have voted for the other side in this match, so you can't vote for this one too. Your side votes again when it is to move.")
		}
	}
	seat, err := d.seatOf(a)
	if err == nil && !d.Waiting.Has(seat) {
		err = d.problem(match.ErrNotYourTurn, "It isn't your turn: I'm waiting for %s.", d.waitedFor())
	}
	return seat, err
}

// Answer is the move of a computer player for the board whose number is the act's Head.
type Answer struct {
	Seat games.Seat
	Text string
}

func (do Answer) decide(d *Draft, a match.Act) error {
	if err := d.checkRunning(); err != nil {
		return err
	}
	if a.Head == 0 || !d.Thinking().Has(do.Seat) {
		return d.problem(match.ErrStale, "The computer's answer came too late: the match has moved on.")
	}
	if err := d.checkHead(a.Head); err != nil {
		return err
	}
	if err := d.play(do.Seat, do.Text); err != nil {
		return err
	}
	d.goOn(do.Seat)
	return nil
}

// Step lets the computer players play one turn of a match that waits for its owner before each. On
// lets them play to the end.
type Step struct{ On bool }

func (do Step) decide(d *Draft, a match.Act) error {
	if err := d.checkRunning(); err != nil {
		return err
	}
	if d.Owner != a.User {
		return d.problem(match.ErrNotYours,
			"Only the member who started this match can step through it. You can start your own.")
	}
	if err := d.checkHead(a.Head); err != nil {
		return err
	}
	switch {
	case !d.Step || d.Stepped == d.Turn && !do.On:
	case do.On:
		d.Step, d.Stepped = false, 0
		d.add(match.Event{Kind: match.Stepped, User: a.User, Seat: games.Spectator, Code: match.CodeToTheEnd})
	default:
		d.Stepped = d.Turn
		d.add(match.Event{Kind: match.Stepped, User: a.User, Seat: games.Spectator})
	}
	return nil
}

// Resign gives up the user's seat. The caller asks for confirmation. A match that is
// match.Record.Abandoned ends without a result.
type Resign struct{}

func (Resign) decide(d *Draft, a match.Act) error {
	seat := d.SeatOf(a.User)
	if seat == games.Spectator {
		return d.problem(match.ErrNotYours,
			"You don't play in this match, so you can't resign it. Only its players can.")
	}
	if err := d.checkRunning(); err != nil {
		return err
	}
	if d.Abandoned(a.User) {
		d.abandon(seat)
		return nil
	}
	if err := d.rule(games.Ruling{Kind: games.Resign, Seat: seat}, a.User, match.CodeWish); err != nil {
		return err
	}
	d.goOnAfterRuling()
	return nil
}

// abandon ends a match that a player gives up and nobody has resumed.
func (d *Draft) abandon(seat games.Seat) {
	d.close(match.ByCancelling,
		games.Say("%s gave the match up, because %s. It has no result.", d.label(seat), d.Parked.Says()))
}

// Cancel closes a match without a result: before the first move, or at any time if the user started
// it and only computers play. Otherwise it returns ErrTooLate.
type Cancel struct{}

func (Cancel) decide(d *Draft, a match.Act) error {
	if watching := d.Owner == a.User && len(d.Members()) == 0; d.SeatOf(a.User) == games.Spectator && !watching {
		return d.problem(match.ErrNotYours,
			"You don't play in this match, so you can't cancel it. Ask the players.")
	}
	if err := d.checkRunning(); err != nil {
		return err
	}
	if seat := d.SeatOf(a.User); d.Left.Has(seat) {
		return d.hasLeft(seat)
	}
	if d.Tournament != "" {
		return d.problem(match.ErrTooLate,
			"You can't cancel a tournament game. You can resign it, or ask whoever runs the tournament.")
	}
	if !d.Cancellable() {
		return d.problem(match.ErrTooLate,
			"It's too late to cancel this match: the first move has been made. You can resign, or offer a draw.")
	}
	d.close(match.ByCancelling, games.Say("The match was cancelled and has no result."))
	return nil
}

// nudgeRest is how long nudges are refused at the beginning of a turn. It is at most a quarter of
// the time per move.
const nudgeRest = time.Hour

// Nudge reminds the players to move, on behalf of another player of the match. It is possible once
// a turn, and not at its beginning. The clock does not change. It returns ErrNotYours or
// ErrTooEarly.
type Nudge struct{}

func (Nudge) decide(d *Draft, a match.Act) error {
	seat, err := d.seatOf(a)
	if err != nil {
		return err
	}
	bound := d.Bound()
	rest := nudgeRest
	if d.Clock.Policy.PerMove > 0 {
		rest = min(rest, d.Clock.Policy.PerMove/4)
	}
	switch at := d.Clock.Started.Add(rest); {
	case bound.Has(seat):
		return d.problem(match.ErrTooEarly, "It's your own turn, so there is nobody to nudge. Make your move.")
	case bound == 0:
		return d.problem(match.ErrTooEarly, "It's the computer's turn, and it hurries already. Wait a moment.")
	case d.Nudged == d.Turn:
		return d.problem(match.ErrTooEarly,
			"%s has already been nudged this turn, and once is enough. The clock does the rest.", d.waitedFor())
	case d.now.Before(at):
		return d.problem(match.ErrTooEarly, "%s's turn has only just begun. You can nudge in %d min.",
			d.waitedFor(), 1+int(at.Sub(d.now)/time.Minute))
	}
	for late := range bound.All() {
		// nobody is notified at night (P101)
		if morning, asleep := d.person(d.Players[late].User).Hours.Asleep(d.now); asleep {
			return d.problem(match.ErrTooEarly, "It's night where %s is, and I wake nobody. You can nudge in %d h.",
				d.label(late), 1+int(morning.Sub(d.now)/time.Hour))
		}
	}
	d.Nudged = d.Turn
	d.add(match.Event{Kind: match.Reminded, User: a.User, Seat: seat})
	return nil
}
