package challenge_test

import (
	"fmt"
	"strings"
	"testing"
	"time"

	"paddock/bot/discordsim"
	"paddock/bot/story"
	"paddock/games/match"
	"paddock/games/match/lookout"
)

// P99: subscribers are notified once a day when somebody looks for a game, also across restarts. A
// button of the call ends the subscription.
func TestP99Calls(t *testing.T) {
	t.Parallel()
	story.Tell(t, func(s *story.Story) {
		s.Private(s.Slash(s.Eve, "/settings call-me game:any game"), "at most once a day", "off")
		for i := range 2 {
			s.Slash(s.Ann, "/kalah challenge")
			s.Wait(time.Minute)
			s.Restart(time.Minute)
			s.Slash(s.Bob, "/halatafl challenge")
			s.Wait(time.Minute)
			if n := s.LookedFor(); n != i+1 {
				t.Fatalf("on day %d there were %d calls in all", i+1, n)
			}
			s.Click(s.Ann, s.BoardAbout("Ann is looking for"), "Withdraw")
			s.Click(s.Bob, s.BoardAbout("Bob is looking for"), "Withdraw")
			s.Wait(25 * time.Hour)
		}
		call := s.NewestDM(s.Eve)
		s.Sees(call, "Ann is looking for somebody to play Kalah", "rated", "You wanted to hear of this")
		s.Click(s.Eve, call, "Stop telling me")
		s.Slash(s.Ann, "/kalah challenge")
		s.Wait(time.Minute)
		if n := s.LookedFor(); n != 2 {
			t.Errorf("%d calls, also after the end of it", n)
		}
	})
}

// roles lets only members with a role play: Ann, and Eve if she has it too.
func roles(s *story.Story, has bool) {
	s.Moderated()
	player := s.Sim.AddRole(s.Club, "Player")
	s.Slash(s.Cid, "/server roles play:@Player")
	s.Sim.SetRole(s.Club, s.Ann, player, true)
	s.Sim.SetRole(s.Club, s.Eve, player, has)
}

// P99: /call-me does not notify a member of a challenge that the member could not accept. It
// notifies nobody during their quiet hours, and nobody who has declined such messages.
func TestP99WhoIsCalled(t *testing.T) {
	t.Parallel()
	const challenge = "/kalah challenge"
	for _, c := range []struct {
		name, challenge string
		before          func(*story.Story)
		want            int
	}{
		{"as usual", challenge, func(*story.Story) {}, 1},
		{
			"the game that is wanted", challenge, func(s *story.Story) { s.Slash(s.Eve, "/settings call-me game:Kalah") },
			1,
		},
		{
			"another game", "/halatafl challenge", func(s *story.Story) { s.Slash(s.Eve, "/settings call-me game:Kalah") },
			0,
		},
		{"off", challenge, func(s *story.Story) { s.Slash(s.Eve, "/settings call-me game:off") }, 0},
		{"to a member", challenge + " user:@Bob", func(*story.Story) {}, 0},
		{"kept to its channel", challenge + " lobby:false", func(*story.Story) {}, 0},
		{"other ratings", challenge + " within:within 100 of mine", func(s *story.Story) { s.PlayedOut("") }, 0},
		{"asleep", challenge, func(s *story.Story) {
			s.Slash(s.Eve, "/settings hours zone:Europe/London quiet:00:00-12:00")
		}, 0},
		{"one message a day", challenge, func(s *story.Story) {
			s.Slash(s.Eve, "/settings general notify:one direct message a day")
		}, 0},
		{
			"hears of nothing", challenge, func(s *story.Story) { s.Slash(s.Eve, "/settings general notify:not at all") },
			0,
		},
		{"has blocked", challenge, func(s *story.Story) { s.Slash(s.Eve, "/settings block user:@Ann") }, 0},
		{"is blocked", challenge, func(s *story.Story) { s.Slash(s.Ann, "/settings block user:@Eve") }, 0},
		{"has no playing role", challenge, func(s *story.Story) { roles(s, false) }, 0},
		{"has a playing role", challenge, func(s *story.Story) { roles(s, true) }, 1},
		{"has left", challenge, func(s *story.Story) { s.Waste = true; s.Sim.RemoveMember(s.Club, s.Eve) }, 0},
		{"is erased", challenge, func(s *story.Story) {
			s.Click(s.Eve, s.Slash(s.Eve, "/privacy delete-my-data"), "Yes, delete it all")
		}, 0},
		{"plays many against computers", challenge, func(s *story.Story) {
			for range 5 {
				s.Slash(s.Eve, "/kalah start level:first first:me")
			}
			if list, err := s.Store.ByUser(s.Context(), match.UserID(s.Eve)); err != nil || len(list) != 5 {
				s.Fatalf("Eve has %d matches, %v; want five", len(list), err)
			}
		}, 1},
		{"plays many", challenge, func(s *story.Story) {
			for _, game := range []string{"kalah", "halatafl"} {
				for _, who := range []string{"Bob", "Cid", "Ann"} {
					s.Slash(s.Eve, "/"+game+" challenge user:@"+who)
				}
				s.Click(s.Bob, s.BoardAbout("<@"+string(s.Bob)+">"), "Accept")
				s.Click(s.Cid, s.BoardAbout("<@"+string(s.Cid)+">"), "Accept")
				s.Click(s.Ann, s.BoardAbout("<@"+string(s.Ann)+">"), "Accept")
			}
		}, 0},
	} {
		t.Run(c.name, func(t *testing.T) {
			story.Tell(t, func(s *story.Story) {
				s.Private(s.Slash(s.Eve, "/settings call-me game:any game"), "I'll write to you")
				c.before(s)
				s.Slash(s.Ann, c.challenge)
				s.Wait(time.Minute)
				if got := s.LookedFor(); got != c.want {
					t.Errorf("%d calls, want %d", got, c.want)
				}
				s.Wait(13 * time.Hour)
				if got := s.LookedFor(); got != c.want {
					t.Errorf("later %d calls, want %d", got, c.want)
				}
			})
		})
	}
}

