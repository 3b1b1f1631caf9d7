// Package keylock holds one lock per key, such as a match, person or message. Start reading at
// [Lock].
package keylock

import (
	"context"
	"sync"
)

// Lock is a set of locks by key. It only stores keys that somebody holds or waits for. Goroutines
// wait on a channel, so testing/synctest sees them as blocked. The zero Lock is ready to use.
type Lock[K comparable] struct {
	mu    sync.Mutex
	locks map[K]*counted // guarded by mu
}

// counted is the lock of one key: free holds one token while the key is unlocked.
type counted struct {
	free  chan struct{}
	users int // number of holders and waiters, guarded by Lock.mu
}

// Lock waits for the lock of a key.
func (l *Lock[K]) Lock(key K) (unlock func()) {
	c := l.enter(key)
	<-c.free
	return func() { l.leave(key, c) }
}

// LockContext waits for the lock of a key. If ctx ends first, or has ended, it returns ctx's error.
func (l *Lock[K]) LockContext(ctx context.Context, key K) (unlock func(), err error) {
	if err := ctx.Err(); err != nil {
		return nil, err
	}
	c := l.enter(key)
	select {
	case <-c.free:
		return func() { l.leave(key, c) }, nil
	case <-ctx.Done():
		l.forget(key, c)
		return nil, ctx.Err()
	}
}

// Len returns the number of keys that are held or waited for.
func (l *Lock[K]) Len() int {
	l.mu.Lock()
	defer l.mu.Unlock()
	return len(l.locks)
}

func (l *Lock[K]) enter(key K) *counted {
	l.mu.Lock()
	defer l.mu.Unlock()
	c := l.locks[key]
	if c == nil {
		if l.locks == nil {
			l.locks = make(map[K]*counted)
		}
		c = &counted{free: make(chan struct{}, 1)}
		c.free <- struct{}{}
		l.locks[key] = c
	}
	c.users++
	return c
}

func (l *Lock[K]) leave(key K, c *counted) {
	c.free <- struct{}{}
	l.forget(key, c)
}

func (l *Lock[K]) forget(key K, c *counted) {
	l.mu.Lock()
	defer l.mu.Unlock()
	if c.users--; c.users == 0 {
		delete(l.locks, key)
	}
}
