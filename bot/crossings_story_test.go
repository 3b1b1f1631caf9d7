package bot_test

import (
	"testing"
	"time"

	"paddock/bot/discordsim"
	"paddock/games/match"
)

// Promises where two features meet.
func TestCrossings(t *testing.T) {
	const text = "match x\ngame kalah\nsouth a\nnorth b\nstart kalah/1 m=3 to=S south=2.2.2:0 north=2.2.2:0 rules=standard\nsouth 2\nsouth 3\nnorth 1\n"
	for name, tale := range map[string]func(s *story){
		// P100, P72: the list of a channel that is deleted is given up, and stands in another one when that is asked for.
		"a standing message and its channel deleted": func(s *story) {
			s.moderated()
			s.waste = true
			list := s.sim.AddChannel(s.club, "list")
			in := func(ch discordsim.ChannelID, text string) discordsim.Message {
				return s.answered(s.sim.As(s.cid).In(ch).Slash(text), text)
			}
			in(list, "/server overview matches:server")
			s.wait(time.Minute)
			s.halt()
			s.sim.DeleteChannel(list)
			s.start()
			s.begin("/kalah challenge user:@Bob first:me")
			s.wait(time.Minute)
			refused := len(s.sim.Refusals())
			s.press(s.ann, s.board())
			s.wait(2 * time.Hour)
			if n := len(s.sim.Refusals()) - refused; n > 1 {
				s.Errorf("%d more requests for a channel that is gone", n)
			}
			again := s.sim.AddChannel(s.club, "list")
			s.private(in(again, "/server overview matches:server"), "The message stands here")
			s.wait(5 * time.Minute)
			s.sees(s.overview(again), "Matches here (1)", "Bob to move")
		},
		// P104, P29, P30: who is blocked can't go on from an imported board against whom they are blocked by, not even after they were erased.
		"an import, a block and an erasure": func(s *story) {
			s.slash(s.bob, "/block user:@Eve")
			with := func() discordsim.Message { return s.fromMenu(s.eve, s.hall, s.imports(s.eve, text), 1, string(s.bob)) }
			refused := with()
			s.private(refused, "can't")
			s.click(s.eve, s.slash(s.eve, "/delete-my-data"), "Yes, delete it all")
			s.wait(time.Minute)
			if again := with(); again.Text() != refused.Text() {
				s.Errorf("after the erasure the answer is\n%s\nwant\n%s", again.Text(), refused.Text())
			}
			if list, err := s.store.ByUser(s.Context(), match.UserID(s.bob)); err != nil || len(list) > 0 {
				s.Errorf("Bob is in %d matches, %v", len(list), err)
			}
		},
		// P109, P2: a lesson goes on where it was after a restart.
		"a lesson and a restart": func(s *story) {
			m := s.click(s.ann, s.slash(s.ann, "/learn"), "Learn Kalah")
			s.restart(10 * time.Minute)
			way := lessonWays["kalah"][0]
			s.private(s.learnt(s.ann, m, way[0]), "❌ **", "Try again.")
			s.restart(time.Minute)
			right := s.learnt(s.ann, m, way[1])
			s.private(right, "✅ **")
			s.private(s.click(s.ann, right, "Next"), "board 2 of")
		},
	} {
		t.Run(name, func(t *testing.T) { tell(t, tale) })
	}
}
