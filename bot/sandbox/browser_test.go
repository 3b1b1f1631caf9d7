package sandbox

import (
	"context"
	"fmt"
	"os"
	"path/filepath"
	"strconv"
	"strings"
	"sync"
	"testing"
	"time"

	"github.com/chromedp/cdproto/emulation"
	"github.com/chromedp/cdproto/input"
	"github.com/chromedp/chromedp"
	"github.com/chromedp/chromedp/kb"

	"paddock/bot/story/chromium"
	"paddock/bot/story/firefox"
	"paddock/games/gamestest/ram"
	"paddock/games/gamestest/sidebyside"
)

// browser is the Chromium that all page tests share; nil if there is none.
var browser context.Context

func TestMain(m *testing.M) {
	sidebyside.AtLeast(8)
	os.Exit(func() int {
		defer firefox.End()
		if chromium.Path() == "" {
			return m.Run()
		}
		dir, err := os.MkdirTemp(ram.Root(), "sandbox-test-")
		if err != nil {
			fmt.Fprintln(os.Stderr, err)
			return 1
		}
		defer os.RemoveAll(dir)
		ctx, end := chromedp.NewExecAllocator(context.Background(), chromium.Options(dir)...)
		defer end()
		browser, end = chromedp.NewContext(ctx)
		defer end()
		return m.Run()
	}())
}

// tab is a page in the browser. Its methods fail the test at once, because each step of a story
// needs the one before.
type tab struct {
	t   *testing.T
	ctx context.Context
	fox *firefox.Tab // the page in Firefox, and not in Chromium

	touch bool // whether clicks are touches, as they always are in Firefox
}

// surfInFirefox opens an address in Firefox, where clicks are touches. Any error in the page's
// program fails the test.
func surfInFirefox(t *testing.T, url string, width, height int64) *tab {
	t.Helper()
	if firefox.Path() == "" {
		t.Skip("no Firefox in PATH: the page is not tested in it")
	}
	shared, err := firefox.Shared()
	if err != nil {
		t.Fatal("start Firefox:", err)
	}
	fox, err := shared.Open(context.Background(), url, width, height)
	if err != nil {
		t.Fatal("open a tab:", err)
	}
	t.Cleanup(func() {
		for _, text := range fox.Errors() {
			t.Error("the page's console:", text)
		}
		if err := fox.Close(context.Background()); err != nil {
			t.Error(err)
		}
	})
	b := &tab{t: t, ctx: context.Background(), fox: fox}
	b.wait(`document.querySelector(".channel[aria-current]") && document.querySelector(".welcome-head")`)
	return b
}

var starting sync.Mutex

// surf opens an address in a tab of a given size. Any error in the page's program fails the test.
func surf(t *testing.T, url string, width, height int64) *tab {
	t.Helper()
	b := empty(t, width, height, "")
	b.open(url)
	return b
}

// open opens an address, and waits until its page is complete.
func (b *tab) open(url string) {
	b.t.Helper()
	b.do(chromedp.Navigate(url))
	b.wait(`document.querySelector(".channel[aria-current]") && document.querySelector(".welcome-head")`)
}

// surfByTouch opens an address in a tab of a phone's size, where clicks are touches.
func surfByTouch(t *testing.T, url string) *tab {
	t.Helper()
	b := empty(t, 390, 844, "")
	if _, err := chromedp.Call(b.ctx, emulation.SetTouchEmulationEnabled,
		emulation.SetTouchEmulationEnabledParams{Enabled: true}); err != nil {
		t.Fatal(err)
	}
	b.touch = true
	b.open(url)
	return b
}

// empty opens a tab of a given size in which errors of pages fail the test, except errors with a
// given text.
func empty(t *testing.T, width, height int64, known string) *tab {
	t.Helper()
	if browser == nil {
		t.Skip("no Chromium in PATH: the page is not tested")
	}
	starting.Lock()
	err := chromedp.Do(browser) // Do starts the browser once for all tests
	starting.Unlock()
	if err != nil {
		t.Fatal("start Chromium:", err)
	}
	ctx, end := chromedp.NewContext(browser)
	t.Cleanup(end)
	if err := chromedp.Do(ctx); err != nil { // the tab lives as long as the context of its first request
		t.Fatal("open a tab:", err)
	}
	b := &tab{t: t, ctx: ctx}
	b.do(chromedp.EmulateViewport(width, height))
	if _, err := chromedp.Call(ctx, emulation.SetFocusEmulationEnabled,
		emulation.SetFocusEmulationEnabledParams{Enabled: true}); err != nil {
		t.Fatal(err) // without focus emulation, only one tab has the keyboard focus
	}
	console := chromedp.Console(ctx)
	go func() { // the goroutine ends with the tab
		for m, err := range console {
			if err != nil {
				return
			}
			if strings.Contains(m.String(), "net::ERR_") {
				continue // network errors are normal after the sandbox has stopped
			}
			if strings.Contains(m.String(), "https://example.org/") {
				continue // the test's Activity has tried something that its policy forbids
			}
			if strings.Contains(m.String(), "409 (Conflict)") {
				continue // the pressed control has just changed, and the page reports the conflict
			}
			if known != "" && strings.Contains(m.String(), known) {
				continue
			}
			if m.IsException() || strings.Contains(m.String(), "error") {
				t.Error("the page's console:", m)
			}
		}
	}()
	return b
}

