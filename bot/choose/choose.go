// Package choose makes the controls with which a person chooses a move: buttons and menus, step by
// step, from a view of the game. It knows no match, so boards, lessons and trial boards share it.
// Start reading at [Controls].
package choose

import (
	"cmp"
	"math"
	"slices"
	"strconv"
	"strings"

	"github.com/bwmarrin/discordgo"

	"paddock/bot/component"
	"paddock/bot/discord"
	"paddock/bot/lang"
	"paddock/bot/say"
	"paddock/games"
	"paddock/games/match/ahead"
)

// A menu option's value begins with WholeMove if its text is a whole move, and with HalfMove if the
// move continues.
const (
	WholeMove = "="
	HalfMove  = "+"
	maxValue  = 100 - len(WholeMove)
	// the most continuations that are shown as buttons; more are in a menu, although a menu opens
	// over the board
	fewWays    = 20
	fewMoves   = 12 // the number of whole moves that are shown at once even if their names need many rows
	fewRows    = 4  // the most rows of buttons below which a phone's window still holds the board
	fewNamed   = 3  // the most rows of buttons with the names of pieces
	mostLikely = 7  // the most whole moves that have buttons above the first steps
	someLikely = 5  // the number of whole moves that have buttons even above a menu
	maxHops    = 64 // the most steps that are followed to find a half-chosen move
	onePage    = discord.MaxOptions
	pageMarker = "/"
)

// Sentences of the controls.
var (
	SayMove  = games.Say("Make a move")
	sayPlay  = games.Say("Play %s")
	SayFirst = games.Say("Your move: choose what to play")
	sayWhole = games.Say("Choose your move")
	sayThen  = games.Say("%s: where to?")
	sayAsk   = games.Say("Do you want to play %s?")
	sayHow   = games.Say("Choose where to go")
)

// Chosen reads what a player has picked in a menu of moves: the values that Discord sends. It returns
// the text of the move, and whether that is a whole move or its beginning.
// It returns component.ErrID unless there is exactly one value.
func Chosen(values []string) (text string, whole bool, err error) {
	if len(values) != 1 {
		return "", false, component.ErrID
	}
	if move, whole := strings.CutPrefix(values[0], WholeMove); whole {
		return move, true, nil
	}
	return strings.TrimPrefix(values[0], HalfMove), false, nil
}

// Controls returns the controls for choosing a move in a view. It tries, in this order: buttons for
// all moves, buttons for the first step, one menu of all moves, and menus step by step. Games with
// PieceFirst never have whole moves among first steps. In public they never go beyond the first page
// of the first step.
func Controls(in lang.Language, view *games.View, at component.Target, c Choice,
	public bool,
) []discordgo.MessageComponent {
	if c.Begun() {
		return Steps(in, view, at, c)
	}
	if list := view.Buttons(); len(list) > 0 {
		return moveButtons(in, view, at, c, list)
	}
	if only, ok := onlyMove(view); ok {
		at.Action, at.Text = c.action(component.ActPlay), c.Lesson+only
		if _, fits := at.ID(); fits {
			return []discordgo.MessageComponent{discord.Row(component.Button(in.Say(sayPlay, oneMove(in, view, only)),
				discordgo.PrimaryButton, at))}
		}
	}
	list, ok := wholeMoves(view)
	if ok && !view.Game.PieceFirst {
		rows := wayButtons(in, view, at, c, list)
		if rows != nil && (len(list) <= fewMoves || len(rows) <= fewRows) {
			return rows
		}
	}
	if len(view.Complete("")) <= fewWays {
		if row := Steps(in, view, at, c); row != nil {
			return row
		}
	}
	if ok && !view.Game.PieceFirst {
		at.Action, at.Text = c.action(component.ActMenu), c.Lesson
		return []discordgo.MessageComponent{selectMenu(in, view, at, c, Prompt(view, sayWhole), list)}
	}
	if public && len(view.Complete("")) > onePage {
		at.Action, at.Text = c.action(component.ActOpen), ""
		return []discordgo.MessageComponent{discord.Row(component.Button(in.Speak(SayMove),
			discordgo.PrimaryButton, at))}
	}
	return Steps(in, view, at, c)
}

