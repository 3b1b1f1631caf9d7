package show

import (
	"strconv"
	"strings"

	"github.com/bwmarrin/discordgo"

	"paddock/bot/discord"
	"paddock/bot/lang"
	"paddock/bot/say"
	"paddock/games"
	"paddock/games/match"
)

// Values of menu options say whether the text is a whole move, to be played, or goes on.
const (
	WholeMove  = "="
	HalfMove   = "+"
	maxValue   = 100 - len(WholeMove)
	maxHops    = 64 // of a half-typed move, when looking for its way back
	onePage    = discord.MaxOptions
	pageMarker = "/"
)

// moves are the controls for playing: a button for each move, or menus that lead to one, at most 25 entries each (P55). On a public
// board they are for whoever waits there, and never more than the first step; where that would give something away, or several wait at
// once, or there is too much for one menu, it is one button that opens the rest for the presser alone.
func moves(rec match.Match, to Reader) []discordgo.MessageComponent {
	if rec.Status != match.Running || rec.Parked != nil {
		return nil
	}
	if ArrangingPhase(rec) {
		if !to.public() {
			return nil
		}
		return []discordgo.MessageComponent{discord.Row(Button(to.In.Speak(say.LabelSetup), discordgo.PrimaryButton, Target{Match: rec.ID, Head: rec.Board(), Action: ActSetup}))}
	}
	seat, ok := mover(rec, to)
	if !ok {
		return nil
	}
	at := Target{Match: rec.ID, Head: rec.Board()}
	if to.public() && (rec.Rules().Hidden || rec.Waiting.Len() > 1) {
		at.Action = ActOpen
		return []discordgo.MessageComponent{discord.Row(Button(to.In.Speak(say.LabelMove), discordgo.PrimaryButton, at))}
	}
	view, err := rec.View(seat)
	if err != nil {
		return nil // the board could not be drawn either
	}
	if list := view.Buttons(); len(list) > 0 {
		return moveButtons(to.In, at, list)
	}
	if only, ok := onlyMove(view); ok {
		at.Action, at.Text = ActPlay, only
		if _, fits := at.ID(); fits {
			return []discordgo.MessageComponent{discord.Row(Button(to.In.Say(say.LabelPlay, only), discordgo.PrimaryButton, at))}
		}
	}
	if to.public() && len(view.Complete("")) > onePage {
		at.Action, at.Text = ActOpen, ""
		return []discordgo.MessageComponent{discord.Row(Button(to.In.Speak(say.LabelMove), discordgo.PrimaryButton, at))}
	}
	return menu(to.In, view, at, "", 0)
}

// mover is the seat whose moves a board offers: the reader's own if it is their turn, on a public board that of whoever is waited for.
func mover(rec match.Match, to Reader) (games.Seat, bool) {
	for seat := range rec.Waiting.All() {
		p := rec.Players[seat]
		if p.User != "" && (to.public() || p.User == to.user) {
			return seat, true
		}
	}
	return games.Spectator, false
}

func moveButtons(in lang.Language, at Target, list []games.Button) []discordgo.MessageComponent {
	var buttons []discordgo.MessageComponent
	at.Action = ActPlay
	for _, m := range list {
		at.Text = m.Move
		b := Button(in.Speak(m.Label), discordgo.PrimaryButton, at)
		if !m.Enabled {
			b.Style, b.Disabled = discordgo.SecondaryButton, true
		}
		buttons = append(buttons, b)
	}
	return discord.ButtonRows(buttons)
}

// onlyMove is the legal move if there is just one.
func onlyMove(v *games.View) (string, bool) {
	only, n := "", 0
	for m := range v.Legal() {
		if n++; n > 1 {
			return "", false
		}
		only = m
	}
	return only, n == 1
}

