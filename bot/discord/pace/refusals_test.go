package pace

import (
	"context"
	"errors"
	"net/http"
	"testing"
	"testing/synctest"
	"time"
)

// json returns the headers of an answer of Discord's own servers.
func json() http.Header { return http.Header{"Content-Type": {"application/json"}} }

// flood sends requests of a given priority to many routes, all with the same answer, until one has
// to wait. It returns how many were sent.
func flood(t *testing.T, p *Pacer, u Urgency, status int, h http.Header) (sent int) {
	t.Helper()
	ctx, cancel := context.WithTimeout(With(t.Context(), u), time.Second)
	defer cancel()
	for ; sent < 20_000; sent++ {
		done, err := p.Wait(ctx, "route", true)
		var long *TooLong
		if errors.As(err, &long) {
			return sent
		}
		if err != nil {
			t.Fatal(err)
		}
		done(status, h)
	}
	return sent
}

// Discord blocks an address after 10,000 refusals in ten minutes. Before that limit, all requests
// wait, and those that anybody can cause wait first. Ten minutes later they continue.
func TestRefusalsHaveABudget(t *testing.T) {
	for _, status := range []int{401, 403, 429} {
		synctest.Test(t, func(t *testing.T) {
			h := json()
			h.Set("X-RateLimit-Remaining", "1") // the route itself stays open
			p := New(50)
			total := 0
			for _, c := range []struct {
				urgency Urgency
				most    int
			}{{Unproved, 1000}, {Backlog, 4000}, {Fresh, 6000}, {Answer, 8000}} {
				total += flood(t, p, c.urgency, status, h)
				if total != c.most || p.Refused() != total {
					t.Errorf("%d: %d refusals until urgency %d waits, want %d; Refused() = %d", status, total, c.urgency,
						c.most, p.Refused())
				}
			}
			time.Sleep(blockWindow)
			if got := flood(t, p, Unproved, status, h); got != 1000 || p.Refused() != 1000 {
				t.Errorf("%d: ten minutes later %d go through, want 1,000; Refused() = %d", status, got, p.Refused())
			}
		})
	}
}

// Other failures, and refusals for limits that are shared with other bots, do not count towards the
// budget.
func TestWhatDoesNotCount(t *testing.T) {
	shared := json()
	shared.Set("X-RateLimit-Scope", "shared")
	shared.Set("X-RateLimit-Remaining", "1")
	for _, c := range []struct {
		status int
		h      http.Header
	}{{200, json()}, {400, json()}, {404, json()}, {502, http.Header{}}, {0, nil}, {429, shared}} {
		synctest.Test(t, func(t *testing.T) {
			p := New(50)
			done := let(t, p, "route")
			if done(c.status, c.h); p.Refused() != 0 {
				t.Errorf("%d counts", c.status)
			}
		})
	}
}

// Processes share the budget of refusals, because they may share the IP address.
func TestProcessesShareTheBudget(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		p := New(50)
		p.Share(4)
		if got := flood(t, p, Unproved, 403, json()); got != 250 {
			t.Errorf("one of four processes causes %d refusals, want 250", got)
		}
	})
}

// A block of the address holds every request for its time, even those that an interaction's token
// authorises. An announced limit of a route holds that route alone.
func TestBlockHoldsEverything(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		p := New(50)
		let(t, p, "route")(429, http.Header{"Retry-After": {"3600"}, "Content-Type": {"text/html"}})
		ctx, cancel := context.WithTimeout(t.Context(), 15*time.Second)
		defer cancel()
		_, err := p.Wait(ctx, "another route", true)
		if long, ok := errors.AsType[*TooLong](err); !ok || long.Wait != time.Hour {
			t.Errorf("during a block of an hour: %v", err)
		}
		began := time.Now()
		if _, err := p.Wait(t.Context(), "another route", true); err != nil || time.Since(began) != time.Hour {
			t.Errorf("after %v: %v, want an hour", time.Since(began), err)
		}
		let(t, p, "route")(403, http.Header{"Content-Type": {"text/html"}})
		began = time.Now()
		if _, err := p.Wait(t.Context(), "a third", true); err != nil || time.Since(began) != time.Minute {
			t.Errorf("after a block without a time it waits %v: %v", time.Since(began), err)
		}
	})
}
