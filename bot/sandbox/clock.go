package sandbox

import (
	"sync"
	"time"
)

// clock is the sandbox's time: this computer's, put forward by what people have skipped. Bot, matches and the simulated Discord share it. The zero
// clock is ready and has skipped nothing.
type clock struct {
	mu    sync.Mutex
	ahead time.Duration
	woken chan struct{} // of capacity 1; nil until somebody asks for it
}

// now is the sandbox's time.
func (c *clock) now() time.Time {
	c.mu.Lock()
	defer c.mu.Unlock()
	return time.Now().Add(c.ahead)
}

// skipped is by how much the clock is ahead of this computer's.
func (c *clock) skipped() time.Duration {
	c.mu.Lock()
	defer c.mu.Unlock()
	return c.ahead
}

// skip puts the clock forward, and wakes whoever sleeps until some time on it.
func (c *clock) skip(d time.Duration) {
	c.mu.Lock()
	defer c.mu.Unlock()
	c.ahead += max(d, 0)
	select {
	case c.wakes() <- struct{}{}:
	default:
	}
}

// jumps receives a value after each skip; several skips may come as one.
func (c *clock) jumps() <-chan struct{} {
	c.mu.Lock()
	defer c.mu.Unlock()
	return c.wakes()
}

func (c *clock) wakes() chan struct{} {
	if c.woken == nil {
		c.woken = make(chan struct{}, 1)
	}
	return c.woken
}
