package person_test

import (
	"strings"
	"testing"
	"time"

	"paddock/bot/discordsim"
	"paddock/bot/story"
)

// P121: the list of all servers has only members who chose to be in it. Strangers see a name and
// ratings, but neither servers nor opponents, in every state of a match, in servers and direct
// messages, and in every language.
func TestP121Everywhere(t *testing.T) {
	t.Parallel()
	const list = "/top game:Kalah list:people from all servers who want to be listed"
	story.Tell(t, func(s *story.Story) {
		kim := s.Sim.AddUser("Kim")
		elsewhere := s.Sim.AddGuild("Elsewhere", kim)
		square := s.Sim.AddChannel(elsewhere, "square")
		ask := func(who discordsim.UserID, ch discordsim.ChannelID, text string) discordsim.Message {
			t.Helper()
			return s.Answered(s.Sim.As(who).In(ch).Slash(text), text)
		}
		secrets := []string{"Club", "<@", string(s.Ann), "Bob", "Elsewhere"}
		everybody := func(when string, want ...string) {
			t.Helper()
			for _, a := range []struct {
				who discordsim.UserID
				ch  discordsim.ChannelID
			}{{s.Eve, s.Hall}, {s.Bob, s.Sim.DM(s.Bob)}, {kim, square}, {kim, s.Sim.DM(kim)}} {
				m := ask(a.who, a.ch, list)
				s.Sees(m, want...)
				s.Rings(m)
				for _, secret := range secrets {
					if strings.Contains(m.Text(), secret) {
						t.Errorf("%s: somebody in %s is told %q:\n%s", when, a.ch, secret, m.Text())
					}
				}
			}
		}

		s.PlayedOut("")
		everybody("nobody wants to be listed", "Nobody on the list of all servers", "You aren't on it")
		s.Sim.SetNick(s.Club, s.Ann, "The Fox")
		s.Sees(s.Slash(s.Ann, "/top game:Kalah listed:yes, list me there"), "the best of all servers",
			"1. Ann · **still open: 1 of 5 games played** · 1 won", "You are number 1 of 1", "You're on it as Ann")
		s.Sim.SetNick(s.Club, s.Ann, "")
		everybody("ended", "1. Ann · **still open: 1 of 5 games played** · 1 won", "You aren't on it")
		s.Begin("/kalah challenge user:@Bob first:me")
		everybody("running", "1. Ann · **still open: 1 of 5 games played**")
		s.Slash(s.Cid, "/kalah challenge user:@Ann")
		s.Slash(s.Ann, "/kalah start level:first")
		everybody("proposed, and against the computer", "1. Ann · **still open: 1 of 5 games played** · 1 won, 0 drawn, 0 lost")
		s.Slash(s.Bob, "/settings block user:@Ann")
		everybody("blocked", "1. Ann · **still open: 1 of 5 games played**")
		s.Restart(time.Hour)
		everybody("restarted", "1. Ann · **still open: 1 of 5 games played**")
		if text := s.Slash(s.Eve,
			"/top game:Halatafl list:people from all servers who want to be listed").Text(); strings.Contains(text,
			"Ann") {
			t.Errorf("in a game that she has not played stands:\n%s", text)
		}

		s.Private(ask(kim, s.Sim.DM(kim), "/top game:Kalah listed:yes, list me there"), "Do that in a server")
		// Kim has no rating yet
		s.Sees(ask(kim, square, "/top game:Kalah listed:yes, list me there"), "1. Ann", "You're on it as Kim")
		if text := ask(kim, square, list).Text(); strings.Contains(text, "You are number") {
			t.Errorf("somebody without a rating has a place:\n%s", text)
		}
		for language, want := range map[string]string{
			"Svenska": "de bästa på alla servrar",
			"Deutsch": "die Besten aller Server",
		} {
			ask(kim, square, "/settings general language:"+language)
			s.Sees(ask(kim, square, list), want, "1. Ann · **", "Kim")
		}

		ask(kim, square, "/settings general language:English")
		s.Sees(s.Slash(s.Bob, "/top game:Kalah listed:yes, list me there"), "1. Ann",
			"2. Bob · **still open: 1 of 5 games played**", "You are number 2 of 2")
		s.Click(s.Bob, s.Slash(s.Bob, "/privacy delete-my-data"), "Yes, delete it all")
		s.Wait(time.Minute)
		s.Slash(s.Ann, "/top game:Kalah listed:no, take me off")
		secrets = append(secrets, "Ann")
		everybody("one is erased and one has left", "Nobody on the list of all servers", "on it")
	})
}
