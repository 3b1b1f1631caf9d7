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
	"paddock/bot/discordsim"
	"paddock/games/match"
	"paddock/games/match/service"
	"paddock/games/scene"
	"paddock/storage"
)

// P1, P2: a restart in the middle: the old buttons still play, ninety days later too.
func TestRestart(t *testing.T) {
	t.Parallel()
	tell(t, func(s *story) {
		s.begin("/kalah challenge user:@Bob first:me time:none")
		old := s.board()
		s.restart(90 * 24 * time.Hour)
		s.click(s.ann, old, "1 (4)")
		if n := s.moves(s.only().ID); n != 1 {
			t.Errorf("%d moves after a click on the old board, want 1", n)
		}
		s.sees(s.board(), "<@"+string(s.bob)+">, it's your turn")
	})
}

// P48: a restart while the computer has to move: it moves afterwards, once.
func TestRestartWhileTheComputerThinks(t *testing.T) {
	t.Parallel()
	tell(t, func(s *story) {
		s.slash(s.ann, "/halatafl start level:greedy")
		s.pick(s.ann, s.board())
		s.restart(time.Hour)
		s.wait(10 * time.Second)
		if n := s.moves(s.only().ID); n != 2 {
			t.Errorf("%d moves, want Ann's and the computer's one answer", n)
		}
		s.pick(s.ann, s.board())
	})
}

// P1: what was committed but not shown when the bot ended is shown by the next start.
func TestBoardHealsAfterCrash(t *testing.T) {
	t.Parallel()
	tell(t, func(s *story) {
		s.waste = true
		s.begin("/kalah challenge user:@Bob first:me")
		remove := s.sim.Inject(discordsim.Fault{Method: "POST", Route: "/channels/{channel_id}/messages", Times: -1, Status: 500})
		s.slash(s.ann, "/kalah move move:1")
		remove()
		if strings.Contains(s.board().Text(), "<@"+string(s.bob)+">, it's your turn") {
			t.Fatal("the board was shown although Discord failed: this test shows nothing")
		}
		s.restart(0)
		s.wait(aMoment)
		s.sees(s.board(), "<@"+string(s.bob)+">, it's your turn")
		s.rings(s.board(), s.bob)
	})
}

// Nothing that is behind keeps people waiting: the bot is there at once, however long its boards take, and what is behind is shown beside what people do.
func TestTheStartWaitsForNoBoard(t *testing.T) {
	t.Parallel()
	tell(t, func(s *story) {
		s.waste = true
		s.begin("/kalah challenge user:@Bob first:me time:none")
		s.halt()
		s.behind(40, 4)
		remove := s.sim.Inject(discordsim.Fault{Method: "POST", Route: postRoute, Times: -1, Delay: 20 * time.Second})
		began := time.Now()
		s.start()
		if took := time.Since(began); took > 2*time.Second {
			t.Errorf("the start takes %v, want it to wait for no board", took)
		}
		i := s.sim.As(s.ann).In(s.hall).Slash("/games")
		synctest.Wait()
		if i.Err() != nil || i.Answer() == 0 || time.Since(began) > 3*time.Second {
			t.Errorf("an answer %v after the start: %v", time.Since(began), i.Err())
		}
		if n := s.unshown(); n < 40 {
			t.Fatalf("%d boards are behind: this test shows nothing", n)
		}
		remove()
		s.wait(5 * time.Minute)
		if n := s.unshown(); n > 0 {
			t.Errorf("%d boards are still behind", n)
		}
	})
}

// A start that is cut short while it looks through what was missed begins at the same moment again, although the bot has been alive since.
func TestWhatAStartHasNotLookedThrough(t *testing.T) {
	t.Parallel()
	tell(t, func(s *story) {
		s.armies("")
		s.halt()
		store, err := storage.Open(s.path)
		if err != nil {
			t.Fatal(err)
		}
		began, ctx := time.Now(), s.Context()
		time.Sleep(3 * time.Hour)
		_, err = store.UpdateUser(ctx, match.UserID(s.ann), func(u *match.User) { u.PrivateBoards = nil })
		noted := &notebook{Store: store, notes: s.notes}
		alive := service.New(service.Config{Store: noted, Games: catalogue, Now: time.Now}).Referee.Alive(ctx)
		s.notes["missed since"] = began.Add(-time.Hour).Format(time.RFC3339)
		if err := errors.Join(err, alive, store.Close()); err != nil {
			t.Fatal(err)
		}
		before := s.countDMs(s.ann)
		s.start()
		s.wait(aMoment)
		if got := s.countDMs(s.ann); got != before+1 {
			t.Errorf("Ann has %d private boards, want one more than %d", got, before)
		}
		if left := s.notes["missed since"]; left != "" {
			t.Errorf("after a start that got through, %q is noted", left)
		}
	}, withStratego)
}

