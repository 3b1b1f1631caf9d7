package person_test

import (
	"strings"
	"testing"
	"time"

	"paddock/bot/discordsim"
	"paddock/bot/story"
	"paddock/games/match"
)

// P23: a rated match between people changes their ratings for this server and game; unrated matches
// and matches against the computer do not. `/top` lists the best and notifies nobody.
func TestStatsAndTop(t *testing.T) {
	t.Parallel()
	story.Tell(t, func(s *story.Story) {
		tells(s, s.Slash(s.Eve, "/stats"), "<@"+string(s.Eve)+"> hasn't finished a match", "/games")
		s.Private(s.Slash(s.Eve, "/top game:Kalah"), "Nobody has finished", "/kalah challenge")
		s.PlayedOut("")
		tells(s, s.Slash(s.Ann, "/stats"), "What <@"+string(s.Ann)+"> has played",
			"Kalah · rating still open: 1 of 5 games played: 1 played: 1 won, 0 drawn, 0 lost", "100 %")
		tells(s, s.Slash(s.Eve, "/stats user:@Bob game:Kalah"), "rating still open: 1 of 5 games played",
			"0 won, 0 drawn, 1 lost")
		tells(s, s.Slash(s.Eve, "/stats user:@Bob game:Halatafl"), "finished a match")
		s.PlayedOut("rated:false")
		s.Slash(s.Ann, "/kalah start level:first first:me rated:true")
		s.Slash(s.Ann, "/kalah move move:1")
		s.Wait(time.Minute)
		s.Click(s.Ann, s.Slash(s.Ann, "/resign"), "Yes, I resign")
		tells(s, s.Slash(s.Ann, "/stats"), "rating still open: 1 of 5 games played: 2 played: 2 won",
			"against computers 1 played: 0 won, 0 drawn, 1 lost")
		top := s.Slash(s.Bob, "/top game:Kalah")
		s.Private(top, "1. <@"+string(s.Ann)+"> · **still open: 1 of 5 games played**",
			"2. <@"+string(s.Bob)+"> · **still open: 1 of 5 games played**", "You are number 2 of 2")
		s.Rings(top)
		s.Private(s.Slash(s.Bob, "/top game:Kalah list:computer players"), "1. Kalah first · **857**",
			"2. <@"+string(s.Ann)+"> · **still open: 1 of 5 games played**")
		before := s.Slash(s.Bob, "/top game:Kalah").Text()
		s.Restart(time.Hour)
		if after := s.Slash(s.Bob, "/top game:Kalah").Text(); after != before {
			t.Errorf("after a restart the list is\n%s\nwant\n%s", after, before)
		}
		for range 4 {
			s.PlayedOut("")
		}
		s.Sees(s.Board(), "Rating in Kalah: Ann **1", " · Bob **1")
		tells(s, s.Slash(s.Ann, "/stats"), "? ± ", "6 played: 6 won")
		s.Private(s.Slash(s.Bob, "/top game:Kalah"), "1. <@"+string(s.Ann)+"> · **1", "a rating after 5 rated games")
	})
}

// tells fails the story unless only one person sees the message, and the message, including its alt
// texts, contains the given texts.
func tells(s *story.Story, m discordsim.Message, texts ...string) {
	s.Helper()
	s.Private(m)
	all := strings.Join(append(m.AltTexts(), m.Text()), "\n")
	for _, text := range texts {
		if !strings.Contains(all, text) {
			s.Errorf("the message does not say %q, but:\n%s", text, all)
		}
	}
}

// `/stats` is a picture with a table. For readers of words it is text.
func TestStatsAreATable(t *testing.T) {
	t.Parallel()
	story.Tell(t, func(s *story.Story) {
		s.PlayedOut("")
		if m := s.Slash(s.Ann, "/stats"); len(m.Pictures()) != 1 || strings.Contains(m.Text(), "1 played") {
			t.Errorf("%d pictures, and the text\n%s", len(m.Pictures()), m.Text())
		}
		s.Slash(s.Ann, "/settings general style:words")
		m := s.Slash(s.Ann, "/stats")
		if s.Private(m, "1 played: 1 won"); len(m.Pictures()) != 0 {
			t.Error("a picture for a reader of words")
		}
	})
}

