package kalah

import (
	_ "embed"
	"strings"
	"sync"
)

// bookText has a line for each position of the usual board from which the best hole can't be found in a second: the rows of the seat to move
// and of the other one, seen as if South were to move, a digit (0-9, a-z) for each hole from left to right, and the best hole. TestWriteBook wrote it.
//
//go:embed book.txt
var bookText string

// bookHoles is the size of board that the book is about, with the standard rule; how many beans there are does not matter, since only
// these rows are looked up.
const bookHoles = 6

// bookOf reads the book when it is first needed.
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

// book is the best hole, if it is written down.
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
