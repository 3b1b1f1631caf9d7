package activity_test

import (
	"context"
	"fmt"
	"os"
	"path/filepath"
	"strings"
	"sync"
	"testing"
	"time"

	"github.com/chromedp/cdproto/emulation"
	"github.com/chromedp/cdproto/input"
	"github.com/chromedp/chromedp"

	"paddock/bot/discordsim"
	"paddock/bot/story/chromium"
	"paddock/bot/story/firefox"
	"paddock/games/gamestest/ram"
	"paddock/games/gamestest/sidebyside"
)

// browser is the Chromium that all tests of pages share; nil if there is none.
var browser context.Context

func TestMain(m *testing.M) {
	sidebyside.AtLeast(4)
	os.Exit(func() int {
		defer firefox.End()
		if chromium.Path() == "" {
			return m.Run()
		}
		dir, err := os.MkdirTemp(ram.Root(), "activity-test-")
		if err != nil {
			fmt.Fprintln(os.Stderr, err)
			return 1
		}
		defer os.RemoveAll(dir)
		opts := append(chromium.Options(dir), chromedp.Flag("disable-site-isolation-trials", true))
		ctx, end := chromedp.NewExecAllocator(context.Background(), opts...)
		defer end()
		browser, end = chromedp.NewContext(ctx)
		defer end()
		return m.Run()
	}())
}

// tab is a page in the browser. Its methods fail the test at once, because each step of a story
// needs the one before.
type tab struct {
	*rig
	ctx   context.Context
	touch bool
	who   string
	fox   *firefox.Tab // the page in Firefox, and not in Chromium
}

var starting sync.Mutex

// surf opens the page as a user, in Discord's frame. Widths below 600 are phones, with touch and
// dark mode. Any error in the page's program fails the test.
func (r *rig) surf(who discordsim.UserID, width, height int64) *tab {
	r.Helper()
	return r.surfIn(who, "", width, height)
}

// surfIn opens the page as a user in a client with a query.
func (r *rig) surfIn(who discordsim.UserID, query string, width, height int64) *tab {
	r.Helper()
	return r.visit(fmt.Sprintf("%s/frame?instance=%s&user=%s&%s", r.frame, r.launch(who), who, query),
		r.sim.User(who).Username, width, height)
}

func (r *rig) visit(address, name string, width, height int64) *tab {
	r.Helper()
	if r.inFirefox {
		return r.visitInFirefox(address, name, width, height)
	}
	if browser == nil {
		r.Skip("no Chromium in PATH: the page is not tested")
	}
	starting.Lock()
	err := chromedp.Do(browser) // Do starts the browser once for all tests
	starting.Unlock()
	if err != nil {
		r.Fatal("start Chromium:", err)
	}
	ctx, end := chromedp.NewContext(browser, chromedp.WithNewBrowserContext())
	r.Cleanup(end)
	if err := chromedp.Do(ctx); err != nil {
		r.Fatal("open a tab:", err)
	}
	b := &tab{rig: r, ctx: ctx, touch: width < 600, who: name}
	b.do(chromedp.EmulateViewport(width, height))
	if b.touch { // tests use dark mode on phones and light mode on desktops
		dark := emulation.SetEmulatedMediaParams{Features: []*emulation.MediaFeature{{
			Name:  "prefers-color-scheme",
			Value: "dark",
		}}}
		if _, err := chromedp.Call(ctx, emulation.SetEmulatedMedia, dark); err != nil {
			r.Fatal(err)
		}
		if _, err := chromedp.Call(ctx, emulation.SetTouchEmulationEnabled,
			emulation.SetTouchEmulationEnabledParams{Enabled: true}); err != nil {
			r.Fatal(err)
		}
	}
	if _, err := chromedp.Call(ctx, emulation.SetFocusEmulationEnabled,
		emulation.SetFocusEmulationEnabledParams{Enabled: true}); err != nil {
		r.Fatal(err)
	}
	console := chromedp.Console(ctx)
	go func() { // the goroutine ends when the tab closes
		for m, err := range console {
			if err != nil {
				return
			}
			text := m.String()
			if m.IsException() || strings.Contains(text, "error") && !strings.Contains(text, "net::ERR_") &&
				!strings.Contains(text, "Failed to load resource") {
				r.Error("the page's console:", text)
			}
		}
	}()
	b.do(chromedp.Navigate(address))
	return b
}