// P99: a member who can't get direct messages is told so at once when they subscribe, and is not
// notified.
func TestCallsNeedDirectMessages(t *testing.T) {
	t.Parallel()
	story.Tell(t, func(s *story.Story) {
		s.Waste = true // the test message is refused
		s.Sim.CloseDMs(s.Eve)
		s.Private(s.Slash(s.Eve, "/settings call-me game:any game"), "I can't send you direct messages")
		u, err := s.Store.User(s.Context(), match.UserID(s.Eve))
		if err != nil || len(u.Lookouts) != 0 {
			t.Errorf("Eve is called in %v, %v; want nowhere", u.Lookouts, err)
		}
	})
}

// P99: members who chose one direct message a day, or none, can't subscribe to calls.
func TestCallsNeedNotifications(t *testing.T) {
	t.Parallel()
	story.Tell(t, func(s *story.Story) {
		for _, way := range []string{"one direct message a day", "not at all"} {
			s.Slash(s.Eve, "/settings general notify:"+way)
			s.Private(s.Slash(s.Eve, "/settings call-me game:any game"), "You have chosen one message a day")
			u, err := s.Store.User(s.Context(), match.UserID(s.Eve))
			if err != nil || len(u.Lookouts) != 0 {
				t.Errorf("notify:%s: Eve is called in %v, %v; want nowhere", way, u.Lookouts, err)
			}
		}
	})
}

// P99: ten members are notified of a challenge, whatever the number of subscribers.
func TestCallsAreLimited(t *testing.T) {
	t.Parallel()
	story.Tell(t, func(s *story.Story) {
		var members []discordsim.UserID
		for i := range lookout.MostCalled + 2 {
			u := s.Sim.AddUser(fmt.Sprint("Fan", i))
			s.Sim.AddMember(s.Club, u)
			s.Private(s.Slash(u, "/settings call-me game:any game"), "I'll write to you")
			members = append(members, u)
		}
		s.Slash(s.Ann, "/kalah challenge")
		s.Wait(5 * time.Minute)
		called := 0
		for _, u := range members {
			if strings.Contains(s.NewestDM(u).Text(), "Somebody is looking for a game:") {
				called++
			}
		}
		if called != lookout.MostCalled {
			t.Errorf("%d members are called, want %d", called, lookout.MostCalled)
		}
	})
}

// P99: members who can't see a challenge do not take the place of those who can, even if they have
// waited longer for a call.
func TestCallsPassOverWhoCantSee(t *testing.T) {
	t.Parallel()
	story.Tell(t, func(s *story.Story) {
		s.Waste = true // the bot asks Discord for members who have left, and is refused
		for i := range lookout.MostCalled {
			u := s.Sim.AddUser(fmt.Sprint("Fan", i))
			s.Sim.AddMember(s.Club, u)
			s.Private(s.Slash(u, "/settings call-me game:any game"), "I'll write to you")
			s.Sim.RemoveMember(s.Club, u)
		}
		s.Private(s.Slash(s.Eve, "/settings call-me game:any game"), "I'll write to you")
		s.Slash(s.Ann, "/kalah challenge")
		s.Wait(time.Minute)
		if n := s.LookedFor(); n != 1 {
			t.Errorf("Eve is called %d times, want once", n)
		}
	})
}
