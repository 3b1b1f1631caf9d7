package bot_test

import (
	"context"
	"encoding/json"
	"errors"
	"fmt"
	"log/slog"
	"net"
	"net/http"
	"net/http/httptest"
	"os"
	"path/filepath"
	"reflect"
	"regexp"
	"strings"
	"sync"
	"sync/atomic"
	"testing"
	"testing/synctest"
	"time"

	"github.com/bwmarrin/discordgo"

	"paddock/bot"
	"paddock/bot/component"
	"paddock/bot/discordsim"
	"paddock/bot/story"
	"paddock/games/gamestest/logbook"
	"paddock/games/gamestest/ram"
	"paddock/games/match"
	"paddock/games/scene"
	"paddock/storage"
)

// Hazard 1: where data of a wrong type would make discordgo's accessors panic, each interaction is
// answered, and the bot continues.
func TestHazard1WrongTypes(t *testing.T) {
	t.Parallel()
	values := []any{nil, true, 7, 7.5, "x", []any{}, map[string]any{}, strings.Repeat("x", 7000)}
	story.Tell(t, func(s *story.Story) {
		s.Waste = true
		s.Begin("/kalah challenge user:@Bob first:me")
		try := func(what string, f func(p map[string]any)) {
			t.Helper()
			s.Sim.TamperNext(1, func(p map[string]any) []map[string]any {
				f(p)
				return []map[string]any{p}
			})
			i := s.Sim.As(s.Ann).In(s.Hall).Slash("/kalah move move:1")
			s.Wait(4 * time.Second)
			if err := i.Err(); err != nil {
				t.Errorf("%s: %v", what, err)
			}
			if m := i.Message(); !m.Ephemeral() || m.Text() == "" {
				t.Errorf("%s: answered by %v %q, want a private sentence", what, i.Answer(), m.Text())
			}
		}
		option := func(p map[string]any) map[string]any {
			sub := p["data"].(map[string]any)["options"].([]any)[0].(map[string]any)
			return sub["options"].([]any)[0].(map[string]any)
		}
		for _, v := range values {
			if v == "x" {
				continue // this value is a move, which would be played
			}
			try(fmt.Sprintf("value %.20v", v), func(p map[string]any) { option(p)["value"] = v })
			try(fmt.Sprintf("options %.20v", v), func(p map[string]any) { p["data"].(map[string]any)["options"] = v })
			try(fmt.Sprintf("data %.20v", v), func(p map[string]any) { p["data"] = v })
			try(fmt.Sprintf("resolved %.20v", v), func(p map[string]any) {
				p["data"].(map[string]any)["resolved"] = v
				option(p)["value"] = "zz"
			})
			try(fmt.Sprintf("member %.20v", v), func(p map[string]any) { p["member"] = v; option(p)["value"] = "zz" })
		}
		for kind := range 13 { // all types of options, and some that don't exist
			try(fmt.Sprint("option of type ", kind), func(p map[string]any) {
				option(p)["type"] = kind
				option(p)["value"] = []any{1}
			})
		}
		if n := s.Moves(s.Only().ID); n != 0 {
			t.Errorf("%d moves were made of nonsense", n)
		}
		s.Private(s.Slash(s.Ann, "/kalah move move:1"), "You played")
	})
}

// Hazard 2: a form has a component of a type that discordgo does not know, so its data is missing.
// It is answered anyway.
func TestHazard2UnknownComponent(t *testing.T) {
	t.Parallel()
	story.Tell(t, func(s *story.Story) {
		s.Waste = true
		for _, kind := range []int{18, 99} {
			s.Sim.TamperNext(1, func(p map[string]any) []map[string]any {
				p["type"] = 5
				p["data"] = map[string]any{"custom_id": "form", "components": []any{
					map[string]any{
						"type": kind, "id": 1,
						"component": map[string]any{"type": kind + 1, "id": 2, "custom_id": "x", "values": []any{}},
					},
				}}
				return []map[string]any{p}
			})
			i := s.Sim.As(s.Ann).In(s.Hall).Slash("/help")
			s.Wait(4 * time.Second)
			if i.Err() != nil || i.Message().Text() == "" {
				t.Errorf("a form with a component of type %d: %v %q, want a sentence", kind, i.Err(),
					i.Message().Text())
			}
		}
		s.Private(s.Slash(s.Ann, "/help"), "lists your matches")
	})
}

