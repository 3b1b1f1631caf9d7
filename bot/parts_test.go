package bot

import (
	"context"
	"errors"
	"fmt"
	"io"
	"log/slog"
	"math/rand/v2"
	"net/http/httptest"
	"slices"
	"strings"
	"testing"
	"testing/synctest"
	"time"

	"github.com/bwmarrin/discordgo"

	"paddock/bot/discord"
	"paddock/bot/monitor"
	"paddock/games"
	"paddock/games/kalah"
	"paddock/games/match"
	"paddock/games/scene"
	"paddock/render/chart"
	"paddock/storage/storagetest"
)

// owned is a store that only one process uses.
type owned struct{ *storagetest.Memory }

func (owned) Claim(context.Context, match.Duty, time.Duration, ...string) ([]match.Lease, error) {
	return make([]match.Lease, 1), nil
}

// idle returns a bot that is not connected, on a store of its own or one that it shares.
func idle(t *testing.T, store Store, change ...func(*Config)) *bot {
	t.Helper()
	cfg := Config{
		Token: "t", BaseURL: "http://127.0.0.1:1", Store: store, Games: []*games.Game{kalah.New()},
		Rand:     rand.NewChaCha8([32]byte{}),
		Pictures: Pictures{Draw: func(scene.Scene) ([]byte, error) { return nil, nil }},
	}
	for _, c := range change {
		c(&cfg)
	}
	b, err := newBot(t.Context(), cfg)
	if err != nil {
		t.Fatal(err)
	}
	t.Cleanup(func() { b.fail(nil); b.events.End(); b.engine.Close(); b.peers.Leave() })
	return b
}

// begun begins a match of Ann and Bob in a channel.
func begun(t *testing.T, b *bot, g match.GuildID, ch match.ChannelID) match.Match {
	t.Helper()
	ann, bob := match.Player{User: "1", Name: "Ann"}, match.Player{User: "2", Name: "Bob"}
	made, err := b.matches.Tables.Propose(t.Context(), match.Proposal{
		Game: "kalah", Setup: games.Setup{Seats: 2}, Seated: true, By: ann, With: []match.Player{ann, bob},
		Place: match.Place{Guild: g, Channel: ch}, Cause: match.Cause(g + "/" + match.GuildID(ch)),
	})
	if err != nil {
		t.Fatal(err)
	}
	if made.Match.Status != match.Running {
		t.Fatalf("the match is %s", made.Match.Status)
	}
	return made.Match
}

// The bot ends without an error if it was told to end, and otherwise with the cause.
func TestVerdict(t *testing.T) {
	ended, end := context.WithCancel(t.Context())
	end()
	broken := errors.New("broken")
	for _, c := range []struct {
		ctx       context.Context
		err, want error
	}{
		{t.Context(), nil, nil},
		{t.Context(), broken, broken},
		{t.Context(), fmt.Errorf("stop: %w", context.Canceled), nil},
		{ended, broken, nil},
	} {
		if got := verdict(c.ctx, c.err); got != c.want {
			t.Errorf("with %v after %v the verdict is %v, want %v", c.err, c.ctx.Err(), got, c.want)
		}
	}
}

// Every part of the configuration that may be left out has a default, and given values are kept.
func TestConfigComplete(t *testing.T) {
	memory := storagetest.NewMemory()
	c := Config{Store: memory}.complete()
	if c.Log == nil || c.Now == nil || c.Rand == nil || c.Draw == nil || c.Chart == nil || c.Icon != nil ||
		c.Animate != nil {
		t.Errorf("the defaults are %+v", c)
	}
	if d := time.Since(c.Now()); d < 0 || d > time.Hour {
		t.Errorf("the clock is wrong by %s", d)
	}
	if _, err := io.ReadFull(c.Rand, make([]byte, 8)); err != nil {
		t.Error(err)
	}
	at, err := kalah.New().Start(games.Setup{})
	if err != nil {
		t.Fatal(err)
	}
	for name, draw := range map[string]func() ([]byte, error){
		"board": func() ([]byte, error) { return c.Draw(at.View(0).Draw(nil, nil, games.Spectator, nil)) },
		"chart": func() ([]byte, error) { return c.Chart(chart.Chart{}) },
	} {
		if png, err := draw(); err != nil || len(png) < 100 {
			t.Errorf("a %s is drawn with %d bytes, %v", name, len(png), err)
		}
	}
	log, drawn := slog.New(slog.DiscardHandler), errors.New("drawn")
	given := Config{
		Store: memory, Log: log, Now: func() time.Time { return time.Time{} },
		Rand: rand.NewChaCha8([32]byte{}),
	}
	given.Draw = func(scene.Scene) ([]byte, error) { return nil, drawn }
	given.Chart = func(chart.Chart) ([]byte, error) { return nil, drawn }
	c = given.complete()
	_, board := c.Draw(scene.Scene{})
	_, chart := c.Chart(chart.Chart{})
	if c.Log != log || !c.Now().IsZero() || c.Rand != given.Rand || board != drawn || chart != drawn {
		t.Errorf("of the given configuration is left %+v", c)
	}
}

