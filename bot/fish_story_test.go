package bot_test

import (
	"fmt"
	"slices"
	"strings"
	"testing"
	"testing/synctest"
	"time"

	"paddock/bot/discordsim"
	"paddock/games/match"
)

// tellFish runs a story with Fish in the catalogue, and with Dan.
func tellFish(t *testing.T, what func(s *story, dan discordsim.UserID)) {
	t.Helper()
	synctest.Test(t, func(t *testing.T) {
		s := newStory(t, discordsim.Config{})
		dan := s.sim.AddUser("Dan")
		s.sim.AddMember(s.club, dan)
		s.change = tournaments(s)
		s.start()
		defer s.end()
		what(s, dan)
	})
}

// small is a board of the course's rules on which a game is short.
const small = " rules:course rows:4 columns:4 time:1 day a move"

// current is the match as it is stored now.
func (s *story) current() match.Record { return s.only() }

// playOut lets everybody make their first legal move until the match is over.
func (s *story) playOut(asleep ...discordsim.UserID) match.Record {
	s.Helper()
	for n := 0; s.current().Status == match.Running; n++ {
		if n > 300 {
			s.Fatalf("no end is in sight: %s", s.current().Position)
		}
		if !s.turn(asleep...) {
			s.wait(25 * time.Hour)
		}
	}
	s.wait(aMoment)
	return s.current()
}

// F40, F47: two play by a challenge; the end names places and fish, and the board offers a rematch.
func TestFishForTwo(t *testing.T) {
	t.Parallel()
	tellFish(t, func(s *story, _ discordsim.UserID) {
		s.private(s.slash(s.ann, "/fish challenge user:@Bob"+small), "challenge")
		s.click(s.bob, s.board(), "Accept")
		rec := s.playOut()
		b := s.board()
		s.sees(b, resultOf(rec))
		s.exports(s.ann, "start fish/1 ", "now fish/1 ", `json {"players":[{"color":`) // F34
		if !over(b) || rec.Outcome == nil {
			t.Errorf("%s, %v, %q; want over, with a rematch on offer", rec.Status, rec.Outcome, b.Labels())
		}
		if alt := b.AltTexts(); len(alt) != 1 || !strings.Contains(alt[0], "fish") {
			t.Errorf("the picture's words are %q", alt)
		}
	})
}

// F42, P5: a whole game on the official board by menus alone: row, tile; penguin, tile.
func TestFishByMenus(t *testing.T) {
	t.Parallel()
	tellFish(t, func(s *story, _ discordsim.UserID) {
		s.slash(s.ann, "/fish challenge user:@Bob")
		s.click(s.bob, s.board(), "Accept")
		for n := 0; s.current().Status == match.Running; n++ {
			if n > 80 {
				t.Fatalf("no end is in sight: %s", s.current().Position)
			}
			rec := s.current()
			for seat := range rec.Waiting.All() {
				s.byMenu(discordsim.UserID(rec.Players[seat].User))
			}
		}
	})
}

// byMenu makes a move with menus, wherever they lead.
func (s *story) byMenu(who discordsim.UserID) {
	s.Helper()
	m := s.board()
	if len(m.Selects()) == 0 {
		for _, c := range m.Buttons() {
			if strings.Contains(c.CustomID, ":m:") {
				s.click(who, m, c.CustomID)
				return
			}
		}
		m = s.click(who, m, "Make a move")
	}
	head := s.current().Head
	for range 5 {
		if s.current().Head != head {
			return
		}
		menus := m.Selects()
		if len(menus) != 1 {
			s.Fatalf("there are %d menus in:\n%s", len(menus), m.Text())
		}
		options := menus[0].Options
		m = s.choose(who, m, options[len(options)/2].Value)
	}
	s.Fatal("the menus of a move never end")
}

// F40: a table for three that two people join and a computer fills up; in pictures and, in a server that wants it so, in text.
func TestFishTableOfThree(t *testing.T) {
	t.Parallel()
	for _, style := range []string{"picture", "monospace text"} {
		t.Run(style, func(t *testing.T) {
			tellFish(t, func(s *story, _ discordsim.UserID) {
				s.slash(s.ann, "/server settings style:"+style)
				s.private(s.slash(s.ann, "/fish start players:3 first:me"+small), "Your challenge is open to all")
				b := s.board()
				s.sees(b, "Ann challenges everybody to Fish", "1 of 3 seats taken: Ann")
				s.private(s.click(s.ann, b, "Join"), "already")
				s.private(s.click(s.cid, b, "Leave"), "no seat")
				s.click(s.bob, b, "Join")
				s.sees(s.board(), "2 of 3 seats taken: Ann and Bob")
				s.private(s.click(s.bob, s.board(), "Begin with computers"), "Only the member")
				s.click(s.ann, s.board(), "Begin with computers")
				if rec := s.current(); rec.Status != match.Running || rec.Players[2].Computer != "medium" {
					t.Fatalf("%s with %v, want running with a computer", rec.Status, rec.Players)
				}
				if text := strings.Contains(s.board().Text(), "```"); text != (style != "picture") {
					t.Errorf("the board is text: %t, want %s:\n%s", text, style, s.board().Text())
				}
				rec := s.playOut()
				s.sees(s.board(), resultOf(rec))
				if people, all := s.moves(rec.ID), rec.Moves; people != all || rec.Outcome.Winners() == 0 {
					t.Errorf("%d moves in the log, %d in the record, %v", people, all, rec.Outcome)
				}
			})
		})
	}
}

