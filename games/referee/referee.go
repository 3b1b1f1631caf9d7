// Package referee is time policy as arithmetic: what a clock says at a time it is told, when somebody has to be reminded, and which
// ruling a lapsed clock calls for. It reads no clock, sleeps never and knows no game, so a 24-hour match in a channel and a 5-second
// tournament of computer players share it, and tests use any times they like.
//
// A [Clock] is a value. [After] winds it when the turn has changed, [Judge] says what a lapse means, [Next] when somebody has to look again;
// [Stop] and [Continue] freeze and thaw it, [Outage] makes good for the time in which the bot was down. Start reading at [Policy].
package referee

import (
	"cmp"
	"time"

	"paddock/games"
)

// Lapse is what happens to a seat whose clock has run out.
type Lapse string

// The lapse policies.
const (
	Forfeit Lapse = "forfeit" // the seat loses the match
	Skip    Lapse = "skip"    // the turn goes on; a second lapse in the seat's turns running removes it
	Claim   Lapse = "claim"   // the opponent may claim the win, or wait on
)

// The phases in which a lapse means something special. All others are ordinary play, whatever a game calls them.
const (
	Placing   games.Phase = "place" // under Skip the seat is removed at once (F3)
	SettingUp games.Phase = "setup" // all arrange their pieces at once; the game completes what is missing (S50)
)

// Policy is what the players have agreed on about time. The zero Policy has no clock.
type Policy struct {
	PerMove time.Duration // 0: unlimited
	Lapse   Lapse
	Grace   int // days of grace a seat has before the ruling, each burnt whole; none below LeastForGrace

	NoWeekends  bool `json:",omitempty"` // no time passes on Saturdays and Sundays
	NoVacations bool `json:",omitempty"` // time passes on vacations

	Remind int `json:",omitempty"` // after which share of the time for a move there is a reminder, in per cent; 0: RemindAt
}

// RemindAt is after which share of the time for a move there is a reminder where nothing else is said, in per cent (P8).
const RemindAt = 80

// BeforeEnd is how long before the end of some time for a move there is a reminder.
func (p Policy) BeforeEnd(whole time.Duration) time.Duration {
	return whole * time.Duration(100-cmp.Or(p.Remind, RemindAt)) / 100
}

// LeastForGrace is the shortest time per move that is given days of grace: they are for those who can't look every day, and must not multiply a
// short clock (P32).
const LeastForGrace = 12 * time.Hour

// Day is how long a day of grace lasts: never longer than a move.
func (p Policy) Day() time.Duration {
	if p.PerMove < LeastForGrace { // agreed on before there was such a limit
		return day
	}
	return min(day, p.PerMove)
}

// ClaimWithin is how long a win by time can be claimed before it is given without being asked for: under Claim, from the lapse on.
func (p Policy) ClaimWithin() time.Duration { return max(day, p.PerMove) }

// Clock is the state of a match's clock. It is a value; times are absolute, so it means the same after a restart.
type Clock struct {
	Policy   Policy
	Started  time.Time           `json:",omitzero"` // when the waiting seats' turn began
	Deadline time.Time           `json:",omitzero"` // when it lapses; zero: no clock is running
	Reminded bool                // the reminder for this turn has been given
	Lapsed   bool                // the deadline has passed and the opponent may claim
	Stopped  time.Time           `json:",omitzero"` // since when the clock is frozen; the other times are as they were then
	Lapses   [games.MaxSeats]int // lapses in a row, by seat
	Grace    [games.MaxSeats]int // grace days burnt, by seat

	// Of a clock that goes by the hours of those who are waited for, see paddock/games/match/calendar; this package only keeps it. The deadline is Time
	// after Since, as far as time counts.
	Since  time.Time                 `json:",omitzero"`
	Time   time.Duration             `json:",omitempty"`
	Remind time.Time                 `json:",omitzero"`  // when to remind of it; zero: as the policy says
	Moved  bool                      `json:",omitempty"` // it was moved out of a night
	Away   [games.MaxSeats]time.Time `json:",omitzero"`  // until when a seat is on vacation before the deadline
}

// Change is what has happened to a turn.
type Change struct {
	Moved games.Seats // whose move was accepted: their lapses are forgiven
	Fresh bool        // somebody begins to wait, or waits on with new time
	Free  bool        // the clock binds nobody: only computer players wait, or nobody does
}