// wholeMoves returns all legal moves. It returns false if they do not fit one menu.
func wholeMoves(v *games.View) ([]games.Completion, bool) {
	list, ok := v.Moves(onePage)
	for _, c := range list {
		ok = ok && len(c.Text) <= maxValue
	}
	return list, ok
}

func moveButtons(in lang.Language, v *games.View, at component.Target, c Choice,
	list []games.Button,
) []discordgo.MessageComponent {
	var buttons []discordgo.MessageComponent
	at.Action = c.action(component.ActPlay)
	for _, m := range list {
		at.Text = c.Lesson + m.Move
		b := component.Button(in.Speak(m.Label), discordgo.PrimaryButton, at)
		b.Emoji = c.icon(v, m.Icon)
		if !m.Enabled {
			b.Style, b.Disabled = discordgo.SecondaryButton, true
		}
		buttons = append(buttons, b)
	}
	return discord.ButtonRows(buttons)
}

// onlyMove returns the only legal move; ok is false if there are several or none.
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

// oneMove names a move as other buttons do, or else in notation.
func oneMove(in lang.Language, v *games.View, move string) string {
	list, _ := v.Moves(1)
	if len(list) == 1 && list[0].Text == move && list[0].Short.Format != "" {
		return in.Speak(list[0].Short)
	}
	return move
}

// Choice says which part of a move a person has chosen. In the zero Choice nothing is chosen.
type Choice struct {
	Half string // the part chosen so far
	Page int    // page of the menu with the next step
	Once bool   // the message is deleted after the move, because a public board shows it
	Ask  bool   // Half is a whole move, and the person is asked to confirm it
	Open bool   // the menu is shown although nothing is chosen yet
	Try  bool   // the message is a trial board
	Vote bool   // the choice is a vote
	Bare bool   // buttons and menus have no icons

	Lesson string // on a lesson's board, the prefix of each component's text
}

// Begun reports whether the player is in the middle of choosing a move. The message then has only the
// buttons for the next step of the move, and none of the match's other buttons.
func (c Choice) Begun() bool { return c.Half != "" || c.Page > 0 || c.Ask || c.Open }

// icon returns the icon of a game's piece for a button or a menu, or nil.
func (c Choice) icon(v *games.View, name string) *discordgo.ComponentEmoji {
	if c.Bare || name == "" {
		return nil
	}
	return discord.Icon(string(v.Game.ID) + "_" + name)
}

// Says returns the text above the board of a step. First is the text of the first step, and half
// the name of the part chosen so far.
func (c Choice) Says(in lang.Language, first games.Sentence, half string) string {
	switch {
	case c.Ask:
		return in.Say(sayAsk, "**"+discord.Escape(c.Half)+"**")
	case c.Half != "":
		return in.Say(sayThen, "**"+discord.Escape(half)+"**")
	}
	return in.Speak(first)
}

// Prompt returns the game's own request to its player, or a sentence that fits every game.
func Prompt(v *games.View, otherwise games.Sentence) games.Sentence {
	if asked := v.Prompt(); asked.Format != "" {
		return asked
	}
	return otherwise
}

// Variants of actions: in a message that is deleted after the move, on a trial board, on a
// lesson's board, and for a vote.
var (
	voting = map[component.Action]component.Action{
		component.ActPlay: component.ActVote,
		component.ActMenu: component.ActVoteMenu, component.ActOpen: component.ActVoteOpen,
		component.ActBack: component.ActVoteBack,
	}
	passing = map[component.Action]component.Action{
		component.ActPlay: component.ActPlayOnce,
		component.ActMenu: component.ActMenuOnce, component.ActOpen: component.ActOpenOnce,
		component.ActBack: component.ActBackOnce, component.ActSure: component.ActSureOnce,
	}
	trying = map[component.Action]component.Action{
		component.ActPlay: component.ActTryMove,
		component.ActMenu: component.ActTryMenu, component.ActOpen: component.ActTryOpen,
		component.ActBack: component.ActTryBack,
	}
	learning = map[component.Action]component.Action{
		component.ActPlay: component.ActLessonMove,
		component.ActMenu: component.ActLessonMenu, component.ActOpen: component.ActLessonOpen,
		component.ActBack: component.ActLessonBack,
	}
)

// action returns the variant of an action that fits the message in which the move is chosen.
func (c Choice) action(a component.Action) component.Action {
	switch {
	case c.Lesson != "":
		return cmp.Or(learning[a], a)
	case c.Vote:
		return cmp.Or(voting[a], a)
	case c.Try:
		return cmp.Or(trying[a], a)
	case c.Once:
		return cmp.Or(passing[a], a)
	}
	return a
}