// hung is the time after which a test gives up a browser that does not react. It does not limit a
// whole test, whose length depends on the machine.
const hung = 5 * time.Minute

func (b *tab) do(steps ...chromedp.Action[chromedp.Void]) {
	b.t.Helper()
	ctx, stop := context.WithTimeout(b.ctx, hung)
	defer stop()
	if err := chromedp.Do(ctx, steps...); err != nil {
		b.t.Fatal(err)
	}
}

// eval returns the value of a JavaScript expression.
func eval[T any](b *tab, js string) T {
	b.t.Helper()
	ctx, stop := context.WithTimeout(b.ctx, hung)
	defer stop()
	var got T
	var err error
	if b.fox != nil {
		err = b.fox.Eval(ctx, js, &got)
	} else {
		got, err = chromedp.Run(ctx, chromedp.Evaluate[T](js, chromedp.EvalAwaitPromise))
	}
	if err != nil {
		b.t.Fatalf("%s: %v", js, err)
	}
	return got
}

// wait waits until a JavaScript expression is true.
func (b *tab) wait(js string) {
	b.t.Helper()
	deadline := time.Now().Add(hung) // the time is long, so that a busy machine fails no test
	for !eval[bool](b, "Boolean("+js+")") {
		if time.Now().After(deadline) {
			b.shot("failed")
			b.t.Fatalf("waited in vain for %s; the chat ends with:\n%s", js,
				eval[string](b, "document.querySelector('#chat').innerText.slice(-400)"))
		}
		time.Sleep(20 * time.Millisecond)
	}
}

// says waits until the page shows a text.
func (b *tab) says(text string) {
	b.t.Helper()
	b.wait(fmt.Sprintf("document.body.innerText.includes(%q)", text))
}

// press clicks the element of a selector.
func (b *tab) press(selector string) {
	b.t.Helper()
	b.click(fmt.Sprintf("document.querySelector(%q)", selector))
}

// button clicks the last button, link or option with exactly this line of text.
func (b *tab) button(name string) {
	b.t.Helper()
	b.click(fmt.Sprintf(`[...document.querySelectorAll("button:enabled, [role=option], a.button")].findLast((n) => n.innerText.split("\n").some((line) => line.trim() === %q))`, name))
}

// click clicks on an element, as soon as it is there and nothing covers it, such as a closing
// drawer.
func (b *tab) click(find string) {
	b.t.Helper()
	b.wait(find)
	for deadline := time.Now().Add(hung); !b.tryClick(find); {
		if time.Now().After(deadline) {
			b.shot("failed")
			b.t.Fatalf("nothing is there, or something lies over it: %s", find)
		}
	}
}

// tryClick clicks with a real mouse on the middle of an element, and reports whether it has. It
// does not click while the element moves or is covered. If a picture or an edit moves the element
// at the last moment, what is there instead gets no click. The element is scrolled to the middle,
// because the button "New messages below" covers the lower edge.
func (b *tab) tryClick(find string) bool {
	b.t.Helper()
	at := eval[[]float64](b, `new Promise((done) => { const where = () => { const n = (`+find+
		`); if (!n) return ""; n.scrollIntoView({ block: "center" });
		const r = n.getBoundingClientRect(), x = r.x + r.width / 2, y = r.y + r.height / 2; return n.contains(document.elementFromPoint(x, y)) ? x + " " + y : ""; };
		const was = where(); setTimeout(() => done(was && was === where() ? was.split(" ").map(Number) : null), 40); })`)
	if at == nil {
		return false
	}
	eval[bool](b, `(() => { window.pressed = false; document.removeEventListener("click", window.guard, true);
		window.guard = (e) => { if (window.pressed = Boolean((`+find+
		`)?.contains(e.target))) return; e.preventDefault(); e.stopImmediatePropagation(); };
		document.addEventListener("click", window.guard, { capture: true, once: true }); return true; })()`)
	b.tap(at[0], at[1])
	// the condition is also true on a new page, which lacks the variable
	return eval[bool](b, "window.pressed !== false")
}

