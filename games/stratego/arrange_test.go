package stratego

import (
	"slices"
	"strings"
	"testing"

	"paddock/games"
	"paddock/games/stratego/player"
	"paddock/games/stratego/view"
)

// S17: every template is a legal, complete set-up.
func TestS17Templates(t *testing.T) {
	names := map[string]bool{}
	for _, tpl := range player.Templates {
		rows, err := view.ReadSetup(tpl.Rows, tpl.Army)
		var f view.Facts
		f.Army[red] = tpl.Army
		if f.Arrange(red, tpl.Rows); err != nil || rows != tpl.Rows || f.Missing(red).Sum() != 0 ||
			!view.FirstStep(red, rows) {
			t.Errorf("%s: %s: %v", tpl.Name, tpl.Rows, err)
		}
		key := tpl.Name + tpl.Army.String()
		if names[key] {
			t.Errorf("two templates are called %s", tpl.Name)
		}
		names[key] = true
	}
	if player.Templates[0].Rows != player.DefaultSet {
		t.Error("the first template is the default set")
	}
}

// S17: each army has templates with a Bomb beside the Flag and others without, and the tip for newcomers
// speaks of both.
func TestS17TipAgreesWithTemplates(t *testing.T) {
	guarded, open := make(map[string]int), make(map[string]int)
	for _, tpl := range player.Templates {
		rows, beside := strings.Split(tpl.Rows, "/"), false
		for y, row := range rows {
			x := strings.IndexByte(row, 'F')
			if x < 0 {
				continue
			}
			beside = strings.Contains(row[max(0, x-1):min(len(row), x+2)], "B") ||
				y > 0 && rows[y-1][x] == 'B' || y+1 < len(rows) && rows[y+1][x] == 'B'
		}
		if beside {
			guarded[tpl.Army.String()]++
		} else {
			open[tpl.Army.String()]++
		}
	}
	if len(guarded) != 3 || len(open) != 3 {
		t.Errorf("Bombs are beside the Flag in templates of %v and not in those of %v", guarded, open)
	}
	hint := rules{}.Info().Hint
	for _, part := range []string{"Bombs beside the Flag guard", "far away they mislead"} {
		if !strings.Contains(hint, part) {
			t.Errorf("the tip %q does not say %q", hint, part)
		}
	}
}

// S46, S48: all offered actions work, and two taps suffice.
func TestS46Arrangement(t *testing.T) {
	pos := start(t, nil)
	a, ok := pos.View(red).Arrangement()
	if !ok || !a.Complete || a.Tray.String() != "" {
		t.Fatalf("%v, %+v", ok, a)
	}
	two := start(t, games.Options{"counts": "flag, marshal, 3 scouts"})
	left, _ := as(t, two, red, "clear", "place:9a4", "place:fb4").View(red).Arrangement()
	if want := "RED's Remaining Armies\n1 × Marshal (1), 2 × Scout (9)"; left.Tray.String() != want {
		t.Errorf("left to place: %q, want %q", left.Tray, want)
	}
	var names []string
	for _, act := range a.Actions {
		names = append(names, act.Name)
	}
	if want := []string{
		"shuffle", "mirror", "template", "rows", "swap", "load", "clear",
		"confirm",
	}; !slices.Equal(names, want) {
		t.Errorf("actions %q, want %q", names, want)
	}
	for action, input := range map[string][]string{
		"shuffle": nil, "mirror": nil, "template": {"keep"}, "rows": strings.Split(defaultSet, "/"),
		"load": {strings.ReplaceAll(defaultSet, "/", "\n")},
		"swap": {"A1", "d1"}, "clear": nil, "confirm": nil,
	} {
		move, err := pos.View(red).Arrange(action, input, 3)
		if err != nil {
			t.Errorf("%s: %v", action, err)
			continue
		}
		if _, err := pos.Play(red, move); err != nil {
			t.Errorf("%s: %s: %v", action, move, err)
		}
	}
	for action, input := range map[string][]string{
		"template": {"none"}, "rows": {"1", "2", "3", "4"}, "load": {"x"},
		"dance": nil,
	} {
		if move, err := pos.View(red).Arrange(action, input, 3); err == nil {
			t.Errorf("%s with %q: %s", action, input, move)
		}
	}
	twice, _ := as(t, pos, red, "set:"+player.Mirror(player.Mirror(defaultSet))).View(red).Arrangement()
	if twice.Text != defaultSet {
		t.Errorf("mirrored twice: %s", twice.Text)
	}
	if _, ok := pos.View(games.Spectator).Arrangement(); ok {
		t.Error("a spectator has something to arrange")
	}
	done := as(t, pos, red, "confirm")
	if _, ok := done.View(red).Arrangement(); ok {
		t.Error("a confirmed set-up can still be arranged")
	}
	if _, err := done.View(red).Arrange("shuffle", nil, 1); err == nil {
		t.Error("a confirmed set-up was shuffled")
	}
	if a, _ := as(t, pos, red, "clear").View(red).Arrangement(); a.Complete || len(a.Warnings) > 0 {
		t.Errorf("an empty board: %+v", a)
	}
	// S15: the player gets a warning, but no refusal.
	shut := as(t, pos, red, "set:F639594196/7952S79354/869B847B69/87B9B85B8B")
	if a, _ := shut.View(red).Arrangement(); len(a.Warnings) != 1 ||
		!strings.Contains(a.Warnings[0].String(), "front row") || !a.Complete {
		t.Errorf("a Flag in front: %q", a.Warnings)
	}
	as(t, shut, red, "confirm")
}