// A process alone attends to the clocks from its connection on. Among several it does so earlier,
// and shares the work.
func TestDuties(t *testing.T) {
	for _, c := range []struct {
		name         string
		store        Store
		change       func(*Config)
		early, later int
	}{
		{"alone", owned{storagetest.NewMemory()}, func(*Config) {}, 0, 8},
		{"among peers", storagetest.NewMemory(), func(*Config) {}, 2, 9},
		{"with icons", owned{storagetest.NewMemory()}, func(c *Config) { c.Icon = c.Draw }, 0, 9},
		{"with pages", owned{storagetest.NewMemory()}, func(c *Config) { c.Pages = &Pages{} }, 0, 10},
	} {
		b := idle(t, c.store, c.change)
		if early, later := len(b.early()), len(b.duties()); early != c.early || later != c.later {
			t.Errorf("%s: %d duties before the connection and %d after it, want %d and %d", c.name, early, later,
				c.early, c.later)
		}
	}
}

// When a background job ends by itself, the bot ends with the reason. At the end of the bot that is
// expected.
func TestEnded(t *testing.T) {
	broken := errors.New("broken")
	b := idle(t, owned{storagetest.NewMemory()})
	b.ended("thinking", nil)
	if b.ctx.Err() != nil {
		t.Error("the bot ends though its duty has no error")
	}
	b.ended("thinking", broken)
	if err := context.Cause(b.ctx); !errors.Is(err, broken) || err.Error() != "thinking has ended: broken" {
		t.Errorf("the bot ends with %v", err)
	}
	b = idle(t, owned{storagetest.NewMemory()})
	b.fail(nil)
	b.ended("thinking", broken)
	if err := context.Cause(b.ctx); errors.Is(err, broken) {
		t.Errorf("the end of the bot has the cause %v", err)
	}
}

// A Ready event may contain the application's id, the bot user's id, both or neither. The bot
// remembers the latest of each.
func TestKnown(t *testing.T) {
	b := idle(t, owned{storagetest.NewMemory()})
	for _, c := range []struct {
		e         discordgo.Ready
		app, self string
	}{
		{discordgo.Ready{}, "", ""},
		{discordgo.Ready{User: &discordgo.User{ID: "7"}}, "", "7"},
		{discordgo.Ready{Application: &discordgo.Application{ID: "8"}}, "8", "7"},
		{discordgo.Ready{User: &discordgo.User{ID: "9"}, Application: &discordgo.Application{ID: "10"}}, "10", "9"},
		{discordgo.Ready{User: &discordgo.User{}, Application: &discordgo.Application{}}, "10", "9"},
	} {
		b.ready(&c.e)
		if app, self := b.app(), b.self(); app != c.app || self != c.self {
			t.Errorf("after %+v the application is %q and the bot %q, want %q and %q", c.e, app, self, c.app, c.self)
		}
	}
}

// The test checks the health of the bot while it starts, while it is connected, after a long
// silence, and at its end.
func TestTakesPart(t *testing.T) {
	b := idle(t, owned{storagetest.NewMemory()})
	want := func(when string, want error) {
		t.Helper()
		if got := b.takesPart(); got != want {
			t.Errorf("%s: %v, want %v", when, got, want)
		}
	}
	g, ok := b.connection.(*discord.Gateway)
	if !ok {
		t.Fatalf("a bot alone has the connection %T", b.connection)
	}
	want("before it is connected", errStarting)
	b.open.Store(true)
	want("when it is connected", nil)
	g.SilentAtMost = time.Minute
	g.Session.LastHeartbeatAck = time.Now().Add(-30 * time.Second)
	want("after a short silence", nil)
	if d, known := b.silence(); !known || d < 30*time.Second || d > time.Minute {
		t.Errorf("Discord was silent for %s, %t; want half a minute", d, known)
	}
	g.Session.LastHeartbeatAck = time.Now().Add(-2 * time.Minute)
	want("after a long silence", errSilent)
	b.open.Store(false)
	if d, known := b.silence(); known || b.silent() {
		t.Errorf("without a connection Discord was silent for %s", d)
	}
	b.connection = &sharded{bot: b}
	b.open.Store(true)
	want("with several connections", nil)
	b.fail(nil)
	want("at the end", errEnding)
}

