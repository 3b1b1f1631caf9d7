package play_test

import (
	"slices"
	"strings"
	"testing"
	"time"

	"paddock/bot/component"
	"paddock/bot/story"
	"paddock/games/match"
)

// P5, P44: two members can play a whole match with buttons only.
func TestKalahByButtons(t *testing.T) {
	t.Parallel()
	story.Tell(t, func(s *story.Story) {
		s.Private(s.Slash(s.Ann, "/kalah challenge user:@Bob holes:3 beans:2 first:me"), "challenge")
		b := s.Board()
		s.Sees(b, "Ann challenges", "Kalah", "holes: 3", "2 days a move", "Ann plays South")
		s.Rings(b, s.Bob)
		s.Click(s.Bob, b, "Accept")
		for n := 0; !story.Over(s.Board()); n++ {
			b = s.Board()
			if n > 60 {
				t.Fatalf("no end is in sight:\n%s", b.Text())
			}
			if n == 1 { // after an extra turn no new message is posted
				s.Sees(b, "Ann (South) v Bob (North)")
			}
			s.Press(s.Mover(b), b)
		}
		b = s.Board()
		if rec := s.Only(); rec.Status != match.Over || !strings.Contains(b.Text(), story.ResultOf(rec)) {
			t.Errorf("the match is %s, and its board says:\n%s", rec.Status, b.Text())
		}
		if got := b.AltTexts(); len(got) != 1 || !strings.Contains(got[0], "pot") {
			t.Errorf("the picture's words are %q, want the position", got)
		}
	})
}

// P5: two members can play a whole match with commands only.
func TestKalahByCommands(t *testing.T) {
	t.Parallel()
	story.Tell(t, func(s *story.Story) {
		s.Slash(s.Ann, "/kalah challenge user:@Bob holes:3 beans:2 first:me")
		s.Click(s.Bob, s.Board(), "Accept")
		for n := 0; !story.Over(s.Board()); n++ {
			if n > 60 {
				t.Fatalf("no end is in sight:\n%s", s.Board().Text())
			}
			who := s.Mover(s.Board())
			i := s.Sim.As(who).In(s.Hall).Autocomplete("/kalah move move:", "move")
			s.Wait(0)
			if len(i.Choices()) == 0 {
				t.Fatal("no move is offered")
			}
			s.Private(s.Slash(who, "/kalah move move:"+i.Choices()[0].Value.(string)), "You played")
		}
	})
}

// P5, P18, P48: a member plays the computer by menus, and the computer answers by itself.
func TestHalataflAgainstTheComputer(t *testing.T) {
	t.Parallel()
	story.Tell(t, func(s *story.Story) {
		s.Private(s.Slash(s.Ann, "/halatafl start level:random"), "has begun")
		if rec := s.Only(); rec.Players[0].User != match.UserID(s.Ann) || rec.Players[1].Computer != "random" {
			t.Errorf("the seats are %v, want Ann as sheep and the computer as foxes", rec.Players)
		}
		n := 0
		for ; !story.Over(s.Board()) && n < 12; n++ {
			s.Pick(s.Ann, s.Board())
			s.Wait(2 * time.Second)
		}
		if rec := s.Only(); s.Moves(rec.ID) < 2*n {
			t.Errorf("%d moves after %d of Ann's: the computer did not answer each", s.Moves(rec.ID), n)
		}
		if s.Posts() != 1 {
			t.Errorf("%d messages for quick moves, want one (P43)", s.Posts())
		}
	})
}

// P49: without any option, the person plays the sheep and the computer plays the foxes at easy.
func TestHalataflStartWithNothingSaid(t *testing.T) {
	t.Parallel()
	story.Tell(t, func(s *story.Story) {
		s.Slash(s.Ann, "/halatafl start")
		rec := s.Only()
		if rec.Players[0].User != match.UserID(s.Ann) || rec.Players[1].Computer != "easy" {
			t.Errorf("the seats are %v, want Ann as sheep and easy as foxes", rec.Players)
		}
	})
}

