package pace

import (
	"testing"
	"testing/synctest"
	"time"
)

// Processes together stay below the limit, also in their bursts. Each has at least a burst of one
// request.
func TestShares(t *testing.T) {
	for _, c := range []struct {
		processes, burst int
		limit            float64
	}{{1, 5, 40}, {2, 2, 20}, {5, 1, 8}, {40, 1, 1}} {
		p := New(50)
		p.Share(c.processes)
		if burst, limit := p.global.Burst(), float64(p.global.Limit()); burst != c.burst || limit != c.limit {
			t.Errorf("one of %d sends %v a second and bursts of %d, want %v and %d", c.processes, limit, burst, c.limit,
				c.burst)
		}
	}
}

// An announced limit of a new window does not count the requests that are under way. Of two
// announcements of one window the lower counts.
func TestLearn(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		now := time.Now()
		r := &route{inFlight: 2}
		for _, c := range []struct {
			left  int
			reset time.Duration
			want  int
		}{
			{5, time.Second, 3},
			{4, time.Second, 3},
			{1, time.Second + sameWindow - 1, 1},
			{4, time.Second + sameWindow, 2},
			{9, 2 * time.Second, 7},
		} {
			if r.learn(c.left, now.Add(c.reset)); !r.known || r.left != c.want {
				t.Errorf("%d left until %v: %d, want %d", c.left, c.reset, r.left, c.want)
			}
		}
		r = &route{left: -3, reset: now}
		if r.learn(5, now.Add(sameWindow/2)); r.left != 5 {
			t.Errorf("5 left of a short window after an unknown one: %d", r.left)
		}
	})
}
