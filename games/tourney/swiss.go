package tourney

import (
	"cmp"
	"math/bits"
	"math/rand/v2"
	"slices"
)

// Swiss pairs equals with equals over a few rounds (F74): nobody meets twice, a bye counts as a win and comes at most once to each, and everybody moves
// first as often as second, ±1.
type Swiss struct{}

// Name is "swiss".
func (Swiss) Name() string { return "swiss" }

// Sizes are two.
func (Swiss) Sizes() (smallest, largest int) { return 2, 2 }

// Breaks are those of F76.
func (Swiss) Breaks() []string { return []string{"Buchholz", "head to head", "score difference"} }

// Next pairs the next round.
func (f Swiss) Next(s State) []Pairing {
	rounds := s.Rounds
	if rounds == 0 {
		rounds = bits.Len(uint(max(s.Entrants, 2) - 1)) // ⌈log₂ n⌉
	}
	if len(s.Played) >= rounds {
		return nil
	}
	p := newSwissPairer(s)
	if len(p.players) < 2 {
		return nil
	}
	for _, slack := range []int{1, 2, 99} { // how unbalanced first moves may become; more only if nothing else is left
		p.slack = slack
		if games := p.pair(); games != nil {
			return games
		}
	}
	return nil // everybody has met everybody
}

type swissPairer struct {
	players []Entrant // still in, best first
	points  []float64
	met     map[[2]Entrant]bool
	balance []int // first moves less second moves
	byes    []int
	slack   int
	budget  int
}

func newSwissPairer(s State) *swissPairer {
	p := &swissPairer{players: s.in(), points: s.points(), met: map[[2]Entrant]bool{}, balance: make([]int, s.Entrants), byes: make([]int, s.Entrants)}
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
	// Within a score group the order is by lot, the same in each round.
	lot := rand.New(rand.NewPCG(s.Seed, 0x7377697373)).Perm(s.Entrants)
	slices.SortFunc(p.players, func(a, b Entrant) int {
		return cmp.Or(cmp.Compare(p.points[b], p.points[a]), cmp.Compare(lot[a], lot[b]))
	})
	return p
}

// pair tries byes from the lowest player upwards.
func (p *swissPairer) pair() []Pairing {
	p.budget = 200_000
	if len(p.players)%2 == 0 {
		return p.match(p.players, nil)
	}
	for i := len(p.players) - 1; i >= 0; i-- {
		if p.byes[p.players[i]] > 0 {
			continue
		}
		rest := slices.Delete(slices.Clone(p.players), i, i+1)
		if games := p.match(rest, nil); games != nil {
			return append(games, Pairing{p.players[i]})
		}
	}
	return nil
}

// match finds opponents for all, the best player first, each time as near in points as can be and, among equals, from the other half of the group.
func (p *swissPairer) match(left []Entrant, games []Pairing) []Pairing {
	if len(left) == 0 {
		return games
	}
	if p.budget--; p.budget < 0 {
		return nil
	}
	a := left[0]
	group := 1
	for group < len(left) && p.points[left[group]] == p.points[a] {
		group++
	}
	candidates := make([]int, 0, len(left)-1)
	for i := 1; i < len(left); i++ {
		candidates = append(candidates, i)
	}
	slices.SortStableFunc(candidates, func(i, j int) int {
		x, y := left[i], left[j]
		return cmp.Or(cmp.Compare(p.points[y], p.points[x]), cmp.Compare(abs(i-group/2), abs(j-group/2)))
	})
	for _, i := range candidates {
		b := left[i]
		game, ok := p.seat(a, b)
		if !ok {
			continue
		}
		rest := slices.Delete(slices.Clone(left[1:]), i-1, i)
		if all := p.match(rest, append(games, game)); all != nil {
			return all
		}
	}
	return nil
}

// seat says who of two moves first; false if they have met or one would move first, or second, too often.
func (p *swissPairer) seat(a, b Entrant) (Pairing, bool) {
	if p.met[[2]Entrant{a, b}] {
		return nil, false
	}
	if p.balance[a] > p.balance[b] || p.balance[a] == p.balance[b] && (a+b)%2 == 1 {
		a, b = b, a
	}
	ok := p.balance[a]+1 <= p.slack && p.balance[b]-1 >= -p.slack
	return Pairing{a, b}, ok
}

func abs(n int) int { return max(n, -n) }

// Standings counts 1 for a win or bye and ½ for a tie.
func (Swiss) Standings(s State) []Standing {
	list := make([]Standing, s.Entrants)
	points := s.points()
	for e := range list {
		me := Entrant(e)
		list[e] = Standing{Entrant: me, Points: points[e], Breaks: []float64{s.buchholz(me, points), s.headToHead(me, points), float64(s.difference(me))}}
	}
	return rank(list)
}

// buchholz is the points of all opponents.
func (s *State) buchholz(me Entrant, points []float64) (sum float64) {
	for other := range Entrant(s.Entrants) {
		if other != me {
			sum += float64(len(s.between(me, other))) * points[other]
		}
	}
	return sum
}
