package sandbox

import (
	"fmt"
	"testing"
)

// A newcomer's first steps work on a phone and on a desktop: nothing is wider than the window, and
// every button has an effect.
func TestPageOfNewcomers(t *testing.T) {
	t.Parallel()
	for _, width := range []int64{390, 1280} {
		t.Run(fmt.Sprint(width), func(t *testing.T) {
			if testing.Short() && width != 390 {
				t.Skip("long: most of it is the browser's work")
			}
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
			look("settings", "How I draw pictures for you")
			b.button("Change")
			look("setting", "Back")
			b.button("Back")
			b.says("Your settings")
			b.button("Turn on")
			look("on", "people who study games: on")
			b.types("/settings general language:Deutsch style:words")
			look("words", "Ändern: Wie du Bretter siehst")
			b.types("/settings general language:English style:picture")
			b.types("/server settings")
			look("server", "Who may create tournaments")
			b.types("/play")
			look("play", "What would you like to play?")
			b.button("Computer")
			look("levels", "How strong should the computer be")
			b.types("/kalah start")
			look("first", "Goal:")
			b.types("/stratego start")
			look("stratego", "Quick game: barrage (8 pieces each, a short game)")
			b.button("Quick game · easy")
			look("quick", "leave them no piece")
		})
	}
}

// The form of /play is filled in by touch, on a phone and on a desktop: radio buttons, a menu, and
// preselected values.
func TestPageOfPlayForm(t *testing.T) {
	t.Parallel()
	for _, width := range []int64{390, 1280} {
		t.Run(fmt.Sprint(width), func(t *testing.T) {
			if testing.Short() && width != 390 {
				t.Skip("long: most of it is the browser's work")
			}
			t.Parallel()
			url, _ := paddock(t, "")
			b := surf(t, url, width, 844)
			look := func(name, shown string) {
				b.says(shown)
				b.fits(name)
				b.shot(name)
			}
			last := func(label string) {
				b.click(fmt.Sprintf(`[...document.querySelectorAll(".button")].findLast((n) => n.innerText === %q)`,
					label))
			}
			b.types("/play")
			look("play", "What would you like to play?")
			b.click(`[...document.querySelectorAll(".section")].findLast((n) => n.innerText.startsWith("Fish")).nextElementSibling.querySelector(".button")`)
			look("levels", "How strong should the computer be at Fish?")
			last("Other players")
			look("others", "some from older programs")
			last("Back")
			last("Side, time, rules …")
			b.wait(`document.querySelectorAll("dialog.modal .ticks").length >= 3`)
			b.shot("form")
			choose := func(value string) {
				b.click(fmt.Sprintf(`document.querySelector("dialog.modal input[value='%s']")`, value))
			}
			choose("easy")
			choose("4")
			choose("me")
			b.shot("filled")
			b.click(`document.querySelector("dialog.modal footer .s1")`)
			b.wait(`!document.querySelector("dialog.modal")`)
			look("board", "Goal:")
			if got := eval[int](b,
				`(document.querySelector("#chat").innerText.match(/Computer \(easy/g) ?? []).length`); got < 3 {
				t.Errorf("the board names %d computers, want 3", got)
			}
		})
	}
}

// A menu in a form opens above the form: the member that is touched there is the one challenged.
// Escape closes the menu and leaves the form.
func TestPageMenuInForm(t *testing.T) {
	t.Parallel()
	url, _ := paddock(t, "")
	b := surf(t, url, 390, 844)
	last := func(label string) {
		b.click(fmt.Sprintf(`[...document.querySelectorAll(".button")].findLast((n) => n.innerText === %q)`, label))
	}
	b.types("/play")
	b.says("What would you like to play?")
	b.click(`[...document.querySelectorAll(".section")].findLast((n) => n.innerText.startsWith("Kalah")).nextElementSibling.querySelectorAll(".button")[1]`)
	b.says("Whom would you like to challenge to Kalah?")
	last("Side, time, rules …")
	b.wait(`document.querySelector("dialog.modal[open] .select")`)
	open := func() {
		b.click(`document.querySelector("dialog.modal .select")`)
		b.wait(`[...document.querySelectorAll(".menu [role=option]")].some((n) => n.innerText.includes("Bob"))`)
	}
	open()
	b.keys("\u001b")
	b.wait(`!document.querySelector(".menu") && document.querySelector("dialog.modal[open]")`)
	open()
	b.shot("menu")
	b.click(`[...document.querySelectorAll(".menu [role=option]")].find((n) => n.innerText.includes("Bob"))`)
	b.wait(`document.querySelector("dialog.modal[open] .select").innerText.includes("Bob")`)
	b.click(`document.querySelector("dialog.modal footer .s1")`)
	b.wait(`!document.querySelector("dialog.modal")`)
	b.says("@Bob")
}

