package tasks

import (
	"slices"
	"sync"
	"testing"
	"testing/synctest"
	"time"
)

// Each key has one timer, and the latest time wins. Stopped timers do not fire.
func TestTimers(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		var timers Timers[string]
		var mu sync.Mutex
		var called []string
		began := time.Now()
		after := func(k string, d time.Duration, what string) {
			timers.After(k, d, func() {
				mu.Lock()
				defer mu.Unlock()
				called = append(called, what+" "+time.Since(began).String())
			})
		}
		after("a", 2*time.Second, "replaced")
		after("a", 5*time.Second, "later")
		after("a", 3*time.Second, "earlier")
		after("b", 4*time.Second, "another key")
		after("c", time.Second, "stopped")
		timers.Stop("c")
		timers.Stop("d")
		time.Sleep(5 * time.Second)
		synctest.Wait()
		after("a", time.Second, "anew")
		time.Sleep(time.Minute)
		synctest.Wait()
		if want := []string{"another key 4s", "later 5s", "anew 6s"}; !slices.Equal(called, want) {
			t.Errorf("called: %q, want %q", called, want)
		}
		if len(timers.all) != 0 {
			t.Errorf("%d timers are kept that have gone off", len(timers.all))
		}
	})
}

// A timer that was replaced or stopped at the moment it fires does nothing. A timer for the same
// moment replaces the earlier one.
func TestTimersAtTheSameMoment(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		var timers Timers[string]
		var called []string
		note := func(what string) func() { return func() { called = append(called, what) } }
		timers.After("a", time.Second, note("first"))
		timers.After("a", time.Second, note("second"))
		time.Sleep(2 * time.Second)
		synctest.Wait()
		timers.After("b", time.Second, note("stale"))
		stale := timers.all["b"]
		timers.After("b", 2*time.Second, note("newer"))
		if timers.take("b", stale) || !timers.take("b", timers.all["b"]) || timers.take("b", stale) {
			t.Error("a timer that was replaced fires, or the newer one does not")
		}
		time.Sleep(time.Minute)
		if want := []string{"second"}; !slices.Equal(called, want) {
			t.Errorf("called: %q, want %q", called, want)
		}
	})
}
