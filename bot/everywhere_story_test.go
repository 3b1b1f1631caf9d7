package bot_test

import (
	"strings"
	"testing"
	"time"

	"paddock/bot/discordsim"
)

// P121: in the list of all servers is only who wants to be. It tells strangers a name and ratings, and nothing of where somebody plays, with whom, or what;
// whatever state matches are in, wherever it is asked for, in every language.
func TestP121Everywhere(t *testing.T) {
	t.Parallel()
	const list = "/top game:Kalah list:people of all servers who want to be listed"
	tell(t, func(s *story) {
		kim := s.sim.AddUser("Kim")
		elsewhere := s.sim.AddGuild("Elsewhere", kim)
		square := s.sim.AddChannel(elsewhere, "square")
		ask := func(who discordsim.UserID, ch discordsim.ChannelID, text string) discordsim.Message {
			t.Helper()
			return s.answered(s.sim.As(who).In(ch).Slash(text), text)
		}
		secrets := []string{"Club", "<@", string(s.ann), "Bob", "Elsewhere"}
		everybody := func(when string, want ...string) {
			t.Helper()
			for _, a := range []struct {
				who discordsim.UserID
				ch  discordsim.ChannelID
			}{{s.eve, s.hall}, {s.bob, s.sim.DM(s.bob)}, {kim, square}, {kim, s.sim.DM(kim)}} {
				m := ask(a.who, a.ch, list)
				s.sees(m, want...)
				s.rings(m)
				for _, secret := range secrets {
					if strings.Contains(m.Text(), secret) {
						t.Errorf("%s: somebody in %s is told %q:\n%s", when, a.ch, secret, m.Text())
					}
				}
			}
		}

		s.playedOut("")
		everybody("nobody wants to be listed", "Nobody in the list of all servers", "You are not in it")
		s.sim.SetNick(s.club, s.ann, "The Fox")
		s.sees(s.slash(s.ann, "/top game:Kalah listed:yes, list me there"), "the best of all servers", "1. Ann · **1662?** · 1 won", "You are number 1 of 1", "You are in it as Ann")
		s.sim.SetNick(s.club, s.ann, "")
		everybody("ended", "1. Ann · **1662?** · 1 won", "You are not in it")
		s.begin("/kalah challenge user:@Bob first:me")
		everybody("running", "1. Ann · **1662?**")
		s.slash(s.cid, "/kalah challenge user:@Ann")
		s.slash(s.ann, "/kalah start level:first")
		everybody("proposed, and against the computer", "1. Ann · **1662?** · 1 won, 0 drawn, 0 lost")
		s.slash(s.bob, "/block user:@Ann")
		everybody("blocked", "1. Ann · **1662?**")
		s.restart(time.Hour)
		everybody("restarted", "1. Ann · **1662?**")
		if text := s.slash(s.eve, "/top game:Halatafl list:people of all servers who want to be listed").Text(); strings.Contains(text, "Ann") {
			t.Errorf("in a game that she has not played stands:\n%s", text)
		}

		s.private(ask(kim, s.sim.DM(kim), "/top game:Kalah listed:yes, list me there"), "Say that in a server")
		s.sees(ask(kim, square, "/top game:Kalah listed:yes, list me there"), "1. Ann", "You are in it as Kim") // who has no rating yet
		if text := ask(kim, square, list).Text(); strings.Contains(text, "You are number") {
			t.Errorf("somebody without a rating has a place:\n%s", text)
		}
		for language, want := range map[string]string{"Svenska": "de bästa på alla servrar", "Deutsch": "die Besten aller Server"} {
			ask(kim, square, "/settings language:"+language)
			s.sees(ask(kim, square, list), want, "1. Ann · **1662?**", "Kim")
		}

		ask(kim, square, "/settings language:English")
		s.sees(s.slash(s.bob, "/top game:Kalah listed:yes, list me there"), "1. Ann", "2. Bob · **1338?**", "You are number 2 of 2")
		s.click(s.bob, s.slash(s.bob, "/delete-my-data"), "Yes, delete it all")
		s.wait(time.Minute)
		s.slash(s.ann, "/top game:Kalah listed:no, take me out")
		secrets = append(secrets, "Ann")
		everybody("one is erased and one has left", "Nobody in the list of all servers", "You are")
	})
}
