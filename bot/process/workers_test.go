package process_test

import (
	"context"
	crand "crypto/rand"
	"errors"
	"fmt"
	"io"
	"math/rand/v2"
	"os"
	"os/exec"
	"regexp"
	"slices"
	"strconv"
	"strings"
	"sync"
	"testing"
	"time"

	"github.com/jackc/pgx/v5"

	"paddock/bot/discordsim"
	tamper "paddock/bot/discordsim/people"
	"paddock/games"
	"paddock/games/catalog"
	"paddock/games/gamestest/logbook"
	"paddock/games/match"
	"paddock/games/match/decide"
	"paddock/games/match/service"
	"paddock/storage/postgres/pgtest"
)

// workers holds several processes of the production command on one PostgreSQL server. A front sends
// requests to the workers in turn. A process that ends is started again.
type workers struct {
	*rig
	server *pgtest.Server
	ctx    context.Context
	stop   context.CancelFunc
	all    sync.WaitGroup

	mu      sync.Mutex
	running []*worker // workers by number; nil while one is being started
	before  []string  // for each worker's number, the program to run; empty: the present version
	ups     int       // how many times a worker became ready
}

// worker is one process.
type worker struct {
	cmd  *exec.Cmd
	log  *logbook.Logbook
	addr string // the address where the worker takes interactions
}

// newWorkers makes the world and a database; no worker is started.
func newWorkers(t testing.TB, cfg discordsim.Config) *workers {
	t.Helper()
	server := pgtest.New(t)
	w := &workers{rig: newRig(t, cfg), server: server}
	w.share(server.Database(t))
	return w
}

// begin starts n workers and waits until all are ready.
func (w *workers) begin(n int) {
	w.Helper()
	w.log = &logbook.Logbook{}
	w.ctx, w.stop = context.WithCancel(context.Background())
	w.running = make([]*worker, n)
	w.Cleanup(w.end)
	for i := range n {
		w.all.Go(func() { w.keep(i) })
	}
	w.until("all workers are ready", func() bool {
		w.mu.Lock()
		defer w.mu.Unlock()
		return !slices.Contains(w.running, nil)
	})
	w.until("the commands are there", func() bool { return len(w.sim.Commands(w.hall, w.ann)) > 0 })
	w.connect()
}

// keep keeps one worker running, as a supervisor does, until all workers must end.
func (w *workers) keep(i int) {
	for w.ctx.Err() == nil {
		log := &logbook.Logbook{}
		cmd := w.command(context.Background())
		w.mu.Lock()
		if i < len(w.before) && w.before[i] != "" {
			cmd.Path = w.before[i]
		}
		w.mu.Unlock()
		cmd.Stderr = io.MultiWriter(log, w.log)
		if err := cmd.Start(); err != nil {
			w.Error(err)
			return
		}
		ended := make(chan struct{})
		go func() { _ = cmd.Wait(); close(ended) }()
		w.follow(i, &worker{cmd: cmd, log: log}, ended)
		w.set(i, nil)
	}
}

// follow watches a worker until it ends.
func (w *workers) follow(i int, one *worker, ended chan struct{}) {
	for one.addr == "" {
		select {
		case <-ended:
			return
		case <-w.ctx.Done():
			_ = one.cmd.Process.Signal(os.Interrupt)
			<-ended
			return
		case <-time.After(10 * time.Millisecond):
		}
		if text := one.log.String(); strings.Contains(text, "msg=ready") {
			one.addr = "the gateway"
			if w.front != nil {
				one.addr = takesAt.FindStringSubmatch(text)[1]
			}
		}
	}
	w.set(i, one)
	select {
	case <-ended:
	case <-w.ctx.Done():
		_ = one.cmd.Process.Signal(os.Interrupt)
		<-ended
	}
}

// set records whether a worker takes interactions.
func (w *workers) set(i int, one *worker) {
	w.mu.Lock()
	defer w.mu.Unlock()
	if w.running[i] = one; one != nil {
		w.ups++
	}
	var addrs []string
	for _, other := range w.running {
		if other != nil {
			addrs = append(addrs, other.addr)
		}
	}
	if w.front != nil {
		w.front.set(addrs...)
	}
}

// connect makes the front send interactions to the workers, if the rig uses HTTP.
func (w *workers) connect() {
	w.Helper()
	if w.front == nil {
		return
	}
	if err := w.sim.SetEndpoint(w.Context(), endpointURL, w.front.client()); err != nil {
		w.Fatal(err)
	}
}

// killOne kills a random running worker, as a power cut would.
func (w *workers) killOne() { w.killLogged("") }

