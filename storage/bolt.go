// Package storage stores matches in one file: [Bolt] is a match.Store on go.etcd.io/bbolt, for a
// bot that is one process on one machine.
//
// What Append has acknowledged is on the disk, and nothing is ever half written, even if the
// process or the machine dies. Many writers share one fsync (queue.go); a single writer never waits
// for others. Records and events are JSON with canonical position texts. All indexes derive from
// the record (index.go). A file can be checked ([Check]), copied while in use ([Bolt.Backup],
// [Backup]) and migrated from older versions (schema.go). A method of Bolt without a comment does
// what match.Store says.
//
// The package never reads a clock: records and events contain the times. It knows no rules and no
// Discord. The tests in paddock/storage/storagetest specify every engine. Start reading at [Open],
// then [Bolt.Append].
package storage

import (
	"context"
	"errors"
	"fmt"
	"io/fs"
	"os"
	"path/filepath"
	"sync"
	"sync/atomic"
	"time"

	"go.etcd.io/bbolt"
	berrors "go.etcd.io/bbolt/errors"

	"paddock/games/match"
	"paddock/storage/aside"
	"paddock/storage/fault"
)

// Bolt is a store in one bbolt file. It is safe for concurrent use. Other processes cannot open the
// file meanwhile.
type Bolt struct {
	match.Alone
	engine
	records cache[match.ID, match.Record]
	users   cache[match.UserID, match.User]
	aside   aside.Matches
}

// engine is the open file: it runs reads, and all writes in groups.
type engine struct {
	db   *bbolt.DB
	path string

	writes chan *write   // received by commitAll until it is closed
	done   chan struct{} // closed when commitAll has ended

	mu     sync.RWMutex
	closed bool           // guarded by mu: Close was called
	calls  sync.WaitGroup // calls of submit, for which Close waits; Add needs mu

	failed    atomic.Pointer[error]                                // error of the newest commit; nil if it succeeded
	committed atomic.Pointer[func(writes int, took time.Duration)] // called after every commit; nil: nothing is called
	opened    fs.FileInfo                                          // the file as it was when opened
}

var _ match.Store = (*Bolt)(nil)

// Open opens the database file at path and migrates it to the present schema. It creates a missing
// or empty file. The error is a *FileError that wraps ErrLocked, ErrNewer, ErrForeign, ErrDamaged
// or an error of the file system; then the file is unchanged.
func Open(path string) (*Bolt, error) {
	return open(path, bbolt.Options{}, migrations)
}

// lockWait is how long to wait for another process that has locked the file.
const lockWait = time.Second

func options(o bbolt.Options) *bbolt.Options {
	o.Timeout = lockWait
	o.FreelistType = bbolt.FreelistMapType
	return &o
}

func open(path string, o bbolt.Options, steps []migration) (*Bolt, error) {
	version, err := inspect(path)
	if err != nil {
		return nil, err
	}
	if version > len(steps) {
		return nil, fault.Newer(path, version, len(steps))
	}
	db, opened, err := openFile(path, o)
	if errors.Is(err, fault.ErrDamaged) {
		return nil, err
	}
	if err != nil {
		return nil, fault.ExplainOpen(path, err)
	}
	err = fault.Guarded(func() error { return migrate(db, steps) })
	if err == nil && version == 0 {
		err = syncFolder(path)
	}
	if err != nil {
		return nil, errors.Join(err, db.Close())
	}
	b := &Bolt{engine: engine{db: db, path: path, opened: opened, writes: make(chan *write), done: make(chan struct{})}}
	go b.commitAll() // ends when Close is called
	return b, nil
}

// openFile opens the file and returns its identity, which stays the same if another file gets its
// name.
func openFile(path string, o bbolt.Options) (db *bbolt.DB, opened fs.FileInfo, err error) {
	var file *os.File
	o.OpenFile = func(name string, flag int, mode os.FileMode) (f *os.File, err error) {
		if f, err = os.OpenFile(name, flag, mode); err == nil {
			file = f
			opened, err = f.Stat()
		}
		return f, err
	}
	err = fault.Guarded(func() error { db, err = bbolt.Open(path, 0o600, options(o)); return err })
	if errors.Is(err, fault.ErrDamaged) {
		// after a panic bbolt has left the file open and locked
		err = errors.Join(fault.Damaged(path, err), file.Close())
	}
	return db, opened, err
}

