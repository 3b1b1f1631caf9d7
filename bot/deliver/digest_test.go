package deliver_test

import (
	"slices"
	"strings"
	"testing"
	"time"

	"paddock/bot/discordsim"
	"paddock/bot/story"
	"paddock/games/match"
)

// P101, P7: at night nobody is pinged: the messages about a turn, an invitation and a result come
// in the morning, once each, also after a restart.
func TestP101_PingsWaitForTheMorning(t *testing.T) {
	t.Parallel()
	for _, restarts := range []bool{false, true} {
		story.Tell(t, func(s *story.Story) {
			s.Wait(12 * time.Hour)
			s.Slash(s.Bob, "/settings hours zone:UTC quiet:22-7")
			s.Begin("/kalah challenge user:@Bob first:me time:2 days a move")
			s.Wait(11 * time.Hour) // now it is 23 o'clock
			before := s.PingsOf(s.Bob)
			s.Press(s.Ann, s.Board())
			s.Slash(s.Ann, "/halatafl challenge user:@Bob")
			s.Slash(s.Ann, "/kalah challenge user:@Bob")
			s.Sees(s.Last(), "Ann challenges")
			if restarts {
				s.Restart(time.Hour)
			}
			s.Wait(6 * time.Hour)
			if n := s.PingsOf(s.Bob) - before; n != 0 {
				t.Errorf("restarts %v: %d pings at night", restarts, n)
			}
			s.Wait(3 * time.Hour)
			if n := s.PingsOf(s.Bob) - before; n != 3 {
				t.Errorf("restarts %v: %d pings in the morning, want one for the turn and one for each challenge",
					restarts, n)
			}
			s.Wait(5 * time.Hour)
			s.Slash(s.Bob, "/halatafl challenge user:@Cid")
			s.Wait(9 * time.Hour) // the next night has begun
			before = s.PingsOf(s.Bob)
			s.Click(s.Cid, s.Last(), "Decline")
			s.Wait(time.Hour)
			if restarts {
				s.Restart(time.Hour)
			}
			if n := s.PingsOf(s.Bob) - before; n != 0 {
				t.Errorf("restarts %v: told %d times at night that the challenge was declined", restarts, n)
			}
			s.Wait(9 * time.Hour)
			if n := s.PingsOf(s.Bob) - before; n != 1 {
				t.Errorf("restarts %v: told %d times in the morning that the challenge was declined", restarts, n)
			}
		})
	}
}

// P34, P28: a user with digests gets one message a day at their hour, with everything that waits
// and has happened. No turn pings them besides.
func TestP34_OneDigestADay(t *testing.T) {
	t.Parallel()
	for _, restarts := range []bool{false, true} {
		story.Tell(t, func(s *story.Story) {
			s.Wait(10 * time.Hour)
			s.Slash(s.Bob, "/settings hours zone:Europe/Stockholm digest:18")
			s.Private(s.Slash(s.Bob, "/settings general notify:one direct message a day"), "one direct message a day")
			dm := s.Sim.DM(s.Bob)
			before := s.PingsOf(s.Bob)
			for range 3 {
				s.Slash(s.Ann, "/kalah challenge user:@Bob first:me time:3 days a move")
				s.Click(s.Bob, s.Last(), "Accept")
				s.Wait(10 * time.Minute)
				s.Press(s.Ann, s.BoardAbout("it's your turn"))
				s.Wait(10 * time.Minute)
			}
			s.Slash(s.Ann, "/halatafl challenge user:@Bob")
			s.Slash(s.Bob, "/halatafl challenge user:@Cid")
			s.Click(s.Cid, s.Last(), "Decline")
			if restarts {
				s.Restart(time.Hour)
			}
			if n := s.PingsOf(s.Bob) - before; n != 0 {
				t.Errorf("restarts %v: %d pings before the hour of the digest", restarts, n)
			}
			s.Wait(8 * time.Hour) // 18 o'clock in Stockholm is 17 in UTC
			if n := s.PingsOf(s.Bob) - before; n != 1 {
				t.Errorf("restarts %v: %d pings in a day, want the digest alone", restarts, n)
			}
			m := s.Sim.Last(dm, s.Bob)
			s.Sees(m, "Your day", "Your matches (4)", "your turn", "you are challenged", "declined")
			if at := time.Now().UTC(); at.Hour() < 17 {
				t.Errorf("it came before %v", at)
			}
			s.Wait(30 * time.Hour)
			if n := s.PingsOf(s.Bob) - before; n != 2 {
				t.Errorf("restarts %v: %d pings in two days, want a digest each day while turns wait and clocks run",
					restarts, n)
			}
		})
	}
}

