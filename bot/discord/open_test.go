package discord

import (
	"bytes"
	"context"
	"errors"
	"fmt"
	"log/slog"
	"maps"
	"net"
	"net/http"
	"slices"
	"strings"
	"sync"
	"sync/atomic"
	"testing"
	"testing/synctest"
	"time"

	"github.com/bwmarrin/discordgo"

	"paddock/bot/discordsim"
)

// dialed returns a session to a simulated Discord, which is not opened yet.
func dialed(t *testing.T, sim *discordsim.Sim) *discordgo.Session {
	t.Helper()
	s, err := NewSession(SessionConfig{Token: discordsim.DefaultToken, Attach: sim.Attach})
	if err != nil {
		t.Fatal(err)
	}
	return s
}

// A gateway opens when Discord allows it. It gives up only after errors that waiting can't solve,
// and names them.
func TestOpen(t *testing.T) {
	for _, c := range []struct {
		what   string
		before func(*discordsim.Sim, *discordgo.Session)
		want   error
		least  time.Duration
		most   time.Duration
		logged string
	}{
		{what: "all is well", most: time.Second},
		{
			what: "the token is wrong", before: func(s *discordsim.Sim, _ *discordgo.Session) { s.ResetToken() },
			want: ErrToken, most: time.Second,
		},
		{what: "an intent is refused", before: func(_ *discordsim.Sim, dg *discordgo.Session) {
			dg.Identify.Intents |= discordgo.IntentsGuildMembers
		}, want: errIntents, most: time.Second},
		{
			what: "it never gets ready", before: func(s *discordsim.Sim, _ *discordgo.Session) { s.DelayReady(time.Hour) },
			want: errStart, least: readyWithin, most: readyWithin,
		},
		{what: "Discord is down for an hour", before: func(s *discordsim.Sim, _ *discordgo.Session) {
			time.AfterFunc(time.Hour, s.Inject(discordsim.Fault{Status: 503, Times: -1}))
		}, least: time.Hour, most: time.Hour + 8*time.Minute, logged: "in=5m0s"},
	} {
		t.Run(c.what, func(t *testing.T) {
			synctest.Test(t, func(t *testing.T) {
				sim := discordsim.New(discordsim.Config{})
				defer sim.Close()
				session, began := dialed(t, sim), time.Now()
				if c.before != nil {
					c.before(sim, session)
				}
				var log bytes.Buffer
				g := &Gateway{Session: session, Log: slog.New(slog.NewTextHandler(&log, nil))}
				err := g.Open(t.Context())
				if took := time.Since(began); !errors.Is(err, c.want) || took < c.least || took > c.most {
					t.Errorf("after %v: %v, want %v between %v and %v", took, err, c.want, c.least, c.most)
				}
				if !strings.Contains(log.String(), c.logged) {
					t.Errorf("the log does not say %q:\n%s", c.logged, &log)
				}
				sim.RestoreToken()
				time.Sleep(2 * time.Hour) // the pause is for the goroutines of discordgo
				synctest.Wait()
				g.Close()
			})
		})
	}
}

// A connection is dead if no heartbeat has been answered for two and a half intervals. While
// heartbeats are answered it is alive, and the time since the last answer is known.
func TestWatch(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		sim := discordsim.New(discordsim.Config{})
		defer sim.Close()
		g := &Gateway{Session: dialed(t, sim), Log: slog.New(slog.DiscardHandler)}
		if err := g.Open(t.Context()); err != nil {
			t.Fatal(err)
		}
		ended := make(chan error, 1)
		go func() { ended <- g.Watch(t.Context()) }()
		time.Sleep(time.Hour)
		synctest.Wait()
		if d, known := g.Silence(); !known || d > 42*time.Second {
			t.Errorf("the silence is %v, %v; heartbeats come every 41.25 s", d, known)
		}
		select {
		case err := <-ended:
			t.Fatal("a connection that works is given up:", err)
		default:
		}
		sim.Mute(true)
		began := time.Now()
		if err := <-ended; !errors.Is(err, errSilence) {
			t.Errorf("the end is %v, want a dead connection", err)
		}
		if took := time.Since(began); took < silentAtMost-42*time.Second || took > silentAtMost+silentAtMost/looks {
			t.Errorf("a dead connection is given up after %v, want some 105 s after the last heartbeat", took)
		}
		for d, silent := range map[time.Duration]bool{silentAtMost: false, silentAtMost + 1: true} {
			if g.Silent(d) != silent {
				t.Errorf("%v is silent: %v", d, !silent)
			}
		}
		ctx, stop := context.WithCancel(t.Context())
		stop()
		if err := g.Watch(ctx); err != nil {
			t.Errorf("an orderly end is %v", err)
		}
		sim.Mute(false)
		time.Sleep(time.Hour)
		synctest.Wait()
		g.Close()
	})
}

