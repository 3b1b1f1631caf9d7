package record_test

import (
	"regexp"
	"slices"
	"strings"
	"testing"

	"paddock/bot/discordsim"
	"paddock/bot/story"
	"paddock/games"
	"paddock/games/catalog"
	"paddock/games/match"
	"paddock/games/record"
)

// reports returns the file that `/match report` gives to a user.
func reports(s *story.Story, who discordsim.UserID) string {
	s.Helper()
	m := s.Slash(who, "/match report game:"+string(s.TheMatch().ID))
	s.Private(m, "without names")
	if len(m.Attachments) != 1 {
		s.Fatalf("the report has %d files:\n%s", len(m.Attachments), m.Text())
	}
	return string(m.Attachments[0].Content)
}

// P62: a report has the position, the log and the reader's refused moves, but no names, and can be
// played again. A button beside /match why gives the same file.
func TestP62Report(t *testing.T) {
	t.Parallel()
	story.Tell(t, func(s *story.Story) {
		s.Begin("/kalah challenge user:@Bob first:me")
		s.Slash(s.Ann, "/kalah move move:1")
		s.Slash(s.Ann, "/takeback")
		s.Slash(s.Ann, "/kalah move move:2")
		s.Slash(s.Bob, "/kalah move move:9")
		text := reports(s, s.Bob)
		for _, want := range []string{
			"game kalah\nstart kalah/1 ", "\nsouth 2\n", "\nstate reader north\n",
			"\nstate waiting north\n", " moved south 1\n", " undone\n", " moved south 2\n", `Z "9" `,
		} {
			if !strings.Contains(text, want) {
				t.Errorf("the report does not say %q:\n%s", want, text)
			}
		}
		if other := reports(s, s.Ann); strings.Contains(other, "refused ") {
			t.Errorf("Ann's report has what was refused to Bob:\n%s", other)
		}
		r, err := record.Parse(text)
		if err != nil {
			t.Fatal(err)
		}
		all := catalog.Games()
		_, steps, err := r.Replay(all[slices.IndexFunc(all, func(g *games.Game) bool { return g.ID == r.Game })])
		if err != nil || len(steps) != 1 || steps[0].Next.Text() != s.Only().Position {
			t.Errorf("played again it gives %d steps, %v", len(steps), err)
		}
		at := regexp.MustCompile("state at .*")
		why, want := s.Slash(s.Bob, "/match why"), at.ReplaceAllString(reports(s, s.Bob), "")
		s.Begin("/kalah challenge user:@Bob first:me") // the newest match is another one
		m := s.Click(s.Bob, why, "Report a problem")
		if len(m.Attachments) != 1 || at.ReplaceAllString(string(m.Attachments[0].Content), "") != want {
			t.Error("the button gives something else than the command")
		}
	})
}

// Everybody who can see a match gets a report in each of its states. It has no names and no ids,
// and no secret of a running match that the reader may not know. If nothing is revealed, it has no
// secret at all.
func TestP62ReportEverywhere(t *testing.T) {
	t.Parallel()
	telling := []string{
		"open challenge", "declined", "setting up", "set up", "at rest", "over, armies",
		"ended by a moderator",
	}
	for _, state := range story.MatchStates {
		if testing.Short() && !slices.Contains(telling, state.Name) {
			continue
		}
		t.Run(state.Name, func(t *testing.T) {
			story.CrossTell(t, state.Lead, func(s *story.Story) {
				rec := s.TheMatch()
				for _, who := range []discordsim.UserID{s.Ann, s.Bob, s.Eve} {
					m := s.Answered(s.Sim.As(who).In(discordsim.ChannelID(s.Hall)).Slash("/match report game:"+
						string(rec.ID)), "report")
					if len(m.Attachments) != 1 {
						if who == s.Eve || rec.Place.Channel != match.ChannelID(s.Hall) {
							s.Private(m, "can't find that match")
							continue
						}
						t.Fatalf("no file, but:\n%s", m.Text())
					}
					checkReport(s, rec, who, string(m.Attachments[0].Content))
				}
			})
		})
	}
}

func checkReport(s *story.Story, rec match.Record, who discordsim.UserID, text string) {
	s.Helper()
	for _, name := range []string{"Ann", "Bob", "Eve", string(s.Ann), string(s.Bob), string(s.Eve)} {
		if strings.Contains(text, name) {
			s.Errorf("the report names %q:\n%s", name, text)
		}
	}
	if r, err := record.Parse(text); err != nil || r.Game != rec.Game {
		s.Errorf("the report is read as %+v, %v", r, err)
	}
	if rec.Game == "stratego" && rec.Status == match.Running {
		for _, secret := range []string{"stratego/1", "set:", "\nstart "} {
			if strings.Contains(text, secret) {
				s.Errorf("the report of %s says %q:\n%s", who, secret, text)
			}
		}
	}
}
