package challenge_test

import (
	"testing"
	"time"

	"paddock/bot/discordsim"
	"paddock/bot/story"
	"paddock/games/match"
)

// P82: a member who accepts a challenge of somebody who has left the server is told so, and no
// match begins. The same holds for a rematch. While Discord does not say that a member has left,
// they are there.
func TestP82_AcceptingAChallengeOfSomebodyWhoHasLeft(t *testing.T) {
	t.Parallel()
	for _, c := range []struct {
		name   string
		act    func(*story.Story)
		status match.Status
	}{
		{"accepted", func(s *story.Story) {
			s.Slash(s.Ann, "/kalah challenge user:@Bob")
			s.Sim.RemoveMember(s.Club, s.Ann)
			s.Private(s.Click(s.Bob, s.Board(), "Accept"), "The challenger has left the server")
			s.Sees(s.Board(), "The challenger has left the server")
		}, match.Closed},
		{"accepted from the lobby", func(s *story.Story) {
			s.Slash(s.Ann, "/kalah challenge")
			s.Sim.RemoveMember(s.Club, s.Ann)
			s.Private(s.Click(s.Bob, s.Slash(s.Bob, "/lobby"), "Kalah · Ann"), "The challenger has left the server")
		}, match.Closed},
		{"a rematch", func(s *story.Story) {
			s.Begin("/kalah challenge user:@Bob first:me")
			s.Resigns(s.Ann)
			s.Sim.RemoveMember(s.Club, s.Ann)
			s.Private(s.Click(s.Bob, s.Board(), "Rematch"), "Ann has left the server")
		}, match.Over},
		{"Discord is in trouble", func(s *story.Story) {
			s.Slash(s.Ann, "/kalah challenge user:@Bob")
			s.Sim.Inject(discordsim.Fault{Route: "/guilds/{guild_id}/members*", Status: 500})
			s.Sim.RemoveMember(s.Club, s.Ann)
			s.Click(s.Bob, s.Board(), "Accept")
		}, match.Running},
		{"Discord is slow", func(s *story.Story) {
			s.Slash(s.Ann, "/kalah challenge user:@Bob")
			s.Sim.Inject(discordsim.Fault{Route: "/guilds/{guild_id}/members*", Delay: time.Minute})
			s.Sim.RemoveMember(s.Club, s.Ann)
			s.Click(s.Bob, s.Board(), "Accept")
		}, match.Running},
	} {
		t.Run(c.name, func(t *testing.T) {
			t.Parallel()
			story.Tell(t, func(s *story.Story) {
				s.Waste = true // Discord says by an error that a member has left
				c.act(s)
				if got := s.TheMatch().Status; got != c.status {
					t.Errorf("the match is %s, want %s", got, c.status)
				}
			})
		})
	}
}
