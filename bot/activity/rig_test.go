package activity_test

import (
	"bytes"
	"cmp"
	"context"
	"encoding/json"
	"fmt"
	"io"
	"log/slog"
	"math/rand/v2"
	"net"
	"net/http"
	"net/http/httptest"
	"net/http/httputil"
	"net/url"
	"path/filepath"
	"strings"
	"sync"
	"testing"
	"time"

	"paddock/bot"
	"paddock/bot/component"
	"paddock/bot/discordsim"
	"paddock/bot/discordsim/limits"
	"paddock/bot/story"
	"paddock/games/catalog"
	"paddock/games/gamestest/logbook"
	"paddock/games/gamestest/ram"
	"paddock/games/match"
	"paddock/storage"
)

// rig is a bot with pages, a server on a simulated Discord, and Discord's part of the pages.
type rig struct {
	testing.TB
	sim                *discordsim.Sim
	ann, bob, cid, eve discordsim.UserID
	club               discordsim.GuildID
	hall               discordsim.ChannelID
	store              *storage.Bolt
	url                string // address of the pages
	sdk                string // folder with a page that uses Discord's SDK, see TestPageSpeaksLikeTheSDK
	frame              string // address of the simulated Discord page that frames them
	logged             *logbook.Logbook
	inFirefox          bool // whether pages are opened in Firefox

	mu    sync.Mutex
	moved time.Duration // how far the test has put the clock forward
	// function called before an answer to a page goes through the proxy, which it may change; nil:
	// nothing
	pass func(*http.Response)
}

func newRig(t testing.TB, change ...func(*bot.Config)) *rig {
	t.Helper()
	r := &rig{
		TB: t, sim: discordsim.New(discordsim.Config{Limits: limits.Limits{Off: true}, Activities: true}),
		logged: &logbook.Logbook{},
	}
	r.ann, r.bob, r.cid, r.eve = r.sim.AddUser("Ann"), r.sim.AddUser("Bob"), r.sim.AddUser("Cid"), r.sim.AddUser("Eve")
	r.club = r.sim.AddGuild("Club", r.ann, r.bob, r.cid, r.eve)
	r.hall = r.sim.AddChannel(r.club, "hall")
	var err error
	if r.store, err = storage.Open(filepath.Join(ram.Dir(t), "paddock.db")); err != nil {
		t.Fatal(err)
	}
	listener, err := net.Listen("tcp", "127.0.0.1:0")
	if err != nil {
		t.Fatal(err)
	}
	r.url = "http://" + listener.Addr().String()
	discord := httptest.NewServer(http.HandlerFunc(r.discord))
	r.frame = discord.URL
	ready, ended := make(chan struct{}), make(chan error, 1)
	cfg := bot.Config{
		Token: discordsim.DefaultToken, BaseURL: discord.URL, RequestsPerSecond: 1_000_000, Store: r.store,
		Games: catalog.Games(), Pictures: bot.Pictures{Draw: story.DrawNothing},
		Log: slog.New(slog.NewTextHandler(r.logged, nil)), Ready: func() { close(ready) },
		Rand: rand.NewChaCha8([32]byte{}), Now: r.now,
		Pages:  &bot.Pages{Listener: listener, Secret: discordsim.DefaultClientSecret, Links: r.url},
		Attach: r.sim.Attach,
	}
	for _, c := range change {
		c(&cfg)
	}
	ctx, stop := context.WithCancel(context.Background())
	go func() { ended <- bot.Run(ctx, cfg) }()
	select {
	case <-ready:
	case err := <-ended:
		t.Fatal("the bot did not start:", err)
	}
	t.Cleanup(func() {
		stop()
		if err := <-ended; err != nil {
			t.Error("the bot ended with:", err)
		}
		discord.CloseClientConnections()
		discord.Close()
		r.sim.Close()
		if err := r.store.Close(); err != nil {
			t.Error(err)
		}
		if text := r.logged.String(); strings.Contains(text, "level=ERROR") {
			t.Error("an error was logged:\n" + text)
		}
	})
	r.until("the commands are registered", func() bool { return len(r.sim.Commands(r.hall, r.ann)) > 0 })
	return r
}

func (r *rig) now() time.Time {
	r.mu.Lock()
	defer r.mu.Unlock()
	return time.Now().Add(r.moved)
}

