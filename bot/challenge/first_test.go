package challenge_test

import (
	"slices"
	"strings"
	"sync"
	"testing"
	"time"

	"github.com/bwmarrin/discordgo"

	"paddock/bot"
	"paddock/bot/component"
	"paddock/bot/discordsim"
	"paddock/bot/story"
	"paddock/games/catalog"
	"paddock/games/scene"
)

// P22: a newcomer gets from /help to a match by buttons only. The commands in the help are links,
// also after a restart.
func TestHelpLeadsOn(t *testing.T) {
	t.Parallel()
	story.Tell(t, func(s *story.Story) {
		help := s.Slash(s.Ann, "/help")
		s.Private(help, "What I can do", "</play:", "</settings general:")
		s.Restart(0)
		s.Private(s.Slash(s.Ann, "/help"), "</play:", "</learn:")
		s.Private(s.Click(s.Ann, help, "Rules of Kalah"), "Kalah", "Sowing")
		s.Private(s.Choose(s.Ann, s.Slash(s.Ann, "/help"), "turn"), "/takeback", "/match note")
		s.Private(s.Click(s.Ann, s.Slash(s.Ann, "/help"), "My settings"), "Your settings",
			"How you see boards: **picture**")
		s.Private(s.Click(s.Ann, help, "Play"), "What would you like to play?", "Kalah", "Halatafl")
	})
}

// /play begins a match against a computer player of a chosen strength, or challenges a member or
// anyone, and shows the rules.
func TestPlayFromNothing(t *testing.T) {
	t.Parallel()
	story.Tell(t, func(s *story.Story) {
		panel := s.Slash(s.Ann, "/play")
		s.Private(panel, "What would you like to play?", "Twenty sheep")
		if n := len(panel.Pictures()); n != len(story.Catalogue) {
			t.Errorf("%d pictures, want one for each game, %d", n, len(story.Catalogue))
		}
		levels := s.Click(s.Ann, panel, "Computer")
		s.Private(levels, "How strong should the computer be at Halatafl?", "**easy**:", "**master**:")
		if b, _ := levels.Button("easy"); b.Style != int(discordgo.PrimaryButton) {
			t.Errorf("easy is no blue button for whoever is new to the game: %+v", b)
		}
		others := s.Click(s.Ann, levels, "Other players")
		s.Private(others, "some from older programs")
		levels = s.Click(s.Ann, others, "Back")
		s.Forge(component.Target{Action: component.ActLevel, Text: "halatafl/nobody"})
		s.Private(s.Click(s.Ann, levels, "easy"), "another version")
		s.Private(s.Click(s.Ann, levels, "easy"), "Your match has begun")
		s.Sees(s.Board(), "Halatafl", "easy")
		levels = s.Click(s.Ann, s.Slash(s.Ann, "/play"), "Computer")
		if b, _ := levels.Button("easy"); b.Style != int(discordgo.PrimaryButton) {
			t.Errorf("easy is no blue button for whoever has not won yet: %+v", b)
		}

		whom := s.Click(s.Ann, s.Slash(s.Ann, "/play"), "Challenge")
		s.Private(s.Choose(s.Ann, whom, "@Bob"), "Your challenge is in")
		s.Sees(s.Board(), "Ann challenges", "Halatafl")
		s.Rings(s.Board(), s.Bob)
		whom = s.Click(s.Ann, s.Slash(s.Ann, "/play"), "Challenge")
		s.Private(s.Choose(s.Ann, whom, "@Ann"), "yourself")

		s.Private(s.Click(s.Ann, s.Click(s.Ann, s.Slash(s.Ann, "/play"), "Challenge"), "Open challenge"),
			"challenge is open")
		s.Sees(s.Sim.Last(s.Hall, s.Eve), "Ann is looking for somebody to play Halatafl")

		games := s.Slash(s.Ann, "/play")
		rules := s.Click(s.Ann, games, "Rules") // the results of Halatafl, in which the matches were
		if s.Private(rules, "paddock"); rules.ID != games.ID || strings.Contains(rules.Text(), "option") {
			t.Errorf("the rules stand below the games, or speak of options:\n%s", rules.Text())
		}
		s.Private(s.Click(s.Ann, s.Click(s.Ann, rules, "Back"), "Rules"), "paddock")
		s.Private(s.Click(s.Ann, rules, "Computer"), "How strong")
	})
}