// The metric of moves counts moves and nothing else. A move that arrives twice counts once.
func TestMovesAreCounted(t *testing.T) {
	if n := moves([]match.Event{{Kind: match.Moved}, {Kind: match.Offered}, {Kind: match.Moved}}); n != 2 {
		t.Errorf("%d moves are counted, want 2", n)
	}
	m := monitor.New(monitor.Build{})
	b := idle(t, owned{storagetest.NewMemory()}, func(c *Config) { c.Monitor = m })
	act := match.Act{Match: begun(t, b, "club", "hall").ID, User: "1", Cause: "once"}
	for range 2 {
		if _, err := b.matches.Play.Move(t.Context(), act, "1"); err != nil {
			t.Fatal(err)
		}
	}
	w := httptest.NewRecorder()
	m.Handler(func(context.Context) error { return nil }).ServeHTTP(w, httptest.NewRequest("GET", "/metrics", nil))
	if want := "\npaddock_moves_total{game=\"kalah\"} 1\n"; b.client.Observe == nil ||
		!strings.Contains(w.Body.String(), want) {
		t.Errorf("the numbers lack %s", want)
	}
}

// At its start the bot looks for events that it may have missed: from an hour before the bot was
// last alive, or from the moment of an earlier search that was not completed. A new bot has missed
// nothing.
func TestMissed(t *testing.T) {
	at := time.Date(2026, 1, 2, 12, 0, 0, 0, time.UTC)
	b := idle(t, owned{storagetest.NewMemory()}, func(c *Config) { c.Now = func() time.Time { return at } })
	want := func(when string, want time.Time, note string) {
		t.Helper()
		got, err := b.missed(t.Context())
		kept, _ := b.cfg.Store.Note(t.Context(), missedKey)
		if !got.Equal(want) || err != nil || kept != note {
			t.Errorf("%s: since %s, %v, noted %q; want %s, %q", when, got, err, kept, want, note)
		}
	}
	want("a new bot", time.Time{}, "")
	if err := b.matches.Referee.Alive(t.Context()); err != nil {
		t.Fatal(err)
	}
	since, note := at.Add(-time.Hour), "2026-01-02T11:00:00Z"
	want("the first restart", since, note)
	at = at.Add(time.Minute)
	if err := b.matches.Referee.Alive(t.Context()); err != nil {
		t.Fatal(err)
	}
	want("a restart during the search", since, note)
	b.takeUp(t.Context(), since)
	want("a restart after the search", since.Add(time.Minute), "2026-01-02T11:01:00Z")
	for stored, from := range map[string]time.Time{
		"2026-01-02T11:30:00Z": since.Add(time.Minute),
		"x":                    since.Add(time.Minute), "2026-01-02T10:00:00Z": since.Add(-time.Hour),
	} {
		if err := b.cfg.Store.PutNote(t.Context(), missedKey, stored); err != nil {
			t.Fatal(err)
		}
		if got, err := b.missed(t.Context()); err != nil || !got.Equal(from) {
			t.Errorf("after the note %q: since %s, %v; want %s", stored, got, err, from)
		}
	}
	b.takeUp(t.Context(), since)
	want("a restart after the next search", since.Add(time.Minute), "2026-01-02T11:01:00Z")
	ended, end := context.WithCancel(t.Context())
	end()
	b.takeUp(ended, since)
	want("a restart after an interrupted search", since.Add(time.Minute), "2026-01-02T11:01:00Z")
}

