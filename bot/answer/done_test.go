package answer_test

import (
	"testing"

	"paddock/bot/story"
)

// P43: what the board shows needs no answer of its own. The menu in which it was chosen goes at once,
// and nothing on the screen moves later, when a finger may be on its way.
func TestMenuGoesWithoutANote(t *testing.T) {
	t.Parallel()
	story.Tell(t, func(s *story.Story) {
		s.Slash(s.Ann, "/kalah start level:first first:me")
		s.Press(s.Ann, s.Board())
		s.Wait(story.AMoment)
		more := s.Click(s.Ann, s.Board(), "More")
		s.Click(s.Ann, more, "Take back")
		s.Sees(s.Board(), "taken back")
		for _, m := range s.Sim.Messages(s.Hall, s.Ann) {
			if m.Ephemeral() {
				t.Errorf("a private message stands: %q", m.Text())
			}
		}
	})
}
