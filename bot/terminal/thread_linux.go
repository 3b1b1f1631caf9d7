package terminal

import (
	"syscall"
	"time"
)

const countsThreads = true

// threadTime returns the processor time of the calling thread.
func threadTime() time.Duration {
	const thisThread = 1 // RUSAGE_THREAD
	var u syscall.Rusage
	if err := syscall.Getrusage(thisThread, &u); err != nil {
		return 0 // the call can't fail with these arguments
	}
	return time.Duration(u.Utime.Nano() + u.Stime.Nano())
}
