package tick

import (
	"context"
	"errors"
	"fmt"
	"log/slog"
	"slices"
	"strings"
	"sync"
	"sync/atomic"
	"testing"
	"testing/synctest"
	"time"

	"paddock/games/tourney"
)

// brokenTournaments is a store whose tournaments can't be read.
type brokenTournaments struct {
	tourney.Store
	read atomic.Int32
}

func (b *brokenTournaments) Tournament(context.Context, tourney.ID) (tourney.Record, error) {
	b.read.Add(1)
	return tourney.Record{}, errors.New("broken")
}

func (b *brokenTournaments) OpenTournaments(context.Context) ([]tourney.Record, error) {
	return nil, nil
}

// A broken tournament is tried again at growing intervals. Changes in between cause an immediate
// try and leave one retry, not one each.
func TestABrokenTournamentHasOneRetry(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		store := &brokenTournaments{}
		tournaments := NewTournaments(tourney.New(tourney.Config{Store: store, Now: time.Now}), time.Now,
			slog.New(slog.DiscardHandler))
		ctx, stop := context.WithCancel(t.Context())
		go tournaments.Run(ctx)
		const changes = 6
		for range changes {
			tournaments.Attend("cup")
			time.Sleep(time.Second)
		}
		before := store.read.Load()
		time.Sleep(tournamentRest)
		stop()
		synctest.Wait()
		if n := store.read.Load() - before; before != changes || n == 0 || n > changes {
			t.Errorf("%d reads for %d changes and %d in an hour after them, want one each and at most %d", before,
				changes, n, changes)
		}
	})
}

// ladder is a store with one tournament, which has a deadline until it is finished.
type ladder struct {
	tourney.Store
	read []time.Time
}

func (l *ladder) Tournament(context.Context, tourney.ID) (tourney.Record, error) {
	l.read = append(l.read, time.Now())
	return tourney.Record{}, tourney.ErrUnknown
}

func (l *ladder) OpenTournaments(context.Context) ([]tourney.Record, error) { return nil, nil }

// While another process attends to a tournament, this one tries again every two seconds. When it
// succeeds, it handles the tournament once and releases it.
func TestATournamentOfAnotherProcess(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		began := time.Now()
		store := &ladder{}
		tournaments := NewTournaments(tourney.New(tourney.Config{Store: store, Now: time.Now}), time.Now,
			slog.New(slog.DiscardHandler))
		var asked []time.Duration
		given := 0
		tournaments.Take = func(context.Context, tourney.ID) (func(), bool) {
			asked = append(asked, time.Since(began))
			return func() { given++ }, len(asked) == 3
		}
		ctx, stop := context.WithCancel(t.Context())
		go tournaments.Run(ctx)
		tournaments.Attend("cup")
		time.Sleep(time.Minute)
		stop()
		synctest.Wait()
		if want := []time.Duration{0, 2 * time.Second, 4 * time.Second}; !slices.Equal(asked, want) || given != 1 ||
			len(store.read) != 1 || store.read[0].Sub(began) != 4*time.Second {
			t.Errorf("asked at %v, want %v; given back %d times, read at %v, want once each, after the third", asked,
				want, given, store.read)
		}
	})
}

// season is a store with one tournament, whose deadline comes. It can't be read while it is broken.
type season struct {
	tourney.Store
	began    time.Time
	deadline time.Time // zero: there is no tournament
	broken   bool
	unlisted bool
	stuck    bool // the deadline stays after a read
	mu       sync.Mutex
	calls    []string
}

func (s *season) note(what string) {
	s.mu.Lock()
	defer s.mu.Unlock()
	s.calls = append(s.calls, fmt.Sprint(time.Since(s.began), " ", what))
}

func (s *season) Tournament(context.Context, tourney.ID) (tourney.Record, error) {
	s.note("read")
	if s.broken {
		return tourney.Record{}, errors.New("broken")
	}
	if !s.stuck {
		s.deadline = time.Time{}
	}
	return tourney.Record{}, tourney.ErrUnknown
}

func (s *season) OpenTournaments(context.Context) ([]tourney.Record, error) {
	s.note("list")
	if s.unlisted {
		return nil, errors.New("broken")
	}
	if s.deadline.IsZero() {
		return nil, nil
	}
	return []tourney.Record{{ID: "cup", Deadline: s.deadline}}, nil
}

