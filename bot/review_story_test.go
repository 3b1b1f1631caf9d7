package bot_test

import (
	"fmt"
	"math/rand/v2"
	"slices"
	"strings"
	"testing"
	"time"

	"paddock/bot"
	"paddock/bot/coach"
	"paddock/bot/discordsim"
	"paddock/games"
	"paddock/games/catalog"
	"paddock/games/match"
	"paddock/games/record"
)

// briefly has the coach look at little.
func briefly(c *bot.Config) { c.Coach = coach.Config{Nodes: 30_000} }

// thought is what stands in an answer when everything is thought out.
func (s *story) thought(i *discordsim.Interaction) discordsim.Message {
	s.Helper()
	s.answered(i, "a thought")
	s.wait(time.Minute)
	return i.Message()
}

// P36: after the end, and not before, everybody who can see a match is shown how well each has played and where it turned, with a picture of what was better.
func TestP36Review(t *testing.T) {
	t.Parallel()
	tell(t, func(s *story) {
		s.begin("/kalah challenge user:@Bob first:me beans:3")
		s.private(s.slash(s.ann, "/review"), "when it is over")
		s.slash(s.ann, "/kalah move move:1")
		s.private(s.slash(s.ann, "/review"), "when it is over")
		s.playOut()
		end := s.board()
		s.waste = true // what is thought out reaches who has asked, also where Discord takes no answer
		var back []func()
		for _, way := range []string{"/interactions/*", "/webhooks/*"} {
			back = append(back, s.sim.Inject(discordsim.Fault{Route: way, Times: -1, Status: 503}))
		}
		s.sim.As(s.cid).Click(end, "Review")
		s.wait(2 * time.Minute)
		s.sees(s.sim.Last(s.sim.DM(s.cid), s.cid), "Review · ", "Where the match turned:")
		for _, remove := range back {
			remove()
		}
		m := s.thought(s.sim.As(s.eve).Click(end, "Review"))
		s.private(m, "Review · ", "South Ann: accuracy ", "North Bob: accuracy ", "solved exactly: ", "Where the match turned:")
		if n := strings.Count(m.Text(), " was better ("); n == 0 || n > 3 || len(m.Pictures()) != n {
			t.Errorf("%d turning points with %d pictures:\n%s", n, len(m.Pictures()), m.Text())
		}
		// It is made once, and shown at once from then on, to whoever asks in their language.
		s.private(s.slash(s.bob, "/review"), "Review · ", "Where the match turned:")
		s.slash(s.bob, "/settings language:Svenska")
		s.private(s.click(s.bob, end, "Review"), "Genomgång · ", "Här vände partiet")
		for _, b := range m.Buttons() {
			if strings.HasPrefix(b.Label, "Before move ") {
				s.private(s.click(s.eve, m, b.Label), "after ")
				return
			}
		}
		t.Errorf("no button leads to the board before a turning point:\n%s", m.Text())
	}, briefly)
}

// P11, P90: a review of a match with secrets is for everybody when both armies are revealed, and for nobody where nothing ever is.
func TestReviewKeepsSecrets(t *testing.T) {
	t.Parallel()
	for _, reveal := range []string{"after", "never"} {
		t.Run(reveal, func(t *testing.T) {
			tell(t, func(s *story) {
				s.armies("army:barrage reveal:" + reveal)
				s.confirm(s.ann)
				s.confirm(s.bob)
				rng := rand.New(rand.NewPCG(1, 1))
				for range 6 {
					s.anyMove(rng)
				}
				for _, who := range []discordsim.UserID{s.ann, s.eve} {
					s.private(s.slash(who, "/review"), "when it is over")
				}
				s.sayYes(s.bob, "/stratego resign")
				for _, who := range []discordsim.UserID{s.ann, s.bob, s.eve} {
					m := s.thought(s.sim.As(who).Click(s.board(), "Review"))
					if reveal == "never" {
						s.private(m, "nothing is revealed")
						continue
					}
					s.private(m, "RED Ann: accuracy ", "BLUE Bob: accuracy ", "nothing is proven")
				}
			}, func(c *bot.Config) { withStratego(c); c.Coach = coach.Config{Nodes: 20_000} })
		})
	}
}

