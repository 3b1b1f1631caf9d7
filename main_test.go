package main

import (
	"bytes"
	"context"
	"net/http/httptest"
	"os"
	"os/exec"
	"path/filepath"
	"regexp"
	"slices"
	"strings"
	"syscall"
	"testing"
	"time"

	"paddock/bot/cli"
	"paddock/bot/discordsim"
	"paddock/games"
	"paddock/games/catalog"
	"paddock/games/gamestest/sidebyside"
	"paddock/games/match"
	"paddock/storage"
)

// asPaddock makes this test program be Paddock itself, so that tests can start it as a process.
const asPaddock = "PADDOCK_TEST_PROCESS"

func TestMain(m *testing.M) {
	if os.Getenv(asPaddock) != "" {
		os.Unsetenv(asPaddock)
		main()
	}
	sidebyside.AtLeast(4)
	os.Exit(m.Run())
}

// run carries out a command line with an environment.
func run(t *testing.T, env map[string]string, in string, args ...string) (code int, out, errs string) {
	t.Helper()
	var o, e bytes.Buffer
	p := &cli.Program{Env: func(key string) string { return env[key] }, In: strings.NewReader(in), Out: &o, Errs: &e}
	code = p.Main(t.Context(), args)
	return code, o.String(), e.String()
}

func TestCommandLine(t *testing.T) {
	dir := t.TempDir()
	sound := filepath.Join(dir, "sound.db")
	s, err := storage.Open(sound)
	if err != nil {
		t.Fatal(err)
	}
	if _, err := s.Append(t.Context(), match.Record{ID: "m1", Setup: games.Setup{Seats: 2}}, match.Event{Kind: match.Created}); err != nil {
		t.Fatal(err)
	}
	if err := s.Close(); err != nil {
		t.Fatal(err)
	}
	text := filepath.Join(dir, "notes.txt")
	if err := os.WriteFile(text, []byte("notes"), 0o600); err != nil {
		t.Fatal(err)
	}
	unused := filepath.Join(dir, "unused.db")
	env := map[string]string{"PADDOCK_DB": sound}
	for _, c := range []struct {
		name string
		env  map[string]string
		args string
		code int
		say  string // in the output or the error output
	}{
		{"no token", map[string]string{"PADDOCK_DB": unused}, "", 1, "DISCORD_TOKEN is not set. Put the bot's token"},
		{"log level", map[string]string{"DISCORD_TOKEN": "x", "PADDOCK_DB": unused, "PADDOCK_LOG_LEVEL": "loud"}, "", 1, `PADDOCK_LOG_LEVEL is "loud", but must be debug`},
		{"log format", map[string]string{"DISCORD_TOKEN": "x", "PADDOCK_DB": unused, "PADDOCK_LOG_FORMAT": "xml"}, "", 1, "must be text or json"},
		{"bad database", map[string]string{"DISCORD_TOKEN": "x", "PADDOCK_DB": text}, "", 1, "not a Paddock database"},
		{"unknown command", nil, "dance", 2, `there is no command "dance"`},
		{"unknown flag", nil, "-dance", 2, "flag provided but not defined: -dance"},
		{"flags of the bot", nil, "-help", 0, "paddock backup"},
		{"too many arguments", nil, "version now", 2, "version takes no arguments, not 1"},
		{"too few arguments", nil, "migrate-store a", 2, "migrate-store takes 2 arguments, not 1"},
		{"more than one argument", nil, "check a b", 2, "check takes at most one argument, not 2"},
		{"set-ups below none", nil, "setups -n -5", 1, "there can't be -5 set-ups"},
		{"version", nil, "version", 0, "paddock "},
		{"help", nil, "help", 0, "The games: "},
		{"play", nil, "play halatafl", 0, "Goodbye."},
		{"play nothing", nil, "play", 2, "Which game?"},
		{"sandbox for all", nil, "sandbox -addr 0.0.0.0:0", 1, "not a loopback address"},
		{"check", env, "check", 0, "sound.db is sound: matches 1, events 1"},
		{"check a file", nil, "check " + sound, 0, "sound.db is sound"},
		{"check a text", nil, "check " + text, 1, "not a Paddock database"},
		{"check nothing", map[string]string{"PADDOCK_DB": unused}, "check", 1, "There is no such file"},
		{"backup to nowhere", env, "backup", 2, "backup takes one argument"},
		{"backup over a text", env, "backup " + text, 1, "It was not touched"},
		{"backup", env, "backup " + filepath.Join(dir, "copy.db"), 0, "is a sound copy of"},
		{"the backup", nil, "check " + filepath.Join(dir, "copy.db"), 0, "matches 1"},
		{"restore nothing", env, "restore", 2, "restore takes one argument"},
		{"restore a text", env, "restore " + text, 1, "not a Paddock database"},
		{"restore", env, "restore " + filepath.Join(dir, "copy.db"), 0, "sound.db.before-restore"},
		{"the restored", env, "check", 0, "matches 1"},
		{"compact", env, "compact", 0, "is dense"},
		{"compact nothing", map[string]string{"PADDOCK_DB": unused}, "compact", 1, "There is no such file"},
		{"requests", map[string]string{"DISCORD_TOKEN": "x", "PADDOCK_DB": unused, "PADDOCK_REQUESTS_PER_SECOND": "many"}, "", 1, "must be a whole number above zero"},
		{"interval of backups", map[string]string{"DISCORD_TOKEN": "x", "PADDOCK_DB": sound, "PADDOCK_BACKUP_EVERY": "1s"}, "", 1, "at least a minute"},
		{"number of backups", map[string]string{"DISCORD_TOKEN": "x", "PADDOCK_DB": sound, "PADDOCK_BACKUP_KEEP": "0"}, "", 1, "must be a whole number above zero"},
		{"monitoring nowhere", map[string]string{"DISCORD_TOKEN": "x", "PADDOCK_DB": sound, "PADDOCK_MONITOR": "here:there:9"}, "", 1, "is no address"},
		{"backup of another", env, "backup -db " + unused + " " + filepath.Join(dir, "copy2.db"), 1, "There is no such database"},
		{"health of nobody", env, "health", 1, "No running Paddock answers"},
	} {
		t.Run(c.name, func(t *testing.T) {
			code, out, errs := run(t, c.env, "", strings.Fields(c.args)...)
			if code != c.code || !strings.Contains(out+errs, c.say) {
				t.Errorf("exit code %d, want %d; output %q, errors %q, want %q", code, c.code, out, errs, c.say)
			}
			if (code == 0) != (errs == "") && c.args != "-help" {
				t.Errorf("exit code %d with errors %q: errors, and errors only, go to standard error", code, errs)
			}
		})
	}
	if _, err := os.Stat(unused); err == nil {
		t.Error("a command that could not do anything has made a database")
	}
}

