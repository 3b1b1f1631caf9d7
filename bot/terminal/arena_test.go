package terminal

import (
	"context"
	"encoding/json"
	"errors"
	"fmt"
	"os"
	"os/exec"
	"path/filepath"
	"regexp"
	"slices"
	"strings"
	"testing"
	"time"

	"paddock/games"
	"paddock/games/arena"
	"paddock/games/catalog"
	"paddock/games/protocol"
	"paddock/games/record"
)

// arenaRun plays a series of short games of Kalah and returns its results.
func arenaRun(t *testing.T, flags ...string) results {
	t.Helper()
	return gameRun(t, append([]string{"kalah", "-holes", "3", "-beans", "2", "-opening", "2", "-nodes", "500"},
		flags...)...)
}

// script returns the command line of a shell script.
func script(t *testing.T, text string) string {
	t.Helper()
	file := filepath.Join(t.TempDir(), "player.sh")
	if err := os.WriteFile(file, []byte(text), 0o600); err != nil {
		t.Fatal(err)
	}
	return "sh " + file
}

// A program in another language plays whole games without losing by a ruling.
func TestArenaPlaysAnotherProgram(t *testing.T) {
	r := arenaRun(t, "-a", "sh testdata/first.sh", "-b", "hard", "-games", "6", "-clock", "1m", "-move", "20s")
	if len(r.Incidents) > 0 || r.Pairings[0].Games != 6 || r.Pairings[0].Points > 3 {
		t.Errorf("%+v, want six games without incident and few points", r)
	}
	same := arenaRun(t, "-a", "first", "-b", "sh testdata/first.sh", "-games", "6", "-clock", "1m", "-move", "20s")
	if p := same.Pairings[0]; p.Points != 3 {
		t.Errorf("the level that sows the first house has %v of 6 against a program that does the same", p.Points)
	}
}

// TestMain turns this test program into a Stratego player for the competition's protocol, if it is
// started as one.
func TestMain(m *testing.M) {
	if level := os.Getenv("PADDOCK_S100_LEVEL"); level != "" {
		std := protocol.IO{In: os.Stdin, Out: os.Stdout, Errs: os.Stderr}
		if err := protocol.Engine(context.Background(), []string{"stratego", "-level", level}, std); err != nil {
			os.Exit(1)
		}
		os.Exit(0)
	}
	os.Exit(m.Run())
}

// S100: programs with the protocol of Stratego's competition play under the arena's referee. A
// program that uses unknown lines loses.
func TestS100InTheArena(t *testing.T) {
	t.Setenv("PADDOCK_S100_LEVEL", "random")
	play := func(program string, n string) results {
		t.Helper()
		var out, errs strings.Builder
		args := []string{"stratego", "-a", "easy@200", "-b", "s100:" + program, "-games", n, "-clock", "1m", "-json"}
		if err := Arena(t.Context(), catalog.Games(), args, &out, &errs); err != nil {
			t.Fatal(err, errs.String())
		}
		var r results
		if err := json.Unmarshal([]byte(out.String()), &r); err != nil {
			t.Fatal(err, out.String())
		}
		return r
	}
	if r := play(os.Args[0], "2"); len(r.Incidents) > 0 || r.Pairings[0].Games != 2 {
		t.Errorf("%+v, want two games without incident", r)
	}
	if r := play(script(t, "while read line; do echo 9; echo 9; echo 9; echo 9; done"), "2"); len(r.Incidents) == 0 ||
		r.Pairings[0].Points != 2 {
		t.Errorf("%+v, want two games won by rulings", r)
	}
	var out strings.Builder
	args := []string{
		"stratego", "-a", "random", "-b",
		"s100:" + script(t, "while read line; do echo 9; echo 9; echo 9; echo 9; done"), "-games", "2", "-clock", "1m",
	}
	if err := Arena(t.Context(), catalog.Games(), args, &out, &out); err != nil ||
		!regexp.MustCompile(`\nThe referee's rulings:\n  2 × \S`).MatchString(out.String()) {
		t.Errorf("%v, and the report says\n%s", err, out.String())
	}
}

