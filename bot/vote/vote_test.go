package vote_test

import (
	"fmt"
	"slices"
	"strings"
	"testing"
	"time"

	"paddock/bot/component"
	"paddock/bot/discordsim"
	"paddock/bot/story"
	"paddock/games"
	"paddock/games/match"
)

// crowd adds members to the story's server, until n can vote besides Bob.
func crowd(s *story.Story, n int) []discordsim.UserID {
	voters := []discordsim.UserID{s.Ann, s.Cid, s.Eve}
	for i := len(voters); i < n; i++ {
		u := s.Sim.AddUser(fmt.Sprint("Member ", i))
		s.Sim.AddMember(s.Club, u)
		voters = append(voters, u)
	}
	return voters
}

// press presses the button of a hole.
func press(s *story.Story, u discordsim.UserID, m discordsim.Message, hole string) discordsim.Message {
	s.Helper()
	i := slices.IndexFunc(m.Labels(), func(l string) bool { return l == hole || strings.HasPrefix(l, hole+" ") })
	if i < 0 {
		s.Fatalf("no button for %s among %v of %s", hole, m.Labels(), m.Text())
	}
	return s.Click(u, m, m.Labels()[i])
}

// says returns a text in the form in which the channel's messages contain it.
func says(ch discordsim.ChannelID, text string) string { return fmt.Sprintf("<#%s> %s", ch, text) }

// logOf returns the log of the story's match.
func logOf(s *story.Story) []match.Event {
	log, err := s.Store.History(s.Context(), s.TheMatch().ID, 1)
	if err != nil {
		s.Fatal(err)
	}
	return log
}

// P134: a channel plays a member, by buttons, menus and commands. Votes are private: until they are
// counted, only their number is visible, and when they are counted.
func TestP134_AgainstAMember(t *testing.T) {
	t.Parallel()
	story.Tell(t, func(s *story.Story) {
		s.Private(s.Slash(s.Ann, "/kalah challenge user:@Bob seat:channel first:me vote:1h"), "Your challenge is in")
		s.Sees(s.Board(), "#hall challenges", "The channel votes on its moves", "1 hour for a vote",
			"secret until it is counted")
		s.Click(s.Bob, s.Board(), "Accept")
		zoe := crowd(s, 4)[3] // she does not vote, only watches
		posts := func() int { return len(s.Sim.Messages(s.Hall, zoe)) }
		board, before := s.Board(), posts()
		s.Sees(board, `\#hall (South)`, says(s.Hall, "votes: choose a move"))
		s.Rings(board)
		s.Private(press(s, s.Bob, board, "1"), "isn't your turn")
		s.Private(press(s, s.Cid, board, "3"), "You have voted for **3**", "Votes so far: 1", "One vote so far")
		s.Private(s.Slash(s.Eve, "/kalah move move:4"), "You have voted for **4**", "Votes so far: 2")
		said := press(s, s.Ann, board, "4")
		s.Private(said, "You have voted for **4**")
		s.Sees(s.Board(), says(s.Hall, "votes: choose a move. Votes so far: 3. Counted"))
		board = s.Board()
		menu := s.Click(s.Ann, said, "Change my vote")
		s.Private(press(s, s.Ann, menu, "3"), "You have voted for **3**", "Votes so far: 3")
		s.Private(s.Click(s.Cid, board, "Votes"), "You have voted for **3**", "Votes so far: 3")
		s.Private(s.Slash(s.Eve, "/match vote"), "You have voted for **4**")
		s.Private(s.Slash(s.Ann, "/match conditional"), "The channel votes on its moves")
		s.Private(s.Slash(s.Ann, "/hint"), "")
		if now := s.Board(); posts() != before || now.Text() != board.Text() {
			t.Errorf("before the count the channel has %d messages instead of %d, and its board says %s", posts(),
				before, now.Text())
		}
		s.Wait(time.Hour)
		s.Sees(s.Board(), says(s.Hall, "played **3**. Votes: **3** (2) and **4** (1)"), says(s.Hall, "votes"))
		s.Wait(47 * time.Hour)
		s.Private(s.Click(s.Eve, s.Board(), "Votes"), "You haven't voted yet")
		s.Private(press(s, s.Eve, s.Board(), "1"), "Votes so far: 1")
		s.Wait(2 * time.Hour)
		s.Sees(s.Board(), says(s.Hall, "played **1**. Votes: **1** (1)"), "it's your turn")
		for _, early := range []discordsim.Message{
			press(s, s.Cid, s.Board(), "1"),
			s.Slash(s.Cid, "/kalah move move:1"),
		} {
			s.Private(early, "You can vote whenever the channel is to move")
		}
		s.Private(s.Slash(s.Cid, "/match vote"), "There is no vote in this match right now")
		s.Private(s.Slash(s.Ann, "/takeback"), "A channel votes on its moves")
		s.Resigns(s.Bob)
		s.Sees(s.Board(), "#hall wins", "Votes cast")
		if rec := s.TheMatch(); len(rec.Voting.Turnout) != 3 || rec.Voting.Turnout[0].User != match.UserID(s.Eve) {
			t.Errorf("voters are %+v", rec.Voting.Turnout)
		}
		if text := s.Exports(s.Eve, "#hall"); strings.Contains(text, "Cid") || strings.Contains(text, "Eve") {
			t.Errorf("the export names voters:\n%s", text)
		}
	})
}

