package show

import (
	"strings"
	"testing"
)

func TestTargetRoundTrip(t *testing.T) {
	for _, want := range []Target{
		{Match: "k7m2pq", Head: 0, Action: ActJoin},
		{Match: "k7m2pq", Head: 12345, Action: ActPlay, Text: "3-6"},
		{Match: "k7m2pq", Head: 9, Action: ActMenu, Text: "c7x" + strings.Repeat("e5", 26)},
		{Match: "k7m2pq", Head: 9, Action: ActMenu, Text: "a:b:c"},
		{Action: ActPick, Text: "1100000000008388682 Bob: the builder"},
	} {
		id, fits := want.ID()
		if !fits {
			t.Errorf("%v is too long: %q has %d bytes", want, id, len(id))
		}
		if got, err := ParseID(id); err != nil || got != want {
			t.Errorf("parseID(%q) = %v, %v, want %v", id, got, err, want)
		}
	}
}

func TestTargetTooLong(t *testing.T) {
	at := Target{Match: "k7m2pq", Head: 1, Action: ActMenu, Text: strings.Repeat("x", 100)}
	if id, fits := at.ID(); fits {
		t.Errorf("an id of %d bytes is said to fit", len(id))
	}
}

func FuzzParseID(f *testing.F) {
	for _, s := range []string{"", "1:abc:3f:m:3-6", "1::0:f:1 Bob", "2:abc:0:m:", "1:abc:-1:m:", "1:abc:007:m:", "::::", "1:a:zzzzzzzzzzzzzzz:m:"} {
		f.Add(s)
	}
	f.Fuzz(func(t *testing.T, s string) {
		got, err := ParseID(s)
		if err != nil {
			return
		}
		if back, _ := got.ID(); back != s {
			t.Errorf("parseID(%q).id() = %q: two ids mean the same", s, back)
		}
		if got.Action == "" || got.Head < 0 {
			t.Errorf("parseID(%q) = %+v, which asks for nothing", s, got)
		}
		_, _ = ParsePage(got.Text)
	})
}
