package cli

import (
	"context"
	"fmt"
	"io"
	"log/slog"
	"net/http"
	"os"
	"path/filepath"
	"runtime"
	"strings"
	"testing"
	"time"

	"paddock/games/gamestest/logbook"
	"paddock/storage"
	"paddock/storage/postgres"
)

// The bot makes copies of a database file alone. With PostgreSQL it refuses a folder for them, so
// that nobody relies on copies that never come.
func TestNoCopiesOfPostgreSQL(t *testing.T) {
	p := &Program{Env: func(name string) string { return map[string]string{"PADDOCK_BACKUP_DIR": "copies"}[name] }}
	if _, err := p.care(t.Context(), (*postgres.Store)(nil), slog.New(slog.DiscardHandler)); err == nil ||
		!strings.Contains(err.Error(), "pg_dump") {
		t.Errorf("the error is %v, want one that leads to pg_dump", err)
	}
}

// with returns a program with an environment.
func with(pairs ...string) *Program {
	env := map[string]string{}
	for i := 0; i < len(pairs); i += 2 {
		env[pairs[i]] = pairs[i+1]
	}
	return &Program{Env: func(name string) string { return env[name] }}
}

// A setting with an address of the bot is refused by name if a setting that it needs is missing.
// Without an address nothing is served.
func TestAddresses(t *testing.T) {
	key := strings.Repeat("0a", 32)
	for _, c := range []struct {
		env  []string
		want string // a part of the expected error; empty: no error
		made string // what is served
	}{
		{nil, "", ""},
		{[]string{"PADDOCK_HTTP", "127.0.0.1:0"}, "PADDOCK_PUBLIC_KEY is not", ""},
		{[]string{"PADDOCK_HTTP", "127.0.0.1:0", "PADDOCK_PUBLIC_KEY", "xyz"}, "PADDOCK_PUBLIC_KEY: ", ""},
		{[]string{"PADDOCK_HTTP", "nowhere", "PADDOCK_PUBLIC_KEY", key}, "PADDOCK_HTTP must be a port", ""},
		{[]string{"PADDOCK_HTTP", "127.0.0.1:0", "PADDOCK_PUBLIC_KEY", key}, "", "interactions"},
		{[]string{"PADDOCK_ACTIVITY", "0"}, "PADDOCK_CLIENT_SECRET is not", ""},
		{
			[]string{"PADDOCK_ACTIVITY", "0", "PADDOCK_CLIENT_SECRET", strings.Repeat("s", 15)},
			"PADDOCK_CLIENT_SECRET is not", "",
		},
		{[]string{"PADDOCK_ACTIVITY", "0", "PADDOCK_CLIENT_SECRET", strings.Repeat("s", 16)}, "", "pages"},
		{
			[]string{"PADDOCK_ACTIVITY", "a:b:c", "PADDOCK_CLIENT_SECRET", strings.Repeat("s", 16)},
			"PADDOCK_ACTIVITY must be a port",
			"",
		},
		{[]string{
			"PADDOCK_ACTIVITY", "0", "PADDOCK_CLIENT_SECRET", strings.Repeat("s", 16), "PADDOCK_LINKS",
			"ftp://board",
		}, "PADDOCK_LINKS must", ""},
		{[]string{
			"PADDOCK_ACTIVITY", "0", "PADDOCK_CLIENT_SECRET", strings.Repeat("s", 16), "PADDOCK_LINKS",
			"https:board",
		}, "PADDOCK_LINKS must", ""},
		{[]string{
			"PADDOCK_ACTIVITY", "0", "PADDOCK_CLIENT_SECRET", strings.Repeat("s", 16), "PADDOCK_LINKS",
			"http://board",
		}, "", "pages"},
		{[]string{
			"PADDOCK_ACTIVITY", "0", "PADDOCK_CLIENT_SECRET", strings.Repeat("s", 16), "PADDOCK_PROXY_KEY",
			"short",
		}, "PADDOCK_PROXY_KEY: ", ""},
		{[]string{
			"PADDOCK_ACTIVITY", "0", "PADDOCK_CLIENT_SECRET", strings.Repeat("s", 16), "PADDOCK_PROXY_KEY",
			strings.Repeat("0f", 32),
		}, "", "pages"},
		{[]string{"PADDOCK_SHARDS", "two"}, "PADDOCK_SHARDS", ""},
		{[]string{"PADDOCK_SHARDS", "2"}, "", "2 shards"},
		{[]string{"PADDOCK_LINKS", "https://board"}, "", ""},
	} {
		p, made := with(c.env...), ""
		posted, err := p.interactions(t.Context())
		if posted != nil {
			made += "interactions"
			posted.Listener.Close()
		}
		if err == nil {
			pages, failed := p.pages(t.Context())
			if err = failed; pages != nil {
				made += "pages"
				pages.Listener.Close()
				if signed := p.setting("PADDOCK_PROXY_KEY") != ""; signed != (pages.ProxyKey != nil) {
					t.Errorf("%q: the key of the proxy is %x", c.env, pages.ProxyKey)
				}
				if want := p.setting("PADDOCK_LINKS"); pages.Links != want || len(pages.Secret) != 16 {
					t.Errorf("%q: the pages have the links %q, want %q", c.env, pages.Links, want)
				}
			}
		}
		if err == nil {
			n, failed := p.shards()
			if err = failed; n > 0 {
				made += fmt.Sprint(n, " shards")
			}
		}
		if made != c.made || (err == nil) != (c.want == "") || err != nil && !strings.Contains(err.Error(), c.want) {
			t.Errorf("%q: %q is served, %v; want %q and an error about %q", c.env, made, err, c.made, c.want)
		}
	}
}

