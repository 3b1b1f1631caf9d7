package record_test

import (
	"encoding/json"
	"fmt"
	"math/rand/v2"
	"slices"
	"strings"
	"testing"
	"time"

	"paddock/bot"
	"paddock/bot/answer"
	"paddock/bot/choose"
	"paddock/bot/component"
	"paddock/bot/discordsim"
	"paddock/bot/story"
	"paddock/games/match"
	"paddock/games/scene"
)

// P21: the export of a long match is complete, in a file, and its history has pages. While the match
// runs it opens with the newest moves, afterwards with the first.
func TestLongHistory(t *testing.T) {
	t.Parallel()
	story.Tell(t, func(s *story.Story) {
		s.Slash(s.Ann, "/halatafl start level:easy versus:easy")
		for range 60 {
			s.Click(s.Ann, s.Board(), "Next")
		}
		newest := s.Slash(s.Eve, "/match history")
		s.Private(newest, "\n60. ", "page 5 of 5")
		if slices.Contains(newest.Labels(), "Next page") {
			t.Errorf("the last page has the buttons %q", newest.Labels())
		}
		s.Click(s.Ann, s.Board(), "Play on")
		for range 400 {
			if s.Only().Status == match.Over {
				break
			}
			s.Wait(time.Minute)
		}
		n := s.Moves(s.Only().ID)
		text := s.Exports(s.Eve)
		if got := strings.Count(text, "\nsheep ") + strings.Count(text, "\nfoxes "); got < n ||
			!strings.Contains(text, "\nnow ") {
			t.Errorf("the export has %d lines of a side in a match of %d moves, and ends with %q", got, n,
				text[max(0, len(text)-80):])
		}
		m := s.Slash(s.Eve, "/match history")
		s.Private(m, fmt.Sprint("Moves of all players: ", n), "\n1. ", "page 1 of ")
		_, of, _ := strings.Cut(m.Text(), "page 1 of ")
		pages := 0
		if _, err := fmt.Sscan(of, &pages); err != nil || pages < 2 {
			t.Fatalf("%d pages, %v", pages, err)
		}
		for _, past := range []int{pages, pages + 9} {
			first := s.Slash(s.Eve, "/match history")
			s.Forge(component.Target{Match: s.Only().ID, Action: "hi", Text: choose.PageText(past, "")})
			s.Private(s.Click(s.Eve, first, "Next page"), fmt.Sprintf("page %d of %d", pages, pages))
		}
		for page := 2; slices.Contains(m.Labels(), "Next page"); page++ {
			m = s.Click(s.Eve, m, "Next page")
			s.Private(m, fmt.Sprint("page ", page, " of "))
		}
		s.Private(m, fmt.Sprintf("\n%d. ", n))
		s.Private(s.Click(s.Eve, m, "Previous page"), fmt.Sprint("page ", pages-1, " of "))
	})
}

// P21: a replay after a resignation or a time-out shows both armies, unless the players have agreed
// to reveal nothing.
func TestReplayAfterResignation(t *testing.T) {
	t.Parallel()
	for _, reveal := range []string{"after", "never"} {
		t.Run(reveal, func(t *testing.T) {
			var frames []scene.Scene
			story.Tell(t, func(s *story.Story) {
				s.Armies("army:barrage reveal:" + reveal)
				s.Confirm(s.Ann)
				s.Confirm(s.Bob)
				rng := rand.New(rand.NewPCG(1, 1))
				s.AnyMove(rng)
				s.AnyMove(rng)
				s.Slash(s.Ann, "/settings general style:monospace text")
				s.Slash(s.Cid, "/settings general style:monospace text")
				own := s.Slash(s.Ann, "/match history after:1")
				s.Private(own, "after 1 move", " F ")
				if strings.Contains(s.Slash(s.Cid, "/match history after:1").Text(), "rF") {
					t.Errorf("a player's own men are hidden from them, or shown to others:\n%s", own.Text())
				}
				s.SayYes(s.Bob, "/resign")
				m := s.Click(s.Cid, s.Board(), "Film")
				if p := m.Pictures(); len(p) != 1 || p[0].Filename != "replay.gif" || len(frames) != 4 {
					t.Errorf("the replay shows %v in %d frames, want 4", p, len(frames))
				}
				past := s.Slash(s.Cid, "/match history after:1").Text()
				if open := strings.Contains(past, "rF") && strings.Contains(past, "bF"); open != (reveal == "after") {
					t.Errorf("after the end a past board shows both flags: %t\n%s", open, past)
				}
			}, func(c *bot.Config) {
				story.WithStratego(c)
				c.Animate = func(list []scene.Scene) ([]byte, error) { frames = list; return json.Marshal(len(list)) }
			})
		})
	}
}

