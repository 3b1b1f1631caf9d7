// Package textboard draws scenes in monospace characters, for people who can't see pictures or
// prefer text. It knows no game and no picture. Start reading at [Painted].
package textboard

import (
	"fmt"
	"slices"
	"strconv"
	"strings"
	"unicode"
	"unicode/utf8"

	"paddock/games/scene"
)

// flat is the greatest width, in columns, of a board of holes that is not turned (rules/kalah K23).
const flat = 34

// Paint is a function that colours a text that belongs to a side, given by the Seat of its pieces.
type Paint func(seat int8, text string) string

// Painted draws a board with the lines above and below it. The result has no trailing spaces and is
// meant for a code block, which nothing in the scene can end. Pieces, holes and pots have their
// side's colour. Painted draws any scene, and leaves out what is outside the grid.
func Painted(s scene.Scene, paint Paint) string {
	var lines []string
	switch s.Family {
	case scene.Pits:
		lines = pitsText(s, paint)
	case scene.Graph:
		lines = graphText(s).lines(paint)
	case scene.Hexes:
		lines = hexesText(s).lines(paint)
	default:
		lines = squaresText(s).lines(paint)
	}
	below := s.Below
	if s.Told {
		below = slices.DeleteFunc(slices.Clone(below), func(line string) bool { return line == s.Result })
	}
	all := append(append(tamed(s.Above), lines...), tamed(below)...)
	for i, l := range all {
		all[i] = strings.TrimRight(l, " ")
	}
	return strings.Join(all, "\n")
}

func tamed(lines []string) (all []string) {
	for _, l := range lines {
		all = append(all, strings.Map(tame, l))
	}
	return all
}

// tame changes names so that they can't end the code block or the line.
func tame(r rune) rune {
	switch {
	case r == '`':
		return '\''
	case unicode.IsControl(r), r == '\u2028', r == '\u2029':
		return ' '
	}
	return r
}

// grid is a page of characters that grows as it is written on.
type grid [][]character

// character is one of them and whose it is.
type character struct {
	rune
	of int8 // the Seat of the piece to which the character belongs, plus 1; 0: it belongs to no piece
}

func (g *grid) put(col, row int, text string) { g.piece(col, row, text, scene.Cell{}) }

// piece writes the text of a piece that stands on a cell.
func (g *grid) piece(col, row int, text string, c scene.Cell) {
	if col < 0 || row < 0 || row > 1000 || col > 1000 {
		return
	}
	*g = append(*g, make(grid, max(row+1-len(*g), 0))...)
	var of int8
	if c.Piece.Shape != scene.NoPiece {
		of = c.Piece.Seat + 1
	}
	line := (*g)[row]
	for _, r := range text {
		for len(line) <= col {
			line = append(line, character{rune: ' '})
		}
		line[col] = character{tame(r), of}
		col++
	}
	(*g)[row] = line
}

func (g grid) lines(paint Paint) []string {
	lines := make([]string, len(g))
	for i, l := range g {
		var b strings.Builder
		for len(l) > 0 && l[len(l)-1].rune == ' ' { // a coloured blank at the end of a line would not be trimmed
			l = l[:len(l)-1]
		}
		for len(l) > 0 {
			n := 1
			for n < len(l) && l[n].of == l[0].of {
				n++
			}
			part := make([]rune, n)
			for k := range part {
				part[k] = l[k].rune
			}
			if text := string(part); l[0].of > 0 {
				b.WriteString(paint(l[0].of-1, text))
			} else {
				b.WriteString(text)
			}
			l = l[n:]
		}
		lines[i] = b.String()
	}
	return lines
}

// squaresText puts cells side by side, without spaces between them (rules/stratego S55).
func squaresText(s scene.Scene) grid {
	var g grid
	w, margin := max(s.TextWidth, 1), widest(s.RowLabels)+1
	for _, c := range s.Cells {
		if c.Col < 0 {
			continue
		}
		g.piece(margin+c.Col*w, c.Row, short(cellText(c), w), c)
	}
	for r, l := range s.RowLabels {
		g.put(0, r, right(l, margin-1))
	}
	for c, l := range s.ColLabels {
		g.put(margin+c*w, s.Rows, l)
	}
	return g
}

