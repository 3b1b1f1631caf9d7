package learn

import (
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
	"paddock/games/match"
	"paddock/games/scene"
)

// The kinds of puzzles. In the texts of components they stand where lessons have their game: the
// puzzle of a day, and one of the stock, for practice.
const (
	dayPuzzle   games.ID = "puzzle"
	stockPuzzle games.ID = "stock"
)

// placedPuzzle is a puzzle with its place in the texts of components.
type placedPuzzle struct {
	match.DayPuzzle
	kind games.ID
	next match.Day // the puzzle of the stock that *Next* leads to
}

// ofToday returns the puzzle of today.
func ofToday(p match.DayPuzzle) placedPuzzle { return placedPuzzle{DayPuzzle: p, kind: dayPuzzle} }

// text writes a puzzle for the id of a component, as lessonPlace.text does for a lesson.
func (p placedPuzzle) text() string { return string(p.kind) + "/" + strconv.Itoa(int(p.Day)) }

// head returns the heading of a puzzle.
func (p placedPuzzle) head(in lang.Language, g *games.Game) string {
	if p.kind == stockPuzzle {
		return in.Say(sayPracticeHead, g.Name)
	}
	return in.Say(sayPuzzleHead, g.Name)
}

// puzzleMessage returns a puzzle: its board, with the controls of a match.
func puzzleMessage(k *board.Maker, in lang.Language, p placedPuzzle, c choose.Choice, u match.User) discord.Message {
	at, seat := position(k.Games, p.DayPuzzle)
	if at == nil {
		return discord.TextMessage(in.Speak(sayPuzzleOld))
	}
	text := p.head(in, at.Game) + "\n" + puzzleAsk(in, at, seat, p.DayPuzzle)
	if p.Played {
		text += "\n-# " + in.Speak(sayPuzzleFrom)
	}
	view := at.View(seat).In(in.Speak).Prefer(u.Prefer)
	c.Lesson, c.Bare = p.text()+"/", u.Style == match.Words
	controls := choose.Controls(in, view, component.Target{}, c, false)
	board, files := k.Picture(in, puzzleScene(view.Choosing(c.Half).Draw(nil, nil, 0, nil), u), u.Style)
	parts := append([]discordgo.MessageComponent{discord.Text(text)}, board...)
	return discord.Message{Parts: append(parts, controls...), Files: files, Private: true}
}

// puzzleScene returns a board of a puzzle as its reader likes it.
func puzzleScene(s scene.Scene, u match.User) scene.Scene {
	s.Cropped = true
	return board.Liked(s, u.Prefer)
}

// puzzleAsk returns the question of a puzzle: whom the reader plays, and what the move must do.
func puzzleAsk(in lang.Language, at *games.Position, seat games.Seat, p match.DayPuzzle) string {
	level, must := 0.0, sayPuzzleWins
	if p.Measure == games.ByChance {
		level = 0.5
	}
	switch {
	case p.Value <= level:
		must = sayPuzzleSaves
	case p.Next > level:
		must = sayPuzzleWinsMost
	}
	return in.Say(sayPuzzleAsk, games.Capital(in.Text(at.Game.SeatName(seat))), must)
}

// puzzleAnswer is an answer to a puzzle, and the days in a row. Counts is false if the user has
// answered before.
type puzzleAnswer struct {
	move   string
	run    match.PuzzleRun
	counts bool
}

// solvedMessage says whether an answer is right, with the right move, its board, and what can come
// next.
func solvedMessage(k *board.Maker, in lang.Language, p placedPuzzle, a puzzleAnswer, u match.User) discord.Message {
	at, seat := position(k.Games, p.DayPuzzle)
	lines, right := solvedLines(in, p.DayPuzzle, a.move, a.run, a.counts)
	if p.kind == stockPuzzle {
		lines = lines[:1]
	}
	var covered []discordgo.MessageComponent // the answer, covered for a user who has not found it
	if right != "" {
		covered = append(covered, discord.Text(right))
	}
	m := discord.TextMessage(strings.Join(lines, "\n"))
	m.Private = true
	done, err := at.Play(seat, p.Answer)
	if err != nil {
		m.Parts = append(m.Parts, covered...)
		return m
	}
	before := at.View(games.Spectator).In(in.Speak).Prefer(u.Prefer)
	drawn := done.Next.View(games.Spectator).In(in.Speak).Prefer(u.Prefer).Facing(seat).Draw(nil, before, seat,
		[]string{p.Answer})
	board, files := k.Picture(in, puzzleScene(drawn, u), u.Style)
	m.Files = files
	if covered != nil {
		board = []discordgo.MessageComponent{discord.Spoiler(append(covered, board...)...)}
	}
	m.Parts = append(append(m.Parts, board...), discord.Row(p.after(in, a.move, true)...))
	return m
}

// after returns the buttons below an answered puzzle: why the answer is right, the next puzzle, and
// for the puzzle of the day what to tell others. The move is the reader's.
func (p placedPuzzle) after(in lang.Language, move string, why bool) (row []discordgo.MessageComponent) {
	at := component.Target{Action: actPuzzleWhy, Text: p.text() + "/" + move}
	if _, fits := at.ID(); why && fits {
		row = append(row, component.Button(in.Speak(sayLabelWhy), discordgo.SecondaryButton, at))
	}
	next := placedPuzzle{DayPuzzle: match.DayPuzzle{Day: p.next}, kind: stockPuzzle}
	row = append(row, component.Button(in.Speak(say.LabelNext), discordgo.PrimaryButton,
		component.Target{Action: component.ActLesson, Text: next.text()}))
	if p.kind == dayPuzzle {
		row = append(row, component.Button(in.Speak(sayLabelSharePuzzle), discordgo.SecondaryButton,
			component.Target{Action: actPuzzleShare, Text: p.text()}))
	}
	return row
}

// solvedLines says whether an answer is right, and the days in a row. Right is the right answer,
// for a user who has not found it.
func solvedLines(in lang.Language, p match.DayPuzzle, answer string, run match.PuzzleRun,
	counts bool,
) (lines []string, right string) {
	best, next := board.Worth(p.Measure, p.Value, true), board.Worth(p.Measure, p.Next, true)
	text := in.Say(sayPuzzleRight, "**"+discord.Escape(p.Answer)+"**", best, next)
	if answer != p.Answer {
		text = in.Say(sayPuzzleWrong, "**"+discord.Escape(answer)+"**")
		right = in.Say(sayPuzzleAnswer, "**"+discord.Escape(p.Answer)+"**", best, next)
	}
	if counts {
		return []string{text, in.Say(sayPuzzleStreak, run.Run, run.Best)}, right
	}
	return []string{text, in.Speak(sayPuzzleCounted)}, right
}

// position returns the position of a puzzle and the seat to move. It is nil if the bot no longer
// has the game.
func position(all []*games.Game, p match.DayPuzzle) (*games.Position, games.Seat) {
	for _, g := range all {
		if g.ID != p.Game {
			continue
		}
		at, err := g.Parse(p.Position)
		if err != nil {
			return nil, games.Spectator
		}
		for seat := range at.Turn().Waiting.All() {
			return at, seat
		}
	}
	return nil, games.Spectator
}
