package match

import "paddock/games"

// Card is what the last board of a match says beside how it ended. It is made when the match is over, never changed, and nobody's secret.
type Card struct {
	Ratings  []RatingChange `json:",omitempty"`
	Turn     *TurningPoint  `json:",omitempty"`
	Reviewed bool           `json:",omitempty"` // the match has been looked through for its turning point, or can't be
}

// RatingChange is how a match has changed the rating of a seat.
type RatingChange struct {
	Seat          games.Seat
	Before, After Skill
}

// TurningPoint is the move of a match that gave most away.
type TurningPoint struct {
	Ply              int // of the match, the first being 0
	Seat             games.Seat
	Played, Best     string
	Measure          games.Measure
	Value, BestValue float64 // to the seat, in the Measure
	Exact, BestExact bool    // the value is proven
}
