package bot_test

import (
	"strings"
	"testing"

	"paddock/bot/discordsim"
)

// S8, S9: an army of one's own and a handicap are said in the challenge, in one form however they were typed; what can't be played is refused in
// private before anybody is invited.
func TestArmyAndHandicapAreAgreedTo(t *testing.T) {
	tell(t, func(s *story) {
		before := s.posts()
		for text, want := range map[string]string{
			"counts:3 scouts":                  "exactly one Flag",
			"counts:flag, 41 scouts":           "no number of pieces",
			"army:barrage counts:flag, 1 spy":  "Leave one of the two out",
			"handicap:blue without its temper": "can't be given",
			"handicap:@everyone":               "I can't read that handicap",
		} {
			s.private(s.slash(s.ann, "/stratego challenge user:@Bob "+text), want)
		}
		if s.posts() != before {
			t.Error("a refused challenge was posted")
		}
		s.slash(s.ann, "/stratego challenge user:@Bob first:me counts:1 flag, 1 marshal, 2 scouts handicap:blue without a scout")
		s.sees(s.board(), "counts Flag, Marshal, 2 Scouts", "handicap BLUE without Scout")
		s.click(s.bob, s.board(), "Accept")
		s.sees(s.board(), "counts Flag, Marshal, 2 Scouts", "handicap BLUE without Scout")
		for seat, who := range []discordsim.UserID{s.ann, s.bob} {
			army := s.rowsOf(s.letter(who))
			if got, want := strings.Count(army, "9"), 2-seat; got != want {
				t.Errorf("seat %d has %d Scouts in %s, want %d", seat, got, army, want)
			}
		}
	}, withStratego)
}
