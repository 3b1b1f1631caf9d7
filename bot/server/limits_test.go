package server_test

import (
	"fmt"
	"strings"
	"testing"

	"paddock/bot/story"
	"paddock/games/match"
)

// P25, P106: a server can choose at most 25 channels. The order in which roles are chosen changes
// nothing.
func TestLimitsAndOrderOfLists(t *testing.T) {
	t.Parallel()
	story.Tell(t, func(s *story.Story) {
		s.Moderated()
		for n := 1; n <= 26; n++ {
			name := fmt.Sprintf("place%d", n)
			s.Sim.AddChannel(s.Club, name)
			m := s.Slash(s.Cid, "/server channels allow:#"+name)
			if refused := strings.Contains(m.Text(), "can't keep more channels"); refused != (n == 26) {
				t.Errorf("channel %d is refused: %v\n%s", n, refused, m.Text())
			}
		}
		g, err := s.Store.Guild(s.Context(), match.GuildID(s.Club))
		if err != nil || len(g.Channels) != 25 {
			t.Errorf("%d channels are chosen, %v; want 25", len(g.Channels), err)
		}

		s.Sim.AddRole(s.Club, "Player")
		s.Sim.AddRole(s.Club, "Guest")
		before := len(s.Audits())
		panel := s.Slash(s.Cid, "/server roles")
		for _, picked := range [][]string{{"@Player", "@Guest"}, {"@Guest", "@Player"}} {
			s.Answered(s.Sim.As(s.Cid).Select(panel, panel.Selects()[0].CustomID, picked...), "roles")
		}
		if n := len(s.Audits()) - before; n != 1 {
			t.Errorf("two roles that are picked in both orders are %d entries of the audit log, want 1", n)
		}
	})
}
