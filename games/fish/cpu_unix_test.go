//go:build unix

package fish

import (
	"context"
	"syscall"
	"time"
)

// limit makes a context that ends after so much processor time of this process: goals are about that, and a busy machine shall not
// count. 0 is no limit.
func limit(parent context.Context, d time.Duration) (context.Context, context.CancelFunc) {
	ctx, cancel := context.WithCancel(parent)
	if d == 0 {
		return ctx, cancel
	}
	return cpuContext{ctx, cpuTime() + d}, cancel
}

type cpuContext struct {
	context.Context
	end time.Duration
}

// Err looks at the processor time whenever it is asked.
func (c cpuContext) Err() error {
	if cpuTime() >= c.end {
		return context.DeadlineExceeded
	}
	return c.Context.Err()
}

func cpuTime() time.Duration {
	var u syscall.Rusage
	if err := syscall.Getrusage(syscall.RUSAGE_SELF, &u); err != nil {
		panic(err)
	}
	return time.Duration(u.Utime.Nano() + u.Stime.Nano())
}
