package bot_test

import (
	"slices"
	"strings"
	"testing"
	"time"

	"paddock/bot/discordsim"
	"paddock/games/match"
)

// mover is the person whom a board waits for.
func (s *story) mover(b discordsim.Message) discordsim.UserID {
	s.Helper()
	for _, u := range []discordsim.UserID{s.ann, s.bob, s.cid} {
		if strings.Contains(b.Text(), "<@"+string(u)+">, it's your turn") {
			return u
		}
	}
	s.Fatalf("the board waits for nobody:\n%s", b.Text())
	return ""
}

// press presses the first button of a move.
func (s *story) press(who discordsim.UserID, b discordsim.Message) {
	s.Helper()
	for _, c := range b.Buttons() {
		if parts := strings.Split(c.CustomID, ":"); !c.Disabled && len(parts) > 3 && parts[3] == "m" { // a head may be m too
			s.click(who, b, c.CustomID)
			return
		}
	}
	s.Fatalf("there is no move to press in %q", b.Labels())
}

// pick makes a move by menus: one entry after the other until the move is whole, now this one, now that.
func (s *story) pick(who discordsim.UserID, b discordsim.Message) {
	s.Helper()
	if len(b.Selects()) == 0 {
		s.press(who, b)
		return
	}
	any := func(m discordsim.Message) string {
		s.steps += 7
		list := m.Selects()[0].Options
		return list[s.steps%len(list)].Value
	}
	m := s.choose(who, b, any(b))
	for range 30 {
		if len(m.Selects()) == 0 || m.ID == b.ID && !b.Ephemeral() { // on the board itself where there was only one way to go on
			return
		}
		if !m.Ephemeral() {
			s.Errorf("the second step of a move should be private:\n%s", m.Text())
		}
		m = s.choose(who, m, any(m))
	}
	s.Fatal("the menus of a move never end")
}

// over reports whether a board shows a finished match.
func over(b discordsim.Message) bool { return slices.Contains(b.Labels(), "Rematch") }

// P5, P44: a whole match between two members, with buttons only.
func TestKalahByButtons(t *testing.T) {
	t.Parallel()
	tell(t, func(s *story) {
		s.private(s.slash(s.ann, "/kalah challenge user:@Bob holes:3 beans:2 first:me"), "challenge")
		b := s.board()
		s.sees(b, "Ann challenges", "Kalah", "holes: 3", "2 days for each move", "Ann plays South")
		s.rings(b, s.bob)
		s.click(s.bob, b, "Accept")
		for n := 0; !over(s.board()); n++ {
			b = s.board()
			if n > 60 {
				t.Fatalf("no end is in sight:\n%s", b.Text())
			}
			if n == 1 { // the second sow: nothing about it is a new message
				s.sees(b, "South Ann v North Bob")
			}
			s.press(s.mover(b), b)
		}
		b = s.board()
		if rec := s.only(); rec.Status != match.Over || !strings.Contains(b.Text(), resultOf(rec)) {
			t.Errorf("the match is %s, and its board says:\n%s", rec.Status, b.Text())
		}
		if got := b.AltTexts(); len(got) != 1 || !strings.Contains(got[0], "pot") {
			t.Errorf("the picture's words are %q, want the position", got)
		}
	})
}

// P5: a whole match between two members, with commands only.
func TestKalahByCommands(t *testing.T) {
	t.Parallel()
	tell(t, func(s *story) {
		s.slash(s.ann, "/kalah challenge user:@Bob holes:3 beans:2 first:me")
		s.click(s.bob, s.board(), "Accept")
		for n := 0; !over(s.board()); n++ {
			if n > 60 {
				t.Fatalf("no end is in sight:\n%s", s.board().Text())
			}
			who := s.mover(s.board())
			i := s.sim.As(who).In(s.hall).Autocomplete("/kalah move move:", "move")
			s.wait(0)
			if len(i.Choices()) == 0 {
				t.Fatal("no move is offered")
			}
			s.private(s.slash(who, "/kalah move move:"+i.Choices()[0].Value.(string)), "You played")
		}
	})
}

// P5, P18, P48: a match against the computer by menus; the computer answers by itself.
func TestHalataflAgainstTheComputer(t *testing.T) {
	t.Parallel()
	tell(t, func(s *story) {
		s.private(s.slash(s.ann, "/halatafl start level:random"), "has begun")
		if rec := s.only(); rec.Players[0].User != match.UserID(s.ann) || rec.Players[1].Computer != "random" {
			t.Errorf("the seats are %v, want Ann as sheep and the computer as foxes", rec.Players)
		}
		n := 0
		for ; !over(s.board()) && n < 12; n++ {
			s.pick(s.ann, s.board())
			s.wait(2 * time.Second)
		}
		if rec := s.only(); s.moves(rec.ID) < 2*n {
			t.Errorf("%d moves after %d of Ann's: the computer did not answer each", s.moves(rec.ID), n)
		}
		if s.posts() != 1 {
			t.Errorf("%d messages for quick moves, want one (P43)", s.posts())
		}
	})
}

// P49: no option at all: the person is the sheep, the computer the foxes at medium.
func TestHalataflStartWithNothingSaid(t *testing.T) {
	t.Parallel()
	tell(t, func(s *story) {
		s.slash(s.ann, "/halatafl start")
		rec := s.only()
		if rec.Players[0].User != match.UserID(s.ann) || rec.Players[1].Computer != "medium" {
			t.Errorf("the seats are %v, want Ann as sheep and medium as foxes", rec.Players)
		}
	})
}
