package tourney

import "slices"

// Knockout is the format of the Fish course (F70, F71). Games are as large as possible. All winners
// of a game continue in their order; the others are out. It ends with a final game of all remaining
// entrants, when two rounds in a row have exactly the same winners, or when fewer than two remain.
// In games for two an odd entrant has a bye. Nobody gets a second bye before every remaining
// entrant has had one.
type Knockout struct{}

func (Knockout) Name() string { return "knockout" }

// Sizes returns 2 and 4, because each game is for two to four players.
func (Knockout) Sizes() (smallest, largest int) { return 2, 4 }

// Breaks returns nil: entrants who are knocked out in the same round share a place.
func (Knockout) Breaks() []string { return nil }

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

// nextBye returns the index of the player who gets the next bye: of the players with the fewest
// byes, the last one.
func (s *State) nextBye(players []Entrant) (at int) {
	byes := s.byes()
	for i, e := range players {
		if byes[e] <= byes[players[at]] {
			at = i
		}
	}
	return at
}

// byes counts the byes of each entrant, and as one the rounds that somebody missed who joined late.
func (s *State) byes() []int {
	byes := make([]int, s.Entrants)
	for e := range byes {
		byes[e] = min(s.since(Entrant(e)), 1)
	}
	for _, round := range s.Played {
		for _, r := range round {
			if r.Pairing.Bye() {
				byes[r.Pairing[0]]++
			}
		}
	}
	return byes
}

// alive lists the entrants still in after the rounds played, and reports whether the tournament is
// over.
func (k Knockout) alive(s State) (alive []Entrant, over bool) {
	for e := range Entrant(s.Entrants) {
		alive = append(alive, e)
	}
	var before []Entrant
	for _, round := range s.Played {
		final := len(round) == 1
		var won []Entrant
		for _, r := range round {
			won = append(won, r.winners()...)
		}
		alive = won
		same := slices.Sorted(slices.Values(won)) // the winners are sorted, because byes change their order
		if final || slices.Equal(same, before) {
			return alive, true
		}
		before = same
	}
	alive = slices.DeleteFunc(alive, s.isOut) // an entrant who withdraws loses from now on, but keeps earlier wins
	return alive, len(alive) < 2
}

// Ahead returns the sizes of the games of the rounds to come, if n entrants go on and each game has
// one winner.
func (Knockout) Ahead(n, seats int) (rounds [][]int) {
	if n < 2 {
		return nil
	}
	for {
		sizes := groups(n, seats)
		rounds, n = append(rounds, sizes), len(sizes)
		if n == 1 {
			return rounds
		}
	}
}

func (k Knockout) remains(s State, e Entrant) bool {
	alive, _ := k.alive(s)
	return slices.Contains(alive, e)
}

// Standings ranks by the number of rounds survived. All remaining entrants share first place at the
// end, and so do all during a round who are not out.
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

// waiting lists the entrants who are still in and have no result yet in the present round.
func (k Knockout) waiting(s State) []Entrant {
	last := len(s.Played) - 1
	results := s.Played[last]
	s.Played = s.Played[:last]
	alive, _ := k.alive(s)
	return slices.DeleteFunc(alive, func(e Entrant) bool {
		return slices.ContainsFunc(results, func(r Result) bool { return slices.Contains(r.Pairing, e) })
	})
}
