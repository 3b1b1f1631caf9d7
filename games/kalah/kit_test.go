package kalah

import (
	"testing"

	"paddock/games"
	"paddock/games/gamestest"
)

func TestConformance(t *testing.T) { gamestest.Run(t, New()) }

func TestPlaythrough(t *testing.T) {
	gamestest.Playthrough(t, New(), games.Setup{Seed: 1}, "testdata/playthrough.txt")
}
