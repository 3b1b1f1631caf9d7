package fishtest

import (
	"bytes"
	"context"
	"encoding/json"
	"fmt"
	"io"
	"os"
	"path/filepath"
	"reflect"
	"strings"
	"testing"

	"paddock/games/fish"
	"paddock/games/gamestest"
)

// Tests of the course's kinds, with answers by an independent implementation (F61–F65).
func TestSamples(t *testing.T) {
	for _, kind := range []string{"3_xboard", "4_xstate", "5_xtree", "6_xstrategy", "8_xref"} {
		t.Run(kind, func(t *testing.T) {
			dec, n := json.NewDecoder(gamestest.Data(t, "fish/own/"+kind+".jsonl")), 0
			for ; ; n++ {
				var test struct{ In, Out json.RawMessage }
				if err := dec.Decode(&test); err == io.EOF {
					break
				} else if err != nil {
					t.Fatal(err)
				}
				check(t, kind, fmt.Sprintf("line %d", n+1), test.In, test.Out)
			}
			if n < 40 {
				t.Errorf("only %d tests, want 40", n)
			}
		})
	}
}

// The course's own tests, as many teams wrote them (F61–F65). They are other people's and lie beside the repository, in the full set of test data.
func TestCourseFullSet(t *testing.T) {
	dir := os.Getenv("PADDOCK_TESTDATA")
	if dir == "" {
		t.Skip("PADDOCK_TESTDATA is not set; TestSamples has tests of the same kinds")
	}
	for kind, want := range map[string]int{"3_xboard": 97, "4_xstate": 81, "5_xtree": 86, "6_xstrategy": 96, "8_xref": 64} {
		t.Run(kind, func(t *testing.T) {
			ins, err := filepath.Glob(filepath.Join(dir, "fish", kind, "*-in.json"))
			if err != nil || len(ins) != want {
				t.Errorf("%d tests, %v, want %d", len(ins), err, want)
			}
			for _, file := range ins {
				check(t, kind, filepath.Base(file), read(t, file), read(t, strings.Replace(file, "-in.json", "-out.json", 1)))
			}
		})
	}
}

func read(t *testing.T, file string) []byte {
	t.Helper()
	b, err := os.ReadFile(file)
	if err != nil {
		t.Fatal(err)
	}
	return b
}

func check(t *testing.T, kind, name string, in, want []byte) {
	t.Helper()
	got, err := Run(kind, in)
	if err != nil {
		t.Errorf("%s: %v", name, err)
		return
	}
	if !reflect.DeepEqual(padded(t, got), padded(t, want)) {
		t.Errorf("%s: %s\n got %s\nwant %s", name, in, got, want)
	}
}

// padded decodes an answer; the rows of a board are made equally long with holes (F14).
func padded(t *testing.T, data []byte) any {
	t.Helper()
	var v any
	if err := json.Unmarshal(data, &v); err != nil {
		t.Fatalf("%s: %v", data, err)
	}
	if m, ok := v.(map[string]any); ok {
		rows, width := m["board"].([]any), 0
		for _, r := range rows {
			width = max(width, len(r.([]any)))
		}
		for i, r := range rows {
			for len(r.([]any)) < width {
				r = append(r.([]any), 0.0)
			}
			rows[i] = r
		}
	}
	return v
}

// The small cases that hold everywhere, written by hand.
func TestHarnesses(t *testing.T) {
	for _, tt := range []struct{ kind, in, want string }{
		{"3_xboard", `{"position":[0,0],"board":[[1,1],[1,1],[1,0]]}`, `2`},
		{"4_xstate", `{"players":[{"color":"red","score":0,"places":[[0,0]]},{"color":"white","score":0,"places":[[1,0]]}],"board":[[3],[1]]}`, `false`},
		{"5_xtree", `{"state":{"players":[{"color":"red","score":0,"places":[[0,0]]},{"color":"white","score":0,"places":[[4,0]]}],"board":[[1],[0],[1],[0],[1],[0],[1]]},"from":[0,0],"to":[2,0]}`, `false`},
		{"6_xstrategy", `[1,{"players":[{"color":"red","score":0,"places":[[0,0],[2,0]]},{"color":"white","score":0,"places":[[4,1]]}],"board":[[1,1],[1,1],[3,1],[1,1],[1,1]]}]`, `[[2,0],[0,1]]`},
	} {
		got, err := Run(tt.kind, []byte(tt.in))
		if err != nil {
			t.Errorf("%s(%s): %v", tt.kind, tt.in, err)
			continue
		}
		if string(got) != tt.want {
			t.Errorf("%s(%s) = %s, want %s", tt.kind, tt.in, got, tt.want)
		}
	}
	if _, err := Run("7_xother", nil); err == nil {
		t.Error("an unknown harness was accepted")
	}
}

func TestServe(t *testing.T) {
	in := "go 5 fish/1 rules=course penguins=1 phase=move board=23/11/11/11/11 players=red:0:0:a1;white:0:0:e1 turn=red\nhello\ngo 5 fish/2\nquit\ngo\n"
	var out bytes.Buffer
	if err := Serve(context.Background(), fish.New(), "hard", strings.NewReader(in), &out); err != nil {
		t.Fatal(err)
	}
	lines := strings.Split(strings.TrimSpace(out.String()), "\n")
	if len(lines) != 3 || !strings.HasPrefix(lines[0], "move a1-") || !strings.HasPrefix(lines[1], "error ") || !strings.HasPrefix(lines[2], "error ") {
		t.Errorf("answers %q, want a move and two errors", lines)
	}
}
