package sandbox

import (
	"context"
	"fmt"
	"log/slog"
	"path/filepath"
	"strings"
	"testing"

	"paddock/bot"
	"paddock/bot/discordsim"
	"paddock/games/catalog"
	"paddock/games/gamestest/ram"
	"paddock/storage"
)

func TestPageComposer(t *testing.T) {
	if testing.Short() {
		t.Skip("long: most of it is the browser's work")
	}
	t.Parallel()
	p, _ := visit(t, "")
	b := surf(t, p.url+"/?as=ann", 1280, 800)
	// Any letters of a command's path, in any order, filter the list of commands. Arrows and Enter
	// choose; the required option comes first.
	b.focus("#text")
	b.keys("/dmec")
	b.wait(`document.querySelector("#suggestions .choice[aria-selected=true]")?.innerText.startsWith("/demo echo fruit")`)
	b.keys("\r")
	b.wait(`document.activeElement.id === "field-fruit"`)
	b.says("a ripe cherry") // the bot suggests values for an empty text
	b.keys("b")
	b.wait(`document.querySelectorAll("#suggestions .choice").length === 1`)
	b.shot("autocomplete")
	b.keys("\r")
	b.wait(`document.querySelector("#field-fruit").value === "a ripe banana"`)
	b.keys("\r")
	b.says("fruit=banana")

	// A missing required option, or a value out of bounds, is reported at once, and nothing is
	// sent.
	b.focus("#text")
	b.keys("/demo echo ")
	b.says("a ripe cherry")
	b.keys("\u001b\r") // Escape closes the suggestions, Enter sends
	b.says("Fruit is needed.")
	b.keys("fig count:")
	b.wait(`document.activeElement.id === "field-count"`)
	b.keys("13\r")
	b.says("Count is a whole number from 1 to 12.")
	b.shot("problem")
	b.keys("\b\b7\r")
	b.says("fruit=fig count=7")

	// Whole lines work by Enter: typed, and pasted.
	b.focus("#text")
	b.keys("/demo echo fruit:a red apple user:@Bob\r")
	b.says("fruit=a red apple user=")
	b.types("/demo echo fruit:plum count:3")
	b.says("fruit=plum count=3")

	// A command without required options runs by Enter; its options can be added; Escape leaves it.
	b.types("/demo hello")
	b.says("Hello, @Ann")
	b.focus("#text")
	b.keys("/demo hello\t")
	b.wait(`document.querySelector(".command .path")`)
	b.button("+ tone")
	b.says("very loud")
	b.keys("\u001b\u001b")
	b.wait(`!document.querySelector(".command")`)

	// An unknown command stays in the box with an explanation; plain text is a message.
	b.types("/nonsense")
	b.says("There is no command /nonsense here.")
	eval[bool](b, `Boolean(document.querySelector("#text").value = "") || true`)
	b.types("Hello **there** <img src=x onerror=alert(1)>")
	b.wait(`document.querySelector("#messages").lastElementChild.querySelector("strong")?.innerText === "there"`)
	if eval[bool](b, `Boolean(document.querySelector("#messages img[src=x]"))`) {
		t.Error("HTML in a message became an element")
	}
}

