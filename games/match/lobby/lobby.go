// Package lobby is the conditions of challenges that are open to all: who may accept one, by what they have achieved in its server. It is arithmetic on
// standings; the match service asks it when somebody wants to join. Start reading at [Check].
package lobby

import (
	"math"
	"slices"

	"paddock/games"
	"paddock/games/match"
	"paddock/games/ratings"
)

// Check refuses a challenge to who does not fulfil its conditions, by their standings in its server. Who has played nothing there has the rating of a
// newcomer, and nothing against their reliability.
func Check(w match.Wants, game games.ID, theirs []match.Standing) error {
	rating, late, played := Of(game, theirs)
	switch {
	case w.From > 0 && rating < w.From:
		return games.Refuse("This challenge is for ratings from %d on, and yours here is %d. Look for another in the lobby, or make one of your own.", w.From, rating)
	case w.To > 0 && rating > w.To:
		return games.Refuse("This challenge is for ratings up to %d, and yours here is %d. Look for another in the lobby, or make one of your own.", w.To, rating)
	case played > 0 && (played-late)*100 < w.Reliability*played:
		return games.Refuse("This challenge is for a reliability of %d %% at least, and yours here is %d %%. It grows with every match that you don't leave to the clock.", w.Reliability, (played-late)*100/played)
	}
	return nil
}

// Of is what conditions look at: the rating among people in a game, and of all games how many matches between people were left to the clock.
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

// Listed are the challenges of a list that the lobby shows to who asks in a channel: those that anybody may accept, of other channels only if they are
// offered there too.
func Listed(list []match.Match, at match.ChannelID) []match.Match {
	return slices.DeleteFunc(slices.Clone(list), func(m match.Match) bool {
		return m.Status != match.Open || m.Invited != "" || m.Parked != nil || m.Wants.Here && m.Place.Channel != at
	})
}
