package challenge_test

import (
	"testing"

	"paddock/bot/story"
	"paddock/games/gamestest/golden"
)

// Everybody uses every command and button of this feature. The golden file is reviewed as a diff.
func TestEverybody(t *testing.T) {
	t.Parallel()
	proposed := story.States("open challenge", "challenge to a member", "open table", "offered to another", "revoked",
		"running")
	ended := story.States("over by the board", "over by resignation", "over, armies", "declined", "cancelled",
		"running", "game of a tournament", "ended by a moderator", "handed over")
	golden.Check(t, "testdata/everybody.txt", story.Everybody(t, proposed,
		story.Script{"/lobby", "?game /lobby game:", "[Join]", "[Accept]", "/lobby"},
		story.Script{"[Begin with computers]"},
		story.Script{"/lobby", "[Leave]", "[Decline]", "[Withdraw]", "/lobby game:Kalah"},
	)+story.Everybody(t, ended,
		story.Script{"[Rematch]", "wait 1m"},
		story.Script{"wait 1m", "/kalah challenge user:@Bob again:2", "wait 192h"},
	)+story.Everybody(t, story.States("declined", "over by resignation"),
		story.Script{
			"/play", "Challenge", "Open challenge", "/settings call-me", "/settings call-me game:Kalah",
			"/settings call-me game:any game",
			"/kalah challenge", "wait 1m", "/kalah challenge user:@Eve", "/kalah challenge user:@Ann",
			"/settings call-me game:off", "/kalah challenge user:@Cid within:within 200 of mine",
			"/halatafl challenge user:@Cid time:10 minutes a move", "[As a pair]", "/halatafl challenge reliability:60",
		},
		story.Script{
			"/play", "Computer", "/kalah start", "/kalah start level:easy versus:easy",
			"/kalah start level:first first:them rated:true", "/halatafl start level:random side:sheep",
		},
		story.Script{
			"/fish start players:3", "/fish start players:3 level:easy", "/stratego start level:random army:barrage",
			"?level /stratego start army:duel level:", "/kalah start level:easy seat:channel first:me vote:1h",
		},
	))
}