// graphText puts points four columns and two lines apart, with their lines between them
// (rules/halatafl H32).
func graphText(s scene.Scene) grid {
	var g grid
	margin := widest(s.RowLabels) + 1
	at := func(i int) (col, row int, ok bool) {
		if i < 0 || i >= len(s.Cells) {
			return 0, 0, false
		}
		return margin + 4*s.Cells[i].Col, 2 * s.Cells[i].Row, true
	}
	for _, l := range s.Lines {
		ac, ar, aok := at(l.A)
		bc, br, bok := at(l.B)
		if !aok || !bok {
			continue
		}
		if ac > bc {
			ac, ar, bc, br = bc, br, ac, ar
		}
		switch {
		case ar == br && l.Strong:
			g.put(ac, ar, strings.Repeat("=", bc-ac))
		case ar == br:
			g.put(ac, ar, strings.Repeat("-", bc-ac))
		case ac == bc:
			g.put(ac, (ar+br)/2, "|")
		case br > ar:
			g.put((ac+bc)/2, (ar+br)/2, `\`)
		default:
			g.put((ac+bc)/2, (ar+br)/2, "/")
		}
	}
	for i, c := range s.Cells {
		col, row, _ := at(i)
		g.piece(col, row, short(cellText(c), 1), c)
	}
	for r, l := range s.RowLabels {
		g.put(0, 2*r, right(l, margin-1))
	}
	for c, l := range s.ColLabels {
		g.put(margin+4*c, 2*s.Rows-1, l)
	}
	return g
}

// hexesText puts tiles four columns apart, and shifts every second row two columns to the right
// (rules/fish F45). Shifted rows have other column numbers, so there is a line of labels for either
// kind of row.
func hexesText(s scene.Scene) grid {
	var g grid
	margin := widest(s.RowLabels) + 2
	column := func(col, row int) int { return margin + 4*col + 2*s.Shifted(row) }
	var cols [2]int // number of cells in plain and in shifted rows
	for _, c := range s.Cells {
		if c.Col < 0 || c.Row < 0 {
			continue
		}
		g.piece(column(c.Col, c.Row), 1+c.Row, short(cellText(c), 4), c)
		cols[s.Shifted(c.Row)] = max(cols[s.Shifted(c.Row)], c.Col+1)
	}
	for r, l := range s.RowLabels {
		g.put(0, 1+r, right(l, margin-2))
	}
	header := func(line, like int) { // the labels of rows like row `like`
		for c := range min(cols[s.Shifted(like)], len(s.ColLabels)) {
			g.put(column(c, like), line, s.ColLabels[c])
		}
	}
	header(0, 0)
	header(1+s.Rows, 1)
	return g
}

// pitBoard is a board of holes, sorted for drawing.
type pitBoard struct {
	holes        [2][]scene.Cell // the upper and the lower row, from left to right
	pots         [2]scene.Cell   // the left and the right pot
	sides        [2]scene.Side   // the side above the board and the side below
	labels       []string
	width, depth int // widths of a hole's number and of a pot's number, in columns
	paint        Paint
}

func newPitBoard(s scene.Scene) pitBoard {
	b := pitBoard{width: 2, depth: 2, labels: s.ColLabels}
	owner := [2]int8{1, 0}
	for row := range b.holes {
		b.holes[row] = make([]scene.Cell, max(s.Cols-2, 0))
	}
	for _, c := range s.Cells {
		switch {
		case c.Ground == scene.Pot && c.Col == 0:
			b.pots[0] = c
			b.depth = max(b.depth, len(strconv.Itoa(c.Count)))
		case c.Ground == scene.Pot:
			b.pots[1] = c
			b.depth = max(b.depth, len(strconv.Itoa(c.Count)))
		case c.Row >= 0 && c.Row < 2 && c.Col >= 1 && c.Col <= len(b.holes[c.Row]):
			b.holes[c.Row][c.Col-1] = c
			owner[c.Row] = c.Owner
			b.width = max(b.width, len(strconv.Itoa(c.Count)))
		}
	}
	for row := range b.sides {
		for _, side := range s.Sides {
			if side.Seat == owner[row] {
				b.sides[row] = side
			}
		}
	}
	return b
}

// label returns the number of the i-th hole from the left, or nothing.
func (b pitBoard) label(i int) string {
	if i < len(b.labels) {
		return strings.Map(tame, b.labels[i])
	}
	return ""
}

// pitsText draws two rows of holes between two pots, lying or, where that is too wide, standing
// (rules/kalah K23).
func pitsText(s scene.Scene, paint Paint) []string {
	b := newPitBoard(s)
	b.paint = paint
	lines := []string{b.named(0)}
	if m := len(b.holes[0]); 2*b.depth+m*(b.width+1)+1 > flat {
		lines = append(lines, b.standing()...)
	} else {
		lines = append(lines, b.lying()...)
	}
	return append(lines, b.named(1))
}

func (b pitBoard) lying() []string {
	indent := strings.Repeat(" ", b.depth)
	numbers, counts := indent, [2]string{indent, indent}
	for i := range b.holes[0] {
		numbers += " " + right(b.label(i), b.width)
		for row := range counts {
			counts[row] += " " + right(strconv.Itoa(b.holes[row][i].Count), b.width)
		}
	}
	gap := strings.Repeat(" ", len(b.holes[0])*(b.width+1)+1)
	pots := b.of(0, right(strconv.Itoa(b.pots[0].Count), b.depth)) + gap +
		b.of(1, right(strconv.Itoa(b.pots[1].Count), b.depth))
	return []string{numbers, b.of(0, counts[0]), pots, b.of(1, counts[1]), numbers}
}

// standing returns the board after a quarter turn clockwise: the lower row goes down on the left,
// the upper one up on the right.
func (b pitBoard) standing() []string {
	w := 2 + max(b.width, b.depth)
	row := func(left, south, north, r string) string {
		return fmt.Sprintf("%2s%s%s%4s", left, b.of(1, right(south, w)), b.of(0, right(north, w)), r)
	}
	lines := []string{
		row("", "", strconv.Itoa(b.pots[0].Count), "pot"),
		row("", initial(b.sides[1]), initial(b.sides[0]), ""),
	}
	for i := range b.holes[0] {
		lines = append(lines, row(b.label(i), strconv.Itoa(b.holes[1][i].Count), strconv.Itoa(b.holes[0][i].Count),
			b.label(i)))
	}
	return append(lines, "pot"+b.of(1, fmt.Sprintf("%*d", w-1, b.pots[1].Count)))
}

// of returns a text in the colour of the side above (row 0) or below (row 1).
func (b pitBoard) of(row int, text string) string { return b.paint(b.sides[row].Seat, text) }

func (b pitBoard) named(row int) string {
	side, mark := b.sides[row], "  "
	if side.ToMove {
		mark = "> "
	}
	return mark + b.of(row, strings.Map(tame, side.Label))
}

func initial(side scene.Side) string {
	_, n := utf8.DecodeRuneInString(side.Label)
	return strings.Map(tame, side.Label[:n])
}

func cellText(c scene.Cell) string {
	if c.Text == "" && c.Ground != "" {
		return "."
	}
	return c.Text
}

// right pads text to w columns so that it ends at the right.
func right(text string, w int) string { return fmt.Sprintf("%*s", w, text) }

// short cuts text to w characters.
func short(text string, w int) string { return fmt.Sprintf("%.*s", w, text) }

func widest(labels []string) int {
	w := 0
	for _, l := range labels {
		w = max(w, utf8.RuneCountInString(l))
	}
	return w
}
