// Package cputime measures and limits computation in tests by processor time: what a level of play is worth is said for that, and other work on the machine
// shall not count. Where the system does not tell it, the time that passes stands in for it.
package cputime

import (
	"context"
	"time"
)

// Limit makes a context that ends after so much processor time of this process; 0 is no limit. It ends when it is asked (Err), not by Done.
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

// Err looks at the processor time whenever it is asked.
func (l limited) Err() error {
	if Used() >= l.end {
		return context.DeadlineExceeded
	}
	return l.Context.Err()
}
