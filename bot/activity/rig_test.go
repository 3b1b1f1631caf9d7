package activity_test

import (
	"bytes"
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

	"github.com/bwmarrin/discordgo"

	"paddock/bot"
	"paddock/bot/discordsim"
	"paddock/bot/discordsim/limits"
	"paddock/bot/story"
	"paddock/games/catalog"
	"paddock/games/match"
	"paddock/storage"
)

const secret = "a client secret of the tests"

// rig is a bot with pages, a club on a simulated Discord, and Discord's part of the pages.
type rig struct {
	testing.TB
	sim                *discordsim.Sim
	ann, bob, cid, eve discordsim.UserID
	club               discordsim.GuildID
	hall               discordsim.ChannelID
	store              *storage.Bolt
	url                string // of the pages
	frame              string // of Discord's page around them
	logged             *story.Logbook

	mu    sync.Mutex
	inst  map[string]place
	moved time.Duration // how far the clock was put forward
}

type place struct {
	guild, channel string
	users          []string
}

func newRig(t testing.TB, change ...func(*bot.Config)) *rig {
	t.Helper()
	r := &rig{TB: t, sim: discordsim.New(discordsim.Config{Limits: limits.Limits{Off: true}}), logged: &story.Logbook{}, inst: make(map[string]place)}
	r.ann, r.bob, r.cid, r.eve = r.sim.AddUser("Ann"), r.sim.AddUser("Bob"), r.sim.AddUser("Cid"), r.sim.AddUser("Eve")
	r.club = r.sim.AddGuild("Club", r.ann, r.bob, r.cid, r.eve)
	r.hall = r.sim.AddChannel(r.club, "hall")
	r.instance("i-hall", r.hall, r.ann, r.bob, r.cid, r.eve)
	var err error
	if r.store, err = storage.Open(filepath.Join(t.TempDir(), "paddock.db")); err != nil {
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
		Token: discordsim.DefaultToken, BaseURL: discord.URL, RequestsPerSecond: 1_000_000, Store: r.store, Games: catalog.Games(), Draw: story.DrawNothing,
		Log: slog.New(slog.NewTextHandler(r.logged, nil)), Ready: func() { close(ready) }, Rand: rand.NewChaCha8([32]byte{}), Now: r.now,
		Pages: &bot.Pages{Listener: listener, Secret: secret, Links: r.url},
		Attach: func(s *discordgo.Session) {
			r.sim.Attach(s)
			s.Client.Transport = r.oauth(s.Client.Transport)
		},
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

// instance makes an instance of the activity in a channel.
func (r *rig) instance(id string, at discordsim.ChannelID, users ...discordsim.UserID) {
	r.mu.Lock()
	defer r.mu.Unlock()
	p := place{guild: string(r.club), channel: string(at)}
	for _, u := range users {
		p.users = append(p.users, string(u))
	}
	r.inst[id] = p
}

// until waits for a condition.
func (r *rig) until(what string, holds func() bool) {
	r.Helper()
	for end := time.Now().Add(2 * time.Minute); !holds(); time.Sleep(5 * time.Millisecond) {
		if time.Now().After(end) {
			r.Fatal("waited in vain until ", what)
		}
	}
}

type transport func(*http.Request) (*http.Response, error)

func (t transport) RoundTrip(r *http.Request) (*http.Response, error) { return t(r) }

// oauth answers what Discord is asked about pages, and passes all else on. The code of a user is "code-" and their id.
func (r *rig) oauth(next http.RoundTripper) http.RoundTripper {
	answer := func(q *http.Request, status int, v any) (*http.Response, error) {
		raw, _ := json.Marshal(v)
		return &http.Response{StatusCode: status, Header: http.Header{"Content-Type": {"application/json"}}, Body: io.NopCloser(bytes.NewReader(raw)), Request: q}, nil
	}
	return transport(func(q *http.Request) (*http.Response, error) {
		_, path, _ := strings.Cut(q.URL.Path, "/api/v9/")
		switch {
		case path == "oauth2/token":
			_ = q.ParseForm()
			user, ok := strings.CutPrefix(q.Form.Get("code"), "code-")
			if !ok || q.Form.Get("client_secret") != secret {
				return answer(q, http.StatusBadRequest, map[string]string{"error": "invalid_grant"})
			}
			return answer(q, http.StatusOK, map[string]string{"access_token": "of-" + user})
		case path == "users/@me" && strings.HasPrefix(q.Header.Get("Authorization"), "Bearer of-"):
			id := strings.TrimPrefix(q.Header.Get("Authorization"), "Bearer of-")
			return answer(q, http.StatusOK, map[string]string{"id": id, "username": strings.ToLower(r.sim.User(discordsim.UserID(id)).Username), "global_name": r.sim.User(discordsim.UserID(id)).Username})
		case strings.Contains(path, "/activity-instances/"):
			r.mu.Lock()
			p, ok := r.inst[path[strings.LastIndex(path, "/")+1:]]
			r.mu.Unlock()
			if !ok {
				return answer(q, http.StatusNotFound, map[string]int{"code": 0})
			}
			return answer(q, http.StatusOK, map[string]any{"users": p.users, "location": map[string]string{"guild_id": p.guild, "channel_id": p.channel, "kind": "gc"}})
		}
		return next.RoundTrip(q)
	})
}

// discord is Discord's part of the pages: the frame, and the proxy below /.proxy.
func (r *rig) discord(w http.ResponseWriter, q *http.Request) {
	if q.URL.Path == "/frame" {
		w.Header().Set("Content-Type", "text/html")
		fmt.Fprintf(w, `<!doctype html><style>html,body,iframe{margin:0;width:100%%;height:100%%;border:0;display:block}</style><iframe src="/?frame_id=f&instance_id=%s&platform=mobile"></iframe><script>
			addEventListener("message", (e) => {
				const [op, p] = e.data, say = (m) => e.source.postMessage([1, m], e.origin);
				if (op === 0) say({ cmd: "DISPATCH", evt: "READY", data: { v: 1 } });
				if (op === 1 && p.cmd === "AUTHORIZE") say({ cmd: "AUTHORIZE", evt: null, nonce: p.nonce, data: { code: "code-%s" } });
			});</script>`, url.QueryEscape(q.FormValue("instance")), url.QueryEscape(q.FormValue("user")))
		return
	}
	target, _ := url.Parse(r.url)
	proxy := &httputil.ReverseProxy{FlushInterval: -1, ErrorLog: slog.NewLogLogger(slog.DiscardHandler, 0), Rewrite: func(p *httputil.ProxyRequest) {
		p.Out.URL.Path = strings.TrimPrefix(p.In.URL.Path, "/.proxy")
		p.SetURL(target)
	}}
	proxy.ServeHTTP(w, q)
}

// person is somebody with a page open, without a browser.
type person struct {
	*rig
	id    discordsim.UserID
	token string
}

// enter signs somebody in.
func (r *rig) enter(user discordsim.UserID, instance string) *person {
	r.Helper()
	p := &person{rig: r, id: user}
	var got struct{ Token string }
	if status := p.ask("POST", "/api/session", map[string]string{"code": "code-" + string(user), "instance": instance}, &got); status != http.StatusOK {
		r.Fatalf("POST /api/session: %d", status)
	}
	p.token = got.Token
	return p
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

// slash types a command in the hall and waits for the answer.
func (r *rig) slash(who discordsim.UserID, command string) discordsim.Message {
	r.Helper()
	i := r.sim.As(who).In(r.hall).Slash(command)
	if err := i.Wait(context.Background()); err != nil {
		r.Fatalf("%s: %v", command, err)
	}
	return i.Message()
}

// begin has Ann challenge Bob and Bob accept, and returns the match.
func (r *rig) begin(command string) match.Record {
	r.Helper()
	r.slash(r.ann, command)
	var board discordsim.Message
	r.until("the challenge is posted", func() bool {
		board = r.sim.Last(r.hall, r.bob)
		return strings.Contains(fmt.Sprint(board.Labels()), "Accept")
	})
	if err := r.sim.As(r.bob).In(r.hall).Click(board, "Accept").Wait(context.Background()); err != nil {
		r.Fatal(err)
	}
	return r.newest()
}

// newest returns the newest match of the hall.
func (r *rig) newest() match.Record {
	r.Helper()
	list, err := r.store.Latest(context.Background(), match.ChannelID(r.hall), 1)
	if err != nil || len(list) != 1 {
		r.Fatal("there is no match:", err)
	}
	return list[0]
}
