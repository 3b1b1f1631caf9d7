package monitor

import (
	"context"
	"errors"
	"net/http/httptest"
	"regexp"
	"testing"
	"time"

	"paddock/games/gamestest/golden"
)

// The golden file has the metrics page after one event of each kind. Monitoring depends on the
// names, so they must not change.
func TestMetrics(t *testing.T) {
	m := New(Build{Version: "1.2", Revision: "abc", Go: "go9"})
	page := func() string {
		w := httptest.NewRecorder()
		m.Handler(func(context.Context) error { return nil }).ServeHTTP(w, httptest.NewRequest("GET", "/metrics", nil))
		return regexp.MustCompile(`(?m)^.*\b(go_|process_|promhttp_).*\n`).ReplaceAllString(w.Body.String(), "")
	}
	fresh := page()
	m.Interaction("command", "move", "done", 20*time.Millisecond)
	m.Interaction("click", "other", "refused", 3*time.Second)
	m.Moves("kalah", 2)
	m.Moves("fish", 0)
	m.Request("GET", 200, "")
	m.Request("POST", 429, "shared")
	m.Commit(3, time.Millisecond)
	m.Backup(time.Unix(1_000_000_000, 0))
	m.Backup(time.Time{})
	m.Handed(nil)
	m.Handed(nil)
	m.Handed(errors.New("no"))
	unknown := page()
	m.Watch(State{
		Behind: func() map[string]int { return map[string]int{"boards": 4, "notices": 5} }, Thinking: func() int {
			return 6
		}, Waiting: func() int { return 7 }, Refused: func() int { return 12 },
		Live: func(context.Context) (int, error) { return 8, nil }, Silence: func() (time.Duration, bool) {
			return 9 * time.Second, true
		}, Ready: func() error { return nil },
	})
	known := page()
	m.Watch(State{
		Live:    func(context.Context) (int, error) { return 8, errors.New("away") },
		Silence: func() (time.Duration, bool) { return 9 * time.Second, false },
		Ready:   func() error { return errors.New("starting") },
	})
	golden.Check(t, "testdata/metrics.txt",
		"# at the start\n"+fresh+"# nothing is known yet\n"+unknown+"# everything is known\n"+known+
			"# the store and the gateway are away\n"+page())
}

// A request for health or readiness gets status 200 and "ok", or status 503 and the reason.
func TestHealth(t *testing.T) {
	refused := errors.New("no disk")
	for _, c := range []struct {
		path        string
		well, ready error
		want        string
	}{
		{"/healthz", nil, refused, "ok\n"},
		{"/healthz", refused, nil, "no disk\n"},
		{"/readyz", refused, nil, "ok\n"},
		{"/readyz", nil, refused, "no disk\n"},
	} {
		m := New(Build{})
		m.Watch(State{Ready: func() error { return c.ready }})
		w := httptest.NewRecorder()
		m.Handler(func(context.Context) error { return c.well }).ServeHTTP(w, httptest.NewRequest("GET", c.path, nil))
		if got := w.Body.String(); got != c.want || (w.Code == 200) != (c.want == "ok\n") {
			t.Errorf("%s answers %d %q, want %q", c.path, w.Code, got, c.want)
		}
	}
}
