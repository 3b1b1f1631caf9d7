package help_test

import (
	"testing"

	"paddock/bot/story"
	"paddock/games/gamestest/golden"
)

// Everybody uses every command and button of this feature. The golden file is reviewed as a diff.
func TestEverybody(t *testing.T) {
	t.Parallel()
	golden.Check(t, "testdata/everybody.txt", story.Everybody(t, story.States("running", "declined"),
		story.Script{
			"/help", "Play", "/help", "Learn a game", "/help", "My settings", "/help", "!help:topics=turn",
			"Back", "!help:topics=server", "!help:topics=kalah", "Rules of Kalah", "[Rules]", "/rules game:halatafl",
			"/rules game:fish", "?game /rules game:",
		},
	))
}
