package bot

import (
	"log/slog"
	"runtime/debug"
	"sync"
)

// lanes run functions one after the other within a lane, and lanes side by side. A lane's goroutine exists while there is something in it.
// The zero lanes is ready.
type lanes struct {
	log *slog.Logger

	mu    sync.Mutex
	queue map[string][]func()
	wg    sync.WaitGroup
}

// do enqueues f and returns at once.
func (l *lanes) do(lane string, f func()) {
	l.mu.Lock()
	defer l.mu.Unlock()
	if l.queue == nil {
		l.queue = make(map[string][]func())
	}
	waiting, busy := l.queue[lane]
	l.queue[lane] = append(waiting, f)
	if !busy {
		l.wg.Add(1)
		go l.run(lane)
	}
}

// run empties a lane; it exits when nothing is left.
func (l *lanes) run(lane string) {
	defer l.wg.Done()
	for {
		l.mu.Lock()
		if len(l.queue[lane]) == 0 {
			delete(l.queue, lane)
			l.mu.Unlock()
			return
		}
		f := l.queue[lane][0]
		l.queue[lane] = l.queue[lane][1:]
		l.mu.Unlock()
		guard(l.log, "lane", f)
	}
}

// wait returns when all lanes are empty.
func (l *lanes) wait() { l.wg.Wait() }

// guard runs f and logs its panic, so that no handler can end the process. It reports whether f came through.
func guard(log *slog.Logger, what string, f func()) (ok bool) {
	defer func() {
		if r := recover(); r != nil {
			log.Error("panic", "in", what, "panic", r, "stack", string(debug.Stack()))
		}
	}()
	f()
	return true
}
