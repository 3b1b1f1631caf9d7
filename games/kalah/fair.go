package kalah

import (
	_ "embed"
	"math/rand/v2"
	"strings"
	"sync"

	"paddock/games"
)

// fairText has one line per fair start (K26): South's and North's holes from left to right, a digit
// each, both pots, and the depth and nodes of its proof. TestWriteFair found them.
//
//go:embed fair.txt
var fairText string

// Values of the option "start".
const (
	usualStart = "usual"
	fairStart  = "fair"
)

// fairStarts returns the list, which it reads on first use.
var fairStarts = sync.OnceValue(func() (list []position) {
	for line := range strings.Lines(fairText) {
		if line[0] != '#' {
			list = append(list, readStart(strings.Fields(line)))
		}
	}
	return list
})

// readStart reads the first three fields of a line of the list.
func readStart(fields []string) position {
	p := position{board: newBoard(len(fields[0]), 0), toMove: south}
	for seat := range p.rows {
		for i := range p.m {
			p.rows[seat][i+1] = digit(fields[seat][i])
		}
	}
	p.rows[south][pot], p.rows[north][pot] = digit(fields[2][0]), digit(fields[2][2])
	return p
}

// fairStream separates the draw of the start from other uses of a seed.
const fairStream = 0x66616972 // the number is the letters of "fair" in ASCII

// drawFair draws a fair start.
func drawFair(seed uint64) position {
	list := fairStarts()
	return list[rand.New(rand.NewPCG(seed, fairStream)).IntN(len(list))]
}

// fair holds the options of the only board with known fair starts.
var fair = games.Options{"holes": "6", "beans": "4", "rules": standard.String()}