// A process that was stopped for minutes connects anew at once, resumes its session and receives
// what came meanwhile. A clock that is set by seconds, or back, changes nothing.
func TestAway(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		sim := discordsim.New(discordsim.Config{})
		defer sim.Close()
		ann := sim.AddUser("Ann")
		club := sim.AddGuild("Club", ann)
		session := dialed(t, sim)
		var dials, rooms atomic.Int32
		dial := session.Dialer.NetDial
		session.Dialer.NetDial = func(network, addr string) (net.Conn, error) { dials.Add(1); return dial(network, addr) }
		session.AddHandler(func(*discordgo.Session, *discordgo.ChannelCreate) { rooms.Add(1) })
		var offset atomic.Int64
		g := &Gateway{Session: session, Log: slog.New(slog.DiscardHandler), wall: func() time.Time {
			return time.Now().Add(time.Duration(offset.Load()))
		}}
		if err := g.Open(t.Context()); err != nil {
			t.Fatal(err)
		}
		ctx, stop := context.WithCancel(t.Context())
		ended := make(chan error, 1)
		go func() { ended <- g.Watch(ctx) }()
		for _, c := range []struct {
			jump  time.Duration
			dials int32
		}{{5 * time.Second, 1}, {-time.Hour, 1}, {5 * time.Minute, 2}, {12 * time.Hour, 3}} {
			time.Sleep(time.Minute)
			sim.Mute(true) // what is sent while the computer sleeps does not arrive
			sim.AddChannel(club, "room")
			sim.Mute(false)
			session.Lock()
			session.LastHeartbeatAck = session.LastHeartbeatAck.Add(-c.jump)
			session.Unlock()
			offset.Add(int64(c.jump))
			time.Sleep(5 * time.Second)
			synctest.Wait()
			if got := dials.Load(); got != c.dials {
				t.Errorf("5 s after the clock went by %v there were %d connections, want %d", c.jump, got, c.dials)
			}
		}
		if got, n := rooms.Load(), len(sim.Identifies()); got != 4 || n != 1 {
			t.Errorf("%d of 4 events arrived, in %d sessions, want one", got, n)
		}
		stop()
		if err := <-ended; err != nil {
			t.Errorf("the end is %v", err)
		}
		g.Close()
	})
}

// A connection whose lock discordgo holds for half a minute is dead. Its silence is unknown, and
// closing it doesn't wait.
func TestStuck(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		session, err := NewSession(SessionConfig{})
		if err != nil {
			t.Fatal(err)
		}
		g := &Gateway{Session: session, Log: slog.New(slog.DiscardHandler)}
		session.LastHeartbeatAck = time.Now().Add(time.Hour)
		session.Lock()
		began := time.Now()
		// the function frees the lock once, so that the connection can be examined
		time.AfterFunc(lockedAtMost-time.Second, func() {
			session.Unlock()
			time.Sleep(silentAtMost/looks + time.Millisecond)
			session.Lock()
		})
		if err := g.Watch(t.Context()); !errors.Is(err, errSilence) || time.Since(began) < 2*lockedAtMost ||
			time.Since(began) > 3*lockedAtMost {
			t.Errorf("after %v: %v, want a dead connection", time.Since(began), err)
		}
		if d, known := g.Silence(); known {
			t.Errorf("the silence of a stuck connection is %v", d)
		}
		g.Close()
	})
}

