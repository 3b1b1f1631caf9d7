// Package bounded reads input of a limited length. A file that is read whole before it is judged
// takes all memory when it is an endless pipe or the wrong file.
package bounded

import (
	"errors"
	"io"
	"os"
)

// ErrLong means that there is more to read than the limit.
var ErrLong = errors.New("it is too long")

// Read reads all of r, at most a number of bytes.
func Read(r io.Reader, most int64) ([]byte, error) {
	text, err := io.ReadAll(io.LimitReader(r, most+1))
	if err == nil && int64(len(text)) > most {
		return nil, ErrLong
	}
	return text, err
}

// Regular reads a file that the program has written itself, of any length, but no pipe or device in
// its place.
func Regular(name string) ([]byte, error) {
	info, err := os.Stat(name)
	if err != nil {
		return nil, err
	}
	if !info.Mode().IsRegular() {
		return nil, &os.PathError{Op: "read", Path: name, Err: errors.New("this is not a regular file")}
	}
	return File(name, info.Size())
}

// File reads a file of at most a number of bytes.
func File(name string, most int64) ([]byte, error) {
	f, err := os.Open(name)
	if err != nil {
		return nil, err
	}
	defer f.Close()
	return Read(f, most)
}
