package stratego

import (
	"math/rand/v2"
	"strings"

	"paddock/games"
	"paddock/games/stratego/player"
	"paddock/games/stratego/view"
)

var _ games.Arranger[view.View] = rules{}

// The actions of the set-up, in the order in which they are offered (S46).
const (
	shuffle  = "shuffle"
	mirror   = "mirror"
	template = "template"
	editRows = "rows"
	swap     = "swap"
	load     = "load"
	clearAll = "clear"
	confirm  = "confirm"
)

// Arrangement is what a seat has placed in the set-up, and what it can do with it (S46, S48).
func (rules) Arrangement(v view.View) (games.Arrangement, bool) {
	if v.Phase != view.Setup || !v.Turn.Has(v.Seat) {
		return games.Arrangement{}, false
	}
	text := v.SetupText(v.Seat)
	a := games.Arrangement{
		Kind: v.Army[v.Seat].String(), Tray: v.Tray(), Text: text,
		Complete: v.Check(view.Move{Kind: view.Confirm}) == nil,
		Actions: []games.Action{
			{Name: shuffle, Label: "Shuffle"},
			{Name: mirror, Label: "Mirror"},
		},
	}
	if a.Complete {
		a.Warnings = view.Warnings(text)
	}
	if list := templatesFor(v); len(list) > 0 {
		a.Actions = append(a.Actions, games.Action{Name: template, Label: "Template", Choices: list})
	}
	rows := games.Action{Name: editRows, Label: "Edit rows"}
	for i, row := range strings.Split(text, "/") {
		rows.Fields = append(rows.Fields, games.Field{Label: rowLabels[i], Value: row, Placeholder: "ten squares, . is empty", Max: 30})
	}
	a.Actions = append(a.Actions, rows,
		games.Action{Name: swap, Label: "Swap", Fields: []games.Field{
			{Label: "One square", Placeholder: "a1", Max: 4}, {Label: "The other square", Placeholder: "d1", Max: 4},
		}},
		games.Action{Name: load, Label: "Paste rows", Fields: []games.Field{{Label: "Four rows, front row first", Placeholder: player.DefaultSet, Max: 200}}},
		games.Action{Name: clearAll, Label: "Clear", Danger: true},
		games.Action{Name: confirm, Label: "Confirm", Primary: true},
	)
	return a, true
}

var rowLabels = [view.Rows]string{"Front row, from your left", "Second row", "Third row", "Back row"}

// templatesFor lists the templates that the seat's army fits.
func templatesFor(v view.View) (list []games.Choice) {
	for _, t := range player.Templates {
		if t.Army == v.Army[v.Seat] {
			list = append(list, games.Choice{Value: t.Name, Label: t.Help})
		}
	}
	return list
}

// Arrange says to which move an action comes.
func (rules) Arrange(v view.View, action string, input []string, seed uint64) (string, error) {
	if v.Phase != view.Setup || !v.Turn.Has(v.Seat) {
		return "", games.Refuse("There is nothing to set up any more: your set-up is confirmed.")
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
		return "", games.Refuse("There is no template %q for this army. Choose one of the list.", in)
	case editRows, load:
		rows, err := view.ReadSetup(in, v.Army[v.Seat])
		return "set:" + rows, err
	case swap:
		return "swap:" + strings.ToLower(strings.Join(strings.Fields(strings.Join(input, " ")), "")), nil
	case clearAll, confirm:
		return action, nil
	}
	return "", games.Refuse("A set-up can't be changed by %q. Use one of the buttons.", action)
}
