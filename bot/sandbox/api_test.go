package sandbox

import (
	"bytes"
	"context"
	"encoding/base64"
	"encoding/json"
	"fmt"
	"io"
	"log/slog"
	"mime"
	"net"
	"net/http"
	"net/http/httptest"
	"path/filepath"
	"strings"
	"sync"
	"testing"
	"time"

	"github.com/bwmarrin/discordgo"
	"github.com/gorilla/websocket"

	"paddock/bot/discordsim"
)

// page is an open sandbox with the demo bot, as a browser sees it.
type page struct {
	t   *testing.T
	url string
	s   *sandbox
}

// visit opens a sandbox and waits for the bot's commands. It ends with the test or by the returned
// function.
func visit(t *testing.T, file string) (*page, func()) {
	t.Helper()
	p, leave := serve(t, file, demo)
	p.registered()
	return p, leave
}

// serve opens a sandbox with a bot.
func serve(t *testing.T, file string, bot func(*testing.T, *sandbox) func(context.Context) error) (*page, func()) {
	t.Helper()
	return serveWith(t, file, nil, bot)
}

// serveWith opens a sandbox with a bot whose pages are shown in frames.
func serveWith(t *testing.T, file string, f *frames,
	bot func(*testing.T, *sandbox) func(context.Context) error,
) (*page, func()) {
	t.Helper()
	s, err := open(file, f, slog.New(slog.DiscardHandler))
	if err != nil {
		t.Fatal(err)
	}
	l, err := net.Listen("tcp", "127.0.0.1:0")
	if err != nil {
		t.Fatal(err)
	}
	ctx, stop := context.WithCancel(context.Background())
	ended := make(chan error)
	go func() { ended <- s.run(ctx, l, bot(t, s), func() {}) }() // the process ends when leave is called
	leave := sync.OnceFunc(func() {
		stop()
		if err := <-ended; err != nil {
			t.Error("the sandbox ended with", err)
		}
		s.close()
	})
	t.Cleanup(leave)
	return &page{t, "http://" + l.Addr().String(), s}, leave
}

// registered waits for the bot's commands.
func (p *page) registered() {
	p.t.Helper()
	p.await("the bot's commands", func() bool { return len(p.world("ann").Commands) > 1 })
}

// await waits until a condition is true.
func (p *page) await(what string, holds func() bool) {
	p.t.Helper()
	deadline := time.Now().Add(time.Minute) // the time is long, because the machine may be busy
	for !holds() {
		if time.Now().After(deadline) {
			p.t.Fatal("waited in vain for", what)
		}
		time.Sleep(5 * time.Millisecond)
	}
}

func (p *page) get(path string, into any) {
	p.t.Helper()
	r, err := http.Get(p.url + path)
	if err != nil {
		p.t.Fatal(err)
	}
	defer r.Body.Close()
	if err := json.NewDecoder(r.Body).Decode(into); err != nil {
		p.t.Fatal(path, err)
	}
}

func (p *page) world(as string) worldView {
	p.t.Helper()
	var w worldView
	p.get("/api/world?as="+as, &w)
	return w
}

// room returns a channel of a member's world by name.
func (p *page) room(as, name string) channelView {
	p.t.Helper()
	for _, c := range p.world(as).Guilds[0].Channels {
		if c.Name == name {
			return c
		}
	}
	p.t.Fatalf("%s sees no channel %s", as, name)
	return channelView{}
}

func (p *page) messages(as string, c discordsim.ChannelID) []messageView {
	p.t.Helper()
	var got struct{ Messages []messageView }
	p.get("/api/messages?as="+as+"&channel="+string(c), &got)
	return got.Messages
}

// act performs an act and returns its outcome, or the sentence of a refusal.
func (p *page) act(kind string, a act) (outcome, string) {
	p.t.Helper()
	b, _ := json.Marshal(a)
	r, err := http.Post(p.url+"/api/"+kind, "application/json", bytes.NewReader(b))
	if err != nil {
		p.t.Fatal(err)
	}
	defer r.Body.Close()
	var got struct {
		outcome
		problem
	}
	if err := json.NewDecoder(r.Body).Decode(&got); err != nil {
		p.t.Fatal(kind, err)
	}
	return got.outcome, got.Error
}

