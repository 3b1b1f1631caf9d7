package play_test

import (
	"testing"

	"paddock/bot/story"
	"paddock/games/gamestest/golden"
)

// Everybody uses every command and button of this feature in every state of a match. The page is reviewed as a diff.
func TestEverybody(t *testing.T) {
	t.Parallel()
	golden.Check(t, "testdata/everybody.txt", story.Everybody(t, story.MatchStates,
		story.Script{
			"?game /resign game:", "?game /match nudge game:", "?game /settings follow game:", "/games", "/games finished:all", "/games finished:won", "/board", "Make a move", "/match watch",
			"[More]", "[My view]", "/match nudge", "/settings follow", "/match give-time time:1 day", "/match pause", "No pause", "/match pause", "Agree to the pause", "Go on",
		},
		story.Script{"/match resume", "Go on there", "[Take back]", "/takeback", "No, it stands", "/takeback", "[Draw]", "/draw", "No draw", "/draw", "/games finished:all", "<1"},
		story.Script{"/board game:MATCH", "/kalah move move:1", "/halatafl move move:d4-d5", "/stratego move move:a4a5", "/fish move move:a1", "?move /kalah move move:", "[Resign]", "/resign", "No, play on", "[Resign]", "Yes, I resign"},
		story.Script{"/stratego setup", "As last time", "Ranks", "Edit", "Confirm", "Confirm", "[Show the board]", "/resign game:MATCH", "Yes, I resign"},
	))
}
