package board

import (
	"fmt"
	"slices"
	"strings"

	"github.com/bwmarrin/discordgo"

	"paddock/bot/component"
	"paddock/bot/discord"
	"paddock/bot/lang"
	"paddock/bot/say"
	"paddock/games"
	"paddock/games/match"
)

// A game may begin with a phase in which all players arrange their pieces in secret. Only the owner
// sees an arrangement, in a direct message. If direct messages don't arrive, a button under the
// match's board shows it in a private reply (S46, S47). The ids of its buttons name actions and
// never pieces (S75). Every copy of the message works at any time, because there is no session.

// Warned follows an action's name in a component's id if the player has seen the warnings.
const Warned = "!"

// lastConfirmed stands in a component's id for the arrangement confirmed last.
const lastConfirmed = "last"

// Personal makes the private message that shows a match to one of its players: the arrangement
// while they arrange, then the board. Known holds the data that NeedsLog and NeedsStandings ask
// for.
func (k *Maker) Personal(in lang.Language, rec match.Match, known Facts, u match.User,
	note string,
) (discord.Message, error) {
	g := rec.Rules()
	seat := rec.SeatOf(u.ID)
	if g != nil && g.Arranges && seat != games.Spectator && rec.Status == match.Running {
		view, err := rec.View(seat)
		if err != nil {
			return discord.Message{}, err
		}
		if a, ok := view.Arrangement(); ok {
			return k.ArrangementOf(in, rec, view, a, u, note, false), nil
		}
		note = JoinLines(note, arrangedLate(in, rec, known.Log, seat))
	}
	return k.Board(rec, Reader{
		user: u.ID, In: in, Style: u.Style, prefer: u.Prefer, Note: note,
		Reputation: Reputation(in, rec, known.Standings),
	})
}

// aloneArranging makes the public board of a match in the direct messages of its only person, while
// they arrange their pieces.
func (k *Maker) aloneArranging(rec match.Match, to Reader) (discord.Message, error) {
	view, err := rec.View(rec.SeatOf(to.alone))
	if err != nil {
		return discord.Message{}, fmt.Errorf("compose match %s: %w", rec.ID, err)
	}
	a, _ := view.Arrangement()
	u := match.User{ID: to.alone, Prefer: to.prefer, Style: to.Style}
	lines := append(beginning(rec, view.Game, to), to.News...)
	m := k.ArrangementOf(to.In, rec, view, a, u, JoinLines(strings.Join(lines, "\n"), to.Note), false)
	m.Ping, m.Private = UserIDs(to.Ping), false
	if len(to.Next) > 0 {
		m.Parts = append(m.Parts, discord.Row(to.Next...))
	}
	return m, nil
}

// ArrangementOf makes the message in which a player arranges their pieces. Warned says whether it
// shows the warnings.
func (k *Maker) ArrangementOf(in lang.Language, rec match.Match, view *games.View, a games.Arrangement, u match.User,
	note string, warned bool,
) discord.Message {
	return k.ArrangementWith(in, rec, view, a, u, note, warned, arrangeControls(in, rec, a, warned))
}

// The panels of an arrangement, as component ids contain them. An action with choices has a panel
// too.
const (
	panelMore = "more"
	panelEdit = "edit" // the pieces as text, for people who type
)

// ArrangementPanel is like ArrangementOf, with one of the panels behind its buttons.
func (k *Maker) ArrangementPanel(in lang.Language, rec match.Match, view *games.View, a games.Arrangement, u match.User,
	panel string,
) discord.Message {
	at := func(do component.Action, text string) component.Target {
		return component.Target{Match: rec.ID, Action: do, Text: text}
	}
	back := component.Button(in.Speak(say.LabelBack), discordgo.SecondaryButton, at(component.ActSetup, ""))
	note, controls := "", []discordgo.MessageComponent(nil)
	switch panel {
	case panelMore:
		controls = moreOf(in, rec, a, u, back)
	case panelEdit:
		note = discord.CodeBlock(strings.TrimSpace(strings.ReplaceAll(a.Text, "/", "\n") + "\n\n" + in.Speak(a.Tray)))
		var buttons []discordgo.MessageComponent
		for _, do := range a.Actions {
			if do.Typed {
				buttons = append(buttons,
					component.Button(in.Text(do.Label), discordgo.SecondaryButton, at(component.ActArrange, do.Name)))
			}
		}
		controls = discord.ButtonRows(append(buttons, back))
	default:
		for _, do := range a.Actions {
			switch {
			case do.Name != panel:
			case len(do.Choices) > 0:
				controls = []discordgo.MessageComponent{Choosing(at(component.ActChoose, do.Name), in.Text(do.Label),
					translated(in, do.Choices), 1), discord.Row(back)}
			default:
				note = in.Speak(sayArrangeSure)
				controls = []discordgo.MessageComponent{discord.Row(back, component.Button(in.Text(do.Label),
					discordgo.DangerButton, at(component.ActArrange, do.Name)))}
			}
		}
		if controls == nil {
			controls = arrangeControls(in, rec, a, false)
		}
	}
	return k.ArrangementWith(in, rec, view, a, u, note, false, controls)
}

