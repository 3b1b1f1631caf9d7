package think

import (
	"context"
	"errors"
	"fmt"
	"log/slog"
	"slices"
	"testing"
	"testing/synctest"
	"time"

	"paddock/games"
	"paddock/games/gamestest/logbook"
	"paddock/games/gamestest/nim"
	"paddock/games/match"
)

// A server or member without waiting matches starts with the least thinking time that others have
// used, so it comes neither before all of them nor after them.
func TestNewcomersStartWithTheLeastTimeUsed(t *testing.T) {
	q := newQueue(1)
	add := func(server, user, id string) {
		q.add(&turn{match: match.ID(id), server: match.GuildID(server), member: match.UserID(user), player: "g easy"})
	}
	add("old", "ann", "a1")
	add("older", "bob", "b1")
	q.servers["old"], q.servers["older"] = 3*time.Second, 5*time.Second
	q.members[member{"old", "ann"}], q.members[member{"older", "bob"}] = 3*time.Second, 5*time.Second
	add("new", "cid", "c1")
	add("old", "dan", "d1")
	if got, want := q.servers["new"], 3*time.Second; got != want {
		t.Errorf("a new server starts with %v used, want %v", got, want)
	}
	if got, want := q.members[member{"old", "dan"}], 3*time.Second; got != want {
		t.Errorf("a new member starts with %v used, want %v", got, want)
	}
	var order []match.ID
	for m := q.take(false); m != nil; m = q.take(false) {
		order = append(order, m.match)
		q.release(m, 2*time.Second)
	}
	if want := []match.ID{"a1", "c1", "d1", "b1"}; !slices.Equal(order, want) {
		t.Errorf("the order is %q, want %q", order, want)
	}
}

// A move counts for its server and its member with all its thinking time, and with at least a
// millisecond. The pace of a player is a slow average over its last moves.
func TestThoughtsCountWithAllTheirTime(t *testing.T) {
	q := newQueue(1)
	one := &turn{match: "m1", server: "s", member: "ann", player: "g hard"}
	// a waiting match, which is stored so that the server's used time is remembered
	q.add(&turn{match: "m2", server: "s", member: "bob", player: "g easy"})
	for _, c := range []struct{ thought, used, pace time.Duration }{
		{400 * time.Millisecond, 400 * time.Millisecond, 400 * time.Millisecond},
		{0, 400 * time.Millisecond, 400 * time.Millisecond},
		{800 * time.Millisecond, 1200 * time.Millisecond, 500 * time.Millisecond},
		// a nanosecond counts as nothing for the pace
		{time.Nanosecond, 1201 * time.Millisecond, 375 * time.Millisecond},
	} {
		q.release(one, c.thought)
		if server, member := q.servers["s"], q.members[member{"s", "ann"}]; server != c.used || member != c.used {
			t.Errorf("after a thought of %v the server has used %v and the member %v, want %v", c.thought, server,
				member, c.used)
		}
		if got := q.pace["g hard"]; got != c.pace {
			t.Errorf("after a thought of %v the pace is %v, want %v", c.thought, got, c.pace)
		}
	}
}

// Whether a player is quick depends on its average time for a move. Before its first move its level
// decides.
func TestQuickPlayers(t *testing.T) {
	q := newQueue(1)
	q.pace["fast"], q.pace["slow"] = 50*time.Millisecond, 50*time.Millisecond+1
	for _, c := range []struct {
		turn turn
		want bool
	}{
		{turn{player: "fast", strong: true}, true},
		{turn{player: "slow"}, false},
		{turn{player: "new"}, true},
		{turn{player: "new", strong: true}, false},
		{turn{player: "fast", errand: &Errand{}}, false},
	} {
		if got := q.quick(&c.turn); got != c.want {
			t.Errorf("%+v is quick: %v, want %v", c.turn, got, c.want)
		}
	}
}

// The order of two waiting matches: by class, then by the time that their servers and then their
// members have used, then by arrival.
func TestOrder(t *testing.T) {
	q := newQueue(1)
	q.pace["slow"] = time.Second
	q.servers["poor"], q.servers["rich"] = time.Second, 2*time.Second
	q.members[member{"poor", "ann"}], q.members[member{"poor", "bob"}] = time.Second, 2*time.Second
	quick := turn{server: "rich", player: "quick"}
	slow := turn{server: "poor", member: "bob", player: "slow"}
	among := turn{server: "poor", member: "ann", player: "quick", alone: true}
	errand := turn{server: "poor", member: "ann", errand: &Errand{}}
	other, of := slow, func(change func(*turn)) turn { t := slow; change(&t); return t }
	other.server = "rich"
	for _, c := range []struct {
		what         string
		first, later turn
	}{
		{"quick before slow", quick, slow},
		{"slow before computers among themselves", slow, among},
		{"computers before errands", among, errand},
		{"the server that has used less", slow, other},
		{"the member who has used less", of(func(t *turn) { t.member = "ann" }), slow},
	} {
		if !q.before(&c.first, &c.later) || q.before(&c.later, &c.first) {
			t.Errorf("%s: %v and %v", c.what, q.before(&c.first, &c.later), q.before(&c.later, &c.first))
		}
	}
	first, second := slow, slow
	q.add(&first)
	q.add(&second)
	if q.take(false) != &first || q.take(false) != &second {
		t.Error("of two equals the one that came later is first")
	}
}

