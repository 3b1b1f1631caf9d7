// Package golden compares what a program says with a file that somebody has read and found good, a golden file. A mismatch is told as a short
// diff. The flag -update of a test writes its golden files anew, so that the change can be read with git diff:
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

// Check compares got with a golden file, or writes the file if the test runs with -update.
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
	context = 2   // equal lines shown around a difference
	reach   = 200 // how far apart equal lines are looked for
	longest = 24  // lines of a diff
	widest  = 300 // bytes of a line
)

// Diff says in few lines how got differs from want: lines of want that are gone with "-", new ones with "+", some equal ones around them, and how
// many differences were left out. It is empty if there is no difference.
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

// apart is how many lines of w and g lie before the nearest place where both go on with the same line.
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

// hunk shows one difference: gone lines of want from line i on, and those that came instead.
func hunk(want []string, i, gone int, came []string) []string {
	lines := []string{fmt.Sprintf("@ line %d", i+1)}
	show := func(mark string, list []string) {
		for _, l := range list {
			if l == "" {
				continue // what follows the last line break
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