// launch opens the activity for a user in the test channel, like Discord's app launcher, and
// returns the instance.
func (r *rig) launch(who discordsim.UserID) string {
	r.Helper()
	i := r.sim.As(who).In(r.hall).Launch()
	if i.Launched() == "" {
		r.Fatal("nothing was launched: ", i.Wait(context.Background()))
	}
	return i.Launched()
}

// until waits until a condition is true.
func (r *rig) until(what string, holds func() bool) {
	r.Helper()
	for end := time.Now().Add(2 * time.Minute); !holds(); time.Sleep(5 * time.Millisecond) {
		if time.Now().After(end) {
			r.Fatal("waited in vain until ", what)
		}
	}
}

// meet sets the function that each later answer to a page is passed to.
func (r *rig) meet(pass func(*http.Response)) {
	r.mu.Lock()
	defer r.mu.Unlock()
	r.pass = pass
}

// discord plays Discord's part for the pages: it serves the frame, and the proxy below /.proxy.
func (r *rig) discord(w http.ResponseWriter, q *http.Request) {
	if q.URL.Path == "/frame" {
		w.Header().Set("Content-Type", "text/html")
		shown := r.client(discordsim.UserID(q.FormValue("user")), q.FormValue("instance"),
			cmp.Or(q.FormValue("platform"), "desktop"), q.FormValue("window"))
		if q.FormValue("window") == "opaque" {
			shown = `<!doctype html><iframe src="data:text/html,` + url.PathEscape(shown) + `"></iframe>`
		}
		_, _ = io.WriteString(w, shown)
		return
	}
	if strings.HasPrefix(q.URL.Path, "/sdk/") {
		http.StripPrefix("/sdk/", http.FileServer(http.Dir(r.sdk))).ServeHTTP(w, q)
		return
	}
	target, _ := url.Parse(r.url)
	proxy := &httputil.ReverseProxy{
		FlushInterval: -1, ErrorLog: slog.NewLogLogger(slog.DiscardHandler, 0),
		Rewrite: func(p *httputil.ProxyRequest) {
			p.Out.URL.Path = strings.TrimPrefix(p.In.URL.Path, "/.proxy")
			p.SetURL(target)
		},
	}
	proxy.ModifyResponse = func(answer *http.Response) error {
		r.mu.Lock()
		pass := r.pass
		r.mu.Unlock()
		if pass != nil {
			pass(answer)
		}
		return nil
	}
	proxy.ServeHTTP(w, q)
}

// client returns the program of Discord's client, which shows the page in a frame: inside its own
// window, popped out, or in an opaque origin. Tests make it mute or deny, and see what it has heard.
func (r *rig) client(who discordsim.UserID, instance, platform, window string) string {
	query := url.Values{"frame_id": {"f"}, "instance_id": {instance}}
	return fmt.Sprintf(`<!doctype html><style>html,body,iframe{margin:0;width:100%%;height:100%%;border:0;display:block}</style><body><script>
		const told = new URLSearchParams(location.search);
		window.heard = [], window.mute = told.getAll("mute"), window.deny = told.has("deny");
		addEventListener("message", (e) => {
			const [op, p] = e.data, cmd = op === 0 ? "HANDSHAKE" : p.cmd;
			heard.push({ ...p, cmd });
			const say = (m) => e.source.postMessage([1, m], e.origin);
			window.late = () => {
				if (cmd === "HANDSHAKE") say({ cmd: "DISPATCH", evt: "READY", data: { v: 1, config: { cdn_host: "cdn.discordapp.com", api_endpoint: "//discord.com/api", environment: "production" } }, nonce: null });
				if (cmd === "AUTHORIZE" && deny) say({ cmd, evt: "ERROR", nonce: p.nonce, data: { code: 5000, message: "OAuth2 Error: access_denied" } });
				else if (cmd === "AUTHORIZE") say({ cmd, evt: null, nonce: p.nonce, data: { code: %q } });
			};
			if (!mute.includes(cmd)) late();
		});
		const frame = document.createElement("iframe"), where = %q;
		frame.src = (told.has("sdk") ? "/sdk/page.html" : %q + "/") + "?%s&platform=%s&app=" + told.get("sdk");
		if (where === "popout") window.popped = open("", "", "popup");
		(window.popped ?? window).document.body.append(frame);
	</script>`, r.sim.Authorize(who, "identify"), window, r.frame, query.Encode(), platform)
}

