// Package tick wakes the bot up when something is due: it sleeps until the earliest deadline in the store, and hands each match that is due to
// the match service, which reminds, rules or closes. It decides nothing itself: what is due and what it calls for is arithmetic in
// paddock/games/referee, and attending to a match twice, or from two processes, is as good as once.
//
// It also notes every minute that the bot is alive. After a start, and after any time without such a note (the store failed, the machine
// slept), it first lets the service make good for the outage, so that nobody loses a match because the bot was away. Start reading
// at [Ticker.Run].
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

	"paddock/games/match"
)

// Matches is what a Ticker needs of the match service.
type Matches interface {
	Attend(ctx context.Context, id match.ID) (match.Change, error)
	Recover(ctx context.Context) (int, error)
	Alive(ctx context.Context) error
}

// Deadlines is what a Ticker needs of the store.
type Deadlines interface {
	Due(ctx context.Context, t time.Time, max int) ([]match.Record, error)
	NextDue(ctx context.Context) (t time.Time, ok bool, err error)
}

// Config is what a Ticker is made of.
type Config struct {
	Matches   Matches
	Deadlines Deadlines
	Now       func() time.Time // the clock of the matches; timers run beside it
	Log       *slog.Logger     // nil: silent
	// Outage is how long the bot may be silent before the silence counts as an outage; 0: three minutes. Negative: only a start counts, for
	// clocks that are put forward on purpose, as the sandbox's.
	Outage time.Duration
	// AtMost is the longest that it sleeps, whatever the store says; 0: ten minutes. Among other processes it has to be short: what one of them has
	// claimed and then dies is due to nobody, until the claim has run out.
	AtMost time.Duration
}

const (
	beat       = time.Minute      // between notes of being alive, and between complaints about the same
	outage     = 3 * beat         // the default of Config.Outage
	retry      = time.Second      // after a failure; twice as long after each further one in a row
	retryMost  = 5 * time.Second  // but no longer
	longest    = 10 * time.Minute // the default of Config.AtMost: a clock may be set
	batchLimit = 64               // matches attended to at a time
)

// Ticker is the scheduler. Make it with New.
type Ticker struct {
	cfg   Config
	wake  chan struct{}
	until atomic.Int64 // Config.Now, in nanoseconds since 1970, until which Run sleeps; the end of time while it is awake

	// Run's own.
	last     time.Time               // the last note of being alive that succeeded; zero before the first
	failures int                     // in a row
	later    map[match.ID]time.Time  // what was attended to in vain, and when it is tried again: the others don't wait for it
	said     map[complaint]time.Time // when something was last complained of
}

// complaint is what goes wrong, and with which match.
type complaint struct {
	what  string
	match match.ID
}

// New makes a Ticker.
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
	t := &Ticker{cfg: cfg, wake: make(chan struct{}, 1), later: make(map[match.ID]time.Time), said: make(map[complaint]time.Time)}
	t.until.Store(math.MaxInt64)
	return t
}

// Wake makes the Ticker look at the deadlines again, because one has changed or the clock was put forward. It returns at once.
func (t *Ticker) Wake() {
	select {
	case t.wake <- struct{}{}:
	default:
	}
}

// Due says that there is a new deadline, if the time is not zero. The Ticker wakes up only if it would have slept longer.
func (t *Ticker) Due(at time.Time) {
	if !at.IsZero() && at.UnixNano() < t.until.Load() {
		t.Wake()
	}
}

// Run attends to deadlines until ctx ends, and then returns nil. Failures are logged and tried again.
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
		t.until.Store(math.MaxInt64) // from now on every new deadline counts, until this round has seen them all
		pause := t.tick(ctx)
		t.until.Store(t.cfg.Now().Add(pause).UnixNano())
		timer.Reset(pause)
	}
}

// tick does what is due and says when to come again.
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
	case len(t.later) > 0: // the next deadline may be theirs
		pause = min(pause, retry)
	case ok:
		pause = min(pause, next.Sub(now))
	}
	return max(pause, time.Millisecond)
}

// attend hands matches to the service. One that stays due is left for later. It reports false if the store does not work, so that there is no use in going
// on.
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

// beat notes that the bot is alive, when it is time to, and makes good for an outage before it.
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

// complain logs what goes wrong, once a minute: it is tried far more often, and a full disk would be filled with complaints about it.
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

// again is how long to wait after a failure.
func (t *Ticker) again() time.Duration {
	t.failures++
	return min(retry<<min(t.failures-1, 8), retryMost)
}