// Unusable players are refused before the first game.
func TestArenaRefusesPlayers(t *testing.T) {
	for player, says := range map[string]string{
		"s100:x":               "for Stratego",
		"sh -c 'echo move 1'":  "put sh -c 'echo move 1' into a script",
		"./no-such-program -x": `Kalah has no level "./no-such-program -x", and there is no such program`,
		"haard":                `Kalah has no level "haard"`,
		"hard@many":            `"many" is no number of nodes for hard`,
		" ":                    "no name",
	} {
		var out, errs strings.Builder
		if err := Arena(t.Context(), catalog.Games(), []string{"kalah", "-a", player, "-games", "1"}, &out,
			&errs); err == nil || !strings.Contains(errs.String(), says) {
			t.Errorf("-a %q: %v, %q, want a refusal that says %q", player, err, errs.String(), says)
		}
	}
}

// A program that hangs, cheats, dies, writes too much or can't be started loses by a ruling, and
// the series continues.
func TestArenaRulesOnPrograms(t *testing.T) {
	broken := filepath.Join(t.TempDir(), "player")
	if err := os.WriteFile(broken, []byte("#!/no/such/interpreter\n"), 0o700); err != nil {
		t.Fatal(err)
	}
	for name, tt := range map[string]struct{ program, clock, says string }{
		"hangs":           {script(t, "while read line; do :; done; sleep 1000"), "200ms", "no answer in time"},
		"never reads":     {script(t, "sleep 1000"), "200ms", "no answer in time"},
		"leaves children": {script(t, "sleep 1000 & sleep 1000"), "200ms", "no answer in time"},
		"cheats":          {script(t, "while read line; do echo move 9; done"), "1m", "3 illegal answers"},
		"dies":            {script(t, "read line; exit 3"), "1m", "has ended without an answer"},
		"talks":           {script(t, "while read line; do echo I resign; done"), "1m", `answers "I resign"`},
		"floods":          {script(t, "read line; tr '\\0' x </dev/zero"), "1m", "has ended without an answer"},
		"can't be run":    {broken, "1m", "can't be started"},
	} {
		t.Run(name, func(t *testing.T) {
			r := arenaRun(t, "-a", tt.program, "-b", "first", "-games", "2", "-clock", tt.clock, "-move", "100ms")
			said := 0
			for what, n := range r.Incidents {
				if strings.Contains(what, tt.says) {
					said += n
				}
			}
			if r.Pairings[0].Points != 0 || said == 0 {
				t.Errorf("%+v, want two lost games and a ruling that says %q", r, tt.says)
			}
		})
	}
}

// Programs in another language play whole games of Halatafl, Fish and Stratego, from both seats,
// without a ruling.
func TestArenaPlaysProgramsOfOtherGames(t *testing.T) {
	for game, lines := range map[string]string{"halatafl": "", "fish": "", "stratego": "s100:"} {
		t.Run(game, func(t *testing.T) {
			r := gameRun(t, game, "-a", lines+"sh testdata/"+game+".sh", "-b", "random", "-games", "2", "-clock", "1m",
				"-move", "20s")
			if len(r.Incidents) > 0 || r.Pairings[0].Games != 2 {
				t.Errorf("%+v, want two games without incident", r)
			}
		})
	}
}

// gameRun plays a series of any game and returns its results.
func gameRun(t *testing.T, args ...string) results {
	t.Helper()
	var out, errs strings.Builder
	if err := Arena(t.Context(), catalog.Games(), append(args, "-json"), &out, &errs); err != nil {
		t.Fatal(err, errs.String())
	}
	var r results
	if err := json.Unmarshal([]byte(out.String()), &r); err != nil {
		t.Fatal(err, out.String())
	}
	return r
}

