package cli_test

import (
	"bufio"
	"bytes"
	"fmt"
	"net"
	"os"
	"path/filepath"
	"strings"
	"testing"

	"paddock/bot/cli"
	"paddock/games"
	"paddock/games/catalog"
	"paddock/games/match"
	"paddock/storage"
	"paddock/storage/storagetest"
)

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
	if _, err := s.Append(t.Context(), match.Record{ID: "m1", Setup: games.Setup{Seats: 2}},
		match.Event{Kind: match.Created}); err != nil {
		t.Fatal(err)
	}
	if err := s.Close(); err != nil {
		t.Fatal(err)
	}
	odd := filepath.Join(dir, "odd.db") // the database has a match that the rules don't allow
	if s, err = storage.Open(odd); err != nil {
		t.Fatal(err)
	}
	wrong := match.Record{
		ID: "m2", Game: "kalah", Setup: games.Setup{Seats: 2},
		Players: []match.Player{{User: "1"}, {User: "2"}}, Status: match.Running, Position: "kalah/1 odd",
	}
	if _, err := s.Append(t.Context(), wrong, match.Event{Kind: match.Created}); err != nil {
		t.Fatal(err)
	}
	if err := s.Close(); err != nil {
		t.Fatal(err)
	}
	moved := filepath.Join(dir, "moved.db")
	text := filepath.Join(dir, "notes.txt")
	if err := os.WriteFile(text, []byte("notes"), 0o600); err != nil {
		t.Fatal(err)
	}
	name := filepath.Join(dir, "name.txt") // a file that contains the name of the database
	if err := os.WriteFile(name, []byte(sound+"\n"), 0o600); err != nil {
		t.Fatal(err)
	}
	unused := filepath.Join(dir, "unused.db")
	env := map[string]string{"PADDOCK_DB": sound}
	for _, c := range []struct {
		name string
		env  map[string]string
		args string
		code int
		say  string // expected in the output or the error output
	}{
		{"no token", map[string]string{"PADDOCK_DB": unused}, "", 1, "DISCORD_TOKEN is not set. Put the bot's token"},
		{
			"log level",
			map[string]string{"DISCORD_TOKEN": "x", "PADDOCK_DB": unused, "PADDOCK_LOG_LEVEL": "loud"},
			"", 1,
			"PADDOCK_LOG_LEVEL must be debug",
		},
		{
			"log format",
			map[string]string{"DISCORD_TOKEN": "x", "PADDOCK_DB": unused, "PADDOCK_LOG_FORMAT": "xml"},
			"",
			1, "must be text or json",
		},
		{"bad database", map[string]string{"DISCORD_TOKEN": "x", "PADDOCK_DB": text}, "", 1, "not a Paddock database"},
		{
			"unknown command", nil, "dance", 2,
			`there is no command "dance". The commands are:` + "\n  paddock [-db FILE]",
		},
		{"unknown flag", nil, "-dance", 2, "flag provided but not defined: -dance"},
		{"flags of the bot", nil, "-help", 0, "paddock backup"},
		{"too many arguments", nil, "version now", 2, "version takes no arguments, not 1"},
		{"too few arguments", nil, "migrate-store a", 2, "migrate-store takes 2 arguments, not 1"},
		{"more than one argument", nil, "check a b", 2, "check takes at most one argument, not 2"},
		{"set-ups below none", nil, "setups -n -5", 1, "there can't be -5 set-ups"},
		{"version", nil, "version", 0, ", time zones of 20"},
		{"help", nil, "help", 0, "The games: "},
		{"play", nil, "play halatafl", 0, "Goodbye."},
		{"tournament", nil, "tournament kalah -players 2 -level first -seed 1 -workers 1", 0, "first wins."},
		{"tournament of nothing", nil, "tournament", 2, "Which game?"},
		{"move nothing", nil, "migrate-store " + unused + " " + text, 1, "there is no database"},
		{"move to a text", nil, "migrate-store " + sound + " " + text, 1, "not a Paddock database"},
		{"play nothing", nil, "play", 2, "Which game?"},
		{"sandbox for all", nil, "sandbox -addr 0.0.0.0:0", 1, "not a loopback address"},
		{"sandbox of another Discord", nil, "sandbox -addr 127.0.0.1:0 -discord 10.0.0.1:1", 1, "Leave out -discord"},
		{
			"sandbox of other pages", nil, "sandbox -addr 127.0.0.1:0 -activity example.org:1", 1,
			`"example.org:1" is not a loopback address`,
		},
		{"ends with too few sheep", nil, "ends -sheep 8 " + unused, 1, "-sheep is 8, but must be 9 to 20"},
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
		{"requests", map[string]string{
			"DISCORD_TOKEN": "x", "PADDOCK_DB": unused,
			"PADDOCK_REQUESTS_PER_SECOND": "many",
		}, "", 1, "must be a whole number above zero"},
		{
			"interval of backups",
			map[string]string{"DISCORD_TOKEN": "x", "PADDOCK_DB": sound, "PADDOCK_BACKUP_EVERY": "1s"},
			"", 1,
			"at least a minute",
		},
		{
			"number of backups",
			map[string]string{"DISCORD_TOKEN": "x", "PADDOCK_DB": sound, "PADDOCK_BACKUP_KEEP": "0"},
			"", 1, "must be a whole number above zero",
		},
		{
			"monitoring nowhere",
			map[string]string{"DISCORD_TOKEN": "x", "PADDOCK_DB": sound, "PADDOCK_MONITOR": "here:there:9"},
			"", 1,
			"PADDOCK_MONITOR must be a port",
		},
		{
			"secret from a file",
			map[string]string{"DISCORD_TOKEN_FILE": text, "PADDOCK_DB": unused, "PADDOCK_LOG_LEVEL": "loud"},
			"", 1,
			"PADDOCK_LOG_LEVEL",
		},
		{"secret from no file", map[string]string{"DISCORD_TOKEN_FILE": unused}, "", 1, "DISCORD_TOKEN_FILE: open"},
		{"secret from an empty file", map[string]string{"DISCORD_TOKEN_FILE": os.DevNull}, "", 1, "is empty"},
		{
			"secret from two places",
			map[string]string{"DISCORD_TOKEN_FILE": text, "DISCORD_TOKEN": "x"},
			"", 1,
			"DISCORD_TOKEN and DISCORD_TOKEN_FILE are both set",
		},
		{
			"database from a file",
			map[string]string{"PADDOCK_DATABASE_URL_FILE": name, "PADDOCK_DB": unused},
			"check", 1,
			"PADDOCK_DATABASE_URL must be the address of a database in PostgreSQL",
		},
		{"profile to no file", env, "profile heap", 2, "profile takes 2 arguments"},
		{"profile of nobody", env, "profile heap " + filepath.Join(dir, "heap"), 1, "No running Paddock answers"},
		{
			"backup of another", env, "backup -db " + unused + " " + filepath.Join(dir, "copy2.db"), 1,
			"There is no such database",
		},
		{
			"dump nothing",
			map[string]string{"PADDOCK_DB": unused},
			"dump " + filepath.Join(dir, "a.zip"), 1,
			"there is no database",
		},
		{"dump nowhere", env, "dump", 2, "dump takes one argument"},
		{"dump", env, "dump " + filepath.Join(dir, "a.zip"), 0, "a.zip has 0 matches without names. Left out: 1."},
		{
			"move", nil, "migrate-store " + sound + " " + moved, 0,
			"moved.db has all that " + sound +
				" has: 1 matches with 1 events, 0 members, 0 servers, 0 tournaments, digest ",
		},
		{"the moved", nil, "check " + moved, 0, "moved.db is sound: matches 1, events 1"},
		{
			"move another", nil, "migrate-store " + odd + " " + moved, 1,
			"moved.db is not empty, and not from an earlier start of the same move",
		},
		{"check the rules", nil, "check " + odd, 1, "match m2: its log does not lead to its position\npaddock: "},
		{"health of nobody", env, "health", 1, "No running Paddock answers"},
	} {
		t.Run(c.name, func(t *testing.T) {
			code, out, errs := run(t, c.env, "", strings.Fields(c.args)...)
			if code != c.code || !strings.Contains(out+errs, c.say) {
				t.Errorf("exit code %d, want %d; output %q, errors %q, want %q", code, c.code, out, errs, c.say)
			}
			if (code == 0) != (errs == "") && c.args != "-help" && !strings.HasPrefix(c.args, "migrate-store") {
				t.Errorf("exit code %d with errors %q: errors, and errors only, go to standard error", code, errs)
			}
		})
	}
	fresh := filepath.Join(dir, "fresh.db")
	if code, out, _ := run(t, nil, "", "restore", "-db", fresh, filepath.Join(dir, "copy.db")); code != 0 ||
		strings.Count(out, "\n") != 1 || !strings.HasPrefix(out, fresh+" is restored from ") {
		t.Errorf("restored where nothing was: %d %q", code, out)
	}
	stopped := false // the process stops at some step of a move, and again at the next step
	for n := 0; n < 40 && !stopped; n++ {
		var said bytes.Buffer
		p := &cli.Program{Env: func(string) string { return "" }, Out: &said, Errs: &said}
		code := p.Main(storagetest.EndingAfter(t.Context(), n),
			[]string{"migrate-store", fresh, filepath.Join(dir, "stopped.db")})
		stopped = code == 1 &&
			strings.HasSuffix(said.String(), "paddock: stopped. The same command goes on from here\n")
	}
	if !stopped {
		t.Error("no move that is stopped says how it goes on")
	}
	if _, err := os.Stat(unused); err == nil {
		t.Error("a command that could not do anything has made a database")
	}
}

