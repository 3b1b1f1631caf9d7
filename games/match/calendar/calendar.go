// Package calendar computes when a player's time for a move ends, and when a person may get a message.
// The caller passes the present time: the package reads no clock. It knows nothing of matches but the
// moments and rules that it is given. People have [Hours]: a time zone, a night without notifications,
// and vacations. A match may also skip weekends. [Time] combines these for the players who are to
// move: when a move is due, how much time is left, and when to remind.
//
// Vacations and weekends stop the clock: afterwards as much time is left as before. A night does
// not stop it, but a deadline in the night moves to the morning. Start reading at [Time.Deadline].
package calendar

import (
	"cmp"
	"slices"
	"time"
)

// Hours says when a person is available. With the zero Hours they always are, in UTC.
type Hours struct {
	Zone      string     `json:",omitempty"` // IANA name such as "Europe/Stockholm"; empty: UTC
	Night     Night      `json:",omitzero"`
	Vacations []Vacation `json:",omitempty"` // vacations in order, without overlaps
	Digest    int        `json:",omitempty"` // hour of the day of their digest, plus 1; 0: the default
	// how long before a deadline the user is reminded of it; none: the default; NoReminder: never
	Remind []time.Duration `json:",omitempty"`
}

// DigestHour returns the hour of a person's daily digest, in their time zone.
func (h Hours) DigestHour() int {
	if h.Digest == 0 {
		return 8
	}
	return h.Digest - 1
}

// NoReminder in Hours.Remind turns reminders off.
const NoReminder = time.Duration(-1)

// Night is the time in which a person must not be notified, in minutes after midnight. It lasts
// from From to To, which may be on the next day. If they are equal there is no night.
type Night struct {
	From, To int
}

// Longest is the longest allowed night, and so the longest delay of a deadline.
const Longest = 12 * time.Hour

// Minutes returns the length of the night.
func (n Night) Minutes() int { return minutesBetween(n.From, n.To) }

// has reports whether a clock that shows a moment shows a time of the night.
func (n Night) has(at time.Time) bool { return minutesBetween(n.From, minuteOf(at)) < n.Minutes() }

const minutesOfDay = 24 * 60

// Sound reports whether the night is valid.
func (n Night) Sound() bool {
	return n.From >= 0 && n.From < minutesOfDay && n.To >= 0 && n.To < minutesOfDay &&
		time.Duration(n.Minutes())*time.Minute <= Longest
}

// Vacation is a time in which a person's clocks stand still.
type Vacation struct {
	Start, End time.Time
}

// Location returns the person's time zone, or UTC if it is no longer known.
func (h Hours) Location() *time.Location {
	l, err := Zone(h.Zone)
	if err != nil {
		return time.UTC
	}
	return l
}

// Asleep reports whether a moment is in the person's night, and when the night ends. A night that
// ends in an hour that the clocks skip ends at the moment of the skip. A night that ends in an hour
// that the clocks repeat ends twice.
func (h Hours) Asleep(at time.Time) (morning time.Time, asleep bool) {
	at = at.In(h.Location())
	for h.Night.has(at) {
		asleep = true
		morning = startOfMinute(at).Add(time.Duration(minutesBetween(minuteOf(at), h.Night.To)) * time.Minute)
		_, changed := at.ZoneBounds()
		// On the last day of a leap year Go 1.26 may return a change in the past.
		if !changed.After(at) || changed.After(morning) {
			return morning, true
		}
		at = changed.In(at.Location())
	}
	return at, asleep
}

// evening returns the beginning of the night that contains a moment, in the same way.
func (h Hours) evening(at time.Time) time.Time {
	at = at.In(h.Location())
	for {
		begin := startOfMinute(at).Add(-time.Duration(minutesBetween(h.Night.From, minuteOf(at))) * time.Minute)
		changed, _ := at.ZoneBounds()
		if changed.IsZero() || changed.Before(begin) {
			return begin
		}
		before := changed.Add(-1).In(at.Location())
		if !h.Night.has(before) {
			return changed
		}
		at = before
	}
}

// minuteOf returns the minute of the day at a moment, as a clock there shows it.
func minuteOf(at time.Time) int { return at.Hour()*60 + at.Minute() }

// startOfMinute returns a moment without its seconds.
func startOfMinute(at time.Time) time.Time {
	return at.Add(-time.Duration(at.Second())*time.Second - time.Duration(at.Nanosecond()))
}

// minutesBetween returns the minutes from one minute of the day to the next other one.
func minutesBetween(from, to int) int { return (to - from + minutesOfDay) % minutesOfDay }

// Away reports whether a person is on vacation, and until when.
func (h Hours) Away(at time.Time) (until time.Time, away bool) {
	for _, v := range h.Vacations {
		if !at.Before(v.Start) && at.Before(v.End) {
			return v.End, true
		}
	}
	return time.Time{}, false
}

