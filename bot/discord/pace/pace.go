// Package pace decides when a request may be sent, so that Discord need not refuse it: after 10,000
// refusals in ten minutes Discord blocks the address. It keeps the global limit with a margin,
// learns the limits of routes from answers, lets the most urgent requests go first, and has a
// budget of refusals (refusals.go). It does not know the contents of requests. Start reading at
// [Pacer.Wait].
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

// Urgency orders waiting requests. The zero value is the most urgent.
type Urgency int

// The urgencies.
const (
	Answer  Urgency = iota // a request for whose answer a person waits
	Fresh                  // a request that shows a new change
	Backlog                // unfinished work of the last run
	// Unproved is a request for a visitor whom Discord has not identified yet: anybody who can
	// reach the bot's pages can cause it.
	Unproved
)

type urgencyKey struct{}

// With returns a context with an urgency for its requests. The default is Answer.
func With(ctx context.Context, u Urgency) context.Context {
	return context.WithValue(ctx, urgencyKey{}, u)
}

// Of returns the urgency of a context.
func Of(ctx context.Context) Urgency {
	u, _ := ctx.Value(urgencyKey{}).(Urgency)
	return u
}

// standard is Discord's usual global limit of requests per second for a bot.
const standard = 50

// Pacer paces the requests of one bot. Make it with New; it is safe for concurrent use and has no
// goroutine of its own.
type Pacer struct {
	allowed int           // Discord's global limit of requests per second
	global  *rate.Limiter // limiter of this process's share of the global limit, with a margin

	mu        sync.Mutex
	processes int       // number of processes that send requests for the bot
	held      time.Time // end of a global pause that Discord has demanded
	blocked   time.Time // end of a block of the address, during which nothing is answered
	refused   refusals
	routes    map[string]*route
	waiting   []*waiter // the most urgent first, then in order of arrival
	timer     *time.Timer
	sweep     time.Time // when forget next drops routes
}

// route is the state of one route's limit.
type route struct {
	inFlight int
	waiting  int
	asking   bool // a request is under way whose answer will tell the limit
	known    bool // left and reset are valid: Discord's last values, less the requests sent since
	left     int
	reset    time.Time // when the window of left ends
}

type waiter struct {
	r        *route
	own      bool
	asks     bool // the limit of the route was unknown when the request was sent
	urgency  Urgency
	deadline time.Time // zero: no deadline
	ready    chan error
}

// TooLong is the error for a request that can't be sent before its context ends.
type TooLong struct{ Wait time.Duration }

// Error implements error.
func (e *TooLong) Error() string { return "the route's limit is used up for " + e.Wait.String() }

// New returns a Pacer for a bot with a global limit of the given number of requests per second; 0:
// standard. A tenth is a margin, because requests sent evenly arrive unevenly.
func New(perSecond int) *Pacer {
	if perSecond <= 0 {
		perSecond = standard
	}
	p := &Pacer{allowed: perSecond, global: rate.NewLimiter(1, 1), routes: make(map[string]*route)}
	p.Share(1)
	return p
}

// Share sets the number of processes that send requests for the bot, including this one. Each sends
// its share of the limit.
func (p *Pacer) Share(processes int) {
	burst := max(1, p.allowed/10)
	p.mu.Lock()
	defer p.mu.Unlock()
	now := time.Now()
	p.processes = processes
	p.global.SetLimitAt(now, rate.Limit(p.allowed-2*burst)/rate.Limit(processes))
	p.global.SetBurstAt(now, max(1, burst/processes))
	p.dispatch()
}

