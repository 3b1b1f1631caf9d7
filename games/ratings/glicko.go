package ratings

import (
	"math"
	"time"

	"paddock/games/match"
)

// The system is Glicko-2, as Mark Glickman describes it ("Example of the Glicko-2 system", 2013), with periods that are counted from one rated match to
// the next: each match is a period of its own, in which the deviation has first grown by the time since the one before.

// What a rating begins with, and the constants of the system.
const (
	Start           = 1500 // the rating of whoever has not played yet
	startDeviation  = 350  // and its deviation, which never grows beyond
	startVolatility = 0.06

	tau    = 0.5                // how fast volatilities change
	scale  = 400 / math.Ln10    // points of a rating to one of Glicko-2's own, 173.7178
	Period = 7 * 24 * time.Hour // in which somebody who does not play becomes as much less certain as their volatility says
)

// Certain is the deviation up to which a rating is taken for certain: two of them are some 95 % of what it may be.
const Certain = 110

// Newcomer is the skill of who has not played yet.
var Newcomer = match.Skill{Rating: Start, Deviation: startDeviation, Volatility: startVolatility}

// game is one game of somebody as it counts for them.
type game struct {
	rating, deviation float64 // of the opponent
	score             float64 // 1, 1/2 or 0
	weight            float64 // 1 for a whole game
}

// At is a skill at a moment: the longer somebody has not played, the less is known of it.
func At(s match.Skill, now time.Time) match.Skill {
	s.Deviation = min(math.Hypot(s.Deviation, scale*s.Volatility*math.Sqrt(periods(s, now))), startDeviation)
	return s
}

// periods is how many have passed since somebody's last rated match.
func periods(s match.Skill, now time.Time) float64 {
	if s.At == 0 {
		return 0
	}
	return max(0, float64(now.UnixNano()-s.At)/float64(Period))
}

// update is steps 2 to 8 of the paper: what the games of a match make of a skill, so many periods after the last.
func update(s match.Skill, games []game, periods float64) match.Skill {
	mu, phi := (s.Rating-Start)/scale, s.Deviation/scale
	precision, surplus := 0.0, 0.0 // 1/v, and the sum of the paper's step 4
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

// volatility is step 5 of the paper: how erratic somebody is, by how far the result (delta) was from what was expected (v).
func volatility(sigma, phi, v, delta float64) float64 {
	const close, most = 1e-6, 100 // enough; it takes some five steps
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

// Expected is the score that somebody is expected to make against somebody else, by their ratings and how certain both are.
func Expected(mine, theirs match.Skill) float64 {
	phi := math.Hypot(mine.Deviation, theirs.Deviation) / scale
	g := 1 / math.Sqrt(1+3*phi*phi/(math.Pi*math.Pi))
	return 1 / (1 + math.Exp(-g*(mine.Rating-theirs.Rating)/scale))
}
