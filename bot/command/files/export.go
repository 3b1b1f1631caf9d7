package files

import (
	"context"
	"fmt"
	"strings"

	"paddock/bot/discord"
	"paddock/bot/router"
	"paddock/bot/say"
	"paddock/bot/show"
	"paddock/games"
	"paddock/games/match"
	"paddock/games/match/transcript"
)

// Export is `/export`.
var Export = &router.Command{
	Name: "export", Help: "A match as text, to keep or to analyse", Where: router.Everywhere, Options: router.OnlyMatch, Run: export, Complete: router.CompleteMatch,
}

// exportChosen exports the match that was chosen from a menu.
func exportChosen(ctx context.Context, r *router.Request) (discord.Reply, error) {
	if len(r.Values) != 1 {
		return discord.Reply{}, show.ErrID
	}
	r.Target.Match = match.ID(r.Values[0])
	return export(ctx, r)
}

// export is `/export`: a match as a text file, whole, with the log of what has happened. Of a game with secrets it is what its reader may know: the moves,
// and their own view (S81); at the end that tells as much as the players have agreed to reveal.
func export(ctx context.Context, r *router.Request) (discord.Reply, error) {
	rec, err := router.ResolveOrNewest(ctx, r)
	if err != nil {
		return discord.Reply{}, err
	}
	log, err := r.Matches.Read.Log(ctx, rec.ID)
	if err != nil {
		return discord.Reply{}, err
	}
	seat := games.Spectator
	if rec.Status == match.Running {
		seat = rec.SeatOf(r.User)
	}
	view, err := rec.View(seat)
	if err != nil {
		return discord.Reply{}, err
	}
	var names []string
	for _, p := range rec.Players {
		names = append(names, show.BareName(p))
	}
	text, err := transcript.Record(rec, log, names)
	if err != nil {
		r.Log.Error("the past of a match ends early", "match", rec.ID, "err", err)
	}
	text.Now = view.Text()
	lines := transcript.Log(rec, log)
	for _, e := range log {
		if e.Kind == match.Ended {
			lines = append(lines, strings.Join(strings.Fields(fmt.Sprint(e.Kind, " ", e.Code, " ", e.Note)), " "))
		}
	}
	if form, ok := view.Exchange(); ok {
		lines = append(lines, "json "+form) // F34
	}
	if rec.Status == match.Over || rec.Status == match.Closed { // a running match may be handed on
		for line := range strings.Lines(router.Likes(ctx, r).Notebook(rec.ID).Note) {
			lines = append(lines, "note "+strings.TrimRight(line, "\n"))
		}
	}
	f := discord.File{Name: string(rec.Game) + "-" + string(rec.ID) + ".txt", Data: []byte(text.Text() + strings.Join(append(lines, ""), "\n"))}
	return attached(r, rec, r.In.Speak(say.Exported), f), nil
}

// attached is an answer with a file about a match.
func attached(r *router.Request, rec match.Match, said string, f discord.File) discord.Reply {
	m := discord.TextMessage("### " + show.Title(r.In, rec, rec.Rules()) + "\n" + said)
	m.Parts, m.Files = append(m.Parts, discord.Attachment(f)), []discord.File{f}
	return discord.Reply{Message: m}
}
