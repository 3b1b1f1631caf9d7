package textboard

import (
	"fmt"
	"strings"
	"testing"

	"paddock/games/scene"
)

// marked shows which part of a text has the colour of which seat.
func marked(seat int8, text string) string { return fmt.Sprintf("<%d:%s>", seat, text) }

// cells reads cells with a ground from rows of words; "-" is no cell. In R'1 the text R is that of a
// piece of seat 1.
func cells(rows ...string) (list []scene.Cell) {
	for row, line := range rows {
		for col, word := range strings.Fields(line) {
			if word == "-" {
				continue
			}
			c := scene.Cell{Col: col, Row: row, Ground: scene.Plain, Text: word}
			if text, seat, ok := strings.Cut(word, "'"); ok {
				c.Text, c.Piece = text, scene.Piece{Shape: scene.Fox, Seat: int8(seat[0] - '0')}
			}
			list = append(list, c)
		}
	}
	return list
}

// pits returns a board of holes: North's, South's, then North's pot and South's.
func pits(m int, north, south func(i int) int, left, right int) scene.Scene {
	s := scene.Scene{Family: scene.Pits, Cols: m + 2, Rows: 2, Sides: []scene.Side{
		{Seat: 0, Label: "South Ann", ToMove: true}, {Seat: 1, Label: "North Bob"},
	}}
	s.Cells = append(s.Cells, scene.Cell{Ground: scene.Pot, Count: left, Owner: 1},
		scene.Cell{Col: m + 1, Row: 1, Ground: scene.Pot, Count: right})
	for i := range m {
		s.ColLabels = append(s.ColLabels, fmt.Sprint(i+1))
		s.Cells = append(s.Cells, scene.Cell{Col: i + 1, Ground: scene.Hole, Count: north(i), Owner: 1},
			scene.Cell{Col: i + 1, Row: 1, Ground: scene.Hole, Count: south(i)})
	}
	return s
}

func always(n int) func(int) int { return func(int) int { return n } }

// The table has boards, byte for byte, and which parts have which side's colour. The boards of
// docs/rules are in the tests of the games.
func TestBoards(t *testing.T) {
	count := func(i int) int { return i }
	letters := []string{"a", "b", "c"}
	for _, c := range []struct {
		name string
		s    scene.Scene
		want string
	}{
		{"squares", scene.Scene{
			Family: scene.Squares, Cols: 3, Rows: 2, TextWidth: 2, RowLabels: []string{"10", "9"}, ColLabels: letters,
			Cells: cells("10'1 S'1 - ", "~~ abc F'0"), Above: []string{"above  "}, Below: []string{"below"},
		}, `
above
10 <1:10S>
 9 ~~ab<0:F>
   a b c
below`},
		{"squares without width", scene.Scene{Cols: 2, Rows: 1, Cells: cells("xy z'0")}, `
 x<0:z>`},
		{"empty cells", scene.Scene{
			Cols: 2, Rows: 1, TextWidth: 1, Cells: []scene.Cell{{Ground: scene.Plain}, {Col: 1}, {Col: 2, Text: "x"}},
		}, `
 . x`},
		{"points", scene.Scene{
			Family: scene.Graph, Cols: 3, Rows: 3, RowLabels: []string{"3", "2", "1"}, ColLabels: letters,
			Cells: cells("o'0 - x'1", "ab . .", ". - o"),
			Lines: []scene.Line{
				{A: 0, B: 1},
				{A: 3, B: 2, Strong: true},
				{A: 0, B: 2},
				{A: 1, B: 4},
				{A: 2, B: 5},
				{A: 0, B: 3},
				{A: 3, B: 6},
				{A: 6, B: 4},
				{A: 3, B: 1},
				{A: 0, B: 7},
				{A: -1, B: 0},
			},
		}, `
3 <0:o>-------<1:x>
  | \   / |
2 a===.   .
  |     \ |
1 .       o
  a   b   c`},
		{"tiles, odd rows to the right", scene.Scene{
			Family: scene.Hexes, FlatTop: true, Cols: 3, Rows: 3, RowLabels: []string{"a", "bb", "c"},
			ColLabels: []string{"1", "2", "3"}, Cells: cells("1 R2'1 3", "1 2", "- - K3'0"),
		}, `
    1   2   3
 a  1   <1:R2>  3
bb    1   2
 c          <0:K3>
      1   2`},
		{"tiles, even rows to the right", scene.Scene{
			Family: scene.Hexes, Cols: 2, Rows: 2, RowLabels: []string{"a", "b"}, ColLabels: []string{"1", "2"},
			Cells: cells("1", "12345 2"),
		}, `
     1
a    1
b  12342
   1   2`},
		{"tiles, by their parity", scene.Scene{
			Family: scene.Hexes, ShiftRow: 1, Cols: 2, Rows: 2, RowLabels: []string{"a", "b"},
			ColLabels: []string{"1", "2"}, Cells: cells("1", "1 2"),
		}, `
   1
a  1
b    1   2
     1   2`},
		{"holes", pits(3, count, always(4), 5, 12), `
  <1:North Bob>
    1  2  3
<1:    0  1  2>
<1: 5>          <0:12>
<0:    4  4  4>
    1  2  3
> <0:South Ann>`},
		{"large numbers", pits(2, always(7), always(100), 1, 1234), `
  <1:North Bob>
       1   2
<1:       7   7>
<1:   1>         <0:1234>
<0:     100 100>
       1   2
> <0:South Ann>`},
		{"a large number on the left", pits(1, always(7), always(1), 1234, 1), `
  <1:North Bob>
      1
<1:      7>
<1:1234>    <0:   1>
<0:      1>
      1
> <0:South Ann>`},
		{"as wide as a board may lie", pits(7, always(100), always(1), 12, 0), `
  <1:North Bob>
     1   2   3   4   5   6   7
<1:   100 100 100 100 100 100 100>
<1:12>                             <0: 0>
<0:     1   1   1   1   1   1   1>
     1   2   3   4   5   6   7
> <0:South Ann>`},
		{"wider", pits(10, func(i int) int { return 10 * i }, count, 5, 7), `
  <1:North Bob>
  <0:    ><1:   5> pot
  <0:   S><1:   N>
 1<0:   0><1:   0>   1
 2<0:   1><1:  10>   2
 3<0:   2><1:  20>   3
 4<0:   3><1:  30>   4
 5<0:   4><1:  40>   5
 6<0:   5><1:  50>   6
 7<0:   6><1:  60>   7
 8<0:   7><1:  70>   8
 9<0:   8><1:  80>   9
10<0:   9><1:  90>  10
pot<0:  7>
> <0:South Ann>`},
		{"wider, with large numbers", pits(8, always(1000), always(1), 5, 7), `
  <1:North Bob>
  <0:      ><1:     5> pot
  <0:     S><1:     N>
 1<0:     1><1:  1000>   1
 2<0:     1><1:  1000>   2
 3<0:     1><1:  1000>   3
 4<0:     1><1:  1000>   4
 5<0:     1><1:  1000>   5
 6<0:     1><1:  1000>   6
 7<0:     1><1:  1000>   7
 8<0:     1><1:  1000>   8
pot<0:    7>
> <0:South Ann>`},
	} {
		if got := Painted(c.s, marked); got != strings.TrimPrefix(c.want, "\n") {
			t.Errorf("%s: got\n%s\nwant%s", c.name, got, c.want)
		}
	}
}

