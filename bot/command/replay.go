package command

import (
	"context"
	"errors"

	"paddock/bot/discord"
	"paddock/bot/say"
	"paddock/bot/show"
)

var replayActions = actions{show.ActReplay: replay}

// replay shows a whole match as an animation, to the person alone.
func replay(ctx context.Context, r *request) (discord.Reply, error) {
	rec, err := resolveOrNewest(ctx, r)
	if err != nil {
		return discord.Reply{}, err
	}
	log, err := r.Matches.Read.Log(ctx, rec.ID)
	if err != nil {
		return discord.Reply{}, err
	}
	m, err := r.Show.Replay(r.in, rec, log, likes(ctx, r).Prefer)
	switch {
	case errors.Is(err, show.ErrLongReplay):
		return discord.Reply{}, refuse(r.in.Speak(say.LongLog))
	case errors.Is(err, show.ErrNoReplay):
		return discord.Reply{}, refuse(r.in.Speak(say.NoPicture))
	}
	return discord.Reply{Message: m}, err
}
