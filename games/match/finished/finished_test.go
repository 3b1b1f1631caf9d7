package finished

import (
	"testing"

	"paddock/games/match"
)

// P105: the totals of a list of results, newest first.
func TestP105Sum(t *testing.T) {
	for _, c := range []struct {
		ends string
		want Total
	}{
		{"", Total{}},
		{"w", Total{Won: 1, Streak: 1, Longest: 1}},
		{"l", Total{Lost: 1}},
		{"wwlwwwd", Total{Won: 5, Drawn: 1, Lost: 1, Streak: 2, Longest: 3}},
		{"dlwl", Total{Won: 1, Drawn: 1, Lost: 2, Longest: 1}},
	} {
		var list []match.Finished
		for _, e := range c.ends {
			list = append(list, match.Finished{How: match.FinishedHow(e)})
		}
		if got := Sum(list); got != c.want || got.Played() != len(c.ends) {
			t.Errorf("Sum(%s) = %+v, want %+v", c.ends, got, c.want)
		}
	}
}

// P105: a filter keeps the matches that fit all its fields.
func TestP105Filter(t *testing.T) {
	bob, cid := match.Player{User: "bob"}, match.Player{User: "cid"}
	list := []match.Finished{
		{Match: "1", Game: "kalah", How: match.FinishedWon, Others: []match.Player{bob}},
		{Match: "2", Game: "fish", How: match.FinishedLost, Others: []match.Player{cid, bob}},
		{Match: "3", Game: "kalah", How: match.FinishedLost, Others: []match.Player{{Computer: "bob"}}},
	}
	for _, c := range []struct {
		f    Filter
		want string
	}{
		{Filter{}, "123"},
		{Filter{Game: "kalah"}, "13"},
		{Filter{With: "bob"}, "12"},
		{Filter{How: match.FinishedLost}, "23"},
		{Filter{With: "bob", How: match.FinishedLost}, "2"},
		{Filter{Game: "stratego"}, ""},
	} {
		got := ""
		for _, p := range c.f.Of(list) {
			got += string(p.Match)
		}
		if got != c.want {
			t.Errorf("%+v leaves %s, want %s", c.f, got, c.want)
		}
	}
}
