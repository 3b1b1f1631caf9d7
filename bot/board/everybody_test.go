package board_test

import (
	"testing"

	"paddock/bot/story"
	"paddock/games/gamestest/golden"
)

// Everybody opens the boards and panels of matches in which much happens: votes, set-ups, trials,
// conditional moves, extra time. The golden file is reviewed as a diff.
func TestEverybody(t *testing.T) {
	t.Parallel()
	golden.Check(t, "testdata/everybody.txt",
		story.Everybody(t, append(story.States("open table", "setting up", "set up", "running", "placing",
			"draw offered", "claimable", "over, armies", "over by time", "game of a tournament"),
			story.State{Name: "a channel votes", Lead: func(s *story.Story) {
				s.Slash(s.Ann, "/kalah start level:easy seat:channel first:me vote:1h")
			}},
			story.State{Name: "a channel against Bob", Lead: func(s *story.Story) {
				s.Slash(s.Ann, "/halatafl challenge user:@Bob seat:channel side:sheep vote:6h voters:12")
				s.Click(s.Bob, s.Board(), "Accept")
			}},
			story.State{Name: "a bank", Lead: func(s *story.Story) {
				s.Begin("/kalah challenge user:@Bob first:me bank:3 days for the whole match")
			}},
			story.State{Name: "odds", Lead: func(s *story.Story) {
				s.Apart()
				s.Slash(s.Bob, "/kalah challenge user:@Ann")
			}},
		),
			story.Script{
				"/board", "[More]", "Give time", "<2", "[Votes]", "[1 (4)]", "[<1]", "/match vote", "wait 70m",
				"/board",
				"[More]", "[Fair odds]", "[Referee's decisions]", "[Rules]", "wait 30h", "/board", "/games",
			},
			story.Script{
				"/stratego setup", "Ready set-ups", "<1", "More", "Edit", "Shuffle", "More", "Confirm", "/match try",
				"<1", "<1",
				"<2", "<1", "/match conditional if:1 then:1", "/match conditional", "[Join]", "/board",
			},
		))
}
