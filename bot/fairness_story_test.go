package bot_test

import (
	"slices"
	"strings"
	"testing"
	"time"

	"paddock/bot/discordsim"
	"paddock/games/match"
)

// P7, P19: twenty moves that are taken back ring the opponent once and win no time.
func TestTwentyTakebacks(t *testing.T) {
	t.Parallel()
	tell(t, func(s *story) {
		s.begin("/kalah challenge user:@Bob first:me time:1 day a move")
		before := s.only().Clock.Deadline
		s.wait(time.Hour)
		for range 20 {
			s.slash(s.ann, "/kalah move move:1")
			s.wait(2 * time.Second)
			s.slash(s.ann, "/takeback")
			s.wait(2 * time.Second)
		}
		rung := 0
		for _, m := range s.sim.Messages(s.hall, s.eve) {
			if slices.Contains(m.Notified, s.bob) && strings.Contains(m.Text(), "your turn") {
				rung++
			}
		}
		if rung > 1 {
			t.Errorf("Bob was called %d times, want once", rung)
		}
		if got := s.only().Clock.Deadline; !got.Equal(before) {
			t.Errorf("Ann's time ends %v, want %v as before", got, before)
		}
	})
}

// P8: who may claim is called, has it first in the list, and sees when it ends by itself; the challenge has said so.
func TestWhoMayClaimIsTold(t *testing.T) {
	t.Parallel()
	tell(t, func(s *story) {
		s.slash(s.ann, "/kalah challenge user:@Bob first:me time:1 day a move timeout:the opponent may claim the win, or wait on")
		s.sees(s.board(), "the opponent may claim the win", "unclaimed for 1 day", "· rated")
		s.click(s.bob, s.board(), "Accept")
		s.wait(24*time.Hour + time.Minute)
		b := s.board()
		s.sees(b, "may claim the win", "Unclaimed the match ends")
		called := func(m discordsim.Message) bool {
			return slices.Contains(m.Notified, s.bob) && strings.Contains(m.Text(), "may claim the win")
		}
		if !slices.ContainsFunc(s.sim.Messages(s.hall, s.eve), called) {
			t.Error("Bob is not called to claim")
		}
		s.private(s.slash(s.bob, "/games"), "you may claim the win")
		s.private(s.slash(s.ann, "/games"), "your turn")
		s.wait(24 * time.Hour)
		if rec := s.only(); rec.Status != match.Over || !rec.Outcome.Winners().Has(1) {
			t.Errorf("unclaimed for a day it is %s with %v, want won by Bob", rec.Status, rec.Outcome)
		}
	})
}

// P32: late while placing: the grace that was agreed on, and `/why` tells of no grace that was not given.
func TestLateWhilePlacing(t *testing.T) {
	t.Parallel()
	late := func(options string, want ...string) {
		tellFish(t, func(s *story, _ discordsim.UserID) {
			s.begin("/fish challenge user:@Bob first:me timeout:the match is lost, after days of grace" + options)
			s.wait(25 * time.Hour)
			rec := s.only()
			if graced := len(want) == 2; graced != (rec.Status == match.Running) {
				t.Fatalf("%s: a day late it is %s", options, rec.Status)
			}
			s.wait(4 * 24 * time.Hour)
			if rec := s.only(); rec.Status != match.Over {
				t.Fatalf("%s: in the end it is %s", options, rec.Status)
			}
			why := s.slash(s.bob, "/why")
			s.private(why, want...)
			if len(want) == 1 && strings.Contains(why.Text(), "grace") {
				t.Errorf("%s: there was no grace, and yet:\n%s", options, why.Text())
			}
		})
	}
	late(" time:1 day a move", "more time", "with all days of grace")
	late(" time:1 hour a move", "ran out, and that loses the match")
}

// P73: the bot is removed while it is down: its matches rest from its start on, and go on when it is back.
func TestRemovedWhileDown(t *testing.T) {
	t.Parallel()
	tell(t, func(s *story) {
		s.waste = true
		s.begin("/kalah challenge user:@Bob first:me time:1 day a move")
		s.halt()
		s.sim.KickBot(s.club)
		time.Sleep(time.Hour)
		s.start()
		s.wait(10 * 24 * time.Hour)
		if rec := s.only(); rec.Parked == nil || rec.Status != match.Running {
			t.Fatalf("the match is %s, parked %v; want at rest", rec.Status, rec.Parked)
		}
		if n := s.sim.Wasted(); n > 3 {
			t.Errorf("%d refused requests, want next to none", n)
		}
		s.sim.InviteBot(s.club)
		s.wait(time.Minute)
		if rec := s.only(); rec.Parked != nil || rec.Clock.Deadline.Before(time.Now()) {
			t.Errorf("after the return: parked %v, deadline %v", rec.Parked, rec.Clock.Deadline)
		}
		s.press(s.ann, s.board())
	})
}

