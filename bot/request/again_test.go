package request

import (
	"reflect"
	"strings"
	"testing"

	"github.com/bwmarrin/discordgo"

	"paddock/bot/component"
	"paddock/games"
)

// A button repeats a command with all its options, as Discord would send them, for another match.
func TestAgain(t *testing.T) {
	options := func(a Builder, _ *games.Game) []*Option {
		return []*Option{
			a.MatchOption(), a.Str("move", "A move", false), a.Integer("after", "A number", 0, 9),
			a.Boolean("stop", "Whether"), a.UserOption(),
		}
	}
	set := Combine(nil, Order{},
		Part{Common: []*Command{
			{Name: "match"},
			{In: "match", Name: "do", Options: options, Run: nothing},
			{Name: "plain", Run: nothing},
		}})
	typed := func(values map[string]any) *Request {
		r := &Request{
			router: &Router{Set: set}, Path: "match do",
			Options: map[string]*discordgo.ApplicationCommandInteractionDataOption{},
		}
		for _, o := range options(Builder{}, nil) {
			if v, ok := values[o.Name]; ok {
				r.Options[o.Name] = &discordgo.ApplicationCommandInteractionDataOption{
					Name: o.Name, Type: o.Type,
					Value: v,
				}
			}
		}
		return r
	}
	given := map[string]any{OptGame: "old", "move": "c1 - ö&=", "after": float64(0), "stop": true}
	target, ok := typed(given).Again("m1")
	if !ok {
		t.Fatal("the command can't be repeated")
	}
	id, ok := target.ID()
	back, err := component.ParseID(id)
	if !ok || err != nil {
		t.Fatalf("id %q: %t, %v", id, ok, err)
	}
	r := &Request{router: &Router{Set: set}, Target: back}
	if !r.again() {
		t.Fatal("the button names no command")
	}
	given[OptGame] = "m1"
	if want := typed(given); r.Path != want.Path || !reflect.DeepEqual(r.Options, want.Options) ||
		r.Target != (component.Target{}) {
		t.Errorf("the button repeats /%s %v, want /%s %v", r.Path, r.Options, want.Path, want.Options)
	}

	for name, r := range map[string]*Request{
		"a member":    typed(map[string]any{OptUser: "12"}),
		"a long text": typed(map[string]any{"move": strings.Repeat("x", 90)}), "a button": {router: &Router{Set: set}},
	} {
		if target, ok := r.Again("m1"); ok {
			t.Errorf("%s can be repeated: %+v", name, target)
		}
	}
	for _, back := range []component.Target{
		{Match: "m1", Text: "nothing?"},
		{Match: "m1", Text: "plain?"},
		{Text: "match do?"},
		{Match: "m1", Text: "match do?%zz"},
	} {
		if r := (&Request{router: &Router{Set: set}, Target: back}); r.again() {
			t.Errorf("%+v repeats /%s", back, r.Path)
		}
	}
}
