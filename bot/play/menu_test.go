package play_test

import (
	"context"
	"slices"
	"strings"
	"testing"
	"time"

	"paddock/bot"
	"paddock/bot/component"
	"paddock/bot/discordsim"
	"paddock/bot/play"
	"paddock/bot/story"
	"paddock/games"
	"paddock/games/halatafl"
	"paddock/games/match"
	"paddock/games/referee"
)

func playSpell(c *bot.Config) {
	c.Games = []*games.Game{games.New(play.Spell{}, games.Player[play.Spelling, string]{
		Name: "easy", Choose: func(context.Context, play.Spelling, games.Budget) (string, error) { return "axz", nil },
	})}
}

// P55: menus with more than 25 entries have pages. A move is chosen step by step, and Back goes one
// step back. An unfinished move is neither stored nor seen by others.
func TestMenusHopByHop(t *testing.T) {
	t.Parallel()
	story.Tell(t, func(s *story.Story) {
		s.Begin("/spell challenge user:@Bob first:me")
		public := s.Board()
		if len(public.Selects()) != 0 {
			t.Errorf("a menu of %d entries on the public board", len(public.Selects()[0].Options))
		}
		if own := s.Click(s.Ann, s.Click(s.Ann, public, "Board just for me"), "Next page"); len(own.Selects()) != 1 ||
			len(own.Selects()[0].Options) != 5 {
			t.Errorf("the second page of an own board has the menus %+v", own.Selects())
		}
		m := s.Click(s.Ann, public, "Make a move")
		s.Private(m, "")
		if n := len(m.Selects()[0].Options); n != 25 {
			t.Errorf("%d entries on the first page, want 25", n)
		}
		m = s.Click(s.Ann, m, "Next page")
		if n := len(m.Selects()[0].Options); n != 5 {
			t.Errorf("%d entries on the second page, want 5", n)
		}
		m = s.Click(s.Ann, m, "Previous page")
		m = s.Click(s.Ann, m, "Next page")
		m = s.Choose(s.Ann, m, "to 2")
		s.Private(m, "**to 2**")
		m = s.Click(s.Ann, m, "to 2x …")
		s.Private(m, "**2x**")
		m = s.Click(s.Ann, m, "Back")
		s.Private(m, "**to 2**")
		if got, want := m.Labels(), []string{"to 2y→to 2yz", "to 2x …", "Back"}; !slices.Equal(got, want) {
			t.Errorf("after Back there are the buttons %q, want %q: both letters, one of them with the only way to go on", got, want)
		}
		m = s.Click(s.Ann, m, "to 2x …")
		if b := s.Board(); b.Text() != public.Text() || s.Moves(s.Only().ID) != 0 {
			t.Error("a half-chosen move has changed the board")
		}
		s.Click(s.Ann, m, "to 2xz")
		for _, left := range s.Sim.Messages(m.ChannelID, s.Ann) {
			if left.ID == m.ID {
				t.Errorf("the private menu is still there: %q", left.Text())
			}
		}
		if n := s.Moves(s.Only().ID); n != 1 {
			t.Errorf("%d moves, want 1", n)
		}
		s.Sees(s.Board(), "<@"+string(s.Bob)+">, it's your turn")
	}, playSpell)
}

// P3, P55: a menu disappears when the match continues without it. On an old board no menu can be
// opened.
func TestStaleMenu(t *testing.T) {
	t.Parallel()
	story.Tell(t, func(s *story.Story) {
		s.Begin("/spell challenge user:@Bob first:me")
		m := s.Click(s.Ann, s.Board(), "Make a move")
		s.Private(s.Click(s.Bob, s.Board(), "Make a move"), "isn't your turn")
		s.Slash(s.Ann, "/spell move move:axz")
		if s.There(s.Ann, m) {
			t.Error("the private menu of an old turn is still there")
		}
		old := s.Board()
		s.Slash(s.Bob, "/spell move move:bxz")
		s.Private(s.Answered(s.Sim.As(s.Ann).ClickStale(old, "Make a move"), "an old button"), "old")
		if n := s.Moves(s.Only().ID); n != 2 {
			t.Errorf("%d moves, want 2", n)
		}
	}, playSpell)
}

// P103, P55: in a pause no step of a move can be chosen, as on a board that was shown before.
func TestP103NoStepsInAPause(t *testing.T) {
	t.Parallel()
	story.Tell(t, func(s *story.Story) {
		s.Begin("/spell challenge user:@Bob first:me")
		before := s.Board()
		s.Slash(s.Ann, "/match pause")
		s.Slash(s.Bob, "/match pause")
		s.Private(s.Answered(s.Sim.As(s.Ann).ClickStale(before, "Make a move"), "a button"), "This match is paused")
	}, playSpell)
}

// P4: a refusal after a deferred answer is still private.
func TestSlowRefusal(t *testing.T) {
	t.Parallel()
	story.Tell(t, func(s *story.Story) {
		s.Slash(s.Ann, "/kalah challenge user:@Bob first:me")
		s.Wait(30 * time.Second)
		b := s.Board()
		i := s.Sim.As(s.Cid).Click(b, "Accept")
		s.Wait(30 * time.Second)
		if i.Answer() != discordsim.AnswerDeferEdit || len(i.FollowUps()) != 1 {
			t.Fatalf("answered by %v and %d messages, want a deferral and one", i.Answer(), len(i.FollowUps()))
		}
		s.Private(i.FollowUps()[0], "for somebody else")
		if s.Board().Text() != b.Text() {
			t.Error("the challenge has changed")
		}
	}, func(c *bot.Config) { c.Store = story.SlowStore{Store: c.Store} })
}

