package ratings

import (
	"math"
	"time"

	"paddock/games/match"
)

// The system is Glicko-2, as Mark Glickman describes it ("Example of the Glicko-2 system", 2013).
// Each rated match is a rating period of its own. Before it, the deviation grows with the time
// since the last one.

// Start values of a rating, and the constants of the system.
const (
	Start           = 1500 // rating of a player who has not played yet
	startDeviation  = 350  // deviation of a player who has not played yet, which is also the largest
	startVolatility = 0.06

	tau    = 0.5                // how fast volatilities change
	scale  = 400 / math.Ln10    // rating points per point of Glicko-2, 173.7178
	Period = 7 * 24 * time.Hour // the time in which the volatility is added to the deviation of an absent player once
)

// Certain is the largest deviation of a rating that counts as certain. The true strength is within
// two deviations of a rating in about 95 % of cases.
const Certain = 110

// Newcomer is the skill of a player who has not played yet.
var Newcomer = match.Skill{Rating: Start, Deviation: startDeviation, Volatility: startVolatility}

// game is one game from the view of one player.
type game struct {
	rating, deviation float64 // rating and deviation of the opponent
	score             float64 // score in the game: 1, 1/2 or 0
	weight            float64 // weight of the game; 1 for a whole game
}

// At returns a skill at a moment: the longer the player has not played, the less certain it is.
func At(s match.Skill, now time.Time) match.Skill {
	s.Deviation = min(math.Hypot(s.Deviation, scale*s.Volatility*math.Sqrt(periods(s, now))), startDeviation)
	return s
}

// periods returns the number of periods since the last rated match.
func periods(s match.Skill, now time.Time) float64 {
	if s.At == 0 {
		return 0
	}
	return max(0, float64(now.UnixNano()-s.At)/float64(Period))
}

// update computes steps 2 to 8 of the paper. It returns the skill after the games of a match, the
// given number of periods after the last one.
func update(s match.Skill, games []game, periods float64) match.Skill {
	mu, phi := (s.Rating-Start)/scale, s.Deviation/scale
	precision, surplus := 0.0, 0.0 // the value 1/v, and the sum of step 4 of the paper
	for _, o := range games {
		phiOther := o.deviation / scale
		g := 1 / math.Sqrt(1+3*phiOther*phiOther/(math.Pi*math.Pi))
		expected := 1 / (1 + math.Exp(-g*(mu-(o.rating-Start)/scale)))
		precision += o.weight * g * g * expected * (1 - expected)
		surplus += o.weight * g * (o.score - expected)
	}
	if precision == 0 {
		return s
	}
	s.Volatility = volatility(s.Volatility, phi, 1/precision, surplus/precision)
	grown := math.Min(math.Sqrt(phi*phi+periods*s.Volatility*s.Volatility), startDeviation/scale)
	phi = 1 / math.Sqrt(1/(grown*grown)+precision)
	s.Rating, s.Deviation = Start+scale*(mu+phi*phi*surplus), scale*phi
	return s
}

// volatility computes step 5 of the paper: how erratic a player is. Delta is the difference between
// result and expectation, with variance v.
func volatility(sigma, phi, v, delta float64) float64 {
	const close, most = 1e-6, 100 // the precision is enough, and takes about five steps
	a := math.Log(sigma * sigma)
	f := func(x float64) float64 {
		e := math.Exp(x)
		d := phi*phi + v + e
		return e*(delta*delta-d)/(2*d*d) - (x-a)/(tau*tau)
	}
	low, high := a, math.Log(max(delta*delta-phi*phi-v, math.SmallestNonzeroFloat64))
	if delta*delta <= phi*phi+v {
		for high = a - tau; f(high) < 0; {
			high -= tau
		}
	}
	fLow, fHigh := f(low), f(high)
	for n := 0; math.Abs(high-low) > close && n < most; n++ {
		x := low + (low-high)*fLow/(fHigh-fLow)
		fx := f(x)
		if fx*fHigh <= 0 {
			low, fLow = high, fHigh
		} else {
			fLow /= 2
		}
		high, fHigh = x, fx
	}
	return math.Exp(low / 2)
}

// Expected returns the expected score of one player against another, by their ratings and
// deviations.
func Expected(mine, theirs match.Skill) float64 {
	phi := math.Hypot(mine.Deviation, theirs.Deviation) / scale
	g := 1 / math.Sqrt(1+3*phi*phi/(math.Pi*math.Pi))
	return 1 / (1 + math.Exp(-g*(mine.Rating-theirs.Rating)/scale))
}
