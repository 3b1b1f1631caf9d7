package record

import (
	"context"
	"errors"

	"paddock/bot/board"
	"paddock/bot/discord"
	"paddock/bot/request"
)

// replay is the button that answers privately with a whole match as an animation.
func (f *Feature) replay(ctx context.Context, r *request.Request) (discord.Reply, error) {
	rec, err := f.ResolveOrNewest(ctx, r)
	if err != nil {
		return discord.Reply{}, err
	}
	log, err := f.Matches.Read.Log(ctx, rec.ID)
	if err != nil {
		return discord.Reply{}, err
	}
	m, err := f.Show.Replay(r.In, rec, log, f.Likes(ctx, r))
	switch {
	case errors.Is(err, board.ErrLongReplay):
		return discord.Reply{}, request.Refuse(r.In.Speak(sayLongLog))
	case errors.Is(err, board.ErrNoPast):
		return discord.Reply{}, request.Refuse(r.In.Speak(sayNoPast))
	case errors.Is(err, board.ErrNoReplay):
		return discord.Reply{}, request.Refuse(r.In.Speak(sayNoPicture))
	}
	return discord.Reply{Message: m}, err
}
