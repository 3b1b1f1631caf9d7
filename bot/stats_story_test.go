package bot_test

import (
	"strings"
	"testing"
	"time"

	"paddock/bot/discordsim"
	"paddock/games/match"
)

// playedOut plays a match of Kalah between Ann and Bob in which both move, and Bob gives up.
func (s *story) playedOut(options string) {
	s.Helper()
	s.slash(s.ann, "/kalah challenge user:@Bob first:me "+options)
	s.click(s.bob, s.board(), "Accept")
	s.slash(s.ann, "/kalah move move:1")
	s.slash(s.bob, "/kalah move move:1")
	s.click(s.bob, s.slash(s.bob, "/resign"), "Yes, I resign")
}

// P23: a match between people changes their ratings, on this server and for this game; an unrated one and one against the computer don't. /top
// ranks, and notifies nobody.
func TestStatsAndTop(t *testing.T) {
	t.Parallel()
	tell(t, func(s *story) {
		s.private(s.slash(s.eve, "/stats"), "<@"+string(s.eve)+"> has finished no match", "/games")
		s.private(s.slash(s.eve, "/top game:Kalah"), "Nobody has finished", "/kalah challenge")
		s.playedOut("")
		s.private(s.slash(s.ann, "/stats"), "What <@"+string(s.ann)+"> has played", "**Kalah** · rating **1662? ± 580** · 1 played: 1 won, 0 drawn, 0 lost", "100 %")
		s.private(s.slash(s.eve, "/stats user:@Bob game:Kalah"), "rating **1338? ± 580**", "0 won, 0 drawn, 1 lost")
		s.private(s.slash(s.eve, "/stats user:@Bob game:Halatafl"), "finished no match")
		s.playedOut("rated:false")
		s.slash(s.ann, "/kalah start level:first first:me rated:true")
		s.slash(s.ann, "/kalah move move:1")
		s.wait(time.Minute)
		s.click(s.ann, s.slash(s.ann, "/resign"), "Yes, I resign")
		s.private(s.slash(s.ann, "/stats"), "rating **1662? ± 580** · 2 played: 2 won", "against computers 1 played: 0 won, 0 drawn, 1 lost")
		top := s.slash(s.bob, "/top game:Kalah")
		s.private(top, "1. <@"+string(s.ann)+"> · **1662?**", "2. <@"+string(s.bob)+"> · **1338?**", "You are number 2 of 2")
		s.rings(top)
		s.private(s.slash(s.bob, "/top game:Kalah list:computer players"), "1. Kalah first · **982**", "2. <@"+string(s.ann)+"> · **947?**")
		before := s.slash(s.bob, "/top game:Kalah").Text()
		s.restart(time.Hour)
		if after := s.slash(s.bob, "/top game:Kalah").Text(); after != before {
			t.Errorf("after a restart the list is\n%s\nwant\n%s", after, before)
		}
	})
}

// What is played in direct messages is told to nobody but who played it.
func TestStatsInPrivate(t *testing.T) {
	t.Parallel()
	tell(t, func(s *story) {
		in := func(u discordsim.UserID) discordsim.Actor { return s.sim.As(u).In(s.sim.DM(u)) }
		s.answered(in(s.ann).Slash("/kalah start level:first first:me"), "start")
		s.answered(in(s.ann).Slash("/kalah move move:1"), "move")
		s.wait(time.Minute)
		m := s.answered(in(s.ann).Slash("/resign"), "resign")
		s.answered(in(s.ann).Click(m, "Yes, I resign"), "yes")
		s.sees(s.answered(in(s.ann).Slash("/stats"), "stats"), "against computers 1 played")
		for _, line := range []string{"/stats user:<@" + string(s.ann) + ">", "/top game:Kalah list:computers"} {
			m := s.answered(in(s.bob).Slash(line), line)
			s.sees(m, "only of yourself")
			if strings.Contains(m.Text(), "1 played") || strings.Contains(m.Text(), string(s.ann)) {
				t.Errorf("%s tells Bob in private: %s", line, m.Text())
			}
		}
	})
}

// P14: whether it is rated stands in the challenge, before anybody accepts; a rematch keeps it.
func TestChallengeSaysUnrated(t *testing.T) {
	t.Parallel()
	tell(t, func(s *story) {
		s.slash(s.ann, "/kalah challenge user:@Bob")
		if rec := s.only(); rec.Unrated {
			t.Error("a match is not rated though nobody has said so")
		}
		s.slash(s.ann, "/halatafl challenge user:@Bob rated:false")
		s.sees(s.board(), "not rated")
	})
}

// P23, P83: who never moves loses no rating and gives none, but is less reliable.
func TestNoShowIsNotRated(t *testing.T) {
	t.Parallel()
	tell(t, func(s *story) {
		s.begin("/kalah challenge user:@Bob first:me time:1 hour a move timeout:the match is lost, after days of grace")
		s.wait(10 * 24 * time.Hour)
		if rec := s.only(); rec.Status != match.Over || rec.Late == 0 {
			t.Fatalf("the match is %s, late %v", rec.Status, rec.Late)
		}
		s.private(s.slash(s.ann, "/stats"), "rating **1500? ± 700** · 1 played: 0 won, 0 drawn, 1 lost", "Reliability: 0 % · ran out of time in 1 of 1")
		s.private(s.slash(s.bob, "/stats"), "1 won", "Reliability: 100 %")
		s.private(s.slash(s.ann, "/top game:Kalah"), "Nobody has finished a rated match")
		s.slash(s.ann, "/kalah challenge user:@Cid")
		s.sees(s.board(), "Ann: rating 1500? in this game · reliability 0 % (1 played here)")
		s.slash(s.eve, "/kalah challenge user:@Cid")
		if text := s.board().Text(); strings.Contains(text, "reliability") {
			t.Errorf("who has played nothing yet is judged all the same:\n%s", text)
		}
	})
}
