package bot_test

import (
	"testing"
	"time"
)

// P28: who wants direct messages gets one for each turn, with the way to the board, and no mention; who wants nothing gets nothing.
func TestP28Notify(t *testing.T) {
	tell(t, func(s *story) {
		s.private(s.slash(s.bob, "/settings notify:a direct message"), "I write to you")
		dm := s.sim.DM(s.bob)
		s.sees(s.sim.Last(dm, s.bob), "From now on I tell you here")
		s.private(s.slash(s.cid, "/settings notify:not at all"), "don't tell you")
		s.private(s.slash(s.cid, "/settings"), "don't tell you")

		s.slash(s.ann, "/kalah challenge user:@Bob first:me")
		s.rings(s.board())
		s.sees(s.sim.Last(dm, s.bob), "Ann challenges", "Kalah")
		s.click(s.bob, s.board(), "Accept")
		s.wait(time.Hour)
		letters := len(s.sim.Messages(dm, s.bob))
		s.slash(s.ann, "/kalah move hole:1")
		s.sees(s.board(), "it's your turn")
		s.rings(s.board())
		m := s.sim.Last(dm, s.bob)
		s.sees(m, "It's your turn", "South Ann v North Bob", "time runs out")
		s.rings(m, s.bob)
		if n := len(s.sim.Messages(dm, s.bob)) - letters; n != 1 {
			t.Errorf("%d direct messages for a turn, want 1", n)
		}
		s.wait(time.Hour)
		s.slash(s.bob, "/kalah move hole:1")
		s.rings(s.board(), s.ann) // nothing has changed for her

		s.slash(s.ann, "/halatafl challenge user:@Cid")
		s.rings(s.board())
		s.slash(s.cid, "/settings notify:a mention at the board")
		s.click(s.cid, s.board(), "Decline")
		s.slash(s.ann, "/halatafl challenge user:@Cid")
		s.rings(s.board(), s.cid)
	})
}

// P28, P12: direct messages are not chosen by who can't get any; who closes them later is mentioned again.
func TestP28NotifyClosed(t *testing.T) {
	tell(t, func(s *story) {
		s.waste = true // Discord refuses what it refuses
		s.sim.CloseDMs(s.bob)
		s.private(s.slash(s.bob, "/settings notify:a direct message"), "nothing was changed", "Privacy Settings")
		s.slash(s.ann, "/kalah challenge user:@Bob first:me")
		s.rings(s.board(), s.bob)
		s.sim.OpenDMs(s.bob)
		s.private(s.slash(s.bob, "/settings notify:a direct message"), "I write to you")
		s.click(s.bob, s.board(), "Accept")
		s.sim.CloseDMs(s.bob)
		s.wait(time.Hour)
		s.slash(s.ann, "/kalah move hole:1") // this one is lost
		s.wait(40 * time.Hour)
		s.sees(s.board(), "reminder")
		s.rings(s.board(), s.bob)
	})
}