// In a chat without Paddock the page offers commands only to members who have installed it; other
// members are told that its buttons work for them (P60).
func TestPageOfChats(t *testing.T) {
	t.Parallel()
	url, _ := paddock(t, "")
	chat := `[...document.querySelectorAll(".channel")].find((n) => n.innerText.includes("Friday games"))`
	for _, tt := range []struct {
		who, hint string
		lines     int
	}{{"ann", "Choose a line", 2}, {"bob", "Its buttons work for you too.", 0}} {
		b := surf(t, url+"/?as="+tt.who, 1280, 800)
		b.click(chat)
		b.says("A chat without Paddock")
		b.says("This is the beginning of the group.")
		b.wait(`document.querySelectorAll("#members .member").length === 3`)
		b.wait(fmt.Sprintf(`document.querySelector(".card .hint").innerText.includes(%q)`, tt.hint))
		b.wait(fmt.Sprintf(`document.querySelectorAll(".card .example").length === %d`, tt.lines))
		if tt.lines == 0 {
			b.focus("#text")
			b.keys("/")
			b.says("You have no commands here. Buttons work for everybody.")
		}
	}
}

// A message much longer than the window is seen from its beginning when it comes. After that its
// reader scrolls, and a change of the message moves nothing. Of a board the buttons are in view.
func TestPageLongMessage(t *testing.T) {
	t.Parallel()
	url, _ := paddock(t, "")
	b := surfByTouch(t, url)
	// the distances of the newest message from the upper and lower edge of the window
	look := func(what string) []int {
		b.says(what)
		b.wait(`[...document.querySelectorAll(".gallery img, img.thumb")].every((n) => n.naturalWidth > 0)`)
		b.rest()
		b.shot(what)
		return eval[[]int](b, `(() => {
			const s = document.querySelector("#scroller").getBoundingClientRect();
			const m = document.querySelector("#messages").lastElementChild.getBoundingClientRect();
			return [Math.round(m.top - s.top), Math.round(m.bottom - s.bottom)];
		})()`)
	}
	begins := func(what string) {
		t.Helper()
		if got := look(what); got[0] < -1 || got[0] > 60 || got[1] < 300 {
			t.Errorf("a message with %q is %d pixels below the upper edge and %d below the lower one, "+
				"want its beginning in view", what, got[0], got[1])
		}
	}
	b.types("/play")
	b.says("What would you like to play?")
	b.button("Rules")
	begins("A penguin that can't move any more")
	b.types("/rules game:Halatafl")
	begins("Halatafl is a hunt for two")
	eval[bool](b, `(document.querySelector("#scroller").scrollTop += 90, true)`)
	b.rest()
	eval[bool](b, `(document.querySelector("#messages").lastElementChild.style.paddingBottom = "7px", true)`)
	if got := look("Halatafl is a hunt for two"); got[0] > -80 || got[0] < -100 {
		t.Errorf("after 90 pixels down the message begins at %d, want -90", got[0])
	}
	b.types("/halatafl start")
	if got := look("Goal:"); got[0] > 0 || got[1] > 0 {
		t.Errorf("a board is %d pixels below the upper edge and %d below the lower one, want its buttons in view",
			got[0], got[1])
	}
}
