package ahead_test

import (
	"strings"
	"testing"

	"paddock/bot/story"
	"paddock/games/match"
)

// P26: a player lists conditional moves, drops one or all of them, and is told what is wrong with a line.
func TestP26ListAndDrop(t *testing.T) {
	t.Parallel()
	story.Tell(t, func(s *story.Story) {
		s.Begin("/kalah challenge user:@Bob first:me")
		s.Slash(s.Ann, "/kalah move move:2")
		s.Private(s.Slash(s.Ann, "/match conditional if:3"), "A line needs somebody else's move and then your answer")
		s.Private(s.Slash(s.Ann, "/match conditional then:1"), "A line needs")
		s.Private(s.Slash(s.Ann, "/match conditional if:1 1 4 then:1"), "A line needs") // North 4 has an extra turn
		s.Slash(s.Ann, "/match conditional if:1 then:1")
		s.Slash(s.Ann, "/match conditional if:3 then:1")
		m := s.Slash(s.Ann, "/match conditional if:2 then:1")
		s.Private(m, "1. North 2 → South 1", "2. North 3 → South 1", "3. North 1 → South 1")
		options := m.Selects()[0].Options
		m = s.Choose(s.Ann, m, options[1].Value)
		s.Private(m, "1. North 2 → South 1\n2. North 1 → South 1")
		if strings.Contains(m.Text(), "North 3") {
			t.Errorf("the line that was dropped is there:\n%s", m.Text())
		}
		board := s.Slash(s.Ann, "/match whatif")
		s.Private(s.Click(s.Ann, board, "My conditional moves"), "2. North 1 → South 1")
		m = s.Click(s.Ann, m, "Drop all")
		s.Private(m, "You have no conditional moves")
		if u, err := s.Store.User(s.Context(), match.UserID(s.Ann)); err != nil || len(u.Notebook(s.Only().ID).Lines) > 0 {
			t.Errorf("after all are dropped there are %v, %v", u.Notebooks, err)
		}
	})
}

// P97: on the what-if board of a game whose moves have steps, a player takes back a step, begins the line again, and turns a finished line into a
// conditional move.
func TestP97StepsOfAMove(t *testing.T) {
	t.Parallel()
	story.Tell(t, func(s *story.Story) {
		s.Begin("/fish challenge user:@Bob")
		m := s.Slash(s.Ann, "/match whatif")
		first := story.Ways(m)[0].Value
		m = s.Choose(s.Ann, m, first)
		if len(story.Ways(m)) == 0 || !strings.Contains(strings.Join(m.Labels(), "|"), "Back") {
			t.Fatalf("after the first step there are the buttons %q", m.Labels())
		}
		m = s.Click(s.Ann, m, "Back")
		if got := story.Ways(m)[0].Value; got != first {
			t.Errorf("after a step back the choice begins with %q, want %q", got, first)
		}
		for steps := 0; !strings.Contains(m.Text(), "Line: "); steps++ {
			if steps > 5 {
				t.Fatalf("no move after %d steps:\n%s", steps, m.Text())
			}
			m = s.Choose(s.Ann, m, story.Ways(m)[0].Value)
		}
		if m = s.Click(s.Ann, m, "Begin anew"); strings.Contains(m.Text(), "Line: ") {
			t.Errorf("a board that was begun anew has a line:\n%s", m.Text())
		}
	}, story.WithAll)
}
