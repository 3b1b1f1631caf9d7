// Package calendar is which time counts on a match's clock, and when somebody may be called, as arithmetic on times it is told. People have [Hours]:
// a time zone, a night in which they are left alone, vacations. A match may leave out weekends. [Time] puts them together for those who are waited for:
// when a move is due, how much is left of it, when to remind of it. It reads no clock and knows no match.
//
// Two things are different. Vacations and weekends are off: no time passes on the clock meanwhile, and afterwards as much is left as before. A night
// counts as any other time; a deadline that would fall into it moves to the morning instead. Start reading at [Time.Deadline].
package calendar

import (
	"cmp"
	"slices"
	"time"
)

// Hours is when somebody is there. The zero Hours are always there, and go by UTC.
type Hours struct {
	Zone      string          `json:",omitempty"` // by its IANA name, such as "Europe/Stockholm"; empty: UTC
	Night     Night           `json:",omitzero"`
	Vacations []Vacation      `json:",omitempty"` // in order, none overlapping
	Digest    int             `json:",omitempty"` // 1 and the hour of the day at which their digest comes; 0: as usual
	Remind    []time.Duration `json:",omitempty"` // how long before a deadline to remind of it; none: as usual. NoReminder: never
}

// DigestHour is the hour at which somebody's daily digest comes, where they are.
func (h Hours) DigestHour() int {
	if h.Digest == 0 {
		return 8
	}
	return h.Digest - 1
}

// NoReminder stands in Hours.Remind of who wants none.
const NoReminder = time.Duration(-1)

// Night is when somebody is not to be called, in minutes after midnight: from From on until To, which may be on the next day. None if they are equal.
type Night struct {
	From, To int
}

// Longest is the longest night, and so the most that a deadline is moved.
const Longest = 12 * time.Hour

// Minutes is how long the night is.
func (n Night) Minutes() int { return (n.To - n.From + minutesOfDay) % minutesOfDay }

const minutesOfDay = 24 * 60

// Sound reports whether there can be such a night.
func (n Night) Sound() bool {
	return n.From >= 0 && n.From < minutesOfDay && n.To >= 0 && n.To < minutesOfDay && time.Duration(n.Minutes())*time.Minute <= Longest
}

// Vacation is a time in which somebody's clocks stand still.
type Vacation struct {
	Start, End time.Time
}

// Location is where somebody is; UTC if their zone is not known any more.
func (h Hours) Location() *time.Location {
	l, err := Zone(h.Zone)
	if err != nil {
		return time.UTC
	}
	return l
}

// Asleep reports whether it is somebody's night, and until when.
func (h Hours) Asleep(at time.Time) (morning time.Time, asleep bool) {
	if h.Night.From == h.Night.To {
		return time.Time{}, false
	}
	at = at.In(h.Location())
	y, m, d := at.Date()
	minute := at.Hour()*60 + at.Minute()
	from, to := h.Night.From, h.Night.To
	switch {
	case from < to && (minute < from || minute >= to), from > to && minute < from && minute >= to:
		return time.Time{}, false
	case from > to && minute >= from:
		d++
	}
	morning = time.Date(y, m, d, 0, to, 0, 0, at.Location())
	for !morning.After(at) { // a time that the change of clocks has left out or given twice
		morning = morning.Add(30 * time.Minute)
	}
	return morning, true
}

// evening is when the night began in which a moment lies.
func (h Hours) evening(at time.Time) time.Time {
	at = at.In(h.Location())
	y, m, d := at.Date()
	if h.Night.From > h.Night.To && at.Hour()*60+at.Minute() < h.Night.To {
		d--
	}
	return time.Date(y, m, d, 0, h.Night.From, 0, 0, at.Location())
}

// Away reports whether somebody is on vacation, and until when.
func (h Hours) Away(at time.Time) (until time.Time, away bool) {
	for _, v := range h.Vacations {
		if !at.Before(v.Start) && at.Before(v.End) {
			return v.End, true
		}
	}
	return time.Time{}, false
}

// Time is how time counts for those who are waited for in a match. The zero Time counts as clocks do.
type Time struct {
	Who       []Hours
	Weekends  bool // Saturdays and Sundays are off, where each of them is
	Vacations bool // theirs are off
	// BeforeEnd is how long before a deadline there is a reminder, by the time since, for those who have chosen none; nil: a fifth of it.
	BeforeEnd func(time.Duration) time.Duration
}

