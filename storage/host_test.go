package storage

import (
	"context"
	"errors"
	"fmt"
	"io/fs"
	"net/http"
	"net/http/httptest"
	"os"
	"path/filepath"
	"slices"
	"strings"
	"syscall"
	"testing"
	"time"

	"go.etcd.io/bbolt"
	berrors "go.etcd.io/bbolt/errors"

	"paddock/games/gamestest/ram"
	"paddock/games/match"
	"paddock/storage/fault"
	"paddock/storage/layout"
	"paddock/storage/storagetest"
)

// The error about a file says once what is wrong and what to do.
func TestExplanations(t *testing.T) {
	dir := ram.Dir(t)
	foreign, ours := filepath.Join(dir, "foreign.db"), filepath.Join(dir, "ours.db")
	if err := os.WriteFile(foreign, make([]byte, 4096), 0o600); err != nil {
		t.Fatal(err)
	}
	filled(t, ours)
	told := fault.New("a.db", "It was explained.", nil)
	for name, c := range map[string]struct {
		by   func(string, error) error
		path string
		err  error
		want string
		is   error
	}{
		"in use": {
			explainOpen, "a.db", berrors.ErrTimeout, "Another process is using this database.", fault.ErrLocked,
		},
		"a folder":    {explainOpen, "a.db", syscall.EISDIR, "This is a folder, not a database.", syscall.EISDIR},
		"not allowed": {explainOpen, "a.db", syscall.EACCES, "This file may not be read and written", fs.ErrPermission},
		"read-only": {
			explainOpen, "a.db", syscall.EROFS, "The database is on a file system that can't be written", syscall.EROFS,
		},
		"no folder": {
			explainOpen, "a.db", syscall.ENOENT, "The folder that should hold this database does not exist.", fs.ErrNotExist,
		},
		"a file in it": {
			explainOpen, "a.db", syscall.ENOTDIR, "The folder that should hold this database does not", syscall.ENOTDIR,
		},
		"full": {explainOpen, "a.db", syscall.ENOSPC, "The disk is full.", syscall.ENOSPC},
		"something else": {
			explainOpen, "a.db", syscall.EIO, "This database can't be opened: input/output error.", syscall.EIO,
		},
		"told":           {explainOpen, "a.db", told, "It was explained.", told},
		"told of damage": {sentence, "a.db", told, "It was explained.", told},
		"damage":         {sentence, "a.db", syscall.EIO, "This database is damaged: input/output error.", fault.ErrDamaged},
		"a copy": {
			explainWrite, "a.db", syscall.EIO, "The copy can't be written: input/output error. Nothing", syscall.EIO,
		},
		"told of a copy": {explainWrite, "a.db", fmt.Errorf("so: %w", told), "It was explained.", told},
		"not ours": {
			explainRead, foreign, berrors.ErrInvalid, "This file is not a Paddock database.", fault.ErrForeign,
		},
		"a checksum": {
			explainRead, ours, berrors.ErrChecksum, "This database is damaged: both of its head pages", fault.ErrDamaged,
		},
		"a version": {
			explainRead, ours, berrors.ErrVersionMismatch, "This database is damaged: both of its head pages", fault.ErrDamaged,
		},
		"no magic": {
			explainRead, ours, berrors.ErrInvalid, "This database is damaged: both of its head pages", fault.ErrDamaged,
		},
		"gone meanwhile": {
			explainRead, filepath.Join(dir, "x", "y"), berrors.ErrInvalid, "The folder that should", fs.ErrNotExist,
		},
		"a read error": {explainRead, ours, syscall.ENOSPC, "The disk is full.", syscall.ENOSPC},
	} {
		err := c.by(c.path, c.err)
		said, ok := errors.AsType[*fault.FileError](err)
		if !ok || !strings.HasPrefix(said.Say, c.want) || !errors.Is(err, c.is) {
			t.Errorf("%s: %v, want %q", name, err, c.want)
		}
	}
}

