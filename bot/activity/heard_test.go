package activity_test

import (
	"fmt"
	"net/http"
	"strings"
	"testing"

	"github.com/chromedp/chromedp"
	"github.com/chromedp/chromedp/kb"

	"paddock/games/match"
)

// heard returns the sentences that the page has said to those who listen to it.
func (b *tab) heard() string {
	b.Helper()
	return eval[string](b, `$$("[role=status] p").map((n) => n.textContent).join(" / ")`)
}

// hears waits until the page has said a sentence.
func (b *tab) hears(text string) {
	b.Helper()
	b.wait(fmt.Sprintf(`$$("[role=status], [role=alert]").some((n) => n.textContent.includes(%q))`, text))
}

// A member plays with a screen reader. Only pieces that can be chosen are announced as such. The
// choice and the moves of both players are announced, and so is the reason why Enter does nothing.
// Tab leads to a piece of the member.
func TestHeard(t *testing.T) {
	t.Parallel()
	hear(newRig(t))
}

func hear(r *rig) {
	t := r.TB
	r.begin("/halatafl challenge user:@Bob side:sheep")
	ann := r.surf(r.ann, 1280, 800)
	ann.open()
	ann.tabTo(`!!doc.activeElement?.matches("[data-cell]")`)
	if name := eval[string](ann, "doc.activeElement.ariaLabel"); !strings.HasSuffix(name, "sheep, can be chosen") {
		t.Errorf("the first stop on the board is %q", name)
	}
	ann.arrows(cell("c7"))
	ann.press(kb.Enter)
	ann.hears("There is a fox on c7, but it's the sheep's turn. You can move these: a4, b4, c4, d4, e4, f4, g4.")
	ann.arrows(cell("a4"))
	ann.press(kb.Enter)
	ann.hears("You have chosen a4, sheep. It can go to: a5")
	for name, want := range map[string]string{
		"a4": "a4, sheep", "a5": "a5, empty, can go here", "d4": "d4, sheep, can be chosen",
	} {
		if got := eval[string](ann, cell(name)+".ariaLabel"); name != "d4" && got != want ||
			name == "d4" && strings.Contains(got, "go here") {
			t.Errorf("with a piece chosen %s is named %q, want %q", name, got, want)
		}
	}
	ann.arrows(cell("a5"))
	ann.press(kb.Enter)
	ann.hears("Sheep a4 moved to a5. Bob to move.")
	ann.press(kb.Enter)
	ann.wait(`$("[role=alert]").textContent === "Bob to move"`)

	bob := r.signIn(r.bob)
	var v struct{ Head int }
	path := "/api/matches/" + string(r.newest().ID)
	bob.ask("GET", path, nil, &v)
	if status := bob.ask("POST", path+"/moves",
		map[string]any{"head": v.Head, "cause": "c", "move": "c7-c6"}, nil); status != 200 {
		t.Fatalf("Bob's move gets %d", status)
	}
	ann.hears("Fox c7 moved to c6. Your turn.")
	if all := ann.heard(); strings.Contains(all, "..") || !strings.Contains(all, "Sheep a4 moved") {
		t.Errorf("the page has said: %s", all)
	}

	// An older board doesn't say whose turn it is in the newest one.
	ann.press(",")
	ann.hears("Sheep a4 moved to a5. After 1 of 2 moves.")
	if now := eval[string](ann, `$(".side").innerText`); strings.Contains(now, "Your turn") {
		t.Errorf("beside the first move stands: %s", now)
	}
}

// A spectator finds pictures on the board, no buttons, and no stop for keys there.
func TestWatchersHaveNoButtons(t *testing.T) {
	t.Parallel()
	r := newRig(t)
	r.begin("/kalah challenge user:@Bob first:me")
	eve := r.surf(r.eve, 1280, 800)
	eve.open()
	eve.wait(`$(".board [data-cell]")`)
	if got := eval[int](eve, `$$(".board [data-cell]:is([role=button], [tabindex='0'], [aria-disabled])").length`); got > 0 {
		t.Errorf("%d cells of a board to watch are buttons", got)
	}
	if name := eval[string](eve, `$(".board [data-cell]").ariaLabel`); name == "" {
		t.Error("the cells have lost their names")
	}
}

