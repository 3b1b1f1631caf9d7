package answer_test

import (
	"slices"
	"strings"
	"testing"
	"time"

	"paddock/bot/discordsim"
	"paddock/bot/story"
)

// panels returns the number of messages with the menu More that a user sees in the test channel.
func panels(s *story.Story, who discordsim.UserID) (n int) {
	for _, m := range s.Sim.Messages(s.Hall, who) {
		if m.Ephemeral() && strings.Contains(m.Text(), "What would you like to do?") {
			n++
		}
	}
	return n
}

// begun starts a match between Ann and Bob and lets each of them move, so that it is Ann's turn again.
func begun(s *story.Story) {
	s.Begin("/kalah challenge user:@Bob first:me time:1 day a move")
	for _, by := range []discordsim.UserID{s.Ann, s.Bob} {
		s.Slash(by, "/kalah move move:2")
	}
	s.Wait(story.AMoment)
}

// P153: the menu More stays while others act, and is deleted when its reader acts. If its reader
// presses More again, only one menu is left.
func TestMenuGoesWithTheNextAct(t *testing.T) {
	t.Parallel()
	story.Tell(t, func(s *story.Story) {
		begun(s)
		s.Slash(s.Ann, "/kalah move move:3")
		s.Wait(story.AMoment)
		s.Click(s.Ann, s.Board(), "More")
		s.Click(s.Ann, s.Click(s.Ann, s.Board(), "More"), "Give time")
		s.Click(s.Ann, s.Board(), "More")
		s.Click(s.Bob, s.Board(), "More")
		s.Wait(story.AMoment)
		if n := panels(s, s.Ann); n != 1 {
			t.Errorf("%d panels after More was pressed three times, want 1", n)
		}
		for _, m := range s.Sim.Messages(s.Hall, s.Ann) {
			if m.Ephemeral() && strings.Contains(m.Text(), "How much") {
				t.Errorf("an older panel stays: %q", m.Text())
			}
		}
		s.Press(s.Bob, s.Board())
		s.Wait(story.AMoment)
		if own, other := panels(s, s.Bob), panels(s, s.Ann); own != 0 || other != 1 {
			t.Errorf("after a move stand %d panels of its player and %d of the opponent, want none and 1", own, other)
		}
		s.Slash(s.Ann, "/kalah move move:1")
		s.Wait(story.AMoment)
		if n := panels(s, s.Ann); n != 0 {
			t.Errorf("%d panels after their reader's command, want none", n)
		}
	})
}

// P153: the message with the rules that a player opened at the board is deleted when they move, so
// that the board is in sight again. A watcher's message with rules stays.
func TestRulesGoWithTheNextMove(t *testing.T) {
	t.Parallel()
	story.Tell(t, func(s *story.Story) {
		s.Begin("/kalah challenge user:@Bob first:me")
		own, watched := s.Click(s.Ann, s.Board(), "Rules"), s.Click(s.Cid, s.Board(), "Rules")
		s.Press(s.Ann, s.Board())
		s.Wait(story.AMoment)
		if s.There(s.Ann, own) || !s.There(s.Cid, watched) {
			t.Errorf("the player's rules stay: %t, the watcher's: %t; want false, true", s.There(s.Ann, own),
				s.There(s.Cid, watched))
		}
	})
}

// P153: if a player does not want to resign after all, the question about it is deleted.
func TestQuestionGoesWithNo(t *testing.T) {
	t.Parallel()
	story.Tell(t, func(s *story.Story) {
		s.Begin("/kalah challenge user:@Bob first:me")
		s.Press(s.Ann, s.Board())
		question := s.Click(s.Ann, s.Click(s.Ann, s.Board(), "More"), "Resign")
		s.Private(question, "really want to give up")
		s.Sim.As(s.Ann).Click(question, "No, play on")
		s.Wait(time.Second)
		if s.There(s.Ann, question) {
			t.Error("the answer to the question stays below the board")
		}
	})
}

// P153: when a player chooses from the menu More, the answer takes the menu's place, or the menu is
// deleted.
func TestMenuGoesWithItsAnswer(t *testing.T) {
	t.Parallel()
	var labels []string
	story.Tell(t, func(s *story.Story) {
		begun(s)
		more := s.Click(s.Ann, s.Board(), "More")
		labels = append(more.Labels(), s.Click(s.Ann, more, "Rules, export …").Labels()...)
	})
	for _, label := range labels {
		if label == "Rules, export …" || label == "Back" {
			continue
		}
		t.Run(label, func(t *testing.T) {
			t.Parallel()
			story.Tell(t, func(s *story.Story) {
				begun(s)
				more := s.Click(s.Ann, s.Board(), "More")
				if !slices.Contains(more.Labels(), label) {
					more = s.Click(s.Ann, more, "Rules, export …")
				}
				s.Sim.As(s.Ann).Click(more, label)
				s.Wait(story.AMoment)
				if n := panels(s, s.Ann); n != 0 {
					t.Errorf("%d panels of More stay beside the answer", n)
				}
			})
		})
	}
}

// P153: the private note about an own offer is deleted with the next move, not some seconds after the
// offer: the board would then move under its reader's finger.
func TestNoteOfAnOfferGoesWithTheNextMove(t *testing.T) {
	t.Parallel()
	for _, label := range []string{"Offer a draw", "Pause"} {
		t.Run(label, func(t *testing.T) {
			t.Parallel()
			story.Tell(t, func(s *story.Story) {
				begun(s)
				note := s.Click(s.Ann, s.Click(s.Ann, s.Board(), "More"), label)
				s.Wait(time.Minute)
				if !s.There(s.Ann, note) {
					t.Fatalf("gone within a minute: %q", note.Text())
				}
				s.Slash(s.Ann, "/kalah move move:3")
				s.Wait(story.AMoment)
				if s.There(s.Ann, note) {
					t.Errorf("after the next move stays %q", note.Text())
				}
			})
		})
	}
}
