package monitor

import (
	"bytes"
	"context"
	"errors"
	"io"
	"log/slog"
	"net"
	"net/http"
	"net/http/httptest"
	"path/filepath"
	"strings"
	"sync/atomic"
	"testing"
	"testing/synctest"
	"time"
)

type answers func(*http.Request) (*http.Response, error)

func (f answers) RoundTrip(r *http.Request) (*http.Response, error) { return f(r) }

// The heartbeat is sent each minute, but not while the bot is not ready or can't store. Trouble
// with it is logged once, without its URL.
func TestHeartbeat(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		var beats, status atomic.Int32
		status.Store(http.StatusOK)
		client := &http.Client{Transport: answers(func(*http.Request) (*http.Response, error) {
			beats.Add(1)
			if status.Load() == 0 {
				return nil, errors.New("no route")
			}
			return &http.Response{
				StatusCode: int(status.Load()), Status: http.StatusText(int(status.Load())),
				Body: io.NopCloser(strings.NewReader("ok")),
			}, nil
		})}
		var unready, unwell atomic.Bool
		refuse := func(b *atomic.Bool) error {
			if b.Load() {
				return errors.New("not now")
			}
			return nil
		}
		m := New(Build{})
		m.Watch(State{Ready: func() error { return refuse(&unready) }})
		var log bytes.Buffer
		ctx, cancel := context.WithCancel(t.Context())
		defer cancel()
		go m.Alive(ctx, Life{
			Well: func(context.Context) error { return refuse(&unwell) }, Heartbeat: "https://alarm.example/secret",
			Log: slog.New(slog.NewTextHandler(&log, nil)), Client: client,
		})
		in := func(d time.Duration) int32 { // beats returns the number of heartbeats since the last call
			time.Sleep(d)
			synctest.Wait()
			return beats.Swap(0)
		}
		if n := in(10*time.Minute + time.Second); n != 11 {
			t.Errorf("%d heartbeats in ten minutes and one at once, want 11", n)
		}
		for _, b := range []*atomic.Bool{&unready, &unwell} {
			b.Store(true)
			if n := in(10 * time.Minute); n != 0 {
				t.Errorf("%d heartbeats while something is wrong", n)
			}
			b.Store(false)
		}
		for _, s := range []int32{http.StatusNotFound, 0} {
			status.Store(s)
			in(10 * time.Minute)
			status.Store(http.StatusOK)
			in(time.Minute)
		}
		cancel()
		synctest.Wait()
		if n := strings.Count(log.String(), "the heartbeat was not received"); n != 2 ||
			strings.Contains(log.String(), "secret") {
			t.Errorf("two troubles are logged %d times: %s", n, &log)
		}
	})
}

// systemd is told of the start and the end, and its watchdog is fed while something can be stored.
func TestSystemdIsTold(t *testing.T) {
	name := filepath.Join(t.TempDir(), "notify")
	l, err := net.ListenUnixgram("unixgram", &net.UnixAddr{Name: name, Net: "unixgram"})
	if err != nil {
		t.Fatal(err)
	}
	defer l.Close()
	t.Setenv("NOTIFY_SOCKET", name)
	t.Setenv("WATCHDOG_USEC", "3000")
	heard := make(chan string, 1000)
	go func() {
		buf := make([]byte, 100)
		for {
			n, err := l.Read(buf)
			if err != nil {
				close(heard)
				return
			}
			heard <- string(buf[:n])
		}
	}()
	var unwell atomic.Bool
	asked := make(chan struct{}, 1000)
	ctx, cancel := context.WithCancel(t.Context())
	ended := make(chan struct{})
	go func() {
		defer close(ended)
		New(Build{}).Alive(ctx, Life{Log: slog.New(slog.DiscardHandler), Well: func(context.Context) error {
			if unwell.Load() {
				asked <- struct{}{}
				return errors.New("the disk is full")
			}
			return nil
		}})
	}()
	for _, want := range []string{"READY=1", "WATCHDOG=1", "WATCHDOG=1"} {
		if got := <-heard; got != want {
			t.Fatalf("systemd hears %s, want %s", got, want)
		}
	}
	unwell.Store(true)
	<-asked
	mark, err := net.Dial("unixgram", name)
	if err != nil {
		t.Fatal(err)
	}
	defer mark.Close()
	if _, err := mark.Write([]byte("mark")); err != nil {
		t.Fatal(err)
	}
	for got := range heard { // drops earlier heartbeats
		if got == "mark" {
			break
		}
	}
	for range 10 {
		<-asked
	}
	cancel()
	<-ended
	if got := <-heard; got != "STOPPING=1" {
		t.Errorf("systemd hears %s while nothing can be stored, want nothing before STOPPING=1", got)
	}
}

// Without a heartbeat address nothing is requested. With one it is requested by a client with a
// time limit.
func TestWithoutHeartbeat(t *testing.T) {
	called := make(chan struct{}, 1000)
	server := httptest.NewServer(http.HandlerFunc(func(http.ResponseWriter, *http.Request) { called <- struct{}{} }))
	defer server.Close()
	for _, url := range []string{"", server.URL} {
		m := New(Build{})
		m.Watch(State{Ready: func() error { return nil }})
		var log bytes.Buffer
		asked := 0
		ctx, cancel := context.WithCancel(t.Context())
		ended := make(chan struct{})
		go func() {
			defer close(ended)
			m.Alive(ctx, Life{
				Well: func(context.Context) error { asked++; return nil }, Heartbeat: url,
				Log: slog.New(slog.NewTextHandler(&log, nil)),
			})
		}()
		if url != "" {
			<-called
		}
		cancel()
		<-ended
		if url == "" && asked > 0 || log.Len() > 0 {
			t.Errorf("heartbeat %q: asked %d times, and the log says %s", url, asked, &log)
		}
	}
}

// A heartbeat is received if the answer is a success.
func TestReceived(t *testing.T) {
	for status, want := range map[int]bool{200: true, 204: true, 299: true, 300: false, 404: false, 500: false} {
		l := Life{
			Heartbeat: "https://alarm.example",
			Client: &http.Client{Transport: answers(func(*http.Request) (*http.Response, error) {
				return &http.Response{StatusCode: status, Body: http.NoBody}, nil
			})},
		}
		if err := l.beat(t.Context()); (err == nil) != want {
			t.Errorf("status %d: %v, want received %v", status, err, want)
		}
	}
}