// S35, S41: a resignation during the set-up leaves a readable position, at any state of
// confirmation.
func TestS35ResignInSetup(t *testing.T) {
	begin, err := New().Start(games.Setup{Seats: 2, Seed: 3})
	if err != nil {
		t.Fatal(err)
	}
	for _, seat := range []games.Seat{red, blue} {
		ready, err := begin.Play(seat, "confirm")
		if err != nil {
			t.Fatal(err)
		}
		for _, pos := range []*games.Position{begin, ready.Next} {
			done, err := pos.Rule(games.Ruling{Kind: games.Resign, Seat: blue})
			if err != nil {
				t.Fatal(err)
			}
			again, err := New().Parse(done.Next.Text())
			if err != nil || again.Text() != done.Next.Text() {
				t.Errorf("%s can't be read again: %v", done.Next.Text(), err)
			}
		}
	}
}

// S48: a player chooses squares first, then their rank, while pieces of it are left. Other choices
// are refused.
func TestS48Placing(t *testing.T) {
	pos := as(t, start(t, games.Options{"counts": "flag, marshal, 3 scouts"}), blue, "clear", "place:9j7")
	v := pos.View(blue)
	for _, c := range []struct {
		picked string
		want   string // expected set-up text, or words of the refusal
	}{
		{"i7,f", "9F......../........../........../.........."},
		{"j7,1", "1........./........../........../.........."},
		{"j7,off", "........../........../........../.........."},
		{"j10,a10,i7,9", "9........./........../........../9........9"}, // only two Scouts are left
		{"a7,a7,1", "9........1/........../........../.........."},
		{"a7,2", "no General (2) left"},
		{"a7,x", "isn't a rank"},
		{"a4,1", "your own four rows"},
		{"a7", "then what to place there"},
		{"", "your own four rows"},
		{"a7,1,1", "then what to place there"},
	} {
		move, err := v.Arrange("place", strings.Split(c.picked, ","), 0)
		if got := strings.TrimPrefix(move, "set:"); err == nil && got != c.want {
			t.Errorf("%s: %s, want %s", c.picked, got, c.want)
		} else if err != nil && !strings.Contains(err.Error(), c.want) {
			t.Errorf("%s: %v, want %s", c.picked, err, c.want)
		}
		if err == nil {
			as(t, pos, blue, move)
		}
	}
	if menus := v.Ask("place", nil); len(menus) != 2 || menus[0].Choices[0].Value != "j7" ||
		menus[0].Choices[0].Label.String() != "j7 Scout (9)" || len(menus[1].Choices) != 20 {
		t.Errorf("the squares to choose from: %+v", menus)
	}
	if menus := v.Ask("place", []string{"i7"}); len(menus) != 1 || len(menus[0].Choices) != 3 ||
		menus[0].Choices[2].Label.String() != "Scout (9), 2 left" {
		t.Errorf("the kinds to choose from: %+v", menus)
	}
	if menus := pos.View(games.Spectator).Ask("place", nil); menus != nil {
		t.Errorf("an onlooker is asked: %+v", menus)
	}
}
