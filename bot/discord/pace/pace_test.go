package pace

import (
	"context"
	"errors"
	"fmt"
	"net/http"
	"slices"
	"sync"
	"testing"
	"testing/synctest"
	"time"
)

// limited returns the headers of an answer that announces the rest of a route's limit.
func limited(left int, after time.Duration) http.Header {
	return http.Header{
		"X-Ratelimit-Remaining":   {fmt.Sprint(left)},
		"X-Ratelimit-Reset-After": {fmt.Sprintf("%.3f", after.Seconds())},
	}
}

// let waits for a request's turn, which must come at once.
func let(t *testing.T, p *Pacer, route string) (done func(int, http.Header)) {
	t.Helper()
	began := time.Now()
	done, err := p.Wait(t.Context(), route, true)
	if err != nil || time.Since(began) > 0 {
		t.Fatalf("%s: %v after %v, want it to be let go at once", route, err, time.Since(began))
	}
	return done
}

// The pacer sends at most nine tenths of the allowed requests in any second, and it uses this share
// fully.
func TestNoSecondSeesTooMany(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		p := New(50)
		began := time.Now()
		var mu sync.Mutex
		var sent []time.Duration
		var wg sync.WaitGroup
		for i := range 1000 {
			wg.Go(func() {
				done, err := p.Wait(t.Context(), fmt.Sprint("route ", i), false)
				if err != nil {
					t.Error(err)
					return
				}
				mu.Lock()
				sent = append(sent, time.Since(began))
				mu.Unlock()
				done(200, nil)
			})
		}
		wg.Wait()
		slices.Sort(sent)
		for i := range sent {
			if i >= 45 && sent[i]-sent[i-45] < time.Second-time.Millisecond {
				t.Fatalf("46 requests between %v and %v, want at most 45 in a second", sent[i-45], sent[i])
			}
		}
		if last := sent[len(sent)-1]; last > 26*time.Second {
			t.Errorf("1,000 requests took %v, want about 25 s", last)
		}
	})
}

// Several processes of one bot stay below the limit together. A process that is left alone may use
// all of it.
func TestProcessesShare(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		p := New(50)
		count := func() (n int) {
			time.Sleep(time.Minute) // the pause saves up as large a burst as the limit allows
			ctx, cancel := context.WithTimeout(t.Context(), 10*time.Second)
			defer cancel()
			for i := 0; ; i++ {
				done, err := p.Wait(ctx, fmt.Sprint("route ", i), false)
				if err != nil {
					return i
				}
				done(200, nil)
			}
		}
		p.Share(4)
		if n := count(); n < 95 || n > 105 {
			t.Errorf("one of four processes sends %d requests in 10 s, want about 100", n)
		}
		p.Share(1)
		if n := count(); n < 395 || n > 410 {
			t.Errorf("one process alone sends %d requests in 10 s, want about 400", n)
		}
	})
}

// Answers are sent first, then new messages, then old work; within each class in the order of
// arrival.
func TestTheMostUrgentGoesFirst(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		p := New(10) // the limit allows one request at once
		if done, err := p.Wait(t.Context(), "first", false); err != nil {
			t.Fatal(err)
		} else {
			done(200, nil)
		}
		var mu sync.Mutex
		var got []string
		var wg sync.WaitGroup
		for i, u := range []Urgency{Backlog, Fresh, Answer, Backlog, Fresh, Answer} {
			wg.Go(func() {
				done, err := p.Wait(With(t.Context(), u), fmt.Sprint("route ", i), false)
				if err != nil {
					t.Error(err)
					return
				}
				mu.Lock()
				got = append(got, fmt.Sprint(u, i))
				mu.Unlock()
				done(200, nil)
			})
			synctest.Wait()
		}
		wg.Wait()
		if want := []string{"0 2", "0 5", "1 1", "1 4", "2 0", "2 3"}; !slices.Equal(got, want) {
			t.Errorf("let go in the order %q (urgency, arrival), want %q", got, want)
		}
	})
}

