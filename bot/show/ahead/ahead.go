// Package ahead shows somebody what they think about a match before it is played: a what-if board, their conditional moves, their notes (P26, P97, P98). All
// of it is for one person alone, and is made from what that person's seat knows. It does no I/O. Start reading at [Trial].
package ahead

import (
	"slices"
	"strconv"
	"strings"

	"github.com/bwmarrin/discordgo"

	"paddock/bot/discord"
	"paddock/bot/lang"
	"paddock/bot/say"
	"paddock/bot/show"
	"paddock/games"
	"paddock/games/match"
	"paddock/games/match/ahead"
	"paddock/games/scene"
)

// Trial is a what-if board with the controls of the game, at the end of a line: steps are its positions from the present one on, at least one. Choice is how
// far the next move of it has been chosen; note is said on top.
func Trial(k *show.Maker, in lang.Language, rec match.Match, steps []ahead.Position, c show.Choice, u match.User, note string) discord.Message {
	end := steps[len(steps)-1]
	lines := []string{"### " + show.Title(in, rec, rec.Rules()), in.Speak(say.TrialHead)}
	if note != "" {
		lines = append(lines, note)
	}
	if plies := end.Plies(); len(plies) > 0 {
		lines = append(lines, in.Say(say.TrialLine, "**"+discord.Escape(Words(in, rec, plies))+"**"))
	}
	view, clear := end.View()
	switch mover := end.Mover(); {
	case !clear:
		lines = append(lines, in.Speak(say.TrialUnclear))
	case mover == games.Spectator:
		lines = append(lines, in.Speak(say.TrialOver))
	case u.Style != match.Words: // which say it themselves
		lines = append(lines, in.Say(say.TrialToMove, in.Text(rec.Rules().SeatName(mover))))
	}
	choosing, ordinary := end.Choosing()
	if clear && !ordinary && end.Mover() != games.Spectator {
		lines = append(lines, in.Speak(say.TrialOthers))
	}
	parts := []discordgo.MessageComponent{discord.Text(strings.Join(lines, "\n"))}
	board, files := k.Picture(in, drawn(in, rec, steps, c, u, view != nil && ordinary), u.Style)
	parts = append(parts, board...)
	at := show.Target{Match: rec.ID, Head: rec.Board()}
	c.Try = true
	switch {
	case ordinary:
		parts = append(parts, show.Controls(in, choosing, at, c, false)...)
	case clear:
		parts = append(parts, plain(in, end, at, c.Page)...)
	}
	parts = append(parts, around(in, rec, end, u)...)
	return discord.Message{Parts: []discordgo.MessageComponent{discord.Container(parts...)}, Files: files, Private: true}
}

// drawn is the last board of a line that can be known; the first one always can.
func drawn(in lang.Language, rec match.Match, steps []ahead.Position, c show.Choice, u match.User, lit bool) scene.Scene {
	last := len(steps) - 1
	view, clear := steps[last].View()
	for ; !clear; last-- {
		view, clear = steps[last-1].View()
	}
	view = view.In(in.Speak).Prefer(u.Prefer)
	if lit {
		view = view.Choosing(c.Half)
	}
	before, seat, moves := turn(steps[:last+1])
	return show.Liked(view.Draw(show.Names(in, rec), before, seat, moves), u.Prefer)
}

// turn is the last turn of a line: what the seat knew before it, who made it, and the moves in a row. A text may have held several, so that they are one step.
func turn(steps []ahead.Position) (before *games.View, seat games.Seat, moves []string) {
	plies := steps[len(steps)-1].Plies()
	if len(plies) == 0 {
		return nil, games.Spectator, nil
	}
	seat = plies[len(plies)-1].Seat
	first := len(plies)
	for first > 0 && plies[first-1].Seat == seat {
		first--
	}
	for _, p := range plies[first:] {
		moves = append(moves, p.Move)
	}
	for _, s := range slices.Backward(steps) {
		if len(s.Plies()) == first {
			before, _ = s.View()
		}
	}
	return before, seat, moves
}

// Words are moves in words: "North 3, South 5".
func Words(in lang.Language, rec match.Match, plies []match.Ply) string {
	list := make([]string, len(plies))
	for i, p := range plies {
		list[i] = in.Say(say.WhoseMove, in.Text(rec.Rules().SeatName(p.Seat)), p.Move)
	}
	return strings.Join(list, " → ")
}

// mostPlain is how many moves are listed where they can't be chosen by the controls of the game.
const mostPlain = 250

