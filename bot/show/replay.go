package show

import (
	"errors"
	"iter"

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
	list, moves, err := scenes(in, rec, log, n, u)
	switch {
	case err != nil:
		return discord.Message{}, err
	case len(list) == 0:
		return discord.Message{}, ErrNoPast
	}
	board, files := k.Picture(in, list[len(list)-1], u.Style)
	parts := append([]discordgo.MessageComponent{discord.Text(in.Speak(say.AfterMoves(moves)))}, board...)
	return discord.Message{Parts: parts, Files: files}, nil
}

// scenes are the boards of a match from the start to what came of the nth move, as a reader may see them, drawn as they prefer, and how many moves led there;
// on the last of all stands how it ended. What was taken back is left out. What was arranged before the start is no part of it, nor how often (S85).
func scenes(in lang.Language, rec match.Match, log []match.Event, n int, u match.User) (list []scene.Scene, moves int, err error) {
	if rec.Position == "" {
		_, err := rec.Parse() // says why
		return nil, 0, err
	}
	frames, err := match.Frames(rec.Rules(), rec.Record, log)
	for f, drawn := range Boards(in, rec, match.Played(frames), err == nil, u) {
		if f.Event.Kind == match.Moved {
			if moves == n {
				break
			}
			moves++
		}
		list = append(list, drawn)
	}
	return list, moves, err
}

// Boards are what stood on the board after each frame of a match, as a reader may see it and likes it drawn. What was arranged in secret before is left out,
// and how often. If the frames are the whole match, the last says how it has ended.
func Boards(in lang.Language, rec match.Match, frames []match.Frame, whole bool, u match.User) iter.Seq2[match.Frame, scene.Scene] {
	return func(yield func(match.Frame, scene.Scene) bool) {
		seat := rec.SeatOf(u.ID)
		var before *games.View
		for i, f := range frames {
			if f.Position.Game.Arranges && f.Position.Turn().Phase == referee.SettingUp {
				continue
			}
			view := f.Position.View(seat)
			if rec.Status == match.Over {
				view = f.Position.Open(seat)
			}
			view = view.In(in.Speak).Prefer(u.Prefer)
			if whole && i == len(frames)-1 {
				view = view.Ended(in.Speak(rec.Record.Ending()))
			}
			var last *games.View
			var by games.Seat
			var moves []string
			if f.Event.Kind == match.Moved {
				last, by, moves = before, f.Event.Seat, []string{f.Event.Move}
			}
			if !yield(f, Liked(view.Draw(Names(in, rec), last, by, moves), u.Prefer)) {
				return
			}
			before = view
		}
	}
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
	list, _, err := scenes(in, rec, log, maxFrames, u)
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