// A command that is pasted, or suggested by a phone's keyboard, is read as if it had been typed letter
// by letter. The same holds for a text that is pasted into a field.
func TestCommandsInsertedAtOnce(t *testing.T) {
	t.Parallel()
	p, _ := visit(t, "")
	b := surfByTouch(t, p.url)
	for _, c := range []struct{ box, field, want string }{
		{"/demo echo fig", "", "fruit=fig"},
		{"/demo echo a ripe fig count:3", "", "fruit=a ripe fig count=3"},
		{"/demo echo ", "plum", "fruit=plum"},
		{"/demo echo ", "plum count:4 user:@Bob", "fruit=plum count=4 user="},
		{"/demo echo ", "fruit:plum", "fruit=plum"},
		{"/demo echo count:5", "a plum", "fruit=a plum count=5"},
	} {
		b.press("#text")
		b.insert(c.box)
		if c.field != "" {
			b.wait(`document.activeElement.id === "field-fruit"`)
			b.insert(c.field)
		}
		b.shot(c.want)
		const count = `document.querySelectorAll("#messages .message").length`
		before := eval[int](b, count)
		b.press(".send")
		b.wait(fmt.Sprintf(`document.querySelector(".problem:not([hidden])") || %s > %d`, count, before))
		if got := eval[string](b, `document.querySelector(".problem:not([hidden])")?.innerText ??
			[...document.querySelectorAll("#messages .message")].at(-1).innerText`); !strings.Contains(got, c.want) {
			t.Errorf("%q, then %q: %s, want %s", c.box, c.field, got, c.want)
		}
		eval[bool](b, `(document.querySelector('[aria-label="Leave the command"]')?.click(), true)`)
	}
}

func TestPageComponents(t *testing.T) {
	t.Parallel()
	p, _ := visit(t, "")
	b := surf(t, p.url, 1280, 800)
	b.types("/demo board")
	b.says("Clicks: 0")
	b.wait(`document.querySelector(".used").textContent.endsWith("Ann used /demo board")`)
	b.wait(`document.querySelector(".gallery img").naturalWidth === 300`)
	b.shot("board")
	if got := eval[[]string](b,
		`[...document.querySelectorAll(".message .button")].map((n) => n.innerText + (n.disabled ? "!" : "") + (n.tagName === "A" ? "^" : ""))`); strings.Join(got, " ") != "Count Other Disabled! Mute Link^" {
		t.Errorf("the buttons are %v, want Count, Other, a disabled one, Mute and a link", got)
	}

	// A click updates the board in place without losing the keyboard focus; pictures change.
	before := eval[string](b, `document.querySelector(".gallery img").src`)
	b.button("Count")
	b.says("Clicks: 1")
	b.wait(`document.activeElement.innerText === "Count"`)
	b.keys("\r")
	b.says("Clicks: 2")
	b.says("(edited)")
	if after := eval[string](b, `document.querySelector(".gallery img").src`); after == before {
		t.Error("the picture is the same after two clicks")
	}

	// A button without an answer reports that after three seconds.
	b.button("Mute")
	b.wait(`document.querySelector(".button.busy")`)

	// ALT shows the description, and a press hides it. The large picture has it too.
	b.press(".alt-badge")
	b.says("A board of nine squares, the middle one taken.")
	b.press(".alt-text")
	b.wait(`document.querySelector(".alt-text").hidden`)
	b.press(".zoom")
	b.wait(`document.querySelector("dialog.lightbox[open] p")`)
	b.keys("\u001b")
	b.wait(`!document.querySelector("dialog")`)

	// Now the select menu is used by keyboard.
	b.focus(`.select[data-custom="piece"]`)
	b.keys("\r")
	b.wait(`document.querySelector(".menu [role=option]") === document.activeElement`)
	b.says("captures d6")
	b.shot("select")
	b.do(arrowDown)
	b.keys("\r")
	b.says("You chose piece e7")

	b.says("This interaction failed")
	b.wait(`!document.querySelector(".button.busy")`)
}

