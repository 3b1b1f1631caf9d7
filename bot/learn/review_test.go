package learn_test

import (
	"fmt"
	"math/rand/v2"
	"slices"
	"strings"
	"testing"
	"time"

	"paddock/bot"
	"paddock/bot/discordsim"
	"paddock/bot/story"
	"paddock/games"
	"paddock/games/catalog"
	"paddock/games/match"
	"paddock/games/record"
)

// briefly gives the coach a small search.
func briefly(c *bot.Config) { c.Nodes = 30_000 }

// P36: after the end, and not before, everybody who can see a match gets its review: how well each
// has played, the turning points, and pictures of better moves.
func TestP36Review(t *testing.T) {
	t.Parallel()
	story.Tell(t, func(s *story.Story) {
		s.Begin("/kalah challenge user:@Bob first:me beans:3")
		s.Private(s.Slash(s.Ann, "/review"), "when they are over")
		s.Slash(s.Ann, "/kalah move move:1")
		s.Private(s.Slash(s.Ann, "/review"), "when they are over")
		s.PlayOut()
		end := s.Board()
		s.Waste = true // Discord refuses one answer, and the review is delivered anyway
		var back []func()
		for _, way := range []string{"/interactions/*", "/webhooks/*"} {
			back = append(back, s.Sim.Inject(discordsim.Fault{Route: way, Times: -1, Status: 503}))
		}
		s.Sim.As(s.Cid).Click(end, "Review")
		s.Wait(2 * time.Minute)
		s.Sees(s.Sim.Last(s.Sim.DM(s.Cid), s.Cid), "Review · ", "**Move ")
		for _, remove := range back {
			remove()
		}
		m := s.Thought(s.Sim.As(s.Eve).Click(end, "Review"))
		s.Private(m, "Review · ", "Mistakes: Ann **", " · Bob **")
		if n := strings.Count(m.Text(), " Better: **"); n == 0 || n > 4 || len(m.Pictures()) != n+1 {
			t.Errorf("%d mistakes and the course of the match with %d pictures:\n%s", n, len(m.Pictures()),
				m.Text())
		}
		// The review is computed once; later requests get it at once, each in their language.
		s.Private(s.Slash(s.Bob, "/review"), "Review · ", "**Move ")
		s.Slash(s.Bob, "/settings general language:Svenska")
		s.Private(s.Click(s.Bob, end, "Review"), "Genomgång · ", "**Drag ")
		for _, b := range m.Buttons() {
			if strings.HasPrefix(b.Label, "Before move ") {
				past := s.Click(s.Eve, m, b.Label)
				s.Private(past, "after ")
				if strings.Contains(past.Text(), "so far") {
					t.Errorf("the match is over, and its board says:\n%s", past.Text())
				}
				again := s.Click(s.Eve, past, "Review") // the button that leads back is in the same place
				if s.Private(again, "Review · ", "**Move "); again.ID != past.ID {
					t.Error("the review stands in another message than the board that led there")
				}
				return
			}
		}
		t.Errorf("no button leads to the board before a mistake:\n%s", m.Text())
	}, briefly)
}

// P11, P90: everybody can review a match with secrets after both armies are revealed. If they stay
// hidden, nobody can.
func TestReviewKeepsSecrets(t *testing.T) {
	t.Parallel()
	for _, reveal := range []string{"after", "never"} {
		t.Run(reveal, func(t *testing.T) {
			story.Tell(t, func(s *story.Story) {
				s.Armies("army:barrage reveal:" + reveal)
				s.Confirm(s.Ann)
				s.Confirm(s.Bob)
				rng := rand.New(rand.NewPCG(1, 1))
				for range 6 {
					s.AnyMove(rng)
				}
				for _, who := range []discordsim.UserID{s.Ann, s.Eve} {
					s.Private(s.Slash(who, "/review"), "when they are over")
				}
				s.SayYes(s.Bob, "/resign")
				for _, who := range []discordsim.UserID{s.Ann, s.Bob, s.Eve} {
					m := s.Thought(s.Sim.As(who).Click(s.Board(), "Review"))
					if reveal == "never" {
						s.Private(m, "nothing is revealed")
						continue
					}
					s.Private(m, "### Review · Stratego")
				}
			}, func(c *bot.Config) { story.WithStratego(c); c.Nodes = 20_000 })
		})
	}
}

// A hint needs an unrated match with one person, on that person's turn. All other requests are
// refused.
func TestHint(t *testing.T) {
	t.Parallel()
	story.Tell(t, func(s *story.Story) {
		s.Slash(s.Ann, "/kalah start level:easy first:me")
		m := s.Thought(s.Sim.As(s.Ann).In(s.Hall).Slash("/hint"))
		s.Private(m, "I'd play **")
		if len(m.Pictures()) != 1 {
			t.Errorf("the advice has %d pictures, want one", len(m.Pictures()))
		}
		s.Private(s.Slash(s.Eve, "/hint game:"+string(s.Only().ID)), "You don't play in this match")
		_, move, _ := strings.Cut(m.Text(), "**")
		move, _, _ = strings.Cut(move, "**")
		if s.Wait(time.Minute); !s.There(s.Ann, m) {
			t.Error("P155: the hint has gone before the move")
		}
		s.Private(s.Slash(s.Ann, "/kalah move move:"+move), "You played")
		if s.Wait(time.Minute); s.There(s.Ann, m) {
			t.Error("P155: the hint outlives the move")
		}
		s.SayYes(s.Ann, "/resign")
		s.Private(s.Slash(s.Ann, "/hint"), "no match running here")
		for start, why := range map[string]string{
			"/kalah start level:easy first:me rated:true":     "This match is rated, so there are no hints in it.",
			"/kalah challenge user:@Bob first:me rated:false": "wouldn't be fair",
		} {
			s.Slash(s.Ann, start)
			if strings.Contains(start, "@Bob") {
				s.Click(s.Bob, s.Board(), "Accept")
			}
			s.Private(s.Slash(s.Ann, "/hint"), why)
			s.Slash(s.Ann, "/kalah move move:1")
			s.Wait(time.Minute)
			s.SayYes(s.Ann, "/resign")
		}
	}, briefly)
}

