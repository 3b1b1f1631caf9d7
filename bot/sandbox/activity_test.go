package sandbox

import (
	"encoding/json"
	"fmt"
	"io"
	"log/slog"
	"net/http"
	"net/http/httptest"
	"net/url"
	"slices"
	"strings"
	"sync"
	"testing"
	"time"

	"github.com/gorilla/websocket"

	"paddock/bot/discordsim"
)

// stage is a small Activity: its server, and a page that reports its findings to the server.
type stage struct {
	*page
	mode    string // which mistake the page makes on purpose
	mu      sync.Mutex
	said    []string // reports of the page, each "what: how"
	headers http.Header
	tell    chan string // messages that the page's stream sends
}

func newStage(t *testing.T, mode string) *stage {
	t.Helper()
	st := &stage{mode: mode, tell: make(chan string)}
	mux := http.NewServeMux()
	mux.HandleFunc("GET /{$}", func(w http.ResponseWriter, r *http.Request) {
		st.report("query: " + r.URL.RawQuery)
		w.Header().Set("Content-Type", "text/html")
		w.Header().Set("Content-Security-Policy", "script-src 'self'; frame-ancestors https://discord.com")
		fmt.Fprintf(w, `<!doctype html><title>stage</title><body data-app="%s" data-mode="%s"><script type="module" src="/.proxy/page.js"></script>`, st.s.sim.ApplicationID(), st.mode)
	})
	mux.HandleFunc("GET /page.js", func(w http.ResponseWriter, _ *http.Request) {
		w.Header().Set("Content-Type", "text/javascript")
		io.WriteString(w, stagePage)
	})
	mux.HandleFunc("POST /api/report", func(_ http.ResponseWriter, r *http.Request) {
		b, _ := io.ReadAll(r.Body)
		st.report(string(b))
		st.mu.Lock()
		defer st.mu.Unlock()
		st.headers = r.Header
	})
	mux.HandleFunc("GET /api/stream", st.stream)
	mux.HandleFunc("POST /api/token", st.exchange)
	mux.HandleFunc("GET /api/socket", func(w http.ResponseWriter, r *http.Request) {
		u := websocket.Upgrader{CheckOrigin: func(*http.Request) bool { return true }}
		if c, err := u.Upgrade(w, r, nil); err == nil {
			c.WriteMessage(websocket.TextMessage, []byte("a word by socket"))
			c.Close()
		}
	})
	server := httptest.NewUnstartedServer(mux)
	f, err := newFrames(server.Listener.Addr().String(), slog.New(slog.DiscardHandler))
	if err != nil {
		t.Fatal(err)
	}
	st.page, _ = serveWith(t, "", f, demo)
	server.Start()
	t.Cleanup(server.Close)
	t.Cleanup(server.CloseClientConnections)
	st.registered()
	return st
}

