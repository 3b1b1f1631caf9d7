package bot_test

import (
	"context"
	"fmt"
	"iter"
	"slices"
	"strings"
	"testing"
	"time"

	"paddock/bot"
	"paddock/bot/discordsim"
	"paddock/games"
	"paddock/games/halatafl"
	"paddock/games/match"
	"paddock/games/referee"
	"paddock/games/scene"
)

// spell is a toy whose moves are words of three letters, typed letter by letter: 30 first letters, 2 second ones, 1 third. It is over after
// three words.
type spell struct{}

type spelling struct {
	Words int
}

func (spell) Info() games.Info {
	return games.Info{
		ID: "spell", Name: "Spell", Summary: "Spell words", Version: 1, MinSeats: 2, MaxSeats: 2, SeatNames: []string{"First", "Second"},
		SideOption: "first", DefaultLevel: "easy", Rules: "Spell.",
	}
}

func (spell) Start(games.Setup) (spelling, error) { return spelling{}, nil }

func (spell) Turn(s spelling) games.Turn {
	if s.Words >= 3 {
		return games.Turn{}
	}
	return games.Turn{Waiting: games.SeatSet(games.Seat(s.Words % 2)), Phase: games.Play}
}

func (spell) Outcome(s spelling) (games.Outcome, bool) {
	return games.Win(0, "words", games.Say("First has spelt.")), s.Words >= 3
}

func (spell) View(s spelling, _ games.Seat) spelling { return s }

const letters = "abcdefghijklmnopqrstuvwxyz1234"

func (spell) Legal(spelling) iter.Seq[string] {
	return func(yield func(string) bool) {
		for _, a := range letters {
			for _, end := range []string{"xz", "xw", "yz"} {
				if !yield(string(a) + end) {
					return
				}
			}
		}
	}
}

func (r spell) Check(s spelling, m string) error {
	if !slices.Contains(slices.Collect(r.Legal(s)), m) {
		return games.Refuse("%s is no word. Try axz.", m)
	}
	return nil
}

func (spell) Apply(s spelling, _ games.Seat, _ string) (spelling, []games.Event) {
	return spelling{s.Words + 1}, nil
}
func (spell) Format(_ spelling, m string) string            { return m }
func (spell) Parse(_ spelling, text string) (string, error) { return strings.ToLower(text), nil }
func (spell) AppendText(b []byte, s spelling) []byte        { return fmt.Appendf(b, "spell/1 %d", s.Words) }

func (spell) Draw(spelling, games.Drawing[spelling]) scene.Scene {
	return scene.Scene{Family: scene.Squares, Words: "Words."}
}

func (spell) ParseText(text string) (s spelling, err error) {
	_, err = fmt.Sscanf(text, "spell/1 %d", &s.Words)
	return s, err
}

func (r spell) Complete(s spelling, text string) []games.Completion {
	var list []games.Completion
	for m := range r.Legal(s) {
		if next := m[:min(len(text)+1, 3)]; strings.HasPrefix(m, text) && (len(list) == 0 || list[len(list)-1].Text != next) {
			list = append(list, games.Completion{Text: next, Label: games.Say("to %s", next), Whole: len(next) == 3})
		}
	}
	return list
}

func playSpell(c *bot.Config) {
	c.Games = []*games.Game{games.New(spell{}, games.Player[spelling, string]{
		Name: "easy", Choose: func(context.Context, spelling, games.Budget) (string, error) { return "axz", nil },
	})}
}

// P55: more than 25 entries are paged; a move is chosen hop by hop; Back takes one hop back; nothing half-done is stored and nobody else sees it.
func TestMenusHopByHop(t *testing.T) {
	t.Parallel()
	tell(t, func(s *story) {
		s.begin("/spell challenge user:@Bob first:me")
		public := s.board()
		if len(public.Selects()) != 0 {
			t.Errorf("a menu of %d entries on the public board", len(public.Selects()[0].Options))
		}
		m := s.click(s.ann, public, "Make a move")
		s.private(m, "")
		if n := len(m.Selects()[0].Options); n != 25 {
			t.Errorf("%d entries on the first page, want 25", n)
		}
		m = s.click(s.ann, m, "More …")
		if n := len(m.Selects()[0].Options); n != 5 {
			t.Errorf("%d entries on the second page, want 5", n)
		}
		m = s.click(s.ann, m, "… Earlier")
		m = s.click(s.ann, m, "More …")
		m = s.choose(s.ann, m, "to 2")
		s.private(m, "**2**")
		m = s.choose(s.ann, m, "to 2x")
		s.private(m, "**2x**")
		m = s.click(s.ann, m, "Back")
		s.private(m, "**2**")
		if n := len(m.Selects()[0].Options); n != 2 {
			t.Errorf("%d entries after Back, want the 2 after the first letter", n)
		}
		if got, want := m.Selects()[0].Options[1].Label, "to 2y → to 2yz"; got != want {
			t.Errorf("where there is one way to go on the menu says %q, want %q", got, want)
		}
		m = s.choose(s.ann, m, "to 2x")
		if b := s.board(); b.Text() != public.Text() || s.moves(s.only().ID) != 0 {
			t.Error("a half-chosen move has changed the board")
		}
		s.choose(s.ann, m, "to 2xz")
		for _, left := range s.sim.Messages(m.ChannelID, s.ann) {
			if left.ID == m.ID {
				t.Errorf("the private menu is still there: %q", left.Text())
			}
		}
		if n := s.moves(s.only().ID); n != 1 {
			t.Errorf("%d moves, want 1", n)
		}
		s.sees(s.board(), "<@"+string(s.bob)+">, it's your turn")
	}, playSpell)
}

