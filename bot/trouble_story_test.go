package bot_test

import (
	"context"
	"errors"
	"fmt"
	"slices"
	"strings"
	"testing"
	"testing/synctest"
	"time"

	"github.com/bwmarrin/discordgo"

	"paddock/bot"
	"paddock/bot/component"
	"paddock/bot/discordsim"
	"paddock/bot/discordsim/people"
	"paddock/bot/story"
	"paddock/games/match"
	"paddock/games/match/service"
	"paddock/games/scene"
	"paddock/storage"
)

// P1, P2: after a restart the old buttons still work, even ninety days later.
func TestRestart(t *testing.T) {
	t.Parallel()
	story.Tell(t, func(s *story.Story) {
		s.Begin("/kalah challenge user:@Bob first:me time:none")
		old := s.Board()
		s.Restart(90 * 24 * time.Hour)
		s.Click(s.Ann, old, "1 (4)")
		if n := s.Moves(s.Only().ID); n != 1 {
			t.Errorf("%d moves after a click on the old board, want 1", n)
		}
		s.Sees(s.Board(), "<@"+string(s.Bob)+">, it's your turn")
	})
}

// P48: a restart while the computer has to move: it moves afterwards, once.
func TestRestartWhileTheComputerThinks(t *testing.T) {
	t.Parallel()
	story.Tell(t, func(s *story.Story) {
		s.Slash(s.Ann, "/halatafl start level:greedy")
		s.Pick(s.Ann, s.Board())
		s.Restart(time.Hour)
		s.Wait(10 * time.Second)
		if n := s.Moves(s.Only().ID); n != 2 {
			t.Errorf("%d moves, want Ann's and the computer's one answer", n)
		}
		s.Pick(s.Ann, s.Board())
	})
}

// P1: the next start shows what was committed but not shown when the bot ended.
func TestBoardHealsAfterCrash(t *testing.T) {
	t.Parallel()
	story.Tell(t, func(s *story.Story) {
		s.Waste = true
		s.Begin("/kalah challenge user:@Bob first:me")
		remove := s.Sim.Inject(discordsim.Fault{
			Method: "POST", Route: "/channels/{channel_id}/messages", Times: -1,
			Status: 500,
		})
		s.Slash(s.Ann, "/kalah move move:1")
		remove()
		if strings.Contains(s.Board().Text(), "<@"+string(s.Bob)+">, it's your turn") {
			t.Fatal("the board was shown although Discord failed: this test shows nothing")
		}
		s.Restart(0)
		s.Wait(story.AMoment)
		s.Sees(s.Board(), "<@"+string(s.Bob)+">, it's your turn")
		s.Rings(s.Board(), s.Bob)
	})
}

// Unshown boards do not delay people: the bot answers at once, however many there are, and shows
// them in the background.
func TestTheStartWaitsForNoBoard(t *testing.T) {
	t.Parallel()
	story.Tell(t, func(s *story.Story) {
		s.Waste = true
		s.Begin("/kalah challenge user:@Bob first:me time:none")
		s.Halt()
		s.Behind(40, 4)
		remove := s.Sim.Inject(discordsim.Fault{
			Method: "POST", Route: story.PostRoute, Times: -1,
			Delay: 20 * time.Second,
		})
		began := time.Now()
		s.Start()
		if took := time.Since(began); took > 2*time.Second {
			t.Errorf("the start takes %v, want it to wait for no board", took)
		}
		i := s.Sim.As(s.Ann).In(s.Hall).Slash("/games")
		synctest.Wait()
		if i.Err() != nil || i.Answer() == 0 || time.Since(began) > 3*time.Second {
			t.Errorf("an answer %v after the start: %v", time.Since(began), i.Err())
		}
		if n := s.Unshown(); n < 40 {
			t.Fatalf("%d boards are behind: this test shows nothing", n)
		}
		remove()
		s.Wait(5 * time.Minute)
		if n := s.Unshown(); n > 0 {
			t.Errorf("%d boards are still behind", n)
		}
	})
}

// A start that is interrupted during its search for missed work begins at the same point in time
// again, although the bot has been alive since.
func TestWhatAStartHasNotLookedThrough(t *testing.T) {
	t.Parallel()
	story.Tell(t, func(s *story.Story) {
		s.Armies("")
		s.Halt()
		store, err := storage.Open(s.Path)
		if err != nil {
			t.Fatal(err)
		}
		began, ctx := time.Now(), s.Context()
		time.Sleep(3 * time.Hour)
		_, err = store.UpdateUser(ctx, match.UserID(s.Ann), func(u *match.User) { u.PrivateBoards = nil })
		noted := &story.Notebook{Store: store, Notes: s.Notes}
		alive := service.New(service.Config{Store: noted, Games: story.Catalogue, Now: time.Now}).Referee.Alive(ctx)
		s.Notes["missed since"] = began.Add(-time.Hour).Format(time.RFC3339)
		if err := errors.Join(err, alive, store.Close()); err != nil {
			t.Fatal(err)
		}
		before := s.CountDMs(s.Ann)
		s.Start()
		s.Wait(story.AMoment)
		if got := s.CountDMs(s.Ann); got != before+1 {
			t.Errorf("Ann has %d private boards, want one more than %d", got, before)
		}
		if left := s.Notes["missed since"]; left != "" {
			t.Errorf("after a start that got through, %q is noted", left)
		}
	}, story.WithStratego)
}