// P76: a locked thread rests, its players are told, and the match goes on elsewhere, or there when it is unlocked.
func TestLockedThread(t *testing.T) {
	t.Parallel()
	for _, unlock := range []bool{false, true} {
		tell(t, func(s *story) {
			s.waste = true
			hall := s.hall
			s.hall = s.sim.AddThread(hall, "corner", s.ann)
			s.begin("/kalah challenge user:@Bob first:me time:1 day a move")
			s.sim.SetThread(s.hall, false, true)
			s.wait(9 * 24 * time.Hour)
			if rec := s.only(); rec.Parked == nil || rec.Parked.Why != match.CodeLocked || rec.Status != match.Running {
				t.Fatalf("the match is %s, parked %v; want at rest", rec.Status, rec.Parked)
			}
			s.sees(s.newestDM(s.ann), "is at rest, because its thread was locked")
			if unlock {
				s.sim.SetThread(s.hall, false, false)
				s.wait(time.Minute)
			} else {
				s.hall = hall
				s.private(s.slash(s.ann, "/resume"), "when the others say")
				s.private(s.slash(s.bob, "/resume"), "goes on here")
			}
			if rec := s.only(); rec.Parked != nil {
				t.Fatalf("it is still at rest: %v", rec.Parked)
			}
			for _, u := range []discordsim.UserID{s.ann, s.bob} {
				told := 0
				for _, m := range s.sim.Messages(s.sim.DM(u), u) {
					if strings.Contains(m.Text(), "Its clock stands still") {
						told++
					}
				}
				if told != 1 {
					t.Errorf("%s is told %d times that the match is at rest, want once", s.sim.User(u).Username, told)
				}
			}
			s.press(s.ann, s.board())
		})
	}
}

// P58, P76: a channel that the bot can't see any more rests too, with few requests.
func TestChannelOutOfSight(t *testing.T) {
	t.Parallel()
	tell(t, func(s *story) {
		s.waste = true
		s.begin("/kalah challenge user:@Bob first:me time:1 day a move")
		s.sim.Deny(s.hall, discordsim.PermViewChannel)
		s.wait(10 * 24 * time.Hour)
		if rec := s.only(); rec.Parked == nil || rec.Status != match.Running {
			t.Errorf("the match is %s, parked %v; want at rest", rec.Status, rec.Parked)
		}
		if n := s.sim.Wasted(); n > 6 {
			t.Errorf("%d refused requests, want a handful", n)
		}
	})
}

// P110: against the computer nothing is rated or counted for reliability unless asked for.
func TestComputersMakeNobodyReliable(t *testing.T) {
	t.Parallel()
	tell(t, func(s *story) {
		for range 3 {
			s.slash(s.ann, "/kalah start level:first first:me")
			s.slash(s.ann, "/kalah move move:1")
			s.click(s.ann, s.slash(s.ann, "/resign"), "Yes, I resign")
		}
		stats := s.slash(s.ann, "/stats")
		if strings.Contains(stats.Text(), "Reliability") {
			t.Errorf("who has played computers alone is judged:\n%s", stats.Text())
		}
	})
}

// P29, P30: a block outlives that the blocked person has their data deleted.
func TestABlockOutlivesDeletion(t *testing.T) {
	t.Parallel()
	tell(t, func(s *story) {
		s.private(s.slash(s.ann, "/block user:@Bob"))
		s.click(s.bob, s.slash(s.bob, "/delete-my-data"), "Yes, delete it all")
		s.wait(time.Minute)
		s.forgotten(s.bob)
		s.private(s.slash(s.bob, "/kalah challenge user:@Ann"), "can't be challenged")
		s.private(s.slash(s.ann, "/unblock user:@Bob"))
		s.private(s.slash(s.bob, "/kalah challenge user:@Ann"), "challenge")
	})
}

// Of more than two nobody wins by a claim: the late one is out of the game, by a claim or unclaimed, and is told so; everybody reads of the clock, not of giving up.
func TestClaimAmongThree(t *testing.T) {
	t.Parallel()
	for _, claimed := range []bool{true, false} {
		t.Run(map[bool]string{true: "claimed", false: "unclaimed"}[claimed], func(t *testing.T) {
			t.Parallel()
			tellFish(t, func(s *story, _ discordsim.UserID) {
				s.waste = true // the message that calls upon two is taken away from each
				s.slash(s.ann, "/fish start players:3 time:1 day a move timeout:the opponent may claim the win, or wait on")
				s.sees(s.board(), "the others may put the late one out of the game; after 1 day more it happens by itself")
				s.click(s.bob, s.board(), "Join")
				s.click(s.cid, s.board(), "Join")
				s.wait(time.Minute)
				rec := s.only()
				var late discordsim.UserID
				for seat := range rec.Waiting.All() {
					late = discordsim.UserID(rec.Players[seat].User)
				}
				name := s.sim.User(late).GlobalName
				s.wait(25 * time.Hour)
				s.sees(s.board(), "may put the late one out of the game, or wait on. It happens by itself")
				told := s.sim.Last(s.hall, s.eve)
				s.sees(told, "⏰ The time of "+name+" has run out: you may put them out of the game, or wait on.")
				unclaimed := 25 * time.Hour
				if claimed {
					unclaimed = time.Minute
					for _, u := range []discordsim.UserID{s.ann, s.bob, s.cid} {
						if u != late {
							s.click(u, told, "Put out of the game")
							break
						}
					}
				}
				s.wait(unclaimed)
				if rec := s.only(); rec.Status != match.Running || rec.Waiting.Has(rec.SeatOf(match.UserID(late))) {
					t.Fatalf("the match is %s and waits for %v", rec.Status, rec.Waiting)
				}
				s.sees(s.board(), "The time of "+name+" ran out, so "+name+" is out of the game.")
				n := 0
				for _, m := range append(s.sim.Messages(s.hall, s.eve), s.sim.Messages(s.sim.DM(late), late)...) {
					n += strings.Count(m.Text(), "so you are out of that game")
				}
				if n != 1 {
					t.Errorf("%s was told %d times", name, n)
				}
				s.private(s.slash(late, "/why"), "that puts the late one out of the game.")
			})
		})
	}
}
