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
	"regexp"
	"slices"
	"strings"
	"sync"
	"testing"
	"time"

	"github.com/chromedp/chromedp"

	"paddock/bot/discordsim"
	"paddock/bot/story/chromium"
	"paddock/games/match"
	"paddock/storage"
)

// tabs holds pages in a real browser, with Discord's part: a frame, and a proxy that forwards
// requests to the running bots.
type tabs struct {
	*rig
	bots  front
	known []string // addresses of pages, also of bots that have ended
	url   string   // address of the frame

	mu        sync.Mutex
	streams   map[string]string // for each session, the bot that sends the page its events
	resumed   int               // number of streams that continued after the last event of an older stream
	elsewhere int               // number of moves made through another bot than the one that tells the opponent's page
}

var pagesAt = regexp.MustCompile(`boards to touch are served" addr=(\S+)`)

// withTabs makes the bots of a rig serve pages from their next start on.
func withTabs(r *rig) *tabs {
	p := &tabs{rig: r, streams: make(map[string]string)}
	frame := httptest.NewServer(p)
	p.url = frame.URL
	r.env = append(r.env, "PADDOCK_ACTIVITY=127.0.0.1:0", "PADDOCK_CLIENT_SECRET="+discordsim.DefaultClientSecret,
		"PADDOCK_DISCORD_URL="+p.url)
	r.Cleanup(func() {
		frame.CloseClientConnections()
		frame.Close()
		p.bots.CloseIdleConnections()
	})
	return p
}

// ServeHTTP plays the part of Discord: it serves the API, the frame around a page, and the proxy
// behind the frame.
func (p *tabs) ServeHTTP(w http.ResponseWriter, q *http.Request) {
	if q.URL.Path == "/frame" {
		w.Header().Set("Content-Type", "text/html")
		fmt.Fprintf(w, `<!doctype html><iframe style="width:100%%;height:95vh" src="/?frame_id=f&instance_id=%s"></iframe><script>
			addEventListener("message", (e) => {
				const [op, p] = e.data, say = (m) => e.source.postMessage([1, m], e.origin);
				if (op === 0) say({ cmd: "DISPATCH", evt: "READY", data: { v: 1 } });
				if (op === 1 && p.cmd === "AUTHORIZE") say({ cmd: "AUTHORIZE", evt: null, nonce: p.nonce, data: { code: %q } });
			});</script>`, url.QueryEscape(q.FormValue("instance")),
			p.sim.Authorize(discordsim.UserID(q.FormValue("user")), "identify"))
		return
	}
	if !strings.HasPrefix(q.URL.Path, "/.proxy/") && !q.URL.Query().Has("frame_id") {
		p.sim.Handler().ServeHTTP(w, q)
		return
	}
	body, _ := io.ReadAll(q.Body)
	proxy := &httputil.ReverseProxy{
		FlushInterval: -1, Transport: p, ErrorLog: slog.NewLogLogger(slog.DiscardHandler, 0),
		Rewrite: func(r *httputil.ProxyRequest) {
			r.Out.URL.Path, r.Out.URL.Scheme = strings.TrimPrefix(r.In.URL.Path, "/.proxy"), "http"
			r.Out.GetBody = func() (io.ReadCloser, error) { return io.NopCloser(bytes.NewReader(body)), nil }
			r.Out.ContentLength = int64(len(body))
		},
	}
	proxy.ServeHTTP(w, q)
}

// RoundTrip sends a page's request to the next bot in turn, and records which bot answers.
func (p *tabs) RoundTrip(q *http.Request) (*http.Response, error) {
	answer, err := p.bots.RoundTrip(q)
	if err != nil || answer.StatusCode != http.StatusOK {
		return answer, err
	}
	session, bot := q.Header.Get("Authorization"), answer.Request.URL.Host
	p.mu.Lock()
	defer p.mu.Unlock()
	switch {
	case strings.HasSuffix(q.URL.Path, "/events"):
		if p.streams[session] = bot; q.Header.Get("Last-Event-ID") != "" {
			p.resumed++
		}
	case strings.HasSuffix(q.URL.Path, "/moves"):
		for other, teller := range p.streams {
			if other != session && teller != bot {
				p.elsewhere++
			}
		}
	}
	return answer, err
}

