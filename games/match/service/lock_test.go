package service

import (
	"context"
	"errors"
	"sync"
	"testing"
	"testing/synctest"

	"paddock/games/match"
)

// Several locks at once, named in any order and more than once, can't deadlock.
func TestSeveralLocks(t *testing.T) {
	var s core
	var all sync.WaitGroup
	counts := map[lockKey]int{}
	keys := []lockKey{matchKey("a"), userKey("b"), "guild/c"}
	for i := range 300 {
		all.Go(func() {
			unlock, err := s.lock(context.Background(), keys[i%3], keys[(i+1)%3], keys[i%3])
			if err != nil {
				t.Error(err)
				return
			}
			counts[keys[i%3]]++ // any two of these hold a lock in common
			unlock()
		})
	}
	all.Wait()
	if got := counts[keys[0]] + counts[keys[1]] + counts[keys[2]]; got != 300 {
		t.Errorf("%d held the locks, want 300", got)
	}
	if n := s.locks.Len(); n != 0 {
		t.Errorf("%d locks are remembered, want none", n)
	}
}

// Who gives up waiting for the second lock gives the first one back.
func TestWaitingForALockEndsWithTheContext(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		var s core
		unlock, _ := s.lock(context.Background(), "b")
		ctx, cancel := context.WithCancel(context.Background())
		got := make(chan error)
		go func() {
			_, err := s.lock(ctx, "a", "b")
			got <- err
		}()
		synctest.Wait()
		cancel()
		if err := <-got; !errors.Is(err, match.ErrStore) || !errors.Is(err, context.Canceled) {
			t.Errorf("err = %v, want ErrStore because of Canceled", err)
		}
		unlock()
		if n := s.locks.Len(); n != 0 {
			t.Errorf("%d locks are remembered, want none", n)
		}
	})
}
