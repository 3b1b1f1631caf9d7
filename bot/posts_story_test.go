package bot_test

import (
	"strings"
	"testing"
	"time"

	"paddock/bot/discordsim"
)

// P25: where a server has a channel for results, each match between people that has one is announced there, once and without a ping, whatever way it has
// ended; matches against computers, and those that end without a result, are not, and of tournaments the end is.
func TestP25Results(t *testing.T) {
	t.Parallel()
	for _, tt := range []struct {
		name string
		lead func(*story)
		says []string // of the only announcement; none: there is none
	}{
		{"resigned", func(s *story) { s.begin("/kalah challenge user:@Bob first:me rated:false"); s.resigns(s.bob) }, []string{"Kalah · South Ann v North Bob", "Bob", "resigned", "not rated"}},
		{"by who has their data deleted", func(s *story) {
			s.begin("/kalah challenge user:@Bob first:me")
			s.sayYes(s.bob, "/delete-my-data")
		}, nil},
		{"armies in the set-up: no rank is told", func(s *story) { s.armies("army:barrage"); s.resigns(s.bob) }, []string{"Stratego", "Bob"}},
		{"over a restart", func(s *story) {
			s.begin("/kalah challenge user:@Bob first:me")
			s.resigns(s.bob)
			s.restart(time.Second)
		}, []string{"Kalah"}},
		{"a tournament", func(s *story) {
			s.slash(s.ann, "/tournament create game:kalah format:roundrobin players:2 name:Cup")
			s.slash(s.ann, "/tournament join")
			s.slash(s.bob, "/tournament join")
			s.wait(10 * time.Second)
			s.resigns(s.bob)
			s.wait(time.Minute)
		}, []string{"Cup", "Ann"}},
		{"against the computer", func(s *story) { s.slash(s.ann, "/kalah start level:first"); s.resigns(s.ann) }, nil},
		{"cancelled", func(s *story) {
			s.begin("/kalah challenge user:@Bob first:me")
			s.click(s.ann, s.board(), "Cancel the match")
		}, nil},
		{"declined", func(s *story) { s.slash(s.ann, "/kalah challenge user:@Bob"); s.click(s.bob, s.board(), "Decline") }, nil},
		{"ended by a moderator", func(s *story) { s.moderates("/server end reason:spam") }, nil},
		{"no longer wanted", func(s *story) {
			s.begin("/kalah challenge user:@Bob first:me")
			s.slash(s.ann, "/server channels clear:results")
			s.resigns(s.bob)
		}, nil},
	} {
		t.Run(tt.name, func(t *testing.T) {
			crossTell(t, func(s *story) {
				scores := s.sim.AddChannel(s.club, "scores")
				s.private(s.slash(s.ann, "/server channels results:#scores"), "announced in: **<#"+string(scores)+">**")
				s.sees(s.sim.Last(scores, s.eve), "From now on results are announced here")
				tt.lead(s)
				s.wait(time.Minute)
				list := s.sim.Messages(scores, s.eve)[1:]
				switch {
				case len(tt.says) == 0 && len(list) == 0:
				case len(tt.says) == 0 || len(list) != 1:
					t.Errorf("%d announcements, want %q", len(list), tt.says)
				default:
					s.sees(list[0], tt.says...)
					s.rings(list[0])
					if strings.Contains(list[0].Text(), "arshal") {
						t.Errorf("a rank is told: %s", list[0].Text())
					}
				}
			}, func(*story) {})
		})
	}
}

// P25: where a server has a channel for pings, all that would be mentioned at boards is mentioned there, once, with the way to the board, and goes away
// when it is done; who is told by direct message, or not at all, is not mentioned. Without the channel, people are called at the board again.
func TestP25Pings(t *testing.T) {
	t.Parallel()
	tell(t, func(s *story) {
		bell := s.sim.AddChannel(s.club, "bell")
		s.private(s.slash(s.ann, "/server channels pings:#bell"), "mentioned in: **<#"+string(bell)+">**")
		rung := func(what string, who discordsim.UserID, text string) {
			t.Helper()
			s.wait(time.Minute)
			for _, m := range s.sim.Messages(s.hall, s.eve) {
				if len(m.Notified) > 0 {
					t.Errorf("%s: mentioned at the board: %s", what, m.Text())
				}
			}
			list := s.sim.Messages(bell, s.eve)[1:]
			if who == "" {
				if len(list) != 0 {
					t.Errorf("%s: %d messages, want none; the last says %s", what, len(list), list[len(list)-1].Text())
				}
				return
			}
			if len(list) != 1 {
				t.Fatalf("%s: %d messages, want one", what, len(list))
			}
			s.sees(list[0], text)
			s.rings(list[0], who)
		}
		s.slash(s.ann, "/kalah challenge user:@Bob first:me time:1 day a move")
		rung("challenged", s.bob, "Ann challenges")
		s.click(s.bob, s.board(), "Accept")
		rung("accepted: the turn is hers", s.ann, "It's your turn")
		s.wait(time.Hour)
		s.slash(s.ann, "/kalah move move:1")
		rung("his turn", s.bob, "It's your turn: Kalah")
		s.wait(20 * time.Hour)
		rung("a reminder in its place", s.bob, "reminder")
		s.slash(s.bob, "/settings notify:a direct message")
		s.slash(s.bob, "/kalah move move:1")
		s.wait(time.Hour)
		rung("her turn", s.ann, "It's your turn")
		s.slash(s.ann, "/kalah move move:2")
		rung("he is told by direct message", "", "")
		s.sees(s.newestDM(s.bob), "It's your turn")
		s.slash(s.bob, "/draw")
		rung("a draw is offered to her", s.ann, "Bob offers a draw")
		s.click(s.ann, s.sim.Messages(bell, s.eve)[1], "No draw")
		rung("she has declined", "", "")

		s.slash(s.bob, "/kalah move move:2")
		s.wait(time.Hour)
		rung("her turn again", s.ann, "It's your turn")
		s.waste = true // one look for the channel that is gone
		s.slash(s.ann, "/kalah move move:3")
		s.sim.DeleteChannel(bell)
		s.slash(s.bob, "/kalah move move:3")
		s.wait(time.Hour)
		s.rings(s.last(), s.ann)
		s.private(s.slash(s.ann, "/server channels"), "mentioned in: **the channel of the match**")
	})
}
