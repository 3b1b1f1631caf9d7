package hours

import (
	"context"
	"time"

	"paddock/bot/discord"
	"paddock/bot/router"
	"paddock/bot/say"
	"paddock/bot/show"
	"paddock/games"
	"paddock/games/match"
)

// Pause is `/pause`.
var Pause = &router.Command{
	Name: "pause", Help: "Ask for a pause of a match, or agree to one", Where: router.Everywhere, Options: router.OnlyMatch, Run: pause, Complete: router.CompleteMatch,
}

// PauseActions are the buttons of a pause that was asked for, or that goes on.
var PauseActions = router.Actions{show.ActPause: pause, show.ActNoPause: noPause, show.ActGoOn: goOn}

// GiveTime is `/give-time`.
var GiveTime = &router.Command{
	Name: "give-time", Help: "Give your opponent more time for their move", Where: router.Everywhere, Run: giveTime, Complete: router.CompleteMatch,
	Options: func(a router.Builder, _ *games.Game) []*router.Option {
		return []*router.Option{
			a.Choice(router.OptTime, "How much", true, "1h", "1 hour", "6h", "6 hours", "24h", "1 day", "72h", "3 days", "168h", "7 days"), a.MatchOption(),
		}
	},
}

// pause asks for a pause, or agrees to one.
func pause(ctx context.Context, r *router.Request) (discord.Reply, error) {
	rec, err := router.ResolveMatch(ctx, r)
	if err != nil {
		return discord.Reply{}, err
	}
	done := say.AskedPause
	if rec.RestOffer != nil && *rec.RestOffer != rec.SeatOf(r.User) {
		done = say.Paused
	}
	return router.Commit(ctx, r, func() (match.Change, error) { return r.Matches.Play.OfferPause(ctx, r.Act(rec.ID)) }, r.In.Speak(done))
}

func noPause(ctx context.Context, r *router.Request) (discord.Reply, error) {
	return router.Commit(ctx, r, func() (match.Change, error) { return r.Matches.Play.DeclinePause(ctx, r.Act(r.Target.Match)) }, r.In.Speak(say.PauseDeclined))
}

// goOn ends a pause.
func goOn(ctx context.Context, r *router.Request) (discord.Reply, error) {
	rec, err := r.Matches.Read.Match(ctx, r.Target.Match)
	if err != nil {
		return discord.Reply{}, err
	}
	return router.Commit(ctx, r, func() (match.Change, error) { return r.Matches.Referee.Resume(ctx, r.Act(rec.ID), rec.Place) }, r.In.Speak(say.NoticeOn))
}

// giveTime gives the opponent time.
func giveTime(ctx context.Context, r *router.Request) (discord.Reply, error) {
	gift, err := time.ParseDuration(r.Text(router.OptTime))
	if err != nil {
		return discord.Reply{}, router.ErrNoHandler
	}
	rec, err := router.ResolveMatch(ctx, r)
	if err != nil {
		return discord.Reply{}, err
	}
	r.Target.Match = rec.ID
	return router.Commit(ctx, r, func() (match.Change, error) { return r.Matches.Play.GiveTime(ctx, r.AnyHead(), gift) }, r.In.Speak(say.TimeGiven))
}