// In every game, and in Stratego's older protocol, a program that hangs, cheats or dies loses by a
// ruling with the reason.
func TestArenaRulesInEveryGame(t *testing.T) {
	hangs := script(t, "while read line; do :; done; sleep 1000")
	cheats := script(t, "while read line; do echo move a1-a9; done")
	dies := script(t, "read line; exit 3")
	for name, tt := range map[string]struct{ game, program, clock, says string }{
		"halatafl hangs":      {"halatafl", hangs, "100ms", "no answer in time"},
		"halatafl cheats":     {"halatafl", cheats, "1m", "3 illegal answers"},
		"halatafl dies":       {"halatafl", dies, "1m", "has ended without an answer"},
		"fish hangs":          {"fish", hangs, "100ms", "no answer in time"},
		"fish cheats":         {"fish", cheats, "1m", "3 illegal answers"},
		"fish dies":           {"fish", dies, "1m", "has ended without an answer"},
		"stratego hangs":      {"stratego", hangs, "100ms", "no answer in time"},
		"stratego cheats":     {"stratego", cheats, "1m", "3 illegal answers"},
		"stratego dies":       {"stratego", dies, "1m", "has ended without an answer"},
		"stratego s100 hangs": {"stratego", competition + hangs, "100ms", "no answer in time"},
		"stratego s100 dies":  {"stratego", competition + dies, "1m", "has ended without an answer"},
	} {
		t.Run(name, func(t *testing.T) {
			r := gameRun(t, tt.game, "-a", tt.program, "-b", "random", "-games", "1", "-clock", tt.clock, "-move",
				"50ms")
			said := 0
			for what, n := range r.Incidents {
				if strings.HasPrefix(what, tt.program) && strings.Contains(what, tt.says) {
					said += n
				}
			}
			if r.Pairings[0].Points != 0 || said == 0 {
				t.Errorf("%+v, want a lost game and a ruling that says %q", r, tt.says)
			}
		})
	}
}

// Games in a log are not played again. A game with a truncated line is played again, and a log with
// other terms is refused.
func TestArenaGoesOn(t *testing.T) {
	file := filepath.Join(t.TempDir(), "games.log")
	flags := []string{"-players", "first,hard,random", "-games", "4", "-log", file}
	whole := arenaRun(t, flags...)
	text, err := os.ReadFile(file)
	if err != nil {
		t.Fatal(err)
	}
	lines := strings.SplitAfter(string(text), "\n")
	if len(lines) != 1+3*4+1 {
		t.Fatalf("the log has %d lines, want the terms, 12 games and no more:\n%s", len(lines)-1, text)
	}
	marked := strings.Replace(strings.Join(lines[:6], ""), `"points":`, `"incidents":["as it was kept"],"points":`, 1)
	if err := os.WriteFile(file, []byte(marked+lines[6][:9]), 0o600); err != nil {
		t.Fatal(err)
	}
	again := arenaRun(t, flags...)
	if again.Incidents["as it was kept"] != 1 || len(again.Pairings) != 3 {
		t.Errorf("%+v, want the kept games among all", again)
	}
	if kept, err := os.ReadFile(file); err != nil || !strings.HasPrefix(string(kept), marked) ||
		strings.Count(string(kept), "\n") != 1+3*4 {
		t.Errorf("after the series has gone on, the log is\n%s", kept)
	}
	for i, p := range again.Pairings {
		if p.Points != whole.Pairings[i].Points || p.Games != 4 {
			t.Errorf("%s and %s have %v of %d, before %v of 4", p.First, p.Second, p.Points, p.Games,
				whole.Pairings[i].Points)
		}
	}
	var out, errs strings.Builder
	if err := Arena(t.Context(), catalog.Games(), []string{"kalah", "-games", "8", "-log", file}, &out,
		&errs); err == nil || !strings.Contains(errs.String(), "other terms") {
		t.Errorf("error %v, %q, want a refusal of other terms", err, errs.String())
	}
}

// The error names a log that can't be read, or in which a line is not a game.
func TestArenaRefusesLogs(t *testing.T) {
	file := filepath.Join(t.TempDir(), "games.log")
	flags := []string{"kalah", "-holes", "3", "-beans", "2", "-nodes", "5", "-games", "2", "-clock", "0", "-log"}
	play := func(log string) string {
		var out, errs strings.Builder
		err := Arena(t.Context(), catalog.Games(), append(flags, log), &out, &errs)
		return fmt.Sprint(err, errs.String())
	}
	if got := play(t.TempDir()); !strings.Contains(got, "is a directory") {
		t.Errorf("a folder as a log: %s", got)
	}
	if got := play(file); got != "<nil>" {
		t.Fatal(got)
	}
	text, err := os.ReadFile(file)
	if err != nil {
		t.Fatal(err)
	}
	header, _, _ := strings.Cut(string(text), "\n")
	if err := os.WriteFile(file, []byte(header+"\nx\n"), 0o600); err != nil {
		t.Fatal(err)
	}
	if got := play(file); !strings.Contains(got, file+", line 2: ") {
		t.Errorf("a line that is no game: %s", got)
	}
}

