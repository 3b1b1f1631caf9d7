package discordsim_test

import (
	"encoding/json"
	"errors"
	"fmt"
	"io"
	"net/http"
	"net/http/httptest"
	"strings"
	"sync"
	"testing"
	"testing/synctest"
	"time"

	"github.com/bwmarrin/discordgo"
	"github.com/gorilla/websocket"

	"paddock/bot/discordsim"
	"paddock/bot/discordsim/rest"
)

// ping makes an interaction and reports whether the bot receives it within d.
func (w *world) reachable(d time.Duration) bool {
	w.t.Helper()
	for len(w.inbox) > 0 {
		<-w.inbox
	}
	r := w.As(w.ann).In(w.games).Slash("/ping")
	if err := r.Err(); err != nil {
		w.t.Fatal(err)
	}
	time.Sleep(d)
	synctest.Wait()
	return len(w.inbox) > 0
}

// A session lives for days, as deadlines of 24 hours require.
func TestADayPasses(t *testing.T) {
	story(t, discordsim.Config{}, func(t *testing.T, w *world) {
		time.Sleep(25 * time.Hour)
		if !w.reachable(0) {
			t.Error("after 25 h the bot does not get interactions")
		}
		if _, err := w.dg.ChannelMessageSend(string(w.games), "Ann is skipped"); err != nil {
			t.Error(err)
		}
		if got, want := len(w.Identifies()), 1; got != want {
			t.Errorf("%d identifies, want %d", got, want)
		}
	})
}

// The simulator respects the intents that a bot asked for.
func TestIdentifyIsRecorded(t *testing.T) {
	story(t, discordsim.Config{}, func(t *testing.T, w *world) {
		list := w.Identifies()
		if len(list) != 1 || list[0].Intents != discordsim.IntentGuilds || list[0].Shard != [2]int{0, 1} {
			t.Errorf("identifies = %+v", list)
		}
	})
}

func TestReconnects(t *testing.T) {
	cases := []struct {
		name       string
		cut        func(w *world)
		within     time.Duration
		identifies int
	}{
		{"TCP drop resumes", func(w *world) { w.CutConnections() }, 5 * time.Second, 1},
		{"Op 7 resumes", func(w *world) { w.Reconnect() }, 5 * time.Second, 1},
		{"Op 9 identifies anew", func(w *world) { w.InvalidateSessions() }, time.Second, 2},
		{"resume window missed", func(w *world) {
			remove := w.Inject(discordsim.Fault{Route: "/gateway", Status: 500, Times: -1})
			defer remove()
			w.Mute(true) // hangs until the client gives up after 5 heartbeats, and closes with 1000
			time.Sleep(5 * time.Minute)
			w.Mute(false)
		}, time.Minute, 2},
	}
	for _, c := range cases {
		t.Run(c.name, func(t *testing.T) {
			story(t, discordsim.Config{}, func(t *testing.T, w *world) {
				synctest.Wait()
				c.cut(w)
				r := w.As(w.ann).In(w.games).Slash("/ping") // this happens while the bot is disconnected
				time.Sleep(c.within)
				synctest.Wait()
				if got := len(w.inbox); got != 1 && c.identifies == 1 {
					t.Errorf("%d interactions arrived after the resume, want the 1 that was missed", got)
				}
				if !w.reachable(0) {
					t.Error("the bot does not come back")
				}
				if got := len(w.Identifies()); got != c.identifies {
					t.Errorf("%d identifies, want %d", got, c.identifies)
				}
				_ = r
			})
		})
	}
}

// If the gateway does not answer, discordgo notices after five heartbeats without an answer.
func TestZombie(t *testing.T) {
	story(t, discordsim.Config{}, func(t *testing.T, w *world) {
		synctest.Wait()
		w.Mute(true)
		time.Sleep(2 * time.Minute)
		w.mu.Lock()
		early := w.disconnect
		w.mu.Unlock()
		w.Mute(false)
		time.Sleep(2 * time.Minute)
		if early != 0 {
			t.Error("noticed within 2 minutes: too good to be discordgo")
		}
		w.Mute(true)
		time.Sleep(6 * time.Minute)
		w.Mute(false)
		time.Sleep(time.Minute)
		w.mu.Lock()
		late := w.disconnect
		w.mu.Unlock()
		if late == 0 || !w.reachable(0) {
			t.Errorf("%d disconnects; the bot must notice and come back", late)
		}
	})
}

