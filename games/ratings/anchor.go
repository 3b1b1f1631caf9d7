package ratings

import (
	"math"

	"paddock/games"
	"paddock/games/match"
)

// A rung is one step of a ladder: the share of points that a computer player makes against the one below it.
type rung struct {
	player string
	share  float64
}

// ladders are each from its lowest player on. The shares are those of docs/strength.md, but for these: of Kalah's master over hard, who both nearly never
// err, and of Halatafl's easy over random they are estimates; where a bound alone is known, as of Halatafl and of Fish's hard, they are that bound. Whoever
// changes them changes the ratings of who has played computers: the store needs a migration that makes standings anew.
var ladders = map[games.ID][]rung{
	"halatafl": {{"random", 0}, {games.Easy, .90}, {games.Medium, .65}, {games.Hard, .65}, {games.Master, .65}},
	"kalah":    {{"first", 0}, {games.Easy, .82}, {games.Medium, .812}, {games.Hard, .862}, {games.Master, .55}},
	"fish":     {{"random", 0}, {games.Easy, .975}, {games.Medium, .915}, {games.Hard, .963}, {games.Master, .80}},
	"stratego": {{"random", 0}, {games.Easy, .943}, {games.Medium, .877}, {games.Hard, .900}, {games.Master, .81}},
}

const (
	anchored        = games.Medium // whose rating is Start in every game
	anchorDeviation = 60           // of all of them: what the lots of two hundred games leave open
)

// Anchor is the skill of a computer player that stands on a measured ladder: it is the same whatever it has played, so that whoever plays it is measured
// by it and not it by them. False for all others, who are rated like people.
func Anchor(game games.ID, p match.Player) (match.Skill, bool) {
	rating, found, at := 0.0, math.NaN(), math.NaN()
	for _, r := range ladders[game] {
		if r.share > 0 {
			rating += 400 * math.Log10(r.share/(1-r.share))
		}
		if r.player == p.Computer {
			found = rating
		}
		if r.player == anchored {
			at = rating
		}
	}
	if p.Computer == "" || math.IsNaN(found) {
		return match.Skill{}, false
	}
	return match.Skill{Rating: math.Round(Start + found - at), Deviation: anchorDeviation, Volatility: startVolatility}, true
}
