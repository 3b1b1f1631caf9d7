package cli

import (
	"bufio"
	"bytes"
	"context"
	"encoding/json"
	"errors"
	"fmt"
	"io"
	"log/slog"
	"net"
	"net/http"
	"net/http/httptest"
	"os"
	"path/filepath"
	"regexp"
	"runtime/debug"
	"slices"
	"strings"
	"testing"
	"testing/synctest"
	"time"

	"paddock/bot"
	"paddock/bot/discordsim"
	"paddock/games/gamestest/golden"
	"paddock/games/gamestest/logbook"
	"paddock/games/match"
	"paddock/games/scene"
	"paddock/storage"
)

// The golden file has the commands and the settings, as `paddock help` and the environment have
// them. The golden file is reviewed as a diff.
func TestHelp(t *testing.T) {
	var out bytes.Buffer
	p := &Program{Out: &out}
	if err := p.help(t.Context(), nil); err != nil {
		t.Fatal(err)
	}
	for _, s := range Settings() {
		fmt.Fprintf(&out, "%s %q, secret %t\n", s.Name, s.Default, s.Secret)
	}
	golden.Check(t, "testdata/help.txt", out.String())
}

// The bot runs with everything that its settings enable: commands in Discord, the socket for copies
// and profiles, monitoring, pages, end tables, and a log. It tells systemd when it begins and ends.
func TestBot(t *testing.T) {
	sim := discordsim.New(discordsim.Config{})
	defer sim.Close()
	ann := sim.AddUser("Ann")
	room := sim.AddChannel(sim.AddGuild("Club", ann), "games")
	discord := httptest.NewServer(sim.Handler())
	defer discord.Close()
	dir, err := os.MkdirTemp("", "pd") // a short path: a socket's name has at most 100 bytes
	if err != nil {
		t.Fatal(err)
	}
	defer os.RemoveAll(dir)
	db := filepath.Join(dir, "paddock.db")
	env := map[string]string{
		"DISCORD_TOKEN": " Bot " + discordsim.DefaultToken + "\n", "PADDOCK_DISCORD_URL": discord.URL, "PADDOCK_DB": db,
		"PADDOCK_LOG_FORMAT": "json",
		"PADDOCK_MONITOR":    "0", "PADDOCK_ENDS": dir, "PADDOCK_ACTIVITY": "0",
		"PADDOCK_CLIENT_SECRET": discordsim.DefaultClientSecret, "PADDOCK_LINKS": "https://board.example.org",
	}
	systemd, err := net.ListenUnixgram("unixgram", &net.UnixAddr{Name: filepath.Join(dir, "systemd")})
	if err != nil {
		t.Fatal(err)
	}
	defer systemd.Close()
	t.Setenv("NOTIFY_SOCKET", systemd.LocalAddr().String())
	const usualPercent = 77
	before, limit := debug.SetGCPercent(usualPercent), debug.SetMemoryLimit(-1)
	defer func() { debug.SetGCPercent(before); debug.SetMemoryLimit(limit) }()
	var log logbook.Logbook
	var out bytes.Buffer
	p := &Program{Env: func(name string) string { return env[name] }, Out: &out, Errs: &log}
	usual := slog.Default()
	defer slog.SetDefault(usual)
	ctx, stop := context.WithCancel(t.Context())
	ended := make(chan int, 1)
	go func() { ended <- p.Main(ctx, nil) }() // ends with ctx
	wait := func(what string, ready func() bool) {
		t.Helper()
		for end := time.Now().Add(2 * time.Minute); !ready(); time.Sleep(10 * time.Millisecond) {
			if time.Now().After(end) {
				t.Fatalf("%s never happens:\n%s", what, log.String())
			}
		}
	}
	wait("a command", func() bool { return sim.As(ann).In(room).Slash("/halatafl start").Err() == nil })
	run := func(args ...string) string {
		var said bytes.Buffer
		other := &Program{Env: func(name string) string { return env[name] }, Out: &said, Errs: &said}
		return fmt.Sprint(other.Main(t.Context(), args), " ", said.String())
	}
	wait("health", func() bool { return strings.HasPrefix(run("health"), "0 ") })
	heap := filepath.Join(dir, "heap")
	if got, want := run("profile", "heap", heap),
		fmt.Sprintf("0 %s is the heap profile: go tool pprof %[1]s\n", heap); got != want {
		t.Errorf("a profile: %s, want %s", got, want)
	}
	if raw, err := os.ReadFile(heap); err != nil || !bytes.HasPrefix(raw, []byte("\x1f\x8b")) {
		t.Errorf("the profile has %d bytes, %v", len(raw), err)
	}
	if got := run("profile", "nothing", heap); !strings.HasPrefix(got, "1 ") {
		t.Errorf("a profile of no kind: %s", got)
	}
	wait("a backup with the match", func() bool {
		backup := filepath.Join(dir, "copy.db")
		os.Remove(backup)
		got := run("backup", backup)
		return strings.HasPrefix(got, "0 ") && strings.Contains(got, "matches 1, events")
	})
	for _, want := range []string{
		`"msg":"monitoring is served"`, `"msg":"boards to touch are served"`,
		`"msg":"PADDOCK_ENDS has no end tables"`,
	} {
		wait(want, func() bool { return strings.Contains(log.String(), want) })
	}
	wait("a setting of the garbage collector", func() bool {
		now := debug.SetGCPercent(usualPercent)
		debug.SetGCPercent(now)
		return now == bot.GCPercent
	})
	stop()
	if code := <-ended; code != 0 || strings.Contains(log.String(), `"level":"ERROR"`) {
		t.Errorf("the bot ends with %d:\n%s", code, log.String())
	}
	for _, want := range []string{"READY=1", "STOPPING=1"} {
		said := make([]byte, 99)
		if err := systemd.SetReadDeadline(time.Now().Add(time.Minute)); err != nil {
			t.Fatal(err)
		}
		if n, err := systemd.Read(said); err != nil || string(said[:n]) != want {
			t.Errorf("systemd is told %q, %v, want %s", said[:n], err, want)
		}
	}
	for line := range strings.Lines(log.String()) {
		if !json.Valid([]byte(line)) {
			t.Errorf("the log has a line that is no JSON: %s", line)
		}
	}
	if left, _ := filepath.Glob(filepath.Join(dir, "*.sock")); len(left) > 0 {
		t.Errorf("%v was left behind", left)
	}
}

