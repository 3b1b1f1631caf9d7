package tourney

import "slices"

// Knockout is the course's format (F70, F71): games of as many as possible, all top finishers of a game go on in their order, the others are
// out. It ends with a final game of all who are left, or when two rounds running have exactly the same winners, or when fewer than
// two are left. Where games are for two and one is left over, it has a bye; nobody has a second one before all who are left have had one.
type Knockout struct{}

// Name is "knockout".
func (Knockout) Name() string { return "knockout" }

// Sizes are those of any game.
func (Knockout) Sizes() (smallest, largest int) { return 2, 4 }

// Breaks are none: who was knocked out in the same round shares a place.
func (Knockout) Breaks() []string { return nil }

// Next pairs the next round.
func (k Knockout) Next(s State) []Pairing {
	alive, over := k.alive(s)
	if over {
		return nil
	}
	sizes := groups(len(alive), s.Seats)
	if last := len(sizes) - 1; sizes[last] > 1 {
		return deal(alive, sizes)
	}
	i := s.nextBye(alive)
	return append(deal(slices.Delete(slices.Clone(alive), i, i+1), sizes[:len(sizes)-1]), Pairing{alive[i]})
}

// nextBye says who of some is to have a bye: the last of those who have had fewest.
func (s *State) nextBye(players []Entrant) (at int) {
	byes := s.byes()
	for i, e := range players {
		if byes[e] <= byes[players[at]] {
			at = i
		}
	}
	return at
}

// byes counts the byes of each entrant.
func (s *State) byes() []int {
	byes := make([]int, s.Entrants)
	for _, round := range s.Played {
		for _, r := range round {
			if r.Pairing.Bye() {
				byes[r.Pairing[0]]++
			}
		}
	}
	return byes
}

// alive lists who is still in after the rounds played, and whether the tournament is over.
func (k Knockout) alive(s State) (alive []Entrant, over bool) {
	for e := range Entrant(s.Entrants) {
		alive = append(alive, e)
	}
	var before []Entrant
	for i, round := range s.Played {
		final := len(round) == 1
		var won []Entrant
		for _, r := range round {
			won = append(won, r.winners()...)
		}
		alive = won
		same := slices.Sorted(slices.Values(won)) // byes change the order in which they go on
		if final || i > 0 && slices.Equal(same, before) {
			return alive, true
		}
		before = same
	}
	alive = slices.DeleteFunc(alive, s.isOut) // who withdraws loses, but keeps what is won already
	return alive, len(alive) < 2
}

// remains implements eliminator.
func (k Knockout) remains(s State, e Entrant) bool {
	alive, _ := k.alive(s)
	return slices.Contains(alive, e)
}

// Standings ranks by the number of rounds survived; all who are left at the end share the first place, and so do all who are not out of a round that is
// still played.
func (k Knockout) Standings(s State) []Standing {
	survived := make([]float64, s.Entrants)
	if s.Going {
		for _, e := range k.waiting(s) {
			survived[e]++
		}
	}
	for _, round := range s.Played {
		for _, r := range round {
			for _, e := range r.winners() {
				survived[e]++
			}
		}
	}
	if alive, over := k.alive(s); over && !s.Going {
		for _, e := range alive {
			survived[e]++
		}
	}
	list := make([]Standing, s.Entrants)
	for e := range list {
		list[e] = Standing{Entrant: Entrant(e), Points: survived[e]}
	}
	return rank(list)
}

// waiting lists who is still in and has no result of the round that is going on.
func (k Knockout) waiting(s State) []Entrant {
	last := len(s.Played) - 1
	results := s.Played[last]
	s.Played = s.Played[:last]
	alive, _ := k.alive(s)
	return slices.DeleteFunc(alive, func(e Entrant) bool {
		return slices.ContainsFunc(results, func(r Result) bool { return slices.Contains(r.Pairing, e) })
	})
}
