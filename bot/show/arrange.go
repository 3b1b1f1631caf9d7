package show

import (
	"strings"

	"github.com/bwmarrin/discordgo"

	"paddock/bot/discord"
	"paddock/bot/lang"
	"paddock/bot/say"
	"paddock/games"
	"paddock/games/match"
	"paddock/games/referee"
)

// A game may begin with a phase in which everybody arranges their pieces in secret. The arrangement is shown to its owner alone: in a direct message, or, where
// direct messages do not arrive, by a button under the match's board, as a reply that only the presser sees (S46, S47). Ids of its buttons say what is to
// be done and nothing of what stands where (S75). Everything in it works at any time and from any of its copies: there is no session.

// Warned follows the name of an action in a component's id when its warnings have been said.
const Warned = "!"

// LastConfirmed stands in a component's id for the arrangement confirmed last.
const LastConfirmed = "last"

// Personal is a match as one of its players may see it, in their style: their arrangement as long as they are at it, then their board. Known is
// what needsLog and NeedsStandings ask for.
func (k *Maker) Personal(in lang.Language, rec match.Match, known Facts, u match.User, note string) (discord.Message, error) {
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
	return k.Board(rec, Reader{user: u.ID, In: in, Style: u.Style, prefer: u.Prefer, note: note, Reputation: Reputation(in, rec, known.Standings)})
}

// JoinLines puts two sentences into lines, where both are there.
func JoinLines(a, b string) string { return strings.Trim(a+"\n"+b, "\n") }

// arrangedLate tells somebody whose arrangement the clock has confirmed (S50), until the first move.
func arrangedLate(in lang.Language, rec match.Match, log []match.Event, seat games.Seat) string {
	if !NeedsLog(rec, seat) {
		return ""
	}
	for _, e := range log {
		if e.Kind == match.Ruled && e.Seat == seat {
			return in.Speak(say.ArrangedLate)
		}
	}
	return ""
}

// ArrangementOf is the message in which somebody arranges their pieces. Warned says that what is dubious about it has been said.
func (k *Maker) ArrangementOf(in lang.Language, rec match.Match, view *games.View, a games.Arrangement, u match.User, note string, warned bool) discord.Message {
	return k.ArrangementWith(in, rec, view, a, u, note, warned, arrangeControls(in, rec, a, u, warned))
}

// ArrangementWith is the same with other controls.
func (k *Maker) ArrangementWith(in lang.Language, rec match.Match, view *games.View, a games.Arrangement, u match.User, note string, warned bool, controls []discordgo.MessageComponent) discord.Message {
	g := view.Game
	said := say.Arrange
	if !a.Complete {
		said = say.ArrangeMore
	}
	lines := []string{"### " + Title(in, rec, g), in.Say(said, in.Text(g.SeatName(view.Seat)))}
	if note != "" {
		lines = append(lines, note)
	}
	if warned {
		for _, w := range a.Warnings {
			lines = append(lines, "⚠️ "+discord.Escape(in.Speak(w)))
		}
		lines = append(lines, in.Speak(say.ConfirmTwice))
	}
	if !rec.Clock.Deadline.IsZero() {
		lines = append(lines, in.Say(say.ArrangeUntil, discord.Relative(rec.Clock.Deadline)))
	}
	parts := []discordgo.MessageComponent{discord.Text(strings.Join(lines, "\n"))}
	board, files := k.Picture(in, Liked(view.In(in.Speak).Prefer(u.Prefer).Draw(Names(in, rec), nil, 0, nil), u.Prefer), u.Style)
	parts = append(parts, board...)
	parts = append(parts, discord.Text(discord.CodeBlock(strings.ReplaceAll(a.Text, "/", "\n")+"\n\n"+in.Speak(a.Tray))))
	parts = append(parts, controls...)
	return discord.Message{Parts: []discordgo.MessageComponent{discord.Container(parts...)}, Files: files, Private: true}
}

