package tourney

import "slices"

// League is for games of three or four (F75). It has a fixed number of rounds, in which meetings
// and seats are spread as evenly as possible. Places score 4, 3, 2, 1 points; shared places share
// the sum of their points. A game of two occurs only if the game is for two, or if threes and fours
// do not add up to the number of players. With an odd number in games of two each player in turn
// has a bye, which counts as a first place.
type League struct{}

const leagueRounds = 4

func (League) Name() string { return "league" }

// Sizes returns 2 and 4, because each game is for two to four players.
func (League) Sizes() (smallest, largest int) { return 2, 4 }

// Breaks returns the names of the tie-breaks (F76).
func (League) Breaks() []string { return []string{"wins", "score"} }

// Next returns the next round of the schedule that was made for all rounds at the beginning. When
// somebody has withdrawn or joined late, it schedules the remaining rounds again.
func (League) Next(s State) []Pairing {
	rounds, players := leagueLength(s), s.in()
	if len(s.Played) >= rounds || len(players) < 2 {
		return nil
	}
	now := len(s.Played)
	from := s.sameField(players)
	plan := newSchedule(s, from, players, rounds-from).find()
	for i, round := range s.Played[from:] {
		if !plays(round, plan[i]) { // the round was paired differently, because the field had changed
			plan, from = newSchedule(s, now, players, rounds-now).find(), now
			break
		}
	}
	return plan[now-from]
}

// leagueLength returns the number of rounds.
func leagueLength(s State) int {
	if s.Rounds > 0 {
		return s.Rounds
	}
	return leagueRounds
}

// sameField returns the first round from which on exactly these players have played.
func (s *State) sameField(players []Entrant) int {
	for from := len(s.Played); from > 0; from-- {
		var field []Entrant
		for _, r := range s.Played[from-1] {
			field = append(field, r.Pairing...)
		}
		if slices.Sort(field); !slices.Equal(field, players) {
			return from
		}
	}
	return 0
}

// plays reports whether a round was played as planned.
func plays(round []Result, plan []Pairing) bool {
	return slices.EqualFunc(round, plan, func(r Result, p Pairing) bool { return slices.Equal(r.Pairing, p) })
}

func (League) Standings(s State) []Standing {
	list := make([]Standing, s.Entrants)
	for e := range list {
		list[e] = Standing{Entrant: Entrant(e), Points: s.gift(Entrant(e)), Breaks: []float64{0, 0}}
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

// shared returns 5 minus the place of a seat. Seats that share places get the average.
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
