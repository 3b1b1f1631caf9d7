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

// keptPuzzles are the puzzles of kept.txt: a line each of measure, value of the answer and of the second best, number of moves, answer and position.
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

// Kept are the puzzles that are kept for where nothing has been played yet, of the games of a catalogue; of all games if it has none of them.
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
