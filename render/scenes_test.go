package render

import (
	"strconv"
	"strings"

	"paddock/games/scene"
)

// The scenes below are made by hand from printed boards, in the form that games/scene specifies.

// kalahScene returns a board of holes. To is the seat to move, or -1.
func kalahScene(south, north []int, pots [2]int, to int8, names [2]string, below ...string) scene.Scene {
	m := len(south)
	s := scene.Scene{Family: scene.Pits, Cols: m + 2, Rows: 2, TextWidth: 2, Below: below, Words: "Kalah."}
	for i, seat := range []string{"South", "North"} {
		label := strings.TrimSpace(seat + " " + names[i])
		s.Sides = append(s.Sides, scene.Side{Seat: int8(i), Label: label, Name: names[i], ToMove: int8(i) == to})
	}
	s.Cells = append(s.Cells, scene.Cell{Col: 0, Ground: scene.Pot, Count: pots[1], Owner: 1})
	for i, n := range north {
		s.Cells = append(s.Cells,
			scene.Cell{Col: i + 1, Row: 0, Name: strconv.Itoa(i + 1), Ground: scene.Hole, Count: n, Owner: 1})
		s.ColLabels = append(s.ColLabels, strconv.Itoa(i+1))
	}
	for i, n := range south {
		s.Cells = append(s.Cells,
			scene.Cell{Col: i + 1, Row: 1, Name: strconv.Itoa(i + 1), Ground: scene.Hole, Count: n, Owner: 0})
	}
	s.Cells = append(s.Cells, scene.Cell{Col: m + 1, Row: 1, Ground: scene.Pot, Count: pots[0], Owner: 0})
	return s
}

// evenly returns n times v.
func evenly(n, v int) []int {
	row := make([]int, n)
	for i := range row {
		row[i] = v
	}
	return row
}

// cellNamed returns the index of a cell.
func cellNamed(s *scene.Scene, name string) int {
	for i := range s.Cells {
		if s.Cells[i].Name == name {
			return i
		}
	}
	panic("no cell " + name)
}

// markCells sets marks on cells by name.
func markCells(s *scene.Scene, m scene.Marks, names ...string) {
	for _, n := range names {
		s.Cells[cellNamed(s, n)].Marks |= m
	}
}

// through sets the path of the last move.
func through(s *scene.Scene, names ...string) {
	for _, n := range names {
		s.Path = append(s.Path, cellNamed(s, n))
	}
}

// halataflScene reads the rows of rules/halatafl H30: S, F and numbers of empty points.
func halataflScene(board, above string, below ...string) scene.Scene {
	s := scene.Scene{
		Family: scene.Graph, Cols: 7, Rows: 7, TextWidth: 1, Above: []string{above}, Below: below, Words: "Halatafl.",
		ColLabels: []string{"a", "b", "c", "d", "e", "f", "g"}, RowLabels: []string{"7", "6", "5", "4", "3", "2", "1"},
		Sides: []scene.Side{
			{Seat: 0, Label: "Sheep Marge", Name: "Marge", Score: "20 sheep", ToMove: true},
			{Seat: 1, Label: "Foxes Homer", Name: "Homer", Score: "2 foxes"},
		},
	}
	var at [7][7]int
	for row, line := range strings.Split(board, "/") {
		col := 0
		if row < 2 || row > 4 {
			col = 2
		}
		for _, r := range line {
			n := 1
			if r >= '1' && r <= '9' {
				n = int(r - '0')
			}
			for range n {
				c := scene.Cell{
					Col: col, Row: row, Name: string(rune('a'+col)) + strconv.Itoa(7-row),
					Ground: scene.Plain, Text: ".",
				}
				if row < 3 && col >= 2 && col <= 4 {
					c.Ground, c.Text = scene.Goal, "o"
				}
				switch r {
				case 'S':
					c.Piece, c.Text = scene.Piece{Shape: scene.Sheep, Seat: 0}, "S"
				case 'F':
					c.Piece, c.Text = scene.Piece{Shape: scene.Fox, Seat: 1}, "F"
				}
				s.Cells = append(s.Cells, c)
				at[row][col] = len(s.Cells)
				col++
			}
		}
	}
	for row := range 7 {
		for col := range 7 {
			a := at[row][col]
			if a == 0 {
				continue
			}
			join := func(r, c int) {
				if r >= 0 && r < 7 && c >= 0 && c < 7 && at[r][c] > 0 {
					b := at[r][c]
					strong := r == row && s.Cells[a-1].Ground == scene.Goal && s.Cells[b-1].Ground == scene.Goal
					s.Lines = append(s.Lines, scene.Line{A: a - 1, B: b - 1, Strong: strong})
				}
			}
			join(row, col+1)
			join(row+1, col)
			if (col+1+7-row)%2 == 0 {
				join(row+1, col+1)
				join(row+1, col-1)
			} // the other ends of diagonals have the same parity
		}
	}
	return s
}

