package monitor

import (
	"context"
	"errors"
	"fmt"
	"net"
	"net/http"
	"strconv"
	"strings"
	"time"

	"github.com/prometheus/client_golang/prometheus/promhttp"
)

// Address returns the address to listen on for an operator's setting. A port alone is for this
// machine only, because the numbers are private and need no password. A colon before the port means
// all addresses of the machine, as elsewhere; a container needs that, because its own loopback is
// reachable from nowhere. The error does not contain the text.
func Address(text string) (string, error) {
	if !strings.Contains(text, ":") {
		text = "127.0.0.1:" + text
	}
	host, port, err := net.SplitHostPort(text)
	if _, bad := strconv.ParseUint(port, 10, 16); err != nil || bad != nil {
		return "", errors.New("must be a port, such as 9464, for this machine only, or a host and a port, such as 0.0.0.0:9464")
	}
	return net.JoinHostPort(host, port), nil
}

// The time limits of requests.
const (
	headerWithin = 5 * time.Second
	answerWithin = 30 * time.Second
	healthWithin = 5 * time.Second
)

// Handler answers /metrics, /healthz and /readyz. Well returns an error if the process is not
// healthy, for example if it cannot store anything.
func (m *Monitor) Handler(well func(context.Context) error) http.Handler {
	mux := http.NewServeMux()
	mux.Handle("GET /metrics", promhttp.HandlerFor(m.registry, promhttp.HandlerOpts{}))
	mux.HandleFunc("GET /healthz", func(w http.ResponseWriter, r *http.Request) {
		ctx, cancel := context.WithTimeout(r.Context(), healthWithin)
		defer cancel()
		say(w, well(ctx))
	})
	mux.HandleFunc("GET /readyz", func(w http.ResponseWriter, _ *http.Request) { say(w, m.ready()) })
	return mux
}

var errStarting = errors.New("the bot is starting")

func (m *Monitor) ready() error {
	s := m.watched.state.Load()
	if s == nil || s.Ready == nil {
		return errStarting
	}
	return s.Ready()
}

// say answers 200, or 503 with the error.
func say(w http.ResponseWriter, err error) {
	if err != nil {
		http.Error(w, err.Error(), http.StatusServiceUnavailable)
		return
	}
	fmt.Fprintln(w, "ok")
}

// Serve answers on a listener until ctx ends.
func (m *Monitor) Serve(ctx context.Context, l net.Listener, well func(context.Context) error) error {
	server := &http.Server{
		Handler: m.Handler(well), ReadHeaderTimeout: headerWithin, WriteTimeout: answerWithin,
		MaxHeaderBytes: 1 << 14,
	}
	stop := context.AfterFunc(ctx, func() { server.Close() })
	defer stop()
	if err := server.Serve(l); !errors.Is(err, http.ErrServerClosed) {
		return err
	}
	return nil
}