// stagePage is the program of the page.
const stagePage = `
const query = new URLSearchParams(location.search), { app, mode } = document.body.dataset;
const report = (what, how) => fetch("/.proxy/api/report", { method: "POST", body: what + ": " + how });
const post = (opcode, payload) => parent.postMessage([opcode, payload], document.referrer);
const waiting = new Map();
let nonce = 0;
const ask = (cmd, args) => new Promise((done) => { waiting.set(String(++nonce), done); post(1, { cmd, args, nonce: String(nonce) }); });
addEventListener("message", async (e) => {
  const [opcode, payload] = e.data;
  if (opcode === 2) return report("closed", payload.code);
  if (payload.evt !== "READY") return waiting.get(payload.nonce)?.(payload) ?? report("stray", JSON.stringify(payload));
  report("ready", payload.data.v);
  for (const [what, wrong] of Object.entries({ client: { client_id: "1" }, type: { response_type: "token" }, scope: { scope: ["everything"] }, scopeless: { scope: [] } })) {
    const no = await ask("AUTHORIZE", { client_id: app, scope: ["identify"], response_type: "code", prompt: "none", state: "s", ...wrong });
    report("wrong " + what, no.evt + " " + no.data.code);
  }
  const yes = await ask("AUTHORIZE", { client_id: app, scope: ["identify"], response_type: "code", prompt: "none", state: "s" });
  const got = await (await fetch("/.proxy/api/token", { method: "POST", body: yes.data.code })).json();
  report("server", got.user);
  const me = await ask("AUTHENTICATE", { access_token: got.token });
  report("authenticated", me.data.user.username + " " + me.data.scopes + " " + me.data.application.id);
  const forged = await ask("AUTHENTICATE", { access_token: "x" });
  report("forged", forged.evt + " " + forged.data.code);
  const unknown = await ask("MAKE_COFFEE", {});
  report("unknown", unknown.evt + " " + unknown.data.code);
  const log = await ask("CAPTURE_LOG", { level: "info", message: "a word" });
  report("captured", log.cmd + " " + log.evt + " " + log.data);
  const deaf = await ask("CAPTURE_LOG", { level: "shout", message: "a word" });
  report("not captured", deaf.evt + " " + deaf.data.code);
  const still = await ask("SET_ORIENTATION_LOCK_STATE", { lock_state: 2 });
  report("orientation", still.cmd + " " + still.evt + " " + still.data);
  const askew = await ask("SET_ORIENTATION_LOCK_STATE", { lock_state: 4 });
  report("no orientation", askew.evt + " " + askew.data.code);
  post(1, { cmd: "AUTHORIZE", args: {} });
  fetch("https://example.org/").catch(() => report("outside", "blocked"));
  new WebSocket("/.proxy/api/socket").onmessage = (m) => report("socket", m.data);
  const stream = new EventSource("/.proxy/api/stream");
  stream.onmessage = (m) => { report("stream", m.data); if (m.data === "end") post(2, { code: 1000, message: "bye" }); };
});
const hello = { v: 1, encoding: "json", client_id: app, frame_id: query.get("frame_id"), sdk_version: "2.5.0" };
switch (mode) {
  case "version": post(0, { ...hello, v: 2 }); break;
  case "encoding": post(0, { ...hello, encoding: "etf" }); break;
  case "client": post(0, { ...hello, client_id: "1" }); break;
  case "frame": post(0, { ...hello, frame_id: "1" }); break;
  case "early": ask("AUTHORIZE", {}); break;
  case "opcode": post(7, {}); break;
  case "garbage": parent.postMessage("hello", document.referrer); break;
  case "gives up": post(2, { code: 4001, message: "the page has had enough" }); break;
  default: post(0, hello);
}
`

func (st *stage) report(what string) {
	st.mu.Lock()
	defer st.mu.Unlock()
	st.said = append(st.said, what)
}

// reported waits until the page has reported something.
func (st *stage) reported(what string) {
	st.t.Helper()
	st.await("the page's report "+what, func() bool {
		st.mu.Lock()
		defer st.mu.Unlock()
		for _, s := range st.said {
			if strings.Contains(s, what) {
				return true
			}
		}
		return false
	})
}

// stream sends the page each message at once.
func (st *stage) stream(w http.ResponseWriter, r *http.Request) {
	w.Header().Set("Content-Type", "text/event-stream")
	for {
		select {
		case word := <-st.tell:
			fmt.Fprintf(w, "data: %s\n\n", word)
			w.(http.Flusher).Flush()
		case <-r.Context().Done():
			return
		}
	}
}

// exchange asks which user has given a code, as a server does.
func (st *stage) exchange(w http.ResponseWriter, r *http.Request) {
	code, _ := io.ReadAll(r.Body)
	client := &http.Client{Transport: st.s.sim.Transport()}
	res, err := client.PostForm("https://discord.com/api/v9/oauth2/token", url.Values{
		"client_id": {st.s.sim.ApplicationID()}, "client_secret": {discordsim.DefaultClientSecret},
		"grant_type": {"authorization_code"}, "code": {string(code)},
	})
	if err != nil {
		st.t.Error(err)
		return
	}
	defer res.Body.Close()
	var grant struct {
		Token string `json:"access_token"`
	}
	json.NewDecoder(res.Body).Decode(&grant)
	req, _ := http.NewRequest("GET", "https://discord.com/api/v9/users/@me", nil)
	req.Header.Set("Authorization", "Bearer "+grant.Token)
	if res, err = client.Do(req); err != nil {
		st.t.Error(err)
		return
	}
	defer res.Body.Close()
	var me struct{ Username string }
	json.NewDecoder(res.Body).Decode(&me)
	json.NewEncoder(w).Encode(map[string]string{"token": grant.Token, "user": me.Username})
}