// P3, P80: a hundred clicks on one board, and the same interaction delivered twice: one move.
func TestManyClicksOneMove(t *testing.T) {
	t.Parallel()
	tell(t, func(s *story) {
		s.waste = true // the second answer to a doubled interaction is refused, as it should be
		s.begin("/kalah challenge user:@Bob first:me")
		b := s.board()
		for range 100 {
			s.sim.As(s.ann).Click(b, "1 (4)")
		}
		s.wait(aMoment)
		if n := s.moves(s.only().ID); n != 1 {
			t.Errorf("%d moves after 100 clicks, want 1", n)
		}
		s.sim.TamperNext(1, discordsim.Twice)
		s.sim.As(s.bob).In(s.hall).Slash("/kalah move move:1")
		s.wait(aMoment)
		if n := s.moves(s.only().ID); n != 2 {
			t.Errorf("%d moves after an interaction delivered twice, want 2", n)
		}
	})
}

// P79, P81: the wrong player, an onlooker, an old board: each is told in private, nothing changes.
func TestWrongPresses(t *testing.T) {
	t.Parallel()
	tell(t, func(s *story) {
		s.begin("/kalah challenge user:@Bob first:me")
		b := s.board()
		m := s.click(s.bob, b, "1 (4)")
		s.private(m, "not your turn", "Ann")
		s.private(s.click(s.bob, m, "My matches"), "Your matches (1)")
		s.private(s.click(s.cid, b, "1 (4)"), "don't play in this match")
		s.click(s.ann, b, "1 (4)")
		m = s.answered(s.sim.As(s.ann).ClickStale(b, "2 (4)"), "an old button")
		s.private(m, "old")
		if len(m.Buttons()) == 0 || !strings.Contains(m.Buttons()[0].URL, string(s.board().ID)) {
			t.Errorf("no link to the newest board in %v", m.Buttons())
		}
		s.private(s.click(s.cid, s.board(), "Board"), "South Ann")
		s.private(s.click(s.cid, s.board(), "Resign"), "don't play")
		if n := s.moves(s.only().ID); n != 1 {
			t.Errorf("%d moves, want 1", n)
		}
	})
}

// P6: a refused move is explained to the player alone.
func TestIllegalMoves(t *testing.T) {
	t.Parallel()
	tell(t, func(s *story) {
		s.begin("/kalah challenge user:@Bob first:me")
		s.private(s.slash(s.ann, "/kalah move move:3-3"), "Hole 3")
		s.private(s.slash(s.ann, "/kalah move move:banana"), "banana")
		s.private(s.slash(s.bob, "/kalah move move:1"), "not your turn")
		if n := s.moves(s.only().ID); n != 0 {
			t.Errorf("%d moves, want none", n)
		}
		s.private(s.slash(s.eve, "/kalah move move:1"), "no match running here")
	})
}

// P13: resigning is asked once; an offer of a draw is declined by moving, or accepted.
func TestResignAndDraw(t *testing.T) {
	t.Parallel()
	tell(t, func(s *story) {
		s.begin("/kalah challenge user:@Bob first:me")
		s.click(s.ann, s.board(), "1 (4)")
		q := s.slash(s.ann, "/resign")
		s.private(q, "Do you really")
		s.sees(s.click(s.ann, q, "No, play on"), "goes on")
		s.private(s.slash(s.ann, "/draw"), "offered a draw")
		s.sees(s.board(), "Ann offers a draw")
		s.press(s.bob, s.board())
		if s.only().DrawOffer != nil {
			t.Error("the offer still stands after a move")
		}
		s.click(s.bob, s.board(), "Draw")
		s.sees(s.board(), "Bob offers a draw")
		s.click(s.ann, s.board(), "Agree to the draw")
		if rec := s.only(); rec.Status != match.Over || rec.Outcome.Winners().Len() != 2 {
			t.Errorf("the match is %s with %v, want a draw", rec.Status, rec.Outcome)
		}
	})
}

