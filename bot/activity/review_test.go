package activity_test

import (
	"fmt"
	"maps"
	"regexp"
	"strconv"
	"strings"
	"testing"

	"paddock/bot/component"
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
			Says, Better string
			Step         int
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
	for _, turn := range made.Turns { // the board before the mistake that the button names
		var move int
		if _, err := fmt.Sscanf(turn.Says, "Move %d", &move); err != nil || turn.Step != move-1 {
			t.Errorf("%q leads to board %d", turn.Says, turn.Step)
		}
	}
	for _, u := range []match.UserID{match.UserID(r.bob), match.UserID(r.ann)} { // Ann's is used below
		made.Turns = nil
		who[u].ask("GET", path+"/review", nil, &made)
		if !strings.Contains(fmt.Sprint(made.Turns), "was your ") {
			t.Errorf("%s reads %+v, and nothing is said to be theirs", u, made.Turns)
		}
	}
	const begins = `$(".turn[aria-current=true]")?.innerText.startsWith("1/")`
	ann.button("Review")
	ann.wait(begins)
	ann.says(made.Says[0])
	if first := eval[string](ann, `$(".news p").innerText`); !strings.HasPrefix(first, made.Says[0]) {
		t.Errorf("the review stands below %q", first)
	}
	for i, turn := range made.Turns {
		if i > 0 {
			ann.button("Next mistake")
		}
		ann.wait(fmt.Sprintf(`$(".steps input").value === "%d" &&
			$(".turn[aria-current=true]")?.innerText === "%d/%d " + %q`,
			turn.Step, i+1, len(made.Turns), turn.Says))
	}
	ann.shot("review")
	// each mistake that is counted has its dot, and a touch on it leads there from anywhere
	counted := 0
	for _, n := range regexp.MustCompile(`\d+`).FindAllString(made.Says[0], -1) {
		n, _ := strconv.Atoi(n)
		counted += n
	}
	if counted != len(made.Turns) {
		t.Errorf("%q, but the page leads to %d", made.Says[0], len(made.Turns))
	}
	ann.button("Newest board")
	ann.wait(`!$(".turn").getClientRects().length`)
	for i := range made.Turns {
		ann.tap(fmt.Sprintf(`$$(".graph circle")[%d]`, i))
		ann.wait(fmt.Sprintf(`$(".turn[aria-current=true]")?.innerText.startsWith("%d/") &&
			Math.abs($(".at").getBoundingClientRect().x - $$(".graph circle")[%d].getBoundingClientRect().x) < 6`, i+1, i))
	}
	// the board of a mistake shows the move that was played and a better one
	for range made.Turns[1:] {
		ann.button("Previous mistake")
	}
	ann.wait(`$(".turn[aria-current=true]")?.innerText.startsWith("1/") &&
		$(".caption").innerText.startsWith("The cross is what was played; the ring is better")`)
	const drawn = `$$(".board svg > g > path").map((n) => n.getAttribute("d")).join()` // not what glides away
	compared := eval[string](ann, drawn)
	ann.button("One move on")
	ann.wait(fmt.Sprintf(`$(".steps input").value === "%d" && %s !== %q`, made.Turns[0].Step+1, drawn, compared))
	ann.button("One move back")
	ann.wait(fmt.Sprintf(`$(".steps input").value === "%d" && $(".caption").innerText.startsWith("The cross") &&
		%s === %q`, made.Turns[0].Step, drawn, compared)) // with its marks
	ann.wait(`$(".curve")?.ariaLabel === "How the match went. Up: Ann is ahead. Down: Bob is ahead." &&
		$$(".graph text").map((n) => n.textContent).join() ===
			"100 %,50 %,100 %,▲ Ann,▼ Bob,● a mistake · ┃ the board above"`)
	// what makes no sense after the end comes back with the last board, and so does the way to the review
	ann.wait(`!$$(".foot button").some((n) => n.innerText === "Resign" && n.getClientRects().length)`)
	ann.button("Newest board")
	ann.wait(`$$(".foot button").some((n) => n.innerText === "Resign" && n.getClientRects().length)`)
	ann.button("Review")
	for i := range made.Turns {
		ann.wait(fmt.Sprintf(`$(".turn[aria-current=true]")?.innerText.startsWith("%d/")`, i+1))
		if i < len(made.Turns)-1 {
			ann.button("Next mistake")
		}
	}
	// the last mistake leads nowhere, so that a further touch does not leave the review
	ann.wait(`$$("button").find((n) => n.ariaLabel === "Next mistake").disabled`)
	ann.button("Newest board")
	ann.button("Review")
	ann.wait(begins)
	// the better move is tried out at once, and from there one plays on
	const line = `$(".match").dataset.at.split("/").slice(3).join()`
	ann.button("Try it")
	ann.wait(fmt.Sprintf(`%s === %q &&
		/ to move\. Best is probably hole \d\./.test($(".says").innerText)`, line,
		made.Turns[0].Better))
	ann.shot("better")
	ann.button("One move back")
	ann.wait(line + ` === ""`)
	ann.button("Back to the match")
	ann.wait(begins + ` && $(".caption").innerText.startsWith("The cross")`)
	ann.button("Try it")
	ann.button("New match here")
	ann.says("This begins a new match against the computer in the channel.")
	ann.button("Yes")
	ann.wait(`$("h1").innerText.includes("Computer")`)
	ownSeat := rec.SeatOf(match.UserID(r.ann))
	if next := r.newest(); next.ID == rec.ID || next.Rated() || next.SeatOf(match.UserID(r.ann)) != ownSeat {
		t.Errorf("begun is %+v", next)
	}
}

