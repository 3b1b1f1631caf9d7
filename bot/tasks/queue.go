package tasks

import (
	"log/slog"
	"runtime/debug"
	"sync"
	"time"
)

// Queue runs functions in lanes: the functions of one lane run one after the other, and lanes run
// concurrently. The zero value is ready.
type Queue struct {
	Log *slog.Logger
	// Patience is the longest time that a function blocks its lane, counted from Do. After it the
	// next function starts beside it. Zero means until the function returns.
	Patience time.Duration

	mu      sync.Mutex
	waiting map[string][]task // functions not yet started, by lane; a lane exists while a goroutine works on it
	passed  int               // number of running functions that left their lane, because they took too long
	empty   *sync.Cond        // uses mu; broadcast when a lane or a function outside has ended
	free    chan string       // hands a lane to a goroutine that waits for one
	ended   chan struct{}     // closed by End
}

// task is a queued function.
type task struct {
	do    func()
	since time.Time
}

// linger is how long a goroutine waits for another lane before it ends. A reused goroutine already
// has a large enough stack: growing one costs a twentieth of a move's work.
const linger = 5 * time.Second

// Do enqueues f and returns at once. After End it does nothing, because the resources of f may be
// closed.
func (q *Queue) Do(lane string, f func()) {
	q.mu.Lock()
	defer q.mu.Unlock()
	q.init()
	if q.over() {
		return
	}
	waiting, busy := q.waiting[lane]
	q.waiting[lane] = append(waiting, task{f, time.Now()})
	if !busy {
		q.start(lane)
	}
}

// start gives a lane to a goroutine. The caller holds mu.
func (q *Queue) start(lane string) {
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

// drain empties a lane, or leaves it to another goroutine after a function that took too long.
func (q *Queue) drain(lane string) {
	for {
		t, ok := q.next(lane)
		if !ok || q.run(lane, t) {
			return
		}
	}
}

// next takes the next task out of a lane. If the lane has none, next removes the lane and returns
// false.
func (q *Queue) next(lane string) (t task, ok bool) {
	q.mu.Lock()
	defer q.mu.Unlock()
	waiting := q.waiting[lane]
	if len(waiting) == 0 {
		delete(q.waiting, lane)
		q.empty.Broadcast()
		return task{}, false
	}
	q.waiting[lane] = waiting[1:]
	return waiting[0], true
}

// run runs a task. It reports whether another goroutine has taken the lane meanwhile.
func (q *Queue) run(lane string, t task) (passed bool) {
	if q.Patience == 0 {
		Guard(q.Log, "lane", t.do)
		return false
	}
	passing := time.AfterFunc(time.Until(t.since.Add(q.Patience)), func() {
		q.mu.Lock()
		defer q.mu.Unlock()
		if t.do == nil {
			return
		}
		passed = true
		q.passed++
		q.start(lane)
	})
	Guard(q.Log, "lane", t.do)
	passing.Stop()
	q.mu.Lock()
	defer q.mu.Unlock()
	t.do = nil
	if passed {
		q.passed--
		q.empty.Broadcast()
	}
	return passed
}

// End waits until all lanes are empty. The queue then accepts no more functions.
func (q *Queue) End() {
	q.mu.Lock()
	defer q.mu.Unlock()
	q.init()
	for len(q.waiting) > 0 || q.passed > 0 {
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

// init completes a zero Queue.
func (q *Queue) init() {
	if q.waiting == nil {
		q.waiting, q.free, q.ended = make(map[string][]task), make(chan string), make(chan struct{})
		q.empty = sync.NewCond(&q.mu)
	}
}

// Guard runs f and logs its panic, so that no handler can end the process. It reports whether f
// returned normally.
func Guard(log *slog.Logger, what string, f func()) (ok bool) {
	defer func() {
		if r := recover(); r != nil {
			log.Error("panic", "in", what, "panic", r, "stack", string(debug.Stack()))
		}
	}()
	f()
	return true
}
