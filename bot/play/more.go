package play

import (
	"context"

	"paddock/bot/board"
	"paddock/bot/discord"
	"paddock/bot/request"
	"paddock/games/match"
)

// more privately shows everything that the presser can do in a match besides moving. After the end
// of the match it shows the board, which has the remaining actions.
func (f *Feature) more(ctx context.Context, r *request.Request, rec match.Match) (request.Reply, error) {
	var m discord.Message
	if r.Target.Text == board.MoreOther {
		m = board.OtherMore(r.In, rec)
	} else {
		m = f.Show.More(r.In, rec, r.User, f.NextButton(ctx, r, rec.ID))
	}
	out := request.Reply{Message: m} // pressed on the board, so the answer is a new message
	if r.Target.Text != "" {
		out = request.ReplyPrivate(r, m)
	}
	out.Panel = &rec
	return out, nil
}

// moreTime privately asks how much time to give the opponent.
func (f *Feature) moreTime(ctx context.Context, r *request.Request, rec match.Match) (request.Reply, error) {
	out := request.ReplyPrivate(r, board.MoreTime(r.In, rec))
	out.Panel = &rec
	return out, nil
}
