package tourney

import (
	"fmt"
	"iter"
	"maps"
	"math"
	"math/rand/v2"
	"reflect"
	"slices"
	"strings"
	"testing"
	"time"

	"paddock/games/gamestest/golden"
	"paddock/games/match"
)

// run plays a tournament to its end with random results; drop is the probability that an entrant
// withdraws after a round.
func run(t *testing.T, f Format, s State, rng *rand.Rand, ties, drop float64) State {
	t.Helper()
	for n := 0; ; n++ {
		games := f.Next(s)
		if n < 2 && !reflect.DeepEqual(games, f.Next(s)) {
			t.Fatalf("the same state gives two different rounds")
		}
		if len(games) == 0 {
			return s
		}
		if n > 200 {
			t.Fatalf("no end after %d rounds", n)
		}
		seen := map[Entrant]bool{}
		for _, g := range games {
			for _, e := range g {
				if seen[e] || s.isOut(e) || e < 0 || int(e) >= s.Entrants {
					t.Fatalf("round %d: entrant %d plays twice, or should not play", n+1, e)
				}
				seen[e] = true
			}
		}
		s.Played = append(s.Played, results(games, rng, ties))
		if rng.Float64() < drop {
			if in := s.in(); len(in) > 2 {
				s.Out = append(s.Out, in[rng.IntN(len(in))])
			}
		}
	}
}

// rounds pairs round after round until the tournament is over; the caller adds the results to the
// state. A format that never ends fails the test at once, instead of when its time is up.
func rounds(t *testing.T, f Format, s *State) iter.Seq[[]Pairing] {
	return func(yield func([]Pairing) bool) {
		t.Helper()
		for range 200 {
			if games := f.Next(*s); len(games) == 0 || !yield(games) {
				return
			}
		}
		t.Fatalf("%s: no end after %d rounds of %d entrants", f.Name(), len(s.Played), s.Entrants)
	}
}

// results returns random results of a round.
func results(games []Pairing, rng *rand.Rand, ties float64) (round []Result) {
	for _, g := range games {
		round = append(round, result(g, rng, ties))
	}
	return round
}

// result returns a random winner, or a tie of all.
func result(g Pairing, rng *rand.Rand, ties float64) Result {
	r := Result{Pairing: g}
	if g.Bye() {
		return r
	}
	r.Place, r.Score = make([]int, len(g)), make([]int, len(g))
	for place, seat := range rng.Perm(len(g)) {
		r.Place[seat], r.Score[seat] = place+1, 40-10*place
	}
	if rng.Float64() < ties {
		for seat := range g {
			r.Place[seat], r.Score[seat] = 1, 20
		}
	}
	return r
}

// F70: the test checks the table of knockout rounds.
func TestF70KnockoutSizes(t *testing.T) {
	for n, want := range map[int][]int{
		2: {2}, 3: {3}, 4: {4}, 5: {3, 2}, 6: {4, 2}, 7: {4, 3}, 8: {4, 4}, 9: {4, 3, 2}, 10: {4, 4, 2}, 11: {4, 4, 3},
		12: {4, 4, 4}, 13: {4, 4, 3, 2},
		14: {4, 4, 4, 2}, 15: {4, 4, 4, 3}, 16: {4, 4, 4, 4}, 17: {4, 4, 4, 3, 2},
	} {
		if got := groups(n, 4); !slices.Equal(got, want) {
			t.Errorf("groups(%d, 4) = %v, want %v", n, got, want)
		}
	}
	if got, want := groups(5, 2), []int{2, 2, 1}; !slices.Equal(got, want) {
		t.Errorf("groups(5, 2) = %v, want %v: the last one has a bye", got, want)
	}
}

// F70: each odd entrant in turn has a bye, and plays in the next round. In a tied game all players
// win.
func TestF70KnockoutByes(t *testing.T) {
	for _, tt := range []struct {
		entrants int
		ties     bool
		byes     []Entrant // expected bye of each round; Nobody if there is none
		winners  []Entrant
	}{
		{3, false, []Entrant{2, Nobody}, []Entrant{0}},
		{5, false, []Entrant{4, 2, Nobody}, []Entrant{0}},
		{9, false, []Entrant{8, 6, 4, Nobody}, []Entrant{0}},
		{7, false, []Entrant{6, Nobody, Nobody}, []Entrant{0}},
		{3, true, []Entrant{2, 1}, []Entrant{0, 1, 2}},
	} {
		s := State{Entrants: tt.entrants, Seats: 2}
		var byes []Entrant
		for games := range rounds(t, Knockout{}, &s) {
			bye := Nobody
			var round []Result
			for _, g := range games {
				r := Result{Pairing: g}
				switch {
				case g.Bye():
					bye = g[0]
				case tt.ties:
					r.Place = []int{1, 1}
				case g[0] < g[1]:
					r.Place = []int{1, 2}
				default:
					r.Place = []int{2, 1}
				}
				round = append(round, r)
			}
			byes = append(byes, bye)
			s.Played = append(s.Played, round)
		}
		var winners []Entrant
		for _, st := range Final(Knockout{}, s) {
			if st.Place == 1 {
				winners = append(winners, st.Entrant)
			}
		}
		if !slices.Equal(byes, tt.byes) || !slices.Equal(winners, tt.winners) {
			t.Errorf("%d entrants, ties %t: byes of %v, won by %v; want %v, %v", tt.entrants, tt.ties, byes, winners,
				tt.byes, tt.winners)
		}
	}
}

