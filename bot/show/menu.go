package show

import (
	"cmp"
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
	if to.Choice.Ask {
		return question(to.In, at, to.Choice)
	}
	return Controls(to.In, view, at, to.Choice, to.public())
}

// Controls are the controls by which a move of a view's is chosen: buttons, one menu of all moves, or menus step by step. In public they are never more than
// the first page of the first step.
func Controls(in lang.Language, view *games.View, at Target, c Choice, public bool) []discordgo.MessageComponent {
	if c.begun() {
		return menu(in, view, at, c)
	}
	if list := view.Buttons(); len(list) > 0 {
		return moveButtons(in, at, c, list)
	}
	if only, ok := onlyMove(view); ok {
		at.Action, at.Text = c.action(ActPlay), c.Lesson+only
		if _, fits := at.ID(); fits {
			return []discordgo.MessageComponent{discord.Row(Button(in.Say(say.LabelPlay, only), discordgo.PrimaryButton, at))}
		}
	}
	if list, ok := wholeMoves(view); ok {
		at.Action, at.Text = c.action(ActMenu), c.Lesson
		return []discordgo.MessageComponent{selectMenu(in, at, say.MenuWhole, list)}
	}
	if public && len(view.Complete("")) > onePage {
		at.Action, at.Text = ActOpen, ""
		return []discordgo.MessageComponent{discord.Row(Button(in.Speak(say.LabelMove), discordgo.PrimaryButton, at))}
	}
	return menu(in, view, at, c)
}

// mayChoose reports whether a board offers moves, so that it is lit for whoever chooses one. What is lit gives nothing away: on a public board, what
// everybody can work out.
func mayChoose(rec match.Match, to Reader) bool {
	if rec.Status != match.Running || rec.Parked != nil || ArrangingPhase(rec) || to.public() && (rec.Rules().Hidden || rec.Waiting.Len() > 1) {
		return false
	}
	_, ok := mover(rec, to)
	return ok
}

