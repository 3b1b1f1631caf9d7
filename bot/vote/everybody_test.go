package vote_test

import (
	"testing"
	"time"

	"paddock/bot/story"
	"paddock/games/gamestest/golden"
)

// Everybody votes, in each state of a channel's vote. The golden file is reviewed as a diff.
func TestEverybody(t *testing.T) {
	t.Parallel()
	golden.Check(t, "testdata/everybody.txt", story.Everybody(t, []story.State{
		{Name: "the channel's turn", Lead: func(s *story.Story) {
			s.Slash(s.Ann, "/kalah start level:easy seat:channel first:me vote:1h")
		}},
		{Name: "a long move", Lead: func(s *story.Story) {
			s.Slash(s.Ann, "/halatafl start level:easy seat:channel side:sheep vote:1h")
		}},
		{Name: "against Bob", Lead: func(s *story.Story) {
			s.Slash(s.Ann, "/kalah challenge user:@Bob seat:channel first:me vote:1h")
			s.Click(s.Bob, s.Board(), "Accept")
		}},
		{Name: "Bob's turn", Lead: func(s *story.Story) {
			s.Slash(s.Ann, "/kalah challenge user:@Bob seat:channel first:them vote:1h")
			s.Click(s.Bob, s.Board(), "Accept")
		}},
		{Name: "many moves", Lead: func(s *story.Story) {
			s.Slash(s.Ann, "/fish start level:easy seat:channel first:me vote:1h")
		}},
		{Name: "over", Lead: func(s *story.Story) {
			s.Slash(s.Ann, "/kalah start level:easy seat:channel first:me vote:1h time:24h")
			s.Wait(40 * 24 * time.Hour)
		}},
	},
		story.Script{
			"?game /match vote game:", "/match vote", "Vote", "2 · 4 beans", "b4→b5", "Row b …",
			"/match vote", "Change my vote", "[Votes]", "look", "wait 30m", "/match vote", "wait 40m", "look",
			"/match vote",
		},
		story.Script{"[<1]", "look"},
		story.Script{
			"[1 (4)]", "[2 (4)]", "[a4→a5]", "[Votes]", "/kalah move move:1", "/kalah move move:9",
			"/match vote", "wait 70m", "look", "/draw", "/resign", "/takeback",
		},
	))
}
