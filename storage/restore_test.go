package storage

import (
	"bytes"
	"context"
	"errors"
	"io/fs"
	"os"
	"path/filepath"
	"slices"
	"strings"
	"testing"

	"go.etcd.io/bbolt"

	"paddock/games/match"
	"paddock/storage/fault"
	"paddock/storage/pages"
	"paddock/storage/storagetest"
)

// made makes a database with one match and some events, and closes it.
func made(t *testing.T, path string, events int) match.Record {
	t.Helper()
	s, err := Open(path)
	if err != nil {
		t.Fatal(err)
	}
	r := play(t, s, storagetest.Running("m1"), "")
	for range events - int(r.Head) {
		r = play(t, s, r, "")
	}
	if err := s.Close(); err != nil {
		t.Fatal(err)
	}
	return r
}

// headOf returns the head of the match in a database.
func headOf(t *testing.T, path string) match.Seq {
	t.Helper()
	s, err := Open(path)
	if err != nil {
		t.Fatal(err)
	}
	defer s.Close()
	r, err := s.Record(t.Context(), "m1")
	if err != nil {
		t.Fatal(err)
	}
	return r.Head
}

// If the database file can't be renamed, a restore fails and leaves it as it is. Here its new name would
// be longer than the file system allows.
func TestRestoreOverALongName(t *testing.T) {
	dir := t.TempDir()
	from, path := filepath.Join(dir, "copy.db"), filepath.Join(dir, strings.Repeat("x", 242))
	made(t, from, 3)
	made(t, path, 5)
	if _, kept, err := Restore(t.Context(), from, path); err == nil || kept != "" || headOf(t, path) != 5 {
		t.Errorf("Restore = %q, %v, and the head is %d; want an error, and 5 as before", kept, err, headOf(t, path))
	}
}

// Two readers, such as two checks, can have the same database file open at the same time.
func TestReadBeside(t *testing.T) {
	path := filepath.Join(t.TempDir(), "a.db")
	made(t, path, 3)
	if err := readOnly(path, pages.Quick, func(*bbolt.Tx) error {
		return readOnly(path, pages.Quick, func(*bbolt.Tx) error { return nil })
	}); err != nil {
		t.Error(err)
	}
}

// A restored copy replaces the file in any state; the old file and the copy are kept.
func TestRestore(t *testing.T) {
	for _, c := range []struct {
		name  string
		spoil func(path string) error
		keeps bool
	}{
		{"over a sound file", func(string) error { return nil }, true},
		{"over a damaged file", func(path string) error {
			b, err := os.ReadFile(path)
			for i := 4096; i < len(b); i++ {
				b[i] ^= 0x55
			}
			return errors.Join(err, os.WriteFile(path, b, 0o600))
		}, true},
		{"over nothing", os.Remove, false},
	} {
		t.Run(c.name, func(t *testing.T) {
			dir := t.TempDir()
			path, copied := filepath.Join(dir, "paddock.db"), filepath.Join(dir, "copy.db")
			then := made(t, path, 3)
			if _, err := Backup(t.Context(), path, copied); err != nil {
				t.Fatal(err)
			}
			if now := made(t, filepath.Join(dir, "later.db"), 9); now.Head == then.Head {
				t.Fatal("both are at the same head: the test tests nothing")
			}
			if err := errors.Join(os.Rename(filepath.Join(dir, "later.db"), path), c.spoil(path)); err != nil {
				t.Fatal(err)
			}
			before, _ := os.ReadFile(path)
			report, kept, err := Restore(t.Context(), copied, path)
			if err != nil || report.Matches != 1 || report.Events != int(then.Head) {
				t.Fatalf("Restore = %+v, %v; want a match with %d events", report, err, then.Head)
			}
			if got := headOf(t, path); got != then.Head {
				t.Errorf("the match is at %d, want %d as in the copy", got, then.Head)
			}
			if c.keeps != (kept != "") {
				t.Errorf("kept in %q, want that %t", kept, c.keeps)
			}
			if c.keeps {
				if after, err := os.ReadFile(kept); err != nil || !bytes.Equal(after, before) {
					t.Errorf("what was there was not kept as it was: %v", err)
				}
			}
			if got := headOf(t, copied); got != then.Head {
				t.Errorf("the copy is at %d", got)
			}
			left, _ := filepath.Glob(filepath.Join(dir, ".*"))
			if len(left) > 0 {
				t.Errorf("left behind: %q", left)
			}
		})
	}
}

