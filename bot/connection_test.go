package bot

import (
	"context"
	"crypto/ed25519"
	"encoding/json"
	"errors"
	"log/slog"
	"net"
	"net/http"
	"slices"
	"strings"
	"testing"
	"testing/synctest"
	"time"

	"github.com/bwmarrin/discordgo"

	"paddock/bot/discord"
	"paddock/bot/discordsim"
	"paddock/bot/request"
	"paddock/games/gamestest/logbook"
	"paddock/games/match"
	"paddock/storage/storagetest"
)

// The configuration decides how the bot receives interactions.
func TestChooseConnection(t *testing.T) {
	alone := owned{storagetest.NewMemory()}
	for _, c := range []struct {
		name   string
		store  Store
		change func(*Config)
		fits   func(b *bot) bool
	}{
		{"alone", alone, func(c *Config) { c.SilentAtMost = time.Hour }, func(b *bot) bool {
			g, ok := b.connection.(*discord.Gateway)
			return ok && g.Session != nil && g.Log == b.log && g.SilentAtMost == time.Hour
		}},
		{"alone with one shard", alone, func(c *Config) { c.Shards = 1 }, func(b *bot) bool {
			_, ok := b.connection.(*discord.Gateway)
			return ok
		}},
		{"alone with two shards", alone, func(c *Config) { c.Shards = 2 }, func(b *bot) bool {
			s, ok := b.connection.(*sharded)
			return ok && s.bot == b && s.Count == 2 && s.Session != nil && s.Log == b.log &&
				s.Holders == holders{b.peers}
		}},
		{"among peers", storagetest.NewMemory(), func(*Config) {}, func(b *bot) bool {
			s, ok := b.connection.(*sharded)
			return ok && s.Count == 0
		}},
		{"by HTTP", storagetest.NewMemory(), func(c *Config) {
			c.Interactions = &Interactions{Key: ed25519.PublicKey("k")}
		}, func(b *bot) bool {
			p, ok := b.connection.(*httpInteractions)
			return ok && p.bot == b && string(p.Key) == "k" && p.Receive != nil && p.Log == b.log
		}},
	} {
		if b := idle(t, c.store, c.change); !c.fits(b) {
			t.Errorf("%s: the connection is %+v", c.name, b.connection)
		}
	}
}

// Over HTTP the bot accepts only the key of its own application. It then knows its own user, and
// answers the interactions that Discord posts.
func TestInteractionsByHTTP(t *testing.T) {
	t.Parallel()
	sim := discordsim.New(discordsim.Config{})
	defer sim.Close()
	ann := sim.AddUser("Ann")
	hall := sim.AddChannel(sim.AddGuild("Club", ann), "hall")
	key, err := discord.ParseKey(sim.PublicKey())
	if err != nil {
		t.Fatal(err)
	}
	var log logbook.Logbook
	open := func(key ed25519.PublicKey) (*bot, string, error) {
		l, err := net.Listen("tcp", "127.0.0.1:0")
		if err != nil {
			t.Fatal(err)
		}
		b := idle(t, owned{storagetest.NewMemory()}, func(c *Config) {
			c.Token, c.BaseURL, c.Attach, c.Interactions = discordsim.DefaultToken, "", sim.Attach,
				&Interactions{l, key}
			c.Log = slog.New(slog.NewTextHandler(&log, nil))
		})
		t.Cleanup(b.connection.Close)
		return b, l.Addr().String(), b.connection.Open(t.Context())
	}
	if b, _, err := open(make(ed25519.PublicKey, len(key))); err != errKey || b.app() != "" {
		t.Errorf("with another key: %v, of the application %q", err, b.app())
	}
	b, at, err := open(key)
	if err != nil || b.app() != sim.ApplicationID() || b.self() != string(sim.Bot()) {
		t.Fatalf("open: %v, the application %q and the bot %q", err, b.app(), b.self())
	}
	if want := "addr=" + at + " path=" + discord.EndpointPath; !strings.Contains(log.String(), want) {
		t.Errorf("the log does not say %q:\n%s", want, log.String())
	}
	if err := sim.SetEndpoint(t.Context(), "http://"+at+discord.EndpointPath, http.DefaultClient); err != nil {
		t.Fatal(err)
	}
	ctx, stop := context.WithTimeout(t.Context(), time.Minute)
	defer stop()
	go b.router.Registering(ctx)
	for answered := false; !answered && ctx.Err() == nil; time.Sleep(10 * time.Millisecond) {
		if i := sim.As(ann).In(hall).Slash("/help"); i.Err() == nil {
			for !answered && ctx.Err() == nil {
				answered = strings.Contains(i.Message().Text(), "What I can do")
				time.Sleep(time.Millisecond)
			}
		}
	}
	if ctx.Err() != nil {
		t.Error("what Discord posts is not answered:", sim.Undelivered())
	}
}

