package monitor

import (
	"context"
	"errors"
	"fmt"
	"net"
	"net/http"
	"testing"
	"time"
)

// With only a port, the monitoring answers only this machine. For other machines it needs a colon or an
// address.
func TestMonitoringIsForThisMachine(t *testing.T) {
	for _, c := range []struct{ text, want string }{
		{"9464", "127.0.0.1:9464"},
		{":9464", ":9464"},
		{"localhost:1", "localhost:1"},
		{"0.0.0.0:9464", "0.0.0.0:9464"},
		{"[::]:9464", "[::]:9464"},
		{"[::1]:9464", "[::1]:9464"},
		{"", ""},
		{":", ""},
		{"localhost:", ""},
		{"::1", ""},
		{"a:b:c", ""},
	} {
		got, err := Address(c.text)
		if got != c.want || (err == nil) != (c.want != "") {
			t.Errorf("Address(%q) = %q, %v; want %q", c.text, got, err, c.want)
		}
	}
}

// A Monitor that nobody serves does no harm.
func TestNoMonitor(t *testing.T) {
	var m *Monitor
	m.Interaction("command", "x", "done", time.Second)
	m.Moves("kalah", 1)
	m.Request("GET", 200, "")
	m.Commit(1, time.Second)
	m.Backup(time.Now())
	m.Watch(State{})
}

// Serve ends with its context. Before Watch is called it already answers.
func TestServe(t *testing.T) {
	l, err := net.Listen("tcp", "127.0.0.1:0")
	if err != nil {
		t.Fatal(err)
	}
	m := New(Build{})
	ctx, cancel := context.WithCancel(t.Context())
	ended := make(chan error, 1)
	go func() {
		ended <- m.Serve(ctx, l, func(context.Context) error { return errors.New("no disk") })
	}()
	for path, want := range map[string]int{"/metrics": 200, "/healthz": 503, "/readyz": 503, "/else": 404} {
		resp, err := http.Get(fmt.Sprint("http://", l.Addr(), path))
		if err != nil {
			t.Fatal(err)
		}
		resp.Body.Close()
		if resp.StatusCode != want {
			t.Errorf("%s answers %d, want %d", path, resp.StatusCode, want)
		}
	}
	cancel()
	if err := <-ended; err != nil {
		t.Errorf("Serve = %v, want nil at the end", err)
	}
}

// A listener that fails is an error, unlike the end of the context.
func TestServeFails(t *testing.T) {
	l, err := net.Listen("tcp", "127.0.0.1:0")
	if err != nil {
		t.Fatal(err)
	}
	l.Close()
	if err := New(Build{}).Serve(t.Context(), l, nil); !errors.Is(err, net.ErrClosed) {
		t.Errorf("Serve on a closed listener = %v", err)
	}
}

// A monitor that has no function to ask whether the bot is ready reports that the bot is starting.
func TestNotReadyYet(t *testing.T) {
	m := New(Build{})
	before := m.ready()
	m.Watch(State{})
	if after := m.ready(); before != errStarting || after != errStarting {
		t.Errorf("ready says %v and %v, want %v", before, after, errStarting)
	}
}
