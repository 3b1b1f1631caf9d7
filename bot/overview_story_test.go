package bot_test

import (
	"slices"
	"strings"
	"testing"
	"time"

	"paddock/bot/discordsim"
	"paddock/games/match"
)

// overview is the message in a channel that lists matches; the zero Message if there is none.
func (s *story) overview(ch discordsim.ChannelID) discordsim.Message {
	for _, m := range slices.Backward(s.sim.Messages(ch, s.eve)) {
		if strings.Contains(m.Text(), "kept up to date and notifies nobody") {
			return m
		}
	}
	return discordsim.Message{}
}

// P100: one message lists the matches of its channel or of the server, whose turn it is and since when. It is edited, seldom, and pings nobody; it comes
// back when it was deleted, outlasts a restart, and is taken out of use.
func TestP100StandingMessage(t *testing.T) {
	t.Parallel()
	tell(t, func(s *story) {
		s.moderated()
		list := s.sim.AddChannel(s.club, "list")
		in := func(ch discordsim.ChannelID, text string) discordsim.Message {
			return s.answered(s.sim.As(s.cid).In(ch).Slash(text), text)
		}
		s.private(in(list, "/server overview matches:none"), "No such message stands in this channel")
		s.private(in(list, "/server overview matches:server"), "The message stands here")
		s.private(in(s.hall, "/server overview matches:here"), "The message stands here")
		s.wait(time.Minute)
		s.sees(s.overview(list), "Matches here (0)", "Nothing is being played")
		first := s.overview(list).ID

		s.begin("/kalah challenge user:@Bob first:me")
		attic := s.sim.AddChannel(s.club, "attic")
		s.answered(s.sim.As(s.eve).In(attic).Slash("/halatafl challenge"), "challenge")
		s.wait(5 * time.Minute)
		s.sees(s.overview(list), "Matches here (2)", "Kalah · South Ann v North Bob", "Ann to move, since <t:", "Eve looks for an opponent at Halatafl", "waiting for players")
		s.sees(s.overview(s.hall), "Matches here (1)", "Ann to move")
		if strings.Contains(s.overview(s.hall).Text(), "Halatafl") {
			t.Error("the hall's message lists a match of the attic")
		}
		edits := 0
		stop := s.sim.Subscribe(s.eve, func(e discordsim.Event) {
			if e.Type == discordsim.EventMessageUpdate && e.Message.ID == first {
				edits++
			}
		})
		for range 20 { // one move every half minute
			b := s.boardAbout("Kalah")
			if len(b.Labels()) == 0 {
				break
			}
			s.press(s.mover(b), b)
			s.wait(30 * time.Second)
		}
		s.wait(5 * time.Minute)
		stop()
		if edits == 0 || edits > 8 {
			t.Errorf("10 minutes of play edit the message %d times, want a few", edits)
		}
		m := s.overview(list)
		if m.ID != first || len(m.Mentions) > 0 || len(m.Notified) > 0 {
			t.Errorf("the message is %s, mentions %v and notifies %v; want %s and nobody", m.ID, m.Mentions, m.Notified, first)
		}
		s.waste = true
		s.sim.DeleteMessage(first)
		s.restart(time.Minute)
		s.slash(s.ann, "/halatafl challenge")
		s.wait(5 * time.Minute)
		s.sees(s.overview(list), "Ann looks for an opponent at Halatafl")
		s.private(in(list, "/server overview matches:none"), "out of use")
		s.private(in(list, "/server audit"), "has changed: Matches are listed in: no channel → <#"+string(list)+">", "and <#"+string(list)+"> → <#"+string(s.hall)+">")
		if m := s.overview(list); m.ID != "" {
			t.Errorf("it stands there still:\n%s", m.Text())
		}
		s.sim.DeleteChannel(s.hall)
		s.wait(10 * time.Minute)
		g, err := s.store.Guild(t.Context(), match.GuildID(s.club))
		if err != nil || len(g.Overviews) > 0 {
			t.Errorf("%v, %v", g.Overviews, err)
		}
	})
}
