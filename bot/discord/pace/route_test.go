package pace

import (
	"context"
	"net/http"
	"testing"
	"testing/synctest"
	"time"
)

// Without a limit, or with an invalid one, Discord's usual one counts.
func TestNew(t *testing.T) {
	for given, want := range map[int]int{-1: 50, 0: 50, 1: 1, 7: 7, 120: 120} {
		if p := New(given); p.allowed != want || p.global.Limit() <= 0 && given > 2 || p.routes == nil {
			t.Errorf("New(%d) allows %d a second, %v of them to this process; want %d", given, p.allowed,
				p.global.Limit(), want)
		}
	}
}

// The longest wait that the headers name counts. A header without a sensible number is ignored.
func TestWaitOf(t *testing.T) {
	for _, c := range []struct {
		after, retry string
		want         time.Duration
	}{
		{"", "", 0},
		{"1.5", "", 1500 * time.Millisecond},
		{"", "2", 2 * time.Second},
		{"3", "2", 3 * time.Second},
		{"1", "2.25", 2250 * time.Millisecond},
		{"soon", "1", time.Second},
		{"-4", "", 0},
		{"999999999", "", 999999999 * time.Second},
		{"1e9", "", 0},
		{"1e30", "1", time.Second},
		{"Inf", "", 0},
	} {
		h := http.Header{}
		h.Set("X-RateLimit-Reset-After", c.after)
		h.Set("Retry-After", c.retry)
		if got := WaitOf(h); got != c.want {
			t.Errorf("after %q, retry %q: %v, want %v", c.after, c.retry, got, c.want)
		}
	}
}

// A request whose answer must tell the limit holds up others until that answer, whatever other
// answers and windows come and go.
func TestAsking(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		now := time.Now()
		r := &route{known: true, left: 2, reset: now.Add(time.Second), asking: true}
		if asks := r.take(now); asks || !r.asking || r.left != 1 || r.inFlight != 1 {
			t.Errorf("a request within a known window: asks %v, %+v", asks, *r)
		}
		if open, _ := r.open(now.Add(time.Second)); open {
			t.Error("after the window another request is let go though one asks already")
		}
		r.asking = false
		if asks := r.take(now.Add(time.Second)); !asks || !r.asking || r.known {
			t.Errorf("the first request after a window: asks %v, %+v", asks, *r)
		}

		p := New(0)
		one := let(t, p, "a")
		one(200, limited(2, time.Second))
		two := let(t, p, "a")
		time.Sleep(time.Second)
		asks := let(t, p, "a")
		two(200, nil) // an answer without a limit, to a request that was sent while the limit was known
		ctx, cancel := context.WithTimeout(t.Context(), time.Minute)
		defer cancel()
		if _, err := p.Wait(ctx, "a", true); err == nil {
			t.Error("another request is let go before the answer that must tell the limit")
		}
		asks(200, nil)
		let(t, p, "a")(200, nil)
	})
}

// An answer without limits changes nothing that is known.
func TestAnswersThatTellNothing(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		p := New(0)
		let(t, p, "a")(200, limited(3, time.Hour))
		let(t, p, "a")(200, nil)
		let(t, p, "a")(0, nil)
		let(t, p, "a")(200, limited(0, time.Hour))
		began := time.Now()
		done, err := p.Wait(t.Context(), "a", true)
		if waited := time.Since(began); err != nil || waited != time.Hour {
			t.Fatalf("let go after %v, %v; want when the window ends", waited, err)
		}
		done(200, nil)
	})
}

// Each closed route opens at its own time, whichever closed first, and no waiting request delays
// the opening of another route.
func TestEachRouteOpensInTime(t *testing.T) {
	for _, order := range [][]string{{"soon", "late"}, {"late", "soon"}} {
		synctest.Test(t, func(t *testing.T) {
			p := New(0)
			after := map[string]time.Duration{"soon": 3 * time.Second, "late": 7 * time.Second}
			began := time.Now()
			opened := map[string]chan time.Duration{
				"soon": make(chan time.Duration, 1),
				"late": make(chan time.Duration, 1),
			}
			for _, name := range order {
				let(t, p, name)(http.StatusTooManyRequests, http.Header{"Retry-After": {after[name].String()[:1]}})
				go func() {
					done, err := p.Wait(t.Context(), name, true)
					if err != nil {
						t.Error(err)
						return
					}
					opened[name] <- time.Since(began)
					done(200, nil)
				}()
				synctest.Wait()
			}
			if n := p.Waiting(); n != 2 {
				t.Errorf("%d requests wait, want 2", n)
			}
			for name, want := range after {
				if got := <-opened[name]; got != want {
					t.Errorf("closed in the order %q: %s opens after %v, want %v", order, name, got, want)
				}
			}
		})
	}
}

