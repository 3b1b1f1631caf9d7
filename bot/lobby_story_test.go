package bot_test

import (
	"testing"
	"time"

	"paddock/games/match"
)

// P99, P83: the lobby lists the open challenges of a server with their conditions, for whoever asks alone, and says which of them are not for them and why;
// accepting looks at the conditions again. One that is kept to its channel is not shown elsewhere, and one by name nowhere.
func TestP99Lobby(t *testing.T) {
	t.Parallel()
	tell(t, func(s *story) {
		s.private(s.slash(s.eve, "/lobby"), "Nobody looks for a game here")
		s.playedOut("") // Ann 1662, Bob 1338
		s.slash(s.ann, "/kalah challenge within:within 200 of mine")
		s.sees(s.about("looks for an opponent at Kalah"), "for ratings from 1462 to 1862")
		s.slash(s.cid, "/halatafl challenge reliability:100 lobby:false")
		s.slash(s.cid, "/kalah challenge user:@Eve")
		bobs := s.slash(s.bob, "/lobby")
		s.private(bobs, "Who looks for a game here (2)", "Ann looks for an opponent at Kalah", "for ratings from 1462", "from 1462 on, and yours here is 1338", "Cid looks for an opponent at Halatafl", "for a reliability of 100 % at least")
		if got := bobs.Labels(); len(got) != 1 || got[0] != "Halatafl · Cid" {
			t.Errorf("Bob is offered %q, want Cid's alone", got)
		}
		s.private(s.click(s.bob, s.about("looks for an opponent at Kalah"), "Accept"), "from 1462 on, and yours here is 1338")
		s.private(s.slash(s.ann, "/lobby"), "You are in this already")
		attic := s.sim.AddChannel(s.club, "attic")
		s.private(s.answered(s.sim.As(s.eve).In(attic).Slash("/lobby"), "lobby"), "(1)", "Ann looks")
		s.click(s.eve, s.slash(s.eve, "/lobby"), "Kalah · Ann")
		s.wait(time.Minute)
		s.private(s.slash(s.bob, "/lobby"), "(1)", "Cid looks")
		s.slash(s.bob, "/halatafl challenge lobby:false")
		s.slash(s.ann, "/halatafl challenge user:@Bob reliability:50")
		s.private(s.slash(s.ann, "/halatafl challenge user:@Bob reliability:50"), "belong to a challenge that is open to all")
		running := 0
		list, err := s.store.ByGuild(t.Context(), match.GuildID(s.club))
		for _, r := range list {
			if r.Status == match.Running {
				running++
			}
		}
		if err != nil || running != 1 {
			t.Errorf("%d matches run, %v; want Ann's with Eve", running, err)
		}
	})
}

// P99, P83: who has left matches to the clock is refused where reliability is wanted, in the lobby and at the challenge.
func TestP83LeastReliability(t *testing.T) {
	t.Parallel()
	tell(t, func(s *story) {
		s.begin("/kalah challenge user:@Bob first:me time:1 hour a move timeout:the match is lost, after days of grace")
		s.wait(10 * 24 * time.Hour)
		s.slash(s.cid, "/kalah challenge reliability:60")
		s.private(s.slash(s.ann, "/lobby"), "for a reliability of 60 % at least, and yours here is 0 %")
		open := s.about("Cid looks for an opponent")
		s.private(s.click(s.ann, open, "Accept"), "yours here is 0 %")
		s.click(s.bob, open, "Accept")
		s.sees(s.boardAbout("Cid"), "Bob")
	})
}
