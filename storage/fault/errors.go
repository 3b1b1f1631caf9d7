// Package fault says what is wrong with a database file, to the person who runs the bot.
package fault

import (
	"errors"
	"fmt"
	"io/fs"
	"runtime/debug"
	"syscall"

	berrors "go.etcd.io/bbolt/errors"

	"paddock/storage/layout"
)

// Why a file can't be opened, copied or checked; always inside a *FileError.
var (
	ErrLocked  = errors.New("storage: locked by another process")
	ErrNewer   = errors.New("storage: written by a newer version")
	ErrOlder   = errors.New("storage: not brought forward yet")
	ErrForeign = errors.New("storage: not a Paddock database")
	ErrDamaged = layout.ErrDamaged
)

// ErrGone means that the file has been deleted, moved or replaced while it was open: what were written into it now would be lost with it.
var ErrGone = errors.New("storage: the file is no longer there")

// ErrClosed is returned by all calls after Close.
var ErrClosed = errors.New("storage: closed")

// FileError says what is wrong with a database file, to the person who runs the bot.
type FileError struct {
	Path string
	Say  string // one or two sentences: what is wrong and what can be done now
	Err  error  // the cause, for errors.Is
}

// New is a FileError about a path.
func New(path, say string, err error) *FileError { return &FileError{Path: path, Say: say, Err: err} }

// Error is the path and the sentence.
func (e *FileError) Error() string { return e.Path + ": " + e.Say }

// Unwrap is the cause.
func (e *FileError) Unwrap() error { return e.Err }

// Newer is a database of a schema that this program does not know yet.
func Newer(path string, has, knows int) error {
	say := fmt.Sprintf("This database was written by a newer Paddock (schema %d; this one knows up to %d). Run the newer version, or restore a backup made before the update.", has, knows)
	return New(path, say, ErrNewer)
}

// Foreign is a file that is none of ours.
func Foreign(path string) error {
	return New(path, "This file is not a Paddock database. Choose another file; this one was not touched.", ErrForeign)
}

// Damaged is a database that can't be read, and why.
func Damaged(path string, why error) error {
	say := fmt.Sprintf("This database is damaged: %v. Restore the newest backup in its place; the file was not touched.", why)
	return New(path, say, errors.Join(ErrDamaged, why))
}

// ExplainOpen makes a sentence of what the file system or bbolt says.
func ExplainOpen(path string, err error) error {
	say := fmt.Sprintf("This database can't be opened: %v.", err)
	switch {
	case errors.Is(err, berrors.ErrTimeout):
		say = "Another process is using this database. Stop it first, or choose another file. For a copy of a running bot's database there is `paddock backup`."
		err = errors.Join(ErrLocked, err)
	case errors.Is(err, syscall.EISDIR):
		say = "This is a folder, not a database. Name a file in it, for instance paddock.db."
	case errors.Is(err, fs.ErrPermission):
		say = "This file may not be read and written by the user who runs Paddock. Change its owner or permissions."
	case errors.Is(err, syscall.EROFS):
		say = "The database is on a file system that can't be written to. Mount it writable, or choose another file."
	case errors.Is(err, fs.ErrNotExist), errors.Is(err, syscall.ENOTDIR):
		say = "The folder that should hold this database does not exist. Make it first, or choose another file."
	case errors.Is(err, syscall.ENOSPC):
		say = "The disk is full. Make room first."
	}
	return New(path, say, err)
}

// Guarded runs what reads the file. A damaged page makes bbolt panic, or read where there is no memory: that is an error.
func Guarded(do func() error) (err error) {
	defer debug.SetPanicOnFault(debug.SetPanicOnFault(true))
	defer func() {
		if p := recover(); p != nil {
			err = fmt.Errorf("%w: a page can't be read: %v", ErrDamaged, p)
		}
	}()
	return do()
}
