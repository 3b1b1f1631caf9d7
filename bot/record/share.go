package record

import (
	"context"
	"errors"

	"paddock/bot/board"
	"paddock/bot/discord"
	"paddock/bot/request"
	"paddock/games"
	"paddock/games/match"
)

// share is the button that answers with a picture of how a match ended, to be posted elsewhere.
func (f *Feature) share(ctx context.Context, r *request.Request) (discord.Reply, error) {
	rec, err := f.ResolveOrNewest(ctx, r)
	if err != nil {
		return discord.Reply{}, err
	}
	refuse := func(why games.Sentence) (discord.Reply, error) {
		return discord.Reply{}, request.Refuse(r.In.Speak(why), board.BoardLinks(r.In, rec)...)
	}
	if rec.Status != match.Over || rec.Position == "" {
		return refuse(sayShareEarly)
	}
	log, err := f.Matches.Read.Log(ctx, rec.ID)
	if err != nil {
		return discord.Reply{}, err
	}
	kept, _ := f.reviews.Kept(rec.ID) // a review that nobody has asked for is not waited for
	m, err := shareMessage(f.Show, r.In, rec, log, kept)
	if errors.Is(err, errNoPicture) {
		return refuse(sayShareNot)
	}
	return discord.Reply{Message: m}, err
}
