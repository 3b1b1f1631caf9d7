// Package tick waits for the deadlines of matches. It sleeps until the earliest deadline in the
// store and passes each due match to the match service, which sends reminders, makes rulings or
// closes matches. Package tick decides nothing itself: paddock/games/referee computes what is due.
// Attending to a match twice, even from two processes, is harmless.
//
// Every minute it also records that the bot is alive. After a start, and after a time without such
// a record, for example a failed store or a sleeping machine, the service first compensates for the
// outage. So nobody loses a match because the bot was away. Start reading at [Ticker.Run].
package tick

import (
	"context"
	"errors"
	"log/slog"
	"maps"
	"math"
	"slices"
	"sync/atomic"
	"time"

	"paddock/bot/tasks"
	"paddock/games/match"
)

// Matches is the part of the match service that a Ticker needs.
type Matches interface {
	Attend(ctx context.Context, id match.ID) (match.Change, error)
	Recover(ctx context.Context) (int, error)
	Alive(ctx context.Context) error
}

// Deadlines is the part of the store that a Ticker needs.
type Deadlines interface {
	Due(ctx context.Context, t time.Time, max int) ([]match.Record, error)
	NextDue(ctx context.Context) (t time.Time, ok bool, err error)
}

// Config configures a Ticker.
type Config struct {
	Matches   Matches
	Deadlines Deadlines
	Now       func() time.Time // the clock of the matches; timers use real time
	Log       *slog.Logger     // nil: no log
	// Outage is the longest silence of the bot that is no outage; 0: three minutes. Negative: only
	// a start counts, for clocks that are put forward on purpose, such as the sandbox's.
	Outage time.Duration
	// AtMost is the longest sleep, whatever the store says; 0: ten minutes. It must be short if
	// there are other processes: until a dead process's claims expire, its matches are not listed
	// as due.
	AtMost time.Duration
}

const (
	// time between records of being alive, and least time between log entries about one problem
	beat       = time.Minute
	outage     = 3 * beat         // the default of Config.Outage
	retry      = time.Second      // pause after a failure; doubled after each further one in a row
	retryMost  = 5 * time.Second  // the longest pause after failures
	longest    = 10 * time.Minute // the default of Config.AtMost; short enough for a clock that is set
	batchLimit = 64               // number of matches handled at a time
)

// Ticker is the scheduler. Make it with New.
type Ticker struct {
	cfg  Config
	wake tasks.Signal
	// when Run's sleep ends, by Config.Now in nanoseconds since 1970; the largest number while Run
	// is awake
	until atomic.Int64

	// Only Run uses these fields.
	last     time.Time               // last successful record of being alive; zero before the first
	failures int                     // number of failures in a row
	later    map[match.ID]time.Time  // next tries of matches after a failure, so that other matches don't wait for them
	said     map[complaint]time.Time // time of the last log entry
}

// complaint is an error that was logged for a match. The same one is logged at most once a minute.
type complaint struct {
	what  string
	match match.ID
}

// New returns a Ticker.
func New(cfg Config) *Ticker {
	if cfg.Log == nil {
		cfg.Log = slog.New(slog.DiscardHandler)
	}
	if cfg.Outage == 0 {
		cfg.Outage = outage
	}
	if cfg.AtMost == 0 {
		cfg.AtMost = longest
	}
	return &Ticker{
		cfg: cfg, wake: tasks.NewSignal(), later: make(map[match.ID]time.Time),
		said: make(map[complaint]time.Time),
	}
}

// Wake makes the Ticker check the deadlines again, after one has changed or the clock was put
// forward. It returns at once.
func (t *Ticker) Wake() { t.wake.Send() }

// Due reports a new deadline, unless it is zero. The Ticker wakes up only if it would sleep longer.
func (t *Ticker) Due(at time.Time) {
	if !at.IsZero() && at.UnixNano() < t.until.Load() {
		t.Wake()
	}
}

