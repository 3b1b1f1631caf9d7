package component_test

import (
	"errors"
	"strings"
	"testing"
	"unicode/utf8"

	"github.com/bwmarrin/discordgo"

	"paddock/bot/challenge"
	"paddock/bot/choose"
	"paddock/bot/component"
)

func TestTargetRoundTrip(t *testing.T) {
	for _, want := range []component.Target{
		{Match: "k7m2pq", Head: 0, Action: component.ActJoin},
		{Match: "k7m2pq", Head: 12345, Action: component.ActPlay, Text: "3-6"},
		{Match: "k7m2pq", Head: 9, Action: component.ActMenu, Text: "c7x" + strings.Repeat("e5", 26)},
		{Match: "k7m2pq", Head: 9, Action: component.ActMenu, Text: "a:b:c"},
		{Action: challenge.ActPick, Text: "1100000000008388682 Bob: the builder"},
	} {
		id, fits := want.ID()
		if !fits {
			t.Errorf("%v is too long: %q has %d bytes", want, id, len(id))
		}
		if got, err := component.ParseID(id); err != nil || got != want {
			t.Errorf("parseID(%q) = %v, %v, want %v", id, got, err, want)
		}
	}
}

func TestTargetTooLong(t *testing.T) {
	at := component.Target{Match: "k7m2pq", Head: 1, Action: component.ActMenu, Text: strings.Repeat("x", 100)}
	if id, fits := at.ID(); fits {
		t.Errorf("an id of %d bytes is said to fit", len(id))
	}
}

// An id may have 100 bytes, as Discord allows, and not one more.
func TestTargetLength(t *testing.T) {
	at := component.Target{Match: "k7m2pq", Action: component.ActMenu}
	empty, _ := at.ID()
	for over, want := range map[int]bool{0: true, 1: false} {
		at.Text = strings.Repeat("x", 100-len(empty)+over)
		id, fits := at.ID()
		if _, err := component.ParseID(id); fits != want || (err == nil) != want {
			t.Errorf("an id of %d bytes fits: %t, is read: %v; want %t", len(id), fits, err, want)
		}
	}
}

// A label is cut to the length that Discord accepts.
func TestButton(t *testing.T) {
	at := component.Target{Match: "k7m2pq", Head: 3, Action: component.ActBoard}
	b := component.Button(strings.Repeat("ä", 200), discordgo.SecondaryButton, at)
	if n := utf8.RuneCountInString(b.Label); n == 0 || n > 80 || b.CustomID != at.MustID() {
		t.Errorf("a label of %d characters, the id %q", n, b.CustomID)
	}
}

func FuzzParseID(f *testing.F) {
	for _, s := range []string{
		"", "1:abc:3f:m:3-6", "1::0:f:1 Bob", "2:abc:0:m:", "1:abc:-1:m:", "1:abc:007:m:",
		"::::", "1:a:zzzzzzzzzzzzzzz:m:",
	} {
		f.Add(s)
	}
	f.Fuzz(func(t *testing.T, s string) {
		got, err := component.ParseID(s)
		if err != nil {
			return
		}
		if back, _ := got.ID(); back != s {
			t.Errorf("parseID(%q).id() = %q: two ids mean the same", s, back)
		}
		if got.Action == "" || got.Head < 0 {
			t.Errorf("parseID(%q) = %+v, which asks for nothing", s, got)
		}
		_, _ = choose.ParsePage(got.Text)
	})
}

// Every part of an id is checked, because clients can be manipulated.
func TestForgedIDs(t *testing.T) {
	for _, s := range []string{
		"", "1:abc:0:m", "1:abc", "2:abc:0:m:", ":abc:0:m:", "1:abc:0::x", "1:abc:-1:m:",
		"1:abc:x!:m:", "1:abc::m:", "1:abc:007:m:", "1:abc:A:m:", "1:abc:zzzzzzzzzzzzzzz:m:",
	} {
		if got, err := component.ParseID(s); !errors.Is(err, component.ErrID) || got != (component.Target{}) {
			t.Errorf("%q is read as %+v, %v", s, got, err)
		}
	}
	if b := component.Button("Go", discordgo.DangerButton,
		component.Target{Action: component.ActBoard}); b.Style != discordgo.DangerButton || b.Label != "Go" ||
		b.Disabled {
		t.Errorf("the button is %+v", b)
	}
}
