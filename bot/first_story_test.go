package bot_test

import (
	"strings"
	"testing"
	"time"

	"paddock/bot"
	"paddock/games/catalog"
	"paddock/games/scene"
)

// P22: who knows no command is led from /help to a match by buttons alone; commands in it can be pressed, also after a restart.
func TestHelpLeadsOn(t *testing.T) {
	t.Parallel()
	tell(t, func(s *story) {
		help := s.slash(s.ann, "/help")
		s.private(help, "What I can do", "</play:", "</settings:")
		s.restart(0)
		s.private(s.slash(s.ann, "/help"), "</play:", "</rules:")
		s.private(s.click(s.ann, help, "Rules of Kalah"), "Kalah", "Sowing")
		s.private(s.click(s.ann, s.slash(s.ann, "/help"), "All commands"), "/takeback", "/kalah nudge")
		s.private(s.click(s.ann, s.slash(s.ann, "/help"), "My settings"), "Your settings", "How boards are shown to you: **picture**")
		s.private(s.click(s.ann, help, "Play"), "What would you like to play?", "Kalah", "Halatafl")
	})
}

// /play begins a match against a computer player of a chosen strength, or challenges a member or anyone, and shows the rules.
func TestPlayFromNothing(t *testing.T) {
	t.Parallel()
	tell(t, func(s *story) {
		panel := s.slash(s.ann, "/play")
		s.private(panel, "What would you like to play?", "Twenty sheep")
		if n := len(panel.Pictures()); n != len(catalogue) {
			t.Errorf("%d pictures, want one for each game, %d", n, len(catalogue))
		}
		levels := s.click(s.ann, panel, "Computer")
		s.private(levels, "How strong should the computer be at Halatafl?")
		s.private(s.choose(s.ann, levels, "easy"), "Your match has begun")
		s.sees(s.board(), "Halatafl", "easy")

		whom := s.click(s.ann, s.slash(s.ann, "/play"), "Challenge")
		s.private(s.choose(s.ann, whom, "@Bob"), "Your challenge stands")
		s.sees(s.board(), "Ann challenges", "Halatafl")
		s.rings(s.board(), s.bob)
		whom = s.click(s.ann, s.slash(s.ann, "/play"), "Challenge")
		s.private(s.choose(s.ann, whom, "@Ann"), "yourself")

		s.private(s.click(s.ann, s.click(s.ann, s.slash(s.ann, "/play"), "Challenge"), "Anyone who likes"), "challenge is open")
		s.sees(s.sim.Last(s.hall, s.eve), "Ann looks for an opponent at Halatafl")
		s.private(s.click(s.ann, s.slash(s.ann, "/play"), "Rules"), "paddock")
	})
}

// A first board says the goal in a line and has the rules; who plays a game for the first time gets its hint, once.
func TestFirstBoard(t *testing.T) {
	t.Parallel()
	tell(t, func(s *story) {
		s.begin("/kalah challenge user:@Bob first:me")
		first := s.board()
		s.sees(first, "Goal:", "more beans", "New to this", "sow again")
		s.private(s.click(s.eve, first, "Rules"), "Sowing")
		s.click(s.ann, first, "1 (4)")
		s.click(s.bob, s.board(), "1 (4)")
		if text := s.board().Text(); strings.Contains(text, "Goal:") || strings.Contains(text, "New to this") {
			t.Errorf("after everybody has moved the board still explains itself:\n%s", text)
		}
		s.slash(s.ann, "/kalah challenge user:@Cid first:me")
		s.click(s.cid, s.board(), "Accept")
		if text := s.board().Text(); !strings.Contains(text, "New to this") || strings.Contains(text, "New to this, <@"+string(s.ann)) {
			t.Errorf("the hint is for Cid alone:\n%s", text)
		}
	})
}

// P109: the hint is there to be read although the computer has set up in the same moment, and is gone with the set-up.
func TestHintOutlivesAnEdit(t *testing.T) {
	t.Parallel()
	tell(t, func(s *story) {
		s.slash(s.ann, "/stratego start level:random army:barrage")
		s.wait(10 * time.Second)
		s.sees(s.board(), "BLUE is ready", "New to this")
		s.confirm(s.ann)
		s.wait(time.Minute)
		if text := s.board().Text(); !strings.Contains(text, "it's your turn") || strings.Contains(text, "New to this") {
			t.Errorf("the armies stand, and the board says:\n%s", text)
		}
	}, withStratego)
}

// Settings are a panel that shows what is set and changes at once; the commands' options do the same.
func TestSettingsPanel(t *testing.T) {
	t.Parallel()
	tell(t, func(s *story) {
		panel := s.slash(s.ann, "/settings")
		s.private(panel, "How boards are shown to you: **picture**", "How pictures are drawn for you: **as usual**", "How you hear that it is your turn: **a mention at the board**")
		pick := func(menu int, label string) {
			s.Helper()
			panel = s.answered(s.sim.As(s.ann).Select(panel, panel.Selects()[menu].CustomID, label), label)
		}
		pick(0, "monospace text")
		s.sees(panel, "How boards are shown to you: **monospace text**")
		pick(1, "strong contrasts")
		pick(4, "not at all")
		s.private(s.slash(s.ann, "/settings"), "**monospace text**", "**strong contrasts**", "**not at all**")
		s.private(s.slash(s.ann, "/settings look:larger pieces and letters"), "**monospace text**", "**larger pieces and letters**")

		server := s.slash(s.ann, "/server settings")
		s.private(server, "In this server", "Running matches that a member may have here: **5 (my default)**")
		server = s.answered(s.sim.As(s.ann).Select(server, server.Selects()[7].CustomID, "2"), "limit")
		s.sees(server, "may have here: **2**")
		s.private(s.answered(s.sim.As(s.ann).Select(server, server.Selects()[0].CustomID, "on"), "threads"), "**a thread for each match**")
		s.private(s.slash(s.ann, "/server settings"), "**2**")
		pick(3, "Deutsch")
		s.sees(panel, "Deine Einstellungen", "**Deutsch**")
	}, func(c *bot.Config) { c.Games = catalog.Games() })
}

// Pictures are drawn as their one reader likes them, and those of the channel as usual.
func TestLookIsForItsReader(t *testing.T) {
	t.Parallel()
	var drawn []scene.Look
	tell(t, func(s *story) {
		s.slash(s.bob, "/settings look:strong contrasts, larger pieces and letters")
		s.begin("/kalah challenge user:@Bob first:me")
		last := func() scene.Look { return drawn[len(drawn)-1] }
		if got := last(); got != (scene.Look{}) {
			t.Errorf("the channel's board is drawn with %+v", got)
		}
		for _, command := range []string{"/board", "/rules game:Kalah", "/history after:0", "/play"} {
			s.slash(s.bob, command)
			if got, want := last(), (scene.Look{Contrast: true, Large: true}); got != want {
				t.Errorf("%s is drawn for Bob with %+v, want %+v", command, got, want)
			}
			s.slash(s.ann, command)
			if got := last(); got != (scene.Look{}) {
				t.Errorf("%s is drawn for Ann with %+v", command, got)
			}
		}
	}, func(c *bot.Config) {
		c.Draw = func(sc scene.Scene) ([]byte, error) {
			drawn = append(drawn, sc.Look)
			return drawNothing(sc)
		}
	})
}
