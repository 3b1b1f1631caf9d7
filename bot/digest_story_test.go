package bot_test

import (
	"strings"
	"testing"
	"time"

	"paddock/bot/discordsim"
	"paddock/games/match"
)

// pingsOf counts the messages by which somebody was notified, in the channel and in direct messages.
func (s *story) pingsOf(u discordsim.UserID) (n int) {
	for _, ch := range []discordsim.ChannelID{s.hall, s.sim.DM(u)} {
		for _, m := range s.sim.Messages(ch, u) {
			for _, who := range m.Notified {
				if who == u {
					n++
				}
			}
		}
	}
	return n
}

// P101, P7: at night nobody is pinged: a turn, an invitation and a result come in the morning, once each, also after a restart.
func TestP101_PingsWaitForTheMorning(t *testing.T) {
	t.Parallel()
	for _, restarts := range []bool{false, true} {
		tell(t, func(s *story) {
			s.wait(12 * time.Hour)
			s.slash(s.bob, "/hours zone:UTC quiet:22-7")
			s.begin("/kalah challenge user:@Bob first:me time:2 days a move")
			s.wait(11 * time.Hour) // 23 o'clock
			before := s.pingsOf(s.bob)
			s.press(s.ann, s.board())
			s.slash(s.ann, "/halatafl challenge user:@Bob")
			s.slash(s.ann, "/kalah challenge user:@Bob")
			s.sees(s.last(), "Ann challenges")
			if restarts {
				s.restart(time.Hour)
			}
			s.wait(6 * time.Hour)
			if n := s.pingsOf(s.bob) - before; n != 0 {
				t.Errorf("restarts %v: %d pings at night", restarts, n)
			}
			s.wait(3 * time.Hour)
			if n := s.pingsOf(s.bob) - before; n != 3 {
				t.Errorf("restarts %v: %d pings in the morning, want one for the turn and one for each challenge", restarts, n)
			}
			s.wait(5 * time.Hour)
			s.slash(s.bob, "/halatafl challenge user:@Cid")
			s.wait(9 * time.Hour) // night again
			before = s.pingsOf(s.bob)
			s.click(s.cid, s.last(), "Decline")
			s.wait(time.Hour)
			if restarts {
				s.restart(time.Hour)
			}
			if n := s.pingsOf(s.bob) - before; n != 0 {
				t.Errorf("restarts %v: told %d times at night that the challenge was declined", restarts, n)
			}
			s.wait(9 * time.Hour)
			if n := s.pingsOf(s.bob) - before; n != 1 {
				t.Errorf("restarts %v: told %d times in the morning that the challenge was declined", restarts, n)
			}
		})
	}
}

// P34, P28: who wants a digest has one message a day, at their hour, with all that waits and all that has happened; no turn pings beside it, and none
// on a day on which there is nothing to tell.
func TestP34_OneDigestADay(t *testing.T) {
	t.Parallel()
	for _, restarts := range []bool{false, true} {
		tell(t, func(s *story) {
			s.wait(10 * time.Hour)
			s.slash(s.bob, "/hours zone:Europe/Stockholm digest:18")
			s.private(s.slash(s.bob, "/settings notify:one direct message a day"), "one direct message a day")
			dm := s.sim.DM(s.bob)
			before := s.pingsOf(s.bob)
			for range 3 {
				s.slash(s.ann, "/kalah challenge user:@Bob first:me time:3 days a move")
				s.click(s.bob, s.last(), "Accept")
				s.wait(10 * time.Minute)
				s.press(s.ann, s.boardAbout("it's your turn"))
				s.wait(10 * time.Minute)
			}
			s.slash(s.ann, "/halatafl challenge user:@Bob")
			s.slash(s.bob, "/halatafl challenge user:@Cid")
			s.click(s.cid, s.last(), "Decline")
			if restarts {
				s.restart(time.Hour)
			}
			if n := s.pingsOf(s.bob) - before; n != 0 {
				t.Errorf("restarts %v: %d pings before the hour of the digest", restarts, n)
			}
			s.wait(8 * time.Hour) // 18 o'clock in Stockholm is 17 in UTC
			if n := s.pingsOf(s.bob) - before; n != 1 {
				t.Errorf("restarts %v: %d pings in a day, want the digest alone", restarts, n)
			}
			m := s.sim.Last(dm, s.bob)
			s.sees(m, "Your day", "Your matches (4)", "your turn", "you are challenged", "declined")
			if at := time.Now().UTC(); at.Hour() < 17 {
				t.Errorf("it came before %v", at)
			}
			s.wait(30 * time.Hour)
			if n := s.pingsOf(s.bob) - before; n != 1 {
				t.Errorf("restarts %v: %d pings after a day with nothing new", restarts, n)
			}
		})
	}
}