// bobReadsDaily lets Bob choose one message a day, at six in the evening, and leaves it his turn
// against Ann.
func bobReadsDaily(s *story.Story) {
	s.Slash(s.Bob, "/settings hours zone:UTC digest:18")
	s.Slash(s.Bob, "/settings general notify:one direct message a day")
	s.Begin("/kalah challenge user:@Bob first:me time:3 days a move")
	s.Press(s.Ann, s.Board())
}

// P34: a daily message is not sent again if Discord's answers to it are lost for a minute.
func TestP34_TheDailyMessageComesOnce(t *testing.T) {
	t.Parallel()
	story.Tell(t, func(s *story.Story) {
		s.Waste = true
		bobReadsDaily(s)
		found := s.Sim.Inject(discordsim.Fault{Method: "POST", Route: story.PostRoute, Times: -1, Lost: true})
		for waits := 0; !strings.Contains(s.NewestDM(s.Bob).Text(), "Your day"); waits++ {
			if waits == 2*24*60*6 {
				t.Fatal("no daily message comes in two days")
			}
			s.Wait(10 * time.Second)
		}
		s.Wait(time.Minute)
		found()
		s.Wait(2 * time.Hour)
		n := 0
		for _, m := range s.Sim.Messages(s.Sim.DM(s.Bob), s.Bob) {
			n += strings.Count(m.Text(), "Your day")
		}
		if n != 1 {
			t.Errorf("Bob has %d daily messages of one day, want one", n)
		}
	})
}

// P34: one digest mentions a turn without a clock. No digest comes on a day without news.
func TestP34_NothingToTell(t *testing.T) {
	t.Parallel()
	story.Tell(t, func(s *story.Story) {
		s.Slash(s.Bob, "/settings general notify:one direct message a day")
		s.Begin("/kalah challenge user:@Bob first:me time:no clock")
		s.Press(s.Ann, s.Board())
		before := s.PingsOf(s.Bob)
		s.Wait(4 * 24 * time.Hour)
		if n := s.PingsOf(s.Bob) - before; n != 1 {
			t.Errorf("%d pings in four days, want one", n)
		}
	})
}

// P34, P28, P101: a turn that would time out before the digest is told by its own direct message,
// never at night.
func TestP34_TheDailyMessageComesInTime(t *testing.T) {
	t.Parallel()
	for _, c := range []struct {
		time    string
		start   int // hour of the move before; Bob's daily message comes at 18
		at      int // hour at which Bob is notified
		digests int
	}{
		{"10 minutes a move", 9, 9, 0},
		{"6 hours a move", 9, 9, 0},
		{"6 hours a move", 14, 18, 1},
		{"6 hours a move", 23, 30, 0}, // Bob is notified in the morning
		{"1 day a move", 9, 18, 1},
		{"1 day a move", 19, 42, 1},
	} {
		story.Tell(t, func(s *story.Story) {
			s.Slash(s.Bob, "/settings hours zone:UTC quiet:22-6 digest:18")
			s.Slash(s.Bob, "/settings general notify:one direct message a day")
			s.Wait(time.Duration(c.start)*time.Hour - time.Minute)
			s.Begin("/kalah challenge user:@Bob first:me time:" + c.time)
			day, before := time.Now().UTC().Truncate(24*time.Hour), s.PingsOf(s.Bob)
			s.Press(s.Ann, s.BoardAbout("it's your turn"))
			s.Wait(time.Until(day.Add(time.Duration(c.at)*time.Hour - time.Second)))
			early := s.PingsOf(s.Bob) - before
			for range 25 {
				if s.Wait(time.Minute); s.PingsOf(s.Bob) > before {
					break
				}
			}
			digests := 0
			for _, m := range s.Sim.Messages(s.Sim.DM(s.Bob), s.Bob) {
				digests += strings.Count(m.Text(), "Your day")
			}
			if n := s.PingsOf(s.Bob) - before; early != 0 && c.at != c.start || n != 1 ||
				s.Only().Status != match.Running || digests != c.digests {
				t.Errorf("%s, moved at %d: Bob was called %d times before %d o'clock and %d times by a third past, %d times by the daily message; want one call, %d by it",
					c.time, c.start, early, c.at, n, digests, c.digests)
			}
		})
	}
}

