// Package firefox runs Firefox for tests of pages. It speaks WebDriver BiDi with the browser itself,
// so that no driver is needed. Start with Start; an error of a method ends the use of the browser.
package firefox

import (
	"bufio"
	"context"
	"encoding/base64"
	"encoding/json"
	"errors"
	"fmt"
	"os"
	"os/exec"
	"regexp"
	"slices"
	"strings"
	"sync"

	"github.com/gorilla/websocket"

	"paddock/games/gamestest/ram"
)

// Path returns where Firefox is, or "" if there is none.
func Path() string {
	for _, name := range []string{"firefox-esr", "firefox"} {
		if path, err := exec.LookPath(name); err == nil {
			return path
		}
	}
	return ""
}

var shared = sync.OnceValues(func() (b *Browser, err error) {
	dir, err := os.MkdirTemp(ram.Root(), "firefox-test-")
	if err == nil {
		if b, err = Start(Path(), dir); err != nil {
			err = errors.Join(err, os.RemoveAll(dir))
		} else {
			b.dir = dir
		}
	}
	started = b
	return b, err
})

var started *Browser // what Shared has started

// Shared returns the browser that all tests of a package share. It is started once.
func Shared() (*Browser, error) { return shared() }

// End ends the browser of Shared, after all tests.
func End() {
	if started != nil {
		started.Close()
		_ = os.RemoveAll(started.dir)
	}
}

// Browser is a running Firefox without a window. Its methods can be called at once.
type Browser struct {
	dir     string
	process *exec.Cmd
	socket  *websocket.Conn
	ended   chan struct{} // closed when nothing is read any more
	writing sync.Mutex

	mu      sync.Mutex
	asked   int
	waiting map[int]chan answer
	logged  map[string][]string // errors of pages, by tab
}

type answer struct {
	ID      int             `json:"id"`
	Type    string          `json:"type"`
	Error   string          `json:"error"`
	Message string          `json:"message"`
	Result  json.RawMessage `json:"result"`
	Method  string          `json:"method"`
	Params  json.RawMessage `json:"params"`
}

var listening = regexp.MustCompile(`WebDriver BiDi listening on (ws://\S+)`)

// Start starts the browser of a path with a profile in an empty folder. Close ends it.
func Start(path, dir string) (*Browser, error) {
	b := &Browser{
		ended: make(chan struct{}), waiting: make(map[int]chan answer), logged: make(map[string][]string),
		process: exec.Command(path, "--headless", "--no-remote", "--profile", dir, "--remote-debugging-port=0"),
	}
	b.process.Env = append(os.Environ(), "HOME="+dir, "LANG=en_US.UTF-8")
	errs, err := b.process.StderrPipe()
	if err == nil {
		err = b.process.Start()
	}
	if err != nil {
		return nil, err
	}
	address, lines := "", bufio.NewScanner(errs)
	for address == "" && lines.Scan() {
		if found := listening.FindStringSubmatch(lines.Text()); found != nil {
			address = found[1]
		}
	}
	go func() { // the goroutine ends with the browser
		for lines.Scan() {
		}
	}()
	if address == "" {
		err = errors.New("the browser has ended before it listened")
	} else {
		b.socket, _, err = websocket.DefaultDialer.Dial(address+"/session", nil)
	}
	if err != nil {
		return nil, errors.Join(err, b.process.Process.Kill(), b.process.Wait())
	}
	go b.read()
	err = b.call(context.Background(), "session.new", map[string]any{"capabilities": map[string]any{}}, nil)
	if err == nil {
		err = b.call(context.Background(), "session.subscribe", map[string]any{"events": []string{"log.entryAdded"}}, nil)
	}
	if err != nil {
		b.Close()
		return nil, err
	}
	return b, nil
}

// Close ends the browser.
func (b *Browser) Close() {
	_ = b.process.Process.Kill()
	_ = b.socket.Close()
	<-b.ended
	_ = b.process.Wait()
}

// read hands on what the browser answers, until the connection ends.
func (b *Browser) read() {
	defer close(b.ended)
	for {
		var a answer
		if b.socket.ReadJSON(&a) != nil {
			return
		}
		b.mu.Lock()
		if a.Method == "log.entryAdded" {
			b.log(a.Params)
		} else if to := b.waiting[a.ID]; to != nil {
			delete(b.waiting, a.ID)
			to <- a
		}
		b.mu.Unlock()
	}
}

func (b *Browser) log(raw json.RawMessage) {
	var entry struct {
		Level, Text string
		Source      struct{ Context string }
	}
	if json.Unmarshal(raw, &entry) == nil && entry.Level == "error" {
		b.logged[entry.Source.Context] = append(b.logged[entry.Source.Context], entry.Text)
	}
}

// call gives a command, and decodes its result unless that is nil.
func (b *Browser) call(ctx context.Context, method string, params, result any) error {
	to := make(chan answer, 1)
	b.mu.Lock()
	b.asked++
	id := b.asked
	b.waiting[id] = to
	b.mu.Unlock()
	b.writing.Lock()
	err := b.socket.WriteJSON(map[string]any{"id": id, "method": method, "params": params})
	b.writing.Unlock()
	if err != nil {
		return fmt.Errorf("%s: %w", method, err)
	}
	select {
	case <-ctx.Done():
		return fmt.Errorf("%s: %w", method, ctx.Err())
	case <-b.ended:
		return fmt.Errorf("%s: Firefox has ended", method)
	case a := <-to:
		if a.Type != "success" {
			return fmt.Errorf("%s: %s: %s", method, a.Error, a.Message)
		}
		if result == nil {
			return nil
		}
		return json.Unmarshal(a.Result, result)
	}
}

