// Package referee is time control as arithmetic: what a clock shows at a given time, when to remind
// a player, and which ruling follows from a lapse. It reads no clock, never sleeps and knows no
// game. A 24-hour match in a channel and a 5-second tournament of computer players can share it,
// and tests can use any times.
//
// A [Clock] is a value. [After] updates it when the turn has changed, [Judge] returns the effect of
// a lapse, and [Next] the time of the next check. [Stop] and [Continue] freeze and thaw it;
// [Outage] compensates for the bot's downtime. Start reading at [Policy].
package referee

import (
	"cmp"
	"time"

	"paddock/games"
)

// Lapse is the effect when a seat's clock runs out.
type Lapse string

// The lapse policies.
const (
	Forfeit Lapse = "forfeit" // the seat loses the match
	Skip    Lapse = "skip"    // the turn passes on; a second lapse in consecutive turns of the seat removes it
	Claim   Lapse = "claim"   // the opponent may claim the win or keep waiting
)

// The phases with special effects of a lapse. All others are ordinary play, whatever their names.
const (
	Placing   games.Phase = "place" // under Skip the seat is removed at once (F3)
	SettingUp games.Phase = "setup" // all seats arrange their pieces at once; the game completes a late set-up (S50)
)

// Policy is the time control that the players agreed on. The zero Policy has no clock.
type Policy struct {
	PerMove time.Duration // time for a move; 0: unlimited
	Lapse   Lapse
	Grace   int // days of grace per seat; a lapse uses a whole day each time, and none is given below LeastForGrace

	Bank Bank `json:",omitzero"`

	NoWeekends  bool `json:",omitempty"` // Saturdays and Sundays do not count
	NoVacations bool `json:",omitempty"` // vacations count as time

	Remind int `json:",omitempty"` // share of the time per move after which a reminder comes, in per cent; 0: RemindAt
}

// Bank is time that each seat has for the whole match beside the time per move. A turn uses it to
// the second after the time for the move has run out. It replaces days of grace. The zero Bank is
// none.
type Bank struct {
	Time time.Duration
	// time that each move of the player gives back to their bank, never above Time
	Increment time.Duration `json:",omitempty"`
}

// MostBank is the largest bank.
const MostBank = 30 * day

// Sound reports whether the bank keeps to its limits.
func (b Bank) Sound() bool {
	return b == Bank{} || b.Time >= day && b.Time <= MostBank && b.Increment >= 0 && b.Increment <= b.Time
}

// RemindAt is the default share of the time per move after which a reminder comes, in per cent
// (P8).
const RemindAt = 80

// BeforeEnd returns how long before the end of a move's time the reminder comes.
func (p Policy) BeforeEnd(whole time.Duration) time.Duration {
	return whole * time.Duration(100-cmp.Or(p.Remind, RemindAt)) / 100
}

// LeastForGrace is the shortest time per move with days of grace. Days of grace are for players who
// cannot play every day, and must not multiply a short clock (P32).
const LeastForGrace = 12 * time.Hour

// Day returns the length of a day of grace, which is never longer than the time per move.
func (p Policy) Day() time.Duration {
	if p.PerMove < LeastForGrace { // the clock of a match from before this limit existed
		return day
	}
	return min(day, p.PerMove)
}

// ClaimWithin returns how long after a lapse a win can be claimed under Claim. After that the win
// is given without a claim.
func (p Policy) ClaimWithin() time.Duration { return max(day, p.PerMove) }

// Clock is the state of a match's clock. It is a value with absolute times, so it survives a
// restart.
type Clock struct {
	Policy   Policy
	Started  time.Time           `json:",omitzero"` // when the turn of the waiting seats began
	Deadline time.Time           `json:",omitzero"` // when the time runs out; zero: no clock is running
	Reminded bool                // the reminder of this turn was given
	Lapsed   bool                // the deadline has passed and the opponent may claim
	Stopped  time.Time           `json:",omitzero"` // when the clock was stopped, see Stop; zero: it is not stopped
	Lapses   [games.MaxSeats]int // consecutive lapses by seat
	Grace    [games.MaxSeats]int // used days of grace by seat

	Spent [games.MaxSeats]time.Duration `json:",omitzero"` // time of the bank used by seat, without Drawn
	// time of the waiting seats' banks that is part of the deadline
	Drawn time.Duration `json:",omitempty"`

	// These follow the waiting players' hours, see paddock/games/match/calendar; this package only
	// stores them. The deadline is Time after Since, in counted time.
	Since  time.Time                 `json:",omitzero"`
	Time   time.Duration             `json:",omitempty"`
	Remind time.Time                 `json:",omitzero"`  // when to remind; zero: by the policy
	Moved  bool                      `json:",omitempty"` // the deadline was moved out of a night
	Given  bool                      `json:",omitempty"` // the time is that of StartedForYou
	Away   [games.MaxSeats]time.Time `json:",omitzero"`  // end of a seat's vacation before the deadline
}

