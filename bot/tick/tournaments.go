package tick

import (
	"context"
	"errors"
	"log/slog"
	"sync"
	"time"

	"paddock/games/tourney"
)

// Tournaments attends to tournaments: when one of their matches has ended, and when a deadline of theirs has passed. Both are conditions of the
// store, so nothing is lost by a crash.
type Tournaments struct {
	// Take takes a tournament, so that no other process attends to it meanwhile; it reports false if one does. Nil: there is none.
	Take func(ctx context.Context, id tourney.ID) (give func(), mine bool)

	service *tourney.Service
	now     func() time.Time
	log     *slog.Logger
	wake    chan struct{} // holds a token when there is something to look at

	mu      sync.Mutex
	pending map[tourney.ID]bool // to be attended to

	failed map[tourney.ID]int // failures in a row; Run's own
}

const (
	tournamentRetry     = 5 * time.Second // after a failure; longer after each further one
	tournamentRest      = time.Hour       // at most, for a tournament that is broken
	tournamentElsewhere = 2 * time.Second // until a tournament is looked at again that another process attends to

	tournamentSleep = 5 * time.Minute // at most, whatever the store says: the clock may be put forward
)

// NewTournaments makes what attends to the tournaments of a service.
func NewTournaments(service *tourney.Service, now func() time.Time, log *slog.Logger) *Tournaments {
	return &Tournaments{
		service: service, now: now, log: log, wake: make(chan struct{}, 1),
		pending: make(map[tourney.ID]bool), failed: make(map[tourney.ID]int),
	}
}

// Attend asks for a look at a tournament. It returns at once.
func (t *Tournaments) Attend(id tourney.ID) {
	t.mu.Lock()
	t.pending[id] = true
	t.mu.Unlock()
	t.Wake()
}

// Wake looks at what is due, for instance because the clock was put forward.
func (t *Tournaments) Wake() {
	select {
	case t.wake <- struct{}{}:
	default:
	}
}

// Resume takes up what was left undone at the last end, before anything else happens, and makes good for the time since.
func (t *Tournaments) Resume(ctx context.Context) error {
	err := t.service.Resume(ctx)
	return errors.Join(err, t.AttendAll(ctx))
}

// AttendAll asks for a look at all tournaments for which something is to be done: when another process has left them.
func (t *Tournaments) AttendAll(ctx context.Context) error {
	list, err := t.service.Unsettled(ctx)
	for _, r := range list {
		t.Attend(r.ID)
	}
	return err
}

// Run attends to tournaments until ctx ends.
func (t *Tournaments) Run(ctx context.Context) {
	timer := time.NewTimer(0)
	defer timer.Stop()
	for {
		select {
		case <-ctx.Done():
			return
		case <-t.wake:
		case <-timer.C:
		}
		timer.Reset(t.attendAll(ctx))
	}
}

// attendAll does what there is to do and says when to come again.
func (t *Tournaments) attendAll(ctx context.Context) time.Duration {
	looked := t.take()
	for id := range looked {
		t.attend(ctx, id)
	}
	id, at, ok, err := t.service.Due(ctx)
	switch now := t.now(); {
	case err != nil:
		return tournamentRetry
	case !ok:
		return tournamentSleep
	case !now.Before(at) && (looked[id] || t.failed[id] > 0): // it failed, and is tried again in its time
		return tournamentRetry
	case !now.Before(at):
		t.Attend(id)
		return tournamentRetry
	default:
		return min(tournamentSleep, at.Sub(now))
	}
}

func (t *Tournaments) attend(ctx context.Context, id tourney.ID) {
	if t.Take != nil {
		give, mine := t.Take(ctx, id)
		if !mine {
			time.AfterFunc(tournamentElsewhere, func() { t.Attend(id) })
			return
		}
		defer give()
	}
	_, err := t.service.Attend(ctx, id)
	if err == nil || errors.Is(err, tourney.ErrUnknown) || ctx.Err() != nil {
		delete(t.failed, id)
		return
	}
	t.log.Error("could not attend to a tournament", "tournament", id, "err", err)
	wait := min(tournamentRetry<<min(t.failed[id], 12), tournamentRest)
	t.failed[id]++
	time.AfterFunc(wait, func() { t.Attend(id) })
}

func (t *Tournaments) take() map[tourney.ID]bool {
	t.mu.Lock()
	defer t.mu.Unlock()
	all := t.pending
	t.pending = make(map[tourney.ID]bool)
	return all
}
