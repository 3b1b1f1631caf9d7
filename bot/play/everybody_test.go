package play_test

import (
	"testing"
	"time"

	"paddock/bot/story"
	"paddock/games/gamestest/golden"
)

// Everybody uses every command and button of this feature in every state of a match. The golden
// files are reviewed as diffs.

func TestEverybodyLooks(t *testing.T) {
	t.Parallel()
	golden.Check(t, "testdata/looks.txt", story.Everybody(t, story.MatchStates, story.Script{
		"?game /resign game:", "?game /match nudge game:", "?game /settings follow game:", "/games",
		"/games finished:all", "/games finished:won", "/board", "/match watch",
		"[More]", "[Board just for me]", "/match nudge", "/settings follow", "/match give-time time:1 day", "/match pause",
		"/match pause",
	}))
}

func TestEverybodyOffers(t *testing.T) {
	t.Parallel()
	golden.Check(t, "testdata/offers.txt", story.Everybody(t, story.MatchStates, story.Script{
		"/match resume", "[Take back]", "/takeback", "/takeback", "/draw", "/draw", "/games finished:all", "<1",
	}))
}

func TestEverybodyMoves(t *testing.T) {
	t.Parallel()
	golden.Check(t, "testdata/moves.txt", story.Everybody(t, story.MatchStates, story.Script{
		"/board game:MATCH", "/kalah move move:1", "/halatafl move move:d4-d5", "/stratego move move:a4a5",
		"/fish move move:a1", "?move /kalah move move:", "[Resign]", "/resign", "No, play on", "[Resign]",
		"Yes, I resign",
	}))
}

func TestEverybodyConfirms(t *testing.T) {
	t.Parallel()
	golden.Check(t, "testdata/confirms.txt", story.Everybody(t, story.MatchStates, story.Script{
		"/stratego setup", "Confirm", "Confirm", "/resign game:MATCH", "Yes, I resign",
	}))
}

// inPrivate returns the beginning of a match of Ann in direct messages.
func inPrivate(text string) func(*story.Story) {
	return func(s *story.Story) {
		s.Answered(s.Sim.As(s.Ann).In(s.Sim.DM(s.Ann)).Slash(text), text)
		s.Wait(time.Minute)
	}
}

// Everybody arranges, saves and confirms an army, in the channel and in direct messages.
func TestEverybodySetsUp(t *testing.T) {
	t.Parallel()
	golden.Check(t, "testdata/setup.txt", story.Everybody(t, []story.State{
		{Name: "one set-up", Lead: func(s *story.Story) { s.Armies("army:barrage") }},
		{Name: "against the computer in private", Lead: inPrivate("/stratego start level:easy army:barrage")},
	},
		story.Script{
			"?game /stratego setup game:", "/stratego setup", "Move or swap", "Marshal (1) b2", "General (2) d4", "Back",
			"More", "Mirror left and right",
			"More", "Edit", "Paste rows", "{0=nonsense}", "/stratego setup game:MATCH", "More", "Save", "{0= }",
			"/stratego setup game:MATCH", "More", "Save", "{0=first}", "More", "<1", "More",
			"Delete a saved one", "Back", "More", "Delete a saved one", "<1", "More", "Take all off", "Take all off", "Shuffle",
			"More", "Save", "{0=last}", "Confirm", "Confirm", "/stratego setup", "<1", "/stratego setup rows:9999",
			"wait 1m", "look",
		},
		story.Script{
			"@Move or swap", "wait 1m", "@Marshal (1) b2", "<2", "@Back", "@Edit", "wait 1m", "look",
			"@Back", "@Take all off", "@Back",
			"@Shuffle", "@Save", "{0=second}", "wait 1m", "@Confirm", "/stratego setup", "wait 1m", "look",
		},
	)+story.Everybody(t, []story.State{{Name: "two set-ups", Lead: func(s *story.Story) {
		s.Armies("army:barrage")
		s.Hall = s.Sim.AddChannel(s.Club, "attic")
		s.Armies("army:barrage")
		s.Hall = s.Sim.AddChannel(s.Club, "cellar")
	}}}, story.Script{"?game /stratego setup game:", "/stratego setup", "/stratego setup", "/stratego setup"}))
}

