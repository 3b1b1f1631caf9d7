package arena

import "math"

// Score is a player's result against another. A win is 1, a draw a half, and a shared first place
// its share.
type Score struct {
	Games  int     `json:"games"`
	Points float64 `json:"points"`
	square float64 // sum of the squares of the points
}

// Add adds the points of a game.
func (s *Score) Add(points float64) {
	s.Games++
	s.Points += points
	s.square += points * points
}

// Share returns the mean points of a game, which is not a number before the first game.
func (s Score) Share() float64 {
	if s.Games == 0 {
		return math.NaN()
	}
	return s.Points / float64(s.Games)
}

// Interval returns Wilson's interval of 95 % for the share.
func (s Score) Interval() (low, high float64) {
	if s.Games == 0 {
		return 0, 1
	}
	return Wilson(s.Share(), float64(s.Games))
}

// Wilson returns Wilson's interval of 95 % for a share of n games. With draws it is a little too
// wide, never too narrow.
func Wilson(share, n float64) (low, high float64) {
	const z = 1.959964
	middle := (share + z*z/(2*n)) / (1 + z*z/n)
	half := z / (1 + z*z/n) * math.Sqrt(share*(1-share)/n+z*z/(4*n*n))
	return max(0, middle-half), min(1, middle+half)
}

// Expected returns the expected share of points for a lead in Elo.
func Expected(elo float64) float64 { return 1 / (1 + math.Pow(10, -elo/400)) }

// SPRT is a sequential probability ratio test: is the first player ahead by Elo0 or by Elo1? Both
// errors are at 5 %.
type SPRT struct{ Elo0, Elo1 float64 }

// sprtBound is the log likelihood ratio at which the test ends: ln(0.95/0.05).
var sprtBound = math.Log(0.95 / 0.05)

// fewestGames is the least number of games for a verdict, because the approximation below fails for
// fewer.
const fewestGames = 16

// ratio returns the log likelihood ratio of elo1 over elo0, by the normal approximation of the mean
// of the points. It is 0 before there are enough games.
func (t SPRT) ratio(s Score) float64 {
	n, mean := float64(s.Games), s.Share()
	if s.Games < fewestGames {
		return 0
	}
	// a floor, so that equal results of all games don't make the test too certain
	variance := max(s.square/n-mean*mean, 1/(4*n))
	s0, s1 := Expected(t.Elo0), Expected(t.Elo1)
	return n * (s1 - s0) * (2*mean - s0 - s1) / (2 * variance)
}

// Verdict returns "elo1" or "elo0" when the test has ended, and "" before.
func (t SPRT) Verdict(s Score) string {
	switch r := t.ratio(s); {
	case r >= sprtBound:
		return "elo1"
	case r <= -sprtBound:
		return "elo0"
	}
	return ""
}

// BradleyTerry returns ratings in Elo, with a mean of 0; points[i][j] are the points of i against
// j. Each player gets a hundredth of a drawn game against each opponent, so that a player who has
// won all games has a rating too.
func BradleyTerry(points [][]float64) []float64 {
	const rounds, prior = 10_000, 0.005
	strength, next := make([]float64, len(points)), make([]float64, len(points))
	for i := range strength {
		strength[i] = 1
	}
	for range rounds {
		change, logs := 0.0, 0.0
		for i := range points {
			won, weight := 0.0, 0.0
			for j := range points {
				if met := points[i][j] + points[j][i]; met > 0 {
					won += points[i][j] + prior
					weight += (met + 2*prior) / (strength[i] + strength[j])
				}
			}
			if next[i] = strength[i]; weight > 0 {
				next[i] = won / weight
			}
			logs += math.Log(next[i])
		}
		for i := range next {
			next[i] /= math.Exp(logs / float64(len(next)))
			change = max(change, math.Abs(math.Log(next[i]/strength[i])))
			strength[i] = next[i]
		}
		if change < 1e-9 {
			break
		}
	}
	ratings := make([]float64, len(points))
	for i, s := range strength {
		ratings[i] = 400 * math.Log10(s)
	}
	return ratings
}
