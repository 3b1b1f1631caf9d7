package tourney

import (
	"cmp"
	"math"
	"slices"

	"paddock/games/match"
)

// Divisions plays a round robin in each of several groups of like strength (F80). At the end of a
// season the first of a division move up and the last move down; see Record.ladder.
type Divisions struct{}

// Sizes of a division: the least, the greatest and the default.
const (
	leastDivision   = 3
	mostDivision    = 8
	defaultDivision = 6
)

func (Divisions) Name() string { return "divisions" }

// Sizes returns 2 and 2, because each game is for two players.
func (Divisions) Sizes() (smallest, largest int) { return 2, 2 }

// Breaks returns the tie-breaks of F76.
func (Divisions) Breaks() []string { return RoundRobin{}.Breaks() }

// Next pairs the next round of every division that has one.
func (Divisions) Next(s State) (games []Pairing) {
	for _, members := range s.divisions() {
		for _, p := range (RoundRobin{}).Next(s.within(members)) {
			for i, e := range p {
				p[i] = members[e]
			}
			games = append(games, p)
		}
	}
	return games
}

// Standings ranks each division like a round robin. The places of a division follow those of the
// one above.
func (Divisions) Standings(s State) (list []Standing) {
	for _, members := range s.divisions() {
		above := len(list)
		for _, st := range (RoundRobin{}).Standings(s.within(members)) {
			st.Entrant, st.Place = members[st.Entrant], st.Place+above
			list = append(list, st)
		}
	}
	return list
}

// divisions lists the entrants of each division, the highest first.
func (s *State) divisions() [][]Entrant {
	var list [][]Entrant
	for e := range Entrant(s.Entrants) {
		d := 0
		if int(e) < len(s.Division) {
			d = s.Division[e]
		}
		for len(list) <= d {
			list = append(list, nil)
		}
		list[d] = append(list[d], e)
	}
	return list
}

// within returns the state of one division. Its entrants are numbered in their order.
func (s *State) within(members []Entrant) State {
	at := func(list []Entrant) []Entrant {
		var own []Entrant
		for _, e := range list {
			if i := slices.Index(members, e); i >= 0 {
				own = append(own, Entrant(i))
			}
		}
		return own
	}
	part := State{Entrants: len(members), Rounds: s.Rounds, Out: at(s.Out)} // the only fields that a round robin uses
	for _, round := range s.Played {
		var own []Result
		for _, r := range round {
			if p := at(r.Pairing); len(p) == len(r.Pairing) {
				r.Pairing = p
				own = append(own, r)
			}
		}
		part.Played = append(part.Played, own)
	}
	return part
}

// Rung is the division, from 0, in which a person of an earlier season plays next.
type Rung struct {
	User     match.UserID
	Division int
}

// movers returns the number of entrants who move up from a division and down from the one above.
func movers(size int) int { return max(1, size/3) }

// ladder returns the order in which the people of a finished season are divided for the next one.
// The first of each division move up, and as many move down from the one above. A person who
// withdrew is last in the division. A person who stayed away moves down by one, and out of the last
// division.
func (r *Record) ladder() (list []Rung) {
	if len(r.Division) == 0 {
		return nil
	}
	type rank struct {
		Rung
		order int // position within the new division
	}
	var all []rank
	s := r.State(false)
	groups := s.divisions()
	place := map[Entrant]int{}
	for i, st := range r.Standings() {
		if place[st.Entrant] = i; slices.Contains(r.Out, st.Entrant) {
			place[st.Entrant] += len(r.Entrants) // withdrawn entrants rank after the others
		}
	}
	for d, members := range groups {
		slices.SortStableFunc(members, func(a, b Entrant) int { return cmp.Compare(place[a], place[b]) })
		up, down := 0, 0
		if d > 0 {
			up = movers(min(len(members), len(groups[d-1])))
		}
		if d+1 < len(groups) {
			down = movers(min(len(members), len(groups[d+1])))
		}
		for i, e := range members {
			next := rank{Rung{r.Entrants[e].User, d}, 100 + i}
			switch {
			case i < up && !slices.Contains(r.Out, e):
				next.Division, next.order = d-1, 200+i // entrants who move up rank after those who stay
			case i >= len(members)-down:
				next.Division, next.order = d+1, i // entrants who move down rank before those who stay
			}
			if next.User != "" {
				all = append(all, next)
			}
		}
	}
	for i, was := range r.Ladder {
		if r.EntrantOf(was.User) == Nobody && was.Division+1 < len(groups) {
			all = append(all, rank{Rung{was.User, was.Division + 1}, i})
		}
	}
	slices.SortStableFunc(all, func(a, b rank) int {
		return cmp.Or(cmp.Compare(a.Division, b.Division), cmp.Compare(a.order, b.order))
	})
	for _, next := range all {
		list = append(list, next.Rung)
	}
	return list
}

