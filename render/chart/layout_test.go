package chart

import (
	"fmt"
	"slices"
	"strings"
	"testing"

	"paddock/games/gamestest/golden"
)

// The golden file lists all marks of some charts, so that a small shift of a mark is noticed. Names
// are short, so that most widths do not depend on the fonts.
func TestLayoutsStay(t *testing.T) {
	game := func(won int, names ...string) (list []Line) {
		for i, name := range names {
			list = append(list, Line{Name: name, Score: fmt.Sprint(9 - i), Won: i == won})
		}
		return list
	}
	many := func(n int) (games [][]Line) {
		for i := range n {
			games = append(games, game(i%2, fmt.Sprint("A", i), fmt.Sprint("B", i)))
		}
		return games
	}
	pairs := func(n, won int) (level []Pair) {
		for i := range n {
			level = append(level, Pair{A: fmt.Sprint("A", i), B: fmt.Sprint("B", i), ScoreA: "1", Won: won})
		}
		return level
	}
	open := make([]Line, 2)
	const long = "Bartholomew the Second"
	var rows [][]string
	for i := range rowsAtMost + 3 {
		rows = append(rows, []string{fmt.Sprint(i + 1), fmt.Sprint("P", i), "9"})
	}
	course := Course{
		Shares: []float64{.5, .7, .2, 1.2, -.1, .5, .5, .9, .4}, Turns: []int{-1, 0, 1, 2, 4, 8, 9},
		Names: [2]string{"A", "B"}, Ends: [2]string{"1", "9"},
	}
	more := func(rows int) string { return fmt.Sprint(rows, " more") }
	var page strings.Builder
	show := func(name string, d Drawing) {
		fmt.Fprintf(&page, "%s: %d × %d\n", name, d.Width, d.Height)
		for _, m := range d.Marks {
			fmt.Fprintf(&page, "\t%d %d at %d %d, %d × %d, %d %d %t %q\n", m.Shape, m.Ink, m.X, m.Y, m.W, m.H, m.Size,
				m.Weight, m.Crisp, m.Text)
		}
	}
	for _, c := range []struct {
		name  string
		chart Chart
	}{
		{"a knockout with a champion", Chart{Title: "Cup", Rounds: []Round{
			{Title: "1", Games: [][]Line{game(1, "Ann", "Bob", "Cid"), game(0, "Dee", "Eve"), game(-1, "Flo", "Guy")}},
			{Title: "2", Games: [][]Line{game(2, "Flo", "Dee", "Bob")}},
		}}},
		{"the tree to come", Chart{Rounds: []Round{
			{Games: [][]Line{
				game(0, "Ann", "Bob"), game(-1, "Cid", "Dee"), game(-1, "Eve", "Flo"), game(1, "Guy", "Hal"),
			}},
			{Games: [][]Line{{{Name: "Ann"}, {}}, open}},
			{Games: [][]Line{open}},
		}}},
		{"rounds in several columns", Chart{Rounds: []Round{{Games: many(25)}, {Games: many(11)}, {Games: many(1)}}}},
		{"as many rounds as fit", Chart{Rounds: []Round{
			{Games: many(1)}, {Games: many(1)}, {Games: many(1)}, {Games: many(1)},
		}}},
		{"a single round", Chart{Rounds: []Round{{Title: "1", Games: many(3)}}}},
		{"a single round that does not fit", Chart{Rounds: []Round{{Games: many(45)}}}},
		{"a round that fills its column", Chart{Rounds: []Round{
			{Games: slices.Repeat([][]Line{game(1, "A", "B", "C")}, 8)},
		}}},
		{"a champion in small letters, with room for the crown", Chart{Rounds: []Round{
			{Games: [][]Line{game(0, "Ann", long+long), game(0, "Bob", "Cid")}},
			{Games: [][]Line{game(0, "Ann", long+long)}},
		}}},
		{"a bracket that fills its column", Chart{Levels: [][]Pair{pairs(maxPairs, 2), pairs(maxPairs/2, 0)}}},
		{"a bracket of one level that does not fit", Chart{Levels: [][]Pair{pairs(maxPairs+1, 1)}}},
		{"a bracket of one game", Chart{
			Levels: [][]Pair{pairs(1, 0)}, Titles: []string{"1"}, ThirdTitle: "3", Third: &Pair{A: "A", B: "B"},
		}},
		{"a bracket with a champion", Chart{
			Title: "Cup", Titles: []string{"1", "2", "3"}, ThirdTitle: "4", Third: &Pair{A: "A1", B: "A3", Won: 2},
			Levels: [][]Pair{
				pairs(4, 1), {{A: "A0", B: "A1", Won: 1}, {A: "A2", B: "A3", Won: 1}}, {{A: "A0", B: "A2", Won: 2}},
			},
		}},
		{"levels that do not fit", Chart{
			Titles: []string{"1", "2", "3", "4", "5", "6"},
			Levels: [][]Pair{pairs(32, 1), pairs(16, 2), pairs(8, 1), pairs(4, 2), pairs(2, 1), pairs(1, 0)},
		}},
		{"a table that does not fit", Chart{
			Title: "Cup", Head: []string{"", "name", "n"}, Rows: rows, Podium: []string{"p0", "p1", "p2", "p3"},
			More: more,
		}},
		{"a curve", Chart{Course: &course}},
		{"a curve of a single move", Chart{Course: &Course{Shares: course.Shares[:1], Turns: []int{0}}}},
		{"a short table", Chart{
			Head: []string{"", "", "n"}, Rows: append([][]string{nil}, rows[:3]...), Podium: []string{"p0", "Ann Lee"},
		}},
		{"a table with room for all", Chart{
			Head: []string{"", "", "n"}, Rows: rows[:rowsAtMost], More: more,
		}},
		{"a table with a line for a division", Chart{
			Head: []string{"", "", "n", "all"}, Rows: [][]string{nil, {"", long + long + long}, rows[0]},
		}},
		{"columns that are left out", Chart{Head: []string{"", "", "n", "all", "equal", "n"}, Rows: [][]string{
			{"1", long + long, "5", "9", "7", "6", "x"},
			{"2", "Bob", "5", "9", "7", "8"},
			{"", "D"},
			{"3", "Cid", "5", "9"},
		}}},
	} {
		show(c.name, Lay(c.chart))
	}
	show("a curve in a place", Drawing{Marks: Curve(course, 30, 20, 200, 200)})
	course.Names, course.Ends = [2]string{}, [2]string{}
	show("a curve in a place without names", Drawing{Marks: Curve(course, 30, 20, 160, 200)})
	show("a curve in a place at the right", Drawing{Marks: Curve(course, 200, 20, 160, 200)})
	golden.Check(t, "testdata/layouts.txt", page.String())
}

