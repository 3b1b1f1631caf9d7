package sandbox

import (
	"fmt"
	"testing"
)

// A newcomer's first steps work on a phone and on a desktop: nothing is wider than the window, and every button has an effect.
func TestPageOfNewcomers(t *testing.T) {
	t.Parallel()
	for _, width := range []int64{390, 1280} {
		t.Run(fmt.Sprint(width), func(t *testing.T) {
			t.Parallel()
			url, _ := paddock(t, "")
			b := surf(t, url, width, 844)
			look := func(name, shown string) {
				b.says(shown)
				b.wait(`[...document.querySelectorAll(".gallery img, img.thumb")].every((n) => n.naturalWidth > 0)`)
				b.fits(name)
				b.shot(name)
			}
			b.types("/help")
			look("help", "All commands")
			b.types("/settings general")
			look("settings", "How pictures are drawn for you")
			b.types("/server settings")
			look("server", "Who may create tournaments")
			b.types("/play")
			look("play", "What would you like to play?")
			b.button("Computer")
			look("levels", "How strong should the computer be")
			b.types("/kalah start")
			look("first", "Goal:")
			b.types("/stratego start")
			look("stratego", "leave them no piece")
		})
	}
}