// While the limit of a route is unknown, one request is under way at a time. Then the announced
// number is sent, and then none until the route opens.
func TestRoutesAreLearnt(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		p := New(0)
		first := let(t, p, "a")
		second := make(chan func(int, http.Header), 1)
		go func() {
			done, _ := p.Wait(t.Context(), "a", true)
			second <- done
		}()
		synctest.Wait()
		if len(second) != 0 {
			t.Error("two requests of an unknown route are under way at once")
		}
		let(t, p, "b")(200, nil) // another route does not wait
		first(200, limited(3, 5*time.Second))
		one, two, three := <-second, let(t, p, "a"), let(t, p, "a")
		began := time.Now()
		fourth, err := p.Wait(t.Context(), "a", true)
		if waited := time.Since(began); err != nil || waited != 5*time.Second {
			t.Fatalf("the request after the last was let go after %v, %v; want 5 s", waited, err)
		}
		for _, done := range []func(int, http.Header){one, two, three, fourth} {
			done(200, nil)
		}
	})
}

// A refusal closes its route. A global refusal closes all routes under the global limit. A refusal
// for another reason closes nothing.
func TestRefusalsClose(t *testing.T) {
	refused := func(h http.Header, more ...string) http.Header {
		for i := 0; i < len(more); i += 2 {
			h.Set(more[i], more[i+1])
		}
		return h
	}
	for _, c := range []struct {
		name string
		h    http.Header
		// expected waits: of a request of this route, of another route, and of one outside the
		// global limit
		same, another, free time.Duration
	}{
		{"route", http.Header{"Retry-After": {"7"}}, 7 * time.Second, 0, 7 * time.Second},
		{
			"route, announced for sooner", refused(limited(0, 4*time.Second), "Retry-After", "9"), 9 * time.Second, 0,
			9 * time.Second,
		},
		{
			"route, announced for later", refused(limited(0, 9*time.Second), "Retry-After", "4"), 9 * time.Second, 0,
			9 * time.Second,
		},
		{
			"over all",
			http.Header{"Retry-After": {"7"}, "X-Ratelimit-Global": {"true"}},
			7 * time.Second,
			7 * time.Second, 0,
		},
		{
			"over all, by scope",
			http.Header{"Retry-After": {"7"}, "X-Ratelimit-Scope": {"global"}},
			7 * time.Second,
			7 * time.Second, 0,
		},
		{"an old message", limited(3, time.Hour), 0, 0, 0},
	} {
		t.Run(c.name, func(t *testing.T) {
			for _, after := range []struct {
				what, route string
				own         bool
				want        time.Duration
			}{
				{"the same route", "a", false, c.same},
				{"another route", "b", false, c.another},
				{"an answer of the same route", "a", true, c.free},
			} {
				synctest.Test(t, func(t *testing.T) {
					p := New(0)
					let(t, p, "a")(http.StatusTooManyRequests, c.h)
					began := time.Now()
					done, err := p.Wait(t.Context(), after.route, after.own)
					if waited := time.Since(began); err != nil || waited != after.want {
						t.Errorf("%s waits for %v, %v; want %v", after.what, waited, err, after.want)
					}
					done(200, nil)
				})
			}
		})
	}
}

// A request that can't be sent before its deadline fails at once with the time to wait. A request
// that gives up uses no place.
func TestDeadlines(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		p := New(0)
		let(t, p, "a")(http.StatusTooManyRequests, http.Header{"Retry-After": {"60"}})
		began := time.Now()
		ctx, cancel := context.WithTimeout(t.Context(), 10*time.Second)
		defer cancel()
		_, err := p.Wait(ctx, "a", true)
		if late, ok := errors.AsType[*TooLong](err); !ok || late.Wait != time.Minute || time.Since(began) > 0 {
			t.Errorf("a request with 10 s left on a route closed for a minute: %v after %v, want TooLong at once", err,
				time.Since(began))
		}
		held := let(t, p, "b")
		ctx, cancel = context.WithTimeout(t.Context(), time.Second)
		defer cancel()
		if _, err := p.Wait(ctx, "b", true); !errors.Is(err, context.DeadlineExceeded) ||
			time.Since(began) != time.Second {
			t.Errorf("a request behind one that is under way: %v after %v, want its deadline", err, time.Since(began))
		}
		held(200, nil)
		let(t, p, "b")(200, nil)
	})
}

// Unused routes are forgotten, because each interaction has a route of its own.
func TestRoutesAreForgotten(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		p := New(0)
		for i := range 10_000 {
			let(t, p, fmt.Sprint("answer ", i))(200, limited(4, 2*time.Second))
			time.Sleep(100 * time.Millisecond)
		}
		if n := len(p.routes); n > 700 {
			t.Errorf("%d routes are remembered after 10,000 that were used for 2 s each, want those of the last minute",
				n)
		}
	})
}
