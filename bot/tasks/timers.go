package tasks

import (
	"sync"
	"time"
)

// Timers call functions later, at most one for each key. The zero value is ready and safe for
// concurrent use.
type Timers[K comparable] struct {
	mu  sync.Mutex
	all map[K]*alarm
}

type alarm struct {
	at    time.Time
	timer *time.Timer
}

// After calls f after d. It replaces the key's earlier timer. If that timer would fire later than d
// from now, it stays and f is dropped.
func (t *Timers[K]) After(k K, d time.Duration, f func()) {
	t.mu.Lock()
	defer t.mu.Unlock()
	a := &alarm{at: time.Now().Add(d)}
	if before := t.all[k]; before != nil {
		if before.at.After(a.at) {
			return
		}
		before.timer.Stop()
	}
	if t.all == nil {
		t.all = make(map[K]*alarm)
	}
	t.all[k] = a
	a.timer = time.AfterFunc(d, func() {
		if t.take(k, a) {
			f()
		}
	})
}

// Stop removes the timer of a key.
func (t *Timers[K]) Stop(k K) {
	t.mu.Lock()
	defer t.mu.Unlock()
	if a := t.all[k]; a != nil {
		a.timer.Stop()
		delete(t.all, k)
	}
}

// take removes a timer that fires. It reports false if another one has replaced it.
func (t *Timers[K]) take(k K, a *alarm) bool {
	t.mu.Lock()
	defer t.mu.Unlock()
	if t.all[k] != a {
		return false
	}
	delete(t.all, k)
	return true
}
