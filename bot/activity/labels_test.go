package activity_test

import (
	"fmt"
	"slices"
	"testing"

	"github.com/chromedp/chromedp"
)

// brokenWords lists the buttons in sight with a word on more than one line, or with a label that
// does not fit.
const brokenWords = `$$("button").filter((n) => n.getClientRects().length).flatMap((n) => {
	const list = [], texts = doc.createTreeWalker(n, 4);
	while (texts.nextNode()) for (const word of texts.currentNode.data.matchAll(/\S+/g)) {
		const r = doc.createRange();
		r.setStart(texts.currentNode, word.index);
		r.setEnd(texts.currentNode, word.index + word[0].length);
		const lines = new Set([...r.getClientRects()].map((c) => Math.round(c.top)));
		if (lines.size > 1) list.push(n.innerText.trim() + ": " + word[0]);
	}
	const over = n.scrollHeight > n.clientHeight + 1 || n.scrollWidth > n.clientWidth + 1;
	if (over && !n.matches(".turn")) list.push(n.innerText.trim() + " does not fit"); // a .turn scrolls
	return list;
})`

// On a phone no word of a button is broken, in any language: on a running match, with a hint, while
// moves are tried, at the end, in a review, in a set-up, in the list and in a lesson.
func TestLabelsOnPhones(t *testing.T) {
	t.Parallel()
	for _, language := range []string{"English", "Deutsch", "Svenska"} {
		t.Run(language, func(t *testing.T) {
			t.Parallel()
			r := newRig(t)
			r.slash(r.ann, "/settings general language:"+language)
			var seen []string
			look := func(b *tab, what string) {
				t.Helper()
				for _, size := range [][2]int64{{320, 568}, {390, 844}} {
					b.do(chromedp.EmulateViewport(size[0], size[1]))
					b.wait(fmt.Sprintf("innerWidth === %d", size[0]))
					b.shot(fmt.Sprint(what, size[0]))
					for _, broken := range eval[[]string](b, brokenWords) {
						if !slices.Contains(seen, broken) {
							seen = append(seen, broken)
							t.Errorf("%s, %d pixels wide: %s", what, size[0], broken)
						}
					}
				}
			}
			press := func(b *tab, find string) {
				t.Helper()
				b.tap(find)
				b.wait(`!$(".busy")`)
			}
			deed := func(n int) string { return fmt.Sprintf(`$$(".deeds button")[%d]`, n) }

			r.slash(r.ann, "/stratego start level:easy army:barrage")
			b := r.surf(r.ann, 390, 844)
			b.calm()
			b.open()
			b.wait(`$(".setup button")`)
			look(b, "set-up")
			press(b, `$("header button")`)
			b.wait(`$(".cards")`)
			look(b, "list")

			r.slash(r.ann, "/kalah start level:easy first:me")
			b = r.surf(r.ann, 390, 844)
			b.calm()
			b.tap(`$(".card.mine")`)
			b.wait(`$(".mine .says")`)
			look(b, "beginning")
			press(b, `$(".board .can")`)
			b.wait(`$(".mine .says") && $(".steps input").max > 1`)
			look(b, "match")
			press(b, deed(0))
			b.wait(`$(".ways .good")`)
			look(b, "hint")
			press(b, deed(1))
			b.wait(`$$(".deeds button").length === 3`) // no reply to save against a computer
			press(b, `$(".board .can")`)
			b.wait(`!$(".deeds button:not([aria-disabled])").disabled`)
			look(b, "trial")
			press(b, deed(2))
			b.wait(`$(".deeds .danger")`)
			press(b, `$(".deeds .danger")`)
			b.wait(`$("dialog button")`)
			look(b, "question")
			press(b, `$("dialog .danger")`)
			b.wait(`$(".line.over")`)
			look(b, "end")
			press(b, `$("nav.steps button")`)
			b.wait(`$(".steps input").value === "0"`)
			look(b, "past")
			press(b, deed(1))
			b.wait(`$$(".deeds button").length === 4`)
			look(b, "past trial")

			r.begin("/halatafl challenge user:@Bob side:sheep")
			r.slash(r.ann, "/halatafl move move:d4-d5")
			b = r.surf(r.ann, 390, 844)
			b.tap(`$$(".card").find((n) => n.innerText.includes("Bob"))`)
			b.wait(`$$(".deeds button").length > 3`)
			look(b, "two players")
			press(b, deed(0))
			b.wait(`$$(".deeds button").length === 4`)
			look(b, "trial of two players")
			press(b, deed(3))
			b.wait(`$(".deeds .danger")`)
			r.slash(r.bob, "/draw")
			b.wait(`$$(".ways button").length > 1`)
			look(b, "offer")
		})
	}
}
