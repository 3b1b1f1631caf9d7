package bot_test

import (
	"encoding/json"
	"fmt"
	"math/rand/v2"
	"strings"
	"testing"
	"time"

	"paddock/bot"
	"paddock/bot/command"
	"paddock/bot/discordsim"
	"paddock/games/match"
	"paddock/games/scene"
)

// P21: of a long match the export is whole, in a file, and the history has pages.
func TestLongHistory(t *testing.T) {
	t.Parallel()
	tell(t, func(s *story) {
		s.slash(s.ann, "/halatafl start level:easy versus:easy")
		s.click(s.ann, s.board(), "Play on")
		for range 400 {
			if s.only().Status == match.Over {
				break
			}
			s.wait(time.Minute)
		}
		n := s.moves(s.only().ID)
		text := s.exports(s.eve)
		if got := strings.Count(text, "\nsheep ") + strings.Count(text, "\nfoxes "); got < n || !strings.Contains(text, "\nnow ") {
			t.Errorf("the export has %d lines of a side in a match of %d moves, and ends with %q", got, n, text[max(0, len(text)-80):])
		}
		m := s.slash(s.eve, "/history")
		s.private(m, fmt.Sprint("Moves so far: ", n))
		for range 50 {
			if strings.Contains(m.Text(), "\n1. ") {
				break
			}
			m = s.click(s.eve, m, "… Earlier")
		}
		s.private(m, "\n1. ", "page 1 of ")
		s.private(s.click(s.eve, m, "More …"), "page 2 of ")
	})
}

// P21: after a resignation and after a time-out there is a replay, which shows both armies; not where the players have agreed to reveal nothing.
func TestReplayAfterResignation(t *testing.T) {
	t.Parallel()
	for _, reveal := range []string{"after", "never"} {
		t.Run(reveal, func(t *testing.T) {
			var frames []scene.Scene
			tell(t, func(s *story) {
				s.armies("army:barrage reveal:" + reveal)
				s.confirm(s.ann)
				s.confirm(s.bob)
				rng := rand.New(rand.NewPCG(1, 1))
				s.anyMove(rng)
				s.anyMove(rng)
				s.slash(s.ann, "/settings style:monospace text")
				s.slash(s.cid, "/settings style:monospace text")
				own := s.slash(s.ann, "/history after:1")
				s.private(own, "after 1 move", "1 F ")
				if strings.Contains(s.slash(s.cid, "/history after:1").Text(), "rF") {
					t.Errorf("a player's own men are hidden from them, or shown to others:\n%s", own.Text())
				}
				s.sayYes(s.bob, "/stratego resign")
				m := s.click(s.cid, s.board(), "Replay")
				if p := m.Pictures(); len(p) != 1 || p[0].Filename != "replay.gif" || len(frames) != 4 {
					t.Errorf("the replay shows %v in %d frames, want 4", p, len(frames))
				}
				past := s.slash(s.cid, "/history after:1").Text()
				if open := strings.Contains(past, "rF") && strings.Contains(past, "bF"); open != (reveal == "after") {
					t.Errorf("after the end a past board shows both flags: %t\n%s", open, past)
				}
			}, func(c *bot.Config) {
				withStratego(c)
				c.Animate = func(list []scene.Scene) ([]byte, error) { frames = list; return json.Marshal(len(list)) }
			})
		})
	}
}

// P21, P19: what was taken back is in no list of moves, at no past position, and in no replay.
func TestHistoryWithoutUndone(t *testing.T) {
	t.Parallel()
	var frames []scene.Scene
	tell(t, func(s *story) {
		s.begin("/kalah challenge user:@Bob first:me")
		for _, move := range []string{"1", "2", "4"} {
			s.slash(s.ann, "/kalah move move:"+move)
			if move != "4" {
				s.slash(s.ann, "/takeback")
			}
		}
		m := s.slash(s.ann, "/history")
		s.private(m, "Moves so far: 1", "1. South 4")
		if strings.Contains(m.Text(), "2. ") {
			t.Error("what was taken back is listed:", m.Text())
		}
		s.slash(s.ann, "/settings style:the position in words")
		s.private(s.slash(s.ann, "/history after:1"), "The board after 1 move", "South sowed hole 4")
		s.private(s.slash(s.ann, "/history after:9"), "The board after 1 move", "South sowed hole 4")
		s.sayYes(s.bob, "/kalah resign")
		s.click(s.cid, s.board(), "Replay")
		if len(frames) != 2 {
			t.Errorf("the replay has %d boards, want the start and one move", len(frames))
		}
	}, func(c *bot.Config) {
		c.Animate = func(list []scene.Scene) ([]byte, error) { frames = list; return json.Marshal(len(list)) }
	})
}

