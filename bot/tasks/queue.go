package tasks

import (
	"log/slog"
	"runtime/debug"
	"sync"
)

// Queue run functions one after the other within a lane, and lanes side by side. A lane's goroutine exists while there is something in it.
// The zero lanes is ready.
type Queue struct {
	Log *slog.Logger

	mu      sync.Mutex
	waiting map[string][]func()
	wg      sync.WaitGroup
}

// Do enqueues f and returns at once.
func (l *Queue) Do(lane string, f func()) {
	l.mu.Lock()
	defer l.mu.Unlock()
	if l.waiting == nil {
		l.waiting = make(map[string][]func())
	}
	waiting, busy := l.waiting[lane]
	l.waiting[lane] = append(waiting, f)
	if !busy {
		l.wg.Add(1)
		go l.drain(lane)
	}
}

// drain empties a lane; it exits when nothing is left.
func (l *Queue) drain(lane string) {
	defer l.wg.Done()
	for {
		l.mu.Lock()
		if len(l.waiting[lane]) == 0 {
			delete(l.waiting, lane)
			l.mu.Unlock()
			return
		}
		f := l.waiting[lane][0]
		l.waiting[lane] = l.waiting[lane][1:]
		l.mu.Unlock()
		Guard(l.Log, "lane", f)
	}
}

// Wait returns when all lanes are empty.
func (l *Queue) Wait() { l.wg.Wait() }

// Guard runs f and logs its panic, so that no handler can end the process. It reports whether f came through.
func Guard(log *slog.Logger, what string, f func()) (ok bool) {
	defer func() {
		if r := recover(); r != nil {
			log.Error("panic", "in", what, "panic", r, "stack", string(debug.Stack()))
		}
	}()
	f()
	return true
}
