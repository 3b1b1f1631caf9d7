package ratings

import (
	"math"

	"paddock/games"
	"paddock/games/match"
)

// A rung is one step of a ladder: the share of points that a computer player scores against the one
// below it.
type rung struct {
	player string
	share  float64
}

// ladders lists the computer players of each game, the weakest first. The shares are those of
// docs/strength.md. Kalah's master over hard is an estimate, because both almost never err on the
// usual board. Fish's hard over medium is the lower bound of the measured share, .996. A change
// alters the ratings of everybody who has played computers: the store then needs a migration that
// computes standings again.
var ladders = map[games.ID][]rung{
	"halatafl": {{"random", 0}, {games.Easy, .91}, {games.Medium, .875}, {games.Hard, .667}, {games.Master, .690}},
	"kalah":    {{"first", 0}, {games.Easy, .905}, {games.Medium, .81}, {games.Hard, .862}, {games.Master, .55}},
	"fish":     {{"random", 0}, {games.Easy, .975}, {games.Medium, .740}, {games.Hard, .977}, {games.Master, .858}},
	"stratego": {{"random", 0}, {games.Easy, .963}, {games.Medium, .945}, {games.Hard, .963}, {games.Master, .935}},
}

const (
	anchored        = games.Medium // the player whose rating is Start in every game
	anchorDeviation = 60           // deviation of every measured player: that of about two hundred games
)

// Anchor returns the fixed skill of a computer player with measured strength. Results do not change
// it: the computers measure people, and not the reverse. It returns false for all other players,
// who are rated like people.
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
	return match.Skill{Rating: math.Round(Start + found - at), Deviation: anchorDeviation, Volatility: startVolatility},
		true
}
