package activity_test

import (
	"fmt"
	"math/rand/v2"
	"testing"
)

// watchPlaces records, at each change of a page, where the board and the buttons around it are.
const watchPlaces = `(() => {
	const at = (n) => {
		const r = n.getBoundingClientRect();
		return [r.x, r.y, r.width, r.height].map(Math.round).join();
	};
	window.boards = {}, window.places = {};
	window.measure = () => {
		const board = $(".board svg");
		if (board && $(".setup").hidden) boards[at(board)] ??= $(".caption").innerText + " " + $(".news").innerText;
		for (const n of $$("header button, .foot button")) {
			const name = (n.getAttribute("aria-label") ?? n.innerText).replace(" •", "");
			if (n.getClientRects().length) (places[name] ??= {})[at(n)] = $(".caption").innerText;
		}
	};
	new MutationObserver(measure).observe(doc, { subtree: true, childList: true, attributes: true, characterData: true });
	return true;
})()`

// In a whole match against the computer, with hints and another match that waits, the board has one
// place and one size on a phone. Each button has one place, no place is that of two buttons, and the
// buttons of the first board are still there at the end.
func TestNothingMovesInAMatch(t *testing.T) {
	t.Parallel()
	for _, command := range []string{
		"/kalah start level:random first:me beans:3", "/fish start level:random first:me",
		"/halatafl start level:random side:sheep", "/stratego start level:random army:duel",
	} {
		var game string
		_, _ = fmt.Sscanf(command, "/%s", &game)
		t.Run(game, func(t *testing.T) {
			if testing.Short() && game != "kalah" {
				t.Skip("long: most of it is the browser's work")
			}
			t.Parallel()
			r := newRig(t)
			r.begin("/kalah challenge user:@Bob first:me holes:3 beans:2")
			r.slash(r.ann, command)
			ann := r.surf(r.ann, 390, 792)
			ann.calm()
			ann.tap(fmt.Sprintf(`$$(".card").find((n) => n.innerText.toLowerCase().includes(%q + " v computer"))`, game))
			ann.wait(`$(".match .says")?.innerText`)
			eval[bool](ann, watchPlaces)
			first := eval[[]string](ann, `(measure(), Object.keys(places))`)
			if game == "stratego" {
				ann.arranges()
				// the board has its full size once the computer has set up its army as well
				ann.wait(`$(".mine .says") && !$(".busy")`)
				eval[bool](ann, `(boards = {}, true)`)
			}
			rng := rand.New(rand.NewPCG(7, 7))
			over := false
			for n := 0; !over && n < 60; n++ {
				ann.wait(`$(".mine .says") && !$(".busy") || $(".line.over")`)
				if over = eval[bool](ann, `!!$(".line.over")`); over {
					break
				}
				if n == 0 || n == 9 {
					ann.button("Hint")
					ann.wait(`$$("button").some((n) => n.innerText === "Play it") && !$(".toast")`)
					ann.shot(fmt.Sprint("hint-", n))
					ann.button("Play it")
					ann.wait(`!$$("button").some((n) => n.innerText === "Play it")`)
					continue
				}
				ann.plays(rng, false)
				if n == 5 {
					ann.shot("playing")
				}
			}
			if !over {
				ann.button("Resign")
				ann.button("Yes")
			}
			ann.wait(`$(".line.over")`)
			ann.shot("over")
			for _, name := range []string{"First board", "One move on", "Newest board"} {
				ann.button(name)
				ann.wait(fmt.Sprintf(`!$(".busy") && $(".steps input").value === %s`,
					map[string]string{"First board": `"0"`, "One move on": `"1"`, "Newest board": `$(".steps input").max`}[name]))
			}
			if boards := eval[map[string]string](ann, `boards`); len(boards) != 1 {
				t.Errorf("the board has %d places: %q", len(boards), boards)
			}
			owner := make(map[string]string)
			for name, places := range eval[map[string]map[string]string](ann, `places`) {
				if len(places) != 1 {
					t.Errorf("%s has %d places: %q", name, len(places), places)
				}
				for at := range places {
					if name == "Cancel the match" { // the button is Cancel until the first move, then it is Resign
						name = "Resign"
					}
					if owner[at] != "" && owner[at] != name {
						t.Errorf("%s is where %s is", name, owner[at])
					}
					owner[at] = name
				}
			}
			for _, name := range first {
				if name != "Cancel the match" && name != "Next match" && !eval[bool](ann, fmt.Sprintf(
					`$$("header button, .foot button").some((n) => (n.getAttribute("aria-label") ?? n.innerText) === %q)`, name)) {
					t.Errorf("at the end %s is gone", name)
				}
			}
		})
	}
}
