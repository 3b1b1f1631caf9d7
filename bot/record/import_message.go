package record

import (
	"strconv"
	"strings"

	"github.com/bwmarrin/discordgo"

	boards "paddock/bot/board"
	"paddock/bot/component"
	"paddock/bot/discord"
	"paddock/bot/lang"
	"paddock/bot/say"
	"paddock/games"
	"paddock/games/match"
	"paddock/games/record"
	"paddock/games/scene"
)

// importBoard is an imported game, replayed by the rules.
type importBoard struct {
	Game   *games.Game
	Record record.Record
	Start  *games.Position
	Steps  []record.Played
}

// importName is the name of the file in the message of an imported game. Each click reads the game
// from it.
const importName = "game.txt"

// askForeign returns the question how a text in another program's notation is meant, with a button
// for each reading and the text as a file.
func askForeign(in lang.Language, list []games.Foreign, text []byte) discord.Message {
	parts := []discordgo.MessageComponent{discord.Text(in.Speak(sayImportForeign))}
	for n, g := range list {
		parts = append(parts, discord.Row(component.Button(discord.Truncate(in.Speak(g.Say), discord.MaxLabel),
			discordgo.SecondaryButton, component.Target{Action: actImportForeign, Text: strconv.Itoa(n)})))
	}
	f := discord.File{Name: importName, Data: text}
	return discord.Message{Parts: append(parts, discord.Attachment(f)), Files: []discord.File{f}, Private: true}
}

// position returns the position after n steps.
func (i importBoard) position(n int) *games.Position {
	if n < 1 {
		return i.Start
	}
	return i.Steps[n-1].Next
}

// importedBoard returns the board after n steps, with buttons to other boards, menus to continue
// from it, and the file of the game. With adds the menu that challenges a member.
func importedBoard(k *boards.Maker, in lang.Language, i importBoard, n int, u match.User, with bool) discord.Message {
	last := len(i.Steps)
	lines := []string{"### " + in.Say(sayImportHead, i.Game.Name)}
	if who := i.playerNames(in); who != "" {
		lines = append(lines, "-# "+who)
	}
	lines = append(lines, in.Speak(say.AfterMoves(i.moves(n), i.moves(last))))
	lines = append(lines, i.rulingLine(in, n)...)
	drawn := i.scene(in, n, u)
	parts := []discordgo.MessageComponent{discord.Text(strings.Join(lines, "\n"))}
	board, files := k.Picture(in, drawn, u.Style)
	parts = append(parts, board...)
	parts = append(parts, boards.Below(drawn, files)...)
	parts = append(parts, boards.Turning(in, component.Target{Action: ActImport}, n, last))
	parts = append(parts, i.continueMenus(in, n, with)...)
	f := discord.File{Name: importName, Data: []byte(i.Record.Text())}
	return discord.Message{Parts: append(parts, discord.Attachment(f)), Files: append(files, f), Private: true}
}

// moves returns the number of moves among the first n steps; the others are rulings.
func (i importBoard) moves(n int) (moves int) {
	for _, s := range i.Steps[:n] {
		if s.Move != "" {
			moves++
		}
	}
	return moves
}

// side returns the name of a side of the text in the reader's language, or as it stands there if
// the game has no such side.
func (i importBoard) side(in lang.Language, text string) string {
	if seat, ok := record.SeatOf(i.Game, text); ok {
		return in.Text(i.Game.SeatName(seat))
	}
	return text
}

// playerNames returns the sides of the game and their players in the text.
func (i importBoard) playerNames(in lang.Language) string {
	var list []string
	for _, p := range i.Record.Players {
		side, name, _ := strings.Cut(p, " ")
		if _, ok := record.SeatOf(i.Game, side); ok && len(list) < games.MaxSeats {
			list = append(list, discord.Escape(discord.OneLine(name+" ("+i.side(in, side)+")", 60)))
		}
	}
	return strings.Join(list, in.Speak(say.V))
}

