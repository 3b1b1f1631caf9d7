package bot_test

import (
	"fmt"
	"slices"
	"strings"
	"testing"
	"time"

	"paddock/bot/discordsim"
	"paddock/games/match"
)

// P97, P26, P35: on a what-if board a line is tried out with the ordinary buttons, nobody else sees anything of it, and it becomes conditional moves that are
// played in the same moment as what they answer, without a ping.
func TestP97WhatIf(t *testing.T) {
	t.Parallel()
	tell(t, func(s *story) {
		s.begin("/kalah challenge user:@Bob first:me")
		s.slash(s.ann, "/kalah move move:2")
		s.wait(time.Hour)
		posts, calls := s.posts(), len(s.sim.Calls())
		m := s.click(s.ann, s.click(s.ann, s.board(), "Board"), "What if")
		s.private(m, "What if", "North to move")
		m = s.hole(s.ann, m, 1)
		s.private(m, "Line: **North 1**", "South to move")
		if slices.Contains(m.Labels(), "Play this for me") {
			t.Error("a line without an answer can be prepared")
		}
		m = s.hole(s.ann, m, 3)
		s.private(m, "Line: **North 1 → South 3**")
		m = s.click(s.ann, m, "One move back")
		m = s.hole(s.ann, m, 1)
		s.private(m, "Line: **North 1 → South 1**", "North to move")
		again := s.slash(s.ann, "/whatif")
		s.private(again, "Line: **North 1 → South 1**")
		m = s.click(s.ann, m, "Play this for me")
		s.private(m, "Prepared: **North 1 → South 1**", "1. North 1 → South 1")
		s.private(s.slash(s.ann, "/conditional if:3 then:1"), "1. North 3 → South 1", "2. North 1 → South 1")
		if s.posts() != posts || len(s.only().LastMoves) != 1 {
			t.Error("something of it was seen or played")
		}
		for _, c := range s.sim.Calls()[calls:] {
			if strings.Contains(c.Path, string(s.hall)) {
				t.Errorf("the channel was written to: %s %s", c.Method, c.Path)
			}
		}
		for _, u := range []discordsim.UserID{s.bob, s.eve} {
			for _, text := range []string{"/board", "/history", "/export", "/why", "/games"} {
				if got := s.slash(u, text); strings.Contains(got.Text(), "South 1") || strings.Contains(got.Text(), "What if …") {
					t.Errorf("%s tells %s of it:\n%s", text, u, got.Text())
				}
			}
		}
		s.private(s.slash(s.bob, "/conditional"), "You have prepared no conditional moves")
		s.private(s.slash(s.eve, "/whatif game:"+string(s.only().ID)), "you don't play in this match")

		s.slash(s.bob, "/kalah move move:1")
		s.wait(time.Minute)
		rec := s.only()
		if got := fmt.Sprint(rec.LastSeat, rec.LastMoves, rec.Waiting); got != "0 [1] 2" {
			t.Errorf("the last turn is %s, want South's answer", got)
		}
		s.rings(s.board())
		s.wait(2 * time.Hour)
		s.rings(s.board())
		// The rest is gone, and a board of before begins anew.
		s.private(s.slash(s.ann, "/conditional"), "You have prepared no conditional moves")
		s.private(s.hole(s.ann, again, 2), "The match has gone on", "North to move")
	})
}

// P26: what is dropped is said once, to its owner alone, with their next move or board; so is what could not be played.
func TestP26Dropped(t *testing.T) {
	t.Parallel()
	tell(t, func(s *story) {
		s.begin("/kalah challenge user:@Bob first:me")
		s.slash(s.ann, "/kalah move move:2")
		s.private(s.slash(s.ann, "/conditional if:1 then:1"), "Prepared")
		for _, c := range []struct{ text, says string }{
			{"/conditional if:1", "A line needs a move of somebody else and your answer"},
			{"/conditional then:1", "A line needs"},
			{"/conditional if:9 then:1", "9"},
			{"/conditional if:1 then:9", "9"},
		} {
			s.private(s.slash(s.ann, c.text), c.says)
		}
		s.private(s.slash(s.ann, "/conditional"), "1. North 1 → South 1")
		s.slash(s.bob, "/kalah move move:5")
		s.private(s.slash(s.ann, "/kalah board"), "Your conditional moves were dropped, because something else was played: North 1 → South 1")
		if got := s.slash(s.ann, "/kalah board").Text(); strings.Contains(got, "dropped") {
			t.Errorf("it is said twice:\n%s", got)
		}
		// By a click on the public board, too.
		s.slash(s.ann, "/kalah move move:1")
		s.private(s.slash(s.ann, "/conditional if:1 then:3"), "Prepared")
		s.slash(s.bob, "/kalah move move:2")
		s.private(s.hole(s.ann, s.board(), 4), "dropped", "North 1 → South 3")
		// An offer wants one's own answer.
		s.private(s.slash(s.ann, "/conditional if:1 then:3"), "Prepared")
		s.slash(s.bob, "/draw")
		s.slash(s.bob, "/kalah move move:1")
		s.private(s.slash(s.ann, "/kalah board"), "Your conditional move **3** waits")
	})
}