// do performs an act that must succeed.
func (p *page) do(kind string, a act) outcome {
	p.t.Helper()
	out, problem := p.act(kind, a)
	if problem != "" {
		p.t.Fatalf("%s: %s", kind, problem)
	}
	return out
}

func TestCommandsAndWhatComesOfThem(t *testing.T) {
	t.Parallel()
	p, _ := visit(t, "")
	kalah := p.room("ann", "kalah").ID
	last := func() messageView {
		list := p.messages("ann", kalah)
		return list[len(list)-1]
	}
	say := func(text string) outcome { return p.do("command", act{As: "ann", Channel: kalah, Text: text}) }

	say("/demo echo fruit:a red apple user:@Bob count:3")
	if got, want := last().Content, "fruit=a red apple user="+string(p.world("bob").Me)+" count=3"; got != want {
		t.Errorf("the bot heard %q, want %q", got, want)
	}
	if got, want := last().Source.Name, "demo echo"; got != want {
		t.Errorf("the answer is to %q, want %q", got, want)
	}
	choices := p.do("autocomplete",
		act{As: "ann", Channel: kalah, Text: "/demo echo fruit:b", Focused: "fruit"}).Choices
	if len(choices) != 1 || choices[0].Name != "a ripe banana" {
		t.Errorf("suggestions for b are %v, want the banana", choices)
	}
	if _, problem := p.act("command",
		act{As: "ann", Channel: kalah, Text: "/demo echo fruit:x count:13"}); !strings.Contains(problem, "count") {
		t.Errorf("13 where at most 12 are allowed: %q, want a sentence about count", problem)
	}
	form := say("/demo form").Modal
	if form == nil {
		t.Fatal("no form was opened")
	}
	if _, problem := p.act("submit",
		act{As: "bob", Modal: form.Interaction, Fields: map[string]string{"word": "x"}}); problem == "" {
		t.Error("Bob could send Ann's form")
	}
	if !p.do("submit", act{As: "ann", Modal: form.Interaction, Fields: map[string]string{"word": "hush"}}).Failed {
		t.Error("a form that the bot never answers has not failed")
	}
	// the form is still open
	p.do("submit", act{As: "ann", Modal: form.Interaction, Fields: map[string]string{"word": "barn"}})
	if got, want := last().Content, "The form says **barn**."; got != want {
		t.Errorf("after the form: %q, want %q", got, want)
	}
	if _, problem := p.act("submit",
		act{As: "ann", Modal: form.Interaction, Fields: map[string]string{"word": "barn"}}); problem == "" {
		t.Error("a form could be sent twice")
	}
	p.do("command", act{
		As: "ann", Channel: kalah, Text: "/demo file it:my game.txt",
		Files: []upload{{"my game.txt", bytes.Repeat([]byte("x"), 1<<20)}},
	})
	if got, want := last().Content, "my game.txt has 1048576 bytes"; got != want {
		t.Errorf("of a file the bot heard %q, want %q", got, want)
	}
	if _, problem := p.act("command",
		act{As: "ann", Channel: kalah, Text: "/demo file it:other.txt"}); !strings.Contains(problem, "other.txt") {
		t.Errorf("a file that is not there: %q, want a sentence about it", problem)
	}
	p.do("context", act{As: "ann", Channel: kalah, Name: "Wave at", User: p.world("bob").Me})
	if got := last().Content; !strings.HasPrefix(got, "A wave for") {
		t.Errorf("after the user command: %q, want a wave", got)
	}
	p.do("context", act{As: "ann", Channel: kalah, Name: "Mark", Message: last().ID})
	if got := last().Content; got != "Marked: A wave for" {
		t.Errorf("after the message command: %q, want a mark", got)
	}
	if !say("/demo mute").Failed {
		t.Error("a bot that never answers has not failed")
	}
}

