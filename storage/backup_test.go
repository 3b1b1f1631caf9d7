package storage

import (
	"bufio"
	"bytes"
	"context"
	"errors"
	"fmt"
	"io"
	"io/fs"
	"net"
	"net/http"
	"os"
	"path/filepath"
	"runtime"
	"strconv"
	"strings"
	"sync"
	"syscall"
	"testing"
	"time"

	"go.etcd.io/bbolt"

	"paddock/games/match"
	"paddock/storage/fault"
	"paddock/storage/socket"
	"paddock/storage/storagetest"
)

// playing writes to the store until stop is called.
func playing(t *testing.T, s *Bolt) (stop func()) {
	ctx, cancel := context.WithCancel(t.Context())
	var writers sync.WaitGroup
	for w := range 4 {
		writers.Go(func() {
			r := storagetest.Running(match.ID(fmt.Sprint("w", w)))
			for i := 0; ctx.Err() == nil; i++ {
				head, err := s.Append(context.Background(), r,
					match.Event{At: r.Created, Kind: match.Moved, Cause: match.Cause(fmt.Sprint(w, "/", i))})
				if err != nil {
					t.Error(err)
					return
				}
				r.Head = head
			}
		})
	}
	return func() {
		cancel()
		writers.Wait()
	}
}

// The restore drill: a copy contains everything stored before it began, is sound, and works as a
// database.
func TestBackupWhileWriting(t *testing.T) {
	s := openNew(t)
	want := play(t, s, storagetest.Running("m1"), "i1")
	stop := playing(t, s)
	defer stop()
	copied := filepath.Join(t.TempDir(), "copy.db")
	for range 3 { // an older copy is replaced
		report, err := s.Backup(t.Context(), copied)
		if err != nil || report.Matches == 0 || report.Events < report.Matches || report.Bytes == 0 {
			t.Fatalf("Backup = %+v, %v", report, err)
		}
	}
	wantSound(t, copied)
	restored, err := Open(copied)
	if err != nil {
		t.Fatal(err)
	}
	defer restored.Close()
	if got, err := restored.Record(t.Context(), "m1"); got.Head != want.Head || err != nil {
		t.Errorf("the restored match is at %d, %v; want %d", got.Head, err, want.Head)
	}
	play(t, restored, want, "i2")
	if left, _ := os.ReadDir(filepath.Dir(copied)); len(left) != 1 {
		t.Errorf("the folder holds %v, want the copy alone", left)
	}
}

// serve starts Serve and waits until the socket answers.
func serve(t *testing.T, s *Bolt) (stop func()) {
	t.Helper()
	ctx, cancel := context.WithCancel(t.Context())
	done := make(chan error, 1)
	go func() { done <- s.Serve(ctx, nil) }()
	for {
		c, err := net.Dial("unix", socket.SocketOf(s.Path()))
		if err == nil {
			c.Close()
			break
		}
		select {
		case err := <-done:
			t.Fatalf("Serve = %v", err)
		default:
		}
	}
	var once sync.Once
	stop = func() {
		once.Do(func() {
			cancel()
			if err := <-done; err != nil {
				t.Errorf("Serve = %v, want nil at the end", err)
			}
		})
	}
	t.Cleanup(stop)
	return stop
}

// shortDir returns a folder with a short enough name for a socket in it.
func shortDir(t *testing.T) string {
	t.Helper()
	dir, err := os.MkdirTemp("", "pd")
	if err != nil {
		t.Fatal(err)
	}
	t.Cleanup(func() { os.RemoveAll(dir) })
	return dir
}