// P98: notes are for their owner alone, and stand in their export when the match is over.
func TestP98Notes(t *testing.T) {
	t.Parallel()
	tell(t, func(s *story) {
		s.begin("/kalah challenge user:@Bob first:me")
		s.slash(s.ann, "/kalah move move:2")
		s.private(s.slash(s.ann, "/note"), "Nothing yet.")
		s.private(s.slash(s.ann, "/note text:he likes hole 1"), "Kept.", "> he likes hole 1")
		m := s.slash(s.ann, "/note text:so do I")
		s.private(m, "> he likes hole 1\n> so do I")
		s.private(s.slash(s.eve, "/note text:me too"), "you don't play in this one")
		s.private(s.slash(s.bob, "/note"), "Nothing yet.")
		s.slash(s.bob, "/note text:she is slow")
		if text := s.exports(s.ann); strings.Contains(text, "note ") {
			t.Errorf("the export of a running match has the notes:\n%s", text)
		}
		m = s.fill(s.ann, s.hall, m, "Write", map[string]string{"0": "he likes hole 1\nand 3"})
		s.private(m, "> he likes hole 1\n> and 3")
		s.private(s.slash(s.ann, "/note text:"+strings.Repeat("x", 990)), "and I keep at most 1000")
		s.sayYes(s.bob, "/resign")
		s.exports(s.ann, "\nnote he likes hole 1\nnote and 3\n")
		for who, never := range map[discordsim.UserID]string{s.ann: "slow", s.bob: "likes", s.eve: "note "} {
			if text := s.exports(who); strings.Contains(text, never) {
				t.Errorf("the export has another's notes:\n%s", text)
			}
		}
		s.private(s.slash(s.bob, "/note"), "she is slow")
		// With their person they go.
		s.click(s.ann, s.slash(s.ann, "/delete-my-data"), "Yes, delete it all")
		s.wait(time.Minute)
		if u, err := s.store.User(t.Context(), match.UserID(s.ann)); err != nil || len(u.Notebooks) > 0 {
			t.Errorf("of notes is left %v, %v", u.Notebooks, err)
		}
	})
}

// P26, P97 in Stratego: what the other side could play is all that is possible as far as one knows, and what comes of a fight is not shown.
func TestP97Stratego(t *testing.T) {
	t.Parallel()
	tell(t, func(s *story) {
		s.armies("army:barrage reveal:never")
		s.private(s.slash(s.ann, "/whatif"), "the set-up is not finished")
		s.confirm(s.ann)
		s.confirm(s.bob)
		for range 4 {
			rec := s.only()
			for seat := range rec.Waiting.All() {
				s.slash(discordsim.UserID(rec.Players[seat].User), "/stratego move move:"+s.first(rec, seat))
			}
		}
		rec := s.only()
		m := s.slash(s.ann, "/whatif")
		s.private(m, "RED to move")
		own := s.first(rec, 0)
		if m = s.slash(s.ann, "/whatif"); len(m.Selects()) == 0 {
			t.Fatalf("there is nothing to choose: %v", m.Labels())
		}
		i := s.sim.As(s.ann).In(s.hall).Autocomplete("/conditional if:"+own[:2], "if")
		s.wait(0)
		if len(i.Choices()) == 0 {
			t.Fatal("no move of one's own is offered")
		}
		i = s.sim.As(s.ann).In(s.hall).Autocomplete("/conditional if:"+own, "if")
		s.wait(0)
		if len(i.Choices()) < 5 {
			t.Errorf("what BLUE could play then: %v", i.Choices())
		}
		theirs := strings.Fields(i.Choices()[len(i.Choices())-1].Name)[1]
		s.private(s.slash(s.ann, "/conditional if:"+own+" "+theirs+" then:"+reverse(own)), "Prepared", "RED "+own, "BLUE "+theirs)
	}, withStratego)
}

