package person

import (
	"slices"
	"strings"
	"testing"
	"time"

	"paddock/bot/lang"
	"paddock/games/match/calendar"
)

// countLines returns the number of lines of a text that begin with some words.
func countLines(text, begin string) (n int) {
	for _, l := range strings.Split(text, "\n") {
		if strings.HasPrefix(l, begin) {
			n++
		}
	}
	return n
}

// Typed nights and their meaning.
func TestParseNight(t *testing.T) {
	for _, c := range []struct {
		text string
		want string // the night in the form of nightText; empty: the text is refused
	}{
		{"22-7", "22:00-07:00"},
		{"22:30 - 06:45", "22:30-06:45"},
		{"22.30–6", "22:30-06:00"},
		{"21-9", "21:00-09:00"}, // twelve hours, the longest night
		{"21-9:01", ""},         // a minute too long
		{"20:59-9", ""},
		{"24-8", "00:00-08:00"}, // midnight can be written as 24 or 0
		{"0-8", "00:00-08:00"},
		{"25-8", ""},
		{"22:59-7", "22:59-07:00"},
		{"22:60-7", ""},
		{"8-8", "off"}, // no night
		{"off", "off"},
		{"OFF", "off"},
		{"av", "off"},
		{"keine", "off"},
		{"nej", "off"},
		{"", ""},
		{"night", ""},
		{"22", ""},
		{"22-7-8", ""},
		{"2 2-7", ""},
		{"-1-7", ""},
	} {
		n, ok := parseNight(c.text)
		if got := nightText(n); ok != (c.want != "") || ok && got != c.want {
			t.Errorf("%q is %s, %t; want %q", c.text, got, ok, c.want)
		}
	}
	for _, n := range nights {
		if got, ok := parseNight(n); !ok || nightText(got) != n {
			t.Errorf("the menu offers the night %s, which is read as %s, %t", n, nightText(got), ok)
		}
	}
}

// Each reminder of the menu can be read and written back, and all have different words.
func TestReminders(t *testing.T) {
	said := make(map[string]string)
	for _, v := range reminders {
		list := parseReminders(v)
		if got := reminderValue(list); got != v {
			t.Errorf("%s is read as %v, which is the value %s", v, list, got)
		}
		words := remindWords(lang.English, list)
		if said[words] != "" {
			t.Errorf("%s and %s are both called %q", v, said[words], words)
		}
		said[words] = v
	}
	if got, want := parseReminders("24h,6h,1h"),
		[]time.Duration{24 * time.Hour, 6 * time.Hour, time.Hour}; !slices.Equal(got, want) {
		t.Errorf("24h,6h,1h are %v, want %v", got, want)
	}
	if got, want := remindWords(lang.English, parseReminders("24h,3h")), "1 day, 3 hours before"; got != want {
		t.Errorf("24h,3h are %q, want %q", got, want)
	}
}

// Each picked value is set, and a value that no menu offers is refused.
func TestWithHours(t *testing.T) {
	for _, c := range []struct {
		name, value string
		want        calendar.Hours
		refused     bool
	}{
		{optZone, "Europe/Stockholm", calendar.Hours{Zone: "Europe/Stockholm"}, false},
		{optZone, "Europe", calendar.Hours{}, true}, // the text is a part of the name
		{optZone, "Atlantis", calendar.Hours{}, true},
		{optQuiet, "22-7", calendar.Hours{Night: calendar.Night{From: 22 * 60, To: 7 * 60}}, false},
		{optQuiet, "never", calendar.Hours{}, true},
		{optRemind, "3h", calendar.Hours{Remind: []time.Duration{3 * time.Hour}}, false},
		{optRemind, "4h", calendar.Hours{}, true},
		{optDigest, "0", calendar.Hours{Digest: 1}, false},
		{optDigest, "23", calendar.Hours{Digest: 24}, false},
		{optDigest, "24", calendar.Hours{}, true},
		{optDigest, "-1", calendar.Hours{}, true},
		{optDigest, "x", calendar.Hours{}, true},
		{"unknown", "1", calendar.Hours{}, true},
	} {
		got, err := withHours(lang.English, calendar.Hours{}, map[string]string{c.name: c.value})
		if (err != nil) != c.refused || !c.refused &&
			(got.Zone != c.want.Zone || got.Night != c.want.Night || got.Digest != c.want.Digest ||
				!slices.Equal(got.Remind, c.want.Remind)) {
			t.Errorf("%s %s: %+v, %v; want %+v, refused %t", c.name, c.value, got, err, c.want, c.refused)
		}
	}
}

// The list of vacations has the present one and later ones, and counts the days of the year in the
// zone of the user.
func TestVacationsWords(t *testing.T) {
	day := func(d int) time.Time { return time.Date(2026, 3, d, 0, 0, 0, 0, time.UTC) }
	h := calendar.Hours{Vacations: []calendar.Vacation{{Start: day(1), End: day(4)}, {Start: day(10), End: day(12)}}}
	for _, c := range []struct {
		now  time.Time
		want int
	}{{day(1), 2}, {day(4).Add(-time.Second), 2}, {day(4), 1}, {day(12).Add(-time.Second), 1}, {day(12), 0}} {
		got := vacations(lang.English, h, c.now)
		if n := countLines(got, "🌴"); n != c.want {
			t.Errorf("at %v there are %d vacations, want %d:\n%s", c.now, n, c.want, got)
		}
		if countLines(got, "Days of vacation left this year: 25") != 1 ||
			(c.want == 0) != (countLines(got, "You have no vacation planned") == 1) {
			t.Errorf("at %v it says:\n%s", c.now, got)
		}
	}
}

// The panel of hours is in the person's language, also where it offers no night, and marks what is
// chosen now.
func TestHoursInLanguages(t *testing.T) {
	for _, in := range lang.All {
		for night, want := range map[string]bool{"": true, "22:00-07:00": false} {
			var h calendar.Hours
			if night != "" {
				h.Night = calendar.Night{From: 22 * 60, To: 7 * 60}
			}
			s := hoursSettings(in, h, time.Date(2026, 1, 1, 12, 0, 0, 0, time.UTC))[1]
			if off := in.Speak(sayNightOff); s.Choices[0].Label != off || (s.Now == off) != want {
				t.Errorf("in %s no night is called %q and the night now %q, want %q", in.Code(), s.Choices[0].Label,
					s.Now, off)
			}
		}
	}
}