func TestGuildEvents(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		w := newWorld(t, discordsim.Config{})
		defer w.close()
		var seen []string
		w.dg.AddHandler(func(_ *discordgo.Session, e *discordgo.Event) {
			w.mu.Lock()
			defer w.mu.Unlock()
			seen = append(seen, e.Type)
		})
		var outage []bool
		w.dg.AddHandler(func(_ *discordgo.Session, e *discordgo.GuildDelete) { outage = append(outage, e.Unavailable) })
		w.open()
		synctest.Wait()
		thread := w.AddThread(w.games, "t", w.ann)
		w.SetThread(thread, true, false)
		w.DeleteChannel(thread)
		if _, err := w.As(w.ann).In(w.games).Say("hello"); err != nil { // GUILD_MESSAGES is not among the intents
			t.Error(err)
		}
		w.Outage(w.club, true)
		w.AddChannel(w.club, "unseen") // nothing comes during an outage
		w.Outage(w.club, false)
		w.KickBot(w.club)
		w.DeleteChannel(w.games)
		w.InviteBot(w.club)
		synctest.Wait()
		w.mu.Lock()
		defer w.mu.Unlock()
		want := "READY GUILD_CREATE THREAD_CREATE THREAD_UPDATE THREAD_DELETE GUILD_DELETE GUILD_CREATE GUILD_DELETE GUILD_CREATE"
		if got := strings.Join(seen, " "); got != want {
			t.Errorf("events\n%s, want\n%s", got, want)
		}
		if got, want := fmt.Sprint(outage), "[true false]"; got != want {
			t.Errorf("unavailable = %s, want %s", got, want)
		}
	})
}

func TestReverse(t *testing.T) {
	story(t, discordsim.Config{}, func(t *testing.T, w *world) {
		w.Reverse(2)
		first := w.As(w.ann).In(w.games).Slash("/ping")
		second := w.As(w.bob).In(w.games).Slash("/ping")
		if a, b := w.next(), w.next(); a.ID != string(second.ID()) || b.ID != string(first.ID()) {
			t.Error("the two interactions did not change places")
		}
	})
}

// discordgo returns close code 4014, an intent that was not granted, as an error of Open.
func TestOpenRefused(t *testing.T) {
	cases := []struct {
		name string
		cfg  discordsim.Config
		set  func(*discordgo.Session)
		code int
	}{
		{"privileged intent", discordsim.Config{}, func(dg *discordgo.Session) {
			dg.Identify.Intents |= discordgo.IntentsMessageContent
		}, 4014},
		{"wrong token", discordsim.Config{Token: "another"}, func(dg *discordgo.Session) {}, 4004},
		{
			"impossible shard",
			discordsim.Config{},
			func(dg *discordgo.Session) { dg.Identify.Shard = &[2]int{3, 2} },
			4010,
		},
	}
	for _, c := range cases {
		t.Run(c.name, func(t *testing.T) {
			synctest.Test(t, func(t *testing.T) {
				w := newWorld(t, c.cfg)
				defer w.Sim.Close()
				c.set(w.dg)
				err := w.dg.Open()
				var closed *websocket.CloseError
				if !errors.As(err, &closed) || closed.Code != c.code {
					t.Errorf("Open() = %v, want close code %d", err, c.code)
				}
			})
		})
	}
}

// A crash loop uses up the 1,000 identifies of a day; then Discord resets the token
// (https://docs.discord.com/developers/events/gateway#session-start-limit-object).
func TestIdentifyLimit(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		w := newWorld(t, discordsim.Config{Limits: discordsim.Limits{Identify: 2}})
		defer w.Sim.Close()
		for n := range 3 {
			dg := session(t)
			w.Attach(dg)
			err := dg.Open()
			if (err != nil) != (n == 2) {
				t.Errorf("Open number %d: %v", n+1, err)
			}
			if err == nil {
				synctest.Wait()
				dg.Close()
			}
		}
		if _, err := w.dg.User("@me"); err == nil {
			t.Error("the token still works")
		}
	})
}

