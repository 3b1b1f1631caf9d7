package bot_test

import (
	"testing"
	"time"
)

// P101, P102, P24, P103: people say when they are there; deadlines go by it, both see it, and what can't be is refused in private.
func TestP101_PeoplesHours(t *testing.T) {
	t.Parallel()
	tell(t, func(s *story) {
		s.wait(18 * time.Hour) // 19 o'clock in Stockholm
		s.private(s.slash(s.bob, "/hours zone:Europe/Stockholm quiet:22-7"), "Europe/Stockholm", "it is 19:00 there", "22:00-07:00")
		s.private(s.slash(s.bob, "/hours zone:Gondolin"), "I know no time zone", "Gondolin")
		s.private(s.slash(s.bob, "/hours quiet:tonight"), "is no night that I understand")
		s.private(s.slash(s.bob, "/hours quiet:8-22"), "12 hours at most")
		s.private(s.slash(s.bob, "/hours reminders:3 hours before"), "3 hours before", "22:00-07:00")
		panel := s.click(s.bob, s.slash(s.bob, "/settings"), "Hours and reminders")
		s.private(s.fromMenu(s.bob, s.hall, panel, 1, "23:00-07:00"), "23:00-07:00")
		s.private(s.slash(s.bob, "/hours quiet:22-7"), "22:00-07:00")

		s.begin("/kalah challenge user:@Bob first:them time:6 hours a move")
		s.sees(s.board(), "Bob", "it's your turn", "Put off because of the night")
		if got, want := s.only().Clock.Deadline, time.Date(2000, 1, 2, 6, 0, 0, 0, time.UTC); !got.Equal(want) {
			t.Errorf("due %v, want in the morning: %v", got, want)
		}
		s.private(s.slash(s.bob, "/vacation"), "You have no vacation ahead", "left this year: 30")
		s.private(s.slash(s.bob, "/vacation back:true"), "nothing to end")
		s.private(s.slash(s.bob, "/vacation days:2 from:someday"), "is no day that I understand", "2000-01-01")
		s.private(s.slash(s.bob, "/vacation days:2 from:1999-12-24"), "Those days are over")
		s.private(s.slash(s.bob, "/vacation days:3"), "Your vacation", "left this year: 27")
		s.sees(s.board(), "Bob is on vacation until")
		s.private(s.slash(s.bob, "/vacation days:3"), "a vacation at that time already")
		s.private(s.slash(s.bob, "/vacation back:true"), "Welcome back")
		s.wait(time.Hour)

		s.private(s.slash(s.bob, "/give-time time:1 day"), "your own turn")
		s.private(s.slash(s.ann, "/give-time time:1 day"), "more time")
		s.sees(s.board(), "Ann gives more time")
		s.private(s.slash(s.cid, "/pause"), "")
		s.private(s.slash(s.ann, "/pause"), "asked your opponent for a pause")
		s.click(s.bob, s.board(), "No pause")
		s.private(s.slash(s.bob, "/pause"), "asked your opponent for a pause")
		s.click(s.ann, s.board(), "Agree to the pause")
		s.sees(s.board(), "at rest (both players want a pause)")
		left := s.only().Parked.Left
		s.wait(20 * 24 * time.Hour)
		s.click(s.bob, s.board(), "Go on")
		if got := s.only(); got.Parked != nil || time.Until(got.Clock.Deadline) < left-time.Hour {
			t.Errorf("after the pause: %+v, %v left, want %v", got.Parked, time.Until(got.Clock.Deadline), left)
		}
		s.press(s.bob, s.board())
	})
}

// P101: while two arrange their armies whose nights fill the day the deadline can't leave both of them asleep; when one has confirmed it leaves the other.
func TestP101_TheNightOfWhoIsLeft(t *testing.T) {
	t.Parallel()
	tell(t, func(s *story) {
		s.wait(12 * time.Hour)
		s.slash(s.ann, "/hours zone:UTC quiet:22-10")
		s.slash(s.bob, "/hours zone:UTC quiet:10-22")
		s.slash(s.ann, "/stratego challenge user:@Bob army:barrage time:1 day a move")
		s.click(s.bob, s.board(), "Accept")
		s.wait(time.Minute)
		if due := s.only().Clock.Deadline; due.Hour() >= 10 && due.Hour() < 22 {
			t.Errorf("due at %v: the nights leave a deadline to both", due)
		}
		s.confirm(s.bob)
		if got, want := s.only().Clock.Deadline, time.Date(2000, 1, 3, 10, 0, 0, 0, time.UTC); !got.Equal(want) {
			t.Errorf("due at %v, want in Ann's morning: %v", got, want)
		}
	}, withStratego)
}