// Everybody forges buttons and menus that no message offers. They change nothing, and each answer
// says why.
func TestEverybodyForges(t *testing.T) {
	t.Parallel()
	golden.Check(t, "testdata/forged.txt", story.Everybody(t, []story.State{
		{Name: "challenged", Lead: func(s *story.Story) {
			s.Slash(s.Ann, "/stratego challenge user:@Bob army:barrage")
		}},
		{Name: "Bob sets up", Lead: func(s *story.Story) { s.Armies("army:barrage"); s.Confirm(s.Ann) }},
		{Name: "armies", Lead: (*story.Story).SetUp},
	},
		story.Script{
			"!ar:x", "!ap:x", "!ac:x=a4", "!af:x", "!as", "!al", "!al=stratego/duel/mine", "!ad", "!m:99", "!mk",
			"!out", "!rs:1", "!fi:x", "!z",
		},
	)+story.Everybody(t, story.States("over by resignation"),
		story.Script{"!mr", "look", "!mr:back", "look", "!mrt", "!ad=x"}))
}

// Everybody chooses moves in steps and confirms each one.
func TestEverybodyIsAsked(t *testing.T) {
	t.Parallel()
	careful := func(lead func(*story.Story)) func(*story.Story) {
		return func(s *story.Story) {
			lead(s)
			s.Slash(s.Ann, "/settings general confirm:on")
		}
	}
	begun := func(text string) func(*story.Story) { return careful(func(s *story.Story) { s.Begin(text) }) }
	golden.Check(t, "testdata/asked.txt", story.Everybody(t, []story.State{
		{Name: "beans", Lead: begun("/kalah challenge user:@Bob first:me")},
		{Name: "sheep", Lead: begun("/halatafl challenge user:@Bob side:sheep")},
		{Name: "penguins", Lead: begun("/fish challenge user:@Bob first:me")},
		{Name: "armies", Lead: careful((*story.Story).SetUp)},
		{Name: "a pause", Lead: careful(func(s *story.Story) {
			s.Begin("/kalah challenge user:@Bob first:me")
			s.Slash(s.Ann, "/match pause")
			s.Slash(s.Bob, "/match pause")
		})},
		{Name: "a vote", Lead: func(s *story.Story) {
			s.Slash(s.Ann, "/halatafl start level:easy seat:channel side:sheep vote:1h")
		}},
		{Name: "sheep in private", Lead: careful(inPrivate("/halatafl start level:easy side:sheep"))},
	},
		story.Script{
			"?move /kalah move move:", "?move /fish move move:", "?from /fish move from:", "?to /fish move from:a1 to:",
			"?move /stratego move move:a", "?game /kalah move game:", "[<1]", "<1", "Back", "[<2]", "<1", "Back",
			"[Make a move]", "<1", "@<1", "@Back", "@b2 Marshal", "@Back", "@<1", "/kalah move move:2",
			"Back", "/kalah move move:99", "/halatafl move move:d4d5", "/fish move from:a1", "/stratego move move:a2a3",
			"look", "[<1]", "<1", "wait 10s", "look",
		},
	))
}

// Everybody pages through matches, and follows them to their ends.
func TestEverybodyLists(t *testing.T) {
	t.Parallel()
	golden.Check(t, "testdata/lists.txt", story.Everybody(t, []story.State{
		{Name: "many matches", Lead: func(s *story.Story) {
			s.Moderated()
			s.Slash(s.Cid, "/server settings limit:50")
			for range 11 {
				s.Slash(s.Ann, "/kalah start level:first first:me")
			}
		}},
		{Name: "many finished", Lead: func(s *story.Story) {
			for range 11 {
				s.Begin("/kalah challenge user:@Bob first:me")
				s.SayYes(s.Ann, "/resign")
			}
		}},
		{Name: "followed", Lead: func(s *story.Story) {
			s.Begin("/kalah challenge user:@Bob first:me")
			s.Slash(s.Eve, "/settings follow")
			s.Slash(s.Cid, "/settings follow")
			s.Slash(s.Cid, "/settings general notify:not at all")
		}},
	},
		story.Script{
			"/games", "Next page", "Previous page", "My next match", "/games finished:all", "Next page",
			"Previous page", "<1",
			"/games finished:lost user:@Bob", "/games finished:lost game:kalah", "/games user:@Ann", "/settings follow",
			"Stop following", "/settings follow", "?game /settings follow game:", "?game /settings follow game:x",
			"?game /settings follow game:kal", "?stop /settings follow stop:", "/settings follow game:MATCH stop:True",
			"/settings follow stop:True", "/settings follow game:MATCH", "/games", "/resign game:MATCH",
			"Yes, I resign", "/games", "/settings follow game:MATCH", "look",
		},
	))
}
