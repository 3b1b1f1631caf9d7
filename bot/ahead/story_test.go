package ahead_test

import (
	"fmt"
	"slices"
	"strings"
	"testing"
	"time"

	"paddock/bot/board"
	"paddock/bot/discordsim"
	"paddock/bot/story"
	"paddock/games/match"
)

// P97, P26, P35: a player tries a line on a trial board with the usual buttons, unseen by others.
// The line becomes conditional moves, which are played at once and without a ping.
func TestP97TryMoves(t *testing.T) {
	t.Parallel()
	story.Tell(t, func(s *story.Story) {
		s.Begin("/kalah challenge user:@Bob first:me")
		s.Slash(s.Ann, "/kalah move move:2")
		s.Wait(time.Hour)
		posts, calls := s.Posts(), len(s.Sim.Calls())
		m := s.Click(s.Ann, s.Click(s.Ann, s.Board(), "Board just for me"), "Try moves")
		s.Private(m, "Try moves", "North to move")
		m = hole(s, s.Ann, m, 1)
		s.Private(m, "Line: **North 1**", "South to move")
		if slices.Contains(m.Labels(), "Save as reply") {
			t.Error("a line without an answer can be prepared")
		}
		m = hole(s, s.Ann, m, 3)
		s.Private(m, "Line: **North 1, South 3**")
		m = s.Click(s.Ann, m, "One move back")
		m = hole(s, s.Ann, m, 1)
		s.Private(m, "Line: **North 1, South 1**", "North to move")
		again := s.Slash(s.Ann, "/match try")
		s.Private(again, "Line: **North 1, South 1**")
		m = s.Click(s.Ann, m, "Save as reply")
		s.Private(m, "Saved: **North 1, South 1**", "1. North 1, South 1")
		s.Private(s.Slash(s.Ann, "/match conditional if:3 then:1"), "1. North 3, South 1", "2. North 1, South 1")
		if s.Posts() != posts || len(s.Only().LastMoves) != 1 {
			t.Error("something of it was seen or played")
		}
		for _, c := range s.Sim.Calls()[calls:] {
			if strings.Contains(c.Path, string(s.Hall)) {
				t.Errorf("the channel was written to: %s %s", c.Method, c.Path)
			}
		}
		for _, u := range []discordsim.UserID{s.Bob, s.Eve} {
			for _, text := range []string{"/board", "/match history", "/match export", "/match why", "/games"} {
				if got := s.Slash(u, text); strings.Contains(got.Text(), "South 1") ||
					strings.Contains(got.Text(), "Try moves:") {
					t.Errorf("%s tells %s of it:\n%s", text, u, got.Text())
				}
			}
		}
		s.Private(s.Slash(s.Bob, "/match conditional"), "You have no automatic replies")
		s.Private(s.Slash(s.Eve, "/match try game:"+string(s.Only().ID)), "You don't play in this match")

		s.Slash(s.Bob, "/kalah move move:1")
		s.Wait(time.Minute)
		rec := s.Only()
		if got := fmt.Sprint(rec.LastSeat, rec.LastMoves, rec.Waiting); got != "0 [1] 2" {
			t.Errorf("the last turn is %s, want South's answer", got)
		}
		s.Rings(s.Board())
		s.Wait(2 * time.Hour)
		s.Rings(s.Board())
		// The rest of the line is gone, and an old trial board begins again from the present
		// position.
		s.Private(s.Slash(s.Ann, "/match conditional"), "You have no automatic replies")
		s.Private(hole(s, s.Ann, again, 2), "The match has moved on", "North to move")
	})
}

