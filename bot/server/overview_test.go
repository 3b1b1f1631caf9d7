package server_test

import (
	"strings"
	"testing"
	"time"

	"paddock/bot/discordsim"
	"paddock/bot/story"
	"paddock/games/match"
)

// P100: an overview lists the matches of its channel or of the server, whose turn it is and since
// when. Edits are rare and ping nobody. It is posted again after it was deleted, survives a
// restart, and can be ended.
func TestP100StandingMessage(t *testing.T) {
	t.Parallel()
	story.Tell(t, func(s *story.Story) {
		s.Moderated()
		list := s.Sim.AddChannel(s.Club, "list")
		in := func(ch discordsim.ChannelID, text string) discordsim.Message {
			return s.Answered(s.Sim.As(s.Cid).In(ch).Slash(text), text)
		}
		s.Sim.Deny(list, discordsim.PermSendMessages)
		s.Private(in(list, "/server overview matches:here"), "I can't post in this channel")
		s.Sim.Allow(list, discordsim.PermSendMessages)
		s.Private(in(list, "/server overview matches:none"), "This channel has no list of matches")
		s.Private(in(list, "/server overview matches:server"), "The list stands here now")
		s.Private(in(s.Hall, "/server overview matches:here"), "The list stands here now")
		s.Wait(time.Minute)
		s.Sees(s.Overview(list), "Matches here (0)", "Nobody is playing")
		first := s.Overview(list).ID

		s.Begin("/kalah challenge user:@Bob first:me")
		attic := s.Sim.AddChannel(s.Club, "attic")
		s.Answered(s.Sim.As(s.Eve).In(attic).Slash("/halatafl challenge"), "challenge")
		s.Wait(5 * time.Minute)
		s.Sees(s.Overview(list), "Matches here (2)", "Kalah · Ann (South) v Bob (North)", "Ann to move, since <t:",
			"Eve is looking for somebody to play Halatafl", "waiting for players")
		s.Sees(s.Overview(s.Hall), "Matches here (1)", "Ann to move")
		if strings.Contains(s.Overview(s.Hall).Text(), "Halatafl") {
			t.Error("the hall's message lists a match of the attic")
		}
		s.Wait(5 * time.Minute)
		s.Slash(s.Bob, "/halatafl challenge") // the time is long after the last edit
		s.Wait(time.Minute)
		for _, line := range strings.Split(s.Overview(list).Text(), "\n") {
			if strings.HasPrefix(line, "* ") && !strings.Contains(line, "[board](") {
				t.Errorf("a line has no link to its board: %s", line)
			}
		}
		s.Click(s.Bob, s.BoardAbout("Bob is looking"), "Withdraw")
		s.Wait(5 * time.Minute)
		edits := 0
		stop := s.Sim.Subscribe(s.Eve, func(e discordsim.Event) {
			if e.Type == discordsim.EventMessageUpdate && e.Message.ID == first {
				edits++
			}
		})
		for range 20 { // the function plays one move every half minute
			b := s.BoardAbout("Kalah")
			if len(b.Labels()) == 0 {
				break
			}
			s.Press(s.Mover(b), b)
			s.Wait(30 * time.Second)
		}
		s.Wait(5 * time.Minute)
		stop()
		if edits == 0 || edits > 8 {
			t.Errorf("10 minutes of play edit the message %d times, want a few", edits)
		}
		m := s.Overview(list)
		if m.ID != first || len(m.Mentions) > 0 || len(m.Notified) > 0 {
			t.Errorf("the message is %s, mentions %v and notifies %v; want %s and nobody", m.ID, m.Mentions, m.Notified,
				first)
		}
		s.Waste = true
		s.Sim.DeleteMessage(first)
		s.Restart(time.Minute)
		s.Slash(s.Ann, "/halatafl challenge")
		s.Wait(5 * time.Minute)
		s.Sees(s.Overview(list), "Ann is looking for somebody to play Halatafl")
		s.Private(in(list, "/server overview matches:none"), "no longer updated")
		s.Private(in(list, "/server audit"), "has changed *Matches are listed in*: no channel → <#"+string(list)+">",
			"and <#"+string(list)+"> → <#"+string(s.Hall)+">")
		if m := s.Overview(list); m.ID != "" {
			t.Errorf("it stands there still:\n%s", m.Text())
		}
		s.Sim.DeleteChannel(s.Hall)
		s.Wait(10 * time.Minute)
		g, err := s.Store.Guild(t.Context(), match.GuildID(s.Club))
		if err != nil || len(g.Overviews) > 0 {
			t.Errorf("%v, %v", g.Overviews, err)
		}
	})
}

