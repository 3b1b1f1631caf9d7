package sandbox

import (
	"sync"
	"time"

	"paddock/bot/tasks"
)

// clock is the sandbox's time: the computer's time plus all skips. Bot, matches and the simulated Discord share it. The zero value is ready and has
// no skips.
type clock struct {
	mu    sync.Mutex
	ahead time.Duration
	woken tasks.Signal // nil before the first call of wakes
}

// now returns the sandbox's time.
func (c *clock) now() time.Time {
	c.mu.Lock()
	defer c.mu.Unlock()
	return time.Now().Add(c.ahead)
}

// skipped returns how far the clock is ahead of the computer's.
func (c *clock) skipped() time.Duration {
	c.mu.Lock()
	defer c.mu.Unlock()
	return c.ahead
}

// skip puts the clock forward, and signals jumps.
func (c *clock) skip(d time.Duration) {
	c.mu.Lock()
	defer c.mu.Unlock()
	c.ahead += max(d, 0)
	c.wakes().Send()
}

// jumps returns a channel that receives a value after the clock was put forward.
func (c *clock) jumps() <-chan struct{} {
	c.mu.Lock()
	defer c.mu.Unlock()
	return c.wakes()
}

func (c *clock) wakes() tasks.Signal {
	if c.woken == nil {
		c.woken = tasks.NewSignal()
	}
	return c.woken
}
