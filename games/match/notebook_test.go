package match

import (
	"fmt"
	"testing"
)

// P98: a person keeps at most MostNotebooks notebooks. Beyond that no new one is added, but the
// others can still be changed.
func TestChangeNotebook(t *testing.T) {
	var u User
	note := func(id ID, text string) bool {
		return u.ChangeNotebook(id, func(n *Notebook) { n.Note = text })
	}
	for i := range MostNotebooks {
		if !note(ID(fmt.Sprint(i)), "first") {
			t.Fatalf("notebook %d finds no room", i)
		}
	}
	if note("new", "first") || len(u.Notebooks) != MostNotebooks {
		t.Errorf("there are %d notebooks, want at most %d", len(u.Notebooks), MostNotebooks)
	}
	if !note("0", "second") || u.Notebook("0").Note != "second" {
		t.Errorf("notebook 0 has %q, want it changed", u.Notebook("0").Note)
	}
	if !note("1", "") || !note("new", "first") {
		t.Error("an emptied notebook leaves no room")
	}
}