// Hazard 2: a field that discordgo can't read does not prevent an answer, if the bot does not need
// it.
func TestHazard2OddField(t *testing.T) {
	t.Parallel()
	inside := func(p map[string]any, path ...string) map[string]any {
		for _, name := range path {
			p, _ = p[name].(map[string]any)
		}
		return p
	}
	story.Tell(t, func(s *story.Story) {
		s.Begin("/kalah challenge user:@Bob first:me")
		for n, odd := range []func(map[string]any){
			func(p map[string]any) { inside(p, "message", "author")["public_flags"] = "0" },
			func(p map[string]any) { inside(p, "message")["timestamp"] = 1 },
			func(p map[string]any) { inside(p, "member", "user")["public_flags"] = "0" },
			func(p map[string]any) { inside(p, "member")["joined_at"] = 1 },
		} {
			s.Sim.TamperNext(1, func(p map[string]any) []map[string]any {
				raw, err := json.Marshal(p)
				if err == nil {
					p = nil // the value is a fresh map, so that payloads share no data
					err = json.Unmarshal(raw, &p)
				}
				if err != nil {
					t.Error(err)
				}
				odd(p)
				return []map[string]any{p}
			})
			s.Press([]discordsim.UserID{s.Ann, s.Bob}[n%2], s.Board())
			if got := s.Moves(s.Only().ID); got != n+1 {
				t.Fatalf("%d moves after %d clicks", got, n+1)
			}
		}
	})
}

// Hazard 3: requests of one person are handled in order. A slow handler delays neither other people
// nor the heartbeat.
func TestHazard3Order(t *testing.T) {
	t.Parallel()
	lazy := &lazyStore{}
	story.Tell(t, func(s *story.Story) {
		s.Begin("/kalah challenge user:@Bob first:me")
		lazy.delay(s.Ann, 5*time.Second)
		begun := time.Now()
		first := s.Sim.As(s.Ann).In(s.Hall).Slash("/settings general style:words")
		second := s.Sim.As(s.Ann).In(s.Hall).Slash("/settings general style:monospace text")
		s.Private(s.Slash(s.Bob, "/settings general style:words"), "words")
		if took := time.Since(begun); took > 4*time.Second {
			t.Errorf("Bob waited %v for Ann's settings", took)
		}
		s.Wait(3 * time.Minute) // heartbeats continue meanwhile
		if first.Err() != nil || second.Err() != nil {
			t.Errorf("Ann's settings: %v, %v", first.Err(), second.Err())
		}
		u, err := s.Store.User(t.Context(), match.UserID(s.Ann))
		if err != nil || u.Style != match.Text {
			t.Errorf("Ann's style is %q, %v; want the one she asked for last", u.Style, err)
		}
		if n := len(s.Sim.Identifies()); n != 1 {
			t.Errorf("%d connections, want the first one to live", n)
		}
	}, func(c *bot.Config) {
		lazy.Store = c.Store
		c.Store = lazy
	})
}

// lazyStore writes the settings of one person slowly, but faster each time.
type lazyStore struct {
	bot.Store
	mu   sync.Mutex
	who  match.UserID
	wait time.Duration
}

func (s *lazyStore) delay(u discordsim.UserID, d time.Duration) {
	s.mu.Lock()
	defer s.mu.Unlock()
	s.who, s.wait = match.UserID(u), d
}