// A failed restore changes nothing.
func TestRestoreRefuses(t *testing.T) {
	dir := t.TempDir()
	path, copied := filepath.Join(dir, "paddock.db"), filepath.Join(dir, "copy.db")
	made(t, path, 3)
	if _, err := Backup(t.Context(), path, copied); err != nil {
		t.Fatal(err)
	}
	text, torn, empty := filepath.Join(dir, "notes.txt"), filepath.Join(dir, "torn.db"), filepath.Join(dir, "empty.db")
	whole, err := os.ReadFile(copied)
	err = errors.Join(err, os.WriteFile(text, []byte("notes"), 0o600), os.WriteFile(torn, whole[:len(whole)/2], 0o600),
		os.WriteFile(empty, nil, 0o600))
	if err != nil {
		t.Fatal(err)
	}
	for _, c := range []struct {
		name, from, to string
		want           error
		say            string
	}{
		{"from a text", text, path, fault.ErrForeign, "not a Paddock database"},
		{"from half a copy", torn, path, fault.ErrDamaged, "damaged"},
		{"from nothing", filepath.Join(dir, "none.db"), path, fs.ErrNotExist, "Name the copy"},
		{"from an empty file", empty, path, fs.ErrNotExist, "Name the copy"},
		{"from itself", path, path, fs.ErrExist, "the database itself"},
		{"over a text", copied, text, fault.ErrForeign, "not a Paddock database"},
	} {
		t.Run(c.name, func(t *testing.T) {
			before, _ := os.ReadFile(c.to)
			_, kept, err := Restore(t.Context(), c.from, c.to)
			if !errors.Is(err, c.want) || !strings.Contains(err.Error(), c.say) || kept != "" {
				t.Errorf("Restore = %q, %v; want %v that says %q", kept, err, c.want, c.say)
			}
			if after, _ := os.ReadFile(c.to); !bytes.Equal(before, after) {
				t.Error("the file was changed")
			}
		})
	}
	stopped, stop := context.WithCancel(t.Context())
	stop()
	fresh := filepath.Join(dir, "fresh.db")
	if _, _, err := Restore(stopped, copied, fresh); !errors.Is(err, context.Canceled) {
		t.Errorf("a restore that is stopped ends with %v", err)
	}
	if _, err := os.Stat(fresh); err == nil {
		t.Error("a restore that is stopped leaves a file")
	}
	left, _ := filepath.Glob(filepath.Join(dir, ".*"))
	if len(left) > 0 {
		t.Errorf("left behind: %q", left)
	}
}

// A database in use is neither replaced nor compacted.
func TestRestoreAndCompactOfAFileInUse(t *testing.T) {
	t.Parallel() // the test waits for a lock, so it runs beside other tests
	dir := t.TempDir()
	path, copied := filepath.Join(dir, "paddock.db"), filepath.Join(dir, "copy.db")
	made(t, path, 3)
	if _, err := Backup(t.Context(), path, copied); err != nil {
		t.Fatal(err)
	}
	s, err := Open(path)
	if err != nil {
		t.Fatal(err)
	}
	defer s.Close()
	if _, _, err := Restore(t.Context(), copied, path); !errors.Is(err, fault.ErrLocked) {
		t.Errorf("Restore = %v, want ErrLocked", err)
	}
	if _, _, err := Compact(t.Context(), path); !errors.Is(err, fault.ErrLocked) {
		t.Errorf("Compact = %v, want ErrLocked", err)
	}
	play(t, s, storagetest.Running("m2"), "")
}

// A compacted file has the same content and is smaller by its free pages.
func TestCompact(t *testing.T) {
	path := filepath.Join(t.TempDir(), "paddock.db")
	s, err := Open(path)
	if err != nil {
		t.Fatal(err)
	}
	big := storagetest.Running("m2")
	big.Result = strings.Repeat("long ", 1<<18)
	play(t, s, big, "")
	err = s.Rewrite(t.Context(), "m2", func(r *match.Record, _ []match.Event) bool { r.Result = ""; return true })
	if err = errors.Join(err, s.Close()); err != nil {
		t.Fatal(err)
	}
	made(t, path, 3)
	before, err := Check(t.Context(), path)
	if err != nil {
		t.Fatal(err)
	}
	after, saved, err := Compact(t.Context(), path)
	if err != nil || saved < 1<<20 || after.Matches != before.Matches || after.Events != before.Events {
		t.Errorf("Compact = %+v, %d bytes saved, %v; want what was there, %+v, more than a megabyte smaller", after,
			saved, err, before)
	}
	if got := headOf(t, path); got != 3 {
		t.Errorf("the match is at %d, want 3", got)
	}
	if left := filesIn(t, filepath.Dir(path)); !slices.Equal(left, []string{"paddock.db"}) {
		t.Errorf("the folder has %q, want the database alone", left)
	}
	nowhere := filepath.Join(filepath.Dir(path), "none", "paddock.db")
	for _, files := range [][2]string{{nowhere, path}, {path + ".dense", nowhere}} {
		if err := compact(files[0], files[1]); !errors.Is(err, fs.ErrNotExist) {
			t.Errorf("compact(%q, %q) = %v, want that there is no such folder", files[0], files[1], err)
		}
	}
}

func filesIn(t *testing.T, dir string) (names []string) {
	t.Helper()
	files, err := os.ReadDir(dir)
	if err != nil {
		t.Fatal(err)
	}
	for _, f := range files {
		names = append(names, f.Name())
	}
	return names
}
