package tourney

import (
	"math/bits"
	"math/rand/v2"
	"slices"
	"testing"
)

// price is the cost of a round, the most important part first: the number of first moves more than
// two out of balance, how far the bye is above the lowest score in half points, the sum of squared
// differences in half points, and the number of players who are two out of balance.
type price [4]int

var unpairable = price{1 << 30}

// exhaustive pairs a round by full search, to check the format Swiss. It uses dynamic programming
// over sets of at most 14 places; the place after the last player means a bye.
type exhaustive struct {
	p     *swissPairer
	last  bool
	fresh []Entrant // players who joined after the round before
	known map[uint32]price
}

// least returns the lowest price of a round for a set of places, without rematches and second byes.
func (x *exhaustive) least(set uint32) price {
	if set == 0 {
		return price{}
	}
	if c, ok := x.known[set]; ok {
		return c
	}
	best := unpairable
	i := bits.TrailingZeros32(set)
	for j := i + 1; j <= len(x.p.players); j++ {
		if set&(1<<j) == 0 {
			continue
		}
		one, ok := x.price(i, j)
		rest := x.least(set &^ (1<<i | 1<<j))
		if ok && rest != unpairable {
			for k := range one {
				one[k] += rest[k]
			}
			if slices.Compare(one[:], best[:]) < 0 {
				best = one
			}
		}
	}
	x.known[set] = best
	return best
}

func (x *exhaustive) price(i, j int) (price, bool) {
	last := x.p.players[len(x.p.players)-1]
	a := x.p.players[i]
	if j == len(x.p.players) {
		above := int(2*x.p.points[a] - 2*x.p.points[last])
		if slices.Contains(x.fresh, a) { // a player who has just joined late is the last to get a bye
			above = int(2*x.p.points[x.p.players[0]]-2*x.p.points[last]) + 1
		}
		return price{1: above}, x.p.byes[a] == 0
	}
	b := x.p.players[j]
	least := unpairable
	for _, first := range []Entrant{a, b} {
		out := price{}
		for _, after := range []int{x.p.balance[first] + 1, x.p.balance[a+b-first] - 1} {
			switch {
			case after > 2:
				out[0] += after - 2
			case after < -2:
				out[0] -= after + 2
			}
			if after > 1 || after < -1 {
				out[3]++
			}
		}
		if x.last && x.p.points[a] == x.p.points[x.p.players[0]] && x.p.points[b] == x.p.points[a] {
			out[0] = 0
		}
		if slices.Compare(out[:], least[:]) < 0 {
			least = out
		}
	}
	d := int(2*x.p.points[a] - 2*x.p.points[b])
	least[2] = d * d
	return least, !x.p.met[[2]Entrant{a, b}]
}

// of returns the price of a paired round.
func (x *exhaustive) of(t *testing.T, games []Pairing) (sum price) {
	t.Helper()
	for _, g := range games {
		i, j := slices.Index(x.p.players, g[0]), len(x.p.players)
		if !g.Bye() {
			j = slices.Index(x.p.players, g[1])
		}
		one, ok := x.price(min(i, j), max(i, j))
		if !ok {
			t.Errorf("%v is a rematch or a second bye", g)
		}
		for k := range one {
			sum[k] += one[k]
		}
	}
	return sum
}

// F74, F78: compared with a full search, Swiss finds a round whenever there is one. Nobody is
// more than two out of balance who need not be; then it has the lowest bye, then the nearest points,
// then the best balance.
func TestF78_SwissAgainstAnExhaustiveSearch(t *testing.T) {
	rounds, uneven, unbalanced := 0, 0, 0
	for seed := range uint64(200) {
		rng := rand.New(rand.NewPCG(seed, 78))
		s := State{Entrants: 3 + rng.IntN(9), Seats: 2, Seed: seed, Rounds: []int{3, 5, 20}[seed%3]}
		s.Missed = []float64{0, 0.5}[seed%2]
		var fresh []Entrant
		for len(s.in()) >= 2 && len(s.Played) < s.Rounds {
			games := Swiss{}.Next(s)
			x := &exhaustive{p: newSwissPairer(s), last: len(s.Played)+1 == s.Rounds, fresh: fresh, known: map[uint32]price{}}
			n := len(x.p.players)
			want := x.least(1<<(n+n%2) - 1)
			if (games == nil) != (want == unpairable) {
				t.Errorf("seed %d, round %d: %v is paired, and the search finds a price of %v", seed, len(s.Played)+1,
					games, want)
			}
			if games == nil {
				break
			}
			if got := x.of(t, games); got != want {
				t.Errorf("seed %d, round %d: %v has the price %v, want %v", seed, len(s.Played)+1, games, got, want)
			}
			rounds++
			if want[2] > 0 {
				uneven++
			}
			if want[3] > 0 {
				unbalanced++
			}
			s.Played = append(s.Played, results(games, rng, 0.2))
			if fresh = nil; seed%4 > 1 && rng.Float64() < 0.3 && 2*len(s.Played) <= s.Rounds && s.Entrants < 13 {
				fresh = s.enter(1)
			}
			for range 2 {
				if in := s.in(); rng.Float64() < 0.1 && len(in) > 2 {
					s.Out = append(s.Out, in[rng.IntN(len(in))])
				}
			}
		}
	}
	t.Logf("%d rounds, %d with unequal points, %d with somebody two out of balance", rounds, uneven, unbalanced)
	if rounds < 700 || uneven == 0 || unbalanced == 0 {
		t.Errorf("%d rounds, %d uneven, %d out of balance: the test sees too little", rounds, uneven, unbalanced)
	}
}
