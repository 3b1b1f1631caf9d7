package board

import "slices"

// Size is the number of files and of rows.
const Size = 10

// Location is a place on the grid: x is the file from the left, y counts from the top (S2). The
// zero Location is a10.
type Location struct{ X, Y int }

// Valid reports whether the location is on the board.
func (l Location) Valid() bool { return l.X >= 0 && l.Y >= 0 && l.X < Size && l.Y < Size }

// IsAdjacent reports whether o is a neighbour up, down, left or right.
func (l Location) IsAdjacent(o Location) bool {
	dx, dy := l.X-o.X, l.Y-o.Y
	return dx*dx+dy*dy == 1
}

// SameRow reports whether o is in the same row.
func (l Location) SameRow(o Location) bool { return l.Y == o.Y }

// SameColumn reports whether o is in the same file.
func (l Location) SameColumn(o Location) bool { return l.X == o.X }

// String returns the square's name: (0,9) is a1.
func (l Location) String() string { return l.Square().String() }

// Square returns the number of the location.
func (l Location) Square() Square { return Square((Size-1-l.Y)*Size + l.X) }

// Square numbers the squares a1, b1, ..., j10 from 0, in the order of move lists (S25).
type Square int8

const Squares = Size * Size

// File returns 0 to 9 for a to j.
func (s Square) File() int { return int(s) % Size }

// Row returns 0 to 9 for rows 1 to 10.
func (s Square) Row() int { return int(s) / Size }

// Location returns the coordinates of the square.
func (s Square) Location() Location { return Location{s.File(), Size - 1 - s.Row()} }

func (s Square) String() string {
	if s.Row() == Size-1 {
		return string(rune('a'+s.File())) + "10"
	}
	return string([]byte{byte('a' + s.File()), byte('1' + s.Row())})
}

// ParseSquare reads a lower-case name at the beginning of a text, and returns the rest.
func ParseSquare(text string) (s Square, rest string, ok bool) {
	if len(text) < 2 || text[0] < 'a' || text[0] > 'j' || text[1] < '1' || text[1] > '9' {
		return 0, text, false
	}
	file, row, n := int(text[0]-'a'), int(text[1]-'1'), 2
	if text[1] == '1' && len(text) > 2 && text[2] == '0' {
		row, n = 9, 3
	}
	return Square(row*Size + file), text[n:], true
}

// Lakes lists the squares that no piece enters or passes (S3).
var Lakes = [8]Square{42, 43, 46, 47, 52, 53, 56, 57}

func (s Square) IsLake() bool { return slices.Contains(Lakes[:], s) }