// The log has the level and the format that are set.
func TestLog(t *testing.T) {
	usual := slog.Default()
	defer slog.SetDefault(usual)
	for _, c := range []struct {
		env  []string
		want string // the lines of an info and of a warning as they are logged, without their time
	}{
		{nil, "level=INFO msg=one\nlevel=WARN msg=two\n"},
		{[]string{"PADDOCK_LOG_LEVEL", "warn"}, "level=WARN msg=two\n"},
		{[]string{"PADDOCK_LOG_LEVEL", "warn", "PADDOCK_LOG_FORMAT", "json"}, `"level":"WARN","msg":"two"}` + "\n"},
	} {
		var out bytes.Buffer
		p := with(c.env...)
		p.Errs = &out
		log, err := p.log()
		if err != nil {
			t.Fatal(err)
		}
		slog.Info("one") // the default log of libraries is the same
		log.Warn("two")
		got := ""
		for line := range strings.Lines(out.String()) {
			_, rest, _ := strings.Cut(strings.Replace(line, ",", " ", 1), " ")
			got += rest
		}
		if got != c.want {
			t.Errorf("%q: the log is %q, want %q", c.env, got, c.want)
		}
	}
}

// Pictures, icons and replays can be drawn.
func TestPictures(t *testing.T) {
	cfg := Pictures(t.Context())
	board := scene.IconOf(scene.Pits, scene.Piece{})
	png, err := cfg.Draw(board)
	icon, failed := cfg.Icon(board)
	gif, broken := cfg.Animate([]scene.Scene{board, board})
	if err := errors.Join(err, failed, broken); err != nil || len(png) == 0 || len(icon) == 0 ||
		!bytes.HasPrefix(gif, []byte("GIF")) {
		t.Errorf("%d and %d bytes of pictures, %d of a replay, %v", len(png), len(icon), len(gif), err)
	}
}