// Wait returns when a request of a route may be sent. The caller must then call done with the
// status and headers of the answer, or 0 and nil without an answer. Own means that an interaction's
// token authorises the request, so that the global limit does not apply. The error is the
// context's, or TooLong at once if the route stays closed beyond the deadline.
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
		if !p.leave(w) { // the request was released by dispatch at the same moment
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

// Waiting returns the number of waiting requests.
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

// leave removes a waiter from the queue. It reports false if the waiter is no longer there.
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

// dispatch releases all requests that may be sent now, and schedules its next call. The caller
// holds mu.
func (p *Pacer) dispatch() {
	now := time.Now()
	var next time.Time // the time is zero if it is known only after the next answer
	later := func(t time.Time) {
		if next.IsZero() || t.Before(next) {
			next = t
		}
	}
	p.refused.trim(now)
	free := p.freeAt(now)
	kept := p.waiting[:0]
	for _, w := range p.waiting {
		open, at := w.r.open(now)
		if spared := p.spared(now, w.urgency); !spared.IsZero() && (open || spared.After(at)) {
			open, at = false, spared
		}
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

// freeAt returns when the next request under the global limit may be sent.
func (p *Pacer) freeAt(now time.Time) time.Time {
	r := p.global.ReserveN(now, 1)
	at := now.Add(r.DelayFrom(now))
	r.CancelAt(now)
	if p.held.After(at) {
		return p.held
	}
	return at
}

// open reports whether the route takes another request, and otherwise when. A zero time means:
// after the next answer.
func (r *route) open(now time.Time) (bool, time.Time) {
	if r.known && now.Before(r.reset) {
		return r.left > 0, r.reset
	}
	return !r.asking, time.Time{} // the limit is unknown: one request at a time
}

// take counts a request of the route. It reports whether the limit is unknown, so that the answer
// has to tell it.
func (r *route) take(now time.Time) (asks bool) {
	if r.known && !now.Before(r.reset) {
		r.known = false
	}
	r.inFlight++
	r.left--
	r.asking = r.asking || !r.known
	return !r.known
}

// answered updates the limits from an answer.
func (p *Pacer) answered(w *waiter, status int, h http.Header) {
	p.mu.Lock()
	defer p.mu.Unlock()
	now := time.Now()
	p.count(now, status, h)
	w.r.inFlight--
	if w.asks {
		w.r.asking = false
	}
	left, announced := 0, h.Get("X-RateLimit-Remaining") != ""
	if announced {
		left, _ = strconv.Atoi(h.Get("X-RateLimit-Remaining"))
	}
	reset := now.Add(WaitOf(h))
	switch {
	case status == http.StatusTooManyRequests &&
		(h.Get("X-RateLimit-Global") != "" || h.Get("X-RateLimit-Scope") == "global"):
		if reset.After(p.held) {
			p.held = reset
		}
	case status == http.StatusTooManyRequests && (left > 0 || blockedFor(status, h) > 0):
		// The route itself is not exhausted. Another limit is, for example the one for edits of an
		// old message.
	case status == http.StatusTooManyRequests:
		w.r.known, w.r.left, w.r.reset = true, 0, reset
	case announced:
		w.r.learn(left, reset)
	}
	p.dispatch()
}

// sameWindow is the largest difference between two announcements of the same reset time. Two
// announcements can differ because they are rounded, and because answers take different times.
const sameWindow = 250 * time.Millisecond

// learn takes over the announced limit. It may not count requests under way yet.
func (r *route) learn(left int, reset time.Time) {
	if r.known && reset.Before(r.reset.Add(sameWindow)) {
		r.left = min(r.left, left)
		return
	}
	r.known, r.left, r.reset = true, left-r.inFlight, reset
}

// WaitOf returns the longest time to wait in the headers of an answer.
func WaitOf(h http.Header) (wait time.Duration) {
	for _, name := range []string{"X-RateLimit-Reset-After", "Retry-After"} {
		if s, err := strconv.ParseFloat(h.Get(name), 64); err == nil && s < 1e9 {
			wait = max(wait, time.Duration(s*float64(time.Second)))
		}
	}
	return wait
}

// forget drops unused routes from time to time, because those of interactions come and go.
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
