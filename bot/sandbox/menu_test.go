package sandbox

import (
	"slices"
	"testing"
)

// As in Discord, a menu of several values sends what is ticked when it closes, in whatever way. It sends
// nothing if the ticks are the same as before. If too few are ticked, it keeps them and says how many
// are missing.
func TestMenuOfSeveralByTouch(t *testing.T) {
	t.Parallel()
	p, _ := visit(t, "")
	b := surfByTouch(t, p.url)
	const menu, other = `.select[data-custom="sheep"]`, `.select[data-custom="piece"]`
	shut := func() { b.wait(`!document.querySelector(".menu")`) }
	shows := func(text string) {
		b.t.Helper()
		b.wait(`document.querySelector('` + menu + `').innerText.trim() === ` + quote(text))
	}
	// at the end of the test the list is compared with everything that was sent
	var want []string
	sends := func(what string) {
		b.t.Helper()
		want = append(want, what)
		b.wait(`[...document.querySelectorAll("#messages .message")].at(-1).innerText.includes(` + quote(what) + `)`)
		b.rest()
	}
	b.types("/demo board")
	b.says("Clicks: 0")
	b.rest()

	b.press(menu)
	if !eval[bool](b, `(() => {
		const done = document.querySelector(".menu .done").getBoundingClientRect();
		const list = document.querySelector(".menu [role=listbox]");
		return list.getBoundingClientRect().height < list.scrollHeight &&
			document.elementFromPoint(done.x + done.width / 2, done.bottom - 2).matches(".done");
	})()`) {
		t.Error("the button that ends the choice is not in sight below a long list")
	}
	b.button("Sheep 22")
	b.wait(`document.querySelector(".menu .done").innerText === "Choose 1 more"`)
	b.shot("one")
	b.tap(250, 71)
	shut()
	shows("Choose 1 more. So far: Sheep 22")
	b.shot("not enough")

	b.press(menu)
	b.button("Sheep 4")
	b.wait(`document.querySelector(".menu .done").innerText === "Done (2)"`)
	b.shot("two")
	b.tap(250, 71)
	shut()
	sends("You chose sheep 22, 4")
	shows("Sheep 4, Sheep 22")

	b.press(menu)
	b.keys("\u001b") // nothing has changed
	shut()
	b.press(menu)
	b.button("Sheep 2")
	b.keys("\u001b")
	shut()
	sends("You chose sheep 22, 4, 2")

	b.press(menu)
	b.button("Sheep 22")
	b.press(menu)
	shut()
	sends("You chose sheep 4, 2")

	b.press(menu)
	b.button("Sheep 1")
	b.button("Done (3)")
	shut()
	sends("You chose sheep 4, 2, 1")

	b.press(menu) // the menu opens above its button, so that the other menu stays in sight
	b.button("Sheep 2")
	b.button("Sheep 3")
	b.shot("two menus")
	at := eval[[]float64](b, `(() => { const r = document.querySelector('`+other+`').getBoundingClientRect();
		return [r.x + r.width / 2, r.y + r.height / 2]; })()`)
	b.tap(at[0], at[1])
	sends("You chose sheep 4, 1, 3")
	b.button("Fox e7")
	sends("You chose piece e7")

	got := eval[[]string](b, `document.querySelector("#messages").innerText.match(/You chose .*/g)`)
	if !slices.Equal(got, want) {
		t.Errorf("the menus have sent %q, want %q", got, want)
	}
}
