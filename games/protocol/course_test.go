package protocol

import (
	"bytes"
	"encoding/json"
	"fmt"
	"io"
	"os"
	"path/filepath"
	"reflect"
	"regexp"
	"strings"
	"testing"

	"paddock/games/gamestest"
)

// The test runs samples in each of the five formats of the Fish course's tests. Another
// implementation of the rules has computed the expected answers (F61–F65).
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

// The test runs the course's own tests by many teams (F61–F65). Their licence keeps them out of the
// repository, so they are only in the full set of test data.
func TestCourseFullSet(t *testing.T) {
	dir := os.Getenv("PADDOCK_TESTDATA")
	if dir == "" {
		t.Skip("PADDOCK_TESTDATA is not set; TestSamples has tests of the same kinds")
	}
	for kind, want := range map[string]int{
		"3_xboard": 97, "4_xstate": 81, "5_xtree": 86, "6_xstrategy": 96,
		"8_xref": 64,
	} {
		t.Run(kind, func(t *testing.T) {
			ins, err := filepath.Glob(filepath.Join(dir, "fish", kind, "*-in.json"))
			if err != nil || len(ins) != want {
				t.Errorf("%d tests, %v, want %d", len(ins), err, want)
			}
			for _, file := range ins {
				check(t, kind, filepath.Base(file), read(t, file),
					read(t, strings.Replace(file, "-in.json", "-out.json", 1)))
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
	got, err := course(kind, in)
	if err != nil {
		t.Errorf("%s: %v", name, err)
		return
	}
	if !reflect.DeepEqual(padded(t, got), padded(t, want)) {
		t.Errorf("%s: %s\n got %s\nwant %s", name, in, got, want)
	}
}

// padded decodes an answer and pads the rows of a board with holes, as the tests' README requires.
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

// courseCases are small cases written by hand.
var courseCases = []struct{ kind, in, want string }{
	{"3_xboard", `{"position":[0,0],"board":[[1,1],[1,1],[1,0]]}`, `2`},
	{"4_xstate", `{"players":[{"color":"red","score":0,"places":[[0,0]]},{"color":"white","score":0,"places":[[1,0]]}],"board":[[3],[1]]}`, `false`},
	{"5_xtree", `{"state":{"players":[{"color":"red","score":0,"places":[[0,0]]},{"color":"white","score":0,"places":[[4,0]]}],"board":[[1],[0],[1],[0],[1],[0],[1]]},"from":[0,0],"to":[2,0]}`, `false`},
	{"6_xstrategy", `[1,{"players":[{"color":"red","score":0,"places":[[0,0],[2,0]]},{"color":"white","score":0,"places":[[4,1]]}],"board":[[1,1],[1,1],[3,1],[1,1],[1,1]]}]`, `[[2,0],[0,1]]`},
}

func TestHarnesses(t *testing.T) {
	for _, tt := range courseCases {
		got, err := course(tt.kind, []byte(tt.in))
		if err != nil {
			t.Errorf("%s(%s): %v", tt.kind, tt.in, err)
			continue
		}
		if string(got) != tt.want {
			t.Errorf("%s(%s) = %s, want %s", tt.kind, tt.in, got, tt.want)
		}
	}
}

// Input without an answer is refused with a sentence.
func TestHarnessRefuses(t *testing.T) {
	for _, tt := range []struct{ kind, in, say string }{
		{"7_xother", ``, "no harness"},
		{"3_xboard", `{}`, "from 1 to"},
		{"4_xstate", `{}`, "from 1 to"},
		{"5_xtree", `{}`, "the input of 5_xtree can't be answered"},
		{"6_xstrategy", `{}`, "the input of 6_xstrategy can't be answered"},
		{"6_xstrategy", `[0,{"players":[{"color":"red","score":0,"places":[[0,0]]}],"board":[[1]]}]`, "the depth is 0"},
		{"6_xstrategy", `[9,{"players":[{"color":"red","score":0,"places":[[0,0]]}],"board":[[1]]}]`, "the depth is 9"},
		{"8_xref", `{}`, "there are 0 players"},
		{"8_xref", `{"row":2,"column":2,"fish":1,"players":[["a",1]]}`, "there are 1 players"},
		{
			"8_xref", `{"row":5,"column":5,"fish":1,"players":[["a",1],["b",1],["c",1],["d",1],["e",1]]}`,
			"there are 5 players",
		},
		{"8_xref", `{"row":2,"column":2,"fish":1,"players":[["a",1],["b",1]]}`, "8_xref"},
		{"8_xref", `{"row":5,"column":5,"fish":1,"players":[["a",1],["b"]]}`, "is no player"},
		{"8_xref", `{"row":5,"column":5,"fish":1,"players":[["a",1],["b","1"]]}`, "8_xref"},
		{"8_xref", `{"row":-1,"column":5,"fish":1,"players":[["a",1],["b",1]]}`, "8_xref"},
	} {
		var out bytes.Buffer
		err := Harness(t.Context(), []string{tt.kind}, IO{In: strings.NewReader(tt.in), Out: &out})
		if err == nil || !strings.Contains(err.Error(), tt.say) || out.Len() > 0 {
			t.Errorf("%s on %s: %v, %q; want an error with %q", tt.kind, tt.in, err, out.String(), tt.say)
		}
	}
}

// slow matches inputs with strategies so deep that an answer takes more than a moment.
var slow = regexp.MustCompile(`^\s*\[\s*[3-5]|,\s*[3-5]\s*\]`)

// Each harness answers any input with JSON or an error.
func FuzzCourse(f *testing.F) {
	for _, tt := range courseCases {
		f.Add(tt.in)
	}
	f.Add(`{}`)
	f.Add(`{"row":5,"column":2,"fish":3,"players":[["Dan",1],["Peter",2]]}`)
	f.Fuzz(func(t *testing.T, in string) {
		if slow.MatchString(in) || len(in) > 1000 {
			return
		}
		for _, kind := range courseKinds {
			if out, err := course(kind, []byte(in)); err == nil && !json.Valid(out) {
				t.Errorf("%s(%s) = %s", kind, in, out)
			}
		}
	})
}
