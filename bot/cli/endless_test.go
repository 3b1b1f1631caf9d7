//go:build unix

package cli_test

import (
	"bytes"
	"errors"
	"io"
	"os"
	"path/filepath"
	"strings"
	"sync/atomic"
	"syscall"
	"testing"

	"paddock/bot/cli"
)

// Limits: the most bytes that a command may read before it decides, and the bytes after which an
// endless input ends, so that the test ends too.
const (
	mostRead   = 4 << 20
	endlessFor = 64 << 20
)

// endless is an input that ends only for the sake of the test. It counts what is read.
type endless struct{ read atomic.Int64 }

// Read implements io.Reader.
func (e *endless) Read(b []byte) (int, error) {
	if e.read.Load() > endlessFor {
		return 0, io.EOF
	}
	for i := range b {
		b[i] = 'x'
	}
	e.read.Add(int64(len(b)))
	return len(b), nil
}

// pipe makes a named pipe with an endless input. The returned function ends it and returns how much
// was read, apart from what the pipe holds.
func pipe(t *testing.T, name string) func() int64 {
	t.Helper()
	if err := syscall.Mkfifo(name, 0o600); err != nil {
		t.Fatal(err)
	}
	// with a reader of its own, the pipe can be opened before the command opens it
	w, err := os.OpenFile(name, os.O_RDWR|syscall.O_NONBLOCK, 0)
	if err != nil {
		t.Fatal(err)
	}
	written := make(chan int64, 1)
	go func() { // ends with w
		n, _ := io.Copy(w, new(endless))
		w.Close()
		written <- n
	}()
	return func() int64 {
		w.Close()
		return <-written
	}
}

// Every command that takes a file, a folder or standard input decides after a bounded number of
// bytes whether it is valid. A command that read everything first once took all memory of a
// machine.
func TestNothingIsReadWithoutEnd(t *testing.T) {
	t.Chdir(t.TempDir())
	pairs := map[string]string{"-a": "random", "-b": "first"}
	arena := func(args ...string) []string {
		return append([]string{"arena", "kalah", "-a", pairs["-a"], "-b", pairs["-b"], "-games", "2"}, args...)
	}
	for _, c := range []struct {
		name string
		file string // the pipe
		env  map[string]string
		in   string
		args []string
		say  string
	}{
		{"play", "in", nil, "", []string{"play", "in"}, "too long to be the record of a game"},
		{"load", "in", nil, "load in\n", []string{"play", "kalah"}, "could not be read"},
		{"series", "in", nil, "", []string{"arena", "@in"}, "can't be read: it is too long"},
		{"log", "in", nil, "", arena("-log", "in"), "line 1 is too long"},
		{"program", "in", nil, "", []string{"arena", "kalah", "-a", "cat in", "-b", "first", "-games", "1", "-clock", "1s"}, ""},
		{"restore", "in", nil, "", []string{"restore", "in"}, "not a Paddock database"},
		{"restore over it", "in", nil, "", []string{"restore", "-db", "in", "copy.db"}, "not a Paddock database"},
		{"check", "in", nil, "", []string{"check", "in"}, "not a Paddock database"},
		{"repair", "in", nil, "", []string{"check", "-repair", "in"}, "not a Paddock database"},
		{"compact", "in", nil, "", []string{"compact", "-db", "in"}, "not a Paddock database"},
		{"backup", "in", nil, "", []string{"backup", "-db", "in", "copy.db"}, "in"},
		{"backup over it", "in", nil, "", []string{"backup", "in"}, "no Paddock database"},
		{"move", "in", nil, "", []string{"migrate-store", "in", "to.db"}, "not a Paddock database"},
		{"move into it", "in", nil, "", []string{"migrate-store", "from.db", "in"}, "there is no database"},
		{"dump", "in", nil, "", []string{"dump", "-db", "in", "all.zip"}, "not a Paddock database"},
		{"sandbox", "kept.db.world", nil, "", []string{"sandbox", "-addr", "127.0.0.1:0", "-db", "kept.db"}, "not a regular file"},
		{"ends", "halatafl-09-54", nil, "", []string{"ends", "."}, "not a regular file"},
		{"tables", "halatafl-09-54", map[string]string{"PADDOCK_ENDS": "."}, "", []string{"play", "kalah"}, "an end table is ignored"},
		{"token", "in", map[string]string{"DISCORD_TOKEN_FILE": "in"}, "", []string{"check"}, "more than 64 KB"},
		{"URL", "in", map[string]string{"PADDOCK_DATABASE_URL_FILE": "in"}, "", []string{"check"}, "more than 64 KB"},
	} {
		t.Run(c.name, func(t *testing.T) {
			t.Chdir(t.TempDir())
			end := pipe(t, c.file)
			code, out, errs := run(t, c.env, c.in, c.args...)
			if !strings.Contains(out+errs, c.say) || code == 0 && c.in == "" && c.env == nil && c.name != "program" {
				t.Errorf("exit code %d, %q, %q, want %q", code, out, errs, c.say)
			}
			if n := end(); n > mostRead {
				t.Errorf("%d bytes were read, at least", n)
			}
		})
	}
	t.Run(".env", func(t *testing.T) {
		t.Chdir(t.TempDir())
		end := pipe(t, ".env")
		var said bytes.Buffer
		p := &cli.Program{Env: os.Getenv, Dotenv: ".env", In: strings.NewReader(""), Out: &said, Errs: &said}
		if code := p.Main(t.Context(), []string{"check"}); code != 1 || !strings.Contains(said.String(), "more than 64 KB") {
			t.Errorf("exit code %d, %s", code, said.String())
		}
		if n := end(); n > mostRead {
			t.Errorf("%d bytes were read, at least", n)
		}
	})
	for _, args := range []string{
		"harness 3_xboard", "play kalah", "engine kalah", "engine fish", "engine stratego",
	} {
		t.Run(args, func(t *testing.T) {
			in := new(endless)
			var said bytes.Buffer
			p := &cli.Program{Env: func(string) string { return "" }, In: in, Out: &said, Errs: &said}
			p.Main(t.Context(), strings.Fields(args))
			if n := in.read.Load(); n > mostRead {
				t.Errorf("%d bytes were read", n)
			}
		})
	}
	if left, err := filepath.Glob("*"); err != nil || len(left) > 0 {
		t.Error(errors.Join(err, errors.New(strings.Join(left, " "))))
	}
}
