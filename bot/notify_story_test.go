package bot_test

import (
	"slices"
	"strings"
	"testing"
	"time"

	"paddock/bot/discordsim"
	"paddock/games/match"
)

// P28: who wants direct messages gets one for each turn, with the way to the board, and no mention; who wants nothing gets nothing.
func TestP28Notify(t *testing.T) {
	t.Parallel()
	tell(t, func(s *story) {
		s.private(s.slash(s.bob, "/settings notify:a direct message"), "your turn: **a direct message**")
		dm := s.sim.DM(s.bob)
		s.sees(s.sim.Last(dm, s.bob), "From now on I tell you here")
		s.private(s.slash(s.cid, "/settings notify:not at all"), "your turn: **not at all**")
		s.private(s.slash(s.cid, "/settings"), "your turn: **not at all**")

		s.slash(s.ann, "/kalah challenge user:@Bob first:me")
		s.rings(s.board())
		s.sees(s.sim.Last(dm, s.bob), "Ann challenges", "Kalah")
		s.click(s.bob, s.board(), "Accept")
		s.wait(time.Hour)
		letters := len(s.sim.Messages(dm, s.bob))
		s.slash(s.ann, "/kalah move move:1")
		s.sees(s.board(), "it's your turn")
		s.rings(s.board())
		m := s.sim.Last(dm, s.bob)
		s.sees(m, "It's your turn", "South Ann v North Bob", "time runs out")
		s.rings(m, s.bob)
		if n := len(s.sim.Messages(dm, s.bob)) - letters; n != 1 {
			t.Errorf("%d direct messages for a turn, want 1", n)
		}
		s.wait(time.Hour)
		s.slash(s.bob, "/kalah move move:1")
		s.rings(s.board(), s.ann) // nothing has changed for her

		s.slash(s.ann, "/halatafl challenge user:@Cid")
		s.rings(s.board())
		s.slash(s.cid, "/settings notify:a mention at the board")
		s.click(s.cid, s.board(), "Decline")
		s.slash(s.ann, "/halatafl challenge user:@Cid")
		s.rings(s.board(), s.cid)
	})
}

// P28: a direct message that calls upon somebody goes away when that is done, by them or by itself, also over a restart; what they were told for good stays.
func TestP28CallsGoAway(t *testing.T) {
	t.Parallel()
	tell(t, func(s *story) {
		s.slash(s.bob, "/settings notify:a direct message")
		dm := s.sim.DM(s.bob)
		before := len(s.sim.Messages(dm, s.bob))
		has := func(what string, texts ...string) {
			t.Helper()
			s.wait(time.Minute)
			list := s.sim.Messages(dm, s.bob)[before:]
			for i, m := range list {
				if len(list) != len(texts) || !strings.Contains(m.Text(), texts[i]) {
					t.Errorf("%s: letter %d of %d, want %q:\n%s", what, i+1, len(list), texts, m.Text())
				}
			}
			if len(list) != len(texts) {
				t.Errorf("%s: %d letters, want %q", what, len(list), texts)
			}
		}
		s.slash(s.ann, "/kalah challenge user:@Bob first:me time:1 day a move")
		has("challenged", "Ann challenges")
		s.click(s.bob, s.board(), "Accept")
		has("accepted")
		s.wait(time.Hour)
		s.slash(s.ann, "/kalah move move:1")
		has("his turn", "It's your turn")
		s.wait(20 * time.Hour)
		has("a reminder in its place", "reminder")
		s.slash(s.bob, "/kalah move move:1")
		has("he has moved")
		s.slash(s.ann, "/draw")
		has("a draw is offered", "Ann offers a draw")
		s.click(s.bob, s.board(), "No draw")
		has("he declines")
		s.wait(time.Hour)
		s.slash(s.ann, "/kalah move move:2")
		has("his turn", "It's your turn")
		s.restart(time.Second)
		has("after a restart", "It's your turn")
		s.slash(s.ann, "/takeback")
		has("she asks for her move back", "It's your turn", "Ann asks to take")
		s.resigns(s.ann)
		has("the end", "Ann has resigned")
		u, err := s.store.User(t.Context(), match.UserID(s.bob))
		if err != nil || len(u.Calls) > 0 {
			t.Errorf("still kept: %v, %v", u.Calls, err)
		}
	})
}

