package command

import (
	"context"

	"paddock/bot/discord"
	"paddock/bot/router"
	"paddock/bot/say"
	"paddock/bot/show"
	"paddock/games/match"
)

var drawCommand = &router.Command{
	Name: "draw", Help: "Offer a draw, or agree to one", Where: router.Everywhere, Options: router.OnlyMatch, Run: offerDraw, Complete: router.CompleteMatch,
}

var drawActions = router.Actions{show.ActDraw: offerDraw, show.ActNoDraw: declineDraw}

// offerDraw is `/draw`: it offers, or agrees to an offer.
func offerDraw(ctx context.Context, r *router.Request) (discord.Reply, error) {
	rec, err := router.ResolveMatch(ctx, r)
	if err != nil {
		return discord.Reply{}, err
	}
	done := say.Offered
	if rec.DrawOffer != nil && *rec.DrawOffer != rec.SeatOf(r.User) {
		done = say.Drawn
	}
	return router.Commit(ctx, r, func() (match.Change, error) { return r.Matches.Play.OfferDraw(ctx, r.Act(rec.ID)) }, r.In.Speak(done))
}

func declineDraw(ctx context.Context, r *router.Request) (discord.Reply, error) {
	return router.Commit(ctx, r, func() (match.Change, error) { return r.Matches.Play.DeclineDraw(ctx, r.Act(r.Target.Match)) }, r.In.Speak(say.NoDraw))
}