// P3, P80: a hundred clicks on one board, and the same interaction delivered twice, make one move.
func TestManyClicksOneMove(t *testing.T) {
	t.Parallel()
	story.Tell(t, func(s *story.Story) {
		s.Waste = true // Discord refuses the second answer to an interaction
		s.Begin("/kalah challenge user:@Bob first:me")
		b := s.Board()
		for range 100 {
			s.Sim.As(s.Ann).Click(b, "1 (4)")
		}
		s.Wait(story.AMoment)
		if n := s.Moves(s.Only().ID); n != 1 {
			t.Errorf("%d moves after 100 clicks, want 1", n)
		}
		s.Sim.TamperNext(1, people.Twice)
		s.Sim.As(s.Bob).In(s.Hall).Slash("/kalah move move:1")
		s.Wait(story.AMoment)
		if n := s.Moves(s.Only().ID); n != 2 {
			t.Errorf("%d moves after an interaction delivered twice, want 2", n)
		}
	})
}

// P50, P79, P81: the wrong player, a spectator and a click on an old board get private answers, and
// nothing changes.
func TestWrongPresses(t *testing.T) {
	t.Parallel()
	story.Tell(t, func(s *story.Story) {
		s.Begin("/kalah challenge user:@Bob first:me")
		b := s.Board()
		m := s.Click(s.Bob, b, "1 (4)")
		s.Private(m, "isn't your turn", "Ann")
		s.Private(s.Click(s.Bob, m, "My matches"), "Your matches (1)")
		s.Private(s.Click(s.Cid, b, "1 (4)"), "don't play in this match")
		s.KeepOld()
		s.Click(s.Ann, b, "1 (4)")
		m = s.Answered(s.Sim.As(s.Ann).ClickStale(b, "2 (4)"), "an old button")
		s.Private(m, "old")
		if len(m.Buttons()) == 0 || !strings.Contains(m.Buttons()[0].URL, string(s.Board().ID)) {
			t.Errorf("no link to the newest board in %v", m.Buttons())
		}
		s.Private(s.Click(s.Cid, s.Board(), "Board just for me"), "Ann (South)")
		// a button that boards of older versions have
		s.Forge(component.Target{Match: s.Only().ID, Action: component.ActResign})
		s.Private(s.Click(s.Cid, s.Board(), "More"), "don't play")
		if n := s.Moves(s.Only().ID); n != 1 {
			t.Errorf("%d moves, want 1", n)
		}
	})
}

// P6: a refused move is explained to the player alone.
func TestIllegalMoves(t *testing.T) {
	t.Parallel()
	story.Tell(t, func(s *story.Story) {
		s.Begin("/kalah challenge user:@Bob first:me")
		s.Private(s.Slash(s.Ann, "/kalah move move:3-3"), "Hole 3")
		s.Private(s.Slash(s.Ann, "/kalah move move:banana"), "banana")
		s.Private(s.Slash(s.Bob, "/kalah move move:1"), "isn't your turn")
		if n := s.Moves(s.Only().ID); n != 0 {
			t.Errorf("%d moves, want none", n)
		}
		s.Private(s.Slash(s.Eve, "/kalah move move:1"), "no match running here")
	})
}

// P13: resigning asks for confirmation once; a draw offer is declined by a move, or accepted.
func TestResignAndDraw(t *testing.T) {
	t.Parallel()
	story.Tell(t, func(s *story.Story) {
		s.Begin("/kalah challenge user:@Bob first:me")
		s.Click(s.Ann, s.Board(), "1 (4)")
		q := s.Slash(s.Ann, "/resign")
		s.Private(q, "Do you really")
		s.Sim.As(s.Ann).Click(q, "No, play on")
		s.Wait(story.AMoment)
		if s.There(s.Ann, q) || s.Only().Status != match.Running {
			t.Error("after No the question still stands, or the match is over")
		}
		s.Private(s.Slash(s.Ann, "/draw"), "offered a draw")
		s.Sees(s.Board(), "Ann offers a draw")
		s.Press(s.Bob, s.Board())
		if s.Only().DrawOffer != nil {
			t.Error("the offer still stands after a move")
		}
		s.Click(s.Bob, s.Board(), "Offer a draw")
		s.Sees(s.Board(), "Bob offers a draw")
		s.Click(s.Ann, s.Board(), "Agree to the draw")
		if rec := s.Only(); rec.Status != match.Over || rec.Outcome.Winners().Len() != 2 {
			t.Errorf("the match is %s with %v, want a draw", rec.Status, rec.Outcome)
		}
	})
}

