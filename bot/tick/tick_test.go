package tick_test

import (
	"context"
	"errors"
	"fmt"
	"log/slog"
	"path/filepath"
	"slices"
	"strings"
	"sync"
	"testing"
	"testing/synctest"
	"time"

	"paddock/bot/tick"
	"paddock/games"
	"paddock/games/gamestest/nim"
	"paddock/games/gamestest/ram"
	"paddock/games/match"
	"paddock/games/match/decide"
	"paddock/games/match/service"
	"paddock/storage"
)

// world is a match service with real clocks. In a synctest bubble days take milliseconds.
type world struct {
	duels int // number of duels so far
	*testing.T
	svc   *service.Service
	store *storage.Bolt
	began time.Time
	log   []string // guarded by mu
	mu    sync.Mutex
}

func newWorld(t *testing.T, wrap func(match.Store) match.Store) *world {
	store, err := storage.Open(filepath.Join(ram.Dir(t), "paddock.db"))
	if err != nil {
		t.Fatal(err)
	}
	w := &world{T: t, store: store, began: time.Now()}
	w.svc = service.New(service.Config{
		Store: wrap(store), Games: []*games.Game{nim.New()}, Now: time.Now,
		Rand: seeds{}, Defaults: decide.Defaults{Grace: -1},
	})
	w.svc.OnChange(func(c match.Change) {
		w.mu.Lock()
		defer w.mu.Unlock()
		for _, e := range c.Events {
			w.log = append(w.log, time.Since(w.began).String()+" "+string(e.Kind))
		}
	})
	return w
}

// seeds is a source of randomness that returns fixed bytes, but a different id each time.
type seeds struct{}

var counted byte

func (seeds) Read(b []byte) (int, error) {
	for i := range b {
		counted++
		b[i] = counted
	}
	return len(b), nil
}

func asIs(s match.Store) match.Store { return s }

// duel starts a match with an hour a move in which Ann is to move. Each has another opponent,
// because repeated challenges are refused.
func (w *world) duel() match.ID {
	w.Helper()
	w.duels++
	other := match.UserID(fmt.Sprint("other", w.duels))
	p := match.Proposal{
		Game: "nim", Place: match.Place{Guild: "g", Channel: "c"}, By: match.Player{User: "ann", Name: "Ann"},
		With: []match.Player{{User: other}}, Side: "me", PerMove: time.Hour,
	}
	c, err := w.svc.Tables.Propose(w.Context(), p)
	if err != nil {
		w.Fatal(err)
	}
	if c, err = w.svc.Tables.Join(w.Context(), match.Act{Match: c.Match.ID, User: other}, "Bob"); err != nil {
		w.Fatal(err)
	}
	return c.Match.ID
}

// run runs tickers until the test's story returns, and waits for them.
func (w *world) run(tickers []*tick.Ticker, story func()) {
	ctx, end := context.WithCancel(context.Background())
	var all sync.WaitGroup
	for _, t := range tickers {
		all.Go(func() {
			if err := t.Run(ctx); err != nil {
				w.Error(err)
			}
		})
	}
	story()
	end()
	all.Wait()
	if err := w.store.Close(); err != nil {
		w.Error(err)
	}
}

func (w *world) ticker() *tick.Ticker {
	t := tick.New(tick.Config{Matches: w.svc.Referee, Deadlines: w.store, Now: time.Now})
	w.svc.OnChange(func(c match.Change) { t.Due(c.Match.Due) })
	return t
}

// since lists the events since the start of a match, such as "48m0s reminded".
func (w *world) since() []string {
	w.mu.Lock()
	defer w.mu.Unlock()
	return slices.DeleteFunc(slices.Clone(w.log), func(s string) bool { return strings.HasPrefix(s, "0s ") })
}

func TestP8_P9_DeadlinesFireAtTheirMinuteWithoutReaders(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		w := newWorld(t, asIs)
		w.run([]*tick.Ticker{w.ticker()}, func() {
			w.duel() // the ticker is asleep, so it must be woken
			time.Sleep(2 * time.Hour)
		})
		if got, want := w.since(),
			[]string{"48m0s reminded", "1h0m0s ruled", "1h0m0s ended"}; !slices.Equal(got, want) {
			t.Errorf("happened %q, want %q", got, want)
		}
	})
}

