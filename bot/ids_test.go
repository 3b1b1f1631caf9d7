package bot

import (
	"strings"
	"testing"

	"paddock/games/match"
)

func TestTargetRoundTrip(t *testing.T) {
	for _, want := range []target{
		{Match: "k7m2pq", Head: 0, Action: actJoin},
		{Match: "k7m2pq", Head: 12345, Action: actPlay, Text: "3-6"},
		{Match: "k7m2pq", Head: 9, Action: actMenu, Text: "c7x" + strings.Repeat("e5", 26)},
		{Match: "k7m2pq", Head: 9, Action: actMenu, Text: "a:b:c"},
		{Action: actPick, Text: "1100000000008388682 Bob: the builder"},
	} {
		id, fits := want.id()
		if !fits {
			t.Errorf("%v is too long: %q has %d bytes", want, id, len(id))
		}
		if got, err := parseID(id); err != nil || got != want {
			t.Errorf("parseID(%q) = %v, %v, want %v", id, got, err, want)
		}
	}
}

func TestTargetTooLong(t *testing.T) {
	at := target{Match: "k7m2pq", Head: 1, Action: actMenu, Text: strings.Repeat("x", 100)}
	if id, fits := at.id(); fits {
		t.Errorf("an id of %d bytes is said to fit", len(id))
	}
}

func FuzzParseID(f *testing.F) {
	for _, s := range []string{"", "1:abc:3f:m:3-6", "1::0:f:1 Bob", "2:abc:0:m:", "1:abc:-1:m:", "1:abc:007:m:", "::::", "1:a:zzzzzzzzzzzzzzz:m:"} {
		f.Add(s)
	}
	f.Fuzz(func(t *testing.T, s string) {
		got, err := parseID(s)
		if err != nil {
			return
		}
		if back, _ := got.id(); back != s {
			t.Errorf("parseID(%q).id() = %q: two ids mean the same", s, back)
		}
		if got.Action == "" || got.Head < 0 {
			t.Errorf("parseID(%q) = %+v, which asks for nothing", s, got)
		}
		_, _ = parsePage(got.Text)
	})
}

// Every action has a handler, and no handler is without its action's letter in a button somewhere.
func TestActionsHaveHandlers(t *testing.T) {
	for a := range componentHandlers {
		if id, ok := (target{Match: match.ID(strings.Repeat("m", 10)), Head: 1 << 40, Action: a}).id(); !ok {
			t.Errorf("an id of action %q without text has %d bytes", a, len(id))
		}
	}
}