// Time says how time counts for the players who are to move. With the zero Time every minute
// counts.
type Time struct {
	Who       []Hours
	Weekends  bool // Saturdays and Sundays do not count, in each person's time zone
	Vacations bool // vacations of the players do not count
	// Least is the least time after a weekend or vacation. With less, a deadline could pass before
	// anybody has seen that time counts again.
	Least time.Duration
	// BeforeEnd returns how long before a deadline to remind people who have not chosen themselves.
	// Its argument is the time of the move. If it is nil, a fifth of that time is used.
	BeforeEnd func(time.Duration) time.Duration
}

// Off reports whether time stands still at a moment, and until when.
func (t Time) Off(at time.Time) (until time.Time, off bool) {
	for {
		before := at
		for _, h := range t.Who {
			if end, away := h.Away(at); away && t.Vacations {
				at, off = end, true
			}
			if end, weekend := h.weekend(at); weekend && t.Weekends {
				at, off = end, true
			}
		}
		if at.Equal(before) {
			return at, off
		}
	}
}

// weekend reports whether it is Saturday or Sunday in the person's time zone, and until when.
func (h Hours) weekend(at time.Time) (until time.Time, yes bool) {
	at = at.In(h.Location())
	switch at.Weekday() {
	case time.Saturday:
		return midnight(at, 2), true
	case time.Sunday:
		return midnight(at, 1), true
	}
	return time.Time{}, false
}

// midnight returns the beginning of the day that is the given number of days after that of a
// moment.
func midnight(at time.Time, days int) time.Time {
	y, m, d := at.Date()
	t := time.Date(y, m, d+days, 0, 0, 0, 0, at.Location())
	if t.Hour() != 0 { // that midnight does not exist because the clocks go forward, so this is the evening before
		t = t.Add(time.Hour)
	}
	return t
}

// nextOff returns when time next stands still, after a moment at which it counts.
func (t Time) nextOff(at time.Time) (next time.Time, ok bool) {
	sooner := func(s time.Time) {
		if s.After(at) && (!ok || s.Before(next)) {
			next, ok = s, true
		}
	}
	for _, h := range t.Who {
		if t.Weekends {
			local := at.In(h.Location())
			sooner(midnight(local, (int(time.Saturday-local.Weekday())+7)%7))
		}
		for _, v := range h.Vacations {
			if t.Vacations {
				sooner(v.Start)
			}
		}
	}
	return next, ok
}

// Add returns the moment at which d of counted time has passed.
func (t Time) Add(from time.Time, d time.Duration) time.Time {
	t.Least = 0
	return t.due(from, d)
}

// due returns the moment at which d of counted time has passed, and at least Least since the last
// weekend or vacation.
func (t Time) due(from time.Time, d time.Duration) time.Time {
	if d <= 0 {
		return from.Add(d)
	}
	for {
		begin, off := t.Off(from)
		if off {
			d = max(d, t.Least)
		}
		next, ok := t.nextOff(begin)
		if end := begin.Add(d); !ok || !end.After(next) {
			return end
		}
		d -= next.Sub(begin)
		from = next
	}
}

// Between returns the counted time from one moment to another; it is negative if to is earlier.
func (t Time) Between(from, to time.Time) (sum time.Duration) {
	if !to.After(from) {
		return to.Sub(from)
	}
	for {
		if from, _ = t.Off(from); !from.Before(to) {
			return sum
		}
		next, ok := t.nextOff(from)
		if !ok || !next.Before(to) {
			return sum + to.Sub(from)
		}
		sum += next.Sub(from)
		from = next
	}
}

// Deadline returns when a move is due that has time d from a moment on. If that falls into the
// night of a player to move, it moves to the morning, by Longest at most. After a weekend or
// vacation in between, that limit starts again. Moved reports whether the deadline was moved.
func (t Time) Deadline(from time.Time, d time.Duration) (at time.Time, moved bool) {
	base := t.due(from, d)
	for at = base; ; {
		before := at
		for _, h := range t.Who {
			if morning, asleep := h.Asleep(at); asleep {
				at, moved = morning, true
			}
		}
		if until, off := t.Off(at); moved && off {
			at, base = until, until
		}
		switch {
		case t.Between(base, at) > Longest:
			return t.Add(base, Longest).UTC(), true
		case at.Equal(before):
			return at.UTC(), moved
		}
	}
}

// Turn returns the Deadline of a whole turn with time d. A short turn that begins in the player's
// night counts from the morning, because it could otherwise be over by then.
func (t Time) Turn(from time.Time, d time.Duration) (at time.Time, moved bool) {
	at, moved = t.Deadline(from, d)
	begin := from
	for _, h := range t.Who {
		begin = h.Awake(begin)
	}
	if d >= Longest || begin.Equal(from) {
		return at, moved
	}
	at, _ = t.Deadline(begin, d)
	if most := t.Add(t.due(from, d), Longest); at.After(most) {
		at = most
	}
	return at.UTC(), true
}

// Awake returns when to notify the person of something that happened at a moment: at once, or in
// the morning.
func (h Hours) Awake(at time.Time) time.Time {
	if morning, asleep := h.Asleep(at); asleep {
		return morning.UTC()
	}
	return at
}

// beforeDeadline is the least time between a reminder in the morning and the deadline. With less
// time, the reminder comes the evening before.
const beforeDeadline = time.Hour

