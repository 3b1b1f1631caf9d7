// Package odds has the button that makes a match fairer: a challenge with a handicap or as a pair of matches, a match against another level of the computer
// (P38). What there is to choose says paddock/games/match/odds.
package odds

import (
	"context"

	"paddock/bot/command/roles"
	"paddock/bot/discord"
	"paddock/bot/router"
	"paddock/bot/say"
	"paddock/bot/show"
	"paddock/games/match"
	"paddock/games/match/odds"
)

// Actions is that button.
var Actions = router.Actions{show.ActOdds: take}

// take changes the terms of a challenge of the presser's own; a challenge to them becomes one of theirs.
func take(ctx context.Context, r *router.Request) (discord.Reply, error) {
	rec, err := r.Matches.Read.Match(ctx, r.Target.Match)
	if err == nil {
		err = roles.MayPlay(ctx, r, rec.Place.Guild)
	}
	if err != nil {
		return discord.Reply{}, err
	}
	done := r.In.Speak(say.OddsTaken)
	if offer, ok := odds.For(rec.Record, rec.Rules()); ok && offer.Level != "" {
		done = r.In.Say(say.LevelTaken, offer.Level)
	}
	return router.Commit(ctx, r, func() (match.Change, error) { return r.Matches.Tables.Odds(ctx, r.Act(rec.ID), r.Name) }, done)
}