// Shards get the events of their own servers, and DMs go to shard 0
// (https://docs.discord.com/developers/events/gateway#sharding).
func TestShards(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		w := newWorld(t, discordsim.Config{})
		defer w.Sim.Close()
		other := w.AddGuild("Other", w.ann)
		counts := make([]int, 2)
		for shard := range 2 {
			dg := session(t)
			dg.ShardID, dg.ShardCount = shard, 2
			dg.AddHandler(func(_ *discordgo.Session, e *discordgo.GuildCreate) { counts[shard]++ })
			w.Attach(dg)
			if err := dg.Open(); err != nil {
				t.Fatal(err)
			}
			synctest.Wait()
			defer func() {
				synctest.Wait()
				dg.Close()
			}()
		}
		if counts[0]+counts[1] != 2 {
			t.Errorf("servers per shard %v, want 2 in all", counts)
		}
		_ = other
	})
}

// wire is a minimal gateway client, which sends what discordgo would not.
type wire struct {
	*websocket.Conn
	t *testing.T
}

func dialGateway(t *testing.T, sim *discordsim.Sim) wire {
	t.Helper()
	server := httptest.NewServer(sim.Handler())
	t.Cleanup(server.Close)
	t.Cleanup(sim.Close)
	conn, res, err := websocket.DefaultDialer.Dial("ws"+strings.TrimPrefix(server.URL, "http")+"/gw?v=9&encoding=json",
		nil)
	if err != nil {
		t.Fatal(err)
	}
	res.Body.Close()
	t.Cleanup(func() { conn.Close() })
	w := wire{conn, t}
	if got := w.read(); got.Op != 10 {
		t.Fatalf("first comes %+v, want HELLO", got)
	}
	return w
}

type gatewayMessage struct {
	Op int             `json:"op"`
	T  string          `json:"t"`
	S  int             `json:"s"`
	D  json.RawMessage `json:"d"`
}

func (w wire) read() gatewayMessage {
	w.t.Helper()
	var m gatewayMessage
	if err := w.ReadJSON(&m); err != nil {
		w.t.Fatal(err)
	}
	return m
}

func (w wire) send(text string) {
	w.t.Helper()
	if err := w.WriteMessage(websocket.TextMessage, []byte(text)); err != nil {
		w.t.Fatal(err)
	}
}

func identify(intents int) string {
	return fmt.Sprintf(`{"op":2,"d":{"token":"Bot %s","intents":%d,"properties":{}}}`, discordsim.DefaultToken, intents)
}

func TestGatewayCloseCodes(t *testing.T) {
	cases := []struct {
		name string
		send []string
		code int
	}{
		{"unknown opcode", []string{`{"op":77}`}, 4001},
		{"not JSON", []string{`hello`}, 4002},
		{"over 4096 bytes", []string{`{"op":1,"d":"` + rep(4096) + `"}`}, 4002},
		{"before identify", []string{`{"op":3,"d":{}}`}, 4003},
		{"wrong token", []string{`{"op":2,"d":{"token":"no","intents":1}}`}, 4004},
		{"identify twice", []string{identify(1), identify(1)}, 4005},
		{"too many frames", []string{strings.Repeat("x", 120)}, 4008},
		{"invalid intents", []string{identify(1 << 30)}, 4013},
		{"intents not granted", []string{identify(1 << 15)}, 4014},
	}
	for _, c := range cases {
		t.Run(c.name, func(t *testing.T) {
			w := dialGateway(t, discordsim.New(discordsim.Config{}))
			for _, text := range c.send {
				if strings.Trim(text, "x") == "" { // the wait is that many heartbeats and one more
					for range len(text) + 1 {
						w.send(`{"op":1,"d":null}`)
					}
					continue
				}
				w.send(text)
			}
			for {
				_, _, err := w.ReadMessage()
				if err == nil {
					continue
				}
				if !websocket.IsCloseError(err, c.code) {
					t.Errorf("got %v, want close code %d", err, c.code)
				}
				return
			}
		})
	}
}

