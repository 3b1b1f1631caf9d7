package challenge

import (
	"context"

	"paddock/bot/request"
	"paddock/games/match"
	"paddock/games/match/odds"
)

// takeOdds makes a challenge fairer. If the invited member presses the button, a challenge by that
// member replaces it (P38).
func (f *Feature) takeOdds(ctx context.Context, r *request.Request) (request.Reply, error) {
	rec, err := f.joinable(ctx, r)
	if err != nil {
		return request.Reply{}, err
	}
	done := r.In.Speak(sayOddsTaken)
	if offer, ok := odds.For(rec.Record, rec.Rules()); ok && offer.Level != "" {
		done = r.In.Say(sayLevelTaken, offer.Level)
	}
	return f.Commit(ctx, r, func() (match.Change, error) { return f.Matches.Tables.Odds(ctx, r.Act(rec.ID), r.Name) },
		done)
}