// P49: a member who is offered the quick game of Stratego first and chooses nothing is asked before
// a long game begins. A member who has won twice, or has chosen an option, begins at once.
func TestStrategoStartAsksNewcomers(t *testing.T) {
	t.Parallel()
	story.Tell(t, func(s *story.Story) {
		levels := s.Slash(s.Ann, "/stratego start")
		s.Private(levels, "A quick game of Stratego, or the full one? How strong should the computer be?",
			"**Quick game**: barrage (8 pieces each, a short game), against *easy*",
			"**Full game**: classic (40 pieces each, a long game), against one of these:")
		s.Sees(s.Click(s.Ann, levels, "Quick game · easy"), "Arrange your pieces")
		if army := s.Only().Setup.Options["army"]; army != "barrage" {
			t.Errorf("the quick game has the army %q", army)
		}
		for range 2 {
			s.Private(s.Slash(s.Ann, "/stratego start"), "A quick game of Stratego, or the full one?")
			s.SetUp()
			s.SayYes(s.Bob, "/resign")
		}
		s.Sees(s.Slash(s.Ann, "/stratego start"), "Arrange your pieces")
		s.Sees(s.Slash(s.Bob, "/stratego start army:classic"), "Arrange your pieces")
	}, story.WithStratego)
}

// P154: the set-up of a match against the computer stands below the match's board, where it is seen,
// and not in the place of the message above it. It is one message, also when it is asked for again.
func TestSetUpStandsBelowTheBoard(t *testing.T) {
	t.Parallel()
	story.Tell(t, func(s *story.Story) {
		levels := s.Slash(s.Ann, "/stratego start")
		army := s.Click(s.Ann, levels, "Quick game · easy")
		s.Private(army, "Arrange your pieces")
		s.Wait(time.Minute)
		order := s.Sim.Messages(s.Hall, s.Ann)
		if len(order) != 2 || order[0].ID != s.Board().ID || order[1].ID != army.ID {
			t.Errorf("the channel is not the board and the set-up below it, but %d messages", len(order))
		}
		s.Private(s.Click(s.Ann, army, "Shuffle"), "Arrange your pieces")
		again := s.Click(s.Ann, s.Board(), "Set up my army")
		s.Wait(time.Minute)
		if s.There(s.Ann, army) || !s.There(s.Ann, again) {
			t.Errorf("the first set-up is there: %t, the second: %t", s.There(s.Ann, army), s.There(s.Ann, again))
		}
		typed := s.Slash(s.Bob, "/stratego start army:barrage")
		s.Wait(time.Minute)
		if order := s.Sim.Messages(s.Hall, s.Bob); order[len(order)-1].ID != typed.ID {
			t.Error("the set-up that a command begins is not the last message")
		}
	}, story.WithStratego)
}

// P56: a finished board leads to another match, in private, and stays as it is.
func TestNewMatchFromAFinishedBoard(t *testing.T) {
	t.Parallel()
	story.Tell(t, func(s *story.Story) {
		s.Begin("/kalah challenge user:@Bob first:me")
		if labels := s.Board().Labels(); slices.Contains(labels, "New match") {
			t.Errorf("a running match offers %q", labels)
		}
		s.Resigns(s.Ann)
		s.Private(s.Click(s.Bob, s.Board(), "New match"), "What would you like to play?")
		s.Private(s.Click(s.Eve, s.BoardAbout("resigned"), "New match"), "What would you like to play?")
		own := s.Click(s.Bob, s.Click(s.Bob, s.BoardAbout("resigned"), "More"), "Board just for me")
		s.Private(s.Click(s.Bob, own, "New match"), "What would you like to play?")
		s.Sees(s.Sim.Message(own.ID, s.Bob), "resigned")
		if b := s.BoardAbout("resigned"); !slices.Contains(b.Labels(), "Rematch") {
			t.Errorf("the finished board offers %q", b.Labels())
		}
	})
}

// The first board shows the goal in a line and a button that shows the rules. A player new to the
// game gets its hint, once.
func TestFirstBoard(t *testing.T) {
	t.Parallel()
	story.Tell(t, func(s *story.Story) {
		s.Begin("/kalah challenge user:@Bob first:me")
		first := s.Board()
		s.Sees(first, "Goal:", "more beans", "New to this", "sow again")
		s.Private(s.Click(s.Eve, first, "Rules"), "Sowing")
		s.Click(s.Ann, first, "1 (4)")
		s.Sees(s.Board(), "New to this, <@"+string(s.Bob)+">")
		s.Click(s.Bob, s.Board(), "1 (4)")
		if text := s.Board().Text(); strings.Contains(text, "Goal:") || strings.Contains(text, "New to this") {
			t.Errorf("after everybody has moved the board still explains itself:\n%s", text)
		}
		s.Slash(s.Ann, "/kalah challenge user:@Cid first:me")
		s.Click(s.Cid, s.Board(), "Accept")
		if text := s.Board().Text(); !strings.Contains(text, "New to this") ||
			strings.Contains(text, "New to this, <@"+string(s.Ann)) {
			t.Errorf("the hint is for Cid alone:\n%s", text)
		}
	})
}