// The sandbox serves pictures and emojis with their content types and checksums. A browser
// downloads other files under their own names.
func TestFiles(t *testing.T) {
	t.Parallel()
	p, _ := visit(t, "")
	dg, err := discordgo.New("Bot " + discordsim.DefaultToken)
	if err != nil {
		t.Fatal(err)
	}
	p.s.sim.Attach(dg)
	room := p.room("ann", "lounge").ID
	emoji, err := dg.ApplicationEmojiCreate(p.s.sim.ApplicationID(),
		&discordgo.EmojiParams{
			Name:  "fox",
			Image: "data:image/png;base64," + base64.StdEncoding.EncodeToString(picture(0)),
		})
	if err != nil {
		t.Fatal(err)
	}
	got := func(path string) (string, string) {
		t.Helper()
		r, err := http.Get(p.url + path)
		if err != nil {
			t.Fatal(err)
		}
		defer r.Body.Close()
		raw, err := io.ReadAll(r.Body)
		if err != nil {
			t.Fatal(err)
		}
		return strings.TrimSpace(fmt.Sprintf("%d %s %s", r.StatusCode, r.Header.Get("Content-Type"),
			r.Header.Get("Content-Disposition"))), string(raw)
	}
	var files []*discordgo.File
	wants := map[string]string{
		"a.png": "200 image/png", "a.gif": "200 image/gif", "a.jpg": "200 image/jpeg", "a.webp": "200 image/webp",
		"a.txt":  `200 application/octet-stream attachment; filename="a.txt"`,
		"a.html": `200 application/octet-stream attachment; filename="a.html"`,
	}
	for name := range wants {
		files = append(files, &discordgo.File{
			Name: name, ContentType: mime.TypeByExtension(filepath.Ext(name)),
			Reader: strings.NewReader("the file " + name),
		})
	}
	if _, err := dg.ChannelMessageSendComplex(string(room), &discordgo.MessageSend{Files: files}); err != nil {
		t.Fatal(err)
	}
	for _, a := range p.messages("ann", room)[0].Attachments {
		if head, text := got("/files/" + string(a.ID)); head != wants[a.Filename] || text != "the file "+a.Filename {
			t.Errorf("%s comes as %s with %q, want %s", a.Filename, head, text, wants[a.Filename])
		}
	}
	if head, text := got("/emojis/" + emoji.ID); head != "200 image/png" || text != string(picture(0)) {
		t.Errorf("an emoji comes as %s with %d bytes", head, len(text))
	}
	for _, path := range []string{"/files/1", "/emojis/1"} {
		if head, _ := got(path); !strings.HasPrefix(head, "404 ") {
			t.Errorf("%s: %s", path, head)
		}
	}
}

func TestBoardPicturesAndClicks(t *testing.T) {
	t.Parallel()
	p, _ := visit(t, "")
	room := p.room("ann", "kalah").ID
	p.do("command", act{As: "ann", Channel: room, Text: "/demo board"})
	board := p.messages("bob", room)[0]
	id := board.Attachments[0].ID
	if got, want := board.Sizes[id], [2]int{300, 200}; got != want {
		t.Errorf("the picture's size is %v, want %v", got, want)
	}
	r, err := http.Get(p.url + "/files/" + string(id))
	if err != nil {
		t.Fatal(err)
	}
	r.Body.Close()
	if got := r.Header.Get("Content-Type"); got != "image/png" {
		t.Errorf("the picture is sent as %q, want image/png", got)
	}
	// The next sandbox has other pictures under the same ids.
	if got := r.Header.Get("Cache-Control"); got != "no-cache" || r.Header.Get("ETag") == "" {
		t.Errorf("a browser keeps the picture by %q with checksum %q, want it to ask again", got, r.Header.Get("ETag"))
	}
	p.do("click", act{As: "bob", Message: board.ID, CustomID: "count"})
	if got := p.messages("ann", room)[0].Text(); !strings.Contains(got, "Clicks: **1**") {
		t.Errorf("after a click the board says %q", got)
	}
	if r, err = http.Get(p.url + "/files/" + string(id)); err != nil {
		t.Fatal(err)
	}
	r.Body.Close()
	if r.StatusCode != http.StatusOK {
		t.Errorf("the picture of before the click: %s, want it still to be had", r.Status)
	}
	if _, problem := p.act("click", act{As: "bob", Message: board.ID, CustomID: "off"}); problem == "" {
		t.Error("a disabled button could be pressed")
	}
	p.do("select", act{As: "bob", Message: board.ID, CustomID: "piece", Values: []string{" e7"}})
	list := p.messages("ann", room)
	if got, want := list[len(list)-1].Content, "You chose piece e7"; got != want {
		t.Errorf("after choosing: %q, want %q", got, want)
	}
}