// `/stats` tells nobody else about matches in direct messages.
func TestStatsInPrivate(t *testing.T) {
	t.Parallel()
	story.Tell(t, func(s *story.Story) {
		in := func(u discordsim.UserID) discordsim.Actor { return s.Sim.As(u).In(s.Sim.DM(u)) }
		s.Answered(in(s.Ann).Slash("/kalah start level:first first:me"), "start")
		s.Answered(in(s.Ann).Slash("/kalah move move:1"), "move")
		s.Wait(time.Minute)
		m := s.Answered(in(s.Ann).Slash("/resign"), "resign")
		s.Answered(in(s.Ann).Click(m, "Yes, I resign"), "yes")
		tells(s, s.Answered(in(s.Ann).Slash("/stats"), "stats"), "against computers 1 played")
		for _, line := range []string{"/stats user:<@" + string(s.Ann) + ">", "/top game:Kalah list:computers"} {
			m := s.Answered(in(s.Bob).Slash(line), line)
			s.Sees(m, "only show your own")
			if strings.Contains(m.Text(), "1 played") || strings.Contains(m.Text(), string(s.Ann)) {
				t.Errorf("%s tells Bob in private: %s", line, m.Text())
			}
		}
	})
}

// P14: a challenge says whether the match is rated, and a rematch keeps that.
func TestChallengeSaysUnrated(t *testing.T) {
	t.Parallel()
	story.Tell(t, func(s *story.Story) {
		s.Slash(s.Ann, "/kalah challenge user:@Bob")
		if rec := s.Only(); rec.Unrated {
			t.Error("a match is not rated though nobody has said so")
		}
		s.Slash(s.Ann, "/halatafl challenge user:@Bob rated:false")
		s.Sees(s.Board(), "not rated")
	})
}

// P110: reliability counts matches between people, and so no loss on time against a computer.
func TestP110ReliabilityIsAmongPeople(t *testing.T) {
	t.Parallel()
	story.Tell(t, func(s *story.Story) {
		s.PlayedOut("")
		s.Slash(s.Ann, "/kalah start level:first first:me rated:true time:1 hour a move")
		s.Slash(s.Ann, "/kalah move move:1")
		s.Wait(24 * time.Hour)
		tells(s, s.Slash(s.Ann, "/stats"), "against computers 1 played: 0 won, 0 drawn, 1 lost",
			"Reliability: 100 % · ran out of time in 0 of 1")
	})
}

// P23, P83: a match in which a player never moved changes no rating, but lowers their reliability.
func TestNoShowIsNotRated(t *testing.T) {
	t.Parallel()
	story.Tell(t, func(s *story.Story) {
		s.Begin("/kalah challenge user:@Bob first:me time:1 hour a move timeout:whoever is late loses")
		s.Wait(10 * 24 * time.Hour)
		if rec := s.Only(); rec.Status != match.Over || rec.Late == 0 {
			t.Fatalf("the match is %s, late %v", rec.Status, rec.Late)
		}
		tells(s, s.Slash(s.Ann, "/stats"), "rating still open: 0 of 5 games played: 1 played: 0 won, 0 drawn, 1 lost",
			"Reliability: 0 % · ran out of time in 1 of 1")
		tells(s, s.Slash(s.Bob, "/stats"), "1 won", "Reliability: 100 %")
		s.Private(s.Slash(s.Ann, "/top game:Kalah"), "Nobody has finished a rated match")
		s.Slash(s.Ann, "/kalah challenge user:@Cid")
		s.Sees(s.Board(), "Ann · reliability 0 % (1 played here)")
		s.Slash(s.Eve, "/kalah challenge user:@Cid")
		if text := s.Board().Text(); strings.Contains(text, "reliability") {
			t.Errorf("who has played nothing yet is judged all the same:\n%s", text)
		}
	})
}
