package ahead

import (
	"context"
	"strings"
	"unicode/utf8"

	"paddock/bot/board"
	"paddock/bot/component"
	"paddock/bot/discord"
	"paddock/bot/request"
	"paddock/games"
	"paddock/games/match"
)

// optNote is the name of an option.
const optNote = "text"

func (f *Feature) noteCommand() *request.Command {
	return &request.Command{
		In: "match", Name: "note", Help: "Your notes on a match, for you alone; with a text, add to them",
		Where: request.Everywhere, Run: f.note, Complete: f.CompleteMatch,
		Options: func(a request.Builder, _ *games.Game) []*request.Option {
			text := a.Str(optNote, "What to add", false)
			text.MaxLength = match.MostNote
			return []*request.Option{text, a.MatchOption()}
		},
	}
}

// readForNotes is like read, but accepts a match in any state, because players can always write
// notes.
func (f *Feature) readForNotes(ctx context.Context, r *request.Request) (thoughts, error) {
	rec, err := f.ResolveOrNewest(ctx, r)
	if err != nil {
		return thoughts{}, err
	}
	t := thoughts{rec: rec, seat: rec.SeatOf(r.User), user: f.Likes(ctx, r)}
	if t.seat == games.Spectator || rec.Rules() == nil {
		return thoughts{}, request.Refuse(r.In.Speak(sayNoteYours), board.MyMatches(r.In))
	}
	t.book = t.user.Notebook(rec.ID)
	return t, nil
}

// note handles `/match note` and its button: it adds to the notes, or without a text shows them
// (P98).
func (f *Feature) note(ctx context.Context, r *request.Request) (request.Reply, error) {
	t, err := f.readForNotes(ctx, r)
	if err != nil {
		return request.Reply{}, err
	}
	if added := r.Text(optNote); added != "" {
		return f.write(ctx, r, t, strings.TrimSpace(t.book.Note+"\n"+added))
	}
	return request.Reply{Message: noteMessage(r.In, t.rec, t.book.Note, "")}, nil
}

// noteForm opens the form with the notes, or stores the text of the form.
func (f *Feature) noteForm(ctx context.Context, r *request.Request) (request.Reply, error) {
	t, err := f.readForNotes(ctx, r)
	switch {
	case err != nil:
		return request.Reply{}, err
	case r.Target.Text == "":
		if len(r.Values) != 1 {
			return request.Reply{}, component.ErrID
		}
		return f.write(ctx, r, t, strings.TrimSpace(r.Values[0]))
	}
	return request.Reply{Kind: discord.ReplyModal, Modal: noteModal(r.In, t.rec, t.book.Note)}, nil
}

// write replaces the notes of a player. It refuses a text that is too long.
func (f *Feature) write(ctx context.Context, r *request.Request, t thoughts, text string) (request.Reply, error) {
	if n := utf8.RuneCountInString(text); n > match.MostNote {
		return request.Reply{}, request.Refuse(r.In.Say(sayNoteLong, n, match.MostNote))
	}
	if err := f.changeBook(ctx, r, &t, func(n *match.Notebook) { n.Note = text }); err != nil {
		return request.Reply{}, err
	}
	return request.ReplyPrivate(r, noteMessage(r.In, t.rec, text, r.In.Speak(sayNoteSaved))), nil
}
