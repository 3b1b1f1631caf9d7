package stratego

import (
	"math/rand/v2"
	"slices"
	"strings"

	"paddock/games"
	"paddock/games/stratego/board"
	"paddock/games/stratego/player"
	"paddock/games/stratego/view"
)

var _ games.Arranger[view.View] = rules{}

// Actions of a player's set-up, in the order of menus (S46).
const (
	shuffle  = "shuffle"
	mirror   = "mirror"
	template = "template"
	editRows = "rows"
	swap     = "swap"
	load     = "load"
	place    = "place"
	clearAll = "clear"
	confirm  = "confirm"
)

// Arrangement describes a seat's set-up and the actions on it (S46, S48).
func (rules) Arrangement(v view.View) (games.Arrangement, bool) {
	if v.Phase != view.Setup || !v.Turn.Has(v.Seat) {
		return games.Arrangement{}, false
	}
	text := v.SetupText(v.Seat)
	a := games.Arrangement{
		Kind: v.Army[v.Seat].String(), Tray: v.Tray(), Text: text, Legend: v.Legend(),
		Complete: v.Check(view.Move{Kind: view.Confirm}) == nil,
		Actions: []games.Action{
			{Name: shuffle, Label: "Shuffle", Front: true},
			{Name: mirror, Label: "Mirror left and right"},
		},
	}
	if a.Complete {
		a.Warnings = view.Warnings(text)
	}
	if list := templatesFor(v); len(list) > 0 {
		a.Actions = append(a.Actions, games.Action{Name: template, Label: "Ready set-ups", Choices: list, Front: true})
	}
	rows := games.Action{Name: editRows, Label: "Edit rows", Typed: true}
	for i, row := range strings.Split(text, "/") {
		rows.Fields = append(rows.Fields,
			games.Field{Label: rowLabels[i], Value: row, Placeholder: "ten squares; a dot is empty", Max: 30})
	}
	a.Actions = append(a.Actions, rows,
		games.Action{Name: swap, Label: "Move or swap", Asks: swapAsks, Front: a.Complete},
		games.Action{
			Name: load, Label: "Paste rows", Typed: true,
			Fields: []games.Field{{Label: "Four rows, front row first", Placeholder: player.DefaultSet, Max: 200}},
		})
	if !a.Complete {
		a.Actions = append(a.Actions, games.Action{Name: place, Label: "Place", Asks: placeAsks, Front: true})
	}
	a.Actions = append(a.Actions,
		games.Action{Name: clearAll, Label: "Take all off", Danger: true},
		games.Action{Name: confirm, Label: "Confirm", Primary: true},
	)
	return a, true
}

var rowLabels = [view.Rows]string{"Front row, from your left", "Second row", "Third row", "Back row"}

// templatesFor lists the templates that fit the seat's army.
func templatesFor(v view.View) (list []games.Choice) {
	for _, t := range player.Templates {
		if t.Army == v.Army[v.Seat] {
			list = append(list, games.Choice{Value: t.Name, Label: t.Help})
		}
	}
	return list
}

// Arrange returns the move that an action means.
func (rules) Arrange(v view.View, action string, input []string, seed uint64) (string, error) {
	if v.Phase != view.Setup || !v.Turn.Has(v.Seat) {
		return "", games.Refuse("You have already confirmed your set-up.")
	}
	in := strings.Join(input, "/")
	switch action {
	case shuffle:
		return "set:" + player.Setup(v.Army[v.Seat], rand.New(rand.NewPCG(seed, uint64(v.Seat)))), nil
	case mirror:
		return "set:" + player.Mirror(v.SetupText(v.Seat)), nil
	case template:
		for _, t := range player.Templates {
			if t.Name == in && t.Army == v.Army[v.Seat] {
				return "set:" + t.Rows, nil
			}
		}
		return "", games.Refuse("There is no template %q for this army. Choose one from the list.", in)
	case editRows, load:
		rows, err := view.ReadSetup(in, v.Army[v.Seat])
		return "set:" + rows, err
	case swap:
		return "swap:" + strings.ToLower(strings.Join(strings.Fields(strings.Join(input, " ")), "")), nil
	case place:
		return placing(v, input)
	case clearAll, confirm:
		return action, nil
	}
	return "", games.Refuse("%q doesn't work here. Use one of the buttons.", action)
}

// Questions that set-up actions of several steps ask.
var (
	swapAsks = []games.Sentence{
		games.Say("Choose the piece to move."),
		games.Say("Now choose where it goes."),
	}
	placeAsks = []games.Sentence{
		games.Say("Choose one square, or several for pieces of the same kind."),
		games.Say("Now choose what goes there."),
	}
)

// atOnce is how many squares one choice can fill.
const atOnce = 10

// takeOff is the value of the choice that takes a piece off its square.
const takeOff = "off"