// P21, P19: a move that was taken back is in no list of moves, no past position and no replay.
func TestHistoryWithoutUndone(t *testing.T) {
	t.Parallel()
	var frames []scene.Scene
	story.Tell(t, func(s *story.Story) {
		s.Begin("/kalah challenge user:@Bob first:me")
		for _, move := range []string{"1", "2", "4"} {
			s.Slash(s.Ann, "/kalah move move:"+move)
			if move != "4" {
				s.Slash(s.Ann, "/takeback")
			}
		}
		m := s.Slash(s.Ann, "/match history")
		s.Private(m, "Moves of all players: 1", "1. You played hole 4")
		if strings.Contains(m.Text(), "2. ") {
			t.Error("what was taken back is listed:", m.Text())
		}
		s.Slash(s.Ann, "/settings general style:the position in words")
		s.Private(s.Slash(s.Ann, "/match history after:1"), "The board after 1 move", "South sowed hole 4")
		s.Private(s.Slash(s.Ann, "/match history after:9"), "The board after 1 move", "South sowed hole 4")
		s.SayYes(s.Bob, "/resign")
		film := s.Click(s.Cid, s.Board(), "Film")
		// an animation can't be stopped
		s.Private(s.Click(s.Cid, film, "Step through it"), "The board after 0 of 1 move")
		if len(frames) != 2 {
			t.Errorf("the replay has %d boards, want the start and one move", len(frames))
		}
	}, func(c *bot.Config) {
		c.Animate = func(list []scene.Scene) ([]byte, error) { frames = list; return json.Marshal(len(list)) }
	})
}

// P107: a user who neither plays in a match nor can see its channel gets the same answer from every
// command: there is no such match.
func TestP107OnlyWhoCanSeeIt(t *testing.T) {
	t.Parallel()
	story.Tell(t, func(s *story.Story) {
		s.Begin("/kalah challenge user:@Bob first:me")
		s.Slash(s.Ann, "/kalah move move:2")
		id := string(s.Only().ID)
		elsewhere := s.Sim.AddChannel(s.Club, "elsewhere")
		fay := s.Sim.AddUser("Fay")
		other := s.Sim.AddGuild("Other", fay)
		far := s.Sim.AddChannel(other, "far")
		at := func(who discordsim.UserID, c discordsim.ChannelID, text string) discordsim.Message {
			return s.Answered(s.Sim.As(who).In(c).Slash(text+" game:"+id), text)
		}
		unknown := s.Answered(s.Sim.As(fay).In(far).Slash("/board game:nosuch"), "board").Text()
		for _, text := range []string{
			"/board", "/match history", "/match history after:1", "/match export",
			"/match why", "/board", "/resign", "/kalah move move:1", "/draw",
		} {
			for who, c := range map[discordsim.UserID]discordsim.ChannelID{
				s.Eve: elsewhere, s.Cid: s.Sim.DM(s.Cid),
				fay: far,
			} {
				if got := at(who, c, text); got.Text() != unknown || len(got.Attachments) > 0 {
					t.Errorf("%s game:%s elsewhere is answered with %q, want what is said of a match that isn't there",
						text, id, got.Text())
				}
			}
		}
		s.Private(at(s.Eve, s.Hall, "/match history"), "1. Ann played hole 2")
		for _, c := range []discordsim.ChannelID{elsewhere, s.Sim.DM(s.Bob)} {
			s.Private(at(s.Bob, c, "/match history"), "1. Ann played hole 2")
		}
		thread := s.Sim.AddThread(s.Hall, "talk", s.Ann)
		s.Private(at(s.Eve, thread, "/match history"), "1. Ann played hole 2")
		// A match in a public thread can be seen from the channel of the thread, and not from
		// another channel.
		s.Slash(s.Ann, "/kalah challenge user:@Cid first:me thread:true")
		threads := s.Sim.Threads(s.Hall)
		theirs := threads[len(threads)-1].ID
		s.Click(s.Cid, s.Sim.Last(theirs, s.Eve), "Accept")
		list, err := s.Store.Latest(t.Context(), match.ChannelID(theirs), 1)
		if err != nil || len(list) != 1 {
			t.Fatal("there is no match in the thread:", err)
		}
		id = string(list[0].ID)
		s.Private(at(s.Eve, s.Hall, "/board"), "Ann (South) v Cid (North)")
		s.Private(at(s.Eve, elsewhere, "/board"), "can't find that match")
	})
}

