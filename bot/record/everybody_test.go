package record_test

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
		story.Script{
			"?game /match history game:", "/match history", "/match history after:1", "/match history after:9",
			"/match history game:MATCH",
			"/match happened", "/match why", "/match export", "/match report", "/stratego verify", "[Film]", "[Share]",
			"[Referee's decisions]", "[History]", "[Export]", "[Report a bug]", "[Check the set-ups]",
		},
	)+story.Everybody(t, story.States("running", "over, armies"),
		story.Script{"/match happened", "Step through it", "Start", "Move on"})+
		story.Everybody(t, story.States("open challenge"),
			story.Script{
				"/match happened game:MATCH", "/match history game:MATCH after:0", "!pb:0", "!shr", "!w", "!ex",
				"!ex=a,b", "!imc:1=a,b",
			}))
}