// A chain of jumps is one move. The public board offers the foxes, and the private menus offer one
// landing after the other.
func TestHalataflChain(t *testing.T) {
	t.Parallel()
	story.Tell(t, func(s *story.Story) {
		s.Begin("/halatafl challenge user:@Bob side:sheep")
		for n := 0; n < 60 && !story.Over(s.Board()); n++ {
			s.Pick(s.Mover(s.Board()), s.Board())
		}
		if n := s.Moves(s.Only().ID); n < 30 {
			t.Errorf("%d moves by menus alone, want a long game:\n%s", n, s.Board().Text())
		}
	}, func(c *bot.Config) { c.Games = []*games.Game{halatafl.New()} })
}

// P13: a draw offer can be declined by the button.
func TestDrawDeclined(t *testing.T) {
	t.Parallel()
	story.Tell(t, func(s *story.Story) {
		s.Begin("/kalah challenge user:@Bob first:me")
		s.Click(s.Ann, s.Board(), "1 (4)")
		s.Click(s.Ann, s.Board(), "Offer a draw")
		s.Private(s.Click(s.Cid, s.Board(), "Agree to the draw"), "don't play")
		s.Click(s.Bob, s.Board(), "No draw")
		s.Sees(s.Board(), "No draw this time")
		s.Click(s.Ann, s.Board(), "Offer a draw")
		s.Click(s.Ann, s.Board(), "No draw") // Ann takes her own offer back
		s.Sees(s.Board(), "No draw this time")
	})
}

// P57: a player who agrees to their own offer is told that the opponent has to agree.
func TestOwnOffer(t *testing.T) {
	t.Parallel()
	story.Tell(t, func(s *story.Story) {
		s.Begin("/kalah challenge user:@Bob first:me")
		s.Click(s.Ann, s.Board(), "1 (4)")
		s.Wait(2 * time.Minute)
		for _, c := range []struct{ command, button, says string }{
			{"/draw", "Agree to the draw", "It stands until your opponent moves"},
			{"/match pause", "Agree to the pause", "It begins when they agree"},
			{"/takeback", "Let them take it back", "I've asked your opponent"},
		} {
			s.Private(s.Slash(s.Ann, c.command), c.says)
			s.Private(s.Click(s.Ann, s.Board(), c.button), c.says)
		}
		if rec := s.Only(); rec.Status != match.Running || rec.Parked != nil || rec.Moves != 1 {
			t.Errorf("the match is %s, parked %v, with %d moves", rec.Status, rec.Parked, rec.Moves)
		}
	})
}

// P8: if a lapsed clock may be claimed, the opponent decides.
func TestClaim(t *testing.T) {
	t.Parallel()
	story.Tell(t, func(s *story.Story) {
		s.Begin("/kalah challenge user:@Bob first:me time:6 hours a move timeout:the opponent may claim the win or wait")
		if got := s.Only().Clock.Policy.Lapse; got != referee.Claim {
			t.Errorf("the clock's policy is %q, want claim", got)
		}
		s.Wait(7 * time.Hour)
		b := s.Board()
		s.Sees(b, "may claim the win")
		s.Private(s.Click(s.Ann, b, "Claim the win"), "your own turn")
		s.Click(s.Bob, b, "Claim the win")
		if rec := s.Only(); rec.Status != match.Over || !rec.Outcome.Winners().Has(1) {
			t.Errorf("the match is %s with %v, want won by Bob", rec.Status, rec.Outcome)
		}
	})
}

// P10: a long list of matches has pages, and a button leads to the next match.
func TestListOfMatches(t *testing.T) {
	t.Parallel()
	story.Tell(t, func(s *story.Story) {
		s.Slash(s.Ann, "/server settings limit:50")
		for range 12 {
			s.Private(s.Slash(s.Ann, "/kalah start level:first first:me holes:3"), "has begun")
		}
		m := s.Slash(s.Ann, "/games")
		s.Private(m, "Your matches (12)")
		if n := strings.Count(m.Text(), "your turn"); n != 10 {
			t.Errorf("%d matches on the first page, want 10", n)
		}
		m = s.Click(s.Ann, m, "Next page")
		if n := strings.Count(m.Text(), "your turn"); n != 2 {
			t.Errorf("%d matches on the second page, want 2", n)
		}
		m = s.Click(s.Ann, m, "Previous page")
		s.Forge(component.Target{Action: component.ActList, Text: "99/"})
		m = s.Click(s.Ann, m, "Next page")
		if n := strings.Count(m.Text(), "your turn"); n != 2 || !slices.Contains(m.Labels(), "Previous page") ||
			slices.Contains(m.Labels(), "Next page") {
			t.Errorf("past the end are %d matches with %q, want the last page", n, m.Labels())
		}
		rec := s.Only()
		s.Slash(s.Ann, "/kalah move move:1 game:"+string(rec.ID))
		m = s.Click(s.Ann, s.Board(), "My next match")
		s.Private(m, "Ann (South)")
	})
}