// follow finds where the bots serve pages now. Some dead bots, which refuse connections, stay in
// the list.
func (p *tabs) follow() {
	var addrs []string
	for _, at := range pagesAt.FindAllStringSubmatch(p.log.String(), -1) {
		addrs = append(addrs, at[1])
	}
	addrs = addrs[max(0, len(addrs)-4):]
	if !slices.Equal(addrs, p.known) {
		p.known = addrs
		p.bots.set(addrs...)
	}
}

// wait waits for a condition, wherever the bots are meanwhile.
func (p *tabs) wait(what string, holds func() bool) {
	p.Helper()
	p.until(what, func() bool {
		p.follow()
		return len(p.known) > 0 && holds()
	})
}

// open opens the page in Chromium for some people, each in a browser of their own.
func (p *tabs) open(who ...discordsim.UserID) (list []context.Context) {
	p.Helper()
	if chromium.Path() == "" {
		p.Skip("no Chromium in PATH: the page is not tested")
	}
	opts := append(chromium.Options(p.TempDir()), chromedp.Flag("disable-site-isolation-trials", true))
	ctx, end := chromedp.NewExecAllocator(context.Background(), opts...)
	p.Cleanup(end)
	browser, end := chromedp.NewContext(ctx)
	p.Cleanup(end)
	if err := chromedp.Do(browser); err != nil {
		p.Fatal("start Chromium: ", err)
	}
	p.wait("the pages are served", func() bool { return true })
	for _, u := range who {
		i := p.sim.As(u).In(p.hall).Launch()
		if i.Launched() == "" {
			p.Fatal("nothing was launched: ", i.Wait(context.Background()))
		}
		tab, end := chromedp.NewContext(browser, chromedp.WithNewBrowserContext())
		p.Cleanup(end)
		if err := chromedp.Do(tab,
			chromedp.Navigate(fmt.Sprintf("%s/frame?instance=%s&user=%s", p.url, i.Launched(), u))); err != nil {
			p.Fatal(err)
		}
		list = append(list, tab)
	}
	return list
}

// inTab returns the value of an expression about the document of a tab's page.
func inTab[T any](p *tabs, tab context.Context, js string) T {
	p.Helper()
	got, err := chromedp.Run(tab,
		chromedp.Evaluate[T](`((doc) => (`+js+`))(document.querySelector("iframe").contentDocument)`))
	if err != nil {
		p.Fatalf("%s: %v", js, err)
	}
	return got
}

// click clicks what the mouse finds in the middle of an element.
func (p *tabs) click(tab context.Context, find string) {
	p.Helper()
	at := inTab[[]float64](p, tab,
		`(() => { const n = doc.querySelector("`+find+`"); n.scrollIntoView({ block: "nearest" });
		const r = n.getBoundingClientRect(), f = document.querySelector("iframe").getBoundingClientRect(); return [f.x + r.x + r.width / 2, f.y + r.y + r.height / 2]; })()`)
	if err := chromedp.Do(tab, chromedp.MouseClickXY(at[0], at[1])); err != nil {
		p.Fatal(err)
	}
}