// A newcomer who is out of the match before their first move is no longer named in the hint.
func TestHintWithoutWhoLeft(t *testing.T) {
	t.Parallel()
	story.TellFish(t, func(s *story.Story, _ discordsim.UserID) {
		s.Slash(s.Ann, "/fish start players:3 first:me"+story.Small)
		s.Click(s.Bob, s.Board(), "Join")
		s.Click(s.Cid, s.Board(), "Join")
		s.Wait(time.Minute)
		s.Sees(s.Board(), "New to this, ", "<@"+string(s.Cid)+">")
		s.SayYes(s.Cid, "/resign")
		s.Wait(time.Minute)
		s.Sees(s.Board(), "New to this, <@"+string(s.Ann)+"> and <@"+string(s.Bob)+">?", "Cid has given up")
		s.Press(s.Ann, s.Board())
		s.Wait(time.Minute)
		s.Sees(s.Board(), "New to this, <@"+string(s.Bob)+">?")
	})
}

// P109: the hint can be read even if the computer has set up at once. It disappears with the
// set-up.
func TestHintOutlivesAnEdit(t *testing.T) {
	t.Parallel()
	story.Tell(t, func(s *story.Story) {
		own := s.Slash(s.Ann, "/stratego start level:random army:barrage")
		s.Wait(10 * time.Second)
		s.Sees(s.Board(), "Computer (random) is ready", "New to this")
		s.Click(s.Ann, own, "Confirm")
		s.Wait(time.Minute)
		if text := s.Board().Text(); !strings.Contains(text, "it's your turn") ||
			strings.Contains(text, "New to this") {
			t.Errorf("the armies stand, and the board says:\n%s", text)
		}
	}, story.WithStratego)
}

// P43, P48, P109: if computers move first, they have moved before the first board is posted, so
// that board stays. A newcomer keeps the hint until their own first move.
func TestComputersMoveBeforeTheFirstBoard(t *testing.T) {
	t.Parallel()
	for _, c := range []struct {
		name  string
		start func(*story.Story)
		posts int
	}{
		{"kalah", func(s *story.Story) { s.Slash(s.Ann, "/kalah start level:first first:them") }, 1},
		{"fish", func(s *story.Story) { s.Slash(s.Ann, "/fish start level:easy players:4 first:them") }, 1},
		{"a table", func(s *story.Story) {
			s.Slash(s.Ann, "/fish start players:4 first:random")
			s.Click(s.Bob, s.Board(), "Join")
			s.Wait(time.Hour)
			s.Click(s.Ann, s.Board(), "Begin with computers")
		}, 1}, // the board replaces the message of the open table
		{"a rematch", func(s *story.Story) {
			s.Slash(s.Ann, "/kalah start level:first first:me")
			s.Click(s.Ann, s.Slash(s.Ann, "/resign"), "Yes, I resign")
			s.Wait(time.Hour)
			s.Click(s.Ann, s.Board(), "Rematch")
		}, 2},
	} {
		t.Run(c.name, func(t *testing.T) {
			story.Tell(t, func(s *story.Story) {
				c.start(s)
				s.Wait(time.Minute)
				rec := s.Only()
				if rec.Moves == 0 || rec.Bound() == 0 {
					t.Fatalf("%d moves, waiting for %v: want a computer to have begun", rec.Moves, rec.Waiting)
				}
				if n := s.Posts(); n != c.posts {
					t.Errorf("%d messages, want %d", n, c.posts)
				}
				s.Sees(s.Board(), "Goal:", "it's your turn")
				if c.name != "a rematch" {
					s.Sees(s.Board(), "New to this")
				}
			}, func(c *bot.Config) { c.Games = catalog.Games() })
		})
	}
}

// The settings panel shows the present values and changes them at once. The command's options do
// the same.
func TestSettingsPanel(t *testing.T) {
	t.Parallel()
	story.Tell(t, func(s *story.Story) {
		panel := s.Slash(s.Ann, "/settings general")
		s.Private(panel, "How you see boards: **picture**", "How I draw pictures for you: **dark**",
			"How you hear of your turn: **a mention at the board**")
		pick := func(setting, label string) {
			s.Helper()
			panel = s.Sets(s.Ann, s.Hall, panel, setting, label)
		}
		pick("style", "monospace text")
		s.Sees(panel, "How you see boards: **monospace text**")
		pick("look", "strong contrasts")
		pick("notify", "not at all")
		pick("confirm", "true")
		s.Sees(panel, "Ask you before a move counts: **on**")
		s.Sees(s.Click(s.Ann, s.Click(s.Ann, panel, "Change"), "Back"), "Your settings", "**strong contrasts**")
		s.Private(s.Slash(s.Ann, "/settings general"), "**monospace text**", "**strong contrasts**", "**not at all**")
		s.Private(s.Slash(s.Ann, "/settings general look:larger pieces and letters"), "**monospace text**",
			"**larger pieces and letters**")

		server := s.Slash(s.Ann, "/server settings")
		s.Private(server, "In this server", "Running matches per member: **5 (the default)**")
		server = s.Sets(s.Ann, s.Hall, server, "limit", "2")
		s.Sees(server, "per member: **2**")
		s.Private(s.Sets(s.Ann, s.Hall, server, "threads", "on"), "**a thread for each match**")
		s.Private(s.Slash(s.Ann, "/server settings"), "**2**")
		pick("language", "Deutsch")
		s.Sees(panel, "Deine Einstellungen", "**Deutsch**")
	}, func(c *bot.Config) { c.Games = catalog.Games() })
}

