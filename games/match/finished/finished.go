// Package finished is how somebody looks back at what they have played: which of their finished matches they mean, and what these add up to. It is arithmetic on
// a list that the store keeps, newest first. Start reading at [Filter] and [Sum].
package finished

import (
	"slices"

	"paddock/games"
	"paddock/games/match"
)

// Filter says which matches are meant; what is zero leaves none out.
type Filter struct {
	Game games.ID
	With match.UserID
	How  match.FinishedHow
}

// Of are the matches of a list that are meant.
func (f Filter) Of(list []match.Finished) []match.Finished {
	if f == (Filter{}) {
		return list
	}
	return slices.DeleteFunc(slices.Clone(list), func(p match.Finished) bool {
		with := func(other match.Player) bool { return other.User == f.With }
		return f.Game != "" && p.Game != f.Game || f.How != 0 && p.How != f.How || f.With != "" && !slices.ContainsFunc(p.Others, with)
	})
}

// Total is what matches add up to.
type Total struct {
	Won, Drawn, Lost int
	Streak           int // wins in a row up to now; negative: matches without one
	Longest          int // wins in a row ever
}

// Played is how many matches there were.
func (t Total) Played() int { return t.Won + t.Drawn + t.Lost }

// Sum adds up a list, newest first.
func Sum(list []match.Finished) (t Total) {
	run, broken := 0, false // of wins, reading backwards; whether the present streak is over
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
		won := p.How == match.FinishedWon
		switch {
		case broken:
		case won && t.Streak >= 0:
			t.Streak++
		case !won && t.Streak <= 0:
			t.Streak--
		default:
			broken = true
		}
	}
	return t
}
