// Package lesson shows the first lessons of a game to one person: a board with its idea and the ordinary controls, what came of a move, and what to do when the
// last board is done. Everything that a click needs stands in the ids of components; nothing is stored. It does no I/O. Start reading at [Board].
package lesson

import (
	"fmt"
	"strconv"
	"strings"

	"github.com/bwmarrin/discordgo"

	"paddock/bot/discord"
	"paddock/bot/lang"
	"paddock/bot/say"
	"paddock/bot/show"
	"paddock/games"
	"paddock/games/lesson"
	"paddock/games/match"
	"paddock/games/scene"
)

// Place is a board of a game's lessons, counted from 1.
type Place struct {
	Game *games.Game
	No   int
}

// text is a place as it stands in the id of a component.
func (p Place) text() string { return string(p.Game.ID) + "/" + strconv.Itoa(p.No) }

// ParseText reads a text of a component: the game, the number of the board (1 if there is none), and what else the component says.
func ParseText(text string) (id games.ID, no int, rest string, err error) {
	game, after, numbered := strings.Cut(text, "/")
	if !numbered {
		return games.ID(game), 1, "", nil
	}
	number, rest, _ := strings.Cut(after, "/")
	if no, err = strconv.Atoi(number); err != nil || no < 1 {
		return "", 0, "", show.ErrID
	}
	return games.ID(game), no, rest, nil
}

// board is what there is to learn there; false behind the last board.
func (p Place) board() (lesson.Board, bool) {
	all := lesson.Of(p.Game.ID)
	if p.No < 1 || p.No > len(all) {
		return lesson.Board{}, false
	}
	return all[p.No-1], true
}

// Board asks for a move on a board, of which as much is chosen as c says; note is said of the move before. Behind the last board it is the end.
func Board(k *show.Maker, in lang.Language, p Place, c show.Choice, u match.User, note string) discord.Message {
	b, ok := p.board()
	if !ok {
		return end(in, p)
	}
	at, err := b.Start(p.Game)
	if err != nil {
		k.Log.Error("a board of a lesson can't be read", "game", p.Game.ID, "board", p.No, "err", err)
		return end(in, p)
	}
	view := at.View(b.Seat).In(in.Speak).Prefer(u.Prefer)
	c.Lesson = p.text() + "/"
	text := show.JoinLines(strings.Join([]string{p.head(in), in.Speak(b.Idea), "**" + in.Speak(b.Ask) + "**"}, "\n"), note)
	controls := show.Controls(in, view, show.Target{}, c, false)
	return p.message(k, in, u, text, view.Choosing(c.Half).Draw(nil, nil, games.Spectator, nil), controls, false)
}

// Answered shows what a move has come to: the board after one that does what was asked, otherwise the board before it again.
func Answered(k *show.Maker, in lang.Language, p Place, a lesson.Answer, u match.User) discord.Message {
	b, _ := p.board()
	move := "**" + discord.Escape(strings.Join(a.Moves, " ")) + "**"
	if !a.Right {
		return Board(k, in, p, show.Choice{}, u, in.Say(say.LessonWrong, move, in.Speak(a.Say)))
	}
	text := show.JoinLines(p.head(in), in.Say(say.LessonRight, move, in.Speak(a.Say)))
	before := a.At.View(b.Seat).In(in.Speak).Prefer(u.Prefer)
	after := a.Next.View(b.Seat).In(in.Speak).Prefer(u.Prefer)
	return p.message(k, in, u, text, after.Draw(nil, before, b.Seat, a.Moves), nil, true)
}

func (p Place) head(in lang.Language) string {
	return in.Say(say.LessonHead, p.Game.Name, p.No, len(lesson.Of(p.Game.ID)))
}

// message is a text, a board, controls, and the way to other boards.
func (p Place) message(k *show.Maker, in lang.Language, u match.User, text string, s scene.Scene, controls []discordgo.MessageComponent, done bool) discord.Message {
	parts := []discordgo.MessageComponent{discord.Text(text)}
	board, files := k.Picture(in, show.Liked(s, u.Prefer), u.Style)
	parts = append(append(parts, board...), controls...)
	parts = append(parts, discord.Row(p.around(in, done)...))
	return discord.Message{Parts: []discordgo.MessageComponent{discord.Container(parts...)}, Files: files, Private: true}
}

// around are the buttons to the boards before and after, and out.
func (p Place) around(in lang.Language, done bool) (row []discordgo.MessageComponent) {
	to := func(no int) show.Target {
		return show.Target{Action: show.ActLesson, Text: Place{p.Game, no}.text()}
	}
	if p.No > 1 {
		row = append(row, show.Button(in.Speak(say.LabelBack), discordgo.SecondaryButton, to(p.No-1)))
	}
	style := discordgo.SecondaryButton
	if done {
		style = discordgo.PrimaryButton
	}
	return append(row, show.Button(in.Speak(say.LabelNext), style, to(p.No+1)), closing(in))
}

func closing(in lang.Language) discordgo.Button {
	return show.Button(in.Speak(say.LabelClose), discordgo.SecondaryButton, show.Target{Action: show.ActLessonClose})
}

// end is what there is to do behind the last board.
func end(in lang.Language, p Place) discord.Message {
	last := Place{p.Game, len(lesson.Of(p.Game.ID))}
	level := games.Easy
	if _, ok := p.Game.Player(level); !ok && len(p.Game.Players) > 0 {
		level = p.Game.Players[0].Name
	}
	m := discord.TextMessage(in.Say(say.LessonEnd, p.Game.Name),
		show.Button(in.Speak(say.LabelEasy), discordgo.PrimaryButton, show.Target{Action: show.ActLevel, Text: fmt.Sprint(p.Game.ID, "/", level)}),
		show.Button(in.Speak(say.LabelRules), discordgo.SecondaryButton, show.Target{Action: show.ActRules, Text: string(p.Game.ID)}),
		show.Button(in.Speak(say.LabelPuzzle), discordgo.SecondaryButton, show.Target{Action: show.ActToday}),
		show.Button(in.Speak(say.LabelBack), discordgo.SecondaryButton, show.Target{Action: show.ActLesson, Text: last.text()}), closing(in))
	m.Private = true
	return m
}

// Games asks which game somebody would like to learn.
func Games(in lang.Language, all []*games.Game) discord.Message {
	var buttons []discordgo.MessageComponent
	for _, g := range all {
		if len(lesson.Of(g.ID)) > 0 {
			at := show.Target{Action: show.ActLesson, Text: Place{g, 1}.text()}
			buttons = append(buttons, show.Button(in.Say(say.LabelLesson, g.Name), discordgo.PrimaryButton, at))
		}
	}
	m := discord.TextMessage(in.Speak(say.LessonWhich))
	m.Parts, m.Private = append(m.Parts, discord.ButtonRows(append(buttons, closing(in)))...), true
	return m
}
