package activity_test

import (
	"fmt"
	"net/url"
	"strings"
	"testing"
)

// Before their first move in a match a player reads how to make a move on the page, and the hint of the
// game and its goal. Players who have moved, or who wait, don't. After a touch on a piece of Stratego
// the page names its rank and says what it does.
func TestFirstMoveSaysHow(t *testing.T) {
	t.Parallel()
	r := newRig(t)
	ann, bob := r.signIn(r.ann), r.signIn(r.bob)
	type view struct {
		Head    int
		News    []string
		Caption string
		Choices []struct {
			Text, Label string
			Whole       bool
		}
	}
	for _, c := range []struct{ begin, want string }{
		{
			"/kalah challenge user:@Bob first:me",
			"with a ring. Goal: Have more beans in your pot than your opponent when a row is empty.\n" +
				"Sow counter-clockwise. The pot at your name is yours: end in it, and you sow again. " +
				"Your pot is the one on the right.",
		},
		{"/halatafl challenge user:@Bob side:sheep", "Tap a piece with a ring, then where it goes. Goal: "},
		{"/stratego challenge user:@Bob first:me army:barrage", "Tap a piece with a ring, then where it goes."},
	} {
		path := "/api/matches/" + string(r.begin(c.begin).ID)
		arranges := strings.HasPrefix(c.begin, "/stratego")
		if arranges {
			for name, p := range map[string]*person{"ann": ann, "bob": bob} {
				confirm := map[string]any{"cause": name, "name": "confirm", "input": []string{}}
				if status := p.ask("POST", path+"/arrange", confirm, nil); status != 200 {
					t.Fatalf("the set-up of %s: %d", name, status)
				}
			}
		}
		var hers, his view
		ann.ask("GET", path, nil, &hers)
		bob.ask("GET", path, nil, &his)
		if said := strings.Join(hers.News, "\n"); !strings.Contains(said, c.want) {
			t.Errorf("%s: who moves first reads %q, want %q", c.begin, said, c.want)
		}
		if said := strings.Join(his.News, "\n"); strings.Contains(said, "Tap ") {
			t.Errorf("%s: who waits reads %q", c.begin, said)
		}
		piece := hers.Choices[0]
		if piece.Whole {
			continue
		}
		var chosen view
		half := fmt.Sprintf("%s/complete?head=%d&typed=%s", path, hers.Head, url.QueryEscape(piece.Text))
		ann.ask("GET", half, nil, &chosen)
		named := !arranges || strings.HasPrefix(chosen.Caption, piece.Label+" · ") && len(piece.Label) >= 6
		if !named || strings.Contains(strings.Join(chosen.News, "\n"), "Tap ") {
			t.Errorf("%s: after %s the page says %q and %q, want the piece %q", c.begin, piece.Text, chosen.News,
				chosen.Caption, piece.Label)
		}
	}
}

// A player who has chosen a piece may touch another one of theirs, and then a third. The piece that was
// touched last is the chosen one.
func TestAnotherPieceAgain(t *testing.T) {
	t.Parallel()
	r := newRig(t)
	r.begin("/halatafl challenge user:@Bob side:sheep")
	ann := r.surf(r.ann, 390, 844)
	ann.open()
	for _, at := range []string{"a4", "c4", "e4", "g4"} {
		ann.tap(cell(at))
		ann.hears("You have chosen " + at + ", sheep.")
		if got := eval[string](ann, `$(".board .chosen")?.dataset.cell ?? "nothing"`); got != at {
			t.Fatalf("after a touch on %s %s is chosen", at, got)
		}
	}
}
