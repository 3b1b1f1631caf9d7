package play_test

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

// F40, F47: a challenge leads to a game of two. Its end shows places and fish, and the board offers
// a rematch.
func TestFishForTwo(t *testing.T) {
	t.Parallel()
	story.TellFish(t, func(s *story.Story, _ discordsim.UserID) {
		s.Private(s.Slash(s.Ann, "/fish challenge user:@Bob"+story.Small), "challenge")
		s.Click(s.Bob, s.Board(), "Accept")
		rec := s.PlayOut()
		b := s.Board()
		s.Sees(b, story.ResultOf(rec))
		// the text for other programs (F34)
		s.Exports(s.Ann, "start fish/1 ", "now fish/1 ", `json {"players":[{"color":`)
		if !story.Over(b) || rec.Outcome == nil {
			t.Errorf("%s, %v, %q; want over, with a rematch on offer", rec.Status, rec.Outcome, b.Labels())
		}
		if alt := b.AltTexts(); len(alt) != 1 || !strings.Contains(alt[0], "fish") {
			t.Errorf("the picture's words are %q", alt)
		}
	})
}

// F42, P5: a whole game on the official board can be played by its controls only: row and tile,
// then penguin and tile.
func TestFishByControls(t *testing.T) {
	t.Parallel()
	story.TellFish(t, func(s *story.Story, _ discordsim.UserID) {
		s.Slash(s.Ann, "/fish challenge user:@Bob")
		s.Click(s.Bob, s.Board(), "Accept")
		for n := 0; s.Only().Status == match.Running; n++ {
			if n > 80 {
				t.Fatalf("no end is in sight: %s", s.Only().Position)
			}
			rec := s.Only()
			for seat := range rec.Waiting.All() {
				s.Pick(discordsim.UserID(rec.Players[seat].User), s.Board())
			}
		}
	})
}

// F40: an open table for three is joined by one more person and filled up by a computer player.
// Boards are pictures, or text in a server with that setting.
func TestFishTableOfThree(t *testing.T) {
	t.Parallel()
	for _, style := range []string{"picture", "monospace text"} {
		t.Run(style, func(t *testing.T) {
			story.TellFish(t, func(s *story.Story, _ discordsim.UserID) {
				s.Slash(s.Ann, "/server settings style:"+style)
				s.Private(s.Slash(s.Ann, "/fish start players:3 first:me"+story.Small), "Your table is in")
				b := s.Board()
				s.Sees(b, "Ann challenges everybody to Fish", "1 of 3 seats taken: Ann")
				s.Private(s.Click(s.Ann, b, "Join"), "This is your table")
				s.Private(s.Click(s.Cid, b, "Leave"), "no seat")
				s.Click(s.Bob, b, "Join")
				s.Sees(s.Board(), "2 of 3 seats taken: Ann and Bob")
				s.Private(s.Click(s.Bob, s.Board(), "Begin with computers"), "Only the challenger")
				s.Click(s.Ann, s.Board(), "Begin with computers")
				if rec := s.Only(); rec.Status != match.Running || rec.Players[2].Computer != "easy" {
					t.Fatalf("%s with %v, want running with a computer", rec.Status, rec.Players)
				}
				if text := strings.Contains(s.Board().Text(), "```"); text != (style != "picture") {
					t.Errorf("the board is text: %t, want %s:\n%s", text, style, s.Board().Text())
				}
				rec := s.PlayOut()
				s.Sees(s.Board(), story.ResultOf(rec))
				if people, all := s.Moves(rec.ID), rec.Moves; people != all || rec.Outcome.Winners() == 0 {
					t.Errorf("%d moves in the log, %d in the record, %v", people, all, rec.Outcome)
				}
			})
		})
	}
}

