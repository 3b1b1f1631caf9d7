package tourney

import (
	"fmt"
	"math/rand/v2"
	"slices"
	"strings"
	"testing"

	"paddock/games/match"
)

// season plays a season of a tournament of the given people to its end. The stronger player wins
// most games, and some players withdraw.
func season(t *testing.T, rng *rand.Rand, number int, ladder []Rung, people []match.UserID,
	ratings map[match.UserID]float64,
) Record {
	t.Helper()
	r := Record{
		ID:    ID(fmt.Sprint("s", number)),
		Terms: Terms{Format: Divisions{}.Name(), Seats: 2, Size: 6, Ladder: ladder, Every: Weekly}, Status: Running,
	}
	for _, u := range people {
		r.Entrants = append(r.Entrants, match.Player{User: u, Name: string(u)})
		r.Skill = append(r.Skill, ratings[u])
	}
	r.divide()
	s := r.State(false)
	for next := range rounds(t, Divisions{}, &s) {
		round := Round{}
		for _, p := range next {
			place := []int{1, 2}
			switch chance := rng.Float64(); {
			case chance < .1:
				place = []int{1, 1}
			case (chance < .75) == (ratings[r.Entrants[p[0]].User] < ratings[r.Entrants[p[1]].User]):
				place = []int{2, 1}
			}
			round.Games = append(round.Games, Game{Pairing: p, Done: true, Place: place})
		}
		r.Played = append(r.Played, round)
		if rng.IntN(4) == 0 {
			r.withdraw(Entrant(rng.IntN(len(r.Entrants))))
		}
		s = r.State(false)
	}
	r.Status = Over
	return r
}

// F80: every division has at least three players. The sizes of two divisions differ by one at most, and
// are near the size that the tournament asks for.
func TestF80_SizesOfDivisions(t *testing.T) {
	for _, c := range []struct {
		entrants, size int
		want           []int
	}{
		{4, 6, []int{4}},
		{6, 6, []int{6}},
		{8, 6, []int{8}},
		{9, 6, []int{5, 4}},
		{5, 3, []int{5}},
		{6, 3, []int{3, 3}},
		{8, 3, []int{4, 4}},
		{13, 4, []int{5, 4, 4}},
	} {
		r := Record{Terms: Terms{Size: c.size}, Entrants: make([]match.Player, c.entrants)}
		r.divide()
		got := make([]int, slices.Max(r.Division)+1)
		for _, d := range r.Division {
			got[d]++
		}
		if !slices.Equal(got, c.want) {
			t.Errorf("%d entrants, size %d: divisions of %v, want %v", c.entrants, c.size, got, c.want)
		}
	}
}