// P34, P32: a user with digests is reminded every day of a waiting turn while its clock runs, even
// of turns from before they chose digests. Used days of grace and the last reminder before a loss
// are told at once.
func TestP34_NoMatchIsLostUnheard(t *testing.T) {
	t.Parallel()
	for _, c := range []struct {
		name, time string
		start      int  // hour of the move before; the daily message comes at 18
		late       bool // the turn begins before the user chooses daily messages
		digests    int
		direct     []int // expected calls by a separate message, in hours after the move
	}{
		{"chosen before", "3 days a move", 9, false, 6, []int{72, 96, 120}},
		{"chosen after", "3 days a move", 9, true, 6, []int{72, 96, 120}},
		{"the last reminder", "6 hours a move", 14, false, 1, []int{5}},
	} {
		t.Run(c.name, func(t *testing.T) {
			story.Tell(t, func(s *story.Story) {
				choose := func() {
					s.Slash(s.Bob, "/settings hours zone:UTC digest:18")
					s.Slash(s.Bob, "/settings general notify:one direct message a day")
				}
				if !c.late {
					choose()
				}
				s.Wait(time.Duration(c.start)*time.Hour - time.Minute)
				s.Begin("/kalah challenge user:@Bob first:me time:" + c.time)
				s.Press(s.Ann, s.BoardAbout("it's your turn"))
				began := time.Now()
				if c.late {
					s.Wait(time.Hour)
					choose()
				}
				var direct []int
				digests := 0
				s.Sim.Subscribe("", func(e discordsim.Event) {
					switch {
					case e.Type != discordsim.EventNotification || e.For != s.Bob:
					case strings.Contains(e.Message.Text(), "Your day"):
						s.Sees(*e.Message, "Kalah", "your turn")
						digests++
					default:
						direct = append(direct, int(time.Since(began).Round(time.Hour).Hours()))
					}
				})
				for s.Only().Status == match.Running {
					s.Wait(30 * time.Minute)
				}
				if !slices.Equal(direct, c.direct) || digests != c.digests {
					t.Errorf("Bob had %d daily messages and was told at once after %v hours; want %d and %v", digests,
						direct, c.digests, c.direct)
				}
			})
		})
	}
}

// P34, P75: a user who has closed their direct messages is notified at the board instead of by
// digest.
func TestP34_AClosedDailyMessage(t *testing.T) {
	t.Parallel()
	story.Tell(t, func(s *story.Story) {
		s.Waste = true
		bobReadsDaily(s)
		before := s.PingsOf(s.Bob)
		s.Sim.CloseDMs(s.Bob)
		s.Wait(20 * time.Hour)
		if n := s.PingsOf(s.Bob) - before; n != 1 {
			t.Errorf("Bob is called %d times, want once", n)
		}
	})
}

// P7, P28, P101: the board of a game with secrets that comes by direct message makes no sound. Each
// player is notified of the set-up once, in the way they chose, and never at night.
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
			story.Tell(t, func(s *story.Story) {
				s.Wait(12 * time.Hour)
				s.Slash(s.Bob, "/settings hours zone:UTC quiet:22-7")
				s.Slash(s.Bob, "/settings general notify:"+c.wish)
				s.Slash(s.Ann, "/stratego challenge army:barrage time:3 days a move")
				open := s.Board()
				s.Wait(11 * time.Hour) // now it is 23 o'clock
				before := s.PingsOf(s.Bob)
				s.Click(s.Bob, open, "Accept")
				s.Wait(7 * time.Hour)
				s.Sees(s.NewestDM(s.Bob), "only you can see this")
				if n := s.PingsOf(s.Bob) - before; n != 0 {
					t.Errorf("%d calls at night, want none", n)
				}
				s.Wait(4 * time.Hour)
				if n := s.PingsOf(s.Bob) - before; n != c.morning {
					t.Errorf("%d calls in the morning, want %d", n, c.morning)
				}
			}, story.WithStratego)
		})
	}
}
