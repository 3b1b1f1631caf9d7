package tasks

import (
	"log/slog"
	"runtime"
	"strconv"
	"sync"
	"sync/atomic"
	"testing"
	"testing/synctest"
	"time"
)

// Lanes keep the order within a lane, and a panic in one job does not stop the next.
func TestLanes(t *testing.T) {
	l := Queue{Log: slog.New(slog.DiscardHandler)}
	var got []int
	for i := range 100 {
		l.Do("a", func() {
			if i == 50 {
				panic("fifty")
			}
			got = append(got, i)
		})
	}
	l.End()
	if len(got) != 99 {
		t.Fatalf("%d jobs were done, want 99", len(got))
	}
	for i := 1; i < len(got); i++ {
		if got[i] < got[i-1] {
			t.Fatalf("%d was done after %d", got[i], got[i-1])
		}
	}
}

// A lane that begins while a goroutine is at rest is done by that one; all of them end when there is nothing to do.
func TestLanesShareGoroutines(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		before := runtime.NumGoroutine()
		var q Queue
		for i := range 50 {
			q.Do(strconv.Itoa(i), func() {})
			synctest.Wait()
		}
		if n := runtime.NumGoroutine() - before; n > 1 {
			t.Errorf("%d goroutines for lanes one after the other, want one", n)
		}
		time.Sleep(2 * linger)
		synctest.Wait()
		if n := runtime.NumGoroutine() - before; n > 0 {
			t.Errorf("%d goroutines are left of a queue that is empty", n)
		}
		q.Do("last", func() {})
		q.End()
		q.Do("later", func() { t.Error("something was done after the end") })
		synctest.Wait() // a goroutine that is kept would be a deadlock
	})
}

// Whatever is enqueued while the queue ends is done before End returns, or not at all.
func TestEndAmongOthers(t *testing.T) {
	for range 200 {
		q := Queue{Log: slog.New(slog.DiscardHandler)}
		var ended atomic.Bool
		var all sync.WaitGroup
		for i := range 4 {
			all.Go(func() {
				for range 10 {
					q.Do(strconv.Itoa(i), func() {
						if ended.Load() {
							t.Error("something was done after the end")
						}
					})
				}
			})
		}
		q.End()
		ended.Store(true)
		all.Wait()
	}
}
