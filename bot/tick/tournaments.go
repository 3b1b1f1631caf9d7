package tick

import (
	"context"
	"errors"
	"log/slog"
	"sync"
	"time"

	"paddock/bot/tasks"
	"paddock/games/tourney"
)

// Tournaments attends to tournaments after the end of their matches and after their deadlines. Both
// are stored, so a crash loses nothing.
type Tournaments struct {
	// Take takes a tournament, so that no other process attends to it. It returns false if another
	// process does. Nil: there are no other processes.
	Take func(ctx context.Context, id tourney.ID) (give func(), mine bool)

	service *tourney.Service
	now     func() time.Time
	log     *slog.Logger
	wake    tasks.Signal // a value is sent when there is work

	mu      sync.Mutex
	pending map[tourney.ID]bool // tournaments with work

	failed map[tourney.ID]int // failures in a row; used only by Run
	again  tasks.Timers[tourney.ID]
}

const (
	tournamentRetry     = 5 * time.Second // pause after a failure; longer after each further one
	tournamentRest      = time.Hour       // longest pause, for a broken tournament
	tournamentElsewhere = 2 * time.Second // pause before checking a tournament that another process attends to

	tournamentSleep = 5 * time.Minute // longest pause, whatever the store says: the clock may be put forward
)

// NewTournaments returns the Tournaments of a service.
func NewTournaments(service *tourney.Service, now func() time.Time, log *slog.Logger) *Tournaments {
	return &Tournaments{
		service: service, now: now, log: log, wake: tasks.NewSignal(),
		pending: make(map[tourney.ID]bool), failed: make(map[tourney.ID]int),
	}
}

// Attend requests work on a tournament. It returns at once.
func (t *Tournaments) Attend(id tourney.ID) {
	t.mu.Lock()
	t.pending[id] = true
	t.mu.Unlock()
	t.Wake()
}

// Wake checks all deadlines, for example after the clock was put forward.
func (t *Tournaments) Wake() { t.wake.Send() }

// Resume finishes the work of the last run before anything else happens, and compensates for the
// downtime.
func (t *Tournaments) Resume(ctx context.Context) error {
	err := t.service.Resume(ctx)
	return errors.Join(err, t.AttendAll(ctx))
}

// AttendAll requests work on all tournaments that need it, after another process has left them.
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

// attendAll does all pending work and returns the time until the next.
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
	case !now.Before(at) && (looked[id] || t.failed[id] > 0):
		// the last try for the tournament has failed, and the next one comes later
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
			t.again.After(id, tournamentElsewhere, func() { t.Attend(id) })
			return
		}
		defer give()
	}
	_, err := t.service.Attend(ctx, id)
	if err == nil || errors.Is(err, tourney.ErrUnknown) || ctx.Err() != nil {
		delete(t.failed, id)
		t.again.Stop(id)
		return
	}
	t.log.Error("could not attend to a tournament", "tournament", id, "err", err)
	wait := min(tournamentRetry<<min(t.failed[id], 12), tournamentRest)
	t.failed[id]++
	t.again.After(id, wait, func() { t.Attend(id) })
}

func (t *Tournaments) take() map[tourney.ID]bool {
	t.mu.Lock()
	defer t.mu.Unlock()
	all := t.pending
	t.pending = make(map[tourney.ID]bool)
	return all
}
