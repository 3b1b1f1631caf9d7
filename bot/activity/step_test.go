package activity_test

import (
	"fmt"
	"io"
	"net/http"
	"slices"
	"strings"
	"sync/atomic"
	"testing"

	"paddock/games/match"
)

// Somebody steps back while the answer to news is on its way. That answer, which shows the newest
// board, does not undo the step; the page asks again for the board on which its reader is.
func TestNewsDoesNotUndoAStep(t *testing.T) {
	t.Parallel()
	r := newRig(t)
	rec := r.begin("/kalah challenge user:@Bob first:me")
	path := "/api/matches/" + string(rec.ID)
	both := map[match.UserID]*person{match.UserID(r.ann): r.signIn(r.ann), match.UserID(r.bob): r.signIn(r.bob)}
	move := func(cause string) {
		t.Helper()
		for u, p := range both {
			var v struct {
				Head    int
				Choices []struct{ Text string }
			}
			if r.newest().Awaits(u) {
				p.ask("GET", path, nil, &v)
				if status := p.ask("POST", path+"/moves",
					map[string]any{"head": v.Head, "cause": cause, "move": v.Choices[0].Text}, nil); status != 200 {
					t.Fatalf("a move got %d", status)
				}
				return
			}
		}
	}
	move("first")
	move("second")
	eve := r.surf(r.eve, 1280, 800)
	eve.open()
	eve.wait(`$(".steps input").value === "2"`)

	gate, held := make(chan struct{}), make(chan struct{}, 1)
	var older atomic.Int64 // the server answers with an older board
	r.meet(func(answer *http.Response) {
		q := answer.Request
		switch {
		case q.URL.Path != path:
		case strings.Contains(q.URL.RawQuery, "step="):
			older.Add(1)
		default:
			select {
			case held <- struct{}{}:
			default:
			}
			<-gate
		}
	})
	move("third")
	<-held // the loop waits until the news is on its way to Eve
	eve.button("One move back")
	eve.wait(`$(".steps input").value === "1" && $(".match").dataset.at.split("/").includes("1")`)
	before := older.Load()
	close(gate)
	at := func() string { return eval[string](eve, `$(".steps input").value`) }
	// the page then asks for its own board again, or shows the newest
	r.until("the page has read the news", func() bool { return older.Load() > before || at() != "1" })
	if now := at(); now != "1" {
		t.Errorf("the news has led back to board %s", now)
	}
}

// Somebody taps a piece and then its target before the answer to the first tap has come: the move
// is played.
func TestQuickTaps(t *testing.T) {
	t.Parallel()
	r := newRig(t)
	r.begin("/halatafl challenge user:@Bob side:sheep")
	ann := r.surf(r.ann, 390, 844)
	ann.open()
	gate := make(chan struct{})
	r.meet(func(answer *http.Response) {
		if strings.HasSuffix(answer.Request.URL.Path, "/complete") {
			<-gate
		}
	})
	ann.tap(cell("a4"))
	ann.tap(cell("a5"))
	close(gate)
	r.until("the move is played", func() bool { return r.newest().Moves == 1 })
	if got := r.newest().LastMoves; !slices.Equal(got, []string{"a4-a5"}) {
		t.Errorf("the move is %q", got)
	}
}

// A player tries moves out and presses Close, but the server refuses to show the match. The page
// still shows the trial, so the next move that the player taps is tried out, and not played in the
// match.
func TestTrialGoesOn(t *testing.T) {
	t.Parallel()
	r := newRig(t)
	rec := r.begin("/halatafl challenge user:@Bob side:sheep")
	ann := r.surf(r.ann, 390, 844)
	ann.open()
	ann.button("Try moves")
	ann.wait(`$$("button").some((n) => n.innerText === "Back to the match")`)
	r.meet(func(answer *http.Response) {
		if answer.Request.URL.Path == "/api/matches/"+string(rec.ID) {
			answer.StatusCode = http.StatusTooManyRequests
			answer.Header.Del("Content-Length")
			answer.Header.Del("Content-Encoding")
			answer.Body = io.NopCloser(strings.NewReader(`{"error":"Not so fast."}`))
		}
	})
	ann.button("Back to the match")
	ann.says("Not so fast.")
	ann.wait(`!$(".busy")`) // a touch before the new board is shown is ignored
	ann.tap(cell("a4"))
	ann.wait(cell("a5") + `.getAttribute("aria-disabled") !== "true"`)
	ann.tap(cell("a5"))
	ann.wait(`$(".match").dataset.at.endsWith("a4-a5")`)
	if got := r.newest(); got.Moves > 0 {
		t.Errorf("the match has the moves %q", got.LastMoves)
	}
}

// A player has reached a button of the set-up by keyboard. When news of the match redraws the page,
// the focus stays on that button.
func TestFocusStays(t *testing.T) {
	t.Parallel()
	r := newRig(t)
	rec := r.begin("/stratego challenge user:@Bob first:me army:barrage")
	ann := r.surf(r.ann, 1280, 800)
	ann.open()
	ann.wait(`$(".setup:not([hidden]) button.good")`)
	ann.wait(`($(".setup button.good").focus(), doc.activeElement.matches(".setup button.good"))`)
	before := eval[string](ann, `$(".match").dataset.at`)
	if status := r.signIn(r.bob).ask("POST", "/api/matches/"+string(rec.ID)+"/arrange",
		map[string]any{"cause": "c", "name": "confirm", "input": []string{}}, nil); status != http.StatusOK {
		t.Fatalf("Bob's set-up gets %d", status)
	}
	ann.wait(fmt.Sprintf(`$(".match").dataset.at !== %q`, before))
	if !eval[bool](ann, `doc.activeElement.matches(".setup button.good")`) {
		t.Errorf("the focus is at %s", eval[string](ann, "doc.activeElement.outerHTML.slice(0, 200)"))
	}
}

// S48: the pieces still to place are never "nothing", wherever pieces stand already.
func TestPiecesStillToPlace(t *testing.T) {
	r := newRig(t)
	rec := r.begin("/stratego challenge user:@Bob first:me army:barrage")
	ann := r.signIn(r.ann)
	path := "/api/matches/" + string(rec.ID)
	pieces := func() (values []string) {
		var v struct {
			Setup struct{ Pieces []struct{ Value string } }
		}
		ann.ask("GET", path, nil, &v)
		for _, p := range v.Setup.Pieces {
			values = append(values, p.Value)
		}
		return values
	}
	arrange := func(name string, input ...string) {
		t.Helper()
		if status, answer := ann.raw("POST", path+"/arrange",
			map[string]any{"cause": fmt.Sprint(name, input), "name": name, "input": input}); status != 200 {
			t.Fatalf("%s %q: %d %s", name, input, status, answer)
		}
	}
	arrange("clear")
	all := pieces()
	arrange("place", "a4", all[len(all)-1])
	if left := pieces(); slices.Contains(left, "off") || len(left) < len(all)-1 {
		t.Errorf("with a piece on a4, %q are to place, want %q without it", left, all)
	}
	for _, rows := range []string{"b4", "j1"} { // pieces elsewhere
		arrange("place", rows, pieces()[0])
		if left := pieces(); slices.Contains(left, "off") {
			t.Errorf("with a piece on %s, %q are to place", rows, left)
		}
	}
}
