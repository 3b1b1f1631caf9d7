package command

import (
	"context"

	"paddock/bot/discord"
	"paddock/bot/say"
	"paddock/bot/show"
	"paddock/games/match"
)

var drawCommand = &Command{
	Name: "draw", Help: "Offer a draw, or agree to one", Where: Everywhere, options: onlyMatch, run: offerDraw, complete: completeMatch,
}

var drawActions = actions{show.ActDraw: offerDraw, show.ActNoDraw: declineDraw}

// offerDraw is `/draw`: it offers, or agrees to an offer.
func offerDraw(ctx context.Context, r *request) (discord.Reply, error) {
	rec, err := resolveMatch(ctx, r)
	if err != nil {
		return discord.Reply{}, err
	}
	done := say.Offered
	if rec.DrawOffer != nil && *rec.DrawOffer != rec.SeatOf(r.user) {
		done = say.Drawn
	}
	return commit(ctx, r, func() (match.Change, error) { return r.Matches.Play.OfferDraw(ctx, r.act(rec.ID)) }, r.in.Speak(done))
}

func declineDraw(ctx context.Context, r *request) (discord.Reply, error) {
	return commit(ctx, r, func() (match.Change, error) { return r.Matches.Play.DeclineDraw(ctx, r.act(r.target.Match)) }, r.in.Speak(say.NoDraw))
}