// instance returns the instance that the page was opened for; "" if none.
func (st *stage) instance() string {
	st.mu.Lock()
	defer st.mu.Unlock()
	for _, s := range st.said {
		if q, ok := strings.CutPrefix(s, "query: "); ok {
			v, _ := url.ParseQuery(q)
			return v.Get("instance_id")
		}
	}
	return ""
}

// A button opens the page in a frame. The page finds Discord's part: its place, its users and its
// server. Nothing else can be reached.
func TestActivity(t *testing.T) {
	t.Parallel()
	st := newStage(t, "")
	b := surf(t, st.url+"/?as=bob", 1280, 800)
	b.types("/demo board")
	b.button("Other")
	b.wait(`document.querySelector("dialog.activity iframe")`)
	for _, what := range []string{
		"ready: 1", "wrong client: ERROR 4007", "wrong type: ERROR 4000", "wrong scope: ERROR 5000",
		"wrong scopeless: ERROR 5000",
		"server: bob", "authenticated: bob identify " + st.s.sim.ApplicationID(), "forged: ERROR 4009",
		"unknown: ERROR 4002", `"evt":"ERROR"`,
		"captured: CAPTURE_LOG null null", "not captured: ERROR 4000",
		"orientation: SET_ORIENTATION_LOCK_STATE null null", "no orientation: ERROR 4000",
		"outside: blocked", "socket: a word by socket",
	} {
		st.reported(what)
	}
	a, ok := st.s.sim.Activity(st.instance())
	if bob := st.s.member("bob"); !ok || len(a.Users) != 1 || a.Users[0] != bob {
		t.Errorf("instance %+v, running: %t", a, ok)
	}
	st.mu.Lock()
	if got, want := st.headers.Get("Origin"), "https://"+st.s.sim.ApplicationID()+".discordsays.com"; got != want {
		t.Errorf("origin %s, want %s", got, want)
	}
	query, _ := url.ParseQuery(strings.TrimPrefix(st.said[0], "query: "))
	st.mu.Unlock()
	for name, want := range map[string]string{
		"guild_id": string(a.Guild), "channel_id": string(a.Channel),
		"platform": "desktop", "location_id": fmt.Sprintf("gc-%s-%s", a.Guild, a.Channel),
	} {
		if got := query.Get(name); got != want {
			t.Errorf("%s is %q, want %q", name, got, want)
		}
	}
	b.shot("open")
	st.tell <- "first"
	st.reported("stream: first") // the event arrives before the stream ends
	st.tell <- "end"
	b.wait(`!document.querySelector("dialog.activity")`)
	st.await("the end of the instance", func() bool { _, ok := st.s.sim.Activity(a.ID); return !ok })
}

// The app launcher opens the page too. A member who closes it has left.
func TestActivityFromTheLauncher(t *testing.T) {
	t.Parallel()
	st := newStage(t, "")
	b := surf(t, st.url+"/?as=ann", 390, 844)
	b.press("#open-members")
	b.wait(`[...document.querySelectorAll("#members .member, #members button")].some((n) => n.innerText.includes("Paddock"))`)
	b.click(`[...document.querySelectorAll("#members button")].find((n) => n.innerText.includes("Paddock"))`)
	b.button("Open activity")
	st.reported("authenticated: ann")
	b.shot("phone")
	b.fits("an activity")
	st.reported("platform=mobile")
	b.press(`dialog.activity [aria-label="Close"]`)
	b.wait(`!document.querySelector("dialog.activity")`)
	st.await("the end of the instance", func() bool { _, ok := st.s.sim.Activity(st.instance()); return !ok })
}

