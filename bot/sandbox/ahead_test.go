package sandbox

import (
	"fmt"
	"testing"
)

// What happened, a trial board, conditional moves and notes can be used with a mouse, on a phone and
// on a desktop, and fit the window.
func TestThinkingAheadByClicks(t *testing.T) {
	if testing.Short() {
		t.Skip("long: most of it is the browser's work")
	}
	t.Parallel()
	for _, width := range []int64{390, 1280} {
		t.Run(fmt.Sprint(width), func(t *testing.T) {
			t.Parallel()
			url, _ := paddock(t, "")
			b := surf(t, url, width, 844)
			b.types("/kalah start level:easy first:me")
			b.says("Goal:")
			b.button("2 (4)")
			b.rest()
			// North may sow more than once
			b.wait(`((text) => text.includes("Computer (easy) sowed") && text.includes("@Ann, it's your turn"))(document.body.innerText)`)
			look := func(name string) {
				b.rest()
				b.fits(name)
				b.shot(name)
			}
			b.button("More")
			b.button("Board just for me")
			b.button("More")
			b.says("What happened?")
			look("more")
			b.button("What happened?")
			b.says("Since your move hole 2:")
			b.wait(`[...document.querySelectorAll(".gallery img")].at(-1).naturalWidth > 0`)
			look("missed")
			b.button("Step through it")
			b.says("The board after 1 of ")
			b.button("Move on")
			b.says("The board after 2 ")
			look("stepping")
			b.button("More")
			b.button("Try moves")
			b.says("this board is just for you")
			look("try-moves")
			b.types("/match try")
			b.rest()
			for range 6 { // the loop goes on until the trial board has an answer to an opponent's move
				if eval[bool](b, `document.body.innerText.includes("Save as reply")`) {
					break
				}
				b.click(`[...document.querySelectorAll(".button:enabled")].findLast((n) => /^\d \([1-9]/.test(n.innerText))`)
				b.rest()
			}
			look("line")
			b.button("Save as reply")
			b.says("Saved:")
			look("prepared")
			b.types("/match note text:the easy bot likes hole 1")
			b.says("the easy bot likes hole 1")
			look("notes")
			b.button("Write")
			b.wait(`[...document.querySelectorAll("textarea")].some((e) => e.value.includes("likes"))`)
			look("form")
		})
	}
}
