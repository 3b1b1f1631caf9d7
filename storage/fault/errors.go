// Package fault describes problems with a database file to the host of the bot.
package fault

import (
	"errors"
	"fmt"
	"runtime/debug"
	"strings"

	"paddock/storage/layout"
)

// Reasons why a file cannot be opened, copied or checked; always wrapped in a *FileError.
var (
	ErrLocked  = errors.New("storage: locked by another process")
	ErrNewer   = errors.New("storage: written by a newer version")
	ErrOlder   = errors.New("storage: not brought forward yet")
	ErrForeign = errors.New("storage: not a Paddock database")
	ErrDamaged = layout.ErrDamaged
	ErrEmpty   = errors.New("storage: an empty file")
	ErrDerived = errors.New("storage: what is derived from records and logs is wrong")
)

// ErrGone means that the file was deleted, moved, replaced, cut off or overwritten while open, so
// that writes would be lost.
var ErrGone = errors.New("storage: the file is no longer there")

// ErrClosed is returned by all calls after Close.
var ErrClosed = errors.New("storage: closed")

// FileError describes a problem with a database file to the host of the bot.
type FileError struct {
	Path string
	Say  string // one or two sentences: the problem and what to do now
	Err  error  // the cause, for errors.Is
}

// New returns a FileError about a path.
func New(path, say string, err error) *FileError { return &FileError{Path: path, Say: say, Err: err} }

// Error returns the path and the sentence.
func (e *FileError) Error() string { return e.Path + ": " + e.Say }

func (e *FileError) Unwrap() error { return e.Err }

// Newer returns the error for a database with a newer schema than this program knows.
func Newer(path string, has, knows int) error {
	say := fmt.Sprintf("This database was written by a newer Paddock (schema %d; this one knows up to %d). Run the newer version, or restore a backup made before the update.", has, knows)
	return New(path, say, ErrNewer)
}

// Foreign returns the error for a file that is no Paddock database.
func Foreign(path string) error {
	return New(path, "This file is not a Paddock database. Choose another file; this one was not touched.", ErrForeign)
}

// Empty returns the error for a file of no bytes. It may be what a full disk or a failed copy has
// left of a database, so it is not taken for a new one.
func Empty(path string) error {
	return New(path, "This file is empty. If it was in use, restore the newest backup in its place; delete it only to begin anew.", errors.Join(ErrEmpty, ErrDamaged))
}

// Damaged returns the error for a database that cannot be read.
func Damaged(path string, why error) error {
	say := fmt.Sprintf("This database is damaged: %s. Restore the newest backup in its place, without what was played after it; the file was not touched.", Plain(why))
	return New(path, say, errors.Join(ErrDamaged, why))
}

// Derived returns the error for a database whose only problems are in derived data. It has the
// first problem and the number of problems.
func Derived(path, first string, problems int) error {
	say := fmt.Sprintf("All matches, moves and settings of this database are sound. What is derived from them is not: %s (problem 1 of %d). Stop the bot and run `paddock check -repair`; don't restore a backup.", first, problems)
	return New(path, say, ErrDerived)
}

// Plain returns what an error says to people. It leaves out a sentinel such as ErrDamaged in front,
// and behind it the words of libraries, such as a decoder's or bbolt's, which only help programmers.
func Plain(err error) string {
	text := err.Error()
	switch e := err.(type) {
	case interface{ Unwrap() error }:
		text = plainPart(text, e.Unwrap(), true)
	case interface{ Unwrap() []error }:
		for _, part := range e.Unwrap() {
			text = plainPart(text, part, false)
		}
	}
	return text
}

// plainPart makes the part of an error's text plain that a wrapped error has said. A wrapped error
// that wraps no other is kept behind own words only if it is the single one.
func plainPart(text string, part error, single bool) string {
	says := part.Error()
	if after, ok := strings.CutPrefix(text, says+": "); ok {
		return after
	}
	before, ok := strings.CutSuffix(text, ": "+says)
	if !ok {
		return text
	}
	if !single && errors.Unwrap(part) == nil {
		return before
	}
	return before + ": " + Plain(part)
}

// Guarded calls a function that reads the file. On a damaged page bbolt panics or reads invalid
// memory; Guarded turns that into an error.
func Guarded(do func() error) (err error) {
	defer debug.SetPanicOnFault(debug.SetPanicOnFault(true))
	defer func() {
		if p := recover(); p != nil {
			err = fmt.Errorf("%w: a page can't be read: %w", ErrDamaged, fmt.Errorf("%v", p))
		}
	}()
	return do()
}
