package tourney

import "slices"

// League is for games of three or four (F75): a fixed number of rounds in which people meet, and sit, as evenly as can be, and 4, 3, 2, 1 points by place;
// shared places share the sum of their points. A game of two is dealt only where three and four don't add up to the number of players, or where the game is
// for two; a bye, which there is then with an odd number, counts as a first place and goes round.
type League struct{}

const leagueRounds = 4

// Name is "league".
func (League) Name() string { return "league" }

// Sizes are those of any game; it is meant for three or four.
func (League) Sizes() (smallest, largest int) { return 2, 4 }

// Breaks are those of F76.
func (League) Breaks() []string { return []string{"wins", "score"} }

// Next deals the next round: that of the schedule that was made for all rounds at the beginning, or anew when somebody withdrew.
func (League) Next(s State) []Pairing {
	rounds := s.Rounds
	if rounds == 0 {
		rounds = leagueRounds
	}
	players := s.in()
	if len(s.Played) >= rounds || len(players) < 2 {
		return nil
	}
	now := len(s.Played)
	from := s.sameField(players)
	plan := newSchedule(s, from, players, rounds-from).find()
	for i, round := range s.Played[from:] {
		if !plays(round, plan[i]) { // it was paired in another way
			plan, from = newSchedule(s, now, players, rounds-now).find(), now
			break
		}
	}
	return plan[now-from]
}

// sameField is the first round since which exactly these have played.
func (s *State) sameField(players []Entrant) int {
	for from := len(s.Played); from > 0; from-- {
		n := 0
		for _, r := range s.Played[from-1] {
			n += len(r.Pairing)
		}
		if n != len(players) { // nobody comes back, so the number tells
			return from
		}
	}
	return 0
}

// plays reports whether a round was played as planned.
func plays(round []Result, plan []Pairing) bool {
	return slices.EqualFunc(round, plan, func(r Result, p Pairing) bool { return slices.Equal(r.Pairing, p) })
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
				list[r.Pairing[0]].Points += shared([]int{1}, 0)
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
