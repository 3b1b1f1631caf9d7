package record

import (
	"context"

	"paddock/bot/board"
	"paddock/bot/request"
	"paddock/games/match"
)

// happened handles `/match happened` and its button: what has happened since the player's last move
// (P33).
func (f *Feature) happened(ctx context.Context, r *request.Request, rec match.Match) (request.Reply, error) {
	plies, u, err := f.readPast(ctx, r, rec)
	if err != nil {
		return request.Reply{}, err
	}
	m := board.Happened(f.Show, r.In, rec, plies, board.PliesSince(plies, rec.SeatOf(r.User)), u)
	return request.Reply{Message: m}, nil
}

// turnPast handles a button that shows another board of the past in the same message.
func (f *Feature) turnPast(ctx context.Context, r *request.Request, rec match.Match) (request.Reply, error) {
	plies, u, err := f.readPast(ctx, r, rec)
	if err != nil {
		return request.Reply{}, err
	}
	n, err := board.PastAt(r.Target.Text, len(plies))
	if err != nil {
		return request.Reply{}, err
	}
	return request.ReplyPrivate(r, board.PastTurnBoard(f.Show, r.In, rec, plies, n, u)), nil
}

// readPast returns the moves of a match as the user may see them. It refuses a match without moves.
func (f *Feature) readPast(ctx context.Context, r *request.Request, rec match.Match) ([]board.Ply, match.User, error) {
	log, err := f.Matches.Read.Log(ctx, rec.ID)
	if err != nil {
		return nil, match.User{}, err
	}
	u := f.Likes(ctx, r)
	plies, err := board.Plies(r.In, rec, log, u)
	switch {
	case len(plies) > 0 && err != nil: // the rules have changed since, so later moves can't be shown
		f.Log.Error("the past of a match ends early", "match", rec.ID, "err", err)
		return plies, u, nil
	case len(plies) == 0 && err == nil:
		err = request.Refuse(r.In.Speak(sayNoPast), board.BoardLinks(r.In, rec)...)
	}
	return plies, u, err
}