// strategoScene reads the rows of a printed text board, w characters per square, with their labels.
func strategoScene(w int, turned bool, printed string) scene.Scene {
	lines := strings.Split(strings.Trim(printed, "\n"), "\n")
	s := scene.Scene{Family: scene.Squares, Cols: 10, Rows: 10, TextWidth: w, Turned: turned, Words: "Stratego."}
	for row, line := range lines[:10] {
		s.RowLabels = append(s.RowLabels, strings.TrimSpace(line[:2]))
		line += strings.Repeat(" ", 40)
		for col := range 10 {
			t := strings.TrimSpace(line[3+w*col : 3+w*col+w])
			c := scene.Cell{Col: col, Row: row, Ground: scene.Plain, Text: t}
			switch {
			case t[0] == '~':
				c.Ground = scene.Water
			case t != ".":
				c.Piece = strategoPiece(t, row, turned, &c.Marks)
			}
			s.Cells = append(s.Cells, c)
		}
	}
	s.ColLabels = strings.Fields(lines[10])
	for i := range s.Cells {
		s.Cells[i].Name = s.ColLabels[s.Cells[i].Col] + s.RowLabels[s.Cells[i].Row]
	}
	s.Sides = []scene.Side{
		{Seat: 0, Label: "RED Marge", Name: "Marge", Score: "39 pieces", Lost: lostPieces(0, "5"), ToMove: true},
		{Seat: 1, Label: "BLUE Homer", Name: "Homer", Score: "39 pieces", Lost: lostPieces(1, "5")},
	}
	return s
}

// strategoPiece reads the content of a square. A seat's view does not print owners: here pieces in
// the lower half belong to the seat.
func strategoPiece(t string, row int, turned bool, m *scene.Marks) scene.Piece {
	p := scene.Piece{Shape: scene.Soldier, Seat: 0}
	if t[0] == 'r' || t[0] == 'b' {
		if t[0] == 'b' {
			p.Seat = 1
		}
		t = t[1:]
	} else if (t[0] == '?' || row < 4) != turned {
		p.Seat = 1
	}
	p.Letter, p.Rank = t[:1], ranks[t[0]]
	if strings.Contains(t, "'") {
		*m |= scene.Moved
	}
	if strings.ContainsAny(t, "!*") {
		*m |= scene.Known
	}
	return p
}

// ranks maps the usual letters to insignia.
var ranks = map[byte]scene.Rank{
	'1': scene.Marshal, '2': scene.General, '3': scene.Colonel, '4': scene.Major, '5': scene.Captain,
	'6': scene.Lieutenant, '7': scene.Sergeant,
	'8': scene.Miner, '9': scene.Scout, 'S': scene.Spy, 'B': scene.Bomb, 'F': scene.Flag,
}

// lostPieces returns the losses in a text of ranks. Equal ranks that are next to each other count
// as one loss with their number.
func lostPieces(seat int8, letters string) (list []scene.Loss) {
	for _, l := range []byte(letters) {
		if n := len(list); n > 0 && list[n-1].Piece.Letter == string(l) {
			list[n-1].Count++
			continue
		}
		list = append(list, scene.Loss{Piece: scene.Piece{
			Shape: scene.Soldier, Letter: string(l), Rank: ranks[l],
			Seat: seat,
		}, Count: 1})
	}
	return list
}

