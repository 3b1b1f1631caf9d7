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
		return 0, explainOpen(path, err)
	case info.IsDir():
		return 0, explainOpen(path, syscall.EISDIR)
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
		return fault.Empty(path) // bbolt would try to make a database of an empty file
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

// explainOpen turns an error of the file system or bbolt into a sentence. It returns a fault.FileError as
// it is.
func explainOpen(path string, err error) error {
	if _, ok := errors.AsType[*fault.FileError](err); ok {
		return err
	}
	say := fmt.Sprintf("This database can't be opened: %v.", err)
	switch {
	case errors.Is(err, berrors.ErrTimeout):
		say = "Another process is using this database. Stop it first, or choose another file. For a copy of a running bot's database there is `paddock backup`."
		err = errors.Join(fault.ErrLocked, err)
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
	return fault.New(path, say, err)
}

// explainRead distinguishes a damaged database from a foreign file.
func explainRead(path string, err error) error {
	if !errors.Is(err, berrors.ErrInvalid) && !errors.Is(err, berrors.ErrChecksum) &&
		!errors.Is(err, berrors.ErrVersionMismatch) {
		return explainOpen(path, err)
	}
	f, openErr := os.Open(path)
	if openErr != nil {
		return explainOpen(path, openErr)
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

// openFile opens a database. It also returns the file that bbolt has opened for it.
func openFile(path string, o bbolt.Options) (db *bbolt.DB, file *os.File, err error) {
	o.OpenFile = func(name string, flag int, mode os.FileMode) (f *os.File, err error) {
		f, err = os.OpenFile(name, flag, mode)
		file = f
		return f, err
	}
	err = fault.Guarded(func() error { db, err = bbolt.Open(path, 0o600, options(o)); return err })
	if errors.Is(err, fault.ErrDamaged) {
		err = errors.Join(fault.Damaged(path, err), shut(db, file, err))
	}
	return db, file, err
}

// shut closes a file after an operation that ended with err. After a panic bbolt may still hold the
// locks within the process that its Close waits for, so only the handle is closed. The memory map
// stays, which takes addresses until the process ends.
func shut(db *bbolt.DB, file *os.File, err error) error {
	if errors.Is(err, fault.ErrDamaged) {
		return errors.Join(unlock(file), file.Close())
	}
	return db.Close()
}

func stat(path string) fs.FileInfo {
	info, err := os.Stat(path)
	if err != nil {
		return nil
	}
	return info
}

func options(o bbolt.Options) *bbolt.Options {
	o.Timeout = lockWait
	o.FreelistType = bbolt.FreelistMapType
	return &o
}
