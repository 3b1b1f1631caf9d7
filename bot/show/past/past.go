// Package past shows what has happened in a match: what somebody has missed since their last move, and each board on the way, as that reader could see it
// then. While a match runs that is the view of the reader's own seat, or the public one; after the end it is what the players have agreed to reveal. It
// does no I/O. Start reading at [Plies], then [CatchUp].
package past

import (
	"fmt"
	"slices"
	"strconv"
	"strings"

	"github.com/bwmarrin/discordgo"

	"paddock/bot/discord"
	"paddock/bot/lang"
	"paddock/bot/say"
	"paddock/bot/show"
	"paddock/bot/tasks"
	"paddock/games"
	"paddock/games/match"
	"paddock/games/scene"
)

// Ply is a board of a match's past as one reader could see it, and what made it. What was taken back is no part of the past.
type Ply struct {
	Event match.Event
	Said  []games.Event // what that brought about at the board
	Scene scene.Scene
}

// Plies are the boards of a match from its first one on, as a reader could see them and likes them drawn. On the last stands how the match has ended. What
// was arranged in secret before is left out, and how often. An error comes together with the boards before what can't be played again.
func Plies(in lang.Language, rec match.Match, log []match.Event, u match.User) ([]Ply, error) {
	if rec.Position == "" {
		_, err := rec.Parse() // says why
		return nil, err
	}
	frames, err := match.Frames(rec.Rules(), rec.Record, log)
	var list []Ply
	for f, drawn := range show.Boards(in, rec, match.Played(frames), err == nil, u) {
		list = append(list, Ply{f.Event, f.Said, drawn})
	}
	return list, err
}

// lately is how many moves those who don't play are shown.
const lately = 8

// Since is the ply from which on a reader has missed what has happened: that of the last move of their own, the first one if they have made none. Those
// who don't play are shown the last moves.
func Since(plies []Ply, seat games.Seat) int {
	if seat == games.Spectator {
		return max(0, len(plies)-1-lately)
	}
	for i, p := range slices.Backward(plies) {
		if p.Event.Kind == match.Moved && p.Event.Seat == seat {
			return i
		}
	}
	return 0
}

// mostFrames is how many boards are animated, the newest.
const mostFrames = 40

// CatchUp is what has happened since a ply, as words and as an animation, for those who like pictures; in the other styles the board as it is now stands
// below the words. Buttons lead to each board on the way.
func CatchUp(k *show.Maker, in lang.Language, rec match.Match, plies []Ply, from int, u match.User) discord.Message {
	head := in.Speak(say.SinceTheBeginning)
	switch seat, own := rec.SeatOf(u.ID), plies[from].Event; {
	case seat == games.Spectator:
		head = in.Speak(say.LastMoves)
	case from == len(plies)-1 && own.Kind == match.Moved:
		head = in.Say(say.NothingSince, "**"+discord.Escape(own.Move)+"**")
	case own.Kind == match.Moved:
		head = in.Say(say.SinceYourMove, "**"+discord.Escape(own.Move)+"**")
	}
	lines := []string{"### " + show.Title(in, rec, rec.Rules()), head}
	lines = append(lines, shortened(in, Words(in, rec, plies, from))...)
	if end := show.Ending(in, rec); end != "" {
		lines = append(lines, "**"+discord.Escape(end)+"**")
	}
	parts := []discordgo.MessageComponent{discord.Text(strings.Join(lines, "\n"))}
	board, files := animated(k, in, plies[max(from, len(plies)-mostFrames):], u)
	parts = append(parts, board...)
	buttons := []discordgo.MessageComponent{show.Button(in.Speak(say.LabelThrough), discordgo.PrimaryButton, target(rec, from, ""))}
	parts = append(parts, discord.Row(append(buttons, show.BoardLinks(in, rec)...)...))
	return discord.Message{Parts: parts, Files: files, Private: true}
}

// Words are the moves after a ply in words, a line each.
func Words(in lang.Language, rec match.Match, plies []Ply, from int) (lines []string) {
	for i := from + 1; i < len(plies); i++ {
		e := plies[i].Event
		text := in.Speak(say.ByRuling)
		if e.Kind == match.Moved {
			text = in.Text(rec.Rules().SeatName(e.Seat)) + " " + e.Move
		}
		for _, said := range plies[i].Said {
			text += " · " + in.Speak(said.Say)
		}
		lines = append(lines, fmt.Sprintf("%d. %s", i, discord.Escape(text)))
	}
	return lines
}

