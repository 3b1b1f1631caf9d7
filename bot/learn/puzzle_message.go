package learn

import (
	"slices"
	"strconv"
	"strings"

	"github.com/bwmarrin/discordgo"

	"paddock/bot/board"
	"paddock/bot/choose"
	"paddock/bot/component"
	"paddock/bot/discord"
	"paddock/bot/lang"
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

// placedPuzzle is a puzzle with its place in the texts of components, and with what its reader has
// done with it.
type placedPuzzle struct {
	match.DayPuzzle
	kind   games.ID
	next   match.Day       // the puzzle of the stock that *Next* leads to
	run    match.PuzzleRun // the reader's answers to puzzles of the day
	made   string          // the answer that the reader has just given
	counts bool            // run contains that answer
}

// placed returns a puzzle for a reader.
func (f *Feature) placed(p match.DayPuzzle, kind games.ID, run match.PuzzleRun) placedPuzzle {
	return placedPuzzle{DayPuzzle: p, kind: kind, next: f.earlier(p), run: run}
}

// mayReveal reports whether the reader may be shown the answer: the puzzle is for practice, or they have
// answered it already.
func (p placedPuzzle) mayReveal() bool { return p.kind == stockPuzzle || p.run.Day >= p.Day }

// note tells the reader that their first answer counts, or their days in a row if it has just done so.
// If they answered earlier, it says that another answer won't count. Somebody who has never been right is not
// told that they have no days in a row.
func (p placedPuzzle) note(in lang.Language) []string {
	switch {
	case p.kind == stockPuzzle:
		return nil
	case !p.mayReveal():
		return []string{"-# " + in.Speak(sayPuzzleFirst)}
	case p.counts && p.run.Best == 0:
		return nil
	case p.counts:
		return []string{in.Say(sayPuzzleStreak, p.run.Run, p.run.Best)}
	}
	return []string{"-# " + in.Speak(sayPuzzleCounted)}
}

// text writes a puzzle for the id of a component, as lessonPlace.text does for a lesson.
func (p placedPuzzle) text() string { return string(p.kind) + "/" + strconv.Itoa(int(p.Day)) }

// head returns the heading of a puzzle.
func (p placedPuzzle) head(in lang.Language, g *games.Game) string {
	if p.kind == stockPuzzle {
		return in.Say(sayPracticeHead, g.Name)
	}
	return in.Say(sayPuzzleHead, g.Name)
}

// puzzleMessage returns a puzzle: its board, with the controls of a match, and what is said of the
// answer that the reader has given.
func puzzleMessage(k *board.Maker, in lang.Language, p placedPuzzle, c choose.Choice, u match.User,
	said ...string,
) discord.Message {
	at, seat := position(k.Games, p.DayPuzzle)
	if at == nil {
		return discord.TextMessage(in.Speak(sayPuzzleOld))
	}
	lines := []string{p.head(in, at.Game), puzzleAsk(in, at, seat, p.DayPuzzle)}
	if p.Played {
		lines = append(lines, "-# "+in.Speak(sayPuzzleFrom))
	}
	lines = slices.Concat(lines, said, p.note(in))
	view := at.View(seat).In(in.Speak).Prefer(u.Prefer)
	c.Lesson, c.Bare = p.text()+"/", u.Style == match.Words
	controls := choose.Controls(in, view, component.Target{}, c, false)
	board, files := k.Picture(in, puzzleScene(view.Choosing(c.Half).Draw(nil, nil, 0, nil), u), u.Style)
	parts := append([]discordgo.MessageComponent{discord.Text(strings.Join(lines, "\n"))}, board...)
	parts = append(parts, controls...)
	if p.mayReveal() {
		parts = append(parts, discord.Row(append(p.whyButton(in, sayLabelAnswer),
			p.onward(in, discordgo.SecondaryButton)...)...))
	}
	return discord.Message{Parts: parts, Files: files, Private: true}
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

// answeredMessage returns a puzzle after an answer, which e explains: after the right one the board
// and what can come next, after another one the puzzle again.
func answeredMessage(k *board.Maker, in lang.Language, p placedPuzzle, e *explanation, u match.User) discord.Message {
	if p.made != p.Answer {
		return puzzleMessage(k, in, p, choose.Choice{}, u, e.says(in)...)
	}
	before := e.at.View(games.Spectator).In(in.Speak).Prefer(u.Prefer)
	after := e.lines[0].end().View(games.Spectator).In(in.Speak).Prefer(u.Prefer).Facing(e.seat)
	drawn := after.Draw(nil, before, e.seat, []string{p.Answer})
	board, files := k.Picture(in, puzzleScene(drawn, u), u.Style)
	lines := slices.Concat([]string{in.Speak(sayPuzzleRight)}, e.says(in), p.note(in))
	m := discord.TextMessage(strings.Join(lines, "\n"))
	m.Parts = append(append(m.Parts, board...), discord.Row(append(p.whyButton(in, sayLabelWhy),
		p.onward(in, discordgo.PrimaryButton)...)...))
	m.Files, m.Private = files, true
	return m
}

// whyButton returns the button that explains the answer to a puzzle and the reader's.
func (p placedPuzzle) whyButton(in lang.Language, label games.Sentence) []discordgo.MessageComponent {
	at := component.Target{Action: actPuzzleWhy, Text: p.text() + "/" + p.made}
	if _, fits := at.ID(); !fits {
		at.Text = p.text()
	}
	return []discordgo.MessageComponent{component.Button(in.Speak(label), discordgo.SecondaryButton, at)}
}

// onward returns the buttons below an answered puzzle: the next one, and for the puzzle of the day
// what to tell others.
func (p placedPuzzle) onward(in lang.Language, style discordgo.ButtonStyle) (row []discordgo.MessageComponent) {
	next := placedPuzzle{DayPuzzle: match.DayPuzzle{Day: p.next}, kind: stockPuzzle}
	row = append(row, component.Button(in.Speak(sayLabelNextPuzzle), style,
		component.Target{Action: component.ActLesson, Text: next.text()}))
	if p.kind == dayPuzzle {
		row = append(row, component.Button(in.Speak(sayLabelSharePuzzle), discordgo.SecondaryButton,
			component.Target{Action: actPuzzleShare, Text: p.text()}))
	}
	return row
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