// A hint is for who plays unrated against the computer alone, on their turn, and for nobody else.
func TestHint(t *testing.T) {
	t.Parallel()
	tell(t, func(s *story) {
		s.slash(s.ann, "/kalah start level:easy first:me")
		m := s.thought(s.sim.As(s.ann).In(s.hall).Slash("/hint"))
		s.private(m, "I'd play **")
		if len(m.Pictures()) != 1 {
			t.Errorf("the advice has %d pictures, want one", len(m.Pictures()))
		}
		s.private(s.slash(s.eve, "/hint game:"+string(s.only().ID)), "not be fair")
		_, move, _ := strings.Cut(m.Text(), "**")
		move, _, _ = strings.Cut(move, "**")
		s.private(s.slash(s.ann, "/kalah move move:"+move), "You played")
		s.sayYes(s.ann, "/resign")
		s.private(s.slash(s.ann, "/hint"), "no match running here")
		for _, start := range []string{"/kalah start level:easy first:me rated:true", "/kalah challenge user:@Bob first:me rated:false"} {
			s.slash(s.ann, start)
			if strings.Contains(start, "@Bob") {
				s.click(s.bob, s.board(), "Accept")
			}
			s.private(s.slash(s.ann, "/hint"), "not be fair")
			s.slash(s.ann, "/kalah move move:1")
			s.wait(time.Minute)
			s.sayYes(s.ann, "/resign")
		}
	}, briefly)
}

// P36: everybody on a server gets the same puzzle of the day, cut from a match that was played there or else a kept one; the first answer of a day counts, and
// days in a row are counted.
func TestP36Puzzle(t *testing.T) {
	if testing.Short() {
		t.Skip("long: most of it is search")
	}
	t.Parallel()
	tell(t, func(s *story) {
		kept := s.slash(s.ann, "/puzzle")
		s.private(kept, "### Puzzle of the day · ", "Exactly one move is best")
		if strings.Contains(kept.Text(), "From a match of this server") || len(kept.Pictures()) != 1 || len(kept.Selects()) != 1 {
			t.Errorf("where nothing was played the puzzle is\n%s", kept.Text())
		}
		if again := s.slash(s.bob, "/puzzle"); again.Text() != kept.Text() {
			t.Errorf("Bob's puzzle is\n%s\nand Ann's\n%s", again.Text(), kept.Text())
		}
		for range 3 {
			s.slash(s.ann, "/kalah start level:easy versus:easy")
			s.click(s.ann, s.board(), "Play on")
			s.wait(time.Minute)
		}
		right := 0
		for day := range 3 {
			s.wait(24 * time.Hour)
			m := s.thought(s.sim.As(s.bob).In(s.hall).Slash("/puzzle"))
			s.private(m, "Exactly one move is best")
			stored, err := s.store.Guild(t.Context(), match.GuildID(s.club))
			if err != nil || stored.Puzzle == nil {
				t.Fatal("no puzzle is stored:", err)
			}
			if day == 0 && !stored.Puzzle.Played {
				t.Errorf("the puzzle is not cut from the match: %+v", stored.Puzzle)
			}
			wrong := ""
			for _, o := range m.Selects()[0].Options {
				if o.Value != stored.Puzzle.Answer {
					wrong = o.Value
				}
			}
			right++
			answered := s.choose(s.bob, m, stored.Puzzle.Answer)
			s.private(answered, "✅", fmt.Sprintf("Days in a row: **%d**", right))
			m = s.slash(s.bob, "/puzzle")
			eve := s.slash(s.eve, "/puzzle")
			s.private(s.choose(s.eve, eve, wrong), "❌", "Days in a row: **0**", stored.Puzzle.Answer)
			s.private(s.choose(s.eve, s.slash(s.eve, "/puzzle"), stored.Puzzle.Answer), "✅", "does not count")
			if day == 2 {
				s.wait(24 * time.Hour)
				s.private(s.choose(s.bob, m, stored.Puzzle.Answer), "of another day")
			}
		}
	}, briefly)
}

// P104, P21: what is exported can be played again and leads to the same position; where something stays hidden the text does not say where the game began.
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
	tell(t, func(s *story) {
		s.begin("/kalah challenge user:@Bob first:me beans:3")
		s.slash(s.ann, "/kalah move move:3")
		s.slash(s.ann, "/takeback")
		s.playOut()
		if got, err := replayed(t, s.exports(s.eve)); err != nil || got != "Kalah "+s.only().Position {
			t.Errorf("%v: %s, want\n%s", err, got, s.only().Position)
		}
	})
	for _, reveal := range []string{"after", "never"} {
		t.Run(reveal, func(t *testing.T) {
			tell(t, func(s *story) {
				s.armies("army:barrage reveal:" + reveal)
				s.confirm(s.ann)
				s.confirm(s.bob)
				rng := rand.New(rand.NewPCG(1, 1))
				for range 4 {
					s.anyMove(rng)
				}
				if got, err := replayed(t, s.exports(s.ann)); err == nil {
					t.Errorf("a running match is played again to %s", got)
				}
				s.sayYes(s.bob, "/stratego resign")
				if got, err := replayed(t, s.exports(s.eve)); (err == nil) != (reveal == "after") {
					t.Errorf("%v, %s", err, got)
				}
			}, withStratego)
		})
	}
}
