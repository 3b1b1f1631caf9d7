package tournament_test

import (
	"strings"
	"testing"

	"paddock/bot/story"
	"paddock/games/gamestest/golden"
)

// The golden file lists what each person is answered after every command and button of tournaments.
// A notice links to the board of a game, or to the channel if the board is not posted yet; the page
// writes both links alike.
func TestEverybody(t *testing.T) {
	t.Parallel()
	golden.Check(t, "testdata/everybody.txt",
		strings.ReplaceAll(story.Everybody(t, story.States("game of a tournament"),
			story.Script{
				"?tournament /tournament status tournament:", "/tournament status", "Standings",
				"/tournament join", "/tournament leave", "No, play on", "/tournament start", "/tournament cancel",
				"/tournament cancel", "/tournament status",
			},
			story.Script{
				"?game /tournament override game:", "/tournament override game:MATCH winner:Ann reason:late",
				"wait 1m", "/tournament standings", "/tournament bracket",
				"/tournament override game:MATCH winner:Bob reason:no", "/tournament cancel",
			},
			story.Script{"/tournament override game:MATCH winner:Shared reason:both are ill"},
			story.Script{
				"?tournament /server remove tournament:",
				"/server hand-over new:@Eve reason:x tournament:kalah round robin", "/server remove user:@Eve reason:x",
				"/server remove user:@Bob reason:cheats", "wait 1m", "/tournament status", "/tournament standings",
				"/server audit",
			},
			story.Script{
				"/kalah move move:1", "/match pause", "/resign game:MATCH", "Yes, I resign", "wait 1m",
				"/tournament standings", "/tournament status", "wait 24h",
			},
		)+story.Everybody(t, story.States("declined", "over by resignation"),
			story.Script{
				"/tournament create game:kalah format:swiss players:4 name:Prize time:1 day a move",
				"/tournament status",
				"?game /tournament override game:", "?winner /tournament override game:x winner:", "[Leave]",
				"[Start now]", "[Join]", "/tournament join", "wait 1m", "/tournament leave",
				"/tournament status", "/tournament start", "wait 1m", "/tournament bracket", "/tournament start",
				"/tournament join", "wait 72h", "/tournament standings",
			},
			story.Script{
				"/tournament create game:halatafl format:bracket players:4 fill:easy third:true name:Trial", "wait 1m", "[Join]",
				"wait 1m", "/tournament start", "wait 5m", "/tournament bracket", "/tournament leave", "Yes, leave",
				"wait 1m", "/tournament cancel", "wait 1m", "/tournament bracket",
			},
			story.Script{
				"/tournament create game:kalah format:roundrobin players:3 name:Ladder season:a new season every week",
				"/tournament create game:fish options:size=9",
				"/tournament create game:kalah format:swiss signup:1h confirm:true players:8 name:Eight",
				"[Join]", "wait 2h", "wait 48h", "[I'm here]", "/tournament status",
				"/tournament cancel after-season:true",
				"/tournament cancel",
			},
		), "/ID/ID/ID)", "/ID/ID)"))
}