// The simulator can send Op 7 right after IDENTIFY (with events handled one by one, discordgo's
// Open would never return), READY late, and messages without content for a bot without that intent.
func TestGatewayByHand(t *testing.T) {
	sim := discordsim.New(discordsim.Config{})
	ann := sim.AddUser("Ann")
	club := sim.AddGuild("Club", ann)
	games := sim.AddChannel(club, "games")
	sim.ReconnectEarly(1)
	sim.DelayReady(20 * time.Millisecond)
	w := dialGateway(t, sim)
	w.send(identify(1 | 1<<9 | 1<<12))
	if got := w.read(); got.Op != 7 {
		t.Fatalf("after identify comes %+v, want Op 7", got)
	}
	w.send(identify(1 | 1<<9 | 1<<12))
	for n, want := range []string{"READY", "GUILD_CREATE"} {
		if got := w.read(); got.T != want || got.S != n+1 {
			t.Errorf("event %d is %s number %d, want %s", n, got.T, got.S, want)
		}
	}
	said := func(a discordsim.Actor, text string) string {
		t.Helper()
		if _, err := a.Say(text); err != nil {
			t.Fatal(err)
		}
		var m struct{ Content string }
		if e := w.read(); e.T != "MESSAGE_CREATE" || json.Unmarshal(e.D, &m) != nil {
			t.Fatalf("got %+v, want a message", e)
		}
		return m.Content
	}
	if got := said(sim.As(ann).In(games), "secret"); got != "" {
		t.Errorf("content %q without the intent", got)
	}
	if got := said(sim.As(ann).In(games), "<@"+string(sim.Bot())+"> 3"); got == "" {
		t.Error("a message that mentions the bot comes without content")
	}
	if got, want := said(sim.As(ann).In(sim.DM(ann)), "3"), "3"; got != want {
		t.Errorf("DM content %q, want %q", got, want)
	}
	w.send(`{"op":1,"d":5}`)
	if got := w.read(); got.Op != 11 {
		t.Errorf("heartbeat is answered by %+v", got)
	}
}

// The simulator also works over a real socket: REST, gateway and attachments.
func TestLoopback(t *testing.T) {
	sim := discordsim.New(discordsim.Config{})
	server := httptest.NewServer(sim.Handler())
	defer server.Close()
	addr := strings.TrimPrefix(server.URL, "http://")
	ann := sim.AddUser("Ann")
	club := sim.AddGuild("Club", ann)
	games := sim.AddChannel(club, "games")
	dg := session(t)
	dg.Client = &http.Client{Transport: rest.Redirect(addr)}
	var answered sync.WaitGroup
	dg.AddHandler(func(dg *discordgo.Session, i *discordgo.InteractionCreate) {
		answered.Go(func() { // discordgo calls handlers in its read loop here, so the answer comes from a goroutine
			if err := dg.InteractionRespond(i.Interaction,
				&discordgo.InteractionResponse{Type: 4, Data: &discordgo.InteractionResponseData{
					Flags: discordgo.MessageFlagsIsComponentsV2, Components: board("pong", "alt"),
					Files: picture("picture"),
				}}); err != nil {
				t.Error(err)
			}
		})
	})
	if err := dg.Open(); err != nil {
		t.Fatal(err)
	}
	if _, err := dg.ApplicationCommandBulkOverwrite(sim.ApplicationID(), "", commands()); err != nil {
		t.Fatal(err)
	}
	r := sim.As(ann).In(games).Slash("/ping")
	if err := r.Wait(t.Context()); err != nil {
		t.Fatal(err)
	}
	answered.Wait()
	if err := sim.Settle(t.Context()); err != nil {
		t.Error(err)
	}
	pictures := r.Message().Pictures()
	if len(pictures) != 1 {
		t.Fatalf("pictures = %v", pictures)
	}
	res, err := dg.Client.Get(pictures[0].URL)
	if err != nil {
		t.Fatal(err)
	}
	defer res.Body.Close()
	if body, _ := io.ReadAll(res.Body); string(body) != "picture" || res.Header.Get("Content-Type") != "image/png" {
		t.Errorf("the CDN gives %q of type %q", body, res.Header.Get("Content-Type"))
	}
	sim.Close() // the connection is closed before the session, whose own Close sleeps a second
	dg.ShouldReconnectOnError = false
	dg.Client.CloseIdleConnections()
}

// A client that pings gets its pong, with what it sent.
func TestPing(t *testing.T) {
	w := dialGateway(t, discordsim.New(discordsim.Config{}))
	got := make(chan string, 1)
	w.SetPongHandler(func(data string) error {
		got <- data
		return nil
	})
	if err := w.WriteMessage(websocket.PingMessage, []byte("still there?")); err != nil {
		t.Fatal(err)
	}
	w.send(`{"op":77}`) // the gateway closes the connection, which ends the reading below
	if _, _, err := w.ReadMessage(); !websocket.IsCloseError(err, 4001) {
		t.Errorf("got %v, want close code 4001", err)
	}
	select {
	case data := <-got:
		if data != "still there?" {
			t.Errorf("pong %q, want what was sent", data)
		}
	default:
		t.Error("no pong before the close frame")
	}
}
