package answer_test

import (
	"testing"
	"time"

	"paddock/bot/story"
	"paddock/games/gamestest/golden"
)

// Everybody uses what features share: which match is meant, moves by buttons, menus and commands,
// private boards, prepared answers and challenges. The golden file is reviewed as a diff.
func TestEverybody(t *testing.T) {
	t.Parallel()
	running := func(s *story.Story) { s.Begin("/kalah challenge user:@Bob first:me") }
	golden.Check(t, "testdata/everybody.txt", story.Everybody(t, []story.State{
		{Name: "one match", Lead: running},
		{Name: "two matches", Lead: func(s *story.Story) {
			running(s)
			s.Begin("/halatafl challenge user:@Bob side:sheep")
		}},
		{Name: "a match in another channel", Lead: func(s *story.Story) {
			running(s)
			s.Hall = s.Sim.AddChannel(s.Club, "attic")
		}},
		{Name: "set-up", Lead: func(s *story.Story) { s.Armies("army:barrage") }},
		{Name: "armies", Lead: (*story.Story).SetUp},
		{Name: "prepared", Lead: func(s *story.Story) {
			running(s)
			s.Slash(s.Bob, "/match conditional if:2 then:1")
			s.Slash(s.Bob, "/match conditional if:1 then:2")
		}},
		{Name: "a channel votes", Lead: func(s *story.Story) {
			s.Slash(s.Ann, "/halatafl start level:easy seat:channel side:sheep vote:1h")
		}},
		{Name: "foxes", Lead: func(s *story.Story) { s.Begin("/halatafl challenge user:@Bob side:sheep") }},
		{Name: "Fish", Lead: func(s *story.Story) { s.Begin("/fish challenge user:@Bob first:me") }},
		{Name: "direct messages closed", Lead: func(s *story.Story) {
			s.Sim.CloseDMs(s.Ann)
			s.Armies("army:barrage")
		}},
	},
		story.Script{
			"?game /resign game:", "?game /match note game:", "/board", "[Board just for me]", "/match note",
			"/kalah move move:9", "[1 (4)]", "[a4→a5]", "[<1]", "<1", "<2", "wait 1m", "/halatafl move move:d4-d5",
			"/stratego move move:a4a5", "/match note text:wait",
			"/kalah move move:1", "/kalah move move:2", "/kalah move move:3", "[<3]", "<1", "/draw", "/resign",
			"/board", "wait 1h",
		},
		story.Script{
			"/board", "<1", "<2", "/stratego setup", "Shuffle", "Confirm", "Confirm", "/board", "<1", "wait 1m",
			"/settings general notify:a direct message", "/kalah challenge user:@Eve",
			"/kalah challenge user:@Bob thread:true", "/halatafl challenge thread:true", "/settings block user:@Bob",
			"/fish challenge user:@Bob", "/kalah challenge user:@Ann", "wait 5m",
		},
	))
}

// In direct messages, people set up, move, open the board of a match between people, and play the
// computer. "look" shows which messages are left.
func TestEverybodyInPrivate(t *testing.T) {
	t.Parallel()
	alone := func(text string) func(*story.Story) {
		return func(s *story.Story) {
			s.Answered(s.Sim.As(s.Ann).In(s.Sim.DM(s.Ann)).Slash(text), text)
			s.Wait(time.Minute)
		}
	}
	golden.Check(t, "testdata/private.txt", story.Everybody(t, []story.State{
		{Name: "set-up", Lead: func(s *story.Story) { s.Armies("army:barrage") }},
		{Name: "one army set up", Lead: func(s *story.Story) { s.Armies("army:barrage"); s.Confirm(s.Ann) }},
		{Name: "armies", Lead: (*story.Story).SetUp},
		{Name: "sheep v computer", Lead: alone("/halatafl start level:easy side:sheep")},
		{Name: "beans v computer", Lead: alone("/kalah start level:easy first:me")},
		{Name: "beans", Lead: func(s *story.Story) {
			s.Begin("/kalah challenge user:@Bob first:me")
			s.Slash(s.Bob, "/match conditional if:2 then:1")
		}},
	},
		story.Script{
			"/stratego setup", "@Shuffle", "@Confirm", "look", "@<1", "@<1", "@<1", "/board", "[Board just for me]",
			"<1", "<1",
			"<1", "/kalah move move:1", "look", "wait 1m", "/halatafl move move:d4-d5", "/kalah move move:2", "/resign",
			"Yes, I resign", "wait 1m", "look",
		},
		story.Script{
			"[More]", "Try moves", "<1", "<1", "[Board just for me]", "<1", "wait 30s", "/board", "@More", "@Try moves",
			"<1", "look",
			"/kalah move move:1", "@<2", "@Back", "@<2", "@<1", "wait 2m", "look", "/draw", "wait 2m", "look",
		},
	))
}
