// Package pace decides when a request may be sent, so that Discord does not have to refuse it: 10,000 refusals in ten minutes, and Discord blocks the
// address. It keeps the limit over all requests with a margin, learns the limits of each route from what answers say about them, and lets the most
// urgent of those who wait go first. It knows neither what is sent nor how. Start reading at [Pacer.Wait].
package pace

import (
	"context"
	"net/http"
	"slices"
	"strconv"
	"sync"
	"time"

	"golang.org/x/time/rate"
)

// Urgency orders requests that wait. The zero value is the most urgent.
type Urgency int

// The urgencies.
const (
	Answer  Urgency = iota // somebody has asked and waits
	Fresh                  // something has just happened
	Backlog                // something happened before: what was left undone at the last end
)

type urgencyKey struct{}

// With is a context whose requests have an urgency. Without it they are answers.
func With(ctx context.Context, u Urgency) context.Context {
	return context.WithValue(ctx, urgencyKey{}, u)
}

// Of is the urgency of a context's requests.
func Of(ctx context.Context) Urgency {
	u, _ := ctx.Value(urgencyKey{}).(Urgency)
	return u
}

// Standard is how many requests a second Discord allows a bot over all.
const Standard = 50

// Pacer paces the requests of one bot. Make it with New; it is safe for concurrent use and has no goroutine of its own.
type Pacer struct {
	allowed int           // requests a second that Discord allows the bot over all
	global  *rate.Limiter // this process's share, with a margin

	mu      sync.Mutex
	held    time.Time // until when nothing may be sent that counts against the limit over all: Discord has said so
	routes  map[string]*route
	waiting []*waiter // the most urgent first, then in order of arrival
	timer   *time.Timer
	sweep   time.Time // when routes are next forgotten
}

// route is what is known of one route's own limit.
type route struct {
	inFlight int
	waiting  int
	asking   bool // a request that is under way was sent to find out
	known    bool // left and reset are what Discord has said, and what was sent since is taken off
	left     int
	reset    time.Time // when left is no longer true
}

type waiter struct {
	r        *route
	own      bool
	asks     bool // it was sent while nothing was known of its route
	urgency  Urgency
	deadline time.Time // zero: none
	ready    chan error
}

// TooLong is the error for a request that could not be sent before its context ends.
type TooLong struct{ Wait time.Duration }

// Error says how long it would take.
func (e *TooLong) Error() string { return "the route's limit is used up for " + e.Wait.String() }

// New makes a Pacer for a bot that is allowed so many requests a second over all; zero: Standard. A tenth of them is a margin: what is sent evenly
// arrives unevenly.
func New(perSecond int) *Pacer {
	if perSecond <= 0 {
		perSecond = Standard
	}
	p := &Pacer{allowed: perSecond, global: rate.NewLimiter(1, 1), routes: make(map[string]*route)}
	p.Share(1)
	return p
}

// Share says how many processes send requests for the bot, this one among them: each sends its share of what is allowed.
func (p *Pacer) Share(processes int) {
	burst := max(1, p.allowed/10)
	p.mu.Lock()
	defer p.mu.Unlock()
	now := time.Now()
	p.global.SetLimitAt(now, rate.Limit(p.allowed-2*burst)/rate.Limit(processes))
	p.global.SetBurstAt(now, max(1, burst/processes))
	p.dispatch()
}

// Wait returns when a request of a route may be sent; then done must be called with the status and the headers of its answer, 0 and nil if there was
// none. Own says that the request is authorised by a token of its own, an interaction's: then the limit over all does not concern it. The error is
// the context's, or TooLong at once if the route stays closed beyond its deadline.
func (p *Pacer) Wait(ctx context.Context, name string, own bool) (done func(status int, h http.Header), err error) {
	w := &waiter{own: own, urgency: Of(ctx), ready: make(chan error, 1)}
	w.deadline, _ = ctx.Deadline()
	p.mu.Lock()
	w.r = p.routes[name]
	if w.r == nil {
		w.r = new(route)
		p.routes[name] = w.r
	}
	p.enqueue(w)
	p.dispatch()
	p.mu.Unlock()
	select {
	case err = <-w.ready:
	case <-ctx.Done():
		if !p.leave(w) { // it was let go at the same moment
			if <-w.ready == nil {
				p.answered(w, 0, nil)
			}
		}
		err = ctx.Err()
	}
	if err != nil {
		return nil, err
	}
	return func(status int, h http.Header) { p.answered(w, status, h) }, nil
}

// Waiting is how many requests wait.
func (p *Pacer) Waiting() int {
	p.mu.Lock()
	defer p.mu.Unlock()
	return len(p.waiting)
}

func (p *Pacer) enqueue(w *waiter) {
	w.r.waiting++
	at := len(p.waiting)
	for at > 0 && p.waiting[at-1].urgency > w.urgency {
		at--
	}
	p.waiting = slices.Insert(p.waiting, at, w)
}

