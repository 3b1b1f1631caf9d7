package calendar_test

import (
	"fmt"
	"math/rand/v2"
	"reflect"
	"slices"
	"testing"
	"time"

	"paddock/games/match/calendar"
)

const day = 24 * time.Hour

// at returns a moment by local time: "Europe/Stockholm", "2026-11-02 22:30".
func at(t *testing.T, zone, wall string) time.Time {
	t.Helper()
	loc, err := calendar.Zone(zone)
	if err != nil {
		t.Fatal(err)
	}
	m, err := time.ParseInLocation("2006-01-02 15:04", wall, loc)
	if err != nil {
		t.Fatal(err)
	}
	return m
}

var (
	night    = calendar.Night{From: 22 * 60, To: 7 * 60}
	noonNap  = calendar.Night{From: 12 * 60, To: 14 * 60}
	sweden   = calendar.Hours{Zone: "Europe/Stockholm", Night: night}
	newYork  = calendar.Hours{Zone: "America/New_York", Night: night}
	auckland = calendar.Hours{Zone: "Pacific/Auckland", Night: night}
)

// P101, P24, P103: deadlines with nights, weekends and vacations, also when clocks change and on
// leap days.
func TestDeadline(t *testing.T) {
	away := func(h calendar.Hours, from, to string) calendar.Hours {
		h.Vacations = append(slices.Clone(h.Vacations),
			calendar.Vacation{Start: at(t, h.Zone, from), End: at(t, h.Zone, to)})
		return h
	}
	always := calendar.Hours{Zone: "Europe/Stockholm"}
	for _, tt := range []struct {
		name  string
		time  calendar.Time
		zone  string
		from  string
		d     time.Duration
		want  string
		moved bool
	}{
		{"plain", calendar.Time{}, "UTC", "2026-11-02 12:00", 50 * time.Hour, "2026-11-04 14:00", false},
		{
			"by day",
			calendar.Time{Who: []calendar.Hours{sweden}},
			"Europe/Stockholm", "2026-11-02 12:00", day,
			"2026-11-03 12:00", false,
		},
		{
			"in the night",
			calendar.Time{Who: []calendar.Hours{sweden}},
			"Europe/Stockholm", "2026-11-02 23:30", day,
			"2026-11-04 07:00", true,
		},
		{
			"after midnight",
			calendar.Time{Who: []calendar.Hours{sweden}},
			"Europe/Stockholm", "2026-11-02 01:30", day,
			"2026-11-03 07:00", true,
		},
		{
			"as the night begins",
			calendar.Time{Who: []calendar.Hours{sweden}},
			"Europe/Stockholm", "2026-11-02 22:00",
			day, "2026-11-04 07:00", true,
		},
		{
			"as it ends",
			calendar.Time{Who: []calendar.Hours{sweden}},
			"Europe/Stockholm", "2026-11-02 07:00", day,
			"2026-11-03 07:00", false,
		},
		{
			"a rest by day",
			calendar.Time{Who: []calendar.Hours{{Night: noonNap}}},
			"UTC", "2026-11-02 13:00", day,
			"2026-11-03 14:00", true,
		},
		{
			"the opponent's night does not count",
			calendar.Time{Who: []calendar.Hours{newYork}},
			"Europe/Stockholm",
			"2026-11-02 23:30", day, "2026-11-03 23:30", false,
		},
		{
			"two nights, one after the other",
			calendar.Time{Who: []calendar.Hours{
				sweden,
				{Zone: "Europe/Stockholm", Night: calendar.Night{From: 6 * 60, To: 9 * 60}},
			}},
			"Europe/Stockholm",
			"2026-11-02 23:00", day, "2026-11-04 09:00", true,
		},
		{"nights all around the clock: half a day at most", calendar.Time{Who: []calendar.Hours{
			{Night: calendar.Night{From: 0, To: 12 * 60}}, {Night: calendar.Night{From: 12 * 60, To: 0}},
		}}, "UTC", "2026-11-02 01:00", day, "2026-11-03 13:00", true},
		{
			"the night in which the clocks go forward",
			calendar.Time{Who: []calendar.Hours{sweden}},
			"Europe/Stockholm",
			"2026-03-28 23:00", day, "2026-03-30 07:00", true,
		},
		{
			"the night in which they go back",
			calendar.Time{Who: []calendar.Hours{sweden}},
			"Europe/Stockholm",
			"2026-10-24 01:00", day, "2026-10-25 07:00", true,
		},
		{
			"a night that ends in the hour that is left out",
			calendar.Time{Who: []calendar.Hours{{Zone: "Europe/Stockholm", Night: calendar.Night{From: 60, To: 150}}}},
			"Europe/Stockholm", "2026-03-28 01:30", day, "2026-03-29 03:00", true,
		},

		{
			"a weekend off",
			calendar.Time{Who: []calendar.Hours{always}, Weekends: true},
			"Europe/Stockholm",
			"2026-11-06 12:00", day, "2026-11-09 12:00", false,
		},
		{
			"two weekends off",
			calendar.Time{Who: []calendar.Hours{always}, Weekends: true},
			"Europe/Stockholm",
			"2026-11-06 12:00", 6 * day, "2026-11-16 12:00", false,
		},
		{
			"begun on a weekend",
			calendar.Time{Who: []calendar.Hours{always}, Weekends: true},
			"Europe/Stockholm",
			"2026-11-07 12:00", day, "2026-11-10 00:00", false,
		},
		{
			"without time, on a weekend",
			calendar.Time{Who: []calendar.Hours{always}, Weekends: true},
			"Europe/Stockholm", "2026-11-07 12:00", 0, "2026-11-07 12:00", false,
		},
		{
			"a weekend with a change of clocks",
			calendar.Time{Who: []calendar.Hours{always}, Weekends: true},
			"Europe/Stockholm", "2026-10-23 12:00", day, "2026-10-26 12:00", false,
		},
		{
			"Friday night, weekend, Monday night",
			calendar.Time{Who: []calendar.Hours{sweden}, Weekends: true},
			"Europe/Stockholm", "2026-11-05 23:00", day, "2026-11-09 07:00", true,
		},

		{"a vacation", calendar.Time{
			Who:       []calendar.Hours{away(always, "2026-11-03 00:00", "2026-11-06 00:00")},
			Vacations: true,
		}, "Europe/Stockholm", "2026-11-02 12:00", day, "2026-11-06 12:00", false},
		{
			"a vacation where none count",
			calendar.Time{Who: []calendar.Hours{away(always, "2026-11-03 00:00", "2026-11-06 00:00")}},
			"Europe/Stockholm", "2026-11-02 12:00", day, "2026-11-03 12:00", false,
		},
		{
			"a vacation over a leap day",
			calendar.Time{Who: []calendar.Hours{away(always, "2028-02-28 00:00", "2028-03-01 00:00")}, Vacations: true},
			"Europe/Stockholm", "2028-02-27 18:00", day, "2028-03-01 18:00", false,
		},
		{
			"a vacation, then its weekend",
			calendar.Time{
				Who: []calendar.Hours{away(always, "2026-11-05 00:00", "2026-11-07 00:00")}, Vacations: true,
				Weekends: true,
			},
			"Europe/Stockholm", "2026-11-04 12:00", day, "2026-11-09 12:00", false,
		},
		{
			"a vacation that ends in a night",
			calendar.Time{Who: []calendar.Hours{away(sweden, "2026-11-03 00:00", "2026-11-06 00:00")}, Vacations: true},
			"Europe/Stockholm", "2026-11-02 22:00", 4 * time.Hour, "2026-11-06 07:00", true,
		},
		{
			"one of two on vacation",
			calendar.Time{
				Who:       []calendar.Hours{auckland, away(always, "2026-11-03 00:00", "2026-11-04 00:00")},
				Vacations: true,
			},
			"Europe/Stockholm", "2026-11-02 12:00", 36 * time.Hour, "2026-11-05 00:00", false,
		},
	} {
		t.Run(tt.name, func(t *testing.T) {
			got, moved := tt.time.Deadline(at(t, tt.zone, tt.from), tt.d)
			if want := at(t, tt.zone, tt.want); !got.Equal(want) || moved != tt.moved {
				t.Errorf("from %s on %v: due %v (moved: %v), want %v (%v)", tt.from, tt.d, got.In(want.Location()),
					moved, want, tt.moved)
			}
		})
	}
}

