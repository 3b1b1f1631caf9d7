package play_test

import (
	"slices"
	"strings"
	"testing"
	"time"

	"paddock/bot/discordsim"
	"paddock/bot/story"
	"paddock/games/stratego/board"
	"paddock/games/stratego/view"
)

// P46, S46: a set-up has a picture, the names of the pieces, and the buttons Confirm, Shuffle, Examples,
// Swap and More. The digits are only behind Edit. Clear asks for confirmation. Two pieces are
// swapped by the buttons of their ranks and squares, with two touches each at most.
func TestP46SetUpIsAPicture(t *testing.T) {
	t.Parallel()
	story.Tell(t, func(s *story.Story) {
		s.Armies("")
		m := s.NewestDM(s.Ann)
		if got := m.Labels(); !slices.Equal(got, []string{"Confirm", "Shuffle", "Ready set-ups", "Move or swap", "More"}) ||
			len(m.Selects()) > 0 {
			t.Errorf("below the picture stand %q and %d menus", got, len(m.Selects()))
		}
		s.Sees(m, "A lower number beats a higher one.", "1 × Marshal (1) · 1 × General (2) · ", "6 × Bomb")
		rows := s.RowsOf(m)
		if text := m.Text(); strings.Contains(text, rows[:10]) || strings.Contains(text, "Remaining") {
			t.Errorf("the set-up has digits:\n%s", text)
		}
		more := s.Tap(s.Ann, m, "More")
		edit := s.Tap(s.Ann, more, "Edit")
		s.Sees(edit, rows[:10])
		if strings.Contains(edit.Text(), "Remaining") {
			t.Errorf("pieces are left to place on a full board:\n%s", edit.Text())
		}
		s.Restart(time.Minute)
		s.Wait(time.Minute)
		s.Sees(s.NewestDM(s.Ann), rows[:10]) // the arrangement is the same, so the panel stays
		m = s.Tap(s.Ann, s.Tap(s.Ann, s.Tap(s.Ann, s.NewestDM(s.Ann), "Back"), "More"), "Take all off")
		s.Sees(m, "really want to take all pieces off")
		if s.RowsOf(m) != rows {
			t.Error("Take all off was not asked once more")
		}
		m = s.Tap(s.Ann, s.Tap(s.Ann, m, "Back"), "Move or swap")
		pick := func(m discordsim.Message, rank byte, square string) discordsim.Message {
			title := view.RankTitle(board.Rank(rank)).String()
			if kind := title + " …"; slices.Contains(m.Labels(), kind) {
				m = s.Tap(s.Ann, m, kind)
			}
			return s.Tap(s.Ann, m, title+" "+square)
		}
		m = pick(pick(m, rows[0], "a4"), rows[33], "a1")
		now := s.RowsOf(m)
		if now[0] != rows[33] || now[33] != rows[0] {
			t.Errorf("%s and after the swap %s", rows, now)
		}
		m = pick(pick(s.NewestDM(s.Ann), now[0], "a4"), now[1], "b4") // the next swap is offered at once
		if again := s.RowsOf(m); again[0] != now[1] || again[1] != now[0] {
			t.Errorf("%s and after the second swap %s", now, again)
		}
		m = s.Tap(s.Ann, s.Tap(s.Ann, m, "Back"), "Ready set-ups")
		s.FromMenu(s.Ann, s.Sim.DM(s.Ann), m, 0, m.Selects()[0].Options[0].Value)
		m = s.Tap(s.Ann, s.Tap(s.Ann, s.NewestDM(s.Ann), "Take all off"), "Take all off")
		if got := m.Labels(); !slices.Equal(got, []string{"Shuffle", "Ready set-ups", "Place", "More"}) {
			t.Errorf("below an empty board stand %q", got)
		}
	}, story.WithStratego)
}
