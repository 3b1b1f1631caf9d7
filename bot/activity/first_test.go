package activity_test

import (
	"fmt"
	"net/url"
	"slices"
	"strings"
	"testing"
)

// Before their first move in a match a player reads what to tap next, with the hint of the game,
// and before the first tap the goal. Players who have moved or are waiting don't read that. After a
// touch on a piece of Stratego the page names its rank and says what it does.
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
			"Tap one of the places with a ring. Sow counter-clockwise. If your last bean lands in the pot by your " +
				"name, sow again; if in an empty hole of yours, take what's opposite.\n" +
				"Goal: Collect more beans than your opponent. The match ends when a row is empty, and what is left " +
				"in your row is yours.",
		},
		{
			"/halatafl challenge user:@Bob side:sheep",
			"Tap a piece with a ring, then where it goes. Sheep step forward or sideways. A fox has to jump, along any " +
				"line, over a sheep with a free point behind it. One that can't move is caught.\nGoal: ",
		},
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
		want := strings.Replace(hers.News[0], "Tap a piece with a ring, then where it goes.",
			"Tap one of the places with a ring.", 1)
		if !named || !slices.Equal(chosen.News, []string{want}) {
			t.Errorf("%s: after %s the page says %q and %q, want the piece %q and %q", c.begin, piece.Text, chosen.News,
				chosen.Caption, piece.Label, want)
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

// On phones what is said for the first move is in sight until it is made, whatever the game.
func TestFirstMoveIsToldInSight(t *testing.T) {
	t.Parallel()
	for _, command := range []string{
		"/kalah start level:easy first:me", "/halatafl start level:easy side:sheep",
		"/fish start level:easy first:me players:2", "/stratego start level:easy army:duel first:me",
	} {
		game, _, _ := strings.Cut(command[1:], " ")
		t.Run(game, func(t *testing.T) {
			t.Parallel()
			r := newRig(t)
			r.slash(r.ann, command)
			for n, height := range []int64{844, 667} {
				ann := r.surf(r.ann, []int64{390, 375}[n], height)
				ann.open()
				if game == "stratego" && n == 0 {
					ann.arranges()
				}
				ann.wait(`$(".mine .says") && $(".news p")`)
				for step := 0; step == 0 || eval[bool](ann, `!!$(".board .chosen")`); step++ {
					ann.shot(fmt.Sprintf("%d-%d", height, step))
					if cut := eval[float64](ann, `$(".news p").getBoundingClientRect().bottom -
						$(".side").getBoundingClientRect().bottom`); cut > 1 {
						t.Errorf("%d high, step %d: %.0f px of %q are out of sight", height, step, cut,
							eval[string](ann, `$(".news p").innerText`))
					}
					if step > 0 || !eval[bool](ann, `$(".news p").innerText.includes("then where it goes")`) {
						break
					}
					ann.tap(`$(".board .can")`)
					ann.wait(`$(".board .chosen") && $(".news p")?.innerText.startsWith("Tap one of the places")`)
				}
			}
		})
	}
}