func (s *lazyStore) UpdateUser(ctx context.Context, u match.UserID, edit func(*match.User)) (match.User, error) {
	s.mu.Lock()
	d := time.Duration(0)
	if u == s.who {
		d = s.wait
		s.wait = 0
	}
	s.mu.Unlock()
	time.Sleep(d)
	return s.Store.UpdateUser(ctx, u, edit)
}

// Hazard 4: Open may hang forever with the session's lock held, for example after Op 7 instead of
// READY. TestOpenHangs tests that with the whole program, because a mutex stops the fake clock of a
// test. Here the connection is never established: the bot ends in time with a sentence, and does
// not wait for the lock.
func TestHazard4OpenHangs(t *testing.T) {
	t.Parallel()
	synctest.Test(t, func(t *testing.T) {
		s := story.NewStory(t, discordsim.Config{})
		defer s.Sim.Close()
		store, err := storage.Open(s.Path)
		if err != nil {
			t.Fatal(err)
		}
		defer store.Close()
		giveUp := make(chan struct{})
		begun := time.Now()
		err = bot.Run(t.Context(), bot.Config{
			Token: discordsim.DefaultToken, Store: store, Games: story.Catalogue,
			Pictures: bot.Pictures{Draw: story.DrawNothing},
			Attach: func(dg *discordgo.Session) {
				s.Sim.Attach(dg)
				hanging := *dg.Dialer
				hanging.NetDial = func(string, string) (net.Conn, error) {
					<-giveUp
					return nil, net.ErrClosed
				}
				dg.Dialer = &hanging
			},
		})
		if err == nil || !strings.Contains(err.Error(), "30 s") || time.Since(begun) > time.Minute {
			t.Errorf("the bot ended with %v after %v, want a sentence after half a minute", err, time.Since(begun))
		}
		close(giveUp)
	})
}

// Hazard 4: repeated starts of the bot never use up the day's identifies, because Discord would
// reset the token.
func TestHazard4IdentifyBudget(t *testing.T) {
	t.Parallel()
	synctest.Test(t, func(t *testing.T) {
		s := story.NewStory(t, discordsim.Config{Limits: discordsim.Limits{Identify: 100}})
		patience := 0
		for range 80 { // a supervisor restarts it at once, and stops it if a start takes a minute
			if !startWithin(s, time.Minute) {
				patience++
			}
		}
		if n := len(s.Sim.Identifies()); n > 60 {
			t.Errorf("%d identifies of 100 in a crash loop, want half of them left", n)
		}
		if patience == 0 {
			t.Error("no start waited: the test shows nothing")
		}
		s.Sim.Close()
	})
}

// startWithin starts the bot and ends it when it is ready, or after the given time.
func startWithin(s *story.Story, d time.Duration) (ready bool) {
	s.Helper()
	store, err := storage.Open(s.Path)
	if err != nil {
		s.Fatal(err)
	}
	defer store.Close()
	ctx, cancel := context.WithTimeout(s.Context(), d)
	defer cancel()
	err = bot.Run(ctx, bot.Config{
		Token: discordsim.DefaultToken, Store: store, Games: story.Catalogue, Attach: s.Sim.Attach,
		Pictures: bot.Pictures{Draw: story.DrawNothing},
		Ready:    func() { ready = true; time.AfterFunc(time.Second, cancel) },
	})
	if err != nil {
		s.Error("the bot ended with:", err)
	}
	return ready
}

