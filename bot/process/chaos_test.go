package process_test

import (
	"cmp"
	"context"
	"math/rand/v2"
	"os"
	"sync"
	"testing"
	"time"

	"paddock/bot/discordsim"
	"paddock/bot/discordsim/people"
	"paddock/games/match"
)

// trouble is one kind of failure of Discord or of the bot.
type trouble struct {
	name string
	do   func(*rig)
}

const (
	messagesRoute = "/channels/{channel_id}/messages*"
	callbackRoute = "/interactions/{interaction_id}/{interaction_token}/callback"
)

// inject causes a failure for some seconds.
func inject(f discordsim.Fault) func(*rig) {
	return func(r *rig) {
		remove := r.sim.Inject(f)
		time.AfterFunc(5*time.Second, remove)
		r.mends = append(r.mends, remove)
	}
}

// troubles lists the failures that the chaos test chooses from.
var troubles = []trouble{
	{"cut", func(r *rig) { r.sim.CutConnections() }},
	{"op 7", func(r *rig) { r.sim.Reconnect() }},
	{"op 9", func(r *rig) { r.sim.InvalidateSessions() }},
	{"close", func(r *rig) { r.sim.CloseConnections(4000) }},
	{"disorder", func(r *rig) {
		r.sim.Reverse(3)
		r.mends = append(r.mends, func() { r.sim.Reverse(0) })
	}},
	{"twice", func(r *rig) { r.sim.TamperNext(3, people.Twice) }},
	{"never", func(r *rig) { r.sim.TamperNext(1, people.Never) }},
	{"429 on a message", inject(discordsim.Fault{
		Route: messagesRoute, Times: 2, Status: 429,
		RetryAfter: time.Second,
	})},
	{"429 on an answer", inject(discordsim.Fault{
		Route: callbackRoute, Times: 2, Status: 429,
		RetryAfter: 300 * time.Millisecond,
	})},
	{"shared 429", inject(discordsim.Fault{Status: 429, Scope: "shared", RetryAfter: 500 * time.Millisecond})},
	{"500", inject(discordsim.Fault{Times: 3, Status: 500})},
	{"502", inject(discordsim.Fault{Times: 3, Status: 502, Body: "<html>"})},
	{"503 on messages", inject(discordsim.Fault{Route: messagesRoute, Times: 4, Status: 503})},
	{"slow messages", inject(discordsim.Fault{Route: messagesRoute, Times: 3, Delay: 4 * time.Second})},
	{"slow answers", inject(discordsim.Fault{Route: callbackRoute, Times: 3, Delay: 2 * time.Second})},
	{"answers too late", inject(discordsim.Fault{Route: callbackRoute, Delay: 4 * time.Second})},
	{"dropped", inject(discordsim.Fault{Times: 2, Drop: true})},
	{"lost", inject(discordsim.Fault{Times: 2, Lost: true})},
	{"kill", func(r *rig) { r.kill(); r.supervise() }},
	{"restart", func(r *rig) { r.stop(); r.supervise() }},
}

// People play at four tables, and about every second something fails: the connection, Discord's
// answers, or the bot itself. In the end every match is over or continues, and logs and boards
// agree. Every acknowledged move is there once, and nobody was notified twice of one turn.
// PADDOCK_CHAOS is the duration, such as 10m.
func TestChaos(t *testing.T) {
	if testing.Short() {
		t.Skip("long: something fails every second")
	}
	t.Parallel()
	for _, way := range []struct {
		name  string
		start func(*rig)
	}{{"over the gateway", (*rig).start}, {"by HTTP", (*rig).startPosted}} {
		t.Run(way.name, func(t *testing.T) {
			t.Parallel()
			chaos(t, way.start)
		})
	}
}

// chaosSpan returns the duration in PADDOCK_CHAOS, or 0.
func chaosSpan() time.Duration {
	d, _ := time.ParseDuration(os.Getenv("PADDOCK_CHAOS"))
	return d
}

// chaos runs the chaos test once.
func chaos(t *testing.T, start func(*rig)) {
	span := cmp.Or(chaosSpan(), 4*time.Second)
	r := newRig(t, discordsim.Config{Limits: discordsim.Limits{Identify: 1_000_000}})
	l := newLoad(r)
	start(r)
	ctx, cancel := context.WithCancel(t.Context())
	var people sync.WaitGroup
	people.Go(func() { l.work(ctx) })
	happened := map[string]int{}
	// on a busy machine people need more time
	for end := time.Now().Add(span); time.Now().Before(end) || r.acknowledged() == 0; {
		time.Sleep(time.Duration(100+rand.IntN(900)) * time.Millisecond)
		what := troubles[rand.IntN(len(troubles))]
		happened[what.name]++
		what.do(r)
	}
	cancel()
	people.Wait()
	for _, mend := range r.mends {
		mend()
	}
	r.stop()
	t.Logf("%d answers were put off by a bot that was killed before it could give them", r.sim.Abandon())
	start(r)
	r.rest(l.channels()...)
	l.goesOn()
	r.stop()
	found := r.examine(l.channels()...)
	t.Logf("troubles: %v", happened)
	status := map[match.Status]int{}
	for _, rec := range found.matches {
		status[rec.Status]++
	}
	t.Logf("matches: %v", status)
	if found.moves == 0 {
		t.Error("no move was made")
	}
	if n := r.sim.Wasted(); n > 1000 {
		t.Errorf("%d refused requests in ten minutes, of which Discord takes 10,000", n)
	}
}
