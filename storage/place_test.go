package storage

import (
	"bytes"
	"context"
	"errors"
	"log/slog"
	"os"
	"path/filepath"
	"strings"
	"sync"
	"testing"
	"testing/synctest"
	"time"

	"go.etcd.io/bbolt"

	"paddock/games/gamestest/logbook"
	"paddock/games/gamestest/ram"
	"paddock/games/match"
	"paddock/storage/fault"
	"paddock/storage/storagetest"
)

// patience is how long a test waits for something that must happen, however busy the machine is.
const patience = 90 * time.Second

// returns waits until a call returns, and fails the test if it hangs.
func returns(t *testing.T, what string, call func() error) error {
	t.Helper()
	done := make(chan error, 1)
	go func() { done <- call() }()
	select {
	case err := <-done:
		return err
	case <-time.After(patience):
		t.Fatalf("%s does not return", what)
		return nil
	}
}

// P93: if the file is cut off or overwritten while it is open, no call waits for ever, not even one
// that has already begun. Each returns an error, and so does Watch, which ends the process.
func TestFileLost(t *testing.T) {
	t.Parallel()
	for _, c := range []struct {
		name  string
		spoil func(path string, size int64, backup []byte) error
		say   string
	}{
		{"emptied", func(path string, _ int64, _ []byte) error { return os.Truncate(path, 0) }, "cut off or overwritten"},
		{"cut in half", func(path string, size int64, _ []byte) error {
			return os.Truncate(path, size/2/4096*4096)
		}, "cut off or overwritten"},
		{"zeros", func(path string, size int64, _ []byte) error {
			return writeOver(path, make([]byte, size))
		}, "can't be read any more"},
		{"a backup copied over it", func(path string, _ int64, backup []byte) error {
			return os.WriteFile(path, backup, 0o600)
		}, "cut off or overwritten"},
		{"an earlier state copied over it, of equal size", func(path string, size int64, backup []byte) error {
			return writeOver(path, append(bytes.Clone(backup), make([]byte, size-int64(len(backup)))...))
		}, "cut off or overwritten"},
	} {
		t.Run(c.name, func(t *testing.T) {
			t.Parallel()
			path := filepath.Join(ram.Dir(t), "paddock.db")
			filled(t, path)
			s, err := Open(path)
			if err != nil {
				t.Fatal(err)
			}
			ctx := t.Context()
			r := play(t, s, storagetest.Running("new"), "")
			copied := path + ".copy"
			if _, err := s.Backup(ctx, copied); err != nil {
				t.Fatal(err)
			}
			backup, err := os.ReadFile(copied)
			if err != nil {
				t.Fatal(err)
			}
			r = play(t, s, r, "")

			reading, release, read := make(chan struct{}), make(chan struct{}), make(chan error, 1)
			go func() {
				read <- s.view(ctx, func(*bbolt.Tx) error {
					close(reading)
					<-release
					return nil
				})
			}()
			<-reading
			if err := c.spoil(path, s.size.Load(), backup); err != nil {
				t.Fatal(err)
			}
			var calls sync.WaitGroup
			for range 8 {
				calls.Go(func() { _, _ = s.Record(ctx, "m7") })
				calls.Go(func() { _, _ = s.ByUser(ctx, "ann") })
			}
			_ = returns(t, "a read", func() error { calls.Wait(); return nil })
			watched := returns(t, "Watch", func() error { return s.Watch(ctx, slog.New(slog.DiscardHandler)) })
			close(release)
			_ = returns(t, "a read that had begun", func() error { return <-read })
			wantLost := func(what string, err error) {
				t.Helper()
				if !errors.Is(err, fault.ErrGone) || errors.Is(err, match.ErrDamaged) || !strings.Contains(err.Error(), c.say) {
					t.Errorf("%s: %v, want ErrGone and %q", what, err, c.say)
				}
			}
			for what, call := range map[string]func() error{
				"a read": func() error { _, err := s.Record(ctx, "m7"); return err },
				"a move": func() error { _, err := s.Append(ctx, r, match.Event{Kind: match.Moved}); return err },
				"Health": func() error { return s.Health(ctx) },
				"Backup": func() error { _, err := s.Backup(ctx, path+".other"); return err },
				"Watch":  func() error { return watched },
			} {
				wantLost(what, returns(t, what, call))
			}
			wantLost("Close", returns(t, "Close", s.Close))
			if ids := s.aside.IDs(); c.name != "cut in half" && len(ids) > 0 {
				t.Errorf("the matches %v are called damaged, though all is lost", ids)
			}
			if text, err := os.ReadFile(path); c.name == "a backup copied over it" && !bytes.Equal(text, backup) {
				t.Errorf("the backup in its place was changed (%v)", err)
			}
		})
	}
}