// P101: in every zone that changes its clocks, nobody is notified in their night, and everybody as
// soon as the night ends: also if the night begins or ends in the hour that is skipped or repeated.
func TestNightsWhenClocksChange(t *testing.T) {
	const step = 15 * time.Minute // all changes and all nights here are at quarters of an hour
	seen := make(map[string]bool)
	for _, zone := range calendar.Zones() {
		loc, err := calendar.Zone(zone)
		if err != nil {
			t.Fatal(err)
		}
		for _, change := range changes(loc, 2026, 2027) {
			_, before := change.Add(-1).In(loc).Zone()
			_, after := change.In(loc).Zone()
			if key := fmt.Sprint(change, before, after); seen[key] {
				continue // the expected time is that of another zone
			} else {
				seen[key] = true
			}
			for end := -4; end <= 12; end++ {
				edge := change.In(loc).Add(time.Duration(min(before-after, 0))*time.Second + time.Duration(end)*step)
				minute := edge.Hour()*60 + edge.Minute()
				for _, n := range []calendar.Night{
					{From: (minute + 24*60 - 210) % (24 * 60), To: minute}, {From: minute, To: (minute + 450) % (24 * 60)},
				} {
					nightsAround(t, calendar.Hours{Zone: zone, Night: n}, change.Add(-5*time.Hour), step)
				}
			}
		}
	}
	if len(seen) < 50 {
		t.Errorf("only %d changes", len(seen))
	}
}

