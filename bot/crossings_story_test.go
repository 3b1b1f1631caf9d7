package bot_test

import (
	"fmt"
	"slices"
	"strings"
	"testing"
	"time"

	"paddock/bot/discordsim"
	"paddock/games/match"
)

// Promises where two features meet.
func TestCrossings(t *testing.T) {
	t.Parallel()
	const text = "match x\ngame kalah\nsouth a\nnorth b\nstart kalah/1 m=3 to=S south=2.2.2:0 north=2.2.2:0 rules=standard\nsouth 2\nsouth 3\nnorth 1\n"
	for name, tale := range map[string]func(s *story){
		// P100, P72: the list of a channel that is deleted is given up, and stands in another one when that is asked for.
		"a standing message and its channel deleted": func(s *story) {
			s.moderated()
			s.waste = true
			list := s.sim.AddChannel(s.club, "list")
			in := func(ch discordsim.ChannelID, text string) discordsim.Message {
				return s.answered(s.sim.As(s.cid).In(ch).Slash(text), text)
			}
			in(list, "/server overview matches:server")
			s.wait(time.Minute)
			s.halt()
			s.sim.DeleteChannel(list)
			s.start()
			s.begin("/kalah challenge user:@Bob first:me")
			s.wait(time.Minute)
			refused := len(s.sim.Refusals())
			s.press(s.ann, s.board())
			s.wait(2 * time.Hour)
			if n := len(s.sim.Refusals()) - refused; n > 1 {
				s.Errorf("%d more requests for a channel that is gone", n)
			}
			again := s.sim.AddChannel(s.club, "list")
			s.private(in(again, "/server overview matches:server"), "The message stands here")
			s.wait(5 * time.Minute)
			s.sees(s.overview(again), "Matches here (1)", "Bob to move")
		},
		// P104, P29, P30: who is blocked can't go on from an imported board against whom they are blocked by, not even after they were erased.
		"an import, a block and an erasure": func(s *story) {
			s.slash(s.bob, "/block user:@Eve")
			with := func() discordsim.Message { return s.fromMenu(s.eve, s.hall, s.imports(s.eve, text), 1, string(s.bob)) }
			refused := with()
			s.private(refused, "can't")
			s.click(s.eve, s.slash(s.eve, "/delete-my-data"), "Yes, delete it all")
			s.wait(time.Minute)
			if again := with(); again.Text() != refused.Text() {
				s.Errorf("after the erasure the answer is\n%s\nwant\n%s", again.Text(), refused.Text())
			}
			if list, err := s.store.ByUser(s.Context(), match.UserID(s.bob)); err != nil || len(list) > 0 {
				s.Errorf("Bob is in %d matches, %v", len(list), err)
			}
		},
		// P109, P2: a lesson goes on where it was after a restart.
		"a lesson and a restart": func(s *story) {
			m := s.click(s.ann, s.slash(s.ann, "/learn"), "Learn Kalah")
			s.restart(10 * time.Minute)
			way := lessonWays["kalah"][0]
			s.private(s.learnt(s.ann, m, way[0]), "❌ **", "Try again.")
			s.restart(time.Minute)
			right := s.learnt(s.ann, m, way[1])
			s.private(right, "✅ **")
			s.private(s.click(s.ann, right, "Next"), "board 2 of")
		},
		// P38, P19, P20: a takeback leaves the odds as they are, and in a rematch they stay with whom they were given to.
		"odds, a takeback and a rematch": func(s *story) {
			s.apart()
			s.slash(s.ann, "/kalah challenge user:@Bob")
			s.click(s.bob, s.board(), "Fair odds")
			s.wait(time.Minute)
			s.click(s.ann, s.about("would rather play you on other terms"), "Accept")
			s.wait(time.Minute)
			first := s.only()
			s.slash(s.bob, "/kalah move move:1")
			s.private(s.slash(s.bob, "/takeback"), "taken back")
			if s.only().Position != first.Position {
				s.Errorf("after the takeback it stands as %s, want %s", s.only().Position, first.Position)
			}
			s.resigns(s.ann)
			s.wait(time.Minute)
			over := s.board()
			s.click(s.ann, over, "Rematch")
			s.click(s.bob, over, "Rematch")
			s.wait(time.Minute)
			again := s.only()
			if again.ID == first.ID || again.SeatOf(match.UserID(s.bob)) != 0 || again.Rated() || again.Position != first.Position {
				s.Errorf("the rematch is %s, rated %t, of %v as %s; want Bob to have the odds again", again.ID, again.Rated(), again.Players, again.Position)
			}
		},
		// P101, P32, P8: neither a day of grace nor the claim falls into a declared night, and who may claim is called in their morning.
		"a night, days of grace and a claim": func(s *story) {
			s.wait(20 * time.Hour)
			s.slash(s.ann, "/hours zone:UTC quiet:1-12")
			s.slash(s.bob, "/hours zone:UTC quiet:19-7")
			s.begin("/kalah challenge user:@Bob first:them time:1 day a move timeout:the opponent may claim the win, or wait on")
			rec := s.only()
			for range 9 {
				if rec.Clock.Lapsed {
					break
				}
				if h := rec.Clock.Deadline.UTC().Hour(); h >= 19 || h < 7 {
					s.Errorf("due at %v, in Bob's night", rec.Clock.Deadline)
				}
				if slices.Contains(s.board().Labels(), "Claim the win") {
					s.Error("the win can be claimed before it may be")
				}
				s.wait(time.Until(rec.Clock.Deadline) + time.Minute)
				rec = s.only()
			}
			if h := time.Now().UTC().Hour(); !rec.Clock.Lapsed || h < 1 || h >= 12 {
				s.Fatalf("lapsed: %t at %v, want it in Ann's night", rec.Clock.Lapsed, time.Now().UTC())
			}
			before := s.pingsOf(s.ann)
			s.wait(2 * time.Hour)
			if n := s.pingsOf(s.ann) - before; n != 0 {
				s.Errorf("Ann is called %d times at night", n)
			}
			s.wait(10 * time.Hour)
			if n := s.pingsOf(s.ann) - before; n != 1 {
				s.Errorf("Ann is called %d times in the morning, want once", n)
			}
			s.private(s.click(s.eve, s.board(), "Claim the win"), "You don't play in this match")
			s.private(s.click(s.bob, s.board(), "Claim the win"), "your own turn")
			s.click(s.ann, s.board(), "Claim the win")
			s.wait(time.Minute)
			if rec := s.only(); rec.Status != match.Over {
				s.Errorf("after the claim the match is %s", rec.Status)
			}
		},
		// P116, P29, P30: whom a player has blocked can't follow after an erasure either; of who is erased the followers learn nothing more.
		"following, a block and erasures": func(s *story) {
			s.begin("/kalah challenge user:@Bob first:me")
			s.slash(s.ann, "/kalah move move:2")
			s.private(s.slash(s.eve, "/follow"), "You follow")
			s.private(s.slash(s.cid, "/follow"), "You follow")
			s.slash(s.bob, "/block user:@Eve")
			s.click(s.eve, s.slash(s.eve, "/delete-my-data"), "Yes, delete it all")
			s.wait(time.Minute)
			s.private(s.slash(s.eve, "/follow"), "by more at the moment")
			dms := s.countDMs(s.eve)
			s.click(s.bob, s.slash(s.bob, "/delete-my-data"), "Yes, delete it all")
			s.wait(time.Hour)
			told := s.newestDM(s.cid)
			s.sees(told, followedOver, "former player")
			if text := told.Text(); strings.Contains(text, "Bob") || strings.Contains(text, string(s.bob)) {
				s.Errorf("who is erased is named:\n%s", text)
			}
			if n := s.countDMs(s.eve) - dms; n != 0 {
				s.Errorf("who is blocked has %d messages", n)
			}
		},
		// P34, P101: the daily message comes at the same hour by the clock on the wall when summer time begins, once a day, and nothing happens to what it tells of.
		"a daily message and summer time": func(s *story) {
			s.slash(s.bob, "/hours zone:Europe/Stockholm digest:18")
			s.slash(s.bob, "/settings notify:one direct message a day")
			for day, hour := range []int{17, 17, 16, 16} { // in UTC
				midnight := time.Date(2000, 3, 24+day, 0, 0, 0, 0, time.UTC)
				s.wait(time.Until(midnight.Add(12 * time.Hour)))
				s.slash(s.ann, "/kalah challenge user:@Bob")
				challenge, before := s.board(), s.pingsOf(s.bob)
				s.wait(time.Until(midnight.Add(time.Duration(hour) * time.Hour)))
				early := s.pingsOf(s.bob) - before
				s.wait(21 * time.Minute)
				if n := s.pingsOf(s.bob) - before; early != 0 || n != 1 {
					s.Errorf("%v: %d pings before 18 o'clock in Stockholm and %d by a third past it, want none and the daily message", midnight, early, n)
				}
				if now := s.board(); now.ID != challenge.ID || now.Text() != challenge.Text() {
					s.Errorf("%v: the challenge was\n%s\nand is now, in another message %t,\n%s", midnight, challenge.Text(), now.ID != challenge.ID, now.Text())
				}
				s.click(s.bob, s.board(), "Decline")
			}
		},
		// P101, P25: who is challenged at night is called in the morning, and the challenge stays open for as long as was said.
		"a challenge at night and its end": func(s *story) {
			s.slash(s.bob, "/hours zone:Asia/Tokyo quiet:22-7")
			s.wait(14 * time.Hour) // 23 o'clock
			s.slash(s.ann, "/kalah challenge user:@Bob")
			before, pings := s.board(), s.pingsOf(s.bob)
			s.wait(8*time.Hour + 20*time.Minute)
			if now := s.board(); now.ID == before.ID || !strings.Contains(now.Text(), before.Text()) || s.pingsOf(s.bob) != pings+1 {
				s.Errorf("%d pings, and the challenge that was\n%s\nis now, in another message %t,\n%s", s.pingsOf(s.bob)-pings, before.Text(), now.ID != before.ID, now.Text())
			}
		},
		// P99, P75, P101, P29: who looks for a game calls nobody whose messages are closed more than once, nobody at night, and nobody who has blocked them.
		"a call, closed messages, a night and a block": func(s *story) {
			s.waste = true
			look := func(want int) {
				s.Helper()
				s.slash(s.ann, "/kalah challenge")
				s.wait(time.Minute)
				s.click(s.ann, s.boardAbout("Ann looks for"), "Revoke")
				if n := s.lookedFor(); n != want {
					s.Errorf("%d calls, want %d", n, want)
				}
			}
			s.slash(s.eve, "/call-me game:any game")
			s.sim.CloseDMs(s.eve)
			look(0)
			look(0)
			closed := 0
			for _, c := range s.sim.Refusals() {
				if strings.Contains(fmt.Sprint(c), "50007") {
					closed++
				}
			}
			if closed > 1 {
				s.Errorf("%d requests for messages that are closed", closed)
			}
			s.sim.OpenDMs(s.eve)
			s.slash(s.eve, "/call-me game:any game")
			s.wait(25 * time.Hour)
			s.slash(s.eve, "/hours zone:UTC quiet:0-12")
			look(0)
			s.slash(s.eve, "/hours quiet:none")
			look(1)
			s.slash(s.eve, "/block user:@Ann")
			s.wait(25 * time.Hour)
			look(1)
		},
		// P34, P53, P30: who has moved to another time zone has the day's message at their hour there, once; who is erased has none.
		"the daily message, another zone and an erasure": func(s *story) {
			s.slash(s.bob, "/hours zone:Europe/Stockholm digest:3")
			s.slash(s.bob, "/settings notify:one direct message a day")
			s.begin("/kalah challenge user:@Bob first:me time:7 days a move")
			s.slash(s.ann, "/kalah move move:2")
			before := s.countDMs(s.bob)
			s.slash(s.bob, "/hours zone:America/New_York")
			for _, step := range []struct {
				wait time.Duration
				want int
			}{{4 * time.Hour, 0}, {5 * time.Hour, 1}} { // 3 o'clock there is 8 in UTC
				s.wait(step.wait)
				if n := s.countDMs(s.bob) - before; n != step.want {
					s.Errorf("at %v there are %d messages, want %d", time.Now().UTC(), n, step.want)
				}
			}
			s.slash(s.bob, "/kalah move move:1")
			s.slash(s.ann, "/kalah move move:1")
			s.click(s.bob, s.slash(s.bob, "/delete-my-data"), "Yes, delete it all")
			s.wait(time.Minute)
			before = s.countDMs(s.bob)
			s.wait(24 * time.Hour)
			if n := s.countDMs(s.bob) - before; n > 0 {
				s.Errorf("%d messages to who is erased", n)
			}
		},
		// P36, P73, P72: the puzzle of the day is the same when the bot was sent away and is back, and in another channel when its own is gone.
		"the puzzle of the day, a bot sent away and a channel deleted": func(s *story) {
			was := s.slash(s.ann, "/puzzle")
			s.private(was, "Puzzle of the day")
			s.sim.KickBot(s.club)
			s.wait(time.Minute)
			s.sim.InviteBot(s.club)
			s.wait(time.Minute)
			s.private(s.choose(s.ann, was, was.Selects()[0].Options[0].Value), "Days in a row")
			attic := s.sim.AddChannel(s.club, "attic")
			s.sim.DeleteChannel(s.hall)
			s.wait(time.Minute)
			if now := s.answered(s.sim.As(s.bob).In(attic).Slash("/puzzle"), "/puzzle"); now.Text() != was.Text() {
				s.Errorf("the puzzle is\n%s\nand was\n%s", now.Text(), was.Text())
			}
		},
	} {
		t.Run(name, func(t *testing.T) { tell(t, tale) })
	}
}
