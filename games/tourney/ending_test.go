package tourney

import (
	"fmt"
	"slices"
	"strings"
	"testing"
	"time"

	"paddock/games"
	"paddock/games/match"
	"paddock/games/stratego"
)

// bracketOf returns a running bracket of four people and computers, of whom Ann has won her game
// and Cid plays on.
func bracketOf(users ...match.UserID) Record {
	r := Record{ID: "t", Terms: Terms{Format: Bracket{}.Name(), Seats: 2}, Status: Running}
	for i, u := range users {
		p := match.Player{User: u, Name: string(u)}
		if u == "" {
			p = match.Player{Computer: games.Easy, Name: fmt.Sprint("Computer ", i)}
		}
		r.Entrants = append(r.Entrants, p)
	}
	r.Played = []Round{{Games: []Game{
		{Pairing: Pairing{0, 3}, Match: "m1", Done: true, Place: []int{1, 2}},
		{Pairing: Pairing{1, 2}, Match: "m2"},
	}}}
	return r
}

// F68: if a game can't say who is ahead, and all players have let their time run out, all of them share
// the first place.
func TestVerdictWhereEverybodyIsLate(t *testing.T) {
	p, err := stratego.New().Start(games.Setup{Seats: 2, Seed: 1})
	if err != nil {
		t.Fatal(err)
	}
	if got, want := verdict(p, 2), [games.MaxSeats]int8{1, 1}; got != want {
		t.Errorf("the places are %v, want %v", got, want)
	}
}

// At the end, undelivered notices of games are dropped, and notices about the entrant's own result
// stay. Those who were not out before the last round are told of the end, with the match that goes
// on if the tournament is called off.
func TestNoticesOfTheEnd(t *testing.T) {
	now := time.Date(2026, 3, 2, 12, 0, 0, 0, time.UTC)
	all := []NoticeKind{
		NextGame, SitsOut, KnockedOut, PutOut, Decided, ConfirmWin, Ended, Stopped, ChangedHands, Stalls, SeasonOpen,
		SeriesEnded,
	}
	final := func(r *Record) {
		r.Played[0].Games[1].Done, r.Played[0].Games[1].Place = true, []int{1, 2}
		r.Played = append(r.Played,
			Round{Games: []Game{{Pairing: Pairing{0, 1}, Match: "m3", Done: true, Place: []int{1, 2}}}})
		r.Status = Over
	}
	for _, c := range []struct {
		name   string
		users  []match.UserID
		change func(*Record)
		kind   NoticeKind
		to     match.UserID // who has a notice of each kind
		want   string
	}{
		{
			"called off in the first round",
			[]match.UserID{"ann", "bob", "cid", "dee"},
			func(*Record) {}, Stopped, "ann",
			"ann:put out ann:decided ann:stopped bob:stopped=m2 cid:stopped=m2 dee:stopped",
		},
		{
			"the end, for a finalist",
			[]match.UserID{"ann", "bob", "cid", "dee"},
			final, Ended, "ann",
			"ann:put out ann:decided ann:ended#1 bob:ended#2 :announced",
		},
		{
			"the end, for who was out before",
			[]match.UserID{"ann", "bob", "cid", "dee"},
			final, Ended, "dee",
			"dee:out dee:put out dee:decided ann:ended#1 bob:ended#2 :announced",
		},
		{
			"the end, with somebody who has withdrawn",
			[]match.UserID{"ann", "bob", "cid", "dee"},
			func(r *Record) { final(r); r.Out = []Entrant{1} }, Ended, "eve",
			"eve:out eve:put out eve:decided ann:ended#1 :announced",
		},
		{
			"the end, with one person",
			[]match.UserID{"ann", "", "", ""},
			final, Ended, "eve",
			"eve:out eve:put out eve:decided ann:ended#1 :announced",
		},
		{
			"the end of computers",
			[]match.UserID{"", "", "", ""},
			final, Ended, "eve",
			"eve:out eve:put out eve:decided",
		},
	} {
		r := bracketOf(c.users...)
		for _, kind := range all {
			r.notifyUser(Notice{To: c.to, Kind: kind})
		}
		c.change(&r)
		r.notifyEnd(now, c.kind)
		var got []string
		for i, n := range r.Notices {
			line := fmt.Sprintf("%s:%s", n.To, n.Kind)
			if n.Match != "" {
				line += "=" + string(n.Match)
			}
			if n.Place > 0 {
				line += fmt.Sprint("#", n.Place)
			}
			got = append(got, line)
			if i > 0 && n.No <= r.Notices[i-1].No || n.No > r.LastNotice {
				t.Errorf("%s: notice %d of %d comes after %d", c.name, n.No, r.LastNotice, r.Notices[max(i-1, 0)].No)
			}
			if n.Kind == c.kind && slices.Contains(c.users, n.To) && (!n.At.Equal(now) || n.Round != len(r.Played)) &&
				i >= len(all)-8 {
				t.Errorf("%s: %+v, want it of now and of round %d", c.name, n, len(r.Played))
			}
		}
		if got := strings.Join(got, " "); got != c.want {
			t.Errorf("%s:\n%s, want\n%s", c.name, got, c.want)
		}
	}
}

