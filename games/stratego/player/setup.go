package player

import (
	"math/rand/v2"

	"paddock/games/stratego/board"
	"paddock/games/stratego/view"
)

// Setup makes a legal set-up.
func Setup(army board.Counts, rng *rand.Rand) string {
	for {
		var cells [view.Home]board.Rank
		n := 0
		for i, k := range army {
			for range k {
				cells[n] = board.Ranks[i]
				n++
			}
		}
		rng.Shuffle(len(cells), func(i, j int) { cells[i], cells[j] = cells[j], cells[i] })
		text := make([]byte, 0, 43)
		for i, r := range cells {
			if i > 0 && i%board.Size == 0 {
				text = append(text, '/')
			}
			if r == 0 {
				r = '.'
			}
			text = append(text, byte(r))
		}
		if view.FirstStep(view.Red, string(text)) {
			return string(text)
		}
	}
}
