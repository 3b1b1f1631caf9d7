package golden

import (
	"fmt"
	"strings"
	"testing"
)

func TestDiff(t *testing.T) {
	for _, tt := range []struct{ name, want, got, diff string }{
		{"equal", "a\nb\n", "a\nb\n", ""},
		{"one line", "a\nb\nc\nd\n", "a\nb\nC\nd\n", "@ line 3\n  a\n  b\n- c\n+ C\n  d"},
		{"inserted", "a\nb\n", "a\nnew\nb\n", "@ line 2\n  a\n+ new\n  b"},
		{"taken out", "a\nold\nb\n", "a\nb\n", "@ line 2\n  a\n- old\n  b"},
		{"longer", "a\n", "a\nb\n", "@ line 2\n  a\n+ b"},
		{"line break", "a\n", "a", "@ line 1\n- a\n+ a (no line break)"},
		{
			"two places", "a\n1\n2\n3\n4\n5\nb\n", "A\n1\n2\n3\n4\n5\nB\n",
			"@ line 1\n- a\n+ A\n  1\n  2\n@ line 7\n  4\n  5\n- b\n+ B",
		},
	} {
		if got := Diff(tt.want, tt.got); got != tt.diff {
			t.Errorf("%s: the diff is\n%s\nwant\n%s", tt.name, got, tt.diff)
		}
	}
}

// The diff of a golden file is short even if all lines differ.
func TestDiffIsShort(t *testing.T) {
	var want, got strings.Builder
	for i := range 700 {
		fmt.Fprintf(&want, "line %d\nsame %d\n", i, i)
		fmt.Fprintf(&got, "LINE %d\nsame %d\n", i, i)
	}
	diff := Diff(want.String(), got.String())
	if n := strings.Count(diff, "\n") + 1; n > longest+2 {
		t.Errorf("%d lines, want at most %d:\n%s", n, longest+2, diff)
	}
	if !strings.Contains(diff, "- line 0\n+ LINE 0") || !strings.Contains(diff, " more") {
		t.Errorf("the diff doesn't begin with the first difference or doesn't say that there are more:\n%s", diff)
	}
	if strings.Contains(Diff(want.String(), ""), "line 699") {
		t.Error("a file that is gone is shown whole")
	}
}