// Change describes a change of the turn.
type Change struct {
	Moved games.Seats // seats whose move was accepted: their count of lapses is reset
	Fresh bool        // a seat begins to wait, or gets new time
	Free  bool        // nobody waits, or only computer players, which have no clock
	// Left is how much time the moving seats had left. It is set if the clock shows another time,
	// because weekends and vacations don't count.
	Left time.Duration
}

// After returns the clock after a change of the turn. A frozen clock treats the change as if it
// happened at the moment of freezing.
func After(c Clock, ch Change, now time.Time) Clock {
	if !c.Stopped.IsZero() {
		now = c.Stopped
	}
	var used time.Duration // time that the move has used of the bank
	if left, ok := Left(c, now); ok && c.Policy.Bank.Time > 0 {
		used = max(c.Drawn-cmp.Or(ch.Left, left), 0)
	}
	for seat := range ch.Moved.All() {
		c.Lapses[seat] = 0
		c.Spent[seat] = max(c.Spent[seat]+used-c.Policy.Bank.Increment, 0)
	}
	if ch.Fresh || ch.Free {
		c.Drawn = 0
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

// Plain returns the clock without the data about people's hours.
func (c Clock) Plain() Clock {
	c.Since, c.Time, c.Remind, c.Moved, c.Given = time.Time{}, 0, time.Time{}, false, false
	c.Away = [games.MaxSeats]time.Time{}
	return c
}

// Stand holds the clock of a seat at its move, for a takeback. The zero Stand means no clock.
type Stand struct {
	Used     time.Duration `json:",omitempty"` // time used since the turn began
	Left     time.Duration `json:",omitempty"` // time left; negative: the clock had lapsed
	Lapses   int           `json:",omitempty"`
	Spent    time.Duration `json:",omitempty"`
	Drawn    time.Duration `json:",omitempty"`
	Reminded bool          `json:",omitempty"`
	Lapsed   bool          `json:",omitempty"`
}

// StandOf returns the clock of a seat that is about to move. It is the zero Stand if no clock is
// running.
func StandOf(c Clock, seat games.Seat, now time.Time) Stand {
	left, ok := Left(c, now)
	if !ok {
		return Stand{}
	}
	return Stand{
		Used: now.Sub(c.Started), Left: left, Lapses: c.Lapses[seat], Spent: c.Spent[seat], Drawn: c.Drawn,
		Reminded: c.Reminded, Lapsed: c.Lapsed,
	}
}

// Restore gives a seat the time that it had left at its move, counted from the moment at. Days of
// grace that were used stay used.
func Restore(c Clock, seat games.Seat, s Stand, at time.Time) Clock {
	if s == (Stand{}) {
		return c
	}
	c.Started, c.Deadline = at.Add(-s.Used), at.Add(s.Left)
	c.Reminded, c.Lapsed, c.Lapses[seat] = s.Reminded, s.Lapsed, s.Lapses
	c.Spent[seat], c.Drawn = s.Spent, s.Drawn
	return c
}

// Least returns the least time that players have when somebody else starts their clock: a tenth of
// the time per move, at least ten minutes, at most the time per move.
func (p Policy) Least() time.Duration { return min(max(p.PerMove/10, 10*time.Minute), p.PerMove) }

// StartedForYou returns the clock of waiting seats that somebody else starts at a moment: by
// agreeing to a takeback, or by continuing after a pause. The players are not there to see it, so
// they have Policy.Least at least, also if their time had run out before (P19, P103). Left is the
// counted time that they have otherwise.
//
// A bank counts as time that is left, because it is used before any ruling. The time added to the
// deadline is not part of the bank, so a quick move does not store it there (P133).
func StartedForYou(c Clock, waiting games.Seats, left time.Duration, at time.Time) Clock {
	short := c.Policy.Least() - max(left, 0) - c.reserve(waiting)
	if waiting == 0 || c.Deadline.IsZero() || short < 0 {
		return c
	}
	if undrawn := c.Drawn - max(min(left, c.Drawn), 0); undrawn > 0 {
		c.Drawn -= undrawn
		for seat := range waiting.All() {
			c.Spent[seat] += undrawn
		}
	}
	c.Deadline, c.Reminded, c.Lapsed, c.Remind, c.Given = at.Add(max(left, 0)+short), false, false, time.Time{}, true
	return c
}

// reserve returns the time in the banks of waiting seats that can still be drawn.
func (c Clock) reserve(waiting games.Seats) time.Duration {
	least := c.Policy.Bank.Time
	for seat := range waiting.All() {
		least = min(least, c.BankLeft(seat))
	}
	if least < leastDraw {
		return 0
	}
	return least
}

// reminder returns when to remind: by default after the policy's share of the time per move (P8).
func (c Clock) reminder() time.Time {
	if !c.Remind.IsZero() {
		return c.Remind
	}
	return c.Deadline.Add(-c.Policy.BeforeEnd(cmp.Or(c.Drawn, c.Policy.PerMove)))
}

// running reports whether the clock has a deadline that Judge has not handled yet.
func (c Clock) running() bool { return !c.Deadline.IsZero() && c.Stopped.IsZero() && !c.Lapsed }

// Limit returns when the time to move runs out, or the time for an opponent to claim. It is zero if
// no clock is running.
func (c Clock) Limit() time.Time {
	if !c.running() {
		return c.claimed()
	}
	return c.Deadline
}

// LastReminder reports whether no more reminders are due and one of the waiting seats has neither
// grace nor bank left.
func (c Clock) LastReminder(waiting games.Seats) bool {
	return c.Reminded && withoutReserve(c, waiting) != 0
}

// BankLeft returns the time in a seat's bank that the deadline does not include yet.
func (c Clock) BankLeft(seat games.Seat) time.Duration {
	return max(c.Policy.Bank.Time-c.Spent[seat]-c.Drawn, 0)
}

// Remind reports whether the waiting seats must be reminded now, and records it in the clock.
func Remind(c Clock, now time.Time) (Clock, bool) {
	if !c.running() || c.Reminded || now.Before(c.reminder()) {
		return c, false
	}
	c.Reminded = true
	return c, true
}

// Verdict is the effect of a lapsed clock. The zero Verdict has no effect.
type Verdict struct {
	Grace     games.Seats    // seats that use a day of grace or their bank; the clock runs on
	Claimable bool           // the opponent may claim from now on
	Rulings   []games.Ruling // rulings to apply, in order
}

// day is a day of grace (P32).
const day = 24 * time.Hour

// claimed returns when the win is given without a claim. It is zero if no win can be claimed.
func (c Clock) claimed() time.Time {
	if !c.Lapsed || c.Deadline.IsZero() || !c.Stopped.IsZero() {
		return time.Time{}
	}
	return c.Deadline.Add(c.Policy.ClaimWithin())
}

// Judge returns the effect of a lapsed clock, and records it in the clock. The parameter waiting
// holds the seats that have to move. If it is empty, or before the deadline, nothing happens.
//
// In every phase a seat first uses its days of grace (P32), or its bank. Then the policy applies.
// Forfeit gives games.Time. Claim lets the opponent claim, and gives games.Time if nobody has
// claimed within ClaimWithin. Skip gives games.Skip, and games.Remove at the second lapse in
// consecutive turns of the seat (F5); in Placing it gives games.Remove at once (F3). In SettingUp
// every policy gives games.Skip (S50).
func Judge(c Clock, waiting games.Seats, phase games.Phase, now time.Time) (Clock, Verdict) {
	unclaimed := c.claimed()
	switch {
	case waiting == 0:
		return c, Verdict{}
	case !unclaimed.IsZero() && !now.Before(unclaimed): // a claim ends under every policy, because the match must end
	case !c.running() || now.Before(c.Deadline):
		return c, Verdict{}
	}
	for seat := range waiting.All() {
		c.Spent[seat] += c.Drawn
	}
	c.Drawn = 0
	late := withoutReserve(c, waiting)
	switch {
	case late == 0 && c.Policy.Bank.Time > 0:
		return draw(c, waiting), Verdict{Grace: waiting}
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

// leastDraw is the least time that is drawn from a bank. A smaller rest is lost.
const leastDraw = time.Minute

// withoutReserve returns the seats that have neither days of grace nor time in the bank left.
func withoutReserve(c Clock, waiting games.Seats) games.Seats {
	var none games.Seats
	for seat := range waiting.All() {
		if c.Grace[seat] >= c.Policy.Grace && c.BankLeft(seat) < leastDraw {
			none |= games.SeatSet(seat)
		}
	}
	return none
}

// draw extends the deadline by the bank of each waiting seat. Another reminder comes before its
// end.
func draw(c Clock, waiting games.Seats) Clock {
	c.Drawn = c.Policy.Bank.Time
	for seat := range waiting.All() {
		c.Drawn = min(c.Drawn, c.Policy.Bank.Time-c.Spent[seat])
	}
	c.Deadline, c.Reminded, c.Remind = c.Deadline.Add(c.Drawn), false, time.Time{}
	return c
}

func burn(c Clock, waiting games.Seats) Clock {
	for seat := range waiting.All() {
		c.Grace[seat]++
	}
	c.Deadline = c.Deadline.Add(c.Policy.Day())
	return c
}

// Next returns the next moment at which the clock needs attention, or the soonest of others if that
// is earlier. It ignores zero times. A zero result means never.
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

// Stop freezes a clock. On a frozen clock it changes nothing.
func Stop(c Clock, now time.Time) Clock {
	if c.Stopped.IsZero() {
		c.Stopped = now
	}
	return c
}

// Continue thaws a clock. The clock has exactly as much time left as when it was frozen (P88).
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

// Left returns the time left on the clock, negative after a lapse. It returns false if no clock is
// running.
func Left(c Clock, now time.Time) (left time.Duration, ok bool) {
	if !c.Stopped.IsZero() {
		now = c.Stopped
	}
	return c.Deadline.Sub(now), !c.Deadline.IsZero()
}

// breath is the least time left after an outage in which a clock lapsed. If a move has less time,
// that is used (F11).
const breath = time.Hour

// Outage returns the clock after the bot was down from one time to another. A deadline that passed
// meanwhile is extended by the outage (P9, P70). At least an hour is left from now, or a move's
// time if that is shorter. Other clocks do not change. A second call has no effect.
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