// nightsAround compares when a person is notified, and reminded before a deadline in the morning,
// with what the clock on their wall shows, in the ten hours from a moment on.
func nightsAround(t *testing.T, h calendar.Hours, from time.Time, step time.Duration) {
	t.Helper()
	asleep := func(at time.Time) bool {
		at = at.In(h.Location())
		since := (at.Hour()*60 + at.Minute() - h.Night.From + 24*60) % (24 * 60)
		return since < (h.Night.To-h.Night.From+24*60)%(24*60)
	}
	for at := from; at.Before(from.Add(10 * time.Hour)); at = at.Add(step) {
		want := at
		for asleep(want) {
			want = want.Add(step)
		}
		if got := h.Awake(at); !got.Equal(want) {
			t.Fatalf("%s, night %+v: called at %v about what happened at %v, want %v", h.Zone, h.Night,
				got.In(h.Location()), at.In(h.Location()), want.In(h.Location()))
		}
		if !asleep(at) {
			continue
		}
		for want = at; asleep(want); {
			want = want.Add(-step)
		}
		want = want.Add(step - time.Minute)
		h.Remind = []time.Duration{0}
		who := calendar.Time{Who: []calendar.Hours{h}}
		if got, ok := who.Reminder(at.Add(-day), at, at.Add(-day)); !ok || !got.Equal(want) {
			t.Fatalf("%s, night %+v: reminded at %v of %v, want %v", h.Zone, h.Night, got.In(h.Location()),
				at.In(h.Location()), want.In(h.Location()))
		}
	}
}

// changes returns when the clocks of a zone change in some years.
func changes(loc *time.Location, first, last int) (list []time.Time) {
	at := time.Date(first, 1, 1, 0, 0, 0, 0, time.UTC)
	for {
		_, next := at.In(loc).ZoneBounds()
		if next.IsZero() || next.Year() > last {
			return list
		}
		list, at = append(list, next), next
	}
}

// P101: a short turn that begins at night counts from the morning, at most half a day later.
func TestTurn(t *testing.T) {
	const zone = "Europe/Stockholm"
	sleeps := calendar.Hours{Zone: zone, Night: calendar.Night{From: 22 * 60, To: 7 * 60}}
	long := calendar.Hours{Zone: zone, Night: calendar.Night{From: 20 * 60, To: 8 * 60}}
	for _, c := range []struct {
		name  string
		who   []calendar.Hours
		from  string
		d     time.Duration
		want  string
		moved bool
	}{
		{"by day", []calendar.Hours{sleeps}, "2026-11-02 12:00", 6 * time.Hour, "2026-11-02 18:00", false},
		{"into the night", []calendar.Hours{sleeps}, "2026-11-02 20:00", 6 * time.Hour, "2026-11-03 07:00", true},
		{"at night", []calendar.Hours{sleeps}, "2026-11-02 23:00", 6 * time.Hour, "2026-11-03 13:00", true},
		{
			"at night, ten minutes",
			[]calendar.Hours{sleeps},
			"2026-11-02 23:00", 10 * time.Minute, "2026-11-03 07:10",
			true,
		},
		{
			"one night after another",
			[]calendar.Hours{
				{Zone: zone, Night: calendar.Night{From: 22 * 60, To: 2 * 60}},
				{Zone: zone, Night: calendar.Night{From: 2 * 60, To: 8 * 60}},
			},
			"2026-11-02 22:00", time.Hour,
			"2026-11-03 09:00", true,
		},
		{
			"half a day later at most",
			[]calendar.Hours{long},
			"2026-11-02 20:00", 11 * time.Hour, "2026-11-03 19:00",
			true,
		},
		{
			"nights all around the clock",
			[]calendar.Hours{
				{Zone: zone, Night: calendar.Night{From: 0, To: 12 * 60}},
				{Zone: zone, Night: calendar.Night{From: 12 * 60, To: 0}},
			},
			"2026-11-02 01:00", time.Hour,
			"2026-11-02 14:00", true,
		},
		{"half a day", []calendar.Hours{sleeps}, "2026-11-02 23:00", 12 * time.Hour, "2026-11-03 11:00", false},
		{"a day", []calendar.Hours{sleeps}, "2026-11-02 23:00", day, "2026-11-04 07:00", true},
	} {
		got, moved := calendar.Time{Who: c.who}.Turn(at(t, zone, c.from), c.d)
		if want := at(t, zone, c.want); !got.Equal(want) || moved != c.moved {
			t.Errorf("%s: from %s on %v: due %v (moved: %v), want %v (%v)", c.name, c.from, c.d,
				got.In(want.Location()), moved, want, c.moved)
		}
	}
}