// If Discord allows only a few more connections until its daily limit is reset, the next connection
// waits for the reset.
func TestCheckToken(t *testing.T) {
	for _, c := range []struct {
		status, total, left int
		waits               time.Duration
		says                string
	}{
		{200, 1000, 50, 0, ""},
		{200, 1000, 49, time.Minute, ""},
		{200, 10, 5, 0, ""},
		{200, 10, 4, time.Minute, ""},
		{200, 0, 0, 0, ""},
		{200, 0, -1, 0, ""},
		{401, 0, 0, 0, ErrToken.Error()},
		{503, 0, 0, 600 * time.Millisecond, "could not reach Discord: "},
	} {
		synctest.Test(t, func(t *testing.T) {
			client, _ := clientOf(t, func(*http.Request, int) (int, http.Header, string) {
				return c.status, nil,
					fmt.Sprintf(`{"session_start_limit":{"total":%d,"remaining":%d,"reset_after":60000}}`, c.total,
						c.left)
			})
			began := time.Now()
			err := (&Gateway{Session: client.session, Log: slog.New(slog.DiscardHandler)}).checkToken(t.Context())
			if took := time.Since(began); (err != nil) != (c.says != "") || err != nil &&
				!strings.HasPrefix(err.Error(), c.says) || took < c.waits || c.says == "" && took != c.waits {
				t.Errorf("%d with %d of %d left: %v after %v, want %q after %v", c.status, c.left, c.total, err, took,
					c.says, c.waits)
			}
		})
	}
}

// The number of shards is that of the other processes while this one holds none, otherwise the
// configured one, otherwise what Discord recommends.
func TestAgree(t *testing.T) {
	for _, c := range []struct {
		count, holds int
		theirs       []string
		says         string
		want         int
	}{
		{0, 0, nil, `{"shards":5}`, 5},
		{0, 0, nil, `{"shards":0}`, 1},
		{9, 0, nil, `{"shards":5}`, 9},
		{9, 0, []string{"1/5"}, `{}`, 5},
		{9, 1, []string{"1/5"}, `{}`, 9},
		{9, 0, []string{"1/0", "odd", "1/x"}, `{"shards":5}`, 9},
	} {
		client, _ := clientOf(t, func(*http.Request, int) (int, http.Header, string) {
			return http.StatusOK, nil, c.says
		})
		s := &Shards{
			Count: c.count, held: make([]*shard, c.holds), Log: slog.New(slog.DiscardHandler),
			Session: func() (*discordgo.Session, error) { return client.session, nil },
		}
		if err := s.agree(t.Context(), c.theirs); err != nil || s.Count != c.want {
			t.Errorf("%d configured, %d held, others %q, Discord %s: %d shards, %v; want %d", c.count, c.holds,
				c.theirs, c.says, s.Count, err, c.want)
		}
	}
}

// reluctant is a shard owner that lets other processes take shards and start sessions first.
type reluctant struct {
	Holders
	refusals int
}

func (*reluctant) Take(context.Context, string) (give func(), ok bool) { return nil, false }

func (r *reluctant) MayIdentify(context.Context, int) bool { r.refusals--; return r.refusals < 0 }

// A session starts 5.2 s after the last one of its bucket, and when no other process has just
// started one. A shard may be taken meanwhile.
func TestPaceOfSessions(t *testing.T) {
	// the process waits without asking for a session
	if s := (&Shards{Count: 1, Holders: &reluctant{}}); s.take(t.Context(), 0) != nil || len(s.held) > 0 {
		t.Error("a shard that another process has just taken is held")
	}
	synctest.Test(t, func(t *testing.T) {
		ended, end := context.WithTimeout(t.Context(), 1500*time.Millisecond)
		defer end()
		s := &Shards{identified: map[int]time.Time{1: time.Now()}}
		for _, c := range []struct {
			ctx      context.Context
			bucket   int
			refusals int
			want     time.Duration
			err      error
		}{
			{ended, 1, 0, 1500 * time.Millisecond, context.DeadlineExceeded},
			{ended, 0, 9, 0, context.DeadlineExceeded},
			{t.Context(), 0, 0, 0, nil},
			{t.Context(), 0, 2, identifyEvery + 2*time.Second, nil},
			{t.Context(), 1, 1, time.Second, nil},
		} {
			s.Holders = &reluctant{refusals: c.refusals}
			began := time.Now()
			if err := s.pace(c.ctx, c.bucket); !errors.Is(err, c.err) || time.Since(began) != c.want || err == nil &&
				!s.identified[c.bucket].Equal(time.Now()) {
				t.Errorf("bucket %d with %d refusals: %v after %v, want %v after %v", c.bucket, c.refusals, err,
					time.Since(began), c.err, c.want)
			}
		}
	})
}

