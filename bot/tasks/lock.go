package tasks

import (
	"sync"
)

// Mutex is a lock that may be held during calls. Whoever waits for it waits on a channel, which testing/synctest knows to be blocked, unlike
// whoever waits for a sync.Mutex. It is made by newMutex.
type Mutex chan struct{}

func NewMutex() Mutex { return make(Mutex, 1) }

// Lock and Unlock are those of a sync.Locker.
func (m Mutex) Lock() { m <- struct{}{} }

func (m Mutex) Unlock() { <-m }

// KeyedLock is a lock for each key. It remembers only keys that somebody holds or waits for. The zero value is ready.
type KeyedLock[K comparable] struct {
	mu    sync.Mutex
	locks map[K]*countedLock
}

// countedLock is the lock of one key, with the number of those who hold it or wait for it.
type countedLock struct {
	mutex Mutex
	users int
}

// Lock waits for the lock of a key.
func (l *KeyedLock[K]) Lock(key K) (unlock func()) {
	l.mu.Lock()
	c := l.locks[key]
	if c == nil {
		if l.locks == nil {
			l.locks = make(map[K]*countedLock)
		}
		c = &countedLock{mutex: NewMutex()}
		l.locks[key] = c
	}
	c.users++
	l.mu.Unlock()
	c.mutex.Lock()
	return func() {
		c.mutex.Unlock()
		l.mu.Lock()
		defer l.mu.Unlock()
		if c.users--; c.users == 0 {
			delete(l.locks, key)
		}
	}
}

// Len is the number of keys that are locked.
func (l *KeyedLock[K]) Len() int {
	l.mu.Lock()
	defer l.mu.Unlock()
	return len(l.locks)
}
