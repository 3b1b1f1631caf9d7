package storage

import (
	"errors"
	"io/fs"
	"os"
	"syscall"

	"go.etcd.io/bbolt"
	berrors "go.etcd.io/bbolt/errors"

	"paddock/storage/fault"
	"paddock/storage/pages"
)

// inspect looks at a file before it is opened for writing, quickly, and changes nothing: see pages.Quick. It returns the version of its schema: 0 for a file that is missing,
// empty or without any content, which is a new database. A file that is somebody else's or damaged is an error: bbolt itself would crash the process
// on a damaged page.
func inspect(path string) (version int, err error) {
	info, err := os.Stat(path)
	switch {
	case errors.Is(err, fs.ErrNotExist):
		return 0, nil
	case err != nil:
		return 0, fault.ExplainOpen(path, err)
	case info.IsDir():
		return 0, fault.ExplainOpen(path, syscall.EISDIR)
	case !info.Mode().IsRegular():
		return 0, fault.Foreign(path)
	case info.Size() == 0: // left by a process that was killed at its very first step
		return 0, nil
	}
	err = readOnly(path, pages.Quick, func(tx *bbolt.Tx) error {
		version = schemaVersion(tx)
		if version == 0 && !empty(tx) {
			return fault.Foreign(path)
		}
		return nil
	})
	return version, err
}

// readOnly runs read on a file whose pages have been found sound, with a lock that keeps writers out.
func readOnly(path string, look pages.Look, read func(*bbolt.Tx) error) error {
	db, err := bbolt.Open(path, 0, options(bbolt.Options{ReadOnly: true}))
	if err != nil {
		return explainRead(path, err)
	}
	defer db.Close()
	if err := pages.Check(path, db.Info().PageSize, look); err != nil {
		return fault.Damaged(path, err)
	}
	return fault.Guarded(func() error { return db.View(read) })
}

// explainRead tells a damaged database from a file that never was one.
func explainRead(path string, err error) error {
	if !errors.Is(err, berrors.ErrInvalid) && !errors.Is(err, berrors.ErrChecksum) && !errors.Is(err, berrors.ErrVersionMismatch) {
		return fault.ExplainOpen(path, err)
	}
	f, openErr := os.Open(path)
	if openErr != nil {
		return fault.ExplainOpen(path, openErr)
	}
	defer f.Close()
	if !pages.Bolt(f) {
		return fault.Foreign(path)
	}
	return fault.Damaged(path, err)
}

func empty(tx *bbolt.Tx) bool {
	name, _ := tx.Cursor().First()
	return name == nil
}
