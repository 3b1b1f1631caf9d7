package learn_test

import (
	"testing"

	"paddock/bot/story"
	"paddock/games/gamestest/golden"
)

// Everybody uses every command and button of this feature in every state of a match. The golden
// file is reviewed as a diff.
func TestEverybody(t *testing.T) {
	t.Parallel()
	golden.Check(t, "testdata/everybody.txt", story.Everybody(t, story.MatchStates,
		story.Script{"?game /review game:", "/hint", "/review", "wait 5m", "/puzzle"},
	)+story.Everybody(t, story.States("over by resignation", "over by the board", "running"),
		story.Script{
			"/review game:MATCH", "wait 1h", "/review game:MATCH", "Before move 1", "Move on", "wait 24h",
			"/puzzle", "<1",
		},
		story.Script{
			"/learn", "/learn game:Kalah", "<1", "Next", "Next", "<2", "Close", "/learn game:Stratego",
			"?game /learn game:",
		},
	))
}
