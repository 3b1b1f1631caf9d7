package socket

import (
	"errors"
	"fmt"
	"io"
	"io/fs"
	"net"
	"net/http"
	"os"
	"path/filepath"
	"slices"
	"strings"
	"testing"
	"time"

	"paddock/storage/fault"
)

// answer listens on the socket of a database and answers requests.
func answer(t *testing.T, path string, do http.HandlerFunc) {
	t.Helper()
	l, err := Listen(SocketOf(path))
	if err != nil {
		t.Fatal(err)
	}
	server := http.Server{Handler: do}
	go server.Serve(l) // ends with Close
	t.Cleanup(func() { server.Close() })
}

// A request is sent to the running process, and its answer, or its refusal as a sentence, is
// returned.
func TestAsking(t *testing.T) {
	path := filepath.Join(t.TempDir(), "paddock.db")
	for name, ask := range map[string]func() error{
		"its health": func() error { return Health(t.Context(), path) },
		"a profile":  func() error { return Profile(t.Context(), path, "heap", io.Discard) },
	} {
		var said *fault.FileError
		if err := ask(); !errors.As(err, &said) || said.Path != path || !errors.Is(err, fs.ErrNotExist) ||
			said.Say != "No running Paddock answers for this database. Start the bot first." {
			t.Errorf("%s without a process: %v", name, err)
		}
	}
	if asked, err := AskForCopy(t.Context(), path, io.Discard); asked || !errors.Is(err, fs.ErrNotExist) {
		t.Errorf("a copy without a process: %t, %v", asked, err)
	}
	var heard []string
	status := http.StatusOK
	answer(t, path, func(w http.ResponseWriter, r *http.Request) {
		heard = append(heard, fmt.Sprint(r.Method, " ", r.Host, r.URL.EscapedPath(), " ", r.Close))
		w.WriteHeader(status)
		fmt.Fprintln(w, "what it says")
	})
	var got strings.Builder
	asked, err := AskForCopy(t.Context(), path, &got)
	if err = errors.Join(err, Health(t.Context(), path), Profile(t.Context(), path, "a/b", &got)); err != nil || !asked {
		t.Errorf("the process answers: %t, %v", asked, err)
	}
	if got.String() != "what it says\nwhat it says\n" {
		t.Errorf("the answers are %q", got.String())
	}
	if want := []string{
		"GET paddock/backup true", "GET paddock/health true", "GET paddock/profile/a%2Fb true",
	}; !slices.Equal(heard, want) {
		t.Errorf("it was asked for %q, want %q", heard, want)
	}
	status = http.StatusServiceUnavailable
	got.Reset()
	asked, err = AskForCopy(t.Context(), path, &got)
	for _, err := range []error{err, Health(t.Context(), path), Profile(t.Context(), path, "cpu", &got)} {
		if err == nil || err.Error() != path+": The running Paddock says: what it says" ||
			errors.Unwrap(err).Error() != "503 Service Unavailable" || !asked || got.Len() > 0 {
			t.Errorf("a refusal is %v, %q, asked: %t", err, got.String(), asked)
		}
	}
}

// A refusal that is too long is cut.
func TestLongRefusal(t *testing.T) {
	path := filepath.Join(t.TempDir(), "paddock.db")
	answer(t, path, func(w http.ResponseWriter, _ *http.Request) {
		http.Error(w, strings.Repeat("x", 5000), http.StatusInternalServerError)
	})
	want := path + ": The running Paddock says: " + strings.Repeat("x", 1000)
	if err := Health(t.Context(), path); err == nil || err.Error() != want {
		t.Errorf("the refusal is %v", err)
	}
}

