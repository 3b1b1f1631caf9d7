package ratings

import (
	"cmp"
	"math"
	"slices"
	"time"

	"paddock/games/match"
)

// Listed reports whether a standing appears in rankings: the player has a rated match and was not erased.
func Listed(s match.Standing) bool { return s.Rated > 0 && s.Who.Gone == "" }

// Settling is the number of rated matches after which a rating is shown.
const Settling = 5

// Settles reports whether a rating is not shown yet, because the player has too few rated matches. Measured computer players always show theirs.
func Settles(s match.Standing) bool { return s.Rated < Settling && !isAnchored(s.Game, s.Who) }

// Lapses returns how long a rating stays certain without another rated match, in nanoseconds since 1970. It is 0 if it is not certain now, and
// math.MaxInt64 if it always will be.
func Lapses(s match.Skill) int64 {
	if s.Deviation > Certain {
		return 0
	}
	a := scale * s.Volatility
	left := (Certain*Certain - s.Deviation*s.Deviation) / (a * a) * float64(Period)
	if s.At == 0 || !(left < float64(math.MaxInt64-s.At)) {
		return math.MaxInt64
	}
	return s.At + int64(left)
}

// Rank returns the ranking at a moment: of the Listed players, first those with certain ratings, then the others, both in the order of Sort. It lists
// at most max players, and gives the place of the player who.
func Rank(list []match.Standing, now time.Time, max int, who match.Player) match.Ranking {
	list = slices.DeleteFunc(slices.Clone(list), func(s match.Standing) bool { return !Listed(s) })
	Sort(list)
	certain := func(s match.Standing) int {
		if Lapses(s.Skill) > now.UnixNano() {
			return 0
		}
		return 1
	}
	slices.SortStableFunc(list, func(a, b match.Standing) int { return cmp.Compare(certain(a), certain(b)) })
	place := 1 + slices.IndexFunc(list, func(s match.Standing) bool { return s.Who == who })
	return match.Ranking{Top: list[:min(max, len(list))], Place: place, Of: len(list)}
}

// Step returns the number of the step of 16 points that contains a rating.
func Step(rating float64) int { return int(math.Floor(rating / stepWidth)) }

// Above returns the lowest rating of the next step.
func Above(rating float64) float64 { return float64(Step(rating)+1) * stepWidth }

const stepWidth = 16