// P107: who can't see the channel of a match and doesn't play in it is told that there is none, whatever they ask.
func TestP107OnlyWhoCanSeeIt(t *testing.T) {
	t.Parallel()
	tell(t, func(s *story) {
		s.begin("/kalah challenge user:@Bob first:me")
		s.slash(s.ann, "/kalah move move:2")
		id := string(s.only().ID)
		elsewhere := s.sim.AddChannel(s.club, "elsewhere")
		fay := s.sim.AddUser("Fay")
		other := s.sim.AddGuild("Other", fay)
		far := s.sim.AddChannel(other, "far")
		at := func(who discordsim.UserID, c discordsim.ChannelID, text string) discordsim.Message {
			return s.answered(s.sim.As(who).In(c).Slash(text+" game:"+id), text)
		}
		unknown := s.answered(s.sim.As(fay).In(far).Slash("/board game:nosuch"), "board").Text()
		for _, text := range []string{"/board", "/history", "/history after:1", "/export", "/why", "/kalah board", "/resign", "/kalah move move:1", "/draw"} {
			for who, c := range map[discordsim.UserID]discordsim.ChannelID{s.eve: elsewhere, s.cid: s.sim.DM(s.cid), fay: far} {
				if got := at(who, c, text); got.Text() != unknown || len(got.Attachments) > 0 {
					t.Errorf("%s game:%s elsewhere is answered with %q, want what is said of a match that isn't there", text, id, got.Text())
				}
			}
		}
		s.private(at(s.eve, s.hall, "/history"), "1. South 2")
		for _, c := range []discordsim.ChannelID{elsewhere, s.sim.DM(s.bob)} {
			s.private(at(s.bob, c, "/history"), "1. South 2")
		}
		thread := s.sim.AddThread(s.hall, "talk", s.ann)
		s.private(at(s.eve, thread, "/history"), "1. South 2")
		// A match in a public thread is seen from the channel above it, and not from another.
		s.slash(s.ann, "/kalah challenge user:@Cid first:me thread:true")
		threads := s.sim.Threads(s.hall)
		theirs := threads[len(threads)-1].ID
		s.click(s.cid, s.sim.Last(theirs, s.eve), "Accept")
		list, err := s.store.Latest(t.Context(), match.ChannelID(theirs), 1)
		if err != nil || len(list) != 1 {
			t.Fatal("there is no match in the thread:", err)
		}
		id = string(list[0].ID)
		s.private(at(s.eve, s.hall, "/board"), "South Ann v North Cid")
		s.private(at(s.eve, elsewhere, "/board"), "no such match")
	})
}

// P107: from another server, whoever may manage that one included, each command that names a match answers as if there were none.
func TestP107FromAnotherServer(t *testing.T) {
	t.Parallel()
	tell(t, func(s *story) {
		s.begin("/kalah challenge user:@Bob first:me")
		fay := s.sim.AddUser("Fay")
		other := s.sim.AddGuild("Other", fay, s.bob, s.cid)
		s.sim.SetPermissions(other, fay, discordsim.DefaultMemberPermissions|discordsim.PermManageGuild)
		far := s.sim.AddChannel(other, "far")
		named := 0
		for _, text := range typedCommands(command.Table(catalogue)) {
			if !strings.Contains(text, "game:MATCH") || strings.HasPrefix(text, "/tournament") {
				continue
			}
			named++
			answer := func(id string) string {
				s.wait(time.Minute) // nobody asks faster than is allowed
				return s.answered(s.sim.As(fay).In(far).Slash(strings.ReplaceAll(text, "MATCH", id)), text).Text()
			}
			if there, nowhere := answer(string(s.only().ID)), answer("nosuch"); there != nowhere {
				t.Errorf("%s is answered with %q, and of a match that isn't there with %q", text, there, nowhere)
			}
		}
		if named < 20 {
			t.Errorf("%d commands name a match, want all of them", named)
		}
	})
}

// P29: nobody fills a channel by starting and cancelling, or rings the same member again and again by challenging and revoking.
func TestP29PaceIsLimited(t *testing.T) {
	t.Parallel()
	tell(t, func(s *story) {
		for range 20 {
			s.slash(s.ann, "/kalah challenge user:@Bob")
			if labels := s.board().Labels(); len(labels) > 2 {
				s.click(s.ann, s.board(), "Revoke")
			}
		}
		if posts := s.posts(); posts != 3 {
			t.Errorf("twenty challenges to one member made %d posts within the hour, want 3", posts)
		}
		s.private(s.slash(s.ann, "/kalah challenge user:@Bob"), "that is the limit")
		for range 40 {
			s.slash(s.cid, "/kalah challenge")
			if labels := s.board().Labels(); len(labels) == 2 {
				s.click(s.cid, s.board(), "Revoke")
			}
		}
		if posts := s.posts(); posts != 33 {
			t.Errorf("forty open challenges made %d posts within the hour, want 30", posts-3)
		}
		s.private(s.slash(s.cid, "/kalah start"), "that is the limit")
		s.wait(time.Hour)
		s.private(s.slash(s.ann, "/kalah challenge user:@Bob"), "Your challenge stands")
	})
}

