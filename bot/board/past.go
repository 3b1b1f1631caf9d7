package board

import (
	"errors"
	"fmt"
	"iter"
	"slices"
	"strconv"
	"strings"

	"github.com/bwmarrin/discordgo"

	"paddock/bot/component"
	"paddock/bot/discord"
	"paddock/bot/lang"
	"paddock/bot/say"
	"paddock/bot/tasks"
	"paddock/games"
	"paddock/games/match"
	"paddock/games/referee"
	"paddock/games/scene"
)

// Ply is a board of a match's past as one reader may see it, and the event that led to it.
// Takebacks remove plies.
type Ply struct {
	Event match.Event
	Said  []games.Event // what the event caused on the board
	At    *games.Position
	Scene scene.Scene
}

// Plies returns the boards of a match from the first on, drawn for a reader. The last board of a
// finished match shows the result. Boards from before the end of a secret set-up are left out. On
// an error it returns the boards before the event that can't be replayed.
func Plies(in lang.Language, rec match.Match, log []match.Event, u match.User) ([]Ply, error) {
	if rec.Position == "" {
		_, err := rec.Parse() // the error of Parse says why the position can't be read
		return nil, err
	}
	frames, err := match.Frames(rec.Rules(), rec.Record, log)
	var list []Ply
	for f, drawn := range boards(in, rec, match.Played(frames), err == nil, u) {
		list = append(list, Ply{f.Event, f.Said, f.Position, drawn})
	}
	return list, err
}

// lately is the number of moves shown to readers who don't play.
const lately = 8

// PliesSince returns the index of the reader's own last move in plies, or 0 if they have made none.
// For spectators it returns the index of a ply shortly before the end: lately moves earlier.
func PliesSince(plies []Ply, seat games.Seat) int {
	if seat == games.Spectator {
		return max(0, len(plies)-1-lately)
	}
	for i, p := range slices.Backward(plies) {
		// automatic moves of a decided match are news for their player, too
		if p.Event.Kind == match.Moved && p.Event.Seat == seat && p.Event.Code != match.CodeDecided {
			return i
		}
	}
	return 0
}

// mostFrames is the most boards that Happened animates, the newest ones.
const mostFrames = 40

// Happened makes the message about what happened since a ply: words, and an animation for readers
// with the picture style, otherwise the present board. A button leads through the boards one by
// one.
func Happened(k *Maker, in lang.Language, rec match.Match, plies []Ply, from int, u match.User) discord.Message {
	head := in.Speak(saySinceTheBeginning)
	switch seat, own := rec.SeatOf(u.ID), plies[from].Event; {
	case seat == games.Spectator:
		head = in.Speak(sayLastMoves)
	case from == len(plies)-1 && own.Kind == match.Moved:
		head = in.Say(sayNothingSince, "**"+discord.Escape(MoveName(in, rec.Rules(), own.Move))+"**")
	case own.Kind == match.Moved:
		head = in.Say(saySinceYourMove, "**"+discord.Escape(MoveName(in, rec.Rules(), own.Move))+"**")
	}
	lines := []string{"### " + Title(in, rec, rec.Rules()), head}
	lines = append(lines, shortened(in, pastWords(in, rec, rec.SeatOf(u.ID), plies, from))...)
	if end := Ending(in, rec, rec.SeatOf(u.ID)); end != "" {
		lines = append(lines, "**"+discord.Escape(end)+"**")
	}
	parts := []discordgo.MessageComponent{discord.Text(strings.Join(lines, "\n"))}
	board, files := animated(k, in, plies[max(from, len(plies)-mostFrames):], u)
	parts = append(parts, board...)
	buttons := []discordgo.MessageComponent{component.Button(in.Speak(sayLabelThrough), discordgo.PrimaryButton,
		target(rec, from, ""))}
	parts = append(parts, discord.Row(append(buttons, BoardLinks(in, rec)...)...))
	return discord.Message{Parts: parts, Files: files, Private: true}
}