// A request that waits for the answer to another of its route delays no closed route.
func TestWaitingForAnAnswer(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		p := New(0)
		let(t, p, "closed")(http.StatusTooManyRequests, http.Header{"Retry-After": {"3"}})
		held := let(t, p, "unknown")
		began, opened := time.Now(), map[string]time.Duration{}
		ended := make(chan string)
		for _, name := range []string{"closed", "unknown"} {
			go func() {
				if _, err := p.Wait(t.Context(), name, true); err != nil {
					t.Error(err)
				}
				ended <- name
			}()
			synctest.Wait()
		}
		time.AfterFunc(time.Hour, func() { held(200, nil) })
		for range 2 {
			opened[<-ended] = time.Since(began)
		}
		if opened["closed"] != 3*time.Second || opened["unknown"] != time.Hour {
			t.Errorf("the routes open after %v", opened)
		}
	})
}

// A closed route is remembered until it opens. A route whose requests gave up, or were answered, is
// forgotten a minute later.
func TestClosedRoutesAreRemembered(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		p := New(0)
		let(t, p, "closed")(http.StatusTooManyRequests, http.Header{"Retry-After": {"7200"}})
		held := let(t, p, "given up")
		ctx, cancel := context.WithTimeout(t.Context(), time.Second)
		defer cancel()
		if _, err := p.Wait(ctx, "given up", true); err == nil {
			t.Error("two requests of an unknown route are let go at once")
		}
		held(200, nil)
		time.Sleep(2 * time.Minute)
		let(t, p, "another")(200, nil)
		if _, known := p.routes["given up"]; known || p.routes["closed"] == nil {
			t.Errorf("remembered are %v, want the closed one, and not the one whose requests are over", p.routes)
		}
		ctx, cancel = context.WithTimeout(t.Context(), time.Minute)
		defer cancel()
		if _, err := p.Wait(ctx, "closed", true); err == nil {
			t.Error("a closed route is open after two minutes")
		}
		if p.leave(&waiter{r: &route{}}) {
			t.Error("a request that does not wait has left the queue")
		}
	})
}

// A route with a request under way is remembered, however long it takes.
func TestRoutesUnderWayAreRemembered(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		p := New(0)
		held := let(t, p, "slow")
		time.Sleep(2 * time.Minute)
		let(t, p, "another")(200, nil)
		ctx, cancel := context.WithTimeout(t.Context(), time.Second)
		defer cancel()
		if _, err := p.Wait(ctx, "slow", true); err == nil {
			t.Error("after two minutes a second request of an unknown route is let go beside the first")
		}
		held(200, nil)
	})
}

// Of two global pauses the one that ends later counts. When the other processes have ended, waiting
// requests go at once.
func TestGlobalPauses(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		p := New(0)
		for route, wait := range map[string]string{"a": "9", "b": "2"} {
			let(t, p, route)(http.StatusTooManyRequests,
				http.Header{"Retry-After": {wait}, "X-Ratelimit-Global": {"true"}})
		}
		began := time.Now()
		done, err := p.Wait(t.Context(), "c", false)
		if waited := time.Since(began); err != nil || waited != 9*time.Second {
			t.Fatalf("let go after %v, %v; want 9 s", waited, err)
		}
		done(200, nil)
		p.Share(40) // the limit is one request a second
		for _, route := range []string{"d", "e"} {
			done, err := p.Wait(t.Context(), route, false)
			if err != nil {
				t.Fatal(err)
			}
			done(200, nil)
		}
		began = time.Now()
		waited := make(chan time.Duration, 1)
		go func() {
			if done, err := p.Wait(t.Context(), "f", false); err == nil {
				done(200, nil)
			}
			waited <- time.Since(began)
		}()
		time.Sleep(100 * time.Millisecond)
		synctest.Wait()
		p.Share(1)
		if got := <-waited; got > 150*time.Millisecond {
			t.Errorf("a request that waited for a share is let go %v after it came, want soon after the others have ended", got)
		}
	})
}