// ArrangementWith is like ArrangementOf, with other controls.
func (k *Maker) ArrangementWith(in lang.Language, rec match.Match, view *games.View, a games.Arrangement, u match.User,
	note string, warned bool, controls []discordgo.MessageComponent,
) discord.Message {
	g := view.Game
	said := sayArrange
	if !a.Complete {
		said = sayArrangeMore
	}
	lines := []string{"### " + Title(in, rec, g), in.Say(said, in.Text(g.SeatName(view.Seat)))}
	if !rec.Clock.Deadline.IsZero() {
		lines = append(lines, in.Say(sayArrangeUntil, discord.Relative(rec.Clock.Deadline)))
	}
	parts := []discordgo.MessageComponent{discord.Text(strings.Join(lines, "\n"))}
	board, files := k.Picture(in, Liked(view.In(in.Speak).Prefer(u.Prefer).Draw(Names(in, rec), nil, 0, nil), u.Prefer),
		u.Style)
	parts = append(parts, board...)
	lines = nil
	if a.Legend.Format != "" { // the board has letters and icons alone
		beats, names, _ := strings.Cut(in.Speak(a.Legend), "\n")
		lines = append(lines, "-# "+beats, "-# "+strings.ReplaceAll(names, "\n", " · "))
	}
	if note != "" {
		lines = append(lines, note)
	}
	if warned {
		for _, w := range a.Warnings {
			lines = append(lines, "⚠️ "+discord.Escape(in.Speak(w)))
		}
		lines = append(lines, in.Speak(sayConfirmTwice))
	}
	if len(lines) > 0 {
		parts = append(parts, discord.Text(strings.Join(lines, "\n")))
	}
	parts = append(parts, controls...)
	return discord.Message{
		Parts: []discordgo.MessageComponent{discord.Container(parts...)}, Files: files,
		Private: true,
	}
}

// arrangeControls returns the buttons below an arrangement: the most wanted, and More.
func arrangeControls(in lang.Language, rec match.Match, a games.Arrangement, warned bool) []discordgo.MessageComponent {
	var confirm, buttons []discordgo.MessageComponent
	for _, do := range a.Actions {
		at := component.Target{Match: rec.ID, Action: component.ActArrange, Text: do.Name}
		switch {
		case do.Primary:
			confirm = append(confirm, confirming(in, rec, a, do, warned))
		case do.Front:
			if len(do.Choices) > 0 {
				at.Action = component.ActPanel
			}
			buttons = append(buttons, component.Button(in.Text(do.Label), discordgo.SecondaryButton, at))
		}
	}
	more := component.Button(in.Speak(sayLabelMore), discordgo.SecondaryButton,
		component.Target{Match: rec.ID, Action: component.ActPanel, Text: panelMore})
	return discord.ButtonRows(append(append(confirm, buttons...), more))
}

// confirming returns the button that confirms an arrangement. It is disabled while pieces are missing.
func confirming(in lang.Language, rec match.Match, a games.Arrangement, do games.Action,
	warned bool,
) discordgo.MessageComponent {
	at := component.Target{Match: rec.ID, Action: component.ActArrange, Text: do.Name}
	if warned {
		at.Text += Warned
	}
	press := component.Button(in.Text(do.Label), discordgo.SuccessButton, at)
	press.Disabled = !a.Complete
	return press
}

