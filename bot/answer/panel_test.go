package answer

import (
	"cmp"
	"encoding/json"
	"errors"
	"maps"
	"slices"
	"strings"
	"testing"

	"github.com/bwmarrin/discordgo"

	"paddock/bot/component"
	"paddock/bot/discord"
	"paddock/bot/lang"
	"paddock/bot/request"
	"paddock/games/match"
)

// hobby is the settings that the panels of these tests set.
type hobby struct{ Colour, Size, Loud string }

var hobbies = []Setting[hobby]{
	{
		Name: "colour", Help: "A colour", Choices: []string{"r", "Red", "b", "Blue"},
		Now: func(h hobby) string { return h.Colour }, Usual: func(lang.Language, hobby) string { return "whatever" },
		Set: func(h *hobby, v string) { h.Colour = v },
	},
	{
		Name: "size", Help: "A size", Most: 20, Now: func(h hobby) string { return h.Size },
		Set: func(h *hobby, v string) { h.Size = v },
	},
	{
		Name: "loud", Help: "Loud", Choices: []string{"true", "yes, please", "false", "no"},
		Now: func(h hobby) string { return cmp.Or(h.Loud, "false") }, Set: func(h *hobby, v string) { h.Loud = v },
	},
}

// clicked returns a click on a menu of a panel.
func clicked(b *Base, setting string, values ...string) *request.Request {
	r := by(ann, "club", "hall")
	r.Ix.Type, r.Target, r.Values = discordgo.InteractionMessageComponent,
		component.Target{Action: component.ActSettings, Text: setting}, values
	r.Answer = b.Client.Respond(r.Ix, b.Log)
	return r
}

// typed returns a command with these options. It is an autocomplete request, because those start no
// timer for the answer.
func typed(b *Base, options ...string) *request.Request {
	r := by(ann, "club", "hall", options...)
	r.Ix.Type = discordgo.InteractionApplicationCommandAutocomplete
	r.Answer = b.Client.Respond(r.Ix, b.Log)
	return r
}

// A request sets the options of a command, or one value that a menu of the panel offers.
func TestChosen(t *testing.T) {
	b := newBase(t)
	number := typed(b)
	number.Options["size"] = &discordgo.ApplicationCommandInteractionDataOption{Value: float64(7)}
	for _, c := range []struct {
		name string
		r    *request.Request
		want map[string]string
		err  error
	}{
		{"nothing typed", typed(b), map[string]string{}, nil},
		{"an option", typed(b, "colour", "b"), map[string]string{"colour": "b"}, nil},
		{"a number", number, map[string]string{"size": "7"}, nil},
		{"another option", typed(b, "style", "x"), map[string]string{}, nil},
		{"a menu", clicked(b, "colour", "r"), map[string]string{"colour": "r"}, nil},
		{"the panel itself", clicked(b, "", "r"), map[string]string{}, nil},
		{"the largest number of a menu", clicked(b, "size", "20"), map[string]string{"size": "20"}, nil},
		{"a number that is not offered", clicked(b, "size", "21"), nil, component.ErrID},
		{"a label for a value", clicked(b, "colour", "Red"), nil, component.ErrID},
		{"the button that opens a menu", clicked(b, "colour"), map[string]string{}, nil},
		{"the button of a setting that is off", clicked(b, "loud=true"), map[string]string{"loud": "true"}, nil},
		{"a button with a value that is not offered", clicked(b, "loud=maybe"), nil, component.ErrID},
		{"a button and a menu at once", clicked(b, "loud=true", "false"), nil, component.ErrID},
		{"the button of an unknown setting", clicked(b, "shape"), nil, component.ErrID},
		{"two values", clicked(b, "colour", "r", "b"), nil, component.ErrID},
		{"an unknown setting", clicked(b, "shape", "r"), nil, component.ErrID},
	} {
		got, err := Chosen(c.r, hobbies)
		if !maps.Equal(got, c.want) || !errors.Is(err, c.err) {
			t.Errorf("%s: %v, %v; want %v, %v", c.name, got, err, c.want, c.err)
		}
	}
}

// A setting with two choices stores true for one of them, whichever comes first.
func TestEither(t *testing.T) {
	field := func(b *bool) *bool { return b }
	for name, s := range map[string]Setting[bool]{
		"on":        Switch("loud", "Loud", field),
		"everybody": Either("who", "Who", "everybody", []string{"everybody", "all", "some", "some"}, field),
	} {
		yes, no := s.Choices[0], s.Choices[2]
		for _, is := range []string{yes, no, yes} {
			var b bool
			if s.Set(&b, is); b != (is == yes) || s.Now(b) != is {
				t.Errorf("%s: %s is stored as %t, which is %s", name, is, b, s.Now(b))
			}
		}
	}
	last := Either("who", "Who", "some", []string{"everybody", "all", "some", "some"}, field)
	for is, want := range map[string]bool{"some": true, "everybody": false} {
		var b bool
		if last.Set(&b, is); b != want || last.Now(b) != is {
			t.Errorf("%s is stored as %t, which is %s", is, b, last.Now(b))
		}
	}
}