// fishScene reads the tiles of a text board: "2", ".", "R1". Flat boards are the course's.
func fishScene(flat bool, rows ...string) scene.Scene {
	s := scene.Scene{Family: scene.Hexes, Rows: len(rows), FlatTop: flat, TextWidth: 2, Words: "Fish."}
	for row, line := range rows {
		letter := string(rune('a' + row))
		s.RowLabels = append(s.RowLabels, letter)
		for col, t := range strings.Fields(line) {
			c := scene.Cell{Col: col, Row: row, Name: letter + strconv.Itoa(col+1), Text: t, Ground: scene.Tile}
			switch {
			case t == ".":
				c.Ground = scene.Water
			case len(t) == 2:
				seat := strings.Index("RWNK", t[:1])
				c.Piece = scene.Piece{Shape: scene.Penguin, Letter: t[:1], Seat: int8(seat)}
				t = t[1:]
				fallthrough
			default:
				c.Count, _ = strconv.Atoi(t)
			}
			s.Cells = append(s.Cells, c)
			s.Cols = max(s.Cols, col+1)
		}
	}
	for c := range s.Cols {
		s.ColLabels = append(s.ColLabels, strconv.Itoa(c+1))
	}
	for i, colour := range []string{"red", "white", "brown"} {
		s.Sides = append(s.Sides,
			scene.Side{
				Seat: int8(i), Label: colour + " Marge", Name: "Marge", Score: "fish 3 · tiles 3",
				ToMove: i == 2,
			})
	}
	return s
}

var names = [2]string{"Marge", "Homer"}

const (
	redView = `
10 ? ? ? ? ? ? ? ? ? ?
 9 ? ? ? ? ? ? ? ? ? ?
 8 ? ? ? ? ? ? ? ? ? ?
 7 ? ? ? ? . . ? ? . .
 6 9*. ~ ~ . . ~ ~ ?'?'
 5 . . ~ ~ . ?'~ ~ . .
 4 . 6 3 9 . 9 4 1 9 6
 3 7 9 5 2 S 7 9 3 5 4
 2 8 6 9 B 8 4 7 B 6 9
 1 8 7 B F B 8 5 B 8 B
   a b c d e f g h i j`
	blueView = `
 1 ? ? ? ? ? ? ? ? ? ?
 2 ? ? ? ? ? ? ? ? ? ?
 3 ? ? ? ? ? ? ? ? ? ?
 4 ? ? ? ? ? . ? ? ? .
 5 . . ~ ~ 9'. ~ ~ . .
 6 6'9'~ ~ . . ~ ~ . 9!
 7 . . 1 4 . . 9 3 6 9
 8 4 5 3 9 7 S 2 5 9 7
 9 9 6 B 7 4 8 B 9 6 8
10 B 8 B 5 8 B F B 7 8
   j i h g f e d c b a`
	spectatorView = `
10 b? b? b? b? b? b? b? b? b? b?
 9 b? b? b? b? b? b? b? b? b? b?
 8 b? b? b? b? b? b? b? b? b? b?
 7 b? b? b? b? .  .  b? b? .  .
 6 r9!.  ~~ ~~ .  .  ~~ ~~ b?'b?'
 5 .  .  ~~ ~~ .  b?'~~ ~~ .  .
 4 .  r? r? r? .  r? r? r? r? r?
 3 r? r? r? r? r? r? r? r? r? r?
 2 r? r? r? r? r? r? r? r? r? r?
 1 r? r? r? r? r? r? r? r? r? r?
   a  b  c  d  e  f  g  h  i  j`
)

var officialRows = []string{
	"R1  3   2   1   .   2   2",
	"1   2   3   1   3   1   1   2",
	"1   2   W2  N1  3   .   3",
	".   2   1   2   R3  N1  R1  1",
	"1   1   .   1   1   1   .",
	"2   1   2   N1  1   .   1   2",
	".   2   2   2   1   2   2",
	"3   2   2   W1  1   3   .   W3",
}