// reverse is a move back: "a1a2" for "a2a1".
func reverse(move string) string {
	i := 1
	for move[i] >= '0' && move[i] <= '9' {
		i++
	}
	return move[i:] + move[:i]
}

// hole presses the button of a hole of Kalah's.
func (s *story) hole(who discordsim.UserID, m discordsim.Message, n int) discordsim.Message {
	s.Helper()
	for _, label := range m.Labels() {
		if strings.HasPrefix(label, fmt.Sprintf("%d (", n)) {
			return s.click(who, m, label)
		}
	}
	s.Fatalf("there is no hole %d among %v", n, m.Labels())
	return discordsim.Message{}
}

// P97, P26, P98 together with every state of a match and everybody who may ask: who plays thinks ahead while the match goes on, on either's turn, in the channel
// and in direct messages, and keeps notes to the end; nobody else does, and nobody before it has begun.
func TestP97Everywhere(t *testing.T) {
	t.Parallel()
	const none, watching = "You have no match running here", "you don't play in this one"
	playing := [3]string{"What if …", "You have prepared no conditional moves", "Your notes to this match"}
	accept := func(s *story) { s.click(s.bob, s.board(), "Accept") }
	move := func(s *story) { accept(s); s.slash(s.ann, "/kalah move move:2") }
	for _, c := range []struct {
		state           string
		until           func(s *story)
		player, watcher [3]string // what /whatif, /conditional and /note say to somebody who plays, and who doesn't
	}{
		{"proposed", func(*story) {}, [3]string{none, none, "Nothing is being played here"}, [3]string{none, none, "Nothing is being played here"}},
		{"own turn", accept, playing, [3]string{none, none, watching}},
		{"other's turn", move, playing, [3]string{none, none, watching}},
		{"over", func(s *story) { move(s); s.sayYes(s.bob, "/resign") }, [3]string{none, none, playing[2]}, [3]string{none, none, watching}},
	} {
		t.Run(c.state, func(t *testing.T) {
			tell(t, func(s *story) {
				s.slash(s.ann, "/kalah challenge user:@Bob first:me")
				c.until(s)
				rec := s.only()
				for i, text := range []string{"/whatif", "/conditional", "/note"} {
					s.private(s.slash(s.ann, text), c.player[i])
					s.private(s.slash(s.eve, text), c.watcher[i])
					if rec.Status == match.Open {
						continue
					}
					want := c.player[i] // in direct messages, where the match is named
					if want == none {
						want = "the match is not going on"
					}
					s.sees(s.answered(s.sim.As(s.ann).In(s.sim.DM(s.ann)).Slash(text+" game:"+string(rec.ID)), text), want)
				}
				for code, want := range map[string][3]string{
					"Svenska": {"Tänk om …", "inga villkorliga drag", "Dina anteckningar till partiet"}, "Deutsch": {"Was wäre, wenn …", "keine bedingten Züge", "Deine Notizen zu dieser Partie"},
				} {
					s.slash(s.ann, "/settings language:"+code)
					for i, text := range []string{"/whatif", "/conditional", "/note"} {
						if rec.Status == match.Running {
							s.private(s.slash(s.ann, text), want[i])
						}
					}
				}
			})
		})
	}
}

// Who thinks ahead in one private message still has an own board in another, and that goes on being brought up to date.
func TestP97BesideTheBoard(t *testing.T) {
	t.Parallel()
	tell(t, func(s *story) {
		s.begin("/kalah challenge user:@Bob first:me")
		s.slash(s.ann, "/kalah move move:2")
		board := s.slash(s.ann, "/kalah board")
		s.hole(s.ann, s.click(s.ann, board, "What if"), 1)
		s.click(s.ann, s.click(s.ann, s.click(s.ann, board, "What I missed"), "Step through it"), "One back")
		s.slash(s.bob, "/kalah move move:5")
		s.wait(time.Minute)
		for _, m := range s.sim.Messages(s.hall, s.ann) {
			if m.ID == board.ID {
				s.private(m, "it's your turn", "last: North 5")
				return
			}
		}
		t.Error("the own board is gone")
	})
}
