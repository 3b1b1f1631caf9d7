package ahead_test

import (
	"fmt"
	"slices"
	"strings"
	"testing"
	"time"

	"paddock/bot/story"
	"paddock/games/match"
	"paddock/games/match/ahead"
)

// P26: a player lists conditional moves, drops one or all of them, and is told what is wrong with a
// line.
func TestP26ListAndDrop(t *testing.T) {
	t.Parallel()
	story.Tell(t, func(s *story.Story) {
		s.Begin("/kalah challenge user:@Bob first:me")
		s.Slash(s.Ann, "/kalah move move:2")
		s.Private(s.Slash(s.Ann, "/match conditional if:3"), "A line needs somebody else's move and then your answer")
		s.Private(s.Slash(s.Ann, "/match conditional then:1"), "A line needs")
		s.Private(s.Slash(s.Ann, "/match conditional if:1 1 4 then:1"),
			"After **North 1, South 1, North 4** it isn't your turn yet (North to move)")
		s.Private(s.Slash(s.Ann, "/match conditional if:9 then:1"),
			"The other side can't play that. They would be told: There is no hole 9. You can sow 1, 2")
		if own := s.Slash(s.Ann, "/match conditional if:1 then:9").Text(); !strings.HasPrefix(own,
			"There is no hole 9") {
			t.Errorf("about their own move a player reads %q", own)
		}
		s.Private(s.Slash(s.Ann, "/match conditional if:1 then:1"), "Saved")
		s.Slash(s.Ann, "/match conditional if:3 then:1")
		m := s.Slash(s.Ann, "/match conditional if:2 then:1")
		s.Private(m, "1. North 2, South 1", "2. North 3, South 1", "3. North 1, South 1")
		options := m.Selects()[0].Options
		m = s.Choose(s.Ann, m, options[1].Value)
		s.Private(m, "1. North 2, South 1\n2. North 1, South 1")
		if strings.Contains(m.Text(), "North 3") {
			t.Errorf("the line that was dropped is there:\n%s", m.Text())
		}
		board := s.Slash(s.Ann, "/match try")
		s.Private(s.Click(s.Ann, board, "My automatic replies"), "2. North 1, South 1")
		m = s.Click(s.Ann, m, "Drop all")
		s.Private(m, "You have no automatic replies")
		if u, err := s.Store.User(s.Context(), match.UserID(s.Ann)); err != nil ||
			len(u.Notebook(s.Only().ID).Lines) > 0 {
			t.Errorf("after all are dropped there are %v, %v", u.Notebooks, err)
		}
	})
}

// P57: there is no answer to a move that ends the game, and the refusal says so.
func TestP26NoAnswerAfterTheEnd(t *testing.T) {
	t.Parallel()
	story.Tell(t, func(s *story.Story) {
		s.Begin("/kalah challenge user:@Bob first:me holes:1 beans:1")
		s.Private(s.Slash(s.Bob, "/match conditional if:1 then:1"), "The game is over at this point")
	})
}

// P97: on the trial board of a game whose moves have steps, a player takes back a step, begins
// the line again, and turns a finished line into a conditional move.
func TestP97StepsOfAMove(t *testing.T) {
	t.Parallel()
	story.Tell(t, func(s *story.Story) {
		s.Begin("/fish challenge user:@Bob")
		m := s.Slash(s.Ann, "/match try")
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
		if m = s.Click(s.Ann, m, "Start over"); strings.Contains(m.Text(), "Line: ") {
			t.Errorf("a board that was begun anew has a line:\n%s", m.Text())
		}
		if u, err := s.Store.User(s.Context(), match.UserID(s.Ann)); err != nil || len(u.Notebooks) > 0 {
			t.Errorf("a board without a line is stored: %+v, %v", u.Notebooks, err)
		}
	}, story.WithAll)
}

