// Package peers is what a process knows of others that have the same store open, and how it keeps out of their way. All that is true is in the store;
// what has to be done follows from it, and whoever finds something to do may do it. So that two do not do the same at once, a process takes it first:
// see [Peers.Take]. Each tells the others every few seconds that it lives; of one that has ended or died the others look for what it has left undone:
// see [Peers.Run].
//
// A process that has its store to itself knows that after its first question, and asks no more. Start reading at [Peers].
package peers

import (
	"context"
	"crypto/rand"
	"log/slog"
	"maps"
	"slices"
	"sync"
	"time"

	"paddock/games/match"
)

// How long what is taken is kept without a word from its holder, and how often the holder says so. Together they bound how long work rests
// whose process has died: a lease, and until the next look at who lives.
const (
	Lease = 9 * time.Second
	beat  = 3 * time.Second
	first = time.Second // until the first beat: by then a process has made good for the outage that has ended with it

	complainEvery = 5 * time.Second
)

// Peers is a process among others. It is made by Enter and safe for concurrent use; the nil Peers is a process that has its store to itself.
type Peers struct {
	claims match.Claims
	log    *slog.Logger
	name   string

	mu   sync.Mutex
	held map[piece]*holding
	last []match.Lease // others who lived at the last beat
	lost []func()      // see OnLost

	complained time.Time // when it was last logged that the store can't say who does what: it is asked many times a second
}

// piece is a piece of work.
type piece struct {
	duty match.Duty
	key  string
}

// holding is a piece that this process holds.
type holding struct {
	lease match.Lease
	users int         // who have taken it and not given it back
	timer *time.Timer // renews the lease
}

// Enter makes a process known to the others, and finds out whether there can be any: nil if the store is this process's own.
func Enter(ctx context.Context, claims match.Claims, log *slog.Logger) (*Peers, error) {
	p := &Peers{claims: claims, log: log, name: rand.Text()[:10], held: make(map[piece]*holding)}
	got, err := claims.Claim(ctx, match.ProcessDuty, Lease, p.name)
	if err != nil || len(got) == 1 && got[0].Until.IsZero() {
		return nil, err
	}
	if err := claims.Release(ctx, got...); err != nil { // it counts from the first beat on: nobody is spared an outage by one that has only begun
		return nil, err
	}
	p.last, err = claims.Leases(ctx, match.ProcessDuty)
	return p, err
}

// Alone reports whether there can be no others.
func (p *Peers) Alone() bool { return p == nil }

// Others is how many other processes live.
func (p *Peers) Others(ctx context.Context) (int, error) {
	if p == nil {
		return 0, nil
	}
	list, err := p.claims.Leases(ctx, match.ProcessDuty)
	return len(list), err
}

// Take takes a piece of work, so that other processes leave it alone until give is called, or this one dies. It reports false if another one has it, or
// the store can't say; then give is nil. What was taken here already is taken once more: whoever in this process works on the same has to be kept
// apart by other means.
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

// Once takes a piece for a time, and neither keeps it longer nor gives it back before. It reports false if another process has it.
func (p *Peers) Once(ctx context.Context, duty match.Duty, key string, d time.Duration) bool {
	if p == nil {
		return true
	}
	got, err := p.claims.Claim(ctx, duty, d, key)
	return err == nil && len(got) == 1
}

// Theirs are the pieces of a duty that other processes hold.
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

// give gives a piece back that one of its users has done with. The last gives the lease up.
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

// release gives leases up. If that fails they run out.
func (p *Peers) release(leases ...match.Lease) {
	ctx, cancel := context.WithTimeout(context.Background(), beat)
	defer cancel()
	if err := p.claims.Release(ctx, leases...); err != nil {
		p.log.Info("what was taken is given back when its time is up", "err", err)
	}
}

// renew keeps a piece that takes longer.
func (p *Peers) renew(at piece, h *holding) {
	ctx, cancel := context.WithTimeout(context.Background(), beat)
	defer cancel()
	got, err := p.claims.Claim(ctx, at.duty, Lease, at.key)
	p.mu.Lock()
	defer p.mu.Unlock()
	if p.held[at] != h {
		if len(got) == 1 && p.held[at] == nil { // it was given back meanwhile
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

// OnLost has f called when another process has ended or died, so that what it has left undone is looked for. It is called before Run.
func (p *Peers) OnLost(f func()) {
	if p != nil {
		p.lost = append(p.lost, f)
	}
}

// Run tells the others that this process lives, and looks after them, until ctx ends. A process that is alone has nothing to do.
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
	ctx, cancel := context.WithTimeout(ctx, Lease)
	defer cancel()
	if _, err := p.claims.Claim(ctx, match.ProcessDuty, Lease, p.name); err != nil {
		p.log.Warn("could not tell that this process lives", "err", err)
		return
	}
	now, err := p.claims.Leases(ctx, match.ProcessDuty)
	if err != nil {
		p.log.Warn("could not ask which processes live", "err", err)
		return
	}
	gone := slices.ContainsFunc(p.last, func(was match.Lease) bool {
		return !slices.ContainsFunc(now, func(l match.Lease) bool { return l.Key == was.Key })
	})
	p.last = now
	if !gone {
		return
	}
	p.log.Info("another process has ended: its work is taken over", "left", len(now)+1)
	for _, f := range p.lost {
		f()
	}
}

// Leave gives everything back at the end, so that the others take it up at once.
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
	if len(leases) > 0 {
		p.release(leases...)
	}
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