// P8, P9: a reminder at 80 % with a ping, once; a day of grace, then the ruling.
func TestTimeRunsOut(t *testing.T) {
	t.Parallel()
	tell(t, func(s *story) {
		s.begin("/kalah challenge user:@Bob first:me time:1 day a move")
		s.wait(19 * time.Hour)
		if strings.Contains(s.board().Text(), "reminder") {
			t.Error("reminded before 80 % of the time")
		}
		posts := s.posts()
		s.wait(time.Hour)
		b := s.last()
		s.sees(b, "reminder", "<@"+string(s.ann)+">")
		s.rings(b, s.ann)
		if s.posts() != posts+1 {
			t.Errorf("%d new messages for a reminder, want 1", s.posts()-posts)
		}
		s.wait(4 * 24 * time.Hour)
		if rec := s.only(); rec.Status != match.Over || rec.Outcome.Winners().Has(0) {
			t.Errorf("after five days the match is %s (%v), want lost by Ann", rec.Status, rec.Outcome)
		}
		if len(s.board().Labels()) == 0 || !over(s.board()) {
			t.Errorf("the last board offers %q", s.board().Labels())
		}
	})
}

// P9, P70: deadlines that pass while the bot is down are extended, not ruled.
func TestOutageCostsNobody(t *testing.T) {
	t.Parallel()
	tell(t, func(s *story) {
		s.begin("/kalah challenge user:@Bob first:me time:1 day a move")
		s.restart(3 * 24 * time.Hour)
		s.wait(time.Minute)
		rec := s.only()
		if rec.Status != match.Running || !rec.Clock.Deadline.After(time.Now()) {
			t.Errorf("after an outage the match is %s with its deadline %v, want it running with time left", rec.Status, rec.Clock.Deadline)
		}
	})
}

// P43: quick moves are one message without a ping; then silence is one ping; a move the next day is a new message with a ping.
func TestQuickMovesAreOneMessage(t *testing.T) {
	t.Parallel()
	tell(t, func(s *story) {
		s.begin("/kalah challenge user:@Bob first:me time:7 days a move")
		s.press(s.ann, s.board())
		s.press(s.bob, s.board())
		first := s.board()
		before := s.posts()
		for range 10 {
			s.press(s.mover(s.board()), s.board())
			s.wait(10 * time.Second)
			s.rings(s.board(), first.Notified...)
		}
		if s.posts() != before || s.board().ID != first.ID {
			t.Errorf("%d new messages for ten quick moves, want none", s.posts()-before)
		}
		who := s.mover(s.board())
		s.wait(10 * time.Minute)
		b := s.board()
		if s.posts() != before+1 {
			t.Errorf("%d new messages after a silence, want 1", s.posts()-before)
		}
		s.rings(b, who)
		s.wait(10 * time.Hour)
		if s.posts() != before+1 {
			t.Errorf("%d messages after a long silence: the ping was repeated", s.posts()-before)
		}
		s.press(who, b)
		next := s.board()
		if s.mover(next) != who {
			s.rings(next, s.mover(next))
			if next.ID == b.ID {
				t.Error("a move the next day edited the old message")
			}
			if len(s.sim.Message(b.ID, s.eve).Labels()) != 0 {
				t.Errorf("the old board still has %q", s.sim.Message(b.ID, s.eve).Labels())
			}
		}
	})
}

// P71: a deleted board is posted anew.
func TestDeletedBoard(t *testing.T) {
	t.Parallel()
	tell(t, func(s *story) {
		s.waste = true
		s.begin("/kalah challenge user:@Bob first:me")
		s.press(s.ann, s.board())
		s.press(s.bob, s.board())
		s.sim.DeleteMessage(s.board().ID)
		who := match.UserID(s.bob)
		if rec := s.only(); rec.Waiting.Has(rec.SeatOf(match.UserID(s.ann))) {
			who = match.UserID(s.ann)
		}
		hole := s.sim.As(discordsim.UserID(who)).In(s.hall).Autocomplete("/kalah move move:", "move")
		s.wait(0)
		s.slash(discordsim.UserID(who), "/kalah move move:"+hole.Choices()[0].Value.(string))
		s.sees(s.board(), "Kalah", "it's your turn")
	})
}

