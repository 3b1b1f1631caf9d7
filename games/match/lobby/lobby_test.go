package lobby

import (
	"strings"
	"testing"

	"paddock/games/match"
)

// P99, P83: a member meets the conditions or is refused with a sentence. A newcomer passes unless
// the range excludes a newcomer's rating.
func TestP99Check(t *testing.T) {
	people := func(rating float64, late, played int) []match.Standing {
		return []match.Standing{
			{Game: "fish", Pool: match.AmongPeople, Skill: match.Skill{Rating: 900}, Played: 0},
			{Game: "kalah", Pool: match.AmongPeople, Skill: match.Skill{Rating: rating}, Late: late, Played: played},
			{Game: "kalah", Pool: match.WithComputers, Skill: match.Skill{Rating: 3000}, Late: 100, Played: 100},
		}
	}
	for _, c := range []struct {
		name   string
		w      match.Wants
		theirs []match.Standing
		want   string
	}{
		{"none", match.Wants{}, people(100, 9, 10), ""},
		{"in the range", match.Wants{From: 1400, To: 1600}, people(1599.6, 0, 1), ""},
		{"at the lower end", match.Wants{From: 1400, To: 1600}, people(1400, 0, 1), ""},
		{"at the upper end", match.Wants{From: 1400, To: 1600}, people(1600, 0, 1), ""},
		{"no lower end", match.Wants{}, people(-1, 0, 1), ""},
		{"below", match.Wants{From: 1400, To: 1600}, people(1399.4, 0, 1), "of 1400 or more, and yours is 1399"},
		{"above", match.Wants{From: 1400, To: 1600}, people(1601, 0, 1), "up to 1600, and yours is 1601"},
		{"a newcomer", match.Wants{From: 1400, To: 1600, Reliability: 100}, nil, ""},
		{"a newcomer among the strong", match.Wants{From: 1600}, nil, "yours is 1500"},
		{"reliable enough", match.Wants{Reliability: 90}, people(1500, 1, 10), ""},
		{"not reliable", match.Wants{Reliability: 91}, people(1500, 1, 10), "of 91 %, and yours is 90 %"},
	} {
		err := Check(c.w, "kalah", c.theirs)
		if (err == nil) != (c.want == "") || err != nil && !strings.Contains(err.Error(), c.want) {
			t.Errorf("%s: %v, want %q", c.name, err, c.want)
		}
	}
}

// P99: the lobby lists open challenges that anybody may accept, those for one channel only there.
func TestP99Listed(t *testing.T) {
	challenge := func(change func(*match.Record)) match.Match {
		r := match.Record{Status: match.Open, Place: match.Place{Channel: "c1"}}
		change(&r)
		return match.Match{Record: r}
	}
	for _, c := range []struct {
		name   string
		change func(*match.Record)
		here   bool // listed in the challenge's channel
		other  bool // listed in another one
	}{
		{"open to everybody", func(*match.Record) {}, true, true},
		{"for its channel", func(r *match.Record) { r.Wants.Here = true }, true, false},
		{"for one member", func(r *match.Record) { r.Invited = "bob" }, false, false},
		{"parked", func(r *match.Record) { r.Parked = &match.Parking{} }, false, false},
		{"running", func(r *match.Record) { r.Status = match.Running }, false, false},
		{"over", func(r *match.Record) { r.Status = match.Over }, false, false},
	} {
		list := []match.Match{challenge(c.change)}
		here, other := len(Listed(list, "c1")) == 1, len(Listed(list, "c2")) == 1
		if here != c.here || other != c.other {
			t.Errorf("%s: listed %t, in another channel %t; want %t, %t", c.name, here, other, c.here, c.other)
		}
	}
}
