package kalah

import (
	_ "embed"
	"strings"
	"sync"
)

// bookText has one line per position of the usual board whose best hole takes more than a second to
// find. A line has both rows from the view of South to move, a digit (0-9, a-z) per hole from left
// to right, and the best hole. TestWriteBook wrote it.
//
//go:embed book.txt
var bookText string

// bookHoles is the board size of the book, with the standard rule. The number of beans does not
// matter, because only these rows are looked up.
const bookHoles = 6

// bookOf reads the book on first use.
var bookOf = sync.OnceValue(func() map[pair]uint8 {
	book := map[pair]uint8{}
	for line := range strings.Lines(bookText) {
		if len(line) < 2*bookHoles+4 || line[0] == '#' {
			continue
		}
		var p pair
		for i := range bookHoles {
			p.own |= uint64(digit(line[i])) << (8 * i)
			p.opp |= uint64(digit(line[2*bookHoles-i])) << (8 * i)
		}
		book[p] = line[2*bookHoles+2] - '1'
	}
	return book
})

const digits = "0123456789abcdefghijklmnopqrstuvwxyz"

func digit(c byte) int { return strings.IndexByte(digits, c) }

// book returns the best hole, if the book contains the position.
func (p position) book() (move, bool) {
	if p.m != bookHoles || p.rules != standard {
		return 0, false
	}
	rows, ok := p.pack()
	if !ok {
		return 0, false
	}
	place, ok := bookOf()[rows]
	if !ok {
		return 0, false
	}
	_, hole := p.locate(p.toMove, int(place))
	return move(hole), true
}
