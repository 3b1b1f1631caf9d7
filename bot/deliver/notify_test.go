package deliver_test

import (
	"fmt"
	"slices"
	"strings"
	"testing"
	"time"

	"paddock/bot/discordsim"
	"paddock/bot/story"
	"paddock/games/match"
)

// P28: a user who chose direct messages gets one for each turn, with a link to the board and
// without a mention. A user who chose nothing gets nothing.
func TestP28Notify(t *testing.T) {
	t.Parallel()
	story.Tell(t, func(s *story.Story) {
		s.Private(s.Slash(s.Bob, "/settings general notify:a direct message"), "your turn: **a direct message**")
		dm := s.Sim.DM(s.Bob)
		s.Sees(s.Sim.Last(dm, s.Bob), "From now on I tell you here")
		s.Private(s.Slash(s.Cid, "/settings general notify:not at all"), "your turn: **not at all**")
		s.Private(s.Slash(s.Cid, "/settings general"), "your turn: **not at all**")

		s.Slash(s.Ann, "/kalah challenge user:@Bob first:me")
		s.Rings(s.Board())
		s.Sees(s.Sim.Last(dm, s.Bob), "Ann challenges", "Kalah")
		s.Click(s.Bob, s.Board(), "Accept")
		s.Wait(time.Hour)
		letters := len(s.Sim.Messages(dm, s.Bob))
		s.Slash(s.Ann, "/kalah move move:1")
		s.Sees(s.Board(), "it's your turn")
		s.Rings(s.Board())
		m := s.Sim.Last(dm, s.Bob)
		s.Sees(m, "It's your turn", "Ann (South) v Bob (North)", "time runs out")
		s.Rings(m, s.Bob)
		if n := len(s.Sim.Messages(dm, s.Bob)) - letters; n != 1 {
			t.Errorf("%d direct messages for a turn, want 1", n)
		}
		s.Wait(time.Hour)
		s.Slash(s.Bob, "/kalah move move:1")
		s.Rings(s.Board(), s.Ann) // it is still Ann's turn

		s.Slash(s.Ann, "/halatafl challenge user:@Cid")
		s.Rings(s.Board())
		s.Slash(s.Cid, "/settings general notify:a mention at the board")
		s.Click(s.Cid, s.Board(), "Decline")
		s.Slash(s.Ann, "/halatafl challenge user:@Cid")
		s.Rings(s.Board(), s.Cid)
	})
}

// P28: a call by direct message is deleted when it is obsolete, also across a restart. Other
// messages stay.
func TestP28CallsGoAway(t *testing.T) {
	t.Parallel()
	story.Tell(t, func(s *story.Story) {
		s.Slash(s.Bob, "/settings general notify:a direct message")
		dm := s.Sim.DM(s.Bob)
		before := len(s.Sim.Messages(dm, s.Bob))
		has := func(what string, texts ...string) {
			t.Helper()
			s.Wait(time.Minute)
			list := s.Sim.Messages(dm, s.Bob)[before:]
			for i, m := range list {
				if len(list) != len(texts) || !strings.Contains(m.Text(), texts[i]) {
					t.Errorf("%s: letter %d of %d, want %q:\n%s", what, i+1, len(list), texts, m.Text())
				}
			}
			if len(list) != len(texts) {
				t.Errorf("%s: %d letters, want %q", what, len(list), texts)
			}
		}
		s.Slash(s.Ann, "/kalah challenge user:@Bob first:me time:1 day a move")
		has("challenged", "Ann challenges")
		s.Click(s.Bob, s.Board(), "Accept")
		has("accepted")
		s.Wait(time.Hour)
		s.Slash(s.Ann, "/kalah move move:1")
		has("his turn", "It's your turn")
		s.Wait(20 * time.Hour)
		has("a reminder in its place", "reminder")
		s.Slash(s.Bob, "/kalah move move:1")
		has("he has moved")
		s.Slash(s.Ann, "/draw")
		has("a draw is offered", "Ann offers a draw")
		s.Click(s.Bob, s.Board(), "No draw")
		has("he declines")
		s.Slash(s.Ann, "/match pause")
		has("a pause is asked for", "Ann would like a pause")
		s.Click(s.Bob, s.Board(), "No pause")
		has("no pause")
		s.Slash(s.Bob, "/match pause")
		s.Slash(s.Ann, "/match pause")
		has("a pause is agreed", "paused")
		s.Slash(s.Ann, "/match resume")
		has("the pause is over", "goes on")
		before++ // news, which stay
		s.Wait(time.Hour)
		s.Slash(s.Ann, "/kalah move move:2")
		has("his turn", "It's your turn")
		s.Restart(time.Second)
		has("after a restart", "It's your turn")
		s.Slash(s.Ann, "/takeback")
		has("she asks for her move back", "It's your turn", "Ann would like to take")
		s.Resigns(s.Ann)
		has("the end", "Ann has resigned")
		u, err := s.Store.User(t.Context(), match.UserID(s.Bob))
		if err != nil || len(u.Calls) > 0 {
			t.Errorf("still kept: %v, %v", u.Calls, err)
		}
	})
}