// Draws, pauses and takebacks: the first player is told that they have asked, and the second that
// they have agreed or declined.
func TestOffersAndAnswers(t *testing.T) {
	t.Parallel()
	for _, c := range []struct{ command, asked, agreed string }{
		{"/draw", "You have offered a draw", "You have agreed to a draw"},
		{"/match pause", "I've asked your opponent for a pause", "The match is paused"},
	} {
		t.Run(c.command, func(t *testing.T) {
			story.Tell(t, func(s *story.Story) {
				s.Begin("/kalah challenge user:@Bob first:me time:1 day a move")
				s.Slash(s.Ann, "/kalah move move:2")
				s.Sees(s.Slash(s.Ann, c.command), c.asked)
				s.Sees(s.Slash(s.Ann, c.command), c.asked) // asking twice is not agreeing
				s.Sees(s.Slash(s.Bob, c.command), c.agreed)
			})
		})
	}
	t.Run("/takeback", func(t *testing.T) {
		story.Tell(t, func(s *story.Story) {
			s.Begin("/kalah challenge user:@Bob first:me time:1 day a move")
			s.Slash(s.Ann, "/kalah move move:2")
			s.Wait(2 * time.Minute)
			s.Sees(s.Slash(s.Ann, "/takeback"), "I've asked your opponent whether")
			s.Sees(s.Slash(s.Bob, "/takeback"), "Your last move is taken back")
		})
	})
}

// P103: either player ends a pause, with a button of the board. The button of a former board does
// nothing.
func TestP103GoOn(t *testing.T) {
	t.Parallel()
	story.Tell(t, func(s *story.Story) {
		s.Begin("/kalah challenge user:@Bob first:me time:1 day a move")
		s.Slash(s.Ann, "/match pause")
		s.Slash(s.Bob, "/match pause")
		resting := s.Board()
		s.Private(s.Click(s.Cid, resting, "Go on"), "You don't play in this match")
		s.Sees(s.Click(s.Bob, resting, "Go on"), "The match goes on here")
		if rec := s.TheMatch(); rec.Parked != nil {
			t.Errorf("the match rests: %v", rec.Parked)
		}
		s.Private(s.Answered(s.Sim.As(s.Ann).ClickStale(resting, "Go on"), "a button"), "isn't paused")
	})
}

// P13: a player who is asked whether they resign can answer after another move has been made. The
// result takes the place of the question, because the board may be far above it.
func TestResignAfterAMove(t *testing.T) {
	t.Parallel()
	story.Tell(t, func(s *story.Story) {
		s.Begin("/kalah challenge user:@Bob first:me time:1 day a move")
		s.Slash(s.Ann, "/kalah move move:2")
		asked := s.Slash(s.Ann, "/resign")
		s.Slash(s.Bob, "/kalah move move:2")
		told := s.Click(s.Ann, asked, "Yes, I resign")
		s.Private(told, "You lost. You have resigned. Bob wins!")
		if rec := s.TheMatch(); rec.Status != match.Over || told.ID != asked.ID || !s.There(s.Ann, asked) {
			t.Errorf("the match is %s, and the question became\n%s", rec.Status, told.Text())
		}
		s.Sees(s.Board(), "Ann has resigned")
	})
}

// P10: a page of `/games` has ten matches. A full last page has no button to more.
func TestP10Pages(t *testing.T) {
	t.Parallel()
	story.Tell(t, func(s *story.Story) {
		s.Moderated()
		s.Slash(s.Cid, "/server settings limit:50")
		for range 10 {
			s.Slash(s.Ann, "/kalah start level:first first:me")
		}
		if full := s.Slash(s.Ann, "/games"); slices.Contains(full.Labels(), "Next page") {
			t.Errorf("ten matches have the buttons %q, want no second page", full.Labels())
		}
		s.Slash(s.Ann, "/kalah start level:first first:me")
		second := s.Click(s.Ann, s.Slash(s.Ann, "/games"), "Next page")
		if n := strings.Count(second.Text(), "* **Kalah"); n != 1 || slices.Contains(second.Labels(), "Next page") {
			t.Errorf("of eleven matches the second page has %d and the buttons %q:\n%s", n, second.Labels(),
				second.Text())
		}
	})
}

// P10: the button to the next match never leads to the match of its own message.
func TestNextMatchIsAnother(t *testing.T) {
	t.Parallel()
	story.Tell(t, func(s *story.Story) {
		s.Begin("/kalah challenge user:@Bob first:me")
		first, kalah := s.Board(), s.Only().ID
		if more := s.Click(s.Ann, first, "More"); slices.Contains(more.Labels(), "My next match") {
			t.Error("More leads to another match though none waits")
		}
		s.Begin("/halatafl challenge user:@Bob side:sheep")
		s.Private(s.Click(s.Ann, s.BoardAbout("Kalah"), "My next match"), "Halatafl")
		s.Slash(s.Ann, "/halatafl move move:d4d5") // now it waits for Bob
		s.Forge(component.Target{Match: kalah, Action: component.ActNextMatch})
		s.Private(s.Click(s.Ann, s.BoardAbout("Kalah"), "More"), "No other match is waiting for you")
	})
}
