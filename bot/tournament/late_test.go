package tournament_test

import (
	"testing"
	"time"

	"paddock/bot/discordsim"
	"paddock/bot/story"
	"paddock/games/match"
)

// F81: the sign-up says whether one can join late and what missed rounds count. The message of a
// round has the button for late joining until the middle. The button asks for confirmation.
func TestJoinLate(t *testing.T) {
	t.Parallel()
	story.TellTournament(t, func(s *story.Story) {
		s.Private(s.Slash(s.Ann, "/tournament create game:kalah format:knockout late:each missed round counts half a win"),
			"Only a Swiss or a league")
		s.Slash(s.Ann, "/tournament create game:kalah format:swiss rounds:3 late:each missed round counts half a win")
		s.Sees(s.About("Sign-up"), "open to late players", "a missed round counts half a win")
		for _, u := range []discordsim.UserID{s.Ann, s.Bob, s.Cid} {
			s.Slash(u, "/tournament join")
		}
		s.Slash(s.Ann, "/tournament start")
		s.Wait(10 * time.Second)
		first := s.About("Round 1")
		s.Private(s.Click(s.Bob, first, "Join late"), "You already play")
		asked := s.Click(s.Eve, first, "Join late")
		s.Private(asked, "You'd play from round 2 of 3 on", "a missed round counts half a win")
		s.Private(s.Slash(s.Eve, "/tournament join"), "You'd play from round 2 of 3 on")
		if n := len(s.TheTournament().Entrants); n != 3 {
			t.Errorf("%d entrants after a question, want 3", n)
		}
		s.Private(s.Click(s.Eve, asked, "Join late"), "You have joined")
		s.Wait(10 * time.Second)
		s.Sees(s.About("Round 1"), "Eve joins late and plays from round 2 on.")
		for range 200 {
			if len(s.TheTournament().Played) == 2 || !s.Turn() {
				break
			}
			s.Wait(time.Second)
		}
		s.Wait(10 * time.Second)
		second := s.About("Round 2")
		s.Sees(second, "Eve v ")
		for _, label := range second.Labels() {
			if label == "Join late" {
				t.Error("the button is still there after the middle")
			}
		}
		r := s.TheTournament()
		for _, st := range r.Standings() {
			if st.Entrant == r.EntrantOf(match.UserID(s.Eve)) && st.Points < 0.5 {
				t.Errorf("Eve has %v points", st.Points)
			}
		}
	})
}