func TestP9_TwoTickersMakeOneRuling(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		w := newWorld(t, asIs)
		w.run([]*tick.Ticker{w.ticker(), w.ticker(), w.ticker()}, func() {
			for range 5 {
				w.duel()
			}
			time.Sleep(2 * time.Hour)
		})
		rulings := 0
		for _, line := range w.since() {
			if strings.HasSuffix(line, "ruled") {
				rulings++
			}
		}
		if rulings != 5 {
			t.Errorf("%d rulings for 5 matches: %q", rulings, w.since())
		}
	})
}

func TestP9_AStartAfterAnOutageExtendsAndDoesNotRule(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		w := newWorld(t, asIs)
		ctx, end := context.WithCancel(t.Context())
		first := w.ticker()
		done := make(chan error)
		go func() { done <- first.Run(ctx) }()
		w.duel()
		time.Sleep(30 * time.Minute)
		end()
		<-done
		time.Sleep(72 * time.Hour) // the bot does not run
		w.run([]*tick.Ticker{w.ticker()}, func() { time.Sleep(2 * time.Hour) })
		want := []string{
			// the outage adds an hour of extra time (F11), with a reminder 12 minutes before its
			// end
			"72h30m0s extended", "73h18m0s reminded",
			"73h30m0s ruled", "73h30m0s ended",
		}
		if got := w.since(); !slices.Equal(got, want) {
			t.Errorf("happened %q\nwant     %q", got, want)
		}
	})
}

// brokenStore fails while broken is set.
type brokenStore struct {
	match.Store
	mu     sync.Mutex
	broken bool
}

var errDisk = errors.New("input/output error")

func (s *brokenStore) err() error {
	s.mu.Lock()
	defer s.mu.Unlock()
	if s.broken {
		return errDisk
	}
	return nil
}

func (s *brokenStore) set(broken bool) {
	s.mu.Lock()
	defer s.mu.Unlock()
	s.broken = broken
}

func (s *brokenStore) Append(ctx context.Context, r match.Record, e ...match.Event) (match.Seq, error) {
	if err := s.err(); err != nil {
		return 0, err
	}
	return s.Store.Append(ctx, r, e...)
}

func (s *brokenStore) PutNote(ctx context.Context, key, value string) error {
	if err := s.err(); err != nil {
		return err
	}
	return s.Store.PutNote(ctx, key, value)
}

// P93, P9: while nothing can be stored nobody can move, so this time counts as an outage.
func TestAStoreThatFailsForHoursIsAnOutage(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		var disk *brokenStore
		w := newWorld(t, func(s match.Store) match.Store { disk = &brokenStore{Store: s}; return disk })
		w.run([]*tick.Ticker{w.ticker()}, func() {
			w.duel()
			time.Sleep(50 * time.Minute)
			disk.set(true)
			time.Sleep(5 * time.Hour)
			disk.set(false)
			time.Sleep(10 * time.Minute)
		})
		got := w.since()
		if len(got) != 2 || got[0] != "48m0s reminded" || !strings.HasSuffix(got[1], "extended") {
			t.Errorf("happened %q, want the reminder, then after the failure more time and no ruling", got)
		}
	})
}

// In the sandbox people can put the clock forward. With a negative Outage the ticker does not take this
// for a time in which the bot was down: it extends no deadline, and does all due work at once.
func TestAClockThatIsPutForward(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		w := newWorld(t, asIs)
		var mu sync.Mutex
		var ahead time.Duration
		now := func() time.Time { mu.Lock(); defer mu.Unlock(); return time.Now().Add(ahead) }
		w.svc = service.New(service.Config{
			Store: w.store, Games: []*games.Game{nim.New()}, Now: now, Rand: seeds{},
			Defaults: decide.Defaults{Grace: -1},
		})
		ticker := tick.New(tick.Config{Matches: w.svc.Referee, Deadlines: w.store, Now: now, Outage: -1})
		w.run([]*tick.Ticker{ticker}, func() {
			id := w.duel()
			ticker.Wake()
			synctest.Wait()
			mu.Lock()
			ahead = 25 * time.Hour
			mu.Unlock()
			ticker.Wake()
			time.Sleep(time.Second)
			if r, err := w.svc.Read.Match(w.Context(), id); err != nil || r.Status != match.Over {
				t.Errorf("match is %s, %v, want over", r.Status, err)
			}
		})
	})
}

// stub is a match service that fails for every match.
type stub struct {
	mu       sync.Mutex
	err      error // returned by Attend
	attended int
	enough   func() // enough is called after a thousand calls of Attend
}