// Ask guides a player through swapping two squares, or through placing pieces one kind at a time on
// an empty board (S48). For a placement it asks for squares first, then for the rank to place
// there.
func (rules) Ask(v view.View, action string, picked []string) []games.Menu {
	if v.Phase != view.Setup || !v.Turn.Has(v.Seat) {
		return nil
	}
	squares, rest := cutSquares(v.Seat, picked)
	switch {
	case action == swap && len(squares) < 2:
		return swapMenus(&v, squares, rest)
	case action != place:
		return nil
	}
	switch {
	case len(squares) == 0:
		return []games.Menu{
			squareMenu(&v, games.Menu{Label: "Squares of the two front rows", Most: atOnce}, 0),
			squareMenu(&v, games.Menu{Label: "Squares of the two back rows", Most: atOnce}, 2),
		}
	case len(rest) > 0:
		return nil
	}
	kinds := games.Menu{Label: "What to place there", Most: 1}
	occupied := false
	for _, s := range squares {
		occupied = occupied || !v.At(s).None()
	}
	for i, n := range v.Missing(v.Seat) {
		if rank := board.Ranks[i]; n > 0 {
			kinds.Choices = append(kinds.Choices,
				games.Pick{
					Value: strings.ToLower(string(rune(rank))),
					Label: games.Say("%s, %d left", view.RankTitle(rank), int(n)),
				})
		}
	}
	if occupied || len(kinds.Choices) == 0 {
		kinds.Choices = append(kinds.Choices,
			games.Pick{Value: takeOff, Label: games.Say("nothing: take away what stands there")})
	}
	return []games.Menu{kinds}
}

// fewPieces is how many pieces have a button each. Of more pieces, each rank has one.
const fewPieces = 10

// kindMark precedes a square in the choice of a rank: the rank of the piece on that square. The
// choice does not name the rank itself (S75).
const kindMark = "of"

// swapMenus offers the pieces that can be swapped as buttons, and from the second piece on the
// squares, because some are empty. Rest may be the choice of a rank.
func swapMenus(v *view.View, squares []board.Square, rest []string) []games.Menu {
	var only board.Rank
	if len(rest) > 0 {
		text, marked := strings.CutPrefix(rest[0], kindMark)
		s, after, ok := board.ParseSquare(text)
		if len(rest) > 1 || !marked || !ok || after != "" || !view.AtHome(v.Seat, s) || v.At(s).None() {
			return nil
		}
		only = v.At(s).Rank
	}
	of, men, empty := make(map[board.Rank][]board.Square), 0, false
	for i := range view.Rows * board.Size {
		s := view.HomeSquare(v.Seat, i/board.Size, i%board.Size)
		man := v.At(s)
		if empty = empty || man.None(); !man.None() && !slices.Contains(squares, s) {
			of[man.Rank] = append(of[man.Rank], s)
			men++
		}
	}
	pieces := games.Menu{Most: 1, Buttons: true}
	for _, rank := range board.Ranks {
		if list := of[rank]; len(list) > 1 && only == 0 && men > fewPieces {
			pieces.Choices = append(pieces.Choices, games.Pick{
				Value: kindMark + list[0].String(), Label: games.Say("%s …", view.RankTitle(rank)), Opens: true,
			})
			continue
		}
		for _, s := range of[rank] {
			if only == 0 || only == rank {
				pieces.Choices = append(pieces.Choices,
					games.Pick{Value: s.String(), Label: games.Say("%s %s", view.RankTitle(rank), s.String())})
			}
		}
	}
	menus := []games.Menu{pieces}
	if empty && len(squares) > 0 && only == 0 {
		menus = append(menus,
			squareMenu(v, games.Menu{Label: "Squares of the two front rows", Most: 1}, 0),
			squareMenu(v, games.Menu{Label: "Squares of the two back rows", Most: 1}, 2))
	}
	return menus
}

// squareMenu offers the squares of two rows, from the owner's left, with their pieces.
func squareMenu(v *view.View, m games.Menu, from int) games.Menu {
	for i := range 2 * board.Size {
		s := view.HomeSquare(v.Seat, from+i/board.Size, i%board.Size)
		stands := games.Say("empty")
		if man := v.At(s); !man.None() {
			stands = view.RankTitle(man.Rank)
		}
		m.Choices = append(m.Choices, games.Pick{Value: s.String(), Label: games.Say("%s %s", s.String(), stands)})
	}
	return m
}

// cutSquares splits picks into squares of a seat's own rows and the picks after them.
func cutSquares(seat games.Seat, picked []string) (squares []board.Square, rest []string) {
	for i, text := range picked {
		s, after, ok := board.ParseSquare(text)
		if !ok || after != "" || !view.AtHome(seat, s) {
			return squares, picked[i:]
		}
		if !slices.Contains(squares, s) {
			squares = append(squares, s)
		}
	}
	return squares, nil
}

// placing returns the move that puts a rank, or nothing, on squares, while pieces of that rank are
// left.
func placing(v view.View, picked []string) (string, error) {
	squares, rest := cutSquares(v.Seat, picked)
	if len(squares) == 0 || len(rest) != 1 {
		return "", games.Refuse("Choose squares in your own four rows, then what to place there.")
	}
	rank, ok := board.ParseRank(rest[0])
	if !ok && rest[0] != takeOff {
		return "", games.Refuse("%q isn't a rank. Choose one from the menu.", rest[0])
	}
	left, placed := v.Left(), false
	for _, s := range squares {
		before := v.At(s).Rank
		switch {
		case rest[0] == takeOff:
			v.Put(s, view.Man{})
		case left.Allocate(rank):
			v.Put(s, view.Man{Seat: v.Seat, Rank: rank})
		default:
			continue
		}
		left.Deallocate(before)
		placed = true
	}
	if !placed {
		return "", games.Refuse("You have no %s left. Choose something else, or take one away first.",
			view.RankTitle(rank))
	}
	return "set:" + v.SetupText(v.Seat), nil
}