// P26, P134: a member who has begun a match for their channel can't prepare its moves, because the
// channel votes on them.
func TestP26NotForAChannel(t *testing.T) {
	t.Parallel()
	story.Tell(t, func(s *story.Story) {
		s.Slash(s.Ann, "/kalah challenge user:@Bob seat:channel first:me vote:1h")
		s.Click(s.Bob, s.Board(), "Accept")
		for _, command := range []string{"/match try", "/match conditional if:1 then:2"} {
			s.Private(s.Slash(s.Ann, command+" game:"+string(s.Only().ID)), "The channel votes on its moves")
		}
	})
}

// P26: a line that is dropped or cannot be played is reported once, to its owner alone, with their
// next move or board.
func TestP26Dropped(t *testing.T) {
	t.Parallel()
	story.Tell(t, func(s *story.Story) {
		s.Begin("/kalah challenge user:@Bob first:me")
		s.Slash(s.Ann, "/kalah move move:2")
		s.Private(s.Slash(s.Ann, "/match conditional if:1 then:1"), "Saved")
		for _, c := range []struct{ text, says string }{
			{"/match conditional if:1", "A line needs somebody else's move and then your answer"},
			{"/match conditional then:1", "A line needs"},
			{"/match conditional if:9 then:1", "9"},
			{"/match conditional if:1 then:9", "9"},
		} {
			s.Private(s.Slash(s.Ann, c.text), c.says)
		}
		s.Private(s.Slash(s.Ann, "/match conditional"), "1. North 1, South 1")
		s.Slash(s.Bob, "/kalah move move:5")
		s.Private(s.Slash(s.Ann, "/board"),
			"Things went differently, so I dropped your automatic replies: North 1, South 1")
		if got := s.Slash(s.Ann, "/board").Text(); strings.Contains(got, "dropped") {
			t.Errorf("it is said twice:\n%s", got)
		}
		// A click on the public board reports the lost line too.
		s.Slash(s.Ann, "/kalah move move:1")
		s.Private(s.Slash(s.Ann, "/match conditional if:1 then:3"), "Saved")
		s.Slash(s.Bob, "/kalah move move:2")
		s.Private(hole(s, s.Ann, s.Board(), 4), "dropped", "North 1, South 3")
		// An offer of a draw needs the player's own answer.
		s.Private(s.Slash(s.Ann, "/match conditional if:1 then:3"), "Saved")
		s.Slash(s.Bob, "/draw")
		s.Slash(s.Bob, "/kalah move move:1")
		s.Private(s.Slash(s.Ann, "/board"), "Your automatic reply **3** is waiting")
		// A move that is taken back drops the conditional moves that answer it, and the list of
		// conditional moves says so.
		s.Slash(s.Ann, "/kalah move move:6")
		s.Private(s.Slash(s.Ann, "/match conditional if:2 then:3"), "Saved")
		s.Slash(s.Ann, "/takeback")
		s.Private(s.Slash(s.Ann, "/match conditional"),
			"Things went differently, so I dropped your automatic replies: North 2, South 3",
			"You have no automatic replies in this match.")
	})
}

