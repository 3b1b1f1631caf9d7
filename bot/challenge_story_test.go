package bot_test

import (
	"strings"
	"testing"
	"time"

	"paddock/bot/discordsim"
	"paddock/games/match"
)

// P14: only the named may accept; declining ends it, and the message says so.
func TestChallengeDeclined(t *testing.T) {
	t.Parallel()
	tell(t, func(s *story) {
		s.slash(s.ann, "/kalah challenge user:@Bob")
		b := s.board()
		s.private(s.click(s.cid, b, "Accept"), "for somebody else")
		s.private(s.click(s.cid, b, "Decline"), "not for you")
		s.click(s.bob, b, "Decline")
		b = s.board()
		s.sees(b, "declined")
		if len(b.Labels()) != 0 {
			t.Errorf("a declined challenge still has %q", b.Labels())
		}
	})
}

// P14: the challenger can take it back, and nobody else.
func TestChallengeRevoked(t *testing.T) {
	t.Parallel()
	tell(t, func(s *story) {
		s.slash(s.ann, "/kalah challenge user:@Bob")
		s.private(s.click(s.bob, s.board(), "Revoke"), "Only the member")
		s.click(s.ann, s.board(), "Revoke")
		if rec := s.only(); rec.Status != match.Closed {
			t.Errorf("the challenge is %s, want closed", rec.Status)
		}
	})
}

// P14: accepting on day 6 works, on day 8 the challenge has expired.
func TestChallengeExpires(t *testing.T) {
	t.Parallel()
	tell(t, func(s *story) {
		s.slash(s.ann, "/kalah challenge user:@Bob")
		old := s.board()
		s.wait(6 * 24 * time.Hour)
		if rec := s.only(); rec.Status != match.Open {
			t.Errorf("on day 6 the challenge is %s, want open", rec.Status)
		}
		s.wait(2 * 24 * time.Hour)
		b := s.board()
		s.sees(b, "expired")
		s.private(s.answered(s.sim.As(s.bob).ClickStale(old, "Accept"), "Accept"), "expired")
	})
}

// P3: two who accept an open challenge at once: one plays, the other is told.
func TestOpenChallengeAcceptedTwice(t *testing.T) {
	t.Parallel()
	tell(t, func(s *story) {
		s.slash(s.ann, "/kalah challenge")
		b := s.board()
		s.sees(b, "Ann looks for an opponent")
		s.rings(b)
		bob := s.sim.As(s.bob).Click(b, "Accept")
		cid := s.sim.As(s.cid).Click(b, "Accept")
		toBob, toCid := s.answered(bob, "Bob accepts"), s.answered(cid, "Cid accepts")
		rec := s.only()
		plays := func(id discordsim.UserID) bool { return rec.SeatOf(match.UserID(id)) >= 0 }
		if rec.Status != match.Running || !plays(s.ann) || plays(s.bob) == plays(s.cid) {
			t.Errorf("the players are %v (%s), want Ann and one of Bob and Cid", rec.Players, rec.Status)
		}
		if plays(s.bob) {
			s.private(toCid, "has begun already")
		} else {
			s.private(toBob, "has begun already")
		}
	})
}

// P14: no second challenge while one is open between the same two.
func TestDuplicateChallenge(t *testing.T) {
	t.Parallel()
	tell(t, func(s *story) {
		s.slash(s.ann, "/kalah challenge user:@Bob")
		s.private(s.slash(s.ann, "/kalah challenge user:@Bob"), "already")
		s.private(s.slash(s.bob, "/kalah challenge user:@Ann"), "challenged you")
		if s.posts() != 1 {
			t.Errorf("%d messages, want the one challenge", s.posts())
		}
	})
}

