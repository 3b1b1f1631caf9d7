package halatafl

import (
	"bufio"
	"encoding/csv"
	"encoding/json"
	"runtime"
	"slices"
	"strconv"
	"strings"
	"testing"

	"paddock/games/gamestest"
)

// perft counts the leaves at a depth, as different moves (H29) or paths. Finished games have no
// leaves below, and draws are ignored.
func perft(b board, depth int, paths bool) int {
	return perftIn(make([]change, 0, 512), b, depth, paths)
}

// perftIn lists moves in the free part of buf, so that a position allocates nothing.
func perftIn(buf []change, b board, depth int, paths bool) (n int) {
	if b.decided() != "" {
		return 0
	}
	list := b.appendChanges(buf)
	if depth == 1 && !paths {
		return len(list)
	}
	for _, c := range list {
		ways := 1
		if paths && c.captured.len() > 2 {
			ways = countWays(b.empty()|c.from.set(), c.from, c.to, c.captured)
		}
		if depth == 1 {
			n += ways
			continue
		}
		next, _ := b.play(c)
		n += ways * perftIn(list[len(list):], next, depth-1, paths)
	}
	return n
}

// countWays counts the paths that lead to the same change of the board.
func countWays(empty set, from, to point, captured set) (n int) {
	if captured == 0 {
		if from == to {
			return 1
		}
		return 0
	}
	for _, j := range jumps[from] {
		if captured.has(j.over) && empty.has(j.land) {
			n += countWays(empty, j.land, to, captured&^j.over.set())
		}
	}
	return n
}

// perftRows are the rows of docs/rules/halatafl.md, Perft: paths, then different moves, depths 1 to
// 7.
var perftRows = []struct {
	rules            string
	paths, different []int
}{
	{"standard", []int{7, 42, 452, 2308, 26098, 133682, 1604872}, []int{7, 42, 452, 2308, 26098, 133486, 1603084}},
	{"longest", []int{7, 42, 452, 2308, 26098, 133416}, []int{7, 42, 452, 2308, 26098, 133220}},
	{"optional", []int{7, 42, 452, 2782, 32056, 214830}, nil},
	{"surround_off", []int{7, 42, 452, 2308, 26098, 133682}, nil},
	{"huff", []int{7, 42, 452, 2782, 32236, 196612}, nil},
}

func TestPerft(t *testing.T) {
	for _, row := range perftRows {
		t.Run(row.rules, func(t *testing.T) {
			r, err := parseRules(row.rules)
			if err != nil {
				t.Fatal(err)
			}
			b := start(r, allSheep).board
			for i, want := range row.paths {
				if got := perft(b, i+1, true); got != want {
					t.Errorf("paths to depth %d = %d, want %d", i+1, got, want)
				}
			}
			for i, want := range row.different {
				if got := perft(b, i+1, false); got != want {
					t.Errorf("different moves to depth %d = %d, want %d", i+1, got, want)
				}
			}
		})
	}
}

func BenchmarkPerft7(b *testing.B) {
	b.ReportAllocs()
	for b.Loop() {
		if got := perft(start(0, allSheep).board, 7, false); got != 1603084 {
			b.Fatal(got)
		}
	}
}

// The boards that docs/rules/halatafl.md shows under "Path explosion" have hundreds of thousands of
// paths.
var explosions = []struct {
	position         string
	different, jumps int
}{
	{"1S1/SSS/1S1S1S1/SSSSSSS/1S1S1SF/SSS/F2 f standard -", 4282, 18},
	{"1S1/SSF/1SFS1S1/SSSSSSS/3S3/SSS/1SS f standard -", 394, 16},
}

func TestPathExplosion(t *testing.T) {
	for _, test := range explosions {
		t.Run(test.position, func(t *testing.T) {
			p := must(t, "halatafl/1 "+test.position)
			var before, after runtime.MemStats
			runtime.ReadMemStats(&before)
			n, most := 0, 0
			for m := range (rules{}).Legal(p) {
				n++
				most = max(most, m.jumps())
			}
			runtime.ReadMemStats(&after)
			if n != test.different || most != test.jumps {
				t.Errorf("%d different moves, the longest of %d jumps; want %d and %d", n, most, test.different,
					test.jumps)
			}
			if got := after.TotalAlloc - before.TotalAlloc; got > 8<<20 {
				t.Errorf("listing took %d bytes, want a few MB", got)
			}
			if got := len(p.appendChanges(nil)); got != test.different {
				t.Errorf("%d changes, want %d", got, test.different)
			}
			for text, steps := "", 0; ; steps++ {
				list := rules{}.Complete(p, text)
				if len(list) == 0 || len(list) > 25 {
					t.Fatalf("Complete(%q) lists %d ways", text, len(list))
				}
				if list[0].Whole {
					break
				}
				text = list[len(list)-1].Text
			}
		})
	}
}

