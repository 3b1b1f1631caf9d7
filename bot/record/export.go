package record

import (
	"context"
	"fmt"
	"strings"

	"paddock/bot/board"
	"paddock/bot/component"
	"paddock/bot/discord"
	"paddock/bot/request"
	"paddock/games"
	"paddock/games/match"
	"paddock/games/match/transcript"
	"paddock/games/record"
)

// exportChosen handles a menu of matches: it exports the chosen one.
func (f *Feature) exportChosen(ctx context.Context, r *request.Request) (request.Reply, error) {
	if len(r.Values) != 1 {
		return request.Reply{}, component.ErrID
	}
	r.Target.Match = match.ID(r.Values[0])
	return f.export(ctx, r)
}

// export handles `/match export`: a match with its log as a text file (P21). In a game with secrets
// the file has the moves and the reader's view (S81). After the end it has everything that the
// players agreed to reveal.
func (f *Feature) export(ctx context.Context, r *request.Request) (request.Reply, error) {
	rec, log, err := f.logged(ctx, r)
	if err != nil {
		return request.Reply{}, err
	}
	seat := games.Spectator
	if rec.Status == match.Running {
		seat = rec.SeatOf(r.User)
	}
	view, err := rec.View(seat)
	if err != nil {
		return request.Reply{}, err
	}
	text := f.recorded(rec, log)
	text.Now = view.Text()
	lines := transcript.Log(rec, log)
	for _, e := range log {
		if e.Kind == match.Ended {
			lines = append(lines, strings.Join(strings.Fields(fmt.Sprint(e.Kind, " ", e.Code, " ", e.Note)), " "))
		}
	}
	if form, ok := view.Exchange(); ok {
		lines = append(lines, "json "+form) // the text for other programs (F34)
	}
	if rec.Status == match.Over || rec.Status == match.Closed { // the file of a running match may be passed on
		for line := range strings.Lines(f.Likes(ctx, r).Notebook(rec.ID).Note) {
			lines = append(lines, "note "+strings.TrimRight(line, "\n"))
		}
	}
	file := discord.File{
		Name: string(rec.Game) + "-" + string(rec.ID) + ".txt",
		Data: []byte(text.Text() + strings.Join(append(lines, ""), "\n")),
	}
	return replyWithFile(r, rec, r.In.Speak(sayExported), file), nil
}

// recorded returns the game of a match with its players' names, as far as it can be replayed.
func (f *Feature) recorded(rec match.Match, log []match.Event) record.Record {
	var names []string
	for _, p := range rec.Players {
		names = append(names, board.BareName(p))
	}
	out, err := transcript.Record(rec, log, names)
	if err != nil {
		f.Log.Error("the past of a match ends early", "match", rec.ID, "err", err)
	}
	return out
}

// replyWithFile returns an answer with a file about a match.
func replyWithFile(r *request.Request, rec match.Match, said string, f discord.File) request.Reply {
	m := discord.TextMessage("### " + board.Title(r.In, rec, rec.Rules()) + "\n" + said)
	m.Parts, m.Files = append(m.Parts, discord.Attachment(f)), []discord.File{f}
	return request.Reply{Message: m}
}
