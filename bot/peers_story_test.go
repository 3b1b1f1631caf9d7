package bot_test

import (
	"context"
	"errors"
	"fmt"
	"log/slog"
	"slices"
	"strings"
	"sync/atomic"
	"testing"
	"testing/synctest"
	"time"

	"paddock/bot"
	"paddock/bot/discordsim"
	"paddock/bot/story"
	"paddock/games"
	"paddock/games/gamestest/logbook"
	"paddock/games/kalah"
	"paddock/games/match"
	"paddock/games/stratego"
	"paddock/storage/layout"
	"paddock/storage/storagetest"
)

// crew holds several bot processes on one store, each with its own handle, as on several machines.
type crew struct {
	*testing.T
	sim       *discordsim.Sim
	ann, bob  discordsim.UserID
	halls     []discordsim.ChannelID // channels of different servers, each in another shard
	store     *storagetest.Memory
	log       *logbook.Logbook
	members   []*member
	shards    int
	catalogue []*games.Game
}

// member is one of the processes that share a store.
type member struct {
	store *mortal
	stop  context.CancelFunc
	ended chan error
}

// mortal is a handle to the store whose process can die. Afterwards it does nothing and releases
// nothing.
type mortal struct {
	*storagetest.Memory
	dead atomic.Bool
}

var errKilled = errors.New("this process is dead")

func (m *mortal) Append(ctx context.Context, r match.Record, e ...match.Event) (match.Seq, error) {
	if m.dead.Load() {
		return 0, errKilled
	}
	return m.Memory.Append(ctx, r, e...)
}

func (m *mortal) AppendIf(ctx context.Context, g match.Guard, r match.Record, e ...match.Event) (match.Seq, error) {
	if m.dead.Load() {
		return 0, errKilled
	}
	return m.Memory.AppendIf(ctx, g, r, e...)
}

func (m *mortal) SetShown(ctx context.Context, id match.ID, head match.Seq, s match.Shown, due time.Time) error {
	if m.dead.Load() {
		return errKilled
	}
	return m.Memory.SetShown(ctx, id, head, s, due)
}

func (m *mortal) Claim(ctx context.Context, d match.Duty, lease time.Duration, keys ...string) ([]match.Lease, error) {
	if m.dead.Load() {
		return nil, errKilled
	}
	return m.Memory.Claim(ctx, d, lease, keys...)
}

func (m *mortal) Release(ctx context.Context, leases ...match.Lease) error {
	if m.dead.Load() {
		return errKilled
	}
	return m.Memory.Release(ctx, leases...)
}

// perMove is the time for a move in these stories. It is short, because processes check each other
// every few seconds.
const perMove = 30 * time.Minute

// inCrew runs a story of several processes on a fake clock.
func inCrew(t *testing.T, size, shards int, what func(*crew)) {
	t.Helper()
	synctest.Test(t, func(t *testing.T) {
		c := &crew{
			T: t, sim: discordsim.New(discordsim.Config{Shards: shards, Limits: discordsim.Limits{Off: true}}),
			store: storagetest.NewMemory(), log: &logbook.Logbook{},
			shards: shards, catalogue: []*games.Game{kalah.New(), stratego.New()},
		}
		c.ann, c.bob = c.sim.AddUser("Ann"), c.sim.AddUser("Bob")
		for i := range 3 * shards {
			club := c.sim.AddGuild(fmt.Sprint("Club ", i), c.ann, c.bob)
			c.halls = append(c.halls, c.sim.AddChannel(club, "hall"))
			if _, err := c.store.UpdateGuild(t.Context(), match.GuildID(club),
				func(g *match.Guild) { g.UsualStarts = true }); err != nil {
				t.Fatal(err)
			}
		}
		for range size {
			c.join()
		}
		c.settle()
		what(c)
		for _, m := range c.members {
			c.leave(m)
		}
		c.sim.Close()
		if t.Failed() {
			t.Log("the log:\n" + c.log.String())
		}
	})
}

// join starts one more process.
func (c *crew) join() *member { return c.joinAs(layout.Form()) }

// joinAs starts a process whose version understands the given record format.
func (c *crew) joinAs(form int) *member {
	m := &member{store: &mortal{Memory: c.store.Another()}, ended: make(chan error, 1)}
	m.store.Understands = form
	ctx, stop := context.WithCancel(context.Background())
	m.stop = stop
	cfg := bot.Config{
		Token: discordsim.DefaultToken, Store: m.store, Games: c.catalogue, Attach: c.sim.Attach,
		Pictures: bot.Pictures{Draw: story.DrawNothing},
		Log:      slog.New(slog.NewTextHandler(c.log, nil)).With("process", len(c.members)),
		PerMove:  perMove,
	}
	go func() { m.ended <- bot.Run(ctx, cfg) }()
	c.members = append(c.members, m)
	return m
}

