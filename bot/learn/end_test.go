package learn_test

import (
	"math/rand/v2"
	"slices"
	"strings"
	"testing"
	"time"

	"paddock/bot"
	"paddock/bot/discordsim"
	"paddock/bot/story"
	"paddock/games/match"
)

// unasked makes the coach review every finished match, with a small search.
func unasked(c *bot.Config) { c.Nodes, c.NoReviews = 2_000, false }

// The last board of a match depends on its terms and on its end. It is shown at once in one
// message, and later additions ping nobody.
func TestEndCard(t *testing.T) {
	t.Parallel()
	const turned, rating = "Where the match turned: **Move ", "ating in "
	short := " holes:3 beans:2"
	for _, c := range []struct {
		name  string
		lead  func(*story.Story)
		want  []string
		not   []string
		share bool
	}{
		{
			"rated", func(s *story.Story) { s.Begin("/kalah challenge user:@Bob first:me" + short); s.PlayOut() },
			[]string{turned, rating, "Ann 1 · Bob 1."},
			nil, true,
		},
		{"unrated", func(s *story.Story) { s.PlayedOut("rated:false") }, nil, []string{rating}, true},
		{"against the computer", func(s *story.Story) {
			s.Slash(s.Ann, "/kalah start level:first first:me"+short)
			s.PlayOut()
		}, []string{turned}, []string{rating}, true},
		{"against the computer, rated", func(s *story.Story) {
			s.Slash(s.Ann, "/kalah start level:first first:me rated:true")
			s.Press(s.Ann, s.Board())
			s.Wait(time.Minute)
			s.SayYes(s.Ann, "/resign")
		}, []string{"A rating in Kalah against computers comes after 5 rated games. So far: Ann 1."}, []string{" · first "}, true},
		{"computers", func(s *story.Story) {
			s.Slash(s.Ann, "/kalah start level:first versus:random"+short)
			s.Click(s.Ann, s.Board(), "Play on")
			s.Wait(time.Minute)
		}, nil, []string{turned, rating}, true},
		{"no move", func(s *story.Story) {
			s.Begin("/halatafl challenge user:@Bob time:10 minutes a move")
			s.Wait(time.Hour)
		}, nil, []string{turned, rating}, false},
		{
			"resigned", func(s *story.Story) { s.PlayedOut("") },
			[]string{rating, "comes after 5 rated games. So far: Ann 1 · Bob 1."},
			nil, true,
		},
		{"by time", func(s *story.Story) {
			s.Begin("/kalah challenge user:@Bob first:me time:10 minutes a move")
			s.Press(s.Ann, s.Board())
			s.Press(s.Bob, s.Board())
			s.Wait(time.Hour)
		}, []string{rating}, nil, true},
		{"declined", func(s *story.Story) {
			s.Slash(s.Ann, "/kalah challenge user:@Bob")
			s.Click(s.Bob, s.Board(), "Decline")
		}, nil, []string{turned, rating}, false},
		{
			"running", func(s *story.Story) { s.Begin("/kalah challenge user:@Bob first:me"); s.Press(s.Ann, s.Board()) },
			nil,
			[]string{turned, rating},
			false,
		},
		{
			"by a moderator", func(s *story.Story) { s.Moderates("/server end reason:spam") }, nil,
			[]string{turned, rating},
			false,
		},
		{"tournament game", func(s *story.Story) {
			s.Slash(s.Ann, "/tournament create game:kalah format:roundrobin players:2")
			s.Slash(s.Ann, "/tournament join")
			s.Slash(s.Bob, "/tournament join")
			s.Wait(10 * time.Second)
			for _, who := range []discordsim.UserID{s.Mover(s.BoardAbout("your turn")), s.Ann, s.Bob} {
				if s.Only().Waiting.Has(s.Only().SeatOf(match.UserID(who))) {
					s.Press(who, s.BoardAbout("your turn"))
				}
			}
			s.SayYes(s.Bob, "/resign")
		}, nil, nil, true},
		{"armies", func(s *story.Story) { battleToTheEnd(s, "after") }, []string{rating}, nil, true},
		{
			"armies, nothing revealed", func(s *story.Story) { battleToTheEnd(s, "never") },
			[]string{rating},
			[]string{turned},
			true,
		},
	} {
		t.Run(c.name, func(t *testing.T) {
			story.CrossTellWith(t, unasked, c.lead, func(s *story.Story) {
				s.Wait(time.Minute)
				m := s.Board()
				if strings.Contains(c.name, "tournament") {
					m = s.BoardAbout(story.ResultOf(s.Only()))
				}
				s.Sees(m, c.want...)
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
				shared := s.Click(s.Eve, m, "Share")
				s.Private(shared, "Only you can see this", story.ResultOf(s.Only()))
				if len(shared.Attachments) != 1 || !strings.HasSuffix(shared.Attachments[0].Filename, ".png") {
					t.Errorf("what is shared is %+v, want a picture", shared.Attachments)
				}
				own := s.Click(s.Ann, m, "Share")
				if own.Text() != shared.Text() || !slices.Equal(own.AltTexts(), shared.AltTexts()) {
					t.Errorf("Ann shares\n%s %q, Eve\n%s %q", own.Text(), own.AltTexts(), shared.Text(),
						shared.AltTexts())
				}
			})
		})
	}
}

// battleToTheEnd plays a few moves of a Barrage game, and then a player resigns.
func battleToTheEnd(s *story.Story, reveal string) {
	s.Helper()
	s.Armies("army:barrage reveal:" + reveal)
	s.Confirm(s.Ann)
	s.Confirm(s.Bob)
	rng := rand.New(rand.NewPCG(1, 1))
	for range 6 {
		s.AnyMove(rng)
	}
	s.SayYes(s.Bob, "/resign")
}

// The last board is shown at once and completed in the same message without a ping, also after a
// request for a rematch and across a restart. The thread of a match is archived when its last board
// is complete.
func TestEndCardIsCompletedInPlace(t *testing.T) {
	t.Parallel()
	story.Tell(t, func(s *story.Story) {
		s.Slash(s.Ann, "/kalah challenge user:@Bob first:me holes:3 beans:2 thread:true")
		thread := s.Sim.Threads(s.Hall)[0].ID
		hall := s.Hall
		s.Hall = thread
		s.Click(s.Bob, s.Board(), "Accept")
		s.PlayOut()
		s.Wait(time.Minute)
		first := s.Board()
		s.Sees(first, "Where the match turned: **Move ",
			"A rating in Kalah comes after 5 rated games. So far: Ann 1")
		if c, _ := s.Sim.Channel(thread); !c.Thread.Archived {
			t.Errorf("the thread of a match that is over and complete is %+v", c.Thread)
		}
		s.Restart(time.Hour)
		s.Click(s.Ann, first, "Rematch")
		s.Wait(time.Minute)
		s.Sees(s.Board(), "Where the match turned: **Move ",
			"A rating in Kalah comes after 5 rated games. So far: Ann 1",
			"rematch")
		if now := s.Board(); now.ID != first.ID {
			t.Errorf("the board is %s, was %s", now.ID, first.ID)
		}
		s.Hall = hall
	}, unasked)
}
