package person_test

import (
	"testing"

	"paddock/bot/story"
)

// P30: `/privacy delete-my-data` counts the running matches in which the user plays: no open
// challenges, no matches between computers, no finished ones.
func TestP30CountsRunningMatches(t *testing.T) {
	t.Parallel()
	story.Tell(t, func(s *story.Story) {
		s.Private(s.Slash(s.Ann, "/privacy delete-my-data"), "running matches (0)")
		s.PlayedOut("")
		s.Begin("/kalah challenge user:@Bob first:me")
		s.Slash(s.Ann, "/kalah challenge")
		s.Slash(s.Ann, "/kalah start level:first versus:random")
		s.Private(s.Slash(s.Ann, "/privacy delete-my-data"), "running matches (1)")
	})
}
