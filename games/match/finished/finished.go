// Package finished selects and adds up a person's finished matches. It is arithmetic on a list from
// the store, newest first. Start reading at [Filter] and [Sum].
package finished

import (
	"slices"

	"paddock/games"
	"paddock/games/match"
)

// Filter selects finished matches; a zero field selects all.
type Filter struct {
	Game games.ID
	With match.UserID
	How  match.FinishedHow
}

// Of returns the selected matches of a list.
func (f Filter) Of(list []match.Finished) []match.Finished {
	if f == (Filter{}) {
		return list
	}
	return slices.DeleteFunc(slices.Clone(list), func(p match.Finished) bool {
		with := func(other match.Player) bool { return other.User == f.With }
		return f.Game != "" && p.Game != f.Game || f.How != 0 && p.How != f.How || f.With != "" &&
			!slices.ContainsFunc(p.Others, with)
	})
}

// Total is the sum of a list of finished matches.
type Total struct {
	Won, Drawn, Lost int
	Streak           int // the latest wins in a row
	Longest          int // the longest row of wins
}

// Played returns the number of matches.
func (t Total) Played() int { return t.Won + t.Drawn + t.Lost }

// Sum adds up a list that is sorted newest first.
func Sum(list []match.Finished) (t Total) {
	run := 0 // wins in a row, backwards in time
	for _, p := range list {
		switch p.How {
		case match.FinishedWon:
			t.Won++
			run++
			t.Longest = max(t.Longest, run)
		case match.FinishedDrawn:
			t.Drawn++
			run = 0
		default:
			t.Lost++
			run = 0
		}
		if run == t.Played() {
			t.Streak = run
		}
	}
	return t
}
