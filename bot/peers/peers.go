// Package peers coordinates a process with others that use the same store. The store holds the
// whole truth, and any process may do any pending work. To avoid double work, a process first takes
// a lease: see [Peers.Take]. Each process renews a sign of life every few seconds. When one has
// ended or died, the others look for its unfinished work: see [Peers.Run].
//
// A process with a store of its own learns that from its first call, and makes no more. Start
// reading at [Peers].
package peers

import (
	"context"
	"crypto/rand"
	"log/slog"
	"maps"
	"slices"
	"strconv"
	"strings"
	"sync"
	"time"

	"paddock/games/match"
)

// The length of a lease and the time between renewals. Together they limit how long work waits
// after its process has died: one lease, and the time until the next check of other processes.
const (
	Lease = 9 * time.Second
	beat  = 3 * time.Second
	// time from the start of the process to its first heartbeat; by then a process has compensated
	// for the outage before it
	first = time.Second

	complainEvery = 5 * time.Second
)

// Peers is a process among others. Make it with Enter; it is safe for concurrent use. A nil Peers
// is a process with a store of its own.
type Peers struct {
	claims match.Claims
	log    *slog.Logger
	name   string

	mu   sync.Mutex
	held map[piece]*holding
	last []match.Lease // other processes at the last heartbeat; only the method beat writes the field
	lost []func()      // functions set by OnLost

	// when the log last reported that the store can't list leases, which happens many times a
	// second
	complained time.Time
}

// piece is a piece of work that one process does at a time, such as the board of a match.
type piece struct {
	duty match.Duty
	key  string
}

// holding is a piece that this process holds.
type holding struct {
	lease match.Lease
	users int         // number of callers that have taken the piece of work and not released it
	timer *time.Timer // renews the lease
}

// Enter makes a process known to the others. It returns nil if the store is this process's own.
func Enter(ctx context.Context, claims match.Claims, log *slog.Logger) (*Peers, error) {
	p := &Peers{
		claims: claims, log: log, name: rand.Text()[:10] + "." + strconv.Itoa(claims.Form()),
		held: make(map[piece]*holding),
	}
	got, err := claims.Claim(ctx, match.ProcessDuty, Lease, p.name)
	if err != nil || len(got) == 1 && got[0].Until.IsZero() {
		return nil, err
	}
	// the process counts from its first beat on, because a process that has just started must not
	// hide an outage
	if err := claims.Release(ctx, got...); err != nil {
		return nil, err
	}
	p.last, err = claims.Leases(ctx, match.ProcessDuty)
	return p, err
}

// Alone reports whether there can be no other processes.
func (p *Peers) Alone() bool { return p == nil }

// Others returns the number of other living processes.
func (p *Peers) Others(ctx context.Context) (int, error) {
	if p == nil {
		return 0, nil
	}
	list, err := p.claims.Leases(ctx, match.ProcessDuty)
	return len(list), err
}

// Newer reports whether another living process understands a newer form of records than this one.
// Each says so in its name.
func (p *Peers) Newer() bool {
	if p == nil {
		return false
	}
	p.mu.Lock()
	defer p.mu.Unlock()
	return slices.ContainsFunc(p.last, func(l match.Lease) bool {
		_, form, _ := strings.Cut(l.Key, ".")
		n, _ := strconv.Atoi(form)
		return n > p.claims.Form()
	})
}

// Take claims a piece of work. Other processes leave it alone until give is called or this process
// dies. If another process has it or the store fails, Take returns nil and false. This process can
// claim a piece several times; between its own goroutines other locks are needed.
func (p *Peers) Take(ctx context.Context, duty match.Duty, key string) (give func(), ok bool) {
	if p == nil {
		return func() {}, true
	}
	at := piece{duty, key}
	got, err := p.claims.Claim(ctx, duty, Lease, key)
	p.mu.Lock()
	defer p.mu.Unlock()
	if err != nil && ctx.Err() == nil && time.Since(p.complained) > complainEvery {
		p.complained = time.Now()
		p.log.Warn("could not ask who does what", "duty", duty, "err", err)
	}
	if len(got) != 1 {
		return nil, false
	}
	h := p.held[at]
	if h == nil {
		h = &holding{}
		h.timer = time.AfterFunc(Lease/3, func() { p.renew(at, h) })
		p.held[at] = h
	}
	h.lease = got[0]
	h.users++
	return sync.OnceFunc(func() { p.give(at, h) }), true
}

// Once takes a piece for a fixed time. It reports false if another process has it.
func (p *Peers) Once(ctx context.Context, duty match.Duty, key string, d time.Duration) bool {
	if p == nil {
		return true
	}
	got, err := p.claims.Claim(ctx, duty, d, key)
	return err == nil && len(got) == 1
}

