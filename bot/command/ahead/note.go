package ahead

import (
	"context"
	"strings"
	"unicode/utf8"

	"paddock/bot/discord"
	"paddock/bot/router"
	"paddock/bot/say"
	"paddock/bot/show"
	showahead "paddock/bot/show/ahead"
	"paddock/games"
	"paddock/games/match"
)

// mostNote is how many characters somebody can write to a match.
const mostNote = 1000

const optNote = "text"

// Notes is `/note`.
var Notes = &router.Command{
	Name: "note", Help: "Your notes to a match, for you alone; with a text, add to them", Where: router.Everywhere, Run: note, Complete: router.CompleteMatch,
	Options: func(a router.Builder, _ *games.Game) []*router.Option {
		text := a.Str(optNote, "What to add", false)
		text.MaxLength = mostNote
		return []*router.Option{text, a.MatchOption()}
	},
}

var noteActions = router.Actions{show.ActNote: note, show.ActNoteForm: noteForm}

// written finds the match that is meant, in whatever state it is, for somebody who plays in it.
func written(ctx context.Context, r *router.Request) (thoughts, error) {
	rec, err := router.ResolveOrNewest(ctx, r)
	if err != nil {
		return thoughts{}, err
	}
	t := thoughts{rec: rec, seat: rec.SeatOf(r.User), user: router.Likes(ctx, r)}
	if t.seat == games.Spectator || rec.Rules() == nil {
		return thoughts{}, router.Refuse(r.In.Speak(say.NoteYours), show.MyMatches(r.In))
	}
	t.book = t.user.Notebook(rec.ID)
	return t, nil
}

// note is `/note` (P98).
func note(ctx context.Context, r *router.Request) (discord.Reply, error) {
	t, err := written(ctx, r)
	if err != nil {
		return discord.Reply{}, err
	}
	if added := r.Text(optNote); added != "" {
		return t.write(ctx, r, strings.TrimSpace(t.book.Note+"\n"+added))
	}
	return discord.Reply{Message: showahead.Note(r.In, t.rec, t.book.Note, "")}, nil
}

// noteForm opens the form in which notes are changed, or keeps what was filled into it.
func noteForm(ctx context.Context, r *router.Request) (discord.Reply, error) {
	t, err := written(ctx, r)
	switch {
	case err != nil:
		return discord.Reply{}, err
	case r.Target.Text == "":
		if len(r.Values) != 1 {
			return discord.Reply{}, show.ErrID
		}
		return t.write(ctx, r, strings.TrimSpace(r.Values[0]))
	}
	form := discord.Modal{Title: r.In.Speak(say.NoteForm), ID: show.Target{Match: t.rec.ID, Action: show.ActNoteForm}.MustID(), Late: r.In.Speak(say.FormLate)}
	form.Inputs = []discord.TextInput{{Label: r.In.Speak(say.NoteField), Value: t.book.Note, Max: mostNote, Long: true}}
	return discord.Reply{Kind: discord.ReplyModal, Modal: form}, nil
}

// write keeps notes in the place of those before.
func (t thoughts) write(ctx context.Context, r *router.Request, text string) (discord.Reply, error) {
	if n := utf8.RuneCountInString(text); n > mostNote {
		return discord.Reply{}, router.Refuse(r.In.Say(say.NoteLong, n, mostNote))
	}
	if err := t.keep(ctx, r, func(n *match.Notebook) { n.Note = text }); err != nil {
		return discord.Reply{}, err
	}
	return router.ReplyPrivate(r, showahead.Note(r.In, t.rec, text, r.In.Speak(say.NoteSaved))), nil
}