func (s *stub) Attend(context.Context, match.ID) (match.Change, error) {
	s.mu.Lock()
	defer s.mu.Unlock()
	if s.attended++; s.attended > 1000 {
		s.enough()
	}
	return match.Change{}, s.err
}
func (s *stub) Recover(context.Context) (int, error) { return 0, nil }
func (s *stub) Alive(context.Context) error          { return nil }

func (s *stub) Due(context.Context, time.Time, int) ([]match.Record, error) {
	return []match.Record{{ID: "stuck"}}, nil
}

func (s *stub) NextDue(context.Context) (time.Time, bool, error) {
	return time.Now().Add(-time.Hour), true, nil
}

// deadlines is a store with one deadline, which records when it is asked for the next.
type deadlines struct {
	stub
	next  time.Time
	asked []time.Time
}

func (d *deadlines) Due(context.Context, time.Time, int) ([]match.Record, error) { return nil, nil }

func (d *deadlines) NextDue(context.Context) (time.Time, bool, error) {
	d.mu.Lock()
	defer d.mu.Unlock()
	d.asked = append(d.asked, time.Now())
	return d.next, !d.next.IsZero(), nil
}

// Only a deadline that is sooner than all others wakes a ticker, because most moves postpone a
// deadline.
func TestOnlyASoonerDeadlineWakes(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		began := time.Now()
		d := &deadlines{next: began.Add(30 * time.Second)}
		ticker := tick.New(tick.Config{Matches: d, Deadlines: d, Now: time.Now})
		ctx, end := context.WithCancel(t.Context())
		done := make(chan error)
		go func() { done <- ticker.Run(ctx) }()
		due := func(after time.Duration) {
			ticker.Due(began.Add(after))
			synctest.Wait()
		}
		synctest.Wait()
		time.Sleep(time.Second)
		due(time.Hour)
		due(30 * time.Second)
		ticker.Due(time.Time{})
		synctest.Wait()
		time.Sleep(time.Second)
		due(20 * time.Second)
		end()
		<-done
		var at []time.Duration
		for _, asked := range d.asked {
			at = append(at, asked.Sub(began))
		}
		if want := []time.Duration{0, 2 * time.Second}; !slices.Equal(at, want) {
			t.Errorf("looked at the deadlines after %v, want %v: at the start, and for the sooner one", at, want)
		}
	})
}

// A match that stays due must not make the ticker spin, with or without an error.
func TestFailuresAreNotRetriedInALoop(t *testing.T) {
	for _, err := range []error{errDisk, nil} {
		synctest.Test(t, func(t *testing.T) {
			ctx, end := context.WithCancel(t.Context())
			s := &stub{err: err, enough: end}
			done := make(chan error)
			go func() { done <- tick.New(tick.Config{Matches: s, Deadlines: s, Now: time.Now}).Run(ctx) }()
			time.Sleep(time.Hour)
			end()
			<-done
			if s.attended < 2 || s.attended > 1000 {
				t.Errorf("after %v: attended %d times within an hour, want again and again, but seldom", err,
					s.attended)
			}
		})
	}
}

// troubled is a store with matches by deadline. Broken matches can't be handled, and while the
// store is down nothing works.
type troubled struct {
	mu       sync.Mutex
	due      map[match.ID]time.Time
	hidden   bool // another process holds all matches, so none is due here
	broken   match.ID
	down     bool
	attended map[match.ID]time.Time
}

func (s *troubled) Attend(_ context.Context, id match.ID) (match.Change, error) {
	s.mu.Lock()
	defer s.mu.Unlock()
	switch {
	case s.down:
		return match.Change{}, &match.Problem{Kind: match.ErrStore}
	case id == s.broken:
		return match.Change{}, errDisk
	}
	s.attended[id] = time.Now()
	delete(s.due, id)
	return match.Change{}, nil
}

func (s *troubled) Recover(context.Context) (int, error) { return 0, nil }
func (s *troubled) Alive(context.Context) error          { return nil }

func (s *troubled) Due(_ context.Context, t time.Time, _ int) (list []match.Record, err error) {
	s.mu.Lock()
	defer s.mu.Unlock()
	for id, at := range s.due {
		if !at.After(t) && !s.hidden {
			list = append(list, match.Record{ID: id, Due: at})
		}
	}
	return list, nil
}