// pastWords returns a line for each move and ruling after a ply, except for the ruling that ended
// the match. Moves are numbered as in the list of moves.
func pastWords(in lang.Language, rec match.Match, reader games.Seat, plies []Ply, from int) (lines []string) {
	for i := from + 1; i < len(plies); i++ {
		p, line, parts := plies[i], "* ", []string(nil)
		if decides(rec, plies, i) {
			break
		}
		if p.Event.Kind == match.Moved {
			line, parts = fmt.Sprintf("%d. ", movesUpTo(plies, i)),
				[]string{Played(in, rec, reader, p.Event)}
		} else if len(p.Said) == 0 {
			parts = []string{RulingWords(in, rec, p.Event)}
		}
		for _, said := range p.Said {
			parts = append(parts, in.Speak(toSeat(rec, reader, said.Say)))
		}
		text := strings.Join(parts, " · ")
		if p.Event.Kind != match.Moved {
			text = games.Capital(text)
		}
		lines = append(lines, line+discord.Escape(text))
	}
	return lines
}

// decides reports whether the nth ply is the ruling that ended the match. Lists leave it out,
// because the result of the match describes it.
func decides(rec match.Match, plies []Ply, n int) bool {
	return n == len(plies)-1 && rec.Status == match.Over && plies[n].Event.Kind == match.Ruled
}

// movesUpTo returns the number of moves among the plies up to the nth.
func movesUpTo(plies []Ply, n int) (moves int) {
	for _, p := range plies[:n+1] {
		if p.Event.Kind == match.Moved {
			moves++
		}
	}
	return moves
}

// PlyAfter returns the index of the last board before the move after n moves, and how many moves led to it: n, if
// there are as many. Rulings have boards, too, so that a board's index may be greater than its moves.
func PlyAfter(plies []Ply, n int) (i, moves int) {
	for i, p := range plies {
		if p.Event.Kind != match.Moved {
			continue
		}
		if moves == n {
			return i - 1, moves
		}
		moves++
	}
	return len(plies) - 1, moves
}

// RulingWords returns a ruling in words, after the name of the player it is about: "Cid: turn
// skipped".
func RulingWords(in lang.Language, rec match.Match, e match.Event) string {
	what := in.Speak(say.RulingNames[e.Ruling])
	if e.Seat < 0 || e.Ruling == games.Agree {
		return games.Capital(what)
	}
	return in.Say(say.NoticeTo, NameAt(in, rec, e.Seat), what)
}

// mostWords is the greatest size in bytes of a list of moves in a message.
const mostWords = 1500

// shortened drops the oldest lines until the rest fits, and says how many it dropped.
func shortened(in lang.Language, lines []string) []string {
	size, first := 0, len(lines)
	for first > 0 && size+len(lines[first-1]) < mostWords {
		first--
		size += len(lines[first]) + 1
	}
	if first == 0 {
		return lines
	}
	return append([]string{in.Say(sayMovesLeftOut, first)}, lines[first:]...)
}

// animated returns an animation from the first to the last of some plies. It returns the last board
// if there is nothing to animate, animating fails, or the reader prefers another style.
func animated(k *Maker, in lang.Language, plies []Ply, u match.User) ([]discordgo.MessageComponent, []discord.File) {
	last := plies[len(plies)-1].Scene
	if u.Style != "" && u.Style != match.Image || len(plies) < 2 || k.Animate == nil {
		return k.Picture(in, last, u.Style)
	}
	var scenes []scene.Scene
	for _, p := range plies {
		scenes = append(scenes, p.Scene)
	}
	f, err := k.animation(scenes)
	if err != nil {
		return k.Picture(in, last, u.Style)
	}
	return []discordgo.MessageComponent{discord.Picture(f)}, []discord.File{f}
}

// animation returns a file that shows scenes one after the other. It returns ErrNoReplay if none
// can be made.
func (k *Maker) animation(scenes []scene.Scene) (discord.File, error) {
	if k.Animate == nil {
		return discord.File{}, ErrNoReplay
	}
	var gif []byte
	var err error
	if !tasks.Guard(k.Log, "animation", func() { gif, err = k.Animate(scenes) }) || err != nil || len(gif) > MaxFile {
		k.Log.Error("could not make an animation", "err", err, "bytes", len(gif))
		return discord.File{}, ErrNoReplay
	}
	return discord.File{
		Name: "replay.gif", Data: gif,
		Alt: discord.Truncate(scenes[len(scenes)-1].Words, discord.MaxAlt),
	}, nil
}