func BenchmarkExplosion(b *testing.B) {
	p, err := rules{}.ParseText("halatafl/1 " + explosions[0].position)
	if err != nil {
		b.Fatal(err)
	}
	b.ReportAllocs()
	for b.Loop() {
		n := 0
		for range (rules{}).Legal(p) {
			n++
		}
		if n != explosions[0].different {
			b.Fatal(n)
		}
	}
}

// result returns the state of the game in the words of the test data.
func result(b board) string {
	switch b.decided() {
	case "":
		return ""
	case sheepBelowNine:
		return "foxes"
	case sheepBlocked, foxesBlocked:
		return "no_moves"
	}
	return "sheep"
}

func TestDataPositions(t *testing.T) {
	scan := bufio.NewScanner(gamestest.Data(t, "halatafl/positions.jsonl"))
	count := 0
	for ; scan.Scan(); count++ {
		var c struct {
			ID              int
			Text, Result    string
			Sheep, Foxes    int
			Moves, Distinct []string
			P               []int `json:"perft"`
			D               []int `json:"perft_distinct"`
		}
		if err := json.Unmarshal(scan.Bytes(), &c); err != nil {
			t.Fatal(err)
		}
		t.Run(strconv.Itoa(c.ID), func(t *testing.T) {
			p := must(t, c.Text)
			if got := text(p); got != c.Text {
				t.Errorf("text = %q, want %q", got, c.Text)
			}
			if got := result(p.board); got != c.Result || p.sheep.len() != c.Sheep || p.foxes.len() != c.Foxes {
				t.Errorf("result %q with %d sheep, %d foxes; want %q, %d, %d", got, p.sheep.len(), p.foxes.len(),
					c.Result, c.Sheep, c.Foxes)
			}
			if got, want := legal(p), strings.Join(c.Distinct, " "); got != want {
				t.Errorf("legal %s, want %s", got, want)
			}
			checkPaths(t, p, c.Moves)
			for i := range c.P {
				if got := perft(p.board, i+1, true); got != c.P[i] {
					t.Errorf("perft %d = %d, want %d", i+1, got, c.P[i])
				}
				if got := perft(p.board, i+1, false); got != c.D[i] {
					t.Errorf("different perft %d = %d, want %d", i+1, got, c.D[i])
				}
			}
		})
	}
	if count < 30 {
		t.Errorf("only %d positions, want 30", count)
	}
}

// checkPaths requires exactly the given paths, each accepted in its written form.
func checkPaths(t *testing.T, p position, want []string) {
	t.Helper()
	for _, path := range want {
		m, err := rules{}.Parse(p, path)
		if err == nil {
			err = rules{}.Check(p, m)
		}
		if err != nil || m.String() != path {
			t.Errorf("path %s: read as %s, %v", path, m, err)
		}
	}
	var got []string
	if p.decided() == "" {
		got = naiveOf(p).moves()
	}
	if !slices.Equal(got, want) {
		t.Errorf("naive paths %s, want %s", got, want)
	}
}

func TestDataSpecials(t *testing.T) {
	scan := bufio.NewScanner(gamestest.Data(t, "halatafl/special.jsonl"))
	count := 0
	for ; scan.Scan(); count++ {
		var c struct {
			ID                 int
			Desc, Text, Result string
			Moves              []string
			After              map[string]struct {
				Foxes  []string
				Result string
			} `json:"after_effects"`
		}
		if err := json.Unmarshal(scan.Bytes(), &c); err != nil {
			t.Fatal(err)
		}
		t.Run(c.Desc, func(t *testing.T) {
			p := must(t, c.Text)
			if got := result(p.board); got != c.Result {
				t.Errorf("result %q, want %q", got, c.Result)
			}
			checkPaths(t, p, c.Moves)
			for _, path := range c.Moves {
				next, _, err := play(p, path)
				if err != nil {
					t.Errorf("%s: %v", path, err)
					continue
				}
				foxes, want := names(p.foxes), ""
				if p.foxesToMove {
					foxes = names(next.foxes)
				}
				if e, ok := c.After[path]; ok {
					foxes, want = strings.Join(e.Foxes, " "), e.Result
				}
				if got := names(next.foxes); got != foxes || result(next.board) != want {
					t.Errorf("after %s: foxes %q, result %q; want %q, %q", path, got, result(next.board), foxes, want)
				}
			}
		})
	}
	if count < 8 {
		t.Errorf("only %d positions, want 8", count)
	}
}

func TestDataPerft(t *testing.T) {
	rows, err := csv.NewReader(gamestest.Data(t, "halatafl/perft.csv")).ReadAll()
	if err != nil {
		t.Fatal(err)
	}
	for _, row := range rows[1:] {
		p := must(t, row[1])
		depth, _ := strconv.Atoi(row[2])
		if p.rules.String() != row[0] {
			t.Errorf("%q has the rules %q, want %q", row[1], p.rules, row[0])
		}
		for i, paths := range []bool{true, false} {
			if got := strconv.Itoa(perft(p.board, depth, paths)); got != row[3+i] {
				t.Errorf("%s depth %d, paths %t: %s, want %s", row[0], depth, paths, got, row[3+i])
			}
		}
	}
}
