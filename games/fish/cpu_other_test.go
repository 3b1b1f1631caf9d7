//go:build !unix

package fish

import (
	"context"
	"time"
)

// limit makes a context that ends after so much time. 0 is no limit.
func limit(parent context.Context, d time.Duration) (context.Context, context.CancelFunc) {
	if d == 0 {
		return context.WithCancel(parent)
	}
	return context.WithTimeout(parent, d)
}

var began = time.Now()

// cpuTime is the time that has gone by, where nothing better is to be had.
func cpuTime() time.Duration { return time.Since(began) }
