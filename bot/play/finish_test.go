package play_test

import (
	"fmt"
	"strings"
	"testing"
	"time"

	"github.com/bwmarrin/discordgo"

	"paddock/bot/discordsim"
	"paddock/bot/story"
	"paddock/games"
	"paddock/games/match"
)

// islands holds options of Fish for a board of two islands, with a penguin for each player. On
// different islands they can never meet.
const islands = " rules:course penguins:1 board:[[1,2,3],[2,1,1],[3,1,2],[0,0,0],[0,0,0],[3,1,2],[1,1,2],[2,2,1]]"

// playOut returns the label of the button that plays a decided match out; it says who wins.
func playOut(board discordsim.Message) string {
	for _, label := range board.Labels() {
		if strings.HasPrefix(label, "End it now: ") {
			return label
		}
	}
	return "End it now: …"
}

// P126: each player agrees by a button below the board. The rest is played at once, and everybody
// can see it.
func TestP126_EndItNow(t *testing.T) {
	t.Parallel()
	story.TellFish(t, func(s *story.Story, dan discordsim.UserID) {
		s.Slash(s.Ann, "/fish challenge user:@Bob finish:ask first:me time:6 hours a move"+islands)
		s.Sees(s.Board(), "ends once it's decided and everybody agrees")
		s.Click(s.Bob, s.Board(), "Accept")
		s.Slash(s.Ann, "/fish move move:a1")
		if strings.Contains(s.Board().Text(), "End it now") {
			t.Errorf("it is decided before all penguins stand:\n%s", s.Board().Text())
		}
		s.Slash(s.Bob, "/fish move move:f1")
		s.Wait(story.AMoment)
		s.Sees(s.Board(), "The players' penguins can't reach each other any more, so everybody's best moves are known.",
			"*End it now* plays the rest with everybody's best moves")
		if b, _ := s.Board().Button(playOut(s.Board())); b.Style != int(discordgo.SecondaryButton) {
			t.Errorf("%q has style %d, want the grey of what is no first choice", b.Label, b.Style)
		}
		s.Private(s.Click(dan, s.Board(), playOut(s.Board())), "You don't play in this match")
		own := s.Click(s.Ann, s.Board(), "Board just for me")
		s.Private(s.Click(s.Ann, own, playOut(s.Board())), "You agree to end it now")
		s.Wait(story.AMoment)
		s.Sees(s.Board(), "Agreed to end it now: Ann. Waiting for: Bob.")
		s.Click(s.Ann, s.Board(), playOut(s.Board()))
		s.Restart(time.Minute)
		s.Slash(s.Ann, "/fish move move:"+s.First(s.Only(), 0))
		s.Wait(story.AMoment)
		s.Sees(s.Board(), "Agreed to end it now: Ann. Waiting for: Bob.")
		asked := s.Board()
		before := s.Moves(s.Only().ID)
		s.Private(s.Click(s.Bob, s.Click(s.Bob, asked, "Board just for me"), playOut(asked)), "Done.")
		s.Wait(story.AMoment)
		rec := s.Only()
		if rec.Status != match.Over || s.Moves(rec.ID) < before+3 {
			t.Fatalf("%s after %d moves, of which %d by hand", rec.Status, s.Moves(rec.ID), before)
		}
		b := s.Board()
		s.Sees(b, story.ResultOf(rec), "I played out the rest")
		if !story.Over(b) {
			t.Errorf("buttons %q, want those of a finished match", b.Labels())
		}
		s.Private(s.Slash(s.Bob, "/match happened"), "Since your move", "red", "white")
		s.Private(s.Slash(s.Ann, "/match history"), "played out")
		s.Exports(s.Ann, "start fish/1 ", "now fish/1 ", " decided")
	})
}

// P126: against the computer too the rest is played out when the person agrees, unless agreed
// otherwise. The button says what comes of it. A rematch keeps that agreement.
func TestP126_AgainstTheComputer(t *testing.T) {
	t.Parallel()
	story.TellFish(t, func(s *story.Story, _ discordsim.UserID) {
		for _, c := range []struct {
			finish string
			over   bool
		}{{"", false}, {" finish:ask", false}, {" finish:auto", true}, {" finish:off", false}} {
			s.Slash(s.Ann, "/fish start players:2 level:easy first:them"+c.finish+islands)
			s.Wait(time.Minute)
			place := "a1"
			if its := strings.Split(s.Only().Position, "red:0:0:"); its[1][0] < 'd' {
				place = "f1"
			}
			s.Slash(s.Ann, "/fish move move:"+place)
			s.Wait(story.AMoment)
			if over := s.Only().Status == match.Over; over != c.over {
				t.Errorf("%q: over is %t, want %t:\n%s", c.finish, over, c.over, s.Board().Text())
			}
			if label := playOut(s.Board()); s.Only().Rest != nil {
				s.Click(s.Ann, s.Board(), label)
				s.Wait(story.AMoment)
				o := s.Only().Outcome
				if o == nil {
					t.Fatalf("%q: after %q it goes on", c.finish, label)
				}
				won := strings.HasSuffix(label, ": a draw") && o.Winners().Len() > 1
				for seat := range o.Winners().All() {
					won = won || label == "End it now: "+s.Only().Players[seat].Called()+" wins"
				}
				if !won {
					t.Errorf("%q has come to %v", label, o)
				}
			}
			if s.Only().Status == match.Running {
				s.Resigns(s.Ann)
			}
		}
	})
}