// P27: with 3 to 64 entrants, games of two to four, and withdrawals, in every format nobody has a
// second bye before all remaining entrants have had one. Nobody is first without a game.
func TestP27ByesAndWinners(t *testing.T) {
	for _, f := range Formats {
		smallest, largest := f.Sizes()
		for seats := smallest; seats <= largest; seats++ {
			t.Run(fmt.Sprintf("%s/%d", f.Name(), seats), func(t *testing.T) {
				for n := 3; n <= 64; n++ {
					if n > mostInPairings && f == (RoundRobin{}) {
						break
					}
					// skipped, because schedules of many players are slow to make
					if n > 20 && n%7 != 0 && (testing.Short() || f == (League{})) {
						continue
					}
					for seed := range uint64(3) {
						rng := rand.New(rand.NewPCG(seed, uint64(n)))
						s := State{Entrants: n, Seats: seats, Seed: seed}
						if f == (League{}) {
							s.Rounds = 2
						}
						s = run(t, f, s, rng, float64(seed)/4, float64((n+int(seed))%2))
						checkByes(t, s)
						checkWinners(t, f, s)
					}
				}
			})
		}
	}
}

func checkByes(t *testing.T, s State) {
	t.Helper()
	byes := map[Entrant]int{}
	for n, round := range s.Played {
		for _, r := range round {
			if !r.Pairing.Bye() {
				continue
			}
			for _, other := range round {
				for _, e := range other.Pairing {
					if byes[e] < byes[r.Pairing[0]] {
						t.Fatalf("%d entrants, seed %d, round %d: %d has a bye again, and %d had none", s.Entrants,
							s.Seed, n+1, r.Pairing[0], e)
					}
				}
			}
			byes[r.Pairing[0]]++
		}
	}
}

func checkWinners(t *testing.T, f Format, s State) {
	t.Helper()
	for _, st := range Final(f, s) {
		played := slices.ContainsFunc(s.Played, func(round []Result) bool {
			return slices.ContainsFunc(round, func(r Result) bool {
				return !r.Pairing.Bye() && slices.Contains(r.Pairing, st.Entrant)
			})
		})
		if st.Place == 1 && !played {
			t.Fatalf("%d entrants, seed %d: %d has the first place without a game", s.Entrants, s.Seed, st.Entrant)
		}
	}
}

// F74, F75: the table lists how many rounds there are by default; a round needs two remaining
// entrants.
func TestNumberOfRounds(t *testing.T) {
	for _, tt := range []struct {
		format   Format
		entrants int
		rounds   int // 0: not set
		want     int
	}{
		{Swiss{}, 2, 0, 1},
		{Swiss{}, 4, 0, 2},
		{Swiss{}, 5, 0, 3},
		{Swiss{}, 8, 0, 3},
		{Swiss{}, 9, 0, 4},
		{Swiss{}, 9, 1, 1},
		{Swiss{}, 9, 2, 2},
		{League{}, 2, 0, 4},
		{League{}, 9, 0, 4},
		{League{}, 9, 1, 1},
		{League{}, 9, 2, 2},
	} {
		s := State{Entrants: tt.entrants, Seats: 2, Rounds: tt.rounds}
		for games := range rounds(t, tt.format, &s) {
			s.Played = append(s.Played, results(games, rand.New(rand.NewPCG(1, 1)), 0))
		}
		if len(s.Played) != tt.want {
			t.Errorf("%s of %d, %d rounds set: %d, want %d", tt.format.Name(), tt.entrants, tt.rounds, len(s.Played),
				tt.want)
		}
		for left := range min(tt.entrants, 4) {
			s := State{Entrants: tt.entrants, Seats: 2, Rounds: tt.rounds}
			for out := left; out < tt.entrants; out++ {
				s.Out = append(s.Out, Entrant(out))
			}
			if games := tt.format.Next(s); (len(games) > 0) != (left >= 2) {
				t.Errorf("%s with %d left of %d: %v", tt.format.Name(), left, tt.entrants, games)
			}
		}
	}
}

// F75: a bye counts as a first place.
func TestF75ByesInALeague(t *testing.T) {
	s := State{Entrants: 3, Seats: 2, Played: [][]Result{{
		{Pairing: Pairing{0, 1}, Place: []int{2, 1}}, {Pairing: Pairing{2}},
	}}}
	points := map[Entrant]float64{}
	for _, st := range (League{}).Standings(s) {
		points[st.Entrant] = st.Points
	}
	if want := map[Entrant]float64{0: 3, 1: 4, 2: 4}; !maps.Equal(points, want) {
		t.Errorf("points %v, want %v", points, want)
	}
}

// F75: after a round that was paired otherwise than planned, the others are planned anew, and nobody
// meets again.
func TestF75ALeagueIsPlannedAnew(t *testing.T) {
	s := State{Entrants: 4, Seats: 2, Rounds: 3}
	for games := range rounds(t, League{}, &s) {
		s.Played = append(s.Played, results(games, rand.New(rand.NewPCG(1, 1)), 0))
	}
	for n, round := range s.Played {
		s := State{Entrants: 4, Seats: 2, Rounds: 3, Played: [][]Result{round}}
		for games := range rounds(t, League{}, &s) {
			s.Played = append(s.Played, results(games, rand.New(rand.NewPCG(1, 1)), 0))
		}
		met, _ := tally(s)
		if len(s.Played) != 3 || len(met) != 6 {
			t.Errorf("after round %d of the plan there are %d rounds, and %v meet", n+1, len(s.Played), met)
		}
	}
}

