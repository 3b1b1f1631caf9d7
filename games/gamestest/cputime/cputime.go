// Package cputime measures and limits computation in tests by processor time, so that other work on
// the machine does not matter. Systems without that measure use elapsed time.
package cputime

import (
	"context"
	"time"
)

// Limit returns a context that ends after d of this process's processor time; 0 means no limit.
// Only Err reports the end, not Done.
func Limit(parent context.Context, d time.Duration) (context.Context, context.CancelFunc) {
	ctx, cancel := context.WithCancel(parent)
	if d == 0 {
		return ctx, cancel
	}
	return limited{ctx, Used() + d}, cancel
}

type limited struct {
	context.Context
	end time.Duration
}

// Err returns context.DeadlineExceeded once the process has used its time, and otherwise the
// parent's error.
func (l limited) Err() error {
	if Used() >= l.end {
		return context.DeadlineExceeded
	}
	return l.Context.Err()
}