func (r *rig) visitInFirefox(address, name string, width, height int64) *tab {
	r.Helper()
	if firefox.Path() == "" {
		r.Skip("no Firefox in PATH: the page is not tested in it")
	}
	shared, err := firefox.Shared()
	if err != nil {
		r.Fatal("start Firefox:", err)
	}
	fox, err := shared.Open(context.Background(), address, width, height)
	if err != nil {
		r.Fatal("open a tab:", err)
	}
	r.Cleanup(func() {
		for _, text := range fox.Errors() {
			r.Error("the page's console:", text)
		}
		if err := fox.Close(context.Background()); err != nil {
			r.Error(err)
		}
	})
	return &tab{rig: r, ctx: context.Background(), touch: width < 600, who: name, fox: fox}
}

const hung = 2 * time.Minute // the time is long, so that a busy machine fails no test

func (b *tab) do(steps ...chromedp.Action[chromedp.Void]) {
	b.Helper()
	ctx, stop := context.WithTimeout(b.ctx, hung)
	defer stop()
	if err := chromedp.Do(ctx, steps...); err != nil {
		b.Fatal(err)
	}
}

// page is the document of the page, inside or outside a frame, and popped out.
const page = `((window.popped ?? window).document.querySelector("iframe")?.contentDocument ?? document)`

// eval returns the value of a JavaScript expression, in which $ and $$ look for elements of the
// page.
func eval[T any](b *tab, js string) T {
	b.Helper()
	ctx, stop := context.WithTimeout(b.ctx, hung)
	defer stop()
	js = `((doc, $, $$) => (` + js + `))(` + page + `, (s) => ` + page + `.querySelector(s), (s) => [...` + page +
		`.querySelectorAll(s)])`
	var got T
	var err error
	if b.fox != nil {
		err = b.fox.Eval(ctx, js, &got)
	} else {
		got, err = chromedp.Run(ctx, chromedp.Evaluate[T](js, chromedp.EvalAwaitPromise))
	}
	if err != nil {
		b.Fatalf("%s: %v", js, err)
	}
	return got
}

// wait waits until a JavaScript expression is true.
func (b *tab) wait(js string) {
	b.Helper()
	for end := time.Now().Add(hung); !eval[bool](b, "Boolean("+js+")"); time.Sleep(10 * time.Millisecond) {
		if time.Now().After(end) {
			b.shot("failed")
			b.Fatalf("%s waited in vain for %s; the page says:\n%s\n%s", b.who, js,
				eval[string](b, "doc.body.innerText"),
				eval[string](b,
					"doc.activeElement.outerHTML.slice(0, 300) + $('.match')?.dataset.at + doc.querySelectorAll('.busy').length"))
		}
	}
}

// says waits until the page shows a text.
func (b *tab) says(text string) {
	b.Helper()
	b.wait(fmt.Sprintf("doc.body?.innerText.includes(%q)", text))
}

// tap touches or clicks the middle of an element, as a person does.
func (b *tab) tap(find string) {
	b.Helper()
	b.wait(find)
	at := b.middle(find)
	if b.fox != nil {
		device := map[bool]string{true: "touch", false: "mouse"}[b.touch]
		if err := b.fox.Tap(b.ctx, device, at[0], at[1]); err != nil {
			b.Fatal(err)
		}
		return
	}
	if !b.touch {
		b.mouse("mousePressed", at)
		b.mouse("mouseReleased", at)
		return
	}
	b.finger("touchStart", at)
	b.finger("touchEnd", nil)
}