// leave ends a process as a host does.
func (c *crew) leave(m *member) {
	synctest.Wait() // discordgo's Close sleeps with a lock held, so no other event may be under way
	m.stop()
	if err := <-m.ended; err != nil && !m.store.dead.Load() {
		c.Errorf("a process ended with %v", err)
	}
	c.members = slices.DeleteFunc(slices.Clone(c.members), func(other *member) bool { return other == m })
}

// kill ends a process like a power cut: its leases stay until they expire.
func (c *crew) kill(m *member) {
	m.store.dead.Store(true)
	c.leave(m)
}

// settle lets the processes find each other and share the shards.
func (c *crew) settle() {
	time.Sleep(time.Duration(c.shards)*6*time.Second + 20*time.Second)
	synctest.Wait()
}

// do waits for the result of an interaction.
func (c *crew) do(i *discordsim.Interaction) discordsim.Message {
	c.Helper()
	synctest.Wait()
	time.Sleep(5 * time.Second)
	synctest.Wait()
	if err := i.Err(); err != nil {
		c.Fatalf("%v", err)
	}
	return i.Message()
}

// only returns the one match of a channel.
func (c *crew) only(ch discordsim.ChannelID) match.Record {
	c.Helper()
	list, err := c.store.Latest(c.Context(), match.ChannelID(ch), 2)
	if err != nil || len(list) != 1 {
		c.Fatalf("%d matches in the channel, %v; want one", len(list), err)
	}
	return list[0]
}

// holders counts the processes of each shard, and lists the shards of each process.
func (c *crew) holders() (each []int, all map[string]int) {
	all = map[string]int{}
	for _, m := range c.members {
		others, err := m.store.Leases(c.Context(), match.ShardDuty)
		if err != nil {
			c.Fatal(err)
		}
		mine := c.shards - len(others)
		each = append(each, mine)
		for _, l := range others {
			all[l.Key]++
		}
	}
	return each, all
}

// Three processes share four shards. When one dies, the others take over its shards within 15 s.
// When one joins, it gets its share. Sessions start no faster than Discord allows.
func TestShardsAreShared(t *testing.T) {
	t.Parallel()
	inCrew(t, 3, 4, func(c *crew) {
		if each, _ := c.holders(); slices.Max(each) > 2 || each[0]+each[1]+each[2] != 4 {
			t.Errorf("the processes hold %v shards, want 4 in all and at most 2 each", each)
		}
		for _, ch := range c.halls {
			c.do(c.sim.As(c.ann).In(ch).Slash("/help"))
		}
		c.kill(c.members[0])
		time.Sleep(15 * time.Second)
		synctest.Wait()
		time.Sleep(6 * time.Second) // session starts have to wait for each other
		for _, ch := range c.halls {
			c.do(c.sim.As(c.ann).In(ch).Slash("/help"))
		}
		c.join()
		c.settle()
		if each, _ := c.holders(); slices.Max(each) > 2 || each[0]+each[1]+each[2] != 4 {
			t.Errorf("after one has joined the processes hold %v shards, want 4 in all and at most 2 each", each)
		}
		for _, ch := range c.halls {
			c.do(c.sim.As(c.ann).In(ch).Slash("/help"))
		}
		began := c.sim.Identifies()
		for i := 1; i < len(began); i++ {
			if pause := began[i].At.Sub(began[i-1].At); pause < 5*time.Second {
				t.Errorf("a session began %v after the one before, and one may within 5 s", pause)
			}
		}
	})
}

// A process that ends normally releases its shards at once, and waiting processes take them.
func TestShardsAreGivenBack(t *testing.T) {
	t.Parallel()
	inCrew(t, 2, 1, func(c *crew) {
		each, _ := c.holders()
		c.leave(c.members[slices.Index(each, 1)])
		time.Sleep(9 * time.Second)
		c.do(c.sim.As(c.ann).In(c.halls[0]).Slash("/help"))
	})
}

// When a process has died, another one takes over its computers' turns, its clocks and the boards
// that it has not shown.
func TestWorkOfADeadProcess(t *testing.T) {
	t.Parallel()
	inCrew(t, 3, 1, func(c *crew) {
		hall := c.halls[0]
		each, _ := c.holders()
		holder := c.members[slices.Index(each, 1)]
		c.do(c.sim.As(c.ann).In(hall).Slash("/kalah start level:first first:me"))
		// this shard's boards can't be posted or edited
		remove := c.sim.Inject(discordsim.Fault{Route: "/channels/{channel_id}/messages*", Status: 503})
		before := c.only(hall)
		i := c.sim.As(c.ann).In(hall).Slash("/kalah move move:1")
		synctest.Wait()
		c.kill(holder)
		remove()
		_ = i
		time.Sleep(15 * time.Second)
		synctest.Wait()
		time.Sleep(5 * time.Second)
		after := c.only(hall)
		if after.Head == before.Head {
			t.Fatal("the move was not made")
		}
		if after.Thinking() != 0 || after.Shown.Head != after.Head {
			t.Errorf("head %d, shown %d, the computer thinks for %v; want what the dead process left to be done",
				after.Head, after.Shown.Head, after.Thinking())
		}
	})
}