func (s *troubled) NextDue(context.Context) (first time.Time, ok bool, err error) {
	s.mu.Lock()
	defer s.mu.Unlock()
	for _, at := range s.due {
		if !s.hidden && (!ok || at.Before(first)) {
			first, ok = at, true
		}
	}
	return first, ok, nil
}

// After any failure of any length, a deadline is handled within 5 s of the first possible moment.
func TestNothingMakesClocksLate(t *testing.T) {
	for name, c := range map[string]struct {
		begin, mend func(*troubled)
		mended      time.Duration // when the store worked again, counted from the start
	}{
		"another match is broken": {
			func(s *troubled) { s.broken, s.due["broken"] = "broken", time.Now() },
			func(*troubled) {}, 0,
		},
		"the store was down for an hour": {
			func(s *troubled) { s.down, s.due["first"] = true, time.Now() },
			func(s *troubled) { s.down = false }, time.Hour,
		},
		"another process held it, and died": {func(s *troubled) { s.hidden = true }, func(s *troubled) {
			s.hidden = false
		}, 10*time.Minute + 7*time.Second},
	} {
		t.Run(name, func(t *testing.T) {
			synctest.Test(t, func(t *testing.T) {
				began := time.Now()
				s := &troubled{
					due:      map[match.ID]time.Time{"sound": began.Add(10 * time.Minute)},
					attended: map[match.ID]time.Time{},
				}
				c.begin(s)
				ctx, end := context.WithCancel(t.Context())
				done := make(chan error)
				go func() {
					done <- tick.New(tick.Config{
						Matches: s, Deadlines: s, Now: time.Now,
						AtMost: 5 * time.Second,
					}).Run(ctx)
				}()
				time.Sleep(c.mended)
				s.mu.Lock()
				c.mend(s)
				s.mu.Unlock()
				time.Sleep(time.Hour)
				end()
				<-done
				at, attended := s.attended["sound"]
				if late := at.Sub(began.Add(max(c.mended, 10*time.Minute))); !attended || late > 5*time.Second {
					t.Errorf("attended %t, %v late", attended, late)
				}
			})
		})
	}
}

// While the store is down, a ticker tries again after 1, 2, 4 and then every 5 s, and logs it once
// a minute. After a success the pauses start again from 1 s. Without deadlines it reads the store
// as often as AtMost says.
func TestPausesAfterFailures(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		s := &failing{began: time.Now()}
		var log strings.Builder
		ticker := tick.New(tick.Config{
			Matches: s, Deadlines: s, Now: time.Now, AtMost: 20 * time.Second,
			Log: slog.New(slog.NewTextHandler(&log, nil)),
		})
		ctx, end := context.WithCancel(t.Context())
		done := make(chan error)
		go func() { done <- ticker.Run(ctx) }()
		time.Sleep(3*time.Minute + 2*time.Second)
		end()
		<-done
		var asked []string
		for n, at := range s.asked {
			if since := at.Sub(s.began); n < 6 || since > 115*time.Second {
				asked = append(asked, since.String())
			}
		}
		want := "0s 1s 3s 7s 12s 17s 1m57s 2m2s 2m22s 2m42s 2m43s 2m45s 2m49s 2m54s 2m59s"
		if got := strings.Join(asked, " "); got != want {
			t.Errorf("asked after %s, want %s", got, want)
		}
		if n := strings.Count(log.String(), "could not read deadlines"); n != 3 {
			t.Errorf("logged %d times in two minutes and a bit later, want once a minute:\n%s", n, &log)
		}
	})
}

// failing is a store that can't read deadlines for two minutes, and then after 40 seconds again.
type failing struct {
	stub
	began time.Time
	asked []time.Time
}

func (f *failing) Due(context.Context, time.Time, int) ([]match.Record, error) {
	f.asked = append(f.asked, time.Now())
	if since := time.Since(f.began); since < 2*time.Minute || since > 160*time.Second {
		return nil, errDisk
	}
	return nil, nil
}

func (f *failing) NextDue(context.Context) (time.Time, bool, error) { return time.Time{}, false, nil }

// diary is a service and a store that record each call. The test sets their answers.
type diary struct {
	mu       sync.Mutex
	began    time.Time
	calls    []string
	due      func(since time.Duration) ([]match.Record, error)
	next     func(since time.Duration) (time.Time, bool, error)
	attend   func(id match.ID) (match.Change, error)
	extended int
	alive    error
}

