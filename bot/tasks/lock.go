package tasks

// Mutex is a lock that may be held during calls. Its waiters wait on a channel, which testing/synctest sees as blocked, unlike a sync.Mutex. Make
// it with NewMutex.
type Mutex chan struct{}

// NewMutex returns an unlocked Mutex.
func NewMutex() Mutex { return make(Mutex, 1) }

// Lock implements sync.Locker.
func (m Mutex) Lock() { m <- struct{}{} }

// Unlock implements sync.Locker.
func (m Mutex) Unlock() { <-m }
