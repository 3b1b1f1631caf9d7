package server_test

import (
	"testing"

	"paddock/bot/story"
	"paddock/games/gamestest/golden"
)

// Everybody uses every command and button of this feature; only Cid manages the server. The golden
// files are reviewed as diffs.

func TestEverybodyModerates(t *testing.T) {
	t.Parallel()
	golden.Check(t, "testdata/moderates.txt", story.Everybody(t, story.MatchStates, story.Script{
		"?game /server end game:", "?old /server hand-over game:MATCH old:",
		"/server hand-over new:@Ann old:@Bob reason:ill game:MATCH",
		"/server hand-over new:@Eve old:@Bob reason:ill game:MATCH", "[Accept]", "wait 1m",
		"/server end reason:spam game:MATCH", "/server end reason:spam game:MATCH", "/server audit",
	}))
}

func TestEverybodySets(t *testing.T) {
	t.Parallel()
	golden.Check(t, "testdata/sets.txt",
		story.Everybody(t, story.States("running", "open challenge", "game of a tournament"),
			story.Script{
				"/server settings", "Change", "<2", "/server settings limit:3",
				"/server settings threads:a thread for each match",
				"/server settings tournaments:those who manage the server", "/server settings style:monospace text",
				"/server settings shortest:1 day a move longest:3 days a move",
				"/server settings longest:1 hour a move",
				"/server settings language:Svenska", "/server settings language:English", "/server defaults",
				"/server defaults reminder:at 50 % takeback:never", "/server defaults time:1 day a move rated:false",
				"/server audit", "wait 30m",
			},
			story.Script{
				"/server channels", "/server channels allow:#hall", "/server channels results:#hall",
				"/server channels pings:#hall", "/server channels forbid:#hall", "/server channels clear:results",
				"/server channels clear:pings",
				"/server channels clear:allow", "/server roles", "/server roles play:@Player",
				"/server overview matches:of this channel", "wait 5m", "look",
				"/server overview matches:of the whole server", "wait 5m", "look",
				"/server overview matches:none: stop updating the list", "wait 5m", "/server audit", "look",
			},
		))
}