// Holes outside the board are left out, and so are labels that are missing.
func TestPitsOutside(t *testing.T) {
	s := pits(2, always(3), always(4), 0, 0)
	want := strings.Replace(Painted(s, marked), "    1  2\n", "    1   \n", 2)
	want = strings.ReplaceAll(want, "    1   \n", "    1\n")
	s.ColLabels = s.ColLabels[:1]
	for _, at := range [][2]int{{0, 0}, {3, 0}, {1, -1}, {1, 2}, {-1, 1}} {
		s.Cells = append(s.Cells, scene.Cell{Col: at[0], Row: at[1], Ground: scene.Hole, Count: 999})
	}
	if got := Painted(s, marked); got != want {
		t.Errorf("got\n%s\nwant\n%s", got, want)
	}
}

// Cells far outside the grid are left out.
func TestFarOutside(t *testing.T) {
	for _, at := range []struct {
		col, row int
		shown    bool
	}{
		{0, 0, true},
		{999, 0, true},
		{1000, 0, false},
		{0, 1000, true},
		{0, 1001, false},
		{-1, 0, false},
		{0, -1, false},
	} {
		s := scene.Scene{TextWidth: 1, Cells: []scene.Cell{{Col: at.col, Row: at.row, Text: "x"}}}
		if got := strings.Contains(Painted(s, marked), "x"); got != at.shown {
			t.Errorf("a cell at %d, %d is shown: %t", at.col, at.row, got)
		}
	}
}

// A name can end neither the code block nor its line, and a result that the message shows is left out.
func TestTamed(t *testing.T) {
	s := pits(1, always(1), always(1), 0, 0)
	s.Sides[0].Label, s.Sides[1].Label = "`a\nb", "\u2028c\u2029"
	s.ColLabels = []string{"`"}
	s.Above, s.Below, s.Result = []string{"```\t"}, []string{"the result", "and `more`"}, "the result"
	const board = "  <1: c >\n    '\n<1:    1>\n<1: 0>    <0: 0>\n<0:    1>\n    '\n> <0:'a b>\n"
	if got, want := Painted(s, marked), "'''\n"+board+"the result\nand 'more'"; got != want {
		t.Errorf("%q, want %q", got, want)
	}
	if s.Told = true; Painted(s, marked) != "'''\n"+board+"and 'more'" {
		t.Errorf("%q, want no result", Painted(s, marked))
	}
	if s.Below[0] != "the result" {
		t.Error("the scene was changed")
	}
}