// F80: six seasons of 24 members, of whom some stay away, come back, withdraw or are new. In each
// season every member has one division of a sound size, and as many move up as down. Nobody moves
// by more than one division unless others stayed away. Staying away costs a division.
func TestF80_SixSeasons(t *testing.T) {
	for seed := range uint64(50) {
		rng := rand.New(rand.NewPCG(seed, 0))
		var members []match.UserID
		ratings := map[match.UserID]float64{}
		for i := range 24 {
			u := match.UserID(fmt.Sprintf("m%02d", i))
			members, ratings[u] = append(members, u), float64(2000-20*i)
		}
		var ladder []Rung
		var last Record
		for number := 1; number <= 6; number++ {
			var people []match.UserID
			for _, u := range members {
				if seed < 10 || number == 1 || rng.IntN(8) > 0 { // in the first ten leagues nobody stays away
					people = append(people, u)
				}
			}
			if seed >= 10 && number > 1 {
				u := match.UserID(fmt.Sprintf("n%d", number))
				// a strong newcomer begins in the lowest division all the same
				members, people, ratings[u] = append(members, u), append(people, u), 2500
			}
			rng.Shuffle(len(people), func(i, j int) { people[i], people[j] = people[j], people[i] })
			r := season(t, rng, number, ladder, people, ratings)
			s := r.State(false)
			groups := s.divisions()
			n := 0
			for _, g := range groups {
				if n += len(g); len(g) < leastDivision || len(g) > mostDivision {
					t.Fatalf("season %d: a division of %d", number, len(g))
				}
			}
			if n != len(people) {
				t.Fatalf("season %d: %d have a division, want %d", number, n, len(people))
			}
			if got := r.Standings(); len(got) != n || got[0].Place != 1 || !slices.Contains(groups[0], got[0].Entrant) {
				t.Fatalf("season %d: the first place is not in the first division", number)
			}
			for e := range r.Entrants {
				u := r.Entrants[e].User
				was := last.EntrantOf(u)
				if number == 1 || was == Nobody {
					continue
				}
				step := r.Division[e] - last.Division[was]
				if seed < 10 && (step < -1 || step > 1) {
					t.Fatalf("season %d: %s moves by %d divisions", number, u, step)
				}
				if slices.Contains(last.Out, was) && seed < 10 && step < 0 {
					t.Fatalf("season %d: %s has withdrawn and moves up", number, u)
				}
			}
			if number == 1 && !slices.Equal(names(r, groups[0]),
				[]match.UserID{"m00", "m01", "m02", "m03", "m04", "m05"}) {
				t.Fatalf("the first season puts %v together, want the best by rating", names(r, groups[0]))
			}
			if new := r.EntrantOf(match.UserID(fmt.Sprintf("n%d", number))); new != Nobody &&
				r.Division[new] < len(groups)-1 {
				t.Fatalf("season %d: a newcomer begins in division %d of %d", number, r.Division[new], len(groups))
			}
			next := r.ladder()
			ups, downs := 0, 0
			for i, g := range next {
				if i > 0 && g.Division < next[i-1].Division {
					t.Fatalf("season %d: the ladder is not in the order of divisions: %v", number, next)
				}
				switch e := r.EntrantOf(g.User); {
				case e == Nobody:
					j := slices.IndexFunc(ladder, func(old Rung) bool { return old.User == g.User })
					if j < 0 || ladder[j].Division+1 != g.Division || g.Division == len(groups) {
						t.Fatalf("season %d: %s stayed away and is in division %d", number, g.User, g.Division)
					}
				case g.Division < r.Division[e]:
					ups++
				case g.Division > r.Division[e]:
					downs++
				}
			}
			if ups > downs || ups == 0 {
				t.Fatalf("season %d: %d go up and %d down", number, ups, downs)
			}
			ladder, last = next, r
		}
	}
}

// F80: the table lists who plays in which division in the next season. Of two entrants the one with
// the lower number has won.
func TestF80_Ladder(t *testing.T) {
	sixes := "0 1 2 3 4 6 5 7 8 9 11 10 12 13 14 15 17 16 18 19 20 21"
	for _, c := range []struct {
		name    string
		n, size int
		out     []Entrant
		ladder  []Rung
		want    string
	}{
		{"one division", 4, 6, nil, nil, "0 1 2 3"},
		{"one moves up and one down", 9, 3, nil, nil, "0 1 3 2 4 6 5 7 8"},
		{"the winner has withdrawn", 9, 3, []Entrant{3}, nil, "0 1 4 2 5 6 3 7 8"},
		{"all have withdrawn below", 6, 3, []Entrant{3, 4, 5}, nil, "0 1 2 3 4 5"},
		{"some stayed away", 6, 3, nil, []Rung{{"away", 0}, {"far", 1}}, "0 1 3 away 2 4 5"},
		{"between divisions of six and five one moves", 22, 6, nil, nil, sixes},
	} {
		r := Record{
			Terms: Terms{Format: Divisions{}.Name(), Seats: 2, Size: c.size, Every: Weekly}, Status: Running, Seed: 1,
		}
		for e := range c.n {
			r.Entrants = append(r.Entrants, match.Player{User: match.UserID(fmt.Sprint(e))})
			r.Skill = append(r.Skill, float64(-e))
		}
		r.divide()
		s := r.State(false)
		for next := range rounds(t, Divisions{}, &s) {
			round := Round{}
			for _, p := range next {
				place := []int{1, 2}
				if p[0] > p[1] {
					place = []int{2, 1}
				}
				round.Games = append(round.Games, Game{Pairing: p, Done: true, Place: place})
			}
			r.Played = append(r.Played, round)
			s = r.State(false)
		}
		r.Status, r.Out, r.Ladder = Over, c.out, c.ladder
		var users []string
		for _, g := range r.ladder() {
			users = append(users, string(g.User))
		}
		if got := strings.Join(users, " "); got != c.want {
			t.Errorf("%s: %s, want %s", c.name, got, c.want)
		}
	}
}