// arrangeControls are the buttons and menus of an arrangement.
func arrangeControls(in lang.Language, rec match.Match, a games.Arrangement, u match.User, warned bool) []discordgo.MessageComponent {
	at := func(do Action, text string) Target { return Target{Match: rec.ID, Action: do, Text: text} }
	var buttons, menus []discordgo.MessageComponent
	for _, do := range a.Actions {
		if len(do.Choices) > 0 {
			menus = append(menus, Choosing(at(ActChoose, do.Name), in.Text(do.Label), translated(in, do.Choices), 1))
			continue
		}
		name, style := do.Name, discordgo.SecondaryButton
		switch {
		case do.Primary:
			style = discordgo.SuccessButton
			if warned {
				name += Warned
			}
		case do.Danger:
			style = discordgo.DangerButton
		}
		press := Button(in.Text(do.Label), style, at(ActArrange, name))
		press.Disabled = do.Primary && !a.Complete
		buttons = append(buttons, press)
	}
	if a.Complete {
		buttons = append(buttons, Button(in.Speak(say.LabelSave), discordgo.SecondaryButton, at(ActSave, "")))
	}
	list := SavedOf(u, rec.Game, a.Kind)
	if u.Saved[LastKey(rec.Game, a.Kind)] != "" {
		buttons = append(buttons, Button(in.Speak(say.LabelLastTime), discordgo.SecondaryButton, at(ActLoad, LastConfirmed)))
	}
	if len(list) > 0 {
		menus = append(menus, Choosing(at(ActLoad, ""), in.Speak(say.MenuSaved), list, 1))
		buttons = append(buttons, Button(in.Speak(say.LabelForget), discordgo.SecondaryButton, at(ActForget, "")))
	}
	parts := append(discord.ButtonRows(buttons), menus...)
	var last []discordgo.MessageComponent
	if u.DMClosed {
		last = append(last, Button(in.Speak(say.LabelLetter), discordgo.SecondaryButton, at(ActSendAgain, "")))
	}
	return append(parts, discord.Row(append(last, discord.LinkButton(in.Speak(say.LabelGo), channelLink(rec)))...))
}

// translated are choices of a fixed list in a reader's language.
func translated(in lang.Language, list []games.Choice) []games.Choice {
	said := make([]games.Choice, len(list))
	for i, c := range list {
		said[i] = games.Choice{Value: c.Value, Label: in.Text(c.Label)}
	}
	return said
}

// Choosing is a menu of choices, of which so many may be chosen at once.
func Choosing(at Target, hint string, list []games.Choice, most int) discordgo.MessageComponent {
	var options []discordgo.SelectMenuOption
	for _, c := range list[:min(len(list), discord.MaxOptions)] {
		options = append(options, discordgo.SelectMenuOption{Label: discord.Truncate(c.Label, discord.MaxOptionText), Value: c.Value})
	}
	return discord.Row(discordgo.SelectMenu{
		MenuType: discordgo.StringSelectMenu, CustomID: at.MustID(), Placeholder: hint, Options: options, MaxValues: min(most, len(options)),
	})
}

// ArrangingPhase reports whether a running match is at the stage at which its players arrange their pieces.
func ArrangingPhase(rec match.Match) bool {
	g := rec.Rules()
	if g == nil || !g.Arranges || rec.Status != match.Running {
		return false
	}
	pos, err := rec.Parse()
	return err == nil && pos.Turn().Phase == referee.SettingUp
}

// IsArranging reports whether somebody is arranging their pieces in a match.
func IsArranging(rec match.Match, u match.UserID) bool {
	return ArrangingPhase(rec) && rec.Waiting.Has(rec.SeatOf(u))
}

// NewModal is a form in the language of who fills it in.
func NewModal(in lang.Language, title string, at Target, fields ...games.Field) discord.Modal {
	f := discord.Modal{Title: in.Text(title), ID: at.MustID(), Late: in.Speak(say.FormLate)}
	for _, field := range fields {
		f.Inputs = append(f.Inputs, discord.TextInput{Label: in.Text(field.Label), Placeholder: in.Text(field.Placeholder), Value: field.Value, Max: field.Max})
	}
	return f
}
