package cputime

import (
	"context"
	"errors"
	"testing"
	"time"
)

func TestLimit(t *testing.T) {
	began, rounds := Used(), 0
	ctx, cancel := Limit(t.Context(), 20*time.Millisecond)
	defer cancel()
	for ctx.Err() == nil {
		rounds++
	}
	if !errors.Is(ctx.Err(), context.DeadlineExceeded) || rounds == 0 || Used()-began < 20*time.Millisecond {
		t.Errorf("it ended with %v after %d rounds and %v", ctx.Err(), rounds, Used()-began)
	}
	free, stop := Limit(t.Context(), 0)
	if free.Err() != nil {
		t.Errorf("no limit has ended with %v", free.Err())
	}
	if stop(); !errors.Is(free.Err(), context.Canceled) {
		t.Errorf("a context that was cancelled says %v", free.Err())
	}
}
