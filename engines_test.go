package main

import (
	"bufio"
	"fmt"
	"os"
	"os/exec"
	"strings"
	"testing"
)

func TestEngineCommandLine(t *testing.T) {
	for _, c := range []struct {
		args, in string
		code     int
		say      string // in the output or the error output
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

// S60, S99: the set-ups printed are legal for their army, all different, and the same again from the same seed.
func TestSetups(t *testing.T) {
	_, out, errs := run(t, nil, "", "setups", "-n", "20", "-seed", "5", "-army", "1 flag, 2 miners, 3 scouts")
	_, again, _ := run(t, nil, "", "setups", "-n", "20", "-seed", "5", "-army", "1,0,0,0,0,0,0,0,2,3,0,0")
	if out != again || errs != "" {
		t.Errorf("the same seed gives %q, then %q; errors %q", out, again, errs)
	}
	seen := map[string]bool{}
	for line := range strings.Lines(out) {
		seen[line] = true
		if strings.Count(line, "F") != 1 || strings.Count(line, "8") != 2 || strings.Count(line, "9") != 3 || strings.Count(line, ".") != 34 || len(line) != 44 {
			t.Errorf("%q is no set-up of this army", line)
		}
	}
	if len(seen) != 20 {
		t.Errorf("%d different set-ups, want 20", len(seen))
	}
}

// S99, S100: a process of its own sets up and moves, told nothing but the referee's lines.
func TestEngineProcess(t *testing.T) {
	exe, err := os.Executable()
	if err != nil {
		t.Fatal(err)
	}
	cmd := exec.CommandContext(t.Context(), exe, "engine", "stratego", "-level", "easy", "-seed", "3")
	cmd.Env, cmd.Stderr = append(os.Environ(), asPaddock+"=1"), os.Stderr
	in, err := cmd.StdinPipe()
	if err != nil {
		t.Fatal(err)
	}
	out, err := cmd.StdoutPipe()
	if err != nil {
		t.Fatal(err)
	}
	if err := cmd.Start(); err != nil {
		t.Fatal(err)
	}
	lines := bufio.NewScanner(out)
	fmt.Fprintln(in, "RED somebody 10 10")
	pieces := ""
	for range 4 {
		lines.Scan()
		pieces += lines.Text()
	}
	if len(pieces) != 40 || strings.Count(pieces, "F") != 1 || strings.Count(pieces, "s") != 1 || strings.Count(pieces, "B") != 6 {
		t.Errorf("the set-up is %q", pieces)
	}
	fmt.Fprintln(in, "START"+strings.Repeat("\n..........", 10))
	lines.Scan()
	var x, y int
	var way string
	if n, err := fmt.Sscan(lines.Text(), &x, &y, &way); n != 3 || err != nil || y != 3 || way != "DOWN" {
		t.Errorf("the first move is %q, want one from the front row, y 3", lines.Text())
	}
	fmt.Fprintln(in, "QUIT")
	if err := cmd.Wait(); err != nil {
		t.Errorf("the process ended with %v", err)
	}
}