// moreOf returns the buttons and menus behind an arrangement's More.
func moreOf(in lang.Language, rec match.Match, a games.Arrangement, u match.User,
	back discordgo.MessageComponent,
) []discordgo.MessageComponent {
	button := func(label string, do component.Action, text string) discordgo.MessageComponent {
		return component.Button(label, discordgo.SecondaryButton,
			component.Target{Match: rec.ID, Action: do, Text: text})
	}
	var buttons, menus []discordgo.MessageComponent
	typed := false
	for _, do := range a.Actions {
		switch {
		case do.Primary: // the text above says to press the button
			buttons = append(buttons, confirming(in, rec, a, do, false))
		case do.Front:
		case do.Typed:
			typed = true
		case do.Danger:
			buttons = append(buttons, button(in.Text(do.Label), component.ActPanel, do.Name))
		default:
			buttons = append(buttons, button(in.Text(do.Label), component.ActArrange, do.Name))
		}
	}
	if rec.Place.Direct() {
		buttons = append(buttons, button(in.Speak(say.LabelRules), component.ActRules, ""))
	}
	if typed {
		buttons = append(buttons, button(in.Speak(sayLabelEdit), component.ActPanel, panelEdit))
	}
	if a.Complete {
		buttons = append(buttons, button(in.Speak(say.LabelSave), component.ActSave, ""))
	}
	if u.Saved[LastKey(rec.Game, a.Kind)] != "" {
		buttons = append(buttons, button(in.Speak(sayLabelLastTime), component.ActLoad, lastConfirmed))
	}
	if list := SavedOf(u, rec.Game, a.Kind); len(list) > 0 {
		menus = append(menus, Choosing(component.Target{Match: rec.ID, Action: component.ActLoad},
			in.Speak(say.MenuSaved), list, 1))
		buttons = append(buttons, button(in.Speak(sayLabelForget), component.ActForget, ""))
	}
	if u.DMClosed {
		buttons = append(buttons, button(in.Speak(sayLabelLetter), component.ActSendAgain, ""))
	}
	last := discord.LinkButton(in.Speak(sayLabelGoChannel), channelLink(rec))
	if rec.Place.Direct() && rec.Cancellable() { // no other message offers it there
		last = component.Button(in.Speak(sayLabelCancel), discordgo.SecondaryButton,
			component.Target{Match: rec.ID, Head: rec.Board(), Action: component.ActCancel})
	}
	return append(append(discord.ButtonRows(buttons), menus...), discord.Row(back, last))
}

// translated returns choices with their labels in a language.
func translated(in lang.Language, list []games.Choice) []games.Choice {
	said := make([]games.Choice, len(list))
	for i, c := range list {
		said[i] = games.Choice{Value: c.Value, Label: in.Text(c.Label)}
	}
	return said
}

// Choosing returns a menu from which a person may choose several entries, at most the number most.
func Choosing(at component.Target, hint string, list []games.Choice, most int) discordgo.MessageComponent {
	var options []discordgo.SelectMenuOption
	for _, c := range list[:min(len(list), discord.MaxOptions)] {
		options = append(options,
			discordgo.SelectMenuOption{Label: discord.Truncate(c.Label, discord.MaxOptionText), Value: c.Value})
	}
	return discord.Row(discordgo.SelectMenu{
		MenuType: discordgo.StringSelectMenu, CustomID: at.MustID(), Placeholder: hint, Options: options,
		MaxValues: min(most, len(options)),
	})
}

// NewModal returns a form with these fields in a language.
func NewModal(in lang.Language, title string, at component.Target, fields ...games.Field) discord.Modal {
	f := discord.Modal{Title: in.Text(title), ID: at.MustID(), Late: in.Speak(say.FormLate)}
	for _, field := range fields {
		f.Inputs = append(f.Inputs,
			discord.TextInput{
				Label: in.Text(field.Label), Placeholder: in.Text(field.Placeholder), Value: field.Value,
				Max: field.Max,
			})
	}
	return f
}

// Limits of saved arrangements (S49).
const (
	MaxSaved     = 25
	MaxSavedName = 32
)

// A user's saved arrangements are in match.User.Saved, under game, kind and name. Only that user
// ever sees them. The arrangement confirmed last has the empty name.

// SavedKey returns the key in match.User.Saved of an arrangement with a name.
func SavedKey(game games.ID, kind, name string) string { return string(game) + "/" + kind + "/" + name }

// LastKey returns the key of the arrangement that the user confirmed last.
func LastKey(game games.ID, kind string) string { return SavedKey(game, kind, "") }

// SavedOf lists a user's saved arrangements of a kind, by name.
func SavedOf(u match.User, game games.ID, kind string) []games.Choice {
	var list []games.Choice
	for key := range u.Saved {
		if name, ok := strings.CutPrefix(key, LastKey(game, kind)); ok && name != "" {
			list = append(list, games.Choice{Value: key, Label: name})
		}
	}
	slices.SortFunc(list, func(a, b games.Choice) int { return strings.Compare(a.Label, b.Label) })
	return list
}

// AllSaved lists a user's saved arrangements for a game, of every kind.
func AllSaved(u match.User, game games.ID) []games.Choice {
	var list []games.Choice
	for key := range u.Saved {
		rest, ok := strings.CutPrefix(key, string(game)+"/")
		kind, name, _ := strings.Cut(rest, "/")
		if ok && name != "" {
			list = append(list, games.Choice{Value: key, Label: name + " (" + kind + ")"})
		}
	}
	slices.SortFunc(list, func(a, b games.Choice) int { return strings.Compare(a.Label, b.Label) })
	return list
}