// Every game can be started on a terminal by its id.
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

func TestEngineCommandLine(t *testing.T) {
	for _, c := range []struct {
		args, in string
		code     int
		say      string // expected in the output or the error output
	}{
		{"engine", "", 2, "engine plays stratego, fish, halatafl or kalah"},
		{"engine chess", "", 2, "engine plays stratego, fish, halatafl or kalah"},
		{"engine kalah -level first", "go 5 kalah/1 m=2 to=S south=1.0:0 north=2.2:0 rules=standard\n", 0, "move 1\n"},
		{"arena", "", 2, "Which game?"},
		{"arena kalah -a easy -b hard -games 0", "", 2, "there must be a game"},
		{"arena kalah -holes 3 -beans 2 -games 4 -a random -b hard -nodes 2000", "", 0, "\nhard"},
		{"engine stratego -level god", "", 1, `no level "god"`},
		{"engine stratego -time 0s", "", 1, "no time to think"},
		{"engine stratego now", "", 2, "takes no arguments"},
		{"engine fish -level god", "", 1, `no level "god"`},
		{"engine stratego", "GREEN x 10 10\n", 1, `unexpected line: "GREEN x 10 10"`},
		{"engine fish -level course", "hello\nquit\n", 0, "error want go MS and a position text"},
		{"setups -army duel -n 2 -help", "", 0, "its twelve numbers"},
		{"setups -army dragons", "", 1, `this army can't be set up: "dragons" is no rank`},
		{"harness", "", 2, "harness takes one argument"},
		{"harness 9_x", "", 1, "there is no harness"},
		{"harness 8_xref", "{}", 1, "there are 0 players"},
		{"harness 3_xboard", "{", 1, "the input of 3_xboard can't be answered"},
		{"harness 3_xboard", `{"position":[0,0],"board":[[1,1],[1,1],[1,0]]}`, 0, "2\n"},
	} {
		t.Run(c.args, func(t *testing.T) {
			code, out, errs := run(t, nil, c.in, strings.Fields(c.args)...)
			if code != c.code || !strings.Contains(out+errs, c.say) {
				t.Errorf("exit code %d, want %d; output %q, errors %q, want %q", code, c.code, out, errs, c.say)
			}
		})
	}
}

