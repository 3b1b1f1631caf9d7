package learn

import (
	"context"

	"paddock/bot/board"
	"paddock/bot/discord"
	"paddock/bot/request"
	"paddock/games"
	"paddock/games/match"
)

func (f *Feature) hintCommand() *request.Command {
	return &request.Command{
		Name: "hint", Help: "My advice in an unrated match against the computer, to you alone", Where: request.Everywhere, Options: request.OnlyMatch,
		Run: f.hint, Complete: f.CompleteMatch, Cost: request.CostPost,
	}
}

// hint is `/hint`: a move for the only person in an unrated match, chosen from what their seat can see (P36).
func (f *Feature) hint(ctx context.Context, r *request.Request) (discord.Reply, error) {
	rec, err := f.ResolveMatch(ctx, r)
	if err != nil {
		return discord.Reply{}, err
	}
	refuse := func(why games.Sentence) (discord.Reply, error) {
		return discord.Reply{}, request.Refuse(r.In.Speak(why), board.BoardLinks(r.In, rec)...)
	}
	seat := rec.SeatOf(r.User)
	switch {
	case seat == games.Spectator || rec.People() != 1 || rec.Rated() || rec.Tournament != "":
		return refuse(sayHintNot)
	case rec.Status != match.Running || rec.Parked != nil || !rec.Waiting.Has(seat) || board.ArrangingPhase(rec):
		return refuse(sayHintTurn)
	}
	view, err := rec.View(seat)
	if err != nil {
		return discord.Reply{}, err
	}
	u := f.Likes(ctx, r)
	return f.replyLater(ctx, r, sayHinting, func(done func(discord.Message)) error {
		return f.coach.Hint(r.Guild, r.User, view, func(move string) { done(hintMessage(f.Show, r.In, rec, view, move, u)) })
	})
}