// Two versions side by side: interactions about a match in a form that only the newer version
// understands are handed on to it, and played once. Without a running newer version, people are
// asked to try again, and nothing changes.
func TestTwoVersionsSideBySide(t *testing.T) {
	t.Parallel()
	inCrew(t, 0, 1, func(c *crew) {
		newer := c.join()
		c.settle()
		hall := c.halls[0]
		c.do(c.sim.As(c.ann).In(hall).Slash("/kalah challenge user:@Bob first:me bank:3 days for the whole match"))
		c.do(c.sim.As(c.bob).Click(c.sim.Last(hall, c.bob), "Accept"))
		rec := c.only(hall)
		if rec.Form == 0 {
			t.Fatal("the match has no newer form, and the story tests nothing")
		}
		board := c.sim.Message(discordsim.MessageID(rec.Shown.Message), c.ann)
		c.joinAs(0)
		c.settle()
		c.leave(newer) // the shard goes to the older process
		c.settle()
		told := c.do(c.sim.As(c.ann).Click(board, "1 (4)"))
		if !strings.Contains(told.Text(), "newer version") || c.only(hall).Moves != 0 {
			t.Errorf("without a newer process Ann reads %q, and %d moves are made", told.Text(), c.only(hall).Moves)
		}
		newer = c.join()
		c.settle()
		if leases, _ := newer.store.Leases(t.Context(), match.ShardDuty); len(leases) != 1 {
			t.Fatal("the newer process has the shard, and the story tests nothing")
		}
		c.do(c.sim.As(c.ann).Click(board, "1 (4)"))
		c.do(c.sim.As(c.bob).In(hall).Slash("/kalah move move:1"))
		if n := c.only(hall).Moves; n != 2 {
			t.Errorf("%d moves, want that of a click and that of a command", n)
		}
		if n := strings.Count(c.log.String(), "was handed on to a newer version"); n != 2 {
			t.Errorf("%d were handed on, want 2", n)
		}
		if log := c.log.String(); strings.Contains(log, "level=ERROR") {
			t.Errorf("an error is logged:\n%s", log)
		}
	})
}

// A clock takes effect once, whichever processes are alive. The absence of one process is no outage
// while others run.
func TestClocksAmongPeers(t *testing.T) {
	t.Parallel()
	inCrew(t, 3, 1, func(c *crew) {
		hall := c.halls[0]
		c.do(c.sim.As(c.ann).In(hall).Slash("/kalah challenge user:@Bob first:me"))
		c.do(c.sim.As(c.bob).Click(c.sim.Last(hall, c.bob), "Accept"))
		time.Sleep(perMove - 2*time.Minute)
		c.kill(c.members[0])
		time.Sleep(time.Minute)
		c.join()
		time.Sleep(5 * time.Minute)
		synctest.Wait()
		rec := c.only(hall)
		log, err := c.store.History(c.Context(), rec.ID, 1)
		if err != nil {
			t.Fatal(err)
		}
		kinds := map[match.EventKind]int{}
		for _, e := range log {
			kinds[e.Kind]++
			if e.Code == match.CodeOutage {
				t.Errorf("an outage was made good for, though processes lived all the time: %+v", e)
			}
		}
		if kinds[match.Reminded] != 1 || kinds[match.Ruled] != 1 || kinds[match.Ended] != 1 ||
			rec.Head != match.Seq(len(log)) {
			t.Errorf("%v happened; want one reminder, one ruling and one end", kinds)
		}
		posts := 0
		for _, call := range c.sim.Calls() {
			if call.Method == "POST" && strings.HasSuffix(call.Path, string(hall)+"/messages") {
				posts++
			}
		}
		t.Logf("%v, %d messages", kinds, posts)
	})
}

// A time without any process is an outage. The first process to start compensates for it, even if
// others start at the same time.
func TestAnOutageOfAll(t *testing.T) {
	t.Parallel()
	inCrew(t, 2, 1, func(c *crew) {
		hall := c.halls[0]
		c.do(c.sim.As(c.ann).In(hall).Slash("/kalah challenge user:@Bob first:me"))
		c.do(c.sim.As(c.bob).Click(c.sim.Last(hall, c.bob), "Accept"))
		time.Sleep(perMove - 5*time.Minute)
		c.kill(c.members[0])
		c.kill(c.members[0])
		time.Sleep(5 * time.Hour)
		c.join()
		c.join()
		c.settle()
		rec := c.only(hall)
		log, err := c.store.History(c.Context(), rec.ID, 1)
		if err != nil {
			t.Fatal(err)
		}
		outages := 0
		for _, e := range log {
			if e.Code == match.CodeOutage {
				outages++
			}
		}
		if outages != 1 || rec.Status != match.Running || !rec.Clock.Deadline.After(time.Now()) {
			t.Errorf("%d extensions for the outage, %s until %v; want one, and time left", outages, rec.Status,
				rec.Clock.Deadline)
		}
	})
}
