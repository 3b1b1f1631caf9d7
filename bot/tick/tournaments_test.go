package tick

import (
	"context"
	"errors"
	"log/slog"
	"slices"
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

// A broken tournament is tried again at growing intervals. Changes in between cause an immediate try and leave one retry, not one each.
func TestABrokenTournamentHasOneRetry(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		store := &brokenTournaments{}
		tournaments := NewTournaments(tourney.New(tourney.Config{Store: store, Now: time.Now}), time.Now, slog.New(slog.DiscardHandler))
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
			t.Errorf("%d reads for %d changes and %d in an hour after them, want one each and at most %d", before, changes, n, changes)
		}
	})
}

// ladder is a store with one tournament, whose deadline is at a time, and which is attended to while it is not finished.
type ladder struct {
	tourney.Store
	read []time.Time
}

func (l *ladder) Tournament(context.Context, tourney.ID) (tourney.Record, error) {
	l.read = append(l.read, time.Now())
	return tourney.Record{}, tourney.ErrUnknown
}

func (l *ladder) OpenTournaments(context.Context) ([]tourney.Record, error) { return nil, nil }

// While another process attends to a tournament, this one looks again every two seconds. When it may, it attends once and gives the tournament back.
func TestATournamentOfAnotherProcess(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		began := time.Now()
		store := &ladder{}
		tournaments := NewTournaments(tourney.New(tourney.Config{Store: store, Now: time.Now}), time.Now, slog.New(slog.DiscardHandler))
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
		if want := []time.Duration{0, 2 * time.Second, 4 * time.Second}; !slices.Equal(asked, want) || given != 1 || len(store.read) != 1 || store.read[0].Sub(began) != 4*time.Second {
			t.Errorf("asked at %v, want %v; given back %d times, read at %v, want once each, after the third", asked, want, given, store.read)
		}
	})
}
