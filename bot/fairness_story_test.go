package bot_test

import (
	"slices"
	"strings"
	"testing"
	"time"

	"paddock/bot/discordsim"
	"paddock/bot/story"
	"paddock/games/match"
)

// P7, P19: twenty moves that are taken back notify the opponent once and gain no time.
func TestTwentyTakebacks(t *testing.T) {
	t.Parallel()
	story.Tell(t, func(s *story.Story) {
		s.Begin("/kalah challenge user:@Bob first:me time:1 day a move")
		before := s.Only().Clock.Deadline
		s.Wait(time.Hour)
		for range 20 {
			s.Slash(s.Ann, "/kalah move move:1")
			s.Wait(2 * time.Second)
			s.Slash(s.Ann, "/takeback")
			s.Wait(2 * time.Second)
		}
		rung := 0
		for _, m := range s.Sim.Messages(s.Hall, s.Eve) {
			if slices.Contains(m.Notified, s.Bob) && strings.Contains(m.Text(), "your turn") {
				rung++
			}
		}
		if rung > 1 {
			t.Errorf("Bob was called %d times, want once", rung)
		}
		if got := s.Only().Clock.Deadline; !got.Equal(before) {
			t.Errorf("Ann's time ends %v, want %v as before", got, before)
		}
	})
}

// P8: a player who may claim is notified, and the match is first in their list. They see when the
// match ends without a claim. The challenge has announced all this.
func TestWhoMayClaimIsTold(t *testing.T) {
	t.Parallel()
	story.Tell(t, func(s *story.Story) {
		s.Slash(s.Ann, "/kalah challenge user:@Bob first:me time:6 hours a move timeout:the opponent may claim the win or wait")
		s.Sees(s.Board(), "run out of time and your opponent may claim the win; after 1 day more it comes by itself",
			"· rated")
		s.Click(s.Bob, s.Board(), "Accept")
		s.Wait(6*time.Hour + time.Minute)
		b := s.Board()
		s.Sees(b, "may claim the win", "The match ends by itself")
		called := func(m discordsim.Message) bool {
			return slices.Contains(m.Notified, s.Bob) && strings.Contains(m.Text(), "may claim the win")
		}
		if !slices.ContainsFunc(s.Sim.Messages(s.Hall, s.Eve), called) {
			t.Error("Bob is not called to claim")
		}
		s.Private(s.Slash(s.Bob, "/games"), "you can claim the win")
		s.Private(s.Slash(s.Ann, "/games"), "your turn")
		s.Wait(24 * time.Hour)
		if rec := s.Only(); rec.Status != match.Over || !rec.Outcome.Winners().Has(1) {
			t.Errorf("unclaimed for a day it is %s with %v, want won by Bob", rec.Status, rec.Outcome)
		}
	})
}

// P32: if a player is late while placing pieces, the agreed grace applies, and `/match why`
// mentions no other ruling.
func TestLateWhilePlacing(t *testing.T) {
	t.Parallel()
	late := func(options string, want ...string) {
		story.TellFish(t, func(s *story.Story, _ discordsim.UserID) {
			s.Begin("/fish challenge user:@Bob first:me timeout:whoever is late loses" + options)
			s.Wait(25 * time.Hour)
			rec := s.Only()
			if graced := len(want) == 2; graced != (rec.Status == match.Running) {
				t.Fatalf("%s: a day late it is %s", options, rec.Status)
			}
			s.Wait(4 * 24 * time.Hour)
			if rec := s.Only(); rec.Status != match.Over {
				t.Fatalf("%s: in the end it is %s", options, rec.Status)
			}
			why := s.Slash(s.Bob, "/match why")
			s.Private(why, want...)
			if len(want) == 1 && strings.Contains(why.Text(), "grace") {
				t.Errorf("%s: there was no grace, and yet:\n%s", options, why.Text())
			}
		})
	}
	late(" time:1 day a move", "more time", "so did all days of grace")
	late(" time:1 hour a move", "ran out, and that loses the match")
}