// P100: a server without an overview is checked again ten minutes later, not at each change. So an
// overview that another process has made appears after that time.
func TestOverviewOfAnotherProcess(t *testing.T) {
	t.Parallel()
	story.Tell(t, func(s *story.Story) {
		s.Begin("/kalah challenge user:@Bob first:me beans:6")
		s.Wait(2 * time.Minute)
		list := s.Sim.AddChannel(s.Club, "list")
		_, err := s.Store.UpdateGuild(s.Context(), match.GuildID(s.Club), func(g *match.Guild) {
			g.Overviews = map[match.ChannelID]match.Overview{match.ChannelID(list): {}}
		})
		if err != nil {
			t.Fatal(err)
		}
		s.Press(s.Mover(s.Board()), s.Board())
		s.Wait(5 * time.Minute)
		if m := s.Overview(list); m.ID != "" {
			t.Errorf("the server was asked again within minutes; there stands\n%s", m.Text())
		}
		s.Wait(5 * time.Minute)
		s.Press(s.Mover(s.Board()), s.Board())
		s.Wait(5 * time.Minute)
		s.Sees(s.Overview(list), "Matches here (1)", "Kalah · Ann (South) v Bob (North)")
	})
}

// P100: the standing message has buttons for people whose client has no commands. It is pinned if
// the bot may pin; otherwise the bot does not try.
func TestP100DoorAndPin(t *testing.T) {
	t.Parallel()
	story.Tell(t, func(s *story.Story) {
		s.Moderated()
		list := s.Sim.AddChannel(s.Club, "list")
		s.Answered(s.Sim.As(s.Cid).In(list).Slash("/server overview matches:here"), "overview")
		s.Wait(time.Minute)
		if s.Overview(list).Pinned {
			t.Error("the message is pinned without the permission")
		}
		s.Sim.SetPermissions(s.Club, s.Sim.Bot(), discordsim.DefaultBotPermissions|discordsim.PermPinMessages)
		s.Answered(s.Sim.As(s.Cid).In(s.Hall).Slash("/server overview matches:server"), "overview")
		s.Wait(time.Minute)
		door := s.Overview(s.Hall)
		if !door.Pinned {
			t.Error("the message is not pinned")
		}
		s.Private(s.Click(s.Eve, door, "Play"), "What would you like to play?")
		s.Private(s.Click(s.Eve, door, "My matches"), "You have no matches")
		s.Private(s.Click(s.Eve, door, "Puzzle"), "Puzzle of the day")
		s.Private(s.Click(s.Eve, door, "Help"), "What I can do")

		s.Waste = true // Discord refuses one request, because the bot can't see the channel
		s.Answered(s.Sim.As(s.Cid).In(list).Slash("/server overview matches:server"), "overview")
		s.Sim.Deny(list, discordsim.PermViewChannel)
		s.Answered(s.Sim.As(s.Cid).In(s.Hall).Slash("/kalah challenge"), "challenge")
		s.Wait(10 * time.Minute)
		g, err := s.Store.Guild(t.Context(), match.GuildID(s.Club))
		if _, there := g.Overviews[match.ChannelID(s.Hall)]; err != nil || !there || len(g.Overviews) != 1 {
			t.Errorf("after a channel was hidden the overviews are %v, %v; want only that of the hall", g.Overviews,
				err)
		}
	}, story.WithAll)
}