// Another process copies the database while the bot has it open and writes.
func TestBackupOfARunningBot(t *testing.T) {
	t.Parallel() // the test waits for a lock, so it runs beside other tests
	dir := shortDir(t)
	path, copied := filepath.Join(dir, "paddock.db"), filepath.Join(dir, "copy.db")
	s, err := Open(path)
	if err != nil {
		t.Fatal(err)
	}
	defer s.Close()
	play(t, s, storagetest.Running("m1"), "")

	if err := socket.Health(t.Context(), path); err == nil ||
		!strings.Contains(err.Error(), "No running Paddock answers") {
		t.Errorf("Health without a socket = %v", err)
	}
	_, err = Backup(t.Context(), path, copied)
	wantRefusal(t, err, fault.ErrLocked, "does not answer")

	leftover, err := net.ListenUnix("unix", &net.UnixAddr{Name: socket.SocketOf(path)})
	if err != nil {
		t.Fatal(err)
	}
	leftover.SetUnlinkOnClose(false)
	leftover.Close() // the file is like a socket that is left behind, as a killed process does
	stop := serve(t, s)
	if info, err := os.Stat(socket.SocketOf(path)); err != nil || info.Mode().Perm() != 0o600 {
		t.Errorf("the socket's mode is %v, %v; want 0600", info.Mode(), err)
	}
	stopPlaying := playing(t, s)
	report, err := Backup(t.Context(), path, copied)
	stopPlaying()
	if err != nil || report.Matches == 0 {
		t.Errorf("Backup through the socket = %+v, %v", report, err)
	}
	wantSound(t, copied)
	if err := socket.Health(t.Context(), path); err != nil {
		t.Errorf("Health = %v", err)
	}
	stop()
	if _, err := os.Stat(socket.SocketOf(path)); !errors.Is(err, fs.ErrNotExist) {
		t.Errorf("the socket after the end: %v, want it gone", err)
	}
	if err := s.Close(); err != nil {
		t.Error(err)
	}
	if report, err := Backup(t.Context(), path, copied); err != nil || report.Matches != 5 {
		t.Errorf("Backup with no bot running = %+v, %v; want 5 matches", report, err)
	}
}

// Other users can never connect to the socket, not even while it is being made, and no other file
// remains in the folder.
func TestSocketIsNeverOpenToOthers(t *testing.T) {
	name := filepath.Join(shortDir(t), "paddock.db.sock")
	for range 200 {
		made := make(chan struct{})
		var l net.Listener
		var err error
		go func() {
			defer close(made)
			l, err = socket.Listen(name)
		}()
		var info os.FileInfo
		for seen := false; !seen; {
			select {
			case <-made:
				seen = true // the loop checks for the file once more before it ends
			default:
			}
			if at, missing := os.Lstat(name); missing == nil {
				info, seen = at, true
			}
		}
		<-made
		if err != nil {
			t.Fatal(err)
		}
		if info == nil || info.Mode().Perm() != 0o600 {
			t.Fatalf("the socket is first seen as %v, want mode 0600", info)
		}
		_, _ = l.Close(), os.Remove(name)
	}
	if left, _ := os.ReadDir(filepath.Dir(name)); len(left) != 0 {
		t.Errorf("%v is left behind", left)
	}
}

// serveBriefly serves a database and returns the error. If it is not refused at once, it ends after
// some seconds.
func serveBriefly(t *testing.T, s *Bolt) error {
	ctx, cancel := context.WithTimeout(t.Context(), 5*time.Second)
	defer cancel()
	return s.Serve(ctx, nil)
}

func TestServeKeepsForeignFiles(t *testing.T) {
	dir := shortDir(t)
	s, err := Open(filepath.Join(dir, "paddock.db"))
	if err != nil {
		t.Fatal(err)
	}
	defer s.Close()
	if err := os.WriteFile(socket.SocketOf(s.Path()), []byte("mine"), 0o600); err != nil {
		t.Fatal(err)
	}
	wantRefusal(t, serveBriefly(t, s), fs.ErrExist, "in the place of the socket")
	if text, err := os.ReadFile(socket.SocketOf(s.Path())); string(text) != "mine" || err != nil {
		t.Errorf("the file is now %q, %v", text, err)
	}
}