// P98: only the owner of notes sees them, and gets them with the export after the match is over.
func TestP98Notes(t *testing.T) {
	t.Parallel()
	story.Tell(t, func(s *story.Story) {
		s.Begin("/kalah challenge user:@Bob first:me")
		s.Slash(s.Ann, "/kalah move move:2")
		s.Private(s.Slash(s.Ann, "/match note"), "Nothing yet.")
		s.Private(s.Slash(s.Ann, "/match note text:he likes hole 1"), "Kept.", "> he likes hole 1")
		m := s.Slash(s.Ann, "/match note text:so do I")
		s.Private(m, "> he likes hole 1\n> so do I")
		s.Private(s.Slash(s.Eve, "/match note text:me too"), "a match that you play in")
		s.Private(s.Slash(s.Bob, "/match note"), "Nothing yet.")
		s.Slash(s.Bob, "/match note text:she is slow")
		if text := s.Exports(s.Ann); strings.Contains(text, "note ") {
			t.Errorf("the export of a running match has the notes:\n%s", text)
		}
		m = s.Fill(s.Ann, s.Hall, m, "Write", map[string]string{"0": "he likes hole 1\nand 3"})
		s.Private(m, "> he likes hole 1\n> and 3")
		s.Private(s.Slash(s.Ann, "/match note text:"+strings.Repeat("x", 990)), "can have 1000 at most")
		s.SayYes(s.Bob, "/resign")
		s.Exports(s.Ann, "\nnote he likes hole 1\nnote and 3\n")
		for who, never := range map[discordsim.UserID]string{s.Ann: "slow", s.Bob: "likes", s.Eve: "note "} {
			if text := s.Exports(who); strings.Contains(text, never) {
				t.Errorf("the export has another's notes:\n%s", text)
			}
		}
		s.Private(s.Slash(s.Bob, "/match note"), "she is slow")
		// The conditional moves are deleted with the data of their owner.
		s.Click(s.Ann, s.Slash(s.Ann, "/privacy delete-my-data"), "Yes, delete it all")
		s.Wait(time.Minute)
		if u, err := s.Store.User(t.Context(), match.UserID(s.Ann)); err != nil || len(u.Notebooks) > 0 {
			t.Errorf("of notes is left %v, %v", u.Notebooks, err)
		}
	})
}

// P26, P97 in Stratego: the other side can play every move that is possible as far as the player
// knows. The result of a fight is not shown.
func TestP97Stratego(t *testing.T) {
	t.Parallel()
	story.Tell(t, func(s *story.Story) {
		s.Armies("army:barrage reveal:never")
		s.Private(s.Slash(s.Ann, "/match try"), "before the set-up is finished")
		s.Confirm(s.Ann)
		s.Confirm(s.Bob)
		for range 4 {
			rec := s.Only()
			for seat := range rec.Waiting.All() {
				s.Slash(discordsim.UserID(rec.Players[seat].User), "/stratego move move:"+s.First(rec, seat))
			}
		}
		rec := s.Only()
		m := s.Slash(s.Ann, "/match try")
		s.Private(m, "RED to move")
		own := s.First(rec, 0)
		if m = s.Slash(s.Ann, "/match try"); len(story.Ways(m)) == 0 {
			t.Fatalf("there is nothing to choose: %v", m.Labels())
		}
		i := s.Sim.As(s.Ann).In(s.Hall).Autocomplete("/match conditional if:"+own[:2], "if")
		s.Wait(0)
		if len(i.Choices()) == 0 {
			t.Fatal("no move of one's own is offered")
		}
		i = s.Sim.As(s.Ann).In(s.Hall).Autocomplete("/match conditional if:"+own, "if")
		s.Wait(0)
		if len(i.Choices()) < 5 {
			t.Errorf("what BLUE could play then: %v", i.Choices())
		}
		theirs := strings.Fields(i.Choices()[len(i.Choices())-1].Name)[1]
		i = s.Sim.As(s.Ann).In(s.Hall).Autocomplete("/match conditional if:"+own+" then:", "then")
		s.Wait(0)
		if list := i.Choices(); i.Err() != nil || len(list) > 0 {
			t.Errorf("as her answer to her own move Ann is offered %v, %v", list, i.Err())
		}
		s.Private(s.Slash(s.Ann, "/match conditional if:"+own+" "+theirs+" then:"+reverse(own)), "Saved",
			"RED "+board.Arrow(own), "BLUE "+board.Arrow(theirs))
	}, story.WithStratego)
}

// reverse returns the opposite move: "a1a2" for "a2a1".
func reverse(move string) string {
	i := 1
	for move[i] >= '0' && move[i] <= '9' {
		i++
	}
	return move[i:] + move[:i]
}

// hole presses the button of the n-th hole on a board of Kalah.
func hole(s *story.Story, who discordsim.UserID, m discordsim.Message, n int) discordsim.Message {
	s.Helper()
	for _, label := range m.Labels() {
		if strings.HasPrefix(label, fmt.Sprintf("%d (", n)) {
			return s.Click(who, m, label)
		}
	}
	s.Fatalf("there is no hole %d among %v", n, m.Labels())
	return discordsim.Message{}
}

