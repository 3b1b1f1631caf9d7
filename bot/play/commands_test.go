package play_test

import (
	"testing"

	"paddock/bot/story"
	"paddock/games/gamestest/golden"
)

// The golden file lists the commands of this feature, with their options, limits and costs.
func TestOffered(t *testing.T) {
	t.Parallel()
	golden.Check(t, "testdata/commands.txt", story.Offered(
		"move", "setup", "games", "board", "resign", "draw", "takeback", "match resume", "settings follow",
		"match pause", "match give-time", "match nudge", "match watch", "b", "m",
	))
}