func TestPageAnswersOfAllKinds(t *testing.T) {
	if testing.Short() {
		t.Skip("long: most of it is the browser's work")
	}
	t.Parallel()
	p, _ := visit(t, "")
	b := surf(t, p.url, 1280, 800)
	b.types("/demo slow")
	b.says("Paddock is thinking…")
	b.types("/demo private")
	b.says("Only you can see this")
	b.button("Dismiss message")
	b.wait(`!document.body.innerText.includes("A secret.")`)

	b.types("/demo form")
	b.wait(`document.querySelector("dialog.modal[open] input") === document.activeElement`)
	b.shot("modal")
	b.keys("\r") // the field is required, so the form stays open
	b.keys("barn\r")
	b.says("The form says barn.")
	b.wait(`!document.querySelector("dialog")`)

	b.press(`.member[data-user="` + string(p.world("bob").Me) + `"]`)
	b.shot("member")
	b.button("Wave at")
	b.says("A wave for @Bob!")
	b.wait(`[...document.querySelectorAll(".used")].at(-1).textContent.endsWith("Ann used Wave at")`)

	b.types("/demo thread")
	b.wait(`document.querySelector(".channel.thread")`)
	b.press(".channel.thread")
	b.wait(`document.querySelector("#channel-name").innerText === "A quiet place"`)
	b.wait(`document.querySelector("#chat").innerText.includes("the beginning of the thread")`)
	b.types("quiet, please")
	b.wait(`document.querySelector("#messages").innerText.includes("quiet, please")`)
	b.shot("thread")

	b.types("/demo mute")
	b.says("The application did not respond.")
}

func TestPageMembersAndBadges(t *testing.T) {
	if testing.Short() {
		t.Skip("long: most of it is the browser's work")
	}
	t.Parallel()
	p, _ := visit(t, "")
	ann := surf(t, p.url+"/?as=ann", 1280, 800)
	bob := surf(t, p.url+"/?as=bob", 1280, 800)
	lounge := `.channel[data-channel="` + string(p.room("ann", "lounge").ID) + `"]`
	ann.press(lounge)
	ann.types("Hello @Bob")

	bob.wait(`document.querySelector('` + lounge + `.unread .badge')?.innerText === "1"`)
	bob.wait(`document.title.startsWith("(1)")`)
	ann.wait(`document.querySelectorAll(".seat")[1].querySelector(".badge")?.innerText === "1"`)
	bob.press(lounge)
	bob.wait(`document.querySelector(".message.mentioned")`)
	bob.wait(`!document.querySelector('` + lounge + ` .badge')`)
	ann.wait(`!document.querySelectorAll(".seat")[1].querySelector(".badge")`)
	bob.types("Hi!")
	ann.says("Hi!")

	// One tab can act as all members in turn. Each member has a separate DM.
	ann.types("/demo dm user:@Cleo")
	ann.wait(`document.querySelectorAll(".seat")[2].querySelector(".badge")?.innerText === "1"`)
	ann.press(".seat:nth-child(3)")
	ann.wait(`document.querySelector(".seat[aria-checked=true]").innerText.includes("Cleo")`)
	ann.press(`.channel[data-channel="` + string(p.world("cleo").DMs[0].ID) + `"]`)
	ann.says("A word in private.")
	ann.press(".seat:nth-child(4)")
	ann.wait(`document.querySelector(".seat[aria-checked=true]").innerText.includes("Dag")`)
	ann.wait(`!document.body.innerText.includes("A word in private.")`)
	if got := eval[string](ann, "location.search"); !strings.Contains(got, "as=dag") {
		t.Errorf("the address is %s, want as=dag in it", got)
	}
}

func TestPageClockAndTools(t *testing.T) {
	t.Parallel()
	p, _ := visit(t, "")
	b := surf(t, p.url, 1280, 800)
	b.types("In a moment: <t:4102444800:R>, <t:4102444800:D>")
	b.says("January 1, 2100")
	b.button("Skip 1 day")
	b.wait(`document.querySelector("#clock").innerText.includes("+1 d")`)
	b.press("#tools")
	b.button("+1 hour")
	b.wait(`document.querySelector("#clock-text").innerText.includes("+1 d 1 h")`)
	b.shot("tools")
	b.button("Bob lets the bot write")
	p.await("Bob's DMs to close", func() bool { return p.s.sim.User(p.world("bob").Me).DMsClosed })
	b.button("Attach files")
	p.await("the permission to go", func() bool { return len(p.room("ann", "halatafl").Denied) == 1 })
	b.keys("\u001b")
	b.wait(`!document.querySelector(".menu")`)
}

