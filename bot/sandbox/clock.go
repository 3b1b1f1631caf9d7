package sandbox

import (
	"sync"
	"time"

	"paddock/bot/tasks"
)

// clock is the sandbox's time: the computer's time plus all skips. Bot, matches and the simulated
// Discord share it.
type clock struct {
	mu    sync.Mutex
	ahead time.Duration
	woken tasks.Signal // a value is sent after each skip
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

// skip puts the clock forward, and signals woken.
func (c *clock) skip(d time.Duration) {
	c.mu.Lock()
	defer c.mu.Unlock()
	c.ahead += max(d, 0)
	c.woken.Send()
}