// P24, P101: with any hours of two people, a clock runs for exactly its time. No deadline is in the
// night of the player to move, and none moves by more than half a day.
func TestTimeProperties(t *testing.T) {
	zones := []string{
		"UTC", "Europe/Stockholm", "America/New_York", "Pacific/Auckland", "Asia/Kolkata",
		"Australia/Lord_Howe", "America/Havana", "Asia/Beirut",
	}
	for seed := range uint64(3000) {
		lot := rand.New(rand.NewPCG(seed, 24))
		from := time.Date(2027, 1, 1, 0, 0, 0, 0, time.UTC).Add(time.Duration(lot.IntN(730*24*60)) * time.Minute)
		h := calendar.Hours{Zone: zones[lot.IntN(len(zones))]}
		h.Night.From = lot.IntN(24 * 60)
		h.Night.To = (h.Night.From + lot.IntN(12*60)) % (24 * 60)
		for start := from.Add(-5 * day); lot.IntN(3) > 0; {
			v := calendar.Vacation{Start: start.Add(time.Duration(lot.IntN(200)) * time.Hour)}
			v.End = v.Start.Add(time.Duration(1+lot.IntN(300)) * time.Hour)
			h.Vacations, start = append(h.Vacations, v), v.End
		}
		tm := calendar.Time{Who: []calendar.Hours{h}, Weekends: lot.IntN(2) == 0, Vacations: lot.IntN(2) == 0}
		d := time.Duration(1+lot.IntN(10*24*60)) * time.Minute
		end := tm.Add(from, d)
		if got := tm.Between(from, end); got != d {
			t.Fatalf("seed %d: %v after %v on the clock it says %v", seed, d, from, got)
		}
		part := time.Duration(lot.Int64N(int64(d)))
		if got := tm.Add(tm.Add(from, part), d-part); !got.Equal(end) {
			t.Fatalf("seed %d: in two parts it ends at %v, at once at %v", seed, got, end)
		}
		due, moved := tm.Deadline(from, d)
		if _, asleep := h.Asleep(due); asleep {
			t.Fatalf("seed %d: the deadline %v is in the night %+v of %s", seed, due.In(h.Location()), h.Night, h.Zone)
		}
		if more := tm.Between(end, due); more < 0 || more > calendar.Longest &&
			tm.Between(from, due) == due.Sub(from) || moved != (more > 0) {
			t.Fatalf("seed %d: the deadline moved by %v (said: %v)", seed, more, moved)
		}
		if again, _ := tm.Deadline(from, tm.Between(from, due)); !again.Equal(due) {
			t.Fatalf("seed %d: what is left until %v ends at %v", seed, due, again)
		}
		if remind, ok := tm.Reminder(from, due, from); ok {
			if _, asleep := h.Asleep(remind); asleep || !remind.Before(due) {
				t.Fatalf("seed %d: reminded at %v of %v, asleep: %v", seed, remind, due, asleep)
			}
		}
	}
}