// killLogged kills one of the workers that have logged a text.
func (w *workers) killLogged(text string) {
	w.mu.Lock()
	defer w.mu.Unlock()
	for _, i := range rand.Perm(len(w.running)) {
		if one := w.running[i]; one != nil && strings.Contains(one.log.String(), text) {
			_ = one.cmd.Process.Kill()
			w.spared++
			return
		}
	}
}

// end ends all workers by a signal.
func (w *workers) end() {
	if w.stop != nil {
		w.stop()
		w.all.Wait()
	}
}

// crowd starts n matches between members. Their clocks run out one after the other within a time,
// the last one at its end.
func (w *workers) crowd(n int, within time.Duration) (halls []discordsim.ChannelID, last time.Time) {
	w.Helper()
	const perHall = 50
	for i := range n {
		if i%perHall == 0 {
			halls = append(halls, w.sim.AddChannel(w.club, fmt.Sprint("crowd-", i/perHall)))
		}
		one, two := w.sim.AddUser(fmt.Sprint("One", i)), w.sim.AddUser(fmt.Sprint("Two", i))
		w.sim.AddMember(w.club, one)
		w.sim.AddMember(w.club, two)
		last = time.Now().Add(within*time.Duration(i)/time.Duration(n) + 2*time.Second)
		w.seat(halls[len(halls)-1], one, two, last.Add(-perMove))
	}
	return halls, last
}

// perMove is the default time for a move.
const perMove = 48 * time.Hour

// seat stores a match of two members that began at a given time.
func (w *workers) seat(ch discordsim.ChannelID, one, two discordsim.UserID, began time.Time) {
	w.Helper()
	s := service.New(service.Config{
		Store: w.store, Games: catalog.Games(), Now: func() time.Time { return began },
		Rand: crand.Reader, Defaults: decide.Defaults{PerMove: perMove, Grace: -1},
	})
	players := []match.Player{{User: match.UserID(one), Name: "One"}, {User: match.UserID(two), Name: "Two"}}
	_, err := s.Tables.Propose(w.Context(), match.Proposal{
		Game: "kalah", Setup: games.Setup{Seats: 2},
		Place: match.Place{Guild: match.GuildID(w.club), Channel: match.ChannelID(ch)},
		By:    players[0], With: players, Seated: true, Cause: match.Cause("seat " + crand.Text()),
	})
	if err != nil {
		w.Fatal(err)
	}
}

// checkClocks checks that each clock of the crowd took effect once, and soon after its time. It
// returns the longest delay.
func (w *workers) checkClocks(found tally, halls []discordsim.ChannelID) (latest time.Duration) {
	w.Helper()
	for _, rec := range found.matches {
		if !slices.Contains(halls, discordsim.ChannelID(rec.Place.Channel)) {
			continue
		}
		kinds := map[match.EventKind]int{}
		for _, e := range found.logs[rec.ID] {
			kinds[e.Kind]++
			if e.Kind == match.Ruled && kinds[match.Extended] == 0 {
				latest = max(latest, e.At.Sub(rec.Created.Add(perMove)))
			}
		}
		wanted := 1
		// the time for the move ran out while no worker lived, so the clock was extended
		if kinds[match.Extended] > 0 && rec.Status == match.Running {
			wanted = 0
		}
		if kinds[match.Ruled] != wanted || kinds[match.Ended] != wanted || kinds[match.Reminded] > 1 ||
			kinds[match.Extended] > 1 {
			w.Errorf("match %s is %s after %v; want its clock to have taken effect once", rec.ID, rec.Status, kinds)
		}
	}
	return latest
}

// Three workers share PostgreSQL. People play at four tables, and the clocks of many other matches
// run out. Interactions are delivered twice or never, workers are killed, and the database is
// stopped twice as by a power cut. In the end every acknowledged move is in a log once. Logs have
// no gaps and replay to their positions, and the boards show these. Each clock took effect once. At
// most one surplus message is allowed for each killed worker and each stop of the database.
// PADDOCK_CHAOS is the duration, such as 10m; then there are 1,000 matches and a kill every half
// second. Over the gateway the test runs only with PADDOCK_CHAOS and with a kill every ten seconds,
// because others take over the shards of a dead worker after 15 s.
func TestWorkersChaos(t *testing.T) {
	if testing.Short() {
		t.Skip("long: something fails every second")
	}
	t.Parallel()
	t.Run("by HTTP", func(t *testing.T) {
		t.Parallel()
		w := newWorkers(t, discordsim.Config{Limits: discordsim.Limits{Off: true}})
		w.posted()
		if span := chaosSpan(); span > 0 {
			w.survive(span, 1000, 500*time.Millisecond)
		} else {
			w.survive(4*time.Second, 40, time.Second)
		}
	})
	t.Run("over the gateway", func(t *testing.T) {
		t.Parallel()
		span := chaosSpan()
		if span == 0 {
			t.Skip("long: PADDOCK_CHAOS is not set")
		}
		w := newWorkers(t, discordsim.Config{
			Shards: 2, Concurrency: 2,
			Limits: discordsim.Limits{Off: true, Identify: 1_000_000},
		})
		w.survive(span, 1000, 10*time.Second)
	})
}