// person is a user with a page open, without a browser.
type person struct {
	*rig
	id    discordsim.UserID
	token string
}

// ask makes a request and reads the answer.
func (p *person) ask(method, path string, body, answer any) (status int) {
	p.Helper()
	status, raw := p.raw(method, path, body)
	if answer != nil {
		if err := json.Unmarshal(raw, answer); err != nil {
			p.Fatalf("%s %s: %d %s", method, path, status, raw)
		}
	}
	return status
}

func (p *person) raw(method, path string, body any) (status int, answer []byte) {
	p.Helper()
	var b io.Reader
	if body != nil {
		raw, err := json.Marshal(body)
		if err != nil {
			p.Fatal(err)
		}
		b = bytes.NewReader(raw)
	}
	q, err := http.NewRequest(method, p.url+path, b)
	if err != nil {
		p.Fatal(err)
	}
	if p.token != "" {
		q.Header.Set("Authorization", "Bearer "+p.token)
	}
	got, err := http.DefaultClient.Do(q)
	if err != nil {
		p.Fatal(err)
	}
	defer got.Body.Close()
	raw, err := io.ReadAll(got.Body)
	if err != nil {
		p.Fatal(err)
	}
	return got.StatusCode, raw
}

// slash types a command in the test channel and waits for the answer.
func (r *rig) slash(who discordsim.UserID, command string) discordsim.Message {
	r.Helper()
	i := r.sim.As(who).In(r.hall).Slash(command)
	if err := i.Wait(context.Background()); err != nil {
		r.Fatalf("%s: %v", command, err)
	}
	return i.Message()
}

// begin starts a match: Ann challenges Bob and Bob accepts. It returns the match.
func (r *rig) begin(command string) match.Record {
	r.Helper()
	r.slash(r.ann, command)
	var board discordsim.Message
	game, _, _ := strings.Cut(strings.TrimPrefix(command, "/"), " ")
	r.until("the challenge is posted", func() bool {
		board = r.sim.Last(r.hall, r.bob)
		return strings.Contains(fmt.Sprint(board.Labels()), "Accept") &&
			strings.Contains(strings.ToLower(board.Text()), game)
	})
	if err := r.sim.As(r.bob).In(r.hall).Click(board, "Accept").Wait(context.Background()); err != nil {
		r.Fatal(err)
	}
	r.until("the match runs", func() bool { return r.newest().Status == match.Running })
	return r.newest()
}

// newest returns the newest match of the test channel.
func (r *rig) newest() match.Record {
	r.Helper()
	list, err := r.store.Latest(context.Background(), match.ChannelID(r.hall), 1)
	if err != nil || len(list) != 1 {
		r.Fatal("there is no match:", err)
	}
	return list[0]
}

// plays makes some moves of both players of a match, and lets Ann resign if it is not over then.
func (r *rig) plays(id match.ID, moves int) {
	r.Helper()
	path := "/api/matches/" + string(id)
	both := []*person{r.signIn(r.ann), r.signIn(r.bob)}
	for n := 0; n < moves; {
		for _, p := range both {
			var v struct {
				Head    int
				Half    string
				Choices []struct {
					Text  string
					Whole bool
				}
			}
			for p.ask("GET", path, nil, &v); len(v.Choices) > 0 && !v.Choices[0].Whole; {
				p.ask("GET", fmt.Sprintf("%s/complete?head=%d&typed=%s", path, v.Head,
					url.QueryEscape(v.Choices[0].Text)), nil, &v)
			}
			if len(v.Choices) > 0 {
				p.ask("POST", path+"/moves",
					map[string]any{"head": v.Head, "cause": fmt.Sprint(n, p.id), "move": v.Choices[0].Text}, nil)
				n++
			}
		}
		if rec, err := r.store.Record(context.Background(), id); err != nil || rec.Status != match.Running {
			return
		}
	}
	both[0].ask("POST", path+"/acts", map[string]any{"cause": "enough", "act": component.ActResign}, nil)
	r.until("the match is over", func() bool {
		rec, err := r.store.Record(context.Background(), id)
		return err == nil && rec.Status == match.Over
	})
}