// P102: reminders follow the person's choice, never at night.
func TestReminder(t *testing.T) {
	choose := func(h calendar.Hours, before ...time.Duration) []calendar.Hours {
		h.Remind = before
		return []calendar.Hours{h}
	}
	for _, tt := range []struct {
		name string
		who  []calendar.Hours
		due  string // the turn begins at 2026-11-02 12:00 in Stockholm
		want []string
	}{
		{"usual: with a fifth left", choose(calendar.Hours{}), "2026-11-04 14:00", []string{"2026-11-04 04:00"}},
		{"usual, at night: in the morning", choose(sweden), "2026-11-04 14:00", []string{"2026-11-04 07:00"}},
		{
			"due in the morning: the evening before", choose(sweden, time.Hour), "2026-11-04 07:00",
			[]string{"2026-11-03 21:59"},
		},
		{
			"two of one's own", choose(sweden, day, 3*time.Hour), "2026-11-04 18:00",
			[]string{"2026-11-03 18:00", "2026-11-04 15:00"},
		},
		{
			"longer than there is time", choose(sweden, 3*day, time.Hour), "2026-11-04 18:00",
			[]string{"2026-11-04 17:00"},
		},
		{"never", choose(sweden, calendar.NoReminder), "2026-11-04 18:00", nil},
		{
			"each of two", append(choose(sweden, day), choose(newYork, 2*time.Hour)...), "2026-11-04 18:00",
			[]string{"2026-11-03 18:00", "2026-11-04 16:00"},
		},
	} {
		t.Run(tt.name, func(t *testing.T) {
			since, due := at(t, "Europe/Stockholm", "2026-11-02 12:00"), at(t, "Europe/Stockholm", tt.due)
			tm := calendar.Time{Who: tt.who}
			var got []string
			for now, ok := tm.Reminder(since, due, since); ok && len(got) < 5; now, ok = tm.Reminder(since, due, now) {
				got = append(got, now.In(due.Location()).Format("2006-01-02 15:04"))
			}
			if !slices.Equal(got, tt.want) {
				t.Errorf("reminded at %q, want %q", got, tt.want)
			}
		})
	}
}

// P24: a limited number of whole days a year, each counted once, also in leap years.
func TestVacations(t *testing.T) {
	now := at(t, "Europe/Stockholm", "2027-12-20 15:00")
	type step struct {
		from string // first day of the vacation; empty: the person returns from vacation
		days int
		want calendar.Refusal
	}
	for _, tt := range []struct {
		name  string
		steps []step
		used  [2]int // days used in 2027 and 2028
	}{
		{"from now on", []step{{"2027-12-20 15:00", 3, ""}}, [2]int{3, 0}},
		{"over the end of a year", []step{{"2027-12-25 00:00", 10, ""}}, [2]int{7, 3}},
		{"a leap day is a day", []step{{"2028-02-28 00:00", 3, ""}}, [2]int{0, 3}},
		{
			"no more than there are",
			[]step{{"2028-03-01 00:00", calendar.DaysPerYear, ""}, {"2028-06-01 00:00", 1, calendar.TooMany}},
			[2]int{0, calendar.DaysPerYear},
		},
		{
			"of each year",
			[]step{{"2027-12-20 15:00", 12, ""}, {"2028-01-01 00:00", calendar.DaysPerYear, ""}},
			[2]int{12, calendar.DaysPerYear},
		},
		{"none twice", []step{
			{"2028-01-05 00:00", 5, ""},
			{"2028-01-09 00:00", 2, calendar.Overlaps},
			{"2028-01-10 00:00", 2, ""},
		}, [2]int{0, 7}},
		{"none in the past", []step{{"2027-12-18 00:00", 2, calendar.Over}}, [2]int{}},
		{"none in two years", []step{{"2029-12-18 00:00", 2, calendar.TooFar}}, [2]int{}},
		{
			"back early, and away again on the same day",
			[]step{{"2027-12-20 15:00", 10, ""}, {"", 0, ""}, {"2027-12-20 00:00", 2, ""}},
			[2]int{2, 0},
		},
	} {
		t.Run(tt.name, func(t *testing.T) {
			h, clock := sweden, now
			for _, s := range tt.steps {
				clock = clock.Add(time.Minute)
				if s.from == "" {
					h, _ = h.Return(clock)
					continue
				}
				var refused calendar.Refusal
				if h, _, refused = h.Take(at(t, "Europe/Stockholm", s.from), clock, s.days); refused != s.want {
					t.Errorf("%d days from %s: %q, want %q", s.days, s.from, refused, s.want)
				}
			}
			if got := [2]int{h.Used(2027), h.Used(2028)}; got != tt.used {
				t.Errorf("used %v, want %v", got, tt.used)
			}
		})
	}
}

