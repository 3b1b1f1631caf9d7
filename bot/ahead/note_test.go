package ahead_test

import (
	"strings"
	"testing"
	"time"

	"paddock/bot"
	"paddock/bot/story"
	"paddock/games/match"
)

// P98: a note, together with the notes before it, has at most 1,000 characters. A character of
// several bytes counts as one.
func TestP98NotesAreLimited(t *testing.T) {
	t.Parallel()
	for _, c := range []struct {
		have, add string
		refused   bool
	}{
		{"", strings.Repeat("x", 1000), false},
		{strings.Repeat("x", 998), "§", false}, // one more for the line break between both texts
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

// P98: the form for notes belongs to the match whose button was pressed, also when another match is
// newer.
func TestP98Form(t *testing.T) {
	t.Parallel()
	story.Tell(t, func(s *story.Story) {
		s.Begin("/kalah challenge user:@Bob first:me")
		older := s.Only().ID
		m := s.Slash(s.Ann, "/match note text:slow")
		s.Begin("/kalah challenge user:@Bob first:me")
		s.Private(s.Fill(s.Ann, s.Hall, m, "Write", map[string]string{"0": "quick"}), "Kept.", "> quick")
		if u, err := s.Store.User(s.Context(), match.UserID(s.Ann)); err != nil || u.Notebook(older).Note != "quick" ||
			len(u.Notebooks) != 1 {
			t.Errorf("the notes are %+v, %v", u.Notebooks, err)
		}
	})
}

// A match whose game the bot no longer has takes no notes, and the answer says so.
func TestNotesOnAnUnknownGame(t *testing.T) {
	t.Parallel()
	only := story.Catalogue
	story.Tell(t, func(s *story.Story) {
		s.Waste = true // the failure to show the note is logged
		s.Begin("/kalah challenge user:@Bob first:me")
		id := s.Only().ID
		only = only[:1]
		s.Restart(time.Minute)
		s.Private(s.Slash(s.Ann, "/match note game:"+string(id)), "a match that you play in")
	}, func(c *bot.Config) { c.Games = only })
}