// Hazard 5: deferred answers are filled concurrently. discordgo's own helpers would do it one after
// the other.
func TestHazard5EditsAreSideBySide(t *testing.T) {
	t.Parallel()
	var edits sideBySide
	l := newLoopback(t, edits.watch, func(c *bot.Config) {
		c.Draw = func(sc scene.Scene) ([]byte, error) {
			time.Sleep(1700 * time.Millisecond) // the delay is longer than the bot waits before it defers its answer
			return story.DrawNothing(sc)
		}
	})
	if err := l.sim.As(l.ann).In(l.hall).Slash("/kalah start level:first first:me").Wait(t.Context()); err != nil {
		t.Fatal(err)
	}
	l.sim.Inject(discordsim.Fault{Route: story.OriginalRoute, Times: -1, Delay: 500 * time.Millisecond})
	var people sync.WaitGroup
	for i := range 60 {
		u := l.sim.AddUser(fmt.Sprint("Guest ", i))
		l.sim.AddMember(l.club, u)
		people.Go(func() {
			ctx, cancel := context.WithTimeout(t.Context(), 20*time.Second)
			defer cancel()
			err := l.sim.As(u).In(l.hall).Slash("/board").Wait(ctx)
			// on a busy machine the first answer may take more than 3 s
			if err != nil && !errors.Is(err, discordsim.ErrNoAnswer) {
				t.Error(err)
			}
		})
	}
	people.Wait()
	if t.Failed() {
		t.Log(l.log.String())
	}
	if edits.most < 20 {
		t.Errorf("of %d edits at most %d went on at once, want dozens", edits.all, edits.most)
	}
}

// sideBySide counts the edits of answers, and the largest number of simultaneous ones.
type sideBySide struct {
	mu             sync.Mutex
	now, most, all int
}

func (s *sideBySide) watch(next http.Handler) http.Handler {
	return http.HandlerFunc(func(w http.ResponseWriter, r *http.Request) {
		if r.Method != "PATCH" || !strings.HasSuffix(r.URL.Path, "/messages/@original") {
			next.ServeHTTP(w, r)
			return
		}
		s.mu.Lock()
		s.all++
		s.now++
		s.most = max(s.most, s.now)
		s.mu.Unlock()
		next.ServeHTTP(w, r)
		s.mu.Lock()
		s.now--
		s.mu.Unlock()
	})
}

// unlimited is a rate limiter without limits, as on a Discord without rate limits.
const unlimited = 1_000_000

// loopback is a bot in this process and a Discord on a socket, in real time.
type loopback struct {
	sim     *discordsim.Sim
	club    discordsim.GuildID
	hall    discordsim.ChannelID
	ann     discordsim.UserID
	session *discordgo.Session
	log     logbook.Logbook
	opened  atomic.Int64 // number of connections that were opened
}

func newLoopback(t testing.TB, wrap func(http.Handler) http.Handler, change func(*bot.Config)) *loopback {
	t.Helper()
	l := &loopback{sim: discordsim.New(discordsim.Config{
		Limits: discordsim.Limits{Off: true}, HistoryLimit: 200,
		JournalLimit: 100,
	})}
	t.Cleanup(l.sim.Close)
	l.ann = l.sim.AddUser("Ann")
	l.club = l.sim.AddGuild("Club", l.ann)
	l.hall = l.sim.AddChannel(l.club, "hall")
	server := httptest.NewUnstartedServer(wrap(l.sim.Handler()))
	server.Config.ConnState = func(_ net.Conn, state http.ConnState) {
		if state == http.StateNew {
			l.opened.Add(1)
		}
	}
	server.Start()
	t.Cleanup(func() { server.CloseClientConnections(); server.Close() })
	store, err := storage.Open(filepath.Join(ram.Dir(t), "paddock.db"))
	if err != nil {
		t.Fatal(err)
	}
	t.Cleanup(func() { store.Close() })
	ctx, stop := context.WithCancel(context.Background())
	ready, ended := make(chan struct{}), make(chan error, 1)
	cfg := bot.Config{
		Token: discordsim.DefaultToken, BaseURL: server.URL, RequestsPerSecond: unlimited, Store: store,
		Games: story.Catalogue, Pictures: bot.Pictures{Draw: story.DrawNothing},
		Log:    slog.New(slog.NewTextHandler(&l.log, nil)),
		Attach: func(dg *discordgo.Session) { l.session = dg }, Ready: func() { close(ready) },
	}
	change(&cfg)
	go func() { ended <- bot.Run(ctx, cfg) }()
	t.Cleanup(func() {
		stop()
		if err := <-ended; err != nil {
			t.Error("the bot ended with:", err)
		}
	})
	<-ready
	for len(l.sim.Commands(l.hall, l.ann)) == 0 {
		time.Sleep(time.Millisecond)
	}
	return l
}

