package activity_test

import (
	"net/http"
	"strings"
	"testing"
)

// If a player touches a piece of theirs during the opponent's turn, the page says whose turn it is, and
// chooses the piece when the player's turn comes. A second touch does not undo the choice, because the
// player may believe that the first had no effect.
func TestTouchBeforeOnesTurn(t *testing.T) {
	t.Parallel()
	r := newRig(t)
	rec := r.begin("/halatafl challenge user:@Bob side:sheep")
	path := "/api/matches/" + string(rec.ID)
	ann := r.surf(r.ann, 390, 844)
	ann.open()
	gate := make(chan struct{})
	r.meet(func(answer *http.Response) {
		if answer.Request.Method == "POST" && answer.Request.URL.Path == path+"/moves" {
			<-gate
		}
	})
	chosen := `$(".board .chosen")?.dataset.cell`
	ann.tap(cell("a4"))
	ann.wait(chosen + ` === "a4" && $$(".board .can").length === 2 && !$(".busy")`)
	ann.tap(cell("a5"))
	ann.wait(`$(".busy")`)
	ann.tap(cell("c4")) // the answer to her move is still on its way
	close(gate)
	ann.wait(`!$(".busy") && $(".steps input").max === "1"`)
	ann.tap(cell("g4"))
	ann.wait(`$(".toast")?.innerText.includes("Bob")`)
	ann.shot("waits")
	r.slash(r.bob, "/halatafl move move:c7d7")
	ann.wait(`$(".mine .says") && ` + chosen + ` === "g4"`)
	ann.shot("kept")
	ann.tap(cell("g4"))
	ann.tap(cell("g5"))
	ann.wait(`$(".steps input").max === "3"`)
}

// If a player touches a place that can't be chosen, a sentence on the page says which places can be.
func TestTouchOnNothingSaysWhatCanBeDone(t *testing.T) {
	t.Parallel()
	for _, c := range []struct{ command, says string }{
		{"/halatafl challenge user:@Bob side:sheep", "You can move these"},
		{"/kalah challenge user:@Bob first:me", "Tap one of the places with a ring."},
	} {
		game, _, _ := strings.Cut(c.command[1:], " ")
		t.Run(game, func(t *testing.T) {
			t.Parallel()
			r := newRig(t)
			r.begin(c.command)
			ann := r.surf(r.ann, 390, 844)
			ann.open()
			ann.wait(`$(".board .can")`)
			ann.tap(`$(".board [data-cell]:not(.can)")`)
			ann.wait(`$(".toast")`)
			ann.shot("nothing")
			if got := eval[string](ann, `$(".toast").innerText`); !strings.Contains(got, c.says) {
				t.Errorf("it says %q, want %q in it", got, c.says)
			}
		})
	}
}
