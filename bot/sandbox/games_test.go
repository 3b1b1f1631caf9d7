package sandbox

import (
	"fmt"
	"math/rand/v2"
	"os"
	"testing"

	"github.com/chromedp/chromedp"
)

// playable finds a control for a move in the page: a menu of moves, a button for a move, or the button that opens such a menu. It returns its kind
// and its middle; an empty list if there is none.
const playable = `((n) => {
	const hit = (kind, e) => { e.scrollIntoView({ block: "nearest" }); const r = e.getBoundingClientRect(); return [kind, r.x + r.width / 2 + "", r.y + r.height / 2 + ""]; };
	const yes = [...document.querySelectorAll("#messages .button:enabled:not(.busy)")].findLast((b) => b.innerText === "Yes, I resign");
	if (yes) return hit("move", yes);
	for (const m of [...document.querySelectorAll("#messages > *")].reverse()) {
		if ([...m.querySelectorAll("strong")].some((s) => /wins?\b.*[.!]$|won \d|^Tie|draw/.test(s.innerText))) return ["over"];
		const menus = [...m.querySelectorAll(".select:not([disabled])")], buttons = [...m.querySelectorAll(".button:enabled:not(.busy)")];
		const moves = buttons.filter((b) => /^\d+ \(|^Play \S*\d|^Row |^[a-j]\d/.test(b.innerText)), open = buttons.find((b) => b.innerText === "Make a move");
		if (menus.length) return hit("menu", menus.at(-1));
		if (moves.length) return hit("move", moves[n %% moves.length]);
		if (open) return hit("open", open);
	}
	return [];
})(%d)`

// entry finds an entry of the open menu.
const entry = `((n) => { const list = [...document.querySelectorAll(".menu [role=option]")]; if (!list.length) return [];
	const e = list[n %% list.length]; e.scrollIntoView({ block: "nearest" }); const r = e.getBoundingClientRect(); return [r.x + r.width / 2, r.y + r.height / 2]; })(%d)`

// hit presses a point of the page, and waits until the page is idle.
func (b *tab) hit(x, y float64) {
	b.t.Helper()
	b.do(chromedp.MouseClickXY(x, y))
	b.rest()
}

// rest waits until the page no longer changes and has no pending press.
func (b *tab) rest() {
	b.t.Helper()
	b.wait(`(() => { window.resting ??= (() => { const s = { at: performance.now() };
		new MutationObserver(() => { s.at = performance.now(); }).observe(document.body, { subtree: true, childList: true, attributes: true }); return s; })();
		return performance.now() - window.resting.at > 150 && !document.querySelector(".busy"); })()`)
}

// play makes one random step of a move by mouse, and reports whether the match is over.
func (b *tab) play(rng *rand.Rand) (kind string) {
	b.t.Helper()
	find := fmt.Sprintf(playable, rng.IntN(1000))
	b.wait(find + ".length") // the computer may still be thinking
	b.rest()
	at := eval[[]string](b, find)
	switch {
	case len(at) == 0: // an edit has removed the control
		return ""
	case len(at) == 1:
		return at[0]
	}
	var x, y float64
	fmt.Sscan(at[1]+" "+at[2], &x, &y)
	b.hit(x, y)
	if at[0] == "menu" {
		if to := eval[[]float64](b, fmt.Sprintf(entry, rng.IntN(1000))); len(to) == 2 {
			b.shot("menu")
			b.hit(to[0], to[1])
		}
	}
	return at[0]
}

// Every game is played to its end by clicks alone, on a phone and on a desktop. Boards fit the window at every step, and the end names the winner.
// In long random games the member resigns, except with PADDOCK_WHOLE=1.
func TestGamesPlayedOutByClicks(t *testing.T) {
	if testing.Short() {
		t.Skip("long: most of it is the browser's work")
	}
	t.Parallel()
	for _, c := range []struct {
		game, options string
		most          int // the number of steps after which the member resigns; 0: never
	}{
		{"kalah", "holes:4 beans:3", 0},
		{"halatafl", "sheep:10", 0},
		{"fish", "rules:course rows:4 columns:4", 0},
		{"stratego", "pieces:1 flag, 3 scouts", 25},
	} {
		for _, width := range []int64{390, 1280} {
			t.Run(fmt.Sprint(c.game, width), func(t *testing.T) {
				t.Parallel()
				url, _ := paddock(t, "")
				b := surf(t, url, width, 844)
				b.types("/" + c.game + " start level:easy " + c.options)
				b.says("Goal:")
				if c.game == "stratego" {
					b.says("BLUE is ready, RED is still") // waits for the edit, which changes the buttons
					b.button("Set up my army")
					b.button("Confirm")
				}
				rng, kind := rand.New(rand.NewPCG(1, uint64(width))), ""
				for n := 0; kind != "over"; n++ {
					if kind = b.play(rng); n < 40 {
						b.fits(c.game)
						b.shot(fmt.Sprint("step", n))
					}
					if c.most > 0 && n >= c.most && n%20 == 0 && kind != "over" && os.Getenv("PADDOCK_WHOLE") == "" {
						b.keys("\u001b")   // closes a picture that a click may have opened
						b.types("/resign") // the next call of play confirms
					}
					if n == 5000 {
						b.shot("endless")
						t.Fatal("the game does not end")
					}
				}
				b.wait(`[...document.querySelectorAll(".gallery img")].at(-1).naturalWidth > 0`)
				b.fits(c.game)
				if high := eval[float64](b, `Math.max(...[...document.querySelectorAll(".gallery img")].map((e) => e.getBoundingClientRect().height))`); high > 350.1 {
					t.Errorf("a picture is %.1f pixels high, and Discord shows 350", high)
				}
				b.shot("over")
			})
		}
	}
}
