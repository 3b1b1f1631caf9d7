package sandbox

import (
	"bytes"
	"context"
	"encoding/json"
	"errors"
	"fmt"
	"io"
	"log/slog"
	"net"
	"net/http"
	"net/http/httptest"
	"os"
	"path/filepath"
	"reflect"
	"regexp"
	"slices"
	"strings"
	"testing"
	"testing/synctest"
	"time"

	"paddock/bot/discordsim"
	"paddock/bot/discordsim/world"
	"paddock/games/gamestest/golden"
	"paddock/games/gamestest/logbook"
)

// opened returns a sandbox without a bot and without pages.
func opened(t *testing.T, file string) *sandbox {
	t.Helper()
	s, err := open(file, nil, slog.New(slog.DiscardHandler))
	if err != nil {
		t.Fatal(err)
	}
	return s
}

// did performs an act of a member, and returns the refusal.
func (s *sandbox) did(t *testing.T, kind string, me discordsim.UserID, a act) string {
	t.Helper()
	_, err := acts[kind](s, t.Context(), me, a)
	synctest.Wait() // the pause lasts until the pages have received the events of the act
	if err != nil {
		return sentence(err)
	}
	return ""
}

// worlds returns the sandbox as each member sees it, with a line for each person, channel and
// command.
func (s *sandbox) worlds(t *testing.T) (list []string) {
	t.Helper()
	for _, me := range s.members {
		raw, err := json.Marshal(s.world(me))
		if err != nil {
			t.Fatal(err)
		}
		list = append(list, strings.ReplaceAll(string(raw), `{"id"`, "\n{\"id\""))
	}
	return list
}