// Somebody who forgot the token learns it at once, as a sentence, from the process's exit.
func TestProcessWithoutToken(t *testing.T) {
	ctx, cancel := context.WithTimeout(t.Context(), patience)
	defer cancel()
	cmd := process(ctx, t.TempDir())
	out, err := cmd.CombinedOutput()
	if cmd.ProcessState.ExitCode() != 1 || !strings.HasPrefix(string(out), "paddock: DISCORD_TOKEN is not set.") {
		t.Errorf("without a token: %v, %s; want exit code 1 and a sentence", err, out)
	}
}

// process is Paddock as a process of its own, in a folder, with nothing set in its environment.
func process(ctx context.Context, dir string, args ...string) *exec.Cmd {
	cmd := exec.CommandContext(ctx, os.Args[0], args...)
	cmd.Dir = dir
	cmd.Env = append(slices.DeleteFunc(os.Environ(), func(v string) bool {
		return strings.HasPrefix(v, "DISCORD_") || strings.HasPrefix(v, "PADDOCK_")
	}), asPaddock+"=1")
	return cmd
}

// The whole program against a Discord on a socket: its token comes from .env, it gets ready, can be asked and copied while it runs, and ends on a
// signal with everything tidied up.
func TestProcessOnDiscord(t *testing.T) {
	sim := discordsim.New(discordsim.Config{})
	defer sim.Close()
	ann := sim.AddUser("Ann")
	room := sim.AddChannel(sim.AddGuild("Club", ann), "games")
	discord := httptest.NewServer(sim.Handler())
	defer discord.Close()

	dir, err := os.MkdirTemp("", "pd") // short: a socket's name must fit 100 bytes
	if err != nil {
		t.Fatal(err)
	}
	defer os.RemoveAll(dir)
	env := "DISCORD_TOKEN=" + discordsim.DefaultToken + "\nPADDOCK_DISCORD_URL=" + discord.URL + "\nPADDOCK_LOG_FORMAT=json\n"
	if err := os.WriteFile(filepath.Join(dir, ".env"), []byte(env), 0o600); err != nil {
		t.Fatal(err)
	}
	ctx, cancel := context.WithTimeout(t.Context(), patience)
	defer cancel()
	bot := process(ctx, dir)
	var log bytes.Buffer
	bot.Stderr = &log
	if err := bot.Start(); err != nil {
		t.Fatal(err)
	}
	defer bot.Process.Kill()

	var start *discordsim.Interaction
	for start == nil || start.Err() != nil { // until the commands are registered
		if ctx.Err() != nil {
			t.Fatalf("no command works: %v\n%s", start.Err(), log.String())
		}
		time.Sleep(20 * time.Millisecond)
		start = sim.As(ann).In(room).Slash("/halatafl start")
	}
	if err := start.Wait(ctx); err != nil {
		t.Errorf("/halatafl start: %v\n%s", err, log.String())
	}
	for _, c := range []struct{ args, say string }{
		{"health", "The bot is running and can store moves."},
		{"backup copy.db", "copy.db is a sound copy of paddock.db: matches 1"},
		{"check copy.db", "copy.db is sound: matches 1"},
	} {
		out, err := process(ctx, dir, strings.Fields(c.args)...).CombinedOutput()
		if err != nil || !strings.Contains(string(out), c.say) {
			t.Errorf("paddock %s while the bot runs: %v, %s; want %q", c.args, err, out, c.say)
		}
	}
	if out, err := process(ctx, dir, "check").CombinedOutput(); err == nil || !strings.Contains(string(out), "paddock backup") {
		t.Errorf("paddock check while the bot runs: %v, %s; want the advice to make a backup", err, out)
	}

	if err := bot.Process.Signal(syscall.SIGTERM); err != nil {
		t.Fatal(err)
	}
	if err := bot.Wait(); err != nil {
		t.Errorf("after SIGTERM: %v, want exit code 0\n%s", err, log.String())
	}
	if left, _ := filepath.Glob(filepath.Join(dir, "*.sock")); len(left) > 0 {
		t.Errorf("%v was left behind", left)
	}
	if strings.Contains(log.String(), discordsim.DefaultToken) {
		t.Error("the token is in the log")
	}
	if out, err := process(ctx, dir, "check").CombinedOutput(); err != nil {
		t.Errorf("paddock check afterwards: %v, %s", err, out)
	}
}

