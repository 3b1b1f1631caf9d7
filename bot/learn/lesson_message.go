package learn

import (
	"fmt"
	"strconv"
	"strings"

	"github.com/bwmarrin/discordgo"

	"paddock/bot/board"
	"paddock/bot/choose"
	"paddock/bot/component"
	"paddock/bot/discord"
	"paddock/bot/lang"
	"paddock/bot/say"
	"paddock/games"
	"paddock/games/lesson"
	"paddock/games/match"
	"paddock/games/scene"
)

// lessonPlace is a lesson of a game. Lessons are counted from 1.
type lessonPlace struct {
	Game *games.Game
	No   int
}

// text writes a lesson for the id of a component.
func (p lessonPlace) text() string { return string(p.Game.ID) + "/" + strconv.Itoa(p.No) }

// parseLesson parses the text of a component: the game, the number of the lesson (1 if it is
// missing), and the rest of the text.
func parseLesson(text string) (id games.ID, no int, rest string, err error) {
	game, after, numbered := strings.Cut(text, "/")
	if !numbered {
		return games.ID(game), 1, "", nil
	}
	number, rest, _ := strings.Cut(after, "/")
	if no, err = strconv.Atoi(number); err != nil || no < 1 {
		return "", 0, "", component.ErrID
	}
	return games.ID(game), no, rest, nil
}

// board returns the board of a lesson. It returns false after the last lesson.
func (p lessonPlace) board() (lesson.Board, bool) {
	all := lesson.Of(p.Game.ID)
	if p.No < 1 || p.No > len(all) {
		return lesson.Board{}, false
	}
	return all[p.No-1], true
}

// lessonMessage returns a lesson, with the chosen steps of a move. Note is a sentence about the
// previous move. After the last lesson it returns lessonEnd.
func lessonMessage(k *board.Maker, in lang.Language, p lessonPlace, c choose.Choice, u match.User,
	note string,
) discord.Message {
	b, ok := p.board()
	if !ok {
		return lessonEnd(in, p)
	}
	at, err := b.Start(p.Game)
	if err != nil {
		k.Log.Error("a board of a lesson can't be read", "game", p.Game.ID, "board", p.No, "err", err)
		return lessonEnd(in, p)
	}
	view := at.View(b.Seat).In(in.Speak).Prefer(u.Prefer)
	c.Lesson = p.text() + "/"
	text := p.head(in) + "\n" + in.Speak(b.Idea)
	// the text stands where it is in sight together with the buttons
	task := discord.Text(board.JoinLines(note, "**"+in.Speak(b.Ask)+"**"))
	controls := append([]discordgo.MessageComponent{task}, choose.Controls(in, view, component.Target{}, c, false)...)
	return p.message(k, in, u, text, view.Choosing(c.Half).Draw(nil, nil, games.Spectator, nil), controls, false)
}

// lessonAnswered returns the answer to a move: the board after it if it is right, otherwise the
// lesson again.
func lessonAnswered(k *board.Maker, in lang.Language, p lessonPlace, a lesson.Answer, u match.User) discord.Message {
	b, _ := p.board()
	move := "**" + discord.Escape(strings.Join(a.Moves, " ")) + "**"
	if !a.Right {
		return lessonMessage(k, in, p, choose.Choice{}, u, in.Say(sayLessonWrong, move, in.Speak(a.Say)))
	}
	text := board.JoinLines(p.head(in), in.Say(sayLessonRight, move, in.Speak(a.Say)))
	before := a.At.View(b.Seat).In(in.Speak).Prefer(u.Prefer)
	after := a.Next.View(b.Seat).In(in.Speak).Prefer(u.Prefer)
	return p.message(k, in, u, text, after.Draw(nil, before, b.Seat, a.Moves), nil, true)
}

// head returns the heading of a lesson.
func (p lessonPlace) head(in lang.Language) string {
	return in.Say(sayLessonHead, p.Game.Name, p.No, len(lesson.Of(p.Game.ID)))
}

// message returns a text with a board, the controls of the game, and the buttons to other lessons.
// Done makes the button to the next lesson prominent.
func (p lessonPlace) message(k *board.Maker, in lang.Language, u match.User, text string, s scene.Scene,
	controls []discordgo.MessageComponent, done bool,
) discord.Message {
	s.Cropped = true
	parts := []discordgo.MessageComponent{discord.Text(text)}
	board, files := k.Picture(in, board.Liked(s, u.Prefer), u.Style)
	parts = append(append(parts, board...), controls...)
	parts = append(parts, discord.Row(p.navigation(in, done)...))
	return discord.Message{
		Parts: []discordgo.MessageComponent{discord.Container(parts...)}, Files: files,
		Private: true,
	}
}

// navigation returns the buttons to the previous and next lesson, and the one that closes the
// message.
func (p lessonPlace) navigation(in lang.Language, done bool) (row []discordgo.MessageComponent) {
	to := func(no int) component.Target {
		return component.Target{Action: component.ActLesson, Text: lessonPlace{p.Game, no}.text()}
	}
	if p.No > 1 {
		row = append(row, component.Button(in.Speak(sayLabelBefore), discordgo.SecondaryButton, to(p.No-1)))
	}
	style := discordgo.SecondaryButton
	if done {
		style = discordgo.PrimaryButton
	}
	return append(row, component.Button(in.Speak(say.LabelNext), style, to(p.No+1)), closeButton(in))
}

// closeButton returns the button that closes the message.
func closeButton(in lang.Language) discordgo.Button {
	return component.Button(in.Speak(sayLabelClose), discordgo.SecondaryButton,
		component.Target{Action: actLessonClose})
}

// lessonEnd returns the message after the last lesson, with buttons to further steps for a learner.
func lessonEnd(in lang.Language, p lessonPlace) discord.Message {
	last := lessonPlace{p.Game, len(lesson.Of(p.Game.ID))}
	level := games.Easy
	if _, ok := p.Game.Player(level); !ok && len(p.Game.Players) > 0 {
		level = p.Game.Players[0].Name
	}
	m := discord.TextMessage(in.Say(sayLessonEnd, p.Game.Name),
		component.Button(in.Speak(sayLabelEasy), discordgo.PrimaryButton,
			component.Target{Action: component.ActLevel, Text: fmt.Sprint(p.Game.ID, "/", level)}),
		component.Button(in.Speak(say.LabelRules), discordgo.SecondaryButton,
			component.Target{Action: component.ActRules, Text: string(p.Game.ID)}),
		component.Button(in.Speak(sayLabelPuzzle), discordgo.SecondaryButton,
			component.Target{Action: component.ActToday}),
		component.Button(in.Speak(sayLabelBefore), discordgo.SecondaryButton,
			component.Target{Action: component.ActLesson, Text: last.text()}), closeButton(in))
	m.Private = true
	return m
}

// lessonGames returns the question which game the user wants to learn.
func lessonGames(in lang.Language, all []*games.Game) discord.Message {
	var buttons []discordgo.MessageComponent
	for _, g := range all {
		if len(lesson.Of(g.ID)) > 0 {
			at := component.Target{Action: component.ActLesson, Text: lessonPlace{g, 1}.text()}
			buttons = append(buttons, component.Button(in.Say(sayLabelLesson, g.Name), discordgo.PrimaryButton, at))
		}
	}
	m := discord.TextMessage(in.Speak(sayLessonWhich))
	m.Parts, m.Private = append(m.Parts, discord.ButtonRows(append(buttons, closeButton(in)))...), true
	return m
}