// READY lists the servers of one shard. The matches of servers that removed the bot are suspended,
// and go on when the bot is back. A locked thread and a deleted channel suspend their matches.
func TestWhereMatchesRest(t *testing.T) {
	b := idle(t, owned{storagetest.NewMemory()})
	const here, gone, other match.GuildID = "4194304", "8388608", "12582912" // events of shards 1, 0 and 1 of 2
	in := []*discordgo.Guild{{ID: string(here)}}
	parked := func(id match.ID) match.Code {
		t.Helper()
		m, err := b.matches.Read.Match(t.Context(), id)
		if err != nil {
			t.Fatal(err)
		}
		if m.Parked == nil {
			return ""
		}
		return m.Parked.Why
	}
	var ids []match.ID
	for _, g := range []match.GuildID{here, gone, other} {
		ids = append(ids, begun(t, b, g, match.ChannelID(g)+"1").ID)
	}
	want := func(when string, err error, want ...match.Code) {
		t.Helper()
		var got []match.Code
		for _, id := range ids {
			got = append(got, parked(id))
		}
		if err != nil || !slices.Equal(got, want) {
			t.Errorf("%s the matches rest because of %q, %v; want %q", when, got, err, want)
		}
	}
	want("after READY of another shard", b.absent(t.Context(), nil, &[2]int{1, 2}), match.CodeServerLeft, "",
		match.CodeServerLeft)
	for _, g := range []match.GuildID{here, gone, other} {
		if err := b.guildBack(t.Context(), g); err != nil {
			t.Fatal(err)
		}
	}
	want("when the bot is back", nil, "", "", "")
	want("after READY of the only shard", b.absent(t.Context(), in, nil), "", match.CodeServerLeft,
		match.CodeServerLeft)
	g, err := b.matches.Settings.Guild(t.Context(), gone)
	if err != nil || g.Gone.IsZero() {
		t.Errorf("the server that removed the bot is stored as %+v, %v", g, err)
	}
	want("after another READY", b.absent(t.Context(), in, nil), "", match.CodeServerLeft, match.CodeServerLeft)
	if again, err := b.matches.Settings.Guild(t.Context(), gone); err != nil || !again.Gone.Equal(g.Gone) {
		t.Errorf("after another READY the bot was removed at %s, %v; want %s", again.Gone, err, g.Gone)
	}
	want("back in one", b.guildBack(t.Context(), gone), "", "", match.CodeServerLeft)
	if g, err = b.matches.Settings.Guild(t.Context(), gone); err != nil || !g.Gone.IsZero() {
		t.Errorf("the server that has the bot again is stored as %+v, %v", g, err)
	}
	thread := match.ChannelID(here) + "1"
	want("in a locked thread", b.threadLocked(t.Context(), thread, true), match.CodeLocked, "", match.CodeServerLeft)
	want("in an unlocked thread", b.threadLocked(t.Context(), thread, false), "", "", match.CodeServerLeft)
	want("in a deleted channel", b.channelGone(t.Context(), thread), match.CodeChannelGone, "", match.CodeServerLeft)
	b.ready(&discordgo.Ready{Guilds: in})
	b.events.End()
	want("when READY has been dealt with", nil, match.CodeChannelGone, match.CodeServerLeft, match.CodeServerLeft)
	want("when a thread that was deleted is unlocked", b.threadLocked(t.Context(), thread, false),
		match.CodeChannelGone, match.CodeServerLeft, match.CodeServerLeft)
}

// Each element is handled once, several at a time, and every failure is reported. When the bot
// ends, the other elements are left.
func TestEach(t *testing.T) {
	b := idle(t, owned{storagetest.NewMemory()})
	list := make([]int, 3*atOnce)
	for i := range list {
		list[i] = i
	}
	synctest.Test(t, func(t *testing.T) {
		seen, most, now := map[int]int{}, 0, 0
		begun := make(chan int)
		next := make(chan bool)
		go func() {
			err := each(t.Context(), &bot{ctx: t.Context()}, list, func(ctx context.Context, i int) error {
				begun <- i
				<-next
				if i%atOnce == 0 {
					return fmt.Errorf("failed %d", i)
				}
				return ctx.Err()
			})
			if err == nil || err.Error() != "failed 0\nfailed 16\nfailed 32" {
				t.Errorf("the failures are %v", err)
			}
			close(begun)
		}()
		for {
			synctest.Wait()
			select {
			case i, ok := <-begun:
				if !ok {
					if len(seen) != len(list) || most != atOnce {
						t.Errorf("%d elements are dealt with, at most %d at a time; want %d and %d", len(seen), most,
							len(list), atOnce)
					}
					return
				}
				seen[i]++
				now++
				most = max(most, now)
			default:
				now--
				next <- true
			}
		}
	})
	b.fail(nil)
	if err := each(t.Context(), b, list, func(context.Context, int) error { return errors.New("done") }); err != nil {
		t.Errorf("at the end of the bot something is dealt with: %v", err)
	}
}

