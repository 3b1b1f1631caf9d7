package nim

import (
	"testing"

	"paddock/games"
	"paddock/games/gamestest"
)

func TestConformance(t *testing.T) { gamestest.Run(t, New()) }

func TestPlaythrough(t *testing.T) {
	gamestest.Playthrough(t, New(), games.Setup{Seed: 1}, "testdata/playthrough.txt")
}

// The first player wins from 3.4.5, and a perfect player keeps the win.
func TestPerfectPlayerWins(t *testing.T) {
	for seed := range uint64(20) {
		p := position{Heaps: [heaps]int{3, 4, 5}}
		for p.stones() > 0 {
			m := perfect(p, games.Budget{})
			if p.ToGo == 1 {
				m = random(p, games.Budget{Seed: seed})
			}
			p, _ = rules{}.Apply(p, p.ToGo, m)
		}
		if winner := 1 - p.ToGo; winner != 0 {
			t.Errorf("seed %d: the perfect player lost", seed)
		}
	}
}