func TestPagePhone(t *testing.T) {
	t.Parallel()
	p, _ := visit(t, "")
	b := surf(t, p.url, 360, 780)
	b.wait(`document.querySelector(".welcome-head")`)
	b.fits("the first page")
	b.press(`button[aria-label="Commands"]`)
	b.says("/demo board")
	b.fits("the list of commands")
	b.shot("commands")
	b.button("/demo board")
	b.press(`button[aria-label="Send"]`)
	b.says("Clicks: 0")
	b.wait(`document.querySelector(".gallery img").complete`)
	b.fits("a board")
	b.shot("board")
	b.press(`.select[data-custom="piece"]`)
	b.wait(`document.querySelector(".menu")`)
	b.fits("an open menu")
	b.button("Fox e7")
	b.says("You chose piece e7")
	b.press("#open-channels")
	b.wait(`document.querySelector("#sidebar.open")`)
	b.fits("the channels")
	b.press(`.channel[data-channel="` + string(p.room("ann", "lounge").ID) + `"]`)
	b.wait(`!document.querySelector("#sidebar.open")`)
	b.press("#open-members")
	b.wait(`document.querySelector("#members.open")`)
	b.keys("\u001b")
	b.wait(`!document.querySelector("#members.open")`)
	b.press("#tools")
	b.wait(`document.querySelector(".menu")`)
	b.fits("the tools")
}

// The page can be opened before the bot has registered its commands.
func TestPageBeforeTheCommands(t *testing.T) {
	t.Parallel()
	begin := make(chan struct{})
	store, err := storage.Open(filepath.Join(ram.Dir(t), "paddock.db"))
	if err != nil {
		t.Fatal(err)
	}
	t.Cleanup(func() { store.Close() })
	p, _ := serve(t, "", func(t *testing.T, s *sandbox) func(context.Context) error {
		return func(ctx context.Context) error {
			select {
			case <-begin:
				return bot.Run(ctx,
					bot.Config{
						Token: discordsim.DefaultToken, Store: store, Games: catalog.Games(),
						Attach: s.sim.Attach, Log: slog.New(slog.DiscardHandler),
					})
			case <-ctx.Done():
				return nil
			}
		}
	})
	// any error on a page's console fails the test
	presses, types, waits := surf(t, p.url, 1280, 800), surf(t, p.url, 1280, 800), surf(t, p.url, 390, 844)
	presses.button("/halatafl start")
	types.focus("#text")
	types.keys("/gam")
	for _, b := range []*tab{presses, types} {
		b.says("Paddock has no commands yet.")
	}
	close(begin)
	p.registered()
	presses.wait(`document.querySelector(".command .path")?.innerText === "/halatafl start"`)
	const offered = `[...document.querySelectorAll("#suggestions .title")].some((e) => e.innerText === "/games")`
	types.wait(offered)
	waits.focus("#text")
	waits.keys("/games")
	waits.wait(offered) // the commands may reach this page late
	waits.keys("\r")
	waits.says("no matches")
}

