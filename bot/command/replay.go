package command

import (
	"context"
	"errors"

	"paddock/bot/discord"
	"paddock/bot/router"
	"paddock/bot/say"
	"paddock/bot/show"
)

var replayActions = router.Actions{show.ActReplay: replay}

// replay shows a whole match as an animation, to the person alone.
func replay(ctx context.Context, r *router.Request) (discord.Reply, error) {
	rec, err := router.ResolveOrNewest(ctx, r)
	if err != nil {
		return discord.Reply{}, err
	}
	log, err := r.Matches.Read.Log(ctx, rec.ID)
	if err != nil {
		return discord.Reply{}, err
	}
	m, err := r.Show.Replay(r.In, rec, log, router.Likes(ctx, r))
	switch {
	case errors.Is(err, show.ErrLongReplay):
		return discord.Reply{}, router.Refuse(r.In.Speak(say.LongLog))
	case errors.Is(err, show.ErrNoPast):
		return discord.Reply{}, router.Refuse(r.In.Speak(say.NoPast))
	case errors.Is(err, show.ErrNoReplay):
		return discord.Reply{}, router.Refuse(r.In.Speak(say.NoPicture))
	}
	return discord.Reply{Message: m}, err
}