// The golden file has the world of a new sandbox, before and after its members have changed it. A
// saved world is the same when it is loaded. The golden file is reviewed as a diff.
func TestWorld(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		file := filepath.Join(t.TempDir(), "x.world")
		s := opened(t, file)
		fresh := s.worlds(t)
		ann, bob, cleo := s.members[0], s.members[1], s.members[2]
		club := s.world(ann).Guilds[0]
		room := map[string]discordsim.ChannelID{}
		for _, c := range club.Channels {
			room[c.Name] = c.ID
		}
		thread := s.sim.AddThread(room["lounge"], "talk", ann)
		for _, c := range []struct {
			kind string
			me   discordsim.UserID
			a    act
			want string // the refusal
		}{
			{"say", bob, act{Channel: room["lounge"], Text: " "}, "The message is empty. Type something first."},
			{"say", bob, act{Channel: room["lounge"], Text: "hello <@" + string(ann) + ">"}, ""},
			{"say", bob, act{Channel: room["kalah"], Text: "hello <@" + string(cleo) + ">"}, ""},
			{"read", cleo, act{Channel: room["kalah"]}, ""},
			{"skip", ann, act{Seconds: 90}, ""},
			{
				"skip", ann,
				act{Seconds: -1},
				"The clock can be put forward by at most a month at a time, and never back.",
			},
			{
				"skip", ann,
				act{Seconds: 31*24*3600 + 1},
				"The clock can be put forward by at most a month at a time, and never back.",
			},
			{"dms", ann, act{User: bob}, ""},
			{"dms", ann, act{User: cleo}, ""},
			{"dms", ann, act{User: cleo, Open: true}, ""},
			{"locale", ann, act{User: bob, Text: "sv-SE"}, ""},
			{"locale", ann, act{User: bob, Text: "fr"}, "The sandbox's members read one of en-US, sv-SE, de."},
			{"permission", ann, act{Channel: room["fish"], Permission: "send"}, ""},
			{"permission", ann, act{Channel: room["fish"], Permission: "attach"}, ""},
			{"permission", ann, act{Channel: room["fish"], Permission: "attach", Allow: true}, ""},
			{"permission", ann, act{Channel: room["fish"], Permission: "fly"}, "There is no such permission."},
			{"thread", ann, act{Channel: thread}, ""},
			{"thread", ann, act{Channel: room["fish"]}, "Only a thread can be locked."},
			{"trouble", ann, act{}, ""},
			{"delete", ann, act{Message: "1"}, "That message is gone already."},
			{"click", ann, act{Message: "1"}, "That message is gone already."},
			{"select", ann, act{Message: "1"}, "That message is gone already."},
			{"context", ann, act{Message: "1", Name: "Review this match"}, "That message is gone already."},
			{
				"dismiss", ann,
				act{Message: s.sim.Last(room["lounge"], ann).ID},
				"Only a message that you alone can see can be dismissed.",
			},
			{"submit", ann, act{Modal: "1"}, "This form is no longer open. Close it and open it again."},
		} {
			if got := s.did(t, c.kind, c.me, c.a); got != c.want {
				t.Errorf("%s %+v: %q, want %q", c.kind, c.a, got, c.want)
			}
		}
		pressed := act{Message: s.sim.Last(room["lounge"], ann).ID, CustomID: "gone"}
		if got := s.did(t, "click", ann, pressed); got != "That message has changed meanwhile. Look at it again." {
			t.Error("a button that has gone:", got)
		}
		changed := s.worlds(t)
		if err := s.save(); err != nil {
			t.Fatal(err)
		}
		s.close()
		again := opened(t, file)
		if s.did(t, "trouble", ann, act{Allow: true}); s.world(ann).Trouble {
			t.Error("the trouble does not end")
		}
		again.recover = func() {} // a log line about trouble is not kept
		if diff := golden.Diff(strings.Join(changed, "\n"), strings.Join(again.worlds(t), "\n")); diff != "" {
			t.Errorf("what was kept is not what there was:\n%s", diff)
		}
		if again.did(t, "skip", ann, act{Seconds: 31 * 24 * 3600}); again.clock.skipped() != longestSkip+
			90*time.Second {
			t.Errorf("after a month more the clock is ahead by %v", again.clock.skipped())
		}
		hello := again.sim.Last(room["kalah"], ann)
		again.did(t, "delete", ann, act{Message: hello.ID})
		if again.sim.Message(hello.ID, ann).Exists() {
			t.Error("a message is there after it was deleted")
		}
		for n := range history + 2 {
			again.did(t, "say", ann, act{Channel: room["fish"], Text: fmt.Sprint(n)})
		}
		if list := again.sim.Messages(room["fish"], ann); len(list) != history ||
			list[history-1].Content != fmt.Sprint(history+1) {
			t.Errorf("of many messages %d are kept", len(list))
		}
		for n, u := range again.members {
			if got, want := again.sim.User(u).Avatar, fmt.Sprintf("%032x", n+1); got != want {
				t.Errorf("member %d has the avatar %s, want %s", n, got, want)
			}
		}
		again.did(t, "membership", ann, act{})
		if !again.world(ann).Guilds[0].Without {
			t.Error("the bot is still in the server")
		}
		if again.did(t, "membership", ann, act{Allow: true}); again.world(ann).Guilds[0].Without {
			t.Error("the bot is not back in the server")
		}
		again.close()
		ids := regexp.MustCompile(`[0-9]{16,20}`) // ids of Discord, by the order in which they come
		known := map[string]string{}
		var page golden.Pages
		for i, world := range slices.Concat(fresh, changed) {
			title := []string{"Ann", "Bob", "Cleo", "Dag"}[i%4]
			if i >= len(fresh) {
				title += ", changed"
			}
			page.Add(title, ids.ReplaceAllStringFunc(world, func(id string) string {
				if known[id] == "" {
					known[id] = fmt.Sprint("id", len(known)+1)
				}
				return known[id]
			}))
		}
		for _, r := range club.Roles {
			var names []string
			for _, me := range s.members {
				if m := s.sim.Snapshot(me).Guilds[0].Members[me]; slices.Contains(m.Roles, r.ID) {
					names = append(names, s.sim.User(me).Username)
				}
			}
			page.Say("The role %s: %s", r.Name, strings.Join(names, ", "))
		}
		golden.Check(t, "testdata/worlds.txt", page.String())
	})
}

