package stratego

import (
	"strings"
	"testing"

	"paddock/games"
	"paddock/games/stratego/board"
	"paddock/games/stratego/view"
)

// S17: every template is the whole classic army, can be confirmed, and nothing has to be warned of.
func TestS17Templates(t *testing.T) {
	if got := len(templates); got < 12 {
		t.Errorf("%d templates, want about twelve", got)
	}
	for _, tpl := range templates {
		rows, err := view.ReadSetup(tpl.rows, board.Classic)
		if err != nil || rows != tpl.rows {
			t.Errorf("%s reads as %q, %v", tpl.name, rows, err)
			continue
		}
		if strings.Contains(rows, ".") || !view.FirstStep(view.Red, rows) || len(view.Warnings(rows)) > 0 {
			t.Errorf("%s: %s is not complete, can't step, or calls for a warning: %q", tpl.name, rows, view.Warnings(rows))
		}
	}
}

// S46, S48: every action of an arrangement comes to a legal move, on either side.
func TestS48Actions(t *testing.T) {
	pos, err := New().Start(games.Setup{Seats: 2, Seed: 3})
	if err != nil {
		t.Fatal(err)
	}
	inputs := map[string][]string{
		doTemplate: {"castle"}, doRows: {"9639594196", "7952s79354", "869b847b69", "87bfb85b8b"},
		doSwap: {"a1", "b2"}, doPlace: {"Scout", "a1"}, doRemove: {"a1"},
	}
	for _, seat := range []games.Seat{red, blue} {
		if seat == blue {
			inputs[doSwap], inputs[doPlace], inputs[doRemove] = []string{"j10", "i9"}, []string{"9", "J10"}, []string{"j10"}
		}
		a, ok := pos.View(seat).Arrangement()
		if !ok || !a.Complete || a.Text == "" || a.Kind == "" || !strings.HasPrefix(a.Tray, name(seat)+"'s Remaining Armies") {
			t.Fatalf("seat %d has the arrangement %+v, %v", seat, a, ok)
		}
		for _, do := range a.Actions {
			at := pos
			if do.Name == doPlace {
				at = played(t, pos, seat, "clear")
			}
			move, err := at.View(seat).Arrange(do.Name, inputs[do.Name], 5)
			if err != nil {
				t.Errorf("%s: %v", do.Name, err)
				continue
			}
			if _, err := at.Play(seat, move); err != nil {
				t.Errorf("%s comes to %q, which is refused: %v", do.Name, move, err)
			}
		}
	}
	if _, ok := pos.View(games.Spectator).Arrangement(); ok {
		t.Error("a spectator has something to arrange")
	}
	if _, ok := played(t, pos, red, "confirm").View(red).Arrangement(); ok {
		t.Error("a confirmed set-up can still be arranged (S15)")
	}
}

// S85: what one seat arranges changes nothing that the other or a spectator can see.
func TestS85Unseen(t *testing.T) {
	pos, err := New().Start(games.Setup{Seats: 2, Seed: 3})
	if err != nil {
		t.Fatal(err)
	}
	for _, move := range []string{"clear", "set:" + templates[2].rows, "swap:a1b1"} {
		after := played(t, pos, red, move)
		for _, seat := range []games.Seat{blue, games.Spectator} {
			if got, want := after.View(seat).Text(), pos.View(seat).Text(); got != want {
				t.Errorf("after %s seat %d sees\n%s\nwant\n%s", move, seat, got, want)
			}
		}
	}
}

func played(t *testing.T, pos *games.Position, seat games.Seat, move string) *games.Position {
	t.Helper()
	done, err := pos.Play(seat, move)
	if err != nil {
		t.Fatalf("%s: %v", move, err)
	}
	return done.Next
}
