// Package tourney runs tournaments of matches. One half is arithmetic ([Format], [State]): from the
// entrants and the results so far it computes the next games or the final standing. That half knows
// no game, clock or storage, and its only randomness comes from a seed. The other half is the
// stored tournament ([Record], [Store]) and its only writer ([Service]). The Service opens the
// sign-up, makes the matches of each round, takes in results and acts on deadlines. It sends no
// messages and never sleeps: callers tell it the time and that a match has ended.
//
// The formats are knockout (games of up to four, all winners continue), bracket (two players,
// seeded), round robin, Swiss, league and divisions. Comments and tests cite docs/rules/fish.md by
// number (F66–F81). Start reading at [Format] for the arithmetic, at [Service.Attend] for the rest.
package tourney

import (
	"cmp"
	"math"
	"slices"
)

// Entrant is the number of a participant, from 0 in the order of Record.Entrants. A lower number is
// a higher seed.
type Entrant int

// Pairing is a game to play: its entrants by seat. A single entrant has a bye.
type Pairing []Entrant

// Bye reports whether the pairing has only one entrant.
func (p Pairing) Bye() bool { return len(p) == 1 }

// Result is how a game ended.
type Result struct {
	Pairing  Pairing
	Place    []int // places by seat: 1 is best, shared places are equal; nil for a bye
	Score    []int // scores by seat, such as fish or beans; may be nil
	Tiebreak []int // tie-break scores by seat, such as tiles; may be nil
}

// State is a Format's input: the entrants and the results so far.
type State struct {
	Entrants int
	Seats    int     // largest number of players in a game, 2 to 4
	Seed     uint64  // the only source of randomness
	Rounds   int     // number of rounds of a Swiss or league, or of cycles of a round robin; 0: the format's default
	Third    bool    // for a bracket: play a game for third place
	Division []int   // for divisions: the division of each entrant, from 0, the highest; nil: all are in one
	Since    []int   // number of rounds that were paired before each entrant joined; 0 where it is too short
	Missed   float64 // points for each of these rounds
	Out      []Entrant
	Played   [][]Result // complete rounds
	Going    bool       // the last round of Played is incomplete, which is possible for Standings but not for Next
}

// Standing is an entrant's place.
type Standing struct {
	Entrant Entrant
	Place   int       // 1 is best; equal entrants share it
	Points  float64   // points by the format's own count
	Breaks  []float64 // tie-breaks in the order of the format's Breaks, higher is better
}

// Format is a way to run a tournament.
type Format interface {
	// Name returns the format's name in commands and stored records.
	Name() string
	// Sizes returns the smallest and largest number of players in one game.
	Sizes() (smallest, largest int)
	// Next pairs the next round. If it returns no games, the tournament is over.
	Next(s State) []Pairing
	// Standings ranks all entrants by the results so far, best first.
	Standings(s State) []Standing
	// Breaks returns the names of the tie-breaks.
	Breaks() []string
}

// Final ranks all entrants of a finished tournament. It is the format's standing, except that an
// entrant without a played game cannot be first: a bye is no win. If nobody else is first, the
// first place stays empty.
func Final(f Format, s State) []Standing {
	list := f.Standings(s)
	played := make([]bool, s.Entrants)
	for _, round := range s.Played {
		for _, r := range round {
			for _, e := range r.Pairing {
				played[e] = played[e] || !r.Pairing.Bye()
			}
		}
	}
	return lower(list, func(e Entrant) bool { return !played[e] })
}

// lower removes the given entrants from a shared first place. They come directly after the others;
// if there are no others they are second.
func lower(list []Standing, who func(Entrant) bool) []Standing {
	first := 0
	for _, st := range list {
		if st.Place == 1 && !who(st.Entrant) {
			first++
		}
	}
	for i, st := range list {
		if st.Place == 1 && who(st.Entrant) {
			list[i].Place = max(2, 1+first)
		}
	}
	slices.SortStableFunc(list, func(a, b Standing) int { return cmp.Compare(a.Place, b.Place) })
	return list
}

func (s *State) isOut(e Entrant) bool { return slices.Contains(s.Out, e) }

// in lists the remaining entrants, in order.
func (s *State) in() (list []Entrant) {
	for e := range Entrant(s.Entrants) {
		if !s.isOut(e) {
			list = append(list, e)
		}
	}
	return list
}

// groups splits n players into games of two to largest players, large ones first. If one player
// would be left over, the previous game gets one player less (F70). With two-player games and an
// odd number that fails, and the last one has a bye.
func groups(n, largest int) []int {
	if sizes, ok := split(n, largest, largest); ok {
		return sizes
	}
	sizes, _ := split(n-1, largest, largest)
	return append(sizes, 1)
}

func split(n, first, largest int) ([]int, bool) {
	if n == 0 {
		return nil, true
	}
	for size := min(first, n); size >= 2; size-- {
		if rest, ok := split(n-size, largest, largest); ok {
			return append([]int{size}, rest...), true
		}
	}
	return nil, false
}

// deal puts players into games of the given sizes, in order.
func deal(players []Entrant, sizes []int) (games []Pairing) {
	for _, n := range sizes {
		games = append(games, slices.Clone(Pairing(players[:n])))
		players = players[n:]
	}
	return games
}

// winners lists the entrants who share first place of a game, or the one with a bye.
func (r Result) winners() (list []Entrant) {
	for seat, e := range r.Pairing {
		if r.Pairing.Bye() || r.Place[seat] == 1 {
			list = append(list, e)
		}
	}
	return list
}

// lead returns a seat's count minus the highest of the others; 0 if nothing was counted.
func lead(count []int, seat int) int {
	if len(count) < 2 {
		return 0
	}
	best := math.MinInt
	for other, n := range count {
		if other != seat {
			best = max(best, n)
		}
	}
	return count[seat] - best
}

// rank sorts standings by points and tie-breaks and sets the places.
func rank(list []Standing) []Standing {
	compare := func(a, b Standing) int {
		return cmp.Or(cmp.Compare(b.Points, a.Points), slices.Compare(b.Breaks, a.Breaks))
	}
	slices.SortStableFunc(list, compare)
	for i := range list {
		list[i].Place = i + 1
		if i > 0 && compare(list[i-1], list[i]) == 0 {
			list[i].Place = list[i-1].Place
		}
	}
	return list
}
