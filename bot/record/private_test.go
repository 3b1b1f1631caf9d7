package record_test

import (
	"strings"
	"testing"
	"time"

	"paddock/bot/story"
)

// P98, P62: the export of a running match has no notes. After the end a player's report is the same
// as a spectator's, but the export has the notes.
func TestWhatAnExportAndAReportLeaveOut(t *testing.T) {
	t.Parallel()
	story.Tell(t, func(s *story.Story) {
		s.Begin("/kalah challenge user:@Bob first:me")
		s.Slash(s.Ann, "/kalah move move:2")
		s.Slash(s.Ann, "/match note text:hole five")
		if text := s.Exports(s.Ann); strings.Contains(text, "hole five") {
			t.Errorf("the export of a running match has a note:\n%s", text)
		}
		s.Slash(s.Bob, "/kalah move move:3")
		s.Slash(s.Ann, "/kalah move move:2")
		s.SayYes(s.Bob, "/resign")
		s.Wait(time.Minute)
		s.Exports(s.Ann, "\nnote hole five\n")
	})
	story.Tell(t, func(s *story.Story) {
		s.Slash(s.Ann, "/stratego challenge user:@Bob army:barrage reveal:never")
		s.Click(s.Bob, s.Board(), "Accept")
		s.Confirm(s.Ann)
		s.Confirm(s.Bob)
		if own, public := reports(s, s.Ann), reports(s, s.Eve); positionOf(own) == positionOf(public) {
			t.Errorf("while the match runs a player's report does not show their own pieces:\n%s", own)
		}
		s.SayYes(s.Bob, "/resign")
		s.Wait(time.Minute)
		if own, public := reports(s, s.Ann), reports(s, s.Eve); positionOf(own) != positionOf(public) {
			t.Errorf("the position of a player's report after the end is\n%s\nof a spectator's\n%s", positionOf(own),
				positionOf(public))
		}
		if own, public := s.Exports(s.Ann), s.Exports(s.Eve); positionOf(own) != positionOf(public) {
			t.Errorf("the position of a player's export after the end is\n%s\nof a spectator's\n%s", positionOf(own),
				positionOf(public))
		}
	}, story.WithStratego)
}

// positionOf returns the line with the present position from the text of a report.
func positionOf(text string) string {
	_, after, _ := strings.Cut(text, "\nnow ")
	line, _, _ := strings.Cut(after, "\n")
	return line
}