// Where a longer name than that of the database is impossible, the database can't be copied,
// compacted or queried, and is left as it is.
func TestNameTooLong(t *testing.T) {
	dir := shortDir(t)
	path := filepath.Join(dir, strings.Repeat("d", 251))
	s, err := Open(path)
	if err != nil {
		t.Fatal(err)
	}
	wantRefusal(t, serveBriefly(t, s), syscall.ENAMETOOLONG, "The socket for backups can't be opened")
	if _, _, err := s.copyBeside(t.Context()); !errors.Is(err, syscall.ENAMETOOLONG) {
		t.Errorf("a copy beside it: %v", err)
	}
	if err := s.Close(); err != nil {
		t.Fatal(err)
	}
	_, _, err = Compact(t.Context(), path)
	wantRefusal(t, err, syscall.ENAMETOOLONG, "Nothing was changed")
	short := filepath.Join(dir, "short.db")
	if s, err = Open(short); err != nil {
		t.Fatal(err)
	}
	if err := s.Close(); err != nil {
		t.Fatal(err)
	}
	for _, length := range []int{243, 251} { // either the compacted copy can't be made, or no copy at all
		_, err := Backup(t.Context(), short, filepath.Join(dir, strings.Repeat("b", length)))
		wantRefusal(t, err, syscall.ENAMETOOLONG, "The copy can't be written")
	}
	_, _, err = Restore(t.Context(), short, filepath.Join(dir, strings.Repeat("r", 251)))
	wantRefusal(t, err, syscall.ENAMETOOLONG, "The copy can't be written")
	if left, err := os.ReadDir(dir); err != nil || len(left) != 2 {
		t.Errorf("%v, %v are left behind", left, err)
	}
}

// A receiver of a backup that does not read stops no write, not even one for which the file must be
// mapped again: bbolt does that only when no read is open. No copy is left.
func TestSlowBackupStopsNobody(t *testing.T) {
	t.Parallel()
	path := filepath.Join(shortDir(t), "paddock.db")
	s, err := open(path, bbolt.Options{InitialMmapSize: 1}, migrations)
	if err != nil {
		t.Fatal(err)
	}
	defer s.Close()
	big := strings.Repeat("x", 8<<20) // the text is longer than the buffer of a socket
	if err := s.PutNote(t.Context(), "first", big); err != nil {
		t.Fatal(err)
	}
	serve(t, s)
	c, err := net.Dial("unix", socket.SocketOf(path))
	if err != nil {
		t.Fatal(err)
	}
	defer c.Close()
	if _, err := io.WriteString(c, "GET /backup HTTP/1.1\r\nHost: paddock\r\n\r\n"); err != nil {
		t.Fatal(err)
	}
	answer, err := http.ReadResponse(bufio.NewReader(c), nil)
	if err != nil || answer.StatusCode != http.StatusOK {
		t.Fatal(answer, err)
	}
	defer answer.Body.Close()
	// the values together are larger than the memory map of the first copy
	for _, name := range []string{"second", "third"} {
		if err := returns(t, "a write beside a slow backup", func() error {
			return s.PutNote(t.Context(), name, big+big)
		}); err != nil {
			t.Error(err)
		}
	}
	if n, err := io.Copy(io.Discard, answer.Body); n != answer.ContentLength || n < int64(len(big)) || err != nil {
		t.Errorf("the copy has %d bytes of %d, %v", n, answer.ContentLength, err)
	}
	if left, _ := os.ReadDir(filepath.Dir(path)); len(left) != 2 {
		t.Errorf("the folder holds %v, want the database and its socket", left)
	}
}