// F5, F46: four play; Bob misses a turn (skip), later two running (removed): the channel and Bob are told, and the others play to the end. F8:
// the channel's board is brought up to date.
func TestFishSkipAndRemoval(t *testing.T) {
	t.Parallel()
	tellFish(t, func(s *story, dan discordsim.UserID) {
		s.slash(s.ann, "/fish start players:4 first:me rules:course rows:6 columns:5 time:1 day a move")
		for _, u := range []discordsim.UserID{s.bob, s.cid, dan} {
			s.click(u, s.board(), "Join")
		}
		for !strings.Contains(s.current().Position, "phase=move") {
			s.turn()
		}
		for !s.waitsFor(s.bob) {
			s.turn(s.bob)
		}
		rec := s.current()
		next := discordsim.UserID(rec.Players[(int(rec.SeatOf(match.UserID(s.bob)))+1)%len(rec.Players)].User)
		s.wait(24*time.Hour + time.Minute)
		s.sees(s.board(), "The time of Bob ran out, so the turn is skipped", "in the next turn too, Bob is out", "<@"+string(next)+">, it's your turn")
		if got := s.board().Notified; len(got) != 2 || !slices.Contains(got, s.bob) || !slices.Contains(got, next) {
			t.Errorf("notified %v, want Bob and who is next", got)
		}
		s.private(s.slash(s.eve, "/why"), "turn skipped", "Bob", "late in two turns running")
		for !s.waitsFor(s.bob) {
			s.turn(s.bob)
		}
		s.wait(24*time.Hour + time.Minute)
		s.sees(s.board(), "The time of Bob ran out, so Bob is out of the game", "penguins leave, their tiles stay", "<@"+string(next)+">, it's your turn")
		s.rings(s.about("you are out of that game"), s.bob)
		s.sees(s.about("you are out of that game"), "/why")
		s.private(s.slash(s.bob, "/fish move move:a1-a2"), "not your turn")
		s.private(s.slash(s.eve, "/why"), "out of the game", "Bob", "for good")
		rec = s.playOut()
		if rec.Outcome.Place[rec.SeatOf(match.UserID(s.bob))] != 4 {
			t.Errorf("places %v, want Bob last", rec.Outcome.Place)
		}
		s.sees(s.board(), "1. ", "4. Bob · ") // F47
	})
}

// waitsFor reports whether the match waits for somebody, or is over.
func (s *story) waitsFor(u discordsim.UserID) bool {
	rec := s.current()
	return rec.Status != match.Running || rec.Waiting.Has(rec.SeatOf(match.UserID(u)))
}

// F3: one who does not place in time is removed at once, with nobody left out or asked twice; closed direct messages hold nothing up (P75).
func TestFishRemovedWhilePlacing(t *testing.T) {
	t.Parallel()
	tellFish(t, func(s *story, _ discordsim.UserID) {
		s.waste = true // Bob's direct messages are refused
		s.sim.CloseDMs(s.bob)
		s.slash(s.ann, "/fish start players:3"+small)
		s.click(s.bob, s.board(), "Join")
		s.click(s.cid, s.board(), "Join")
		for !s.waitsFor(s.bob) {
			s.turn(s.bob)
		}
		s.wait(24*time.Hour + time.Minute)
		s.sees(s.board(), "The time of Bob ran out, so Bob is out of the game")
		rec := s.playOut()
		if rec.Outcome.Place[rec.SeatOf(match.UserID(s.bob))] != 3 {
			t.Errorf("places %v, want Bob last", rec.Outcome.Place)
		}
	})
}

// F9, F26, P82: all but one give up; the last has won, and no clock runs any more.
func TestFishAllButOneLeave(t *testing.T) {
	t.Parallel()
	tellFish(t, func(s *story, dan discordsim.UserID) {
		s.slash(s.ann, "/fish start players:4"+small)
		for _, u := range []discordsim.UserID{s.bob, s.cid, dan} {
			s.click(u, s.board(), "Join")
		}
		for range 6 {
			s.turn()
		}
		for i, u := range []discordsim.UserID{dan, s.ann, s.cid} {
			if rec := s.current(); rec.Status != match.Running {
				t.Fatalf("%s after %d have left, want running", rec.Status, i)
			}
			s.click(u, s.slash(u, "/fish resign"), "Yes, I resign")
			s.wait(aMoment)
			if i == 0 {
				s.sees(s.board(), "Dan has given up and is out of the game")
			}
		}
		rec := s.current()
		var places []string
		for seat, p := range rec.Players {
			places = append(places, fmt.Sprint(p.Name, rec.Outcome.Place[seat]))
		}
		slices.Sort(places)
		if got, want := fmt.Sprint(places), "[Ann3 Bob1 Cid2 Dan4]"; got != want || rec.Status != match.Over {
			t.Errorf("%s, places %s, want over and %s: the first to leave is last", rec.Status, got, want)
		}
		s.wait(5 * 24 * time.Hour)
		if !s.current().Clock.Deadline.IsZero() {
			t.Error("a clock runs in a match that is over")
		}
	})
}
