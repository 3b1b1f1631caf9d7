package tourney

// RoundRobin lets every pair meet once, or Rounds times with the order swapped each time (F73).
// Each entrant moves first in half of its games, ±1.
type RoundRobin struct{}

func (RoundRobin) Name() string { return "roundrobin" }

// Sizes returns 2 and 2, because each game is for two players.
func (RoundRobin) Sizes() (smallest, largest int) { return 2, 2 }

// Breaks returns the tie-breaks of F76.
func (RoundRobin) Breaks() []string {
	return []string{"head to head", "Sonneborn–Berger", "score difference"}
}

// Next pairs the next round by the circle method. That is the first round in which two remaining
// entrants have met less often than planned. Rounds whose games all involve entrants who withdrew
// are skipped.
func (RoundRobin) Next(s State) []Pairing {
	n := s.Entrants + s.Entrants%2 // for an odd number, the last place of the circle stands for a bye
	cycles := max(s.Rounds, 1)
	for round := range cycles * (n - 1) {
		cycle := round / (n - 1)
		var games []Pairing
		for _, p := range circle(n, round%(n-1)) {
			a, b := p[0], p[1]
			if int(b) >= s.Entrants || int(a) >= s.Entrants || s.isOut(a) || s.isOut(b) ||
				len(s.between(a, b)) > cycle {
				continue
			}
			if cycle%2 == 1 {
				a, b = b, a
			}
			games = append(games, Pairing{a, b})
		}
		if len(games) > 0 {
			return games
		}
	}
	return nil
}

// circle returns one round of the circle method for an even number n of players. Player n-1 keeps
// the place and the others rotate. Of two players on the circle, the one with the shorter way
// clockwise to the other moves first. So everybody is first in half of these games. Player n-1
// alternates.
func circle(n, round int) (pairs [][2]Entrant) {
	m := n - 1
	still, partner := Entrant(m), Entrant(round)
	if round%2 == 0 {
		pairs = append(pairs, [2]Entrant{partner, still})
	} else {
		pairs = append(pairs, [2]Entrant{still, partner})
	}
	for d := 1; d <= m/2; d++ {
		a, b := (round+d)%m, (round-d+m)%m
		if (b-a+m)%m > m/2 {
			a, b = b, a
		}
		pairs = append(pairs, [2]Entrant{Entrant(a), Entrant(b)})
	}
	return pairs
}

// Standings counts 1 for a win and ½ for a shared first place.
func (RoundRobin) Standings(s State) []Standing {
	list := make([]Standing, s.Entrants)
	points := s.points()
	for e := range list {
		me := Entrant(e)
		list[e] = Standing{
			Entrant: me, Points: points[e],
			Breaks: []float64{s.headToHead(me, points), s.sonneborn(me, points), float64(s.difference(me))},
		}
	}
	return rank(list)
}

// points returns wins plus half points in games of two; a bye is a win. Missed rounds count as the
// organiser said.
func (s *State) points() []float64 {
	points := make([]float64, s.Entrants)
	for e := range points {
		points[e] = s.gift(Entrant(e))
	}
	for _, round := range s.Played {
		for _, r := range round {
			won := r.winners()
			for _, e := range won {
				points[e] += 1 / float64(len(won))
			}
		}
	}
	return points
}

// headToHead returns an entrant's points against those with equally many points.
func (s *State) headToHead(me Entrant, points []float64) (sum float64) {
	for other := range Entrant(s.Entrants) {
		if other != me && points[other] == points[me] {
			sum += s.wonAgainst(me, other)
		}
	}
	return sum
}

func (s *State) wonAgainst(me, other Entrant) (sum float64) {
	for _, m := range s.between(me, other) {
		switch {
		case m.place[0] < m.place[1]:
			sum++
		case m.place[0] == m.place[1]:
			sum += 0.5
		}
	}
	return sum
}

// sonneborn returns the points of the opponents an entrant beat, plus half of those it tied with.
func (s *State) sonneborn(me Entrant, points []float64) (sum float64) {
	for other := range Entrant(s.Entrants) {
		if other != me {
			sum += s.wonAgainst(me, other) * points[other]
		}
	}
	return sum
}

// difference returns the sum of an entrant's scores minus those of its opponents.
func (s *State) difference(me Entrant) (sum int) {
	for _, round := range s.Played {
		for _, r := range round {
			for seat, e := range r.Pairing {
				if e == me {
					sum += lead(r.Score, seat)
				}
			}
		}
	}
	return sum
}