// Directions from one board of the past to another. In the ids of buttons they follow the number of
// the present board.
const (
	toFirst = "f"
	back    = "b"
	forward = "n"
	toLast  = "l"
)

func target(rec match.Match, at int, way string) component.Target {
	return component.Target{Match: rec.ID, Head: rec.Board(), Action: component.ActPast, Text: strconv.Itoa(at) + way}
}

// PastAt returns the index of the ply that a button's text leads to, among this many plies. It
// returns component.ErrID for a malformed text.
func PastAt(text string, plies int) (int, error) {
	number := strings.TrimRight(text, toFirst+back+forward+toLast)
	n, err := strconv.Atoi(number)
	if err != nil || n < 0 {
		return 0, component.ErrID
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
		return 0, component.ErrID
	}
	return min(max(n, 0), last), nil
}

// ReviewHere is the text of a review button whose answer takes the place of its message.
const ReviewHere = "here"

// MayPlayOn reports whether everybody who sees a match may begin another one from its boards: it is
// over, and nothing in it was secret.
func MayPlayOn(rec match.Match) bool {
	g := rec.Rules()
	return rec.Status == match.Over && g != nil && !g.Hidden
}

// PastTurnBoard makes the message with one board of the past and the buttons that lead to the
// others.
func PastTurnBoard(k *Maker, in lang.Language, rec match.Match, plies []Ply, n int, u match.User) discord.Message {
	last := len(plies) - 1
	text := "### " + Title(in, rec, rec.Rules()) + "\n" +
		in.Speak(say.AfterMoves(movesUpTo(plies, n), movesUpTo(plies, last)))
	if plies[n].Event.Kind == match.Ruled && !decides(rec, plies, n) {
		text += "\n" + discord.Escape(RulingWords(in, rec, plies[n].Event))
	}
	drawn := plies[n].Scene
	board, files := k.Picture(in, drawn, u.Style)
	parts := append([]discordgo.MessageComponent{discord.Text(text)}, board...)
	parts = append(parts, Below(drawn, files)...)
	at := component.Target{Match: rec.ID, Head: rec.Board(), Action: component.ActPast}
	parts = append(parts, Turning(in, at, n, last))
	b := buttons{in: in, rec: rec}
	if rec.Status == match.Over && rec.Rules().Reviews && rec.Moves > 0 { // the button that leads back to a review
		at.Action, at.Text = component.ActReview, ReviewHere
		b.list = append(b.list, component.Button(in.Speak(say.LabelReview), discordgo.SecondaryButton, at))
	}
	if MayPlayOn(rec) && n < last {
		at.Action, at.Text = component.ActFrom, strconv.Itoa(n)
		b.list = append(b.list, component.Button(in.Speak(sayLabelFrom), discordgo.SecondaryButton, at))
	}
	parts = append(parts, discord.ButtonRows(b.list)...)
	return discord.Message{Parts: parts, Files: files, Private: true}
}

// Below returns the text below a board of the past: its last turn, and the result if it is the last
// board. The other styles than pictures contain it.
func Below(s scene.Scene, files []discord.File) []discordgo.MessageComponent {
	said := JoinLines(s.Caption, s.Result)
	if said == "" || len(files) == 0 {
		return nil
	}
	return []discordgo.MessageComponent{discord.Text(discord.Escape(said))}
}

// Turning returns the buttons that lead from board n to the first, previous, next and last board.
// The target of each button is at, with n and the button's direction added to its text.
func Turning(in lang.Language, at component.Target, n, last int) discordgo.MessageComponent {
	var row []discordgo.MessageComponent
	before := at.Text
	for _, turn := range []struct {
		label games.Sentence
		way   string
		off   bool
	}{
		{sayLabelFirst, toFirst, n == 0},
		{sayLabelOneBack, back, n == 0},
		{sayLabelOneOn, forward, n == last},
		{sayLabelLast, toLast, n == last},
	} {
		at.Text = before + strconv.Itoa(n) + turn.way
		b := component.Button(in.Speak(turn.label), discordgo.SecondaryButton, at)
		b.Disabled = turn.off
		row = append(row, b)
	}
	return discord.Row(row...)
}