// F72: entrants who can still play, or have won, remain in a bracket.
func TestF72WhoRemains(t *testing.T) {
	semis := []Result{{Pairing: Pairing{0, 3}, Place: []int{1, 2}}, {Pairing: Pairing{1, 2}, Place: []int{2, 1}}}
	final := Result{Pairing: Pairing{0, 2}, Place: []int{2, 1}}
	third := Result{Pairing: Pairing{1, 3}, Place: []int{1, 2}}
	for _, tt := range []struct {
		name   string
		third  bool
		played [][]Result
		want   []Entrant
	}{
		{"at the beginning", false, nil, []Entrant{0, 1, 2, 3}},
		{"after a semi-final", false, [][]Result{semis[:1]}, []Entrant{0, 1, 2}},
		{"after the semi-finals", false, [][]Result{semis}, []Entrant{0, 2}},
		{"with a game for the third place", true, [][]Result{semis}, []Entrant{0, 1, 2, 3}},
		{"after that game", true, [][]Result{semis, {third}}, []Entrant{0, 2}},
		{"after the final", true, [][]Result{semis, {final}}, []Entrant{1, 2, 3}},
		{"after both", true, [][]Result{semis, {final, third}}, []Entrant{2}},
		{"at the end", false, [][]Result{semis, {final}}, []Entrant{2}},
	} {
		var remain []Entrant
		for e := range Entrant(4) {
			if (Bracket{}).remains(State{Entrants: 4, Seats: 2, Third: tt.third, Played: tt.played}, e) {
				remain = append(remain, e)
			}
		}
		if !slices.Equal(remain, tt.want) {
			t.Errorf("%s remain %v, want %v", tt.name, remain, tt.want)
		}
	}
}

// F71: a single remaining entrant with only a bye wins nothing: the first place stays empty.
func TestF71NobodyWinsWithoutAGame(t *testing.T) {
	lost := Result{Pairing: Pairing{0, 1}, Place: []int{2, 1}}
	s := State{Entrants: 3, Seats: 2, Out: []Entrant{0, 1}, Played: [][]Result{{lost, {Pairing: Pairing{2}}}}}
	if games := (Knockout{}).Next(s); games != nil {
		t.Fatalf("%v is still to be played", games)
	}
	for _, st := range Final(Knockout{}, s) {
		if want := map[Entrant]int{2: 2, 1: 2, 0: 3}[st.Entrant]; st.Place != want {
			t.Errorf("entrant %d has place %d, want %d", st.Entrant, st.Place, want)
		}
	}
}

// F71: with permanent ties a knockout stops after two rounds with the same winners.
func TestF71KnockoutStopsWhenNothingChanges(t *testing.T) {
	s := run(t, Knockout{}, State{Entrants: 9, Seats: 4}, rand.New(rand.NewPCG(1, 1)), 1, 0)
	if len(s.Played) != 2 {
		t.Errorf("%d rounds, want 2", len(s.Played))
	}
	for _, st := range (Knockout{}).Standings(s) {
		if st.Place != 1 {
			t.Errorf("entrant %d has place %d, want 1 for all", st.Entrant, st.Place)
		}
	}
}

// F76, F77: during a round, entrants who are out rank below all others, who share first place.
func TestF77KnockoutStandingWithinARound(t *testing.T) {
	s := State{
		Entrants: 7, Seats: 4, Out: []Entrant{2}, Going: true,
		Played: [][]Result{{{Pairing: Pairing{4, 5, 6}, Place: []int{2, 1, 1}}}},
	}
	places := map[Entrant]int{}
	for _, st := range (Knockout{}).Standings(s) {
		places[st.Entrant] = st.Place
	}
	if want := map[Entrant]int{0: 1, 1: 1, 3: 1, 5: 1, 6: 1, 2: 6, 4: 6}; !reflect.DeepEqual(places, want) {
		t.Errorf("places %v, want %v: 4 has lost, 2 has withdrawn", places, want)
	}
	s.Played = append([][]Result{{
		{Pairing: Pairing{0, 1, 2, 3}, Place: []int{1, 2, 2, 2}},
		{Pairing: Pairing{4, 5, 6}, Place: []int{1, 2, 3}},
	}}, nil)
	s.Out = nil
	places = map[Entrant]int{}
	for _, st := range (Knockout{}).Standings(s) {
		places[st.Entrant] = st.Place
	}
	if want := map[Entrant]int{0: 1, 4: 1, 1: 3, 2: 3, 3: 3, 5: 3, 6: 3}; !reflect.DeepEqual(places, want) {
		t.Errorf("in the final the places are %v, want %v", places, want)
	}
}