func TestPageMarkdown(t *testing.T) {
	t.Parallel()
	p, _ := visit(t, "")
	b := surf(t, p.url, 800, 600)
	for _, c := range []struct{ text, want string }{
		{"plain", "<div>plain</div>"},
		{"a\nb", "<div>a\nb</div>"},
		{
			"**b** *i* _i_ __u__ ~~s~~ ***bi***",
			"<div><strong>b</strong> <em>i</em> <em>i</em> <u>u</u> <s>s</s> <strong><em>bi</em></strong></div>",
		},
		{"**bold *and italic* again**", "<div><strong>bold <em>and italic</em> again</strong></div>"},
		{"snake_case_name 2*3*4", "<div>snake_case_name 2<em>3</em>4</div>"},
		{`\*not\* \<@1\>`, "<div>*not* &lt;@1&gt;</div>"},
		{`Autumn\_Cup a\b`, `<div>Autumn_Cup a\b</div>`},
		{
			`**a\*\*b** *c\*d* _e\_f_ __g\_\_h__ ~~i\~~j~~`,
			"<div><strong>a**b</strong> <em>c*d</em> <em>e_f</em> <u>g__h</u> <s>i~~j</s></div>",
		},
		{"`a*b*` ``c`d``", "<div><code>a*b*</code> <code>c`d</code></div>"},
		{"# One\n### Three\n-# small\ntext", "<h1>One</h1><h3>Three</h3><small>small</small><div>text</div>"},
		{"#no heading", "<div>#no heading</div>"},
		{"> one\n> two\nout", "<blockquote><div>one\ntwo</div></blockquote><div>out</div>"},
		{">>> all\nof it", "<blockquote><div>all\nof it</div></blockquote>"},
		{"- a\n  - b\n- c", "<ul><li>a<ul><li>b</li></ul></li><li>c</li></ul>"},
		{"2. a\n3. b", `<ol start="2"><li>a</li><li>b</li></ol>`},
		{"```text\n1 *2*\n  3\n```after", `<pre tabindex="0"><code>1 *2*` + "\n" + `  3</code></pre><div>after</div>`},
		{"||no||", `<div><span class="spoiler" role="button" tabindex="0" aria-label="Spoiler, press to show">no</span></div>`},
		{
			"<@42> <#42> </kalah move:9>",
			`<div><span class="mention">@Bob</span> <button class="mention" type="button">#kalah</button> <button class="mention" type="button">/kalah move</button></div>`,
		},
		{
			"see https://a.example/x(y). [here](https://b.example)",
			`<div>see <a href="https://a.example/x(y" target="_blank" rel="noopener noreferrer">https://a.example/x(y</a>). <a href="https://b.example" target="_blank" rel="noopener noreferrer">here</a></div>`,
		},
		{"[x](javascript:alert(1))", "<div>[x](javascript:alert(1))</div>"},
		{"<b onclick=x>&amp;", "<div>&lt;b onclick=x&gt;&amp;amp;</div>"},
		{"* star\n*", "<ul><li>star</li></ul><div>*</div>"},
	} {
		b.do(set("markdownTest", c.text))
		got := eval[string](b,
			`import("/markdown.js").then((m) => m.markdown(window.markdownTest, { user: () => ({ name: "Bob" }), channel: () => ({ name: "kalah" }) }).innerHTML)`)
		if got != c.want {
			t.Errorf("markdown(%q) = %s, want %s", c.text, got, c.want)
		}
	}
	for have, want := range map[bool]string{true: "✅ Right! 🏆", false: "✔ Right! ★"} {
		script := fmt.Sprintf(`import("/emoji.js").then((m) => m.shown("✅ Right! 🏆", %t))`, have)
		if got := eval[string](b, script); got != want {
			t.Errorf("with emoji in a font: %t, a text is shown as %q, want %q", have, got, want)
		}
	}
	// what is shown can be seen with the fonts of this computer: different signs look different
	if !eval[bool](b, `import("/emoji.js").then((m) => {
		const pen = document.createElement("canvas").getContext("2d", { willReadFrequently: true });
		pen.font = "24px sans-serif";
		const looks = [..."✅❌⏰🎁🌴🔔🏁🏆"].map((sign) => {
			pen.clearRect(0, 0, 40, 40);
			pen.fillText(m.shown(sign), 4, 30);
			return pen.getImageData(0, 0, 40, 40).data.join();
		});
		return new Set(looks).size === looks.length;
	})`) {
		t.Error("some emoji look alike")
	}
}

// A browser keeps at most six ordinary connections to a server. All members can still have a tab
// each, and more.
func TestManyTabs(t *testing.T) {
	if testing.Short() {
		t.Skip("long: most of it is the browser's work")
	}
	t.Parallel()
	url, _ := paddock(t, "")
	tabs := make([]*tab, 8)
	for i := range tabs {
		tabs[i] = surf(t, url, 390, 844)
	}
	tabs[0].types("All of you?")
	for _, b := range tabs {
		b.says("All of you?")
	}
}