// drag moves a finger or the mouse from one element to another.
func (b *tab) drag(from, to string) {
	b.Helper()
	b.wait(from)
	a, z := b.middle(from), b.middle(to)
	if b.touch {
		b.finger("touchStart", a)
		for i := 1.0; i <= 6; i++ {
			b.finger("touchMove", []float64{a[0] + (z[0]-a[0])*i/6, a[1] + (z[1]-a[1])*i/6})
		}
		b.finger("touchEnd", nil)
		return
	}
	b.mouse("mousePressed", a)
	for i := 1.0; i <= 6; i++ {
		b.mouse("mouseMoved", []float64{a[0] + (z[0]-a[0])*i/6, a[1] + (z[1]-a[1])*i/6})
	}
	b.mouse("mouseReleased", z)
}

func (b *tab) finger(kind string, at []float64) {
	b.Helper()
	if b.fox != nil {
		b.pointer("touch", kind, at)
		return
	}
	p := input.DispatchTouchEventParams{Type: input.DispatchTouchEventType(kind), TouchPoints: []*input.TouchPoint{}}
	if at != nil {
		p.TouchPoints = append(p.TouchPoints, &input.TouchPoint{X: at[0], Y: at[1]})
	}
	if _, err := chromedp.Call(b.ctx, input.DispatchTouchEvent, p); err != nil {
		b.Fatal(err)
	}
}

func (b *tab) mouse(kind string, at []float64) {
	b.Helper()
	if b.fox != nil {
		b.pointer("mouse", kind, at)
		return
	}
	p := input.DispatchMouseEventParams{
		Type: input.DispatchMouseEventType(kind), X: at[0], Y: at[1], Button: "left",
		ClickCount: 1,
	}
	if _, err := chromedp.Call(b.ctx, input.DispatchMouseEvent, p); err != nil {
		b.Fatal(err)
	}
}

// pointer does in Firefox what Chromium does for an event of its own protocol.
func (b *tab) pointer(device, kind string, at []float64) {
	b.Helper()
	var err error
	switch kind {
	case "touchStart", "mousePressed":
		err = b.fox.Down(b.ctx, device, at[0], at[1])
	case "touchMove", "mouseMoved":
		err = b.fox.Move(b.ctx, device, at[0], at[1])
	default:
		err = b.fox.Up(b.ctx, device)
	}
	if err != nil {
		b.Fatal(err)
	}
}

// middle returns the middle of an element in the window, after it has been scrolled into view.
func (b *tab) middle(find string) []float64 {
	b.Helper()
	return eval[[]float64](b, `(() => { const n = (`+find+
		`); n.scrollIntoView({ block: "nearest" }); const r = n.getBoundingClientRect(), f = document.querySelector("iframe")?.getBoundingClientRect() ?? { x: 0, y: 0 };
		return [f.x + r.x + r.width / 2, f.y + r.y + r.height / 2]; })()`)
}

// button taps the button with a name.
func (b *tab) button(name string) {
	b.Helper()
	b.tap(fmt.Sprintf(`$$("button:enabled:not([aria-disabled])").findLast((n) => (n.getAttribute("aria-label") ?? n.innerText.trim()) === %q && n.getClientRects().length)`, name))
}

// cell returns the element of a cell with a name.
func cell(name string) string { return fmt.Sprintf("$$('.board [data-cell=%q]').at(-1)", name) }

// shot saves a screenshot for people, if ACTIVITY_SHOTS names a folder.
func (b *tab) shot(name string) {
	b.Helper()
	dir := os.Getenv("ACTIVITY_SHOTS")
	if dir == "" {
		return
	}
	take := func(ctx context.Context) ([]byte, error) { return chromedp.Run(ctx, chromedp.CaptureScreenshot()) }
	if b.fox != nil {
		take = b.fox.Shot
	}
	png, err := take(b.ctx)
	if err == nil {
		err = os.MkdirAll(dir, 0o755)
	}
	if err == nil {
		err = os.WriteFile(filepath.Join(dir, strings.ReplaceAll(b.Name(), "/", "-")+"-"+name+".png"), png, 0o644)
	}
	if err != nil {
		b.Fatal(err)
	}
}