// Question returns the buttons that confirm a move or go back (P95). There are none if the move is
// too long for a button.
func Question(in lang.Language, at component.Target, c Choice) []discordgo.MessageComponent {
	yes, no := at, at
	yes.Action, yes.Text = c.action(component.ActSure), c.Half
	no.Action = c.action(component.ActBack)
	if _, fits := yes.ID(); !fits {
		return nil
	}
	return []discordgo.MessageComponent{discord.Row(
		component.Button(in.Say(sayPlay, c.Half), discordgo.SuccessButton, yes),
		component.Button(in.Speak(say.LabelBack), discordgo.SecondaryButton, no))}
}

// Steps returns the ways to continue a half-chosen move. A few are buttons; many are one page of a
// menu with buttons to other pages. The component's id holds the chosen part, so no unfinished move
// is stored. The result is empty if no continuation fits.
func Steps(in lang.Language, v *games.View, at component.Target, c Choice) []discordgo.MessageComponent {
	all := v.Complete(c.Half)
	if len(all) > fewWays {
		slices.SortStableFunc(all, func(a, b games.Completion) int { return cmp.Compare(b.Worth, a.Worth) })
	}
	page := onePage
	if v.Game.PieceFirst { // a menu would hide the board while one chooses
		page = fewWays
	}
	first := min(max(c.Page, 0)*page, max(len(all)-1, 0)/page*page)
	here := all[first:min(first+page, len(all))]
	list := here
	if c.Half != "" || !v.Game.PieceFirst {
		list = followed(v, here)
	}
	list = slices.DeleteFunc(slices.Clone(list), func(next games.Completion) bool { return len(next.Text) > maxValue })
	at.Action, at.Text = c.action(component.ActMenu), c.Lesson+c.Half
	if _, fits := at.ID(); len(list) == 0 || !fits {
		return nil
	}
	hint := Prompt(v, SayFirst)
	if c.Half != "" {
		hint = sayHow
	} else {
		nameMoves(v, list)
	}
	parts := []discordgo.MessageComponent{selectMenu(in, v, at, c, hint, list)}
	var soon []games.Completion
	if first == 0 {
		soon = slices.DeleteFunc(likely(v, all), func(m games.Completion) bool {
			return slices.ContainsFunc(list, func(c games.Completion) bool { return c.Text == m.Text })
		})
		list = slices.DeleteFunc(list, func(first games.Completion) bool { return shown(v, first, soon) })
	}
	few := len(all) <= onePage && len(soon)+len(list) <= fewWays || v.Game.PieceFirst
	rows := stepRows(in, v, at, c, append(soon, list...))
	for _, pieces := range [][]games.Completion{followed(v, here), here} {
		if c.Half == "" && len(rows) > fewRows { // each piece first, if there is room with its only move
			rows = stepRows(in, v, at, c, pieces)
		}
	}
	if rows != nil && few {
		parts = rows
	} else {
		parts = append(wayButtons(in, v, at, c, soon), parts...)
	}
	if nav := turning(in, at, c, first/page, page, len(all)); len(nav) > 0 {
		parts = append(parts, discord.Row(nav...))
	}
	return parts
}

// followed extends each completion of a list, see follow.
func followed(v *games.View, list []games.Completion) (out []games.Completion) {
	for _, next := range list {
		out = append(out, follow(v, next))
	}
	return out
}

// stepRows returns rows of buttons for the steps of a move: first those for whole moves, then those that
// lead on. These have an ellipsis where a button can be a whole move. It returns nil if one is too long for a button.
func stepRows(in lang.Language, v *games.View, at component.Target, c Choice,
	list []games.Completion,
) []discordgo.MessageComponent {
	var whole, begun []games.Completion
	for _, way := range list {
		if way.Whole {
			whole = append(whole, way)
		} else {
			begun = append(begun, way)
		}
	}
	if len(whole) > 0 || !v.Game.PieceFirst { // on such a board all buttons show pieces
		for i := range begun {
			begun[i].Short = games.Say("%s …", Short(begun[i]))
		}
	}
	first, then := wayButtons(in, v, at, c, whole), wayButtons(in, v, at, c, begun)
	if len(whole) > 0 && first == nil || len(begun) > 0 && then == nil {
		return nil
	}
	return append(first, then...)
}