// P28, P12: direct messages are not chosen by who can't get any; who closes them later is mentioned again.
func TestP28NotifyClosed(t *testing.T) {
	t.Parallel()
	tell(t, func(s *story) {
		s.waste = true // Discord refuses what it refuses
		s.sim.CloseDMs(s.bob)
		s.private(s.slash(s.bob, "/settings notify:a direct message"), "nothing was changed", "Privacy Settings")
		s.slash(s.ann, "/kalah challenge user:@Bob first:me")
		s.rings(s.board(), s.bob)
		s.sim.OpenDMs(s.bob)
		s.private(s.slash(s.bob, "/settings notify:a direct message"), "your turn: **a direct message**")
		s.click(s.bob, s.board(), "Accept")
		s.sim.CloseDMs(s.bob)
		s.wait(time.Hour)
		s.slash(s.ann, "/kalah move move:1") // this one is lost
		s.wait(40 * time.Hour)
		s.sees(s.last(), "reminder")
		s.rings(s.last(), s.bob)
	})
}

// P7, P8, P43: of one turn people hear twice at most: once when it comes, or when they leave a quick exchange, and once by the reminder. The next
// turn counts anew.
func TestP7_OneNotificationATurnAndOneReminder(t *testing.T) {
	t.Parallel()
	tell(t, func(s *story) {
		const day = 24 * time.Hour
		s.begin("/kalah challenge user:@Bob first:me time:7 days a move")
		s.press(s.ann, s.board())
		s.press(s.bob, s.board())
		for range 6 {
			s.press(s.mover(s.board()), s.board())
		}
		told := map[discordsim.MessageID]bool{}
		hears := func(when string, want ...discordsim.UserID) { // since the step before
			t.Helper()
			var heard []discordsim.UserID
			for _, m := range s.sim.Messages(s.hall, s.eve) {
				if !told[m.ID] {
					heard = append(heard, m.Notified...)
				}
				told[m.ID] = true
			}
			if !slices.Equal(heard, want) {
				t.Errorf("%s: notified %v, want %v", when, heard, want)
			}
		}
		for _, m := range s.sim.Messages(s.hall, s.eve) {
			told[m.ID] = true // before this story
		}
		playOn := func() (next discordsim.UserID) {
			for who := s.mover(s.board()); s.mover(s.board()) == who; { // a move may earn another
				s.press(who, s.board())
			}
			return s.mover(s.board())
		}

		who, board := playOn(), s.last().ID
		hears("a quick exchange")
		s.wait(4 * time.Minute)
		hears("a silence within the window")
		s.wait(time.Minute)
		hears("a silence", who)
		if s.last().ID == board {
			t.Error("the ping came by an edit, which notifies nobody")
		}
		s.wait(5 * day)
		hears("five days of silence")
		s.wait(15 * time.Hour) // 80 % are 5 days and 14.4 hours
		hears("the reminder", who)
		s.sees(s.last(), "reminder")
		s.wait(day)
		hears("after the reminder")

		next := playOn()
		hears("the reply", next)
		s.wait(5 * day)
		hears("the other one's silence")
		s.wait(15 * time.Hour)
		hears("the other one's reminder", next)
		s.wait(day)
		hears("after the other one's reminder")
	})
}

// P7, P43: where the reminder comes before the delayed ping, because the bot was away, it is the ping.
func TestP7_TheReminderIsThePing(t *testing.T) {
	t.Parallel()
	tell(t, func(s *story) {
		s.begin("/kalah challenge user:@Bob first:me time:7 days a move")
		for range 8 {
			s.press(s.mover(s.board()), s.board())
		}
		who, posts := s.mover(s.board()), s.posts()
		s.restart(5*24*time.Hour + 15*time.Hour)
		s.wait(time.Hour)
		s.sees(s.last(), "reminder")
		s.rings(s.last(), who)
		if got, want := s.posts(), posts+1; got != want {
			t.Errorf("%d messages, want %d: one for the reminder and the ping", got, want)
		}
	})
}
