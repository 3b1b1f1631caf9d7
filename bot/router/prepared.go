package router

import (
	"context"

	"paddock/bot/discord"
	"paddock/bot/say"
	"paddock/bot/show"
	"paddock/bot/show/ahead"
	"paddock/games"
	"paddock/games/match"
	lines "paddock/games/match/ahead"
)

// preparedNote says to somebody what has become of the moves that they had prepared for a match: which were dropped, for that is said once, and why one that
// would be next was not played (P26). It is empty where there is nothing to say.
func preparedNote(ctx context.Context, r *Request, rec match.Match, u match.User) string {
	book := u.Notebook(rec.ID)
	if len(book.Lines) == 0 || rec.Rules() == nil {
		return ""
	}
	log, err := r.Matches.Read.Log(ctx, rec.ID)
	if err != nil {
		r.Log.Error("could not look after conditional moves", "match", rec.ID, "err", err)
		return ""
	}
	stand, done, missed := lines.Split(book.Lines, log)
	if len(done)+len(missed) > 0 {
		err := r.People.Change(ctx, r.User, func(u *match.User) {
			n := u.Notebook(rec.ID)
			n.Lines, _, _ = lines.Split(n.Lines, log)
			u.SetNotebook(rec.ID, n)
		})
		if err != nil {
			r.Log.Error("could not drop conditional moves", "match", rec.ID, "err", err)
			return ""
		}
	}
	note := ""
	if seat := rec.SeatOf(u.ID); len(missed) > 0 && len(stand) == 0 && len(done) == 0 && rec.Status == match.Running && seat != games.Spectator {
		note = r.In.Say(say.LinesDropped, discord.Escape(ahead.Words(r.In, rec, missed[0].Plies)))
	}
	return show.JoinLines(note, waitingNote(r, rec, stand, log))
}

// waitingNote says why an answer that would be next has not been played.
func waitingNote(r *Request, rec match.Match, stand []match.Line, log []match.Event) string {
	seat := rec.SeatOf(r.User)
	move, ok := lines.Next(stand, log, seat)
	if !ok || !rec.Waiting.Has(seat) || rec.Status != match.Running || rec.Parked != nil {
		return ""
	}
	view, err := rec.View(seat)
	if err != nil {
		return ""
	}
	if err := view.Check(move); err != nil {
		return r.In.Say(say.LinesIllegal, "**"+discord.Escape(move)+"**", say.Error(r.In, err))
	}
	return r.In.Say(say.LinesWait, "**"+discord.Escape(move)+"**")
}
