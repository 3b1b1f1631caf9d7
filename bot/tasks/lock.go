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

// Signal wakes the goroutine that receives from it. What is sent before that counts as one. Make it with NewSignal.
type Signal chan struct{}

// NewSignal returns a Signal that was not sent.
func NewSignal() Signal { return make(Signal, 1) }

// Send wakes the receiver, now or when it receives next. It returns at once.
func (s Signal) Send() {
	select {
	case s <- struct{}{}:
	default:
	}
}
