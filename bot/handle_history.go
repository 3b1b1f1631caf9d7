package bot

import (
	"context"
	"errors"
	"fmt"
	"strings"

	"paddock/bot/discord"
	"paddock/bot/say"
	"paddock/bot/show"
	"paddock/games"
	"paddock/games/match"
)

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
	return sentence(text + discord.CodeBlock(cutFront(strings.Join(moves, "\n"), 3000))), nil
}

// resolveOrNewest is meant, or for those who don't play here the newest match of the channel.
func resolveOrNewest(ctx context.Context, r *request) (match.Match, error) {
	if r.target.Match == "" && r.text(optGame) == "" && !r.userInstall {
		list, err := r.Matches.Read.Find(ctx, r.channel, r.user, gameOf(r))
		if err != nil {
			return match.Match{}, err
		}
		if len(list) == 0 {
			return newest(ctx, r)
		}
	}
	return resolveMatch(ctx, r)
}

// newest is the newest match of the channel that has begun.
func newest(ctx context.Context, r *request) (match.Match, error) {
	return r.Matches.Read.Latest(ctx, r.channel, gameOf(r))
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

// replay shows a whole match as an animation, to the person alone.
func replay(ctx context.Context, r *request) (discord.Reply, error) {
	rec, err := resolveOrNewest(ctx, r)
	if err != nil {
		return discord.Reply{}, err
	}
	log, err := r.Matches.Read.Log(ctx, rec.ID)
	if err != nil {
		return discord.Reply{}, err
	}
	m, err := r.Show.Replay(r.in, rec, log, likes(ctx, r).Prefer)
	switch {
	case errors.Is(err, show.ErrLongReplay):
		return discord.Reply{}, refuse(r.in.Speak(say.LongLog))
	case errors.Is(err, show.ErrNoReplay):
		return discord.Reply{}, refuse(r.in.Speak(say.NoPicture))
	}
	return discord.Reply{Message: m}, err
}

// export is `/export`: a match as text. Of a game with secrets it is what its reader may know: the moves, and their own view (S81); at the end
// that tells as much as the players have agreed to reveal.
func export(ctx context.Context, r *request) (discord.Reply, error) {
	rec, err := resolveOrNewest(ctx, r)
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
		seat = rec.SeatOf(r.user)
	}
	view, err := rec.View(seat)
	if err != nil {
		return discord.Reply{}, err
	}
	lines = append(lines, "now "+view.Text())
	if form, ok := view.Exchange(); ok {
		lines = append(lines, "json "+form) // F34
	}
	return sentence(discord.CodeBlock(discord.Truncate(strings.Join(lines, "\n"), 3500))), nil
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
