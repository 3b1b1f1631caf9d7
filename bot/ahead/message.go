package ahead

import (
	"strconv"
	"strings"

	"github.com/bwmarrin/discordgo"

	boards "paddock/bot/board"
	"paddock/bot/choose"
	"paddock/bot/component"
	"paddock/bot/discord"
	"paddock/bot/lang"
	"paddock/bot/say"
	"paddock/games"
	"paddock/games/match"
	"paddock/games/match/ahead"
)

// trialMessage returns a trial board with the controls of the game. Steps are the positions of
// its line, at least the present one. C is the chosen part of the next move; note is a sentence at
// the top.
func trialMessage(k *boards.Maker, in lang.Language, rec match.Match, steps []ahead.Position, c choose.Choice,
	u match.User, note string,
) discord.Message {
	end := steps[len(steps)-1]
	lines := []string{"### " + boards.Title(in, rec, rec.Rules())}
	if note != "" {
		lines = append(lines, note)
	}
	if plies := end.Plies(); len(plies) > 0 {
		lines = append(lines, in.Say(sayTrialLine, "**"+discord.Escape(boards.LineWords(in, rec.Rules(), plies))+"**"))
	}
	view, clear := end.View()
	switch mover := end.Mover(); {
	case !clear:
		lines = append(lines, in.Speak(sayTrialUnclear))
	case mover == games.Spectator:
		lines = append(lines, in.Speak(sayTrialOver))
	case u.Style != match.Words: // the board in words already says who is to move
		lines = append(lines, in.Say(sayTrialToMove, games.Capital(in.Text(rec.Rules().SeatName(mover)))))
	}
	choosing, ordinary := end.Choosing()
	if clear && !ordinary && end.Mover() != games.Spectator {
		lines = append(lines, in.Speak(sayTrialOthers))
	}
	parts := []discordgo.MessageComponent{discord.Text(strings.Join(lines, "\n"))}
	board, files := k.Picture(in, boards.TrialScene(in, rec, steps, c.Half, u, view != nil && ordinary), u.Style)
	// beside the buttons, as the board looks like that of the match and its top may be out of sight
	parts = append(append(parts, board...), discord.Text(in.Speak(sayTrialHead)))
	at := component.Target{Match: rec.ID, Head: rec.Board()}
	c.Try = true
	switch {
	case ordinary:
		parts = append(parts, choose.Controls(in, choosing, at, c, false)...)
	case clear:
		parts = append(parts, choose.Plain(in, end, at, c.Page)...)
	}
	parts = append(parts, trialButtons(in, rec, end, u)...)
	return discord.Message{
		Parts: []discordgo.MessageComponent{discord.Container(parts...)}, Files: files,
		Private: true,
	}
}

// trialButtons returns the buttons of a trial board below its moves.
func trialButtons(in lang.Language, rec match.Match, end ahead.Position, u match.User) []discordgo.MessageComponent {
	var row []discordgo.MessageComponent
	add := func(label games.Sentence, style discordgo.ButtonStyle, a component.Action) {
		row = append(row, component.Button(in.Speak(label), style,
			component.Target{Match: rec.ID, Head: rec.Board(), Action: a}))
	}
	if len(end.Plies()) > 0 {
		add(sayLabelTryBack, discordgo.SecondaryButton, component.ActTryUndo)
		add(sayLabelTryAnew, discordgo.SecondaryButton, component.ActTryAnew)
	}
	if _, ok := ahead.Conditional(end.Plies(), rec.SeatOf(u.ID)); ok {
		add(sayLabelTryKeep, discordgo.SuccessButton, component.ActTryKeep)
	}
	if len(u.Notebook(rec.ID).Lines) > 0 {
		add(sayLabelLines, discordgo.SecondaryButton, component.ActLines)
	}
	return discord.ButtonRows(row)
}

// linesMessage returns the conditional moves of a player, with a menu that drops one.
func linesMessage(in lang.Language, rec match.Match, lines []match.Line, note string) discord.Message {
	text := []string{"### " + boards.Title(in, rec, rec.Rules())}
	if note != "" {
		text = append(text, note)
	}
	at := component.Target{Match: rec.ID, Head: rec.Board()}
	try := at
	try.Action = component.ActTry
	row := []discordgo.MessageComponent{component.Button(in.Speak(say.LabelTry), discordgo.SecondaryButton, try)}
	if len(lines) == 0 {
		return discord.Message{Parts: []discordgo.MessageComponent{discord.Text(strings.Join(append(text,
			in.Speak(sayLinesNone)), "\n")), discord.Row(row...)}, Private: true}
	}
	text = append(text, in.Speak(sayLinesHead))
	at.Action = component.ActLinesDrop
	var options []discordgo.SelectMenuOption
	for i, l := range lines {
		words := boards.LineWords(in, rec.Rules(), l.Plies)
		text = append(text, strconv.Itoa(i+1)+". "+discord.Escape(words))
		if i < discord.MaxOptions {
			options = append(options,
				discordgo.SelectMenuOption{
					Label: discord.Truncate(words, discord.MaxOptionText),
					Value: strconv.Itoa(i) + " " + lineKey(l),
				})
		}
	}
	menu := component.Menu(in.Speak(sayMenuLines), options, at)
	at.Text = "all"
	row = append(row, component.Button(in.Speak(sayLabelDropAll), discordgo.DangerButton, at))
	return discord.Message{Parts: []discordgo.MessageComponent{
		discord.Text(strings.Join(text, "\n")), menu,
		discord.Row(row...),
	}, Private: true}
}

// lineKey returns a text that identifies a line among a player's lines in a match, short enough for
// the value of a menu.
func lineKey(l match.Line) string {
	var b strings.Builder
	for _, p := range l.Plies {
		b.WriteString(strconv.Itoa(int(p.Seat)) + p.Move + ".")
	}
	text := b.String()
	return strconv.Itoa(len(text)) + text[max(0, len(text)-60):]
}

// noteMessage returns the notes of a player to a match, with a button that opens the form.
func noteMessage(in lang.Language, rec match.Match, text, note string) discord.Message {
	lines := []string{"### " + boards.Title(in, rec, rec.Rules())}
	if note != "" {
		lines = append(lines, note)
	}
	lines = append(lines, in.Speak(sayNoteHead))
	if text == "" {
		lines = append(lines, in.Speak(sayNoteNone))
	} else {
		lines = append(lines, "> "+strings.ReplaceAll(discord.Escape(text), "\n", "\n> "))
	}
	at := component.Target{Match: rec.ID, Head: rec.Board(), Action: component.ActNoteForm, Text: "ask"}
	return discord.Message{Parts: []discordgo.MessageComponent{
		discord.Text(strings.Join(lines, "\n")),
		discord.Row(component.Button(in.Speak(sayLabelNoteEdit), discordgo.PrimaryButton, at)),
	}, Private: true}
}

// noteModal returns the form with the notes of a player to a match.
func noteModal(in lang.Language, rec match.Match, text string) discord.Modal {
	form := discord.Modal{
		Title: in.Speak(sayNoteForm),
		ID:    component.Target{Match: rec.ID, Action: component.ActNoteForm}.MustID(), Late: in.Speak(say.FormLate),
	}
	form.Inputs = []discord.TextInput{{Label: in.Speak(sayNoteField), Value: text, Max: match.MostNote, Long: true}}
	return form
}