// Commands with computer players read the end tables, and say on a terminal what is wrong with
// them.
func TestCommandsUseEnds(t *testing.T) {
	for _, args := range []string{
		"play kalah", "tournament kalah -players 2 -level first -seed 1 -workers 1 -holes 2 -beans 1",
		"arena kalah -holes 3 -beans 2 -games 2 -a random -b first", "engine kalah -level first",
	} {
		var out bytes.Buffer
		p := with("PADDOCK_ENDS", t.TempDir())
		p.In, p.Out, p.Errs = strings.NewReader(""), &out, &out
		if code := p.Main(t.Context(), strings.Fields(args)); code != 0 ||
			!strings.Contains(out.String(), "PADDOCK_ENDS has no end tables") {
			t.Errorf("paddock %s: exit code %d, %s", args, code, out.String())
		}
	}
}

// The sandbox keeps its matches in the file that is named, and nothing else beside its world. Its
// boards are pictures, and it logs like the bot.
func TestSandbox(t *testing.T) {
	dir := t.TempDir()
	ctx, stop := context.WithCancel(t.Context())
	defer stop()
	p := with()
	var out, errs logbook.Logbook
	p.Out, p.Errs = &out, &errs
	ended := make(chan int, 1)
	go func() {
		ended <- p.Main(ctx, []string{"sandbox", "-addr", "127.0.0.1:0", "-db", filepath.Join(dir, "kept.db")})
	}() // ends with ctx
	ask := func(method, path, body string) (int, string) {
		address := regexp.MustCompile(`http://\S+`).FindString(out.String())
		r, err := http.NewRequest(method, address+path, strings.NewReader(body))
		if err != nil {
			t.Fatal(err)
		}
		answer, err := http.DefaultClient.Do(r)
		if err != nil {
			return 0, ""
		}
		defer answer.Body.Close()
		raw, _ := io.ReadAll(answer.Body)
		return answer.StatusCode, string(raw)
	}
	wait := func(what string, ready func() bool) {
		t.Helper()
		for end := time.Now().Add(2 * time.Minute); !ready(); time.Sleep(10 * time.Millisecond) {
			if time.Now().After(end) {
				t.Fatalf("%s never happens:\n%s", what, errs.String())
			}
		}
	}
	wait("an address", func() bool { return strings.Contains(out.String(), "Ctrl+C") })
	_, world := ask("GET", "/api/world?as=ann", "")
	room := regexp.MustCompile(`"id":"(\d+)","type":0,"name":"kalah"`).FindStringSubmatch(world)
	if room == nil {
		t.Fatal(world)
	}
	wait("a command", func() bool {
		status, _ := ask("POST", "/api/command",
			fmt.Sprintf(`{"as":"ann","channel":%q,"text":"/kalah start"}`, room[1]))
		return status == http.StatusOK
	})
	wait("a picture", func() bool {
		_, list := ask("GET", "/api/messages?as=ann&channel="+room[1], "")
		return strings.Contains(list, `"sizes"`)
	})
	stop()
	if code := <-ended; code != 0 || errs.String() == "" {
		t.Errorf("exit code %d, the log is %q", code, errs.String())
	}
	var left []string
	files, _ := filepath.Glob(filepath.Join(dir, "*"))
	for _, f := range files {
		left = append(left, filepath.Base(f))
	}
	if got := strings.Join(left, " "); got != "kept.db kept.db.world" {
		t.Errorf("the sandbox leaves %s", got)
	}
}

// The environment's own settings of garbage collection are left alone.
func TestTuneMemory(t *testing.T) {
	const percent, limit = 77, 1 << 40
	usualPercent, usualLimit := debug.SetGCPercent(percent), debug.SetMemoryLimit(limit)
	defer func() { debug.SetGCPercent(usualPercent); debug.SetMemoryLimit(usualLimit) }()
	ended, end := context.WithCancel(t.Context())
	end()
	for _, c := range []struct {
		env           []string
		percent       int
		limited       bool
		percentBefore int
	}{
		{[]string{"GOGC", "77", "GOMEMLIMIT", "1TiB"}, percent, false, percent},
		{[]string{"GOGC", "77"}, percent, true, percent},
		{[]string{"GOMEMLIMIT", "1TiB"}, bot.GCPercent, false, percent},
		{nil, bot.GCPercent, true, percent},
	} {
		with(c.env...).tuneMemory(ended)
		if gotPercent, gotLimit := debug.SetGCPercent(percent), debug.SetMemoryLimit(limit); gotPercent != c.percent ||
			(gotLimit != limit) != c.limited {
			t.Errorf("%q: %d per cent, limit %d; want %d per cent, limited %t", c.env, gotPercent, gotLimit, c.percent,
				c.limited)
		}
	}
}

