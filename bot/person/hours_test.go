package person_test

import (
	"strings"
	"testing"
	"time"

	"paddock/bot/story"
)

// P101, P102, P24, P103: users set their hours, reminders and vacations; deadlines follow them,
// both players see it, and impossible values are refused privately.
func TestP101_PeoplesHours(t *testing.T) {
	t.Parallel()
	story.Tell(t, func(s *story.Story) {
		s.Wait(18 * time.Hour) // at that time it is 19:00 in Stockholm
		s.Private(s.Slash(s.Bob, "/settings hours zone:Europe/Stockholm quiet:22-7"), "Europe/Stockholm",
			"it is 19:00 there", "22:00-07:00")
		s.Private(s.Slash(s.Bob, "/settings hours zone:Gondolin"), "I don't know the time zone", "Gondolin")
		asked := s.Slash(s.Bob, "/settings hours zone:EST quiet:22-7")
		s.Private(asked, "can mean several zones", "Which one is yours?")
		s.Private(s.Choose(s.Bob, asked, "America/Toronto"), "America/Toronto")
		s.Private(s.Slash(s.Bob, "/settings hours zone:göteborg"), "Europe/Stockholm", "it is 19:00 there", "22:00-07:00")
		s.Private(s.Slash(s.Bob, "/settings hours quiet:tonight"), "I don't understand the night")
		s.Private(s.Slash(s.Bob, "/settings hours quiet:8-22"), "12 hours at most")
		s.Private(s.Slash(s.Bob, "/settings hours reminders:3 hours before"), "3 hours before", "22:00-07:00")
		panel := s.Click(s.Bob, s.Slash(s.Bob, "/settings general"), "Hours and reminders")
		s.Private(s.Sets(s.Bob, s.Hall, panel, "quiet", "23:00-07:00"), "Your hours", "23:00-07:00")
		s.Private(s.Slash(s.Bob, "/settings hours quiet:22-7"), "22:00-07:00")

		s.Begin("/kalah challenge user:@Bob first:them time:6 hours a move")
		s.Sees(s.Board(), "Bob", "it's your turn", "A player's night doesn't count")
		if got, want := s.Only().Clock.Deadline, time.Date(2000, 1, 2, 6, 0, 0, 0, time.UTC); !got.Equal(want) {
			t.Errorf("due %v, want in the morning: %v", got, want)
		}
		s.Private(s.Slash(s.Bob, "/settings vacation"), "You have no vacation planned", "left this year: 30")
		s.Private(s.Slash(s.Bob, "/settings vacation back:true"), "no vacation, now or later")
		s.Private(s.Slash(s.Bob, "/settings vacation days:2 from:someday"), "I don't understand the day", "2000-01-01")
		s.Private(s.Slash(s.Bob, "/settings vacation days:2 from:1999-12-24"), "Those days are over")
		s.Private(s.Slash(s.Bob, "/settings vacation days:3"), "Your vacation", "left this year: 27")
		s.Sees(s.Board(), "Bob is on vacation until")
		s.Private(s.Slash(s.Bob, "/settings vacation days:3"), "already have a vacation")
		s.Private(s.Slash(s.Bob, "/settings vacation back:true"), "Welcome back")
		s.Wait(time.Minute)
		if text := s.Board().Text(); strings.Contains(text, "on vacation until") {
			t.Errorf("after Bob is back the board says:\n%s", text)
		}
		s.Wait(time.Hour)

		s.Private(s.Slash(s.Bob, "/match give-time time:1 day"), "only give time")
		s.Private(s.Slash(s.Ann, "/match give-time time:1 day"), "more time")
		s.Sees(s.Board(), "Ann gives more time")
		s.Private(s.Slash(s.Cid, "/match pause"), "")
		s.Private(s.Slash(s.Ann, "/match pause"), "asked your opponent for a pause")
		s.Click(s.Bob, s.Board(), "No pause")
		s.Private(s.Slash(s.Bob, "/match pause"), "asked your opponent for a pause")
		s.Click(s.Ann, s.Board(), "Agree to the pause")
		s.Sees(s.Board(), "paused (both players want a pause)")
		s.Private(s.Slash(s.Bob, "/kalah move move:1"), "This match is paused. Press *Go on*")
		left := s.Only().Parked.Left
		s.Wait(20 * 24 * time.Hour)
		s.Click(s.Bob, s.Board(), "Go on")
		if got := s.Only(); got.Parked != nil || time.Until(got.Clock.Deadline) < left-time.Hour {
			t.Errorf("after the pause: %+v, %v left, want %v", got.Parked, time.Until(got.Clock.Deadline), left)
		}
		s.Private(s.Slash(s.Bob, "/settings vacation days:1"), "Your vacation")
		s.Sees(s.Board(), "Bob is on vacation until")
		s.Wait(24 * time.Hour)
		s.Private(s.Slash(s.Bob, "/draw"), "draw")
		if text := s.Board().Text(); strings.Contains(text, "on vacation until") {
			t.Errorf("after the vacation the board says:\n%s", text)
		}
		s.Press(s.Bob, s.Board())
	})
}

// P101: two players set up at the same time, and their nights cover the whole day. The deadline
// then falls into one of the nights. After one player has confirmed, it falls into the morning of
// the other.
func TestP101_TheNightOfWhoIsLeft(t *testing.T) {
	t.Parallel()
	story.Tell(t, func(s *story.Story) {
		s.Wait(12 * time.Hour)
		s.Slash(s.Ann, "/settings hours zone:UTC quiet:22-10")
		s.Slash(s.Bob, "/settings hours zone:UTC quiet:10-22")
		s.Slash(s.Ann, "/stratego challenge user:@Bob army:barrage time:1 day a move")
		s.Click(s.Bob, s.Board(), "Accept")
		s.Wait(time.Minute)
		if due := s.Only().Clock.Deadline; due.Hour() >= 10 && due.Hour() < 22 {
			t.Errorf("due at %v: the nights leave a deadline to both", due)
		}
		s.Confirm(s.Bob)
		if got, want := s.Only().Clock.Deadline, time.Date(2000, 1, 3, 10, 0, 0, 0, time.UTC); !got.Equal(want) {
			t.Errorf("due at %v, want in Ann's morning: %v", got, want)
		}
	}, story.WithStratego)
}
