package tourney

import (
	"math"
	"math/bits"
	"math/rand/v2"
	"testing"
)

// exhaustive pairs by trying everything, as an oracle for Swiss: dynamic programming over sets of players, at most 14.
type exhaustive struct {
	p     *swissPairer
	slack int
	known map[uint32]float64
}

// cost is the smallest sum of squared differences in points with which a set of players can be paired, without rematches and with first moves
// balanced within the slack; infinite if it can't.
func (x *exhaustive) cost(set uint32) float64 {
	if set == 0 {
		return 0
	}
	if c, ok := x.known[set]; ok {
		return c
	}
	best := math.Inf(1)
	i := bits.TrailingZeros32(set)
	for j := i + 1; j < len(x.p.players); j++ {
		a, b := x.p.players[i], x.p.players[j]
		if set&(1<<j) == 0 || !x.allowed(a, b) {
			continue
		}
		d := x.p.points[a] - x.p.points[b]
		best = min(best, d*d+x.cost(set&^(1<<i|1<<j)))
	}
	x.known[set] = best
	return best
}

func (x *exhaustive) allowed(a, b Entrant) bool {
	fits := func(first, second Entrant) bool {
		return x.p.balance[first]+1 <= x.slack && x.p.balance[second]-1 >= -x.slack
	}
	return !x.p.met[[2]Entrant{a, b}] && (fits(a, b) || fits(b, a))
}

// paired is the smallest cost of a round and who then has the bye (-1 if nobody): the lowest who has had none and without whom the rest can be paired.
func (x *exhaustive) paired() (cost float64, bye int) {
	all := uint32(1)<<len(x.p.players) - 1
	if len(x.p.players)%2 == 0 {
		return x.cost(all), -1
	}
	for i := len(x.p.players) - 1; i >= 0; i-- {
		if c := x.cost(all &^ (1 << i)); x.p.byes[x.p.players[i]] == 0 && !math.IsInf(c, 1) {
			return c, i
		}
	}
	return math.Inf(1), -1
}

// F74, F78: against an exhaustive search, Swiss finds a round wherever there is one, keeps first moves as balanced as can be, gives the bye to the
// lowest who may have it, and seldom pairs people further apart than need be.
func TestF78_SwissAgainstAnExhaustiveSearch(t *testing.T) {
	rounds, best := 0, 0
	for seed := range uint64(150) {
		rng := rand.New(rand.NewPCG(seed, 78))
		s := State{Entrants: 3 + rng.IntN(9), Seats: 2, Seed: seed, Rounds: 20}
		for {
			games := Swiss{}.Next(s)
			cost, slack, bye := math.Inf(1), 1, -1
			p := newSwissPairer(s)
			for _, slack = range []int{1, 2, 99} {
				x := &exhaustive{p: p, slack: slack, known: map[uint32]float64{}}
				if cost, bye = x.paired(); !math.IsInf(cost, 1) || len(p.players) < 2 {
					break
				}
			}
			if len(p.players) < 2 || math.IsInf(cost, 1) {
				if games != nil {
					t.Errorf("seed %d: %v is paired, and the search finds nothing", seed, games)
				}
				break
			}
			if games == nil {
				t.Errorf("seed %d, round %d: nothing is paired, and there is a round of cost %v", seed, len(s.Played)+1, cost)
				break
			}
			got := 0.0
			var round []Result
			for _, g := range games {
				round = append(round, result(g, rng, 0.2))
				if g.Bye() {
					if bye < 0 || g[0] != p.players[bye] {
						t.Errorf("seed %d, round %d: %d has the bye, want the player at %d of %v", seed, len(s.Played)+1, g[0], bye, p.players)
					}
					continue
				}
				d := p.points[g[0]] - p.points[g[1]]
				got += d * d
				if b := max(abs(p.balance[g[0]]+1), abs(p.balance[g[1]]-1)); b > slack {
					t.Errorf("seed %d: %v makes a balance of %d, and %d would do", seed, g, b, slack)
				}
			}
			if rounds++; got <= cost {
				best++
			}
			s.Played = append(s.Played, round)
			if in := s.in(); rng.Float64() < 0.1 && len(in) > 2 {
				s.Out = append(s.Out, in[rng.IntN(len(in))])
			}
		}
	}
	t.Logf("%d of %d rounds are as near in points as can be", best, rounds)
	if best*100 < rounds*85 {
		t.Errorf("only %d of %d rounds are as near in points as can be, want 85 %%", best, rounds)
	}
}
