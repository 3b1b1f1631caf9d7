package ratings

import (
	"math"

	"paddock/games/match"
)

// Listed reports whether a standing appears in rankings: the player has a rated match and was not
// erased.
func Listed(s match.Standing) bool { return s.Rated > 0 && s.Who.Gone == "" }

// Settling is the number of rated matches after which a rating is shown.
const Settling = 5

// Settles reports whether a rating is not shown yet, because the player has too few rated matches.
// Measured computer players always show theirs.
func Settles(s match.Standing) bool { return s.Rated < Settling && !isAnchored(s.Game, s.Who) }

// Lapses returns how long a rating stays certain without another rated match, in nanoseconds since
// 1970. It returns 0 if the rating is not certain now, and math.MaxInt64 if the rating stays
// certain for ever.
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

// Step returns the number of the step of 16 points that contains a rating.
func Step(rating float64) int { return int(math.Floor(rating / stepWidth)) }

// Above returns the lowest rating of the next step.
func Above(rating float64) float64 { return float64(Step(rating)+1) * stepWidth }

const stepWidth = 16