// P8, P9: a reminder at 80 % with a ping, once; a day of grace, then the ruling.
func TestTimeRunsOut(t *testing.T) {
	t.Parallel()
	story.Tell(t, func(s *story.Story) {
		s.Begin("/kalah challenge user:@Bob first:me time:1 day a move")
		s.Wait(19 * time.Hour)
		if strings.Contains(s.Board().Text(), "reminder") {
			t.Error("reminded before 80 % of the time")
		}
		posts := s.Posts()
		s.Wait(time.Hour)
		b := s.Last()
		s.Sees(b, "reminder", "<@"+string(s.Ann)+">")
		s.Rings(b, s.Ann)
		if s.Posts() != posts+1 {
			t.Errorf("%d new messages for a reminder, want 1", s.Posts()-posts)
		}
		s.Wait(4 * 24 * time.Hour)
		if rec := s.Only(); rec.Status != match.Over || rec.Outcome.Winners().Has(0) {
			t.Errorf("after five days the match is %s (%v), want lost by Ann", rec.Status, rec.Outcome)
		}
		if len(s.Board().Labels()) == 0 || !story.Over(s.Board()) {
			t.Errorf("the last board offers %q", s.Board().Labels())
		}
	})
}

// P9, P70: deadlines that pass during the bot's downtime are extended; nobody loses by them.
func TestOutageCostsNobody(t *testing.T) {
	t.Parallel()
	story.Tell(t, func(s *story.Story) {
		s.Begin("/kalah challenge user:@Bob first:me time:1 day a move")
		s.Restart(3 * 24 * time.Hour)
		s.Wait(time.Minute)
		rec := s.Only()
		if rec.Status != match.Running || !rec.Clock.Deadline.After(time.Now()) {
			t.Errorf("after an outage the match is %s with its deadline %v, want it running with time left", rec.Status,
				rec.Clock.Deadline)
		}
	})
}

// P43: quick moves share one message without a ping. Then silence causes one ping. A move the next
// day is a new message with a ping.
func TestQuickMovesAreOneMessage(t *testing.T) {
	t.Parallel()
	story.Tell(t, func(s *story.Story) {
		s.Begin("/kalah challenge user:@Bob first:me time:7 days a move")
		s.Press(s.Ann, s.Board())
		s.Press(s.Bob, s.Board())
		first := s.Board()
		before := s.Posts()
		for range 10 {
			s.Press(s.Mover(s.Board()), s.Board())
			s.Wait(10 * time.Second)
			s.Rings(s.Board(), first.Notified...)
		}
		if s.Posts() != before || s.Board().ID != first.ID {
			t.Errorf("%d new messages for ten quick moves, want none", s.Posts()-before)
		}
		who := s.Mover(s.Board())
		s.Wait(10 * time.Minute)
		b := s.Board()
		if s.Posts() != before+1 {
			t.Errorf("%d new messages after a silence, want 1", s.Posts()-before)
		}
		s.Rings(b, who)
		s.Wait(10 * time.Hour)
		if s.Posts() != before+1 {
			t.Errorf("%d messages after a long silence: the ping was repeated", s.Posts()-before)
		}
		s.Press(who, b)
		next := s.Board()
		if s.Mover(next) != who {
			s.Rings(next, s.Mover(next))
			if next.ID == b.ID {
				t.Error("a move the next day edited the old message")
			}
			if len(s.Sim.Message(b.ID, s.Eve).Labels()) != 0 {
				t.Errorf("the old board still has %q", s.Sim.Message(b.ID, s.Eve).Labels())
			}
		}
	})
}

// P71: a deleted board is posted again.
func TestDeletedBoard(t *testing.T) {
	t.Parallel()
	story.Tell(t, func(s *story.Story) {
		s.Waste = true
		s.Begin("/kalah challenge user:@Bob first:me")
		s.Press(s.Ann, s.Board())
		s.Press(s.Bob, s.Board())
		s.Sim.DeleteMessage(s.Board().ID)
		who := match.UserID(s.Bob)
		if rec := s.Only(); rec.Waiting.Has(rec.SeatOf(match.UserID(s.Ann))) {
			who = match.UserID(s.Ann)
		}
		hole := s.Sim.As(discordsim.UserID(who)).In(s.Hall).Autocomplete("/kalah move move:", "move")
		s.Wait(0)
		s.Slash(discordsim.UserID(who), "/kalah move move:"+hole.Choices()[0].Value.(string))
		s.Sees(s.Board(), "Kalah", "it's your turn")
	})
}