// A world is saved when it has changed, and not again. Without a file nothing is saved. The error
// for a file that can't be read names the file.
func TestKept(t *testing.T) {
	dir := t.TempDir()
	file := filepath.Join(dir, "x.world")
	s := opened(t, file)
	defer s.close()
	saved := func() bool {
		if err := s.save(); err != nil {
			t.Fatal(err)
		}
		err := os.Remove(file)
		return err == nil
	}
	s.dirty = false
	for _, c := range []struct {
		what string
		do   func()
		want bool
	}{
		{"nothing", func() {}, false},
		{"a new text", func() { s.happened(discordsim.Event{Type: discordsim.EventMessageUpdate}) }, true},
		{"nothing more", func() {}, false},
		{"a change", s.changed, true},
	} {
		if c.do(); saved() != c.want {
			t.Errorf("after %s the world is saved: %t", c.what, !c.want)
		}
	}
	if worldFile("") != "" || worldFile("a.db") != "a.db.world" {
		t.Errorf("the worlds are in %q and %q", worldFile(""), worldFile("a.db"))
	}
	none := opened(t, "")
	none.changed()
	if err := none.save(); err != nil {
		t.Errorf("a world that is not kept: %v", err)
	}
	none.close()
	for name, text := range map[string]string{"text": "x", "empty": "{}"} {
		if err := os.WriteFile(file, []byte(text), 0o600); err != nil {
			t.Fatal(err)
		}
		if _, err := open(file, nil, s.log); err == nil || !strings.Contains(err.Error(), "Move that file away") {
			t.Errorf("%s: %v", name, err)
		}
	}
	s.file = filepath.Join(dir, "no", "x")
	s.changed()
	if err := s.save(); err == nil || !strings.Contains(err.Error(), "could not be kept") {
		t.Errorf("in no folder: %v", err)
	}
	if err := os.Mkdir(filepath.Dir(s.file), 0o700); err != nil {
		t.Fatal(err)
	}
	if err := s.save(); err != nil {
		t.Error(err)
	}
	if _, err := os.Stat(s.file); err != nil {
		t.Errorf("what could not be kept is not kept later: %v", err)
	}
}

// silence is a net.Listener to which nobody connects.
type silence chan struct{}

func (l silence) Accept() (net.Conn, error) { <-l; return nil, net.ErrClosed }
func (l silence) Close() error              { close(l); return nil }
func (l silence) Addr() net.Addr            { return &net.TCPAddr{} }

// A running sandbox saves its world from time to time, logs failures, and saves the world at its
// end.
func TestKeepsRunning(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		var log logbook.Logbook
		folder := filepath.Join(t.TempDir(), "later")
		s, err := open(filepath.Join(folder, "x.world"), nil, slog.New(slog.NewTextHandler(&log, nil)))
		if err != nil {
			t.Fatal(err)
		}
		defer s.close()
		ctx, stop := context.WithCancel(t.Context())
		bot := func(ctx context.Context) error { <-ctx.Done(); return nil }
		ended, ready := make(chan error, 1), make(chan struct{})
		go func() { ended <- s.run(ctx, make(silence), bot, func() { close(ready) }) }() // ends with ctx
		<-ready
		kept := func(want bool) {
			t.Helper()
			if _, err := os.Stat(s.file); (err == nil) != want {
				t.Errorf("the world is kept: %v, want it kept: %t", err, want)
			}
			_ = os.Remove(s.file)
		}
		s.changed()
		time.Sleep(restful + time.Second)
		if text := log.String(); strings.Count(text, "the world could not be kept") != 1 {
			t.Errorf("without a folder the log has %q", text)
		}
		if err := os.Mkdir(folder, 0o700); err != nil {
			t.Fatal(err)
		}
		time.Sleep(restful)
		kept(true)
		time.Sleep(restful)
		kept(false) // nothing has changed
		s.changed()
		stop()
		if err := <-ended; err != nil {
			t.Error(err)
		}
		kept(true)
	})
}