// Hazard 6: discordgo keeps a rate-limit bucket forever, so interactions must not create buckets. A
// test of discord/pace shows that the bot forgets its own data about routes.
func TestHazard6BucketsStayFew(t *testing.T) {
	t.Parallel()
	var session *discordgo.Session
	buckets := func() int { return reflect.ValueOf(session.Ratelimiter).Elem().FieldByName("buckets").Len() }
	story.Tell(t, func(s *story.Story) {
		s.Begin("/kalah challenge user:@Bob first:me")
		b := s.Board()
		before := buckets()
		for range 400 {
			if err := s.Sim.As(s.Eve).Click(b, "More").Err(); err != nil {
				t.Fatal(err)
			}
			synctest.Wait()
		}
		if n := buckets(); n > before {
			t.Errorf("%d buckets after 400 interactions, %d before", n, before)
		}
		if before == 0 {
			t.Error("no buckets: the test looks at the wrong thing")
		}
	}, func(c *bot.Config) {
		attach := c.Attach
		c.Attach = func(dg *discordgo.Session) { session = dg; attach(dg) }
	})
}

// Hazard 7: a channel that answers 429 for an hour gets few requests. Other channels get their
// boards at once, and afterwards the newest board is shown.
func TestHazard7RateLimitForAnHour(t *testing.T) {
	t.Parallel()
	story.Tell(t, func(s *story.Story) {
		s.Waste = true
		s.Begin("/kalah challenge user:@Bob first:me")
		limited := s.Hall
		remove := s.Sim.Inject(discordsim.Fault{
			Method: "POST", Route: story.PostRoute, Times: -1, Status: 429,
			RetryAfter: 30 * time.Second,
		})
		s.Slash(s.Ann, "/kalah move move:1")
		s.Sim.ForgetCalls()
		s.Wait(time.Hour)
		if n := len(s.Sim.Refusals()); n > 130 {
			t.Errorf("%d requests in an hour to a channel that says to wait 30 s", n)
		}
		remove()
		s.Wait(time.Minute)
		s.Sees(s.Board(), "<@"+string(s.Bob)+">, it's your turn")
		s.Rings(s.Board(), s.Bob)

		s.Sim.Inject(discordsim.Fault{
			Method: "POST", Route: story.PostRoute, Status: 429,
			RetryAfter: 20 * time.Minute,
		})
		s.Wait(24 * time.Hour)
		s.Slash(s.Bob, "/kalah move move:1") // Discord answers the new board with 429
		s.Hall = s.Sim.AddChannel(s.Club, "attic")
		s.Begin("/kalah challenge user:@Bob first:me")
		s.Press(s.Ann, s.Board())
		s.Hall = limited
		s.Wait(time.Hour)
		s.Sees(s.Board(), "<@"+string(s.Ann)+">, it's your turn")
	})
}

// Hazard 8: with the bot's token, answers to interactions would count towards its 50 requests a
// second. All other requests need the token.
func TestHazard8NobodysAnswers(t *testing.T) {
	t.Parallel()
	story.Tell(t, func(s *story.Story) {
		// the first answers are deferred and filled, and a follow-up comes
		s.Begin5("/kalah challenge user:@Bob first:me")
		// the click is made as if on an older board
		s.Forge(component.Target{Match: s.Only().ID, Action: component.ActBoard})
		s.Click(s.Ann, s.Board(), "More")
		s.Slash(s.Ann, "/board")
		s.Wait(20 * time.Second)
		s.Press(s.Ann, s.Board())
		s.Wait(20 * time.Second)
		routes := map[string]int{}
		for _, c := range s.Sim.Calls() {
			nobody := strings.HasPrefix(c.Route, "/interactions/") || strings.HasPrefix(c.Route, "/webhooks/")
			if nobody == c.Authorized && c.Route != "/gateway" {
				t.Errorf("with the bot's token %v: %v", c.Authorized, c)
			}
			routes[c.Method+" "+c.Route]++
		}
		for _, r := range []string{
			"POST " + story.CallbackRoute, "PATCH " + story.OriginalRoute,
			"POST /webhooks/{webhook_id}/{webhook_token}", "POST " + story.PostRoute,
		} {
			if routes[r] == 0 {
				t.Errorf("no call to %s was seen: %v", r, routes)
			}
		}
	}, func(c *bot.Config) {
		c.Draw = func(sc scene.Scene) ([]byte, error) {
			time.Sleep(5 * time.Second)
			return story.DrawNothing(sc)
		}
	})
}