// F76: tie-breaks in their order rank entrants of equal points.
func TestF76TieBreaks(t *testing.T) {
	game := func(a, b Entrant, x, y int) Result {
		r := Result{Pairing: Pairing{a, b}, Place: []int{1, 2}, Score: []int{x, y}}
		switch {
		case x < y:
			r.Place = []int{2, 1}
		case x == y:
			r.Place = []int{1, 1}
		}
		return r
	}
	for _, tt := range []struct {
		name   string
		format Format
		played [][]Result
		order  []Entrant
		second []float64 // expected tie-breaks of the second entrant
	}{
		{
			"swiss, Buchholz",
			Swiss{},
			[][]Result{
				{game(0, 1, 9, 5), game(2, 3, 9, 5)},
				{game(0, 2, 9, 8), game(3, 1, 9, 5)},
				{game(0, 3, 9, 8), game(2, 1, 4, 9)},
			},
			[]Entrant{0, 3, 2, 1},
			[]float64{5, 1, -1},
		},
		{
			"swiss, score difference",
			Swiss{},
			[][]Result{{game(0, 1, 10, 5), game(2, 3, 9, 8)}, {game(0, 2, 9, 7), game(1, 3, 9, 3)}},
			[]Entrant{0, 1, 2, 3},
			[]float64{2, 0, 1},
		},
		{
			"round robin, head to head",
			RoundRobin{},
			[][]Result{
				{game(0, 1, 5, 9), game(2, 3, 9, 8)},
				{game(2, 0, 1, 30), game(3, 1, 9, 5)},
				{game(0, 3, 30, 8), game(1, 2, 9, 8)},
			},
			[]Entrant{1, 0, 2, 3},
			[]float64{0, 2, 47},
		},
		{
			"round robin, a draw head to head",
			RoundRobin{},
			[][]Result{{game(0, 1, 5, 5)}, {game(0, 2, 9, 3)}, {game(1, 2, 8, 7)}},
			[]Entrant{0, 1, 2},
			[]float64{.5, .75, 1},
		},
		{
			"round robin, score difference",
			RoundRobin{},
			[][]Result{{game(0, 1, 10, 5)}, {game(1, 2, 8, 7)}, {game(2, 0, 9, 8)}},
			[]Entrant{0, 2, 1},
			[]float64{1, 1, 0},
		},
		{
			"league, wins and score",
			League{},
			[][]Result{
				{{Pairing: Pairing{0, 1, 2}, Place: []int{1, 2, 3}, Score: []int{10, 9, 8}}},
				{{Pairing: Pairing{2, 1, 0}, Place: []int{1, 2, 3}, Score: []int{12, 9, 5}}},
			},
			[]Entrant{2, 0, 1},
			[]float64{1, 15},
		},
	} {
		n := len(tt.order)
		list := tt.format.Standings(State{Entrants: n, Seats: 4, Played: tt.played})
		var order []Entrant
		for _, s := range list {
			order = append(order, s.Entrant)
		}
		if !slices.Equal(order, tt.order) || !slices.Equal(list[1].Breaks, tt.second) {
			t.Errorf("%s: order %v, tie-breaks of the second %v; want %v, %v", tt.name, order, list[1].Breaks, tt.order,
				tt.second)
		}
	}
}

// P27: with 2 to 33 entrants and withdrawals, every format ends and ranks everybody once.
func TestP27EveryTournamentEnds(t *testing.T) {
	for _, f := range Formats {
		for n := 2; n <= 33; n++ {
			t.Run(fmt.Sprintf("%s/%d", f.Name(), n), func(t *testing.T) {
				rng := rand.New(rand.NewPCG(uint64(n), 7))
				_, seats := f.Sizes()
				s := State{Entrants: n, Seats: seats, Seed: uint64(n), Third: n%2 == 0}
				if f == (League{}) {
					s.Rounds = 2
				}
				s = run(t, f, s, rng, 0.2, 0.3)
				list := f.Standings(s)
				seen := map[Entrant]bool{}
				for i, st := range list {
					seen[st.Entrant] = true
					if i > 0 && st.Place < list[i-1].Place || len(st.Breaks) != len(f.Breaks()) {
						t.Errorf("standing %d: %+v", i, st)
					}
				}
				if len(seen) != n || list[0].Place != 1 {
					t.Errorf("%d entrants are ranked, want %d; the first has place %d", len(seen), n, list[0].Place)
				}
			})
		}
	}
}

// F73, F78: every pair meets once, and everybody moves first as often as second, ±1.
func TestF73RoundRobin(t *testing.T) {
	for n := 2; n <= 32; n++ {
		for cycles := 1; cycles <= 2; cycles++ {
			s := run(t, RoundRobin{}, State{Entrants: n, Rounds: cycles}, rand.New(rand.NewPCG(3, 3)), 0.1, 0)
			met, balance := tally(s)
			for a := range Entrant(n) {
				for b := range a {
					if met[[2]Entrant{b, a}] != cycles {
						t.Errorf("n=%d: %d and %d met %d times, want %d", n, b, a, met[[2]Entrant{b, a}], cycles)
					}
				}
				if abs(balance[a]) > 1 {
					t.Errorf("n=%d: %d moved first %+d times more than second", n, a, balance[a])
				}
			}
			first := map[Entrant]map[Entrant]int{}
			for _, round := range s.Played {
				for _, r := range round {
					if a, b := r.Pairing[0], r.Pairing[len(r.Pairing)-1]; first[a] == nil {
						first[a] = map[Entrant]int{b: 1}
					} else if first[a][b]++; first[a][b] > 1 && !r.Pairing.Bye() {
						t.Errorf("n=%d: %d moves first twice against %d, want the order swapped", n, a, b)
					}
				}
			}
		}
	}
}

// F74, F78: no rematch, one bye at most, first moves balanced ±2, also after withdrawals. In the last
// round leaders who have both moved first too often may meet.
func TestF74Swiss(t *testing.T) {
	for n := 4; n <= 65; n++ {
		if n > 33 && n%8 != 1 {
			continue
		}
		for seed := range uint64(8) {
			rng := rand.New(rand.NewPCG(seed, 9))
			s := State{Entrants: n, Seed: seed}
			drops := 0
			if seed >= 4 {
				drops = 1 + n/10
			} else if n >= 23 {
				s.Rounds = 9 // more rounds than usual, but not so many that everybody has met
			}
			for games := range rounds(t, Swiss{}, &s) {
				checkBalance(t, s, games)
				s.Played = append(s.Played, results(games, rng, 0.2))
				for range drops {
					if in := s.in(); len(in) > 2 && rng.Float64() < 0.7 {
						s.Out = append(s.Out, in[rng.IntN(len(in))])
					}
				}
			}
			met, _ := tally(s)
			for pair, times := range met {
				if times > 1 {
					t.Errorf("n=%d seed=%d: %v met %d times", n, seed, pair, times)
				}
			}
			byes := map[Entrant]int{}
			for _, round := range s.Played {
				for _, r := range round {
					if r.Pairing.Bye() {
						byes[r.Pairing[0]]++
					}
				}
			}
			for e := range Entrant(n) {
				if byes[e] > 1 {
					t.Errorf("n=%d seed=%d: %d had %d byes", n, seed, e, byes[e])
				}
			}
		}
	}
}