// The engine plays Kalah on a server of the Kalah Game Protocol, over TCP.
func TestEngineOnAServer(t *testing.T) {
	t.Parallel()
	l, err := net.Listen("tcp", "127.0.0.1:0")
	if err != nil {
		t.Fatal(err)
	}
	said := make(chan string, 1)
	go func() { // the goroutine ends with the connection
		c, err := l.Accept()
		if err != nil {
			said <- err.Error()
			return
		}
		defer c.Close()
		fmt.Fprint(c, "kgp 1 0 1\r\n4 state <3,0,0,3,3,3,3,3,3>\r\n")
		all := ""
		for lines := bufio.NewScanner(c); lines.Scan() && lines.Text() != "@4 yield"; {
			all += lines.Text() + "\n"
		}
		fmt.Fprint(c, "goodbye\r\n")
		said <- all
	}()
	code, _, errs := run(t, nil, "", "engine", "kalah", "-level", "master", "-kgp", l.Addr().String())
	if got := <-said; code != 0 || !strings.HasSuffix(got, "mode freeplay\n@4 move 1\n@4 move 1\n") {
		t.Errorf("exit code %d, %s; the player says %q", code, errs, got)
	}
	if err := l.Close(); err != nil {
		t.Fatal(err)
	}
	const nobody = "127.0.0.1:1" // nothing listens there; any other closed port might be taken by another process
	if code, _, errs := run(t, nil, "", "engine", "kalah", "-kgp", nobody); code != 1 ||
		!strings.Contains(errs, "connection refused") {
		t.Errorf("without a server: exit code %d, %q", code, errs)
	}
	if code, _, errs := run(t, nil, "", "engine", "kalah", "-kgp", nobody, "-time", "0s"); code != 1 ||
		!strings.Contains(errs, "no time to think") {
		t.Errorf("without time: exit code %d, %q", code, errs)
	}
}

// S60, S99: the printed set-ups are legal for their army and all different. The same seed gives the
// same set-ups.
func TestSetups(t *testing.T) {
	_, out, errs := run(t, nil, "", "setups", "-n", "20", "-seed", "5", "-army", "1 flag, 2 miners, 3 scouts")
	_, again, _ := run(t, nil, "", "setups", "-n", "20", "-seed", "5", "-army", "1,0,0,0,0,0,0,0,2,3,0,0")
	if out != again || errs != "" {
		t.Errorf("the same seed gives %q, then %q; errors %q", out, again, errs)
	}
	seen := map[string]bool{}
	for line := range strings.Lines(out) {
		seen[line] = true
		if strings.Count(line, "F") != 1 || strings.Count(line, "8") != 2 || strings.Count(line, "9") != 3 ||
			strings.Count(line, ".") != 34 || len(line) != 44 {
			t.Errorf("%q is no set-up of this army", line)
		}
	}
	if len(seen) != 20 {
		t.Errorf("%d different set-ups, want 20", len(seen))
	}
}