// P28, P106: the question whether a member takes a seat over is deleted when somebody else is
// asked, and when the match ends.
func TestP28QuestionsAboutSeatsGoAway(t *testing.T) {
	t.Parallel()
	story.Tell(t, func(s *story.Story) {
		dan := s.Moderated()
		s.Begin("/kalah challenge user:@Bob first:me time:1 day a move")
		s.Slash(s.Ann, "/kalah move move:1")
		ask := func(who discordsim.UserID, name string) discordsim.Message {
			s.Slash(who, "/settings general notify:a direct message")
			s.Slash(s.Cid, "/server hand-over new:@"+name+" old:@Bob reason:ill game:"+string(s.Only().ID))
			s.Wait(time.Minute)
			s.Sees(s.NewestDM(who), "Cid asks you to play on for Bob")
			return s.NewestDM(who)
		}
		dans, eves := ask(dan, "Dan"), ask(s.Eve, "Eve")
		if s.There(dan, dans) || !s.There(s.Eve, eves) {
			t.Error("Eve alone is asked now, but Dan's question is still there")
		}
		s.Resigns(s.Ann)
		s.Wait(time.Minute)
		if s.There(s.Eve, eves) {
			t.Error("the match is over, but Eve is still asked to play on")
		}
	})
}

// P76, P101: at night the message that a match is at rest makes no sound.
func TestP76AtRestAtNight(t *testing.T) {
	t.Parallel()
	story.Tell(t, func(s *story.Story) {
		s.Waste = true
		s.Wait(12 * time.Hour)
		s.Slash(s.Bob, "/settings hours zone:UTC quiet:22-7")
		hall, corner := s.Hall, s.Sim.AddThread(s.Hall, "corner", s.Ann)
		s.Hall = corner
		s.Begin("/kalah challenge user:@Bob first:me time:2 days a move")
		id := s.Only().ID
		s.Wait(11 * time.Hour)
		s.Sim.SetThread(corner, false, true)
		s.Hall = hall
		s.Slash(s.Ann, "/kalah move move:1 game:"+string(id))
		s.Wait(time.Minute)
		for _, c := range []struct {
			who   discordsim.UserID
			quiet bool
		}{{s.Ann, false}, {s.Bob, true}} {
			told := s.NewestDM(c.who)
			s.Sees(told, "is paused, because its thread was locked")
			if told.Silent() != c.quiet {
				t.Errorf("%s is told silently %t, want %t", s.Sim.User(c.who).Username, told.Silent(), c.quiet)
			}
		}
	})
}

// P76: Discord fails for two hours while a match is parked. Then each player has been told once,
// including those who could already be told.
func TestP76AtRestIsToldAfterAnOutage(t *testing.T) {
	t.Parallel()
	story.Tell(t, func(s *story.Story) {
		s.Waste = true
		s.Slash(s.Ann, "/settings general notify:a direct message") // opens her channel
		hall, corner := s.Hall, s.Sim.AddThread(s.Hall, "corner", s.Ann)
		s.Hall = corner
		s.Begin("/kalah challenge user:@Bob first:me time:2 days a move")
		id := s.Only().ID
		told := func(u discordsim.UserID) (n int) {
			for _, m := range s.Sim.Messages(s.Sim.DM(u), u) {
				if strings.Contains(m.Text(), "is paused, because its thread was locked") {
					n++
				}
			}
			return n
		}
		mend := s.Sim.Inject(discordsim.Fault{Method: "POST", Route: "/users/@me/channels", Times: -1, Status: 503})
		s.Sim.SetThread(corner, false, true)
		s.Hall = hall
		s.Slash(s.Ann, "/kalah move move:1 game:"+string(id))
		s.Wait(2 * time.Hour)
		if ann, bob := told(s.Ann), told(s.Bob); ann != 1 || bob != 0 {
			t.Errorf("while Bob's channel can't be opened, Ann was told %d times and Bob %d times", ann, bob)
		}
		mend()
		s.Wait(time.Hour)
		if ann, bob := told(s.Ann), told(s.Bob); ann != 1 || bob != 1 {
			t.Errorf("afterwards Ann has been told %d times and Bob %d times, want once each", ann, bob)
		}
	})
}