func TestApply(t *testing.T) {
	h := hobby{Colour: "r", Size: "3"}
	Apply(&h, hobbies, map[string]string{"size": "5"})
	if want := (hobby{Colour: "r", Size: "5"}); h != want {
		t.Errorf("%+v, want %+v: what was not chosen stays", h, want)
	}
}

// A panel shows the label of each value, or the default if none is set. A menu offers only some
// numbers if there are too many.
func TestPanel(t *testing.T) {
	b := newBase(t)
	for _, c := range []struct {
		name, press    string
		style          match.Style
		loud           string
		want, unwanted []string
	}{
		{
			"the panel", "", match.Image, "",
			[]string{
				"Hobbies", "a note", "A colour: **whatever**", "A size: **3**", "Loud: **no**", `"1::0:set:size"`,
				`"1::0:set:loud=true"`, `"Change"`, `"Turn on"`,
			},
			[]string{"Red", `"Back"`, `"Turn off"`, `"Change: `},
		},
		{
			"a setting that is on", "", match.Image, "true",
			[]string{"Loud: **yes, please**", `"1::0:set:loud=false"`, `"Turn off"`},
			[]string{`"Turn on"`, "set:loud=true"},
		},
		{
			"for readers of words", "", match.Words, "",
			[]string{`"Change: A colour"`, `"Change: A size"`, `"Turn on: Loud"`},
			[]string{`"Change"`},
		},
		{
			"the menu of one setting", "colour", match.Image, "",
			[]string{
				"### A colour", "a note", `"1::0:set:colour"`, `"placeholder":"whatever"`, "Red", "Blue", `"Back"`,
				`"1::0:set:"`,
			},
			[]string{"A size", "Hobbies", `"Change"`},
		},
	} {
		out := Panel(clicked(b, c.press), c.style, "Hobbies", "a note", hobby{Size: "3", Loud: c.loud}, hobbies,
			component.ActSettings)
		raw, err := json.Marshal(out.Message.Parts)
		if err != nil {
			t.Fatal(err)
		}
		for _, want := range c.want {
			if !strings.Contains(string(raw), want) {
				t.Errorf("%s lacks %s: %s", c.name, want, raw)
			}
		}
		for _, not := range c.unwanted {
			if strings.Contains(string(raw), not) {
				t.Errorf("%s has %s: %s", c.name, not, raw)
			}
		}
		if out.Kind != discord.ReplyPrivate {
			t.Errorf("%s: on a public message it is answered as %v, want a private message", c.name, out.Kind)
		}
	}
	out := Panel(clicked(b, "colour", "b"), match.Image, "Hobbies", "", hobby{Colour: "b"}, hobbies,
		component.ActSettings)
	if text := out.Message.Words(); !strings.Contains(text, "A colour: **Blue**") || !strings.Contains(text, "A size") {
		t.Errorf("after a choice the panel says %q", text)
	}
	shown := hobbies[1].shown(lang.English, hobby{Size: "15"}, component.ActSettings)
	var values []string
	for _, c := range shown.Choices {
		values = append(values, c.Value)
		if c.Default != (c.Value == "15") {
			t.Errorf("%s is marked as chosen: %t", c.Value, c.Default)
		}
	}
	if want := strings.Fields("1 2 3 4 5 6 7 8 9 10 15 20"); !slices.Equal(values, want) {
		t.Errorf("offered %v, want %v", values, want)
	}
	if got := hobbies[0].shown(lang.English, hobby{Colour: "b"}, "").Now; got != "Blue" {
		t.Errorf("shown as %q, want the label", got)
	}
	if got := hobbies[1].shown(lang.English, hobby{}, "").Now; got != "" {
		t.Errorf("a setting without a value and a default is shown as %q", got)
	}
}

func TestSettingOptions(t *testing.T) {
	list := SettingOptions(request.Builder{}, hobbies)
	if len(list) != 3 || len(list[0].Choices) != 2 || list[1].MaxValue != 20 || *list[1].MinValue != 1 {
		t.Errorf("options %+v", list)
	}
	if names := Languages("as the server"); names[1] != "as the server" || len(names) != 2+2*len(lang.All) {
		t.Errorf("languages %q", names)
	}
}
