package ahead_test

import (
	"strings"
	"testing"

	"paddock/bot/story"
)

// P98: a note, together with the notes before it, has at most 1,000 characters. A character of several bytes counts as one.
func TestP98NotesAreLimited(t *testing.T) {
	t.Parallel()
	for _, c := range []struct {
		have, add string
		refused   bool
	}{
		{"", strings.Repeat("x", 1000), false},
		{strings.Repeat("x", 998), "§", false}, // plus the line break between them
		{strings.Repeat("x", 999), "§", true},
		{strings.Repeat("ä", 998), "ö", false},
		{strings.Repeat("ä", 999), "ö", true},
	} {
		story.Tell(t, func(s *story.Story) {
			s.Begin("/kalah challenge user:@Bob first:me")
			kept := c.add
			if c.have != "" {
				s.Private(s.Slash(s.Ann, "/match note text:"+c.have), "Kept.")
				kept = c.have + "\n> " + c.add
			}
			m := s.Slash(s.Ann, "/match note text:"+c.add)
			if !c.refused {
				s.Private(m, "Kept.", "> "+kept)
				return
			}
			s.Private(m, "That makes 1001 characters, and a match can have 1000 at most")
			s.Private(s.Slash(s.Ann, "/match note"), "> "+c.have)
			if strings.Contains(s.Slash(s.Ann, "/match note").Text(), c.add) {
				t.Error("a note that was refused is kept")
			}
		})
	}
}
