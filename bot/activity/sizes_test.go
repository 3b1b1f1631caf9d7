package activity_test

import (
	"fmt"
	"testing"

	"paddock/bot/discordsim"
	"paddock/games/match"
)

// In every size of window the whole board is visible, nothing is cut off at the side, and all
// controls are 44 pixels high and wide. On a phone the buttons are at the bottom, near the thumb.
func TestSizes(t *testing.T) {
	t.Parallel()
	for _, game := range []string{"kalah", "halatafl", "fish", "stratego"} {
		t.Run(game, func(t *testing.T) {
			if testing.Short() && game != "kalah" {
				t.Skip("long: most of it is the browser's work")
			}
			t.Parallel()
			r := newRig(t)
			r.begin("/" + game + " challenge user:@Bob")
			if game == "kalah" { // a match of Kalah has moves to step through
				for _, u := range []discordsim.UserID{r.ann, r.bob} {
					if r.newest().Awaits(match.UserID(u)) {
						r.slash(u, "/kalah move move:1")
						break
					}
				}
			}
			sizes := [][2]int64{{320, 568}, {844, 390}, {390, 844}, {1280, 800}, {2560, 1440}}
			if testing.Short() {
				sizes = sizes[:2] // the narrowest and the lowest
			}
			for _, size := range sizes {
				b := r.surf(r.ann, size[0], size[1])
				b.tap(fmt.Sprintf(`$$(".card").find((n) => n.innerText.toLowerCase().includes(%q))`, game))
				b.wait(`$(".match .says")?.innerText`)
				name := fmt.Sprintf("%s-%d", game, size[0])
				b.shot(name)
				if got := eval[[]string](b, `(() => {
					const wide = doc.documentElement.clientWidth, high = doc.documentElement.clientHeight, wrong = [];
					if (doc.documentElement.scrollWidth > wide) wrong.push("the page is wider than its window");
					const svg = $(".board svg").getBoundingClientRect();
					if (svg.bottom > high + 1 || svg.right > wide + 1) wrong.push("the board ends at " + svg.right + ", " + svg.bottom);
					for (const n of $$("button, input")) {
						const r = n.getBoundingClientRect();
						if (n.getClientRects().length && (r.height < 43.9 || r.width < 39.9)) wrong.push((n.innerText || n.ariaLabel) + " is " + r.width + " by " + r.height);
						if (r.right > wide + 1 || r.left < -1) wrong.push((n.innerText || n.ariaLabel) + " ends at " + r.right);
					}
					if (wide < 600 && high > 700 && !$(".setup:not([hidden])") && $(".foot").getBoundingClientRect().bottom < high - 40) wrong.push("the buttons end at " + $(".foot").getBoundingClientRect().bottom);
					return wrong;
				})()`); len(got) > 0 {
					t.Errorf("%s: %q", name, got)
				}
				b.button("Your matches")
				b.wait(`$(".card")`)
				if game == "stratego" {
					b.shot(fmt.Sprintf("list-%d", size[0]))
				}
			}
		})
	}
}