// nameMoves gives whole moves in a list the short text that the game has for them.
func nameMoves(v *games.View, list []games.Completion) {
	if !slices.ContainsFunc(list, func(c games.Completion) bool { return c.Whole }) {
		return
	}
	moves, _ := v.Moves(mostPlain)
	for i := range list {
		if at := slices.IndexFunc(moves, func(m games.Completion) bool { return m.Text == list[i].Text }); at >= 0 {
			list[i].Short = Short(moves[at])
		}
	}
}

// likely returns the two-step moves with the highest worth. They get buttons beside the first
// steps. A game that gives every move the same worth has none.
func likely(v *games.View, first []games.Completion) []games.Completion {
	moves, ok := v.Moves(mostPlain)
	if !ok || v.Game.PieceFirst {
		return nil
	}
	worth, icons, least := make(map[string]int), make(map[string]string), math.MaxInt
	for _, c := range first {
		for _, next := range v.Complete(c.Text) {
			if !c.Whole && next.Whole {
				worth[next.Text], icons[next.Text], least = next.Worth, c.Icon, min(least, next.Worth)
			}
		}
	}
	moves = slices.DeleteFunc(moves, func(m games.Completion) bool {
		w, known := worth[m.Text]
		return !known || w <= least || len(m.Text) > maxValue
	})
	slices.SortStableFunc(moves, func(a, b games.Completion) int { return cmp.Compare(worth[b.Text], worth[a.Text]) })
	moves = moves[:min(len(moves), mostLikely, max(someLikely, fewMoves-len(first)))]
	for i := range moves {
		moves[i].Icon = icons[moves[i].Text]
	}
	return moves
}

// shown reports whether all moves that begin with a first step have buttons of their own, so that
// the step needs none.
func shown(v *games.View, first games.Completion, buttons []games.Completion) bool {
	return !first.Whole && !slices.ContainsFunc(v.Complete(first.Text), func(next games.Completion) bool {
		return !slices.ContainsFunc(buttons, func(b games.Completion) bool { return b.Text == next.Text })
	})
}

// wayButtons returns a button for each completion. A whole move is played; another shows the next
// step. It returns nil if one is too long for a button. Where the names of pieces would take many rows,
// their icons and squares are enough: the board shows them too.
func wayButtons(in lang.Language, v *games.View, at component.Target, c Choice,
	list []games.Completion,
) []discordgo.MessageComponent {
	differ := slices.ContainsFunc(list, func(way games.Completion) bool { return way.Icon != list[0].Icon })
	var buttons, small []discordgo.MessageComponent
	for _, way := range list {
		style := discordgo.SecondaryButton
		at.Action, at.Text = c.action(component.ActOpen), c.Lesson+way.Text
		if way.Whole {
			style = discordgo.PrimaryButton
			at.Action = c.action(component.ActPlay)
		}
		if _, fits := at.ID(); !fits {
			return nil
		}
		b := component.Button(cmp.Or(in.Speak(Short(way)), way.Text), style, at)
		if differ { // equal icons would only take room
			b.Emoji = c.icon(v, way.Icon)
		}
		buttons = append(buttons, b)
		if v.Game.PieceFirst && c.Half == "" && b.Emoji != nil {
			b.Label = way.Text
			small = append(small, b)
		}
	}
	rows := discord.ButtonRows(buttons)
	if len(rows) > fewNamed && len(small) == len(buttons) {
		rows = discord.ButtonRows(small)
	}
	return rows
}

// selectMenu returns a menu of completions.
func selectMenu(in lang.Language, v *games.View, at component.Target, how Choice, hint games.Sentence,
	list []games.Completion,
) discordgo.MessageComponent {
	var options []discordgo.SelectMenuOption
	for _, c := range list {
		kind, label := HalfMove, in.Speak(c.Label)
		if c.Whole {
			kind = WholeMove
		}
		if label == "" {
			label = c.Text
		}
		options = append(options,
			discordgo.SelectMenuOption{
				Label: discord.Truncate(label, discord.MaxOptionText), Value: kind + c.Text,
				Emoji: how.icon(v, c.Icon),
			})
	}
	return component.Menu(in.Speak(hint), options, at)
}