// A turn counts for the match's server and owner. Only hard and master are strong, and only a match
// without people is one among computers.
func TestTurnOf(t *testing.T) {
	for level, strong := range map[string]bool{
		games.Easy: false, games.Medium: false, games.Hard: true,
		games.Master: true, "smart": false,
	} {
		for _, owner := range []match.Player{{User: "ann"}, {Computer: games.Easy}} {
			m := match.Match{Record: match.Record{
				ID: "m", Game: "nim", Place: match.Place{Guild: "club"}, Owner: "ann", Status: match.Running,
				Waiting: games.SeatSet(1), Players: []match.Player{owner, {Computer: level}},
			}}
			got := turnOf(m)
			if got.match != "m" || got.server != "club" || got.member != "ann" || got.alone != (owner.User == "") ||
				got.player != "nim "+level || got.strong != strong {
				t.Errorf("%s v %+v: %+v", level, owner, got)
			}
		}
	}
}

// At most 100 background jobs wait, at most two of a member in one server.
func TestMostErrands(t *testing.T) {
	p := New(Config{})
	for n := range mostErrands {
		e := Errand{Server: match.GuildID(fmt.Sprint(n % 3)), Member: match.UserID(fmt.Sprint(n / 6))}
		if err := p.Do(e); err != nil {
			t.Fatalf("errand %d: %v", n, err)
		}
		if n == 5 {
			if err := p.Do(e); !errors.Is(err, ErrBusy) {
				t.Errorf("a third errand of a member: %v", err)
			}
		}
	}
	if err := p.Do(Errand{Server: "other", Member: "eve"}); !errors.Is(err, ErrBusy) {
		t.Errorf("one errand more: %v", err)
	}
}

// A queue that is empty and has no match in work forgets the used times of servers.
func TestQueueForgets(t *testing.T) {
	q := newQueue(1)
	q.add(&turn{match: "m1", server: "s", member: "ann", player: "g easy", alone: true})
	q.add(&turn{match: "m2", server: "s", member: "ann", player: "g easy", alone: true})
	first := q.take(false)
	if q.take(false) != nil {
		t.Error("two matches among computers of one server are thought about at once, want one")
	}
	q.release(first, time.Second)
	q.servers["far"] = 0
	q.add(&turn{match: "m0", server: "s", member: "ann", player: "g easy"})
	if q.servers["s"] != time.Second || q.members[member{"s", "ann"}] != time.Second {
		t.Errorf("a known server and member begin anew with %v and %v", q.servers["s"], q.members[member{"s", "ann"}])
	}
	q.take(false)
	delete(q.servers, "far")
	if len(q.servers) != 1 || len(q.members) != 1 || len(q.working) != 0 {
		t.Errorf("remembered are %v, %v and %v while a match waits", q.servers, q.members, q.working)
	}
	q.working["s"] = 1 // another match among computers
	q.add(&turn{match: "m3", server: "s", member: "bob", player: "g easy"})
	one := q.take(false)
	if one == nil || one.match != "m3" {
		t.Fatalf("%+v is next, want the member's match, whatever the computers do", one)
	}
	delete(q.working, "s")
	last := q.take(false)
	q.release(one, time.Second)
	if len(q.servers) != 1 || len(q.working) != 1 {
		t.Errorf("remembered are %v and %v while a match is at work", q.servers, q.working)
	}
	q.release(last, time.Second)
	if len(q.servers)+len(q.members)+len(q.working) != 0 {
		t.Errorf("remembered are %v, %v and %v at the end", q.servers, q.members, q.working)
	}
}

// With several computers to move the first one's level counts.
func TestTurnOfSeveralComputers(t *testing.T) {
	m := match.Match{Record: match.Record{
		Game: "nim", Status: match.Running, Waiting: games.SeatSet(0) | games.SeatSet(1),
		Players: []match.Player{{Computer: games.Easy}, {Computer: games.Hard}},
	}}
	if got := turnOf(m); got.player != "nim "+games.Easy || got.strong {
		t.Errorf("%+v, want the first computer's", got)
	}
}