// P97: a click on an outdated trial board plays no move. The message then shows the rest of the
// line, from the present position on.
func TestP97TheMatchMovesOn(t *testing.T) {
	t.Parallel()
	for played, line := range map[string]string{"1": "Line: **North 1, South 2**", "3": ""} {
		for _, label := range []string{"5 (4)", "One move back", "Start over", "Save as reply"} {
			story.Tell(t, func(s *story.Story) {
				s.Begin("/kalah challenge user:@Bob first:them")
				m := hole(s, s.Ann, hole(s, s.Ann, hole(s, s.Ann, s.Slash(s.Ann, "/match try"), 1), 1), 2)
				s.Private(m, "Line: **South 1, North 1, South 2**")
				s.Slash(s.Bob, "/kalah move move:"+played)
				for range 2 {
					now := s.Answered(s.Sim.As(s.Ann).ClickStale(m, label), label)
					if anew := label == "Start over"; strings.Contains(now.Text(), "The match has moved on") == anew &&
						played == "1" {
						t.Errorf("%s after hole %s: the answer is\n%s", label, played, now.Text())
					} else if got := line != "" && strings.Contains(now.Text(), line); got != (line != "" && !anew) ||
						!got && strings.Contains(now.Text(), "Line:") {
						t.Errorf("%s after hole %s shows another line than %q:\n%s", label, played, line, now.Text())
					}
				}
				if u, err := s.Store.User(s.Context(), match.UserID(s.Ann)); err != nil ||
					len(u.Notebook(s.Only().ID).Lines) > 0 {
					t.Errorf("%s after hole %s has stored %+v, %v", label, played, u.Notebooks, err)
				}
			})
		}
	}
}

// P97: a trial board that is opened after the match has left its line is new: its first click
// counts. A step that an old board offers is no longer shown.
func TestP97AfterTheMatchHasMovedOn(t *testing.T) {
	t.Parallel()
	story.Tell(t, func(s *story.Story) {
		s.Begin("/kalah challenge user:@Bob first:them")
		hole(s, s.Ann, s.Slash(s.Ann, "/match try"), 1)
		s.Slash(s.Bob, "/kalah move move:2")
		m := s.Slash(s.Ann, "/match try")
		s.Private(m, "The match has moved on")
		s.Private(hole(s, s.Ann, m, 5), "Line: **North 5**")
	})
	story.Tell(t, func(s *story.Story) {
		s.SetUp()
		m := s.Slash(s.Ann, "/match try")
		if labels := s.Click(s.Ann, m, "b2 Marshal").Labels(); !slices.Contains(labels, "Back") {
			t.Errorf("the step has the buttons %q", labels)
		}
		s.Slash(s.Ann, "/stratego move move:a3a4")
		now := s.Answered(s.Sim.As(s.Ann).ClickStale(m, "b2 Marshal"), "an old step")
		if s.Private(now, "The match has moved on"); slices.Contains(now.Labels(), "Back") {
			t.Errorf("the old step is shown with %q", now.Labels())
		}
	}, story.WithStratego)
}

// P26: a player has at most 25 conditional moves in a match. One more is refused, and nothing is
// lost.
func TestP26LinesAreLimited(t *testing.T) {
	t.Parallel()
	story.Tell(t, func(s *story.Story) {
		s.Begin("/kalah challenge user:@Bob first:them")
		id := s.Only().ID
		if _, err := s.Store.UpdateUser(s.Context(), match.UserID(s.Ann), func(u *match.User) {
			var n match.Notebook
			for i := range ahead.MostLines - 1 {
				n.Lines = append(n.Lines,
					match.Line{
						From:  s.Only().Made,
						Plies: []match.Ply{{Seat: 0, Move: fmt.Sprint(i + 10)}, {Seat: 1, Move: "1"}},
					})
			}
			u.SetNotebook(id, n)
		}); err != nil {
			t.Fatal(err)
		}
		s.Restart(time.Second)
		s.Private(s.Slash(s.Ann, "/match conditional if:1 then:1"), "Saved: **South 1, North 1**")
		s.Private(s.Slash(s.Ann, "/match conditional if:2 then:1"), "You already have 25 lines")
		if u, err := s.Store.User(s.Context(), match.UserID(s.Ann)); err != nil ||
			len(u.Notebook(id).Lines) != ahead.MostLines {
			t.Errorf("%d lines are stored, %v; want %d", len(u.Notebook(id).Lines), err, ahead.MostLines)
		}
	})
}

// A suggestion has at most 100 characters, together with the moves and commas before it.
func TestLongLinesAreNotSuggested(t *testing.T) {
	t.Parallel()
	story.Tell(t, func(s *story.Story) {
		s.Begin("/kalah challenge user:@Bob first:me")
		for commas, want := range map[int]int{98: 6, 99: 0} {
			i := s.Sim.As(s.Ann).In(s.Hall).Autocomplete("/match conditional if:1"+strings.Repeat(",", commas), "if")
			s.Wait(0)
			if got := i.Choices(); len(got) != want {
				t.Errorf("after a move and %d commas are suggested %v, want %d", commas, got, want)
			}
		}
	})
}
