package bot_test

import (
	"strings"
	"testing"
	"unicode/utf8"

	"paddock/bot"
	"paddock/bot/discordsim"
	"paddock/games"
	"paddock/games/catalog"
)

// size is what Discord counts: components, those inside others included, and displayed characters.
func size(m discordsim.Message) (components, characters int) {
	discordsim.Walk(m.Components, func(c discordsim.Component) bool {
		components++
		characters += utf8.RuneCountInString(c.Content)
		return true
	})
	return components, characters
}

// P44: the largest board of every game, as picture and as text, keeps within 40 components and 4,000 characters.
func TestLargestBoards(t *testing.T) {
	t.Parallel()
	for _, g := range catalog.Games() {
		if g.Hidden {
			continue // has messages of its own
		}
		t.Run(string(g.ID), func(t *testing.T) {
			tell(t, func(s *story) {
				start := "/" + string(g.ID) + " challenge user:@Bob"
				for _, o := range g.Options {
					if len(o.Choices) == 0 && o.Read == nil && o.With == nil { // what goes with another board is bounded by that
						start += " " + o.Name + ":" + number(o.Max)
					}
				}
				s.begin(start)
				s.pick(s.mover(s.board()), s.board())
				s.check("picture", s.board())
				if rec := s.only(); g.MaxSeats == 2 {
					s.slash(discordsim.UserID(rec.Players[rec.LastSeat].User), "/draw")
				}
				s.check("with an offer", s.board())
				s.slash(s.ann, "/server settings style:monospace text")
				s.pick(s.mover(s.board()), s.board())
				s.check("text", s.board())
				s.slash(s.ann, "/settings style:the position in words")
				s.check("words", s.slash(s.ann, "/board"))
			}, func(c *bot.Config) { c.Games = []*games.Game{g} })
		})
	}
}

func number(n int) string {
	if n >= 10 {
		return number(n/10) + number(n%10)
	}
	return string(rune('0' + n))
}

func (s *story) check(what string, m discordsim.Message) {
	s.Helper()
	components, characters := size(m)
	if components == 0 || components > 40 || characters > 4000 {
		s.Errorf("%s: %d components and %d characters, want at most 40 and 4,000", what, components, characters)
	}
	for _, alt := range m.AltTexts() {
		if n := utf8.RuneCountInString(alt); n == 0 || n > 1024 {
			s.Errorf("%s: alt text of %d characters", what, n)
		}
	}
	s.Logf("%s: %d components, %d characters", what, components, characters)
}

// The texts that grow with the catalogue are not cut.
func TestLongTextsAreWhole(t *testing.T) {
	t.Parallel()
	tell(t, func(s *story) {
		if help := s.click(s.eve, s.slash(s.eve, "/help"), "All commands").Text(); strings.HasSuffix(help, "…") || !strings.Contains(help, "Challenge to a game") {
			t.Errorf("the help is cut:\n%s", help)
		}
		for _, g := range catalog.Games() {
			if m := s.slash(s.eve, "/rules game:"+g.Name); !strings.Contains(m.Text(), g.Rules) {
				t.Errorf("the rules of %s are not whole", g.Name)
			}
		}
	}, func(c *bot.Config) { c.Games = catalog.Games() })
}
