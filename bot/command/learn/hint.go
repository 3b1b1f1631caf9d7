package learn

import (
	"context"

	"paddock/bot/discord"
	"paddock/bot/router"
	"paddock/bot/say"
	"paddock/bot/show"
	"paddock/bot/show/learn"
	"paddock/games"
	"paddock/games/match"
)

// HintCommand is `/hint`.
var HintCommand = &router.Command{
	Name: "hint", Help: "My advice in an unrated match against the computer, to you alone", Where: router.Everywhere, Options: router.OnlyMatch,
	Run: hint, Complete: router.CompleteMatch, Cost: router.CostPost,
}

// hint advises whoever plays against computers alone, where nothing counts: by what they know themselves.
func hint(ctx context.Context, r *router.Request) (discord.Reply, error) {
	rec, err := router.ResolveMatch(ctx, r)
	if err != nil {
		return discord.Reply{}, err
	}
	refuse := func(why games.Sentence) (discord.Reply, error) {
		return discord.Reply{}, router.Refuse(r.In.Speak(why), show.BoardLinks(r.In, rec)...)
	}
	seat := rec.SeatOf(r.User)
	switch {
	case seat == games.Spectator || rec.People() != 1 || rec.Rated() || rec.Tournament != "":
		return refuse(say.HintNot)
	case rec.Status != match.Running || rec.Parked != nil || !rec.Waiting.Has(seat) || show.ArrangingPhase(rec):
		return refuse(say.HintTurn)
	}
	view, err := rec.View(seat)
	if err != nil {
		return discord.Reply{}, err
	}
	u := router.Likes(ctx, r)
	return later(ctx, r, say.Hinting, func(done func(discord.Message)) error {
		return r.Coach.Hint(r.Guild, r.User, view, func(move string) { done(learn.Hint(r.Show, r.In, rec, view, move, u)) })
	})
}