// scenes lists positions of all families with all marks.
func scenes() map[string]scene.Scene {
	list := map[string]scene.Scene{}

	list["kalah start"] = kalahScene(evenly(6, 4), evenly(6, 4), [2]int{}, 0, names)
	s := kalahScene([]int{0, 5, 0, 6, 6, 1}, []int{5, 0, 4, 13, 4, 4}, [2]int{9, 1}, 1, names,
		"last: South 3-6, captured 5")
	for i := range s.Cells {
		c := &s.Cells[i]
		switch {
		case c.Row == 1 && c.Name == "1":
			c.Marks = scene.From
		case c.Row == 1 && (c.Name == "2" || c.Name == "4"), c.Row == 0 && c.Name == "1":
			c.Gain = 1
		case c.Row == 1 && c.Name == "6":
			c.Gain, c.Marks = 2, scene.To
		case c.Row == 0 && c.Name == "2":
			c.Marks = scene.Captured
		case c.Ground == scene.Pot && c.Col > 0:
			c.Gain = 1
		}
	}
	list["kalah middle"] = s
	list["kalah 12"] = kalahScene(evenly(12, 4), []int{12, 10, 0, 1, 2, 3, 5, 7, 9, 11, 24, 100}, [2]int{17, 120}, 0,
		names)
	list["kalah 9"] = kalahScene(evenly(9, 2), evenly(9, 12), [2]int{0, 0}, 0, [2]string{"SOUTH", "NORTH"})
	list["kalah 3"] = kalahScene([]int{2, 0, 0}, []int{0, 1, 2}, [2]int{}, 0, [2]string{"Bart", "Homer"})
	list["kalah 1"] = kalahScene([]int{2}, []int{2}, [2]int{}, 0, names)

	list["halatafl start"] = halataflScene("F1F/3/7/SSSSSSS/SSSSSSS/SSS/SSS", "S 20  F 2  paddock 0/9", "sheep to move")
	h := halataflScene("1F1/1S1/2S2SS/S2F2S/1SSSSS1/SSS/SSS", "S 16  F 2  paddock 2/9", "last: f6xd4", "foxes to move")
	h.Cells[cellNamed(&h, "d4")].Piece = scene.Piece{Shape: scene.Fox, Seat: 1}
	markCells(&h, scene.From, "d7")
	markCells(&h, scene.From, "e7")
	h.Cells[cellNamed(&h, "d7")].Marks = 0
	markCells(&h, scene.To, "d4")
	markCells(&h, scene.Must, "d7")
	markCells(&h, scene.Captured, "e6", "d5")
	through(&h, "e7", "e5", "d4")
	markCells(&h, scene.Target, "b5", "b4")
	h.Sides[0].ToMove, h.Sides[1].ToMove = false, true
	h.Sides[0].Score = "16 sheep"
	list["halatafl chain"] = h
	g := halataflScene("1F1/1S1/2S2SS/S2S2S/1SSSSS1/SSS/SSS", "S 17  F 1", "last: d3-d4, fox captured")
	markCells(&g, scene.From, "d3")
	markCells(&g, scene.To, "d4")
	markCells(&g, scene.Captured|scene.GhostFox, "c7")
	through(&g, "d3", "d4")
	list["halatafl ghost"] = g

	for name, v := range map[string]scene.Scene{
		"stratego red": strategoScene(2, false, redView), "stratego blue": strategoScene(2, true, blueView),
		"stratego spectator": strategoScene(3, false, spectatorView),
	} {
		markCells(&v, scene.From, "i7")
		markCells(&v, scene.To, "i6")
		through(&v, "i7", "i6")
		if v.Turned {
			markCells(&v, scene.Fight, "e4")
			markCells(&v, scene.Movable, "i6")
		}
		list[name] = v
	}
	long := strategoScene(3, false, spectatorView)
	long.Sides[0].Lost = lostPieces(0, "123344556678899BB")
	markCells(&long, scene.From|scene.Fight, "a6")
	markCells(&long, scene.Target, "b6", "a7")
	through(&long, "a4", "a6")
	list["stratego fight"] = long

	f := fishScene(false, officialRows...)
	through(&f, "e7", "d6")
	markCells(&f, scene.From, "e7")
	markCells(&f, scene.To, "d6")
	markCells(&f, scene.Movable, "c4", "f4", "d6")
	markCells(&f, scene.Target, "d4", "b4", "b5")
	list["fish official"] = f
	k := fishScene(true, "1 2 3 K1", "3 . 4 5", "5 R2 . 1", "1 N3 1 1", "W2 2 2 3", "1 1 1 1")
	k.Sides = append(k.Sides, scene.Side{Seat: 3, Label: "black Ъогдан", Name: "Ъогдан", Score: "fish 3 · tiles 3"})
	markCells(&k, scene.From, "b2")
	markCells(&k, scene.To, "d2")
	through(&k, "b2", "d2")
	list["fish course"] = k
	tiny := fishScene(true, "1 2 3 K1 1 2 1 1 2", "3 . 4 5 1 2 3 1 R2", "5 R2 . 1 2 2 2 1 1", "1 N3 1 1 W1 . . 1 3",
		"W2 2 2 3 1 1 1 N3 1", "1 1 1 1 3 . . . 2", "2 1 1 K2 1 1 1 1 1", "1 1 1 2 2 2 3 1 W1")
	tiny.Sides = k.Sides
	markCells(&tiny, scene.From, "b2")
	markCells(&tiny, scene.To, "d2")
	markCells(&tiny, scene.Movable, "e8")
	markCells(&tiny, scene.Target, "g8")
	through(&tiny, "b2", "d2")
	list["fish small"] = tiny
	return list
}
