package command

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
)

var exportCommand = &router.Command{
	Name: "export", Help: "A match as text, to keep or to analyse", Where: router.Everywhere, Options: router.OnlyMatch, Run: export, Complete: router.CompleteMatch,
}

var exportActions = router.Actions{show.ActExport: exportChosen}

// exportChosen exports the match that was chosen from a menu.
func exportChosen(ctx context.Context, r *router.Request) (discord.Reply, error) {
	if len(r.Values) != 1 {
		return discord.Reply{}, show.ErrID
	}
	r.Target.Match = match.ID(r.Values[0])
	return export(ctx, r)
}

// export is `/export`: a match as a text file, whole. Of a game with secrets it is what its reader may know: the moves, and their own view (S81); at the end
// that tells as much as the players have agreed to reveal.
func export(ctx context.Context, r *router.Request) (discord.Reply, error) {
	rec, err := router.ResolveOrNewest(ctx, r)
	if err != nil {
		return discord.Reply{}, err
	}
	log, err := r.Matches.Read.Log(ctx, rec.ID)
	if err != nil {
		return discord.Reply{}, err
	}
	g, _ := r.Matches.Read.Game(rec.Game)
	lines := []string{"match " + string(rec.ID), "game " + string(rec.Game)}
	for s, p := range rec.Players {
		lines = append(lines, fmt.Sprintf("%s %s", strings.ToLower(g.SeatName(games.Seat(s))), show.BareName(p)))
	}
	for _, e := range log {
		switch e.Kind {
		case match.Began:
			if !g.Hidden {
				lines = append(lines, "start "+e.Note)
			}
		case match.Moved:
			lines = append(lines, strings.ToLower(g.SeatName(e.Seat))+" "+e.Move)
		case match.Ruled, match.Ended, match.Undone:
			lines = append(lines, strings.Join(strings.Fields(fmt.Sprint(e.Kind, " ", e.Ruling, " ", e.Code, " ", e.Note)), " "))
		}
	}
	seat := games.Spectator
	if rec.Status == match.Running {
		seat = rec.SeatOf(r.User)
	}
	view, err := rec.View(seat)
	if err != nil {
		return discord.Reply{}, err
	}
	lines = append(lines, "now "+view.Text())
	if form, ok := view.Exchange(); ok {
		lines = append(lines, "json "+form) // F34
	}
	if rec.Status == match.Over || rec.Status == match.Closed { // a running match may be handed on
		for line := range strings.Lines(router.Likes(ctx, r).Notebook(rec.ID).Note) {
			lines = append(lines, "note "+strings.TrimRight(line, "\n"))
		}
	}
	f := discord.File{Name: string(rec.Game) + "-" + string(rec.ID) + ".txt", Data: []byte(strings.Join(lines, "\n") + "\n")}
	m := discord.TextMessage("### " + show.Title(r.In, rec, g) + "\n" + r.In.Speak(say.Exported))
	m.Parts, m.Files = append(m.Parts, discord.Attachment(f)), []discord.File{f}
	return discord.Reply{Message: m}, nil
}