// P24: a user who comes back early keeps their zone, their nights and the vacation days used, and
// loses the planned rest of the vacation.
func TestReturn(t *testing.T) {
	now := at(t, "Europe/Stockholm", "2027-12-20 15:00")
	if back, ok := sweden.Return(now); ok || !reflect.DeepEqual(back, sweden) {
		t.Errorf("without a vacation: %+v, %v; want the same hours, and false", back, ok)
	}
	away, _, refused := sweden.Take(now, now, 3)
	if refused == "" {
		away, _, refused = away.Take(now.AddDate(0, 1, 0), now, 3)
	}
	if refused != "" {
		t.Fatal(refused)
	}
	later := now.Add(30 * time.Hour)
	back, ok := away.Return(later)
	if v, more := back.Next(later); !ok || more || back.Used(2027) != 2 || back.Used(2028) != 0 {
		t.Errorf("back is %v, used %d and %d, next %v; want 2 days used and none to come", ok, back.Used(2027),
			back.Used(2028), v)
	}
	if back.Vacations = sweden.Vacations; !reflect.DeepEqual(back, sweden) {
		t.Errorf("after it the hours are %+v, want %+v", back, sweden)
	}
}

// P34: a digest comes once a day at the person's hour, spread over some minutes, whenever clocks
// change.
func TestDaily(t *testing.T) {
	h := calendar.Hours{Zone: "Europe/Stockholm", Night: calendar.Night{From: 23 * 60, To: 6 * 60}}
	next := at(t, "Europe/Stockholm", "2026-10-23 08:30")
	for _, want := range []string{"2026-10-24 08:10", "2026-10-25 08:10", "2026-10-26 08:10"} {
		if next = h.Daily(next, 8, 0.5); !next.Equal(at(t, "Europe/Stockholm", want)) {
			t.Errorf("then at %v, want %s", next.In(h.Location()), want)
		}
	}
	if got, want := h.Daily(next, 3, 0), at(t, "Europe/Stockholm", "2026-10-27 06:00"); !got.Equal(want) {
		t.Errorf("an hour of the night: %v, want the morning", got.In(h.Location()))
	}
}

// A night begins and ends within a day, and is at most twelve hours long.
func TestSoundNights(t *testing.T) {
	for _, c := range []struct {
		from, to int
		want     bool
	}{
		{0, 0, true},
		{0, 6 * 60, true},
		{23*60 + 59, 60, true},
		{22 * 60, 0, true},
		{0, 12 * 60, true},
		{0, 12*60 + 1, false},
		{24 * 60, 60, false},
		{20 * 60, 24 * 60, false},
		{60, 24 * 60, false},
		{-1, 60, false},
		{60, -1, false},
	} {
		if got := (calendar.Night{From: c.from, To: c.to}).Sound(); got != c.want {
			t.Errorf("a night from minute %d to minute %d is sound: %t, want %t", c.from, c.to, got, c.want)
		}
	}
}

// P24: a vacation can begin at most calendar.Ahead from now. It is stored until a year after its end.
func TestLimitsOfVacations(t *testing.T) {
	const kept = 366 * day
	now := time.Date(2027, 3, 1, 0, 0, 0, 0, time.UTC)
	old := func(end time.Time) calendar.Vacation { return calendar.Vacation{Start: end.Add(-day), End: end} }
	h := calendar.Hours{Vacations: []calendar.Vacation{old(now.Add(-kept - 1)), old(now.Add(-kept))}}
	with, v, refused := h.Take(now.Add(calendar.Ahead), now, 1)
	if refused != "" || !slices.Equal(with.Vacations, []calendar.Vacation{h.Vacations[1], v}) {
		t.Errorf("%q, and then %v", refused, with.Vacations)
	}
	if _, _, refused := h.Take(now.Add(calendar.Ahead+day), now, 1); refused != calendar.TooFar {
		t.Errorf("a day later: %q, want %q", refused, calendar.TooFar)
	}
}

// The hour of a digest is stored plus 1, so that 0 means that none was chosen: 8 o'clock.
func TestDigestHour(t *testing.T) {
	for stored, want := range map[int]int{0: 8, 1: 0, 9: 8, 24: 23} {
		if got := (calendar.Hours{Digest: stored}).DigestHour(); got != want {
			t.Errorf("%d stored is hour %d, want %d", stored, got, want)
		}
	}
}
