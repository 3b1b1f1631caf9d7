package play

import (
	"context"

	"paddock/bot/request"
	"paddock/bot/say"
	"paddock/games/match"
)

// showBoard handles `/board`: the caller's own match in this channel, or else the newest.
func (f *Feature) showBoard(ctx context.Context, r *request.Request, rec match.Match) (request.Reply, error) {
	return f.PrivateBoard(ctx, r, rec, "")
}

// watchMatch shows the newest match of the channel.
func (f *Feature) watchMatch(ctx context.Context, r *request.Request) (request.Reply, error) {
	if r.UserInstall {
		return request.Reply{}, request.Refuse(r.In.Speak(say.Away))
	}
	rec, err := f.Newest(ctx, r)
	if err != nil {
		return request.Reply{}, err
	}
	return f.PrivateBoard(ctx, r, rec, "")
}