// silent is a shard owner whose store does not answer at first.
type silent struct {
	Holders
	asked int
}

func (s *silent) Theirs(context.Context) ([]string, error) {
	if s.asked++; s.asked < 2 {
		return nil, errors.New("no store")
	}
	return nil, nil
}

func (s *silent) Others(context.Context) (int, error) { return 0, nil }

func (*silent) Take(context.Context, string) (give func(), ok bool) { return nil, false }

// If the store does not answer, the log names it, and not Discord.
func TestOpenNamesTheDatabase(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		var log strings.Builder
		s := &Shards{Count: 1, Holders: &silent{}, Log: slog.New(slog.NewTextHandler(&log, nil))}
		if err := s.Open(t.Context()); err != nil || strings.Count(log.String(), "the database does not") != 2 ||
			strings.Contains(log.String(), "Discord can't") {
			t.Errorf("Open = %v, log %s", err, log.String())
		}
	})
}

// owners records which process owns which shard, and which processes live.
type owners struct {
	mu      sync.Mutex
	of      map[string]int // the processes that hold each shard, counted from 1
	living  int
	starts  []time.Time
	trouble error
}

// process is an owner of shards.
type process struct {
	*owners
	number int
}

func (p process) Take(_ context.Context, shard string) (give func(), ok bool) {
	p.mu.Lock()
	defer p.mu.Unlock()
	if p.of[shard] != 0 && p.of[shard] != p.number {
		return nil, false
	}
	p.of[shard] = p.number
	return func() {
		p.mu.Lock()
		defer p.mu.Unlock()
		if p.of[shard] == p.number {
			delete(p.of, shard)
		}
	}, true
}

func (p process) Theirs(context.Context) (list []string, err error) {
	p.mu.Lock()
	defer p.mu.Unlock()
	for shard, who := range p.of {
		if who != p.number {
			list = append(list, shard)
		}
	}
	return list, p.trouble
}

func (p process) Others(context.Context) (int, error) {
	p.mu.Lock()
	defer p.mu.Unlock()
	return p.living - 1, nil
}

func (p process) MayIdentify(context.Context, int) bool {
	p.mu.Lock()
	defer p.mu.Unlock()
	if n := len(p.starts); n > 0 && time.Since(p.starts[n-1]) < 5*time.Second {
		return false
	}
	p.starts = append(p.starts, time.Now())
	return true
}

// shared lists the shards of each process, such as "1: 0/4 2/4".
func (o *owners) shared() (list []string) {
	o.mu.Lock()
	defer o.mu.Unlock()
	by := map[int][]string{}
	for _, shard := range slices.Sorted(maps.Keys(o.of)) {
		by[o.of[shard]] = append(by[o.of[shard]], shard)
	}
	for _, who := range slices.Sorted(maps.Keys(by)) {
		list = append(list, fmt.Sprintf("%d: %s", who, strings.Join(by[who], " ")))
	}
	return list
}