// Hazard 9: after a broken line, Op 7 or Op 9 the bot is back within seconds, without a new session
// if possible. It answers interactions from that time.
func TestHazard9Reconnects(t *testing.T) {
	t.Parallel()
	for name, c := range map[string]struct {
		trouble func(*discordsim.Sim)
		resumes bool
	}{
		"cut":  {(*discordsim.Sim).CutConnections, true},
		"op 7": {(*discordsim.Sim).Reconnect, true},
		"op 9": {(*discordsim.Sim).InvalidateSessions, false},
		// discordgo closes with code 1000, which ends the session
		"close": {func(sim *discordsim.Sim) { sim.CloseConnections(4000) }, false},
	} {
		t.Run(name, func(t *testing.T) {
			story.Tell(t, func(s *story.Story) {
				s.Begin("/kalah challenge user:@Bob first:me")
				s.Wait(time.Minute)
				before := len(s.Sim.Identifies())
				c.trouble(s.Sim)
				i := s.Sim.As(s.Ann).Click(s.Board(), "1 (4)")
				s.Wait(3 * time.Second)
				if !s.Sim.Connected() {
					t.Error("no connection after 3 s")
				}
				if c.resumes && i.Err() != nil {
					t.Errorf("a click while the line was down: %v", i.Err())
				}
				if again := len(s.Sim.Identifies()) - before; (again == 0) != c.resumes {
					t.Errorf("%d new sessions", again)
				}
				s.Wait(time.Minute)
				s.Private(s.Slash(s.Bob, "/board"), "Ann (South)")
			})
		})
	}
}

// Hazard 10: Discord refuses the intents when the connection is opened. The bot ends at once with a
// sentence, without a loop.
func TestHazard10RefusedIntents(t *testing.T) {
	t.Parallel()
	synctest.Test(t, func(t *testing.T) {
		s := story.NewStory(t, discordsim.Config{})
		defer s.Sim.Close()
		var err error
		if s.Store, err = storage.Open(s.Path); err != nil {
			t.Fatal(err)
		}
		defer s.Store.Close()
		begun := time.Now()
		err = bot.Run(t.Context(), bot.Config{
			Token: discordsim.DefaultToken, Store: s.Store, Games: story.Catalogue,
			Pictures: bot.Pictures{Draw: story.DrawNothing},
			Attach: func(dg *discordgo.Session) {
				s.Sim.Attach(dg)
				dg.Identify.Intents |= discordgo.IntentsMessageContent
			},
		})
		if err == nil || !strings.Contains(err.Error(), "intents") || time.Since(begun) > 5*time.Second {
			t.Errorf("the bot ended with %v after %v, want a sentence about intents at once", err, time.Since(begun))
		}
	})
}