// Divided reports whether the tournament has begun with divisions.
func (r Record) Divided() bool { return len(r.Division) > 0 }

// Above returns how many entrants play in higher divisions than an entrant.
func (r Record) Above(e Entrant) (n int) {
	for _, d := range r.Division {
		if d < r.Division[e] {
			n++
		}
	}
	return n
}

// Next returns the division in which the entrant of a finished season plays next. If no season
// follows, and for computers, that is the present division.
func (r Record) Next(e Entrant) int {
	if r.Every != "" && r.Person(e) {
		for _, g := range r.ladder() {
			if g.User == r.Entrants[e].User {
				return g.Division
			}
		}
	}
	return r.Division[e]
}

// divide puts the entrants into divisions of about the wanted size: first the people of the last
// season by its ladder, then newcomers by rating, then computers, which are the last entrants.
func (r *Record) divide() {
	n := len(r.Entrants)
	order := make([]Entrant, n)
	rung, rating := make([]int, n), make([]float64, n)
	for i := range order {
		e := Entrant(i)
		order[i] = e
		rung[e] = slices.IndexFunc(r.Ladder, func(g Rung) bool { return g.User == r.Entrants[e].User })
		if rung[e] < 0 {
			rung[e] = len(r.Ladder)
		}
		if i < len(r.Skill) {
			rating[e] = r.Skill[i]
		}
	}
	slices.SortStableFunc(order, func(a, b Entrant) int {
		return cmp.Or(cmp.Compare(rung[a], rung[b]), cmp.Compare(rating[b], rating[a]))
	})
	groups := max(1, min(int(math.Round(float64(n)/float64(r.Size))), n/leastDivision))
	r.Division = make([]int, n)
	for i, e := range order {
		r.Division[e] = i * groups / n
	}
}

// exactly is the largest number of open games of a division for which all possible results are
// tried. More would take too long.
const exactly = 7

// Chances returns the best and the worst place that an entrant of a round robin or a division can
// still reach in it, by points. Tie-breaks count only at the end. With each result the two places
// only come closer.
func (s *State) Chances(e Entrant) (best, worst int) {
	for _, members := range s.divisions() {
		if i := slices.Index(members, e); i >= 0 {
			part := s.within(members)
			return part.chances(Entrant(i))
		}
	}
	return 0, 0
}

func (s *State) chances(me Entrant) (best, worst int) {
	points, open := s.points(), s.open()
	if len(open) <= exactly {
		best, worst = s.Entrants, 1
		try(points, open, func() {
			b, w := placesOf(me, points, points)
			best, worst = min(best, b), max(worst, w)
		})
		return best, worst
	}
	most := slices.Clone(points)
	for _, g := range open {
		most[g[0]]++
		most[g[1]]++
	}
	return placesOf(me, points, most)
}

// placesOf returns the best and the worst place of an entrant if each entrant ends with between
// least and most points.
func placesOf(me Entrant, least, most []float64) (best, worst int) {
	best, worst = 1, 1
	for other := range least {
		if Entrant(other) == me {
			continue
		}
		if least[other] > most[me] {
			best++
		}
		if most[other] >= least[me] {
			worst++
		}
	}
	return best, worst
}

// open lists the games without a result.
func (s *State) open() (list [][2]Entrant) {
	for a := range Entrant(s.Entrants) {
		for b := range a {
			if s.isOut(a) || s.isOut(b) {
				continue
			}
			for range max(s.Rounds, 1) - len(s.between(b, a)) {
				list = append(list, [2]Entrant{b, a})
			}
		}
	}
	return list
}

// try calls f with the points after each possible outcome of the open games. A game may also never
// be played, because somebody withdraws.
func try(points []float64, open [][2]Entrant, f func()) {
	if len(open) == 0 {
		f()
		return
	}
	a, b := open[0][0], open[0][1]
	for _, won := range [][2]float64{{1, 0}, {0.5, 0.5}, {0, 1}, {0, 0}} {
		points[a], points[b] = points[a]+won[0], points[b]+won[1]
		try(points, open[1:], f)
		points[a], points[b] = points[a]-won[0], points[b]-won[1]
	}
}