// After a card is chosen by keyboard, the focus is on the title of the match, and after the way
// back on the card. News in the list does not move the focus.
func TestFocusGoesAlong(t *testing.T) {
	t.Parallel()
	r := newRig(t)
	first := r.begin("/kalah challenge user:@Bob first:me")
	second := r.begin("/halatafl challenge user:@Bob side:sheep")
	ann := r.surf(r.ann, 1280, 800)
	kalah := `$$(".card").find((n) => n.innerText.includes("Kalah"))`
	ann.key(kalah)
	ann.wait(`$(".match .says")?.innerText`)
	ann.wait(`doc.activeElement === $("h1")`)
	ann.key(`$("header button")`)
	ann.wait(kalah)
	ann.wait(`doc.activeElement === ` + kalah)
	before := eval[string](ann, kalah+`.parentNode.dataset.mark`)
	r.slash(r.ann, "/kalah move game:"+string(first.ID)+" move:1")
	ann.wait(fmt.Sprintf(kalah+`.parentNode.dataset.mark !== %q`, before))
	ann.wait(`doc.activeElement === ` + kalah)
	// the card of the other match goes below, because it is not her turn there any more
	r.slash(r.ann, "/halatafl move game:"+string(second.ID)+" move:a4-a5")
	ann.wait(`$$(".card").every((n) => n.innerText.includes("their turn")) && $(".card") === ` + kalah)
	ann.wait(`doc.activeElement === ` + kalah)
}

// News of a match comes while a finger is on its card: the tap counts. There is one card, because
// the time of another move can take a card to another place.
func TestTapDuringNews(t *testing.T) {
	t.Parallel()
	for _, width := range []int64{390, 1280} {
		r := newRig(t)
		first := r.begin("/kalah challenge user:@Bob first:me holes:3 beans:2")
		ann := r.surf(r.ann, width, 800)
		kalah := `$$(".card").find((n) => n.innerText.includes("Kalah"))`
		ann.wait(kalah + `?.querySelector("svg")`)
		before, at := eval[string](ann, kalah+`.parentNode.dataset.mark`), ann.middle(kalah)

		if ann.touch {
			ann.finger("touchStart", at)
		} else {
			ann.mouse("mousePressed", at)
		}
		r.slash(r.ann, "/kalah move game:"+string(first.ID)+" move:2") // she sows again
		ann.wait(fmt.Sprintf(kalah+`.parentNode.dataset.mark !== %q`, before))
		if ann.touch {
			ann.finger("touchEnd", nil)
		} else {
			ann.mouse("mouseReleased", at)
		}
		ann.wait(`$("h1").innerText.includes("Kalah v Bob")`)
	}
}

// A button of a match that is pressed while news comes does what it says: the news is shown when the
// press has ended.
func TestPressDuringNews(t *testing.T) {
	t.Parallel()
	r := newRig(t)
	first := r.begin("/kalah challenge user:@Bob first:me holes:3 beans:2")
	ann := r.surf(r.ann, 1280, 800)
	ann.open()
	const notes = `$$("button:enabled").find((n) => n.innerText.trim() === "Notes")`
	ann.wait(notes)
	read := `doc.defaultView.performance.getEntriesByType("resource").length`
	before, at := eval[int](ann, read), ann.middle(notes)
	ann.mouse("mousePressed", at)
	r.slash(r.ann, "/kalah move game:"+string(first.ID)+" move:2") // she sows again
	ann.wait(fmt.Sprintf(`%s > %d`, read, before))
	ann.mouse("mouseReleased", at)
	ann.wait(`$("dialog")`)
}