// P36: all members of a server get the same puzzle of the day, from a match of the server or from
// the stock. The first answer of a day counts, and so do days in a row.
func TestP36Puzzle(t *testing.T) {
	if testing.Short() {
		t.Skip("long: most of it is search")
	}
	t.Parallel()
	story.Tell(t, func(s *story.Story) {
		kept := s.Slash(s.Ann, "/puzzle")
		s.Private(kept, "### Puzzle of the day · ", "find it")
		if strings.Contains(kept.Text(), "From a match of this server") || len(kept.Pictures()) != 1 ||
			len(story.Ways(kept)) == 0 {
			t.Errorf("where nothing was played the puzzle is\n%s", kept.Text())
		}
		if again := s.Slash(s.Bob, "/puzzle"); again.Text() != kept.Text() {
			t.Errorf("Bob's puzzle is\n%s\nand Ann's\n%s", again.Text(), kept.Text())
		}
		for range 3 {
			s.Slash(s.Ann, "/kalah start level:easy versus:easy")
			s.Click(s.Ann, s.Board(), "Play on")
			s.Wait(time.Minute)
		}
		right := 0
		for day := range 3 {
			s.Wait(24 * time.Hour)
			m := s.Thought(s.Sim.As(s.Bob).In(s.Hall).Slash("/puzzle"))
			s.Private(m, "find it")
			stored, err := s.Store.Guild(t.Context(), match.GuildID(s.Club))
			if err != nil || stored.Puzzle == nil {
				t.Fatal("no puzzle is stored:", err)
			}
			if day == 0 && !stored.Puzzle.Played {
				t.Errorf("the puzzle is not cut from the match: %+v", stored.Puzzle)
			}
			right++
			answered := s.Learnt(s.Bob, m, stored.Puzzle.Answer)
			s.Private(answered, "✅", fmt.Sprintf("Days in a row: **%d**", right))
			m = s.Slash(s.Bob, "/puzzle")
			eve := s.Slash(s.Eve, "/puzzle")
			s.Private(s.Learnt(s.Eve, eve, story.OtherMove(t, *stored.Puzzle)), "❌", "is not the best")
			s.Private(s.Learnt(s.Eve, s.Slash(s.Eve, "/puzzle"), stored.Puzzle.Answer), "✅", "this doesn't count")
			if day == 2 {
				s.Wait(24 * time.Hour)
				s.Private(s.Click(s.Bob, m, story.Ways(m)[0].Button), "for another day")
			}
		}
	}, briefly)
}

// P104, P21: an exported match can be replayed and leads to the same position. If something stays
// hidden, the text has no first position.
func TestP104ExportPlaysAgain(t *testing.T) {
	t.Parallel()
	replayed := func(t *testing.T, text string) (string, error) {
		r, err := record.Parse(text)
		if err != nil {
			t.Fatal(err)
		}
		all := catalog.Games()
		start, steps, err := r.Replay(all[slices.IndexFunc(all, func(g *games.Game) bool { return g.ID == r.Game })])
		if err != nil || len(steps) == 0 {
			return "", err
		}
		return start.Game.Name + " " + steps[len(steps)-1].Next.Text(), nil
	}
	story.Tell(t, func(s *story.Story) {
		s.Begin("/kalah challenge user:@Bob first:me beans:3")
		s.Slash(s.Ann, "/kalah move move:3")
		s.Slash(s.Ann, "/takeback")
		s.PlayOut()
		if got, err := replayed(t, s.Exports(s.Eve)); err != nil || got != "Kalah "+s.Only().Position {
			t.Errorf("%v: %s, want\n%s", err, got, s.Only().Position)
		}
	})
	for _, reveal := range []string{"after", "never"} {
		t.Run(reveal, func(t *testing.T) {
			story.Tell(t, func(s *story.Story) {
				s.Armies("army:barrage reveal:" + reveal)
				s.Confirm(s.Ann)
				s.Confirm(s.Bob)
				rng := rand.New(rand.NewPCG(1, 1))
				for range 4 {
					s.AnyMove(rng)
				}
				if got, err := replayed(t, s.Exports(s.Ann)); err == nil {
					t.Errorf("a running match is played again to %s", got)
				}
				s.SayYes(s.Bob, "/resign")
				if got, err := replayed(t, s.Exports(s.Eve)); (err == nil) != (reveal == "after") {
					t.Errorf("%v, %s", err, got)
				}
			}, story.WithStratego)
		})
	}
}
