package storagetest

import (
	"cmp"
	"slices"
	"time"

	"paddock/games/match"
	"paddock/games/ratings"
)

// Rank returns the ranking at a moment: of the listed players, first those with certain ratings,
// then the others, both in the order of Sort. It lists at most max players, and gives the place of
// the player who.
func Rank(list []match.Standing, now time.Time, max int, who match.Player) match.Ranking {
	list = slices.DeleteFunc(slices.Clone(list), func(s match.Standing) bool { return !ratings.Listed(s) })
	ratings.Sort(list)
	certain := func(s match.Standing) int {
		if ratings.Lapses(s.Skill) > now.UnixNano() {
			return 0
		}
		return 1
	}
	slices.SortStableFunc(list, func(a, b match.Standing) int { return cmp.Compare(certain(a), certain(b)) })
	place := 1 + slices.IndexFunc(list, func(s match.Standing) bool { return s.Who == who })
	return match.Ranking{Top: list[:min(max, len(list))], Place: place, Of: len(list)}
}

// skillsBefore returns the players' skills before a rated result, by seat; none if it is not among
// the results. The results are those of a game on a server, in the order in which the matches
// ended.
func skillsBefore(results []match.Result, r match.Result) (list []match.Skill) {
	i := slices.IndexFunc(results, func(one match.Result) bool { return one.Match == r.Match })
	if i < 0 || !r.Rated {
		return nil
	}
	earlier := ratings.Table(results[:i], r.Pool())
	for _, p := range r.Players {
		skill := ratings.Fresh(p, r).Skill
		if at := slices.IndexFunc(earlier, func(s match.Standing) bool { return s.Who == p }); at >= 0 {
			skill = earlier[at].Skill
		}
		list = append(list, skill)
	}
	return list
}
