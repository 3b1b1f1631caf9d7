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

// inspect examines a file quickly before it is opened for writing, and changes nothing: see
// pages.Quick. It returns the schema version, which is 0 for a new database: a file that is missing
// or empty. It returns an error for a foreign or damaged file, because a damaged page would crash
// bbolt.
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
	case info.Size() == 0: // a process that was killed during its first step leaves an empty file
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

// readOnly calls read on a file whose pages are sound, with a lock that excludes writers.
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

// explainRead distinguishes a damaged database from a foreign file.
func explainRead(path string, err error) error {
	if !errors.Is(err, berrors.ErrInvalid) && !errors.Is(err, berrors.ErrChecksum) &&
		!errors.Is(err, berrors.ErrVersionMismatch) {
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