// The arena refuses a negative time or number, and a level that needs more time than the referee's
// clock allows.
func TestConditions(t *testing.T) {
	for _, c := range []struct {
		conditions
		says string
	}{
		{conditions{workers: 1}, ""},
		{conditions{}, "there must be a worker"},
		{conditions{workers: 1, Clock: -1}, "can't be negative"},
		{conditions{workers: 1, Move: -1}, "can't be negative"},
		{conditions{workers: 1, Nodes: -1}, "can't be negative"},
		{conditions{workers: 1, Move: time.Hour}, ""},
		{conditions{workers: 1, Clock: 2, Move: 1}, ""},
		{conditions{workers: 1, Clock: 2, Move: 2}, "everybody would be late"},
		{conditions{workers: 1, CPU: true}, map[bool]string{false: "leave -cpu out"}[countsThreads]},
	} {
		if err := c.possible(); (err == nil) != (c.says == "") || err != nil && !strings.Contains(err.Error(), c.says) {
			t.Errorf("%+v: %v, want %q", c.conditions, err, c.says)
		}
	}
	s := &series{test: &arena.SPRT{Elo1: 50}}
	for n := range 600 { // first all games are won, then all are lost
		s.played = append(s.played, encounter{Points: float64(max(0, 1-n/100))})
	}
	if got := s.verdict(); got != "elo1" {
		t.Errorf("after a hundred wins the verdict becomes %q, want elo1 for ever", got)
	}
	for kind, want := range map[games.RulingKind]string{
		games.Skip: "lost a turn", games.Remove: "was removed",
		games.Resign: "lost the game",
	} {
		if got := lost(kind); got != want {
			t.Errorf("who is ruled on by %v %q, want %q", kind, got, want)
		}
	}
	c := &contest{levels: []string{"easy"}, conditions: conditions{Clock: time.Second}}
	for want, i := range map[string]arena.Incident{
		"1 easy has not moved within 1s and loses the turn":                      {Ruling: games.Ruling{Kind: games.Skip}, Cause: arena.ErrLate},
		"1 easy has failed and leaves the game and the tournament: out of order": {Ruling: games.Ruling{Kind: games.Remove}, Cause: errors.New("out of order")},
	} {
		if got := c.ruling(0, i); got != want {
			t.Errorf("the referee says %q, want %q", got, want)
		}
	}
	if firstOf("abc", 2) != "ab" || firstOf("a", 2) != "a" {
		t.Errorf("the beginnings of texts are %q and %q", firstOf("abc", 2), firstOf("a", 2))
	}
	if e := (effort{4, 10 * time.Millisecond}); e.each() != 2500*time.Microsecond || (effort{}).each() != 0 {
		t.Errorf("a move takes %v, and none %v", e.each(), effort{}.each())
	}
}

// A program that has died is started again for the next move.
func TestProgramIsRestarted(t *testing.T) {
	again := filepath.Join(t.TempDir(), "again")
	p := &program{
		command: strings.Fields(script(t,
			fmt.Sprintf("if [ -e %[1]s ]; then while read line; do echo move 1; done; else echo > %[1]s; fi", again))),
		talk: goLines{time.Second},
	}
	defer p.Close()
	g, err := named("arena", catalog.Games(), []string{"kalah"})
	if err != nil {
		t.Fatal(err)
	}
	at, err := g.Start(games.Setup{Seats: 2})
	if err != nil {
		t.Fatal(err)
	}
	if move, err := p.Move(t.Context(), at.View(0)); err == nil {
		t.Errorf("a program that dies plays %q", move)
	}
	if move, err := p.Move(t.Context(), at.View(0)); err != nil || move != "1" {
		t.Errorf("after that it plays %q, %v", move, err)
	}
}

// An unknown flag is reported by its name on the error output.
func TestArenaFlags(t *testing.T) {
	var out, errs strings.Builder
	if err := Arena(t.Context(), catalog.Games(), []string{"kalah", "-dance"}, &out, &errs); !errors.Is(err,
		ErrUsage) || out.Len() > 0 || !strings.Contains(errs.String(), "not defined: -dance") {
		t.Errorf("%v, %q, %q", err, out.String(), errs.String())
	}
}