// wholeMoves are all legal moves, where one menu holds them.
func wholeMoves(v *games.View) ([]games.Completion, bool) {
	list, ok := v.Moves(onePage)
	for _, c := range list {
		ok = ok && len(c.Text) <= maxValue
	}
	return list, ok
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

func moveButtons(in lang.Language, at Target, c Choice, list []games.Button) []discordgo.MessageComponent {
	var buttons []discordgo.MessageComponent
	at.Action = c.action(ActPlay)
	for _, m := range list {
		at.Text = c.Lesson + m.Move
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

// Choice is how far somebody has come in choosing a move. The zero Choice is a board from which nothing has been chosen yet.
type Choice struct {
	Half string // chosen so far
	Page int    // of the menu that goes on from there
	Once bool   // the message goes away when the move is made: a public board shows it
	Ask  bool   // Half is a whole move, and does its maker want it?
	Open bool   // the menu is shown though nothing has been chosen
	Try  bool   // on a what-if board

	Lesson string // on a board of a lesson: what stands before the text of each component
}

// begun reports whether a message shows a step of a move instead of a board with all that can be done.
func (c Choice) begun() bool { return c.Half != "" || c.Page > 0 || c.Ask || c.Open }

// says is what stands above the board of a step.
func (c Choice) says(in lang.Language) string {
	switch {
	case c.Ask:
		return in.Say(say.AskMove, "**"+discord.Escape(c.Half)+"**")
	case c.Half != "":
		return in.Say(say.MenuThen, "**"+discord.Escape(c.Half)+"**")
	}
	return in.Speak(say.MenuFirst)
}

// Actions that do the same as others, in a message that goes away, on a what-if board, and on one of a lesson.
var (
	passing  = map[Action]Action{ActMenu: ActMenuOnce, ActOpen: ActOpenOnce, ActBack: ActBackOnce, ActSure: ActSureOnce}
	trying   = map[Action]Action{ActPlay: ActTryMove, ActMenu: ActTryMenu, ActOpen: ActTryOpen, ActBack: ActTryBack}
	learning = map[Action]Action{ActPlay: ActLessonMove, ActMenu: ActLessonMenu, ActOpen: ActLessonOpen, ActBack: ActLessonBack}
)

// action is an action as it is in such a message as the choice is made in.
func (c Choice) action(a Action) Action {
	switch {
	case c.Lesson != "":
		return cmp.Or(learning[a], a)
	case c.Try:
		return cmp.Or(trying[a], a)
	case c.Once:
		return cmp.Or(passing[a], a)
	}
	return a
}

// question asks whether a move is to be made (P95). It is empty if the move is too long for a button.
func question(in lang.Language, at Target, c Choice) []discordgo.MessageComponent {
	yes, no := at, at
	yes.Action, yes.Text = c.action(ActSure), c.Half
	no.Action = c.action(ActBack)
	if _, fits := yes.ID(); !fits {
		return nil
	}
	return []discordgo.MessageComponent{discord.Row(
		Button(in.Say(say.LabelPlay, c.Half), discordgo.SuccessButton, yes), Button(in.Speak(say.LabelBack), discordgo.SecondaryButton, no))}
}

// CanAsk reports whether a question about a move has room for it.
func CanAsk(rec match.Match, move string) bool {
	_, fits := Target{Match: rec.ID, Head: rec.Board(), Action: ActSureOnce, Text: move}.ID()
	return fits
}

// menu offers the ways to go on with a half-typed move, one page of them. The path so far travels in the component's id, so that nothing
// half-done is stored. It is empty if there are none.
func menu(in lang.Language, v *games.View, at Target, c Choice) []discordgo.MessageComponent {
	all := v.Complete(c.Half)
	first := min(max(c.Page, 0)*onePage, max(len(all)-1, 0)/onePage*onePage)
	var list []games.Completion
	for _, next := range all[first:min(first+onePage, len(all))] {
		if next = follow(v, next); len(next.Text) <= maxValue {
			list = append(list, next)
		}
	}
	at.Action, at.Text = c.action(ActMenu), c.Lesson+c.Half
	if _, fits := at.ID(); len(list) == 0 || !fits {
		return nil
	}
	hint := say.MenuFirst
	if c.Half != "" {
		hint = say.MenuHow
	}
	parts := []discordgo.MessageComponent{selectMenu(in, at, hint, list)}
	if nav := turning(in, at, c, first/onePage, len(all)); len(nav) > 0 {
		parts = append(parts, discord.Row(nav...))
	}
	return parts
}

// selectMenu is a menu of completions.
func selectMenu(in lang.Language, at Target, hint games.Sentence, list []games.Completion) discordgo.MessageComponent {
	var options []discordgo.SelectMenuOption
	for _, c := range list {
		kind, label := HalfMove, in.Speak(c.Label)
		if c.Whole {
			kind = WholeMove
		}
		if label == "" {
			label = c.Text
		}
		options = append(options, discordgo.SelectMenuOption{Label: discord.Truncate(label, discord.MaxOptionText), Value: kind + c.Text})
	}
	return discord.Row(discordgo.SelectMenu{
		MenuType: discordgo.StringSelectMenu, CustomID: at.MustID(), Placeholder: in.Speak(hint), Options: options,
	})
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
func turning(in lang.Language, at Target, c Choice, page, entries int) []discordgo.MessageComponent {
	var list []discordgo.MessageComponent
	add := func(label games.Sentence, a Action, text string) {
		at.Action, at.Text = a, c.Lesson+text
		if _, fits := at.ID(); fits {
			list = append(list, Button(in.Speak(label), discordgo.SecondaryButton, at))
		}
	}
	if c.Half != "" {
		add(say.LabelBack, c.action(ActBack), c.Half)
	}
	if page > 0 {
		add(say.LabelEarlier, c.action(ActOpen), PageText(page-1, c.Half))
	}
	if (page+1)*onePage < entries {
		add(say.LabelMore, c.action(ActOpen), PageText(page+1, c.Half))
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

// Step is a step of a move, or the question about it, on a board on which what can be chosen is lit: for one person alone.
func (k *Maker) Step(in lang.Language, rec match.Match, u match.User, c Choice) (discord.Message, error) {
	return k.StepFor(rec, Reader{user: u.ID, In: in, Style: u.Style, prefer: u.Prefer}, c)
}

// StepFor is the same for a reader of the public board, in the place of that board.
func (k *Maker) StepFor(rec match.Match, to Reader, c Choice) (discord.Message, error) {
	seat, ok := mover(rec, to)
	if !ok {
		return discord.TextMessage(to.In.Speak(say.OldVoice)), nil
	}
	view, err := rec.View(seat)
	if err != nil {
		return discord.Message{}, err
	}
	switch {
	case c.Ask:
	case len(view.Complete(c.Half)) == 0:
		return discord.TextMessage(to.In.Speak(say.OldVoice)), nil
	case len(menu(to.In, view, Target{Match: rec.ID, Head: rec.Board()}, c)) == 0:
		return discord.TextMessage(to.In.Say(say.TooLong, rec.Game)), nil
	}
	to.Choice = c
	return k.Board(rec, to)
}
