package ahead_test

import (
	"testing"

	"paddock/bot/story"
	"paddock/games/gamestest/golden"
)

// The golden file lists the commands of this feature, with their options, limits and costs.
func TestOffered(t *testing.T) {
	t.Parallel()
	golden.Check(t, "testdata/commands.txt",
		story.Offered("match try", "match conditional", "match note", "wi", "wm", "ws", "wo", "wk", "wu", "wr"))
}