// P72, P40: a deleted channel parks the match with its clock; /resume goes on elsewhere when both agree.
func TestDeletedChannel(t *testing.T) {
	t.Parallel()
	tell(t, func(s *story) {
		s.waste = true // one look for the old board
		s.begin("/kalah challenge user:@Bob first:me time:1 day a move")
		id := s.only().ID
		s.sim.DeleteChannel(s.hall)
		s.wait(10 * 24 * time.Hour)
		rec, err := s.store.Record(t.Context(), id)
		if err != nil || rec.Parked == nil || rec.Status != match.Running {
			t.Fatalf("the match is %s, parked %v, %v; want at rest", rec.Status, rec.Parked, err)
		}
		s.hall = s.sim.AddChannel(s.club, "attic")
		s.private(s.slash(s.ann, "/games"), "at rest")
		s.private(s.slash(s.ann, "/resume"), "when the others say")
		s.private(s.slash(s.bob, "/resume"), "goes on here")
		s.sees(s.board(), "South Ann v North Bob", "your turn")
		s.press(s.ann, s.board())
	})
}

// P73, P74: an outage of a server does nothing; a farewell freezes the clocks, and the bot's return goes on.
func TestServerOutageAndFarewell(t *testing.T) {
	t.Parallel()
	tell(t, func(s *story) {
		s.begin("/kalah challenge user:@Bob first:me time:1 day a move")
		s.sim.Outage(s.club, true)
		s.wait(time.Minute)
		if s.only().Parked != nil {
			t.Error("an outage parked the match")
		}
		s.sim.Outage(s.club, false)
		s.sim.KickBot(s.club)
		s.wait(10 * 24 * time.Hour)
		if rec := s.only(); rec.Parked == nil || rec.Status != match.Running {
			t.Fatalf("the match is %s, parked %v; want at rest", rec.Status, rec.Parked)
		}
		if n := s.unshown(); n > 0 {
			t.Errorf("%d boards are behind, of a server that the bot is not in", n)
		}
		s.sim.InviteBot(s.club)
		s.wait(time.Minute)
		for _, who := range []discordsim.UserID{s.ann, s.bob} {
			called := func(m discordsim.Message) bool {
				return slices.Contains(m.Notified, who) && strings.Contains(m.Text(), "its clock runs again")
			}
			if !slices.ContainsFunc(s.sim.Messages(s.hall, s.eve), called) {
				t.Errorf("%s is not told that the match goes on", who)
			}
		}
		if rec := s.only(); rec.Parked != nil || rec.Clock.Deadline.Before(time.Now()) {
			t.Errorf("after the return: parked %v, deadline %v", rec.Parked, rec.Clock.Deadline)
		}
		s.press(s.ann, s.board())
	})
}

// P58, P77: a missing permission is named before anything is done.
func TestMissingPermissions(t *testing.T) {
	t.Parallel()
	tell(t, func(s *story) {
		s.sim.Deny(s.hall, discordsim.PermSendMessages)
		s.private(s.slash(s.ann, "/kalah start"), "Send Messages")
		s.sim.Allow(s.hall, discordsim.PermSendMessages)
		s.sim.Deny(s.hall, discordsim.PermAttachFiles)
		s.slash(s.ann, "/kalah start level:first first:me")
		b := s.board()
		s.sees(b, "```", "North Computer (first)")
		if len(b.Pictures()) != 0 {
			t.Error("a picture was posted without the permission")
		}
		s.sim.Allow(s.hall, discordsim.PermAttachFiles)
		s.press(s.ann, b)
		if len(s.board().Pictures()) != 1 {
			t.Error("no picture although the permission is back")
		}
	})
}

// P73: what called upon somebody before a rest goes away when the match goes on, for its time is another now.
func TestCallsBeforeARest(t *testing.T) {
	t.Parallel()
	tell(t, func(s *story) {
		s.begin("/kalah challenge user:@Bob first:me time:1 day a move")
		s.wait(20 * time.Hour)
		if !strings.Contains(s.last().Text(), "A reminder") {
			t.Fatal("there is no reminder:", s.last().Text())
		}
		s.sim.KickBot(s.club)
		s.wait(10 * 24 * time.Hour)
		s.sim.InviteBot(s.club)
		s.wait(time.Minute)
		for _, m := range s.sim.Messages(s.hall, s.eve) {
			if strings.Contains(m.Text(), "A reminder") {
				t.Error("after ten days at rest there still stands:", m.Text())
			}
		}
	})
}

