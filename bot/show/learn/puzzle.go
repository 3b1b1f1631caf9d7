package learn

import (
	"strconv"

	"github.com/bwmarrin/discordgo"

	"paddock/bot/discord"
	"paddock/bot/lang"
	"paddock/bot/say"
	"paddock/bot/show"
	"paddock/games"
	"paddock/games/match"
	"paddock/games/puzzle"
)

// Fits reports whether the moves of a puzzle stand in one menu.
func Fits(p puzzle.Puzzle) bool {
	n := len(p.Answer)
	return n < discord.MaxOptionText && p.Moves <= discord.MaxOptions
}

// Puzzle asks the puzzle of the day: the board, and a menu of all moves.
func Puzzle(k *show.Maker, in lang.Language, p match.DayPuzzle, u match.User) discord.Message {
	at, seat := position(k.Games, p)
	if at == nil {
		return discord.TextMessage(in.Speak(say.PuzzleOld))
	}
	text := in.Say(say.PuzzleHead, at.Game.Name) + "\n" + in.Say(say.PuzzleAsk, in.Text(at.Game.SeatName(seat)))
	if p.Played {
		text += "\n-# " + in.Speak(say.PuzzleFrom)
	}
	view := at.View(games.Spectator).In(in.Speak).Prefer(u.Prefer)
	board, files := k.Picture(in, show.Liked(view.Choosing("").Draw(nil, nil, 0, nil), u.Prefer), u.Style)
	moves, _ := view.Moves(discord.MaxOptions)
	var options []discordgo.SelectMenuOption
	for _, m := range moves {
		label := in.Speak(m.Label)
		if label == "" {
			label = m.Text
		}
		options = append(options, discordgo.SelectMenuOption{Label: discord.Truncate(label, discord.MaxOptionText), Value: m.Text})
	}
	pick := discordgo.SelectMenu{
		MenuType: discordgo.StringSelectMenu, CustomID: show.Target{Action: show.ActPuzzle, Text: strconv.Itoa(int(p.Day))}.MustID(),
		Placeholder: in.Speak(say.PuzzlePick), Options: options,
	}
	parts := append([]discordgo.MessageComponent{discord.Text(text)}, board...)
	return discord.Message{Parts: append(parts, discord.Row(pick)), Files: files, Private: true}
}

// Solved tells whether an answer was right, what is, and how its giver does.
func Solved(k *show.Maker, in lang.Language, p match.DayPuzzle, answer string, run match.PuzzleRun, counts bool, u match.User) discord.Message {
	at, seat := position(k.Games, p)
	best, next := worth(p.Measure, p.Value, true), worth(p.Measure, p.Next, true)
	text := in.Say(say.PuzzleRight, "**"+discord.Escape(p.Answer)+"**", best, next)
	if answer != p.Answer {
		text = in.Say(say.PuzzleWrong, "**"+discord.Escape(answer)+"**", "**"+discord.Escape(p.Answer)+"**", best, next)
	}
	if counts {
		text += "\n" + in.Say(say.PuzzleStreak, run.Run, run.Best)
	} else {
		text += "\n" + in.Speak(say.PuzzleCounted)
	}
	m := discord.TextMessage(text)
	m.Private = true
	done, err := at.Play(seat, p.Answer)
	if err != nil {
		return m
	}
	before := at.View(games.Spectator).In(in.Speak).Prefer(u.Prefer)
	drawn := done.Next.View(games.Spectator).In(in.Speak).Prefer(u.Prefer).Draw(nil, before, seat, []string{p.Answer})
	board, files := k.Picture(in, show.Liked(drawn, u.Prefer), u.Style)
	m.Parts, m.Files = append(m.Parts, board...), files
	return m
}

// position is that of a puzzle, and who is to move; nil if its game is not offered any more.
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
