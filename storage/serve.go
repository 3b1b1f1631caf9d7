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
	"strconv"
	"time"

	"paddock/storage/fault"
	"paddock/storage/socket"
)

// A process with an open database answers HTTP on a socket beside it, paddock.db.sock. GET /backup
// returns a copy of the database, GET /health whether it can be written. The program may serve
// other paths there too. Only the user of the process may connect.

// Serve answers the socket until ctx ends, and then removes it. It replaces the socket of a dead
// process: the lock of the database proves that no other process answers it. Requests other than
// copies and health go to rest; nil: none.
func (b *Bolt) Serve(ctx context.Context, rest http.Handler) error {
	name := socket.SocketOf(b.path)
	if info, err := os.Lstat(name); err == nil && info.Mode()&fs.ModeSocket == 0 {
		return fault.New(name,
			"This file is in the place of the socket for backups. Move it away; until then the database can't be copied while the bot runs.", fs.ErrExist)
	}
	l, err := socket.Listen(name)
	if err != nil {
		return fault.New(name,
			fmt.Sprintf("The socket for backups can't be opened: %v. The database can't be copied while the bot runs.",
				err), err)
	}
	defer os.Remove(name)
	mux := http.NewServeMux()
	mux.HandleFunc("GET /backup", b.serveBackup)
	mux.HandleFunc("GET /health", serveHealth(b.Health))
	if rest != nil {
		mux.Handle("GET /", rest)
	}
	server := &http.Server{
		Handler: mux, WriteTimeout: 10 * time.Minute,
		BaseContext: func(net.Listener) context.Context { return ctx },
	}
	// the goroutine ends the listener and every connection when ctx ends
	stop := context.AfterFunc(ctx, func() { server.Close() })
	defer stop()
	if err := server.Serve(l); !errors.Is(err, http.ErrServerClosed) {
		return err
	}
	return nil
}

// serveBackup sends a copy that is made first, so that a slow receiver holds no read open: writes
// would wait for it. Receivers have as long as the server's WriteTimeout.
func (b *Bolt) serveBackup(w http.ResponseWriter, r *http.Request) {
	f, remove, err := b.copyBeside(r.Context())
	if err != nil {
		http.Error(w, explainWrite(b.path, err).Error(), http.StatusServiceUnavailable)
		return
	}
	defer remove()
	if info, err := f.Stat(); err == nil {
		w.Header().Set("Content-Length", strconv.FormatInt(info.Size(), 10))
	}
	_, _ = io.Copy(w, f) // an aborted copy is too short, which the client notices
}

func serveHealth(health func(context.Context) error) http.HandlerFunc {
	return func(w http.ResponseWriter, r *http.Request) {
		ctx, cancel := context.WithTimeout(r.Context(), 5*time.Second)
		defer cancel()
		if err := health(ctx); err != nil {
			http.Error(w, err.Error(), http.StatusServiceUnavailable)
		}
	}
}
