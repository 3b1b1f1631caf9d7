package server_test

import (
	"strings"
	"testing"
	"time"

	"paddock/bot/discordsim"
	"paddock/bot/story"
)

// P25: a channel for results gets each result of a match between people and each end of a
// tournament, once and without a ping. It gets no match against computers and none without a
// result.
func TestP25Results(t *testing.T) {
	t.Parallel()
	for _, tt := range []struct {
		name string
		lead func(*story.Story)
		says []string // words of the only announcement; nil if there is none
	}{
		{"resigned", func(s *story.Story) {
			s.Begin("/kalah challenge user:@Bob first:me rated:false")
			s.Resigns(s.Bob)
		}, []string{"Kalah · Ann (South) v Bob (North)", "Bob", "resigned", "not rated"}},
		{"by who has their data deleted", func(s *story.Story) {
			s.Begin("/kalah challenge user:@Bob first:me")
			s.SayYes(s.Bob, "/privacy delete-my-data")
		}, nil},
		{
			"armies in the set-up: no rank is told", func(s *story.Story) { s.Armies("army:barrage"); s.Resigns(s.Bob) },
			[]string{"Stratego", "Bob"},
		},
		{"over a restart", func(s *story.Story) {
			s.Begin("/kalah challenge user:@Bob first:me")
			s.Resigns(s.Bob)
			s.Restart(time.Second)
		}, []string{"Kalah"}},
		{"a tournament", func(s *story.Story) {
			s.Slash(s.Ann, "/tournament create game:kalah format:roundrobin players:2 name:Cup")
			s.Slash(s.Ann, "/tournament join")
			s.Slash(s.Bob, "/tournament join")
			s.Wait(10 * time.Second)
			s.Resigns(s.Bob)
			s.Wait(time.Minute)
		}, []string{"Cup", "Ann"}},
		{
			"against the computer", func(s *story.Story) { s.Slash(s.Ann, "/kalah start level:first"); s.Resigns(s.Ann) },
			nil,
		},
		{"cancelled", func(s *story.Story) {
			s.Begin("/kalah challenge user:@Bob first:me")
			s.Click(s.Ann, s.Board(), "Cancel the match")
		}, nil},
		{"declined", func(s *story.Story) {
			s.Slash(s.Ann, "/kalah challenge user:@Bob")
			s.Click(s.Bob, s.Board(), "Decline")
		}, nil},
		{"ended by a moderator", func(s *story.Story) { s.Moderates("/server end reason:spam") }, nil},
		{"no longer wanted", func(s *story.Story) {
			s.Begin("/kalah challenge user:@Bob first:me")
			s.Slash(s.Ann, "/server channels clear:results")
			s.Resigns(s.Bob)
		}, nil},
	} {
		t.Run(tt.name, func(t *testing.T) {
			story.CrossTell(t, func(s *story.Story) {
				scores := s.Sim.AddChannel(s.Club, "scores")
				s.Private(s.Slash(s.Ann, "/server channels results:#scores"), "announced in: **<#"+string(scores)+">**")
				s.Sees(s.Sim.Last(scores, s.Eve), "From now on I announce results here")
				tt.lead(s)
				s.Wait(time.Minute)
				list := s.Sim.Messages(scores, s.Eve)[1:]
				switch {
				case len(tt.says) == 0 && len(list) == 0:
				case len(tt.says) == 0 || len(list) != 1:
					t.Errorf("%d announcements, want %q", len(list), tt.says)
				default:
					s.Sees(list[0], tt.says...)
					s.Rings(list[0])
					if strings.Contains(list[0].Text(), "arshal") {
						t.Errorf("a rank is told: %s", list[0].Text())
					}
				}
			}, func(*story.Story) {})
		})
	}
}

