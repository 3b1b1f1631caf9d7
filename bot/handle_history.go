package bot

import (
	"context"
	"fmt"
	"strings"

	"github.com/bwmarrin/discordgo"

	"paddock/bot/discord"
	"paddock/bot/lang"
	"paddock/bot/say"
	"paddock/bot/tasks"
	"paddock/games"
	"paddock/games/match"
	"paddock/games/referee"
	"paddock/games/scene"
)

// history is `/history`: the moves, and the board after any of them (P21).
func (b *bot) history(ctx context.Context, r *request) (discord.Reply, error) {
	rec, err := b.meantOrNewest(ctx, r)
	if err != nil {
		return discord.Reply{}, err
	}
	log, err := b.svc.Read.Log(ctx, rec.ID)
	if err != nil {
		return discord.Reply{}, err
	}
	if n, ok := r.number(optAt); ok {
		return b.boardAt(ctx, r, rec, log, n)
	}
	g, _ := b.svc.Read.Game(rec.Game)
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
	text := "### " + title(r.in, rec, g) + "\n" + r.in.Say(say.MovesSoFar, len(moves)) + "\n"
	return sentence(text + discord.CodeBlock(cutFront(strings.Join(moves, "\n"), 3000))), nil
}

// meantOrNewest is meant, or for those who don't play here the newest match of the channel.
func (b *bot) meantOrNewest(ctx context.Context, r *request) (match.Match, error) {
	if r.target.Match == "" && r.text(optGame) == "" && !r.away {
		list, err := b.svc.Read.Find(ctx, r.channel, r.user, gameOf(r))
		if err != nil {
			return match.Match{}, err
		}
		if len(list) == 0 {
			return b.newest(ctx, r)
		}
	}
	return b.meant(ctx, r)
}

// newest is the newest match of the channel that has begun.
func (b *bot) newest(ctx context.Context, r *request) (match.Match, error) {
	return b.svc.Read.Latest(ctx, r.channel, gameOf(r))
}

// likes is somebody's settings; where they can't be read, everything has its default.
func (b *bot) likes(ctx context.Context, user match.UserID) match.User {
	u, err := b.svc.Settings.User(ctx, user)
	if err != nil {
		b.log.Error("could not read a person's settings", "err", err)
	}
	return u
}

// boardAt shows the board after n moves.
func (b *bot) boardAt(ctx context.Context, r *request, rec match.Match, log []match.Event, n int) (discord.Reply, error) {
	u := b.likes(ctx, r.user)
	scenes, err := b.scenes(r.in, rec, log, n, u.Prefer)
	if err != nil || len(scenes) == 0 {
		return discord.Reply{}, err
	}
	last := scenes[len(scenes)-1]
	board, files := b.picture(r.in, last, u.Style)
	parts := append([]discordgo.MessageComponent{discord.Text(r.in.Speak(say.AfterMoves(min(n, len(scenes)-1))))}, board...)
	return discord.Reply{Message: discord.Message{Parts: parts, Files: files}}, nil
}

// scenes are the boards of a match from the start to the nth move, as onlookers see them, drawn as a reader prefers. What was arranged before the start is no part of it, nor
// how often (S85).
func (b *bot) scenes(in lang.Language, rec match.Match, log []match.Event, n int, prefer games.Options) ([]scene.Scene, error) {
	var list []scene.Scene
	var before *games.View
	err := rec.Replay(log, func(e match.Event, p *games.Position) bool {
		if p.Game.Arranges && p.Turn().Phase == referee.SettingUp {
			return true
		}
		view := p.View(games.Spectator).In(in.Speak).Prefer(prefer)
		if e.Kind == match.Moved {
			list = append(list, view.Draw(names(in, rec), before, e.Seat, []string{e.Move}))
		} else {
			list = append(list, view.Draw(names(in, rec), nil, 0, nil))
		}
		before = view
		return len(list) <= n
	})
	return list, err
}

// maxFrames is the longest match that is animated.
const maxFrames = 400

// replay shows a whole match as an animation, to the person alone.
func (b *bot) replay(ctx context.Context, r *request) (discord.Reply, error) {
	rec, err := b.meantOrNewest(ctx, r)
	if err != nil {
		return discord.Reply{}, err
	}
	log, err := b.svc.Read.Log(ctx, rec.ID)
	if err != nil {
		return discord.Reply{}, err
	}
	scenes, err := b.scenes(r.in, rec, log, maxFrames, b.likes(ctx, r.user).Prefer)
	if err != nil {
		return discord.Reply{}, err
	}
	if len(scenes) > maxFrames {
		return discord.Reply{}, refuse(r.in.Speak(say.LongLog))
	}
	var gif []byte
	if b.cfg.Animate == nil || !tasks.Guard(b.log, "animation", func() { gif, err = b.cfg.Animate(scenes) }) || err != nil || len(gif) > maxFile {
		b.log.Error("could not make a replay", "match", rec.ID, "err", err, "bytes", len(gif))
		return discord.Reply{}, refuse(r.in.Speak(say.NoPicture))
	}
	g, _ := b.svc.Read.Game(rec.Game)
	f := discord.File{Name: "replay.gif", Data: gif, Alt: discord.Truncate(scenes[len(scenes)-1].Words, discord.MaxAlt)}
	return discord.Reply{Message: discord.Message{Parts: []discordgo.MessageComponent{discord.Text("### " + title(r.in, rec, g)), discord.Picture(f)}, Files: []discord.File{f}}}, nil
}

// export is `/export`: a match as text. Of a game with secrets it is what its reader may know: the moves, and their own view (S81); at the end
// that tells as much as the players have agreed to reveal.
func (b *bot) export(ctx context.Context, r *request) (discord.Reply, error) {
	rec, err := b.meantOrNewest(ctx, r)
	if err != nil {
		return discord.Reply{}, err
	}
	log, err := b.svc.Read.Log(ctx, rec.ID)
	if err != nil {
		return discord.Reply{}, err
	}
	g, _ := b.svc.Read.Game(rec.Game)
	lines := []string{"match " + string(rec.ID), "game " + string(rec.Game)}
	for s, p := range rec.Players {
		lines = append(lines, fmt.Sprintf("%s %s", strings.ToLower(g.SeatName(games.Seat(s))), bareName(p)))
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
			lines = append(lines, string(e.Kind)+" "+e.Note)
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
