package stratego

import (
	"math/rand/v2"
	"slices"
	"strconv"
	"strings"

	"paddock/games"
	"paddock/games/stratego/board"
	"paddock/games/stratego/player"
	"paddock/games/stratego/view"
)

var _ games.Arranger[view.View] = rules{}

// template is a classic set-up with a style of its own.
type template struct{ name, label, rows string }

// templates are offered to whoever does not want to begin from nothing. The first is the seed's (S17), the others are ours.
var templates = []template{
	{"default", "Default: the set-up of the first Stratego program here", "9639594196/7952S79354/869B847B69/87BFB85B8B"},
	{"corner", "Corner: the Flag in the left corner behind Bombs", "5446599497/B95939S361/B888B76725/FB687B989B"},
	{"farcorner", "Far corner: the Flag in the right corner behind Bombs", "6437595579/9624BS6743/58B891996B/788BB989BF"},
	{"castle", "Castle: the Flag in the middle of the back row, walled in", "7769393956/5521845949/6849B879BS/788BFBBB96"},
	{"decoy", "Decoy: Bombs round an empty promise on the right, the Flag on the left", "5695649595/9734896324/8B9891S87B/BFB986B7B7"},
	{"wings", "Wings: Marshal on one side, General on the other", "9454653664/3199789726/898975B9S7/88B9BBFBB5"},
	{"storm", "Storm: strong pieces in front, to attack at once", "3769426563/49461B7599/58B9BS8975/9BFB987B88"},
	{"scouts", "Scouts out: most Scouts in front, to look around early", "9945995999/3756S39B28/B148884BB6/775768BFB6"},
	{"patience", "Patience: the strong pieces wait on the third row", "7799674334/9995695558/928B8BS16B/86BFBB9487"},
	{"ambush", "Ambush: the Spy near the front, beside the General", "3937699944/15842S6659/9B898956BB/787785BBFB"},
	{"barrier", "Barrier: Bombs on the second row, lanes that lead nowhere", "3473674559/59BB29BB41/89S69B9679/6587BF8898"},
	{"bare", "Bare: the Flag among Miners, all Bombs elsewhere", "4995596599/46766S415B/B3B928738B/BB9798F878"},
}

// The actions of an arrangement.
const (
	doConfirm  = "confirm"
	doShuffle  = "shuffle"
	doMirror   = "mirror"
	doTemplate = "template"
	doRows     = games.ArrangeText // as four lines or as one text
	doSwap     = "swap"
	doPlace    = "place"
	doRemove   = "remove"
	doClear    = "clear"
)

// Arrangement is the viewing seat's draft and what can be done to it (S46, S48).
func (rules) Arrangement(v view.View) (a games.Arrangement, ok bool) {
	if v.Phase != view.Setup || !v.Turn.Has(v.Seat) {
		return a, false
	}
	rows := v.SetupText(v.Seat)
	a = games.Arrangement{
		Kind: v.Army[v.Seat].String(), Tray: v.Tray(), Text: rows,
		Complete: v.Check(view.Move{Kind: view.Confirm}) == nil, Warnings: view.Warnings(rows),
	}
	a.Actions = []games.Action{
		{Name: doConfirm, Label: "Confirm", Primary: true},
		{Name: doShuffle, Label: "Shuffle"},
		{Name: doMirror, Label: "Mirror"},
		{Name: doRows, Label: "Edit rows", Fields: rowFields(rows)},
		{Name: doSwap, Label: "Swap", Fields: []games.Field{
			{Label: "One square", Placeholder: "a1", Max: 10}, {Label: "The other", Placeholder: "d1", Max: 10},
		}},
		{Name: doPlace, Label: "Place", Fields: []games.Field{
			{Label: "Piece", Placeholder: "Scout, or 9", Max: 20}, {Label: "Square", Placeholder: "a4", Max: 10},
		}},
		{Name: doRemove, Label: "Remove", Fields: []games.Field{{Label: "Square", Placeholder: "a4", Max: 10}}},
		{Name: doClear, Label: "Clear", Danger: true},
	}
	if v.Army[v.Seat] == board.Classic {
		choose := games.Action{Name: doTemplate, Label: "Begin from a template"}
		for _, t := range templates {
			choose.Choices = append(choose.Choices, games.Choice{Value: t.name, Label: t.label})
		}
		a.Actions = append(a.Actions, choose)
	}
	return a, true
}

// rowFields is the form of the four rows, filled in with what stands there, front row first.
func rowFields(rows string) []games.Field {
	var fields []games.Field
	for i, row := range strings.Split(rows, "/") {
		label := "Row " + strconv.Itoa(i+1)
		switch i {
		case 0:
			label += ", the front row, your left first"
		case view.Rows - 1:
			label += ", the back row"
		}
		fields = append(fields, games.Field{Label: label, Value: row, Placeholder: "ten squares, . is empty", Max: 60})
	}
	return fields
}

// Arrange is the move that an action comes to; rows come as four lines or as one text.
func (rules) Arrange(v view.View, action string, input []string, seed uint64) (string, error) {
	at := func(i int) string {
		if i < len(input) {
			return strings.TrimSpace(input[i])
		}
		return ""
	}
	switch action {
	case doConfirm, doClear:
		return action, nil
	case doShuffle:
		return "set:" + player.Setup(v.Army[max(v.Seat, 0)], rand.New(rand.NewPCG(seed, 0))), nil
	case doMirror:
		return "set:" + mirrored(v.SetupText(v.Seat)), nil
	case doTemplate:
		i := slices.IndexFunc(templates, func(t template) bool { return t.name == at(0) })
		if i < 0 {
			return "", games.Refuse("There is no template %q. Choose one of the list.", at(0))
		}
		return "set:" + templates[i].rows, nil
	case doRows:
		return "set:" + strings.Join(input, "/"), nil
	case doSwap:
		return "swap:" + at(0) + " " + at(1), nil
	case doPlace:
		return "place:" + at(0) + " " + at(1), nil
	case doRemove:
		return "remove:" + at(0), nil
	}
	return "", games.Refuse("I don't know how to %q a set-up. Use the buttons under it.", action)
}

// mirrored turns every row round.
func mirrored(rows string) string {
	lines := strings.Split(rows, "/")
	for i, l := range lines {
		b := []byte(l)
		slices.Reverse(b)
		lines[i] = string(b)
	}
	return strings.Join(lines, "/")
}
