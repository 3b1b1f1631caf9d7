package match

import (
	"context"
	"errors"
	"sync"
	"testing"
	"testing/synctest"
)

func TestLocksAreForgottenWhenNobodyHoldsThem(t *testing.T) {
	var l locks
	var all sync.WaitGroup
	counts := map[string]int{}
	keys := []string{"a", "b", "c"}
	for i := range 300 {
		all.Go(func() {
			unlock, err := l.lock(context.Background(), keys[i%3], keys[(i+1)%3], keys[i%3])
			if err != nil {
				t.Error(err)
				return
			}
			counts[keys[i%3]]++ // any two of these hold a lock in common
			unlock()
		})
	}
	all.Wait()
	if got := counts["a"] + counts["b"] + counts["c"]; got != 300 {
		t.Errorf("%d held the lock, want 300", got)
	}
	if len(l.held) != 0 {
		t.Errorf("%d locks are remembered, want none", len(l.held))
	}
}

func TestWaitingForALockEndsWithTheContext(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		var l locks
		unlock, _ := l.lock(context.Background(), "b")
		ctx, cancel := context.WithCancel(context.Background())
		got := make(chan error)
		go func() {
			_, err := l.lock(ctx, "a", "b")
			got <- err
		}()
		synctest.Wait()
		cancel()
		if err := <-got; !errors.Is(err, context.Canceled) {
			t.Errorf("err = %v, want Canceled", err)
		}
		unlock()
		if len(l.held) != 0 {
			t.Errorf("%d locks are remembered, want none", len(l.held))
		}
	})
}