// P107: from another server, each command that names a match answers that there is none, even to
// managers of that server.
func TestP107FromAnotherServer(t *testing.T) {
	t.Parallel()
	story.Tell(t, func(s *story.Story) {
		s.Begin("/kalah challenge user:@Bob first:me")
		fay := s.Sim.AddUser("Fay")
		other := s.Sim.AddGuild("Other", fay, s.Bob, s.Cid)
		s.Sim.SetPermissions(other, fay, discordsim.DefaultMemberPermissions|discordsim.PermManageGuild)
		far := s.Sim.AddChannel(other, "far")
		named := 0
		for _, text := range story.TypedCommands(bot.Commands(&answer.Base{Games: story.Catalogue})) {
			// /match open does not exist, because this story's host has no pages
			if !strings.Contains(text, "game:MATCH") || strings.HasPrefix(text, "/tournament") ||
				strings.HasPrefix(text, "/match open") {
				continue
			}
			named++
			answer := func(id string) string {
				s.Wait(time.Minute) // the pause keeps the requests within their allowance
				return s.Answered(s.Sim.As(fay).In(far).Slash(strings.ReplaceAll(text, "MATCH", id)), text).Text()
			}
			if there, nowhere := answer(string(s.Only().ID)), answer("nosuch"); there != nowhere {
				t.Errorf("%s is answered with %q, and of a match that isn't there with %q", text, there, nowhere)
			}
		}
		if named < 20 {
			t.Errorf("%d commands name a match, want all of them", named)
		}
	})
}

// P29: limits stop a member who starts and cancels matches to fill a channel, or who challenges and
// revokes to ping a member again and again.
func TestP29PaceIsLimited(t *testing.T) {
	t.Parallel()
	story.Tell(t, func(s *story.Story) {
		for range 20 {
			s.Slash(s.Ann, "/kalah challenge user:@Bob")
			if labels := s.Board().Labels(); len(labels) > 2 {
				s.Click(s.Ann, s.Board(), "Withdraw")
			}
		}
		if posts := s.Posts(); posts != 3 {
			t.Errorf("twenty challenges to one member made %d posts within the hour, want 3", posts)
		}
		s.Private(s.Slash(s.Ann, "/kalah challenge user:@Bob"), "that's the limit")
		for range 40 {
			s.Slash(s.Cid, "/kalah challenge")
			if labels := s.Board().Labels(); len(labels) == 2 {
				s.Click(s.Cid, s.Board(), "Withdraw")
			}
		}
		if posts := s.Posts(); posts != 33 {
			t.Errorf("forty open challenges made %d posts within the hour, want 30", posts-3)
		}
		s.Private(s.Slash(s.Cid, "/kalah start"), "that's the limit")
		s.Wait(time.Hour)
		s.Private(s.Slash(s.Ann, "/kalah challenge user:@Bob"), "Your challenge is in")
	})
}