// P73: a server removes the bot while the bot is down. At its next start the matches are suspended,
// and they resume when the server has the bot again.
func TestRemovedWhileDown(t *testing.T) {
	t.Parallel()
	story.Tell(t, func(s *story.Story) {
		s.Waste = true
		s.Begin("/kalah challenge user:@Bob first:me time:1 day a move")
		s.Halt()
		s.Sim.KickBot(s.Club)
		time.Sleep(time.Hour)
		s.Start()
		s.Wait(10 * 24 * time.Hour)
		if rec := s.Only(); rec.Parked == nil || rec.Status != match.Running {
			t.Fatalf("the match is %s, parked %v; want at rest", rec.Status, rec.Parked)
		}
		if n := s.Sim.Wasted(); n > 3 {
			t.Errorf("%d refused requests, want next to none", n)
		}
		s.Sim.InviteBot(s.Club)
		s.Wait(time.Minute)
		if rec := s.Only(); rec.Parked != nil || rec.Clock.Deadline.Before(time.Now()) {
			t.Errorf("after the return: parked %v, deadline %v", rec.Parked, rec.Clock.Deadline)
		}
		s.Press(s.Ann, s.Board())
	})
}

// P76: in a locked thread the match is suspended, and its players are told. It continues elsewhere,
// or there after unlocking.
func TestLockedThread(t *testing.T) {
	t.Parallel()
	for _, unlock := range []bool{false, true} {
		story.Tell(t, func(s *story.Story) {
			s.Waste = true
			hall := s.Hall
			s.Hall = s.Sim.AddThread(hall, "corner", s.Ann)
			s.Begin("/kalah challenge user:@Bob first:me time:1 day a move")
			s.Sim.SetThread(s.Hall, false, true)
			s.Wait(9 * 24 * time.Hour)
			if rec := s.Only(); rec.Parked == nil || rec.Parked.Why != match.CodeLocked || rec.Status != match.Running {
				t.Fatalf("the match is %s, parked %v; want at rest", rec.Status, rec.Parked)
			}
			s.Sees(s.NewestDM(s.Ann), "is paused, because its thread was locked")
			if unlock {
				s.Sim.SetThread(s.Hall, false, false)
				s.Wait(time.Minute)
			} else {
				s.Hall = hall
				s.Private(s.Slash(s.Ann, "/match resume"), "I've asked the others")
				s.Private(s.Slash(s.Bob, "/match resume"), "goes on here")
			}
			if rec := s.Only(); rec.Parked != nil {
				t.Fatalf("it is still at rest: %v", rec.Parked)
			}
			for _, u := range []discordsim.UserID{s.Ann, s.Bob} {
				told := 0
				for _, m := range s.Sim.Messages(s.Sim.DM(u), u) {
					if strings.Contains(m.Text(), "Its clock stands still") {
						told++
					}
				}
				if told != 1 {
					t.Errorf("%s is told %d times that the match is at rest, want once", s.Sim.User(u).Username, told)
				}
			}
			s.Press(s.Ann, s.Board())
		})
	}
}

// P58, P76: in a channel that the bot can no longer see, matches are suspended too, with few
// requests.
func TestChannelOutOfSight(t *testing.T) {
	t.Parallel()
	story.Tell(t, func(s *story.Story) {
		s.Waste = true
		s.Begin("/kalah challenge user:@Bob first:me time:1 day a move")
		s.Sim.Deny(s.Hall, discordsim.PermViewChannel)
		s.Wait(10 * 24 * time.Hour)
		if rec := s.Only(); rec.Parked == nil || rec.Status != match.Running {
			t.Errorf("the match is %s, parked %v; want at rest", rec.Status, rec.Parked)
		}
		if n := s.Sim.Wasted(); n > 6 {
			t.Errorf("%d refused requests, want a handful", n)
		}
	})
}