// Whoever hosts the bot finds every variable in .env.example, and nothing there that means nothing.
func TestEnvironmentIsExplained(t *testing.T) {
	variable := regexp.MustCompile(`\b(DISCORD_TOKEN|PADDOCK_[A-Z_]+)\b`)
	used := map[string]bool{}
	sources, err := filepath.Glob("bot/cli/*.go")
	if err != nil || len(sources) == 0 {
		t.Fatalf("no sources: %v", err)
	}
	for _, file := range sources {
		if strings.HasSuffix(file, "_test.go") {
			continue
		}
		for _, v := range variable.FindAllString(read(t, file), -1) {
			used[v] = true
		}
	}
	explained := map[string]bool{}
	for _, line := range strings.Split(read(t, ".env.example"), "\n") {
		if name, _, ok := strings.Cut(strings.TrimPrefix(line, "#"), "="); ok && variable.MatchString(name) {
			explained[name] = true
		}
	}
	for v := range used {
		if !explained[v] {
			t.Errorf("%s is used and not explained in .env.example", v)
		}
	}
	for v := range explained {
		if !used[v] {
			t.Errorf("%s is explained in .env.example and used nowhere", v)
		}
	}
}

// The words of the design for every game: it can be played on a terminal by its id.
func TestHelpListsEveryGame(t *testing.T) {
	_, out, _ := run(t, nil, "", "help")
	for _, g := range catalog.Games() {
		if !strings.Contains(out, string(g.ID)) {
			t.Errorf("paddock help says nothing of %s", g.ID)
		}
	}
	for _, c := range cli.Commands() {
		if c.Help == "" || !strings.Contains(out, "paddock "+c.Name) {
			t.Errorf("paddock help says nothing of %q", c.Name)
		}
	}
}
