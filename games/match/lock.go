package match

import (
	"context"
	"slices"
	"sync"
)

// locks is a lock per key, for as many keys as are in use at the moment. The zero locks are ready.
type locks struct {
	mu   sync.Mutex
	held map[string]*keyLock // under mu
}

// keyLock is a lock that somebody holds or waits for: free holds one token while nobody has it.
type keyLock struct {
	free  chan struct{}
	users int // under locks.mu
}

// lock takes the locks of all keys, in an order that can't deadlock, and returns how to give them back. A match's lock is always
// taken before users' locks.
func (l *locks) lock(ctx context.Context, keys ...string) (unlock func(), err error) {
	keys = slices.Compact(slices.Sorted(slices.Values(keys)))
	var taken []func()
	unlock = func() {
		for _, give := range taken {
			give()
		}
	}
	for _, key := range keys {
		give, err := l.lockOne(ctx, key)
		if err != nil {
			unlock()
			return nil, err
		}
		taken = append(taken, give)
	}
	return unlock, nil
}

func (l *locks) lockOne(ctx context.Context, key string) (unlock func(), err error) {
	l.mu.Lock()
	k := l.held[key]
	if k == nil {
		if l.held == nil {
			l.held = make(map[string]*keyLock)
		}
		k = &keyLock{free: make(chan struct{}, 1)}
		k.free <- struct{}{}
		l.held[key] = k
	}
	k.users++
	l.mu.Unlock()

	select {
	case <-k.free:
		return func() { k.free <- struct{}{}; l.leave(key, k) }, nil
	case <-ctx.Done():
		l.leave(key, k)
		return nil, ctx.Err()
	}
}

func (l *locks) leave(key string, k *keyLock) {
	l.mu.Lock()
	defer l.mu.Unlock()
	if k.users--; k.users == 0 {
		delete(l.held, key)
	}
}
