package command

import (
	"context"
	"fmt"
	"slices"
	"strings"

	"paddock/bot/discord"
	"paddock/bot/router"
	"paddock/bot/say"
	"paddock/bot/show"
	"paddock/games"
	"paddock/games/match"
	"paddock/games/record"
	"paddock/games/referee"
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
	seat := games.Spectator
	if rec.Status == match.Running {
		seat = rec.SeatOf(r.User)
	}
	view, err := rec.View(seat)
	if err != nil {
		return discord.Reply{}, err
	}
	g := rec.Rules()
	text, err := written(rec, g, log)
	if err != nil {
		r.Log.Error("the past of a match ends early", "match", rec.ID, "err", err)
	}
	text.Now = view.Text()
	var lines []string
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
	m := discord.TextMessage("### " + show.Title(r.In, rec, g) + "\n" + r.In.Speak(say.Exported))
	m.Parts, m.Files = append(m.Parts, discord.Attachment(f)), []discord.File{f}
	return discord.Reply{Message: m}, nil
}

// written is the record of a match. It says where the game began, so that it can be played again, wherever everything may be known: in a game with secrets
// after the end, if the players have agreed to reveal them. What was taken back is left out. An error comes together with what can be played again.
func written(rec match.Match, g *games.Game, log []match.Event) (record.Record, error) {
	out := record.Record{Match: string(rec.ID), Game: rec.Game}
	for s, p := range rec.Players {
		out.Players = append(out.Players, record.Side(g, games.Seat(s))+" "+show.BareName(p))
	}
	frames, err := match.Frames(g, rec.Record, log)
	live := match.Played(frames)
	begun := slices.IndexFunc(live, func(f match.Frame) bool { return !g.Arranges || f.Position.Turn().Phase != referee.SettingUp })
	if begun < 0 {
		return out, err
	}
	first := live[begun].Position
	if !g.Hidden || rec.Status == match.Over && first.Open(games.Spectator).Text() != first.View(games.Spectator).Text() {
		out.Start = first.Text()
	}
	for _, f := range live[begun+1:] {
		out.Steps = append(out.Steps, stepOf(g, f.Event))
	}
	for _, e := range log { // the ruling by which the match has ended, where the game has no rule for it
		if e.Kind == match.Ruled && rec.Outcome != nil && !slices.ContainsFunc(frames, func(f match.Frame) bool { return f.Event.Seq == e.Seq }) {
			out.Steps = append(out.Steps, stepOf(g, e))
		}
	}
	return out, err
}

// stepOf is a move or ruling of a log.
func stepOf(g *games.Game, e match.Event) record.Step {
	side := record.Side(g, max(e.Seat, 0)) // of a draw by agreement the seat means nothing
	if e.Kind == match.Ruled {
		return record.Step{Side: side, Ruling: e.Ruling}
	}
	return record.Step{Side: side, Move: e.Move}
}
