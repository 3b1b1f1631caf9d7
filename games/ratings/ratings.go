// Package ratings turns the results of a server's matches into ratings and statistics: a pure function of the log of results, so that the same
// results always give the same ratings, and nothing has to be kept in step with anything. The formula, and why it is that, is in docs/ratings.md.
//
// It stores nothing and knows no game. Start reading at [Table].
package ratings

import (
	"cmp"
	"math"
	"slices"
	"time"

	"paddock/games"
	"paddock/games/match"
)

// Start is the rating of whoever has not played yet.
const Start = 1200

// Pool says which matches count: those between people, or those with computer players. One has no influence on the other.
type Pool int

// The pools.
const (
	People Pool = iota
	Computers
)

// Standing is what somebody has achieved in a pool of a game.
type Standing struct {
	Who    match.Player // without a name
	Rating float64
	Rated  int // matches that counted for the rating
	Played int // all matches that have ended with a result
	Won    int // alone in the first place
	Drawn  int // the first place was shared
	Late   int // matches out of which the clock has put them
}

// Lost is the matches that were neither won nor drawn.
func (s Standing) Lost() int { return s.Played - s.Won - s.Drawn }

// Table ranks everybody who has played, the best rating first; equal ones by the number of rated matches, then by id. Results are of one game, in
// the order in which the matches ended.
func Table(results []match.Result, pool Pool) []Standing {
	t := table{players: map[match.Player]*Standing{}, recent: map[pair][]time.Time{}}
	for _, r := range results {
		if PoolOf(r) == pool {
			t.add(r)
		}
	}
	list := make([]Standing, 0, len(t.players))
	for _, s := range t.players {
		list = append(list, *s)
	}
	slices.SortFunc(list, func(a, b Standing) int {
		return cmp.Or(cmp.Compare(b.Rating, a.Rating), cmp.Compare(b.Rated, a.Rated), compare(a.Who, b.Who))
	})
	return list
}

// PoolOf is the pool that a result belongs to.
func PoolOf(r match.Result) Pool {
	if slices.ContainsFunc(r.Players, func(p match.Player) bool { return p.Computer != "" }) {
		return Computers
	}
	return People
}

func compare(a, b match.Player) int {
	return cmp.Or(cmp.Compare(a.Computer, b.Computer), cmp.Compare(a.User, b.User), cmp.Compare(a.Gone, b.Gone))
}

// pair is two players, in the order of compare.
type pair [2]match.Player

// table is the state after some results.
type table struct {
	players map[match.Player]*Standing
	recent  map[pair][]time.Time // rated games of the last window, oldest first
}

// window is how long a game counts as recent, which makes further ones between the same two count less.
const window = 24 * time.Hour

func (t *table) add(r match.Result) {
	first := 0
	for _, place := range r.Place {
		if place == 1 {
			first++
		}
	}
	for seat, p := range r.Players {
		s := t.player(p)
		s.Played++
		switch {
		case r.Place[seat] == 1 && first == 1:
			s.Won++
		case r.Place[seat] == 1:
			s.Drawn++
		}
		if r.Late.Has(games.Seat(seat)) {
			s.Late++
		}
	}
	if r.Rated {
		t.rate(r)
	}
}

func (t *table) player(p match.Player) *Standing {
	s := t.players[p]
	if s == nil {
		s = &Standing{Who: p, Rating: Start}
		t.players[p] = s
	}
	return s
}

// rate is Elo between each two players of a match, by who has the better place, all by the ratings before it.
func (t *table) rate(r match.Result) {
	change := make([]float64, len(r.Players))
	for a := range r.Players {
		for b := range a {
			if r.Players[a] == r.Players[b] { // a computer player against its like
				continue
			}
			one, other := t.player(r.Players[a]), t.player(r.Players[b])
			weight := t.weight(one.Who, other.Who, r.Ended) / float64(len(r.Players)-1)
			surplus := score(r.Place[a], r.Place[b]) - Expected(one.Rating, other.Rating)
			change[a] += one.k() * weight * surplus
			change[b] -= other.k() * weight * surplus
		}
	}
	for seat, p := range r.Players {
		s := t.player(p)
		s.Rating += change[seat]
		s.Rated++
	}
}

// weight is how much of a game between two counts that ends now: all of it, or half as much as the one before within the window (P23).
func (t *table) weight(a, b match.Player, now time.Time) float64 {
	both := pair{a, b}
	if compare(a, b) > 0 {
		both = pair{b, a}
	}
	recent := slices.DeleteFunc(t.recent[both], func(at time.Time) bool { return now.Sub(at) >= window })
	t.recent[both] = append(recent, now)
	return math.Pow(0.5, float64(len(recent)))
}

// score is what the better place is worth against the other: 1, 0, or 1/2 for the same.
func score(a, b int8) float64 {
	switch {
	case a < b:
		return 1
	case a > b:
		return 0
	}
	return 0.5
}

// Expected is the score that somebody is expected to make against somebody else, by their ratings.
func Expected(mine, theirs float64) float64 { return 1 / (1 + math.Pow(10, (theirs-mine)/400)) }

// k is the most that a game can change a rating: much at first, little when it is known well.
func (s *Standing) k() float64 {
	switch {
	case s.Rated < 10:
		return 40
	case s.Rated < 20:
		return 30
	case s.Rated < 40:
		return 25
	}
	return 20
}
