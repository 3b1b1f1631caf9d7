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
	"log/slog"
	"math"
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
}

const (
	beat       = time.Minute      // between notes of being alive
	outage     = 3 * beat         // the default of Config.Outage
	retry      = 5 * time.Second  // after a failure; twice as long after each further one in a row, up to a beat
	longest    = 10 * time.Minute // of a sleep, whatever the store says: a clock may be set
	batchLimit = 64               // matches attended to at a time
)

// Ticker is the scheduler. Make it with New.
type Ticker struct {
	cfg   Config
	wake  chan struct{}
	until atomic.Int64 // Config.Now, in nanoseconds since 1970, until which Run sleeps; the end of time while it is awake

	// Run's own.
	last     time.Time // the last note of being alive that succeeded; zero before the first
	failures int       // in a row
}

// New makes a Ticker.
func New(cfg Config) *Ticker {
	if cfg.Log == nil {
		cfg.Log = slog.New(slog.DiscardHandler)
	}
	if cfg.Outage == 0 {
		cfg.Outage = outage
	}
	t := &Ticker{cfg: cfg, wake: make(chan struct{}, 1)}
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
		t.complain(ctx, "could not note that the bot is alive", err)
		return t.again()
	}
	clean := true
	for clean && ctx.Err() == nil {
		due, err := t.cfg.Deadlines.Due(ctx, t.cfg.Now(), batchLimit)
		if err != nil {
			t.complain(ctx, "could not read deadlines", err)
			return t.again()
		}
		if len(due) == 0 {
			break
		}
		clean = t.attend(ctx, due)
	}
	next, ok, err := t.cfg.Deadlines.NextDue(ctx)
	if err != nil {
		t.complain(ctx, "could not read the next deadline", err)
		return t.again()
	}
	now := t.cfg.Now()
	pause := min(t.last.Add(beat).Sub(now), longest)
	if ok {
		pause = min(pause, next.Sub(now))
	}
	if !clean {
		return max(pause, t.again())
	}
	t.failures = 0
	return max(pause, time.Millisecond)
}

// attend hands matches to the service. It reports whether all went well and none is due for the same reason still.
func (t *Ticker) attend(ctx context.Context, due []match.Record) bool {
	clean := true
	for _, r := range due {
		done, err := t.cfg.Matches.Attend(ctx, r.ID)
		if err != nil {
			t.complain(ctx, "could not attend to a match", err, "match", r.ID)
		}
		clean = clean && err == nil && !done.Match.Due.Equal(r.Due)
	}
	return clean
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

func (t *Ticker) complain(ctx context.Context, what string, err error, args ...any) {
	if ctx.Err() == nil {
		t.cfg.Log.Error(what, append(args, "err", err)...)
	}
}

// again is how long to wait after a failure: ever longer, or a full disk would be filled with complaints about it.
func (t *Ticker) again() time.Duration {
	t.failures++
	return min(retry<<min(t.failures-1, 8), beat)
}
