package tasks

import (
	"log/slog"
	"runtime"
	"slices"
	"strconv"
	"strings"
	"sync"
	"sync/atomic"
	"testing"
	"testing/synctest"
	"time"
)

// The test calls each step of the queue directly, without a goroutine. No method may return with
// the lock held, because the next call would wait for ever.
func TestSteps(t *testing.T) {
	q := Queue{Log: slog.New(slog.DiscardHandler)}
	unlocked := func(what string) {
		t.Helper()
		if !q.mu.TryLock() {
			t.Fatalf("%s keeps the lock", what)
		}
		q.mu.Unlock()
	}
	var did []string
	named := func(name string) task { return task{do: func() { did = append(did, name) }} }
	q.init()
	q.waiting["a"] = []task{named("first"), named("second")}
	for range 2 {
		next, ok := q.next("a")
		unlocked("next")
		if !ok {
			t.Fatal("a lane ends too early")
		}
		if q.run("a", next) {
			t.Error("a function without a limit took too long")
		}
		unlocked("run")
	}
	if _, ok := q.next("a"); ok || len(q.waiting) > 0 {
		t.Fatalf("lanes without an end: %v", q.waiting)
	}
	unlocked("next of an empty lane")
	q.Patience = time.Hour
	next := named("third")
	next.since = time.Now()
	if q.run("a", next); q.passed != 0 || len(q.waiting) != 0 {
		t.Errorf("%d functions are still outside a lane", q.passed)
	}
	unlocked("run")
	if want := []string{"first", "second", "third"}; !slices.Equal(did, want) {
		t.Errorf("done: %q, want %q", did, want)
	}
	q.End()
	unlocked("End")
	q.Do("a", func() {})
	unlocked("Do")
}

// Functions of a lane run in order, and a panic does not stop the next one.
func TestLanes(t *testing.T) {
	synctest.Test(t, func(t *testing.T) { // a goroutine that would wait for ever fails at once here
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
	})
}

// An idle goroutine takes over a new lane. All goroutines end when there is no work.
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
		q.Do("slow", func() { time.Sleep(2 * linger) })
		time.Sleep(2*linger + time.Second)
		synctest.Wait()
		select {
		case q.free <- "next":
		default:
			t.Error("a second after a long function no goroutine waits for another lane")
		}
		q.Do("last", func() {})
		q.End()
		q.End() // a second call of the function that ends the queue does no harm
		q.Do("later", func() { t.Error("something was done after the end") })
		synctest.Wait() // the test fails if a goroutine of the queue remains
	})
}

// A function enqueued while the queue ends runs before End returns, or not at all.
func TestEndAmongOthers(t *testing.T) {
	for range 200 {
		synctest.Test(t, func(t *testing.T) {
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
		})
	}
}

// diary records events with their time since the start.
type diary struct {
	began time.Time
	mu    sync.Mutex
	got   []string
}

func (d *diary) note(what string) {
	d.mu.Lock()
	defer d.mu.Unlock()
	d.got = append(d.got, what+" "+time.Since(d.began).String())
}

// A slow function blocks its lane only for a limited time, counted from Do. Functions start in
// order, and End waits for all.
func TestPatience(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		q := Queue{Log: slog.New(slog.DiscardHandler), Patience: time.Second}
		d := diary{began: time.Now()}
		slow := func(name string) func() {
			return func() {
				d.note(name)
				time.Sleep(5 * time.Second)
				d.note(name + " done")
			}
		}
		q.Do("a", slow("first"))
		time.Sleep(100 * time.Millisecond)
		q.Do("a", slow("second"))
		time.Sleep(100 * time.Millisecond)
		q.Do("a", func() { d.note("third") })
		q.Do("a", func() { d.note("fourth") })
		q.End()
		want := []string{"first 0s", "second 1s", "third 1.1s", "fourth 1.1s", "first done 5s", "second done 6s"}
		if !slices.Equal(d.got, want) {
			t.Errorf("done: %q, want %q", d.got, want)
		}
	})
}

// End waits for a slow function even if its lane has been empty for long.
func TestEndWaitsForTheSlow(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		q := Queue{Log: slog.New(slog.DiscardHandler), Patience: time.Second}
		var done atomic.Bool
		q.Do("a", func() {
			time.Sleep(5 * time.Second)
			done.Store(true)
		})
		time.Sleep(2 * time.Second)
		if q.End(); !done.Load() {
			t.Error("the queue has ended before its only function")
		}
	})
}

// The next function of a lane does not start while the current one is within the lane's time limit,
// and a queue without a time limit waits for ever.
func TestWithinPatience(t *testing.T) {
	for _, c := range []struct {
		patience, slow time.Duration
		want           []string
	}{
		{time.Second, 900 * time.Millisecond, []string{"slow 900ms", "next 900ms"}},
		{time.Second, 1100 * time.Millisecond, []string{"next 1s", "slow 1.1s"}},
		{0, time.Hour, []string{"slow 1h0m0s", "next 1h0m0s"}},
	} {
		synctest.Test(t, func(t *testing.T) {
			q := Queue{Log: slog.New(slog.DiscardHandler), Patience: c.patience}
			d := diary{began: time.Now()}
			q.Do("a", func() {
				time.Sleep(c.slow)
				d.note("slow")
			})
			q.Do("a", func() { d.note("next") })
			time.Sleep(2 * time.Hour)
			q.End()
			if !slices.Equal(d.got, c.want) {
				t.Errorf("with a patience of %v: %q, want %q", c.patience, d.got, c.want)
			}
		})
	}
}

// A panic is logged with its place in the source; nothing else is logged.
func TestGuard(t *testing.T) {
	var log strings.Builder
	to := slog.New(slog.NewTextHandler(&log, nil))
	if !Guard(to, "here", func() {}) || log.Len() > 0 {
		t.Errorf("a function that returns counts as failed, or is logged: %q", log.String())
	}
	if Guard(to, "here", func() { panic("oh") }) ||
		!strings.Contains(log.String(), "level=ERROR msg=panic in=here panic=oh stack=") {
		t.Errorf("a panic counts as a success, or the log says %q", log.String())
	}
}
