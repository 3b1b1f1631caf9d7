package bot_test

import (
	"strings"
	"testing"
	"time"
)

// lookedFor counts the calls that Eve has had.
func (s *story) lookedFor() (n int) {
	for _, m := range s.sim.Messages(s.sim.DM(s.eve), s.eve) {
		if strings.Contains(m.Text(), "Somebody looks for a game:") {
			n++
		}
	}
	return n
}

// P99: who wants it is called once a day when somebody looks for a game, over restarts, and ends it where they are told.
func TestP99Calls(t *testing.T) {
	t.Parallel()
	tell(t, func(s *story) {
		s.private(s.slash(s.eve, "/call-me game:any game"), "at most once a day", "off")
		for i := range 2 {
			s.slash(s.ann, "/kalah challenge")
			s.wait(time.Minute)
			s.restart(time.Minute)
			s.slash(s.bob, "/halatafl challenge")
			s.wait(time.Minute)
			if n := s.lookedFor(); n != i+1 {
				t.Fatalf("on day %d there were %d calls in all", i+1, n)
			}
			s.click(s.ann, s.boardAbout("Ann looks for"), "Revoke")
			s.click(s.bob, s.boardAbout("Bob looks for"), "Revoke")
			s.wait(25 * time.Hour)
		}
		call := s.newestDM(s.eve)
		s.sees(call, "Ann looks for an opponent at Kalah", "rated", "You wanted to be called")
		s.click(s.eve, call, "Call me no longer")
		s.slash(s.ann, "/kalah challenge")
		s.wait(time.Minute)
		if n := s.lookedFor(); n != 2 {
			t.Errorf("%d calls, also after the end of it", n)
		}
	})
}

// P99: nobody is called for what they could not accept, nor when they don't want to be.
func TestP99WhoIsCalled(t *testing.T) {
	t.Parallel()
	const challenge = "/kalah challenge"
	for _, c := range []struct {
		name, challenge string
		before          func(*story)
		want            int
	}{
		{"as usual", challenge, func(*story) {}, 1},
		{"the game that is wanted", challenge, func(s *story) { s.slash(s.eve, "/call-me game:Kalah") }, 1},
		{"another game", "/halatafl challenge", func(s *story) { s.slash(s.eve, "/call-me game:Kalah") }, 0},
		{"off", challenge, func(s *story) { s.slash(s.eve, "/call-me game:off") }, 0},
		{"to a member", challenge + " user:@Bob", func(*story) {}, 0},
		{"kept to its channel", challenge + " lobby:false", func(*story) {}, 0},
		{"other ratings", challenge + " within:within 100 of mine", func(s *story) { s.playedOut("") }, 0},
		{"asleep", challenge, func(s *story) { s.slash(s.eve, "/hours zone:Europe/London quiet:00:00-12:00") }, 0},
		{"one message a day", challenge, func(s *story) { s.slash(s.eve, "/settings notify:one direct message a day") }, 0},
		{"hears of nothing", challenge, func(s *story) { s.slash(s.eve, "/settings notify:not at all") }, 0},
		{"has blocked", challenge, func(s *story) { s.slash(s.eve, "/block user:@Ann") }, 0},
		{"is blocked", challenge, func(s *story) { s.slash(s.ann, "/block user:@Eve") }, 0},
		{"has left", challenge, func(s *story) { s.waste = true; s.sim.RemoveMember(s.club, s.eve) }, 0},
		{"is erased", challenge, func(s *story) { s.click(s.eve, s.slash(s.eve, "/delete-my-data"), "Yes, delete it all") }, 0},
		{"plays many", challenge, func(s *story) {
			for _, game := range []string{"kalah", "halatafl"} {
				for _, who := range []string{"Bob", "Cid", "Ann"} {
					s.slash(s.eve, "/"+game+" challenge user:@"+who)
				}
				s.click(s.bob, s.boardAbout("<@"+string(s.bob)+">"), "Accept")
				s.click(s.cid, s.boardAbout("<@"+string(s.cid)+">"), "Accept")
				s.click(s.ann, s.boardAbout("<@"+string(s.ann)+">"), "Accept")
			}
		}, 0},
	} {
		t.Run(c.name, func(t *testing.T) {
			tell(t, func(s *story) {
				s.private(s.slash(s.eve, "/call-me game:any game"), "You are called")
				c.before(s)
				s.slash(s.ann, c.challenge)
				s.wait(time.Minute)
				if got := s.lookedFor(); got != c.want {
					t.Errorf("%d calls, want %d", got, c.want)
				}
				s.wait(13 * time.Hour)
				if got := s.lookedFor(); got != c.want {
					t.Errorf("later %d calls, want %d", got, c.want)
				}
			})
		})
	}
}
