package activity

import (
	"context"
	"slices"
	"strings"
	"testing"
	"time"

	"paddock/bot/lang"
	"paddock/games"
	"paddock/games/match"
)

// A step of a page is a move: a turn that the referee skipped or that goes on takes none. The board
// after a move is the one that its number names, up to the last.
func TestSkippedTurnsAreNoSteps(t *testing.T) {
	d := newDesk(t)
	plays := func(rec match.Match, moves ...string) {
		t.Helper()
		for _, move := range moves {
			u := ann
			if !d.present(rec).Awaits(u) {
				u = bob
			}
			d.does(u, rec.ID, "moves", posted{Move: move})
		}
	}
	steps := func(rec match.Match, want ...string) {
		t.Helper()
		rec = d.present(rec)
		a := asker{session: session{User: ann}, In: lang.English}
		var got []string
		for step := range rec.Moves + 1 {
			v, err := d.look(context.Background(), a, rec, step, "", "")
			if err != nil || v.Step != step || v.Steps != rec.Moves {
				t.Errorf("board %d: board %d of %d, %v", step, v.Step, v.Steps, err)
			}
			got = append(got, v.Caption)
		}
		if !slices.EqualFunc(got, want, strings.HasPrefix) {
			t.Errorf("the steps show %q, want %q", got, want)
		}
	}
	fish := d.begin("fish", games.Options{"rules": "course", "rows": "3", "columns": "3", "penguins": "1", "fish": "1"})
	plays(fish, "a1", "a2", "a1-b1")
	for n := 0; d.present(fish).Waiting.Has(1); n++ {
		if d.wait(24 * time.Hour); n > 9 {
			t.Fatal("Bob has all the time")
		}
		if _, err := d.svc.Referee.Attend(context.Background(), fish.ID); err != nil {
			t.Fatal(err)
		}
	}
	plays(fish, "b1-c1", "a2-b2")
	steps(fish, "", "Ann placed a penguin on a1", "Bob placed a penguin on a2",
		"Ann moved a1 to b1 and caught 1 fish · Bob: turn skipped", "Ann moved b1 to c1", "Bob moved a2 to b2")
	kalah := d.begin("kalah", nil)
	plays(kalah, "3", "4", "1")
	steps(kalah, "", "Ann sowed hole 3 and sows again", "Ann sowed hole 4", "Bob sowed hole 1")
}
