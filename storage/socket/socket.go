// Package socket talks to the process that has the database open: for a copy, its health, or a
// profile.
package socket

import (
	"context"
	"errors"
	"io"
	"net"
	"net/http"
	"net/url"
	"os"
	"path/filepath"
	"strings"

	"paddock/storage/fault"
)

// Listen opens a socket that other users can never access. It is made in a private folder, and
// moved when its mode is set, so that Close leaves it. It replaces an existing socket.
func Listen(name string) (net.Listener, error) {
	// a short name, because the address of a socket has at most about 100 bytes
	private, err := os.MkdirTemp(filepath.Dir(name), ".")
	if err != nil {
		return nil, err
	}
	defer os.RemoveAll(private)
	made := filepath.Join(private, "s")
	l, err := net.ListenUnix("unix", &net.UnixAddr{Name: made})
	if err != nil {
		return nil, err
	}
	if err := errors.Join(os.Chmod(made, 0o600), os.Rename(made, name)); err != nil {
		return nil, errors.Join(err, l.Close())
	}
	return l, nil
}

// Health asks the process that has the database at path open whether it can write to it. Without
// such a process it returns an error.
func Health(ctx context.Context, path string) error {
	asked, err := ask(ctx, path, "health", io.Discard)
	if !asked {
		return fault.New(path, "No running Paddock answers for this database. Start the bot first.", err)
	}
	return err
}

// AskForCopy gets a copy of the database from the process that has it open. Asked is false if there
// is none.
func AskForCopy(ctx context.Context, path string, w io.Writer) (asked bool, err error) {
	return ask(ctx, path, "backup", w)
}

// Profile gets a profile of the process that has the database at path open: "cpu", or one of those
// of runtime/pprof.
func Profile(ctx context.Context, path, kind string, w io.Writer) error {
	asked, err := ask(ctx, path, "profile/"+url.PathEscape(kind), w)
	if !asked {
		return fault.New(path, "No running Paddock answers for this database. Start the bot first.", err)
	}
	return err
}

func ask(ctx context.Context, path, what string, w io.Writer) (asked bool, err error) {
	client := http.Client{Transport: &http.Transport{
		DisableKeepAlives: true,
		DialContext: func(ctx context.Context, _, _ string) (net.Conn, error) {
			var d net.Dialer
			return d.DialContext(ctx, "unix", SocketOf(path))
		},
	}}
	req, err := http.NewRequestWithContext(ctx, http.MethodGet, "http://paddock/"+what, nil)
	if err != nil {
		return false, err
	}
	resp, err := client.Do(req)
	if err != nil {
		// Without an answer, no process serves the socket. The lock of the database tells whether a
		// process has it open.
		return false, err
	}
	defer resp.Body.Close()
	if resp.StatusCode != http.StatusOK {
		text, _ := io.ReadAll(io.LimitReader(resp.Body, 1000))
		return true, fault.New(path, "The running Paddock says: "+strings.TrimSpace(string(text)),
			errors.New(resp.Status))
	}
	_, err = io.Copy(w, resp.Body)
	return true, err
}

// SocketOf returns the socket beside a database, even if path is a link.
func SocketOf(path string) string {
	if real, err := filepath.EvalSymlinks(path); err == nil {
		path = real
	}
	return path + ".sock"
}
