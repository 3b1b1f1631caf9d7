package terminal

import (
	"strings"
	"testing"
)

// A progress bar fills from left to right, covers what it showed before, and leaves an empty line.
func TestBar(t *testing.T) {
	var out strings.Builder
	b := &bar{out: &out}
	b.show("a long beginning ", 0, 3, " · 1 min left")
	b.show("x ", 1, 3, "")
	b.show("x ", 3, 3, "")
	b.clear()
	b.show("", 0, 3, "")
	lines := strings.Split(out.String(), "\r")[1:]
	dots := strings.Repeat(".", barWidth)
	want := []string{
		"a long beginning [" + dots + "] 0 of 3 games · 1 min left",
		"x [" + strings.Repeat("#", 10) + dots[10:] + "] 1 of 3 games",
		"x [" + strings.Repeat("#", barWidth) + "] 3 of 3 games", "", "", "[" + dots + "] 0 of 3 games",
	}
	if len(lines) != len(want) {
		t.Fatalf("drawn %q", lines)
	}
	for n, line := range lines {
		if strings.TrimRight(line, " ") != want[n] {
			t.Errorf("drawn %q, want %q", line, want[n])
		}
	}
	if len(lines[1]) != len(lines[0]) || len(lines[3]) != len(lines[2]) || len(lines[5]) != len(want[5]) {
		t.Errorf("the lines have the lengths %d, %d, %d, %d, %d", len(lines[0]), len(lines[1]), len(lines[2]),
			len(lines[3]), len(lines[5]))
	}
}