// What happens in Discord is told to the pages and counted as read, notified or gone.
func TestHappened(t *testing.T) {
	s := opened(t, "")
	defer s.close()
	ann, m := s.members[0], &discordsim.Message{ID: "5"}
	for _, c := range []struct {
		kind        world.EventType
		told, dirty bool
		pings       int
	}{
		{discordsim.EventNotification, true, true, 1},
		{discordsim.EventMessageUpdate, false, true, 1},
		{discordsim.EventMessageDelete, true, true, 0},
		{discordsim.EventNotification, true, true, 1},
		{discordsim.EventChannelDelete, true, true, 0},
		{discordsim.EventMessageCreate, true, true, 0},
		{discordsim.EventChannelCreate, true, true, 0},
		{discordsim.EventChannelUpdate, true, true, 0},
		{discordsim.EventThreadCreate, true, true, 0},
		{discordsim.EventCommands, true, true, 0},
		{"anything else", false, false, 0},
	} {
		st := newStream()
		stop := s.watch(st)
		s.dirty = false
		s.happened(discordsim.Event{Type: c.kind, For: ann, ChannelID: "4", Message: m})
		_, told := st.take()
		if told != c.told || s.dirty != c.dirty || s.reading.total(ann) != c.pings {
			t.Errorf("%s: told %t, to be saved %t, %d pings; want %t, %t, %d", c.kind, told, s.dirty,
				s.reading.total(ann), c.told, c.dirty, c.pings)
		}
		stop()
		s.changed()
		if _, told := st.take(); told || len(s.streams) > 0 {
			t.Error("a page that has left is told")
		}
	}
}

// A channel that is read twice is reported once. A deleted message removes its notifications, and a
// deleted channel removes those of all its messages.
func TestReading(t *testing.T) { synctest.Test(t, testReading) }

func testReading(t *testing.T) {
	s := opened(t, "")
	defer s.close()
	ann := s.members[0]
	for n, c := range []struct {
		do    func() bool
		told  bool
		pings int
	}{
		{func() bool { return s.reading.done(ann, "4", "7") }, true, 0},
		{func() bool { return s.reading.done(ann, "4", "7") }, false, 0},
		{func() bool {
			s.reading.notified(ann, "4", "8")
			s.reading.notified(ann, "4", "9")
			s.reading.notified(ann, "5", "9")
			return false
		}, false, 3},
		{func() bool { s.reading.gone("4", "8"); return false }, false, 2},
		{func() bool { s.reading.gone("6", ""); return false }, false, 2},
		{func() bool { s.reading.gone("4", ""); return false }, false, 1},
		{func() bool { return s.reading.done(ann, "5", "") }, true, 0},
	} {
		if told := c.do(); told != c.told || s.reading.total(ann) != c.pings {
			t.Errorf("step %d: told %t, %d notifications; want %t, %d", n, told, s.reading.total(ann), c.told, c.pings)
		}
	}
	room := s.world(ann).Guilds[0].Channels[0].ID
	if _, err := s.sim.As(s.members[1]).In(room).Say("hello"); err != nil {
		t.Fatal(err)
	}
	synctest.Wait()
	st := newStream()
	defer s.watch(st)()
	for _, want := range []bool{true, false} {
		st.take()
		s.did(t, "read", ann, act{Channel: room})
		if _, told := st.take(); told != want {
			t.Errorf("the pages are told that Ann has read: %t, want %t", told, want)
		}
	}
	var c clock
	c.skip(time.Hour)
	if c.skip(-time.Minute); c.skipped() != time.Hour {
		t.Errorf("the clock is ahead by %v", c.skipped())
	}
}

// A page receives messages and commands one by one. For everything else it receives the whole world
// anew.
func TestTranslate(t *testing.T) {
	m := &discordsim.Message{ID: "5"}
	view := message(*m)
	for kind, want := range map[world.EventType][]news{
		discordsim.EventMessageCreate: {{Type: "message", Message: &view}},
		discordsim.EventMessageUpdate: {{Type: "message", Message: &view}},
		discordsim.EventMessageDelete: {{Type: "gone", Message: &view}},
		discordsim.EventNotification:  {{Type: "ping", Message: &view}},
		discordsim.EventCommands:      {{Type: "commands"}}, discordsim.EventChannelCreate: nil,
	} {
		got := translate(discordsim.Event{Type: kind, Message: m})
		if !reflect.DeepEqual(got, want) {
			t.Errorf("%s is told as %+v, want %+v", kind, got, want)
		}
		st := newStream()
		if st.tell(got); len(st.ready) != len(want) {
			t.Errorf("%s wakes a page %d times", kind, len(st.ready))
		}
	}
	m.Attachments = []world.Attachment{
		{ID: "1", Content: picture(0)},
		{ID: "2", Content: []byte("no picture")},
		{ID: "3", Content: picture(1)},
	}
	if want := (messageView{
		*m,
		map[discordsim.AttachmentID][2]int{"1": {300, 200}, "3": {300, 200}},
	}); !reflect.DeepEqual(message(*m), want) {
		t.Errorf("the sizes of pictures are %v", message(*m).Sizes)
	}
}

