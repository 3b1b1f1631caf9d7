package storagetest

import (
	"context"
	"sync/atomic"
)

// FailAt returns a context with which a [Memory] fails once, at its n-th operation; the first one
// is number 0.
func FailAt(ctx context.Context, n int) context.Context {
	f := &failing{Context: context.WithoutCancel(ctx)}
	f.before.Store(int64(n))
	return f
}

type failing struct {
	context.Context
	before atomic.Int64 // how many operations come before the one that fails
}

func (f *failing) Err() error {
	if f.before.Add(-1) == -1 {
		return context.DeadlineExceeded
	}
	return nil
}