// Run attends to deadlines until ctx ends, and then returns nil. It logs failures and tries again.
func (t *Ticker) Run(ctx context.Context) error {
	timer := time.NewTimer(0)
	defer timer.Stop()
	for {
		select {
		case <-ctx.Done():
			return nil
		case <-t.wake:
		case <-timer.C:
		}
		// from now on every new deadline wakes the ticker, until this round has seen all deadlines
		t.until.Store(math.MaxInt64)
		pause := t.tick(ctx)
		t.until.Store(t.cfg.Now().Add(pause).UnixNano())
		timer.Reset(pause)
	}
}

// tick does all due work and returns the time until the next.
func (t *Ticker) tick(ctx context.Context) time.Duration {
	if err := t.beat(ctx); err != nil {
		t.complain(ctx, "could not note that the bot is alive", "", err)
		return t.again()
	}
	began := t.cfg.Now()
	maps.DeleteFunc(t.later, func(_ match.ID, at time.Time) bool { return !at.After(began) })
	for ctx.Err() == nil {
		due, err := t.cfg.Deadlines.Due(ctx, t.cfg.Now(), batchLimit+len(t.later))
		if err != nil {
			t.complain(ctx, "could not read deadlines", "", err)
			return t.again()
		}
		due = slices.DeleteFunc(due, func(r match.Record) bool { _, later := t.later[r.ID]; return later })
		if len(due) == 0 {
			break
		}
		if !t.attend(ctx, due) {
			return t.again()
		}
	}
	next, ok, err := t.cfg.Deadlines.NextDue(ctx)
	if err != nil {
		t.complain(ctx, "could not read the next deadline", "", err)
		return t.again()
	}
	t.failures = 0
	now := t.cfg.Now()
	pause := min(t.last.Add(beat).Sub(now), t.cfg.AtMost)
	switch {
	case len(t.later) > 0: // the next deadline may belong to one of the failed matches
		pause = min(pause, retry)
	case ok:
		pause = min(pause, next.Sub(now))
	}
	return max(pause, time.Millisecond)
}

// attend hands matches to the service. A match that stays due is tried again later. It reports
// false if the store has failed, so that the caller should stop.
func (t *Ticker) attend(ctx context.Context, due []match.Record) bool {
	for _, r := range due {
		done, err := t.cfg.Matches.Attend(ctx, r.ID)
		if err != nil || done.Match.Due.Equal(r.Due) {
			t.later[r.ID] = t.cfg.Now().Add(retryMost)
		}
		if err != nil {
			t.complain(ctx, "could not attend to a match", r.ID, err)
		}
		if errors.Is(err, match.ErrStore) {
			return false
		}
	}
	return true
}

// beat records that the bot is alive, once a minute, and compensates for an outage before it.
func (t *Ticker) beat(ctx context.Context) error {
	now := t.cfg.Now()
	silence := now.Sub(t.last)
	switch {
	case t.last.IsZero(), t.cfg.Outage > 0 && silence > t.cfg.Outage:
		extended, err := t.cfg.Matches.Recover(ctx)
		if err != nil {
			return err
		}
		if extended > 0 {
			t.cfg.Log.Info("clocks that ran out while the bot was away were extended", "matches", extended)
		}
	case silence < beat:
		return nil
	default:
		if err := t.cfg.Matches.Alive(ctx); err != nil {
			return err
		}
	}
	t.last = now
	return nil
}

// complain logs a problem at most once a minute. Tries are far more frequent and could fill a disk
// with log entries.
func (t *Ticker) complain(ctx context.Context, what string, id match.ID, err error) {
	now := t.cfg.Now()
	maps.DeleteFunc(t.said, func(_ complaint, at time.Time) bool { return now.Sub(at) >= beat })
	if _, said := t.said[complaint{what, id}]; said || ctx.Err() != nil {
		return
	}
	t.said[complaint{what, id}] = now
	args := []any{"err", err}
	if id != "" {
		args = []any{"match", id, "err", err}
	}
	t.cfg.Log.Error(what, args...)
}

// again returns the pause after a failure.
func (t *Ticker) again() time.Duration {
	t.failures++
	return min(retry<<min(t.failures-1, 8), retryMost)
}
