package tasks

// Mutex is a lock that may be held during calls. Whoever waits for it waits on a channel, which testing/synctest knows to be blocked, unlike
// whoever waits for a sync.Mutex. It is made by newMutex.
type Mutex chan struct{}

// NewMutex makes a Mutex.
func NewMutex() Mutex { return make(Mutex, 1) }

// Lock and Unlock are those of a sync.Locker.
func (m Mutex) Lock() { m <- struct{}{} }

// Unlock is that of a sync.Locker.
func (m Mutex) Unlock() { <-m }