// Of several processes only one thinks about a match, and only one attends to its clock. The other
// leaves both until they are released.
func TestOneProcessDoesIt(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		memory := storagetest.NewMemory()
		a, b := idle(t, memory), idle(t, memory.Another())
		ann := match.Player{User: "1", Name: "Ann"}
		made, err := a.matches.Tables.Propose(t.Context(), match.Proposal{
			Game: "kalah", Setup: games.Setup{Seats: 2}, Seated: true, By: ann,
			With: []match.Player{{Computer: "first"}, ann}, Place: match.Place{Guild: "club", Channel: "hall"},
			Cause: "c",
		})
		if err != nil {
			t.Fatal(err)
		}
		id := made.Match.ID
		for what, wake := range map[string]func(*bot) error{
			"all matches": func(b *bot) error { return b.thinkAll(t.Context()) }, "the match": func(b *bot) error {
				b.rethink(id)
				b.rethink("gone")
				return nil
			},
		} {
			if c := idle(t, memory.Another()); wake(c) != nil || c.thinkers.Waiting() != 1 {
				t.Errorf("after a look at %s wait %d for the computer player, want 1", what, c.thinkers.Waiting())
			}
		}
		asked := make(chan match.ID, 9)
		thinks := func(b *bot) *thoughts {
			return &thoughts{
				Computers: b.matches.Computers, peers: b.peers, held: map[match.ID]func(){},
				wake: func(id match.ID) { asked <- id },
			}
		}
		one, two := thinks(a), thinks(b)
		j, ok, err := one.Job(t.Context(), id)
		if !ok || err != nil || j.Match != id {
			t.Fatalf("the job is %+v, %t, %v", j, ok, err)
		}
		if _, ok, err := two.Job(t.Context(), id); ok || err != nil || len(a.peers.Holds(match.ThinkDuty)) != 1 {
			t.Errorf("another process thinks as well: %t, %v", ok, err)
		}
		time.Sleep(thinkAgain - time.Second)
		if len(asked) != 0 {
			t.Errorf("asked again %d times too early", len(asked))
		}
		time.Sleep(2 * time.Second)
		synctest.Wait()
		if len(asked) != 1 || <-asked != id {
			t.Error("nobody asks again about the match that another process thinks about")
		}
		move := ""
		for move = range j.View.Legal() {
			break
		}
		if _, err := one.Answer(t.Context(), j, move); err != nil {
			t.Fatal(err)
		}
		if held := a.peers.Holds(match.ThinkDuty); len(held) != 0 {
			t.Errorf("after the answer the process still holds %q", held)
		}
		if _, ok, err := one.Job(t.Context(), "gone"); ok || err == nil && len(a.peers.Holds(match.ThinkDuty)) != 0 {
			t.Errorf("for a match that is gone there is a job: %t, %v", ok, err)
		}
		given := 0
		one.put(id, func() { given++ })
		one.put(id, func() { given += 10 })
		if one.put(id, nil); given != 11 || len(one.held) != 0 {
			t.Errorf("given back %d, still held %d; want each once", given, len(one.held))
		}

		clock := &clocks{Referee: b.matches.Referee, peers: b.peers, now: time.Now}
		give, _ := a.peers.Take(t.Context(), match.ClockDuty, string(id))
		if change, err := clock.Attend(t.Context(), "gone2"); err == nil {
			t.Errorf("a match that is not there is attended to: %+v", change)
		}
		if _, err := clock.Attend(t.Context(), id); err != nil || len(b.peers.Holds(match.ClockDuty)) != 0 {
			t.Errorf("a match of another process is attended to: %v", err)
		}
		give()
		if _, err := clock.Attend(t.Context(), id); err != nil || len(b.peers.Holds(match.ClockDuty)) != 0 {
			t.Errorf("after a match was attended to, its clock is held: %v", err)
		}
	})
}

// There was an outage if no other process lives, or none has said so for two minutes.
func TestRecoverAmongPeers(t *testing.T) {
	for _, c := range []struct {
		others    bool
		ago       time.Duration
		recovered bool
	}{{false, freshFor - time.Second, true}, {true, freshFor - time.Second, false}, {true, freshFor, true}} {
		synctest.Test(t, func(t *testing.T) {
			memory := storagetest.NewMemory()
			b := idle(t, memory)
			rec := begun(t, b, "club", "hall")
			time.Sleep(time.Until(rec.Clock.Deadline) - 30*time.Second)
			if err := b.matches.Referee.Alive(t.Context()); err != nil {
				t.Fatal(err)
			}
			if c.others {
				if _, err := memory.Another().Claim(t.Context(), match.ProcessDuty, time.Hour, "other"); err != nil {
					t.Fatal(err)
				}
			}
			time.Sleep(c.ago)
			clock := &clocks{Referee: b.matches.Referee, peers: b.peers, now: time.Now}
			n, err := clock.Recover(t.Context())
			last, _ := clock.LastAlive(t.Context())
			if err != nil || (n == 1) != c.recovered || !last.Equal(time.Now()) {
				t.Errorf("with others %t after %s %d clocks are extended, %v; want it: %t", c.others, c.ago, n, err,
					c.recovered)
			}
		})
	}
}