// play plays the only match in the tabs, until some moves are made or it is over. Each press of a
// cell is a move, although a bot is killed at every third one. It returns the numbers of moves and
// kills.
func (p *tabs) play(list []context.Context, most int, kill func(teller string)) (pressed, killed int) {
	p.Helper()
	for _, tab := range list {
		p.wait("the match is listed", func() bool { return inTab[bool](p, tab, `!!doc.querySelector(".card")`) })
		p.click(tab, ".card")
		p.wait("the match is shown", func() bool {
			return inTab[bool](p, tab, `!!doc.querySelector(".match .says")?.innerText`)
		})
	}
	const steps = `Number(doc.querySelector(".steps input").max)`
	for over := false; pressed < most && !over; {
		for _, tab := range list {
			if over = inTab[bool](p, tab, `!!doc.querySelector(".line.over")`); over {
				break
			}
			if !inTab[bool](p, tab,
				`!!doc.querySelector(".mine .says") && !doc.querySelector(".busy") && !!doc.querySelector(".board .can")`) {
				continue
			}
			before := inTab[int](p, tab, steps)
			p.click(tab, ".board .can")
			if pressed++; pressed%3 == 1 {
				// sometimes before the request has arrived, sometimes after
				time.Sleep(time.Duration(pressed%5) * 2 * time.Millisecond)
				kill(p.teller())
				killed++
			}
			for _, other := range list { // the other pages show the move without a reload
				p.wait("both pages show the move", func() bool { return inTab[int](p, other, steps) == before+1 })
			}
			break
		}
	}
	return pressed, killed
}

// teller returns the address of a bot that sends events to one of the pages.
func (p *tabs) teller() string {
	p.mu.Lock()
	defer p.mu.Unlock()
	for _, addr := range p.streams {
		return addr
	}
	return ""
}

// played checks that each press is stored once, and that there were kills and resumed streams.
func (p *tabs) played(store match.Store, pressed, killed int) {
	p.Helper()
	list, err := store.Latest(context.Background(), match.ChannelID(p.hall), 2)
	if err != nil || len(list) != 1 {
		p.Fatalf("%d matches: %v", len(list), err)
	}
	p.mu.Lock()
	defer p.mu.Unlock()
	if list[0].Moves != pressed || killed == 0 || p.resumed == 0 {
		p.Errorf("%d moves were pressed, %d are stored, after %d kills and %d resumed streams", pressed, list[0].Moves,
			killed, p.resumed)
	}
	p.Logf("%d moves, %d kills, %d streams resumed, %d moves told by another bot", pressed, killed, p.resumed,
		p.elsewhere)
}

// P150: the bot is killed again and again while two people play on its pages in a real browser. The
// pages reconnect without help, and each press is played once.
func TestP150TabsSurviveKills(t *testing.T) {
	if testing.Short() {
		t.Skip("long: a browser over many kills")
	}
	r := newRig(t, discordsim.Config{Limits: discordsim.Limits{Off: true, Identify: 1_000_000}, Activities: true})
	p := withTabs(r)
	r.start()
	r.slash(r.ann, r.hall, "/kalah challenge user:@Bob first:me start:usual: the same number in each hole")
	r.click(r.bob, r.hall, "Accept")
	pressed, killed := p.play(p.open(r.ann, r.bob), 10, func(string) {
		r.kill()
		r.start()
	})
	r.stop()
	store, err := storage.Open(r.db)
	if err != nil {
		t.Fatal(err)
	}
	defer store.Close()
	p.played(store, pressed, killed)
}

// P150: three workers share PostgreSQL, and each request of a page goes to another worker. Pages at
// the other workers are told of a move. When a page's worker is killed, the page continues at
// another, from the last event that it has received.
func TestP150TabsOfWorkersSurviveKills(t *testing.T) {
	if testing.Short() {
		t.Skip("long: a browser over many kills")
	}
	w := newWorkers(t, discordsim.Config{Limits: discordsim.Limits{Off: true, Identify: 1_000_000}, Activities: true})
	w.posted()
	p := withTabs(w.rig)
	w.begin(3)
	w.slash(w.ann, w.hall, "/kalah challenge user:@Bob first:me start:usual: the same number in each hole")
	w.click(w.bob, w.hall, "Accept")
	pressed, killed := p.play(p.open(w.ann, w.bob), 12, func(teller string) { w.killLogged("addr=" + teller) })
	p.played(w.store, pressed, killed)
	if p.elsewhere == 0 {
		t.Error("the page of the other player was always at the worker that took the move")
	}
}
