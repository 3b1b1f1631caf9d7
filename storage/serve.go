package storage

import (
	"context"
	"errors"
	"fmt"
	"io"
	"io/fs"
	"net"
	"net/http"
	"os"
	"path/filepath"
	"strconv"
	"strings"
	"time"
)

// A process that has the database open answers a socket beside it, paddock.db.sock, with HTTP: GET /backup is a copy of the database, GET /health
// whether it can be written. Only the user who runs the process may connect.

// Serve answers the socket until ctx ends, and then removes it. A leftover of a process that was killed is replaced: the lock of the database says
// that nobody else can be answering it.
func (b *Bolt) Serve(ctx context.Context) error {
	name := socketOf(b.path)
	if info, err := os.Lstat(name); err == nil && info.Mode()&fs.ModeSocket == 0 {
		return &FileError{name, "This file is in the place of the socket for backups. Move it away; until then the database can't be copied while the bot runs.", fs.ErrExist}
	}
	l, err := listen(name)
	if err != nil {
		return &FileError{name, fmt.Sprintf("The socket for backups can't be opened: %v. The database can't be copied while the bot runs.", err), err}
	}
	defer os.Remove(name)
	mux := http.NewServeMux()
	mux.HandleFunc("GET /backup", b.serveBackup)
	mux.HandleFunc("GET /health", b.serveHealth)
	server := &http.Server{Handler: mux, WriteTimeout: 10 * time.Minute, BaseContext: func(net.Listener) context.Context { return ctx }}
	stop := context.AfterFunc(ctx, func() { server.Close() }) // ends the listener and every connection
	defer stop()
	if err := server.Serve(l); !errors.Is(err, http.ErrServerClosed) {
		return err
	}
	return nil
}

// listen opens a socket that is closed to others from its first moment: it is made in a folder that nobody else may enter, and moved when its mode
// is set. It takes the place of a socket that is there.
func listen(name string) (net.Listener, error) {
	private, err := os.MkdirTemp(filepath.Dir(name), ".") // as short as can be: a socket's name is limited to some 100 bytes
	if err != nil {
		return nil, err
	}
	defer os.RemoveAll(private)
	made := filepath.Join(private, "s")
	l, err := net.ListenUnix("unix", &net.UnixAddr{Name: made})
	if err != nil {
		return nil, err
	}
	l.SetUnlinkOnClose(false) // it goes by another name then
	if err := errors.Join(os.Chmod(made, 0o600), os.Rename(made, name)); err != nil {
		return nil, errors.Join(err, l.Close())
	}
	return l, nil
}

func (b *Bolt) serveBackup(w http.ResponseWriter, r *http.Request) {
	began := false
	err := b.copyTo(r.Context(), func(size int64) {
		began = true
		w.Header().Set("Content-Type", "application/octet-stream")
		w.Header().Set("Content-Length", strconv.FormatInt(size, 10))
	}, w)
	if err != nil && !began {
		http.Error(w, err.Error(), http.StatusServiceUnavailable)
	} // a copy that breaks off is too short, which the other side notices
}

func (b *Bolt) serveHealth(w http.ResponseWriter, r *http.Request) {
	ctx, cancel := context.WithTimeout(r.Context(), 5*time.Second)
	defer cancel()
	if err := b.Health(ctx); err != nil {
		http.Error(w, err.Error(), http.StatusServiceUnavailable)
	}
}

// Health asks the process that has the database at path open whether it can still write to it. It is an error if there is no such process.
func Health(ctx context.Context, path string) error {
	asked, err := ask(ctx, path, "health", io.Discard)
	if !asked {
		return &FileError{path, "No running Paddock answers for this database. Start the bot first.", err}
	}
	return err
}

// askForCopy copies the database by way of the process that has it open. Asked is false if there is none.
func askForCopy(ctx context.Context, path string, w io.Writer) (asked bool, err error) {
	return ask(ctx, path, "backup", w)
}

func ask(ctx context.Context, path, what string, w io.Writer) (asked bool, err error) {
	client := http.Client{Transport: &http.Transport{
		DisableKeepAlives: true,
		DialContext: func(ctx context.Context, _, _ string) (net.Conn, error) {
			var d net.Dialer
			return d.DialContext(ctx, "unix", socketOf(path))
		},
	}}
	req, err := http.NewRequestWithContext(ctx, http.MethodGet, "http://paddock/"+what, nil)
	if err != nil {
		return false, err
	}
	resp, err := client.Do(req)
	if err != nil {
		// No socket, or one that nobody answers any more. Where somebody has to be there the lock will tell.
		return false, err
	}
	defer resp.Body.Close()
	if resp.StatusCode != http.StatusOK {
		text, _ := io.ReadAll(io.LimitReader(resp.Body, 1000))
		return true, &FileError{path, "The running Paddock says: " + strings.TrimSpace(string(text)), errors.New(resp.Status)}
	}
	_, err = io.Copy(w, resp.Body)
	return true, err
}

// socketOf is the socket beside a database, whichever way the database is named.
func socketOf(path string) string {
	if real, err := filepath.EvalSymlinks(path); err == nil {
		path = real
	}
	return path + ".sock"
}
