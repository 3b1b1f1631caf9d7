package sandbox

import (
	"fmt"
	"math/rand/v2"
	"os"
	"testing"
)

// playable finds in the page what continues the game: a menu of moves, a button for a move, or the
// button that opens such a menu. It returns the kind and the element; at the end of the game the
// kind "over" alone, and null while there is nothing to press.
const playable = `((n) => {
	const yes = [...document.querySelectorAll("#messages .button:enabled:not(.busy)")].findLast((b) => b.innerText === "Yes, I resign");
	if (yes) return { kind: "move", element: yes };
	for (const m of [...document.querySelectorAll("#messages > *")].reverse()) {
		if ([...m.querySelectorAll("strong")].some((s) => /wins?\b.*[.!]$|won \d|^Tie|draw/.test(s.innerText))) return { kind: "over" };
		const menus = [...m.querySelectorAll(".select:not([disabled])")], buttons = [...m.querySelectorAll(".button:enabled:not(.busy)")];
		const moves = buttons.filter((b) => /^\d+ \(|^Play \S*\d|^Row |^[a-j]\d/.test(b.innerText)), open = buttons.find((b) => b.innerText === "Make a move");
		if (menus.length) return { kind: "menu", element: menus.at(-1) };
		if (moves.length) return { kind: "move", element: moves[n %% moves.length] };
		if (open) return { kind: "open", element: open };
	}
	return null;
})(%d)`

// entry finds an entry of the open menu.
const entry = `((list) => list[%d %% list.length])([...document.querySelectorAll(".menu [role=option]")])`

// rest waits until the page no longer changes and has no pending press.
func (b *tab) rest() {
	b.t.Helper()
	b.wait(`(() => { window.resting ??= (() => { const s = { at: performance.now() };
		new MutationObserver(() => { s.at = performance.now(); }).observe(document.body, { subtree: true, childList: true, attributes: true }); return s; })();
		return performance.now() - window.resting.at > 150 && !document.querySelector(".busy"); })()`)
}

// play makes one random step of a move by mouse, and returns its kind: "over" at the end of the
// match.
func (b *tab) play(rng *rand.Rand) (kind string) {
	b.t.Helper()
	find := fmt.Sprintf(playable, rng.IntN(1000))
	b.wait(find) // the computer may still be thinking
	b.rest()
	// the text is empty if an edit has removed the control
	if kind = eval[string](b, find+`?.kind ?? ""`); kind == "" || kind == "over" || !b.tryClick(find+"?.element") {
		return kind
	}
	b.rest()
	if choose := fmt.Sprintf(entry, rng.IntN(1000)); eval[bool](b, "Boolean("+choose+")") {
		b.shot("menu")
		b.click(choose)
		b.rest()
	}
	return kind
}

// Every game is played to its end by clicks alone, on a phone and on a desktop. Boards fit the
// window at every step, and the end names the winner. In long random games the member resigns,
// except with PADDOCK_WHOLE=1.
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
					// "Set up my army" would send a second set-up and delete this one, perhaps at
					// this moment
					b.button("Confirm")
				}
				rng, kind := rand.New(rand.NewPCG(1, uint64(width))), ""
				for n := 0; kind != "over"; n++ {
					if kind = b.play(rng); n < 40 {
						b.fits(c.game)
						b.shot(fmt.Sprint("step", n))
					}
					if c.most > 0 && n >= c.most && n%20 == 0 && kind != "over" && os.Getenv("PADDOCK_WHOLE") == "" {
						b.keys("\u001b")   // Escape closes a picture that a click may have opened
						b.types("/resign") // the next call of play confirms
					}
					if n == 5000 {
						b.shot("endless")
						t.Fatal("the game does not end")
					}
				}
				b.wait(`[...document.querySelectorAll(".gallery img")].at(-1).naturalWidth > 0`)
				b.fits(c.game)
				if high := eval[float64](b,
					`Math.max(...[...document.querySelectorAll(".gallery img")].map((e) => e.getBoundingClientRect().height))`); high > 350.1 {
					t.Errorf("a picture is %.1f pixels high, and Discord shows 350", high)
				}
				b.shot("over")
			})
		}
	}
}
