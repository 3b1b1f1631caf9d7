package tourney

import (
	"cmp"
	"math/bits"
	"math/rand/v2"
	"slices"

	"paddock/games/tourney/matching"
)

// Swiss pairs entrants of equal points over a few rounds (F74). Nobody meets twice. A bye counts as
// a win, and each entrant has at most one. Points come before first moves: otherwise two unbeaten
// entrants of equal balance might not meet, and a tournament would end with two of them or with
// none. Nobody moves first more than twice oftener than second, or second than first, unless no
// other round can be paired, or as in FIDE's Dutch system to let the leaders meet in the last round.
type Swiss struct{}

func (Swiss) Name() string { return "swiss" }

// Sizes returns 2 and 2, because each game is for two players.
func (Swiss) Sizes() (smallest, largest int) { return 2, 2 }

// Breaks returns the tie-breaks of F76.
func (Swiss) Breaks() []string { return []string{"Buchholz", "head to head", "score difference"} }

func (f Swiss) Next(s State) []Pairing {
	if len(s.Played) >= swissRounds(s) || len(s.in()) < 2 {
		return nil
	}
	return newSwissPairer(s).pair()
}

// swissRounds returns the number of rounds: unless another is set, the logarithm of the number of
// entrants at the beginning to base 2, rounded up.
func swissRounds(s State) int {
	if s.Rounds > 0 {
		return s.Rounds
	}
	return bits.Len(uint(max(s.starters(), 2) - 1))
}

// swissPairer pairs a round of two entrants or more at the lowest cost. The costs are, in this order:
// first moves more than
// two out of balance; a bye for an entrant who has just joined late, or is above the lowest points;
// differences in points; first moves two out of balance; and opponents from the same half of a score
// group.
type swissPairer struct {
	players []Entrant // remaining entrants, best first
	points  []float64
	group   []int // by index in players: the number of players with the same points
	met     map[[2]Entrant]bool
	balance []int // by index in players: first moves minus second moves
	byes    []int
	fresh   []bool // joined late, and would play for the first time
	last    bool   // whether the round is the last one
	weights swissWeights
}

// swissWeights are the costs of one unit each. All lesser costs of a round together stay below one
// unit of a greater one.
type swissWeights struct {
	beyond  int64 // an entrant who is more than two out of balance, for each further move
	bye     int64 // each half point by which the bye is above the lowest
	points  int64 // a squared half point between opponents
	balance int64 // an entrant who is two out of balance
}

func newSwissPairer(s State) *swissPairer {
	p := &swissPairer{
		players: s.in(), points: s.points(), met: map[[2]Entrant]bool{}, balance: make([]int, s.Entrants),
		byes: make([]int, s.Entrants), fresh: make([]bool, s.Entrants), last: len(s.Played) == swissRounds(s)-1,
	}
	for e := range p.fresh {
		p.fresh[e] = len(s.Played) > 0 && s.since(Entrant(e)) == len(s.Played)
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

// measure finds the score groups and the weights.
func (p *swissPairer) measure() {
	same := map[float64]int{}
	for _, e := range p.players {
		same[p.points[e]]++
	}
	p.group = make([]int, len(p.players))
	for i, e := range p.players {
		p.group[i] = same[p.points[e]]
	}
	// A round has fewer pairs than this base, so that each weight exceeds the sum of all lesser
	// costs.
	pairs, spread := int64(len(p.players)/2+1), p.halfPoints(p.players[0], p.players[len(p.players)-1])
	w := &p.weights
	w.balance = pairs * mostFold
	w.points = 2 * pairs * w.balance
	w.bye = (pairs*spread*spread + 1) * w.points
	w.beyond = (spread + 2) * w.bye
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
	if p.fresh[p.players[i]] { // an entrant who has just joined should not get a bye
		return (p.halfPoints(p.players[0], p.players[len(p.players)-1]) + 1) * p.weights.bye
	}
	return p.halfPoints(p.players[i], p.players[len(p.players)-1]) * p.weights.bye
}

// mostFold limits the cost of a pair that is not half a score group apart.
const mostFold = 15

// cost returns the cost of a game between the players at two places, i < j.
func (p *swissPairer) cost(i, j int) int64 {
	a, b := p.players[i], p.players[j]
	if p.met[[2]Entrant{a, b}] {
		return matching.Forbidden
	}
	two, beyond := p.unbalance(p.seat(a, b))
	if best := p.points[p.players[0]]; p.last && p.points[a] == best && p.points[b] == best {
		beyond = 0
	}
	d := p.halfPoints(a, b)
	cost := beyond*p.weights.beyond + d*d*p.weights.points + two*p.weights.balance
	if d == 0 {
		cost += int64(min(abs(j-i-p.group[i]/2), mostFold))
	}
	return cost
}

// unbalance returns how many of both players a game puts two or more out of balance, and by how
// many moves it puts them beyond two.
func (p *swissPairer) unbalance(game Pairing) (two, beyond int64) {
	for _, after := range []int{p.balance[game[0]] + 1, p.balance[game[1]] - 1} {
		if abs(after) > 1 {
			two++
		}
		beyond += int64(max(abs(after)-2, 0))
	}
	return two, beyond
}

// seat returns the pairing in which the player with fewer first moves moves first.
func (p *swissPairer) seat(a, b Entrant) Pairing {
	if p.balance[a] > p.balance[b] || p.balance[a] == p.balance[b] && (a+b)%2 == 1 {
		a, b = b, a
	}
	return Pairing{a, b}
}

func abs(n int) int { return max(n, -n) }

// Standings counts 1 for a win or bye, ½ for a tie, and for missed rounds what the organiser said.
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