// P28: a direct message arrives even if Discord no longer knows the channel that the last one used.
func TestP28ChannelOfDirectMessagesIsGone(t *testing.T) {
	t.Parallel()
	story.Tell(t, func(s *story.Story) {
		s.Waste = true
		s.Slash(s.Bob, "/settings general notify:a direct message") // opens his channel
		s.Slash(s.Bob, "/settings general notify:not at all")
		dms := s.CountDMs(s.Bob)
		s.Sim.Inject(discordsim.Fault{Method: "POST", Route: story.PostRoute, Status: 404, Code: 10003})
		s.Private(s.Slash(s.Bob, "/settings general notify:a direct message"), "your turn: **a direct message**")
		if n := s.CountDMs(s.Bob) - dms; n != 1 {
			s.Fatalf("%d direct messages, want one", n)
		}
		s.Sees(s.NewestDM(s.Bob), "From now on I tell you here")
	})
}

// P28, P77: where the bot lacks a permission, a player who chose direct messages or a digest is
// called all the same, once for a turn: also if the permission goes after the board of the turn was
// posted.
func TestP77PlayersAreCalledPrivately(t *testing.T) {
	t.Parallel()
	for _, way := range []string{"a direct message", "one direct message a day"} {
		for _, shown := range []bool{false, true} {
			t.Run(fmt.Sprint(way, ", shown ", shown), func(t *testing.T) {
				story.Tell(t, func(s *story.Story) {
					s.Waste = true
					s.Wait(10 * time.Hour)
					s.Slash(s.Bob, "/settings hours zone:UTC digest:18")
					s.Slash(s.Bob, "/settings general notify:"+way)
					s.Begin("/kalah challenge user:@Bob first:me time:2 days a move")
					s.Wait(time.Hour)
					dms := s.CountDMs(s.Bob)
					if shown {
						s.Press(s.Ann, s.Board())
						s.Wait(time.Hour)
					}
					s.Sim.Deny(s.Hall, discordsim.PermSendMessages)
					s.Sim.Inject(discordsim.Fault{
						Method: "PATCH", Route: story.EditRoute, Times: -1, Status: 403,
						Code: 50013,
					})
					if !shown {
						ann := s.Sim.As(s.Ann).In(s.Sim.DM(s.Ann))
						s.Answered(ann.Slash("/kalah move move:1"), "move")
						s.Wait(time.Hour)
					}
					if n := s.CountDMs(s.Bob) - dms; (n == 1) != (way == "a direct message") {
						t.Errorf("%d direct messages before his hour", n)
					}
					s.Wait(12 * time.Hour)
					if n := s.CountDMs(s.Bob) - dms; n != 1 {
						s.Fatalf("%d direct messages, want one", n)
					}
					s.Sees(s.NewestDM(s.Bob), "your turn")
				})
			})
		}
	}
}

// P28, P12: a user with closed direct messages can't choose them. A user who closes them later is
// mentioned again.
func TestP28NotifyClosed(t *testing.T) {
	t.Parallel()
	story.Tell(t, func(s *story.Story) {
		s.Waste = true // Discord refuses the test message
		s.Sim.CloseDMs(s.Bob)
		s.Private(s.Slash(s.Bob, "/settings general notify:a direct message"), "nothing has changed",
			"Privacy Settings")
		s.Slash(s.Ann, "/kalah challenge user:@Bob first:me")
		s.Rings(s.Board(), s.Bob)
		s.Sim.OpenDMs(s.Bob)
		s.Private(s.Slash(s.Bob, "/settings general notify:a direct message"), "your turn: **a direct message**")
		s.Click(s.Bob, s.Board(), "Accept")
		s.Sim.CloseDMs(s.Bob)
		s.Wait(time.Hour)
		s.Slash(s.Ann, "/kalah move move:1") // the bot tries a direct message in vain
		s.Wait(40 * time.Hour)
		s.Sees(s.Last(), "reminder")
		s.Rings(s.Last(), s.Bob)
	})
}