// survive runs TestWorkersChaos for a time, with a number of matches besides the matches of the
// simulated players, and a time between kills.
func (w *workers) survive(span time.Duration, matches int, pause time.Duration) {
	w.Helper()
	l := newLoad(w.rig)
	halls, last := w.crowd(matches, span)
	w.begin(3)
	ctx, cancel := context.WithCancel(w.Context())
	var people sync.WaitGroup
	people.Go(func() { l.work(ctx) })
	restarts := 0
	for began := time.Now(); time.Since(began) < span || restarts < 2 || w.acknowledged() == 0; {
		time.Sleep(pause/2 + rand.N(pause))
		w.killOne()
		if n := rand.IntN(4); n < 2 {
			w.sim.TamperNext(1, []discordsim.Tamper{tamper.Twice, tamper.Never}[n])
		}
		if restarts < 2 && time.Since(began) > span*time.Duration(restarts+1)/3 {
			restarts++
			w.spared++ // a worker may post a message and be unable to record it
			if err := w.server.Restart("immediate"); err != nil {
				w.Fatal(err)
			}
		}
	}
	cancel()
	people.Wait()
	w.until("all workers are ready", func() bool {
		w.mu.Lock()
		defer w.mu.Unlock()
		return !slices.Contains(w.running, nil)
	})
	w.Logf("%d answers were put off by a worker that was killed before it could give them", w.sim.Abandon())
	all := append(l.channels(), halls...)
	w.until("all clocks have taken effect", func() bool {
		// Due leaves out matches that another worker has claimed
		claimed, err := w.store.Leases(w.Context(), match.ClockDuty)
		due, err2 := w.store.Due(w.Context(), last.Add(time.Second), 1)
		time.Sleep(100 * time.Millisecond)
		return err == nil && err2 == nil && len(due)+len(claimed) == 0
	})
	w.rest(all...)
	l.goesOn()
	w.end()
	found := w.examine(all...)
	late := w.checkClocks(found, halls)
	if found.moves == 0 || w.spared <= restarts {
		w.Errorf("%d moves, %d kills, %d restarts of the database; want some of each", found.moves, w.spared-restarts,
			restarts)
	}
	w.Logf("%d matches, %d moves, %d kills, %d starts, %d restarts of the database, %d messages too many, the latest clock %v late",
		len(found.matches), found.moves, w.spared-restarts, w.ups, restarts, w.surplus, late)
}

// Three workers share the shards of the gateway. All are killed and started again. When the leases
// of the dead workers have run out, the shards are free, and interactions are answered: within 15 s
// on an idle machine.
func TestWorkersOverTheGateway(t *testing.T) {
	if testing.Short() {
		t.Skip("long")
	}
	t.Parallel()
	w := newWorkers(t, discordsim.Config{Shards: 2, Concurrency: 2, Limits: discordsim.Limits{Off: true}})
	w.begin(3)
	ask := func() bool {
		ctx, cancel := context.WithTimeout(t.Context(), 5*time.Second)
		defer cancel()
		return w.sim.As(w.ann).In(w.hall).Slash("/help").Wait(ctx) == nil
	}
	w.until("the shard of the hall is held", ask)
	held := func() (shards []string) {
		list, err := w.store.Leases(t.Context(), match.ShardDuty)
		if err != nil {
			t.Fatal(err)
		}
		for _, l := range list {
			shards = append(shards, l.Key)
		}
		return shards
	}
	w.until("both shards are held", func() bool { return len(held()) == 2 })
	sessions := len(w.sim.Identifies())
	w.mu.Lock()
	for _, one := range w.running {
		if one != nil {
			_ = one.cmd.Process.Kill()
		}
	}
	w.mu.Unlock()
	killed := time.Now()
	w.until("the shard is taken over", ask)
	t.Logf("what was held by a worker that was killed was answered %v later; %d sessions, %d after it",
		time.Since(killed), sessions, len(w.sim.Identifies()))
}

