package process_test

import (
	"bytes"
	"context"
	"fmt"
	"io"
	"log/slog"
	"net/http"
	"net/http/httptest"
	"net/http/httputil"
	"net/url"
	"os/exec"
	"regexp"
	"strings"
	"sync"
	"testing"
	"time"

	"github.com/chromedp/chromedp"

	"paddock/bot/discordsim"
	"paddock/games/match"
	"paddock/storage"
)

// touching is Discord's part of the pages: a frame, and a proxy that hands requests on to whatever bot is up.
type touching struct {
	*rig
	bots  front
	frame *httptest.Server
}

var pagesAt = regexp.MustCompile(`boards to touch are served" addr=(\S+)`)

// touched makes the bots of a rig serve pages from their next start on.
func touched(r *rig) *touching {
	p := &touching{rig: r}
	r.env = append(r.env, "PADDOCK_ACTIVITY=127.0.0.1:0", "PADDOCK_CLIENT_SECRET="+discordsim.DefaultClientSecret)
	p.frame = httptest.NewServer(p)
	r.Cleanup(func() {
		p.frame.CloseClientConnections()
		p.frame.Close()
		p.bots.CloseIdleConnections()
	})
	return p
}

func (p *touching) ServeHTTP(w http.ResponseWriter, q *http.Request) {
	if q.URL.Path == "/frame" {
		w.Header().Set("Content-Type", "text/html")
		fmt.Fprintf(w, `<!doctype html><iframe style="width:100%%;height:95vh" src="/?frame_id=f&instance_id=%s"></iframe><script>
			addEventListener("message", (e) => {
				const [op, p] = e.data, say = (m) => e.source.postMessage([1, m], e.origin);
				if (op === 0) say({ cmd: "DISPATCH", evt: "READY", data: { v: 1 } });
				if (op === 1 && p.cmd === "AUTHORIZE") say({ cmd: "AUTHORIZE", evt: null, nonce: p.nonce, data: { code: %q } });
			});</script>`, url.QueryEscape(q.FormValue("instance")), p.sim.Authorize(discordsim.UserID(q.FormValue("user")), "identify"))
		return
	}
	var addrs []string
	for _, found := range pagesAt.FindAllStringSubmatch(p.log.String(), -1) {
		addrs = append([]string{found[1]}, addrs...) // the newest first
	}
	p.bots.set(addrs...)
	body, _ := io.ReadAll(q.Body)
	proxy := &httputil.ReverseProxy{
		FlushInterval: -1, Transport: &p.bots, ErrorLog: slog.NewLogLogger(slog.DiscardHandler, 0),
		Rewrite: func(r *httputil.ProxyRequest) {
			r.Out.URL.Path, r.Out.URL.Scheme = strings.TrimPrefix(r.In.URL.Path, "/.proxy"), "http"
			r.Out.GetBody = func() (io.ReadCloser, error) { return io.NopCloser(bytes.NewReader(body)), nil }
			r.Out.ContentLength = int64(len(body))
		},
	}
	proxy.ServeHTTP(w, q)
}

// tabs opens the page in Chromium for both players.
func (p *touching) tabs(who ...discordsim.UserID) (list []context.Context) {
	p.Helper()
	path := ""
	for _, name := range []string{"chromium", "chromium-browser", "google-chrome", "headless-shell"} {
		if found, err := exec.LookPath(name); err == nil && path == "" {
			path = found
		}
	}
	if path == "" {
		p.Skip("no Chromium in PATH: the page is not tested")
	}
	opts := append(chromedp.DefaultExecAllocatorOptions[:], chromedp.ExecPath(path), chromedp.UserDataDir(p.TempDir()), chromedp.NoSandbox, chromedp.DisableGPU,
		chromedp.Flag("disable-background-networking", true), chromedp.Flag("disable-site-isolation-trials", true))
	ctx, end := chromedp.NewExecAllocator(context.Background(), opts...)
	p.Cleanup(end)
	browser, end := chromedp.NewContext(ctx)
	p.Cleanup(end)
	if err := chromedp.Do(browser); err != nil {
		p.Fatal("start Chromium: ", err)
	}
	for _, u := range who {
		i := p.sim.As(u).In(p.hall).Launch()
		if i.Launched() == "" {
			p.Fatal("nothing was launched: ", i.Wait(context.Background()))
		}
		tab, end := chromedp.NewContext(browser, chromedp.WithNewBrowserContext())
		p.Cleanup(end)
		if err := chromedp.Do(tab, chromedp.Navigate(fmt.Sprintf("%s/frame?instance=%s&user=%s", p.frame.URL, i.Launched(), u))); err != nil {
			p.Fatal(err)
		}
		list = append(list, tab)
	}
	return list
}