// P29: challenges that are accepted do not count towards that limit.
func TestP29AcceptedChallengesDontCount(t *testing.T) {
	t.Parallel()
	story.Tell(t, func(s *story.Story) {
		for range 5 {
			s.Begin("/kalah challenge user:@Bob first:me")
			s.Slash(s.Ann, "/kalah move move:2")
			s.Resigns(s.Bob)
		}
	})
}

// P39: after a day of grace was used, `/match why` says what has happened, and by which rule.
func TestWhyAfterGrace(t *testing.T) {
	t.Parallel()
	story.Tell(t, func(s *story.Story) {
		s.Begin("/kalah challenge user:@Bob first:me time:1 day a move")
		s.Wait(25 * time.Hour)
		m := s.Slash(s.Bob, "/match why")
		s.Private(m, "grace", "use up your grace first")
		if strings.Contains(m.Text(), "hasn't had to decide") {
			t.Errorf("grace was given, and the book says:\n%s", m.Text())
		}
		s.SayYes(s.Ann, "/resign")
		s.Sees(s.Board(), "Bob wins!")
	})
}

// P39, P36: a player who uses `/match why` after the end may mean the moves: the answer leads to
// the review, which explains them. Before the end there is none.
func TestWhyLeadsToTheReview(t *testing.T) {
	t.Parallel()
	story.Tell(t, func(s *story.Story) {
		s.Begin("/kalah challenge user:@Bob first:me")
		for _, by := range []discordsim.UserID{s.Ann, s.Bob} {
			s.Slash(by, "/kalah move move:2")
		}
		if m := s.Slash(s.Ann, "/match why"); strings.Contains(m.Text(), "Review") ||
			slices.Contains(m.Labels(), "Review") {
			t.Errorf("during the match the answer leads to the review:\n%s", m.Text())
		}
		s.Resigns(s.Bob)
		m := s.Slash(s.Ann, "/match why")
		s.Private(m, "*Review* explains the moves")
		s.Private(s.Thought(s.Sim.As(s.Ann).In(s.Hall).Click(m, "Review")), "Mistakes:")
	})
}

// P39, P6, P11: a refused move changes nothing. `/match why` shows it only to the refused player,
// also after a restart.
func TestP39Refusals(t *testing.T) {
	t.Parallel()
	story.Tell(t, func(s *story.Story) {
		s.Begin("/kalah challenge user:@Bob first:me")
		head := s.Only().Head
		s.Private(s.Slash(s.Ann, "/kalah move move:9"), "can sow")
		s.Private(s.Slash(s.Bob, "/kalah move move:1"), "isn't your turn")
		if now := s.Only(); now.Head != head || len(now.Refused) != 0 {
			t.Errorf("a refused move has stored %d events, %v", now.Head-head, now.Refused)
		}
		s.Private(s.Slash(s.Ann, "/match why"), "**refused**: 9 –", "Only you see")
		s.Private(s.Slash(s.Bob, "/match why"), "**refused**: 1 –")
		s.Slash(s.Ann, "/kalah move move:1")
		s.Restart(time.Minute)
		s.Private(s.Slash(s.Ann, "/match why"), "**refused**: 9 –")
		if m := s.Slash(s.Bob, "/match why"); strings.Contains(m.Text(), "Ann: 9") {
			t.Errorf("Bob reads what Ann has tried:\n%s", m.Text())
		}
		s.Private(s.Slash(s.Eve, "/match why"), "hasn't had to decide anything")
	})
}

// A table for two seats of a game for more players has the buttons of a table.
func TestTableOfTwo(t *testing.T) {
	t.Parallel()
	story.TellTournament(t, func(s *story.Story) {
		s.Slash(s.Ann, "/fish start players:2")
		if labels := fmt.Sprint(s.Board().Labels()); !strings.Contains(labels, "Begin with computers") {
			t.Errorf("a table of two offers %s", labels)
		}
	})
}

