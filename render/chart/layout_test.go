package chart

import (
	"fmt"
	"strings"
	"testing"

	"paddock/games/gamestest/golden"
)

// The page lists all marks of some charts, so that a mark that is a little off is seen. Names are
// short, so that most widths do not depend on the fonts.
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
	var rows [][]string
	for i := range rowsAtMost + 3 {
		rows = append(rows, []string{fmt.Sprint(i + 1), fmt.Sprint("P", i), "9"})
	}
	var page strings.Builder
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
			Title: "Cup", Head: []string{"", "name", "n"}, Rows: rows, Podium: []string{"p0", "p1", "p2"},
			More: func(rows int) string { return fmt.Sprint(rows, " more") },
		}},
		{"a short table", Chart{Head: []string{"", "", "n"}, Rows: rows[:2], Podium: []string{"p0", "p1"}}},
	} {
		d := Lay(c.chart)
		fmt.Fprintf(&page, "%s: %d × %d\n", c.name, d.Width, d.Height)
		for _, m := range d.Marks {
			fmt.Fprintf(&page, "\t%d %d at %d %d, %d × %d, %d %d %t %q\n", m.Shape, m.Ink, m.X, m.Y, m.W, m.H, m.Size,
				m.Weight, m.Crisp, m.Text)
		}
	}
	golden.Check(t, "testdata/layouts.txt", page.String())
}