// Off reports whether no time passes at a moment, and until when that is so.
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

// weekend reports whether it is Saturday or Sunday where somebody is, and until when.
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

// midnight is the beginning of the day that many days after a moment's.
func midnight(at time.Time, days int) time.Time {
	y, m, d := at.Date()
	t := time.Date(y, m, d+days, 0, 0, 0, 0, at.Location())
	if t.Hour() > 12 { // there is none: the clocks go forward at midnight, and this is the evening before
		t = t.Add(time.Hour)
	}
	return t
}

// nextOff is when the next time begins in which no time passes, seen from a moment in which it does.
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

// Add is when so much time has passed.
func (t Time) Add(from time.Time, d time.Duration) time.Time {
	if d <= 0 {
		return from.Add(d)
	}
	for {
		from, _ = t.Off(from)
		next, ok := t.nextOff(from)
		if end := from.Add(d); !ok || !end.After(next) {
			return end
		}
		d -= next.Sub(from)
		from = next
	}
}

// Between is how much time passes from one moment to another; negative if the other was before it.
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

// Deadline is when a move is due for which there is so much time from a moment on. It does not fall into the night of anybody who is waited for, but
// moves to the morning, by Longest at most (counted anew where a weekend or vacation comes in between); moved reports whether it has.
func (t Time) Deadline(from time.Time, d time.Duration) (at time.Time, moved bool) {
	base := t.Add(from, d)
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

// Turn is Deadline of a turn that begins at a moment, and has so much time as a whole. A short one that begins in somebody's night, when they are not called,
// counts from the morning: nothing might be left of it by then.
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
	if most := t.Add(t.Add(from, d), Longest); at.After(most) {
		at = most
	}
	return at.UTC(), true
}

// Awake is when somebody is called for whom there is something at a moment: at once, or in the morning.
func (h Hours) Awake(at time.Time) time.Time {
	if morning, asleep := h.Asleep(at); asleep {
		return morning.UTC()
	}
	return at
}

// beforeDeadline is what a reminder in the morning has to leave of the time, or it comes the evening before.
const beforeDeadline = time.Hour

// Reminder is the first moment after another at which somebody is to be reminded of a deadline, and whether there is one: as each of them has chosen,
// otherwise by BeforeEnd. It is in nobody's night: where the morning is too late, it is the evening before.
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

// called is when somebody is reminded who would be at a moment.
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

// Daily is the next moment after another at which it is a full hour where somebody is, put off within that hour by spread, which is between 0 and 1.
// It is never in their night.
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

// spreadOver is over how long what is wanted at the same hour is spread.
const spreadOver = 20 * time.Minute

// DaysPerYear is how many days of vacation a person has in a calendar year.
const DaysPerYear = 30

// Used is how many days of a year are taken by vacations, those ahead included.
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

// Refusal is why a vacation can't be had.
type Refusal string

// The reasons.
const (
	Overlaps Refusal = "there is a vacation at that time"
	TooMany  Refusal = "not so many days are left"
	Over     Refusal = "it is over"
	TooFar   Refusal = "it is too far ahead"
)

// Ahead is how far ahead a vacation can be set.
const Ahead = 366 * 24 * time.Hour

// Take is the hours with a vacation of some days more, from the beginning of the day of a moment on, or from now on if that has begun. On Refusal they
// are as they were.
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
	with.Vacations = slices.DeleteFunc(slices.Clone(h.Vacations), func(old Vacation) bool { return now.Sub(old.End) > keptFor })
	with.Vacations = append(with.Vacations, v)
	slices.SortFunc(with.Vacations, func(a, b Vacation) int { return cmp.Compare(a.Start.UnixNano(), b.Start.UnixNano()) })
	for y := v.Start.In(h.Location()).Year(); y <= v.End.In(h.Location()).Year(); y++ {
		if with.Used(y) > DaysPerYear {
			return h, v, TooMany
		}
	}
	return with, v, ""
}

// keptFor is how long a vacation is remembered after its end: until it counts for no year any more.
const keptFor = 366 * 24 * time.Hour

// Return is the hours without the vacations that are still to come, and with the one that is going on ended now; ok is false if there are none.
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

// Next is the vacation that is going on or comes next.
func (h Hours) Next(now time.Time) (v Vacation, ok bool) {
	for _, v := range h.Vacations {
		if v.End.After(now) {
			return v, true
		}
	}
	return Vacation{}, false
}
