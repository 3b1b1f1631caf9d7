package tourney

import (
	"math/bits"
	"math/rand/v2"
	"slices"
	"testing"
)

// price is the cost of a round, the weightiest part first: first moves out of balance, the distance
// of the bye from the lowest place, squares of half points.
type price [3]int

var unpairable = price{1 << 30}

// exhaustive pairs by full search, as an oracle for Swiss. It uses dynamic programming over sets of
// at most 14 places; the place after the last player means a bye.
type exhaustive struct {
	p     *swissPairer
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
	n := len(x.p.players)
	a := x.p.players[i]
	if j == n {
		return price{1: n - 1 - i}, x.p.byes[a] == 0
	}
	b := x.p.players[j]
	square := func(balance int) int {
		if balance < 0 {
			balance = -balance
		}
		return max(balance-1, 0) * max(balance-1, 0)
	}
	out := min(square(x.p.balance[a]+1)+square(x.p.balance[b]-1), square(x.p.balance[b]+1)+square(x.p.balance[a]-1))
	d := int(2*x.p.points[a] - 2*x.p.points[b])
	return price{0: out, 2: d * d}, !x.p.met[[2]Entrant{a, b}]
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

// F74, F78: compared with a full search, Swiss finds a round whenever there is one. It has the best
// balance of first moves, then the lowest bye, then the nearest points.
func TestF78_SwissAgainstAnExhaustiveSearch(t *testing.T) {
	rounds, unbalanced := 0, 0
	for seed := range uint64(200) {
		rng := rand.New(rand.NewPCG(seed, 78))
		s := State{Entrants: 3 + rng.IntN(9), Seats: 2, Seed: seed, Rounds: 20}
		for len(s.in()) >= 2 {
			games := Swiss{}.Next(s)
			x := &exhaustive{p: newSwissPairer(s), known: map[uint32]price{}}
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
			if rounds++; want[0] > 0 {
				unbalanced++
			}
			s.Played = append(s.Played, results(games, rng, 0.2))
			for range 2 {
				if in := s.in(); rng.Float64() < 0.1 && len(in) > 2 {
					s.Out = append(s.Out, in[rng.IntN(len(in))])
				}
			}
		}
	}
	t.Logf("%d rounds, in %d of which ±1 can't be had", rounds, unbalanced)
	if rounds < 800 || unbalanced == 0 {
		t.Errorf("%d rounds, %d out of balance: the test sees too little", rounds, unbalanced)
	}
}