// Hazard 11: AddHandlerOnce races, and AddHandler inside a handler hangs. So handlers are added in
// one place, before Open.
func TestHazard11HandlersAreAddedBeforeOpen(t *testing.T) {
	t.Parallel()
	files, err := filepath.Glob("*.go")
	if err != nil || len(files) == 0 {
		t.Fatal("no source to look at:", err)
	}
	adds := regexp.MustCompile(`\.AddHandler(Once)?\(`)
	for _, name := range files {
		text, err := os.ReadFile(name)
		if err != nil {
			t.Fatal(err)
		}
		if strings.HasSuffix(name, "_test.go") {
			continue
		}
		if list := adds.FindAllString(string(text), -1); len(list) > 0 && name != "events.go" ||
			strings.Contains(string(text), "AddHandler"+"Once") {
			t.Errorf("%s has %q", name, list)
		}
	}
	var during int
	count := func(dg *discordgo.Session) int {
		n, handlers := 0, reflect.ValueOf(dg).Elem().FieldByName("handlers")
		for _, k := range handlers.MapKeys() {
			n += handlers.MapIndex(k).Len()
		}
		return n
	}
	var session *discordgo.Session
	story.Tell(t, func(s *story.Story) {
		during = count(session)
		s.Begin("/kalah challenge user:@Bob first:me")
		s.Sim.CutConnections()
		s.Wait(time.Minute)
		if n := count(session); n != during || n == 0 {
			t.Errorf("%d handlers, %d when the bot was ready", n, during)
		}
	}, func(c *bot.Config) {
		attach := c.Attach
		c.Attach = func(dg *discordgo.Session) { session = dg; attach(dg) }
	})
}

// Hazard 12: the bot replaces discordgo's defaults: no state cache and no retries by discordgo.
// Connections are kept: a thousand answers, thirty at a time, need few of them.
func TestHazard12ConnectionsAreKept(t *testing.T) {
	t.Parallel()
	l := newLoopback(t, func(h http.Handler) http.Handler { return h }, func(*bot.Config) {})
	var people sync.WaitGroup
	for range 30 {
		people.Go(func() {
			for range 34 {
				if err := l.sim.As(l.ann).In(l.hall).Slash("/help").Wait(t.Context()); err != nil {
					t.Error(err)
				}
			}
		})
	}
	people.Wait()
	if n := l.opened.Load(); n > 80 {
		t.Errorf("%d connections were opened for 1,020 answers, want about 30", n)
	}
	if s := l.session; s.StateEnabled || !s.SyncEvents || s.ShouldRetryOnRateLimit || s.MaxRestRetries != 0 {
		t.Errorf("state %v, sync %v, retries %v %d", s.StateEnabled, s.SyncEvents, s.ShouldRetryOnRateLimit,
			s.MaxRestRetries)
	}
}

// Hazard 13: a command with a user option costs no request to Discord, except for one that asks whether
// a challenger is still a member of the server. Who uses the command is known from the interaction. In
// a server it names a member, in a direct message only a user.
func TestHazard13NobodyIsLookedUp(t *testing.T) {
	t.Parallel()
	story.Tell(t, func(s *story.Story) {
		s.Begin("/kalah challenge user:@Bob first:me")
		dm := s.Sim.As(s.Cid).In(s.Sim.DM(s.Cid))
		s.Answered(dm.Slash("/kalah start level:first first:me"), "a match in a DM")
		for _, b := range s.Sim.Messages(s.Sim.DM(s.Cid), s.Cid) {
			if !b.Ephemeral() {
				s.Sees(b, "Cid (South)")
				s.Press(s.Cid, b)
			}
		}
		if list, err := s.Store.ByUser(t.Context(), match.UserID(s.Cid)); err != nil || len(list) != 1 ||
			list[0].Moves == 0 {
			t.Errorf("Cid's matches are %v, %v; want one with a move", list, err)
		}
		looks := 0
		for _, c := range s.Sim.Calls() {
			switch {
			case strings.HasSuffix(c.Path, "/members/"+string(s.Ann)):
				looks++
			case strings.HasPrefix(c.Route, "/users/") || strings.Contains(c.Route, "/members/"):
				t.Errorf("somebody was looked up: %v", c)
			}
		}
		if looks != 1 { // the challenger, when the challenge is accepted (P82)
			t.Errorf("the challenger was looked up %d times, want once", looks)
		}
	})
}
