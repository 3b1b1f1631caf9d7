package play

import (
	"context"

	"paddock/bot/board"
	"paddock/bot/component"
	"paddock/bot/discord"
	"paddock/bot/request"
	"paddock/games/match"
)

func (f *Feature) moreActions() request.Actions {
	return request.Actions{component.ActMore: f.more, component.ActMoreTime: f.moreTime}
}

// more privately shows everything that the presser can do in a match besides moving. After the end of the match it shows the board, which has the
// remaining actions.
func (f *Feature) more(ctx context.Context, r *request.Request) (discord.Reply, error) {
	rec, err := f.ResolveMatch(ctx, r)
	if err != nil {
		return discord.Reply{}, err
	}
	if rec.Status != match.Running {
		return f.PrivateBoard(ctx, r, rec, "")
	}
	m := f.Show.More(r.In, rec, r.User, f.NextButton(ctx, r, rec.ID))
	if r.Target.Text == "" { // pressed on the board, so the answer is a new message
		return discord.Reply{Message: m}, nil
	}
	return request.InPlace(r, m, ""), nil
}

// moreTime privately asks how much time to give the opponent.
func (f *Feature) moreTime(ctx context.Context, r *request.Request) (discord.Reply, error) {
	rec, err := f.ResolveMatch(ctx, r)
	if err != nil {
		return discord.Reply{}, err
	}
	return request.InPlace(r, board.MoreTime(r.In, rec), ""), nil
}
