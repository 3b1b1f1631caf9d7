package puzzle

import (
	_ "embed"
	"strconv"
	"strings"
	"sync"

	"paddock/games"
)

//go:embed kept.txt
var keptText string

// keptPuzzles returns the puzzles of kept.txt. A line holds the measure, the values of the answer
// and the second best, the number of moves, the answer and the position.
var keptPuzzles = sync.OnceValue(func() (list []Puzzle) {
	for line := range strings.Lines(keptText) {
		f := strings.SplitN(strings.TrimSpace(line), " ", 6)
		if len(f) < 6 {
			continue
		}
		value, _ := strconv.ParseFloat(f[1], 64)
		next, _ := strconv.ParseFloat(f[2], 64)
		moves, _ := strconv.Atoi(f[3])
		game, _, _ := strings.Cut(f[5], "/")
		list = append(list, Puzzle{games.ID(game), f[5], f[4], value, next, games.Measure(f[0]), moves})
	}
	return list
})

// Kept returns the stock of puzzles, for servers without games of their own. It returns those of a
// catalogue's games, or all if there are none.
func Kept(catalogue []*games.Game) (list []Puzzle) {
	for _, p := range keptPuzzles() {
		for _, g := range catalogue {
			if g.ID == p.Game {
				list = append(list, p)
			}
		}
	}
	if len(list) == 0 {
		return keptPuzzles()
	}
	return list
}