func (d *diary) note(what string, args ...any) time.Duration {
	d.mu.Lock()
	defer d.mu.Unlock()
	since := time.Since(d.began)
	d.calls = append(d.calls, strings.TrimSpace(fmt.Sprint(since, " ", what, " ", fmt.Sprint(args...))))
	return since
}

func (d *diary) Attend(_ context.Context, id match.ID) (match.Change, error) {
	d.note("attend", id)
	return d.attend(id)
}

func (d *diary) Recover(context.Context) (int, error) { d.note("recover"); return d.extended, d.alive }
func (d *diary) Alive(context.Context) error          { d.note("alive"); return d.alive }

func (d *diary) Due(_ context.Context, _ time.Time, most int) ([]match.Record, error) {
	return d.due(d.note("due", most))
}

func (d *diary) NextDue(context.Context) (time.Time, bool, error) { return d.next(d.note("next")) }

// The golden file lists the store calls and log lines of a ticker, with their seconds, for a store
// that answers, fails, or is slow.
func TestDiaries(t *testing.T) {
	at := func(id match.ID, due time.Time) []match.Record { return []match.Record{{ID: id, Due: due}} }
	never := func(time.Duration) (time.Time, bool, error) { return time.Time{}, false, nil }
	nothing := func(time.Duration) ([]match.Record, error) { return nil, nil }
	for _, c := range []struct {
		name  string
		set   func(d *diary, cfg *tick.Config)
		lasts time.Duration
		calls string
		log   string
	}{
		{
			"nothing to do", func(d *diary, cfg *tick.Config) { d.due, d.next, d.extended = nothing, never, 0 },
			150 * time.Second,
			"0s recover, 0s due 64, 0s next, 1m0s alive, 1m0s due 64, 1m0s next, 2m0s alive, 2m0s due 64, 2m0s next",
			"",
		},
		{
			"after an outage", func(d *diary, cfg *tick.Config) { d.due, d.next, d.extended = nothing, never, 3 },
			time.Second, "0s recover, 0s due 64, 0s next",
			"level=INFO msg=\"clocks that ran out while the bot was away were extended\" matches=3",
		},
		{
			"not able to say that it lives", func(d *diary, cfg *tick.Config) {
				d.due, d.next, d.alive = nothing, never, errDisk
			}, 5 * time.Second, "0s recover, 1s recover, 3s recover",
			"level=ERROR msg=\"could not note that the bot is alive\" err=\"input/output error\"",
		},
		{
			"the next deadline can't be read", func(d *diary, cfg *tick.Config) {
				d.due, d.next = nothing, func(time.Duration) (time.Time, bool, error) { return time.Time{}, false, errDisk }
			}, 2 * time.Second, "0s recover, 0s due 64, 0s next, 1s due 64, 1s next",
			"level=ERROR msg=\"could not read the next deadline\" err=\"input/output error\"",
		},
		{"a deadline in ten seconds", func(d *diary, cfg *tick.Config) {
			due := d.began.Add(10 * time.Second)
			d.due = func(since time.Duration) ([]match.Record, error) {
				if since < 10*time.Second || len(d.calls) > 5 {
					return nil, nil
				}
				return at("m", due), nil
			}
			d.next = func(since time.Duration) (time.Time, bool, error) { return due, since < 10*time.Second, nil }
			d.attend = func(match.ID) (match.Change, error) { return match.Change{}, nil }
		}, 30 * time.Second, "0s recover, 0s due 64, 0s next, 10s due 64, 10s attend m, 10s due 64, 10s next", ""},
		{
			"a match that can't be attended to", func(d *diary, cfg *tick.Config) {
				d.due = func(since time.Duration) ([]match.Record, error) { return at("bad", d.began), nil }
				d.next = func(time.Duration) (time.Time, bool, error) { return d.began, true, nil }
				d.attend = func(match.ID) (match.Change, error) { return match.Change{}, errDisk }
			}, 5500 * time.Millisecond,
			"0s recover, 0s due 64, 0s attend bad, 0s due 65, 0s next, 1s due 65, 1s next, 2s due 65, 2s next, 3s due 65, 3s next, 4s due 65, 4s next, 5s due 64, 5s attend bad, 5s due 65, 5s next",
			"level=ERROR msg=\"could not attend to a match\" match=bad err=\"input/output error\"",
		},
		{
			"a store that fails while matches are attended to", func(d *diary, cfg *tick.Config) {
				d.due = func(time.Duration) ([]match.Record, error) {
					return append(at("one", d.began), at("two", d.began)...), nil
				}
				d.next = never
				d.attend = func(match.ID) (match.Change, error) {
					return match.Change{}, &match.Problem{Kind: match.ErrStore}
				}
			}, 1500 * time.Millisecond, "0s recover, 0s due 64, 0s attend one, 1s due 65, 1s attend two",
			"level=ERROR msg=\"could not attend to a match\" match=one, level=ERROR msg=\"could not attend to a match\" match=two",
		},
		{"a deadline that has passed, of a match that is not due", func(d *diary, cfg *tick.Config) {
			d.due, d.next = nothing, func(since time.Duration) (time.Time, bool, error) {
				return d.began, since < 3*time.Millisecond, nil
			}
		}, time.Second, "0s recover, 0s due 64, 0s next, 1ms due 64, 1ms next, 2ms due 64, 2ms next, 3ms due 64, 3ms next", ""},
		{"short sleeps", func(d *diary, cfg *tick.Config) {
			d.due, d.next, cfg.AtMost = nothing, never, 25*time.Second
		}, 70 * time.Second, "0s recover, 0s due 64, 0s next, 25s due 64, 25s next, 50s due 64, 50s next, 1m0s alive, 1m0s due 64, 1m0s next", ""},
	} {
		t.Run(c.name, func(t *testing.T) {
			synctest.Test(t, func(t *testing.T) {
				d := &diary{began: time.Now()}
				var log strings.Builder
				cfg := tick.Config{
					Matches: d, Deadlines: d, Now: time.Now,
					Log: slog.New(slog.NewTextHandler(&log, nil)),
				}
				c.set(d, &cfg)
				ctx, end := context.WithCancel(t.Context())
				done := make(chan error)
				go func() { done <- tick.New(cfg).Run(ctx) }()
				time.Sleep(c.lasts)
				end()
				<-done
				if got := strings.Join(d.calls, ", "); got != c.calls {
					t.Errorf("asked:\n%s\nwant\n%s", got, c.calls)
				}
				var said []string
				for _, line := range strings.Split(log.String(), "\n") {
					if at := strings.Index(line, "level="); at >= 0 {
						said = append(said, line[at:])
					}
				}
				if got := strings.Join(said, ", "); !fits(got, c.log) {
					t.Errorf("logged:\n%s\nwant\n%s", got, c.log)
				}
			})
		})
	}
}

