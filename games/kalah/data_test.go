package kalah

import (
	"context"
	"encoding/csv"
	"maps"
	"strconv"
	"strings"
	"testing"

	"paddock/games/gamestest"
	"paddock/games/search"
)

// readData reads a table of test data (see testdata/README.md) as maps from column to cell.
func readData(t *testing.T, name string) []map[string]string {
	t.Helper()
	lines, err := csv.NewReader(gamestest.Data(t, "kalah/"+name)).ReadAll()
	if err != nil {
		t.Fatal(err)
	}
	var table []map[string]string
	for _, line := range lines[1:] {
		row := map[string]string{}
		for i, cell := range line {
			row[lines[0][i]] = cell
		}
		table = append(table, row)
	}
	return table
}

func number(t *testing.T, s string) int {
	t.Helper()
	n, err := strconv.Atoi(s)
	if err != nil {
		t.Fatal(err)
	}
	return n
}

func TestPerftData(t *testing.T) {
	for _, row := range readData(t, "perft.csv") {
		p, depth := at(t, row["position"]), number(t, row["depth"])
		if got, want := perft(p, depth), number(t, row["nodes"]); got != want {
			t.Errorf("perft of %s to depth %d = %d, want %d", row["position"], depth, got, want)
		}
		if got, want := finished(p, depth), number(t, row["terminal_at_depth"]); got != want {
			t.Errorf("of %s, %d games end at depth %d, want %d", row["position"], got, depth, want)
		}
	}
}

// finished returns the number of games that end after exactly the given number of sows.
func finished(p position, depth int) (n int) {
	if depth == 0 {
		if p.toMove == over {
			return 1
		}
		return 0
	}
	for m := range (rules{}).Legal(p) {
		next := p
		next.play(m)
		n += finished(next, depth-1)
	}
	return n
}

// solved is a row of positions.csv.
type solved struct {
	id, size string // size is the numbers of holes and beans, such as "6,4"
	position position
	effort   int          // number of nodes that the solver of the test data needed
	values   map[move]int // final margin South − North of every legal hole
}

func readPositions(t *testing.T) []solved {
	var list []solved
	for _, row := range readData(t, "positions.csv") {
		s := solved{
			id: row["id"], size: row["m"] + "," + row["n"], position: at(t, row["position"]),
			effort: number(t, row["solve_nodes"]), values: map[move]int{},
		}
		for _, pair := range strings.Fields(row["hole_values_s_minus_n"]) {
			hole, value, _ := strings.Cut(pair, ":")
			s.values[move(number(t, hole))] = number(t, value)
		}
		list = append(list, s)
	}
	return list
}

func TestPositionsData(t *testing.T) {
	for _, row := range readData(t, "positions.csv") {
		p := at(t, row["position"])
		if got := text(p); got != row["position"] {
			t.Errorf("row %s: the text %s is written as %s", row["id"], row["position"], got)
		}
		line := "kalah/1 m=" + row["m"] + " to=" + row["side"] +
			" south=" + strings.ReplaceAll(row["south"], " ", ".") + ":" + row["south_pot"] +
			" north=" + strings.ReplaceAll(row["north"], " ", ".") + ":" + row["north_pot"] + " rules=standard"
		if line != row["position"] {
			t.Errorf("row %s: the columns say %s, the text %s", row["id"], line, row["position"])
		}
	}
	for _, s := range readPositions(t) {
		var legal []move
		for m := range (rules{}).Legal(s.position) {
			if _, ok := s.values[m]; !ok {
				t.Errorf("row %s: hole %d is legal and has no value", s.id, m)
			}
			legal = append(legal, m)
		}
		if len(legal) != len(s.values) {
			t.Errorf("row %s: %d legal holes, %d values", s.id, len(legal), len(s.values))
		}
	}
}

// KG1 holds for the rows of test data that are quick to solve. TestSolveAll tests all rows.
func TestSolveData(t *testing.T) {
	if testing.Short() {
		t.Skip("long, and one goroutine only")
	}
	var th thinker
	th.table = true
	count := 0
	for _, s := range readPositions(t) {
		if s.effort > 400 {
			continue
		}
		count++
		if got, certain := th.values(t.Context(), s.position); !certain || !maps.Equal(got, s.values) {
			t.Errorf("KG1: row %s: values %v (certain: %t), want %v", s.id, got, certain, s.values)
		}
	}
	if count < 50 {
		t.Errorf("only %d rows are quick to solve, want at least 50", count)
	}
}

// values returns the final margin (South − North) of every legal hole, and whether all are certain.
func (t *thinker) values(ctx context.Context, p position) (values map[move]int, certain bool) {
	values, certain = map[move]int{}, true
	warm := false
	for m := range (rules{}).Legal(p) {
		next := p
		next.play(m)
		v := next.beans(south, pot) - next.beans(north, pot)
		if next.toMove != over {
			found := t.think(ctx, next, practised, search.Limits{Warm: warm})
			if v = found.margin; next.toMove == north {
				v = -v
			}
			certain, warm = certain && found.proven, true
		}
		values[m] = v
	}
	return values, certain
}

// The test checks exact margins that docs/rules/kalah.md lists under "Known values": those that are
// quick to compute, or with PADDOCK_STRENGTH those that take up to a few minutes.
func TestKnownValues(t *testing.T) {
	if testing.Short() {
		t.Skip("long, and one goroutine only")
	}
	known := map[variant][][]int{ // known margins by holes, then by beans, from 1 on
		standard: {
			{0, -2, 6, -2, 2, 0},
			{2, -2, -2, -10, 6, 8},
			{0, 4, 2, 2, 6, -8},
			{2, 6, 6, 2, 4, 0},
			{0, 2, 6, 10},
			{2, 6, 2},
		},
		emptyCapture: {
			{0, -2, 6, -2, 2, 0},
			{2, -2, -2, -12, 6, 8},
			{0, 4, 2, 2, 6, -10},
			{2, 6, 8, 2, 2, 0},
			{0, 0, 8, 12},
			{2, 10, 2},
		},
	}
	th := thinker{table: true}
	for start, want := range map[[2]int]int{{3, 19}: 0, {3, 20}: 0, {4, 7}: 10, {4, 8}: -14, {5, 5}: 2} {
		if !strength {
			break
		}
		p := position{board: newBoard(start[0], start[1]), toMove: south}
		if got := th.think(t.Context(), p, practised, search.Limits{}); !got.proven || got.margin != want {
			t.Errorf("(%d,%d) is worth %d (proven: %t), want %d", start[0], start[1], got.margin, got.proven, want)
		}
	}
	for r, table := range known {
		for i, row := range table {
			for j, want := range row {
				p := position{board: newBoard(i+1, j+1), toMove: south, rules: r}
				if p.totalBeans() > 24 && !strength {
					continue
				}
				got := th.think(t.Context(), p, practised, search.Limits{})
				if !got.proven || got.margin != want {
					t.Errorf("(%d,%d) %s is worth %d (proven: %t), want %d", i+1, j+1, r, got.margin, got.proven, want)
				}
			}
		}
	}
}
