package storage

import (
	"bytes"
	"context"
	"errors"
	"fmt"
	"maps"
	"os"
	"os/exec"
	"path/filepath"
	"runtime"
	"slices"
	"strings"
	"sync"
	"syscall"
	"testing"
	"time"

	"go.etcd.io/bbolt"
	berrors "go.etcd.io/bbolt/errors"

	"paddock/games/gamestest/ram"
	"paddock/games/match"
	"paddock/storage/fault"
	"paddock/storage/storagetest"
)

// A group commit contains every write that arrives during a yield. There is no more than the needed
// number of yields, because a single writer should not wait. The system may stop a goroutine at any
// moment, so it is enough if one of several tries succeeds.
func TestGather(t *testing.T) {
	defer runtime.GOMAXPROCS(runtime.GOMAXPROCS(1)) // a yield lets the writer run up to its next write
	for _, writers := range []int{0, 1, 3} {
		got, idle := 0, 0
		for range 50 {
			if got, idle = gathered(writers); got == 1+writers && idle <= 10 {
				break
			}
		}
		if got != 1+writers || idle > 10 {
			t.Errorf("with %d more writes a group has %d, and waits for %d yields", writers, got, idle)
		}
	}
	b := engine{writes: make(chan *write, groupMax+5)}
	for range groupMax + 5 {
		b.writes <- &write{}
	}
	if got := b.gather([]*write{{}}); len(got) != groupMax || len(b.writes) != 6 {
		t.Errorf("a group has %d writes, and %d wait; want %d and 6", len(got), len(b.writes), groupMax)
	}
}

// gathered returns how many writes a group commit contains if further writes arrive one after the
// other, and for how many yields, up to 100, it waits after the last write.
func gathered(more int) (group, idle int) {
	b := engine{writes: make(chan *write)}
	stop := make(chan struct{})
	var all sync.WaitGroup
	all.Go(func() {
		for range more {
			select {
			case b.writes <- &write{}:
			case <-stop:
				return
			}
		}
		for ; idle < 100; idle++ {
			select {
			case <-stop:
				return
			default:
				runtime.Gosched()
			}
		}
	})
	group = len(b.gather([]*write{{}}))
	close(stop)
	all.Wait()
	return group, idle
}

// An error of one write of a group affects no other, whether it fails before or after a change, or
// panics.
func TestGroupNeighbours(t *testing.T) {
	s := openNew(t)
	var order []string
	note := func(key string, then func() error) *write {
		return &write{ctx: t.Context(), do: func(tx *tx) error {
			order = append(order, key)
			tx.put(noteBucket, []byte(key), []byte(`"x"`))
			return then()
		}}
	}
	fine := func() error { return nil }
	early := errors.New("early")
	late := errors.New("late")
	ended, cancel := context.WithCancel(t.Context())
	cancel()
	group := []*write{
		note("a", fine),
		{ctx: t.Context(), do: func(*tx) error { return early }},
		note("b", func() error { return late }),
		note("c", fine),
		note("d", func() error { panic("oops") }),
		{ctx: t.Context(), do: func(*tx) error { panic("early oops") }},
		{ctx: ended, do: func(*tx) error { return errors.New("done although its time was up") }},
		note("e", fine),
		{ctx: t.Context(), do: func(tx *tx) error {
			tx.put(noteBucket, nil, nil) // the database refuses an empty key
			tx.put(noteBucket, []byte("f"), []byte(`"x"`))
			return nil
		}},
	}
	s.commit(group)
	for i, want := range []string{
		"", "early", "late", "", "panicked: oops", "panicked: early oops", "context canceled", "", "key required",
	} {
		if got := group[i].err; (got == nil) != (want == "") || got != nil && !strings.Contains(got.Error(), want) {
			t.Errorf("write %d: error %v, want %q", i, got, want)
		}
	}
	for key, want := range map[string]string{"a": "x", "b": "", "c": "x", "d": "", "e": "x", "f": ""} {
		if got, err := s.Note(t.Context(), key); got != want || err != nil {
			t.Errorf("what %s wrote is %q, %v; want %q", key, got, err, want)
		}
	}
	if want := strings.Split("a b a c d a c e a c e d b", " "); !slices.Equal(order, want) {
		t.Errorf("writes were tried in the order %v, want %v: the others again, the offender alone", order, want)
	}
}

