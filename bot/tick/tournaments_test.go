package tick

import (
	"context"
	"errors"
	"log/slog"
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
