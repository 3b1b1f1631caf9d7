package play

import (
	"slices"

	"paddock/games"
	"paddock/games/match"
)

// finishedFilter selects finished matches; a zero field selects all.
type finishedFilter struct {
	Game games.ID
	With match.UserID
	How  match.FinishedHow
}

// Of returns the selected matches of a list.
func (f finishedFilter) Of(list []match.Finished) []match.Finished {
	if f == (finishedFilter{}) {
		return list
	}
	return slices.DeleteFunc(slices.Clone(list), func(p match.Finished) bool {
		with := func(other match.Player) bool { return other.User == f.With }
		return f.Game != "" && p.Game != f.Game || f.How != 0 && p.How != f.How || f.With != "" &&
			!slices.ContainsFunc(p.Others, with)
	})
}

// finishedTotal is the sum of a list of finished matches.
type finishedTotal struct {
	Won, Drawn, Lost int
	Streak           int // the latest wins in a row
	Longest          int // the longest row of wins
}

// Played returns the number of matches.
func (t finishedTotal) Played() int { return t.Won + t.Drawn + t.Lost }

// sumFinished adds up a list that is sorted newest first.
func sumFinished(list []match.Finished) (t finishedTotal) {
	run := 0 // wins in a row, counted backwards in time
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
