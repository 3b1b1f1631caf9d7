//go:build !unix

package kalah

import (
	"context"
	"time"
)

var began = time.Now()

// cpuTime is the time since the tests began.
func cpuTime() time.Duration { return time.Since(began) }

// limit makes a context that ends after so much time. 0 is no limit.
func limit(parent context.Context, d time.Duration) (context.Context, context.CancelFunc) {
	if d == 0 {
		return context.WithCancel(parent)
	}
	return context.WithTimeout(parent, d)
}
