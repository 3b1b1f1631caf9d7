package files

import (
	"strconv"
	"strings"

	"github.com/bwmarrin/discordgo"

	"paddock/bot/discord"
	"paddock/bot/lang"
	"paddock/bot/say"
	"paddock/bot/show"
	"paddock/bot/show/past"
	"paddock/games"
	"paddock/games/match"
	"paddock/games/record"
	"paddock/games/scene"
)

// Import is a game that somebody has brought along, played again by its rules.
type Import struct {
	Game   *games.Game
	Record record.Record
	Start  *games.Position
	Steps  []record.Played
}

// ImportName is what the file is called that hangs at the message of an imported game: each click on it reads the game from there.
const ImportName = "import.txt"

// At is the position after so many steps.
func (i Import) At(n int) *games.Position {
	if n < 1 || len(i.Steps) == 0 {
		return i.Start
	}
	return i.Steps[min(n, len(i.Steps))-1].Next
}

// Imported is one board of an imported game, for whoever has brought it alone: with the buttons that turn to the others, menus to go on from it, and the
// record. With says that members can be challenged here.
func Imported(k *show.Maker, in lang.Language, i Import, n int, u match.User, with bool) discord.Message {
	last := len(i.Steps)
	lines := []string{"### " + in.Say(say.ImportHead, i.Game.Name)}
	if who := i.who(in); who != "" {
		lines = append(lines, "-# "+who)
	}
	count := in.Speak(say.AfterMoves(n))
	if n < last {
		count += " · " + in.Say(say.OfMoves, last)
	}
	lines = append(lines, count)
	if n == last {
		lines = append(lines, i.ended(in)...)
	}
	drawn := i.scene(in, n, u)
	parts := []discordgo.MessageComponent{discord.Text(strings.Join(lines, "\n"))}
	board, files := k.Picture(in, drawn, u.Style)
	parts = append(parts, board...)
	if drawn.Caption != "" && len(files) > 0 { // the other styles say it themselves
		parts = append(parts, discord.Text(discord.Escape(drawn.Caption)))
	}
	parts = append(parts, past.Turning(in, show.Target{Action: show.ActImport}, n, last))
	parts = append(parts, i.goingOn(in, n, with)...)
	f := discord.File{Name: ImportName, Data: []byte(i.Record.Text())}
	return discord.Message{Parts: append(parts, discord.Attachment(f)), Files: append(files, f), Private: true}
}

// who are the players as the text names them.
func (i Import) who(in lang.Language) string {
	var list []string
	for _, p := range i.Record.Players[:min(len(i.Record.Players), games.MaxSeats)] {
		list = append(list, discord.Escape(discord.OneLine(p, 60)))
	}
	return strings.Join(list, in.Speak(say.V))
}

// ended is the ruling by which the match ended, where the position does not tell.
func (i Import) ended(in lang.Language) []string {
	steps := i.Record.Steps
	if _, over := i.At(len(i.Steps)).Outcome(); over || len(steps) == 0 || steps[len(steps)-1].Ruling == "" {
		return nil
	}
	s := steps[len(steps)-1]
	named, known := say.RulingNames[s.Ruling]
	if !known {
		return nil
	}
	return []string{in.Say(say.ImportRuled, named, discord.Escape(discord.OneLine(s.Side, 20)))}
}

// scene is the board after so many steps; what the text holds is known to whoever has it.
func (i Import) scene(in lang.Language, n int, u match.User) scene.Scene {
	view := func(p *games.Position) *games.View { return p.Open(games.Spectator).In(in.Speak).Prefer(u.Prefer) }
	if n < 1 || len(i.Steps) == 0 || i.Steps[n-1].Move == "" {
		return show.Liked(view(i.At(n)).Draw(nil, nil, games.Spectator, nil), u.Prefer)
	}
	s := i.Steps[n-1]
	return show.Liked(view(s.Next).Draw(nil, view(s.Before), s.Seat, []string{s.Move}), u.Prefer)
}

// goingOn says whether and how a match can go on from a board, and has the menus for it.
func (i Import) goingOn(in lang.Language, n int, with bool) []discordgo.MessageComponent {
	at := i.At(n)
	if _, over := at.Outcome(); over {
		return nil
	}
	if i.Game.Hidden {
		return []discordgo.MessageComponent{discord.Text("-# " + in.Say(say.ImportSecrets, i.Game.Name))}
	}
	var mover games.Seat
	for mover = range at.Turn().Waiting.All() {
		break
	}
	var options []discordgo.SelectMenuOption
	for _, p := range i.Game.Players[:min(len(i.Game.Players), discord.MaxOptions)] {
		options = append(options, discordgo.SelectMenuOption{Label: p.Name, Value: p.Name, Description: discord.Truncate(in.Text(p.Help), discord.MaxOptionText)})
	}
	parts := []discordgo.MessageComponent{
		discord.Text(in.Say(say.ImportOn, "**"+in.Text(i.Game.SeatName(mover))+"**")),
		discord.Row(discordgo.SelectMenu{
			MenuType: discordgo.StringSelectMenu, CustomID: show.Target{Action: show.ActImportOn, Text: strconv.Itoa(n)}.MustID(), Placeholder: in.Speak(say.MenuImportOn), Options: options,
		}),
	}
	if with && at.Seats() == 2 {
		parts = append(parts, discord.Row(discordgo.SelectMenu{
			MenuType: discordgo.UserSelectMenu, CustomID: show.Target{Action: show.ActImportWith, Text: strconv.Itoa(n)}.MustID(), Placeholder: in.Speak(say.MenuImportWith),
		}))
	}
	return parts
}
