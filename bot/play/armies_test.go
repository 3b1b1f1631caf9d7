package play_test

import (
	"strings"
	"testing"
	"time"

	"paddock/bot/discordsim"
	"paddock/bot/story"
)

// S8, S9: a challenge shows a custom army and a handicap in one form, however they were typed.
// Impossible options are refused in private, before anybody is invited.
func TestArmyAndHandicapAreAgreedTo(t *testing.T) {
	t.Parallel()
	story.Tell(t, func(s *story.Story) {
		before := s.Posts()
		for text, want := range map[string]string{
			"pieces:3 scouts":                  "exactly one Flag",
			"pieces:flag, 41 scouts":           "no number of pieces",
			"army:barrage pieces:flag, 1 spy":  "Leave one of the two out",
			"handicap:blue without its temper": "isn't possible",
			"handicap:@everyone":               "I can't read that handicap",
		} {
			s.Private(s.Slash(s.Ann, "/stratego challenge user:@Bob "+text), want)
		}
		if s.Posts() != before {
			t.Error("a refused challenge was posted")
		}
		s.Slash(s.Ann, "/stratego challenge user:@Bob first:me pieces:1 flag, 1 marshal, 2 scouts handicap:blue without a scout")
		s.Sees(s.Board(), "pieces: Flag, Marshal, 2 Scouts", "handicap: BLUE without Scout")
		s.Click(s.Bob, s.Board(), "Accept")
		s.Sees(s.Board(), "pieces: Flag, Marshal, 2 Scouts", "handicap: BLUE without Scout")
		for seat, who := range []discordsim.UserID{s.Ann, s.Bob} {
			army := s.RowsOf(s.NewestDM(who))
			if got, want := strings.Count(army, "9"), 2-seat; got != want {
				t.Errorf("seat %d has %d Scouts in %s, want %d", seat, got, army, want)
			}
		}
	}, story.WithStratego)
}

// S5: each player may choose how pieces are numbered on their own boards. The public board and
// typed moves keep the classic numbers.
func TestNumbersAreEachPlayersOwn(t *testing.T) {
	t.Parallel()
	story.Tell(t, func(s *story.Story) {
		s.Slash(s.Ann, "/settings general style:monospace text")
		s.Slash(s.Bob, "/settings general style:monospace text")
		s.Private(s.Slash(s.Ann, "/settings general numbers:modern"), "monospace text", "**modern: Marshal X")
		s.Armies("pieces:flag, marshal")
		s.Sees(s.NewestDM(s.Ann), "modern numbers: X Marshal")
		s.Tap(s.Ann, s.NewestDM(s.Ann), "Confirm")
		s.Tap(s.Bob, s.NewestDM(s.Bob), "Confirm")
		s.Wait(time.Second)
		modern, classic := s.NewestDM(s.Ann).Text(), s.NewestDM(s.Bob).Text()
		if !strings.Contains(modern, " X ") || strings.Contains(modern, ". 1 ") {
			t.Errorf("Ann wants modern numbers and sees:\n%s", modern)
		}
		if !strings.Contains(classic, "1 ") || strings.Contains(classic, "modern") || strings.Contains(classic, "X") {
			t.Errorf("Bob wants nothing and sees:\n%s", classic)
		}
		if text := s.Board().Text(); strings.Contains(text, "modern") {
			t.Errorf("the channel's board became modern:\n%s", text)
		}
		s.Private(s.Slash(s.Ann, "/settings general"), "**modern: Marshal X")
	}, story.WithStratego)
}
