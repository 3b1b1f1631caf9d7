// Package ratings computes ratings and statistics from the results of a server's matches. Equal
// results give equal ratings. docs/ratings.md explains the formula.
//
// It stores nothing and knows no game. A store that updates standings as matches end calls [Add].
// Start reading at [Table].
package ratings

import (
	"cmp"
	"maps"
	"math"
	"slices"
	"time"

	"paddock/games"
	"paddock/games/match"
)

// Table returns the standings of all players, best rating first. Equal ratings are sorted by the
// number of rated matches, then by id. Results are of one game, in the order in which the matches
// ended.
func Table(results []match.Result, pool match.Pool) []match.Standing {
	t := table{players: map[match.Player]match.Standing{}, recent: map[Pair][]time.Time{}}
	for _, r := range results {
		if r.Pool() == pool {
			Add(t, r)
		}
	}
	list := slices.Collect(maps.Values(t.players))
	Sort(list)
	return list
}

// Sort puts standings in the order of Table.
func Sort(list []match.Standing) {
	slices.SortFunc(list, func(a, b match.Standing) int {
		return cmp.Or(cmp.Compare(b.Rating, a.Rating), cmp.Compare(b.Rated, a.Rated), compare(a.Who, b.Who))
	})
}

func compare(a, b match.Player) int {
	return cmp.Or(cmp.Compare(a.Computer, b.Computer), cmp.Compare(a.User, b.User), cmp.Compare(a.Gone, b.Gone))
}

// Pair is two players in a fixed order, see PairOf.
type Pair [2]match.Player

// PairOf returns the pair of two players in either order.
func PairOf(a, b match.Player) Pair {
	if compare(a, b) > 0 {
		a, b = b, a
	}
	return Pair{a, b}
}

// Book stores the standings of one pool of one game.
type Book interface {
	// Standing returns a player's standing; Fresh if none is stored.
	Standing(p match.Player) match.Standing
	// Keep stores a standing, or deletes it if it has no matches.
	Keep(s match.Standing)
	// Recent counts the games of a pair in rated results before r that ended less than Window
	// before it, see Pairs. It may stop counting at Many.
	Recent(two Pair, r match.Result) int
}

// Window is how long a game counts as recent. Recent games of the same pair reduce the weight of
// further ones: the second counts half, the third a quarter. After Many a game has no weight.
const (
	Window = 24 * time.Hour
	Many   = 16
)

// Fresh returns the standing of a player who had not played before r.
func Fresh(p match.Player, r match.Result) match.Standing {
	skill, known := Anchor(r.Game, p)
	if !known {
		skill = Newcomer
	}
	return match.Standing{Game: r.Game, Pool: r.Pool(), Who: p, Skill: skill}
}

// Pairs lists the pairs of a rated result: one for each two seats, except a computer player against
// itself.
func Pairs(r match.Result) (list []Pair) {
	for a := range r.Players {
		for b := range a {
			if r.Players[a] != r.Players[b] {
				list = append(list, PairOf(r.Players[a], r.Players[b]))
			}
		}
	}
	return list
}

// table is a Book in memory.
type table struct {
	players map[match.Player]match.Standing
	recent  map[Pair][]time.Time // games within the last Window, oldest first
}

func (t table) Standing(p match.Player) match.Standing { return t.players[p] }

func (t table) Keep(s match.Standing) { t.players[s.Who] = s }

func (t table) Recent(two Pair, r match.Result) int {
	t.recent[two] = slices.DeleteFunc(t.recent[two], func(at time.Time) bool { return r.Ended.Sub(at) >= Window })
	return len(t.recent[two])
}

// Add adds a result to a book that has all earlier ones.
func Add(book Book, r match.Result) {
	var after []match.Skill
	if r.Rated {
		after = rate(book, r)
	}
	for seat, p := range r.Players {
		s := count(standing(book, p, r), r, seat, 1)
		if r.Rated {
			s.Skill = after[seat]
		}
		book.Keep(s)
	}
	if t, ok := book.(table); ok && r.Rated {
		for _, two := range Pairs(r) {
			t.recent[two] = append(t.recent[two], r.Ended)
		}
	}
}

// Undo removes the newest result from a book. Before holds the skills of its players, by seat, at
// the time it was added; nil if it is not rated.
func Undo(book Book, r match.Result, before []match.Skill) {
	for seat, p := range r.Players {
		s := count(standing(book, p, r), r, seat, -1)
		if r.Rated {
			s.Skill = before[seat]
		}
		book.Keep(s)
	}
}

// count returns a standing with one match more or less.
func count(s match.Standing, r match.Result, seat, by int) match.Standing {
	first := 0
	for _, place := range r.Place {
		if place == 1 {
			first++
		}
	}
	s.Played += by
	switch {
	case r.Place[seat] == 1 && first == 1:
		s.Won += by
	case r.Place[seat] == 1:
		s.Drawn += by
	}
	if r.Late.Has(games.Seat(seat)) {
		s.Late += by
	}
	if r.Rated {
		s.Rated += by
	}
	return s
}

func standing(book Book, p match.Player, r match.Result) match.Standing {
	s := book.Standing(p)
	if s.Played == 0 {
		return Fresh(p, r)
	}
	return s
}

// rate returns the skills of the seats after a match. It applies Glicko-2 to each two players by
// their places and their skills before the match. A player with several seats counts only in the
// first.
func rate(book Book, r match.Result) []match.Skill {
	before, now := make([]match.Skill, len(r.Players)), make([]match.Skill, len(r.Players))
	for seat, p := range r.Players {
		before[seat] = standing(book, p, r).Skill
		now[seat] = At(before[seat], r.Ended)
	}
	played := make([][]game, len(r.Players))
	recent := map[Pair]int{}
	for a := range r.Players {
		for b := range a {
			if r.Players[a] == r.Players[b] { // a computer player against itself
				continue
			}
			two := PairOf(r.Players[a], r.Players[b])
			n, known := recent[two]
			if !known {
				n = book.Recent(two, r)
			}
			recent[two] = n + 1
			if n >= Many {
				continue
			}
			weight := math.Pow(0.5, float64(n)) / float64(len(r.Players)-1)
			won := score(r.Place[a], r.Place[b])
			played[a] = append(played[a], game{now[b].Rating, now[b].Deviation, won, weight})
			played[b] = append(played[b], game{now[a].Rating, now[a].Deviation, 1 - won, weight})
		}
	}
	after := make([]match.Skill, len(r.Players))
	for seat, p := range r.Players {
		if first := slices.Index(r.Players, p); first < seat {
			after[seat] = after[first]
		} else if after[seat] = before[seat]; !isAnchored(r.Game, p) && len(played[seat]) > 0 {
			after[seat] = update(before[seat], played[seat], periods(before[seat], r.Ended))
			after[seat].At = max(before[seat].At, r.Ended.UnixNano())
		}
	}
	return after
}

func isAnchored(id games.ID, p match.Player) bool {
	_, is := Anchor(id, p)
	return is
}

// score returns the score of a place against another: 1, 0, or 1/2 for the same place.
func score(a, b int8) float64 {
	switch {
	case a < b:
		return 1
	case a > b:
		return 0
	}
	return 0.5
}
