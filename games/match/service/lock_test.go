package service

import (
	"context"
	"errors"
	"testing"
	"testing/synctest"

	"paddock/games/match"
)

// Waiting for the lock of a match ends with the context.
func TestWaitingForALockEndsWithTheContext(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		var s core
		unlock, _ := s.lock(context.Background(), "a")
		ctx, cancel := context.WithCancel(context.Background())
		got := make(chan error)
		go func() {
			_, err := s.lock(ctx, "a")
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
