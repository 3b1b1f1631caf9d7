package bot_test

import (
	"regexp"
	"slices"
	"strings"
	"testing"

	"paddock/bot/discordsim"
	"paddock/games"
	"paddock/games/catalog"
	"paddock/games/match"
	"paddock/games/record"
)

// reports is the file that `/report` gives to somebody.
func (s *story) reports(who discordsim.UserID) string {
	s.Helper()
	m := s.slash(who, "/report game:"+string(s.theMatch().ID))
	s.private(m, "without names")
	if len(m.Attachments) != 1 {
		s.Fatalf("the report has %d files:\n%s", len(m.Attachments), m.Text())
	}
	return string(m.Attachments[0].Content)
}

// P62: a report has the position, the log and what was refused to its reader, no names, and can be played again; a button beside /why gives the same.
func TestP62Report(t *testing.T) {
	t.Parallel()
	tell(t, func(s *story) {
		s.begin("/kalah challenge user:@Bob first:me")
		s.slash(s.ann, "/kalah move move:1")
		s.slash(s.ann, "/takeback")
		s.slash(s.ann, "/kalah move move:2")
		s.slash(s.bob, "/kalah move move:9")
		text := s.reports(s.bob)
		for _, want := range []string{"game kalah\nstart kalah/1 ", "\nsouth 2\n", "\nstate reader north\n", "\nstate waiting north\n", " moved south 1\n", " undone\n", " moved south 2\n", `Z "9" `} {
			if !strings.Contains(text, want) {
				t.Errorf("the report does not say %q:\n%s", want, text)
			}
		}
		if other := s.reports(s.ann); strings.Contains(other, "refused ") {
			t.Errorf("Ann's report has what was refused to Bob:\n%s", other)
		}
		r, err := record.Parse(text)
		if err != nil {
			t.Fatal(err)
		}
		all := catalog.Games()
		_, steps, err := r.Replay(all[slices.IndexFunc(all, func(g *games.Game) bool { return g.ID == r.Game })])
		if err != nil || len(steps) != 1 || steps[0].Next.Text() != s.only().Position {
			t.Errorf("played again it gives %d steps, %v", len(steps), err)
		}
		m := s.click(s.bob, s.slash(s.bob, "/why"), "Report a problem")
		at := regexp.MustCompile("state at .*")
		if len(m.Attachments) != 1 || at.ReplaceAllString(string(m.Attachments[0].Content), "") != at.ReplaceAllString(s.reports(s.bob), "") {
			t.Error("the button gives something else than the command")
		}
	})
}

// A report is for whoever can see the match, in each state of it; nobody's name or id is in it, nothing of a running match with secrets that its reader may
// not know, and nothing ever of one in which nothing is revealed.
func TestP62ReportEverywhere(t *testing.T) {
	t.Parallel()
	telling := []string{"open challenge", "declined", "setting up", "set up", "at rest", "over, armies", "ended by a moderator"}
	for _, state := range matchStates {
		if testing.Short() && !slices.Contains(telling, state.name) {
			continue
		}
		t.Run(state.name, func(t *testing.T) {
			crossTell(t, state.lead, func(s *story) {
				rec := s.theMatch()
				for _, who := range []discordsim.UserID{s.ann, s.bob, s.eve} {
					m := s.answered(s.sim.As(who).In(discordsim.ChannelID(s.hall)).Slash("/report game:"+string(rec.ID)), "report")
					if len(m.Attachments) != 1 {
						if who == s.eve || rec.Place.Channel != match.ChannelID(s.hall) {
							s.private(m, "no such match")
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

func checkReport(s *story, rec match.Record, who discordsim.UserID, text string) {
	s.Helper()
	for _, name := range []string{"Ann", "Bob", "Eve", string(s.ann), string(s.bob), string(s.eve)} {
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