// A process whose peers hold all shards knows the bot's user all the same.
func TestKnownWithoutAShard(t *testing.T) {
	t.Parallel()
	sim := discordsim.New(discordsim.Config{})
	defer sim.Close()
	memory := storagetest.NewMemory()
	b := idle(t, memory, func(c *Config) {
		c.Token, c.BaseURL, c.Attach, c.Shards = discordsim.DefaultToken, "", sim.Attach, 1
	})
	other := idle(t, memory.Another())
	if _, mine := (holders{other.peers}).Take(t.Context(), "0/1"); !mine {
		t.Fatal("the shard is not free")
	}
	err := b.connection.Open(t.Context())
	defer b.connection.Close()
	if err != nil || b.app() != sim.ApplicationID() || b.self() != string(sim.Bot()) || sim.Connected() {
		t.Errorf("open: %v, the application %q and the bot %q, connected %t", err, b.app(), b.self(), sim.Connected())
	}
	wrong := idle(t, memory.Another(), func(c *Config) {
		c.Token, c.BaseURL, c.Attach, c.Shards = "wrong", "", sim.Attach, 1
	})
	if err := wrong.connection.Open(t.Context()); !errors.Is(err, discord.ErrToken) {
		t.Errorf("with a wrong token the connection opens with %v", err)
	}
}

// Processes share shards by leases, and start sessions of a bucket at least five seconds apart.
func TestHolders(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		memory := storagetest.NewMemory()
		one, two := holders{idle(t, memory).peers}, holders{idle(t, memory.Another()).peers}
		give, mine := one.Take(t.Context(), "3")
		if _, theirs := two.Take(t.Context(), "3"); !mine || theirs {
			t.Errorf("a shard is taken by the first: %t, and by the second: %t", mine, theirs)
		}
		if list, err := two.Theirs(t.Context()); err != nil || !slices.Equal(list, []string{"3"}) {
			t.Errorf("the shards of others are %q, %v", list, err)
		}
		give()
		if _, mine := two.Take(t.Context(), "3"); !mine {
			t.Error("a shard that was given back can't be taken")
		}
		for _, c := range []struct {
			by     holders
			bucket int
			after  time.Duration
			may    bool
		}{
			{one, 0, 0, true},
			{two, 0, 0, false},
			{two, 1, 0, true},
			{two, 0, 4 * time.Second, false},
			{two, 0, 2 * time.Second, true},
		} {
			time.Sleep(c.after)
			if may := c.by.MayIdentify(t.Context(), c.bucket); may != c.may {
				t.Errorf("after %s a session of bucket %d may start: %t, want %t", c.after, c.bucket, may, c.may)
			}
		}
	})
}

// An interaction goes to a process of a newer version if one takes it in time. Otherwise this
// process keeps it.
func TestHandOn(t *testing.T) {
	newer := &match.NewerError{Form: 99}
	r := &request.Request{Ix: &discordgo.Interaction{ID: "7"}, Raw: json.RawMessage(`{"id":"7"}`)}
	for _, c := range []struct {
		name  string
		alone bool
		why   error
		peer  bool // a process of form 99 lives
		form  int  // the form of the process that looks for work
		after time.Duration
		want  bool
	}{
		{"alone", true, newer, false, 99, time.Second, false},
		{"another error, without newer processes", false, errors.New("broken"), false, 99, time.Second, false},
		{"another error, with a newer process", false, errors.New("broken"), true, 99, time.Second, true},
		{"a newer record", false, newer, false, 99, time.Second, true},
		{"a newer record and a process that is not new enough", false, newer, false, 98, time.Second, false},
		{"a newer record and a slow process", false, newer, false, 99, 2 * time.Second, false},
	} {
		t.Run(c.name, func(t *testing.T) {
			synctest.Test(t, func(t *testing.T) {
				memory := storagetest.NewMemory()
				other := memory.Another()
				other.Understands = 99
				if c.peer {
					if _, err := other.Claim(t.Context(), match.ProcessDuty, time.Hour, "other.99"); err != nil {
						t.Fatal(err)
					}
				}
				var log logbook.Logbook
				logged := func(cfg *Config) { cfg.Log = slog.New(slog.NewTextHandler(&log, nil)) }
				b := idle(t, memory, logged)
				if c.alone {
					b = idle(t, owned{memory}, logged)
				}
				taken := make(chan []match.Handed, 1)
				go func() {
					time.Sleep(c.after)
					other.Understands = c.form
					list, _ := other.TakeOver(t.Context())
					taken <- list
				}()
				begun := time.Now()
				if got := b.handOn(t.Context(), r, c.why); got != c.want {
					t.Errorf("handed on: %t, want %t", got, c.want)
				}
				if waited := time.Since(begun); waited > handedWithin {
					t.Errorf("it took %s", waited)
				}
				list := <-taken
				if (len(list) == 1) != c.want || c.want && (list[0].ID != "7" || string(list[0].Body) != `{"id":"7"}`) {
					t.Errorf("another process has taken %+v", list)
				}
				if c.want != strings.Contains(log.String(), "handed on to a newer version") {
					t.Errorf("the log says\n%s", log.String())
				}
				if left, err := memory.TakeBack(t.Context(), "7"); left || err != nil {
					t.Errorf("the interaction is still there: %t, %v", left, err)
				}
			})
		})
	}
}

// A hint about an interaction that was handed on wakes the goroutine that takes it. A hint about a
// match does not.
func TestHeard(t *testing.T) {
	b := idle(t, storagetest.NewMemory())
	b.heard("m1")
	if len(b.handed) != 0 {
		t.Error("a changed match is taken for an interaction")
	}
	b.heard(match.HandedOn)
	if len(b.handed) != 1 {
		t.Error("an interaction that was handed on is not heard of")
	}
}