// P152: on a phone a review is in sight at once: the board where it was, the curve, the whole sentence of a
// mistake, and the ways to the others. Where the window is too low for the rest, the page scrolls, and no box
// in it. News and steps move nothing of it.
func TestP152ReviewInSight(t *testing.T) {
	t.Parallel()
	for command, sizes := range map[string]map[int64]int64{
		"/halatafl challenge user:@Bob side:sheep": {844: 390, 667: 375},
		"/fish challenge user:@Bob":                {792: 390}, // Discord takes a part of the window
	} {
		t.Run(strings.Fields(command)[0][1:], func(t *testing.T) {
			t.Parallel()
			reviewInSight(t, command, sizes)
		})
	}
}

func reviewInSight(t *testing.T, command string, sizes map[int64]int64) {
	r := newRig(t)
	rec := r.begin(command)
	tabs := make(map[int64]*tab)
	for high, wide := range sizes {
		tabs[high] = r.surf(r.ann, wide, high)
		tabs[high].open()
	}
	r.plays(rec.ID, 14)
	const look = `JSON.stringify([".board svg", ".graph", ".turn", ".steps input"].map((s) => {
		const r = $(s).getBoundingClientRect();
		return [s, r.y, r.bottom].map((n) => n.toFixed?.(0) ?? n);
	}))`
	for high, ann := range tabs {
		ann.wait(`$(".line.over")`)
		place := `$(".board svg").getBoundingClientRect().toJSON()`
		board := eval[map[string]float64](ann, place)
		ann.button("Review")
		ann.wait(`$(".turn[aria-current=true]")`)
		ann.shot(fmt.Sprint("review", high))
		if is := eval[map[string]float64](ann, place); !maps.Equal(board, is) {
			t.Errorf("at a height of %d the review moves the board from %v to %v", high, board, is)
		}
		if hidden := eval[[]string](ann, `[".board svg", ".graph", ".turn", ".foot .round", ".turn + .round"]
			.filter((s) => {
			const n = $(s), r = n.getBoundingClientRect(), of = doc.elementFromPoint(r.x + r.width / 2, r.bottom - 4);
			return n.scrollHeight > n.clientHeight + 1 && s === ".turn" || r.height < 40 ||
				!(n === of || n.contains(of));
		})`); len(hidden) > 0 {
			t.Errorf("at a height of %d these are not in sight: %q", high, hidden)
		}
		if boxes := eval[[]string](ann, `$$("main *").filter((n) => /auto|scroll/.test(getComputedStyle(n).overflowY) &&
			n.scrollHeight > n.clientHeight + 1).map((n) => n.className)`); len(boxes) > 0 {
			t.Errorf("at a height of %d these scroll inside the page: %q", high, boxes)
		}
		ann.wait(`$(".news").innerText.startsWith("Mistakes: ")`)
		seen := eval[string](ann, look)
		rec := r.newest()
		r.signIn(r.bob).ask("POST", "/api/matches/"+string(rec.ID)+"/acts",
			map[string]any{"head": rec.Head, "cause": fmt.Sprint(high), "act": component.ActRematch}, nil)
		ann.button("One move on")
		ann.wait(`$(".turn[aria-current=false]")`)
		if now := eval[string](ann, look); now != seen {
			t.Errorf("at a height of %d a step has moved the review from %s to %s", high, seen, now)
		}
	}
}