// The test lists the calls that a ticker makes to a store of tournaments, with their seconds.
func TestDeadlinesOfTournaments(t *testing.T) {
	for _, c := range []struct {
		name  string
		set   func(s *season)
		do    func(t *testing.T, all *Tournaments)
		lasts time.Duration
		want  string
	}{
		{"no tournament", func(*season) {}, nil, 6 * time.Minute, "0s list, 5m0s list"},
		{
			"a deadline in a minute", func(s *season) { s.deadline = s.began.Add(time.Minute) }, nil, 2 * time.Minute,
			"0s list, 1m0s list, 1m0s read",
		},
		{
			"a deadline in an hour", func(s *season) { s.deadline = s.began.Add(time.Hour) }, nil, 6 * time.Minute,
			"0s list, 5m0s list",
		},
		{
			"a deadline that has passed, broken", func(s *season) { s.deadline, s.broken = s.began, true }, nil,
			16 * time.Second, "0s list, 0s read, 10s list, 15s list, 15s read, 5s list, 5s read",
		},
		{
			"a list that can't be read", func(s *season) { s.unlisted = true }, nil, 11 * time.Second,
			"0s list, 10s list, 5s list",
		},
		{
			"woken", func(*season) {}, func(_ *testing.T, all *Tournaments) { all.Wake() }, time.Minute,
			"0s list, 1s list",
		},
		{
			"a deadline that stays", func(s *season) { s.deadline, s.stuck = s.began, true }, nil, 6 * time.Second,
			"0s list, 0s read, 5s list, 5s read",
		},
		{
			"another process has left them", func(s *season) { s.deadline, s.stuck = s.began.Add(time.Hour), true },
			func(t *testing.T, all *Tournaments) {
				if err := all.AttendAll(t.Context()); err != nil {
					t.Error(err)
				}
			}, time.Minute, "0s list, 1s list, 1s read",
		},
		{
			"the last run's work can't be finished", func(s *season) { s.unlisted = true },
			func(t *testing.T, all *Tournaments) {
				if all.Resume(t.Context()) == nil {
					t.Error("a list that can't be read is no failure")
				}
			}, 2 * time.Second, "0s list, 1s list",
		},
	} {
		t.Run(c.name, func(t *testing.T) {
			synctest.Test(t, func(t *testing.T) {
				s := &season{began: time.Now()}
				c.set(s)
				all := NewTournaments(tourney.New(tourney.Config{Store: s, Now: time.Now}), time.Now,
					slog.New(slog.DiscardHandler))
				ctx, stop := context.WithCancel(t.Context())
				go all.Run(ctx)
				time.Sleep(time.Second)
				if c.do != nil {
					c.do(t, all)
				}
				time.Sleep(c.lasts - time.Second)
				stop()
				synctest.Wait()
				slices.Sort(s.calls) // simultaneous calls have no fixed order
				if got := strings.Join(slices.Compact(s.calls), ", "); got != c.want {
					t.Errorf("asked:\n%s\nwant\n%s", got, c.want)
				}
			})
		})
	}
}

// The pause after a failure grows up to an hour. It starts again from the shortest after a success,
// and is not affected by failures while the bot shuts down.
func TestFailuresOfATournament(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		s := &season{began: time.Now(), broken: true}
		var log strings.Builder
		all := NewTournaments(tourney.New(tourney.Config{Store: s, Now: time.Now}), time.Now,
			slog.New(slog.NewTextHandler(&log, nil)))
		pending := func() bool {
			synctest.Wait()
			all.mu.Lock()
			defer all.mu.Unlock()
			return all.pending["cup"]
		}
		all.failed["cup"] = 60
		all.attend(t.Context(), "cup")
		time.Sleep(tournamentRest - time.Second)
		if pending() {
			t.Error("a tournament is tried again within the hour")
		}
		time.Sleep(time.Second)
		if !pending() {
			t.Error("a tournament is not tried again after an hour")
		}
		all.attend(t.Context(), "cup")
		s.broken = false
		all.attend(t.Context(), "cup")
		if len(all.failed) > 0 {
			t.Errorf("failures of a tournament that is well again: %v", all.failed)
		}
		all.take()
		time.Sleep(2 * tournamentRest)
		if pending() {
			t.Error("a tournament that is well again is tried again")
		}
		said := log.String()
		ended, end := context.WithCancel(t.Context())
		end()
		s.broken = true
		all.attend(ended, "cup")
		if log.String() != said || len(all.failed) > 0 {
			t.Errorf("the end of the bot is a failure: %s", log.String()[len(said):])
		}
	})
}