// P72, P40: a deleted channel suspends the match with its clock; /match resume continues it
// elsewhere when both agree.
func TestDeletedChannel(t *testing.T) {
	t.Parallel()
	story.Tell(t, func(s *story.Story) {
		s.Waste = true // the bot asks once for the deleted board
		s.Begin("/kalah challenge user:@Bob first:me time:1 day a move")
		id := s.Only().ID
		s.Sim.DeleteChannel(s.Hall)
		s.Wait(time.Second) // Discord tells of it, so nobody has to move first
		if rec, err := s.Store.Record(t.Context(), id); err != nil || rec.Parked == nil ||
			rec.Parked.Why != match.CodeChannelGone {
			t.Errorf("a second later the match is parked %v, %v", rec.Parked, err)
		}
		s.Wait(10 * 24 * time.Hour)
		for _, u := range []discordsim.UserID{s.Ann, s.Bob} {
			told := s.NewestDM(u)
			s.Sees(told, "paused, because its channel is gone")
			if s.CountDMs(u) != 1 || len(told.Buttons()) > 0 {
				t.Errorf("%d direct messages, with buttons to the deleted channel: %q; want one without", s.CountDMs(u),
					told.Labels())
			}
		}
		rec, err := s.Store.Record(t.Context(), id)
		if err != nil || rec.Parked == nil || rec.Status != match.Running {
			t.Fatalf("the match is %s, parked %v, %v; want at rest", rec.Status, rec.Parked, err)
		}
		s.Hall = s.Sim.AddChannel(s.Club, "attic")
		s.Private(s.Slash(s.Ann, "/games"), "paused")
		s.Private(s.Slash(s.Ann, "/match resume"), "I've asked the others")
		s.Private(s.Slash(s.Bob, "/match resume"), "goes on here")
		s.Sees(s.Board(), "Ann (South) v Bob (North)", "your turn")
		s.Press(s.Ann, s.Board())
	})
}

// P72: a deleted thread suspends its match at once.
func TestDeletedThread(t *testing.T) {
	t.Parallel()
	story.Tell(t, func(s *story.Story) {
		s.Waste = true // the bot asks once for the deleted board
		s.Slash(s.Ann, "/kalah challenge user:@Bob first:me thread:true")
		thread := s.Sim.Threads(s.Hall)[0].ID
		s.Click(s.Bob, s.Sim.Last(thread, s.Bob), "Accept")
		list, err := s.Store.Latest(t.Context(), match.ChannelID(thread), 1)
		if err != nil || len(list) != 1 || list[0].Status != match.Running {
			t.Fatalf("in the thread are %+v, %v", list, err)
		}
		s.Sim.DeleteChannel(thread)
		s.Wait(time.Second)
		if rec, err := s.Store.Record(t.Context(), list[0].ID); err != nil || rec.Parked == nil ||
			rec.Parked.Why != match.CodeChannelGone {
			t.Errorf("the match is parked %v, %v", rec.Parked, err)
		}
	})
}

// P73, P74: an outage of a server changes nothing; removing the bot stops the clocks, and its
// return resumes them.
func TestServerOutageAndFarewell(t *testing.T) {
	t.Parallel()
	story.Tell(t, func(s *story.Story) {
		s.Begin("/kalah challenge user:@Bob first:me time:1 day a move")
		s.Sim.Outage(s.Club, true)
		s.Wait(time.Minute)
		if s.Only().Parked != nil {
			t.Error("an outage parked the match")
		}
		s.Sim.Outage(s.Club, false)
		s.Sim.KickBot(s.Club)
		s.Wait(time.Second)
		if rec := s.Only(); rec.Parked == nil || rec.Parked.Why != match.CodeServerLeft {
			t.Errorf("a second after the bot was removed the match is parked %v", rec.Parked)
		}
		s.Wait(10 * 24 * time.Hour)
		if rec := s.Only(); rec.Parked == nil || rec.Status != match.Running {
			t.Fatalf("the match is %s, parked %v; want at rest", rec.Status, rec.Parked)
		}
		if n := s.Unshown(); n > 0 {
			t.Errorf("%d boards are behind, of a server that the bot is not in", n)
		}
		s.Sim.InviteBot(s.Club)
		s.Wait(time.Minute)
		for _, who := range []discordsim.UserID{s.Ann, s.Bob} {
			called := func(m discordsim.Message) bool {
				return slices.Contains(m.Notified, who) && strings.Contains(m.Text(), "The match goes on")
			}
			if !slices.ContainsFunc(s.Sim.Messages(s.Hall, s.Eve), called) {
				t.Errorf("%s is not told that the match goes on", who)
			}
		}
		if rec := s.Only(); rec.Parked != nil || rec.Clock.Deadline.Before(time.Now()) {
			t.Errorf("after the return: parked %v, deadline %v", rec.Parked, rec.Clock.Deadline)
		}
		s.Press(s.Ann, s.Board())
	})
}

// P58, P77: a missing permission is named before anything is done.
func TestMissingPermissions(t *testing.T) {
	t.Parallel()
	story.Tell(t, func(s *story.Story) {
		s.Sim.Deny(s.Hall, discordsim.PermSendMessages)
		s.Private(s.Slash(s.Ann, "/kalah start"), "Send Messages")
		s.Sim.Allow(s.Hall, discordsim.PermSendMessages)
		s.Sim.Deny(s.Hall, discordsim.PermAttachFiles)
		s.Slash(s.Ann, "/kalah start level:first first:me")
		b := s.Board()
		s.Sees(b, "```", "Computer (first, North)")
		if len(b.Pictures()) != 0 {
			t.Error("a picture was posted without the permission")
		}
		s.Sim.Allow(s.Hall, discordsim.PermAttachFiles)
		s.Press(s.Ann, b)
		if len(s.Board().Pictures()) != 1 {
			t.Error("no picture although the permission is back")
		}
	})
}

