package play_test

import (
	"slices"
	"strings"
	"testing"

	"paddock/bot/story"
)

// S48: a player who prefers an empty board places pieces by menus, several squares at once. It
// works in a direct message, which keeps its step, and in a private reply in the channel.
func TestPlacingByMenus(t *testing.T) {
	t.Parallel()
	story.Tell(t, func(s *story.Story) {
		s.Armies("pieces:flag, marshal, 3 scouts")
		dm := s.Sim.DM(s.Ann)
		if labels := s.NewestDM(s.Ann).Labels(); slices.Contains(labels, "Place") {
			t.Errorf("with all pieces on the board there is nothing to place: %q", labels)
		}
		s.Sees(s.NewestDM(s.Ann), "There is a set-up already")
		s.Sees(s.Tap(s.Ann, s.Tap(s.Ann, s.NewestDM(s.Ann), "Take all off"), "Take all off"), "When all are on the board")
		m := s.Tap(s.Ann, s.NewestDM(s.Ann), "Place")
		s.Sees(m, "Choose one square")
		if n := len(m.Selects()); n != 2 {
			t.Fatalf("%d menus of squares, want 2", n)
		}
		m = s.FromMenu(s.Ann, dm, m, 0, "a4", "b4", "c4", "d4")
		s.Sees(m, "Chosen: ", "a4, b4, c4, d4")
		if got, want := len(m.Selects()[0].Options), 3; got != want {
			t.Errorf("%d kinds to choose from, want %d", got, want)
		}
		s.FromMenu(s.Ann, dm, m, 0, "9") // only three scouts are left, so d4 stays empty
		if got, want := s.RowsOf(s.NewestDM(s.Ann)), "999......./........../........../.........."; got != want {
			t.Errorf("the rows are %s, want %s", got, want)
		}
		s.Sees(s.NewestDM(s.Ann), "Choose one square") // the match continues, and the direct message is not overwritten
		m = s.FromMenu(s.Ann, dm, s.NewestDM(s.Ann), 0, "b4")
		m = s.FromMenu(s.Ann, dm, m, 0, "off")
		m = s.FromMenu(s.Ann, dm, m, 1, "a1")
		m = s.FromMenu(s.Ann, dm, m, 0, "f")
		m = s.FromMenu(s.Ann, dm, m, 0, "j4")
		m = s.FromMenu(s.Ann, dm, m, 0, "1")
		m = s.FromMenu(s.Ann, dm, m, 0, "j3")
		m = s.FromMenu(s.Ann, dm, m, 0, "9")
		if got, want := s.RowsOf(m), "9.9......1/.........9/........../F........."; got != want {
			t.Errorf("the rows are %s, want %s", got, want)
		}
		if !slices.Contains(m.Labels(), "Confirm") {
			t.Errorf("when all stand there are the usual buttons, not %q", m.Labels())
		}
		s.Confirm(s.Ann)
		s.Tap(s.Bob, s.Tap(s.Bob, s.NewestDM(s.Bob), "Take all off"), "Take all off")
		m = s.Click(s.Bob, s.Board(), "Set up my army")
		m = s.Answered(s.Sim.As(s.Bob).Click(m, "Place"), "Place")
		m = s.FromMenu(s.Bob, s.Hall, m, 0, "j7")
		if got := m.Selects()[0].Options[0].Label; got != "Flag, 1 left" {
			t.Errorf("the first kind is %q", got)
		}
		m = s.Answered(s.Sim.As(s.Bob).Click(m, "Back"), "Back")
		if strings.Contains(s.RowsOf(m), "F") || !slices.Contains(m.Labels(), "Place") {
			t.Errorf("Back leads to %q", m.Labels())
		}
	}, story.WithStratego)
}