// checkBalance checks that a round puts nobody more than two first moves out of balance, except
// leaders in the last round.
func checkBalance(t *testing.T, s State, games []Pairing) {
	t.Helper()
	points, best := s.points(), 0.0
	for _, e := range s.in() {
		best = max(best, points[e])
	}
	_, balance := tally(s)
	few := len(s.in()) <= 7 // with that many rounds most entrants may have met already, which the full search tests
	for _, g := range games {
		leaders := len(s.Played)+1 == swissRounds(s) && len(g) == 2 && points[g[0]] == best && points[g[1]] == best
		for seat, e := range g {
			if after := balance[e] + 1 - 2*seat; !g.Bye() && abs(after) > 2 && !leaders && !few {
				t.Errorf("n=%d seed=%d, round %d: %d has the balance %+d", s.Entrants, s.Seed, len(s.Played)+1, e, after)
			}
		}
	}
}

// F74: players with equal points meet. Of 4,000 tournaments of eight entrants over three rounds
// each has one unbeaten entrant, however often the first mover wins, and almost all games are
// between entrants of equal points.
func TestF74SwissHasOneUnbeaten(t *testing.T) {
	for _, c := range []struct{ first, uneven float64 }{{.5, .01}, {.77, .04}} {
		unbeaten, uneven, games := map[int]int{}, 0, 0
		for seed := range uint64(4000) {
			s := State{Entrants: 8, Seats: 2, Seed: seed}
			rng := rand.New(rand.NewPCG(seed, 74))
			for round := range rounds(t, Swiss{}, &s) {
				points := s.points()
				var played []Result
				for _, g := range round {
					games++
					if points[g[0]] != points[g[1]] {
						uneven++
					}
					r := Result{Pairing: g, Place: []int{1, 2}}
					if rng.Float64() >= c.first {
						r.Place = []int{2, 1}
					}
					played = append(played, r)
				}
				s.Played = append(s.Played, played)
			}
			won := 0
			for _, p := range s.points() {
				if p == 3 {
					won++
				}
			}
			unbeaten[won]++
		}
		share := float64(uneven) / float64(games)
		t.Logf("the first mover wins %.2f: tournaments by their number of unbeaten %v, %.3f of games uneven", c.first,
			unbeaten, share)
		if unbeaten[1] != 4000 || share > c.uneven {
			t.Errorf("the first mover wins %.2f: tournaments by their number of unbeaten %v, %.3f of games uneven; want one unbeaten in each of 4000, and %.3f at most", c.first, unbeaten, share, c.uneven)
		}
	}
}

// F74: an odd number of 23 or more entrants keeps the balance of first moves, and a round is paired
// at once.
func TestF74SwissIsPairedAtOnce(t *testing.T) {
	s := State{Entrants: 31, Seats: 2, Seed: 5}
	start := time.Now()
	s = run(t, Swiss{}, s, rand.New(rand.NewPCG(5, 9)), 0.2, 0)
	// the time is an average, because run pairs each round twice
	took := time.Since(start) / time.Duration(2*len(s.Played)+1)
	t.Logf("31 players: %v a round", took.Round(time.Microsecond))
	if took > 200*time.Millisecond {
		t.Errorf("a round takes %v to pair, want well below 0.2 s", took)
	}
}

func tally(s State) (met map[[2]Entrant]int, balance map[Entrant]int) {
	met, balance = map[[2]Entrant]int{}, map[Entrant]int{}
	for _, round := range s.Played {
		for _, r := range round {
			if r.Pairing.Bye() {
				continue
			}
			a, b := r.Pairing[0], r.Pairing[1]
			met[[2]Entrant{min(a, b), max(a, b)}]++
			balance[a]++
			balance[b]--
		}
	}
	return met, balance
}