func TestArenaLevelsWithNodesOfTheirOwn(t *testing.T) {
	r := arenaRun(t, "-players", "hard,hard@2,hard@500", "-games", "8", "-clock", "0")
	share := map[string]float64{}
	for _, p := range r.Pairings {
		share[p.First+" "+p.Second] = p.Share
	}
	if share["hard hard@2"] <= 0.5 || share["hard@2 hard@500"] >= 0.5 {
		t.Errorf("%v, want two positions a move to be fewer than 500, which -nodes gives too", share)
	}
	var out, errs strings.Builder
	for _, name := range []string{"hard@", "hard@0", "hard@many"} {
		if err := Arena(t.Context(), catalog.Games(), []string{"kalah", "-a", name}, &out, &errs); err == nil ||
			!strings.Contains(errs.String(), "number of nodes") {
			t.Errorf("%s: %v, %q", name, err, errs.String())
		}
	}
}

func TestArenaStopsWhenItIsClear(t *testing.T) {
	r := arenaRun(t, "-a", "hard", "-b", "random", "-games", "2000", "-sprt", "0,50", "-seed", "3")
	if r.Test != "elo1" || r.Pairings[0].Games > 1000 {
		t.Errorf("%s after %d games, want elo1 early", r.Test, r.Pairings[0].Games)
	}
}

// In a gauntlet one player meets each other one, and they do not meet among themselves. Its table
// is Markdown with intervals.
func TestArenaGauntlet(t *testing.T) {
	r := arenaRun(t, "-a", "hard", "-against", "first,random", "-games", "4")
	if len(r.Pairings) != 2 || r.Pairings[0].Second != "first" || r.Pairings[1].Second != "random" ||
		r.Pairings[0].Games != 4 {
		t.Errorf("%+v, want hard against first and against random, four games each", r.Pairings)
	}
	var out, errs strings.Builder
	args := []string{
		"kalah", "-holes", "3", "-a", "hard", "-against", "first,first", "-games", "4", "-nodes", "100",
		"-clock", "0", "-markdown",
	}
	if err := Arena(t.Context(), catalog.Games(), args, &out, &errs); err != nil {
		t.Fatal(err, errs.String())
	}
	if rows := strings.Count(out.String(), "\n| Kalah, holes 3 | `hard` v `first` | 4 | "); rows != 2 ||
		!strings.Contains(out.String(), " .500 (.150–.850) |") {
		t.Errorf("%s, want a table of two rows with the interval of half the points of four games", out.String())
	}
	if err := Arena(t.Context(), catalog.Games(), []string{"kalah", "-against", "first", "-players", "all"}, &out,
		&errs); err == nil {
		t.Error("-against and -players together were accepted")
	}
}

// On a ladder each player meets only the one before it, as the first of the pair.
func TestArenaLadder(t *testing.T) {
	r := arenaRun(t, "-ladder", "random,first,hard", "-games", "4")
	if len(r.Pairings) != 2 || r.Pairings[0].First != "hard" || r.Pairings[0].Second != "first" ||
		r.Pairings[1].First != "first" || r.Pairings[1].Second != "random" {
		t.Errorf("%+v, want hard against first, and first against random", r.Pairings)
	}
}

// One command plays all series that a file lists. Started again, the command plays only what is
// missing, and writes the same table.
func TestArenaPlaysAFileOfSeries(t *testing.T) {
	file := filepath.Join(t.TempDir(), "night")
	text := "# two games\nkalah -holes 3 -a hard -b random -games 4 -nodes 100 -clock 0\n\nfish -a greedy -b random -games 2 -seats 3 -clock 0\n"
	if err := os.WriteFile(file, []byte(text), 0o600); err != nil {
		t.Fatal(err)
	}
	play := func() string {
		var out, errs strings.Builder
		if err := Arena(t.Context(), catalog.Games(), []string{"@" + file}, &out, &errs); err != nil {
			t.Fatal(err, errs.String())
		}
		return out.String()
	}
	table := play()
	if strings.Count(table, "\n") != 4 || !strings.Contains(table, "| Kalah, holes 3 | `hard` v `random` | 4 |") ||
		!strings.Contains(table, "| Fish, 3 players | `greedy` v `random` | 2 |") {
		t.Errorf("%s, want one table with a row for each series", table)
	}
	logs, err := filepath.Glob(file + ".games/kalah*.log")
	if err != nil || len(logs) != 1 {
		t.Fatal(logs, err)
	}
	kept, err := os.ReadFile(logs[0])
	if err != nil {
		t.Fatal(err)
	}
	lines := strings.SplitAfter(string(kept), "\n")
	lost := strings.Join(lines[:1], "") + `{"first":0,"second":1,"no":0,"points":0}` + "\n"
	if err := os.WriteFile(logs[0], []byte(lost), 0o600); err != nil {
		t.Fatal(err)
	}
	if again := play(); again == table || strings.Count(again, "\n") != 4 {
		t.Errorf("%s, want the changed game in the table, and the others played again", again)
	}
	var out, errs strings.Builder
	if err := Arena(t.Context(), catalog.Games(), []string{"@" + file + ".none"}, &out, &errs); err == nil ||
		errs.Len() == 0 {
		t.Errorf("a file that is not there: %v, %q", err, errs.String())
	}
}