// F78: if two players have the same name, either can be named as the winner.
func TestOverrideOfNamesakes(t *testing.T) {
	t.Parallel()
	story.TellTournament(t, func(s *story.Story) {
		s.Sim.SetNick(s.Club, s.Bob, "Ann")
		s.Slash(s.Ann, "/tournament create game:kalah format:bracket players:2")
		s.Slash(s.Ann, "/tournament join")
		s.Slash(s.Bob, "/tournament join")
		s.Wait(10 * time.Second)
		game := string(s.TheTournament().Played[0].Games[0].Match)
		s.Private(s.Slash(s.Ann, "/tournament override game:"+game+" winner:Ann reason:because"), "players are Ann")
		i := s.Sim.As(s.Ann).In(s.Hall).Autocomplete("/tournament override game:"+game+" winner:", "winner")
		s.Wait(0)
		if list := i.Choices(); len(list) != 3 || list[0].Value == list[1].Value {
			t.Errorf("the winners offered are %v", list)
		}
		s.Private(s.Slash(s.Ann, "/tournament override game:"+game+" winner:ann #2 reason:because"), "decided")
	})
}

// `/settings general` without options changes nothing and does not say that anything has changed.
func TestSettingsAlone(t *testing.T) {
	t.Parallel()
	story.Tell(t, func(s *story.Story) {
		if m := s.Slash(s.Ann, "/settings general"); !strings.Contains(m.Text(), "How you see boards: **picture**") {
			t.Errorf("nothing was changed, and the answer is:\n%s", m.Text())
		}
		s.Private(s.Slash(s.Ann, "/settings general style:words"), "**the position in words**")
		s.Private(s.Slash(s.Ann, "/board game:*x*"), "can't find that match")
	})
}

// P21, P33: the lists of a match's moves also show each ruling that did not end the match, such as
// a skipped turn. A ruling has no number, so a move has the same number in every list.
func TestRulingsAmongMoves(t *testing.T) {
	t.Parallel()
	story.TellFish(t, func(s *story.Story, _ discordsim.UserID) {
		s.Begin("/fish challenge user:@Bob first:me time:6 hours a move rules:course rows:3 columns:3 penguins:1 fish:1")
		s.Slash(s.Ann, "/fish move move:a1")
		s.Slash(s.Bob, "/fish move move:a2")
		s.Slash(s.Ann, "/fish move move:a1-b1")
		s.Wait(7 * time.Hour)
		s.Slash(s.Ann, "/fish move move:b1-c1")
		s.Private(s.Slash(s.Eve, "/match history"), "Moves of all players: 4",
			"3. Ann played a1 → b1\n   Bob: turn skipped\n4. Ann played b1 → c1")
		missed := s.Slash(s.Bob, "/match happened")
		s.Private(missed, "3. Ann played a1 → b1\n* Bob: turn skipped\n4. Ann played b1 → c1")
		m := s.Click(s.Bob, missed, "Step through it")
		s.Private(m, "The board after 2 of 4 moves")
		m = s.Click(s.Bob, s.Click(s.Bob, m, "Move on"), "Move on")
		s.Private(m, "The board after 3 of 4 moves\nBob: turn skipped")
		s.Private(s.Click(s.Bob, m, "Move on"), "The board after 4 moves")

		m = s.Imports(s.Cid, s.Exports(s.Bob)) // P104
		s.Private(m, "Ann (red) v Bob (white)\nThe board after 4 moves")
		s.Private(s.Click(s.Cid, m, "Move back"), "The board after 3 of 4 moves\nWhite: turn skipped")
		s.SayYes(s.Ann, "/resign")
		s.Private(s.Imports(s.Cid, s.Exports(s.Bob)), "The board after 4 moves",
			"White wins with 0 fish, as nobody else is left.")
	})
}
