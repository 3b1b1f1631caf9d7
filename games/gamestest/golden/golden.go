// Package golden compares output with a golden file, which a person has read and approved. It
// reports a mismatch as a short diff. The flag -update of a test rewrites its golden files, so that
// git diff shows the change:
//
//	go test ./games/kalah -update
//
// Only tests with golden files know the flag. All of them at once:
//
//	go test $(grep -rlE 'golden\.Check|gamestest\.Playthrough' --include='*_test.go' . | xargs -n1 dirname | sort -u) -update
package golden

import (
	"flag"
	"fmt"
	"os"
	"path/filepath"
	"strings"
	"testing"
)

var update = flag.Bool("update", false, "write golden files anew")

// Check compares got with a golden file. With -update it writes the file instead.
func Check(t testing.TB, file, got string) {
	t.Helper()
	if *update {
		write(t, file, got)
	}
	want, err := os.ReadFile(file)
	if err != nil {
		t.Fatalf("%v (-update writes it)", err)
	}
	if diff := Diff(string(want), got); diff != "" {
		t.Errorf("%s is no longer what is said (-update writes it anew):\n%s", file, diff)
	}
}

func write(t testing.TB, file, got string) {
	t.Helper()
	if err := os.MkdirAll(filepath.Dir(file), 0o755); err != nil {
		t.Fatal(err)
	}
	if err := os.WriteFile(file, []byte(got), 0o644); err != nil {
		t.Fatal(err)
	}
}

const (
	context = 2   // number of equal lines shown around a difference
	reach   = 200 // how many lines ahead to look for equal ones
	longest = 24  // most lines of a diff
	widest  = 300 // most bytes of a line
)

// Diff returns a short diff from want to got: removed lines with "-", new ones with "+", and some
// equal lines around them. If it leaves differences out, it says how many. It is empty if the texts
// are equal.
func Diff(want, got string) string {
	if want == got {
		return ""
	}
	w, g := strings.SplitAfter(want, "\n"), strings.SplitAfter(got, "\n")
	var lines []string
	left := 0
	for i, j := 0, 0; i < len(w) || j < len(g); {
		if i < len(w) && j < len(g) && w[i] == g[j] {
			i, j = i+1, j+1
			continue
		}
		gone, came := apart(w[i:], g[j:])
		if len(lines) < longest {
			lines = append(lines, hunk(w, i, gone, g[j:j+came])...)
		} else {
			left++
		}
		i, j = i+gone, j+came
	}
	if len(lines) > longest {
		lines = append(lines[:longest], "…")
	}
	if left > 0 {
		lines = append(lines, fmt.Sprintf("and %d more", left))
	}
	return strings.Join(lines, "\n")
}

// apart returns how many lines of w and g come before the nearest line that both continue with.
func apart(w, g []string) (gone, came int) {
	for d := 1; d <= reach; d++ {
		for gone := max(0, d-len(g)); gone <= min(d, len(w)); gone++ {
			if came := d - gone; gone < len(w) && came < len(g) && w[gone] == g[came] {
				return gone, came
			}
		}
	}
	return len(w), len(g)
}

// hunk returns one difference: the lines removed from want at line i, and the new ones.
func hunk(want []string, i, gone int, came []string) []string {
	lines := []string{fmt.Sprintf("@ line %d", i+1)}
	show := func(mark string, list []string) {
		for _, l := range list {
			if l == "" {
				continue // the text after the last line break
			}
			if !strings.HasSuffix(l, "\n") {
				l += " (no line break)"
			}
			lines = append(lines, mark+strings.TrimSuffix(l[:min(len(l), widest)], "\n"))
		}
	}
	show("  ", want[max(0, i-context):i])
	show("- ", want[i:i+gone])
	show("+ ", came)
	show("  ", want[i+gone:min(i+gone+context, len(want))])
	return lines
}