// With -cpu the time of a level is the processor time of its thread: the level gets exactly that
// much, however long it takes on a busy machine.
func TestArenaCountsProcessorTime(t *testing.T) {
	if !countsThreads {
		t.Skip("this system does not tell the processor time of a thread")
	}
	const given = 20 * time.Millisecond
	var used time.Duration
	within(t.Context(), given, func(ctx context.Context) {
		began := threadTime()
		time.Sleep(2 * given) // the player uses no processor time
		if ctx.Err() != nil {
			t.Error("time ran out in sleep")
		}
		for ctx.Err() == nil {
		}
		used = threadTime() - began
	})
	if used < given/2 {
		t.Errorf("it ended after %v of processor time, want about %v", used, given)
	}
	ctx, cancel := context.WithCancel(t.Context())
	cancel()
	within(ctx, time.Hour, func(ctx context.Context) {
		if !errors.Is(ctx.Err(), context.Canceled) {
			t.Errorf("a cancelled context says %v", ctx.Err())
		}
	})
	// The whole board and many positions: systems that count a thread's time in steps of some
	// milliseconds see it too.
	r := gameRun(t, "kalah", "-opening", "2", "-nodes", "20000", "-a", "hard", "-b", "random", "-games", "2", "-cpu",
		"-move", "1m", "-clock", "0")
	if r.Pairings[0].Games != 2 || r.Spent["hard"] <= r.Spent["random"] {
		t.Errorf("%+v, want two games, and more time for hard than for random", r)
	}
	var out strings.Builder
	args := []string{
		"kalah", "-holes", "3", "-beans", "2", "-opening", "2", "-nodes", "50", "-a", "hard", "-b",
		"random", "-games", "2", "-cpu", "-move", "1m", "-clock", "0",
	}
	if err := Arena(t.Context(), catalog.Games(), args, &out, &out); err != nil ||
		!strings.Contains(out.String(), "\nplayer  processor time of a move\nhard    ") {
		t.Errorf("%v, and the report says\n%s", err, out.String())
	}
}

// The arena tells an external program how long it may think about a move: one second by default.
// When the series is over, the program is no longer running.
func TestArenaTellsProgramsTheTime(t *testing.T) {
	for flag, want := range map[string]string{"-move=20s": "go 20000 kalah/1 ", "-move=0": "go 1000 kalah/1 "} {
		dir := t.TempDir()
		player := script(t, fmt.Sprintf("cd %s\necho $$ > pid\nwhile read line; do echo \"$line\" >> lines; echo move 9; done", dir))
		arenaRun(t, "-a", player, "-b", "first", "-games", "1", "-clock", "1m", flag)
		text, err := os.ReadFile(filepath.Join(dir, "lines"))
		if err != nil || !strings.HasPrefix(string(text), want) {
			t.Errorf("%s: %v, the program reads\n%s\nwant %q first", flag, err, text, want)
		}
		pid, err := os.ReadFile(filepath.Join(dir, "pid"))
		if err != nil {
			t.Fatal(err)
		}
		if exec.Command("sh", "-c", "kill -0 "+strings.TrimSpace(string(pid))).Run() == nil {
			t.Errorf("%s: the program %s is still there", flag, pid)
		}
	}
}

