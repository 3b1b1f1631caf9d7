package command

import (
	"context"
	"fmt"
	"strings"

	"paddock/bot/discord"
	"paddock/bot/say"
	"paddock/bot/show"
	"paddock/games"
	"paddock/games/match"
)

var historyCommand = &Command{
	Name: "history", Help: "The moves of a match", Where: Everywhere, run: history, complete: completeMatch,
	options: func(a author, _ *games.Game) []*option {
		return []*option{a.matchOption(), a.integer(optAt, "The board after this many moves", 0, 5000)}
	},
}

// history is `/history`: the moves, and the board after any of them (P21).
func history(ctx context.Context, r *request) (discord.Reply, error) {
	rec, err := resolveOrNewest(ctx, r)
	if err != nil {
		return discord.Reply{}, err
	}
	log, err := r.Matches.Read.Log(ctx, rec.ID)
	if err != nil {
		return discord.Reply{}, err
	}
	if n, ok := r.number(optAt); ok {
		return boardAt(ctx, r, rec, log, n)
	}
	g, _ := r.Matches.Read.Game(rec.Game)
	var moves []string
	for _, e := range log {
		if e.Kind == match.Moved {
			line := fmt.Sprintf("%d. %s %s", len(moves)+1, r.in.Text(g.SeatName(e.Seat)), e.Move)
			for _, said := range e.Said {
				line += "\n   " + r.in.Speak(said)
			}
			moves = append(moves, line)
		}
	}
	text := "### " + show.Title(r.in, rec, g) + "\n" + r.in.Say(say.MovesSoFar, len(moves)) + "\n"
	return replyText(text + discord.CodeBlock(cutFront(strings.Join(moves, "\n"), 3000))), nil
}

// likes is somebody's settings; where they can't be read, everything has its default.
func likes(ctx context.Context, r *request) match.User {
	u, err := r.People.User(ctx, r.user)
	if err != nil {
		r.Log.Error("could not read a person's settings", "err", err)
	}
	return u
}

// boardAt shows the board after n moves.
func boardAt(ctx context.Context, r *request, rec match.Match, log []match.Event, n int) (discord.Reply, error) {
	u := likes(ctx, r)
	m, err := r.Show.PastBoard(r.in, rec, log, n, u)
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