// P73: old notifications of players are deleted when a suspended match resumes, because its
// deadline has changed.
func TestCallsBeforeARest(t *testing.T) {
	t.Parallel()
	story.Tell(t, func(s *story.Story) {
		s.Begin("/kalah challenge user:@Bob first:me time:1 day a move")
		s.Wait(20 * time.Hour)
		if !strings.Contains(s.Last().Text(), "A reminder") {
			t.Fatal("there is no reminder:", s.Last().Text())
		}
		s.Sim.KickBot(s.Club)
		s.Wait(10 * 24 * time.Hour)
		s.Sim.InviteBot(s.Club)
		s.Wait(time.Minute)
		for _, m := range s.Sim.Messages(s.Hall, s.Eve) {
			if strings.Contains(m.Text(), "A reminder") {
				t.Error("after ten days at rest there still stands:", m.Text())
			}
		}
	})
}

// P77: when a permission is restored, the bot shows the missed boards by itself, and the players to
// move are told.
func TestPermissionIsBack(t *testing.T) {
	t.Parallel()
	story.Tell(t, func(s *story.Story) {
		s.Waste = true
		s.Begin("/kalah challenge user:@Bob first:me")
		s.Wait(time.Hour)
		s.Sim.Deny(s.Hall, discordsim.PermSendMessages)
		s.Slash(s.Ann, "/kalah move move:1")
		s.Wait(2 * time.Hour)
		s.Sim.Allow(s.Hall, discordsim.PermSendMessages)
		s.Wait(time.Minute)
		s.Sees(s.Board(), "<@"+string(s.Bob)+">, it's your turn", "Ann sowed hole 1")
		s.Rings(s.Board(), s.Bob)
	})
}

// P77: a permission is taken away during a match: there is no retry loop, the players are told, and
// the next move repairs the board.
func TestPermissionTakenAway(t *testing.T) {
	t.Parallel()
	story.Tell(t, func(s *story.Story) {
		s.Waste = true
		s.Begin("/kalah challenge user:@Bob first:me")
		s.Sim.Deny(s.Hall, discordsim.PermSendMessages)
		s.Slash(s.Ann, "/kalah move move:1")
		s.Wait(24 * time.Hour)
		if n := s.Sim.Wasted(); n > 6 {
			t.Errorf("%d refused requests in ten minutes, want a handful", n)
		}
		s.Private(s.Slash(s.Bob, "/kalah move move:1"), "<#"+string(s.Hall)+">", "Send Messages")
		s.Sim.Allow(s.Hall, discordsim.PermSendMessages)
		s.Slash(s.Ann, "/kalah move move:2")
		s.Sees(s.Board(), "<@"+string(s.Bob)+">, it's your turn")
	})
}

// P16, P87: if drawing fails or panics, the board is text.
func TestDrawingFails(t *testing.T) {
	t.Parallel()
	for name, draw := range map[string]func(scene.Scene) ([]byte, error){
		"error": func(scene.Scene) ([]byte, error) { return nil, story.ErrNoInk },
		"panic": func(scene.Scene) ([]byte, error) { panic("no ink") },
		"huge":  func(scene.Scene) ([]byte, error) { return make([]byte, 9<<20), nil },
	} {
		t.Run(name, func(t *testing.T) {
			story.Tell(t, func(s *story.Story) {
				s.Waste = true // the failure is logged
				s.Begin("/kalah challenge user:@Bob first:me")
				s.Sees(s.Board(), "```", "South Ann", "board as text")
				s.Press(s.Ann, s.Board())
			}, func(c *bot.Config) { c.Draw = draw })
		})
	}
}

