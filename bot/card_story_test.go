package bot_test

import (
	"math/rand/v2"
	"slices"
	"strings"
	"testing"
	"time"

	"paddock/bot"
	"paddock/bot/coach"
	"paddock/bot/discordsim"
	"paddock/games/match"
)

// unasked has the coach look a little at every match that is over.
func unasked(c *bot.Config) { c.Coach = coach.Config{Nodes: 2_000, Unasked: true} }

// What the last board of a match says and offers, by how it was agreed and how it has ended. Whatever it is, the end waits for nothing, nobody is called
// for what is added, and there is one message.
func TestEndCard(t *testing.T) {
	t.Parallel()
	const turned, rating = "Where it turned: **Move ", "Rating: Ann "
	short := " holes:3 beans:2"
	for _, c := range []struct {
		name  string
		lead  func(*story)
		want  []string
		not   []string
		share bool
	}{
		{"rated", func(s *story) { s.begin("/kalah challenge user:@Bob first:me" + short); s.playOut() }, []string{turned, rating, "1500? → **1", "Bob 1500? → **"}, nil, true},
		{"unrated", func(s *story) { s.playedOut("rated:false") }, nil, []string{rating}, true},
		{"against the computer", func(s *story) {
			s.slash(s.ann, "/kalah start level:first first:me"+short)
			s.playOut()
		}, []string{turned}, []string{rating}, true},
		{"against the computer, rated", func(s *story) {
			s.slash(s.ann, "/kalah start level:first first:me rated:true")
			s.press(s.ann, s.board())
			s.wait(time.Minute)
			s.sayYes(s.ann, "/kalah resign")
		}, []string{rating}, []string{" · first "}, true},
		{"computers", func(s *story) {
			s.slash(s.ann, "/kalah start level:first versus:random"+short)
			s.click(s.ann, s.board(), "Play on")
			s.wait(time.Minute)
		}, nil, []string{turned, rating}, true},
		{"no move", func(s *story) {
			s.begin("/halatafl challenge user:@Bob time:10 minutes a move")
			s.wait(time.Hour)
		}, nil, []string{turned, rating}, false},
		{"resigned", func(s *story) { s.playedOut("") }, []string{rating, "(+162)", "(−162)"}, nil, true},
		{"by time", func(s *story) {
			s.begin("/kalah challenge user:@Bob first:me time:10 minutes a move")
			s.press(s.ann, s.board())
			s.press(s.bob, s.board())
			s.wait(time.Hour)
		}, []string{rating}, nil, true},
		{"declined", func(s *story) {
			s.slash(s.ann, "/kalah challenge user:@Bob")
			s.click(s.bob, s.board(), "Decline")
		}, nil, []string{turned, rating}, false},
		{"running", func(s *story) { s.begin("/kalah challenge user:@Bob first:me"); s.press(s.ann, s.board()) }, nil, []string{turned, rating}, false},
		{"by a moderator", func(s *story) { s.moderates("/server end reason:spam") }, nil, []string{turned, rating}, false},
		{"game of a tournament", func(s *story) {
			s.slash(s.ann, "/tournament create game:kalah format:roundrobin players:2")
			s.slash(s.ann, "/tournament join")
			s.slash(s.bob, "/tournament join")
			s.wait(10 * time.Second)
			for _, who := range []discordsim.UserID{s.mover(s.boardAbout("your turn")), s.ann, s.bob} {
				if s.only().Waiting.Has(s.only().SeatOf(match.UserID(who))) {
					s.press(who, s.boardAbout("your turn"))
				}
			}
			s.sayYes(s.bob, "/kalah resign")
		}, nil, nil, true},
		{"armies", func(s *story) { s.battleToTheEnd("after") }, []string{rating}, nil, true},
		{"armies, nothing revealed", func(s *story) { s.battleToTheEnd("never") }, []string{rating}, []string{turned}, true},
	} {
		t.Run(c.name, func(t *testing.T) {
			crossTellWith(t, unasked, c.lead, func(s *story) {
				s.wait(time.Minute)
				m := s.board()
				if strings.Contains(c.name, "tournament") {
					m = s.boardAbout(resultOf(s.only()))
				}
				s.sees(m, c.want...)
				for _, text := range c.not {
					if strings.Contains(m.Text(), text) {
						t.Errorf("it says %q:\n%s", text, m.Text())
					}
				}
				if has := slices.Contains(m.Labels(), "Share"); has != c.share {
					t.Fatalf("the board offers %q; Share: want %v", m.Labels(), c.share)
				}
				if !c.share {
					return
				}
				shared := s.click(s.eve, m, "Share")
				s.private(shared, "A picture for elsewhere", resultOf(s.only()))
				if len(shared.Attachments) != 1 || !strings.HasSuffix(shared.Attachments[0].Filename, ".png") {
					t.Errorf("what is shared is %+v, want a picture", shared.Attachments)
				}
				own := s.click(s.ann, m, "Share")
				if own.Text() != shared.Text() || !slices.Equal(own.AltTexts(), shared.AltTexts()) {
					t.Errorf("Ann shares\n%s %q, Eve\n%s %q", own.Text(), own.AltTexts(), shared.Text(), shared.AltTexts())
				}
			})
		})
	}
}

// battleToTheEnd is a few moves of a Barrage and then the end.
func (s *story) battleToTheEnd(reveal string) {
	s.Helper()
	s.armies("army:barrage reveal:" + reveal)
	s.confirm(s.ann)
	s.confirm(s.bob)
	rng := rand.New(rand.NewPCG(1, 1))
	for range 6 {
		s.anyMove(rng)
	}
	s.sayYes(s.bob, "/stratego resign")
}

// The last board is shown at once, and completed in the same message, with no ping, also after somebody has asked for a rematch; what it says outlives a
// restart, and the thread of a match is archived when it is complete.
func TestEndCardIsCompletedInPlace(t *testing.T) {
	t.Parallel()
	tell(t, func(s *story) {
		s.slash(s.ann, "/kalah challenge user:@Bob first:me holes:3 beans:2 thread:true")
		thread := s.sim.Threads(s.hall)[0].ID
		hall := s.hall
		s.hall = thread
		s.click(s.bob, s.board(), "Accept")
		s.playOut()
		s.wait(time.Minute)
		first := s.board()
		s.sees(first, "Where it turned: **Move ", "Rating: Ann 1500? → ")
		if c, _ := s.sim.Channel(thread); !c.Thread.Archived {
			t.Errorf("the thread of a match that is over and complete is %+v", c.Thread)
		}
		s.restart(time.Hour)
		s.click(s.ann, first, "Rematch")
		s.wait(time.Minute)
		s.sees(s.board(), "Where it turned: **Move ", "Rating: Ann 1500? → ", "rematch")
		if now := s.board(); now.ID != first.ID {
			t.Errorf("the board is %s, was %s", now.ID, first.ID)
		}
		s.hall = hall
	}, unasked)
}