// The test checks the defaults of a pool.
func TestDefaults(t *testing.T) {
	d := New(Config{}).cfg
	if d.Workers < 1 || d.Margin != time.Second || d.Delay != 2*time.Second || d.Log == nil {
		t.Errorf("%+v", d)
	}
	c := New(Config{Workers: 7, Margin: time.Minute, Delay: -1})
	if c.cfg.Workers != 7 || c.cfg.Margin != time.Minute || c.cfg.Delay != -1 || c.queue.alone != 3 {
		t.Errorf("%+v, %d matches among computers at once; want what was set, and half of the workers", c.cfg,
			c.queue.alone)
	}
	var lines logbook.Logbook
	p := New(Config{Log: slog.New(slog.NewTextHandler(&lines, nil))})
	ended, end := context.WithCancel(t.Context())
	end()
	if p.failed(ended, "at the end"); lines.String() != "" {
		t.Errorf("a failure at the end is logged: %s", lines.String())
	}
	if alone := New(Config{Workers: 1}).queue.alone; alone != 1 {
		t.Errorf("%d matches among computers at once with one worker", alone)
	}
}

// The background jobs of a member count from Do to Done, each once.
func TestErrandsAreCounted(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		p := New(Config{Matches: noMatches{}, Workers: 1})
		ctx, end := context.WithCancel(t.Context())
		ended := make(chan error)
		go func() { ended <- p.Run(ctx) }()
		step := make(chan bool)
		do := func() error {
			return p.Do(Errand{
				Server: "s", Member: "ann", Step: func(context.Context) bool { return <-step },
				Done: func(context.Context, error) {},
			})
		}
		for n, want := range []error{nil, nil, ErrBusy} {
			if err := do(); !errors.Is(err, want) {
				t.Errorf("errand %d: %v, want %v", n, err, want)
			}
		}
		step <- false
		synctest.Wait()
		for n, want := range []error{nil, ErrBusy} {
			if err := do(); !errors.Is(err, want) {
				t.Errorf("errand %d after the first is done: %v, want %v", n, err, want)
			}
		}
		step <- false
		step <- false
		synctest.Wait()
		p.mu.Lock()
		left := len(p.errands)
		p.mu.Unlock()
		if left != 0 {
			t.Errorf("%d members are remembered when all errands are done", left)
		}
		end()
		<-ended
	})
}

// noMatches is a service without matches.
type noMatches struct{}

func (noMatches) Job(context.Context, match.ID) (match.Job, bool, error) {
	return match.Job{}, false, nil
}

func (noMatches) Answer(context.Context, match.Job, string) (match.Change, error) {
	return match.Change{}, nil
}
func (noMatches) Thinking(context.Context, int) ([]match.Match, error) { return nil, nil }

// jobs is a service that gives the same answer whenever the pool asks for a job.
type jobs struct {
	noMatches
	job match.Job
	ok  bool
	err error
}

func (j jobs) Job(context.Context, match.ID) (match.Job, bool, error) { return j.job, j.ok, j.err }

// A worker that has finished a move in a match among computers releases the match, whatever the
// result. The minimum thinking time counts for the player's pace. After a failed call of the
// service the match is queued once more, in its newest state.
func TestEveryTurnIsReleased(t *testing.T) {
	pos, err := nim.New().Start(games.Setup{})
	if err != nil {
		t.Fatal(err)
	}
	for _, c := range []struct {
		name    string
		jobs    jobs
		changed bool   // the match changes while the worker has it
		want    string // the players of the turns that wait an hour later, and each server's pace
	}{
		{"a move", jobs{job: match.Job{View: pos.View(0), Player: games.Easy}, ok: true}, false, "[] map[old:1ns]"},
		{"nothing to do", jobs{}, false, "[] map[]"},
		{"changed meanwhile", jobs{}, true, "[new] map[]"},
		{"a newer version", jobs{err: match.ErrNewer}, false, "[] map[]"},
		{"no answer of the store", jobs{err: match.ErrStore}, false, "[old] map[]"},
		{"no answer, and changed meanwhile", jobs{err: match.ErrStore}, true, "[new] map[]"},
	} {
		synctest.Test(t, func(t *testing.T) {
			p := New(Config{Matches: c.jobs})
			one := &turn{match: "m", server: "s", alone: true, player: "old"}
			p.wake(one)
			if p.next(false) != one {
				t.Fatal("the match does not come next")
			}
			if c.changed {
				p.wake(&turn{match: "m", server: "s", alone: true, player: "new"})
			}
			p.attend(t.Context(), one)
			p.work.Wait()
			players := []string{}
			for next := p.next(false); next != nil; next = p.next(false) {
				players = append(players, next.player)
				p.release(next, 0)
				p.done(next)
			}
			if got := fmt.Sprint(players, " ", p.queue.pace); got != c.want || len(p.states)+len(p.queue.working) > 0 {
				t.Errorf("%s: waiting %s, want %s; not released: %v %v", c.name, got, c.want, p.states, p.queue.working)
			}
		})
	}
}
