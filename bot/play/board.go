package play

import (
	"context"

	"paddock/bot/discord"
	"paddock/bot/request"
	"paddock/games/match"
)

// showBoard handles `/board`: the caller's own match in this channel, or else the newest.
func (f *Feature) showBoard(ctx context.Context, r *request.Request, rec match.Match) (request.Reply, error) {
	return f.PrivateBoard(ctx, r, rec, "")
}

// watchMatch shows the newest match of the channel.
func (f *Feature) watchMatch(ctx context.Context, r *request.Request) (request.Reply, error) {
	rec, err := f.Newest(ctx, r)
	if err != nil {
		return request.Reply{}, err
	}
	return f.PrivateBoard(ctx, r, rec, "")
}

// showAnew posts the board anew where the bot is not a member, by the token of this request. Where
// that is impossible, the person alone sees it.
func (f *Feature) showAnew(ctx context.Context, r *request.Request, rec match.Match) (request.Reply, error) {
	if rec.Place.Outside == "" || rec.Place.Channel != r.Channel || r.Muted() {
		return f.PrivateBoard(ctx, r, rec, "")
	}
	f.Boards.Want(rec.ID)
	return request.Reply{Kind: discord.ReplyNone}, nil
}
