package tasks

import (
	"log/slog"
	"runtime/debug"
	"sync"
	"time"
)

// Queue runs functions one after the other within a lane, and lanes side by side. The zero Queue is ready.
type Queue struct {
	Log *slog.Logger

	mu      sync.Mutex
	waiting map[string][]func() // by lane: what has not begun; a lane is there as long as somebody works on it
	free    chan string         // to a goroutine that waits for a lane
	ended   chan struct{}       // closed by End
	wg      sync.WaitGroup      // of the lanes
}

// linger is how long a goroutine waits for another lane before it ends. Whoever does the next task has a stack that is large enough already: growing one
// costs a twentieth of what a move does.
const linger = 5 * time.Second

// Do enqueues f and returns at once.
func (q *Queue) Do(lane string, f func()) {
	q.mu.Lock()
	defer q.mu.Unlock()
	q.init()
	waiting, busy := q.waiting[lane]
	q.waiting[lane] = append(waiting, f)
	if busy {
		return
	}
	q.wg.Add(1)
	select {
	case q.free <- lane:
	default:
		go q.work(lane)
	}
}

// work empties one lane after the other.
func (q *Queue) work(lane string) {
	rest := time.NewTimer(linger)
	defer rest.Stop()
	for {
		q.drain(lane)
		rest.Reset(linger)
		select {
		case lane = <-q.free:
		case <-rest.C:
			return
		case <-q.ended:
			return
		}
	}
}

// drain empties a lane.
func (q *Queue) drain(lane string) {
	defer q.wg.Done()
	for {
		q.mu.Lock()
		if len(q.waiting[lane]) == 0 {
			delete(q.waiting, lane)
			q.mu.Unlock()
			return
		}
		f := q.waiting[lane][0]
		q.waiting[lane] = q.waiting[lane][1:]
		q.mu.Unlock()
		Guard(q.Log, "lane", f)
	}
}

// End waits until all lanes are empty. From then on no goroutine is kept for further ones.
func (q *Queue) End() {
	q.wg.Wait()
	q.mu.Lock()
	defer q.mu.Unlock()
	q.init()
	select {
	case <-q.ended:
	default:
		close(q.ended)
	}
}

// init makes what the zero Queue lacks.
func (q *Queue) init() {
	if q.waiting == nil {
		q.waiting, q.free, q.ended = make(map[string][]func()), make(chan string), make(chan struct{})
	}
}

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
