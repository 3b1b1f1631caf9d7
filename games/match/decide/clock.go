package decide

import (
	"time"

	"paddock/games"
	"paddock/games/match"
	"paddock/games/match/calendar"
	"paddock/games/referee"
)

// time returns which time counts for the players who are to move.
func (d *Draft) time() calendar.Time {
	t := calendar.Time{
		Weekends: d.Clock.Policy.NoWeekends, Vacations: !d.Clock.Policy.NoVacations,
		BeforeEnd: d.Clock.Policy.BeforeEnd,
	}
	if d.Clock.Policy.Bank.Time == 0 { // a time bank is enough without extra time, and must not grow with each weekend
		t.Least = d.Clock.Policy.Least()
	}
	for seat := range d.Bound().All() {
		if d.Players[seat].Channel == "" { // a channel has no nights and no vacations
			t.Who = append(t.Who, d.person(d.Players[seat].User).Hours)
		}
	}
	return t
}

// fit counts the time from a moment to the deadline by the hours of the players who are to move,
// and moves the deadline. On a frozen clock the moment of freezing is used.
func (d *Draft) fit(from time.Time) {
	if !d.Clock.Stopped.IsZero() {
		from = d.Clock.Stopped
	}
	if d.Clock.Deadline.IsZero() || d.Clock.Lapsed {
		d.Clock = d.Clock.Plain()
		return
	}
	d.Clock.Since, d.Clock.Time = from, d.Clock.Deadline.Sub(from)
	d.Clock = d.fitted()
}

// fitTheRest adapts the deadline when some of the waiting players have moved, by the hours of the
// others. It never makes the deadline earlier.
func (d *Draft) fitTheRest() {
	if c := d.Clock; d.Bound() == 0 || c.Deadline.IsZero() || c.Lapsed || !c.Stopped.IsZero() ||
		!c.Deadline.After(d.now) {
		return
	}
	d.Clock.Deadline = d.now.Add(d.time().Between(d.now, d.Clock.Deadline))
	d.fit(d.now)
}

// fitted returns the clock that follows from Since, Time and the present hours of the players who
// are to move.
func (d *Draft) fitted() referee.Clock {
	c, t := d.Clock, d.time()
	wind := t.Deadline
	// the clock has the time of a whole turn, not the rest of one, or somebody else has started it
	// at any hour
	if c.Given || c.Since.Equal(c.Started) && c.Time == c.Policy.PerMove {
		wind = t.Turn
	}
	c.Deadline, c.Moved = wind(c.Since, c.Time)
	c.Away = [games.MaxSeats]time.Time{}
	for seat := range d.Bound().All() {
		if d.Players[seat].Channel != "" {
			continue
		}
		for _, v := range d.person(d.Players[seat].User).Hours.Vacations {
			if t.Vacations && v.Start.Before(c.Deadline) && v.End.After(c.Since) {
				c.Away[seat] = v.End
			}
		}
	}
	c.Remind = time.Time{}
	if at, ok := t.Reminder(c.Since, c.Deadline, c.Since); ok && !c.Reminded {
		c.Remind = at
	} else {
		c.Reminded = true
	}
	return c
}

// refit applies the present hours of the players who are to move, and reports whether that changes
// the deadline. An earlier deadline still leaves some time.
func (d *Draft) refit() bool {
	if c := d.Clock; c.Since.IsZero() || c.Deadline.IsZero() || c.Lapsed || !c.Stopped.IsZero() {
		return false
	}
	c := d.fitted()
	if least := d.now.Add(min(time.Hour, c.Policy.PerMove)); c.Deadline.Before(d.Clock.Deadline) &&
		c.Deadline.Before(least) {
		c.Deadline = least
		if d.Clock.Deadline.Before(least) {
			c.Deadline = d.Clock.Deadline
		}
	}
	changed := !c.Deadline.Equal(d.Clock.Deadline) || c.Away != d.Clock.Away
	if changed {
		d.Clock = c
	}
	return changed
}

// remindAgain schedules the next reminder after one was given.
func (d *Draft) remindAgain() {
	if c := &d.Clock; !c.Since.IsZero() {
		if at, ok := d.time().Reminder(c.Since, c.Deadline, d.now); ok {
			c.Remind, c.Reminded = at, false
		}
	}
}

// stand returns the clock of a seat that is about to move, for a takeback: the time left, without
// weekends and vacations.
func (d *Draft) stand(seat games.Seat) referee.Stand {
	s := referee.StandOf(d.Clock, seat, d.now)
	if c := d.Clock; s.Left > 0 && (c.Policy.NoWeekends || !c.Away[seat].IsZero()) {
		s.Left = d.time().Between(d.now, c.Deadline)
	}
	return s
}

// restore restores a clock like referee.Restore, with the hours of the seat. By is the user who
// starts it.
func (d *Draft) restore(seat games.Seat, s referee.Stand, at time.Time, by match.UserID) {
	if s == (referee.Stand{}) {
		return
	}
	d.Clock = referee.Restore(d.Clock, seat, s, at)
	d.startedBy(by, s.Left, at)
}

// thaw starts a frozen clock. It has as much time left as when it was frozen, by the hours of the
// players who are to move. By is the user who starts it; empty: the bot.
func (d *Draft) thaw(by match.UserID) {
	was := d.Clock
	if !was.Stopped.IsZero() {
		d.extendVote(d.now.Sub(was.Stopped))
	}
	d.Parked, d.Clock = nil, referee.Continue(was, d.now)
	// if a win could be claimed, it can still be claimed
	if was.Stopped.IsZero() || was.Deadline.IsZero() || was.Lapsed {
		return
	}
	left := d.time().Between(was.Stopped, was.Deadline)
	d.Clock.Deadline = d.now.Add(left)
	d.startedBy(by, left, d.now)
}

// startedBy adapts a clock with some time left to the hours of the players who are to move. If
// somebody else starts it, it has the least time for that (P19, P103).
func (d *Draft) startedBy(by match.UserID, left time.Duration, at time.Time) {
	if d.Bound() != d.seatsOf(by) {
		d.Clock = referee.StartedForYou(d.Clock, d.Bound(), left, at)
	}
	if !d.Clock.Deadline.After(at) { // it has lapsed
		d.Clock = d.Clock.Plain()
		return
	}
	d.fit(at)
}

// seatsOf returns the seat whose moves a user makes alone. The seat of a channel is nobody's.
func (d *Draft) seatsOf(u match.UserID) games.Seats {
	seat := d.SeatOf(u)
	if seat == games.Spectator || d.Players[seat].Channel != "" {
		return 0
	}
	return games.SeatSet(seat)
}

// Rewind adapts the clock of a match to the changed hours of a person who is to move.
type Rewind struct{ User match.UserID }

func (do Rewind) decide(d *Draft, _ match.Act) error {
	if seat := d.SeatOf(do.User); seat != games.Spectator && d.Bound().Has(seat) && d.refit() {
		d.add(match.Event{Kind: match.Extended, User: do.User, Seat: seat, Code: match.CodeHours})
	}
	return nil
}

// Limits of the time per move (P8).
const (
	minPerMove = time.Minute
	maxPerMove = 30 * 24 * time.Hour

	// where the bot is not a member, and can't call anybody
	leastOutside = 24 * time.Hour
)

// extendVote extends the present vote by a time in which nobody could vote.
func (d *Draft) extendVote(by time.Duration) {
	if d.Voting != nil && !d.Voting.Second.IsZero() {
		d.Voting.Second = d.Voting.Second.Add(by)
	}
}
