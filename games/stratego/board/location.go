package board

// Size is the number of files and of ranks.
const Size = 10

// Location is a place on the grid: x is the file from the left, y counts from the top (S2). The zero Location is a10.
type Location struct{ X, Y int }

// Valid reports whether the location is on the board.
func (l Location) Valid() bool { return l.X >= 0 && l.Y >= 0 && l.X < Size && l.Y < Size }

// IsAdjacent reports whether the other is a neighbour up, down, left or right.
func (l Location) IsAdjacent(o Location) bool {
	dx, dy := l.X-o.X, l.Y-o.Y
	return dx*dx+dy*dy == 1
}

// SameRow and SameColumn compare ranks and files.
func (l Location) SameRow(o Location) bool { return l.Y == o.Y }

// SameColumn compares files.
func (l Location) SameColumn(o Location) bool { return l.X == o.X }

// String is the square's name: (0,9) is a1.
func (l Location) String() string { return l.Square().String() }

// Square is the same place by number.
func (l Location) Square() Square { return Square((Size-1-l.Y)*Size + l.X) }

// Square numbers the squares a1, b1, ..., j10 from 0; the order in which moves are listed (S25).
type Square int8

// Squares is the number of squares.
const Squares = Size * Size

// File is 0 to 9 for a to j; Row is 0 to 9 for ranks 1 to 10.
func (s Square) File() int { return int(s) % Size }

// Row is the rank less one.
func (s Square) Row() int { return int(s) / Size }

// Location is the same place by coordinates.
func (s Square) Location() Location { return Location{s.File(), Size - 1 - s.Row()} }

// String is the square's name.
func (s Square) String() string {
	if s.Row() == Size-1 {
		return string(rune('a'+s.File())) + "10"
	}
	return string([]byte{byte('a' + s.File()), byte('1' + s.Row())})
}

// ParseSquare reads a name from the beginning of a text, in lower case, and returns what follows.
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

// Lakes are the squares that nothing enters or passes (S3).
var Lakes = [8]Square{42, 43, 46, 47, 52, 53, 56, 57}

// IsLake reports whether the square is one of the lakes.
func (s Square) IsLake() bool {
	for _, l := range Lakes {
		if l == s {
			return true
		}
	}
	return false
}
