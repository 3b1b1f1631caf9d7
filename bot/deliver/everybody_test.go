package deliver_test

import (
	"testing"

	"paddock/bot/story"
	"paddock/games/gamestest/golden"
)

// Time passes in every state of a match, for people who want to be told in each way. The golden
// file lists whom the bot tells what, and is reviewed as a diff.
func TestEverybodyIsTold(t *testing.T) {
	t.Parallel()
	var scripts []story.Script
	for _, notify := range []string{
		"a mention at the board", "a direct message", "one direct message a day",
		"not at all",
	} {
		scripts = append(scripts,
			story.Script{
				"/settings general notify:" + notify, "/settings follow", "wait 12h", "/kalah move move:1",
				"/halatafl move move:d4-d5", "wait 30h", "/resign", "Yes, I resign", "wait 20h", "wait 60h",
			})
	}
	golden.Check(t, "testdata/told.txt",
		story.Everybody(t, story.States("open challenge", "challenge to a member", "setting up", "set up", "running",
			"running, foxes and sheep", "draw offered", "claimable", "game of a tournament"), scripts...))
}
