package match

import "paddock/games"

// Card is what the last board of a match shows besides the result. It is made when the match is
// over, is public and never changes.
type Card struct {
	Ratings []RatingChange `json:",omitempty"`
	Turn    *TurningPoint  `json:",omitempty"`
	// the match has been searched for its turning point, or cannot be searched
	Reviewed bool `json:",omitempty"`
}

// RatingChange is the effect of a match on the rating of a seat.
type RatingChange struct {
	Seat          games.Seat
	Before, After Skill
	Rated         int // number of rated matches, including this one
}

// TurningPoint is the move of a match that lost the most.
type TurningPoint struct {
	Ply              int // index in the match, from 0
	Seat             games.Seat
	Played, Best     string
	Measure          games.Measure
	Value, BestValue float64   // values for the seat, in the Measure
	Exact, BestExact bool      // whether the values are proven
	Why              games.Why `json:",omitzero"` // why Best is better
}

// Skill is the estimated strength of a player at a game after their last rated match. See
// paddock/games/ratings.
type Skill struct {
	Rating     float64
	Deviation  float64 // uncertainty of the rating, as a standard deviation
	Volatility float64 // how erratic their results are
	At         int64   `json:",omitempty"` // when that match ended, in nanoseconds since 1970; 0: there was none
}
