package show

import (
	"errors"

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

// PastBoard is the board after n moves: while a match runs as the reader saw it then, and after its end with all that the players have agreed to reveal.
// ErrNoPast.
func (k *Maker) PastBoard(in lang.Language, rec match.Match, log []match.Event, n int, u match.User) (discord.Message, error) {
	list, err := scenes(in, rec, log, n, u)
	switch {
	case err != nil:
		return discord.Message{}, err
	case len(list) == 0:
		return discord.Message{}, ErrNoPast
	}
	board, files := k.Picture(in, list[len(list)-1], u.Style)
	parts := append([]discordgo.MessageComponent{discord.Text(in.Speak(say.AfterMoves(min(n, len(list)-1))))}, board...)
	return discord.Message{Parts: parts, Files: files}, nil
}

// scenes are the boards of a match from the start to the nth move, as a reader may see them, drawn as they prefer; on the last of all stands how it ended.
// What was arranged before the start is no part of it, nor how often (S85).
func scenes(in lang.Language, rec match.Match, log []match.Event, n int, u match.User) ([]scene.Scene, error) {
	if rec.Position == "" {
		_, err := rec.Parse() // says why
		return nil, err
	}
	seat := rec.SeatOf(u.ID)
	var frames []match.Frame
	err := rec.Replay(log, func(e match.Event, p *games.Position) bool {
		frames = append(frames, match.Frame{Event: e, Position: p})
		return true
	})
	var list []scene.Scene
	var before *games.View
	for i, f := range frames {
		if len(list) > n {
			break
		}
		if f.Position.Game.Arranges && f.Position.Turn().Phase == referee.SettingUp {
			continue
		}
		view := f.Position.View(seat)
		if rec.Status == match.Over {
			view = f.Position.Open(seat)
		}
		view = view.In(in.Speak).Prefer(u.Prefer)
		if i == len(frames)-1 && err == nil {
			view = view.Ended(in.Speak(rec.Record.Ending()))
		}
		if f.Event.Kind == match.Moved {
			list = append(list, Liked(view.Draw(Names(in, rec), before, f.Event.Seat, []string{f.Event.Move}), u.Prefer))
		} else {
			list = append(list, Liked(view.Draw(Names(in, rec), nil, 0, nil), u.Prefer))
		}
		before = view
	}
	return list, err
}

// maxFrames is the longest match that is animated.
const maxFrames = 400

// Reasons for which there is no replay.
var (
	ErrLongReplay = errors.New("show: a match too long for a replay")
	ErrNoReplay   = errors.New("show: a replay could not be drawn")
	ErrNoPast     = errors.New("show: nothing has been played yet")
)

// Replay is a whole match as an animation, for a reader.
func (k *Maker) Replay(in lang.Language, rec match.Match, log []match.Event, u match.User) (discord.Message, error) {
	list, err := scenes(in, rec, log, maxFrames, u)
	switch {
	case err != nil:
		return discord.Message{}, err
	case len(list) == 0:
		return discord.Message{}, ErrNoPast
	}
	if len(list) > maxFrames {
		return discord.Message{}, ErrLongReplay
	}
	var gif []byte
	if k.Animate == nil || !tasks.Guard(k.Log, "animation", func() { gif, err = k.Animate(list) }) || err != nil || len(gif) > maxFile {
		k.Log.Error("could not make a replay", "match", rec.ID, "err", err, "bytes", len(gif))
		return discord.Message{}, ErrNoReplay
	}
	f := discord.File{Name: "replay.gif", Data: gif, Alt: discord.Truncate(list[len(list)-1].Words, discord.MaxAlt)}
	return discord.Message{Parts: []discordgo.MessageComponent{discord.Text("### " + Title(in, rec, rec.Rules())), discord.Picture(f)}, Files: []discord.File{f}}, nil
}