// A store that other processes use is not moved.
func TestUnused(t *testing.T) {
	for n, want := range []string{
		"<nil>",
		"d on h is used by 1 running processes. Stop them first, so that nothing happens while it is moved",
	} {
		if err := unused(t.Context(), "postgres://u:p@h/d", leased{n: n}); fmt.Sprint(err) != want {
			t.Errorf("with %d processes: %v, want %s", n, err, want)
		}
	}
	if err := unused(t.Context(), "x", leased{err: errors.New("no route")}); fmt.Sprint(err) != "no route" {
		t.Errorf("a store that can't be asked: %v", err)
	}
}

// leased is a database that n processes use.
type leased struct {
	database
	n   int
	err error
}

func (d leased) Leases(context.Context, match.Duty) ([]match.Lease, error) {
	return make([]match.Lease, d.n), d.err
}

// The golden file has what commands say about databases. Only files have a known size, and a
// damaged database needs another remedy than a wrong index.
func TestDescriptions(t *testing.T) {
	const url = "postgres://u:secret@h/d"
	for _, c := range []struct{ got, want string }{
		{
			describe(storage.Report{Matches: 2, Events: 3, Bytes: 4096, Schema: 5}),
			"matches 2, events 3, 4 KB, schema 5",
		},
		{describe(storage.Report{Matches: 2, Events: 3, Schema: 5}), "matches 2, events 3, schema 5"},
		{fmt.Sprint(damagedPostgres(storage.Report{}, url)), "<nil>"},
		{
			fmt.Sprint(damagedPostgres(storage.Report{Problems: []string{"a", "b"}, More: 3}, url)),
			"d on h: all matches, moves and settings of this database are sound, and what is derived from them is not, in 5 places. Stop all processes and run paddock check -repair; don't bring back what pg_dump has kept",
		},
		{
			fmt.Sprint(damagedPostgres(storage.Report{Problems: []string{"a", "b"}, More: 3, Damage: "a move"}, url)),
			"d on h: this database is damaged: a move (5 problems in all). Nothing was changed. Look for what has changed it, and bring back what pg_dump has kept, without what was played after it",
		},
		{fmt.Sprint(fileOnly("paddock.db", "x")), "<nil>"},
		{
			fmt.Sprint(fileOnly(url, "pg_dump does")),
			"the database is in PostgreSQL, which has its own means: pg_dump does",
		},
		{shown("paddock.db"), "paddock.db"},
		{unsound("a.db", storage.Report{}), ""},
		{
			unsound("a.db", storage.Report{Mended: []string{"b", "c"}}),
			"a.db itself is not sound in what is derived from matches, which the copy has anew. Stop the bot when it suits you and run paddock check -repair. The first problem: b\n",
		},
	} {
		if c.got != c.want {
			t.Errorf("it says\n%s\nwant\n%s", c.got, c.want)
		}
	}
}