// P135: twelve members play a match to its end against the computer, with changed votes, single
// votes and a restart after each count.
func TestP135_TwelveAgainstMedium(t *testing.T) {
	t.Parallel()
	story.Tell(t, func(s *story.Story) {
		voters := crowd(s, 12)
		s.Private(s.Slash(s.Ann, "/kalah start level:medium seat:channel-open first:me vote:6h voters:12 time:24h"),
			"Your match has begun")
		early, changed := 0, 0
		for turn := 0; s.TheMatch().Status == match.Running && turn < 200; turn++ {
			rec := s.TheMatch()
			if rec.Votes() == games.Spectator {
				s.Wait(time.Minute)
				continue
			}
			pos, err := story.GameOf(rec).Parse(rec.Position)
			if err != nil {
				t.Fatal(err)
			}
			legal := slices.Collect(pos.View(rec.Votes()).Legal())
			open := func() bool { return s.TheMatch().Moves == rec.Moves }
			for i := range 1 + turn*5%12 {
				u := voters[(i+turn)%12]
				if open() {
					press(s, u, s.Board(), legal[(i*i+turn)%len(legal)])
				}
				if i == 2 && open() {
					s.Restart(time.Minute)
					s.Private(press(s, voters[turn%12], s.Board(), legal[(turn+1)%len(legal)]), "ote")
					changed++
				}
			}
			if open() {
				s.Wait(25 * time.Hour)
			} else {
				early++
			}
		}
		rec := s.TheMatch()
		if rec.Status != match.Over {
			t.Fatalf("the match is %s after %d moves", rec.Status, rec.Moves)
		}
		total := 0
		for _, v := range rec.Voting.Turnout {
			total += v.Turns
		}
		votes := 0
		for _, e := range logOf(s) {
			if e.Note != "" && e.Kind == match.Moved {
				var best, all int
				if _, err := fmt.Sscanf(e.Note, "%d/%d", &best, &all); err != nil || best < 1 || all < best {
					t.Errorf("a move was chosen by %q votes", e.Note)
				}
				votes += all
			}
		}
		if total != votes || len(rec.Voting.Turnout) != 12 {
			t.Errorf("%d voters have voted in %d turns, and %d votes were counted", len(rec.Voting.Turnout), total,
				votes)
		}
		s.Sees(s.Board(), "Votes cast")
		t.Logf("%d moves, %d votes counted of 12 members, %d counts before their time, %d minds changed over restarts: %s", rec.Moves, votes, early, changed, rec.Result)
	})
}

// P134: when a computer has answered a channel's move, the board shows how many votes the move had.
// After a turn without votes the board shows no count.
func TestP134_CountBesideTheAnswer(t *testing.T) {
	t.Parallel()
	story.Tell(t, func(s *story.Story) {
		s.Slash(s.Ann, "/fish start level:easy players:2 seat:channel first:me vote:1h time:1h")
		for range 5 { // four placements and a move, counted at the end of their time
			chosen := s.First(s.TheMatch(), s.TheMatch().Votes())
			s.Private(s.Slash(s.Eve, "/fish move move:"+chosen), "You have voted for")
			s.Wait(65 * time.Minute)
			s.Sees(s.Board(), says(s.Hall, "played **"+chosen+"**. Votes: **"+chosen+"** (1)"), says(s.Hall, "votes"))
		}
		s.Wait(70 * time.Minute)
		if text := s.Board().Text(); !strings.Contains(text, says(s.Hall, "votes")) ||
			strings.Contains(text, "played **") {
			t.Errorf("after a turn without a vote the board says %s", text)
		}
	}, story.WithAll)
}

