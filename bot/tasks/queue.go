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
	empty   *sync.Cond          // on mu; broadcast when no lane is left
	free    chan string         // to a goroutine that waits for a lane
	ended   chan struct{}       // closed by End
}

// linger is how long a goroutine waits for another lane before it ends. Whoever does the next task has a stack that is large enough already: growing one
// costs a twentieth of what a move does.
const linger = 5 * time.Second

// Do enqueues f and returns at once. After End it does nothing: what f works with may be closed.
func (q *Queue) Do(lane string, f func()) {
	q.mu.Lock()
	defer q.mu.Unlock()
	q.init()
	if q.over() {
		return
	}
	waiting, busy := q.waiting[lane]
	q.waiting[lane] = append(waiting, f)
	if busy {
		return
	}
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
	for {
		q.mu.Lock()
		if len(q.waiting[lane]) == 0 {
			delete(q.waiting, lane)
			if len(q.waiting) == 0 {
				q.empty.Broadcast()
			}
			q.mu.Unlock()
			return
		}
		f := q.waiting[lane][0]
		q.waiting[lane] = q.waiting[lane][1:]
		q.mu.Unlock()
		Guard(q.Log, "lane", f)
	}
}

// End waits until all lanes are empty. From then on nothing is done any more.
func (q *Queue) End() {
	q.mu.Lock()
	defer q.mu.Unlock()
	q.init()
	for len(q.waiting) > 0 {
		q.empty.Wait()
	}
	if !q.over() {
		close(q.ended)
	}
}

// over reports whether End has ended the queue. The caller holds mu.
func (q *Queue) over() bool {
	select {
	case <-q.ended:
		return true
	default:
		return false
	}
}

// init makes what the zero Queue lacks.
func (q *Queue) init() {
	if q.waiting == nil {
		q.waiting, q.free, q.ended = make(map[string][]func()), make(chan string), make(chan struct{})
		q.empty = sync.NewCond(&q.mu)
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