// F72: the table lists pairings, byes, and the ways to break ties.
func TestF72Bracket(t *testing.T) {
	got := Bracket{}.Next(State{Entrants: 8})
	want := []Pairing{{0, 7}, {3, 4}, {2, 5}, {1, 6}}
	if !reflect.DeepEqual(got, want) {
		t.Errorf("first round of 8: %v, want %v", got, want)
	}
	if got := (Bracket{}).Next(State{Entrants: 6}); !reflect.DeepEqual(got, []Pairing{{3, 4}, {2, 5}}) {
		t.Errorf("first round of 6: %v, want byes for the two top seeds", got)
	}
	levels, _ := Bracket{}.Nodes(State{Entrants: 7})
	if got, want := levels[0][0], (Node{A: 0, B: Nobody, Bye: true, Winner: 0}); got != want {
		t.Errorf("the top seed of 7 has %+v, want %+v", got, want)
	}
	tie := Result{Pairing: Pairing{0, 1}, Place: []int{1, 1}, Score: []int{30, 30}, Tiebreak: []int{10, 9}}
	s := State{Entrants: 2, Played: [][]Result{{tie}}}
	if got := (Bracket{}).Next(s); !reflect.DeepEqual(got, []Pairing{{1, 0}}) {
		t.Errorf("after a tie: %v, want a replay with the order swapped", got)
	}
	for _, tt := range []struct {
		name  string
		again Result
		want  Entrant
	}{
		{"the replay decides", Result{Pairing: Pairing{1, 0}, Place: []int{1, 2}, Score: []int{31, 29}}, 1},
		{"then the score over both", Result{Pairing: Pairing{1, 0}, Place: []int{1, 1}, Score: []int{30, 20}}, 1},
		{
			"then more tiles over both",
			Result{Pairing: Pairing{1, 0}, Place: []int{1, 1}, Score: []int{30, 30}, Tiebreak: []int{11, 9}},
			1,
		},
		{
			"then the lower seed",
			Result{Pairing: Pairing{1, 0}, Place: []int{1, 1}, Score: []int{30, 30}, Tiebreak: []int{10, 9}},
			0,
		},
	} {
		s.Played = [][]Result{{tie}, {tt.again}}
		if games := (Bracket{}).Next(s); len(games) > 0 {
			t.Errorf("%s: still to play %v", tt.name, games)
		}
		if got := (Bracket{}).Standings(s)[0].Entrant; got != tt.want {
			t.Errorf("%s: winner %d, want %d", tt.name, got, tt.want)
		}
		if got := s.winnerOf(1, 0); got != tt.want {
			t.Errorf("%s: winner %d with the other one named first, want %d", tt.name, got, tt.want)
		}
	}
}

// F70, F72: whoever joins first has no better chance. Of 5 and 9 equals, whose games are decided by
// a coin, each wins as often as the others; in the order of joining the last of 5 would win .125.
func TestF72LotsAreFair(t *testing.T) {
	const times = 4000
	for _, c := range []struct {
		f           Format
		size, seats int
	}{{Bracket{}, 5, 2}, {Bracket{}, 9, 2}, {Knockout{}, 5, 2}, {Knockout{}, 9, 4}} {
		won := map[match.UserID]float64{}
		for seed := range uint64(times) {
			r := Record{Terms: Terms{Format: c.f.Name(), Seats: c.seats, Most: c.size}, Seed: seed, Status: Open}
			for e := range c.size {
				r.Entrants = append(r.Entrants, match.Player{User: match.UserID(rune('a' + e))})
			}
			(&Service{}).begin(&r)
			s := run(t, c.f, r.State(false), rand.New(rand.NewPCG(seed, 72)), 0, 0)
			won[r.Entrants[Final(c.f, s)[0].Entrant].User] += 1 / float64(times)
		}
		for e := range c.size {
			// four standard errors
			want, off := 1/float64(c.size), 4*math.Sqrt(float64(c.size-1)/times)/float64(c.size)
			if got := won[match.UserID(rune('a'+e))]; math.Abs(got-want) > off {
				t.Errorf("%s of %d equals: number %d to join wins %.3f, want %.3f ± %.3f", c.f.Name(), c.size, e+1,
					got, want, off)
			}
		}
	}
}

// F75: games have three or four players where possible, few have two, and there are byes only in
// games for two.
func TestF75LeagueSizes(t *testing.T) {
	for _, tt := range []struct {
		players, largest int
		want             []int
	}{
		{2, 4, []int{2}},
		{5, 4, []int{3, 2}},
		{6, 4, []int{3, 3}},
		{7, 4, []int{4, 3}},
		{9, 4, []int{3, 3, 3}},
		{10, 4, []int{4, 3, 3}},
		{11, 4, []int{4, 4, 3}},
		{13, 4, []int{4, 3, 3, 3}},
		{16, 4, []int{4, 4, 4, 4}},
		{17, 4, []int{4, 4, 3, 3, 3}},
		{4, 3, []int{2, 2}},
		{7, 3, []int{3, 2, 2}},
		{8, 3, []int{3, 3, 2}},
		{9, 3, []int{3, 3, 3}},
		{6, 2, []int{2, 2, 2}},
		{7, 2, []int{2, 2, 2, 1}},
	} {
		if got := leagueSizes(tt.players, tt.largest); !slices.Equal(got, tt.want) {
			t.Errorf("%d players in games of %d: %v, want %v", tt.players, tt.largest, got, tt.want)
		}
	}
}

// F75: over four rounds meetings repeat as rarely as possible. Between 5 and 12 players some
// repeat. If all games have the same size, everybody has each seat equally often, ±1.
func TestF75LeagueCompany(t *testing.T) {
	for _, tt := range []struct{ players, largest, repeats, spread int }{
		{4, 4, 18, 1},
		{5, 4, 6, 2},
		{6, 4, 12, 2},
		{7, 4, 15, 2},
		{8, 4, 24, 1},
		{9, 4, 0, 2},
		{10, 4, 6, 2},
		{11, 4, 12, 2},
		{12, 4, 18, 1},
		{13, 4, 0, 2},
		{14, 4, 1, 2},
		{15, 4, 0, 2},
		{16, 4, 0, 1},
		{20, 4, 0, 1},
		{24, 4, 0, 1},
		{32, 4, 0, 1},
		{64, 4, 0, 2},
		{7, 3, 1, 2},
		{9, 3, 0, 1},
		{12, 3, 0, 1},
		{16, 3, 0, 2},
		{4, 2, 2, 1},
		{9, 2, 0, 1},
		{16, 2, 0, 1},
	} {
		for seed := range uint64(2) {
			s := run(t, League{}, State{Entrants: tt.players, Seats: tt.largest, Seed: seed + 1},
				rand.New(rand.NewPCG(seed, 75)), 0.2, 0)
			meetings, repeats, spread := company(s, tt.largest)
			t.Logf("%d players in games of %d: %d of %d meetings are repeats, seats differ by %d", tt.players,
				tt.largest, repeats, meetings, spread)
			if repeats > tt.repeats || spread > tt.spread {
				t.Errorf("%d players in games of %d, seed %d: %d repeats, seats differ by %d; want at most %d and %d",
					tt.players, tt.largest, seed, repeats, spread, tt.repeats, tt.spread)
			}
		}
	}
}