// A growing file seldom waits for open reads, because its map has room.
func TestMapHasRoom(t *testing.T) {
	if runtime.GOOS == "windows" || strconv.IntSize < 64 {
		t.Skip("this system leaves the size of the map to bbolt")
	}
	s := openNew(t)
	reading, err := s.db.Begin(false)
	if err != nil {
		t.Fatal(err)
	}
	defer reading.Rollback()
	for i := range 4 {
		if err := returns(t, "a write beside a long read", func() error {
			return s.PutNote(t.Context(), fmt.Sprint(i), strings.Repeat("x", 8<<20))
		}); err != nil {
			t.Error(err)
		}
	}
	var used int64
	if err := s.view(t.Context(), func(tx *bbolt.Tx) error { used = tx.Size(); return nil }); err != nil {
		t.Fatal(err)
	}
	if info := stat(s.Path()); info.Size() > used+2*growth {
		t.Errorf("the file has %d bytes of which %d are used, want little more", info.Size(), used)
	}
}

// Possibly valuable files are not overwritten, and a failed copy leaves no file behind.
func TestBackupRefuses(t *testing.T) {
	s := openNew(t)
	dir := t.TempDir()
	text := filepath.Join(dir, "notes.txt")
	if err := os.WriteFile(text, []byte("notes"), 0o600); err != nil {
		t.Fatal(err)
	}
	link := filepath.Join(dir, "link.db")
	if err := os.Symlink(s.Path(), link); err != nil {
		t.Fatal(err)
	}
	for _, c := range []struct{ to, say string }{
		{text, "no Paddock database"},
		{dir, "is a folder"},
		{s.Path(), "the database itself"},
		{link, "the database itself"},
		{filepath.Join(dir, "none", "copy.db"), "can't be written"},
	} {
		_, err := s.Backup(t.Context(), c.to)
		wantRefusal(t, err, nil, c.say)
	}
	ended, cancel := context.WithCancel(t.Context())
	cancel()
	if _, err := s.Backup(ended, filepath.Join(dir, "copy.db")); !errors.Is(err, context.Canceled) {
		t.Errorf("Backup whose time is up = %v, want Canceled", err)
	}
	closed := filepath.Join(t.TempDir(), "paddock.db")
	filled(t, closed)
	_, err := Backup(ended, closed, filepath.Join(dir, "copy.db"))
	wantRefusal(t, err, nil, context.Canceled.Error()) // bbolt keeps only the text of the error
	whole, err := os.ReadFile(closed)
	broken := errors.Join(err, errors.New("broken off"))
	_, err = backup(t.Context(), closed, filepath.Join(dir, "copy.db"), func(w io.Writer) error {
		_, err := w.Write(whole)
		return errors.Join(err, broken)
	})
	wantRefusal(t, err, broken, "can't be written")
	if left, _ := os.ReadDir(dir); len(left) != 2 {
		t.Errorf("the folder holds %v, want what was there before", left)
	}
	if got, _ := os.ReadFile(text); !bytes.Equal(got, []byte("notes")) {
		t.Errorf("the text is now %q", got)
	}
	if _, err := Backup(t.Context(), filepath.Join(dir, "missing.db"), filepath.Join(dir, "copy.db")); !errors.Is(err,
		fs.ErrNotExist) {
		t.Errorf("Backup of no database = %v, want ErrNotExist", err)
	}
}

// A copy of a damaged database never gets its final name.
func TestBackupOfDamaged(t *testing.T) {
	path, copied := filepath.Join(t.TempDir(), "paddock.db"), filepath.Join(t.TempDir(), "copy.db")
	filled(t, path)
	s, err := Open(path)
	if err != nil {
		t.Fatal(err)
	}
	defer s.Close()
	if _, err := s.Backup(t.Context(), copied); err != nil {
		t.Fatal(err)
	}
	good, _ := os.ReadFile(copied)
	err = s.submit(t.Context(), func(tx *tx) error { tx.put(userBucket, []byte("ann"), []byte("{")); return nil })
	if err != nil {
		t.Fatal(err)
	}
	if _, err := s.Backup(t.Context(), copied); !errors.Is(err, fault.ErrDamaged) ||
		!strings.Contains(err.Error(), "user ann") {
		t.Errorf("Backup = %v, want ErrDamaged and the user", err)
	}
	if now, _ := os.ReadFile(copied); !bytes.Equal(now, good) {
		t.Error("the older backup was replaced")
	}
}
