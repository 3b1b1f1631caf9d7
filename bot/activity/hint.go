package activity

import (
	"context"
	"net/http"

	"paddock/bot/answer"
	"paddock/bot/board"
	"paddock/bot/request"
	"paddock/games/match"
)

// advice is a hint on a page, whose board lights the move.
type advice struct {
	Says string `json:"says"`
	Move string `json:"move"`
}

// hints reports whether the reader can ask for a hint now.
func (f *Feature) hints(a asker, rec match.Match) bool {
	return f.exercises != nil && board.MayHint(rec, rec.SeatOf(a.User))
}

// hint answers with the board and a hint on it (P157). A hint costs the reader as much as on
// Discord.
func (f *Feature) hint(r *http.Request, a asker, rec match.Match) (any, error) {
	if f.hints(a, rec) && f.cfg.Spend != nil {
		if err := f.cfg.Spend(a.In, a.User, a.Guild, request.CostPost); err != nil {
			return nil, err
		}
	}
	ctx, cancel := context.WithTimeout(r.Context(), answerWithin/2)
	defer cancel()
	found, err := f.exercises.HintFor(ctx, a.In, a.Guild, a.User, rec)
	if err != nil {
		return nil, err
	}
	now, err := f.Matches.Read.Match(r.Context(), rec.ID)
	if err != nil {
		return nil, err
	}
	if now.Board() != rec.Board() {
		return nil, f.behind(r.Context(), a, rec.ID, r.FormValue("have"))
	}
	return f.advise(r.Context(), a, now, found, r.FormValue("have"))
}

// advise returns a match with a hint. Its reader can still make any other move.
func (f *Feature) advise(ctx context.Context, a asker, rec match.Match, h answer.Hint, have string) (matchView, error) {
	v, err := f.look(ctx, a, rec, -1, "", "")
	if err != nil {
		return v, err
	}
	drawn, err := board.Scene(a.In, rec, a.likes, h.Move)
	if err != nil {
		return v, err
	}
	caption := v.Caption
	err = v.draw(f, a, drawn, have)
	v.Caption, v.Advice = caption, &advice{plain(h.Says), h.Move}
	return v, err
}
