package deliver

import (
	"log/slog"
	"sync"

	"paddock/bot/discord/pace"
	"paddock/bot/tasks"
)

// agenda runs jobs: one at a time in each lane (a channel or a person), the most urgent first, and
// a limited number at once. A job reads the state when it runs, so waiting does no harm. Jobs of
// the backlog never take more than half of the places. The zero agenda needs only a log.
type agenda struct {
	log *slog.Logger

	mu    sync.Mutex
	lanes map[string]*lane
	// waiting lanes by the urgency of their first job, in order; busy and empty lanes are skipped
	idle   [levels][]*lane
	busy   int // number of lanes with a running job
	closed bool
	wg     sync.WaitGroup
}

// lane holds the jobs of one channel or person.
type lane struct {
	name string
	jobs [levels][]func()
	busy bool
}

const (
	levels        = int(pace.Backlog) + 1
	places        = 64
	backlogPlaces = places / 2
)

// add adds a job to a lane, unless the agenda is closed.
func (a *agenda) add(name string, u pace.Urgency, f func()) {
	a.mu.Lock()
	defer a.mu.Unlock()
	if a.closed {
		return
	}
	l := a.lanes[name]
	if l == nil {
		if a.lanes == nil {
			a.lanes = make(map[string]*lane)
		}
		l = &lane{name: name}
		a.lanes[name] = l
	}
	l.jobs[u] = append(l.jobs[u], f)
	if !l.busy {
		a.idle[u] = append(a.idle[u], l)
		a.start()
	}
}

// start starts jobs until all places are taken. The caller holds mu.
func (a *agenda) start() {
	for {
		l, f := a.next()
		if f == nil {
			return
		}
		l.busy = true
		a.busy++
		a.wg.Go(func() { // the goroutine exits when f returns
			tasks.Guard(a.log, "lane "+l.name, f)
			a.done(l)
		})
	}
}

// next removes and returns the most urgent job that has a place. The caller holds mu.
func (a *agenda) next() (*lane, func()) {
	for u := range levels {
		if a.busy >= places || u == int(pace.Backlog) && a.busy >= backlogPlaces {
			return nil, nil
		}
		for len(a.idle[u]) > 0 {
			l := a.idle[u][0]
			a.idle[u] = a.idle[u][1:]
			if jobs := l.jobs[u]; !l.busy && len(jobs) > 0 {
				l.jobs[u] = jobs[1:]
				return l, jobs[0]
			}
		}
	}
	return nil, nil
}

// done ends the job of a lane: its place is free, and the lane goes to the end of the queue.
func (a *agenda) done(l *lane) {
	a.mu.Lock()
	defer a.mu.Unlock()
	l.busy = false
	a.busy--
	left := false
	for u := range levels {
		if len(l.jobs[u]) > 0 {
			a.idle[u] = append(a.idle[u], l)
			left = true
		}
	}
	if !left {
		delete(a.lanes, l.name)
	}
	a.start()
}

// close drops the jobs that have not begun and waits for the others.
func (a *agenda) close() {
	a.mu.Lock()
	a.closed = true
	for _, l := range a.lanes {
		l.jobs = [levels][]func(){}
	}
	a.mu.Unlock()
	a.wg.Wait()
}