// On phones, the note that an answer takes long covers no button, and disappears with the answer.
// Only keys mark the cell that has the focus.
func TestPhoneKeepsClear(t *testing.T) {
	t.Parallel()
	r := newRig(t)
	r.slash(r.ann, "/halatafl start level:easy side:foxes")
	r.until("it is Ann's turn", func() bool {
		return r.newest().Status == match.Running && r.newest().Awaits(match.UserID(r.ann))
	})
	ann := r.surf(r.ann, 390, 844)
	ann.open()
	marked := func() bool {
		return eval[bool](ann, `getComputedStyle(doc.activeElement).stroke === (() => { const n = doc.createElement("i"); n.style.color = getComputedStyle(doc.documentElement).getPropertyValue("--was"); doc.body.append(n); const c = getComputedStyle(n).color; n.remove(); return c; })()`)
	}
	ann.tabTo(`!!doc.activeElement?.matches("[data-cell]")`)
	if !marked() {
		t.Error("keys don't show where they are")
	}
	ann.tap(`$(".board .can")`)
	ann.wait(`$(".board .chosen") && doc.activeElement.matches("[data-cell]")`)
	if marked() {
		t.Error("a touch leaves a mark")
	}

	gate := make(chan struct{})
	open := func() { // the channel is closed once, also if the test fails earlier
		select {
		case <-gate:
		default:
			close(gate)
		}
	}
	defer open()
	r.meet(func(answer *http.Response) {
		if strings.HasSuffix(answer.Request.URL.Path, "/hint") {
			<-gate
		}
	})
	const places = `$$(".side, .foot, .foot button, .foot input")
		.map((n) => JSON.stringify(n.getBoundingClientRect())).join()`
	before := eval[string](ann, places)
	ann.button("Hint")
	ann.wait(`$(".toast")`)
	ann.shot("note")
	if now := eval[string](ann, places); now != before {
		t.Errorf("the note moves what stands on the page from %s to %s", before, now)
	}
	if over := eval[[]string](ann, `(() => { const t = $(".toast").getBoundingClientRect();
		return $$("button, input").filter((n) => { const r = n.getBoundingClientRect(); return n.getClientRects().length && r.left < t.right && t.left < r.right && r.top < t.bottom && t.top < r.bottom; }).map((n) => n.innerText || n.ariaLabel); })()`); len(over) > 0 {
		t.Errorf("the note lies over %q", over)
	}
	open()
	ann.wait(`$(".news p") && !$(".toast")`)
	ann.shot("hint")
}

// The smallest windows show the board alone, low ones the whole title and what happened.
func TestSmallWindows(t *testing.T) {
	t.Parallel()
	r := newRig(t)
	r.slash(r.ann, "/halatafl start level:medium side:foxes")
	r.until("it is Ann's turn", func() bool {
		return r.newest().Status == match.Running && r.newest().Awaits(match.UserID(r.ann))
	})
	ann := r.surf(r.ann, 320, 568)
	ann.open()
	ann.wait(`$(".caption").innerText`)
	for _, size := range [][2]int64{{320, 568}, {844, 390}, {390, 844}, {399, 299}, {320, 180}, {240, 135}} {
		ann.do(chromedp.EmulateViewport(size[0], size[1]))
		ann.wait(fmt.Sprintf("innerWidth === %d && innerHeight === %d", size[0], size[1]))
		ann.shot(fmt.Sprint(size[0]))
		got := eval[[]string](ann, `(() => {
			const wrong = [], at = (n) => n.getBoundingClientRect(), board = at($(".board svg")), small = innerWidth <= 400 && innerHeight <= 300;
			if (Math.min(board.width, board.height) < Math.min(innerWidth, innerHeight) - (small ? 2 : 30)) wrong.push("the board has " + board.width + " by " + board.height);
			if (small) return wrong.concat($$("h1, button").filter((n) => n.getClientRects().length).map((n) => n.innerText + " is shown"));
			const text = doc.createRange();
			text.selectNodeContents($("h1"));
			if (at(text).right > at($("h1")).right + 1) wrong.push("the title is cut");
			const c = at($(".caption"));
			if (c.height && doc.elementFromPoint(c.x + 5, c.bottom - 5) !== $(".caption")) wrong.push("what happened is hidden");
			return wrong;
		})()`)
		if len(got) > 0 {
			t.Errorf("%v: %q", size, got)
		}
	}
}