// Two workers receive each interaction, as when Discord delivers again what it believes lost. No
// worker mistakes an answer of the other for its own, so every board shows the newest position, and
// none is deleted.
func TestWorkersReceiveEverythingTwice(t *testing.T) {
	if testing.Short() {
		t.Skip("long")
	}
	t.Parallel()
	w := newWorkers(t, discordsim.Config{Limits: discordsim.Limits{Off: true}})
	w.posted()
	w.begin(2)
	tables := []*load{newLoad(w.rig), newLoad(w.rig)}
	w.sim.TamperNext(1_000_000, tamper.Twice) // the front sends the second one to the other worker
	all := append(tables[0].channels(), tables[1].channels()...)
	var found tally
	for n := 50; n <= 150; n += 50 {
		ctx, cancel := context.WithCancel(t.Context())
		var people sync.WaitGroup
		people.Go(func() { // some answers take so long that the other worker is faster
			for ctx.Err() == nil {
				w.sim.Inject(discordsim.Fault{
					Method: "POST", Route: "/interactions/{interaction_id}/{interaction_token}/callback",
					Delay: time.Second,
				})
				time.Sleep(100 * time.Millisecond)
			}
		})
		for _, l := range tables {
			people.Go(func() { l.work(ctx) })
		}
		w.until("people have played", func() bool { return w.acknowledged() >= n })
		cancel()
		people.Wait()
		w.sim.Abandon()
		w.rest(all...)
		found = w.examine(all...) // the check comes before anybody clicks a board again, which would mend an old one
	}
	w.end()
	late := strings.Count(w.log.String(), `trouble="already done"`)
	if late == 0 || w.surplus > 0 {
		t.Errorf("%d answers came after that of the other, %d messages too many; want some and none", late, w.surplus)
	}
	t.Logf("%d matches, %d moves, %d answers after that of the other", len(found.matches), found.moves, late)
}

// Two workers share PostgreSQL behind PgBouncer in transaction mode. One is killed, and in the end
// both are started a second time. Nothing shows that the pooler is there.
func TestWorkersBehindPooler(t *testing.T) {
	if testing.Short() {
		t.Skip("long")
	}
	t.Parallel()
	w := &workers{server: pgtest.New(t), rig: newRig(t, discordsim.Config{Limits: discordsim.Limits{Off: true}})}
	w.share(w.server.Pooled(t, w.server.Database(t)))
	w.posted()
	l := newLoad(w.rig)
	some := func() {
		ctx, cancel := context.WithCancel(t.Context())
		var people sync.WaitGroup
		people.Go(func() { l.work(ctx) })
		from := w.acknowledged()
		w.until("people have played", func() bool { return w.acknowledged() >= from+20 })
		cancel()
		people.Wait()
	}
	log := ""
	for range 2 {
		w.begin(2)
		some()
		w.killOne()
		some()
		w.until("both workers are ready", func() bool {
			w.mu.Lock()
			defer w.mu.Unlock()
			return !slices.Contains(w.running, nil)
		})
		w.sim.Abandon()
		w.rest(l.channels()...)
		l.goesOn()
		w.end()
		log += w.log.String()
	}
	if found := w.examine(l.channels()...); found.moves < 60 {
		t.Errorf("%d moves, want many", found.moves)
	}
	for line := range strings.Lines(log) {
		if strings.Contains(line, "level=ERROR") || strings.Contains(line, "SQLSTATE") {
			t.Error(line)
		}
	}
}

// BenchmarkWorkers measures the processor time of a move by the number of workers. Two members play
// by HTTP, each when the board says that it is their turn. The heartbeats of the workers count as
// part of it.
func BenchmarkWorkers(b *testing.B) {
	for _, n := range []int{1, 3} {
		b.Run(fmt.Sprint(n), func(b *testing.B) {
			w := newWorkers(b, discordsim.Config{Limits: discordsim.Limits{Off: true}})
			w.posted()
			w.begin(n)
			play := func(moves int) {
				for range moves {
					if b := w.board(w.hall, ""); !b.Exists() || isOver(b) {
						w.seat(w.hall, w.ann, w.bob, time.Now())
						w.until("there is a new board", func() bool {
							b := w.board(w.hall, "")
							return b.Exists() && !isOver(b)
						})
					}
					w.turn(w.hall)
				}
			}
			play(30) // not measured
			before := w.processorTime()
			play(b.N)
			b.ReportMetric(float64((w.processorTime()-before).Microseconds())/1000/float64(b.N), "cpu-ms/move")
			w.end()
		})
	}
}