// follow extends a completion as long as there is only one continuation, such as "sheep a4 → a5".
func follow(v *games.View, c games.Completion) games.Completion {
	for range maxHops {
		if c.Whole {
			break
		}
		next := v.Complete(c.Text)
		if len(next) != 1 || next[0].Text == c.Text {
			break
		}
		c = games.Completion{
			Text: next[0].Text, Label: games.Say("%s → %s", c.Label, next[0].Label),
			Short: games.Say("%s→%s", Short(c), Short(next[0])), Whole: next[0].Whole, Icon: c.Icon,
		}
	}
	return c
}

// Short returns the text of a completion for a button.
func Short(c games.Completion) games.Sentence {
	if c.Short.Format != "" {
		return c.Short
	}
	return c.Label
}

// turning returns the buttons that lead one step back and to the neighbouring pages.
func turning(in lang.Language, at component.Target, c Choice, page, onPage, entries int) []discordgo.MessageComponent {
	var list []discordgo.MessageComponent
	add := func(label games.Sentence, a component.Action, text string) {
		at.Action, at.Text = a, c.Lesson+text
		if _, fits := at.ID(); fits {
			list = append(list, component.Button(in.Speak(label), discordgo.SecondaryButton, at))
		}
	}
	if c.Half != "" {
		add(say.LabelBack, c.action(component.ActBack), c.Half)
	}
	if page > 0 {
		add(say.LabelPrevPage, c.action(component.ActOpen), PageText(page-1, c.Half))
	}
	if (page+1)*onPage < entries {
		add(say.LabelNextPage, c.action(component.ActOpen), PageText(page+1, c.Half))
	}
	return list
}

// Pages returns the number of pages of a list, at least one.
func Pages(entries, onPage int) int { return max(1, (entries+onPage-1)/onPage) }

// PageButtons returns the buttons that lead to the previous and to the next page, where there is one.
// Pages are counted from 0. At returns the target of the button that leads to a page.
func PageButtons(in lang.Language, page, pages int, at func(page int) component.Target,
) (list []discordgo.MessageComponent) {
	if page > 0 {
		list = append(list, component.Button(in.Speak(say.LabelPrevPage), discordgo.SecondaryButton, at(page-1)))
	}
	if page < pages-1 {
		list = append(list, component.Button(in.Speak(say.LabelNextPage), discordgo.SecondaryButton, at(page+1)))
	}
	return list
}

// PageText joins the number of a menu's page and the part of a move that has been chosen so far. A button
// carries this text in its id, so that the bot need not store either.
func PageText(page int, path string) string { return strconv.Itoa(page) + pageMarker + path }

// ParsePage splits the text of PageText into its page and its part of a move. A text without a page
// belongs to the first page, whose number is 0.
func ParsePage(text string) (page int, path string) {
	if n, rest, ok := strings.Cut(text, pageMarker); ok {
		if page, err := strconv.Atoi(n); err == nil && page >= 0 {
			return page, rest
		}
	}
	return 0, text
}

// StepBack takes the last step of a move back that is being chosen. Path is the part chosen so far; the
// result is that part without its last step. The steps are found by going through the game's own
// continuations from the beginning, because only the game knows where a step ends.
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

// mostPlain is the most moves that Plain lists.
const mostPlain = 250

// Plain returns a page of a menu of moves in notation. It is for trial boards with a position
// that the game's own controls can't show.
func Plain(in lang.Language, end ahead.Position, at component.Target, page int) []discordgo.MessageComponent {
	moves := end.Moves("", mostPlain)
	if len(moves) == 0 {
		return nil
	}
	slices.Sort(moves)
	pages := Pages(len(moves), discord.MaxOptions)
	page = min(max(page, 0), pages-1)
	var options []discordgo.SelectMenuOption
	for _, m := range moves[page*discord.MaxOptions : min(len(moves), (page+1)*discord.MaxOptions)] {
		options = append(options, discordgo.SelectMenuOption{Label: m, Value: WholeMove + m})
	}
	at.Action = component.ActTryMenu
	parts := []discordgo.MessageComponent{component.Menu(in.Speak(sayHow), options, at)}
	at.Action = component.ActTryOpen
	nav := PageButtons(in, page, pages, func(page int) component.Target {
		at.Text = PageText(page, "")
		return at
	})
	return append(parts, discord.ButtonRows(nav)...)
}