// Commands for managers are shown to who has their permissions in a server, to administrators and
// to owners.
func TestMayUse(t *testing.T) {
	const manage, other discordsim.Permissions = 1 << 5, 1 << 6
	needs := manage
	for name, c := range map[string]struct {
		needs  *discordsim.Permissions
		owner  discordsim.UserID
		member *world.Member
		want   bool
	}{
		"a command for all":  {nil, "", nil, true},
		"nobody":             {&needs, "", nil, false},
		"a member":           {&needs, "", &world.Member{Permissions: other}, false},
		"a manager":          {&needs, "", &world.Member{Permissions: manage | other}, true},
		"an administrator":   {&needs, "", &world.Member{Permissions: discordsim.PermAdministrator}, true},
		"the owner":          {&needs, "me", &world.Member{}, true},
		"the owner, outside": {&needs, "me", nil, true},
	} {
		g := discordsim.Guild{
			OwnerID: c.owner,
			Members: map[discordsim.UserID]*world.Member{"me": c.member, "you": {Permissions: manage}},
		}
		snap := discordsim.Snapshot{
			Me:     discordsim.User{ID: "me"},
			Guilds: []discordsim.Guild{{Members: map[discordsim.UserID]*world.Member{}}, g},
		}
		if got := mayUse(discordsim.Command{DefaultMemberPermissions: c.needs}, snap); got != c.want {
			t.Errorf("%s may use the command: %t, want %t", name, got, c.want)
		}
	}
}

// The sandbox uses and keeps the file that was given. Otherwise it makes a file and deletes it at
// its end. Without an address it listens at the usual one.
func TestDatabase(t *testing.T) {
	mine := filepath.Join(t.TempDir(), "mine.db")
	for _, wanted := range []string{mine, ""} {
		file, done, err := database(wanted)
		if err != nil || wanted != "" && file != wanted {
			t.Fatalf("the database is %s, %v", file, err)
		}
		if err := os.WriteFile(file, nil, 0o600); err != nil {
			t.Fatal(err)
		}
		done()
		if _, err := os.Stat(file); (err == nil) != (wanted != "") {
			t.Errorf("%s after the end: %v", file, err)
		}
		if wanted == "" {
			if _, err := os.Stat(filepath.Dir(file)); err == nil {
				t.Errorf("the folder %s is left", filepath.Dir(file))
			}
		}
	}
	// if the port is in use, another process listens there, which may end at any time
	if l, err := net.Listen("tcp", DefaultAddr); err == nil {
		defer l.Close()
		if err := Run(t.Context(), Config{}); err == nil ||
			!strings.HasPrefix(err.Error(), "the sandbox can't open "+DefaultAddr) {
			t.Errorf("where the usual address is taken: %v", err)
		}
	}
}

// A person's forgotten forms are not kept for ever.
func TestForms(t *testing.T) {
	s := opened(t, "")
	defer s.close()
	for n := range mostModals + 2 {
		s.show(s.members[0], &discordsim.Modal{Interaction: discordsim.InteractionID(fmt.Sprint(n))})
	}
	_, first := s.modals["1"]
	if last, ok := s.modals[discordsim.InteractionID(fmt.Sprint(mostModals+1))]; len(s.modals) != mostModals || first ||
		!ok || last.by != s.members[0] {
		t.Errorf("%d forms are kept, the first one %t, the last one %+v", len(s.modals), first, last)
	}
}

func TestSentence(t *testing.T) {
	for _, c := range []struct {
		err  error
		want string
	}{
		{context.Canceled, "The sandbox is closing."},
		{fmt.Errorf("x: %w", context.DeadlineExceeded), "The sandbox is closing."},
		{fmt.Errorf("%w: the button is grey", discordsim.ErrClient), "The button is grey."},
		{errors.New("that is all."), "That is all."},
	} {
		if got := sentence(c.err); got != c.want {
			t.Errorf("%v is said as %q, want %q", c.err, got, c.want)
		}
	}
}