func TestPrivateMessagesAreSeenByOneAndDismissed(t *testing.T) {
	t.Parallel()
	p, _ := visit(t, "")
	room := p.room("ann", "kalah").ID
	p.do("command", act{As: "ann", Channel: room, Text: "/demo private"})
	if got := len(p.messages("bob", room)); got != 0 {
		t.Errorf("Bob sees %d messages, want none", got)
	}
	mine := p.messages("ann", room)
	if len(mine) != 1 || !mine[0].Ephemeral() {
		t.Fatalf("Ann sees %v, want one private message", mine)
	}
	if p.room("ann", "kalah").Unread {
		t.Error("a private answer makes the channel unread")
	}
	if _, problem := p.act("dismiss", act{As: "bob", Message: mine[0].ID}); problem == "" {
		t.Error("Bob could dismiss Ann's message")
	}
	p.do("dismiss", act{As: "ann", Message: mine[0].ID})
	if got := len(p.messages("ann", room)); got != 0 {
		t.Errorf("after dismissing Ann sees %d messages, want none", got)
	}
}

func TestUnreadAndNotifications(t *testing.T) {
	t.Parallel()
	p, _ := visit(t, "")
	lounge := p.room("ann", "lounge").ID
	bob := p.world("bob").Me
	p.do("say", act{As: "ann", Channel: lounge, Text: "Hello <@" + string(bob) + ">"})
	pings := func(as string) int {
		for _, u := range p.world(as).Users {
			if u.ID == bob {
				return u.Pings
			}
		}
		return -1
	}
	p.await("Bob's badge", func() bool { return pings("ann") == 1 })
	if got := p.room("bob", "lounge"); !got.Unread || got.Pings != 1 {
		t.Errorf("Bob's lounge is %+v, want unread with one notification", got)
	}
	if p.room("ann", "lounge").Unread {
		t.Error("what Ann has written is unread to her")
	}
	p.do("read", act{As: "bob", Channel: lounge})
	if got := p.room("bob", "lounge"); got.Unread || got.Pings != 0 || pings("ann") != 0 {
		t.Errorf("after reading, Bob's lounge is %+v with %d notifications, want none", got, pings("ann"))
	}
	p.do("command", act{As: "ann", Channel: lounge, Text: "/demo dm user:@Bob"})
	p.await("the DM's badge", func() bool { return p.world("bob").DMs[0].Pings == 1 })
}

func TestTheClockCanBePutForward(t *testing.T) {
	t.Parallel()
	p, _ := visit(t, "")
	room := p.room("ann", "lounge").ID
	before := p.world("ann").Clock.Now
	p.do("skip", act{As: "ann", Seconds: 86400})
	select {
	case <-p.s.clock.woken:
	default:
		t.Error("nobody was woken by the skip")
	}
	if got := p.world("ann").Clock; got.Now.Sub(before) < 24*time.Hour || got.Ahead != 86400 {
		t.Errorf("the clock is %+v after %v, want a day later", got, before)
	}
	p.do("say", act{As: "ann", Channel: room, Text: "tomorrow"})
	if got := p.messages("ann", room)[0].Timestamp; got.Sub(before) < 24*time.Hour {
		t.Errorf("a message is of %v, want after %v", got, before.Add(24*time.Hour))
	}
	for _, seconds := range []int{0, -1, 86400 * 365} {
		if _, problem := p.act("skip", act{As: "ann", Seconds: seconds}); problem == "" {
			t.Errorf("the clock could be put forward by %d s", seconds)
		}
	}
}

