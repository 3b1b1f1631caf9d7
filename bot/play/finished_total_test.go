package play

import (
	"testing"

	"paddock/games/match"
)

// P105: the totals of a list of results, newest first.
func TestP105Sum(t *testing.T) {
	for _, c := range []struct {
		ends string
		want finishedTotal
	}{
		{"", finishedTotal{}},
		{"w", finishedTotal{Won: 1, Streak: 1, Longest: 1}},
		{"l", finishedTotal{Lost: 1}},
		{"wwlwwwd", finishedTotal{Won: 5, Drawn: 1, Lost: 1, Streak: 2, Longest: 3}},
		{"dlwl", finishedTotal{Won: 1, Drawn: 1, Lost: 2, Longest: 1}},
	} {
		var list []match.Finished
		for _, e := range c.ends {
			list = append(list, match.Finished{How: match.FinishedHow(e)})
		}
		if got := sumFinished(list); got != c.want || got.Played() != len(c.ends) {
			t.Errorf("sumFinished(%s) = %+v, want %+v", c.ends, got, c.want)
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
		f    finishedFilter
		want string
	}{
		{finishedFilter{}, "123"},
		{finishedFilter{Game: "kalah"}, "13"},
		{finishedFilter{With: "bob"}, "12"},
		{finishedFilter{How: match.FinishedLost}, "23"},
		{finishedFilter{With: "bob", How: match.FinishedLost}, "2"},
		{finishedFilter{Game: "stratego"}, ""},
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
