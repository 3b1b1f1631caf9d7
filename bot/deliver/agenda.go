package deliver

import (
	"log/slog"
	"sync"

	"paddock/bot/discord/pace"
	"paddock/bot/tasks"
)

// agenda does what there is to do: one thing at a time within a lane, the most urgent first, and only so much at once, so that what waits for Discord
// has not been drawn yet and is shown as it is by then. What is left over from before never takes more than half of the places. The zero agenda
// needs a log and is ready.
type agenda struct {
	log *slog.Logger

	mu     sync.Mutex
	lanes  map[string]*lane
	idle   [levels][]*lane // lanes with something of that urgency to do, in order; one that is busy or has nothing left is passed over
	busy   int             // lanes in which something is being done
	closed bool
	wg     sync.WaitGroup
}

// lane is what has to be done in one lane.
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

// add takes something up, unless the agenda is closed.
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

// start begins whatever has a place. The caller holds mu.
func (a *agenda) start() {
	for {
		l, f := a.next()
		if f == nil {
			return
		}
		l.busy = true
		a.busy++
		a.wg.Go(func() { // exits when f does
			tasks.Guard(a.log, "lane "+l.name, f)
			a.done(l)
		})
	}
}

// next takes the most urgent thing that has a place.
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

// done gives a lane's place back; the lane goes to the end of those that wait.
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

// close drops what has not begun, and returns when the rest is done.
func (a *agenda) close() {
	a.mu.Lock()
	a.closed = true
	for _, l := range a.lanes {
		l.jobs = [levels][]func(){}
	}
	a.mu.Unlock()
	a.wg.Wait()
}