// The progress of a series is shown while it is played. With two players it includes the first
// player's share of the points.
func TestArenaProgress(t *testing.T) {
	var out strings.Builder
	s := &series{bar: &bar{out: &out}, terms: terms{Players: []string{"a", "b"}}}
	for no, points := range []float64{1, 0.5} {
		if err := s.note(encounter{Second: 1, No: no, Points: points}, 4); err != nil {
			t.Fatal(err)
		}
	}
	s.terms.Players = append(s.terms.Players, "c")
	if err := s.note(encounter{Second: 1, No: 2}, 4); err != nil {
		t.Fatal(err)
	}
	whole, err := newSeries(catalog.Games()[slices.IndexFunc(catalog.Games(), func(g *games.Game) bool {
		return g.ID == "kalah"
	})], strings.Fields("-holes 3 -beans 2 -a first -b first -games 2 -clock 0"), &out)
	if err != nil {
		t.Fatal(err)
	}
	var line strings.Builder
	whole.bar = &bar{out: &line}
	if err := whole.run(t.Context()); err != nil || !strings.Contains(line.String(), "] 2 of 2 games") ||
		!strings.HasSuffix(line.String(), " \r") {
		t.Errorf("the progress is not cleared in the end: %v, %q", err, line.String())
	}
	for _, want := range []string{"] 1 of 4 games, 1.000", "] 2 of 4 games, 0.750", "] 3 of 4 games "} {
		if !strings.Contains(out.String(), want) {
			t.Errorf("the progress does not say %q, but %q", want, out.String())
		}
	}
}

// A level thinks at most four fifths of the referee's time for a move.
func TestArenaLevelsStayInTime(t *testing.T) {
	for clock, want := range map[time.Duration]time.Duration{
		0: time.Hour, time.Second: 800 * time.Millisecond,
		2 * time.Hour: time.Hour,
	} {
		p := (&conditions{Clock: clock, game: catalog.Games()[0]}).newComputer(games.Hard, games.Budget{Time: time.Hour}, 1)
		if p.budget.Time != want {
			t.Errorf("with %v for a move the level thinks %v, want %v", clock, p.budget.Time, want)
		}
	}
	game := catalog.Games()[0]
	usual, _ := game.Player(games.Hard)
	for _, c := range []struct {
		name string
		move time.Duration
		want time.Duration
	}{
		{"hard", 0, usual.Budget.Time},
		{"hard", time.Second, time.Second},
		{"hard@5", 0, thinkAtMost},
		{"hard@5", time.Second, time.Second},
	} {
		p, _ := (&conditions{game: game, Move: c.move}).newPlayer(c.name, 1)
		if got := p.(*computer).budget.Time; got != c.want {
			t.Errorf("%s with %v for a move thinks %v, want %v", c.name, c.move, got, c.want)
		}
	}
	if got, want := fileName(`kalah -a "sh x/y" -b hard`), "kalah_-a__sh_x_y__-b_hard.log"; got != want {
		t.Errorf("the log is in %s, want %s", got, want)
	}
}

// Kept games are records that replay by the rules, with the rulings.
func TestArenaKeepsGames(t *testing.T) {
	dir := filepath.Join(t.TempDir(), "games")
	for game, flags := range map[string][]string{
		"kalah": {
			"-holes", "3", "-beans", "2", "-a", script(t, "while read line; do echo move 9; done"), "-b",
			"first",
		},
		"fish":     {"-a", "random", "-b", script(t, "while read line; do echo nothing; done"), "-seats", "3"},
		"stratego": {"-a", "random", "-b", "easy@100", "-army", "duel"},
	} {
		gameRun(t, append([]string{game, "-games", "2", "-clock", "1m", "-keep", dir}, flags...)...)
		for no := range 2 {
			text, err := os.ReadFile(filepath.Join(dir, fmt.Sprintf("%s-0-1-%d.txt", game, no)))
			if err != nil {
				t.Fatal(err)
			}
			r, err := record.Parse(string(text))
			if err != nil {
				t.Fatal(err, string(text))
			}
			i := slices.IndexFunc(catalog.Games(), func(g *games.Game) bool { return g.ID == games.ID(game) })
			_, steps, err := r.Replay(catalog.Games()[i])
			if err != nil || len(steps) == 0 && game != "kalah" || len(r.Steps) == 0 || len(steps) > 0 &&
				r.Now != steps[len(steps)-1].Next.Text() {
				t.Errorf("%v after %d steps of\n%s", err, len(steps), text)
			}
		}
	}
}