// Tab is a page of the browser, with cookies and storage of its own.
type Tab struct {
	b           *Browser
	id, profile string
}

// Open opens an address in a new window of a width and height. It does not open a tab, because
// Firefox slows the timers of a tab that is behind another one.
func (b *Browser) Open(ctx context.Context, address string, width, height int64) (*Tab, error) {
	t := &Tab{b: b}
	var profile struct{ UserContext string }
	if err := b.call(ctx, "browser.createUserContext", map[string]any{}, &profile); err != nil {
		return nil, err
	}
	t.profile = profile.UserContext
	var tab struct{ Context string }
	err := b.call(ctx, "browsingContext.create",
		map[string]any{"type": "window", "userContext": t.profile}, &tab)
	if t.id = tab.Context; err == nil {
		err = t.Resize(ctx, width, height)
	}
	if err == nil {
		err = b.call(ctx, "browsingContext.navigate",
			map[string]any{"context": t.id, "url": address, "wait": "complete"}, nil)
	}
	if err != nil {
		return nil, errors.Join(err, t.Close(ctx))
	}
	return t, nil
}

// Close closes the tab and forgets what its page has stored.
func (t *Tab) Close(ctx context.Context) error {
	return t.b.call(ctx, "browser.removeUserContext", map[string]any{"userContext": t.profile}, nil)
}

// Resize gives the page another width and height.
func (t *Tab) Resize(ctx context.Context, width, height int64) error {
	return t.b.call(ctx, "browsingContext.setViewport",
		map[string]any{"context": t.id, "viewport": map[string]any{"width": width, "height": height}}, nil)
}

// Eval decodes the value of a JavaScript expression, which can be a promise.
func (t *Tab) Eval(ctx context.Context, js string, value any) error {
	var got struct {
		Type             string
		Result           struct{ Value string }
		ExceptionDetails struct{ Text string }
	}
	err := t.b.call(ctx, "script.evaluate", map[string]any{
		"expression": "(async () => JSON.stringify(await (" + js + ")) ?? \"null\")()", "awaitPromise": true,
		"target": map[string]any{"context": t.id},
	}, &got)
	switch {
	case err != nil:
		return err
	case got.Type != "success":
		return errors.New(got.ExceptionDetails.Text)
	}
	return json.Unmarshal([]byte(got.Result.Value), value)
}

// actions performs the actions of one device.
func (t *Tab) actions(ctx context.Context, device map[string]any, list ...map[string]any) error {
	device["actions"] = list
	return t.b.call(ctx, "input.performActions", map[string]any{"context": t.id, "actions": []any{device}}, nil)
}

func pointer(kind string) map[string]any {
	return map[string]any{"type": "pointer", "id": kind, "parameters": map[string]any{"pointerType": kind}}
}

// Tap puts a pointer, which is "touch" or "mouse", on a point of the window and lifts it, in one request.
// Between two requests on a busy machine so much time can pass that Firefox takes the touch for a long
// one, which is no click.
func (t *Tab) Tap(ctx context.Context, kind string, x, y float64) error {
	return t.actions(ctx, pointer(kind), move(x, y), map[string]any{"type": "pointerDown", "button": 0},
		map[string]any{"type": "pointerUp", "button": 0})
}

// Down puts a pointer, which is "touch" or "mouse", on a point of the window; Move takes it to
// another one, and Up ends that.
func (t *Tab) Down(ctx context.Context, kind string, x, y float64) error {
	return t.actions(ctx, pointer(kind), move(x, y), map[string]any{"type": "pointerDown", "button": 0})
}

// Move moves a pointer.
func (t *Tab) Move(ctx context.Context, kind string, x, y float64) error {
	return t.actions(ctx, pointer(kind), move(x, y))
}

// Up lifts a pointer.
func (t *Tab) Up(ctx context.Context, kind string) error {
	return t.actions(ctx, pointer(kind), map[string]any{"type": "pointerUp", "button": 0})
}

func move(x, y float64) map[string]any {
	return map[string]any{"type": "pointerMove", "x": int(x), "y": int(y)}
}

// Keys types text. Keys without a character are those of WebDriver: Enter, Tab and others.
func (t *Tab) Keys(ctx context.Context, text string) error {
	var list []map[string]any
	for _, r := range text {
		list = append(list, map[string]any{"type": "keyDown", "value": string(r)},
			map[string]any{"type": "keyUp", "value": string(r)})
	}
	return t.actions(ctx, map[string]any{"type": "key", "id": "keyboard"}, list...)
}

// Codes of WebDriver for keys without a character.
const (
	KeyTab        = "\ue004"
	KeyEnter      = "\ue007"
	KeyEscape     = "\ue00c"
	KeyPageUp     = "\ue00e"
	KeyPageDown   = "\ue00f"
	KeyEnd        = "\ue010"
	KeyHome       = "\ue011"
	KeyArrowLeft  = "\ue012"
	KeyArrowUp    = "\ue013"
	KeyArrowRight = "\ue014"
	KeyArrowDown  = "\ue015"
)

// Shot returns the page as a picture of the kind PNG.
func (t *Tab) Shot(ctx context.Context) ([]byte, error) {
	var got struct{ Data string }
	if err := t.b.call(ctx, "browsingContext.captureScreenshot", map[string]any{"context": t.id}, &got); err != nil {
		return nil, err
	}
	return base64.StdEncoding.DecodeString(got.Data)
}

// Errors returns the errors of the page's program so far.
func (t *Tab) Errors() []string {
	t.b.mu.Lock()
	defer t.b.mu.Unlock()
	return slices.DeleteFunc(slices.Clone(t.b.logged[t.id]), func(s string) bool { return strings.Contains(s, "NetworkError") })
}
