package storage

import (
	"errors"
	"fmt"
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
// or has no buckets yet. It returns an error for a foreign or damaged file, because a damaged page
// would crash bbolt, and for an empty one, which may be all that is left of a database.
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
	if info := stat(path); info != nil && info.Size() == 0 {
		return fault.Empty(path) // bbolt would try to make a database of it
	}
	db, file, err := openFile(path, bbolt.Options{ReadOnly: true})
	if err != nil {
		return explainRead(path, err)
	}
	defer func() { _ = shut(db, file, err) }()
	if err = pages.Check(path, db.Info().PageSize, look); err != nil {
		return fault.Damaged(path, err)
	}
	if err = fault.Guarded(func() error { return db.View(read) }); errors.Is(err, fault.ErrDamaged) {
		err = sentence(path, err)
	}
	return err
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
	return fault.Damaged(path, fmt.Errorf("%w: both of its head pages are spoilt", err))
}

// sentence returns the error for a damaged file as a FileError.
func sentence(path string, err error) error {
	if _, ok := errors.AsType[*fault.FileError](err); ok {
		return err
	}
	return fault.Damaged(path, err)
}

func empty(tx *bbolt.Tx) bool {
	name, _ := tx.Cursor().First()
	return name == nil
}