// P29: challenges that are accepted are welcome, and don't count towards that limit.
func TestP29AcceptedChallengesDontCount(t *testing.T) {
	t.Parallel()
	tell(t, func(s *story) {
		for range 5 {
			s.begin("/kalah challenge user:@Bob first:me")
			s.slash(s.ann, "/kalah move move:2")
			s.resigns(s.bob)
		}
	})
}

// P39: after a burnt day of grace `/why` says what happened, and by which rule.
func TestWhyAfterGrace(t *testing.T) {
	t.Parallel()
	tell(t, func(s *story) {
		s.begin("/kalah challenge user:@Bob first:me time:1 day a move")
		s.wait(25 * time.Hour)
		m := s.slash(s.bob, "/why")
		s.private(m, "grace", "used up first")
		if strings.Contains(m.Text(), "not had to decide") {
			t.Errorf("grace was given, and the book says:\n%s", m.Text())
		}
		s.sayYes(s.ann, "/kalah resign")
		s.sees(s.board(), "Bob wins!")
	})
}

// P39, P6, P11: a move that is refused changes nothing; `/why` tells it to whom it was refused, and to nobody else, also after a restart.
func TestP39Refusals(t *testing.T) {
	t.Parallel()
	tell(t, func(s *story) {
		s.begin("/kalah challenge user:@Bob first:me")
		head := s.only().Head
		s.private(s.slash(s.ann, "/kalah move move:9"), "can sow")
		s.private(s.slash(s.bob, "/kalah move move:1"), "not your turn")
		if now := s.only(); now.Head != head || len(now.Refused) != 0 {
			t.Errorf("a refused move has stored %d events, %v", now.Head-head, now.Refused)
		}
		s.private(s.slash(s.ann, "/why"), "**refused**, Ann: 9 –", "Nobody but you reads")
		s.private(s.slash(s.bob, "/why"), "**refused**, Bob: 1 –")
		s.slash(s.ann, "/kalah move move:1")
		s.restart(time.Minute)
		s.private(s.slash(s.ann, "/why"), "**refused**, Ann: 9 –")
		if m := s.slash(s.bob, "/why"); strings.Contains(m.Text(), "Ann: 9") {
			t.Errorf("Bob reads what Ann has tried:\n%s", m.Text())
		}
		s.private(s.slash(s.eve, "/why"), "not had to decide anything")
	})
}

// A table of two for a game of more has the buttons of a table.
func TestTableOfTwo(t *testing.T) {
	t.Parallel()
	tellTournament(t, func(s *story) {
		s.slash(s.ann, "/fish start players:2")
		if labels := fmt.Sprint(s.board().Labels()); !strings.Contains(labels, "Begin with computers") {
			t.Errorf("a table of two offers %s", labels)
		}
	})
}

// F78: of two players of the same name each can be named as the winner.
func TestOverrideOfNamesakes(t *testing.T) {
	t.Parallel()
	tellTournament(t, func(s *story) {
		s.sim.SetNick(s.club, s.bob, "Ann")
		s.slash(s.ann, "/tournament create game:kalah format:bracket players:2")
		s.slash(s.ann, "/tournament join")
		s.slash(s.bob, "/tournament join")
		s.wait(10 * time.Second)
		game := string(s.theTournament().Played[0].Games[0].Match)
		s.private(s.slash(s.ann, "/tournament override game:"+game+" winner:Ann reason:because"), "players are Ann")
		i := s.sim.As(s.ann).In(s.hall).Autocomplete("/tournament override game:"+game+" winner:", "winner")
		s.wait(0)
		if list := i.Choices(); len(list) != 3 || list[0].Value == list[1].Value {
			t.Errorf("the winners offered are %v", list)
		}
		s.private(s.slash(s.ann, "/tournament override game:"+game+" winner:ann #2 reason:because"), "decided")
	})
}

// `/settings` alone changes nothing, and says so by what it doesn't say.
func TestSettingsAlone(t *testing.T) {
	t.Parallel()
	tell(t, func(s *story) {
		if m := s.slash(s.ann, "/settings"); !strings.Contains(m.Text(), "shown to you: **picture**") {
			t.Errorf("nothing was changed, and the answer is:\n%s", m.Text())
		}
		s.private(s.slash(s.ann, "/settings style:words"), "**the position in words**")
		s.private(s.slash(s.ann, "/board game:*x*"), "no such match")
	})
}