// After is the clock after a change of the turn. On a frozen clock everything happens at the moment at which it was frozen.
func After(c Clock, ch Change, now time.Time) Clock {
	if !c.Stopped.IsZero() {
		now = c.Stopped
	}
	for seat := range ch.Moved.All() {
		c.Lapses[seat] = 0
	}
	if ch.Fresh {
		c.Started = now
	}
	switch {
	case ch.Free || c.Policy.PerMove <= 0:
		c.Deadline, c.Reminded, c.Lapsed = time.Time{}, false, false
		c = c.Plain()
	case ch.Fresh || c.Deadline.IsZero():
		c.Deadline, c.Reminded, c.Lapsed = now.Add(c.Policy.PerMove), false, false
		c = c.Plain()
	}
	return c
}

// Plain is the clock without what it has kept of anybody's hours.
func (c Clock) Plain() Clock {
	c.Since, c.Time, c.Remind, c.Moved, c.Away = time.Time{}, 0, time.Time{}, false, [games.MaxSeats]time.Time{}
	return c
}

// Stand is what the clock of a seat said when it moved, for a takeback. The zero Stand says nothing.
type Stand struct {
	Used     time.Duration `json:",omitempty"` // since the turn began
	Left     time.Duration `json:",omitempty"` // negative: it had lapsed
	Lapses   int           `json:",omitempty"`
	Reminded bool          `json:",omitempty"`
	Lapsed   bool          `json:",omitempty"`
}

// StandOf is what the clock says of a seat that is about to move; the zero Stand if none is running.
func StandOf(c Clock, seat games.Seat, now time.Time) Stand {
	left, ok := Left(c, now)
	if !ok {
		return Stand{}
	}
	return Stand{Used: now.Sub(c.Started), Left: left, Lapses: c.Lapses[seat], Reminded: c.Reminded, Lapsed: c.Lapsed}
}

// Restore is the clock of a seat as it stood at a moment: what was left then is left from that moment on. Days of grace stay burnt.
func Restore(c Clock, seat games.Seat, s Stand, at time.Time) Clock {
	if s == (Stand{}) {
		return c
	}
	c.Started, c.Deadline = at.Add(-s.Used), at.Add(s.Left)
	c.Reminded, c.Lapsed, c.Lapses[seat] = s.Reminded, s.Lapsed, s.Lapses
	return c
}

// reminder is the moment at which to remind: when the policy's share of the time per move is used, if nothing else is said (P8).
func (c Clock) reminder() time.Time {
	if !c.Remind.IsZero() {
		return c.Remind
	}
	return c.Deadline.Add(-c.Policy.BeforeEnd(c.Policy.PerMove))
}

// running reports whether there is a deadline ahead or overdue that nobody has judged.
func (c Clock) running() bool { return !c.Deadline.IsZero() && c.Stopped.IsZero() && !c.Lapsed }

// Limit is when time runs out; zero if no clock is running.
func (c Clock) Limit() time.Time {
	if !c.running() {
		return time.Time{}
	}
	return c.Deadline
}

// Remind reports whether the waiting seats have to be reminded now, and notes that they have been.
func Remind(c Clock, now time.Time) (Clock, bool) {
	if !c.running() || c.Reminded || now.Before(c.reminder()) {
		return c, false
	}
	c.Reminded = true
	return c, true
}

// Verdict is what a lapsed clock calls for. The zero Verdict is: nothing.
type Verdict struct {
	Grace     games.Seats    // a day of grace was burnt for these seats, and the clock runs on
	Claimable bool           // the opponent may claim from now on
	Rulings   []games.Ruling // to be carried out in order
}

// day is a day of grace (P32).
const day = 24 * time.Hour

// claimed is the moment at which a win that nobody has claimed is given; zero if there is none to claim.
func (c Clock) claimed() time.Time {
	if !c.Lapsed || c.Deadline.IsZero() || !c.Stopped.IsZero() {
		return time.Time{}
	}
	return c.Deadline.Add(c.Policy.ClaimWithin())
}

