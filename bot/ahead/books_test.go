package ahead_test

import (
	"fmt"
	"testing"
	"time"

	"paddock/bot/story"
	"paddock/games/match"
)

// P98: a player has notebooks for at most 200 matches. A further one is refused, and an existing
// one can still be changed.
func TestNotebooksAreLimited(t *testing.T) {
	t.Parallel()
	for n, want := range map[int]string{199: "Kept.", 200: "You have notes on 200 matches"} {
		story.Tell(t, func(s *story.Story) {
			s.Begin("/kalah challenge user:@Bob first:me")
			if _, err := s.Store.UpdateUser(s.Context(), match.UserID(s.Ann), func(u *match.User) {
				for i := range n {
					u.SetNotebook(match.ID(fmt.Sprint("old", i)), match.Notebook{Note: "kept"})
				}
			}); err != nil {
				t.Fatal(err)
			}
			s.Restart(time.Second)
			s.Private(s.Slash(s.Ann, "/match note text:one more"), want)
			u, err := s.Store.User(s.Context(), match.UserID(s.Ann))
			if err != nil || len(u.Notebooks) != 200 {
				t.Errorf("of %d notebooks and one more are left %d, %v; want 200", n, len(u.Notebooks), err)
			}
		})
	}
}

// From twenty notebooks on, those of finished matches are deleted, unless they have notes.
func TestUselessNotebooksAreDeleted(t *testing.T) {
	t.Parallel()
	story.Tell(t, func(s *story.Story) {
		var over []match.ID
		for range 2 {
			s.Begin("/kalah challenge user:@Bob first:me")
			over = append(over, s.Only().ID)
			s.Slash(s.Ann, "/kalah move move:2")
			s.SayYes(s.Bob, "/resign")
			s.Wait(time.Minute)
		}
		s.Begin("/kalah challenge user:@Bob first:me")
		running := s.Only().ID
		s.Begin("/kalah challenge user:@Bob first:me")
		line := match.Notebook{Lines: []match.Line{{
			From:  1,
			Plies: []match.Ply{{Seat: 1, Move: "1"}, {Seat: 0, Move: "1"}},
		}}}
		if _, err := s.Store.UpdateUser(s.Context(), match.UserID(s.Ann), func(u *match.User) {
			for i := range 17 {
				u.SetNotebook(match.ID(fmt.Sprint("old", i)), match.Notebook{Note: "kept"})
			}
			u.SetNotebook(running, line)
			u.SetNotebook(over[0], line)
			line.Note = "kept"
			u.SetNotebook(over[1], line)
		}); err != nil {
			t.Fatal(err)
		}
		s.Restart(time.Second)
		s.Private(s.Slash(s.Ann, "/match note text:one more game:"+string(s.Only().ID)), "Kept.")
		u, err := s.Store.User(s.Context(), match.UserID(s.Ann))
		if _, there := u.Notebooks[over[0]]; err != nil || there || u.Notebooks[over[1]].Note != "kept" ||
			len(u.Notebook(running).Lines) != 1 || len(u.Notebooks) != 20 {
			t.Errorf("%d notebooks are left, %v; the useless one: %t", len(u.Notebooks), err, there)
		}
	})
}
