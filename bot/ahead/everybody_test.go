package ahead_test

import (
	"testing"

	"paddock/bot/story"
	"paddock/games/gamestest/golden"
)

// Everybody uses every command and button of this feature in every state of a match. The golden
// file is reviewed as a diff.
func TestEverybody(t *testing.T) {
	t.Parallel()
	golden.Check(t, "testdata/everybody.txt", story.Everybody(t, story.States(
		"open challenge", "challenge to a member", "open table", "declined", "setting up", "running",
		"running, foxes and sheep", "placing", "draw offered", "claimable", "at rest", "over by resignation",
		"computers, step by step", "handed over", "offered to another", "game of a tournament",
	),
		story.Script{
			"?game /match try game:", "/match try", "<1", "One move back", "<1", "<1",
			"Save as reply", "Start over", "/match conditional if:1 then:1", "?if /match conditional if:",
			"?then /match conditional if:1 then:", "/match conditional if:2 then:9", "/match conditional then:3",
			"/match conditional", "<1", "/match conditional", "/match conditional",
			"/match note", "/match note text:slow", "Write", "{text=quick}", "/match note text:and mean", "/match note",
		},
	))
}

// Everybody tries moves in steps, prepares several answers, and continues while the match
// continues.
func TestEverybodyGoesOn(t *testing.T) {
	t.Parallel()
	golden.Check(t, "testdata/goes-on.txt", story.Everybody(t, []story.State{
		{Name: "beans", Lead: func(s *story.Story) {
			s.Begin("/kalah challenge user:@Bob first:me time:1 day a move")
		}},
		{Name: "sheep", Lead: func(s *story.Story) { s.Begin("/halatafl challenge user:@Bob side:sheep") }},
		{Name: "armies", Lead: (*story.Story).SetUp},
		{Name: "one army set up", Lead: func(s *story.Story) { s.Armies("army:barrage"); s.Confirm(s.Ann) }},
		{Name: "a channel votes", Lead: func(s *story.Story) {
			s.Slash(s.Ann, "/kalah challenge user:@Bob seat:channel first:me")
			s.Click(s.Bob, s.Board(), "Accept")
		}},
	},
		story.Script{
			"/match try", "!wc", "/kalah move move:1", "/halatafl move move:d4d5", "/match try", "!wo:f4", "!wu",
			"!wu", "!cx", "!nf", "/match try", "e4 Scout", "attack e9",
		},
		story.Script{
			"?if /match conditional if:", "?if /match conditional if:2", "?if /match conditional if:3 1",
			"?if /match conditional if:d4-d5, ", "?if /match conditional if:2  1 ",
			"?then /match conditional if:2 then:", "?then /match conditional if:d4d5 then:c",
			"?then /match conditional if:9 then:",
			"?game /match conditional game:", "/match conditional if:2 then:1", "/match conditional if:3,1 then:2",
			"/match conditional if:d4d5 then:c7c6", "/match conditional if:2", "/match conditional if:2 1 then:3",
			"/match conditional if:1 then:2", "/match conditional", "<1", "<1", "/match try",
			"My automatic replies", "Try moves", "/kalah move move:2", "/halatafl move move:d4d5", "/kalah move move:1",
			"wait 1m", "/match conditional", "Try moves", "<1", "Start over", "/resign", "Yes, I resign",
			"/match conditional", "/match note text:over",
		},
	))
}