// PastBoard makes the message with the board after n moves. It shows what the reader could see
// then, and after the match's end everything that the players agreed to reveal. It returns
// ErrNoPast if there is no board.
func (k *Maker) PastBoard(in lang.Language, rec match.Match, log []match.Event, n int,
	u match.User,
) (discord.Message, error) {
	list, moves, err := scenes(in, rec, log, n, u)
	if err != nil {
		return discord.Message{}, err
	}
	board, files := k.Picture(in, list[len(list)-1], u.Style)
	parts := append([]discordgo.MessageComponent{discord.Text(in.Speak(say.AfterMoves(moves, moves)))}, board...)
	return discord.Message{Parts: parts, Files: files}, nil
}

// scenes returns the boards up to the consequences of the nth move, drawn for a reader, and the
// number of moves. The last board of a finished match shows the result. Takebacks and secret
// set-ups are left out (S85). If there is no board, the error is ErrNoPast.
func scenes(in lang.Language, rec match.Match, log []match.Event, n int,
	u match.User,
) (list []scene.Scene, moves int, err error) {
	if rec.Position == "" {
		_, err := rec.Parse() // the error of Parse says why the position can't be read
		return nil, 0, err
	}
	frames, err := match.Frames(rec.Rules(), rec.Record, log)
	for f, drawn := range boards(in, rec, match.Played(frames), err == nil, u) {
		if f.Event.Kind == match.Moved {
			if moves == n {
				break
			}
			moves++
		}
		list = append(list, drawn)
	}
	if err == nil && len(list) == 0 {
		err = ErrNoPast
	}
	return list, moves, err
}

// boards yields the frames of a match with their boards, drawn for a reader. Frames of secret
// set-ups are left out. If whole is set, the last board shows the result.
func boards(in lang.Language, rec match.Match, frames []match.Frame, whole bool,
	u match.User,
) iter.Seq2[match.Frame, scene.Scene] {
	return func(yield func(match.Frame, scene.Scene) bool) {
		seat := rec.SeatOf(u.ID)
		var before *games.View
		for i, f := range frames {
			if f.Position.Turn().Phase == referee.SettingUp {
				continue
			}
			view := f.Position.View(seat)
			if rec.Status == match.Over {
				view = f.Position.Open(seat)
			}
			view = AtBottom(view, rec, seat).In(in.Speak).Prefer(u.Prefer)
			if whole && i == len(frames)-1 {
				view = view.Ended(in.Speak(toSeat(rec, seat, rec.Record.Ending())))
			}
			var last *games.View
			var by games.Seat
			var moves []string
			if f.Event.Kind == match.Moved {
				last, by, moves = before, f.Event.Seat, []string{f.Event.Move}
			}
			if !yield(f, Liked(named(in, rec, seat, view, last, by, moves), u.Prefer)) {
				return
			}
			before = view
		}
	}
}

// maxFrames is the greatest number of boards in a replay.
const maxFrames = 400

// Reasons why there is no replay or past board.
var (
	ErrLongReplay = errors.New("board: a match too long for a replay")
	ErrNoReplay   = errors.New("board: a replay could not be drawn")
	ErrNoPast     = errors.New("board: nothing has been played yet")
)

// Replay makes the message with a whole match as an animation.
func (k *Maker) Replay(in lang.Language, rec match.Match, log []match.Event, u match.User) (discord.Message, error) {
	list, _, err := scenes(in, rec, log, maxFrames, u)
	if err != nil {
		return discord.Message{}, err
	}
	if len(list) > maxFrames {
		return discord.Message{}, ErrLongReplay
	}
	f, err := k.animation(list)
	if err != nil {
		return discord.Message{}, err
	}
	return discord.Message{Parts: []discordgo.MessageComponent{
		discord.Text("### " + Title(in, rec, rec.Rules())),
		discord.Picture(f),
		discord.Row(component.Button(in.Speak(sayLabelThrough), discordgo.SecondaryButton, target(rec, 0, ""))),
	}, Files: []discord.File{f}}, nil
}