// fits reports whether a log has the wanted lines, which may be longer than the wanted lines.
func fits(got, want string) bool {
	lines, wanted := strings.Split(got, ", "), strings.Split(want, ", ")
	return len(lines) == len(wanted) && (want != "" || got == "") && !slices.ContainsFunc(wanted, func(w string) bool {
		return !slices.ContainsFunc(lines, func(l string) bool { return strings.HasPrefix(l, w) })
	})
}

// The longest silence that is no outage is the configured one, to the minute.
func TestOutage(t *testing.T) {
	for _, c := range []struct {
		outage, silence time.Duration
		want            string
	}{
		{0, 3 * time.Minute, "alive"},
		{0, 3*time.Minute + time.Nanosecond, "recover"},
		{10 * time.Minute, 10 * time.Minute, "alive"},
		{-1, time.Hour, "alive"},
	} {
		synctest.Test(t, func(t *testing.T) {
			var mu sync.Mutex
			ahead := time.Duration(0)
			d := &diary{
				began: time.Now(), due: func(time.Duration) ([]match.Record, error) { return nil, nil },
				next: func(time.Duration) (time.Time, bool, error) { return time.Time{}, false, nil },
			}
			ticker := tick.New(tick.Config{Matches: d, Deadlines: d, Outage: c.outage, Now: func() time.Time {
				mu.Lock()
				defer mu.Unlock()
				return time.Now().Add(ahead)
			}})
			ctx, end := context.WithCancel(t.Context())
			done := make(chan error)
			go func() { done <- ticker.Run(ctx) }()
			synctest.Wait()
			mu.Lock()
			ahead = c.silence
			mu.Unlock()
			ticker.Wake()
			synctest.Wait()
			end()
			<-done
			if got, want := strings.Join(d.calls, ", "),
				"0s recover, 0s due 64, 0s next, 0s "+c.want+", 0s due 64, 0s next"; got != want {
				t.Errorf("after a silence of %v with an outage of %v: %s, want %s", c.silence, c.outage, got, want)
			}
		})
	}
}
