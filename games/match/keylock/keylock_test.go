package keylock

import (
	"context"
	"errors"
	"sync"
	"testing"
	"testing/synctest"
)

func TestLocksAreForgottenWhenNobodyHoldsThem(t *testing.T) {
	var l Lock[int]
	var all sync.WaitGroup
	var counts [3]int
	for i := range 300 {
		all.Go(func() {
			unlock := l.Lock(i % 3)
			counts[i%3]++
			unlock()
		})
	}
	all.Wait()
	if counts != [3]int{100, 100, 100} {
		t.Errorf("%v held the locks, want 100 each", counts)
	}
	if l.Len() != 0 {
		t.Errorf("%d locks are remembered, want none", l.Len())
	}
}

func TestOneAtATime(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		var l Lock[string]
		unlock := l.Lock("a")
		second := false
		go func() {
			give := l.Lock("a")
			second = true
			give()
		}()
		l.Lock("b")()
		synctest.Wait()
		if second || l.Len() != 1 {
			t.Errorf("while one holds the lock a second has it: %v; %d locks are remembered, want 1", second, l.Len())
		}
		unlock()
		synctest.Wait()
		if !second || l.Len() != 0 {
			t.Errorf("after it was given back the second has it: %v; %d locks are remembered, want none", second,
				l.Len())
		}
	})
}

func TestWaitingEndsWithTheContext(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		var l Lock[string]
		unlock := l.Lock("a")
		ctx, cancel := context.WithCancel(context.Background())
		got := make(chan error)
		go func() {
			_, err := l.LockContext(ctx, "a")
			got <- err
		}()
		synctest.Wait()
		cancel()
		if err := <-got; !errors.Is(err, context.Canceled) {
			t.Errorf("err = %v, want Canceled", err)
		}
		unlock()
		if l.Len() != 0 {
			t.Errorf("%d locks are remembered, want none", l.Len())
		}
	})
}

// LockContext with a context that has ended never locks, even if the lock is free.
func TestNoLockAfterTheContext(t *testing.T) {
	var l Lock[string]
	ctx, cancel := context.WithCancel(t.Context())
	cancel()
	for range 64 { // a choice between two ready channels would be made at random
		if _, err := l.LockContext(ctx, "a"); !errors.Is(err, context.Canceled) || l.Len() != 0 {
			t.Fatalf("err = %v, and %d locks are remembered; want Canceled and none", err, l.Len())
		}
	}
}
