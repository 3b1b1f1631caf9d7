package ahead_test

import (
	"testing"

	"paddock/bot/story"
	"paddock/games/gamestest/golden"
)

// Everybody uses every command and button of this feature in every state of a match. The page is reviewed as a diff.
func TestEverybody(t *testing.T) {
	t.Parallel()
	golden.Check(t, "testdata/everybody.txt", story.Everybody(t, story.States(
		"open challenge", "challenge to a member", "open table", "declined", "setting up", "running", "running, foxes and sheep", "placing", "draw offered", "claimable", "at rest", "over by resignation",
		"computers, step by step", "handed over", "offered to another", "game of a tournament",
	),
		story.Script{
			"?game /match whatif game:", "/match whatif", "<1", "One move back", "<1", "<1", "Save as my automatic reply", "Begin anew", "My conditional moves", "/match conditional if:1 then:1", "?if /match conditional if:",
			"?then /match conditional if:1 then:", "/match conditional if:2 then:9", "/match conditional then:3", "/match conditional", "<1", "/match conditional", "Drop all", "/match conditional",
			"/match note", "/match note text:slow", "Write", "{text=quick}", "/match note text:and mean", "/match note",
		},
	))
}
