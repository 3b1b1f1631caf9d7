package render

import (
	"strings"
	"testing"

	"paddock/games/scene"
)

// The test compares a text board of docs/rules byte for byte. The tests of the games compare the
// other ones.
func TestTextIsAsPrinted(t *testing.T) {
	tests := []struct {
		name  string
		scene scene.Scene
		want  string
	}{
		{"F45 course, odd rows indented", fishScene(true, "1 2 3 4 5", "3 . 4 5 1", "5 R2 . 1 1"), `
   1   2   3   4   5
a  1   2   3   4   5
b    3   .   4   5   1
c  5   R2  .   1   1
     1   2   3   4   5`},
	}
	for _, tt := range tests {
		t.Run(tt.name, func(t *testing.T) {
			if got, want := Text(tt.scene), strings.TrimPrefix(tt.want, "\n"); got != want {
				t.Errorf("got\n%s\nwant\n%s", got, want)
			}
		})
	}
}

const flat = 34 // the least width of a window, in columns, in which a board is not turned

// K23: a board that is too wide for a phone is turned. Its width decides, not its number of holes.
func TestKalahBoardIsTurnedOver34Columns(t *testing.T) {
	for _, tt := range []struct {
		m, count, pot int
		turned        bool
	}{
		{9, 4, 0, false},
		{10, 4, 0, true},
		{7, 100, 0, false},
		{8, 100, 0, true},
		{9, 4, 100, false},
		{9, 4, 1000, true},
	} {
		s := kalahScene(evenly(tt.m, tt.count), evenly(tt.m, 1), [2]int{tt.pot, 0}, 0, names)
		text := Text(s)
		if got := strings.Contains(text, "pot"); got != tt.turned {
			t.Errorf("m = %d, count %d, pot %d: turned = %t, want %t:\n%s", tt.m, tt.count, tt.pot, got, tt.turned,
				text)
		}
		for _, line := range strings.Split(text, "\n") {
			if len(line) > flat {
				t.Errorf("line %q has %d columns, more than %d", line, len(line), flat)
			}
		}
	}
}

// A name can't end the board's code block or its line.
func TestTextStaysInItsCodeBlock(t *testing.T) {
	s := kalahScene(evenly(6, 4), evenly(6, 4), [2]int{}, 0, [2]string{"```\n@everyone", "a\u2028b"})
	text := Text(s)
	if strings.Contains(text, "`") {
		t.Errorf("a name ends the code block:\n%s", text)
	}
	if got, want := strings.Count(text, "\n"), 6; got != want {
		t.Errorf("%d line breaks, want %d:\n%s", got, want, text)
	}
}

// Every scene has a text board, which is sent when the picture fails. Cells outside the grid are
// left out.
func TestTextOfAnyScene(t *testing.T) {
	const noHoles = "\n\n\n 0  0\n\n\n" // the board of a game without holes: two pots
	for _, tt := range []struct {
		name  string
		scene scene.Scene
		want  string
	}{
		{"nothing", scene.Scene{}, ""},
		{"no holes", scene.Scene{Family: scene.Pits}, noHoles},
		{
			"a hole outside",
			scene.Scene{Family: scene.Pits, Cols: 1, Cells: []scene.Cell{{Col: 9, Row: 9, Count: 7}}},
			noHoles,
		},
		{"a line between no points", scene.Scene{Family: scene.Graph, Lines: []scene.Line{{A: 3, B: -1}}}, ""},
		{
			"a tile left of the board",
			scene.Scene{
				Family: scene.Hexes, ColLabels: []string{"1"},
				Cells: []scene.Cell{{Col: -4, Row: 2, Text: "x"}},
			},
			"",
		},
		{"a square far away", scene.Scene{
			Family: scene.Squares,
			Cells:  []scene.Cell{{Col: 1 << 30, Row: 1 << 30, Text: "x"}},
		}, ""},
		{"a square above", scene.Scene{
			Family: scene.Squares, Rows: 1,
			Cells: []scene.Cell{{Row: -1, Text: "x"}, {Text: "y"}},
		}, " y"},
		{
			"what would end the block or the line",
			scene.Scene{
				Above: []string{"```\nabove\u2028 "}, Below: []string{"\tbelow`"}, Rows: 1, TextWidth: 3,
				RowLabels: []string{"`"}, Cells: []scene.Cell{{Text: "a\nb"}},
			},
			"''' above\n' a b\n below'",
		},
		{
			"a text longer than its cell",
			scene.Scene{Rows: 1, TextWidth: 1, Cells: []scene.Cell{{Text: "xyz"}, {Col: 1, Text: "é"}}},
			" xé",
		},
	} {
		if got := Text(tt.scene); got != tt.want {
			t.Errorf("%s: %q, want %q", tt.name, got, tt.want)
		}
	}
	for name, s := range scenes() {
		want := Text(s)
		for _, at := range [][2]int{{-1, -1}, {2, -1}, {-1, 2}, {-70, 2}, {2, -1 << 40}} {
			odd := s
			odd.Cells = append(append([]scene.Cell(nil), s.Cells...),
				scene.Cell{Col: at[0], Row: at[1], Text: "x", Count: 9, Ground: scene.Plain})
			if got := Text(odd); got != want {
				t.Errorf("%s with a cell at %v: the text is\n%s\nwant\n%s", name, at, got, want)
			}
		}
	}
}

// A result that the message says beside the board is not repeated on the board.
func TestTextLeavesOutAToldResult(t *testing.T) {
	s := kalahScene(evenly(6, 0), evenly(6, 0), [2]int{30, 18}, -1, names, "last: South 6", "South won 30 to 18.")
	s.Result = "South won 30 to 18."
	if !strings.Contains(Text(s), s.Result) {
		t.Errorf("no result on\n%s", Text(s))
	}
	s.Told = true
	if text := Text(s); strings.Contains(text, s.Result) || !strings.Contains(text, "last: South 6") {
		t.Errorf("with a result that is told elsewhere:\n%s", text)
	}
}
