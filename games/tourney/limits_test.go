package tourney

import (
	"context"
	"errors"
	"math"
	"strings"
	"testing"
	"time"

	"paddock/games/fish"
	"paddock/games/match"
)

// Each number of the terms has a least and a greatest value, which are accepted. One less and one more
// are not.
func TestTermsToTheLimit(t *testing.T) {
	g := fish.New()
	const day = 24 * time.Hour
	for _, c := range []struct {
		name        string
		format      Format
		set         func(r *Record, n int)
		least, most int
	}{
		{"seats of a league", League{}, func(r *Record, n int) { r.Seats = n }, 2, 4},
		{"seats of a swiss", Swiss{}, func(r *Record, n int) { r.Seats = n }, 2, 2},
		{"places of a knockout", Knockout{}, func(r *Record, n int) { r.Most = n }, 2, 64},
		{"places of a swiss", Swiss{}, func(r *Record, n int) { r.Most = n }, 2, 32},
		{"places of a round robin", RoundRobin{}, func(r *Record, n int) { r.Most = n }, 2, 32},
		{
			"time of a move",
			Knockout{},
			func(r *Record, n int) { r.PerMove = time.Duration(n) }, int(time.Minute),
			int(30 * day),
		},
		{"time of a round", Knockout{}, func(r *Record, n int) { r.RoundTime = time.Duration(n) }, 0, int(90 * day)},
		{"sign-up", Knockout{}, func(r *Record, n int) { r.SignUp = time.Duration(n) }, math.MinInt, int(30 * day)},
		{"division", Divisions{}, func(r *Record, n int) { r.Size = n }, 3, 8},
		{"rounds", Swiss{}, func(r *Record, n int) { r.Rounds = n }, 0, 20},
		{"name", Knockout{}, func(r *Record, n int) { r.Name = strings.Repeat("ö", n) }, 0, 60},
		{
			"name of a series", Knockout{}, func(r *Record, n int) {
				r.Every, r.Season, r.Name = Weekly, 2, strings.Repeat("ö", n)+" season 2"
			}, 0, 60 - len(" season 1000"),
		},
		{
			"bank in days", Knockout{}, func(r *Record, n int) { r.Bank.Time = time.Duration(n) * day }, 0, 30,
		},
	} {
		for _, n := range []int{c.least, c.least - 1, c.most, c.most + 1} {
			r := Record{Terms: Terms{Game: g.ID, Cause: "c", Owner: match.Player{User: "ann"}}}
			r.Place.Channel = "hall"
			r.defaults(g, c.format)
			if n < 0 && c.name != "rounds" && c.name != "time of a round" { // the option does not have this value
				continue
			}
			c.set(&r, n)
			if got, want := r.check(g, c.format) == nil, n >= c.least && n <= c.most; got != want {
				t.Errorf("%s: %d is accepted: %t, want %t", c.name, n, got, want)
			}
		}
	}
}

// A tournament of a format without divisions begins with no division.
func TestBeginsUndivided(t *testing.T) {
	r := Record{Terms: Terms{Format: Swiss{}.Name(), Most: 3, Fill: "easy"}, Entrants: []match.Player{{User: "ann"}}}
	(&Service{}).begin(&r)
	if len(r.Entrants) != 3 || r.Entrants[2].Name != "Computer 2 (easy)" || r.Divided() {
		t.Errorf("entrants %v, divisions %v", r.Entrants, r.Division)
	}
}

// The sentence in which a tournament's end names its winners, or why it has none.
func TestVerdicts(t *testing.T) {
	now := time.Date(2026, 3, 2, 12, 0, 0, 0, time.UTC)
	for _, c := range []struct {
		name   string
		change func(*Record)
		want   string
	}{
		{"a winner", func(*Record) {}, "ann wins the tournament."},
		{"two winners", func(r *Record) { r.Played[0].Games[0].Place = []int{1, 1} }, "ann and bob share first place."},
		{
			"nobody has confirmed", func(r *Record) { r.Asked = []Entrant{0} },
			"Nobody confirmed the win in time, so the tournament has no winner.",
		},
		{
			"nobody has played", func(r *Record) { r.Played = nil },
			"None of the players left has played a game, so the tournament has no winner.",
		},
	} {
		r := Record{
			Terms:    Terms{Format: Knockout{}.Name(), Seats: 2},
			Entrants: []match.Player{{User: "ann", Name: "ann"}, {User: "bob", Name: "bob"}}, Status: Running,
			Played: []Round{{Games: []Game{{Pairing: Pairing{0, 1}, Match: "m", Done: true, Place: []int{1, 2}}}}},
		}
		c.change(&r)
		(&Service{cfg: Config{Now: func() time.Time { return now }}}).finish(&r)
		last := r.Log[len(r.Log)-1]
		if r.Result != c.want || r.Ending().String() != c.want || last.Say.String() != c.want || !last.At.Equal(now) {
			t.Errorf("%s: %q, and the log ends with %+v; want %q", c.name, r.Result, last, c.want)
		}
	}
}

// If the caller's context ends while openSeason waits for another change, no season is opened.
func TestNoSeasonForWhoHasGone(t *testing.T) {
	gone, leave := context.WithCancel(t.Context())
	leave()
	if err := (&Service{}).openSeason(gone, "t"); !errors.Is(err, context.Canceled) {
		t.Errorf("%v, want that the caller has gone", err)
	}
}