// Players have the largest letters in which no name is cut, in columns that are equally wide if
// that is enough.
func TestShareOfWidths(t *testing.T) {
	short, long := column{lines: []Line{{Name: "Ann"}}}, column{lines: []Line{{Name: "Bartholomew"}}}
	var p plan
	need := p.need
	for _, c := range []struct {
		name        string
		lines, room int
		size        int
		widths      []int
	}{
		{"room for equal columns", 8, 2 * need(long, 30), 30, []int{need(long, 30), need(long, 30)}},
		{"room for both", 8, need(short, 30) + need(long, 30), 30, []int{need(short, 30), need(long, 30)}},
		{"a little less", 8, need(short, 28) + need(long, 28), 28, []int{need(short, 28), need(long, 28)}},
		{"many lines", 9, 2 * need(long, 30), 24, []int{need(long, 30), need(long, 30)}},
		{"too little room", 9, need(short, 24) + need(long, 24) - 9, 24, []int{need(short, 24), need(long, 24) - 9}},
	} {
		widths := p.share(c.lines, c.room, []column{short, long})
		if p.small.size != c.size || !slices.Equal(widths, c.widths) {
			t.Errorf("%s: letters of %d in widths %v, want %d in %v", c.name, p.small.size, widths, c.size, c.widths)
		}
	}
	widths := []int{5, 7, 5}
	if cut(widths, 17); !slices.Equal(widths, []int{5, 7, 5}) {
		t.Errorf("columns that fit are cut to %v", widths)
	}
}