// A page that does not follow Discord's protocol is closed, and the person is told why.
func TestActivityMistakes(t *testing.T) {
	if testing.Short() {
		t.Skip("long: most of it is the browser's work")
	}
	t.Parallel()
	for mode, want := range map[string]string{
		"version": "Invalid Version", "encoding": "Invalid Encoding", "client": "Invalid Client ID",
		"frame": "Invalid Client ID", "early": "before the handshake",
		"opcode": "opcode 7 is not for pages", "garbage": "no opcode with a payload",
		"gives up": "the page has had enough",
	} {
		t.Run(mode, func(t *testing.T) {
			t.Parallel()
			st := newStage(t, mode)
			b := surf(t, st.url+"/?as=ann", 1280, 800)
			b.types("/demo board")
			b.button("Other")
			b.says(want)
			b.wait(`!document.querySelector("dialog.activity")`)
			st.await("the end of the instance", func() bool { _, ok := st.s.sim.Activity(st.instance()); return !ok })
		})
	}
}

// The proxy passes on what Discord's does, for this computer alone.
func TestActivityProxy(t *testing.T) {
	t.Parallel()
	st := newStage(t, "")
	ask := func(path, host string) (int, string, http.Header) {
		t.Helper()
		req, err := http.NewRequest("GET", st.s.frames.origin()+path, nil)
		if err != nil {
			t.Fatal(err)
		}
		if host != "" {
			req.Host = host
		}
		res, err := http.DefaultClient.Do(req)
		if err != nil {
			t.Fatal(err)
		}
		defer res.Body.Close()
		b, _ := io.ReadAll(res.Body)
		return res.StatusCode, string(b), res.Header
	}
	for _, tt := range []struct {
		path, host string
		status     int
	}{
		{"/?a=1", "", 200},
		{"/.proxy/page.js", "", 200},
		{"/page.js", "", 404},
		{"/.proxy", "", 404},
		{"/.proxy/nothing", "", 404},
		{"/", "evil.example", 403},
		{"/.proxy/page.js", "127.0.0.1.evil.example", 403},
	} {
		if status, _, _ := ask(tt.path, tt.host); status != tt.status {
			t.Errorf("%s at %q: %d, want %d", tt.path, tt.host, status, tt.status)
		}
	}
	_, _, h := ask("/", "")
	if got := strings.Join(h.Values("Content-Security-Policy"), " | "); strings.Contains(got, "discord.com") ||
		!strings.Contains(got, "frame-ancestors http://127.0.0.1:*") || !strings.Contains(got, "default-src 'self'") {
		t.Errorf("policy %s", got)
	}
	if _, _, h := ask("/.proxy/page.js", ""); h.Get("Content-Type") != "text/javascript" {
		t.Errorf("content type %s", h.Get("Content-Type"))
	}
}

