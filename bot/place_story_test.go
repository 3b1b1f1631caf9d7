package bot_test

import (
	"slices"
	"strings"
	"testing"

	"paddock/bot/discordsim"
)

// fromMenu chooses from the nth menu of a message.
func (s *story) fromMenu(u discordsim.UserID, where discordsim.ChannelID, m discordsim.Message, nth int, values ...string) discordsim.Message {
	s.Helper()
	menus := m.Selects()
	if len(menus) <= nth {
		s.Fatalf("the message has %d menus, want more than %d:\n%s", len(menus), nth, m.Text())
	}
	return s.answered(s.sim.As(u).In(where).Select(m, menus[nth].CustomID, values...), "menu")
}

// S48: who likes to begin with an empty board places by menus, several squares at once: in a letter that stays at it, and in a reply in the channel.
func TestPlacingByMenus(t *testing.T) {
	t.Parallel()
	tell(t, func(s *story) {
		s.armies("pieces:flag, marshal, 3 scouts")
		dm := s.sim.DM(s.ann)
		if labels := s.newestDM(s.ann).Labels(); slices.Contains(labels, "Place") {
			t.Errorf("with all pieces on the board there is nothing to place: %q", labels)
		}
		s.sees(s.newestDM(s.ann), "A set-up stands already")
		s.sees(s.tap(s.ann, s.newestDM(s.ann), "Clear"), "When all of them stand")
		m := s.tap(s.ann, s.newestDM(s.ann), "Place")
		s.sees(m, "Choose squares", "3 × Scout (9)")
		if n := len(m.Selects()); n != 2 {
			t.Fatalf("%d menus of squares, want 2", n)
		}
		m = s.fromMenu(s.ann, dm, m, 0, "a4", "b4", "c4", "d4")
		s.sees(m, "Chosen: ", "a4, b4, c4, d4")
		if got, want := len(m.Selects()[0].Options), 3; got != want {
			t.Errorf("%d kinds to choose from, want %d", got, want)
		}
		s.fromMenu(s.ann, dm, m, 0, "9") // there are three: d4 stays empty
		if got, want := s.rowsOf(s.newestDM(s.ann)), "999......./........../........../.........."; got != want {
			t.Errorf("the rows are %s, want %s", got, want)
		}
		s.sees(s.newestDM(s.ann), "Choose squares") // it goes on, and the letter isn't written over
		m = s.fromMenu(s.ann, dm, s.newestDM(s.ann), 0, "b4")
		m = s.fromMenu(s.ann, dm, m, 0, "off")
		m = s.fromMenu(s.ann, dm, m, 1, "a1")
		m = s.fromMenu(s.ann, dm, m, 0, "f")
		m = s.fromMenu(s.ann, dm, m, 0, "j4")
		m = s.fromMenu(s.ann, dm, m, 0, "1")
		m = s.fromMenu(s.ann, dm, m, 0, "j3")
		m = s.fromMenu(s.ann, dm, m, 0, "9")
		if got, want := s.rowsOf(m), "9.9......1/.........9/........../F........."; got != want {
			t.Errorf("the rows are %s, want %s", got, want)
		}
		if !slices.Contains(m.Labels(), "Confirm") {
			t.Errorf("when all stand there are the usual buttons, not %q", m.Labels())
		}
		s.confirm(s.ann)
		s.tap(s.bob, s.newestDM(s.bob), "Clear")
		m = s.click(s.bob, s.board(), "Set up my army")
		m = s.answered(s.sim.As(s.bob).Click(m, "Place"), "Place")
		m = s.fromMenu(s.bob, s.hall, m, 0, "j7")
		if got := m.Selects()[0].Options[0].Label; got != "Flag, 1 left" {
			t.Errorf("the first kind is %q", got)
		}
		m = s.answered(s.sim.As(s.bob).Click(m, "Back"), "Back")
		if strings.Contains(s.rowsOf(m), "F") || !slices.Contains(m.Labels(), "Place") {
			t.Errorf("Back leads to %q", m.Labels())
		}
	}, withStratego)
}
