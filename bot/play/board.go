package play

import (
	"context"

	"paddock/bot/discord"
	"paddock/bot/request"
	"paddock/bot/say"
	"paddock/games/match"
)

// showBoard handles `/board`: the caller's own match in this channel, or else the newest.
func (f *Feature) showBoard(ctx context.Context, r *request.Request, rec match.Match) (discord.Reply, error) {
	return f.PrivateBoard(ctx, r, rec, "")
}

// watchMatch shows the newest match of the channel.
func (f *Feature) watchMatch(ctx context.Context, r *request.Request) (discord.Reply, error) {
	if r.UserInstall {
		return discord.Reply{}, request.Refuse(r.In.Speak(say.Away))
	}
	rec, err := f.Newest(ctx, r)
	if err != nil {
		return discord.Reply{}, err
	}
	return f.PrivateBoard(ctx, r, rec, "")
}