// The proxy of activities passes on what lies below its path, with its escapes and its query.
func TestProxyKeepsPaths(t *testing.T) {
	server := httptest.NewServer(http.HandlerFunc(func(w http.ResponseWriter, r *http.Request) {
		if r.URL.Path == "/origin" {
			fmt.Fprint(w, r.Header.Get("Origin"))
			return
		}
		fmt.Fprint(w, r.URL.EscapedPath(), " ", r.URL.RawQuery)
	}))
	defer server.Close()
	f, err := newFrames(strings.TrimPrefix(server.URL, "http://"), slog.New(slog.DiscardHandler))
	if err != nil {
		t.Fatal(err)
	}
	defer f.listener.Close()
	for path, want := range map[string]string{
		"/": "/ ", "/?a=b": "/ a=b", "/.proxy/x/y?z": "/x/y z",
		"/.proxy/a%2Fb": "/a%2Fb ", "/x": "Discord's proxy passes on the page, and what lies below /.proxy/.\n",
	} {
		w := httptest.NewRecorder()
		f.handler().ServeHTTP(w, httptest.NewRequest(http.MethodGet, f.origin()+path, nil))
		if got := w.Body.String(); got != want {
			t.Errorf("%s: %q, want %q", path, got, want)
		}
	}
	f.app = "7"
	for origin, want := range map[string]string{
		f.origin():             "https://7.discordsays.com",
		"https://evil.example": "https://evil.example", "": "",
	} {
		r := httptest.NewRequest(http.MethodGet, f.origin()+"/.proxy/origin", nil)
		r.Header.Set("Origin", origin)
		w := httptest.NewRecorder()
		if f.handler().ServeHTTP(w, r); w.Body.String() != want {
			t.Errorf("a request from %q comes from %q, want %q", origin, w.Body, want)
		}
	}
	server.Close()
	w := httptest.NewRecorder()
	if f.handler().ServeHTTP(w,
		httptest.NewRequest(http.MethodGet, f.origin()+"/", nil)); w.Code != http.StatusBadGateway ||
		w.Body.String() != "The server of the activity does not answer.\n" {
		t.Errorf("without a server: %d %s", w.Code, w.Body)
	}
	with, err := newFrames("127.0.0.1:1", slog.New(slog.DiscardHandler))
	if err != nil {
		t.Fatal(err)
	}
	s, err := open("", with, slog.New(slog.DiscardHandler))
	if err != nil {
		t.Fatal(err)
	}
	if s.frame("i") != nil {
		t.Error("an unknown instance has a frame")
	}
	s.close()
	if _, err := with.listener.Accept(); !errors.Is(err, net.ErrClosed) {
		t.Errorf("after the end the proxy still listens: %v", err)
	}
}