// tap clicks or touches a point of the window.
func (b *tab) tap(x, y float64) {
	b.t.Helper()
	if b.fox != nil {
		if err := b.fox.Tap(b.ctx, "touch", x, y); err != nil {
			b.t.Fatal(err)
		}
		return
	}
	if !b.touch {
		b.do(chromedp.MouseClickXY(x, y))
		return
	}
	for _, p := range []input.DispatchTouchEventParams{
		{Type: "touchStart", TouchPoints: []*input.TouchPoint{{X: x, Y: y}}},
		{Type: "touchEnd", TouchPoints: []*input.TouchPoint{}},
	} {
		if _, err := chromedp.Call(b.ctx, input.DispatchTouchEvent, p); err != nil {
			b.t.Fatal(err)
		}
	}
}

// focus gives the keyboard focus to the element of a selector.
func (b *tab) focus(selector string) {
	b.t.Helper()
	b.wait(fmt.Sprintf("document.querySelector(%q)?.focus() ?? document.activeElement.matches(%[1]q)", selector))
}

// keys types on the keyboard. The real keys have names: Enter is \r, Tab \t, Escape \u001b.
func (b *tab) keys(keys string) {
	b.t.Helper()
	if b.fox == nil {
		b.do(chromedp.KeyEvent(keys))
	} else if err := b.fox.Keys(b.ctx, strings.NewReplacer("\r", firefox.KeyEnter, "\t", firefox.KeyTab, "\u001b", firefox.KeyEscape).Replace(keys)); err != nil {
		b.t.Fatal(err)
	}
}

// types pastes a text into the message box and presses Enter.
func (b *tab) types(text string) {
	b.t.Helper()
	b.focus("#text")
	if b.fox != nil {
		b.keys(text + "\r")
		return
	}
	b.insert(text)
	b.keys("\r")
}

// insert puts a text into the focused field at once, as a paste or a suggestion of a phone's
// keyboard does.
func (b *tab) insert(text string) {
	b.t.Helper()
	if _, err := chromedp.Call(b.ctx, input.InsertText, input.InsertTextParams{Text: text}); err != nil {
		b.t.Fatal(err)
	}
}

// fits fails the test if the page is wider than its window.
func (b *tab) fits(what string) {
	b.t.Helper()
	if got := eval[[]int](b, "[document.documentElement.scrollWidth, document.documentElement.clientWidth]"); got[0] > got[1] {
		b.t.Errorf("%s: the page is %d px wide in a window of %d", what, got[0], got[1])
	}
	if got := eval[string](b, `[...document.querySelectorAll("#chat *")].filter((n) => n.getBoundingClientRect().right > innerWidth + 1 && !n.closest("pre, .quiet")).map((n) => n.tagName + "." + n.className).slice(0, 3).join(" ")`); got != "" {
		b.t.Errorf("%s: these reach over the right edge: %s", what, got)
	}
}

// shot saves a screenshot for people, if SANDBOX_SHOTS names a folder.
func (b *tab) shot(name string) {
	b.t.Helper()
	dir := os.Getenv("SANDBOX_SHOTS")
	if dir == "" {
		return
	}
	shot := func(ctx context.Context) ([]byte, error) { return chromedp.Run(ctx, chromedp.CaptureScreenshot()) }
	if b.fox != nil {
		shot = b.fox.Shot
	}
	png, err := shot(b.ctx)
	if err != nil {
		b.t.Fatal(err)
	}
	if err := os.MkdirAll(dir, 0o755); err != nil {
		b.t.Fatal(err)
	}
	if err := os.WriteFile(filepath.Join(dir, strings.ReplaceAll(b.t.Name(), "/", "-")+"-"+name+".png"), png,
		0o644); err != nil {
		b.t.Fatal(err)
	}
}

// arrowDown presses the arrow key.
var arrowDown = chromedp.KeyEvent(kb.ArrowDown)

// set sets a property of the page's window.
func set(name, value string) chromedp.Action[chromedp.Void] {
	return func(ctx context.Context, target *chromedp.Target) (chromedp.Void, error) {
		_, err := chromedp.Evaluate[any](fmt.Sprintf("void (window[%q] = %s)", name, quote(value)))(ctx, target)
		return chromedp.Void{}, err
	}
}

// quote returns a Go string as JavaScript.
func quote(s string) string { return strconv.QuoteToASCII(s) }