// On a terminal a migration draws a bar for each stage; elsewhere it names the stages.
func TestBar(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		for _, c := range []struct {
			live bool
			want string
		}{
			{true, "\rmatches   [###############...............]  50 % 1 of 2, 1 a second \rmatches   [##############################] 100 % 2 of 2, 2 a second " +
				"\n\rusers     [##############################] 100 % 0 of 0, 0 a second \n"},
			{false, "matches …\nusers …\n"},
		} {
			var out bytes.Buffer
			b := bar{to: &out, live: c.live}
			b.end()
			if out.Len() > 0 {
				t.Errorf("before the first stage %q is shown", out.String())
			}
			b.show("matches", 0, 2)
			out.Reset()
			b = bar{to: &out, live: c.live}
			time.Sleep(time.Second)
			b.stage, b.began = "matches", time.Now().Add(-time.Second)
			if !c.live {
				b.stage = ""
			}
			b.show("matches", 1, 2)
			b.show("matches", 1, 2) // a moment later only the last picture is still drawn
			b.show("matches", 2, 2)
			b.show("users", 0, 0)
			b.end()
			if out.String() != c.want {
				t.Errorf("live %t: %q, want %q", c.live, out.String(), c.want)
			}
		}
	})
	var out bytes.Buffer
	for _, stage := range []string{"pages", "logs", ""} {
		showProgress(&out, stage, 1, len(stage)-3)
	}
	if want := "\r\x1b[Kpages: 1 of 2\r\x1b[Klogs …\r\x1b[K"; out.String() != want {
		t.Errorf("the progress is %q, want %q", out.String(), want)
	}
}

// A terminal shows the progress of a check, and a file or a buffer does not.
func TestTerminalLike(t *testing.T) {
	file, err := os.Create(filepath.Join(t.TempDir(), "out"))
	if err != nil {
		t.Fatal(err)
	}
	defer file.Close()
	for _, w := range []io.Writer{file, new(bytes.Buffer)} {
		if terminalLike(w) || (&Program{Errs: w}).progress() != nil {
			t.Errorf("a %T is taken for a terminal", w)
		}
	}
	tty, err := os.OpenFile("/dev/ptmx", os.O_RDWR, 0)
	if err != nil {
		return // this system has no pseudo-terminals
	}
	defer tty.Close()
	show := (&Program{Errs: tty}).progress()
	if !terminalLike(tty) || show == nil {
		t.Fatal("a terminal is taken for a file")
	}
	show("pages", 1, 2)
	// the input comes in pieces
	if echo, err := bufio.NewReader(tty).ReadString('2'); err != nil || !strings.HasSuffix(echo, "pages: 1 of 2") {
		t.Errorf("the terminal shows %q, %v", echo, err)
	}
}

// A profile of the processor is taken until the request ends.
func TestProfileOfTheProcessor(t *testing.T) {
	ended, end := context.WithCancel(t.Context())
	end()
	w := httptest.NewRecorder()
	profiles().ServeHTTP(w, httptest.NewRequestWithContext(ended, http.MethodGet, "/profile/cpu", nil))
	if w.Code != http.StatusOK || !bytes.HasPrefix(w.Body.Bytes(), []byte("\x1f\x8b")) {
		t.Errorf("%d, %d bytes: %.99q", w.Code, w.Body.Len(), w.Body)
	}
}

// The version comes from what the Go command has noted.
func TestBuilt(t *testing.T) {
	info := &debug.BuildInfo{
		Main: debug.Module{Version: "v1"},
		Settings: []debug.BuildSetting{
			{Key: "vcs.revision", Value: "abc"},
			{Key: "vcs.time", Value: "noon"},
			{Key: "x", Value: "y"},
		},
	}
	for _, c := range []struct {
		ok   bool
		want []string
	}{{true, []string{"v1", "abc", "noon"}}, {false, []string{"(devel)", "", ""}}} {
		version, revision, when := built(info, c.ok)
		if got := []string{version, revision, when}; !slices.Equal(got, c.want) {
			t.Errorf("built: %q, want %q", got, c.want)
		}
	}
	var out bytes.Buffer
	if code := (&Program{Env: func(string) string { return "" }, Out: &out, Errs: &out}).Main(t.Context(),
		[]string{"version"}); code != 0 || len(strings.Fields(out.String())) < 4 {
		t.Errorf("paddock version: %d, %s", code, out.String())
	}
}

// A database is shown without its password. The name of a file stays as it is.
func TestDatabaseNames(t *testing.T) {
	for name, shown := range map[string]string{
		"postgres://me:secret@localhost/paddock": "paddock on localhost",
		"my games/50%.db":                        "my games/50%.db",
		"my games.db":                            "my games.db",
		"":                                       "",
	} {
		var d databaseName
		if err := d.Set(name); err != nil || d.String() != shown {
			t.Errorf("%q is shown as %q, %v; want %q", name, d.String(), err, shown)
		}
	}
}
