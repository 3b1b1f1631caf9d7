package bot_test

import (
	"slices"
	"strings"
	"testing"
	"unicode/utf8"

	"paddock/bot"
	"paddock/bot/discordsim"
	"paddock/bot/discordsim/world"
	"paddock/bot/story"
	"paddock/games"
	"paddock/games/catalog"
	"paddock/games/gamestest/nim"
)

// size returns what Discord counts: components, including nested ones, and displayed characters.
func size(m discordsim.Message) (components, characters int) {
	world.Walk(m.Components, func(c discordsim.Component) bool {
		components++
		characters += utf8.RuneCountInString(c.Content)
		return true
	})
	return components, characters
}

// P44: the largest board of every game, as picture and as text, has at most 40 components and 4,000
// characters.
func TestLargestBoards(t *testing.T) {
	t.Parallel()
	for _, g := range catalog.Games() {
		if g.Hidden {
			continue // messages of this feature are tested in another way
		}
		t.Run(string(g.ID), func(t *testing.T) {
			story.Tell(t, func(s *story.Story) {
				start := "/" + string(g.ID) + " challenge user:@Bob"
				for _, o := range g.Options {
					// the limit of such an option depends on the other one
					if len(o.Choices) == 0 && o.Read == nil && o.With == nil {
						start += " " + o.Name + ":" + number(o.Max)
					}
				}
				s.Begin(start)
				s.Pick(s.Mover(s.Board()), s.Board())
				check(s, "picture", s.Board())
				if rec := s.Only(); g.MaxSeats == 2 {
					s.Slash(discordsim.UserID(rec.Players[rec.LastSeat].User), "/draw")
				}
				check(s, "with an offer", s.Board())
				s.Slash(s.Ann, "/server settings style:monospace text")
				s.Pick(s.Mover(s.Board()), s.Board())
				check(s, "text", s.Board())
				s.Slash(s.Ann, "/settings general style:the position in words")
				check(s, "words", s.Slash(s.Ann, "/board"))
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

func check(s *story.Story, what string, m discordsim.Message) {
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

// Texts that grow with the catalogue are not cut in any language: the topics of the help, for
// example.
func TestLongTextsAreWhole(t *testing.T) {
	t.Parallel()
	all := slices.Concat(catalog.Games(), []*games.Game{nim.New()})
	story.Tell(t, func(s *story.Story) {
		s.Sim.SetPermissions(s.Club, s.Eve, discordsim.DefaultMemberPermissions|discordsim.PermManageGuild)
		for _, language := range []string{"English", "Deutsch", "Svenska"} {
			s.Slash(s.Eve, "/settings general language:"+language)
			help := s.Slash(s.Eve, "/help")
			check(s, language, help)
			for _, o := range help.Selects()[0].Options {
				page := s.Choose(s.Eve, help, o.Value)
				check(s, language, page)
				if strings.HasSuffix(page.Text(), "…") || strings.HasSuffix(o.Label, "…") {
					t.Errorf("%s: the help on %q is cut:\n%s", language, o.Label, page.Text())
				}
			}
		}
		s.Slash(s.Eve, "/settings general language:English")
		for _, g := range all {
			if m := s.Slash(s.Eve, "/rules game:"+g.Name); !strings.Contains(m.Text(), g.RulesIn(strings.Clone, nil)) {
				t.Errorf("the rules of %s are not whole", g.Name)
			}
		}
	}, func(c *bot.Config) { c.Games = all })
}
