package tourney

import (
	"cmp"
	"math/bits"
	"slices"
)

// Bracket is single elimination for two players a game (F72). Seed 1 plays 8, 4 plays 5, 3 plays 6,
// 2 plays 7, and byes go to the top seeds. A tied game is replayed with the order swapped. If that
// ties too, the higher total score of both games decides; only judged or overruled games can differ
// in it. Then the total of tiles decides, then the lower seed number.
type Bracket struct{}

func (Bracket) Name() string { return "bracket" }

// Sizes returns 2 and 2, because each game is for two players.
func (Bracket) Sizes() (smallest, largest int) { return 2, 2 }

// Breaks returns nil: a bracket has no tie-breaks.
func (Bracket) Breaks() []string { return nil }

// Nobody marks an open place in the bracket, or a bye.
const Nobody Entrant = -1

// Node is a meeting of two entrants in the bracket.
type Node struct {
	A, B   Entrant // Nobody if not known yet, or for a bye
	Bye    bool    // A has a bye, so B remains Nobody
	Winner Entrant // Nobody while it is open
}

// Nodes returns the whole bracket, one slice of nodes per level, the first round first. Third is
// the game for the third place, if there is one.
func (Bracket) Nodes(s State) (levels [][]Node, third *Node) {
	size := 1 << bits.Len(uint(max(s.Entrants, 2)-1))
	order := seedOrder(size)
	first := make([]Node, size/2)
	for i := range first {
		a, b := order[2*i], order[2*i+1]
		first[i] = s.decide(entrant(a, s), entrant(b, s), b >= s.Entrants)
	}
	levels = append(levels, first)
	for last := first; len(last) > 1; {
		next := make([]Node, len(last)/2)
		for i := range next {
			next[i] = s.decide(last[2*i].Winner, last[2*i+1].Winner, false)
		}
		levels, last = append(levels, next), next
	}
	if s.Third && len(levels) > 1 {
		semis := levels[len(levels)-2]
		n := s.decide(semis[0].loser(), semis[1].loser(), false)
		third = &n
	}
	return levels, third
}

func entrant(seed int, s State) Entrant {
	if seed >= s.Entrants {
		return Nobody
	}
	return Entrant(seed)
}

// seedOrder returns the seeds from top to bottom of a bracket: 0 7 3 4 2 5 1 6 for eight.
func seedOrder(size int) []int {
	order := []int{0}
	for n := 2; n <= size; n *= 2 {
		var next []int
		for i, s := range order {
			pair := [2]int{s, n - 1 - s}
			if i%2 == 1 {
				pair[0], pair[1] = pair[1], pair[0]
			}
			next = append(next, pair[0], pair[1])
		}
		order = next
	}
	// The better seed of each first-round pair comes first.
	for i := 0; i < len(order); i += 2 {
		if order[i] > order[i+1] {
			order[i], order[i+1] = order[i+1], order[i]
		}
	}
	return order
}

func (n Node) loser() Entrant {
	switch n.Winner {
	case Nobody:
		return Nobody
	case n.A:
		return n.B
	}
	return n.A
}

// decide returns the node of two entrants, with the winner by their games and withdrawals so far.
func (s *State) decide(a, b Entrant, bye bool) Node {
	n := Node{A: a, B: b, Bye: bye, Winner: Nobody}
	switch {
	case bye:
		n.Winner = a
	case a == Nobody || b == Nobody:
	default:
		n.Winner = s.winnerOf(a, b)
	}
	return n
}

func (s *State) winnerOf(a, b Entrant) Entrant {
	games := s.between(a, b)
	score, tiles := 0, 0
	for _, g := range games {
		switch cmp.Compare(g.place[0], g.place[1]) {
		case -1:
			return a
		case 1:
			return b
		}
		score, tiles = score+g.lead, tiles+g.tiebreak
	}
	switch {
	case s.isOut(b) && !s.isOut(a):
		return a
	case s.isOut(a) && !s.isOut(b):
		return b
	case len(games) < 2 && !s.isOut(a):
		return Nobody
	}
	switch more := cmp.Or(score, tiles); {
	case more > 0:
		return a
	case more < 0:
		return b
	}
	return min(a, b)
}

// meeting describes a game of two from the view of one player.
type meeting struct {
	place    [2]int
	lead     int // difference in score
	tiebreak int // difference in tiles
}

// between lists the games of two entrants against each other.
func (s *State) between(a, b Entrant) (list []meeting) {
	for _, round := range s.Played {
		for i := range round {
			r := &round[i]
			if len(r.Pairing) != 2 {
				continue
			}
			switch {
			case r.Pairing[0] == a && r.Pairing[1] == b:
				list = append(list, r.meeting(0))
			case r.Pairing[0] == b && r.Pairing[1] == a:
				list = append(list, r.meeting(1))
			}
		}
	}
	return list
}

// meeting returns the game from the view of a seat.
func (r Result) meeting(seat int) meeting {
	return meeting{[2]int{r.Place[seat], r.Place[1-seat]}, lead(r.Score, seat), lead(r.Tiebreak, seat)}
}

// Next pairs all entrants whose opponent is known; a replay has the order swapped.
func (f Bracket) Next(s State) (games []Pairing) {
	levels, third := f.Nodes(s)
	nodes := []Node{}
	for _, l := range levels {
		nodes = append(nodes, l...)
	}
	if third != nil {
		nodes = append(nodes, *third)
	}
	for _, n := range nodes {
		if n.Winner != Nobody || n.A == Nobody || n.B == Nobody {
			continue
		}
		if len(s.between(n.A, n.B))%2 == 0 {
			games = append(games, Pairing{n.A, n.B})
		} else {
			games = append(games, Pairing{n.B, n.A})
		}
	}
	return games
}

func (f Bracket) remains(s State, e Entrant) bool {
	levels, third := f.Nodes(s)
	open := func(n Node) bool { return n.Winner == Nobody && (n.A == e || n.B == e) }
	for _, nodes := range levels {
		if slices.ContainsFunc(nodes, open) {
			return true
		}
	}
	return third != nil && open(*third) || levels[len(levels)-1][0].Winner == e
}

// Standings ranks by the level reached. The game for the third place ranks the losers of the
// semi-finals.
func (f Bracket) Standings(s State) []Standing {
	levels, third := f.Nodes(s)
	list := make([]Standing, s.Entrants)
	for e := range list {
		list[e].Entrant = Entrant(e)
	}
	for l, nodes := range levels {
		for _, n := range nodes {
			if n.Winner != Nobody {
				list[n.Winner].Points = float64(l + 1)
			}
		}
	}
	if third != nil && third.Winner != Nobody {
		list[third.Winner].Points += 0.5
	}
	return rank(list)
}