// A repair is refused if it can't help, and an empty database needs none.
func TestRepairRefuses(t *testing.T) {
	dir := ram.Dir(t)
	path := filepath.Join(dir, "paddock.db")
	wantRefusal(t, Repair(t.Context(), path), fs.ErrNotExist, "There is no such file. Name the database to repair.")
	schema := func(n int) func(*bbolt.Tx) error {
		return func(tx *bbolt.Tx) error {
			return tx.Bucket(metaBucket).Put(schemaKey, fmt.Append(nil, schemaPrefix, n))
		}
	}
	filled(t, path)
	if err := Repair(t.Context(), path); err != nil {
		t.Error(err)
	}
	ended, end := context.WithCancel(t.Context())
	end()
	wantRefusal(t, Repair(ended, path), context.Canceled, "It could not be repaired: ")
	filled(t, path)
	derive := func(tx *bbolt.Tx) error { return tx.Bucket(metaBucket).Put(deriveKey, []byte{1}) }
	raw(t, path, derive)
	_, err := Check(t.Context(), path)
	wantRefusal(t, err, fault.ErrOlder, fmt.Sprintf("This database has schema %d, ", len(migrations)-1))
	raw(t, path, func(tx *bbolt.Tx) error { return tx.Bucket(metaBucket).Delete(deriveKey) })
	raw(t, path, schema(len(migrations)+1))
	wantRefusal(t, Repair(t.Context(), path), fault.ErrNewer, "was written by a newer Paddock")
	raw(t, path, schema(len(migrations)-1))
	if err := Repair(t.Context(), path); !errors.Is(err, fault.ErrOlder) {
		t.Errorf("Repair of an older schema: %v", err)
	}
	fresh := filepath.Join(dir, "fresh.db")
	db, err := bbolt.Open(fresh, 0o600, nil)
	if err := errors.Join(err, db.Close()); err != nil {
		t.Fatal(err)
	}
	if err := Repair(t.Context(), fresh); err != nil {
		t.Errorf("Repair of a database without content: %v", err)
	}
}

// A check of a database stops when its context ends.
func TestCheckEnds(t *testing.T) {
	path := filepath.Join(ram.Dir(t), "paddock.db")
	filled(t, path)
	for n := range 40 {
		_, err := Check(storagetest.EndingAfter(t.Context(), n*20), path)
		if err != nil && !errors.Is(err, context.Canceled) {
			t.Errorf("a check that ends: %v", err)
		} else if err == nil && n < 30 {
			t.Errorf("a check of 200 matches goes on after its context has ended, asked %d times", n*20)
		}
	}
}

// After each commit the store calls the function that was set by OnCommit, and passes it the number of writes in
// the commit.
// CountLive counts the matches that are not over.
func TestCommitsAreTold(t *testing.T) {
	s := openNew(t)
	var told []int
	s.OnCommit(func(writes int, took time.Duration) {
		if told = append(told, writes); took < 0 {
			t.Errorf("a commit took %v", took)
		}
	})
	over := storagetest.Running("over")
	over.Status = match.Closed
	play(t, s, storagetest.Running("m1"), "")
	play(t, s, storagetest.Running("m2"), "")
	play(t, s, over, "")
	if want := []int{1, 1, 1}; !slices.Equal(told, want) {
		t.Errorf("told of %d writes, want %d", told, want)
	}
	if n, err := s.CountLive(t.Context()); n != 2 || err != nil {
		t.Errorf("%d live matches, %v; want 2", n, err)
	}
}

// cloned is a value of a cache that knows whether it is a copy.
type cloned int

func (c cloned) Clone() cloned { return c + 100 }