// P4: with a slow renderer, a slow store and a slow Discord, every interaction is still answered in
// time.
func TestSlowness(t *testing.T) {
	t.Parallel()
	slow := func(scene.Scene) ([]byte, error) {
		time.Sleep(5 * time.Second)
		return []byte("\x89PNG\r\n\x1a\n"), nil
	}
	t.Run("renderer", func(t *testing.T) {
		story.Tell(t, func(s *story.Story) {
			s.Begin5("/kalah challenge user:@Bob first:me")
			s.Click(s.Ann, s.Board(), "1 (4)")
			s.Wait(20 * time.Second)
			s.Sees(s.Board(), "<@"+string(s.Bob)+">, it's your turn")
			s.Private(s.Slash(s.Bob, "/board"), "Ann (South)")
		}, func(c *bot.Config) { c.Draw = slow })
	})
	t.Run("store", func(t *testing.T) {
		story.Tell(t, func(s *story.Story) {
			s.Slash(s.Ann, "/kalah challenge user:@Bob first:me")
			s.Wait(30 * time.Second)
			s.Click(s.Bob, s.Board(), "Accept")
			s.Wait(30 * time.Second)
			s.Click(s.Ann, s.Board(), "1 (4)")
			s.Wait(30 * time.Second)
			s.Sees(s.Board(), "<@"+string(s.Bob)+">, it's your turn")
			i := s.Sim.As(s.Bob).In(s.Hall).Autocomplete("/kalah move move:", "move")
			s.Wait(time.Minute)
			if i.Took() == 0 || i.Took() > 600*time.Millisecond {
				t.Errorf("autocomplete took %v, want at most half a second (P51)", i.Took())
			}
		}, func(c *bot.Config) { c.Store = story.SlowStore{Store: c.Store} })
	})
	t.Run("discord", func(t *testing.T) {
		story.Tell(t, func(s *story.Story) {
			s.Begin("/kalah challenge user:@Bob first:me")
			s.Sim.Inject(discordsim.Fault{Route: "/channels/{channel_id}/messages*", Times: 3, Delay: 4 * time.Second})
			s.Slash(s.Ann, "/kalah move move:1")
			s.Wait(30 * time.Second)
			s.Sees(s.Board(), "<@"+string(s.Bob)+">, it's your turn")
		})
	})
}

// P93: if the store can't write, the move is refused with a sentence and never acknowledged.
func TestStoreFails(t *testing.T) {
	t.Parallel()
	full := &fullStore{}
	story.Tell(t, func(s *story.Story) {
		s.Waste = true
		s.Begin("/kalah challenge user:@Bob first:me")
		full.on = true
		s.Private(s.Click(s.Ann, s.Board(), "1 (4)"), "wasn't saved")
		full.on = false
		s.Click(s.Ann, s.Board(), "1 (4)")
		if n := s.Moves(s.Only().ID); n != 1 {
			t.Errorf("%d moves, want the one that was acknowledged", n)
		}
	}, func(c *bot.Config) {
		full.Store = c.Store
		c.Store = full
	})
}

type fullStore struct {
	bot.Store
	on bool
}

func (s *fullStore) Append(ctx context.Context, r match.Record, e ...match.Event) (match.Seq, error) {
	if s.on {
		return 0, fmt.Errorf("no space left on device")
	}
	return s.Store.Append(ctx, r, e...)
}

// P78: the answer to a click is lost or too late: the move stands, and the bot shows the board with
// its own token.
func TestLostAnswers(t *testing.T) {
	t.Parallel()
	for name, f := range map[string]discordsim.Fault{
		"lost":    {Route: "/interactions/{interaction_id}/{interaction_token}/callback", Lost: true},
		"dropped": {Route: "/interactions/{interaction_id}/{interaction_token}/callback", Drop: true},
		"refused": {
			Route: "/interactions/{interaction_id}/{interaction_token}/callback", Times: 5, Status: 404,
			Code: 10062, Message: "Unknown interaction",
		},
		"broken": {Route: "/interactions/{interaction_id}/{interaction_token}/callback", Status: 502, Body: "<html>"},
	} {
		t.Run(name, func(t *testing.T) {
			story.Tell(t, func(s *story.Story) {
				s.Waste = true
				s.Begin("/kalah challenge user:@Bob first:me")
				remove := s.Sim.Inject(f)
				s.Sim.As(s.Ann).Click(s.Board(), "1 (4)")
				s.Wait(10 * time.Second)
				remove()
				if n := s.Moves(s.Only().ID); n != 1 {
					t.Errorf("%d moves, want 1", n)
				}
				s.Sees(s.Board(), "<@"+string(s.Bob)+">, it's your turn")
				s.Rings(s.Board(), s.Bob)
			})
		})
	}
}

// Discord refuses a board: the bot posts its plain text once. A picture that is too large becomes a
// text board.
func TestBoardRefused(t *testing.T) {
	t.Parallel()
	for name, c := range map[string]struct {
		fault discordsim.Fault
		text  string
	}{
		"form":  {discordsim.Fault{Status: 400, Code: 50035, Message: "Invalid Form Body"}, "it's your turn"},
		"large": {discordsim.Fault{Status: 413, Code: 40005, Message: "Request entity too large"}, "> North Bob"},
		"files": {discordsim.Fault{Status: 403, Code: 50013, Message: "Missing Permissions"}, "> North Bob"},
	} {
		t.Run(name, func(t *testing.T) {
			story.Tell(t, func(s *story.Story) {
				s.Waste = true
				s.Begin("/kalah challenge user:@Bob first:me")
				c.fault.Method, c.fault.Route = "POST", "/channels/{channel_id}/messages"
				s.Sim.Inject(c.fault)
				s.Slash(s.Ann, "/kalah move move:1")
				s.Sees(s.Board(), c.text)
				s.Rings(s.Board(), s.Bob)
				s.Slash(s.Bob, "/kalah move move:1")
				s.Sees(s.Board(), "<@"+string(s.Ann)+">, it's your turn")
			})
		})
	}
}