// If a write fails after it has changed the database, none of its changes is stored.
func TestFailedWriteLeavesNothing(t *testing.T) {
	path := filepath.Join(ram.Dir(t), "paddock.db")
	s := newStory(t, path)
	s.tell()
	broken := errors.New("no luck")
	all := func() (list map[entryPlace]string) {
		if err := s.store.db.View(func(tx *bbolt.Tx) error { list = entriesIn(t, tx); return nil }); err != nil {
			t.Fatal(err)
		}
		return list
	}
	for name, change := range map[string]func(*tx) error{
		"put": func(tx *tx) error { tx.put(noteBucket, []byte("a"), []byte(`"x"`)); return nil },
		"del": func(tx *tx) error {
			k, _ := tx.Bucket(noteBucket).Cursor().First()
			tx.del(noteBucket, bytes.Clone(k))
			return nil
		},
		"relist": func(tx *tx) error { return tx.relist(ann.User, "", hall.Guild) },
		"recall": func(tx *tx) error { tx.recall(match.Event{Cause: "new", At: s.clock}, "m1"); return nil },
	} {
		for _, end := range []error{broken, nil} { // without an error the change has to be visible
			before := all()
			err := s.store.submit(t.Context(), func(tx *tx) error { return errors.Join(change(tx), end) })
			if !errors.Is(err, end) {
				t.Fatalf("%s: %v", name, err)
			}
			if stored := !maps.Equal(all(), before); stored != (end == nil) {
				t.Errorf("%s that ends with %v: something is stored %t, want %t", name, end, stored, !stored)
			}
		}
	}
}

// A write in a group commit sees earlier writes of the group, so of two with the same head only one
// wins.
func TestGroupSeesItself(t *testing.T) {
	s := openNew(t)
	var all sync.WaitGroup
	errs := make([]error, 2)
	release := hold(t, s)
	for i := range errs {
		all.Go(func() {
			_, errs[i] = s.Append(t.Context(), storagetest.Running("m1"), match.Event{Kind: match.Created})
		})
	}
	release()
	all.Wait()
	if (errs[0] == nil) == (errs[1] == nil) || !errors.Is(errors.Join(errs...), match.ErrConflict) {
		t.Errorf("two writes of one head: %v, want one conflict", errs)
	}
}

// hold keeps the queue busy until release is called.
func hold(t *testing.T, s *Bolt) (release func()) {
	t.Helper()
	begun, end := make(chan struct{}), make(chan struct{})
	var once, onceBegun sync.Once
	go s.submit(context.Background(), func(*tx) error {
		onceBegun.Do(func() { close(begun) })
		<-end
		return nil
	})
	<-begun
	release = func() { once.Do(func() { close(end) }) }
	t.Cleanup(release)
	return release
}

// If the context of a write ends while the write waits in the queue, nothing is stored. If it ends
// while the disk writes, the error is match.ErrUnsure.
func TestGiveUp(t *testing.T) {
	s := openNew(t)
	release := hold(t, s)
	soon, cancel := context.WithTimeout(t.Context(), 20*time.Millisecond)
	defer cancel()
	_, err := s.Append(soon, storagetest.Running("waiting"), match.Event{Kind: match.Created})
	if !errors.Is(err, context.DeadlineExceeded) || errors.Is(err, match.ErrUnsure) {
		t.Errorf("Append behind a busy disk = %v, want the deadline and not match.ErrUnsure", err)
	}
	release()
	if _, err := s.Record(t.Context(), "waiting"); !errors.Is(err, match.ErrNotFound) {
		t.Errorf("Record of what was given up = %v, want ErrNotFound", err)
	}
	end := make(chan struct{})
	at, stop := context.WithCancel(t.Context())
	err = s.submit(at, func(*tx) error {
		stop()
		<-end
		return nil
	})
	close(end)
	if !errors.Is(err, match.ErrUnsure) || !errors.Is(err, context.Canceled) {
		t.Errorf("a write given up half-way = %v, want match.ErrUnsure and Canceled", err)
	}
}

// Close finishes every write that has begun: successful ones are there, those with ErrClosed are
// not.
func TestCloseDrains(t *testing.T) {
	path := filepath.Join(ram.Dir(t), "paddock.db")
	s, err := Open(path)
	if err != nil {
		t.Fatal(err)
	}
	errs := make([]error, 200)
	var all sync.WaitGroup
	half := make(chan struct{}, len(errs))
	for i := range errs {
		all.Go(func() {
			_, errs[i] = s.Append(context.Background(), storagetest.Running(match.ID(fmt.Sprint("m", i))),
				match.Event{Kind: match.Created})
			half <- struct{}{}
		})
	}
	for range 20 {
		<-half
	}
	if err := s.Close(); err != nil {
		t.Error(err)
	}
	all.Wait()
	if err := s.Close(); err != nil {
		t.Errorf("a second Close = %v, want nothing", err)
	}
	if _, err := s.Record(t.Context(), "m0"); !errors.Is(err, fault.ErrClosed) {
		t.Errorf("Record after Close = %v, want ErrClosed", err)
	}
	wantSound(t, path)
	s, err = Open(path)
	if err != nil {
		t.Fatal(err)
	}
	defer s.Close()
	for i, err := range errs {
		_, got := s.Record(t.Context(), match.ID(fmt.Sprint("m", i)))
		if err != nil && !errors.Is(err, fault.ErrClosed) || (err == nil) != (got == nil) {
			t.Errorf("write %d was answered %v and its record is %v", i, err, got)
		}
	}
}