func names(r Record, list []Entrant) (users []match.UserID) {
	for _, e := range list {
		users = append(users, r.Entrants[e].User)
	}
	slices.Sort(users)
	return users
}

// F80: Chances contains every place that trying all results gives, and the final place. The set of
// places only shrinks from result to result, even if somebody withdraws.
func TestF80_ChancesOnlyNarrow(t *testing.T) {
	rng := rand.New(rand.NewPCG(1, 2))
	for range 300 {
		n := 3 + rng.IntN(3)
		s := State{Entrants: n, Seats: 2}
		was := make([][2]int, n)
		for e := range was {
			was[e] = [2]int{1, n}
		}
		for {
			next := RoundRobin{}.Next(s)
			var round []Result
			for _, p := range next {
				round = append(round, Result{Pairing: p, Place: [][]int{{1, 2}, {2, 1}, {1, 1}}[rng.IntN(3)]})
				now := s
				now.Played, now.Going = append(slices.Clone(s.Played), round), true
				for e := range Entrant(n) {
					best, worst := now.Chances(e)
					if best < was[e][0] || worst > was[e][1] || best > worst {
						t.Fatalf("from %v to %d–%d after %v", was[e], best, worst, now.Played)
					}
					was[e] = [2]int{best, worst}
					trueBest, trueWorst := n, 1
					points := now.points()
					try(points, now.open(), func() {
						b, w := placesOf(e, points, points)
						trueBest, trueWorst = min(trueBest, b), max(trueWorst, w)
					})
					if trueBest < best || trueWorst > worst {
						t.Fatalf("%d–%d, but %d–%d can be reached after %v", best, worst, trueBest, trueWorst,
							now.Played)
					}
				}
			}
			if s.Played = append(s.Played, round); len(next) == 0 {
				break
			}
			if out := Entrant(rng.IntN(n)); rng.IntN(6) == 0 && !s.isOut(out) {
				s.Out = append(s.Out, out)
			}
		}
		for _, st := range (RoundRobin{}).Standings(s) {
			if c := was[st.Entrant]; st.Place < c[0] || st.Place > c[1] {
				t.Fatalf("place %d at the end, outside of %v", st.Place, c)
			}
		}
	}
}

// F80: with seven open games, Chances takes all games together: each of four entrants could catch
// up, but no more than two of them can do so at once.
func TestF80_ChancesOfTheLastGames(t *testing.T) {
	var round []Result
	for _, loser := range []Entrant{1, 2, 3} {
		round = append(round, Result{Pairing: Pairing{0, loser}, Place: []int{1, 2}})
	}
	s := State{Entrants: 5, Seats: 2, Played: [][]Result{round}, Going: true}
	if best, worst := s.Chances(0); best != 1 || worst != 3 {
		t.Errorf("places %d to %d, want 1 to 3", best, worst)
	}
}

// F80: the function lists the entrants of the divisions above a given one, and not the entrants of
// that division.
func TestF80_Above(t *testing.T) {
	r := Record{Division: []int{1, 0, 2, 0, 1}}
	for e, want := range []int{2, 0, 4, 0, 2} {
		if got := r.Above(Entrant(e)); got != want {
			t.Errorf("%d are above entrant %d, want %d", got, e, want)
		}
	}
}

// F80: an entrant who leaves the sign-up is removed with their rating, and the others keep theirs.
func TestStrike(t *testing.T) {
	r := Record{Entrants: []match.Player{{User: "ann"}, {User: "bob"}, {User: "cid"}}, Skill: []float64{1, 2, 3}}
	for _, want := range []string{"[ann cid] [1 3]", "[ann] [1]"} {
		r.strike(1)
		var users []match.UserID
		for _, p := range r.Entrants {
			users = append(users, p.User)
		}
		if got := fmt.Sprint(users, r.Skill); got != want {
			t.Errorf("left are %s, want %s", got, want)
		}
	}
}