// P3, P55: a menu that was opened before the match went on goes away with it; on an old board one can't be opened.
func TestStaleMenu(t *testing.T) {
	t.Parallel()
	tell(t, func(s *story) {
		s.begin("/spell challenge user:@Bob first:me")
		m := s.click(s.ann, s.board(), "Make a move")
		s.private(s.click(s.bob, s.board(), "Make a move"), "not your turn")
		s.slash(s.ann, "/spell move move:axz")
		if s.there(s.ann, m) {
			t.Error("the private menu of an old turn is still there")
		}
		old := s.board()
		s.slash(s.bob, "/spell move move:bxz")
		s.private(s.answered(s.sim.As(s.ann).ClickStale(old, "Make a move"), "an old button"), "old")
		if n := s.moves(s.only().ID); n != 2 {
			t.Errorf("%d moves, want 2", n)
		}
	}, playSpell)
}

// P4: a refusal that comes after the deferral is still seen by nobody else.
func TestSlowRefusal(t *testing.T) {
	t.Parallel()
	tell(t, func(s *story) {
		s.slash(s.ann, "/kalah challenge user:@Bob first:me")
		s.wait(30 * time.Second)
		b := s.board()
		i := s.sim.As(s.cid).Click(b, "Accept")
		s.wait(30 * time.Second)
		if i.Answer() != discordsim.AnswerDeferEdit || len(i.FollowUps()) != 1 {
			t.Fatalf("answered by %v and %d messages, want a deferral and one", i.Answer(), len(i.FollowUps()))
		}
		s.private(i.FollowUps()[0], "for somebody else")
		if s.board().Text() != b.Text() {
			t.Error("the challenge has changed")
		}
	}, func(c *bot.Config) { c.Store = slowStore{c.Store} })
}

// A chain of jumps is one move: the public board offers the foxes, the private menus one landing after the other.
func TestHalataflChain(t *testing.T) {
	t.Parallel()
	tell(t, func(s *story) {
		s.begin("/halatafl challenge user:@Bob side:sheep")
		for n := 0; n < 60 && !over(s.board()); n++ {
			s.pick(s.mover(s.board()), s.board())
		}
		if n := s.moves(s.only().ID); n < 40 {
			t.Errorf("%d moves by menus alone, want a long game:\n%s", n, s.board().Text())
		}
	}, func(c *bot.Config) { c.Games = []*games.Game{halatafl.New()} })
}

// P13: a draw that is declined by the button.
func TestDrawDeclined(t *testing.T) {
	t.Parallel()
	tell(t, func(s *story) {
		s.begin("/kalah challenge user:@Bob first:me")
		s.click(s.ann, s.board(), "1 (4)")
		s.click(s.ann, s.board(), "Draw")
		s.private(s.click(s.cid, s.board(), "Agree to the draw"), "don't play")
		s.click(s.bob, s.board(), "No draw")
		s.sees(s.board(), "The draw is declined")
	})
}

// P8: where a lapsed clock may be claimed, the opponent decides.
func TestClaim(t *testing.T) {
	t.Parallel()
	tell(t, func(s *story) {
		s.begin("/kalah challenge user:@Bob first:me time:1 day a move timeout:the opponent may claim the win, or wait on")
		if got := s.only().Clock.Policy.Lapse; got != referee.Claim {
			t.Errorf("the clock's policy is %q, want claim", got)
		}
		s.wait(25 * time.Hour)
		b := s.board()
		s.sees(b, "may claim the win")
		s.private(s.click(s.ann, b, "Claim the win"), "your own turn")
		s.click(s.bob, b, "Claim the win")
		if rec := s.only(); rec.Status != match.Over || !rec.Outcome.Winners().Has(1) {
			t.Errorf("the match is %s with %v, want won by Bob", rec.Status, rec.Outcome)
		}
	})
}

// P10: many matches: pages, and the way on to the next one.
func TestListOfMatches(t *testing.T) {
	t.Parallel()
	tell(t, func(s *story) {
		s.slash(s.ann, "/server settings limit:50")
		for range 12 {
			s.private(s.slash(s.ann, "/kalah start level:first first:me holes:3"), "has begun")
		}
		m := s.slash(s.ann, "/games")
		s.private(m, "Your matches (12)")
		if n := strings.Count(m.Text(), "your turn"); n != 10 {
			t.Errorf("%d matches on the first page, want 10", n)
		}
		m = s.click(s.ann, m, "More …")
		if n := strings.Count(m.Text(), "your turn"); n != 2 {
			t.Errorf("%d matches on the second page, want 2", n)
		}
		s.click(s.ann, m, "… Earlier")
		rec := s.only()
		s.slash(s.ann, "/kalah move move:1 game:"+string(rec.ID))
		m = s.click(s.ann, s.board(), "My next match")
		s.private(m, "South Ann")
	})
}