// Failures of Discord can be tried: a locked thread, a removed bot, answers with 503.
func TestWhatCanGoWrong(t *testing.T) {
	t.Parallel()
	p, _ := visit(t, "")
	room := p.room("ann", "kalah").ID
	thread := p.s.sim.AddThread(room, "talk", p.world("ann").Me)
	p.do("thread", act{As: "ann", Channel: thread, Allow: false})
	if !p.room("ann", "talk").Locked {
		t.Error("the thread is open after locking it")
	}
	p.do("thread", act{As: "ann", Channel: thread, Allow: true})
	if p.room("ann", "talk").Locked {
		t.Error("the thread is locked after unlocking it")
	}
	if _, problem := p.act("thread", act{As: "ann", Channel: room}); problem == "" {
		t.Error("a channel was locked that is no thread")
	}
	for _, in := range []bool{false, true} {
		p.do("membership", act{As: "ann", Allow: in})
		if got := !p.world("ann").Guilds[0].Without; got != in {
			t.Errorf("the bot is in the server: %t, want %t", got, in)
		}
	}
	for _, well := range []bool{false, false, true} {
		p.do("trouble", act{As: "ann", Allow: well})
		if got := !p.world("ann").Trouble; got != well {
			t.Errorf("Discord is well: %t, want %t", got, well)
		}
		for range 2 {
			request, err := http.NewRequest(http.MethodGet, "https://discord.com/api/v9/users/@me", nil)
			if err != nil {
				t.Fatal(err)
			}
			request.Header.Set("Authorization", "Bot "+discordsim.DefaultToken)
			answer, err := (&http.Client{Transport: p.s.sim.Transport()}).Do(request)
			if err != nil {
				t.Fatal(err)
			}
			if answer.Body.Close(); answer.StatusCode != map[bool]int{
				true:  http.StatusOK,
				false: http.StatusServiceUnavailable,
			}[well] {
				t.Errorf("Discord is well: %t, and it answers %d", well, answer.StatusCode)
			}
		}
	}
	if out := p.do("command", act{As: "ann", Channel: room, Text: "/demo hello"}); out.Failed {
		t.Error("Discord is well again, and the bot's answers are refused still")
	}
}

func TestEventsAreOnesOwn(t *testing.T) {
	t.Parallel()
	p, leave := visit(t, "")
	room := p.room("ann", "kalah").ID
	ann, bob := p.events("ann"), p.events("bob")
	p.do("command", act{As: "ann", Channel: room, Text: "/demo private"})
	p.do("command", act{As: "ann", Channel: room, Text: "/demo hello"})
	if got := ann.next("message").Message.Content; got != "A secret." {
		t.Errorf("Ann hears %q first, want her secret", got)
	}
	if got := bob.next("message").Message.Content; !strings.HasPrefix(got, "Hello") {
		t.Errorf("Bob hears %q first, want the greeting", got)
	}
	p.do("skip", act{As: "ann", Seconds: 60})
	if got := bob.next("world").World; got.Me != p.world("bob").Me || got.Commands != nil {
		t.Errorf("Bob's world is that of %v with %d commands, want his own without", got.Me, len(got.Commands))
	}
	leave()
	for range ann.list { // the loop reads until the sandbox closes the stream
	}
}

// listener reads a stream of events.
type listener struct {
	t    *testing.T
	list chan news
}

func (p *page) events(as string) *listener {
	p.t.Helper()
	// connected: the page now receives every event
	conn, _, err := websocket.DefaultDialer.Dial("ws"+strings.TrimPrefix(p.url, "http")+"/api/events?as="+as, nil)
	if err != nil {
		p.t.Fatal(err)
	}
	l := &listener{p.t, make(chan news, 100)}
	go func() { // the goroutine ends with the sandbox
		defer close(l.list)
		defer conn.Close()
		var n news
		for conn.ReadJSON(&n) == nil {
			l.list <- n
			n = news{}
		}
	}()
	return l
}

// next returns the next event of a type and skips others.
func (l *listener) next(kind string) news {
	l.t.Helper()
	for {
		select {
		case n, open := <-l.list:
			if n.Type == kind {
				return n
			}
			if !open {
				l.t.Fatal("the stream ends before an event of kind", kind)
			}
		case <-time.After(hung):
			l.t.Fatal("no event of kind", kind)
		}
	}
}

func TestKeptBetweenRuns(t *testing.T) {
	t.Parallel()
	file := filepath.Join(t.TempDir(), "sandbox.db.world")
	p, leave := visit(t, file)
	room := p.room("ann", "lounge").ID
	p.do("say", act{As: "ann", Channel: room, Text: "see you"})
	p.do("skip", act{As: "ann", Seconds: 3600})
	leave()

	p, _ = visit(t, file)
	if got := p.messages("bob", room); len(got) != 1 || got[0].Content != "see you" {
		t.Errorf("after a restart the lounge holds %v, want one message", got)
	}
	if got := p.world("bob").Clock.Ahead; got != 3600 {
		t.Errorf("after a restart the clock is ahead by %d s, want 3600", got)
	}
	if !p.room("bob", "lounge").Unread {
		t.Error("after a restart nothing is unread")
	}
	p.do("command", act{As: "ann", Channel: room, Text: "/demo hello"})
}

