package request_test

import (
	"strings"
	"testing"
	"time"

	"paddock/bot/story"
)

// P49: commands in a text are links, in every language and in public too. A command with an option
// to fill in stays text.
func TestCommandsAreLinks(t *testing.T) {
	t.Parallel()
	story.Tell(t, func(s *story.Story) {
		for _, language := range []string{"Svenska", "Deutsch", "English"} {
			s.Slash(s.Ann, "/settings general language:"+language)
			m := s.Slash(s.Ann, "/stats")
			s.Private(m, "</games:", "</play:")
			if strings.Contains(m.Text(), "`/") {
				t.Errorf("%s: a command is no link: %s", language, m.Text())
			}
		}
		s.Private(s.Slash(s.Ann, "/settings vacation"), "`/settings vacation days:`")
		s.Begin("/kalah challenge user:@Bob first:me")
		s.Slash(s.Ann, "/match pause")
		s.Slash(s.Bob, "/match pause")
		s.Wait(time.Minute)
		s.Sees(s.Board(), "</match resume:")
	})
}