// P28, P34: a user who closes their direct messages is told of a reminder and of a day of grace in
// the channel, also the first time, when the bot still tries a direct message.
func TestP28ClockWhereDirectMessagesHaveJustClosed(t *testing.T) {
	t.Parallel()
	for text, until := range map[string]time.Duration{"⏰ A reminder": time.Hour, "1 day of grace": 20 * time.Hour} {
		story.Tell(t, func(s *story.Story) {
			s.Waste = true // a direct message is refused
			s.Slash(s.Bob, "/settings general notify:a direct message")
			s.Begin("/kalah challenge user:@Bob first:them time:1 day a move")
			s.Wait(until)
			s.Sim.CloseDMs(s.Bob)
			e := s.Listen()
			s.Wait(max(5*time.Hour, 20*time.Hour-until))
			if heard := e.News(); len(heard) != 1 {
				t.Errorf("Bob hears %d messages, want one", len(heard))
			} else {
				s.Sees(heard[0], text)
			}
		})
	}
}

// P7, P8, P43: people are notified of a turn at most twice: when it comes, or when they leave quick
// play, and by the reminder.
func TestP7_OneNotificationATurnAndOneReminder(t *testing.T) {
	t.Parallel()
	story.Tell(t, func(s *story.Story) {
		const day = 24 * time.Hour
		s.Begin("/kalah challenge user:@Bob first:me time:7 days a move")
		s.Press(s.Ann, s.Board())
		s.Press(s.Bob, s.Board())
		for range 6 {
			s.Press(s.Mover(s.Board()), s.Board())
		}
		told := map[discordsim.MessageID]bool{}
		hears := func(when string, want ...discordsim.UserID) { // checks who was notified since the previous step
			t.Helper()
			var heard []discordsim.UserID
			for _, m := range s.Sim.Messages(s.Hall, s.Eve) {
				if !told[m.ID] {
					heard = append(heard, m.Notified...)
				}
				told[m.ID] = true
			}
			if !slices.Equal(heard, want) {
				t.Errorf("%s: notified %v, want %v", when, heard, want)
			}
		}
		for _, m := range s.Sim.Messages(s.Hall, s.Eve) {
			told[m.ID] = true // the notification of this message is older than what this test observes
		}
		playOn := func() (next discordsim.UserID) {
			for who := s.Mover(s.Board()); s.Mover(s.Board()) == who; { // a move may earn the player another turn
				s.Press(who, s.Board())
			}
			return s.Mover(s.Board())
		}

		who, board := playOn(), s.Last().ID
		hears("a quick exchange")
		s.Wait(4 * time.Minute)
		hears("a silence within the window")
		s.Wait(time.Minute)
		hears("a silence", who)
		if s.Last().ID == board {
			t.Error("the ping came by an edit, which notifies nobody")
		}
		s.Wait(5 * day)
		hears("five days of silence")
		s.Wait(15 * time.Hour) // 80 % are 5 days and 14.4 hours
		hears("the reminder", who)
		s.Sees(s.Last(), "reminder")
		s.Wait(day)
		hears("after the reminder")

		next := playOn()
		hears("the reply", next)
		s.Wait(5 * day)
		hears("the other one's silence")
		s.Wait(15 * time.Hour)
		hears("the other one's reminder", next)
		s.Wait(day)
		hears("after the other one's reminder")
	})
}

// P7, P43: if the bot was away, the reminder can be due before the delayed ping. Then the reminder
// is the ping.
func TestP7_TheReminderIsThePing(t *testing.T) {
	t.Parallel()
	story.Tell(t, func(s *story.Story) {
		s.Begin("/kalah challenge user:@Bob first:me time:7 days a move")
		for range 8 {
			s.Press(s.Mover(s.Board()), s.Board())
		}
		who, posts := s.Mover(s.Board()), s.Posts()
		s.Restart(5*24*time.Hour + 15*time.Hour)
		s.Wait(time.Hour)
		s.Sees(s.Last(), "reminder")
		s.Rings(s.Last(), who)
		if got, want := s.Posts(), posts+1; got != want {
			t.Errorf("%d messages, want %d: one for the reminder and the ping", got, want)
		}
	})
}

// P76: the message about a paused match fits the match. Alone against the computer and without a
// clock, nobody has to agree and no clock stands still.
func TestAtRestAlone(t *testing.T) {
	t.Parallel()
	story.Tell(t, func(s *story.Story) {
		s.Hall = s.Sim.AddThread(s.Hall, "talk", s.Eve)
		s.Slash(s.Ann, "/kalah start level:first")
		s.Sim.SetThread(s.Hall, false, true)
		s.Wait(time.Minute)
		m := s.NewestDM(s.Ann)
		s.Sees(m, "is paused, because its thread was locked. To go on in another channel, use </match resume:")
		if strings.Contains(m.Text(), "agree") {
			t.Errorf("nobody else can agree:\n%s", m.Text())
		}
	})
}
