package show

import (
	"fmt"
	"math"
	"slices"
	"time"

	"paddock/bot/discord"
	"paddock/bot/lang"
	"paddock/bot/say"
	"paddock/games"
	"paddock/games/match"
	"paddock/games/ratings"
)

// StandingOf is the standing in a pool of a game among those of one player; the zero Standing if they have none.
func StandingOf(theirs []match.Standing, game games.ID, pool match.Pool) match.Standing {
	if i := slices.IndexFunc(theirs, func(s match.Standing) bool { return s.Game == game && s.Pool == pool }); i >= 0 {
		return theirs[i]
	}
	return match.Standing{}
}

// Reliability is how many of a hundred matches somebody has not left to the clock, rounded down unless none (P83).
func Reliability(late, played int) int { return (played - late) * 100 / max(played, 1) }

// Rating is a rating in text at a moment: whole, with a ? while it is uncertain, or again after a long absence.
func Rating(s match.Standing, now time.Time) string {
	text := fmt.Sprint(math.Round(s.Rating))
	if !Certain(s, now) {
		text += "?"
	}
	return text
}

// RatingWithin is a rating with the distance within which it is by 95 %.
func RatingWithin(s match.Standing, now time.Time) string {
	return fmt.Sprintf("%s ± %.0f", Rating(s, now), 2*ratings.At(s.Skill, now).Deviation)
}

// Certain reports whether a rating is known well at a moment.
func Certain(s match.Standing, now time.Time) bool {
	return ratings.At(s.Skill, now).Deviation <= ratings.Certain
}

// Reputation is what those should know who are asked to play with somebody: how good they are at this game, and how often they leave a match to the
// clock (P83), by what the owner of the match has achieved on the server between people (P110). Who has played nothing here yet has none.
func Reputation(in lang.Language, rec match.Match, owners []match.Standing) []string {
	late, played := 0, 0
	for _, s := range owners {
		if s.Pool == match.AmongPeople {
			late, played = late+s.Late, played+s.Played
		}
	}
	if played == 0 {
		return nil
	}
	s := StandingOf(owners, rec.Game, match.AmongPeople)
	if s.Played == 0 {
		s.Skill = ratings.Newcomer
	}
	return []string{"-# " + in.Say(say.Reputation, ownerName(rec), Rating(s, rec.Created), Reliability(late, played), played)}
}

// RankedName names somebody in a list; members by a mention, which notifies nobody and shows the name that they have now.
func RankedName(g *games.Game, p match.Player) string {
	if p.Computer == "" {
		return discord.Mention(string(p.User))
	}
	return g.Name + " " + discord.Escape(p.Computer)
}
