//go:build unix && !solaris && !illumos && !aix

package storage

import (
	"os"
	"syscall"
)

// unlock gives up the lock of a file. Closing the handle is not enough: the lock belongs to the
// open file, which bbolt's memory map holds too, and a map is only removed by bbolt's Close.
func unlock(file *os.File) error { return syscall.Flock(int(file.Fd()), syscall.LOCK_UN) }