// rulingLine returns a line about the ruling that is the last of the first n steps, or that ended
// the match there. It returns none if the game is over by its own rules, because then the board
// says why.
func (i importBoard) rulingLine(in lang.Language, n int) []string {
	if _, over := i.position(n).Outcome(); over {
		return nil
	}
	if s, ended := i.end(); ended && n == len(i.Steps) {
		return []string{in.Say(sayImportRuled, i.ruling(in, i.side(in, s.Side), s.Ruling))}
	}
	if n > 0 && i.Steps[n-1].Move == "" {
		return []string{i.ruling(in, in.Text(i.Game.SeatName(i.Steps[n-1].Seat)), i.Steps[n-1].Ruling)}
	}
	return nil
}

// end returns the ruling that ended the match, if there is one. All other rulings of a record are
// steps, because a position follows from each.
func (i importBoard) end() (end record.Step, ended bool) {
	played := len(i.Steps) - i.moves(len(i.Steps))
	for _, s := range i.Record.Steps {
		if s.Ruling == "" {
			continue
		}
		if played--; played < 0 {
			return s, say.RulingNames[s.Ruling].Format != ""
		}
	}
	return end, false
}

// ruling returns a ruling in words, after the side that it is about.
func (i importBoard) ruling(in lang.Language, side string, kind games.RulingKind) string {
	what := in.Speak(say.RulingNames[kind])
	if kind == games.Agree {
		return games.Capital(what)
	}
	return in.Say(say.NoticeTo, discord.Escape(discord.OneLine(games.Capital(side), 20)), what)
}

// scene returns the board after n steps. It shows secrets, because the reader has the text that
// contains them.
func (i importBoard) scene(in lang.Language, n int, u match.User) scene.Scene {
	view := func(p *games.Position) *games.View { return p.Open(games.Spectator).In(in.Speak).Prefer(u.Prefer) }
	if n < 1 || i.Steps[n-1].Move == "" {
		return boards.Liked(view(i.position(n)).Draw(nil, nil, games.Spectator, nil), u.Prefer)
	}
	s := i.Steps[n-1]
	return boards.Liked(view(s.Next).Draw(nil, view(s.Before), s.Seat, []string{s.Move}), u.Prefer)
}

// continueMenus returns the menus that begin a match from a board, or the reason why none can
// begin.
func (i importBoard) continueMenus(in lang.Language, n int, with bool) []discordgo.MessageComponent {
	at := i.position(n)
	if _, over := at.Outcome(); over {
		return nil
	}
	if i.Game.Hidden {
		return []discordgo.MessageComponent{discord.Text("-# " + in.Say(sayImportSecrets, i.Game.Name))}
	}
	var mover games.Seat
	for mover = range at.Turn().Waiting.All() {
		break
	}
	var options []discordgo.SelectMenuOption
	for _, p := range i.Game.Players[:min(len(i.Game.Players), discord.MaxOptions)] {
		options = append(options,
			discordgo.SelectMenuOption{
				Label: p.Name, Value: p.Name,
				Description: discord.Truncate(in.Text(p.Help), discord.MaxOptionText),
			})
	}
	parts := []discordgo.MessageComponent{
		discord.Text(in.Say(sayImportOn, "**"+in.Text(i.Game.SeatName(mover))+"**")),
		component.Menu(in.Speak(sayMenuImportOn), options,
			component.Target{Action: ActImportOn, Text: strconv.Itoa(n)}),
	}
	if with && at.Seats() == 2 {
		parts = append(parts, discord.Row(discordgo.SelectMenu{
			MenuType:    discordgo.UserSelectMenu,
			CustomID:    component.Target{Action: ActImportWith, Text: strconv.Itoa(n)}.MustID(),
			Placeholder: in.Speak(sayMenuImportWith),
		}))
	}
	return parts
}