func TestOnlyThisComputer(t *testing.T) {
	t.Parallel()
	p, _ := visit(t, "")
	send := func(method, path string, headers map[string]string) int {
		r, err := http.NewRequest(method, p.url+path, strings.NewReader(`{"seconds":60}`))
		if err != nil {
			t.Fatal(err)
		}
		for k, v := range headers {
			if k == "Host" {
				r.Host = v
			}
			r.Header.Set(k, v)
		}
		got, err := http.DefaultClient.Do(r)
		if err != nil {
			t.Fatal(err)
		}
		got.Body.Close()
		return got.StatusCode
	}
	for _, c := range []struct {
		name    string
		method  string
		path    string
		headers map[string]string
		want    int
	}{
		{"the page itself", "GET", "/", nil, 200},
		{"a name that points here", "GET", "/", map[string]string{"Host": "evil.example:8090"}, 403},
		{"another page's form", "POST", "/api/skip", map[string]string{"Sec-Fetch-Site": "cross-site"}, 403},
		{"another origin", "POST", "/api/skip", map[string]string{"Origin": "https://evil.example"}, 403},
		{"nothing known", "POST", "/api/fly", nil, 404},
	} {
		if got := send(c.method, c.path, c.headers); got != c.want {
			t.Errorf("%s: status %d, want %d", c.name, got, c.want)
		}
	}
	r, err := http.Get(p.url)
	if err != nil {
		t.Fatal(err)
	}
	r.Body.Close()
	for name, want := range map[string]string{
		"Content-Security-Policy": policy, "X-Content-Type-Options": "nosniff",
		"Referrer-Policy": "no-referrer", "Cache-Control": "no-cache",
	} {
		if got := r.Header.Get(name); got != want {
			t.Errorf("the page's %s is %q, want %q", name, got, want)
		}
	}
	for _, c := range []struct {
		host, at, origin string
		want             int
	}{
		{"box.example", "box.example", "", 200},
		{"box.example", "BOX.example:8090", "", 200},
		{"box.example", "127.0.0.1:8090", "", 200},
		{"box.example", "evil.box.example", "", 403},
		{"box.example", "box.example.evil:8090", "", 403},
		{"box.example", "", "", 403},
		{"box.example", "box.example", "https://box.example", 200},
		{"box.example", "box.example", "https://evil.example", 403},
		{"192.168.1.2", "192.168.1.2:8090", "", 200},
		{"[fd00::2]", "[fd00::2]:8090", "", 200},
		{"", "box.example", "", 403},
	} {
		r := httptest.NewRequest("POST", "/api/skip", nil)
		if r.Host = c.at; c.origin != "" {
			r.Header.Set("Origin", c.origin)
		}
		w := httptest.NewRecorder()
		guard(http.HandlerFunc(func(http.ResponseWriter, *http.Request) {}), c.host).ServeHTTP(w, r)
		if w.Code != c.want {
			t.Errorf("with -host %q, a request for %q from %q: status %d, want %d", c.host, c.at, c.origin, w.Code, c.want)
		}
	}
	for name, want := range map[string]bool{
		"box.example": true, "localhost": true, "192.168.1.2": true, "[fd00::2]": true, "fd00::2": true, "box:80": false,
		"http://box": false, "box/": false, "a b": false, "*": false,
	} {
		if got := isName(name); got != want {
			t.Errorf("isName(%q) = %v, want %v", name, got, want)
		}
	}
	for _, cfg := range []Config{{Addr: "0.0.0.0:0"}, {Addr: "127.0.0.1:0", Host: "box:80"}} {
		if l, err := cfg.page(); err == nil {
			l.Close()
			t.Errorf("%+v listens", cfg)
		}
	}
	if l, err := (Config{Addr: "0.0.0.0:0", Host: "box.example"}).page(); err != nil {
		t.Error(err)
	} else {
		l.Close()
	}
	for addr, want := range map[string]bool{
		"127.0.0.1": true, "[::1]": true, "localhost": true, "example.org": false, "": false,
		"127.0.0.1:8090": true, "localhost:1": true, "[::1]:80": true, "127.9.9.9:1": true,
		":8090": false, "0.0.0.0:8090": false, "192.168.1.2:8090": false, "example.org:80": false, "[::]:1": false,
	} {
		if got := loopback(addr); got != want {
			t.Errorf("loopback(%q) = %v, want %v", addr, got, want)
		}
	}
}