// Code 30046: an old message that can't be edited any more is replaced by a new one.
func TestOldMessageCannotBeEdited(t *testing.T) {
	t.Parallel()
	story.Tell(t, func(s *story.Story) {
		s.Waste = true
		s.Slash(s.Ann, "/kalah challenge user:@Bob")
		s.Sim.Inject(discordsim.Fault{
			Method: "PATCH", Route: "/channels/{channel_id}/messages/{message_id}", Times: 3,
			Status: 429, Code: 30046, RetryAfter: time.Hour,
		})
		s.Wait(8 * 24 * time.Hour)
		if s.Posts() != 2 {
			t.Errorf("%d messages, want the end of the challenge, and that Ann is told", s.Posts())
		}
		s.Sees(s.Board(), "expired")
		if n := len(s.Sim.Refusals()); n != 1 {
			t.Errorf("the old message was tried %d times, want once: it can't be stripped either", n)
		}
	})
}

// P84: under rate limits, boards of a channel are sent one at a time, and the newest board wins.
func TestRateLimitedBoards(t *testing.T) {
	t.Parallel()
	story.Tell(t, func(s *story.Story) {
		s.Waste = true
		s.Begin("/kalah challenge user:@Bob first:me")
		s.Sim.Inject(discordsim.Fault{
			Route: "/channels/{channel_id}/messages*", Times: 2, Status: 429,
			RetryAfter: 3 * time.Second,
		})
		s.Slash(s.Ann, "/kalah move move:1")
		s.Wait(time.Minute)
		s.Sees(s.Board(), "<@"+string(s.Bob)+">, it's your turn")
		s.Rings(s.Board(), s.Bob)
	})
}

// Hazard 2: a form with an unknown component, interactions without a user, buttons of another
// version, and unknown commands are answered.
func TestStrangeInteractions(t *testing.T) {
	t.Parallel()
	story.Tell(t, func(s *story.Story) {
		s.Waste = true
		s.Begin("/kalah challenge user:@Bob first:me")
		for _, id := range []string{
			"", "x", "1", "1:a:b:c", "2:abc:1:m:3", "1:abc:-1:m:3", "1:nosuch:1:m:3",
			"1::0:zz:", strings.Repeat("1:", 50),
		} {
			s.Sim.TamperNext(1, func(p map[string]any) []map[string]any {
				p["data"].(map[string]any)["custom_id"] = id
				return []map[string]any{p}
			})
			s.Private(s.Click(s.Ann, s.Board(), "1 (4)"), "")
		}
		for name, tamper := range map[string]discordsim.Tamper{
			"nobody": people.Nobody,
			"no data": func(p map[string]any) []map[string]any {
				delete(p, "data")
				return []map[string]any{p}
			},
			"another type": func(p map[string]any) []map[string]any {
				p["type"] = 5
				p["data"] = map[string]any{
					"custom_id":  "x",
					"components": []any{map[string]any{"type": 18, "component": map[string]any{"type": 99}}},
				}
				return []map[string]any{p}
			},
			"unknown type": func(p map[string]any) []map[string]any {
				p["type"] = 77
				return []map[string]any{p}
			},
		} {
			s.Sim.TamperNext(1, tamper)
			i := s.Sim.As(s.Ann).Click(s.Board(), "1 (4)")
			s.Wait(5 * time.Second)
			if name != "unknown type" && name != "another type" && i.Err() != nil {
				t.Errorf("%s: %v", name, i.Err())
			}
		}
		if n := s.Moves(s.Only().ID); n != 0 {
			t.Errorf("%d moves, want none", n)
		}
		s.Click(s.Ann, s.Board(), "1 (4)")
	})
}

// A panic in a handler only ends its request.
func TestPanickingHandler(t *testing.T) {
	t.Parallel()
	wild := &wildStore{}
	story.Tell(t, func(s *story.Story) {
		s.Waste = true
		s.Begin("/kalah challenge user:@Bob first:me")
		wild.on = true
		s.Private(s.Slash(s.Ann, "/settings general style:words"), "went wrong")
		wild.on = false
		s.Private(s.Slash(s.Ann, "/settings general style:words"), "words")
	}, func(c *bot.Config) {
		wild.Store = c.Store
		c.Store = wild
	})
}

type wildStore struct {
	bot.Store
	on bool
}

func (s *wildStore) UpdateUser(ctx context.Context, u match.UserID, edit func(*match.User)) (match.User, error) {
	if s.on {
		panic("wild")
	}
	return s.Store.UpdateUser(ctx, u, edit)
}

