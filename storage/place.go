package storage

import (
	"bytes"
	"context"
	"errors"
	"fmt"
	"io"
	"io/fs"
	"log/slog"
	"os"
	"sync"
	"time"

	"go.etcd.io/bbolt"
	berrors "go.etcd.io/bbolt/errors"

	"paddock/storage/fault"
)

// What becomes of the file while it is open. A file that is moved or deleted may come back, and what
// is in it can still be read: writes are refused until then. A file that is cut off or overwritten
// has lost what was stored, and bbolt's free pages no longer fit it: then the store is lost, answers
// every call with an error at once, and its process must end.

// lookEvery is how often Watch checks the file.
const lookEvery = time.Second

// Watch logs when the file is deleted, moved or replaced, and when it is back. Writes are refused
// meanwhile, even without Watch. It returns nil when ctx ends, and an error when the store is lost:
// then the process must end, because no call can succeed any more.
func (b *Bolt) Watch(ctx context.Context, log *slog.Logger) error {
	every := time.NewTicker(lookEvery)
	defer every.Stop()
	gone := false
	for {
		select {
		case <-ctx.Done():
			return nil
		case <-b.lost.done:
			return b.lost.why
		case <-every.C:
		}
		err := b.glance()
		if err != nil && !gone {
			log.Error("nothing can be stored", "err", err)
		}
		if err == nil && gone {
			log.Info("the database is back", "file", b.path)
		}
		gone = err != nil
	}
}

// glance checks the file as far as that is possible without waiting for a commit.
func (b *engine) glance() error {
	if !b.writing.TryLock() {
		return b.place()
	}
	defer b.writing.Unlock()
	return b.intact()
}

// lose makes the store answer every call, those under way included, with an error.
func (b *engine) lose(say string, cause error) error {
	b.lost.once.Do(func() {
		// the error is not wrapped, because no single match is damaged
		b.lost.why = fault.New(b.path, say, fmt.Errorf("%w: %v", fault.ErrGone, cause))
		close(b.lost.done)
	})
	return b.lost.why
}

const (
	changed    = "Another program has cut off or overwritten this database while the bot ran, so the bot ends. Restore a backup with `paddock restore`."
	unreadable = "This database can't be read any more, so the bot ends. Check it with `paddock check`."
)

// look returns data that identifies the present file, to compare later.
func (b *engine) look() (p imprint, err error) {
	info, err := b.file.Stat()
	if err != nil {
		return p, err
	}
	p = imprint{size: info.Size(), head: make([]byte, 2*b.pageSize)}
	_, err = b.file.ReadAt(p.head, 0)
	return p, err
}

// remember notes the file as the present commit has left it, even if it failed, because it may
// have written a part.
func (b *engine) remember() {
	p, err := b.look()
	if err != nil || p.size < b.size.Load() {
		return // the next check notices the failure
	}
	b.left = p
	b.size.Store(p.size)
}

// intact returns an error if the file name no longer leads to the open file, or if another program
// has written to the file. The caller holds b.writing.
func (b *engine) intact() error {
	if err := b.place(); err != nil {
		return err
	}
	switch p, err := b.look(); {
	case errors.Is(err, io.EOF), err == nil && p.size < b.left.size:
		return b.lose(changed, fmt.Errorf("it has %d bytes of %d", p.size, b.left.size))
	case err != nil:
		return fault.New(b.path, fmt.Sprintf("This database can't be read: %v. Nothing is stored until it can.", err),
			errors.Join(fault.ErrGone, err))
	case !bytes.Equal(p.head, b.left.head):
		return b.lose(changed, errors.New("its first pages have changed"))
	}
	return nil
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

// transact runs a transaction in a goroutine of its own. If bbolt panics while it begins or ends
// one, it keeps its locks, and all others would wait for them for ever. The waiting transactions
// return when the store is lost.
func (b *engine) transact(run func(func(*bbolt.Tx) error) error, do func(*bbolt.Tx) error) error {
	select {
	case <-b.lost.done:
		return b.lost.why
	default:
	}
	var mu sync.Mutex // held while do runs, which may write to the caller's variables
	left := false     // guarded by mu: the caller has returned
	done := make(chan error, 1)
	go func() { // the goroutine ends with the transaction, or never if bbolt's locks are lost
		done <- b.guard(run, func(tx *bbolt.Tx) error {
			mu.Lock()
			defer mu.Unlock()
			if left {
				return b.lost.why
			}
			return do(tx)
		})
	}()
	select {
	case err := <-done:
		return err
	case <-b.lost.done:
		mu.Lock()
		defer mu.Unlock()
		left = true
		return b.lost.why
	}
}

// guard runs a transaction and turns bbolt's panics into errors.
func (b *engine) guard(run func(func(*bbolt.Tx) error) error, do func(*bbolt.Tx) error) error {
	var tx *bbolt.Tx
	panicked := true
	err := fault.Guarded(func() error {
		err := run(func(t *bbolt.Tx) error { tx = t; return do(t) })
		panicked = false
		return err
	})
	if errors.Is(err, berrors.ErrInvalidMapping) { // bbolt could not map the file again when it had grown
		return b.lose(unreadable, err)
	}
	if !panicked {
		return err
	}
	info, statErr := b.file.Stat()
	switch {
	case statErr == nil && info.Size() < b.size.Load():
		return b.lose(changed, err)
	case tx == nil || tx.DB() != nil: // the transaction did not begin, or not end
		return b.lose(unreadable, err)
	}
	return err // one page is damaged, and the others can be read
}