// Private pictures are drawn with their reader's look, and public ones with the server's.
func TestLookIsForItsReader(t *testing.T) {
	t.Parallel()
	var mu sync.Mutex // the engine draws several boards at once
	var drawn []scene.Look
	story.Tell(t, func(s *story.Story) {
		s.Slash(s.Bob, "/settings general look:strong contrasts, larger pieces and letters")
		s.Begin("/kalah challenge user:@Bob first:me")
		last := func() scene.Look { mu.Lock(); defer mu.Unlock(); return drawn[len(drawn)-1] }
		if got := last(); got != (scene.Look{}) {
			t.Errorf("the channel's board is drawn with %+v", got)
		}
		for _, command := range []string{"/board", "/rules game:Kalah", "/match history after:0", "/play"} {
			s.Slash(s.Bob, command)
			if got, want := last(), (scene.Look{Contrast: true, Large: true}); got != want {
				t.Errorf("%s is drawn for Bob with %+v, want %+v", command, got, want)
			}
			s.Slash(s.Ann, command)
			if got := last(); got != (scene.Look{}) {
				t.Errorf("%s is drawn for Ann with %+v", command, got)
			}
		}
		s.Slash(s.Ann, "/server settings look:light")
		s.Slash(s.Ann, "/kalah move move:1")
		mu.Lock()
		defer mu.Unlock()
		if !slices.Contains(drawn, scene.Look{Light: true}) {
			t.Errorf("boards are drawn with %+v on a server that likes them light", drawn)
		}
	}, func(c *bot.Config) {
		c.Draw = func(sc scene.Scene) ([]byte, error) {
			mu.Lock()
			drawn = append(drawn, sc.Look)
			mu.Unlock()
			return story.DrawNothing(sc)
		}
	})
}

// P60, P25: /play in direct messages offers matches against the computer only. In a channel where
// no match may begin it offers none, and says why.
func TestPlayWithinBounds(t *testing.T) {
	t.Parallel()
	story.Tell(t, func(s *story.Story) {
		dm := s.Answered(s.Sim.As(s.Ann).In(s.Sim.DM(s.Ann)).Slash("/play"), "/play")
		s.Sees(dm, "Here you play against the computer")
		if got := dm.Labels(); !slices.Contains(got, "Computer") || slices.Contains(got, "Challenge") {
			t.Errorf("in direct messages the games have %q, want Computer and no Challenge", got)
		}
		s.Moderated()
		arena := s.Sim.AddChannel(s.Club, "arena")
		s.Slash(s.Cid, "/server channels allow:#arena")
		closed := s.Slash(s.Ann, "/play")
		s.Private(closed, "<#"+string(arena)+">")
		if got := closed.Labels(); slices.Contains(got, "Computer") || slices.Contains(got, "Challenge") ||
			!slices.Contains(got, "Rules") {
			t.Errorf("where no match may begin %q is offered, want the rules alone", got)
		}
	})
}

// A member who has never won a game gets the easy level, also by a command without a level and
// after a lost match: the level that /play offers first. A win leads to the usual level.
func TestLevelThatIsOfferedFirst(t *testing.T) {
	t.Parallel()
	story.Tell(t, func(s *story.Story) {
		for n, want := range []string{"easy", "easy", "medium"} {
			s.Slash(s.Ann, "/kalah start first:me holes:3 beans:1")
			if got := s.Only().Players[1].Computer; got != want {
				t.Errorf("match %d is against %s, want %s", n+1, got, want)
			}
			s.Slash(s.Ann, "/kalah move move:1")
			s.SayYes(s.Ann, "/resign")
			if n == 1 {
				s.Begin("/kalah challenge user:@Bob first:me")
				s.Slash(s.Ann, "/kalah move move:2")
				s.SayYes(s.Bob, "/resign")
			}
		}
	})
}
