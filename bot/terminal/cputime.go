package terminal

import (
	"context"
	"runtime"
	"time"
)

// within calls think with a context that ends after d of the calling thread's processor time, and
// returns how much think used. So a busy machine costs no strength. Only Err reports the end, not
// Done: searches ask Err from time to time.
func within(ctx context.Context, d time.Duration, think func(context.Context)) (used time.Duration) {
	runtime.LockOSThread()
	defer runtime.UnlockOSThread()
	began := threadTime()
	think(limited{ctx, began + d})
	return threadTime() - began
}

// effort is the processor time that a level has used for its moves.
type effort struct {
	moves int
	time  time.Duration
}

// each returns the mean time of a move.
func (e effort) each() time.Duration {
	return (e.time / time.Duration(max(1, e.moves))).Round(10 * time.Microsecond)
}

// limited is a context whose Err fails once the calling thread has used some processor time.
type limited struct {
	context.Context
	end time.Duration
}

// Err returns context.DeadlineExceeded once the thread has used its time, and otherwise the
// parent's error.
func (l limited) Err() error {
	if threadTime() >= l.end {
		return context.DeadlineExceeded
	}
	return l.Context.Err()
}