// processorTime returns the processor time that the running workers have used.
func (w *workers) processorTime() (sum time.Duration) {
	w.mu.Lock()
	defer w.mu.Unlock()
	for _, one := range w.running {
		if one == nil {
			continue
		}
		stat, err := os.ReadFile(fmt.Sprintf("/proc/%d/stat", one.cmd.Process.Pid))
		if err != nil {
			w.Skip("there is no /proc here that says it")
		}
		fields := strings.Fields(string(stat[strings.LastIndexByte(string(stat), ')')+1:]))
		for _, ticks := range fields[11:13] { // processor time of user and system, in hundredths of a second
			n, _ := strconv.Atoi(ticks)
			sum += time.Duration(n) * 10 * time.Millisecond
		}
	}
	return sum
}

// This test follows the guide "from one machine to many" in docs/machines.md with running matches.
// A file becomes a PostgreSQL database, three workers continue with it, and it becomes a file
// again. Every acknowledged move is still there.
func TestFromOneMachineToMany(t *testing.T) {
	if testing.Short() {
		t.Skip("long")
	}
	t.Parallel()
	w := &workers{server: pgtest.New(t), rig: newRig(t, discordsim.Config{Limits: discordsim.Limits{Off: true}})}
	url := w.server.Database(t)
	there, back := guide(t)
	l := newLoad(w.rig)
	some := func() {
		ctx, cancel := context.WithCancel(t.Context())
		var people sync.WaitGroup
		people.Go(func() { l.work(ctx) })
		from := w.acknowledged()
		w.until("people have played", func() bool { return w.acknowledged() >= from+10 })
		cancel()
		people.Wait()
	}
	w.startPosted()
	some()
	w.rest(l.channels()...)
	w.rig.stop()
	w.obey(there, url)
	w.share(url)
	w.begin(3)
	some()
	w.obey([]string{"check"}, url) // checks the database while the workers run
	w.rest(l.channels()...)
	w.end()
	if err := os.Rename(w.db, w.db+".before"); err != nil {
		t.Fatal(err)
	}
	w.obey(back, url)
	w.spoilt(url)
	w.store, w.shared = nil, ""
	w.env = slices.DeleteFunc(w.env, func(v string) bool { return strings.HasPrefix(v, "PADDOCK_DATABASE_URL=") })
	w.startPosted()
	some()
	w.rest(l.channels()...)
	w.rig.stop()
	if found := w.examine(l.channels()...); found.moves < 30 || len(found.matches) < 4 {
		t.Errorf("%d moves of %d matches, want at least ten at each of the three stops", found.moves,
			len(found.matches))
	}
}

// spoilt changes PostgreSQL without the bot's knowledge and checks that `paddock check` finds the
// change.
func (w *workers) spoilt(url string) {
	w.Helper()
	conn, err := pgx.Connect(w.Context(), url)
	if err != nil {
		w.Fatal(err)
	}
	defer conn.Close(context.WithoutCancel(w.Context()))
	var id string
	if err := conn.QueryRow(w.Context(),
		`update events set line = replace(line, '"At":"20', '"At":"19') where seq = 1 and id = (select min(id) from events) returning id`).Scan(&id); err != nil {
		w.Fatal(err)
	}
	out, err := w.command(w.Context(), "check").CombinedOutput()
	failed, ok := errors.AsType[*exec.ExitError](err)
	if want := "match " + id + ": the checksum of its event 1 is wrong"; !ok || failed.ExitCode() != 1 ||
		!strings.Contains(string(out), want) || strings.Contains(string(out), "sound") {
		w.Errorf("paddock check of what was changed: %v, %s; want exit code 1 and %q", err, out, want)
	}
}

// guide returns the commands of docs/machines.md that move the database to PostgreSQL and back.
func guide(t *testing.T) (there, back []string) {
	t.Helper()
	text, err := os.ReadFile("../../docs/machines.md")
	if err != nil {
		t.Fatal(err)
	}
	found := regexp.MustCompile(`(?m)^paddock (migrate-store .*)$`).FindAllStringSubmatch(string(text), -1)
	if len(found) != 2 {
		t.Fatalf("the guide has the commands %q, want one there and one back", found)
	}
	return strings.Fields(found[0][1]), strings.Fields(found[1][1])
}

// obey runs a command of the guide docs/machines.md.
func (w *workers) obey(args []string, url string) {
	w.Helper()
	args = slices.Clone(args)
	for i := range args {
		args[i] = strings.NewReplacer(`"$PADDOCK_DATABASE_URL"`, url).Replace(args[i])
	}
	out, err := w.command(w.Context(), args...).CombinedOutput()
	if err != nil {
		w.Fatalf("paddock %q: %v\n%s", args, err, out)
	}
	w.Logf("paddock %s: %s", args[0], lastLines(strings.TrimSpace(string(out)), 1))
}