// P77: when a permission is there again, what could not be shown meanwhile is, by itself, and who is waited for hears of it.
func TestPermissionIsBack(t *testing.T) {
	t.Parallel()
	tell(t, func(s *story) {
		s.waste = true
		s.begin("/kalah challenge user:@Bob first:me")
		s.wait(time.Hour)
		s.sim.Deny(s.hall, discordsim.PermSendMessages)
		s.slash(s.ann, "/kalah move move:1")
		s.wait(2 * time.Hour)
		s.sim.Allow(s.hall, discordsim.PermSendMessages)
		s.wait(time.Minute)
		s.sees(s.board(), "<@"+string(s.bob)+">, it's your turn", "South 1")
		s.rings(s.board(), s.bob)
	})
}

// P77: a permission that is taken away in the middle: no loop; the players are told; the next move heals the board.
func TestPermissionTakenAway(t *testing.T) {
	t.Parallel()
	tell(t, func(s *story) {
		s.waste = true
		s.begin("/kalah challenge user:@Bob first:me")
		s.sim.Deny(s.hall, discordsim.PermSendMessages)
		s.slash(s.ann, "/kalah move move:1")
		s.wait(24 * time.Hour)
		if n := s.sim.Wasted(); n > 6 {
			t.Errorf("%d refused requests in ten minutes, want a handful", n)
		}
		s.private(s.slash(s.bob, "/kalah move move:1"), "<#"+string(s.hall)+">", "Send Messages")
		s.sim.Allow(s.hall, discordsim.PermSendMessages)
		s.slash(s.ann, "/kalah move move:2")
		s.sees(s.board(), "<@"+string(s.bob)+">, it's your turn")
	})
}

// P16, P87: drawing fails, or panics: the board is text.
func TestDrawingFails(t *testing.T) {
	t.Parallel()
	for name, draw := range map[string]func(scene.Scene) ([]byte, error){
		"error": func(scene.Scene) ([]byte, error) { return nil, errNoInk },
		"panic": func(scene.Scene) ([]byte, error) { panic("no ink") },
		"huge":  func(scene.Scene) ([]byte, error) { return make([]byte, 9<<20), nil },
	} {
		t.Run(name, func(t *testing.T) {
			tell(t, func(s *story) {
				s.waste = true // the failure is logged
				s.begin("/kalah challenge user:@Bob first:me")
				s.sees(s.board(), "```", "South Ann", "board as text")
				s.press(s.ann, s.board())
			}, func(c *bot.Config) { c.Draw = draw })
		})
	}
}

// P4: a slow renderer, a slow store and a slow Discord: every interaction is answered in time.
func TestSlowness(t *testing.T) {
	t.Parallel()
	slow := func(scene.Scene) ([]byte, error) {
		time.Sleep(5 * time.Second)
		return []byte("\x89PNG\r\n\x1a\n"), nil
	}
	t.Run("renderer", func(t *testing.T) {
		tell(t, func(s *story) {
			s.begin5("/kalah challenge user:@Bob first:me")
			s.click(s.ann, s.board(), "1 (4)")
			s.wait(20 * time.Second)
			s.sees(s.board(), "<@"+string(s.bob)+">, it's your turn")
			s.private(s.slash(s.bob, "/board"), "South Ann")
		}, func(c *bot.Config) { c.Draw = slow })
	})
	t.Run("store", func(t *testing.T) {
		tell(t, func(s *story) {
			s.slash(s.ann, "/kalah challenge user:@Bob first:me")
			s.wait(30 * time.Second)
			s.click(s.bob, s.board(), "Accept")
			s.wait(30 * time.Second)
			s.click(s.ann, s.board(), "1 (4)")
			s.wait(30 * time.Second)
			s.sees(s.board(), "<@"+string(s.bob)+">, it's your turn")
			i := s.sim.As(s.bob).In(s.hall).Autocomplete("/kalah move move:", "move")
			s.wait(time.Minute)
			if i.Took() == 0 || i.Took() > 600*time.Millisecond {
				t.Errorf("autocomplete took %v, want at most half a second (P51)", i.Took())
			}
		}, func(c *bot.Config) { c.Store = slowStore{c.Store} })
	})
	t.Run("discord", func(t *testing.T) {
		tell(t, func(s *story) {
			s.begin("/kalah challenge user:@Bob first:me")
			s.sim.Inject(discordsim.Fault{Route: "/channels/{channel_id}/messages*", Times: 3, Delay: 4 * time.Second})
			s.slash(s.ann, "/kalah move move:1")
			s.wait(30 * time.Second)
			s.sees(s.board(), "<@"+string(s.bob)+">, it's your turn")
		})
	})
}