// P110: matches against the computer count neither for ratings nor for reliability, unless that was
// agreed.
func TestComputersMakeNobodyReliable(t *testing.T) {
	t.Parallel()
	story.Tell(t, func(s *story.Story) {
		for range 3 {
			s.Slash(s.Ann, "/kalah start level:first first:me")
			s.Slash(s.Ann, "/kalah move move:1")
			s.Click(s.Ann, s.Slash(s.Ann, "/resign"), "Yes, I resign")
		}
		stats := s.Slash(s.Ann, "/stats")
		if strings.Contains(stats.Text(), "Reliability") {
			t.Errorf("who has played computers alone is judged:\n%s", stats.Text())
		}
	})
}

// P29, P30: a block survives the erasure of the blocked person's data.
func TestABlockOutlivesDeletion(t *testing.T) {
	t.Parallel()
	story.Tell(t, func(s *story.Story) {
		s.Private(s.Slash(s.Ann, "/settings block user:@Bob"))
		s.Click(s.Bob, s.Slash(s.Bob, "/privacy delete-my-data"), "Yes, delete it all")
		s.Wait(time.Minute)
		s.Forgotten(s.Bob)
		s.Private(s.Slash(s.Bob, "/kalah challenge user:@Ann"), "can't challenge them")
		s.Private(s.Slash(s.Ann, "/settings unblock user:@Bob"))
		s.Private(s.Slash(s.Bob, "/kalah challenge user:@Ann"), "challenge")
	})
}

// With more than two players nobody wins by a claim. The late player is out of the game, with or
// without a claim, and is told so. All messages speak of the clock, not of resigning.
func TestClaimAmongThree(t *testing.T) {
	t.Parallel()
	for _, claimed := range []bool{true, false} {
		t.Run(map[bool]string{true: "claimed", false: "unclaimed"}[claimed], func(t *testing.T) {
			t.Parallel()
			story.TellFish(t, func(s *story.Story, _ discordsim.UserID) {
				s.Waste = true // the call to two players is deleted twice, once for each
				s.Slash(s.Ann,
					"/fish start players:3 time:6 hours a move timeout:the opponent may claim the win or wait")
				s.Sees(s.Board(),
					"run out of time and the others may take you out; after 1 day more it happens by itself")
				s.Click(s.Bob, s.Board(), "Join")
				s.Click(s.Cid, s.Board(), "Join")
				s.Wait(time.Minute)
				rec := s.Only()
				var late discordsim.UserID
				for seat := range rec.Waiting.All() {
					late = discordsim.UserID(rec.Players[seat].User)
				}
				name := s.Sim.User(late).GlobalName
				s.Wait(7 * time.Hour)
				s.Sees(s.Board(), "may take the late player out, or wait. It happens by itself")
				told := s.Sim.Last(s.Hall, s.Eve)
				s.Sees(told, "⏰ "+name+" has run out of time: you may take them out of the game, or wait.")
				unclaimed := 25 * time.Hour
				if claimed {
					unclaimed = time.Minute
					for _, u := range []discordsim.UserID{s.Ann, s.Bob, s.Cid} {
						if u != late {
							s.Click(u, told, "Take out")
							break
						}
					}
				}
				s.Wait(unclaimed)
				if rec := s.Only(); rec.Status != match.Running || rec.Waiting.Has(rec.SeatOf(match.UserID(late))) {
					t.Fatalf("the match is %s and waits for %v", rec.Status, rec.Waiting)
				}
				s.Sees(s.Board(), name+" ran out of time, so "+name+" is out of the game.")
				n := 0
				for _, m := range append(s.Sim.Messages(s.Hall, s.Eve), s.Sim.Messages(s.Sim.DM(late), late)...) {
					n += strings.Count(m.Text(), "so you're out of that game")
				}
				if n != 1 {
					t.Errorf("%s was told %d times", name, n)
				}
				s.Private(s.Slash(late, "/match why"), "that takes the late player out of the game.")
			})
		})
	}
}
