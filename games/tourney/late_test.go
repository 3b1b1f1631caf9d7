package tourney

import (
	"math/rand/v2"
	"slices"
	"testing"
)

// enter lets entrants join late, and returns them.
func (s *State) enter(n int) (fresh []Entrant) {
	for range n {
		s.Since = append(append(s.Since, make([]int, s.Entrants-len(s.Since))...), len(s.Played))
		fresh = append(fresh, Entrant(s.Entrants))
		s.Entrants++
	}
	return fresh
}

// F81: whoever joins a Swiss or a league late plays from the next round on, and nobody plays or
// sits out twice in a round. The number of rounds stays. Nobody meets twice in a Swiss or has two
// byes, and an entrant who has just joined gets a bye only if nobody else can. Missed rounds count
// as the organiser said.
func TestF81JoiningLate(t *testing.T) {
	for _, f := range []joinable{Swiss{}, League{}} {
		for seed := range uint64(60) {
			rng := rand.New(rand.NewPCG(seed, 81))
			s := State{Entrants: 5 + rng.IntN(8), Seats: []int{2, 4}[seed%2], Seed: seed, Rounds: []int{0, 5}[seed/2%2]}
			if f.Name() == (Swiss{}).Name() {
				s.Seats = 2
			}
			s.Missed = []float64{0, f.win() / 2}[seed%2]
			all := f.length(s)
			var fresh []Entrant
			for games := range rounds(t, f, &s) {
				checkField(t, s, games)
				if last := games[len(games)-1]; last.Bye() && slices.Contains(fresh, last[0]) {
					t.Errorf("%s, seed %d: %d has just joined and sits out", f.Name(), seed, last[0])
				}
				s.Played = append(s.Played, results(games, rng, 0.2))
				if fresh = nil; 2*len(s.Played) <= all {
					fresh = s.enter(rng.IntN(3))
				}
				if rng.Float64() < 0.3 {
					s.Out = append(s.Out, s.in()[rng.IntN(len(s.in()))])
				}
			}
			// in a small group all players may have met
			if len(s.Played) != all && len(s.in()) > 6 || len(s.Played) > all {
				t.Errorf("%s, seed %d: %d rounds, want %d", f.Name(), seed, len(s.Played), all)
			}
			met, _ := tally(s)
			for pair, times := range met {
				if f.Name() == (Swiss{}).Name() && times > 1 {
					t.Errorf("seed %d: %v met %d times", seed, pair, times)
				}
			}
			checkGifts(t, f, s)
		}
	}
}

// checkField checks that a round has each of the players once, and nobody else.
func checkField(t *testing.T, s State, games []Pairing) {
	t.Helper()
	field := slices.Sorted(slices.Values(slices.Concat(games...)))
	if !slices.Equal(field, Pairing(s.in())) {
		t.Errorf("round %d has %v, want %v", len(s.Played)+1, field, s.in())
	}
}

// checkGifts compares the points of each entrant with the points from games, without those for
// missed rounds.
func checkGifts(t *testing.T, f joinable, s State) {
	t.Helper()
	bare := s
	bare.Missed = 0
	points := make([]float64, s.Entrants)
	for _, st := range f.Standings(bare) {
		points[st.Entrant] = st.Points
	}
	for _, st := range f.Standings(s) {
		if want := points[st.Entrant] + s.Missed*float64(s.since(st.Entrant)); st.Points != want {
			t.Errorf("%s: %d, late by %d rounds, has %v points, want %v", f.Name(), st.Entrant, s.since(st.Entrant),
				st.Points, want)
		}
	}
}

// F81: a league gets a new schedule if its entrants change between two rounds, even if their number
// stays the same.
func TestF81LeagueDealsAgain(t *testing.T) {
	s := State{Entrants: 8, Seats: 4, Seed: 5}
	rng := rand.New(rand.NewPCG(5, 81))
	for games := range rounds(t, League{}, &s) {
		checkField(t, s, games)
		if s.Played = append(s.Played, results(games, rng, 0)); len(s.Played) == 2 {
			s.Out = []Entrant{2}
			s.enter(1)
		}
	}
	if len(s.Played) != leagueRounds {
		t.Errorf("%d rounds", len(s.Played))
	}
}
