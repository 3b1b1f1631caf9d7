package tourney

import (
	"math/rand/v2"
)

// League is for games of three or four (F75): a fixed number of rounds with company and seats as balanced as can be, and 4, 3, 2, 1 points by place;
// shared places share the sum of their points.
type League struct{}

const (
	leagueRounds = 4
	leagueTries  = 300
)

// Name is "league".
func (League) Name() string { return "league" }

// Sizes are those of any game; it is meant for three or four.
func (League) Sizes() (smallest, largest int) { return 2, 4 }

// Breaks are those of F76.
func (League) Breaks() []string { return []string{"wins", "score"} }

// Next deals the next round: of many shuffles the one in which people have met, and sat, as seldom as possible before.
func (League) Next(s State) []Pairing {
	rounds := s.Rounds
	if rounds == 0 {
		rounds = leagueRounds
	}
	players := s.in()
	if len(s.Played) >= rounds || len(players) < 2 {
		return nil
	}
	sizes := groups(len(players), s.Seats)
	met, sat := s.company()
	rng := rand.New(rand.NewPCG(s.Seed, uint64(len(s.Played))))
	var best []Pairing
	bestCost := 0
	for range leagueTries {
		rng.Shuffle(len(players), func(i, j int) { players[i], players[j] = players[j], players[i] })
		games := deal(players, sizes)
		cost := 0
		for _, g := range games {
			cost += g.cost(met, sat)
		}
		if best == nil || cost < bestCost {
			best, bestCost = games, cost
		}
	}
	return best
}

// company counts how often two have met and how often each has sat on a seat.
func (s *State) company() (met map[[2]Entrant]int, sat map[Entrant][4]int) {
	met, sat = map[[2]Entrant]int{}, map[Entrant][4]int{}
	for _, round := range s.Played {
		for _, r := range round {
			for i, a := range r.Pairing {
				seats := sat[a]
				seats[i]++
				sat[a] = seats
				for _, b := range r.Pairing {
					met[[2]Entrant{a, b}]++
				}
			}
		}
	}
	return met, sat
}

func (p Pairing) cost(met map[[2]Entrant]int, sat map[Entrant][4]int) (cost int) {
	for i, a := range p {
		cost += sat[a][i] * sat[a][i]
		for _, b := range p[:i] {
			n := met[[2]Entrant{a, b}]
			cost += 8 * n * n
		}
	}
	return cost
}

// Standings adds up the points.
func (League) Standings(s State) []Standing {
	list := make([]Standing, s.Entrants)
	for e := range list {
		list[e] = Standing{Entrant: Entrant(e), Breaks: []float64{0, 0}}
	}
	for _, round := range s.Played {
		for _, r := range round {
			if r.Pairing.Bye() {
				continue
			}
			for seat, e := range r.Pairing {
				list[e].Points += shared(r.Place, seat)
				if r.Place[seat] == 1 {
					list[e].Breaks[0]++
				}
				if seat < len(r.Score) {
					list[e].Breaks[1] += float64(r.Score[seat])
				}
			}
		}
	}
	return rank(list)
}

// shared is 5 less the place, averaged over the places that are shared.
func shared(places []int, seat int) float64 {
	n := 0
	for _, p := range places {
		if p == places[seat] {
			n++
		}
	}
	first := 5 - places[seat]
	return float64(first) - float64(n-1)/2
}
