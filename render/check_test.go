package render

import (
	"errors"
	"slices"
	"strings"
	"testing"
	"unicode/utf8"

	"paddock/games/scene"
)

// The table has each limit of a scene, just kept and just exceeded, with the error. An empty text
// means that the scene can be shown.
func TestCheckLimits(t *testing.T) {
	cells := func(n int) []scene.Cell { return make([]scene.Cell, n) }
	beside := func(change func(s *scene.Scene)) func(s *scene.Scene) {
		return func(s *scene.Scene) {
			s.Beside = &scene.Beside{Scene: *s}
			change(&s.Beside.Scene)
		}
	}
	nothing := func(*scene.Scene) {}
	for name, c := range map[string]struct {
		change func(s *scene.Scene)
		want   string
	}{
		"nothing":              {nothing, ""},
		"another family":       {func(s *scene.Scene) { s.Family = "rings" }, `unknown family "rings"`},
		"no columns":           {func(s *scene.Scene) { s.Cols, s.Cells = 0, nil }, "0 columns, 2 rows, 0 cells"},
		"no rows":              {func(s *scene.Scene) { s.Rows, s.Cells = 0, nil }, "3 columns, 0 rows, 0 cells"},
		"one column":           {func(s *scene.Scene) { s.Cols, s.Cells = 1, cells(1) }, ""},
		"one row":              {func(s *scene.Scene) { s.Rows, s.Cells = 1, cells(1) }, ""},
		"a grid of a thousand": {func(s *scene.Scene) { s.Cols, s.Rows = 100, 10 }, ""},
		"a grid of more":       {func(s *scene.Scene) { s.Cols, s.Rows = 91, 11 }, "91 columns, 11 rows, 3 cells"},
		"a thousand cells":     {func(s *scene.Scene) { s.Cells = cells(1000) }, ""},
		"more cells":           {func(s *scene.Scene) { s.Cells = cells(1001) }, "3 columns, 2 rows, 1001 cells"},
		"the last column":      {func(s *scene.Scene) { s.Cells[1].Col = 2 }, ""},
		"a column too many":    {func(s *scene.Scene) { s.Cells[1].Col = 3 }, "cell 1 lies outside the grid"},
		"a column before":      {func(s *scene.Scene) { s.Cells[2].Col = -1 }, "cell 2 lies outside the grid"},
		"the last row":         {func(s *scene.Scene) { s.Cells[1].Row = 1 }, ""},
		"a row too many":       {func(s *scene.Scene) { s.Cells[1].Row = 2 }, "cell 1 lies outside the grid"},
		"a row before":         {func(s *scene.Scene) { s.Cells[2].Row = -1 }, "cell 2 lies outside the grid"},
		"a path":               {func(s *scene.Scene) { s.Path = []int{0, 2} }, ""},
		"a path too far":       {func(s *scene.Scene) { s.Path = []int{0, 3} }, "the path goes through cell 3 of 3"},
		"a path from nowhere":  {func(s *scene.Scene) { s.Path = []int{-1} }, "the path goes through cell -1 of 3"},
		"a track too far": {
			func(s *scene.Scene) { s.Tracks = []scene.Track{{}, {Path: []int{3}}} }, "the path goes through cell 3 of 3",
		},
		"a line": {func(s *scene.Scene) { s.Lines = []scene.Line{{A: 0, B: 2}, {A: 2, B: 0}} }, ""},
		"a line from nowhere": {
			func(s *scene.Scene) { s.Lines = []scene.Line{{A: -1, B: 1}} }, "a line joins cells -1 and 1 of 3",
		},
		"a line to nowhere": {
			func(s *scene.Scene) { s.Lines = []scene.Line{{A: 1, B: -1}} }, "a line joins cells 1 and -1 of 3",
		},
		"a line too far": {
			func(s *scene.Scene) { s.Lines = []scene.Line{{A: 0, B: 3}} }, "a line joins cells 0 and 3 of 3",
		},
		"a line from too far": {
			func(s *scene.Scene) { s.Lines = []scene.Line{{A: 3, B: 0}} }, "a line joins cells 3 and 0 of 3",
		},
		"a board beside": {beside(nothing), ""},
		"another family beside": {
			beside(func(s *scene.Scene) { s.Family = scene.Pits }), `a board of "pits" beside one of "squares"`,
		},
		"a third board":         {beside(beside(nothing)), `a board of "squares" beside one of "squares"`},
		"a broken board beside": {beside(func(s *scene.Scene) { s.Path = []int{7} }), "the path goes through cell 7 of 3"},
		"no words":              {func(s *scene.Scene) { s.Words = "" }, "the words have 0 characters, want 1 to 1024"},
		"many words":            {func(s *scene.Scene) { s.Words = strings.Repeat("ä", 1024) }, ""},
		"too many words": {
			func(s *scene.Scene) { s.Words = strings.Repeat("ä", 1025) }, "the words have 1025 characters, want 1 to 1024",
		},
		"a long text": {
			func(s *scene.Scene) { s.Below = []string{strings.Repeat("ä", 1991-utf8.RuneCountInString(Text(*s)))} }, "",
		},
		"a text too long": {
			func(s *scene.Scene) { s.Below = []string{strings.Repeat("ä", 1992-utf8.RuneCountInString(Text(*s)))} },
			"the text board has 1993 characters of at most 1992",
		},
	} {
		s := scene.Scene{
			Family: scene.Squares, Cols: 3, Rows: 2, TextWidth: 1, Words: "A board.", ColLabels: []string{"a", "b", "c"},
			Cells: []scene.Cell{{Text: "x"}, {Col: 1, Text: "y"}, {Row: 1, Text: "z"}},
		}
		s.Cells = slices.Clone(s.Cells)
		c.change(&s)
		said := ""
		if err := Check(s); err != nil {
			said, _ = strings.CutSuffix(err.Error(), ": "+ErrScene.Error())
			if !errors.Is(err, ErrScene) {
				t.Errorf("%s: %v, want ErrScene", name, err)
			}
		}
		if said != c.want {
			t.Errorf("%s: %q, want %q", name, said, c.want)
		}
	}
}