// plain are menus of moves as they are typed, a page of them.
func plain(in lang.Language, end ahead.Position, at show.Target, page int) []discordgo.MessageComponent {
	moves := end.Moves("", mostPlain)
	if len(moves) == 0 {
		return nil
	}
	slices.Sort(moves)
	pages := (len(moves) + discord.MaxOptions - 1) / discord.MaxOptions
	page = min(max(page, 0), pages-1)
	var options []discordgo.SelectMenuOption
	for _, m := range moves[page*discord.MaxOptions : min(len(moves), (page+1)*discord.MaxOptions)] {
		options = append(options, discordgo.SelectMenuOption{Label: m, Value: show.WholeMove + m})
	}
	at.Action = show.ActTryMenu
	parts := []discordgo.MessageComponent{discord.Row(discordgo.SelectMenu{
		MenuType: discordgo.StringSelectMenu, CustomID: at.MustID(), Placeholder: in.Speak(say.MenuHow), Options: options,
	})}
	at.Action = show.ActTryOpen
	var nav []discordgo.MessageComponent
	if page > 0 {
		at.Text = show.PageText(page-1, "")
		nav = append(nav, show.Button(in.Speak(say.LabelEarlier), discordgo.SecondaryButton, at))
	}
	if page < pages-1 {
		at.Text = show.PageText(page+1, "")
		nav = append(nav, show.Button(in.Speak(say.LabelMore), discordgo.SecondaryButton, at))
	}
	if len(nav) > 0 {
		parts = append(parts, discord.Row(nav...))
	}
	return parts
}

// around are the buttons of a what-if board beside its moves.
func around(in lang.Language, rec match.Match, end ahead.Position, u match.User) []discordgo.MessageComponent {
	var row []discordgo.MessageComponent
	add := func(label games.Sentence, style discordgo.ButtonStyle, a show.Action) {
		row = append(row, show.Button(in.Speak(label), style, show.Target{Match: rec.ID, Head: rec.Board(), Action: a}))
	}
	if len(end.Plies()) > 0 {
		add(say.LabelTryBack, discordgo.SecondaryButton, show.ActTryUndo)
		add(say.LabelTryAnew, discordgo.SecondaryButton, show.ActTryAnew)
	}
	if _, ok := ahead.Conditional(end.Plies(), rec.SeatOf(u.ID)); ok {
		add(say.LabelTryKeep, discordgo.SuccessButton, show.ActTryKeep)
	}
	if len(u.Notebook(rec.ID).Lines) > 0 {
		add(say.LabelLines, discordgo.SecondaryButton, show.ActLines)
	}
	return discord.ButtonRows(row)
}

// Lines lists somebody's conditional moves, each of which can be dropped.
func Lines(in lang.Language, rec match.Match, lines []match.Line, note string) discord.Message {
	text := []string{"### " + show.Title(in, rec, rec.Rules())}
	if note != "" {
		text = append(text, note)
	}
	at := show.Target{Match: rec.ID, Head: rec.Board()}
	try := at
	try.Action = show.ActTry
	row := []discordgo.MessageComponent{show.Button(in.Speak(say.LabelTry), discordgo.SecondaryButton, try)}
	if len(lines) == 0 {
		return discord.Message{Parts: []discordgo.MessageComponent{discord.Text(strings.Join(append(text, in.Speak(say.LinesNone)), "\n")), discord.Row(row...)}, Private: true}
	}
	text = append(text, in.Speak(say.LinesHead))
	at.Action = show.ActLinesDrop
	var options []discordgo.SelectMenuOption
	for i, l := range lines {
		words := Words(in, rec, l.Plies)
		text = append(text, strconv.Itoa(i+1)+". "+discord.Escape(words))
		if i < discord.MaxOptions {
			options = append(options, discordgo.SelectMenuOption{Label: discord.Truncate(words, discord.MaxOptionText), Value: strconv.Itoa(i) + " " + Key(l)})
		}
	}
	menu := discord.Row(discordgo.SelectMenu{MenuType: discordgo.StringSelectMenu, CustomID: at.MustID(), Placeholder: in.Speak(say.MenuLines), Options: options})
	at.Text = "all"
	row = append(row, show.Button(in.Speak(say.LabelDropAll), discordgo.DangerButton, at))
	return discord.Message{Parts: []discordgo.MessageComponent{discord.Text(strings.Join(text, "\n")), menu, discord.Row(row...)}, Private: true}
}

// Key tells a line from others of the same person in the same match.
func Key(l match.Line) string {
	var b strings.Builder
	for _, p := range l.Plies {
		b.WriteString(strconv.Itoa(int(p.Seat)) + p.Move + ".")
	}
	text := b.String()
	return strconv.Itoa(len(text)) + text[max(0, len(text)-60):]
}

// Note shows somebody their notes to a match.
func Note(in lang.Language, rec match.Match, text, note string) discord.Message {
	lines := []string{"### " + show.Title(in, rec, rec.Rules())}
	if note != "" {
		lines = append(lines, note)
	}
	lines = append(lines, in.Speak(say.NoteHead))
	if text == "" {
		lines = append(lines, in.Speak(say.NoteNone))
	} else {
		lines = append(lines, "> "+strings.ReplaceAll(discord.Escape(text), "\n", "\n> "))
	}
	at := show.Target{Match: rec.ID, Head: rec.Board(), Action: show.ActNoteForm, Text: "ask"}
	return discord.Message{Parts: []discordgo.MessageComponent{
		discord.Text(strings.Join(lines, "\n")), discord.Row(show.Button(in.Speak(say.LabelNoteEdit), discordgo.PrimaryButton, at)),
	}, Private: true}
}
