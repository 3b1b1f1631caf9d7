package ratings

import (
	"cmp"
	"math"
	"slices"
	"time"

	"paddock/games/match"
)

// Listed reports whether somebody is in lists of the best: whoever has played a rated match and was not removed.
func Listed(s match.Standing) bool { return s.Rated > 0 && s.Who.Gone == "" }

// Lapses is the moment, in nanoseconds since 1970, up to which a rating is certain if no rated match follows: 0 if it is not certain even now, and
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

// Rank is the list of the best at a moment: of those who are Listed first whose ratings are certain, and after them the others, both in the order of Sort.
// It has max of them at most, and says where somebody stands.
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

// Step is where a rating stands among all, roughly: how many have a better one is counted by steps.
func Step(rating float64) int { return int(math.Floor(rating / stepWidth)) }

// Above is the lowest rating of the step above that of a rating.
func Above(rating float64) float64 { return float64(Step(rating)+1) * stepWidth }

const stepWidth = 16
