package learn

import (
	"strconv"
	"strings"

	"github.com/bwmarrin/discordgo"

	"paddock/bot/board"
	"paddock/bot/component"
	"paddock/bot/discord"
	"paddock/bot/lang"
	"paddock/games"
	"paddock/games/match"
	"paddock/games/puzzle"
)

// fits reports whether one menu has room for all moves of a puzzle.
func fits(p puzzle.Puzzle) bool {
	n := len(p.Answer)
	return n < discord.MaxOptionText && p.Moves <= discord.MaxOptions
}

// puzzleMessage returns the puzzle of the day: the board, and a menu of all moves.
func puzzleMessage(k *board.Maker, in lang.Language, p match.DayPuzzle, u match.User) discord.Message {
	at, seat := position(k.Games, p)
	if at == nil {
		return discord.TextMessage(in.Speak(sayPuzzleOld))
	}
	text := in.Say(sayPuzzleHead, at.Game.Name) + "\n" + puzzleAsk(in, at, seat)
	if p.Played {
		text += "\n-# " + in.Speak(sayPuzzleFrom)
	}
	view := at.View(games.Spectator).In(in.Speak).Prefer(u.Prefer).Facing(seat)
	drawn := view.Choosing("").Draw(nil, nil, 0, nil)
	drawn.Cropped = true
	board, files := k.Picture(in, board.Liked(drawn, u.Prefer), u.Style)
	moves, _ := view.Moves(discord.MaxOptions)
	var options []discordgo.SelectMenuOption
	for _, m := range moves {
		label := in.Speak(m.Label)
		if label == "" {
			label = m.Text
		}
		options = append(options,
			discordgo.SelectMenuOption{Label: discord.Truncate(label, discord.MaxOptionText), Value: m.Text})
	}
	pick := component.Menu(in.Speak(sayPuzzlePick), options,
		component.Target{Action: ActPuzzle, Text: strconv.Itoa(int(p.Day))})
	parts := append([]discordgo.MessageComponent{discord.Text(text)}, board...)
	return discord.Message{Parts: append(parts, pick), Files: files, Private: true}
}

// puzzleAsk returns the question of a puzzle.
func puzzleAsk(in lang.Language, at *games.Position, seat games.Seat) string {
	return in.Say(sayPuzzleAsk, games.Capital(in.Text(at.Game.SeatName(seat))))
}

// solvedMessage says whether an answer is right, with the right move, its board, and the days in a
// row. Counts is false if the user has answered before.
func solvedMessage(k *board.Maker, in lang.Language, p match.DayPuzzle, answer string, run match.PuzzleRun, counts bool,
	u match.User,
) discord.Message {
	at, seat := position(k.Games, p)
	lines, right := solvedLines(in, p, answer, run, counts)
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
	drawn.Cropped = true
	board, files := k.Picture(in, board.Liked(drawn, u.Prefer), u.Style)
	m.Files = files
	if covered != nil {
		board = []discordgo.MessageComponent{discord.Spoiler(append(covered, board...)...)}
	}
	m.Parts = append(m.Parts, board...)
	return m
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
