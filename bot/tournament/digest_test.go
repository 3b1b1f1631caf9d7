package tournament_test

import (
	"slices"
	"strings"
	"testing"
	"time"

	"paddock/bot/discordsim"
	"paddock/bot/story"
	"paddock/games/match"
)

// P28, P94: a player with a daily digest reads the end of their own tournament there, and nobody
// else's. The audit log has a moderator's actions on other members' tournaments, but not the
// owner's. Tournaments of other servers are unknown.
func TestDigestAuditAndOtherServers(t *testing.T) {
	t.Parallel()
	story.TellTournament(t, func(s *story.Story) {
		s.Moderated()
		s.Slash(s.Ann, "/settings general notify:one direct message a day")
		s.Private(s.Slash(s.Bob, "/tournament create game:kalah format:roundrobin players:3 name:Ladder"), "open")
		s.Slash(s.Ann, "/tournament join")
		s.Slash(s.Bob, "/tournament join")
		s.Slash(s.Cid, "/tournament start")
		if got := s.Audits(); !slices.Equal(got, []match.AuditAct{match.AuditStart}) {
			t.Errorf("after a moderator has ended the sign-up, the audit log has %q", got)
		}
		s.Private(s.Slash(s.Cid, "/server audit"), "Ladder")
		s.Wait(10 * time.Second)
		s.SayYes(s.Bob, "/resign")
		s.Wait(25 * time.Hour)
		told := 0
		for _, m := range s.Sim.Messages(s.Sim.DM(s.Ann), s.Ann) {
			for _, line := range []string{"and you have won", "in place 2"} {
				if strings.Contains(m.Text(), line) {
					told++
				}
			}
		}
		if told != 1 {
			t.Errorf("Ann was told %d times of the end, want once of her own place", told)
		}
		s.Private(s.Slash(s.Bob, "/tournament create game:kalah format:roundrobin players:3 name:Second"), "open")
		s.Slash(s.Ann, "/tournament join tournament:Second")
		s.Slash(s.Bob, "/tournament cancel tournament:Second")
		s.Wait(25 * time.Hour)
		if got := s.NewestDM(s.Ann); strings.Count(got.Text(), "**Second** is cancelled") != 1 {
			t.Errorf("the digest after a cancelled tournament is\n%s", got.Text())
		}
		if got := s.Audits(); len(got) != 1 {
			t.Errorf("after its owner has cancelled a tournament, the audit log has %q", got)
		}
		list, err := s.Store.ChannelTournaments(s.Context(), match.ChannelID(s.Hall), 9)
		if err != nil || len(list) != 2 {
			t.Fatalf("%d tournaments, %v", len(list), err)
		}
		kim := s.Sim.AddUser("Kim")
		square := s.Sim.AddChannel(s.Sim.AddGuild("Elsewhere", kim), "square")
		text := "/tournament status tournament:" + string(list[0].ID)
		s.Private(s.Answered(s.Sim.As(kim).In(square).Slash(text), text), "There is no tournament here")
	})
}

// P28: a direct message about a tournament is not sent during the recipient's quiet hours. It comes
// when they end.
func TestNoticesWaitForTheMorning(t *testing.T) {
	t.Parallel()
	story.TellTournament(t, func(s *story.Story) {
		s.Slash(s.Bob, "/settings general notify:a direct message")
		s.Slash(s.Bob, "/settings hours zone:Europe/Stockholm quiet:22-7") // it is 1:00 in the member's zone
		s.Slash(s.Ann, "/tournament create game:kalah format:swiss name:Cup")
		s.Slash(s.Bob, "/tournament join")
		s.Slash(s.Ann, "/tournament cancel")
		for _, c := range []struct {
			wait time.Duration
			told int
		}{{4 * time.Hour, 0}, {2 * time.Hour, 1}, {24 * time.Hour, 1}} {
			s.Wait(c.wait)
			told := 0
			for _, m := range s.Sim.Messages(s.Sim.DM(s.Bob), s.Bob) {
				told += strings.Count(m.Text(), "**Cup** is cancelled")
			}
			if told != c.told {
				t.Errorf("%v later Bob has been told %d times, want %d", c.wait, told, c.told)
			}
		}
	})
}

// A private answer about a tournament shows the standings in the reader's way: as a picture, or as
// text to those who want boards as text or in words.
func TestStandingsInTheReadersWay(t *testing.T) {
	t.Parallel()
	story.TellTournament(t, func(s *story.Story) {
		s.Slash(s.Ann, "/tournament create game:kalah format:roundrobin players:3 name:Ladder")
		s.Slash(s.Ann, "/tournament join")
		s.Slash(s.Bob, "/tournament join")
		s.Slash(s.Ann, "/tournament start")
		s.Wait(10 * time.Second)
		s.Slash(s.Ann, "/settings general style:monospace text")
		s.Slash(s.Cid, "/settings general style:words")
		for user, text := range map[discordsim.UserID]bool{s.Ann: true, s.Bob: false, s.Cid: true} {
			m := s.Slash(user, "/tournament standings")
			if pictures := m.Pictures(); strings.Contains(m.Text(), "```") != text || (len(pictures) == 0) != text {
				t.Errorf("%s gets %d pictures, and the answer %q", user, len(pictures), m.Text())
			}
		}
	})
}
