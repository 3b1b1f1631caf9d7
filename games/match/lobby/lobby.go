// Package lobby checks who may accept an open challenge, by their results in its server. It
// computes with given standings; the match service calls it when somebody wants to join. Start
// reading at [Check].
package lobby

import (
	"math"
	"slices"

	"paddock/games"
	"paddock/games/match"
	"paddock/games/ratings"
)

// Check refuses a challenge to a member whose standings in its server do not meet the challenge's
// conditions. A member without results there has a newcomer's rating and full reliability.
func Check(w match.Wants, game games.ID, theirs []match.Standing) error {
	rating, late, played := Of(game, theirs)
	switch {
	case w.From > 0 && rating < w.From:
		return games.Refuse("This challenge is for ratings of %d or more, and yours is %d. Look for another in the lobby, or make your own.", w.From, rating)
	case w.To > 0 && rating > w.To:
		return games.Refuse("This challenge is for ratings up to %d, and yours is %d. Look for another in the lobby, or make your own.", w.To, rating)
	case (played-late)*100 < w.Reliability*played:
		return games.Refuse("This challenge asks for a reliability of %d %%, and yours is %d %%. It grows with every match you finish in time.", w.Reliability, (played-late)*100/played)
	}
	return nil
}

// Of returns the values for the conditions. Rating is that among people in a game; late and played
// count the member's matches among people in all games, lost by the clock and in total.
func Of(game games.ID, theirs []match.Standing) (rating, late, played int) {
	rating = ratings.Start
	for _, s := range theirs {
		if s.Pool != match.AmongPeople {
			continue
		}
		late, played = late+s.Late, played+s.Played
		if s.Game == game {
			rating = int(math.Round(s.Rating))
		}
	}
	return rating, late, played
}

// Listed returns the challenges that the lobby shows in a channel: those that anybody may accept.
// It leaves out challenges that are offered only in another channel.
func Listed(list []match.Match, at match.ChannelID) []match.Match {
	return slices.DeleteFunc(slices.Clone(list), func(m match.Match) bool {
		return m.Status != match.Open || m.Invited != "" || m.Parked != nil || m.Wants.Here && m.Place.Channel != at
	})
}
