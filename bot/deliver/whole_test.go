package deliver_test

import (
	"strings"
	"testing"
	"time"

	"paddock/bot"
	"paddock/bot/discordsim"
	"paddock/bot/story"
	"paddock/games/catalog"
	"paddock/games/match"
)

// typed plays a whole match by commands, in a channel, and returns how many were typed.
func typed(s *story.Story, ch discordsim.ChannelID, id match.ID, pause time.Duration) (n int) {
	s.Helper()
	for ; n < 300; n++ {
		rec, err := s.Store.Record(s.Context(), id)
		if err != nil {
			s.Fatal(err)
		}
		if rec.Status != match.Running {
			return n
		}
		for _, g := range catalog.Games() {
			if g.ID != rec.Game {
				continue
			}
			at, err := g.Parse(rec.Position)
			if err != nil {
				s.Fatal(err)
			}
			for seat := range rec.Waiting.All() {
				moves, _ := at.View(seat).Moves(200)
				u := discordsim.UserID(rec.Players[seat].User)
				s.Answered(s.Sim.As(u).In(ch).Slash("/"+string(g.ID)+" move move:"+moves[n%len(moves)].Text), "move")
				break
			}
		}
		s.Wait(pause)
	}
	s.Fatal("the match never ends")
	return n
}

// P25, P43: a whole match that is typed leaves one board, in a channel, a thread or direct
// messages, with a channel for results, for three players, in Swedish. No private receipt stays,
// and the result is announced once.
func TestP43WholeMatchesLeaveOneBoard(t *testing.T) {
	t.Parallel()
	for _, c := range []struct {
		name  string
		lead  func(*story.Story) discordsim.ChannelID // begin begins the match and returns its channel
		pause time.Duration
	}{
		{"a channel, at once", func(s *story.Story) discordsim.ChannelID {
			s.Begin("/kalah challenge user:@Bob first:me")
			return s.Hall
		}, time.Second},
		{"a channel, with hours between", func(s *story.Story) discordsim.ChannelID {
			s.Begin("/kalah challenge user:@Bob first:me")
			return s.Hall
		}, 3 * time.Hour},
		{"a thread", func(s *story.Story) discordsim.ChannelID {
			s.Slash(s.Ann, "/kalah challenge user:@Bob first:me thread:true")
			thread := s.Sim.Threads(s.Hall)[0].ID
			s.Click(s.Bob, s.Sim.Last(thread, s.Bob), "Accept")
			return thread
		}, time.Hour},
		{"direct messages", func(s *story.Story) discordsim.ChannelID {
			dm := s.Sim.DM(s.Ann)
			s.Answered(s.Sim.As(s.Ann).In(dm).Slash("/kalah start level:first first:me"), "start")
			return dm
		}, time.Minute},
		{"a channel for results", func(s *story.Story) discordsim.ChannelID {
			s.Sim.AddChannel(s.Club, "scores")
			s.Slash(s.Ann, "/server channels results:#scores")
			s.Begin("/kalah challenge user:@Bob first:me")
			return s.Hall
		}, time.Hour},
		{"three", func(s *story.Story) discordsim.ChannelID {
			s.Slash(s.Ann, "/fish start players:3")
			s.Click(s.Bob, s.Board(), "Join")
			s.Click(s.Cid, s.Board(), "Join")
			return s.Hall
		}, time.Hour},
		{"Swedish", func(s *story.Story) discordsim.ChannelID {
			for _, u := range []discordsim.UserID{s.Ann, s.Bob} {
				s.Sim.SetLocale(u, "sv-SE")
			}
			s.Sim.SetGuildLocale(s.Club, "sv-SE")
			s.Slash(s.Ann, "/kalah challenge user:@Bob first:me")
			s.Click(s.Bob, s.Board(), "Anta")
			return s.Hall
		}, time.Hour},
	} {
		t.Run(c.name, func(t *testing.T) {
			story.Tell(t, func(s *story.Story) {
				ch := c.lead(s)
				list, err := s.Store.Latest(s.Context(), match.ChannelID(ch), 1)
				if err != nil || len(list) != 1 {
					t.Fatal(list, err)
				}
				n := typed(s, ch, list[0].ID, c.pause)
				s.Wait(20 * time.Minute)
				left := s.Sim.Messages(ch, s.Eve)
				if ch == s.Sim.DM(s.Ann) {
					left = s.Sim.Messages(ch, s.Ann)
				}
				if len(left) != 1 || !story.FullBoard(left[0]) {
					t.Errorf("after %d commands %d messages are left, want the board", n, len(left))
					for _, m := range left {
						t.Log(m.Text())
					}
				}
				for _, u := range []discordsim.UserID{s.Ann, s.Bob, s.Cid} {
					for _, where := range []discordsim.ChannelID{s.Hall, ch} {
						for _, m := range s.Sim.Messages(where, u) {
							if m.Ephemeral() && len(m.Labels()) == 0 && !strings.Contains(m.Text(), "In this server") {
								t.Errorf("a private message is left: %q", m.Text())
							}
						}
					}
				}
				if scores := s.Sim.Snapshot(s.Eve); c.name == "a channel for results" {
					for _, there := range scores.Channels {
						// a result, and before it the message that explains the channel
						if there.Name == "scores" && len(s.Sim.Messages(there.ID, s.Eve)) != 2 {
							t.Errorf("%d messages among the results, want 2", len(s.Sim.Messages(there.ID, s.Eve)))
						}
					}
				}
			}, func(c *bot.Config) { c.Games = catalog.Games() })
		})
	}
}