// F5, F46: in a game of four, Bob misses one turn and is skipped. Later he misses two turns in a
// row and is removed. The channel and Bob are told, and the others play to the end. F8: the public
// board is brought up to date.
func TestFishSkipAndRemoval(t *testing.T) {
	t.Parallel()
	story.TellFish(t, func(s *story.Story, dan discordsim.UserID) {
		s.Slash(s.Ann, "/fish start players:4 first:me rules:course rows:6 columns:5 time:6 hours a move")
		for _, u := range []discordsim.UserID{s.Bob, s.Cid, dan} {
			s.Click(u, s.Board(), "Join")
		}
		for !strings.Contains(s.Only().Position, "phase=move") {
			s.Turn()
		}
		for !waitsFor(s, s.Bob) {
			s.Turn(s.Bob)
		}
		rec := s.Only()
		next := discordsim.UserID(rec.Players[(int(rec.SeatOf(match.UserID(s.Bob)))+1)%len(rec.Players)].User)
		s.Wait(6*time.Hour + time.Minute)
		s.Sees(s.Board(), "Bob ran out of time, so the turn is skipped", "next turn too, Bob is out",
			"<@"+string(next)+">, it's your turn")
		if got := s.Board().Notified; len(got) != 2 || !slices.Contains(got, s.Bob) || !slices.Contains(got, next) {
			t.Errorf("notified %v, want Bob and who is next", got)
		}
		s.Private(s.Slash(s.Eve, "/match why"), "turn skipped", "Bob", "miss two in a row")
		for !waitsFor(s, s.Bob) {
			s.Turn(s.Bob)
		}
		s.Wait(6*time.Hour + time.Minute)
		s.Sees(s.Board(), "Bob ran out of time, so Bob is out of the game", "penguins leave, and the tiles under them stay",
			"<@"+string(next)+">, it's your turn")
		s.Rings(s.About("you're out of that game"), s.Bob)
		s.Sees(s.About("you're out of that game"), "/match why")
		s.Private(s.Slash(s.Bob, "/fish move move:a1-a2"), "You have already left this match")
		s.Private(s.Slash(s.Eve, "/match why"), "out of the game", "Bob", "for good")
		rec = s.PlayOut()
		if rec.Outcome.Place[rec.SeatOf(match.UserID(s.Bob))] != 4 {
			t.Errorf("places %v, want Bob last", rec.Outcome.Place)
		}
		s.Sees(s.Board(), "1. ", "4. Bob · ") // the list of places (F47)
	})
}

// waitsFor reports whether the match waits for a user, or is over.
func waitsFor(s *story.Story, u discordsim.UserID) bool {
	rec := s.Only()
	return rec.Status != match.Running || rec.Waiting.Has(rec.SeatOf(match.UserID(u)))
}

// F3: a player who does not place in time is removed at once. Nobody is left out or asked twice,
// and closed direct messages delay nothing (P75).
func TestFishRemovedWhilePlacing(t *testing.T) {
	t.Parallel()
	story.TellFish(t, func(s *story.Story, _ discordsim.UserID) {
		s.Waste = true // Bob's direct messages are refused
		s.Sim.CloseDMs(s.Bob)
		s.Slash(s.Ann, "/fish start players:3"+story.Small)
		s.Click(s.Bob, s.Board(), "Join")
		s.Click(s.Cid, s.Board(), "Join")
		for !waitsFor(s, s.Bob) {
			s.Turn(s.Bob)
		}
		s.Wait(6*time.Hour + time.Minute)
		s.Sees(s.Board(), "Bob ran out of time, so Bob is out of the game")
		rec := s.PlayOut()
		if rec.Outcome.Place[rec.SeatOf(match.UserID(s.Bob))] != 3 {
			t.Errorf("places %v, want Bob last", rec.Outcome.Place)
		}
	})
}

// F9, F26, P82: when all players but one have resigned, the last one has won, and the clocks stop.
func TestFishAllButOneLeave(t *testing.T) {
	t.Parallel()
	story.TellFish(t, func(s *story.Story, dan discordsim.UserID) {
		s.Slash(s.Ann, "/fish start players:4"+story.Small)
		for _, u := range []discordsim.UserID{s.Bob, s.Cid, dan} {
			s.Click(u, s.Board(), "Join")
		}
		for range 6 {
			s.Turn()
		}
		for i, u := range []discordsim.UserID{dan, s.Ann, s.Cid} {
			if rec := s.Only(); rec.Status != match.Running {
				t.Fatalf("%s after %d have left, want running", rec.Status, i)
			}
			s.Click(u, s.Slash(u, "/resign"), "Yes, I resign")
			s.Wait(story.AMoment)
			if i == 0 {
				s.Sees(s.Board(), "Dan has given up")
			}
		}
		rec := s.Only()
		var places []string
		for seat, p := range rec.Players {
			places = append(places, fmt.Sprint(p.Name, rec.Outcome.Place[seat]))
		}
		slices.Sort(places)
		if got, want := fmt.Sprint(places), "[Ann3 Bob1 Cid2 Dan4]"; got != want || rec.Status != match.Over {
			t.Errorf("%s, places %s, want over and %s: the first to leave is last", rec.Status, got, want)
		}
		s.Wait(5 * 24 * time.Hour)
		if !s.Only().Clock.Deadline.IsZero() {
			t.Error("a clock runs in a match that is over")
		}
	})
}
