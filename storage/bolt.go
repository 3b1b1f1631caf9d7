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
// Discord. The package paddock/storage/ledger has what is the same in every engine, and the tests
// in paddock/storage/storagetest specify it. Start reading at [Open], then [Bolt.Append].
package storage

import (
	"context"
	"errors"
	"io/fs"
	"os"
	"path/filepath"
	"runtime"
	"strconv"
	"sync"
	"sync/atomic"
	"syscall"
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
	made    bool // Open has made the file
}

// engine is the open file: it runs reads, and all writes in groups.
type engine struct {
	db   *bbolt.DB
	path string

	writes chan *write   // received by commitAll until it is closed
	done   chan struct{} // closed when commitAll has ended

	lost lost

	mu     sync.RWMutex
	closed bool           // guarded by mu: Close was called
	calls  sync.WaitGroup // calls of submit, for which Close waits; Add needs mu

	// the newest refused commit; nil once Health succeeds
	failed    atomic.Pointer[error]
	committed atomic.Pointer[func(writes int, took time.Duration)] // function called after every commit; nil: none

	file     *os.File     // bbolt's own; only for looking at it
	opened   fs.FileInfo  // the file as it was when opened
	pageSize int          // in bytes
	writing  sync.Mutex   // held during a commit
	left     imprint      // guarded by writing: the file as the newest commit left it
	size     atomic.Int64 // left.size
}

var _ match.Store = (*Bolt)(nil)

// Open opens the database file at path and migrates it to the present schema. It creates a missing
// file. The error is a *FileError that wraps ErrLocked, ErrNewer, ErrForeign, ErrDamaged
// or an error of the file system; then the file is unchanged.
func Open(path string) (*Bolt, error) {
	return open(path, bbolt.Options{}, migrations)
}

// lockWait is how long to wait for another process that has locked the file.
const lockWait = time.Second

func open(path string, o bbolt.Options, steps []migration) (*Bolt, error) {
	version, err := inspect(path)
	if err != nil {
		return nil, err
	}
	if version > len(steps) {
		return nil, fault.Newer(path, version, len(steps))
	}
	if err := tooOld(path, version, steps); err != nil {
		return nil, err
	}
	if o.InitialMmapSize == 0 {
		o.InitialMmapSize = mapSize(path)
	}
	db, file, err := openFile(path, o)
	if errors.Is(err, syscall.ENOMEM) { // a limit of the process's addresses, such as ulimit -v
		o.InitialMmapSize = 0
		db, file, err = openFile(path, o)
	}
	if err != nil {
		return nil, explainOpen(path, err)
	}
	db.AllocSize = growth
	err = fault.Guarded(func() error { return migrate(db, steps) })
	if errors.Is(err, fault.ErrDamaged) {
		err = sentence(path, err)
	}
	if err == nil && version == 0 {
		err = syncFolder(path)
	}
	if err != nil {
		return nil, errors.Join(err, shut(db, file, err))
	}
	b := &Bolt{made: version == 0, engine: engine{
		db: db, path: path, file: file, pageSize: db.Info().PageSize, writes: make(chan *write), done: make(chan struct{}),
		lost: lost{done: make(chan struct{})},
	}}
	if b.opened, err = file.Stat(); err == nil {
		b.left, err = b.look()
	}
	if err != nil {
		return nil, errors.Join(explainOpen(path, err), db.Close())
	}
	b.size.Store(b.left.size)
	go b.commitAll() // the goroutine ends when Close is called
	return b, nil
}

// mapRoom is how far the map of a file reaches beyond its end. When a file outgrows its map, bbolt
// maps it again, and that write and all after it wait for every open read. The map takes addresses,
// not memory.
const mapRoom = 1 << 30

// growth is by how many bytes the file grows at once. With a large map bbolt would always add 16 MB.
const growth = 1 << 20

// mapSize returns the size of the first map of a file; 0 leaves it to bbolt. Windows would make the
// file as large as its map, and 32 bits have no addresses to spare.
func mapSize(path string) int {
	if runtime.GOOS == "windows" || strconv.IntSize < 64 {
		return 0
	}
	size := int64(0)
	if info := stat(path); info != nil {
		size = info.Size()
	}
	return int(size + mapRoom)
}

// Path returns the file's name as given to Open.
func (b *engine) Path() string { return b.path }

// Close finishes the writes in progress, refuses new ones with ErrClosed and closes the file. A
// second Close does nothing. If the store is lost, see Watch, Close returns why.
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
	select {
	case <-b.lost.done: // bbolt's Close might wait for a lock for ever
		return b.lost.why
	default:
	}
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
	if b.glance() == nil {
		_ = b.update(func(*bbolt.Tx) error { return nil }) // on an error the next start is only slower
	}
}

// room is how much Health writes after a refused write: more than any move needs. Less would fit
// into the free pages of a file that can't grow.
const room = 256 << 10

// Health returns nil if a test write succeeds before ctx ends. A full, read-only or stuck disk is an
// error. After a refused write the test write needs room, until it succeeds.
func (b *engine) Health(ctx context.Context) error {
	failed, value := b.failed.Load(), []byte("ok")
	if failed != nil {
		value = make([]byte, room)
	}
	err := b.submit(ctx, func(t *tx) error { t.put(metaBucket, []byte("health"), value); return nil })
	if err == nil {
		b.failed.CompareAndSwap(failed, nil)
	}
	return err
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
	err := b.transact(b.db.View, read)
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

// imprint is how a commit leaves the file. Only commits may change it.
type imprint struct {
	size int64
	head []byte // the first two pages, of which every commit writes one
}

// lost is the end of an open file.
type lost struct {
	once sync.Once
	done chan struct{} // closed at the end
	why  error         // the error, set before done is closed
}