// Processes share the shards that Discord recommends. A process that joins later gets its share,
// one shard at a time, and the shards of a process that leaves are taken at once. A process whose
// shard was taken gives it up, and one whose connection is dead says so.
func TestShares(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		sim := discordsim.New(discordsim.Config{Shards: 5, Limits: discordsim.Limits{Off: true}})
		defer sim.Close()
		o := &owners{of: map[string]int{}}
		log := slog.New(slog.DiscardHandler)
		var ends []chan error
		join := func(count int) *Shards {
			o.mu.Lock()
			o.living++
			s := &Shards{
				Count: count, Holders: process{o, o.living}, Log: log,
				Session: func() (*discordgo.Session, error) { return dialed(t, sim), nil },
			}
			o.mu.Unlock()
			if err := s.Open(t.Context()); err != nil {
				t.Fatal(err)
			}
			ended := make(chan error, 1)
			ends = append(ends, ended)
			go func() { ended <- s.Watch(t.Context()) }()
			return s
		}
		check := func(when string, want ...string) {
			t.Helper()
			time.Sleep(time.Minute)
			synctest.Wait()
			if got := o.shared(); !slices.Equal(got, want) {
				t.Errorf("%s: %q, want %q", when, got, want)
			}
		}
		a := join(0)
		if got := o.shared(); !slices.Equal(got, []string{"1: 0/5"}) {
			t.Errorf("at first %q, want one shard", got)
		}
		check("one process", "1: 0/5 1/5 2/5 3/5 4/5")
		b := join(9) // only the number of running processes counts
		check("two", "1: 0/5 1/5 2/5", "2: 3/5 4/5")
		for n, at := range o.starts[1:] {
			if pause := at.Sub(o.starts[n]); pause < 5*time.Second {
				t.Errorf("sessions start %v after each other", pause)
			}
		}
		starts := len(o.starts)
		give := b.hold()
		b.held[0].dead <- errAway
		give()
		check("the second was stopped for a while", "1: 0/5 1/5 2/5", "2: 3/5 4/5")
		if len(o.starts) != starts+1 {
			t.Errorf("then %d sessions start, want one", len(o.starts)-starts)
		}
		o.mu.Lock()
		o.of["1/5"] = 3 // the shard is taken by a third process
		o.living++
		o.mu.Unlock()
		check("one was taken", "1: 0/5 2/5", "2: 3/5 4/5", "3: 1/5")
		synctest.Wait()
		a.Close()
		o.mu.Lock()
		o.living = 2
		o.mu.Unlock()
		check("the first has left", "2: 0/5 3/5 4/5", "3: 1/5")
		sim.Mute(true)
		if err := <-ends[1]; !errors.Is(err, errSilence) {
			t.Errorf("a dead connection ends with %v", err)
		}
		sim.Mute(false)
		time.Sleep(time.Hour)
		synctest.Wait()
		b.Close()
		if got := o.shared(); !slices.Equal(got, []string{"3: 1/5"}) {
			t.Errorf("when all are closed: %q", got)
		}
	})
}

// A process that can't connect for its first shard gives it back. It ends for a wrong token, and
// tries again after other errors.
func TestNoShard(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		sim := discordsim.New(discordsim.Config{Limits: discordsim.Limits{Off: true}})
		defer sim.Close()
		o := &owners{of: map[string]int{}, living: 1}
		var fails error
		var until time.Time
		s := &Shards{
			Count: 2, Holders: process{o, 1}, Log: slog.New(slog.DiscardHandler),
			Session: func() (*discordgo.Session, error) {
				if time.Now().Before(until) {
					return nil, fails
				}
				return dialed(t, sim), nil
			},
		}
		sim.ResetToken()
		if err := s.Open(t.Context()); !errors.Is(err, ErrToken) || len(o.of) != 0 {
			t.Errorf("with a wrong token: %v, owned %v", err, o.of)
		}
		sim.RestoreToken()
		o.trouble = errors.New("the store is away")
		began := time.Now()
		time.AfterFunc(time.Minute, func() {
			o.mu.Lock()
			o.trouble = nil
			o.mu.Unlock()
		})
		if err := s.Open(t.Context()); err != nil || len(o.of) != 1 || time.Since(began) < time.Minute {
			t.Errorf("after %v of trouble: %v, owned %v", time.Since(began), err, o.of)
		}
		until = time.Now().Add(time.Hour)
		for _, fails = range []error{ErrToken, errIntents, errStart} {
			if err := s.Watch(t.Context()); !errors.Is(err, fails) || len(o.of) != 1 {
				t.Errorf("while the second shard can't connect: %v, owned %v; want %v", err, o.of, fails)
			}
		}
		fails, until = errors.New("no network"), time.Now().Add(30*time.Second)
		while, end := context.WithTimeout(t.Context(), time.Minute)
		defer end()
		if err := s.Watch(while); err != nil || len(o.of) != 2 {
			t.Errorf("after trouble with the second shard: %v, owned %v", err, o.of)
		}
		synctest.Wait()
		s.Close()
		ctx, stop := context.WithTimeout(t.Context(), time.Minute)
		defer stop()
		if err := s.Watch(ctx); err != nil || len(o.of) != 0 {
			t.Errorf("a closed process ends with %v and owns %v", err, o.of)
		}
	})
}