// P97, P26, P98 in every state of a match, in the channel and in direct messages. While the match
// runs players can prepare moves on either side's turn. They can write notes to the end. Spectators
// can do neither, and nobody can before the match has begun.
func TestP97Everywhere(t *testing.T) {
	t.Parallel()
	const none, watching = "You have no match running here", "a match that you play in"
	playing := [3]string{"Try moves:", "You have no automatic replies", "Your notes on this match"}
	accept := func(s *story.Story) { s.Click(s.Bob, s.Board(), "Accept") }
	move := func(s *story.Story) { accept(s); s.Slash(s.Ann, "/kalah move move:2") }
	for _, c := range []struct {
		state string
		until func(s *story.Story)
		// answers of /match try, /match conditional and /match note to a player and to a
		// spectator
		player, watcher [3]string
	}{
		{
			"proposed", func(*story.Story) {},
			[3]string{none, none, "Nobody is playing here"},
			[3]string{none, none, "Nobody is playing here"},
		},
		{"own turn", accept, playing, [3]string{none, none, watching}},
		{"other's turn", move, playing, [3]string{none, none, watching}},
		{
			"over", func(s *story.Story) { move(s); s.SayYes(s.Bob, "/resign") },
			[3]string{none, none, playing[2]},
			[3]string{none, none, watching},
		},
	} {
		t.Run(c.state, func(t *testing.T) {
			story.Tell(t, func(s *story.Story) {
				s.Slash(s.Ann, "/kalah challenge user:@Bob first:me")
				c.until(s)
				rec := s.Only()
				for i, text := range []string{"/match try", "/match conditional", "/match note"} {
					s.Private(s.Slash(s.Ann, text), c.player[i])
					s.Private(s.Slash(s.Eve, text), c.watcher[i])
					if rec.Status == match.Open {
						continue
					}
					want := c.player[i] // in direct messages the command names the match
					if want == none {
						want = "This match isn't running"
					}
					s.Sees(s.Answered(s.Sim.As(s.Ann).In(s.Sim.DM(s.Ann)).Slash(text+" game:"+string(rec.ID)), text),
						want)
				}
				for code, want := range map[string][3]string{
					"Svenska": {"Prova drag:", "inga automatiska svar", "Dina anteckningar om partiet"},
					"Deutsch": {"Züge probieren:", "keine automatischen Antworten", "Deine Notizen zu dieser Partie"},
				} {
					s.Slash(s.Ann, "/settings general language:"+code)
					for i, text := range []string{"/match try", "/match conditional", "/match note"} {
						if rec.Status == match.Running {
							s.Private(s.Slash(s.Ann, text), want[i])
						}
					}
				}
			})
		})
	}
}

// P97: a player's trial board and private board are in two private messages. The bot keeps the
// private board up to date.
func TestP97BesideTheBoard(t *testing.T) {
	t.Parallel()
	story.Tell(t, func(s *story.Story) {
		s.Begin("/kalah challenge user:@Bob first:me")
		s.Slash(s.Ann, "/kalah move move:2")
		board := s.Slash(s.Ann, "/board")
		hole(s, s.Ann, s.Click(s.Ann, board, "Try moves"), 1)
		s.Click(s.Ann, s.Click(s.Ann, s.Click(s.Ann, board, "What happened?"), "Step through it"), "Move back")
		s.Slash(s.Bob, "/kalah move move:5")
		s.Wait(time.Minute)
		for _, m := range s.Sim.Messages(s.Hall, s.Ann) {
			if m.ID == board.ID {
				s.Private(m, "it's your turn", "Bob sowed hole 5")
				return
			}
		}
		t.Error("the own board is gone")
	})
}