// P134: members vote for a move of several steps step by step, in private, and the board does not
// change.
func TestP134_StepByStep(t *testing.T) {
	t.Parallel()
	story.Tell(t, func(s *story.Story) {
		s.Slash(s.Ann, "/halatafl start level:easy seat:channel side:sheep vote:1h")
		board := s.Board()
		said := board
		for range 6 {
			if strings.Contains(said.Text(), "You have voted for") {
				break
			}
			if menus := said.Selects(); len(menus) > 0 {
				said = s.Answered(s.Sim.As(s.Eve).Select(said, menus[0].CustomID, menus[0].Options[0].Label), "a step")
				continue
			}
			said = s.Click(s.Eve, said, slices.DeleteFunc(said.Labels(), func(l string) bool { return l == "Rules" })[0])
		}
		s.Private(said, "You have voted for", "Votes so far: 1")
		now := s.Sim.Last(s.Hall, s.Cid)
		s.Sees(now, "One vote so far")
		if now.ID != board.ID || !slices.Equal(now.Labels(), board.Labels()) || s.TheMatch().Moves != 0 {
			t.Errorf("a vote changes the board to %s", now.Text())
		}
	})
}

// P136: members without a playing role can't vote, nor can both sides of a block.
func TestP136_WhoVotes(t *testing.T) {
	t.Parallel()
	story.Tell(t, func(s *story.Story) {
		dan := s.Moderated()
		s.Slash(s.Ann, "/kalah challenge user:@Bob seat:channel first:me vote:1h")
		s.Click(s.Bob, s.Board(), "Accept")
		board := s.Board()
		s.Slash(s.Bob, "/settings block user:@Dan")
		s.Private(press(s, dan, board, "1"), "You can't join this match right now")
		s.Sim.AddRole(s.Club, "Player")
		s.Slash(s.Cid, "/server roles play:@Player")
		s.Private(press(s, s.Eve, board, "1"), "one of the roles <@&")
		s.Private(press(s, s.Cid, board, "1"), "You have voted for **1**") // managers of the server always may
		if votes := s.TheMatch().Voting.Votes; len(votes) != 1 {
			t.Errorf("votes are %v, want one", votes)
		}
	})
}

// P134: the controls of a vote do nothing in a match in which no channel votes.
func TestP134_ControlsWithoutAVote(t *testing.T) {
	t.Parallel()
	story.Tell(t, func(s *story.Story) {
		s.Begin("/kalah challenge user:@Bob first:me")
		s.Forge(component.Target{Match: s.Only().ID, Head: s.Only().Board(), Action: component.ActVoteOpen})
		s.Private(s.Click(s.Ann, s.Board(), s.Board().Labels()[0]), "another version of me")
	})
}

// P137, P155: two channels of a server play each other, each at its own board.
func TestP137_TwoChannels(t *testing.T) {
	t.Parallel()
	story.Tell(t, func(s *story.Story) {
		attic := s.Sim.AddChannel(s.Club, "attic")
		in := func(ch discordsim.ChannelID) discordsim.Message { return s.Sim.Last(ch, s.Eve) }
		s.Private(s.Slash(s.Ann, fmt.Sprintf("/kalah challenge rival:<#%s> first:me vote:1h", attic)),
			"challenge is open")
		s.Sees(in(attic), "#hall challenges", "The channel votes on its moves")
		s.Click(s.Bob, in(attic), "Accept")
		s.Wait(time.Minute)
		s.Sees(s.Board(), `\#hall (South)`, `\#attic (North)`, says(s.Hall, "votes"))
		receipt := press(s, s.Ann, s.Board(), "1")
		press(s, s.Cid, s.Board(), "1")
		s.Private(press(s, s.Bob, s.Board(), "1"), "isn't your turn")
		s.Wait(time.Hour + time.Minute)
		if s.There(s.Ann, receipt) {
			t.Error("P155: the receipt of a vote outlives the count")
		}
		s.Sees(in(attic), says(s.Hall, "played **1**. Votes: **1** (2)"), says(attic, "votes"))
		if b := s.Last(); len(b.Labels()) > 0 && story.FullBoard(b) {
			t.Errorf("the hall still has a board: %v", b.Labels())
		}
		board := in(attic)
		s.Private(press(s, s.Cid, board, "2"), "voted for the other side")
		s.Private(press(s, s.Eve, board, "2"), "You have voted for **2**")
		press(s, s.Bob, board, "2")
		s.Wait(time.Hour + time.Minute)
		s.Sees(s.Board(), says(attic, "played **2**. Votes: **2** (2)"), says(s.Hall, "votes"))
		s.Resigns(s.Bob)
		s.Sees(s.Board(), "#hall wins", "Votes cast")
	})
}