// begin5 is begin where boards take five seconds.
func (s *story) begin5(challenge string) {
	s.Helper()
	s.slash(s.ann, challenge)
	s.click(s.bob, s.board(), "Accept")
	s.wait(20 * time.Second)
}

// slowStore takes two seconds for each read and write of a match.
type slowStore struct{ match.Store }

func (s slowStore) Record(ctx context.Context, id match.ID) (match.Record, error) {
	time.Sleep(2 * time.Second)
	return s.Store.Record(ctx, id)
}

func (s slowStore) Append(ctx context.Context, r match.Record, e ...match.Event) (match.Seq, error) {
	time.Sleep(2 * time.Second)
	return s.Store.Append(ctx, r, e...)
}

func (s slowStore) ByChannel(ctx context.Context, c match.ChannelID) ([]match.Record, error) {
	time.Sleep(2 * time.Second)
	return s.Store.ByChannel(ctx, c)
}

// P93: a store that can't write: the move is refused with a sentence, never acknowledged.
func TestStoreFails(t *testing.T) {
	t.Parallel()
	full := &fullStore{}
	tell(t, func(s *story) {
		s.waste = true
		s.begin("/kalah challenge user:@Bob first:me")
		full.on = true
		s.private(s.click(s.ann, s.board(), "1 (4)"), "not saved")
		full.on = false
		s.click(s.ann, s.board(), "1 (4)")
		if n := s.moves(s.only().ID); n != 1 {
			t.Errorf("%d moves, want the one that was acknowledged", n)
		}
	}, func(c *bot.Config) {
		full.Store = c.Store
		c.Store = full
	})
}

type fullStore struct {
	match.Store
	on bool
}

func (s *fullStore) Append(ctx context.Context, r match.Record, e ...match.Event) (match.Seq, error) {
	if s.on {
		return 0, fmt.Errorf("no space left on device")
	}
	return s.Store.Append(ctx, r, e...)
}

// P78: the answer to a click is lost on its way, or comes too late: the move stands and the board is shown by bot token.
func TestLostAnswers(t *testing.T) {
	t.Parallel()
	for name, f := range map[string]discordsim.Fault{
		"lost":    {Route: "/interactions/{interaction_id}/{interaction_token}/callback", Lost: true},
		"dropped": {Route: "/interactions/{interaction_id}/{interaction_token}/callback", Drop: true},
		"refused": {Route: "/interactions/{interaction_id}/{interaction_token}/callback", Times: 5, Status: 404, Code: 10062, Message: "Unknown interaction"},
		"broken":  {Route: "/interactions/{interaction_id}/{interaction_token}/callback", Status: 502, Body: "<html>"},
	} {
		t.Run(name, func(t *testing.T) {
			tell(t, func(s *story) {
				s.waste = true
				s.begin("/kalah challenge user:@Bob first:me")
				remove := s.sim.Inject(f)
				s.sim.As(s.ann).Click(s.board(), "1 (4)")
				s.wait(10 * time.Second)
				remove()
				if n := s.moves(s.only().ID); n != 1 {
					t.Errorf("%d moves, want 1", n)
				}
				s.sees(s.board(), "<@"+string(s.bob)+">, it's your turn")
				s.rings(s.board(), s.bob)
			})
		})
	}
}

// Discord finds fault with a board: its plain text is posted, once; a picture that is too large becomes a text board.
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
			tell(t, func(s *story) {
				s.waste = true
				s.begin("/kalah challenge user:@Bob first:me")
				c.fault.Method, c.fault.Route = "POST", "/channels/{channel_id}/messages"
				s.sim.Inject(c.fault)
				s.slash(s.ann, "/kalah move move:1")
				s.sees(s.board(), c.text)
				s.rings(s.board(), s.bob)
				s.slash(s.bob, "/kalah move move:1")
				s.sees(s.board(), "<@"+string(s.ann)+">, it's your turn")
			})
		})
	}
}

