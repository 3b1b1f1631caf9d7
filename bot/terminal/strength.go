package terminal

import "math"

// score is what a player has made of games against another: a win is 1, a draw a half, and a place shared by several winners its share.
type score struct {
	Games  int     `json:"games"`
	Points float64 `json:"points"`
	square float64 // the sum of the squares of the points
}

func (s *score) add(points float64) {
	s.Games++
	s.Points += points
	s.square += points * points
}

func (s score) share() float64 {
	if s.Games == 0 {
		return math.NaN()
	}
	return s.Points / float64(s.Games)
}

// interval is Wilson's interval of 95 % for the share. With draws it is a little too wide, never too narrow.
func (s score) interval() (low, high float64) {
	const z = 1.959964
	n, p := float64(s.Games), s.share()
	if n == 0 {
		return 0, 1
	}
	middle := (p + z*z/(2*n)) / (1 + z*z/n)
	half := z / (1 + z*z/n) * math.Sqrt(p*(1-p)/n+z*z/(4*n*n))
	return max(0, middle-half), min(1, middle+half)
}

// expected is the share of points that a lead in Elo promises.
func expected(elo float64) float64 { return 1 / (1 + math.Pow(10, -elo/400)) }

// sprt is a sequential probability ratio test: is the first player elo0 ahead or elo1? Both errors are at 5 %.
type sprt struct{ elo0, elo1 float64 }

// sprtBound is the log likelihood ratio at which the test is over: ln(0.95/0.05).
var sprtBound = math.Log(0.95 / 0.05)

// fewestGames is how many games the test wants to see, for the approximation below knows nothing of fewer.
const fewestGames = 16

// ratio is the log likelihood ratio of elo1 over elo0, by the normal approximation of the points' mean; 0 before there are enough games.
func (t sprt) ratio(s score) float64 {
	n, mean := float64(s.Games), s.share()
	if s.Games < fewestGames {
		return 0
	}
	variance := max(s.square/n-mean*mean, 1/(4*n)) // games that have all ended alike are not certain to go on so
	s0, s1 := expected(t.elo0), expected(t.elo1)
	return n * (s1 - s0) * (2*mean - s0 - s1) / (2 * variance)
}

// verdict is "elo1" or "elo0" when the test is over, and empty before.
func (t sprt) verdict(s score) string {
	switch r := t.ratio(s); {
	case r >= sprtBound:
		return "elo1"
	case r <= -sprtBound:
		return "elo0"
	}
	return ""
}

// bradleyTerry rates players by their points against each other (points[i][j] are those of i against j), in Elo, with a mean of 0. Everybody is
// given a hundredth of a drawn game against everybody they have met, so that who has won all is rated too.
func bradleyTerry(points [][]float64) []float64 {
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