// writeOver overwrites a file from its beginning and leaves the rest.
func writeOver(path string, with []byte) error {
	f, err := os.OpenFile(path, os.O_WRONLY, 0)
	if err != nil {
		return err
	}
	_, err = f.WriteAt(with, 0)
	return errors.Join(err, f.Close())
}

// If one page of the database is damaged, the store stays open, and matches on other pages can still
// be read.
func TestOneDamagedPage(t *testing.T) {
	path := filepath.Join(ram.Dir(t), "paddock.db")
	filled(t, path)
	s, err := Open(path)
	if err != nil {
		t.Fatal(err)
	}
	defer s.Close()
	ctx := t.Context()
	var page int64
	if err := s.view(ctx, func(tx *bbolt.Tx) error {
		value := bytes.Clone(tx.Bucket(matchBucket).Get(tx.Bucket(idBucket).Get([]byte("m100"))))
		text, err := os.ReadFile(path)
		page = int64(bytes.LastIndex(text, value)) / int64(s.pageSize)
		return err
	}); err != nil {
		t.Fatal(err)
	}
	overwrite(t, path, page*int64(s.pageSize)+8, "\xff\xff") // a page of no known kind
	if _, err := s.Record(ctx, "m100"); !errors.Is(err, match.ErrDamaged) {
		t.Errorf("Record on the damaged page = %v, want ErrDamaged", err)
	}
	for range 3 {
		if _, err := s.Record(ctx, "m0"); err != nil {
			t.Errorf("Record on another page = %v", err)
		}
		if err := s.Health(ctx); err != nil {
			t.Errorf("Health = %v", err)
		}
	}
}

// If the database file is moved away while it is open, Watch logs that once, not at every check.
// When the file is back, Watch logs that once, too.
func TestWatchSaysItOnce(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		path := filepath.Join(ram.Dir(t), "paddock.db")
		s, err := Open(path)
		if err != nil {
			t.Fatal(err)
		}
		defer s.Close()
		said := &logbook.Logbook{}
		ctx, stop := context.WithCancel(t.Context())
		done := make(chan error)
		go func() { done <- s.Watch(ctx, slog.New(slog.NewTextHandler(said, nil))) }()
		wants := func(when string, away, back int) {
			t.Helper()
			time.Sleep(10*lookEvery + lookEvery/2)
			if a, b := strings.Count(said.String(), "nothing can be stored"),
				strings.Count(said.String(), "the database is back"); a != away || b != back {
				t.Errorf("%s: said %d times that the file is away, and %d times that it is back; want %d and %d", when, a, b,
					away, back)
			}
		}
		wants("at first", 0, 0)
		for n := range 2 {
			if err := os.Rename(path, path+".aside"); err != nil {
				t.Fatal(err)
			}
			wants("away", n+1, n)
			if err := os.Rename(path+".aside", path); err != nil {
				t.Fatal(err)
			}
			wants("back", n+1, n+1)
		}
		stop()
		if err := <-done; err != nil {
			t.Error(err)
		}
	})
}
