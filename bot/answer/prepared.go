package answer

import (
	"context"

	"paddock/bot/board"
	"paddock/bot/discord"
	"paddock/bot/request"
	"paddock/bot/say"
	"paddock/games"
	"paddock/games/match"
	lines "paddock/games/match/ahead"
)

// ownNote returns private sentences to a person, shown beside their board or move: what became of
// their conditional moves, and that they can only lose. It may be empty.
func (b *Base) ownNote(ctx context.Context, r *request.Request, rec match.Match, u match.User) string {
	return board.JoinLines(b.PreparedNote(ctx, r, rec, u), b.lostNote(ctx, r, rec, u))
}

// provesLoss is the number of positions visited to prove that a player can only lose. They take
// some hundredths of a second.
const provesLoss = 20_000

// lostNote returns the offer to resign a match that the person is proven to lose, by what they
// know, on their turn or just after it. It is made once in a match (P127).
func (b *Base) lostNote(ctx context.Context, r *request.Request, rec match.Match, u match.User) string {
	seat := rec.SeatOf(r.User)
	if seat == games.Spectator || rec.Status != match.Running || rec.Parked != nil || u.Notebook(rec.ID).Lost {
		return ""
	}
	var view *games.View
	var err error
	switch {
	case rec.Waiting.Has(seat):
		view, err = rec.View(seat)
	case rec.LastSeat == seat:
		view, err = rec.ViewBefore(seat)
	}
	if err != nil {
		b.Log.Error("could not see whether a match is lost", "match", rec.ID, "err", err)
		return ""
	}
	if view == nil || !view.Lost(provesLoss) {
		return ""
	}
	err = b.People.Change(ctx, r.User, func(u *match.User) {
		n := u.Notebook(rec.ID)
		n.Lost = true
		u.SetNotebook(rec.ID, n)
	})
	if err != nil { // without this record the offer would be repeated
		b.Log.Error("could not note that a player was told of a lost match", "match", rec.ID, "err", err)
		return ""
	}
	return r.In.Speak(sayOnlyLose)
}

// PreparedNote returns a line about the person's conditional moves (P26), or nothing. The line says
// once that some were dropped, or why the next one was not played.
func (b *Base) PreparedNote(ctx context.Context, r *request.Request, rec match.Match, u match.User) string {
	book := u.Notebook(rec.ID)
	if len(book.Lines) == 0 || rec.Rules() == nil {
		return ""
	}
	log, err := b.Matches.Read.Log(ctx, rec.ID)
	if err != nil {
		b.Log.Error("could not check conditional moves", "match", rec.ID, "err", err)
		return ""
	}
	stand, done, missed := lines.Split(book.Lines, log)
	if len(done)+len(missed) > 0 {
		err := b.People.Change(ctx, r.User, func(u *match.User) {
			n := u.Notebook(rec.ID)
			n.Lines, _, _ = lines.Split(n.Lines, log)
			u.SetNotebook(rec.ID, n)
		})
		if err != nil {
			b.Log.Error("could not drop conditional moves", "match", rec.ID, "err", err)
			return ""
		}
	}
	note := ""
	if seat := rec.SeatOf(u.ID); len(stand)+len(done) == 0 && rec.Status == match.Running && seat != games.Spectator {
		note = r.In.Say(sayLinesDropped, discord.Escape(board.LineWords(r.In, rec.Rules(), missed[0].Plies)))
	}
	return board.JoinLines(note, waitingNote(r, rec, stand, log))
}

// waitingNote returns a line that says why the next conditional move was not played, or "".
func waitingNote(r *request.Request, rec match.Match, stand []match.Line, log []match.Event) string {
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
		return r.In.Say(sayLinesIllegal, "**"+discord.Escape(move)+"**", say.Error(r.In, err, r.User))
	}
	return r.In.Say(sayLinesWait, "**"+discord.Escape(move)+"**")
}
