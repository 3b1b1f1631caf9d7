package bot_test

import (
	"strings"
	"testing"
	"time"

	"paddock/bot/discordsim"
)

// S8, S9: an army of one's own and a handicap are said in the challenge, in one form however they were typed; what can't be played is refused in
// private before anybody is invited.
func TestArmyAndHandicapAreAgreedTo(t *testing.T) {
	t.Parallel()
	tell(t, func(s *story) {
		before := s.posts()
		for text, want := range map[string]string{
			"pieces:3 scouts":                  "exactly one Flag",
			"pieces:flag, 41 scouts":           "no number of pieces",
			"army:barrage pieces:flag, 1 spy":  "Leave one of the two out",
			"handicap:blue without its temper": "can't be given",
			"handicap:@everyone":               "I can't read that handicap",
		} {
			s.private(s.slash(s.ann, "/stratego challenge user:@Bob "+text), want)
		}
		if s.posts() != before {
			t.Error("a refused challenge was posted")
		}
		s.slash(s.ann, "/stratego challenge user:@Bob first:me pieces:1 flag, 1 marshal, 2 scouts handicap:blue without a scout")
		s.sees(s.board(), "pieces: Flag, Marshal, 2 Scouts", "handicap: BLUE without Scout")
		s.click(s.bob, s.board(), "Accept")
		s.sees(s.board(), "pieces: Flag, Marshal, 2 Scouts", "handicap: BLUE without Scout")
		for seat, who := range []discordsim.UserID{s.ann, s.bob} {
			army := s.rowsOf(s.newestDM(who))
			if got, want := strings.Count(army, "9"), 2-seat; got != want {
				t.Errorf("seat %d has %d Scouts in %s, want %d", seat, got, army, want)
			}
		}
	}, withStratego)
}

// S5: each player has their own numbers; the channel's board, and what is typed, stay classic.
func TestNumbersAreEachPlayersOwn(t *testing.T) {
	t.Parallel()
	tell(t, func(s *story) {
		s.slash(s.ann, "/settings style:monospace text")
		s.slash(s.bob, "/settings style:monospace text")
		s.private(s.slash(s.ann, "/settings numbers:modern"), "monospace text", "**modern: Marshal 10 (X)")
		s.armies("pieces:flag, marshal")
		s.sees(s.newestDM(s.ann), "modern numbers: X Marshal")
		s.tap(s.ann, s.newestDM(s.ann), "Confirm")
		s.tap(s.bob, s.newestDM(s.bob), "Confirm")
		s.wait(time.Second)
		modern, classic := s.newestDM(s.ann).Text(), s.newestDM(s.bob).Text()
		if !strings.Contains(modern, " X ") || strings.Contains(modern, " 1 .") {
			t.Errorf("Ann wants modern numbers and sees:\n%s", modern)
		}
		if !strings.Contains(classic, "1 ") || strings.Contains(classic, "modern") || strings.Contains(classic, "X") {
			t.Errorf("Bob wants nothing and sees:\n%s", classic)
		}
		if text := s.board().Text(); strings.Contains(text, "modern") {
			t.Errorf("the channel's board became modern:\n%s", text)
		}
		s.private(s.slash(s.ann, "/settings"), "**modern: Marshal 10")
	}, withStratego)
}