// P93: with a full disk a move is refused, older data stays, and Health reports it until a write
// succeeds again.
func TestFull(t *testing.T) {
	path := filepath.Join(ram.Dir(t), "paddock.db")
	filled(t, path)
	s, err := open(path, bbolt.Options{MaxSize: 1 << 20}, migrations)
	if err != nil {
		t.Fatal(err)
	}
	defer s.Close()
	if err := s.Health(t.Context()); err != nil {
		t.Errorf("Health before = %v", err)
	}
	r := storagetest.Running("big")
	var full error
	for full == nil && r.Head < 100 {
		r.Position = strings.Repeat("x", 50_000*int(r.Head+1))
		head, err := s.Append(t.Context(), r, match.Event{Kind: match.Moved})
		if full = err; err == nil {
			r.Head = head
		}
	}
	if !errors.Is(full, berrors.ErrMaxSizeReached) {
		t.Fatalf("Append to a full disk = %v, want ErrMaxSizeReached", full)
	}
	if err := s.Health(t.Context()); !errors.Is(err, berrors.ErrMaxSizeReached) {
		t.Errorf("Health of a full disk = %v, want the reason", err)
	}
	if got, err := s.Record(t.Context(), "big"); got.Head != r.Head || err != nil {
		t.Errorf("after the refusal the head is %d, %v; want %d", got.Head, err, r.Head)
	}
	r.Position = "small"
	play(t, s, r, "")
	if err := s.Health(t.Context()); err != nil {
		t.Errorf("Health after a write has succeeded = %v", err)
	}
	if err := s.Close(); err != nil {
		t.Error(err)
	}
	wantSound(t, path)
}

// P93: while the disk has no room for a move, Health reports that, even if a smaller write still
// fits into the file's free pages.
func TestFullDisk(t *testing.T) {
	if os.Geteuid() != 0 {
		t.Skip("only root may mount a small disk")
	}
	dir := t.TempDir()
	if err := exec.Command("mount", "-t", "tmpfs", "-o", "size=2m", "none", dir).Run(); err != nil {
		t.Skip("a small disk can't be mounted here: ", err)
	}
	t.Cleanup(func() { _ = exec.Command("umount", "-l", dir).Run() })
	ctx, ballast := t.Context(), filepath.Join(dir, "ballast")
	s, err := Open(filepath.Join(dir, "paddock.db"))
	if err != nil {
		t.Fatal(err)
	}
	defer s.Close()
	r := play(t, s, storagetest.Running("m"), "")
	f, err := os.Create(ballast)
	if err != nil {
		t.Fatal(err)
	}
	for err == nil {
		_, err = f.Write(make([]byte, 4096))
	}
	f.Close()
	if !errors.Is(err, syscall.ENOSPC) {
		t.Fatal(err)
	}
	r.Position = strings.Repeat("x", 100_000)
	if _, err := s.Append(ctx, r, match.Event{Kind: match.Moved}); !errors.Is(err, syscall.ENOSPC) {
		t.Fatalf("a move on a full disk = %v, want ENOSPC", err)
	}
	if err := s.PutNote(ctx, "small", "x"); err != nil {
		t.Fatalf("a small write = %v; this test wants one that fits", err)
	}
	for range 3 {
		if err := s.Health(ctx); !errors.Is(err, syscall.ENOSPC) {
			t.Errorf("Health of a full disk = %v, want ENOSPC", err)
		}
	}
	if err := os.Remove(ballast); err != nil {
		t.Fatal(err)
	}
	for range 2 {
		if err := s.Health(ctx); err != nil {
			t.Errorf("Health with room again = %v", err)
		}
	}
	play(t, s, r, "")
}

// Causes are kept for at least a day of the events' own time, and not forever.
func TestCausesAreForgotten(t *testing.T) {
	s := openNew(t)
	r := storagetest.Running("m1")
	day := 24 * time.Hour
	at := func(after time.Duration, c match.Cause) {
		t.Helper()
		head, err := s.Append(t.Context(), r, match.Event{At: r.Created.Add(after), Kind: match.Moved, Cause: c})
		if err != nil {
			t.Fatalf("Append(%s) = %v", c, err)
		}
		r.Head = head
	}
	known := func(want string) {
		t.Helper()
		var got []string
		for _, c := range []match.Cause{"old", "mid", "late", "new"} {
			if _, _, ok, err := s.Applied(t.Context(), c); err != nil {
				t.Error(err)
			} else if ok {
				got = append(got, string(c))
			}
		}
		if got := strings.Join(got, " "); got != want {
			t.Errorf("known causes: %s; want %s", got, want)
		}
	}
	at(0, "old")
	at(day, "mid")
	known("old mid")
	at(day*2, "new")
	at(0, "late") // the cause of an event from before a change of the clock counts for the oldest day
	known("mid late new")
	at(day*3, "")
	known("mid late new")
	at(day*3, "x")
	known("new")
	at(day*99, "y")
	known("")
}