// Code 30046: an old message that may no longer be edited makes way for a new one.
func TestOldMessageCannotBeEdited(t *testing.T) {
	t.Parallel()
	tell(t, func(s *story) {
		s.waste = true
		s.slash(s.ann, "/kalah challenge user:@Bob")
		s.sim.Inject(discordsim.Fault{Method: "PATCH", Route: "/channels/{channel_id}/messages/{message_id}", Times: 3, Status: 429, Code: 30046, RetryAfter: time.Hour})
		s.wait(8 * 24 * time.Hour)
		if s.posts() != 2 {
			t.Errorf("%d messages, want the end of the challenge, and that Ann is told", s.posts())
		}
		s.sees(s.board(), "expired")
		if n := len(s.sim.Refusals()); n != 1 {
			t.Errorf("the old message was tried %d times, want once: it can't be stripped either", n)
		}
	})
}

// P84: rate limits on boards: one worker a channel, and the newest board wins.
func TestRateLimitedBoards(t *testing.T) {
	t.Parallel()
	tell(t, func(s *story) {
		s.waste = true
		s.begin("/kalah challenge user:@Bob first:me")
		s.sim.Inject(discordsim.Fault{Route: "/channels/{channel_id}/messages*", Times: 2, Status: 429, RetryAfter: 3 * time.Second})
		s.slash(s.ann, "/kalah move move:1")
		s.wait(time.Minute)
		s.sees(s.board(), "<@"+string(s.bob)+">, it's your turn")
		s.rings(s.board(), s.bob)
	})
}

// Hazard 2: a form with a component that discordgo does not know, interactions of nobody, buttons of another version, unknown commands.
func TestStrangeInteractions(t *testing.T) {
	t.Parallel()
	tell(t, func(s *story) {
		s.waste = true
		s.begin("/kalah challenge user:@Bob first:me")
		for _, id := range []string{"", "x", "1", "1:a:b:c", "2:abc:1:m:3", "1:abc:-1:m:3", "1:nosuch:1:m:3", "1::0:zz:", strings.Repeat("1:", 50)} {
			s.sim.TamperNext(1, func(p map[string]any) []map[string]any {
				p["data"].(map[string]any)["custom_id"] = id
				return []map[string]any{p}
			})
			s.private(s.click(s.ann, s.board(), "1 (4)"), "")
		}
		for name, tamper := range map[string]discordsim.Tamper{
			"nobody": discordsim.Nobody,
			"no data": func(p map[string]any) []map[string]any {
				delete(p, "data")
				return []map[string]any{p}
			},
			"another type": func(p map[string]any) []map[string]any {
				p["type"] = 5
				p["data"] = map[string]any{"custom_id": "x", "components": []any{map[string]any{"type": 18, "component": map[string]any{"type": 99}}}}
				return []map[string]any{p}
			},
			"unknown type": func(p map[string]any) []map[string]any {
				p["type"] = 77
				return []map[string]any{p}
			},
		} {
			s.sim.TamperNext(1, tamper)
			i := s.sim.As(s.ann).Click(s.board(), "1 (4)")
			s.wait(5 * time.Second)
			if name != "unknown type" && name != "another type" && i.Err() != nil {
				t.Errorf("%s: %v", name, i.Err())
			}
		}
		if n := s.moves(s.only().ID); n != 0 {
			t.Errorf("%d moves, want none", n)
		}
		s.click(s.ann, s.board(), "1 (4)")
	})
}

// A panic in a handler ends nothing but that request.
func TestPanickingHandler(t *testing.T) {
	t.Parallel()
	wild := &wildStore{}
	tell(t, func(s *story) {
		s.waste = true
		s.begin("/kalah challenge user:@Bob first:me")
		wild.on = true
		s.private(s.slash(s.ann, "/settings style:words"), "went wrong")
		wild.on = false
		s.private(s.slash(s.ann, "/settings style:words"), "words")
	}, func(c *bot.Config) {
		wild.Store = c.Store
		c.Store = wild
	})
}

type wildStore struct {
	match.Store
	on bool
}

func (s *wildStore) UpdateUser(ctx context.Context, u match.UserID, edit func(*match.User)) (match.User, error) {
	if s.on {
		panic("wild")
	}
	return s.Store.UpdateUser(ctx, u, edit)
}

