package tourney

import (
	"cmp"
	"math/bits"
	"math/rand/v2"
	"slices"

	"paddock/games/tourney/matching"
)

// Swiss pairs entrants of similar points over a few rounds (F74). Nobody meets twice. A bye counts
// as a win, and each entrant has at most one. Everybody moves first as often as second, ±1 where
// possible. After withdrawals there may be too many entrants who have moved first too often.
type Swiss struct{}

func (Swiss) Name() string { return "swiss" }

// Sizes returns 2 and 2, because each game is for two players.
func (Swiss) Sizes() (smallest, largest int) { return 2, 2 }

// Breaks returns the tie-breaks of F76.
func (Swiss) Breaks() []string { return []string{"Buchholz", "head to head", "score difference"} }

func (f Swiss) Next(s State) []Pairing {
	rounds := s.Rounds
	if rounds == 0 {
		rounds = bits.Len(uint(max(s.Entrants, 2) - 1)) // the logarithm of the number of entrants to base 2, rounded up
	}
	if len(s.Played) >= rounds {
		return nil
	}
	p := newSwissPairer(s)
	if len(p.players) < 2 {
		return nil
	}
	return p.pair()
}

// swissPairer pairs a round at the lowest cost. The costs are, in this order: first moves out of
// balance; a bye for an entrant above the lowest possible one; differences in points; and opponents
// from the same half of a score group.
type swissPairer struct {
	players []Entrant // remaining entrants, best first
	points  []float64
	group   []int // by index in players: the number of players with the same points
	met     map[[2]Entrant]bool
	balance []int // by index in players: first moves minus second moves
	byes    []int
	weights [3]int64 // costs of an imbalance by one, of a bye one place above the lowest, and of a squared half point
}

func newSwissPairer(s State) *swissPairer {
	p := &swissPairer{
		players: s.in(), points: s.points(), met: map[[2]Entrant]bool{}, balance: make([]int, s.Entrants),
		byes: make([]int, s.Entrants),
	}
	for _, round := range s.Played {
		for _, r := range round {
			if r.Pairing.Bye() {
				p.byes[r.Pairing[0]]++
				continue
			}
			a, b := r.Pairing[0], r.Pairing[1]
			p.met[[2]Entrant{a, b}], p.met[[2]Entrant{b, a}] = true, true
			p.balance[a]++
			p.balance[b]--
		}
	}
	// Within a score group the order is random, but the same in each round.
	lot := rand.New(rand.NewPCG(s.Seed, 0x7377697373)).Perm(s.Entrants)
	slices.SortFunc(p.players, func(a, b Entrant) int {
		return cmp.Or(cmp.Compare(p.points[b], p.points[a]), cmp.Compare(lot[a], lot[b]))
	})
	p.measure()
	return p
}

// measure finds the score groups, and weights so that all lesser costs together stay below one unit
// of a greater one.
func (p *swissPairer) measure() {
	same := map[float64]int{}
	for _, e := range p.players {
		same[p.points[e]]++
	}
	p.group = make([]int, len(p.players))
	for i, e := range p.players {
		p.group[i] = same[p.points[e]]
	}
	pairs, spread := int64(len(p.players)/2+1), int64(0)
	if len(p.players) > 0 {
		spread = p.halfPoints(p.players[0], p.players[len(p.players)-1])
	}
	p.weights[2] = pairs*mostFold + 1
	p.weights[1] = pairs*spread*spread*p.weights[2] + p.weights[2]
	p.weights[0] = int64(len(p.players)+1) * p.weights[1]
}

func (p *swissPairer) halfPoints(a, b Entrant) int64 { return int64(2 * (p.points[a] - p.points[b])) }

// pair returns the cheapest round, or nil if every round has a rematch or a second bye. With an odd
// number one player is paired with nobody.
func (p *swissPairer) pair() (games []Pairing) {
	n := len(p.players)
	nobody := n // an index after the players, which stands for a bye
	partner, ok := matching.Cheapest(n+n%2, func(i, j int) int64 {
		if j == nobody {
			return p.byeCost(i)
		}
		return p.cost(i, j)
	})
	if !ok {
		return nil
	}
	var bye []Pairing
	for i, j := range partner[:n] {
		switch {
		case j == nobody:
			bye = []Pairing{{p.players[i]}}
		case i < j:
			games = append(games, p.seat(p.players[i], p.players[j]))
		}
	}
	return append(games, bye...)
}

func (p *swissPairer) byeCost(i int) int64 {
	if p.byes[p.players[i]] > 0 {
		return matching.Forbidden
	}
	return int64(len(p.players)-1-i) * p.weights[1]
}

// mostFold limits the cost of a pair that is not half a score group apart.
const mostFold = 15

// cost returns the cost of a game between the players at two places, i < j.
func (p *swissPairer) cost(i, j int) int64 {
	a, b := p.players[i], p.players[j]
	if p.met[[2]Entrant{a, b}] {
		return matching.Forbidden
	}
	cost := p.unbalance(p.seat(a, b)) * p.weights[0]
	d := p.halfPoints(a, b)
	if cost += d * d * p.weights[2]; d == 0 {
		cost += int64(min(abs(j-i-p.group[i]/2), mostFold))
	}
	return cost
}

// unbalance returns how much a game puts first moves out of balance: the squares of the excess over
// ±1.
func (p *swissPairer) unbalance(game Pairing) int64 {
	over := func(balance int) int64 {
		n := int64(min(max(abs(balance)-1, 0), 4))
		return n * n
	}
	return over(p.balance[game[0]]+1) + over(p.balance[game[1]]-1)
}

// seat returns the pairing in which the player with fewer first moves moves first.
func (p *swissPairer) seat(a, b Entrant) Pairing {
	if p.balance[a] > p.balance[b] || p.balance[a] == p.balance[b] && (a+b)%2 == 1 {
		a, b = b, a
	}
	return Pairing{a, b}
}

func abs(n int) int { return max(n, -n) }

// Standings counts 1 for a win or bye and ½ for a tie.
func (Swiss) Standings(s State) []Standing {
	list := make([]Standing, s.Entrants)
	points := s.points()
	for e := range list {
		me := Entrant(e)
		list[e] = Standing{
			Entrant: me, Points: points[e],
			Breaks: []float64{s.buchholz(me, points), s.headToHead(me, points), float64(s.difference(me))},
		}
	}
	return rank(list)
}

// buchholz returns the sum of the points of all opponents.
func (s *State) buchholz(me Entrant, points []float64) (sum float64) {
	for other := range Entrant(s.Entrants) {
		if other != me {
			sum += float64(len(s.between(me, other))) * points[other]
		}
	}
	return sum
}
