package storage

import (
	"context"
	"fmt"
	"runtime"
	"runtime/debug"
	"slices"
	"time"

	"go.etcd.io/bbolt"

	"paddock/games/match"
	"paddock/storage/fault"
)

// Group commit: callers pass their write to one goroutine. It runs all waiting writes in a single
// transaction with a single fsync while the next ones gather. Each write sees the earlier ones of
// its transaction.

// groupMax is the largest number of writes in one transaction.
const groupMax = 512

// write is one caller's change that waits to be run.
type write struct {
	ctx  context.Context
	do   func(*tx) error
	err  error
	done chan struct{} // closed when err is final
}

// tx is a write transaction shared by several writes, as one of them sees it. All changes go through it,
// so that it knows whether a failed write has changed something. It keeps the first error of a change;
// with that error the write fails at its end, and none of its changes is stored.
type tx struct {
	*bbolt.Tx
	dirty  bool  // the present write has changed something
	failed error // the first error of its changes
}

// change calls do, which writes one key, and keeps its error if it is the first.
func (t *tx) change(do func() error) {
	t.dirty = true
	if err := do(); t.failed == nil {
		t.failed = err
	}
}

func (t *tx) put(bucket, key, value []byte) {
	t.change(func() error { return t.Bucket(bucket).Put(key, value) })
}

func (t *tx) del(bucket, key []byte) {
	t.change(func() error { return t.Bucket(bucket).Delete(key) })
}

// submit runs do in a transaction and returns when that is on the disk. If do fails, submit returns
// its error and nothing of it is stored. Do may be called more than once, always in the queue's
// goroutine. [match.ErrUnsure] means that ctx ended during the write to the disk.
func (b *engine) submit(ctx context.Context, do func(*tx) error) error {
	if err := ctx.Err(); err != nil {
		return err // select would otherwise choose at random, and it would be unsure whether the write is stored
	}
	b.mu.RLock()
	if b.closed {
		b.mu.RUnlock()
		return fault.ErrClosed
	}
	b.calls.Add(1)
	b.mu.RUnlock()
	defer b.calls.Done()

	w := &write{ctx: ctx, do: do, done: make(chan struct{})}
	select {
	case b.writes <- w:
	case <-ctx.Done():
		return ctx.Err()
	case <-b.lost.done:
		return b.lost.why
	}
	select {
	case <-w.done:
		return w.err
	case <-ctx.Done():
		return fmt.Errorf("%w: %w", match.ErrUnsure, ctx.Err())
	}
}

// OnCommit calls f after every group of writes: how many, and how long the commit took. F must be
// quick.
func (b *engine) OnCommit(f func(writes int, took time.Duration)) { b.committed.Store(&f) }

// commitAll runs as the queue's goroutine. It ends when writes is closed.
func (b *engine) commitAll() {
	defer close(b.done)
	group := make([]*write, 0, groupMax)
	for w := range b.writes {
		group = b.gather(append(group[:0], w))
		b.commit(group)
		for _, w := range group {
			close(w.done)
		}
		clear(group)
	}
}

// gather adds the waiting writes, and those of goroutines that are ready to run, such as the
// callers just answered. It never sleeps, because a single writer would wait for nobody: it yields
// until a yield brings no further write. More yields than writes in a group bring nothing.
func (b *engine) gather(group []*write) []*write {
	for range groupMax {
		runtime.Gosched()
		before := len(group)
		if group = b.drain(group); len(group) == before {
			break
		}
	}
	return group
}

func (b *engine) drain(group []*write) []*write {
	for len(group) < groupMax {
		select {
		case w, ok := <-b.writes:
			if !ok {
				return group
			}
			group = append(group, w)
		default:
			return group
		}
	}
	return group
}

// commit runs a group in a file that nobody else has written to.
func (b *engine) commit(group []*write) {
	b.writing.Lock()
	defer b.writing.Unlock()
	b.run(group)
}

// run runs a group and sets each write's err. A write that fails before it changes something is
// left out. A write that fails after a change fails the transaction: the other writes run again
// without it, and then it runs alone.
func (b *engine) run(group []*write) {
	var bad *write
	began := time.Now()
	b.writeFree()
	err := b.intact()
	if err == nil {
		err = b.update(func(btx *bbolt.Tx) error {
			for _, w := range group {
				t := tx{Tx: btx}
				w.err = w.try(&t)
				if w.err != nil && t.dirty {
					bad = w
					return w.err
				}
			}
			return nil
		})
		b.remember()
	}
	switch {
	case bad == nil:
		b.finish(group, err)
		if tell := b.committed.Load(); tell != nil && err == nil {
			(*tell)(len(group), time.Since(began))
		}
	case len(group) > 1:
		b.run(slices.DeleteFunc(slices.Clone(group), func(w *write) bool { return w == bad }))
		b.run([]*write{bad})
	}
}

// update calls db.Update and turns bbolt's panics into errors.
func (b *engine) update(do func(*bbolt.Tx) error) (err error) {
	return b.transact(b.db.Update, do)
}

// finish sets the commit's own error, if any, on all writes without one.
func (b *engine) finish(group []*write, err error) {
	if err == nil {
		return // Health decides when a refusal is over: a small write can succeed on a full disk
	}
	err = fmt.Errorf("commit: %w", err)
	b.failed.Store(&err)
	for _, w := range group {
		if w.err == nil {
			w.err = err
		}
	}
}

// try runs the write; a panic becomes an error of this write alone.
func (w *write) try(t *tx) (err error) {
	defer func() {
		if r := recover(); r != nil {
			err = fmt.Errorf("storage: a write panicked: %v\n%s", r, debug.Stack())
		}
	}()
	if err := w.ctx.Err(); err != nil {
		return err
	}
	if err := w.do(t); err != nil {
		return err
	}
	return t.failed
}