// P25: a channel for pings gets each mention once, instead of the board, with a link to the board.
// The message is deleted when it is obsolete. Members who chose direct messages, or no
// notifications, are not mentioned. Without the channel the mentions are at the board again.
func TestP25Pings(t *testing.T) {
	t.Parallel()
	story.Tell(t, func(s *story.Story) {
		bell := s.Sim.AddChannel(s.Club, "bell")
		s.Private(s.Slash(s.Ann, "/server channels pings:#bell"), "mention people in: **<#"+string(bell)+">**")
		rung := func(what string, who discordsim.UserID, text string) {
			t.Helper()
			s.Wait(time.Minute)
			for _, m := range s.Sim.Messages(s.Hall, s.Eve) {
				if len(m.Notified) > 0 {
					t.Errorf("%s: mentioned at the board: %s", what, m.Text())
				}
			}
			list := s.Sim.Messages(bell, s.Eve)[1:]
			if who == "" {
				if len(list) != 0 {
					t.Errorf("%s: %d messages, want none; the last says %s", what, len(list), list[len(list)-1].Text())
				}
				return
			}
			if len(list) != 1 {
				t.Fatalf("%s: %d messages, want one", what, len(list))
			}
			s.Sees(list[0], text)
			s.Rings(list[0], who)
		}
		s.Slash(s.Ann, "/kalah challenge user:@Bob first:me time:1 day a move")
		rung("challenged", s.Bob, "Ann challenges")
		s.Click(s.Bob, s.Board(), "Accept")
		rung("accepted: the turn is hers", s.Ann, "It's your turn")
		s.Wait(time.Hour)
		s.Slash(s.Ann, "/kalah move move:1")
		rung("his turn", s.Bob, "It's your turn: Kalah")
		s.Wait(20 * time.Hour)
		rung("a reminder in its place", s.Bob, "reminder")
		s.Slash(s.Bob, "/settings general notify:a direct message")
		s.Slash(s.Bob, "/kalah move move:1")
		s.Wait(time.Hour)
		rung("her turn", s.Ann, "It's your turn")
		s.Slash(s.Ann, "/kalah move move:2")
		rung("he is told by direct message", "", "")
		s.Sees(s.NewestDM(s.Bob), "It's your turn")
		s.Slash(s.Bob, "/draw")
		rung("a draw is offered to her", s.Ann, "Bob offers a draw")
		s.Click(s.Ann, s.Sim.Messages(bell, s.Eve)[1], "No draw")
		rung("she has declined", "", "")

		s.Slash(s.Bob, "/kalah move move:2")
		s.Wait(time.Hour)
		rung("her turn again", s.Ann, "It's your turn")
		s.Waste = true // Discord refuses one request, because the channel is gone
		s.Slash(s.Ann, "/kalah move move:3")
		s.Sim.DeleteChannel(bell)
		s.Slash(s.Bob, "/kalah move move:3")
		s.Wait(time.Hour)
		s.Rings(s.Last(), s.Ann)
		s.Private(s.Slash(s.Ann, "/server channels"), "mention people in: **the channel of the match**")
	})
}

// P25, P58: `/server channels` refuses a channel where the bot can't post, and names the missing
// permissions.
func TestChannelWithoutPermission(t *testing.T) {
	t.Parallel()
	story.Tell(t, func(s *story.Story) {
		s.Moderated()
		s.Waste = true // Discord refuses one request, because the bot can't see the channel
		for i, missing := range []discordsim.Permissions{
			discordsim.PermViewChannel,
			discordsim.PermSendMessages | discordsim.PermSendInThreads,
		} {
			attic := s.Sim.AddChannel(s.Club, "attic"+string(rune('a'+i)))
			s.Sim.Deny(attic, missing)
			s.Private(s.Slash(s.Cid, "/server channels allow:<#"+string(attic)+">"),
				"I can't post in <#"+string(attic)+">", "*View Channel*")
			s.Private(s.Slash(s.Cid, "/server channels"), "may begin in: **every channel**")
			s.Sim.Allow(attic, missing)
			s.Private(s.Slash(s.Cid, "/server channels allow:<#"+string(attic)+">"),
				"may begin in: **<#"+string(attic)+">**")
			s.Slash(s.Cid, "/server channels forbid:<#"+string(attic)+">")
		}
	})
}