// Path returns the file's name as given to Open.
func (b *engine) Path() string { return b.path }

// Close finishes the writes in progress, refuses new ones with ErrClosed and closes the file. A
// second Close does nothing.
func (b *engine) Close() error {
	b.mu.Lock()
	if b.closed {
		b.mu.Unlock()
		<-b.done
		return nil
	}
	b.closed = true
	b.mu.Unlock()
	b.calls.Wait()
	close(b.writes)
	<-b.done
	b.writeFreelist()
	return b.db.Close()
}

// mostFree and mostWaiting are the largest numbers of free and waiting pages for which each
// transaction records the free pages. For mostFree, 400 MB, this costs 0.8 MB and one or two
// milliseconds. Pages that wait for a long read, such as a copy, have a lower limit: the recorded
// list waits too, so it would grow with itself.
const (
	mostFree    = 100_000
	mostWaiting = 10_000
)

// writeFree makes the next transaction record the free pages, if that is cheap. A start then need
// not search all pages for them, even after a kill.
func (b *engine) writeFree() {
	s := b.db.Stats()
	b.db.NoFreelistSync = s.FreePageN > mostFree || s.PendingPageN > mostWaiting
}

// writeFreelist records the free pages, however many there are. Only after a kill with many free
// pages must the next start search all pages.
func (b *engine) writeFreelist() {
	b.db.NoFreelistSync = false
	if b.place() == nil {
		_ = b.update(func(*bbolt.Tx) error { return nil }) // on an error the next start is only slower
	}
}

// Health returns nil if the newest write was stored and a test write succeeds before ctx ends. A
// full, read-only or stuck disk is an error.
func (b *engine) Health(ctx context.Context) error {
	if err := b.failed.Load(); err != nil {
		return fmt.Errorf("the newest write was not stored: %w", *err)
	}
	return b.submit(ctx, func(t *tx) error { return t.put(metaBucket, []byte("health"), []byte("ok")) })
}

// CountLive returns the number of open and running matches.
func (b *Bolt) CountLive(ctx context.Context) (n int, err error) {
	err = b.view(ctx, func(tx *bbolt.Tx) error {
		return tx.Bucket(indexBuckets[byLive]).ForEach(func(_, _ []byte) error {
			n++
			return nil
		})
	})
	return n, err
}

// view runs a short read.
func (b *engine) view(ctx context.Context, read func(*bbolt.Tx) error) error {
	if err := ctx.Err(); err != nil {
		return err
	}
	err := fault.Guarded(func() error { return b.db.View(read) })
	if errors.Is(err, berrors.ErrDatabaseNotOpen) {
		return fault.ErrClosed
	}
	return err
}

// syncFolder makes the name of a new or renamed file durable.
func syncFolder(file string) error {
	d, err := os.Open(filepath.Dir(file))
	if err != nil {
		return err
	}
	return errors.Join(d.Sync(), d.Close())
}

// place returns an error if the file name no longer leads to the open file.
func (b *engine) place() error {
	now, err := os.Stat(b.path)
	switch {
	case errors.Is(err, fs.ErrNotExist):
		return fault.New(b.path,
			"This database was deleted or moved away while the bot runs. Nothing is stored until it is back; what was stored can still be copied with `paddock backup`.", fault.ErrGone)
	case err != nil:
		return fault.New(b.path,
			fmt.Sprintf("It can't be told whether this database is still there: %v. Nothing is stored until it can.",
				err), errors.Join(fault.ErrGone, err))
	case !os.SameFile(now, b.opened):
		return fault.New(b.path,
			"Another file has taken the place of this database while the bot runs. Nothing is stored until the bot has been started again; what was stored can still be copied with `paddock backup`.", fault.ErrGone)
	}
	return nil
}
