// Package tourney is tournaments of matches. Half of it is arithmetic: from who takes part and what has been played so far follows the next round's
// games, or the final standing ([Format], [State]); that half knows no game, no clock and no storage, and the only chance in it comes from a seed.
// The other half is a tournament as it is stored ([Record], [Store]) and its only writer ([Service]), which opens the sign-up, makes the matches
// of each round, takes in their results and does what deadlines call for. It never sends a message and never sleeps: it is told the time
// and that a match has ended.
//
// The formats are knockout (games of up to four, all winners go on), bracket (two players, seeded), round robin, Swiss and league. Comments and tests cite
// docs/rules/fish.md by number (F66–F78). Start reading at [Format] for the arithmetic, at [Service.Attend] for the rest.
package tourney

import (
	"cmp"
	"math"
	"slices"
)

// Entrant is a participant, numbered from 0 in the order of joining; a lower number is a higher seed.
type Entrant int

// Pairing is a game to be played: who takes part, in the order of their seats. One alone has a bye.
type Pairing []Entrant

// Bye reports whether nobody plays against the entrant.
func (p Pairing) Bye() bool { return len(p) == 1 }

// Result is how a game ended.
type Result struct {
	Pairing  Pairing
	Place    []int // by seat, 1 is best, shared places are equal; nil for a bye
	Score    []int // by seat: fish, beans; may be nil
	Tiebreak []int // by seat: tiles; may be nil
}

// State is a tournament so far.
type State struct {
	Entrants int
	Seats    int    // the most players in a game, 2 to 4
	Seed     uint64 // the only source of chance
	Rounds   int    // length of a Swiss or league, how often a round robin goes round; 0: the format's default
	Third    bool   // bracket: a game for the third place
	Out      []Entrant
	Played   [][]Result // by round, each complete
	Going    bool       // but the last of Played, which is still played and has the results so far: for Standings, never for Next
}

// Standing is an entrant's place.
type Standing struct {
	Entrant Entrant
	Place   int       // 1 is best; equal in everything shares it
	Points  float64   // as the format counts
	Breaks  []float64 // tie-breaks in the order of the format's Breaks, higher is better
}

// Format is a way to hold a tournament.
type Format interface {
	// Name is the format's name in commands.
	Name() string
	// Sizes are the smallest and largest number of players in one game.
	Sizes() (smallest, largest int)
	// Next pairs the next round; no games mean that the tournament is over.
	Next(s State) []Pairing
	// Standings ranks all entrants by what has been played so far, best first.
	Standings(s State) []Standing
	// Breaks names the tie-breaks.
	Breaks() []string
}

// Final ranks all entrants of a tournament that is over. It is the format's standing, but that nobody has the first place who has not played a game: a bye
// is no win. If nobody else has it the first place stays empty.
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

// lower takes the first place from some of those who share it: they come right behind the others, and second if there are no others.
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

// in lists who is still in, in order.
func (s *State) in() (list []Entrant) {
	for e := range Entrant(s.Entrants) {
		if !s.isOut(e) {
			list = append(list, e)
		}
	}
	return list
}

// groups splits n players into games of at most largest and at least two players, large ones first: if one would be left over, go back one game and make
// it one smaller (F70). Where even that fails, with two-player games and an odd number, the last one has a bye.
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

// winners are the entrants of a game who share the first place, and a bye's only one.
func (r Result) winners() (list []Entrant) {
	for seat, e := range r.Pairing {
		if r.Pairing.Bye() || r.Place[seat] == 1 {
			list = append(list, e)
		}
	}
	return list
}

// lead is what a seat has of something that is counted less the most that another has; 0 where nothing was counted.
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

// rank sorts standings by points and tie-breaks and gives out places.
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
