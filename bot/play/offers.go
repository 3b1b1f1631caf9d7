package play

import (
	"context"

	"paddock/bot/request"
	"paddock/bot/say"
	"paddock/games"
	"paddock/games/match"
)

// offerDraw handles `/draw`: it offers a draw, or agrees to the opponent's offer.
func (f *Feature) offerDraw(ctx context.Context, r *request.Request, rec match.Match) (request.Reply, error) {
	done := sayOffered
	if rec.DrawOffer != nil && *rec.DrawOffer != rec.SeatOf(r.User) {
		done = sayDrawn
	}
	return f.Commit(ctx, r, func() (match.Change, error) { return f.Matches.Play.OfferDraw(ctx, r.Act(rec.ID)) },
		r.In.Speak(done))
}

// takeback takes the last turn back, asks for that, or agrees to it (P19).
func (f *Feature) takeback(ctx context.Context, r *request.Request, rec match.Match) (request.Reply, error) {
	if r.Target.Match == "" {
		change, err := f.Matches.Play.Takeback(ctx, r.Act(rec.ID))
		if err != nil {
			return request.Reply{}, err
		}
		if change.Match.UndoOffer != nil {
			return request.ReplyText(r.In.Speak(sayAskedUndo)), nil
		}
		return request.ReplyText(r.In.Speak(sayUndone)), nil
	}
	done := say.Done
	if rec.UndoOffer != nil && *rec.UndoOffer == rec.SeatOf(r.User) {
		done = sayAskedUndo
	}
	return f.Commit(ctx, r, func() (match.Change, error) { return f.Matches.Play.Takeback(ctx, r.Act(rec.ID)) },
		r.In.Speak(done))
}

// playOut agrees to play out the rest of a decided match (P126).
func (f *Feature) playOut(ctx context.Context, r *request.Request, rec match.Match) (request.Reply, error) {
	done := say.Done
	if rec.Asked() != games.SeatSet(max(rec.SeatOf(r.User), 0)) {
		done = sayAgreedPlayOut
	}
	return f.Commit(ctx, r, func() (match.Change, error) { return f.Matches.Play.PlayOut(ctx, r.Act(rec.ID)) },
		r.In.Speak(done))
}

func (f *Feature) claim(ctx context.Context, r *request.Request, rec match.Match) (request.Reply, error) {
	done := r.In.Speak(say.ClaimOf(len(rec.Players)).Done)
	return f.Commit(ctx, r, func() (match.Change, error) {
		return f.Matches.Play.ClaimTime(ctx, r.Act(r.Target.Match))
	}, done)
}

// nudge handles `/match nudge`: it reminds the players to move.
func (f *Feature) nudge(ctx context.Context, r *request.Request, rec match.Match) (request.Reply, error) {
	r.Target.Match = rec.ID
	return f.Commit(ctx, r, func() (match.Change, error) { return f.Matches.Play.Nudge(ctx, r.AnyHead()) },
		r.In.Speak(sayNudged))
}
