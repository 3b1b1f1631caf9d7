package play

import (
	"context"

	"paddock/bot/board"
	"paddock/bot/discord"
	"paddock/bot/request"
	"paddock/games/match"
)

// more privately shows everything that the presser can do with a match besides moving. A button of a
// board from before the end shows the last board instead, because it has the result (P56).
func (f *Feature) more(ctx context.Context, r *request.Request, rec match.Match) (request.Reply, error) {
	if rec.Rules() == nil || rec.Status != match.Running && r.Target.Text == "" && r.Target.Head < rec.Board() {
		return f.PrivateBoard(ctx, r, rec, "")
	}
	var m discord.Message
	if r.Target.Text == board.MoreOther {
		log, err := f.Matches.Read.Log(ctx, rec.ID)
		if err != nil {
			return request.Reply{}, err
		}
		m = board.OtherMore(r.In, rec, board.Book(r.In, rec, log, f.Matches.Read.Refused(rec, r.User)) != "")
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