// Without a bot the sandbox serves its Discord, and says how to start one. A port that is taken is
// named with its flag.
func TestRunAlone(t *testing.T) {
	ctx, stop := context.WithCancel(t.Context())
	var out, log logbook.Logbook
	ended := make(chan error, 1)
	go func() { // ends with ctx
		ended <- Run(ctx, Config{
			Addr: "127.0.0.1:0", Discord: "127.0.0.1:0", Out: &out, Log: slog.New(slog.NewTextHandler(&log, nil)),
		})
	}()
	said := regexp.MustCompile(`DISCORD_TOKEN=(\S+)\nPADDOCK_DISCORD_URL=(\S+)`)
	var way []string
	for end := time.Now().Add(time.Minute); way == nil; time.Sleep(5 * time.Millisecond) {
		if way = said.FindStringSubmatch(out.String()); time.Now().After(end) {
			t.Fatalf("it says %q", out.String())
		}
	}
	request, err := http.NewRequest(http.MethodGet, way[2]+"/api/v9/users/@me", nil)
	if err != nil {
		t.Fatal(err)
	}
	request.Header.Set("Authorization", "Bot "+way[1])
	answer, err := http.DefaultClient.Do(request)
	if err != nil {
		t.Fatal(err)
	}
	raw, err := io.ReadAll(answer.Body)
	answer.Body.Close()
	if err != nil || answer.StatusCode != http.StatusOK || !bytes.Contains(raw, []byte(`"Paddock"`)) {
		t.Errorf("Discord answers %d %s, %v", answer.StatusCode, raw, err)
	}
	addr := strings.TrimPrefix(way[2], "http://")
	upgrade := http.Header{
		"Connection": {"Upgrade"}, "Upgrade": {"websocket"}, "Sec-Websocket-Version": {"13"},
		"Sec-Websocket-Key": {"AAAAAAAAAAAAAAAAAAAAAA=="}, "Authorization": {"Bot " + way[1]},
	}
	for _, c := range []struct {
		what, method, path, host, origin string
		want                             int
	}{
		{"a bot", "GET", "/gw", "", "", 101},
		{"a name that points here", "GET", "/api/v9/users/@me", "evil.example:8091", "", 403},
		{"the gateway under a name that points here", "GET", "/gw", "evil.example", "http://evil.example", 403},
		{"the gateway for another page", "GET", "/gw", "", "http://evil.example", 403},
		{"a request that is not simulated", "GET", "/api/v9/sticker-packs", "", "", 404},
		{"another page's post", "POST", "/api/v9/users/@me/channels", "", "http://evil.example", 403},
	} {
		request, err := http.NewRequest(c.method, way[2]+c.path, nil)
		if err != nil {
			t.Fatal(err)
		}
		request.Header, request.Host = upgrade.Clone(), c.host
		if c.origin != "" {
			request.Header.Set("Origin", c.origin)
		}
		answer, err := http.DefaultClient.Do(request)
		if err != nil {
			t.Fatal(err)
		}
		answer.Body.Close()
		if answer.StatusCode != c.want {
			t.Errorf("%s: Discord answers %d, want %d", c.what, answer.StatusCode, c.want)
		}
	}
	for end := time.Now().Add(time.Minute); !strings.Contains(log.String(), "not simulated") && time.Now().Before(end); {
		time.Sleep(5 * time.Millisecond) // the log is written beside the answer
	}
	if text := log.String(); strings.Count(text, "not simulated") != 1 ||
		!strings.Contains(text, "path=/api/v9/sticker-packs") {
		t.Errorf("the log says\n%s\nwant one line about a request that is not simulated", text)
	}
	if err := Run(ctx, Config{Addr: "127.0.0.1:0", Discord: addr}); err == nil ||
		!strings.HasPrefix(err.Error(),
			"the sandbox can't open "+addr+
				"; another one may be running there. Stop it, or choose another port with -discord:") {
		t.Errorf("on a port that is taken: %v", err)
	}
	const far = `the sandbox has no passwords, so it listens on this computer only: "10.0.0.1:1" is not a loopback address. Leave out -discord, or use one such as 127.0.0.1:8090`
	if err := Run(ctx, Config{Addr: "127.0.0.1:0", Discord: "10.0.0.1:1"}); fmt.Sprint(err) != far {
		t.Errorf("on another computer: %v, want %s", err, far)
	}
	stop()
	if err := <-ended; err != nil {
		t.Errorf("it ends with %v", err)
	}
}

// The sandbox ends with the error of its bot, or of its page.
func TestRunFails(t *testing.T) {
	broken := errors.New("the bot is broken")
	for _, c := range []struct {
		name string
		bot  func(ctx context.Context, l net.Listener) error
		want string
	}{
		{"bot", func(context.Context, net.Listener) error { return broken }, "the bot is broken"},
		{
			"page", func(ctx context.Context, l net.Listener) error { l.Close(); <-ctx.Done(); return nil },
			"the sandbox's page has ended: ",
		},
	} {
		s := opened(t, "")
		l, err := net.Listen("tcp", "127.0.0.1:0")
		if err != nil {
			t.Fatal(err)
		}
		err = s.run(t.Context(), l, func(ctx context.Context) error { return c.bot(ctx, l) }, func() {})
		if err == nil || !strings.HasPrefix(err.Error(), c.want) {
			t.Errorf("%s: %v, want %s", c.name, err, c.want)
		}
		l.Close()
		s.close()
	}
}