// Theirs returns the pieces of a duty that other processes hold.
func (p *Peers) Theirs(ctx context.Context, duty match.Duty) (keys []string, err error) {
	if p == nil {
		return nil, nil
	}
	list, err := p.claims.Leases(ctx, duty)
	for _, l := range list {
		keys = append(keys, l.Key)
	}
	return keys, err
}

// give gives back one use of a piece. The last one releases the lease.
func (p *Peers) give(at piece, h *holding) {
	p.mu.Lock()
	h.users--
	over := h.users == 0 && p.held[at] == h
	if over {
		h.timer.Stop()
		delete(p.held, at)
	}
	lease := h.lease
	p.mu.Unlock()
	if over {
		p.release(lease)
	}
}

// release releases leases. If that fails, they expire.
func (p *Peers) release(leases ...match.Lease) {
	ctx, cancel := context.WithTimeout(context.Background(), beat)
	defer cancel()
	if err := p.claims.Release(ctx, leases...); err != nil {
		p.log.Info("what was taken is given back when its time is up", "err", err)
	}
}

// renew extends the lease of a piece.
func (p *Peers) renew(at piece, h *holding) {
	ctx, cancel := context.WithTimeout(context.Background(), beat)
	defer cancel()
	got, err := p.claims.Claim(ctx, at.duty, Lease, at.key)
	p.mu.Lock()
	defer p.mu.Unlock()
	if p.held[at] != h {
		if len(got) == 1 && p.held[at] == nil { // the method give was called meanwhile
			go p.release(got...)
		}
		return
	}
	if len(got) == 1 {
		h.lease = got[0]
	} else {
		p.log.Warn("another process may do the same work", "duty", at.duty, "key", at.key, "err", err)
	}
	h.timer.Reset(Lease / 3)
}

// OnLost sets a function that is called after another process has ended or died, to look for
// unfinished work. Call OnLost before Run.
func (p *Peers) OnLost(f func()) {
	if p != nil {
		p.lost = append(p.lost, f)
	}
}

// Run sends signs of life and watches the other processes until ctx ends. It returns at once for a
// nil Peers.
func (p *Peers) Run(ctx context.Context) {
	if p == nil {
		return
	}
	timer := time.NewTimer(first)
	defer timer.Stop()
	for {
		select {
		case <-ctx.Done():
			return
		case <-timer.C:
			p.beat(ctx)
			timer.Reset(beat)
		}
	}
}

func (p *Peers) beat(ctx context.Context) {
	within, cancel := context.WithTimeout(ctx, Lease)
	defer cancel()
	_, err := p.claims.Claim(within, match.ProcessDuty, Lease, p.name)
	if err != nil && ctx.Err() == nil {
		p.log.Warn("could not tell that this process lives", "err", err)
	}
	if err != nil {
		return
	}
	now, err := p.claims.Leases(within, match.ProcessDuty)
	if err != nil && ctx.Err() == nil {
		p.log.Warn("could not ask which processes live", "err", err)
	}
	if err != nil {
		return
	}
	gone := slices.ContainsFunc(p.last, func(was match.Lease) bool {
		return !slices.ContainsFunc(now, func(l match.Lease) bool { return l.Key == was.Key })
	})
	p.mu.Lock()
	p.last = now
	p.mu.Unlock()
	if !gone {
		return
	}
	p.log.Info("another process has ended: its work is taken over", "left", len(now)+1)
	for _, f := range p.lost {
		f()
	}
}

// Leave releases everything at the end, so that other processes take over at once.
func (p *Peers) Leave() {
	if p == nil {
		return
	}
	p.mu.Lock()
	var leases []match.Lease
	for _, h := range p.held {
		h.timer.Stop()
		leases = append(leases, h.lease)
	}
	clear(p.held)
	p.mu.Unlock()
	ctx, cancel := context.WithTimeout(context.Background(), beat)
	defer cancel()
	if own, err := p.claims.Claim(ctx, match.ProcessDuty, Lease, p.name); err == nil {
		leases = append(leases, own...)
	}
	p.release(leases...)
}

// Holds lists the pieces of a duty that this process holds, for the log and for tests.
func (p *Peers) Holds(duty match.Duty) []string {
	if p == nil {
		return nil
	}
	p.mu.Lock()
	defer p.mu.Unlock()
	var keys []string
	for at := range maps.Keys(p.held) {
		if at.duty == duty {
			keys = append(keys, at.key)
		}
	}
	return slices.Sorted(slices.Values(keys))
}
