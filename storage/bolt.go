// Package storage keeps matches in one file: [Bolt] is a match.Store on go.etcd.io/bbolt, for a bot that is one process on one machine.
//
// What Append has acknowledged is on the disk; nothing is half written, whenever the process or the machine dies. Many writers share one fsync
// (see queue), a writer alone never waits for others. Records and events are JSON, positions inside them canonical text, all indexes derive from
// the record (see indexKeys), and every file can be proved sound ([Check]), copied while in use ([Bolt.Backup], [Backup]) and brought forward from
// older versions (see migrations).
//
// It never reads a clock: times come in records and events. It knows no rules and no Discord. What every engine has to do is written down as tests
// in paddock/storage/storagetest. Start reading at [Open], then [Bolt.Append].
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

// Bolt is the store in one bbolt file. It is safe for concurrent use. Other processes can't open the file meanwhile.
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
	closed bool           // under mu
	calls  sync.WaitGroup // calls of submit that Close waits for; Add under mu

	failed    atomic.Pointer[error]                                // of the newest commit; nil when it succeeded
	committed atomic.Pointer[func(writes int, took time.Duration)] // told of every commit; nil: nobody is
	opened    fs.FileInfo                                          // of the file when it was opened
}

var _ match.Store = (*Bolt)(nil)

// Open opens the database file at path, creating it if there is none or an empty one, and brings it forward to the present schema. It is an
// *FileError around ErrLocked, ErrNewer, ErrForeign, ErrDamaged or an error of the file system if that can't be; then the file is as it was.
func Open(path string) (*Bolt, error) {
	return open(path, bbolt.Options{}, migrations)
}

// lockWait is how long to wait for another process that has the file locked.
const lockWait = time.Second

func options(o bbolt.Options) *bbolt.Options {
	o.Timeout = lockWait
	o.FreelistType = bbolt.FreelistMapType
	o.NoFreelistSync = true
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
	go b.commitAll() // ends in Close
	return b, nil
}

// openFile opens the file and says which it is, whatever comes to have its name later.
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
		err = errors.Join(fault.Damaged(path, err), file.Close()) // bbolt has left it open, and locked
	}
	return db, opened, err
}

// Path is the file's name as it was given to Open.
func (b *engine) Path() string { return b.path }

// Close finishes the writes that have begun, refuses new ones with ErrClosed and closes the file. A second Close does nothing.
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

// fewFree is how many free pages are written down with each transaction, a page or four of them. More are a burden, and are left to the last.
const fewFree = 2000

// writeFree has the next transaction write down which pages are free, if they are few, so that a start need not look through all pages for them even
// if the process is killed.
func (b *engine) writeFree() {
	s := b.db.Stats()
	b.db.NoFreelistSync = s.FreePageN+s.PendingPageN > fewFree
}

// writeFreelist writes down which pages are free, however many they are: only a process that was killed while they were many is followed by one that
// looks for them.
func (b *engine) writeFreelist() {
	b.db.NoFreelistSync = false
	if b.place() == nil {
		_ = b.update(func(*bbolt.Tx) error { return nil }) // a start without it is slower, and that is all
	}
}

// Health returns nil if the newest write was stored and another one, made for the purpose, is stored before ctx ends. A full, read-only or stuck
// disk is an error.
func (b *engine) Health(ctx context.Context) error {
	if err := b.failed.Load(); err != nil {
		return fmt.Errorf("the newest write was not stored: %w", *err)
	}
	return b.submit(ctx, func(t *tx) error { return t.put(metaBucket, []byte("health"), []byte("ok")) })
}

// CountLive is how many matches are open or running.
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

// syncFolder makes a renamed or new file's name durable.
func syncFolder(file string) error {
	d, err := os.Open(filepath.Dir(file))
	if err != nil {
		return err
	}
	return errors.Join(d.Sync(), d.Close())
}

// place is nil if the open file is the one of its name.
func (b *engine) place() error {
	now, err := os.Stat(b.path)
	switch {
	case errors.Is(err, fs.ErrNotExist):
		return fault.New(b.path, "This database was deleted or moved away while the bot runs. Nothing is stored until it is back; what was stored can still be copied with `paddock backup`.", fault.ErrGone)
	case err != nil:
		return fault.New(b.path, fmt.Sprintf("It can't be told whether this database is still there: %v. Nothing is stored until it can.", err), errors.Join(fault.ErrGone, err))
	case !os.SameFile(now, b.opened):
		return fault.New(b.path, "Another file has taken the place of this database while the bot runs. Nothing is stored until the bot has been started again; what was stored can still be copied with `paddock backup`.", fault.ErrGone)
	}
	return nil
}
