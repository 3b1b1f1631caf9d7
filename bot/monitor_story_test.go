package bot_test

import (
	"context"
	"errors"
	"net/http/httptest"
	"os"
	"regexp"
	"slices"
	"strings"
	"testing"
	"time"

	"paddock/bot"
	"paddock/bot/discordsim"
	"paddock/bot/monitor"
	"paddock/bot/story"
)

// scrape returns the monitor's answer.
func scrape(t *testing.T, m *monitor.Monitor, path string) (code int, text string) {
	t.Helper()
	w := httptest.NewRecorder()
	m.Handler(func(context.Context) error { return nil }).ServeHTTP(w, httptest.NewRequest("GET", path, nil))
	return w.Code, w.Body.String()
}

// Events are counted, docs/operations.md lists all numbers, and no number identifies a person.
func TestNumbersForMonitoring(t *testing.T) {
	t.Parallel()
	m := monitor.New(monitor.Build{Version: "v1", Revision: "abc", Go: "go1"})
	if code, _ := scrape(t, m, "/readyz"); code != 503 {
		t.Errorf("/readyz answers %d before the bot runs, want 503", code)
	}
	story.Tell(t, func(s *story.Story) {
		s.Waste = true
		s.Store.OnCommit(m.Commit)
		m.Backup(time.Now())
		s.Begin("/kalah challenge user:@Bob first:me")
		s.Press(s.Ann, s.Board())
		s.Sim.As(s.Bob).In(s.Hall).Autocomplete("/kalah move move:", "move")
		s.Wait(time.Second)
		s.Slash(s.Eve, "/kalah move move:1") // Eve does not play in the match
		s.Sim.Inject(discordsim.Fault{
			Method: "POST", Route: story.PostRoute, Status: 429, Scope: "shared",
			RetryAfter: 5 * time.Second,
		})
		s.Sim.As(s.Cid).In(s.Hall).Slash("/kalah challenge user:@Eve")
		s.Wait(time.Second)
		_, text := scrape(t, m, "/metrics")
		for _, line := range []string{
			`paddock_interactions_total{command="kalah challenge",outcome="done"} 2`,
			`paddock_interactions_total{command="kalah move",outcome="refused"} 1`,
			`paddock_interactions_total{command="autocomplete",outcome="done"} 1`,
			`paddock_answer_seconds_count{kind="command"} 3`,
			`paddock_moves_total{game="kalah"} 1`, `paddock_discord_requests_total{method="POST",status="429"} 1`,
			`paddock_discord_rate_limited_total{scope="shared"} 1`,
			`paddock_discord_rate_limited_total{scope="global"} 0`,
			`paddock_behind{kind="board"} 1`, `paddock_behind{kind="notice"} 0`, `paddock_thinking_queue 0`,
			`paddock_matches_live 2`,
			`paddock_ready 1`, `paddock_build_info{go="go1",revision="abc",version="v1"} 1`,
		} {
			if !strings.Contains(text, "\n"+line+"\n") {
				t.Errorf("the scrape lacks %s", line)
			}
		}
		for _, id := range []discordsim.UserID{s.Ann, s.Bob, s.Cid, s.Eve} {
			if strings.Contains(text, string(id)) {
				t.Errorf("the scrape tells of a person: %s", id)
			}
		}
		comparesWithDocument(t, text)
		if code, _ := scrape(t, m, "/readyz"); code != 200 {
			t.Errorf("/readyz answers %d while the bot runs, want 200", code)
		}
		s.Halt()
		if code, why := scrape(t, m, "/readyz"); code != 503 || !strings.Contains(why, "ending") {
			t.Errorf("/readyz answers %d, %q after the end, want 503 and why", code, why)
		}
		s.Start()
		if t.Failed() {
			t.Log(text)
		}
	}, func(c *bot.Config) { c.Monitor, c.Store = m, c.Store.(*story.Notebook).Store })
}

// comparesWithDocument fails unless the document explains exactly the numbers of a scrape.
func comparesWithDocument(t *testing.T, text string) {
	t.Helper()
	document, err := os.ReadFile("../docs/operations.md")
	if err != nil {
		t.Fatal(err)
	}
	names := func(text, pattern string) (list []string) {
		for _, m := range regexp.MustCompile(pattern).FindAllStringSubmatch(text, -1) {
			list = append(list, m[1])
		}
		slices.Sort(list)
		return slices.Compact(list)
	}
	told, explained := names(text, `(?m)^# TYPE (paddock_\w+)`), names(string(document), "(?m)^\\* `(paddock_\\w+)")
	if !slices.Equal(told, explained) {
		t.Errorf("told are\n%q,\nexplained in docs/operations.md\n%q", told, explained)
	}
	if len(told) < 15 {
		t.Errorf("%d numbers: the test looks at the wrong thing", len(told))
	}
	for _, file := range []string{"alerts.yaml", "dashboard.json"} {
		rules, err := os.ReadFile("../docs/monitoring/" + file)
		if err != nil {
			t.Fatal(err)
		}
		used := names(string(rules), `\b((?:paddock|go|process)_\w+)`)
		for _, name := range used {
			if !regexp.MustCompile(`(?m)^` + name + `[ {]`).MatchString(text) {
				t.Errorf("docs/monitoring/%s uses %s, which is not told", file, name)
			}
		}
		if len(used) < 8 {
			t.Errorf("docs/monitoring/%s uses %d numbers: the test looks at the wrong thing", file, len(used))
		}
	}
}

// /healthz reports whether data can be stored.
func TestHealthForMonitoring(t *testing.T) {
	t.Parallel()
	m := monitor.New(monitor.Build{})
	for _, err := range []error{nil, errors.New("the disk is full")} {
		w := httptest.NewRecorder()
		m.Handler(func(context.Context) error { return err }).ServeHTTP(w, httptest.NewRequest("GET", "/healthz", nil))
		if want := map[bool]int{true: 200, false: 503}[err == nil]; w.Code != want || err != nil &&
			!strings.Contains(w.Body.String(), "full") {
			t.Errorf("/healthz with %v: %d %q, want %d", err, w.Code, w.Body.String(), want)
		}
	}
}