// leave takes a waiter out of the queue; it reports false if it is not there any more.
func (p *Pacer) leave(w *waiter) bool {
	p.mu.Lock()
	defer p.mu.Unlock()
	at := slices.Index(p.waiting, w)
	if at < 0 {
		return false
	}
	p.waiting = slices.Delete(p.waiting, at, at+1)
	w.r.waiting--
	return true
}

// dispatch lets go whoever may, and has itself called again when the next one may. The caller holds mu.
func (p *Pacer) dispatch() {
	now := time.Now()
	var next time.Time // zero: not before something is answered
	later := func(t time.Time) {
		if next.IsZero() || t.Before(next) {
			next = t
		}
	}
	free := p.freeAt(now)
	kept := p.waiting[:0]
	for _, w := range p.waiting {
		open, at := w.r.open(now)
		switch {
		case !open && !w.deadline.IsZero() && at.After(w.deadline):
			p.release(w, &TooLong{at.Sub(now)})
			continue
		case !open:
			if !at.IsZero() {
				later(at)
			}
		case !w.own && free.After(now):
			later(free)
		default:
			w.asks = w.r.take(now)
			if !w.own {
				p.global.AllowN(now, 1)
				free = p.freeAt(now)
			}
			p.release(w, nil)
			continue
		}
		kept = append(kept, w)
	}
	clear(p.waiting[len(kept):])
	p.waiting = kept
	p.forget(now)
	if p.timer != nil {
		p.timer.Stop()
	}
	if !next.IsZero() {
		p.timer = time.AfterFunc(next.Sub(now), func() {
			p.mu.Lock()
			defer p.mu.Unlock()
			p.dispatch()
		})
	}
}

func (p *Pacer) release(w *waiter, err error) {
	w.r.waiting--
	w.ready <- err
}

// freeAt is when the next request may be sent that counts against the limit over all.
func (p *Pacer) freeAt(now time.Time) time.Time {
	r := p.global.ReserveN(now, 1)
	at := now.Add(r.DelayFrom(now))
	r.CancelAt(now)
	if p.held.After(at) {
		return p.held
	}
	return at
}

// open reports whether the route takes another request, otherwise when it does; a zero time: when one that is under way is answered.
func (r *route) open(now time.Time) (bool, time.Time) {
	if r.known && now.Before(r.reset) {
		return r.left > 0, r.reset
	}
	return !r.asking, time.Time{} // nothing is known: one at a time
}

// take sends a request of the route; it reports whether that is to find out about it.
func (r *route) take(now time.Time) (asks bool) {
	if r.known && !now.Before(r.reset) {
		r.known = false
	}
	r.inFlight++
	r.left--
	r.asking = r.asking || !r.known
	return !r.known
}

// answered learns from the answer to a request.
func (p *Pacer) answered(w *waiter, status int, h http.Header) {
	p.mu.Lock()
	defer p.mu.Unlock()
	now := time.Now()
	w.r.inFlight--
	if w.asks {
		w.r.asking = false
	}
	left, announced := 0, h.Get("X-RateLimit-Remaining") != ""
	if announced {
		left, _ = strconv.Atoi(h.Get("X-RateLimit-Remaining"))
	}
	reset := now.Add(waitOf(h))
	switch {
	case status == http.StatusTooManyRequests && (h.Get("X-RateLimit-Global") != "" || h.Get("X-RateLimit-Scope") == "global"):
		if reset.After(p.held) {
			p.held = reset
		}
	case status == http.StatusTooManyRequests && announced && left > 0:
		// It is not the route that is used up, but for instance the edits of an old message.
	case status == http.StatusTooManyRequests:
		w.r.known, w.r.left, w.r.reset = true, 0, reset
	case announced:
		w.r.learn(left, reset)
	}
	p.dispatch()
}

// sameWindow is by how much two announcements of one end differ at most: they are rounded and travel.
const sameWindow = 250 * time.Millisecond

// learn takes over what an answer has announced. What is under way may not be counted in it yet.
func (r *route) learn(left int, reset time.Time) {
	if r.known && reset.Before(r.reset.Add(sameWindow)) {
		r.left = min(r.left, left)
		return
	}
	r.known, r.left, r.reset = true, left-r.inFlight, reset
}

// waitOf is how long an answer says to wait.
func waitOf(h http.Header) time.Duration {
	for _, name := range []string{"X-RateLimit-Reset-After", "Retry-After"} {
		if s, err := strconv.ParseFloat(h.Get(name), 64); err == nil && s >= 0 && s < 1e9 {
			return time.Duration(s * float64(time.Second))
		}
	}
	return 0
}

// forget drops routes of which nothing is known any more, now and then: those of interactions come and go.
func (p *Pacer) forget(now time.Time) {
	if now.Before(p.sweep) {
		return
	}
	p.sweep = now.Add(time.Minute)
	for name, r := range p.routes {
		if r.inFlight == 0 && r.waiting == 0 && !now.Before(r.reset) {
			delete(p.routes, name)
		}
	}
}