// A bot with a folder makes a copy of its database, and hands it to the hook, which gets no
// secrets. Monitoring counts both, and says when they fail.
func TestCare(t *testing.T) {
	t.Setenv("DISCORD_TOKEN", "secret-token")
	t.Setenv("PADDOCK_HEARTBEAT_FILE", "secret-file")
	t.Setenv("COLOUR_OF_TESTS", "kept")
	for _, c := range []struct{ script, want string }{
		{"env > \"$1.env\"\n", `paddock_backup_hooks_total{outcome="done"} 1`},
		{
			"echo no room; head -c 900 /dev/zero | tr '\\0' x; exit 3\n",
			`paddock_backup_hooks_total{outcome="failed"} 1`,
		},
	} {
		dir := t.TempDir()
		hook := filepath.Join(dir, "hook.sh")
		if err := os.WriteFile(hook, []byte("#!/bin/sh\n"+c.script), 0o700); err != nil {
			t.Fatal(err)
		}
		store, err := storage.Open(filepath.Join(dir, "paddock.db"))
		if err != nil {
			t.Fatal(err)
		}
		if care, err := with().care(t.Context(), store, slog.New(slog.DiscardHandler)); err != nil ||
			care.listen != nil || care.copies.Dir != "" || care.copies.Hook != nil {
			t.Errorf("without settings there is monitoring or a folder for copies, or an error: %v", err)
		}
		copied := filepath.Join(dir, "copies")
		p := with("PADDOCK_BACKUP_DIR", copied, "PADDOCK_BACKUP_EVERY", "24h", "PADDOCK_BACKUP_KEEP", "2",
			"PADDOCK_BACKUP_HOOK", hook, "PADDOCK_MONITOR", "0")
		var log logbook.Logbook
		care, err := p.care(t.Context(), store, slog.New(slog.NewTextHandler(&log, nil)))
		if err != nil {
			t.Fatal(err)
		}
		ctx, stop := context.WithCancel(t.Context())
		ended := make(chan struct{})
		go func() {
			defer close(ended)
			care.run(ctx)
		}()
		page := func(path string) string {
			resp, err := http.Get("http://" + care.listen.Addr().String() + path)
			if err != nil {
				t.Fatal(err)
			}
			defer resp.Body.Close()
			raw, err := io.ReadAll(resp.Body)
			if err != nil {
				t.Fatal(err)
			}
			return string(raw)
		}
		if c := care.copies; c.Every != 24*time.Hour || c.Keep != 2 || c.Dir != copied {
			t.Errorf("copies are made every %v into %s, %d are kept", c.Every, c.Dir, c.Keep)
		}
		sound := `paddock_backups_total{outcome="sound"} 1`
		for end := time.Now().Add(2 * time.Minute); !strings.Contains(page("/metrics"), c.want) ||
			!strings.Contains(page("/metrics"), sound); time.Sleep(10 * time.Millisecond) {
			if time.Now().After(end) {
				t.Fatalf("monitoring never says %s:\n%s\n%s", c.want, page("/metrics"), log.String())
			}
		}
		if text := page("/metrics"); !strings.Contains(text, runtime.Version()) {
			t.Errorf("monitoring does not name the version of Go:\n%.900s", text)
		}
		if got := page("/healthz"); got != "ok\n" {
			t.Errorf("the health is %q", got)
		}
		stop()
		<-ended
		if err := store.Close(); err != nil {
			t.Error(err)
		}
		envs, _ := filepath.Glob(filepath.Join(copied, "*.env"))
		if failed := strings.Contains(c.want, "failed"); failed != strings.Contains(log.String(), "no room") ||
			failed != (len(envs) == 0) || strings.Contains(log.String(), strings.Repeat("x", 501)) {
			t.Errorf("%s: the log says\n%s", c.want, log.String())
		}
		for _, name := range envs {
			raw, err := os.ReadFile(name)
			if text := string(raw); err != nil || strings.Contains(text, "secret") ||
				!strings.Contains(text, "COLOUR_OF_TESTS=kept") {
				t.Errorf("the hook gets %s, %v", text, err)
			}
		}
	}
}