// Reminder returns the next reminder of a deadline after a moment, if there is one. A person's own
// choice takes precedence over BeforeEnd. No reminder falls into a night: if the morning would be
// too late, it comes the evening before.
func (t Time) Reminder(since, deadline, after time.Time) (at time.Time, ok bool) {
	for _, h := range t.Who {
		list := h.Remind
		if len(list) == 0 {
			whole := t.Between(since, deadline)
			list = []time.Duration{whole / 5}
			if t.BeforeEnd != nil {
				list[0] = t.BeforeEnd(whole)
			}
		}
		for _, before := range list {
			if before < 0 {
				continue
			}
			wanted := h.called(t.Add(since, t.Between(since, deadline)-before), deadline)
			if wanted.After(after) && wanted.After(since) && (!ok || wanted.Before(at)) {
				at, ok = wanted.UTC(), true
			}
		}
	}
	return at, ok
}

// called returns when to send a reminder that is due at a given moment, moved out of the night.
func (h Hours) called(at, deadline time.Time) time.Time {
	morning, asleep := h.Asleep(at)
	switch {
	case !asleep:
		return at
	case morning.Add(beforeDeadline).After(deadline):
		return h.evening(at).Add(-time.Minute)
	}
	return morning
}

// Daily returns when the given hour comes next after a moment, in the person's time zone but never
// in their night. Spread, between 0 and 1, delays it by that part of spreadOver.
func (h Hours) Daily(after time.Time, hour int, spread float64) time.Time {
	local := after.In(h.Location())
	y, m, d := local.Date()
	for {
		at := time.Date(y, m, d, hour, 0, 0, 0, local.Location())
		if morning, asleep := h.Asleep(at); asleep {
			at = morning
		}
		if at = at.Add(time.Duration(spread * float64(spreadOver))); at.After(after) {
			return at.UTC().Truncate(time.Millisecond)
		}
		d++
	}
}

// spreadOver is the longest delay of a daily message, so that not all messages of an hour are sent
// at once.
const spreadOver = 20 * time.Minute

// DaysPerYear is a person's vacation in a calendar year, in days.
const DaysPerYear = 30

// Used returns how many days of a year are taken by vacations, including future ones.
func (h Hours) Used(year int) int {
	days := make(map[string]bool)
	for _, v := range h.Vacations {
		for d := v.Start.In(h.Location()); d.Before(v.End); d = midnight(d, 1) {
			if d.Year() == year {
				days[d.Format(time.DateOnly)] = true
			}
		}
	}
	return len(days)
}

// Refusal is the reason why a vacation is not possible.
type Refusal string

const (
	Overlaps Refusal = "there is a vacation at that time"
	TooMany  Refusal = "not so many days are left"
	Over     Refusal = "it is over"
	TooFar   Refusal = "it is too far ahead"
)

// Ahead is how far in advance a vacation can begin.
const Ahead = 366 * 24 * time.Hour

// Take returns the hours with one more vacation of the given number of days. It begins with the day
// of from, or now if that day has begun. On a Refusal the hours stay the same.
func (h Hours) Take(from, now time.Time, days int) (Hours, Vacation, Refusal) {
	local := from.In(h.Location())
	v := Vacation{Start: midnight(local, 0).UTC(), End: midnight(local, days).UTC()}
	if v.Start.Before(now) {
		v.Start = now
	}
	switch {
	case !v.End.After(v.Start):
		return h, v, Over
	case v.Start.Sub(now) > Ahead:
		return h, v, TooFar
	}
	for _, other := range h.Vacations {
		if v.Start.Before(other.End) && other.Start.Before(v.End) {
			return h, other, Overlaps
		}
	}
	with := h
	with.Vacations = slices.DeleteFunc(slices.Clone(h.Vacations), func(old Vacation) bool {
		return now.Sub(old.End) > keptFor
	})
	with.Vacations = append(with.Vacations, v)
	slices.SortFunc(with.Vacations, func(a, b Vacation) int {
		return cmp.Compare(a.Start.UnixNano(), b.Start.UnixNano())
	})
	for y := v.Start.In(h.Location()).Year(); y <= v.End.In(h.Location()).Year(); y++ {
		if with.Used(y) > DaysPerYear {
			return h, v, TooMany
		}
	}
	return with, v, ""
}

// keptFor is how long a vacation is stored after its end: until it counts for no year any more.
const keptFor = 366 * 24 * time.Hour

// Return ends the present vacation now and removes future ones. It returns false if there are none.
func (h Hours) Return(now time.Time) (back Hours, ok bool) {
	back = h
	back.Vacations = nil
	for _, v := range h.Vacations {
		switch {
		case v.Start.After(now):
			ok = true
			continue
		case v.End.After(now):
			ok = true
			v.End = now
		}
		if v.End.After(v.Start) {
			back.Vacations = append(back.Vacations, v)
		}
	}
	return back, ok
}

// Next returns the present or next vacation.
func (h Hours) Next(now time.Time) (v Vacation, ok bool) {
	for _, v := range h.Vacations {
		if v.End.After(now) {
			return v, true
		}
	}
	return Vacation{}, false
}