// P86: names that contain markdown, mentions or code are shown as plain text.
func TestWildNames(t *testing.T) {
	t.Parallel()
	story.Tell(t, func(s *story.Story) {
		evil := s.Sim.AddUser("**@everyone** <@" + string(s.Cid) + "> ```\n# big")
		s.Sim.AddMember(s.Club, evil)
		s.Answered(s.Sim.As(evil).In(s.Hall).Slash("/kalah challenge"), "challenge")
		s.Rings(s.Board())
		s.Click(s.Bob, s.Board(), "Accept")
		s.Answered(s.Sim.As(evil).In(s.Hall).Slash("/settings general style:text"), "settings")
		b := s.Board()
		if strings.Contains(b.Text(), "**@everyone**") || strings.Contains(b.Text(), "```") {
			t.Errorf("a name is not escaped:\n%s", b.Text())
		}
		for _, m := range s.Sim.Messages(s.Hall, evil) {
			for _, u := range m.Notified {
				if u == s.Cid {
					t.Errorf("a name notified somebody:\n%s", m.Text())
				}
			}
		}
		m := s.Answered(s.Sim.As(evil).In(s.Hall).Slash("/board"), "board")
		if strings.Count(m.Text(), "```") != 2 {
			t.Errorf("the code block is broken:\n%s", m.Text())
		}
	})
}

// Hazards 4, 9: the gateway falls silent, or never gets ready, or the token becomes invalid: the
// bot ends with a sentence, in time.
func TestGatewayTrouble(t *testing.T) {
	t.Parallel()
	for name, c := range map[string]struct {
		before, after func(*story.Story)
		within        time.Duration
		says          string
	}{
		"bad token": {before: func(s *story.Story) { s.Sim.ResetToken() }, within: 5 * time.Second, says: "token"},
		"never ready": {
			before: func(s *story.Story) { s.Sim.DelayReady(2 * time.Minute) }, within: time.Minute,
			says: "30 s",
		},
		"silence": {after: func(s *story.Story) { s.Sim.Mute(true) }, within: 4 * time.Minute, says: "dead"},
		"token revoked": {
			after:  func(s *story.Story) { s.Sim.ResetToken(); s.Sim.CutConnections() },
			within: 4 * time.Minute, says: "",
		},
	} {
		t.Run(name, func(t *testing.T) {
			ending(t, c.before, c.after, c.within, c.says)
		})
	}
}

// Discord is down when the bot starts: the bot waits with growing pauses, and continues when
// Discord is back.
func TestStartWhileDiscordIsDown(t *testing.T) {
	t.Parallel()
	synctest.Test(t, func(t *testing.T) {
		s := story.NewStory(t, discordsim.Config{})
		s.Waste = true
		mend := s.Sim.Inject(discordsim.Fault{Status: 503, Times: -1})
		tries := 0
		time.AfterFunc(time.Hour, func() {
			tries = len(s.Sim.Refusals())
			mend()
		})
		begun := time.Now()
		s.Start()
		if took := time.Since(begun); took < time.Hour || took > time.Hour+10*time.Minute {
			t.Errorf("ready after %v, want it soon after Discord was back", took)
		}
		if tries < 5 || tries > 100 {
			t.Errorf("%d requests in the hour, want again and again, but seldom", tries)
		}
		s.Private(s.Slash(s.Ann, "/help"), "What I can do")
		s.End()
	})
}

// The bot does not wait after a rejected token, whenever it learns of it.
func TestTokenRejectedAfterWaiting(t *testing.T) {
	t.Parallel()
	ending(t, func(s *story.Story) {
		mend := s.Sim.Inject(discordsim.Fault{Status: 500, Times: -1})
		time.AfterFunc(10*time.Minute, func() {
			s.Sim.ResetToken()
			mend()
		})
	}, nil, 20*time.Minute, "DISCORD_TOKEN")
}

// ending starts the bot with a fatal problem, or causes one later, and checks that it ends in time
// with a sentence.
func ending(t *testing.T, before, after func(*story.Story), within time.Duration, says string) {
	synctest.Test(t, func(t *testing.T) {
		s := story.NewStory(t, discordsim.Config{})
		var err error
		if s.Store, err = storage.Open(s.Path); err != nil {
			t.Fatal(err)
		}
		defer s.Store.Close()
		defer s.Sim.Close()
		if before != nil {
			before(s)
		}
		var session *discordgo.Session
		ready, ended := make(chan struct{}, 1), make(chan error, 1)
		go func() {
			ended <- bot.Run(t.Context(), bot.Config{
				Token: discordsim.DefaultToken, Store: s.Store, Games: story.Catalogue,
				Attach: func(dg *discordgo.Session) { session = dg; s.Sim.Attach(dg) },
				Ready:  func() { ready <- struct{}{} }, Pictures: bot.Pictures{Draw: story.DrawNothing},
			})
		}()
		if after != nil {
			<-ready
			s.Wait(time.Minute)
			after(s)
		}
		start := time.Now()
		err = <-ended
		if err == nil || !strings.Contains(err.Error(), says) {
			t.Errorf("the bot ended with %v, want a sentence about %q", err, says)
		}
		if took := time.Since(start); took > within {
			t.Errorf("the bot ended after %v, want it within %v", took, within)
		}
		s.Sim.Mute(false) // the pause lets the goroutines of discordgo reach their end
		s.Sim.RestoreToken()
		s.Wait(time.Hour)
		session.Close()
		s.Wait(time.Minute)
	})
}