// mostWords is how many bytes of moves stand in one message.
const mostWords = 1500

// shortened leaves out the oldest lines of too many, and says so.
func shortened(in lang.Language, lines []string) []string {
	size, first := 0, len(lines)
	for first > 0 && size+len(lines[first-1]) < mostWords {
		first--
		size += len(lines[first]) + 1
	}
	if first == 0 {
		return lines
	}
	return append([]string{in.Say(say.MovesLeftOut, first)}, lines[first:]...)
}

// animated is the way from the first of some plies to the last as an animation, or where there is nothing to animate, or it can't be done, or the reader
// does not like pictures, the last board.
func animated(k *show.Maker, in lang.Language, plies []Ply, u match.User) ([]discordgo.MessageComponent, []discord.File) {
	last := plies[len(plies)-1].Scene
	if u.Style != "" && u.Style != match.Image || len(plies) < 2 || k.Animate == nil {
		return k.Picture(in, last, u.Style)
	}
	var scenes []scene.Scene
	for _, p := range plies {
		scenes = append(scenes, p.Scene)
	}
	var gif []byte
	var err error
	if !tasks.Guard(k.Log, "animation", func() { gif, err = k.Animate(scenes) }) || err != nil {
		k.Log.Error("could not animate what somebody has missed", "err", err)
		return k.Picture(in, last, u.Style)
	}
	f := discord.File{Name: "replay.gif", Data: gif, Alt: discord.Truncate(last.Words, discord.MaxAlt)}
	return []discordgo.MessageComponent{discord.Picture(f)}, []discord.File{f}
}

// Ways to turn from one board to another, as they stand in the ids of buttons after the number of the board on which they are.
const (
	toFirst = "f"
	back    = "b"
	forward = "n"
	toLast  = "l"
)

func target(rec match.Match, at int, way string) show.Target {
	return show.Target{Match: rec.ID, Head: rec.Board(), Action: show.ActPast, Text: strconv.Itoa(at) + way}
}

// At is the ply that a button's text leads to, of so many. ErrID.
func At(text string, plies int) (int, error) {
	number := strings.TrimRight(text, toFirst+back+forward+toLast)
	n, err := strconv.Atoi(number)
	if err != nil || n < 0 {
		return 0, show.ErrID
	}
	last := plies - 1
	switch text[len(number):] {
	case "":
	case toFirst:
		n = 0
	case back:
		n--
	case forward:
		n++
	case toLast:
		n = last
	default:
		return 0, show.ErrID
	}
	return min(max(n, 0), last), nil
}

// Board is one board of the past with the buttons that turn to the others.
func Board(k *show.Maker, in lang.Language, rec match.Match, plies []Ply, n int, u match.User) discord.Message {
	last := len(plies) - 1
	text := "### " + show.Title(in, rec, rec.Rules()) + "\n" + in.Speak(say.AfterMoves(n))
	if n < last {
		text += " · " + in.Say(say.OfMoves, last)
	}
	drawn := plies[n].Scene
	board, files := k.Picture(in, drawn, u.Style)
	parts := append([]discordgo.MessageComponent{discord.Text(text)}, board...)
	if drawn.Caption != "" && len(files) > 0 { // the other styles say it themselves
		parts = append(parts, discord.Text(discord.Escape(drawn.Caption)))
	}
	parts = append(parts, Turning(in, target(rec, n, ""), n, last))
	return discord.Message{Parts: parts, Files: files, Private: true}
}

// Turning are the buttons that turn from a board to the others, up to the last; at says what they act on.
func Turning(in lang.Language, at show.Target, n, last int) discordgo.MessageComponent {
	var row []discordgo.MessageComponent
	for _, turn := range []struct {
		label games.Sentence
		way   string
		off   bool
	}{{say.LabelFirst, toFirst, n == 0}, {say.LabelOneBack, back, n == 0}, {say.LabelOneOn, forward, n == last}, {say.LabelLast, toLast, n == last}} {
		at.Text = strconv.Itoa(n) + turn.way
		b := show.Button(in.Speak(turn.label), discordgo.SecondaryButton, at)
		b.Disabled = turn.off
		row = append(row, b)
	}
	return discord.Row(row...)
}