// P34, P28, P101: a turn whose time would be over before the daily message is told by a direct message of its own, never at night; any other waits for it.
func TestP34_TheDailyMessageComesInTime(t *testing.T) {
	t.Parallel()
	for _, c := range []struct {
		time    string
		start   int // hour of the move before; the daily message comes at 18
		at      int // hour at which Bob is called
		digests int
	}{
		{"10 minutes a move", 9, 9, 0},
		{"6 hours a move", 9, 9, 0},
		{"6 hours a move", 14, 18, 1},
		{"6 hours a move", 23, 30, 0}, // in the morning
		{"1 day a move", 9, 18, 1},
		{"1 day a move", 19, 42, 1},
	} {
		tell(t, func(s *story) {
			s.slash(s.bob, "/hours zone:UTC quiet:22-6 digest:18")
			s.slash(s.bob, "/settings notify:one direct message a day")
			s.wait(time.Duration(c.start)*time.Hour - time.Minute)
			s.begin("/kalah challenge user:@Bob first:me time:" + c.time)
			day, before := time.Now().UTC().Truncate(24*time.Hour), s.pingsOf(s.bob)
			s.press(s.ann, s.boardAbout("it's your turn"))
			s.wait(time.Until(day.Add(time.Duration(c.at)*time.Hour - time.Second)))
			early := s.pingsOf(s.bob) - before
			for range 25 {
				if s.wait(time.Minute); s.pingsOf(s.bob) > before {
					break
				}
			}
			digests := 0
			for _, m := range s.sim.Messages(s.sim.DM(s.bob), s.bob) {
				digests += strings.Count(m.Text(), "Your day")
			}
			if n := s.pingsOf(s.bob) - before; early != 0 && c.at != c.start || n != 1 || s.only().Status != match.Running || digests != c.digests {
				t.Errorf("%s, moved at %d: Bob was called %d times before %d o'clock and %d times by a third past, %d times by the daily message; want one call, %d by it",
					c.time, c.start, early, c.at, n, digests, c.digests)
			}
		})
	}
}

// P7, P28, P101: the board of a game with secrets that comes by direct message makes no sound; each is called to the set-up once, in their way, and never at night.
func TestP7_PrivateBoardsMakeNoSound(t *testing.T) {
	t.Parallel()
	for _, c := range []struct {
		wish    string
		morning int
	}{
		{"a mention at the board", 1},
		{"a direct message", 1},
		{"one direct message a day", 1},
		{"not at all", 0},
	} {
		t.Run(c.wish, func(t *testing.T) {
			tell(t, func(s *story) {
				s.wait(12 * time.Hour)
				s.slash(s.bob, "/hours zone:UTC quiet:22-7")
				s.slash(s.bob, "/settings notify:"+c.wish)
				s.slash(s.ann, "/stratego challenge army:barrage time:3 days a move")
				open := s.board()
				s.wait(11 * time.Hour) // 23 o'clock
				before := s.pingsOf(s.bob)
				s.click(s.bob, open, "Accept")
				s.wait(7 * time.Hour)
				s.sees(s.newestDM(s.bob), "only you can see this")
				if n := s.pingsOf(s.bob) - before; n != 0 {
					t.Errorf("%d calls at night, want none", n)
				}
				s.wait(4 * time.Hour)
				if n := s.pingsOf(s.bob) - before; n != c.morning {
					t.Errorf("%d calls in the morning, want %d", n, c.morning)
				}
			}, withStratego)
		})
	}
}