// Only users who have the Activity open may use the frame's requests.
func TestActivityActs(t *testing.T) {
	t.Parallel()
	st := newStage(t, "")
	room := st.room("ann", "lounge")
	out := st.do("launch", act{As: "ann", Channel: room.ID})
	if out.Frame == nil || out.Frame.App != st.s.sim.ApplicationID() ||
		!strings.HasPrefix(out.Frame.URL, st.s.frames.origin()+"/?") {
		t.Fatalf("%+v", out.Frame)
	}
	id := out.Frame.Instance
	guild, direct := string(st.world("ann").Guilds[0].ID), st.world("ann").DMs[0].ID
	private := st.do("launch", act{As: "ann", Channel: direct}).Frame
	for _, c := range []struct {
		f                        *frameView
		channel, guild, location string
	}{
		{out.Frame, string(room.ID), guild, "gc-" + guild + "-" + string(room.ID)},
		{private, string(direct), "", "pc-" + string(direct)},
	} {
		a, _ := st.s.sim.Activity(c.f.Instance)
		address, err := url.Parse(c.f.URL)
		if err != nil {
			t.Fatal(err)
		}
		want := url.Values{
			"frame_id": {c.f.ID}, "instance_id": {a.ID}, "launch_id": {a.LaunchID},
			"channel_id": {c.channel}, "location_id": {c.location},
		}
		if c.guild != "" {
			want.Set("guild_id", c.guild)
		}
		if got := address.Query(); got.Encode() != want.Encode() || c.f.ID == "" || a.LaunchID == "" ||
			c.f.Origin != st.s.frames.origin() {
			t.Errorf("the frame of %s has the address %s, want %s", c.f.Origin, got.Encode(), want.Encode())
		}
	}
	st.do("leave", act{As: "ann", Instance: private.Instance})
	framed, err := http.Get(st.url)
	if err != nil {
		t.Fatal(err)
	}
	framed.Body.Close()
	if got, want := framed.Header.Get("Content-Security-Policy"),
		policy+"; frame-src "+st.s.frames.origin(); got != want {
		t.Errorf("the page's policy is %q, want %q", got, want)
	}
	code := st.do("authorize", act{As: "ann", Instance: id, Scopes: []string{"identify"}}).Code
	answer, err := http.Post(st.s.frames.origin()+"/.proxy/api/token", "text/plain", strings.NewReader(code))
	if err != nil {
		t.Fatal(err)
	}
	defer answer.Body.Close()
	var got struct{ Token string }
	if err := json.NewDecoder(answer.Body).Decode(&got); err != nil {
		t.Fatal(err)
	}
	g := st.do("authenticate", act{As: "ann", Token: got.Token}).Granted
	if g == nil || g.User["id"] != string(st.s.member("ann")) || g.User["username"] != "ann" ||
		!slices.Equal(g.Scopes, []string{"identify"}) || !g.Expires.After(time.Now()) ||
		g.App["id"] != st.s.sim.ApplicationID() || g.App["name"] != "Paddock" {
		t.Errorf("the code %q and the token %q give %+v", code, got.Token, g)
	}
	if _, problem := st.act("authenticate", act{As: "bob", Token: got.Token}); problem == "" {
		t.Error("Bob's page may use Ann's token")
	}
	for what, a := range map[string]act{
		"somebody who does not have it open": {As: "bob", Instance: id, Scopes: []string{"identify"}},
		"nothing":                            {As: "ann", Instance: id},
		"another instance":                   {As: "ann", Instance: "i-1-gc-2-3", Scopes: []string{"identify"}},
	} {
		if out, problem := st.act("authorize", a); problem == "" || out.Code != "" {
			t.Errorf("%s: %q, code %q", what, problem, out.Code)
		}
	}
	if _, problem := st.act("authenticate", act{As: "ann", Token: "x"}); problem == "" {
		t.Error("a forged token is taken")
	}
	if out := st.do("launch", act{As: "bob", Channel: room.ID}); out.Frame.Instance != id {
		t.Errorf("a second instance, %s, in the channel", out.Frame.Instance)
	}
	st.do("leave", act{As: "ann", Instance: id})
	if a, _ := st.s.sim.Activity(id); len(a.Users) != 1 || a.Users[0] != st.s.member("bob") {
		t.Errorf("after Ann has left: %v", a.Users)
	}
	p, _ := visit(t, "")
	if _, problem := p.act("launch", act{As: "ann", Channel: p.room("ann", "lounge").ID}); problem == "" {
		t.Error("a bot without pages opens an activity")
	}
}

// The address of the pages must be one of this computer.
func TestActivityAddress(t *testing.T) {
	for _, addr := range []string{"example.org:80", "192.0.2.1:8080"} {
		if _, err := newFrames(addr, nil); err == nil {
			t.Errorf("%s is taken", addr)
		}
	}
	ctx := t.Context()
	if err := Run(ctx, Config{Addr: "127.0.0.1:0", Activity: "example.org:80"}); err == nil ||
		!strings.Contains(err.Error(), "loopback") {
		t.Error("Run:", err)
	}
}
