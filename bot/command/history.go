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

var historyCommand = &router.Command{
	Name: "history", Help: "The moves of a match", Where: router.Everywhere, Run: history, Complete: router.CompleteMatch,
	Options: func(a router.Builder, _ *games.Game) []*router.Option {
		return []*router.Option{a.MatchOption(), a.Integer(router.OptAt, "The board after this many moves", 0, 5000)}
	},
}

// history is `/history`: the moves, and the board after any of them (P21).
func history(ctx context.Context, r *router.Request) (discord.Reply, error) {
	rec, err := router.ResolveOrNewest(ctx, r)
	if err != nil {
		return discord.Reply{}, err
	}
	log, err := r.Matches.Read.Log(ctx, rec.ID)
	if err != nil {
		return discord.Reply{}, err
	}
	if n, ok := r.Number(router.OptAt); ok {
		return boardAt(ctx, r, rec, log, n)
	}
	g, _ := r.Matches.Read.Game(rec.Game)
	var moves []string
	for _, e := range log {
		if e.Kind == match.Moved {
			line := fmt.Sprintf("%d. %s %s", len(moves)+1, r.In.Text(g.SeatName(e.Seat)), e.Move)
			for _, said := range e.Said {
				line += "\n   " + r.In.Speak(said)
			}
			moves = append(moves, line)
		}
	}
	text := "### " + show.Title(r.In, rec, g) + "\n" + r.In.Say(say.MovesSoFar, len(moves)) + "\n"
	return router.ReplyText(text + discord.CodeBlock(cutFront(strings.Join(moves, "\n"), 3000))), nil
}

// boardAt shows the board after n moves.
func boardAt(ctx context.Context, r *router.Request, rec match.Match, log []match.Event, n int) (discord.Reply, error) {
	u := router.Likes(ctx, r)
	m, err := r.Show.PastBoard(r.In, rec, log, n, u)
	return discord.Reply{Message: m}, err
}

// cutFront keeps the end of a long text.
func cutFront(s string, max int) string {
	if len(s) <= max {
		return s
	}
	s = s[len(s)-max:]
	if i := strings.IndexByte(s, '\n'); i >= 0 {
		s = s[i+1:]
	}
	return "…\n" + s
}
