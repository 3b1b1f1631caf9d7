package bot_test

import (
	"fmt"
	"slices"
	"strings"
	"sync/atomic"
	"testing"
	"time"

	"paddock/bot/discordsim"
	"paddock/bot/story"
	"paddock/games/match"
)

// These stories test promises where two features meet.
func TestCrossings(t *testing.T) {
	t.Parallel()
	const text = "match x\ngame kalah\nsouth a\nnorth b\nstart kalah/1 m=3 to=S south=2.2.2:0 north=2.2.2:0 rules=standard\nsouth 2\nsouth 3\nnorth 1\n"
	for name, tale := range map[string]func(s *story.Story){
		// P100, P72: after its channel is deleted, a standing list ends. It appears in another
		// channel on request.
		"a standing message and its channel deleted": func(s *story.Story) {
			s.Moderated()
			s.Waste = true
			list := s.Sim.AddChannel(s.Club, "list")
			in := func(ch discordsim.ChannelID, text string) discordsim.Message {
				return s.Answered(s.Sim.As(s.Cid).In(ch).Slash(text), text)
			}
			in(list, "/server overview matches:server")
			s.Wait(time.Minute)
			s.Halt()
			s.Sim.DeleteChannel(list)
			s.Start()
			s.Begin("/kalah challenge user:@Bob first:me")
			s.Wait(time.Minute)
			refused := len(s.Sim.Refusals())
			s.Press(s.Ann, s.Board())
			s.Wait(2 * time.Hour)
			if n := len(s.Sim.Refusals()) - refused; n > 1 {
				s.Errorf("%d more requests for a channel that is gone", n)
			}
			again := s.Sim.AddChannel(s.Club, "list")
			s.Private(in(again, "/server overview matches:server"), "The list stands here now")
			s.Wait(5 * time.Minute)
			s.Sees(s.Overview(again), "Matches here (1)", "Bob to move")
		},
		// P104, P29, P30: a blocked member can't continue an imported board against the member who
		// blocked them, even after an erasure.
		"an import, a block and an erasure": func(s *story.Story) {
			s.Slash(s.Bob, "/settings block user:@Eve")
			with := func() discordsim.Message {
				return s.FromMenu(s.Eve, s.Hall, s.Imports(s.Eve, text), 1, string(s.Bob))
			}
			refused := with()
			s.Private(refused, "can't")
			s.Click(s.Eve, s.Slash(s.Eve, "/privacy delete-my-data"), "Yes, delete it all")
			s.Wait(time.Minute)
			if again := with(); again.Text() != refused.Text() {
				s.Errorf("after the erasure the answer is\n%s\nwant\n%s", again.Text(), refused.Text())
			}
			if list, err := s.Store.ByUser(s.Context(), match.UserID(s.Bob)); err != nil || len(list) > 0 {
				s.Errorf("Bob is in %d matches, %v", len(list), err)
			}
		},
		// P109, P2: a lesson continues after a restart.
		"a lesson and a restart": func(s *story.Story) {
			m := s.Click(s.Ann, s.Slash(s.Ann, "/learn"), "Learn Kalah")
			s.Restart(10 * time.Minute)
			way := story.LessonWays["kalah"][0]
			s.Private(s.Learnt(s.Ann, m, way[0]), "❌ **", "Try again.")
			s.Restart(time.Minute)
			right := s.Learnt(s.Ann, m, way[1])
			s.Private(right, "✅ **")
			s.Private(s.Click(s.Ann, right, "Next"), "board 2 of")
		},
		// P38, P19, P20: a takeback does not change the odds, and in a rematch the same player has
		// them.
		"odds, a takeback and a rematch": func(s *story.Story) {
			s.Apart()
			s.Slash(s.Ann, "/kalah challenge user:@Bob")
			s.Click(s.Bob, s.Board(), "Fair odds")
			s.Wait(time.Minute)
			s.Click(s.Ann, s.About("would rather play on other terms"), "Accept")
			s.Wait(time.Minute)
			first := s.Only()
			s.Slash(s.Bob, "/kalah move move:1")
			s.Private(s.Slash(s.Bob, "/takeback"), "taken back")
			if s.Only().Position != first.Position {
				s.Errorf("after the takeback it stands as %s, want %s", s.Only().Position, first.Position)
			}
			s.Resigns(s.Ann)
			s.Wait(time.Minute)
			over := s.Board()
			s.Click(s.Ann, over, "Rematch")
			s.Click(s.Bob, over, "Rematch")
			s.Wait(time.Minute)
			again := s.Only()
			if again.ID == first.ID || again.SeatOf(match.UserID(s.Bob)) != 0 || again.Rated() ||
				again.Position != first.Position {
				s.Errorf("the rematch is %s, rated %t, of %v as %s; want Bob to have the odds again", again.ID,
					again.Rated(), again.Players, again.Position)
			}
		},
		// P133: a slow move uses the bank. The board and /why say so.
		"a time bank and a late move": func(s *story.Story) {
			s.Slash(s.Ann, "/kalah challenge user:@Bob first:them holes:2 beans:1 time:1 day a move bank:10 days for the whole match")
			s.Sees(s.Board(), "plus a bank of 10 days for each player")
			s.Click(s.Bob, s.Board(), "Accept")
			s.Wait(time.Minute)
			s.Sees(s.Board(), "bank 10 days")
			s.Wait(30 * time.Hour)
			s.Sees(s.Board(), "from the bank")
			rec := s.Only()
			if left := rec.Clock.BankLeft(rec.SeatOf(match.UserID(s.Bob))) + rec.Clock.Drawn; left != 10*24*time.Hour {
				s.Errorf("%v are in the bank while it runs, want all until the move", left)
			}
			s.Press(s.Bob, s.Board())
			rec = s.Only()
			if left := rec.Clock.BankLeft(rec.SeatOf(match.UserID(s.Bob))); left > 10*24*time.Hour-6*time.Hour ||
				left < 10*24*time.Hour-7*time.Hour {
				s.Errorf("%v are left in the bank after a move that took six hours too long", left)
			}
			s.Private(s.Slash(s.Bob, "/match why"), "more time", "time bank", "your time bank is used")
		},
		// P101, P32, P8: each player has three days of grace before a claim. Neither these days nor
		// the claim end in a declared night. A late player is notified at each lapse, and the
		// player who may claim in their own morning.
		"a night, days of grace and a claim": func(s *story.Story) {
			s.Wait(20 * time.Hour)
			s.Slash(s.Ann, "/settings hours zone:UTC quiet:1-12")
			s.Slash(s.Bob, "/settings hours zone:UTC quiet:19-7")
			s.Begin("/kalah challenge user:@Bob first:them time:1 day a move timeout:the opponent may claim the win or wait")
			var called atomic.Int32 // atomic, because the simulator calls the function concurrently
			s.Sim.Subscribe("", func(e discordsim.Event) {
				if e.Type == discordsim.EventNotification && e.For == s.Bob {
					called.Add(1)
				}
			})
			rec := s.Only()
			for graced := 0; !rec.Clock.Lapsed; graced++ {
				if got := rec.Clock.Grace[rec.SeatOf(match.UserID(s.Bob))]; got != graced || graced > 3 {
					s.Fatalf("%d days of grace are burnt after %d lapses; want each of three", got, graced)
				}
				if h := rec.Clock.Deadline.UTC().Hour(); h >= 19 || h < 7 {
					s.Errorf("due at %v, in Bob's night", rec.Clock.Deadline)
				}
				if slices.Contains(s.Board().Labels(), "Claim the win") {
					s.Error("the win can be claimed before it may be")
				}
				s.Wait(time.Until(rec.Clock.Deadline) - time.Minute)
				before := called.Load()
				s.Wait(2 * time.Minute)
				if n := called.Load() - before; n != 1 {
					s.Errorf("Bob is called %d times when his time runs out, want once", n)
				}
				rec = s.Only()
			}
			if got := rec.Clock.Grace[rec.SeatOf(match.UserID(s.Bob))]; got != 3 {
				s.Errorf("%d days of grace before the claim, want three", got)
			}
			if h := time.Now().UTC().Hour(); !rec.Clock.Lapsed || h < 1 || h >= 12 {
				s.Fatalf("lapsed: %t at %v, want it in Ann's night", rec.Clock.Lapsed, time.Now().UTC())
			}
			before := s.PingsOf(s.Ann)
			s.Wait(2 * time.Hour)
			if n := s.PingsOf(s.Ann) - before; n != 0 {
				s.Errorf("Ann is called %d times at night", n)
			}
			s.Wait(10 * time.Hour)
			if n := s.PingsOf(s.Ann) - before; n != 1 {
				s.Errorf("Ann is called %d times in the morning, want once", n)
			}
			s.Private(s.Click(s.Eve, s.Board(), "Claim the win"), "You don't play in this match")
			s.Private(s.Click(s.Bob, s.Board(), "Claim the win"), "your own turn")
			s.Click(s.Ann, s.Board(), "Claim the win")
			s.Wait(time.Minute)
			if rec := s.Only(); rec.Status != match.Over {
				s.Errorf("after the claim the match is %s", rec.Status)
			}
		},
		// P116, P29, P30: a member whom a player has blocked can't follow the player, even after an
		// erasure. Followers learn nothing more of an erased player.
		"following, a block and erasures": func(s *story.Story) {
			s.Begin("/kalah challenge user:@Bob first:me")
			s.Slash(s.Ann, "/kalah move move:2")
			s.Private(s.Slash(s.Eve, "/settings follow"), "You follow")
			s.Private(s.Slash(s.Cid, "/settings follow"), "You follow")
			s.Slash(s.Bob, "/settings block user:@Eve")
			s.Click(s.Eve, s.Slash(s.Eve, "/privacy delete-my-data"), "Yes, delete it all")
			s.Wait(time.Minute)
			s.Private(s.Slash(s.Eve, "/settings follow"), "as many followers")
			dms := s.CountDMs(s.Eve)
			s.Click(s.Bob, s.Slash(s.Bob, "/privacy delete-my-data"), "Yes, delete it all")
			s.Wait(time.Hour)
			told := s.NewestDM(s.Cid)
			s.Sees(told, story.FollowedOver, "Former player")
			if text := told.Text(); strings.Contains(text, "Bob") || strings.Contains(text, string(s.Bob)) {
				s.Errorf("who is erased is named:\n%s", text)
			}
			if n := s.CountDMs(s.Eve) - dms; n != 0 {
				s.Errorf("who is blocked has %d messages", n)
			}
		},
		// P34, P101: after summer time begins, the daily message still comes at the same local
		// time, once a day. The matches in it do not change.
		"a daily message and summer time": func(s *story.Story) {
			s.Slash(s.Bob, "/settings hours zone:Europe/Stockholm digest:18")
			s.Slash(s.Bob, "/settings general notify:one direct message a day")
			for day, hour := range []int{17, 17, 16, 16} { // hours in UTC
				midnight := time.Date(2000, 3, 24+day, 0, 0, 0, 0, time.UTC)
				s.Wait(time.Until(midnight.Add(12 * time.Hour)))
				s.Slash(s.Ann, "/kalah challenge user:@Bob")
				challenge, before := s.Board(), s.PingsOf(s.Bob)
				s.Wait(time.Until(midnight.Add(time.Duration(hour) * time.Hour)))
				early := s.PingsOf(s.Bob) - before
				s.Wait(21 * time.Minute)
				if n := s.PingsOf(s.Bob) - before; early != 0 || n != 1 {
					s.Errorf("%v: %d pings before 18 o'clock in Stockholm and %d by a third past it, want none and the daily message", midnight, early, n)
				}
				if now := s.Board(); now.ID != challenge.ID || now.Text() != challenge.Text() {
					s.Errorf("%v: the challenge was\n%s\nand is now, in another message %t,\n%s", midnight,
						challenge.Text(), now.ID != challenge.ID, now.Text())
				}
				s.Click(s.Bob, s.Board(), "Decline")
			}
		},
		// P101, P25: a member challenged at night is notified in the morning, and the challenge
		// stays open for the promised time.
		"a challenge at night and its end": func(s *story.Story) {
			s.Slash(s.Bob, "/settings hours zone:Asia/Tokyo quiet:22-7")
			s.Wait(14 * time.Hour) // now it is 23 o'clock
			s.Slash(s.Ann, "/kalah challenge user:@Bob")
			before, pings := s.Board(), s.PingsOf(s.Bob)
			s.Wait(8*time.Hour + 20*time.Minute)
			if now := s.Board(); now.ID == before.ID || !strings.Contains(now.Text(), before.Text()) ||
				s.PingsOf(s.Bob) != pings+1 {
				s.Errorf("%d pings, and the challenge that was\n%s\nis now, in another message %t,\n%s",
					s.PingsOf(s.Bob)-pings, before.Text(), now.ID != before.ID, now.Text())
			}
		},
		// P99, P75, P101, P29: a call for a game reaches nobody at night and nobody who has blocked
		// the caller. It reaches members with closed direct messages at most once.
		"a call, closed messages, a night and a block": func(s *story.Story) {
			s.Waste = true
			look := func(want int) {
				s.Helper()
				s.Slash(s.Ann, "/kalah challenge")
				s.Wait(time.Minute)
				s.Click(s.Ann, s.BoardAbout("Ann is looking for"), "Withdraw")
				if n := s.LookedFor(); n != want {
					s.Errorf("%d calls, want %d", n, want)
				}
			}
			s.Slash(s.Eve, "/settings call-me game:any game")
			s.Sim.CloseDMs(s.Eve)
			look(0)
			look(0)
			closed := 0
			for _, c := range s.Sim.Refusals() {
				if strings.Contains(fmt.Sprint(c), "50007") {
					closed++
				}
			}
			if closed > 1 {
				s.Errorf("%d requests for messages that are closed", closed)
			}
			s.Sim.OpenDMs(s.Eve)
			s.Slash(s.Eve, "/settings call-me game:any game")
			s.Wait(25 * time.Hour)
			s.Slash(s.Eve, "/settings hours zone:UTC quiet:0-12")
			look(0)
			s.Slash(s.Eve, "/settings hours quiet:none")
			look(1)
			s.Slash(s.Eve, "/settings block user:@Ann")
			s.Wait(25 * time.Hour)
			look(1)
		},
		// P34, P53, P30: a member who moves to another time zone gets the daily message at their
		// hour there, once. An erased member gets none.
		"the daily message, another zone and an erasure": func(s *story.Story) {
			s.Slash(s.Bob, "/settings hours zone:Europe/Stockholm digest:3")
			s.Slash(s.Bob, "/settings general notify:one direct message a day")
			s.Begin("/kalah challenge user:@Bob first:me time:7 days a move")
			s.Slash(s.Ann, "/kalah move move:2")
			before := s.CountDMs(s.Bob)
			s.Slash(s.Bob, "/settings hours zone:America/New_York")
			for _, step := range []struct {
				wait time.Duration
				want int
			}{{4 * time.Hour, 0}, {5 * time.Hour, 1}} { // 3 o'clock there is 8 in UTC
				s.Wait(step.wait)
				if n := s.CountDMs(s.Bob) - before; n != step.want {
					s.Errorf("at %v there are %d messages, want %d", time.Now().UTC(), n, step.want)
				}
			}
			s.Slash(s.Bob, "/kalah move move:1")
			s.Slash(s.Ann, "/kalah move move:1")
			s.Click(s.Bob, s.Slash(s.Bob, "/privacy delete-my-data"), "Yes, delete it all")
			s.Wait(time.Minute)
			before = s.CountDMs(s.Bob)
			s.Wait(24 * time.Hour)
			if n := s.CountDMs(s.Bob) - before; n > 0 {
				s.Errorf("%d messages to who is erased", n)
			}
		},
		// P36, P73, P72: the daily puzzle is the same after the bot was removed and invited back,
		// and in another channel after its own was deleted.
		"the puzzle of the day, a bot sent away and a channel deleted": func(s *story.Story) {
			was := s.Slash(s.Ann, "/puzzle")
			s.Private(was, "Puzzle of the day")
			s.Sim.KickBot(s.Club)
			s.Wait(time.Minute)
			s.Sim.InviteBot(s.Club)
			s.Wait(time.Minute)
			club, err := s.Store.Guild(t.Context(), match.GuildID(s.Club))
			if err != nil {
				s.Fatal(err)
			}
			s.Private(s.Learnt(s.Ann, was, club.Puzzle.Answer), "Days in a row")
			attic := s.Sim.AddChannel(s.Club, "attic")
			s.Sim.DeleteChannel(s.Hall)
			s.Wait(time.Minute)
			if now := s.Answered(s.Sim.As(s.Bob).In(attic).Slash("/puzzle"), "/puzzle"); now.Text() != was.Text() {
				s.Errorf("the puzzle is\n%s\nand was\n%s", now.Text(), was.Text())
			}
		},
	} {
		t.Run(name, func(t *testing.T) { story.Tell(t, tale) })
	}
}