// P86: names that are markdown, mentions or code.
func TestWildNames(t *testing.T) {
	t.Parallel()
	tell(t, func(s *story) {
		evil := s.sim.AddUser("**@everyone** <@" + string(s.cid) + "> ```\n# big")
		s.sim.AddMember(s.club, evil)
		s.answered(s.sim.As(evil).In(s.hall).Slash("/kalah challenge"), "challenge")
		s.rings(s.board())
		s.click(s.bob, s.board(), "Accept")
		s.answered(s.sim.As(evil).In(s.hall).Slash("/settings style:text"), "settings")
		b := s.board()
		if strings.Contains(b.Text(), "**@everyone**") || strings.Contains(b.Text(), "```") {
			t.Errorf("a name is not escaped:\n%s", b.Text())
		}
		for _, m := range s.sim.Messages(s.hall, evil) {
			for _, u := range m.Notified {
				if u == s.cid {
					t.Errorf("a name notified somebody:\n%s", m.Text())
				}
			}
		}
		m := s.answered(s.sim.As(evil).In(s.hall).Slash("/board"), "board")
		if strings.Count(m.Text(), "```") != 2 {
			t.Errorf("the code block is broken:\n%s", m.Text())
		}
	})
}

// Hazard 4, 9: the gateway falls silent, or never gets ready, or the token dies: the bot ends with a sentence, in time.
func TestGatewayTrouble(t *testing.T) {
	t.Parallel()
	for name, c := range map[string]struct {
		before, after func(*story)
		within        time.Duration
		says          string
	}{
		"bad token":     {before: func(s *story) { s.sim.ResetToken() }, within: 5 * time.Second, says: "token"},
		"never ready":   {before: func(s *story) { s.sim.DelayReady(2 * time.Minute) }, within: time.Minute, says: "30 s"},
		"silence":       {after: func(s *story) { s.sim.Mute(true) }, within: 4 * time.Minute, says: "dead"},
		"token revoked": {after: func(s *story) { s.sim.ResetToken(); s.sim.CutConnections() }, within: 4 * time.Minute, says: ""},
	} {
		t.Run(name, func(t *testing.T) {
			ending(t, c.before, c.after, c.within, c.says)
		})
	}
}

// Discord is down when the bot is started, for longer than anybody watches: the bot waits, with growing pauses, and is there when Discord is.
func TestStartWhileDiscordIsDown(t *testing.T) {
	t.Parallel()
	synctest.Test(t, func(t *testing.T) {
		s := newStory(t, discordsim.Config{})
		s.waste = true
		mend := s.sim.Inject(discordsim.Fault{Status: 503, Times: -1})
		tries := 0
		time.AfterFunc(time.Hour, func() {
			tries = len(s.sim.Refusals())
			mend()
		})
		begun := time.Now()
		s.start()
		if took := time.Since(begun); took < time.Hour || took > time.Hour+10*time.Minute {
			t.Errorf("ready after %v, want it soon after Discord was back", took)
		}
		if tries < 5 || tries > 100 {
			t.Errorf("%d requests in the hour, want again and again, but seldom", tries)
		}
		s.private(s.slash(s.ann, "/help"), "What I can do")
		s.end()
	})
}

// A token that is rejected is nothing to wait for, whenever it is found out.
func TestTokenRejectedAfterWaiting(t *testing.T) {
	t.Parallel()
	ending(t, func(s *story) {
		mend := s.sim.Inject(discordsim.Fault{Status: 500, Times: -1})
		time.AfterFunc(10*time.Minute, func() {
			s.sim.ResetToken()
			mend()
		})
	}, nil, 20*time.Minute, "DISCORD_TOKEN")
}

// ending starts the bot where it can't go on, or takes away what it needs, and wants it to end in time with a sentence.
func ending(t *testing.T, before, after func(*story), within time.Duration, says string) {
	synctest.Test(t, func(t *testing.T) {
		s := newStory(t, discordsim.Config{})
		var err error
		if s.store, err = storage.Open(s.path); err != nil {
			t.Fatal(err)
		}
		defer s.store.Close()
		defer s.sim.Close()
		if before != nil {
			before(s)
		}
		var session *discordgo.Session
		ready, ended := make(chan struct{}, 1), make(chan error, 1)
		go func() {
			ended <- bot.Run(t.Context(), bot.Config{
				Token: discordsim.DefaultToken, Store: s.store, Games: catalogue,
				Attach: func(dg *discordgo.Session) { session = dg; s.sim.Attach(dg) },
				Ready:  func() { ready <- struct{}{} }, Draw: drawNothing,
			})
		}()
		if after != nil {
			<-ready
			s.wait(time.Minute)
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
		s.sim.Mute(false) // let discordgo find its peace, for its goroutines never end otherwise
		s.sim.RestoreToken()
		s.wait(time.Hour)
		session.Close()
		s.wait(time.Minute)
	})
}