// P126, K28: a Kalah match between people whose winner is certain ends when both agree.
func TestP126_KalahByConsent(t *testing.T) {
	t.Parallel()
	story.Tell(t, func(s *story.Story) {
		s.Begin("/kalah challenge user:@Bob holes:4 beans:2 first:me")
		for n := 0; s.Only().Rest == nil; n++ {
			if rec := s.Only(); rec.Status != match.Running || n > 40 {
				t.Fatalf("%s after %d moves, and it never was decided", rec.Status, n)
			}
			s.Turn()
		}
		s.Sees(s.Board(), "however the rest is played")
		s.Click(s.Bob, s.Board(), playOut(s.Board()))
		s.Wait(story.AMoment)
		s.Click(s.Ann, s.Board(), playOut(s.Board()))
		s.Wait(story.AMoment)
		rec := s.Only()
		if rec.Status != match.Over || rec.Outcome.Reason == games.ByAgreement {
			t.Fatalf("%s, %v", rec.Status, rec.Outcome)
		}
		s.Sees(s.Board(), story.ResultOf(rec), "everybody's best moves.")
		review := s.Thought(s.Sim.As(s.Ann).Click(s.Board(), "Review"))
		s.Private(review, fmt.Sprintf("Decided after move %d: I played", rec.Moves-rec.PlayedOut))
	})
}

// P127: a player who can only lose is told so once, in private, on their own board or with their
// own move. Nobody else is told, and the match continues as the player wishes.
func TestP127_CanOnlyLose(t *testing.T) {
	t.Parallel()
	const says = "If your opponent plays well, you can no longer save this match"
	for _, byMove := range []bool{false, true} {
		story.Tell(t, func(s *story.Story) {
			m := s.Imports(s.Ann, "game halatafl\nstart halatafl/1 3/1S1/S1FS1S1/6S/SS3SS/3/2F s standard -\n")
			s.Private(s.FromMenu(s.Ann, s.Hall, m, 1, string(s.Bob)), "Your challenge is in")
			s.Click(s.Bob, s.BoardAbout("challenges"), "Accept")
			var told discordsim.Message
			if byMove {
				told = s.Slash(s.Ann, "/halatafl move move:"+s.First(s.Only(), 0))
			} else {
				told = s.Click(s.Ann, s.Board(), "Board just for me")
			}
			s.Private(told, says, "/resign")
			s.Restart(time.Minute)
			if !byMove {
				s.Slash(s.Ann, "/halatafl move move:"+s.First(s.Only(), 0))
			}
			for _, m := range []discordsim.Message{
				s.Click(s.Ann, s.Board(), "Board just for me"),
				s.Click(s.Bob, s.Board(), "Board just for me"), s.Click(s.Eve, s.Board(), "Board just for me"),
			} {
				if strings.Contains(m.Text(), says) {
					t.Errorf("it is told again, or to somebody else:\n%s", m.Text())
				}
			}
			if everything := s.Everything(s.Hall); strings.Contains(everything, says) {
				t.Error("it stands in the channel")
			}
			if s.Only().Status != match.Running {
				t.Errorf("the match is %s", s.Only().Status)
			}
		})
	}
}

// P153: a private note on a match is deleted when the match ends.
func TestP153_RemarksGo(t *testing.T) {
	t.Parallel()
	story.Tell(t, func(s *story.Story) {
		m := s.Imports(s.Ann, "game halatafl\nstart halatafl/1 3/1S1/S1FS1S1/6S/SS3SS/3/2F s standard -\n")
		s.Private(s.FromMenu(s.Ann, s.Hall, m, 1, string(s.Bob)), "Your challenge is in")
		s.Click(s.Bob, s.BoardAbout("challenges"), "Accept")
		told := s.Slash(s.Ann, "/halatafl move move:"+s.First(s.Only(), 0))
		s.Private(told, "you can no longer save this match")
		if s.Wait(time.Minute); !s.There(s.Ann, told) {
			t.Error("the remark has gone before the end")
		}
		s.SayYes(s.Ann, "/resign")
		if s.Wait(time.Minute); s.There(s.Ann, told) {
			t.Error("the remark is still there after the end")
		}
	})
}

// P153: the private panel that the button More opens is deleted when the match ends, or when the
// player opens a new one. A hint does not delete it.
func TestP153_PanelsGo(t *testing.T) {
	t.Parallel()
	story.Tell(t, func(s *story.Story) {
		s.Slash(s.Ann, "/kalah start level:easy first:me")
		first := s.Click(s.Ann, s.Board(), "More")
		panel := s.Click(s.Ann, s.Board(), "More")
		s.Thought(s.Sim.As(s.Ann).In(s.Hall).Slash("/hint"))
		if s.Wait(time.Minute); s.There(s.Ann, first) || !s.There(s.Ann, panel) {
			t.Errorf("the first panel is there: %t, the second: %t", s.There(s.Ann, first), s.There(s.Ann, panel))
		}
		s.Click(s.Ann, panel, "Rules, export …")
		if s.Wait(time.Minute); !s.There(s.Ann, panel) {
			t.Error("the panel has gone before the end")
		}
		s.SayYes(s.Ann, "/resign")
		if s.Wait(time.Minute); s.There(s.Ann, panel) {
			t.Error("the panel is still there after the end")
		}
	})
}

// P153: after a double click, the private note about an old board is deleted once it has been read.
func TestP153_ADoubleClickLeavesNothing(t *testing.T) {
	t.Parallel()
	story.Tell(t, func(s *story.Story) {
		s.Begin("/kalah challenge user:@Bob first:me")
		m := s.Board()
		s.Click(s.Ann, m, "3 (4)") // Ann sows again
		told := s.Answered(s.Sim.As(s.Ann).ClickStale(m, "3 (4)"), "3 (4)")
		s.Private(told, "This board is old")
		if !s.There(s.Ann, told) {
			t.Error("the remark has gone before anybody could read it")
		}
		if s.Wait(time.Minute); s.There(s.Ann, told) {
			t.Error("the remark is still there after a minute")
		}
	})
}