// Settings that are numbers, times or files of secrets have bounds. An error names the setting.
func TestSettings(t *testing.T) {
	secret := filepath.Join(t.TempDir(), "secret")
	empty := filepath.Join(t.TempDir(), "empty")
	for name, text := range map[string]string{secret: " hush \n", empty: " \n"} {
		if err := os.WriteFile(name, []byte(text), 0o600); err != nil {
			t.Fatal(err)
		}
	}
	number := func(p *Program) (any, error) { return p.number("PADDOCK_BACKUP_KEEP") }
	duration := func(p *Program) (any, error) { return p.duration("PADDOCK_BACKUP_EVERY") }
	token := func(p *Program) (any, error) { err := p.readSecrets(); return p.setting("DISCORD_TOKEN"), err }
	for _, c := range []struct {
		env  []string
		read func(*Program) (any, error)
		want string
	}{
		{nil, number, "7 <nil>"},
		{[]string{"PADDOCK_BACKUP_KEEP", "1"}, number, "1 <nil>"},
		{
			[]string{"PADDOCK_BACKUP_KEEP", "0"},
			number,
			`0 PADDOCK_BACKUP_KEEP must be a whole number above zero`,
		},
		{
			[]string{"PADDOCK_BACKUP_KEEP", "x"},
			number,
			`0 PADDOCK_BACKUP_KEEP must be a whole number above zero`,
		},
		{nil, duration, "24h0m0s <nil>"},
		{[]string{"PADDOCK_BACKUP_EVERY", "1m"}, duration, "1m0s <nil>"},
		{
			[]string{"PADDOCK_BACKUP_EVERY", "59s"},
			duration,
			`0s PADDOCK_BACKUP_EVERY must be a time of at least a minute, such as 6h or 90m`,
		},
		{[]string{"DISCORD_TOKEN_FILE", secret}, token, "hush <nil>"},
		// settings that are no secrets
		{[]string{"PADDOCK_HTTP" + "_FILE", empty, "PADDOCK_LOG_LEVEL" + "_FILE", secret}, token, " <nil>"},
		{
			[]string{"DISCORD_TOKEN_FILE", secret, "DISCORD_TOKEN", "x"},
			token,
			"x DISCORD_TOKEN and DISCORD_TOKEN_FILE are both set: remove one of them",
		},
		{[]string{"DISCORD_TOKEN_FILE", empty}, token, " DISCORD_TOKEN_FILE: the file " + empty + " is empty"},
	} {
		got, err := c.read(with(c.env...))
		if text := fmt.Sprint(got, " ", err); text != c.want {
			t.Errorf("%q: %s, want %s", c.env, text, c.want)
		}
	}
}

// The number of a command's arguments is named as a person would.
func TestPlural(t *testing.T) {
	for want, c := range map[string][2]int{
		"no arguments": {0, 0}, "one argument": {1, 1}, "2 arguments": {2, 2},
		"at most one argument": {0, 1}, "0 to 2 arguments": {0, 2}, "1 to 3 arguments": {1, 3},
	} {
		if got := plural(c[0], c[1]); got != want {
			t.Errorf("plural(%d, %d) = %q, want %q", c[0], c[1], got, want)
		}
	}
}