// An incomplete copy is an error.
func TestBrokenCopy(t *testing.T) {
	path := filepath.Join(t.TempDir(), "paddock.db")
	answer(t, path, func(w http.ResponseWriter, _ *http.Request) {
		w.Header().Set("Content-Length", "10")
		io.WriteString(w, "half")
	})
	if asked, err := AskForCopy(t.Context(), path, io.Discard); !asked || !errors.Is(err, io.ErrUnexpectedEOF) {
		t.Errorf("a copy that breaks off: %t, %v", asked, err)
	}
}

// A client closes its connection to the process that has the store open, also if the answer never ends or
// can't be written down.
func TestConnectionsEnd(t *testing.T) {
	for name, c := range map[string]struct {
		status int
		to     io.Writer
	}{
		"a refusal without an end":     {http.StatusServiceUnavailable, io.Discard},
		"a copy that nobody can write": {http.StatusOK, brokenWriter{}},
	} {
		left := make(chan struct{})
		path := filepath.Join(t.TempDir(), "paddock.db")
		answer(t, path, func(w http.ResponseWriter, _ *http.Request) {
			defer close(left)
			w.WriteHeader(c.status)
			for {
				if _, err := w.Write(make([]byte, 1<<16)); err != nil {
					return
				}
			}
		})
		if asked, err := AskForCopy(t.Context(), path, c.to); !asked || err == nil {
			t.Errorf("%s: %t, %v", name, asked, err)
		}
		select {
		case <-left:
		case <-time.After(10 * time.Second):
			t.Errorf("%s: the connection is still open", name)
		}
	}
}

// brokenWriter is full.
type brokenWriter struct{}

func (brokenWriter) Write([]byte) (int, error) { return 0, errors.New("full") }

// Only the user of the process can use the socket. It replaces an older one, leaves no other file,
// and is not removed by Close, because a later process may have replaced it by then.
func TestListen(t *testing.T) {
	dir := t.TempDir()
	name := filepath.Join(dir, "paddock.db.sock")
	for range 2 {
		l, err := Listen(name)
		if err != nil {
			t.Fatal(err)
		}
		info, err := os.Stat(name)
		if err != nil || info.Mode() != fs.ModeSocket|0o600 {
			t.Errorf("the socket has the mode %v, %v", info.Mode(), err)
		}
		if c, err := net.Dial("unix", name); err != nil {
			t.Error(err)
		} else {
			c.Close()
		}
		if err := l.Close(); err != nil {
			t.Error(err)
		}
		if files, err := os.ReadDir(dir); err != nil || len(files) != 1 || files[0].Name() != "paddock.db.sock" {
			t.Errorf("the folder has %v, %v", files, err)
		}
	}
	if _, err := Listen(filepath.Join(dir, "missing", "s")); !errors.Is(err, fs.ErrNotExist) {
		t.Errorf("in a folder that does not exist: %v", err)
	}
	full := filepath.Join(dir, "full.sock")
	if err := os.MkdirAll(filepath.Join(full, "in it"), 0o700); err != nil {
		t.Fatal(err)
	}
	if _, err := Listen(full); err == nil {
		t.Error("a folder in the place of the socket is replaced")
	}
	if files, _ := os.ReadDir(dir); len(files) != 2 {
		t.Errorf("the folder has %v, want no rest of what failed", files)
	}
}

// A symbolic link to a database file leads to the socket of that file.
func TestSocketOf(t *testing.T) {
	dir, err := filepath.EvalSymlinks(t.TempDir())
	if err != nil {
		t.Fatal(err)
	}
	real, link := filepath.Join(dir, "paddock.db"), filepath.Join(dir, "link.db")
	if err := errors.Join(os.WriteFile(real, nil, 0o600), os.Symlink(real, link)); err != nil {
		t.Fatal(err)
	}
	for path, want := range map[string]string{
		real: real + ".sock", link: real + ".sock", filepath.Join(dir, "new.db"): filepath.Join(dir, "new.db.sock"),
	} {
		if got := SocketOf(path); got != want {
			t.Errorf("SocketOf(%s) = %s, want %s", path, got, want)
		}
	}
}
