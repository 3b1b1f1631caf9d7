package activity_test

import (
	"fmt"
	"strings"
	"testing"

	"paddock/games/match"
)

// P152: a finished match is reviewed on the page, with a button for each mistake that leads to its
// board. Before the end, and where a game's secrets were not shown, a sentence says why not.
func TestP152Review(t *testing.T) {
	t.Parallel()
	r := newRig(t)
	rec := r.begin("/kalah challenge user:@Bob first:me holes:3 beans:2")
	who := map[match.UserID]*person{match.UserID(r.ann): r.signIn(r.ann), match.UserID(r.bob): r.signIn(r.bob)}
	path := "/api/matches/" + string(rec.ID)
	var refused struct{ Error string }
	if status := who[match.UserID(r.ann)].ask("GET", path+"/review", nil, &refused); status != 422 ||
		refused.Error == "" {
		t.Errorf("while it runs: %d %+v", status, refused)
	}
	ann := r.surf(r.ann, 390, 844)
	ann.open()
	for n := 0; r.newest().Status == match.Running; n++ {
		for u, p := range who {
			var v struct {
				Head    int
				Choices []struct{ Text string }
			}
			if r.newest().Awaits(u) {
				p.ask("GET", path, nil, &v)
				p.ask("POST", path+"/moves",
					map[string]any{"head": v.Head, "cause": fmt.Sprint(n, u), "move": v.Choices[0].Text}, nil)
			}
		}
	}
	eve := r.signIn(r.eve) // a spectator may review the match too
	var made struct {
		Says  []string
		Turns []struct {
			Says string
			Step int
		}
	}
	for made.Says == nil {
		if status := eve.ask("GET", path+"/review", nil, &made); status != 200 {
			t.Fatalf("the review: %d", status)
		}
	}
	if len(made.Turns) == 0 || strings.Contains(fmt.Sprint(made), "**") {
		t.Errorf("the review is %+v", made)
	}
	for _, turn := range made.Turns { // the board before the move that it names
		var move int
		if _, err := fmt.Sscanf(turn.Says, "Move %d", &move); err != nil || turn.Step != move-1 {
			t.Errorf("%q leads to board %d", turn.Says, turn.Step)
		}
	}
	ann.button("Review")
	ann.says(made.Says[0])
	if first := eval[string](ann, `$(".news p").innerText`); !strings.HasPrefix(first, made.Says[0]) {
		t.Errorf("the review stands below %q", first)
	}
	for _, turn := range made.Turns {
		ann.tap(fmt.Sprintf(`$$(".turn").find((n) => n.innerText === %q)`, turn.Says))
		ann.wait(fmt.Sprintf(`$(".board").getBoundingClientRect().top >= 0 && $(".steps input").value === "%d" && $(".turn[aria-current=true]").innerText === %q`, turn.Step, turn.Says))
	}
	ann.shot("review")
	// the board of a mistake shows the move that was played and a better one
	ann.tap(`$(".turn")`)
	ann.wait(`$(".turn[aria-current=true]") === $(".turn") &&
		$(".caption").innerText.startsWith("The cross is what was played; the ring is better")`)
	compared := eval[string](ann, `$(".board svg").innerHTML`)
	ann.button("One move on")
	ann.wait(`!$(".caption").innerText.startsWith("The cross")`)
	ann.button("One move back")
	ann.wait(fmt.Sprintf(`$(".steps input").value === "%d"`, made.Turns[0].Step))
	if eval[string](ann, `$(".board svg").innerHTML`) == compared {
		t.Error("the board of a mistake is an ordinary board")
	}
	ann.says("How the match went. Up: Ann is ahead. Down: Bob is ahead.")
}