// Judge says what the clock calls for and notes it. Waiting are the seats that the clock binds; if none, or it is not yet time, nothing
// is called for.
//
// In every phase a seat first burns its days of grace (P32); then the policy rules: Forfeit is games.Time; Claim lets the opponent claim, and is
// games.Time when nobody has done so within ClaimWithin; Skip is games.Skip and at the second lapse in the seat's turns running games.Remove
// (F5), in Placing games.Remove at once (F3). In SettingUp a lapse is games.Skip whatever the policy (S50).
func Judge(c Clock, waiting games.Seats, phase games.Phase, now time.Time) (Clock, Verdict) {
	unclaimed := c.claimed()
	switch {
	case waiting == 0:
		return c, Verdict{}
	case !unclaimed.IsZero() && !now.Before(unclaimed): // whatever they have agreed on, it must end
	case !c.running() || now.Before(c.Deadline):
		return c, Verdict{}
	}
	late := withoutGrace(c, waiting)
	switch {
	case late == 0:
		return burn(c, waiting), Verdict{Grace: waiting}
	case c.Policy.Lapse == Claim && phase != SettingUp && !c.Lapsed:
		c.Lapsed = true
		return c, Verdict{Claimable: true}
	}
	var v Verdict
	for seat := range late.All() {
		c.Lapses[seat]++
		v.Rulings = append(v.Rulings, games.Ruling{Kind: ruling(c, seat, phase), Seat: seat})
	}
	return c, v
}

func ruling(c Clock, seat games.Seat, phase games.Phase) games.RulingKind {
	switch {
	case phase == SettingUp:
		return games.Skip
	case c.Policy.Lapse != Skip:
		return games.Time
	case phase == Placing || c.Lapses[seat] > 1:
		return games.Remove
	}
	return games.Skip
}

// withoutGrace is the seats that have no day of grace left.
func withoutGrace(c Clock, waiting games.Seats) games.Seats {
	var none games.Seats
	for seat := range waiting.All() {
		if c.Grace[seat] >= c.Policy.Grace {
			none |= games.SeatSet(seat)
		}
	}
	return none
}

func burn(c Clock, waiting games.Seats) Clock {
	for seat := range waiting.All() {
		c.Grace[seat]++
	}
	c.Deadline = c.Deadline.Add(c.Policy.Day())
	return c
}

// Next is the next moment at which the clock calls for something, or the soonest of others if that is sooner. Zero times are ignored;
// zero means never.
func Next(c Clock, others ...time.Time) time.Time {
	next := c.claimed()
	if c.running() {
		next = c.Deadline
		if !c.Reminded {
			next = c.reminder()
		}
	}
	for _, t := range others {
		if !t.IsZero() && (next.IsZero() || t.Before(next)) {
			next = t
		}
	}
	return next
}

// Stop freezes a clock. A frozen clock stays as it is.
func Stop(c Clock, now time.Time) Clock {
	if c.Stopped.IsZero() {
		c.Stopped = now
	}
	return c
}

// Continue thaws a clock: it has exactly as much left as when it was frozen (P88).
func Continue(c Clock, now time.Time) Clock {
	if c.Stopped.IsZero() {
		return c
	}
	pause := now.Sub(c.Stopped)
	c.Started = c.Started.Add(pause)
	if !c.Deadline.IsZero() {
		c.Deadline = c.Deadline.Add(pause)
	}
	c.Stopped = time.Time{}
	return c
}

// Left is what is left on the clock, negative when it has lapsed; ok is false if none is running.
func Left(c Clock, now time.Time) (left time.Duration, ok bool) {
	if !c.Stopped.IsZero() {
		now = c.Stopped
	}
	return c.Deadline.Sub(now), !c.Deadline.IsZero()
}

// breath is what a clock has at least after an outage in which it lapsed, if a move has that long (F11).
const breath = time.Hour

// Outage is the clock after the bot was down from one time to another. A deadline that passed meanwhile is extended by the outage
// (P9, P70), and leaves an hour, or a move's time if that is shorter, from now on. Other clocks stay as they are. Applying it twice is as
// good as once.
func Outage(c Clock, from, to time.Time) (Clock, bool) {
	end := c.claimed()
	if c.running() {
		end = c.Deadline
	}
	if end.IsZero() || !end.After(from) || end.After(to) {
		return c, false
	}
	c.Deadline = c.Deadline.Add(to.Sub(from))
	if c.Lapsed {
		return c, true
	}
	if least := to.Add(min(breath, c.Policy.PerMove)); c.Deadline.Before(least) {
		c.Deadline = least
	}
	return c, true
}
