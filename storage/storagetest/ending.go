package storagetest

import (
	"context"
	"sync/atomic"
)

// ending is the context that EndingAfter returns.
type ending struct {
	context.Context
	end  context.CancelFunc
	left atomic.Int64
}

// EndingAfter returns a context that is cancelled at the nth call of Err. A Memory asks once in
// each call, so that a test can end a piece of work between any two of its calls.
func EndingAfter(ctx context.Context, n int) context.Context {
	ctx, end := context.WithCancel(ctx)
	e := &ending{Context: ctx, end: end}
	e.left.Store(int64(n))
	return e
}

// Err counts a question and answers it.
func (e *ending) Err() error {
	if e.left.Add(-1) < 0 {
		e.end()
	}
	return e.Context.Err()
}