// A tournament tells its players what a result means: that they are out, or the end. Then the match
// does not tell them.
func TestTells(t *testing.T) {
	people := []match.UserID{"ann", "bob", "cid", "dee"}
	final := func(r *Record) {
		r.Played[0].Games[1].Done, r.Played[0].Games[1].Place = true, []int{1, 2}
		r.Played = append(r.Played, Round{Games: []Game{{Pairing: Pairing{0, 1}, Match: "m3"}}})
	}
	for _, c := range []struct {
		name   string
		change func(*Record)
		id     match.ID
		place  [games.MaxSeats]int8
		want   string
	}{
		{"a semi-final", func(*Record) {}, "m2", [games.MaxSeats]int8{1, 2}, "[cid]"},
		{"a tie in it", func(*Record) {}, "m2", [games.MaxSeats]int8{1, 1}, "[]"},
		{"with one who has left", func(r *Record) { r.Out = []Entrant{1} }, "m2", [games.MaxSeats]int8{1, 2}, "[bob cid]"},
		{"the final", final, "m3", [games.MaxSeats]int8{2, 1}, "[ann bob]"},
		{
			"a win in it that has to be confirmed", func(r *Record) { final(r); r.Confirm = true }, "m3",
			[games.MaxSeats]int8{2, 1},
			"[bob]",
		},
		{"a match of none", final, "m9", [games.MaxSeats]int8{2, 1}, "[]"},
		{"no id", final, "", [games.MaxSeats]int8{2, 1}, "[]"},
		{"a Swiss", func(r *Record) { r.Format = Swiss{}.Name() }, "m2", [games.MaxSeats]int8{1, 2}, "[]"},
		{"no format", func(r *Record) { r.Format = "unknown" }, "m2", [games.MaxSeats]int8{1, 2}, "[]"},
	} {
		r := bracketOf(people...)
		c.change(&r)
		told := []match.UserID{}
		_, g := r.Find(c.id)
		for e, u := range people {
			plays := g == nil || slices.Contains(g.Pairing, Entrant(e))
			if plays && r.Tells(c.id, games.Outcome{Place: c.place}, u) {
				told = append(told, u)
			}
		}
		if got := fmt.Sprint(told); got != c.want {
			t.Errorf("%s: it tells %s, want %s", c.name, got, c.want)
		}
	}
}

// The last round of a bracket is the one after which nobody has to play.
func TestInLastRound(t *testing.T) {
	r := bracketOf("ann", "bob", "cid", "dee")
	if r.inLastRound() {
		t.Error("the semi-finals are the last round")
	}
	r.Played = append(r.Played, Round{Games: []Game{{Pairing: Pairing{0, 1}}}})
	r.Played[0].Games[1].Done, r.Played[0].Games[1].Place = true, []int{1, 2}
	if !r.inLastRound() || r.Played[1].Games[0].Done {
		t.Error("the final is not the last round, or asking has decided it")
	}
	r.Played = nil
	if r.inLastRound() {
		t.Error("the sign-up is the last round")
	}
}
