package show

import (
	"fmt"
	"math"
	"slices"

	"paddock/bot/discord"
	"paddock/bot/lang"
	"paddock/bot/say"
	"paddock/games"
	"paddock/games/match"
	"paddock/games/ratings"
)

// newcomer is how many rated matches make a rating certain.
const newcomer = 5

// StandingOf is somebody's standing in a pool; the zero Standing if they have none.
func StandingOf(results []match.Result, pool ratings.Pool, who match.Player) ratings.Standing {
	list := ratings.Table(results, pool)
	if i := slices.IndexFunc(list, func(s ratings.Standing) bool { return s.Who == who }); i >= 0 {
		return list[i]
	}
	return ratings.Standing{}
}

// Reliability is how many of a hundred matches somebody has not left to the clock, rounded down unless none (P83).
func Reliability(late, played int) int { return (played - late) * 100 / max(played, 1) }

// Rating is a rating in text: whole, with a ? while it is uncertain.
func Rating(s ratings.Standing) string {
	text := fmt.Sprint(math.Round(s.Rating))
	if s.Rated < newcomer {
		text += "?"
	}
	return text
}

// Reputation is what those should know who are asked to play with somebody: how good they are at this game, and how often they leave a match to the
// clock (P83), by the results of the server between people (P110). Who has played nothing here yet has none.
func Reputation(in lang.Language, rec match.Match, results []match.Result) []string {
	owner := match.Player{User: rec.Owner}
	late, played := 0, 0
	for _, r := range results {
		if seat := slices.Index(r.Players, owner); seat >= 0 && ratings.PoolOf(r) == ratings.People {
			played++
			if r.Late.Has(games.Seat(seat)) {
				late++
			}
		}
	}
	if played == 0 {
		return nil
	}
	ofGame := slices.DeleteFunc(slices.Clone(results), func(r match.Result) bool { return r.Game != rec.Game })
	s := StandingOf(ofGame, ratings.People, owner)
	if s.Played == 0 {
		s.Rating = ratings.Start
	}
	return []string{"-# " + in.Say(say.Reputation, ownerName(rec), Rating(s), Reliability(late, played), played)}
}

// RankedName names somebody in a list; members by a mention, which notifies nobody and shows the name that they have now.
func RankedName(g *games.Game, p match.Player) string {
	if p.Computer == "" {
		return discord.Mention(string(p.User))
	}
	return g.Name + " " + discord.Escape(p.Computer)
}