// company counts how often players meet in a tournament, the repeated ones, and the largest
// difference between a player's seats.
func company(s State, largest int) (meetings, repeats, spread int) {
	met, sat := map[[2]Entrant]int{}, make([][4]int, s.Entrants)
	for _, round := range s.Played {
		for _, r := range round {
			for seat, a := range r.Pairing {
				if !r.Pairing.Bye() {
					sat[a][seat]++
				}
				for _, b := range r.Pairing[:seat] {
					meetings++
					if met[[2]Entrant{min(a, b), max(a, b)}]++; met[[2]Entrant{min(a, b), max(a, b)}] > 1 {
						repeats++
					}
				}
			}
		}
	}
	for _, seats := range sat {
		spread = max(spread, slices.Max(seats[:largest])-slices.Min(seats[:largest]))
	}
	return meetings, repeats, spread
}

// F75: after a withdrawal the remaining rounds are dealt again, with as few repeated meetings as
// possible.
func TestF75LeagueAfterWithdrawals(t *testing.T) {
	s := State{Entrants: 17, Seats: 4, Seed: 3}
	rng := rand.New(rand.NewPCG(3, 3))
	for n := 0; ; n++ {
		games := League{}.Next(s)
		if len(games) == 0 {
			break
		}
		s.Played = append(s.Played, results(games, rng, 0))
		if n == 1 {
			s.Out = []Entrant{5}
		}
	}
	if meetings, repeats, _ := company(s, 4); len(s.Played) != 4 || repeats > 0 {
		t.Errorf("%d rounds, %d of %d meetings are repeats; want 4 rounds without", len(s.Played), repeats, meetings)
	}
}

// F75: shared places share their points.
func TestF75LeaguePoints(t *testing.T) {
	for _, tt := range []struct {
		places []int
		want   []float64
	}{
		{[]int{1, 2, 3, 4}, []float64{4, 3, 2, 1}},
		{[]int{1, 1, 3}, []float64{3.5, 3.5, 2}},
		{[]int{2, 2, 2, 1}, []float64{2, 2, 2, 4}},
	} {
		for seat, want := range tt.want {
			if got := shared(tt.places, seat); got != want {
				t.Errorf("places %v, seat %d: %v points, want %v", tt.places, seat, got, want)
			}
		}
	}
}

// F73, F78: a withdrawal leaves gaps in the rounds, but no pair meets more often than planned.
func TestF73_WithdrawalRepeatsNoPair(t *testing.T) {
	for seed := range uint64(200) {
		rng := rand.New(rand.NewPCG(seed, 1))
		s := run(t, RoundRobin{}, State{Entrants: 3 + rng.IntN(6), Seats: 2, Rounds: 1 + rng.IntN(2)}, rng, 0.2, 0.5)
		met := map[[2]Entrant]int{}
		for _, round := range s.Played {
			for _, r := range round {
				a, b := min(r.Pairing[0], r.Pairing[1]), max(r.Pairing[0], r.Pairing[1])
				if met[[2]Entrant{a, b}]++; met[[2]Entrant{a, b}] > s.Rounds {
					t.Fatalf("seed %d: %d and %d meet more than %d times: %v", seed, a, b, s.Rounds, s.Played)
				}
			}
		}
		for a := range Entrant(s.Entrants) {
			for b := a + 1; int(b) < s.Entrants; b++ {
				if !s.isOut(a) && !s.isOut(b) && met[[2]Entrant{a, b}] != s.Rounds {
					t.Fatalf("seed %d: %d and %d are both in and met %d times, want %d", seed, a, b,
						met[[2]Entrant{a, b}], s.Rounds)
				}
			}
		}
	}
}

// F70: the rounds to come are as large as those that are played.
func TestF70_Ahead(t *testing.T) {
	tests := []struct {
		n, seats int
		want     [][]int
	}{
		{1, 4, nil},
		{2, 2, [][]int{{2}}},
		{4, 2, [][]int{{2, 2}, {2}}},
		{5, 2, [][]int{{2, 2, 1}, {2, 1}, {2}}},
		{9, 4, [][]int{{4, 3, 2}, {3}}},
		{16, 4, [][]int{{4, 4, 4, 4}, {4}}},
	}
	for _, tt := range tests {
		if got := (Knockout{}).Ahead(tt.n, tt.seats); !reflect.DeepEqual(got, tt.want) {
			t.Errorf("Ahead(%d, %d) = %v, want %v", tt.n, tt.seats, got, tt.want)
		}
	}
}

// leastSquares of a sum is reached by numbers that differ by one at most.
func TestEvenly(t *testing.T) {
	for _, c := range []struct{ sum, n, want int }{{0, 5, 0}, {6, 3, 12}, {7, 3, 2*2 + 2*2 + 3*3}, {2, 4, 2}} {
		if got := evenly(c.sum, c.n); got != c.want {
			t.Errorf("evenly(%d, %d) = %d, want %d", c.sum, c.n, got, c.want)
		}
	}
}