// menu offers the ways to go on with a half-typed move, one page of them. The path so far travels in the component's id, so that nothing
// half-done is stored. It is empty if there are none.
func menu(in lang.Language, v *games.View, at Target, path string, page int) []discordgo.MessageComponent {
	all := v.Complete(path)
	first := min(max(page, 0)*onePage, max(len(all)-1, 0)/onePage*onePage)
	var options []discordgo.SelectMenuOption
	for _, c := range all[first:min(first+onePage, len(all))] {
		if c = follow(v, c); len(c.Text) > maxValue {
			continue
		}
		kind := HalfMove
		if c.Whole {
			kind = WholeMove
		}
		label := in.Speak(c.Label)
		if label == "" {
			label = c.Text
		}
		options = append(options, discordgo.SelectMenuOption{Label: discord.Truncate(label, discord.MaxOptionText), Value: kind + c.Text})
	}
	at.Action, at.Text = ActMenu, path
	id, fits := at.ID()
	if len(options) == 0 || !fits {
		return nil
	}
	hint := in.Speak(say.MenuFirst)
	if path != "" {
		hint = in.Speak(say.MenuHow)
	}
	parts := []discordgo.MessageComponent{discord.Row(discordgo.SelectMenu{
		MenuType: discordgo.StringSelectMenu, CustomID: id, Placeholder: hint, Options: options,
	})}
	if nav := turning(in, at, path, first/onePage, len(all)); len(nav) > 0 {
		parts = append(parts, discord.Row(nav...))
	}
	return parts
}

// follow goes on from a completion as long as there is just one way to: "sheep a4 → a5". Nobody has to choose where there is no choice.
func follow(v *games.View, c games.Completion) games.Completion {
	for range maxHops {
		if c.Whole {
			break
		}
		next := v.Complete(c.Text)
		if len(next) != 1 || next[0].Text == c.Text {
			break
		}
		c = games.Completion{Text: next[0].Text, Label: games.Say("%s → %s", c.Label, next[0].Label), Whole: next[0].Whole}
	}
	return c
}

// turning are the buttons to other pages and one step back.
func turning(in lang.Language, at Target, path string, page, entries int) []discordgo.MessageComponent {
	var list []discordgo.MessageComponent
	add := func(label games.Sentence, a Action, text string) {
		at.Action, at.Text = a, text
		if _, fits := at.ID(); fits {
			list = append(list, Button(in.Speak(label), discordgo.SecondaryButton, at))
		}
	}
	if path != "" {
		add(say.LabelBack, ActBack, path)
	}
	if page > 0 {
		add(say.LabelEarlier, ActOpen, PageText(page-1, path))
	}
	if (page+1)*onePage < entries {
		add(say.LabelMore, ActOpen, PageText(page+1, path))
	}
	return list
}

// PageText is a page of a menu and the half-typed move that it goes on from, as they stand in a component's id.
func PageText(page int, path string) string { return strconv.Itoa(page) + pageMarker + path }

// ParsePage reads what pageText wrote; a text without a page is the first page.
func ParsePage(text string) (page int, path string) {
	if n, rest, ok := strings.Cut(text, pageMarker); ok {
		if page, err := strconv.Atoi(n); err == nil && page >= 0 {
			return page, rest
		}
	}
	return 0, text
}

// StepBack is the half-typed move that led to path: the way is walked again from the beginning.
func StepBack(v *games.View, path string) string {
	at := ""
	for range maxHops {
		next := ""
		for _, c := range v.Complete(at) {
			if c.Text == path {
				return at
			}
			if !c.Whole && strings.HasPrefix(path, c.Text) && len(c.Text) > max(len(next), len(at)) {
				next = c.Text
			}
		}
		if next == "" {
			return ""
		}
		at = next
	}
	return ""
}

// MenuMessage is a step of a move for one person alone.
func MenuMessage(in lang.Language, rec match.Match, seat games.Seat, path string, page int) (discord.Message, error) {
	view, err := rec.View(seat)
	if err != nil {
		return discord.Message{}, err
	}
	parts := menu(in, view, Target{Match: rec.ID, Head: rec.Board()}, path, page)
	if len(parts) == 0 {
		if len(view.Complete(path)) == 0 {
			return discord.TextMessage(in.Speak(say.OldVoice)), nil
		}
		return discord.TextMessage(in.Say(say.TooLong, rec.Game)), nil
	}
	hint := in.Speak(say.MenuFirst)
	if path != "" {
		hint = in.Say(say.MenuThen, "**"+discord.Escape(path)+"**")
	}
	return discord.Message{Parts: append([]discordgo.MessageComponent{discord.Text(hint)}, parts...), Private: true}, nil
}
