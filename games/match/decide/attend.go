package decide

import (
	"time"

	"paddock/games"
	"paddock/games/match"
	"paddock/games/referee"
)

// Attend does what is due for a match by now: reminder, grace, ruling, expiry, the count of votes.
type Attend struct{}

func (Attend) decide(d *Draft, _ match.Act) error {
	if err := d.attend(); err != nil {
		return err
	}
	d.goOnAfterRuling()
	return nil
}

// attend adds the events of the work that is due.
func (d *Draft) attend() error {
	switch {
	case d.Status == match.Open:
		if !d.now.Before(d.Clock.Deadline) {
			d.close(match.ByExpiry, games.Say("The challenge has expired: nobody answered in time."))
		}
	case d.Status != match.Running:
	case d.Parked != nil:
		if !d.now.Before(d.facts.Due(d.Record)) {
			d.close(match.ByExpiry, games.Say("The match rested for too long, so it has no result."))
		}
	case d.Step:
		if !d.now.Before(d.facts.Due(d.Record)) {
			d.close(match.ByExpiry, games.Say("Nobody has pressed *Next* for too long, so the match has no result."))
		}
	default:
		if at := d.facts.idle(d.Record); !at.IsZero() && !d.now.Before(at) {
			d.close(match.ByExpiry,
				games.Say("Nobody has moved for too long, so the match is closed without a result."))
			return nil
		}
		return d.judge()
	}
	return nil
}

// judge applies the ruling of a clock that has run out.
func (d *Draft) judge() error {
	pos, err := d.position()
	if err != nil {
		return err
	}
	if end := d.VoteEnds(); !end.IsZero() && !d.now.Before(end) {
		return d.countVotes()
	}
	bound := d.Bound()
	if d.refit() {
		d.add(match.Event{Kind: match.Extended, Seat: games.Spectator, Code: match.CodeHours})
	}
	clock, verdict := referee.Judge(d.Clock, bound, pos.Turn().Phase, d.now)
	switch {
	case verdict.Grace != 0:
		from := d.Clock.Deadline
		d.Clock = clock
		d.fit(from)
		code := match.CodeGrace
		if d.Clock.Drawn != 0 {
			code = match.CodeBank
		}
		for seat := range verdict.Grace.All() {
			d.add(match.Event{Kind: match.Extended, User: d.Players[seat].User, Seat: seat, Code: code})
		}
		return nil
	case verdict.Claimable:
		d.Clock = clock
		d.add(match.Event{Kind: match.Lapsed, Seat: only(bound)})
		return nil
	}
	for _, r := range verdict.Rulings {
		d.Clock.Lapses = clock.Lapses
		if d.Status != match.Running || !d.Waiting.Has(r.Seat) {
			continue // an earlier ruling has already settled the lapse of this seat
		}
		if d.Players[r.Seat].Channel != "" {
			d.Voting.Last = nil // the last turn was not a channel's vote
		}
		if err := d.rule(r, "", match.CodeClock); err != nil {
			return err
		}
	}
	if len(verdict.Rulings) > 0 {
		return nil
	}
	if clock, now := referee.Remind(d.Clock, d.now); now && bound != 0 {
		d.Clock = clock
		d.remindAgain()
		d.add(match.Event{Kind: match.Reminded, Seat: games.Spectator})
	}
	return nil
}

// Due returns the next moment at which the match needs work.
func (f Defaults) Due(r match.Record) time.Time {
	switch {
	case r.FollowUpIsDue():
		return r.Updated
	case r.Status == match.Open:
		if at := r.PingAt(f.Window); !at.IsZero() && at.Before(r.Clock.Deadline) {
			return at
		}
		return r.Clock.Deadline
	case r.Status != match.Running:
		return time.Time{}
	case r.Parked != nil:
		return r.Parked.At.Add(f.Keep)
	case r.Step:
		return r.Updated.Add(f.Expiry)
	}
	return referee.Next(r.Clock, r.PingAt(f.Window), f.idle(r), r.VoteEnds())
}

// idle returns when a match without moves is closed; zero: never. It applies to matches without a
// clock that have computer players. Two people without a clock may take as long as they like (P89).
func (f Defaults) idle(r match.Record) time.Time {
	if r.Status != match.Running || r.Parked != nil || r.Step || r.Tournament != "" || r.People() > 1 ||
		!r.Clock.Deadline.IsZero() {
		return time.Time{}
	}
	return r.Updated.Add(max(f.Idle, r.Clock.Policy.PerMove))
}

// pingPause is the pause before a ping is requested again, if it was not recorded.
const pingPause = time.Minute

// Ping reports whether a delayed ping is due, and returns the next moment at which the match needs
// work after it.
func (f Defaults) Ping(r match.Record, now time.Time) (next time.Time, ping bool) {
	at := r.PingAt(f.Window)
	if at.IsZero() || now.Before(at) {
		return f.Due(r), false
	}
	// the ping is treated as recorded, to find the next time at which something is due
	r.Shown.Pinged, r.Shown.Asleep = r.Turn, 0
	next = f.Due(r)
	if again := now.Add(pingPause); next.IsZero() || again.Before(next) {
		next = again
	}
	return next, true
}

// Outage gives a clock that ran out while the bot was away the length of the outage (P9, P70), and a
// vote that ended then, too.
type Outage struct{ From, To time.Time }

func (do Outage) decide(d *Draft, _ match.Act) error {
	clock, ok := referee.Outage(d.Clock, do.From, do.To)
	closed := do.endsVote(d.Record)
	if closed {
		d.extendVote(do.To.Sub(do.From))
	}
	if closed && !ok {
		d.add(match.Event{Kind: match.Extended, Seat: games.Spectator, Code: match.CodeOutage})
	}
	if ok {
		d.Clock = clock
		if clock.Lapsed {
			d.Clock = clock.Plain()
		} else {
			d.fit(do.To)
		}
		d.add(match.Event{Kind: match.Extended, Seat: games.Spectator, Code: match.CodeOutage})
	}
	return nil
}

// endsVote reports whether a vote ended in the outage, in which nobody could vote.
func (do Outage) endsVote(r match.Record) bool {
	end := r.VoteEnds()
	return end.After(do.From) && !end.After(do.To)
}

// Concerns reports whether a clock ran out, or a vote ended, in the outage.
func (do Outage) Concerns(r match.Record) bool {
	_, ok := referee.Outage(r.Clock, do.From, do.To)
	return ok || do.endsVote(r)
}