// in returns the value of an expression about the document of a tab's page.
func in[T any](p *touching, tab context.Context, js string) T {
	p.Helper()
	got, err := chromedp.Run(tab, chromedp.Evaluate[T](`((doc) => (`+js+`))(document.querySelector("iframe").contentDocument)`))
	if err != nil {
		p.Fatalf("%s: %v", js, err)
	}
	return got
}

// plays plays the only match in two tabs, until some moves are made or it is over. Each press is one move, whatever happens meanwhile. It returns how many
// there were.
func (p *touching) plays(tabs []context.Context, most int) (pressed int) {
	p.Helper()
	for _, tab := range tabs {
		p.until("the match is listed", func() bool { return in[bool](p, tab, `!!doc.querySelector(".card")`) })
		in[bool](p, tab, `(doc.querySelector(".card").click(), true)`)
		p.until("the match is shown", func() bool { return in[bool](p, tab, `!!doc.querySelector(".match .says")?.innerText`) })
	}
	const steps = `Number(doc.querySelector(".steps input").max)`
	for pressed < most {
		over := false
		for _, tab := range tabs {
			if !in[bool](p, tab, `!!doc.querySelector(".says.mine") && !doc.querySelector(".busy") && !!doc.querySelector(".board .can")`) {
				over = over || in[bool](p, tab, `!!doc.querySelector(".line.over")`)
				continue
			}
			before := in[int](p, tab, steps)
			in[bool](p, tab, `(doc.querySelector(".board .can").dispatchEvent(new KeyboardEvent("keydown", { key: "Enter", bubbles: true })), true)`)
			pressed++
			for _, tab := range tabs { // by themselves
				p.until("both pages show the move", func() bool { return in[int](p, tab, steps) == before+1 })
			}
			break
		}
		if over {
			break
		}
	}
	return pressed
}

// made returns how many moves of the only match are stored.
func (p *touching) made(store match.Store) (moves int) {
	p.Helper()
	list, err := store.Latest(context.Background(), match.ChannelID(p.hall), 2)
	if err != nil || len(list) != 1 {
		p.Fatalf("%d matches: %v", len(list), err)
	}
	return list[0].Moves
}

// TestTabsSurviveKills: the process is killed again and again while two people play on its pages in a real browser. The pages come back by themselves; each
// move that was pressed is played once.
func TestTabsSurviveKills(t *testing.T) {
	r := newRig(t, discordsim.Config{Limits: discordsim.Limits{Off: true, Identify: 1_000_000}, Activities: true})
	p := touched(r)
	r.start()
	r.slash(r.ann, r.hall, "/kalah challenge user:@Bob first:me")
	r.click(r.bob, r.hall, "Accept")
	tabs := p.tabs(r.ann, r.bob)
	done, ended := make(chan struct{}), make(chan struct{})
	killed := 0
	go func() { // ends with done
		defer close(ended)
		for {
			select {
			case <-done:
				return
			case <-time.After(2 * time.Second):
			}
			r.kill()
			killed++
			r.start()
		}
	}()
	pressed := p.plays(tabs, 16)
	close(done)
	<-ended
	r.stop()
	store, err := storage.Open(r.db)
	if err != nil {
		t.Fatal(err)
	}
	defer store.Close()
	if n := p.made(store); n != pressed || killed == 0 {
		t.Errorf("%d moves were pressed, %d are stored, after %d kills", pressed, n, killed)
	}
	t.Logf("%d moves, %d kills", pressed, killed)
}

// TestTabsOfWorkersSurviveKills is TestTabsSurviveKills with three workers on one PostgreSQL: a page asks a different worker each time.
func TestTabsOfWorkersSurviveKills(t *testing.T) {
	w := newWorkers(t, discordsim.Config{Limits: discordsim.Limits{Off: true, Identify: 1_000_000}, Activities: true})
	w.posted()
	p := touched(w.rig)
	w.begin(3)
	w.slash(w.ann, w.hall, "/kalah challenge user:@Bob first:me")
	w.click(w.bob, w.hall, "Accept")
	tabs := p.tabs(w.ann, w.bob)
	done := make(chan struct{})
	var killing sync.WaitGroup
	killed := 0
	killing.Go(func() { // ends with done
		for {
			select {
			case <-done:
				return
			case <-time.After(2 * time.Second):
			}
			w.killOne()
			killed++
		}
	})
	pressed := p.plays(tabs, 16)
	close(done)
	killing.Wait()
	if n := p.made(w.store); n != pressed || killed == 0 {
		t.Errorf("%d moves were pressed, %d are stored, after %d kills", pressed, n, killed)
	}
	t.Logf("%d moves, %d kills", pressed, killed)
}
