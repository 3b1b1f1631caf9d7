package tasks

// Mutex is a lock that may be held during calls. Its waiters wait on a channel, which
// testing/synctest sees as blocked, unlike a sync.Mutex. Make it with NewMutex.
type Mutex chan struct{}

// NewMutex returns an unlocked Mutex.
func NewMutex() Mutex { return make(Mutex, 1) }

// Lock implements sync.Locker.
func (m Mutex) Lock() { m <- struct{}{} }

// Unlock implements sync.Locker.
func (m Mutex) Unlock() { <-m }

// Signal is a channel that wakes one goroutine. Several sends before a receive wake it once. Make a
// Signal with NewSignal.
type Signal chan struct{}

// NewSignal returns a Signal on which nothing has been sent.
func NewSignal() Signal { return make(Signal, 1) }

// Send wakes a goroutine that waits on the Signal, or the next one that does. It never blocks.
func (s Signal) Send() {
	select {
	case s <- struct{}{}:
	default:
	}
}