// A cache returns a copy while the text of a row is the same, and holds a limited number of values.
func TestCache(t *testing.T) {
	var c cache[int, cloned]
	reads := 0
	get := func(key int, text string) cloned {
		v, err := c.get(key, []byte(text), func() (cloned, error) { reads++; return cloned(key), nil })
		if err != nil {
			t.Fatal(err)
		}
		return v
	}
	if v := get(1, "a"); v != 1 || reads != 1 {
		t.Errorf("at first %d, after %d reads", v, reads)
	}
	if v := get(1, "a"); v != 201 || reads != 1 {
		t.Errorf("again %d, after %d reads", v, reads)
	}
	if get(1, "b"); reads != 2 {
		t.Errorf("another text is read %d times", reads)
	}
	failed := errors.New("failed")
	if _, err := c.get(2, nil, func() (cloned, error) { return 0, failed }); err != failed || len(c.entries) != 1 {
		t.Errorf("a read that fails is %v, with %d values kept", err, len(c.entries))
	}
	for key := range cacheMax {
		get(key, "c")
	}
	if get(0, "d"); len(c.entries) != cacheMax {
		t.Errorf("%d values are kept, want %d", len(c.entries), cacheMax)
	}
	if get(cacheMax, "e"); len(c.entries) != cacheMax {
		t.Errorf("%d values are kept after one more, want %d", len(c.entries), cacheMax)
	}
}

// A stored row is read again with its keys. Reading a row that ends before its text reports damage, and
// so does reading keys that are cut off.
func TestRowsCutOff(t *testing.T) {
	r := storagetest.Running("m1")
	r.Head = 3
	w, err := newRow(r)
	if err != nil {
		t.Fatal(err)
	}
	w.log = layout.LogKeys{5, 1, 1}
	stored, err := layout.Unseal(w.bytes())
	if err != nil {
		t.Fatal(err)
	}
	if got, err := readRow(w.bytes()); err != nil || got.head != 3 || string(got.keys) != string(w.keys) ||
		string(got.log) != string(w.log) || string(got.text) != string(w.text) {
		t.Errorf("the row is read as %+v, %v", got, err)
	}
	for n := range len(stored) - len(w.text) {
		if _, err := readRow(layout.Seal(slices.Clone(stored[:n]))); !errors.Is(err, fault.ErrDamaged) ||
			!strings.Contains(err.Error(), "a record is cut off") {
			t.Errorf("of a row of %d bytes %d are read: %v", len(stored), n, err)
		}
	}
	if w.keys.find(byLive) == nil || w.keys.find(byResult) != nil || !w.keys.has(indexKeys(nil).add(byLive, nil, "m1")) ||
		w.keys.has(indexKeys(nil).add(byLive, nil, "m2")) || w.keys.has(indexKeys(nil).add(byUntold, nil, "m1")) {
		t.Errorf("the keys of a running match are %q", w.keys)
	}
	one := indexKeys(nil).add(byFinished, []byte("a"), "b")
	for _, spoilt := range []indexKeys{one[:1], one[:2], one[:3], {byte(len(indexBuckets)), 1, 'x'}, {0, 0x80}} {
		calls := 0
		err := spoilt.all(func([]byte, byte, []byte) { calls++ })
		if err == nil || calls > 0 {
			t.Errorf("the keys %q are read: %v", spoilt, err)
		}
	}
	if err := one.all(func(packed []byte, index byte, key []byte) {
		if string(packed) != string(one) || index != byFinished || string(key) != "ab" {
			t.Errorf("the key %q of %d, packed %q", key, index, packed)
		}
	}); err != nil {
		t.Error(err)
	}
}

// P93: a caller is told that the database can't be written to.
func TestServeHealth(t *testing.T) {
	for want, is := range map[int]error{
		http.StatusOK: nil, http.StatusServiceUnavailable: errors.New("the disk is full"),
	} {
		w := httptest.NewRecorder()
		serveHealth(func(context.Context) error { return is })(w, httptest.NewRequest(http.MethodGet, "/health", nil))
		if w.Code != want || is != nil && !strings.Contains(w.Body.String(), is.Error()) {
			t.Errorf("%v is told as %d %q, want %d", is, w.Code, w.Body, want)
		}
	}
}