// P137: if the challenged channel moves first, the challenger's channel has a link to the match
// from its beginning.
func TestP137_LinkFromTheBeginning(t *testing.T) {
	t.Parallel()
	story.Tell(t, func(s *story.Story) {
		attic := s.Sim.AddChannel(s.Club, "attic")
		s.Slash(s.Ann, fmt.Sprintf("/kalah challenge rival:<#%s> first:them vote:1h", attic))
		s.Click(s.Bob, s.Sim.Last(attic, s.Eve), "Accept")
		s.Wait(time.Minute)
		board := s.Sim.Last(attic, s.Eve)
		s.Sees(s.Sim.Last(s.Hall, s.Eve), `\#attic (South) v \#hall (North)`, "/"+string(board.ID)+")")
		press(s, s.Cid, board, "1")
		press(s, s.Eve, board, "1")
		s.Wait(time.Hour + time.Minute)
		s.Sees(s.Board(), says(s.Hall, "votes"))
		if n := len(s.Sim.Messages(attic, s.Eve)) + len(s.Sim.Messages(s.Hall, s.Eve)); n != 3 {
			t.Errorf("%d messages in both channels, want the link, the board and its link", n)
		}
	})
}

// P155: the receipt of a vote stays until the votes are counted, and is deleted then.
func TestP155_ReceiptsGo(t *testing.T) {
	t.Parallel()
	story.Tell(t, func(s *story.Story) {
		s.Slash(s.Ann, "/kalah challenge user:@Bob seat:channel first:me vote:1h voters:3")
		s.Click(s.Bob, s.Board(), "Accept")
		s.Wait(time.Minute)
		receipt := press(s, s.Ann, s.Board(), "1")
		s.Private(receipt, "You have voted for **1**")
		if s.Wait(time.Minute); !s.There(s.Ann, receipt) {
			t.Error("the receipt has gone before the count")
		}
		press(s, s.Cid, s.Board(), "1")
		if s.Wait(time.Minute); s.There(s.Ann, receipt) {
			t.Error("the receipt outlives the count")
		}
	})
}

// P134: impossible requests are refused with a reason.
func TestP134_Refusals(t *testing.T) {
	t.Parallel()
	story.Tell(t, func(s *story.Story) {
		s.Private(s.Slash(s.Ann, "/kalah start seat:channel time:none"), "needs a clock")
		s.Private(s.Slash(s.Ann, "/kalah challenge user:@Bob seat:channel rated:true"), "never rated")
		s.Private(s.Slash(s.Ann, "/kalah start seat:channel time:1h vote:6h"), "A vote can be open")
		s.Private(s.Slash(s.Eve, "/match vote"), "no match")
		s.Private(s.Slash(s.Ann, "/kalah start level:easy seat:channel first:me thread:true"), "Your match has begun",
			"I've opened no thread, so that everybody in the channel sees it")
		s.Resigns(s.Ann)
		s.Slash(s.Ann, "/kalah start level:easy seat:channel first:me time:none")
		s.Slash(s.Ann, "/kalah start level:easy seat:channel first:me")
		board := s.Board()
		s.Private(s.Click(s.Eve, board, "Board just for me"), says(s.Hall, "votes"))
		s.Private(press(s, s.Eve, s.Click(s.Eve, board, "Board just for me"), "2"), "You have voted for **2**")
		s.Private(s.Slash(s.Ann, "/games"), "the channel votes")
		s.Private(s.Slash(s.Cid, "/resign"), "")
		s.Click(s.Ann, s.Slash(s.Ann, "/resign"), "Yes, I resign")
		s.Wait(time.Minute)
		s.Private(s.Click(s.Cid, s.Board(), "More"), "")
	})
}