// P52: the entry in a member's menu; neither oneself nor a bot can be challenged.
func TestChallengeFromTheMenu(t *testing.T) {
	t.Parallel()
	tell(t, func(s *story) {
		menu := func(on discordsim.UserID) discordsim.Message {
			return s.answered(s.sim.As(s.ann).In(s.hall).ContextMenu("Challenge to a game", on), "menu")
		}
		s.private(menu(s.ann), "can't challenge yourself")
		s.private(menu(s.sim.Bot()), "is a bot")
		s.sim.SetNick(s.club, s.bob, strings.Repeat("𝓑", 32)) // 128 bytes, more than an id may have
		m := menu(s.bob)
		s.private(m, "Which game")
		s.private(s.choose(s.ann, m, "Kalah"), "challenge")
		s.sees(s.board(), "Ann challenges", "Kalah")
		s.click(s.bob, s.board(), "Accept")
		if rec := s.only(); rec.Status != match.Running || rec.SeatOf(match.UserID(s.bob)) < 0 {
			t.Errorf("the match is %s with %v", rec.Status, rec.Players)
		}
	})
}

// P13: either may cancel before the first move, without a result.
func TestCancelBeforeTheFirstMove(t *testing.T) {
	t.Parallel()
	tell(t, func(s *story) {
		s.begin("/kalah challenge user:@Bob first:me")
		s.private(s.click(s.cid, s.board(), "Cancel the match"), "don't play")
		s.click(s.bob, s.board(), "Cancel the match")
		if rec := s.only(); rec.Status != match.Closed {
			t.Errorf("the match is %s, want closed", rec.Status)
		}
	})
}

// P20: a click by one asks, by both begins; sides are swapped; a second click makes no second match.
func TestRematch(t *testing.T) {
	t.Parallel()
	tell(t, func(s *story) {
		s.begin("/kalah challenge user:@Bob first:me holes:3 beans:2")
		s.press(s.ann, s.board())
		s.click(s.bob, s.click(s.bob, s.board(), "Resign"), "Yes, I resign")
		b := s.board()
		s.sees(b, "resign")
		s.click(s.ann, b, "Rematch")
		s.sees(s.board(), "Ann would like a rematch")
		s.click(s.ann, s.board(), "Rematch")
		s.click(s.bob, s.board(), "Rematch")
		s.answered(s.sim.As(s.bob).ClickStale(b, "Rematch"), "Rematch again")
		list, err := s.store.Latest(t.Context(), match.ChannelID(s.hall), 10)
		if err != nil || len(list) != 2 {
			t.Fatalf("%d matches (%v), want two", len(list), err)
		}
		if got := list[0].Players[0].Name; got != "Bob" {
			t.Errorf("South is now %s, want Bob", got)
		}
		s.sees(s.board(), "South Bob v North Ann")
	})
}

// P60: in the bot's direct messages there are matches against the computer, none between people.
func TestDirectMessages(t *testing.T) {
	t.Parallel()
	tell(t, func(s *story) {
		dm := s.sim.DM(s.ann)
		ann := s.sim.As(s.ann).In(dm)
		m := s.answered(ann.Slash("/kalah challenge"), "challenge in a DM")
		s.sees(m, "needs a server")
		s.answered(ann.Slash("/kalah start level:first first:me"), "start in a DM")
		b := s.sim.Last(dm, s.ann)
		for _, m := range s.sim.Messages(dm, s.ann) {
			if !m.Ephemeral() {
				b = m
			}
		}
		s.sees(b, "South Ann", "North Computer (first)")
		s.press(s.ann, b)
		s.wait(aMoment)
		if rec := s.inDM(dm); s.moves(rec.ID) < 1 {
			t.Error("the move in the direct message was not played")
		}
	})
}

func (s *story) inDM(dm discordsim.ChannelID) match.Record {
	s.Helper()
	list, err := s.store.Latest(s.Context(), match.ChannelID(dm), 1)
	if err != nil || len(list) != 1 {
		s.Fatal("there is no match:", err)
	}
	return list[0]
}

// begin has Ann challenge and Bob accept.
func (s *story) begin(challenge string) {
	s.Helper()
	s.slash(s.ann, challenge)
	s.click(s.bob, s.board(), "Accept")
	if !strings.Contains(s.board().Text(), "your turn") {
		s.Fatalf("the match has not begun:\n%s", s.board().Text())
	}
}