// A running league computes its schedule again each round, and a Swiss sorts its groups by the same
// lot. If a new version of the bot computed other rounds, the rest of a running league would be
// paired worse. So a golden file has the rounds of some seeds.
func TestRoundsOfASeedStay(t *testing.T) {
	var page strings.Builder
	for _, c := range []struct {
		f     Format
		s     State
		leave int // the round after which an entrant withdraws; 0: nobody does
	}{
		{League{}, State{Entrants: 6, Seats: 4, Seed: 1}, 0},
		{League{}, State{Entrants: 11, Seats: 4, Seed: 2}, 2},
		{League{}, State{Entrants: 7, Seats: 3, Seed: 3}, 0},
		{League{}, State{Entrants: 7, Seats: 2, Seed: 4, Rounds: 6}, 1},
		{Swiss{}, State{Entrants: 9, Seats: 2, Seed: 5}, 2},
		{Swiss{}, State{Entrants: 12, Seats: 2, Seed: 6, Rounds: 5}, 0},
		{RoundRobin{}, State{Entrants: 7, Seats: 2, Rounds: 2}, 3},
		{RoundRobin{}, State{Entrants: 8, Seats: 2}, 0},
	} {
		fmt.Fprintf(&page, "%s of %d in games of %d\n", c.f.Name(), c.s.Entrants, c.s.Seats)
		rng := rand.New(rand.NewPCG(c.s.Seed, 7))
		for games := range rounds(t, c.f, &c.s) {
			fmt.Fprintln(&page, " ", games)
			if c.s.Played = append(c.s.Played, results(games, rng, 0.1)); len(c.s.Played) == c.leave {
				c.s.Out = append(c.s.Out, 1)
			}
		}
	}
	golden.Check(t, "testdata/rounds.txt", page.String())
}

// The test checks the names of the formats, which are stored, the numbers of players of a game, and
// the tie-breaks.
func TestFormats(t *testing.T) {
	want := []string{
		"knockout 2-4 []", "bracket 2-2 []", "roundrobin 2-2 [head to head Sonneborn–Berger score difference]",
		"swiss 2-2 [Buchholz head to head score difference]", "league 2-4 [wins score]",
		"divisions 2-2 [head to head Sonneborn–Berger score difference]",
	}
	for i, f := range Formats {
		least, most := f.Sizes()
		if got := fmt.Sprintf("%s %d-%d %v", f.Name(), least, most, f.Breaks()); got != want[i] {
			t.Errorf("format %d is %s, want %s", i, got, want[i])
		}
		if found, ok := Find(f.Name()); !ok || found != f {
			t.Errorf("%s is not found by its name", f.Name())
		}
	}
	if f, ok := Find("ladder"); ok {
		t.Errorf("a ladder is %v", f)
	}
}

// Every format pairs the last two entrants who haven't left; with fewer there is no game.
func TestFewAreLeft(t *testing.T) {
	for _, f := range Formats {
		for left := range 3 {
			s := State{Entrants: 4, Seats: 2}
			for e := Entrant(left); e < 4; e++ {
				s.Out = append(s.Out, e)
			}
			if got := len(f.Next(s)); got > 0 != (left == 2) {
				t.Errorf("%s: %d are left and have %d games", f.Name(), left, got)
			}
		}
	}
}

// A game without a score counts in a league by its places.
func TestLeagueWithoutScores(t *testing.T) {
	s := State{Entrants: 2, Seats: 2, Played: [][]Result{{{Pairing: Pairing{0, 1}, Place: []int{2, 1}}}}}
	want := []Standing{
		{Entrant: 1, Place: 1, Points: 4, Breaks: []float64{1, 0}},
		{Entrant: 0, Place: 2, Points: 3, Breaks: []float64{0, 0}},
	}
	if got := (League{}).Standings(s); !reflect.DeepEqual(got, want) {
		t.Errorf("%+v, want %+v", got, want)
	}
}

// The Swiss pairs by the sum of weighted costs, most important first: so each weight must be more than all
// less important costs of a whole round can come to together.
func TestSwissWeights(t *testing.T) {
	for n := 2; n <= mostInPairings; n++ {
		for spread := range int64(8) {
			p := swissPairer{points: make([]float64, n)}
			for e := range n {
				p.players = append(p.players, Entrant(e))
			}
			p.points[0] = float64(spread) / 2
			p.measure()
			w, games := p.weights, int64(n/2)
			lesser := games * mostFold
			for _, c := range []struct {
				name         string
				weight, most int64 // the weight of one, and how many there can be in a round
			}{
				{"balance", w.balance, 2 * games},
				{"points", w.points, games * spread * spread},
				{"bye", w.bye, spread + 1},
				{"beyond", w.beyond, 0},
			} {
				if c.weight <= lesser {
					t.Fatalf("%d players, %d half points apart: %s weighs %d, all lesser costs %d", n, spread, c.name,
						c.weight, lesser)
				}
				lesser += c.most * c.weight
			}
		}
	}
}

// In a Swiss, the entrants who have just joined are the last to get a bye.
func TestByeOfWhoHasJoined(t *testing.T) {
	s := State{Entrants: 5, Seats: 2, Seed: 1, Played: [][]Result{{
		{Pairing: Pairing{0, 1}, Place: []int{1, 2}},
		{Pairing: Pairing{2, 3}, Place: []int{1, 2}},
		{Pairing: Pairing{4}},
	}}}
	fresh := s.enter(2)
	p := newSwissPairer(s)
	for i, e := range p.players {
		for j, other := range p.players {
			if slices.Contains(fresh, e) && !slices.Contains(fresh, other) && p.byeCost(i) <= p.byeCost(j) {
				t.Errorf("a bye of %d, who has just joined, costs %d, that of %d costs %d", e, p.byeCost(i), other,
					p.byeCost(j))
			}
		}
	}
}
