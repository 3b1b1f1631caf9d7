package bot_test

import (
	"fmt"
	"regexp"
	"slices"
	"strings"
	"testing"
	"time"

	"paddock/bot"
	"paddock/bot/discordsim"
	"paddock/bot/story"
	"paddock/games"
	"paddock/games/catalog"
	"paddock/games/gamestest/nim"
	"paddock/games/kalah"
	"paddock/games/match"
	"paddock/games/scene"
)

// P41: the match gets a thread, by the server's setting or the command's option. Without the
// permission it uses the channel and says so.
func TestThreads(t *testing.T) {
	t.Parallel()
	story.Tell(t, func(s *story.Story) {
		s.Private(s.Slash(s.Ann, "/kalah start level:first first:me thread:true"), "has begun")
		threads := s.Sim.Threads(s.Hall)
		if len(threads) != 1 || threads[0].Thread.AutoArchiveDuration != 10080 {
			t.Fatalf("the threads are %+v, want one that sleeps after a week", threads)
		}
		if s.Posts() != 0 {
			t.Errorf("%d messages in the channel itself, want none", s.Posts())
		}
		hall := s.Hall
		s.Hall = threads[0].ID
		s.Sees(s.Board(), "Ann (South)")
		s.Press(s.Ann, s.Board())
		s.Click(s.Ann, s.Click(s.Ann, s.Board(), "Resign"), "Yes, I resign")
		if c, _ := s.Sim.Channel(threads[0].ID); !c.Thread.Archived || c.Thread.Locked {
			t.Errorf("the finished match's thread is %+v, want archived and not locked", c.Thread)
		}
		s.Hall = hall
		s.Slash(s.Ann, "/server settings threads:a thread for each match")
		s.Slash(s.Ann, "/kalah challenge user:@Bob")
		if n := len(s.Sim.Threads(s.Hall)); n != 2 {
			t.Errorf("%d threads with the server's setting on, want a second", n)
		}
		s.Slash(s.Ann, "/kalah start level:first thread:false")
		if n := len(s.Sim.Threads(s.Hall)); n != 2 {
			t.Errorf("%d threads although the command said no", n)
		}
		s.Sim.Deny(s.Hall, discordsim.PermCreatePublicThreads)
		s.Private(s.Slash(s.Bob, "/kalah start level:first"), "can't open threads")
		if s.Posts() != 2 {
			t.Errorf("%d boards in the channel, want two", s.Posts())
		}
	})
}

// P76: posting in a thread unarchives it. In a locked thread the match is suspended, whatever is
// due.
func TestArchivedAndLockedThreads(t *testing.T) {
	t.Parallel()
	story.Tell(t, func(s *story.Story) {
		s.Waste = true
		s.Hall = s.Sim.AddThread(s.Hall, "corner", s.Ann)
		s.Begin("/kalah challenge user:@Bob first:me time:7 days a move")
		s.Sim.SetThread(s.Hall, true, false)
		s.Slash(s.Ann, "/kalah move move:1")
		s.Sees(s.Board(), "<@"+string(s.Bob)+">, it's your turn")
		s.Press(s.Bob, s.Board())
		s.Sim.SetThread(s.Hall, true, false)
		s.Slash(s.Ann, "/kalah move move:2")
		s.Sees(s.Board(), "<@"+string(s.Bob)+">, it's your turn")
		s.Sim.SetThread(s.Hall, true, true)
		s.Wait(12 * 24 * time.Hour)
		if rec := s.Only(); rec.Status != match.Running || rec.Parked == nil {
			t.Errorf("in a locked thread the match is %s after its time, parked %v, want at rest", rec.Status,
				rec.Parked)
		}
		if n := len(s.Sim.Refusals()); n > 20 {
			t.Errorf("%d refused requests for a locked thread", n)
		}
	})
}

// P45: three people, one match, three styles; the public board is a picture with alt text for all
// of them.
func TestStyles(t *testing.T) {
	t.Parallel()
	story.Tell(t, func(s *story.Story) {
		s.Begin("/kalah challenge user:@Bob first:me")
		s.Private(s.Slash(s.Bob, "/settings general style:monospace text"), "monospace text")
		s.Private(s.Slash(s.Cid, "/settings general style:the position in words"), "words")
		image, text, words := s.Click(s.Ann, s.Board(), "Board just for me"), s.Click(s.Bob, s.Board(), "Board just for me"),
			s.Click(s.Cid, s.Board(), "Board just for me")
		if len(image.Pictures()) != 1 || len(image.AltTexts()) != 1 {
			t.Errorf("Ann sees %d pictures, want one", len(image.Pictures()))
		}
		s.Sees(text, "```", "> South Ann")
		s.Sees(words, "South's holes 1 to 6: 4, 4, 4, 4, 4, 4.")
		if len(text.Pictures())+len(words.Pictures()) != 0 {
			t.Error("a picture is shown to somebody who wants none")
		}
		if len(s.Board().Pictures()) != 1 || !strings.Contains(s.Board().AltTexts()[0], "South to move") {
			t.Error("the public board lost its picture or alt text")
		}
		image = s.Click(s.Ann, image, "1 (4)") // after the move, the private board becomes the new board
		s.Private(image, "<@"+string(s.Bob)+">, it's your turn")
		s.Private(s.Slash(s.Eve, "/match watch"), "Ann (South)")
	})
}

// P25: settings are for managers of the server, and take effect.
func TestServerSettings(t *testing.T) {
	t.Parallel()
	story.Tell(t, func(s *story.Story) {
		if err := s.Sim.As(s.Bob).In(s.Hall).Slash("/server settings limit:1").Err(); err == nil {
			t.Error("the client lets a member without the permission type /server")
		}
		s.Private(s.Slash(s.Ann, "/server settings"), "Where matches are played: **matches in the channel**",
			"2 days (the default)")
		s.Private(s.Slash(s.Ann, "/server settings limit:1 time:6 hours a move style:monospace text"), "6 hours",
			"monospace text")
		s.Slash(s.Bob, "/kalah challenge user:@Ann")
		s.Click(s.Ann, s.Board(), "Accept")
		s.Sees(s.Board(), "```")
		if got := s.Only().Clock.Policy.PerMove; got != 6*time.Hour {
			t.Errorf("a match has %v for each move, want the server's 6 h", got)
		}
		s.Private(s.Slash(s.Bob, "/kalah challenge"), "as many matches here as you can")
	})
}

// P42: with none, one or several matches in the channel, those with the member's turn come first.
// The bot never moves in the wrong match.
func TestWhichMatch(t *testing.T) {
	t.Parallel()
	story.Tell(t, func(s *story.Story) {
		s.Private(s.Slash(s.Ann, "/kalah move move:1"), "no match running here")
		s.Begin("/kalah challenge user:@Bob first:me")
		one := s.Only().ID
		s.Slash(s.Ann, "/kalah challenge user:@Cid first:them")
		s.Click(s.Cid, s.Board(), "Accept")
		two := s.Only().ID
		s.Private(s.Slash(s.Ann, "/kalah move move:1"), "You played") // it is Ann's turn only in the first match
		if s.Moves(one) != 1 || s.Moves(two) != 0 {
			t.Errorf("%d and %d moves, want 1 and 0", s.Moves(one), s.Moves(two))
		}
		s.Slash(s.Cid, "/kalah move move:1")
		s.Slash(s.Bob, "/kalah move move:1")
		m := s.Slash(s.Ann, "/kalah move move:2")
		s.Private(m, "several matches here", "Kalah v Bob", "Kalah v Cid")
		i := s.Sim.As(s.Ann).In(s.Hall).Autocomplete("/kalah move move:2 game:", "game")
		s.Wait(0)
		var pick string
		for _, c := range i.Choices() {
			if strings.HasPrefix(c.Name, "Kalah v Cid · your turn") {
				pick = c.Value.(string)
			}
		}
		if match.ID(pick) != two {
			t.Fatalf("the choices are %v", i.Choices())
		}
		before := s.Moves(one)
		s.Private(s.Slash(s.Ann, "/kalah move move:2 game:"+pick), "You played")
		if s.Moves(one) != before {
			t.Error("a move was made in the other match")
		}
		s.Private(s.Slash(s.Bob, "/kalah move move:3 game:"+string(two)), "don't play")
		s.Private(s.Slash(s.Ann, "/games"), "Your matches (2)")
	})
}

// Section 4 of Kalah's rules: a match between computers advances one turn with Next, and to the end
// with Play on. Afterwards there is Replay and no Rematch.
func TestComputersStepByStep(t *testing.T) {
	t.Parallel()
	story.Tell(t, func(s *story.Story) {
		s.Slash(s.Ann, "/kalah start level:first versus:random holes:3 beans:2")
		s.Sees(s.Board(), "Press *Next*")
		s.Wait(time.Hour)
		if n := s.Moves(s.Only().ID); n != 0 {
			t.Errorf("%d moves before anybody pressed Next", n)
		}
		s.Private(s.Click(s.Bob, s.Board(), "Next"), "Only the member")
		s.Click(s.Ann, s.Board(), "Next")
		if rec := s.Only(); rec.Turn != 2 || s.Moves(rec.ID) == 0 {
			t.Errorf("turn %d after %d moves, want the second", rec.Turn, s.Moves(rec.ID))
		}
		s.Click(s.Ann, s.Board(), "Play on")
		s.Wait(5 * time.Minute)
		if rec := s.Only(); rec.Status != match.Over {
			t.Errorf("the match is %s, want over:\n%s", rec.Status, s.Board().Text())
		}
		s.Sees(s.Board(), story.ResultOf(s.Only()))
		if n := s.Posts(); n > 4 {
			t.Errorf("%d messages for a match of two computers", n)
		}
		m := s.Click(s.Eve, s.Board(), "Film")
		s.Private(m, "Kalah")
		if p := m.Pictures(); len(p) != 1 || p[0].Filename != "replay.gif" {
			t.Errorf("the replay shows %v", p)
		}
	}, func(c *bot.Config) {
		c.Animate = func(list []scene.Scene) ([]byte, error) { return fmt.Appendf(nil, "GIF89a%d", len(list)), nil }
	})
}

// P19: a turn is taken back at once while nobody has moved since; otherwise the opponent is asked.
func TestTakeback(t *testing.T) {
	t.Parallel()
	story.Tell(t, func(s *story.Story) {
		s.Begin("/kalah challenge user:@Bob first:me")
		s.Click(s.Ann, s.Board(), "1 (4)")
		s.Private(s.Slash(s.Ann, "/takeback"), "taken back")
		s.Sees(s.Board(), "<@"+string(s.Ann)+">, it's your turn")
		s.Click(s.Ann, s.Board(), "2 (4)")
		s.Click(s.Bob, s.Board(), "1 (4)")
		s.Private(s.Slash(s.Ann, "/takeback"), "asked your opponent")
		b := s.Board()
		s.Sees(b, "Ann would like to take the last move back")
		s.Private(s.Click(s.Cid, b, "Let them take it back"), "don't play")
		s.Click(s.Bob, b, "No, it stands")
		if s.Only().UndoOffer != nil {
			t.Error("the question still stands")
		}
		s.Slash(s.Ann, "/takeback")
		s.Click(s.Bob, s.Board(), "Let them take it back")
		s.Sees(s.Board(), "<@"+string(s.Ann)+">, it's your turn")
	})
}

// A game for more than two has a table to join and leave. Its owner starts it with computers on the
// empty seats.
func TestTable(t *testing.T) {
	t.Parallel()
	table := slices.IndexFunc(catalog.Games(), func(g *games.Game) bool { return g.MaxSeats > 2 })
	if table < 0 {
		t.Skip("no game of the catalogue is for more than two")
	}
	g := catalog.Games()[table]
	story.Tell(t, func(s *story.Story) {
		s.Slash(s.Ann, "/"+string(g.ID)+" start players:4")
		b := s.Board()
		s.Sees(b, "Ann challenges everybody to "+g.Name, "1 of 4 seats taken")
		s.Click(s.Bob, b, "Join")
		s.Sees(s.Board(), "2 of 4 seats taken", "Bob")
		s.Click(s.Bob, s.Board(), "Leave")
		s.Sees(s.Board(), "1 of 4 seats taken")
		s.Click(s.Cid, s.Board(), "Join")
		s.Private(s.Click(s.Cid, s.Board(), "Begin with computers"), "Only the challenger")
		s.Click(s.Ann, s.Board(), "Begin with computers")
		rec := s.Only()
		if rec.Status != match.Running || len(rec.Players) != 4 {
			t.Fatalf("the match is %s with %v", rec.Status, rec.Players)
		}
		s.Wait(time.Minute)
		for n := 0; n < 6 && !story.Over(s.Board()); n++ {
			s.Pick(s.Mover(s.Board()), s.Board())
			s.Wait(time.Minute)
		}
		if n := s.Moves(rec.ID); n < 6 {
			t.Errorf("%d moves, want several:\n%s", n, s.Board().Text())
		}
	}, func(c *bot.Config) { c.Games = []*games.Game{withLevel(g, "easy")} })
}

// withLevel returns a game whose computer players take no time of a test's clock.
func withLevel(g *games.Game, level string) *games.Game {
	quick := *g
	quick.DefaultLevel = level
	return &quick
}

// A game outside the catalogue, without buttons of its own, can be played by commands and menus
// without a change here (P49).
func TestToyGame(t *testing.T) {
	t.Parallel()
	story.Tell(t, func(s *story.Story) {
		s.Begin("/nim challenge user:@Bob")
		for n := 0; n < 100 && !story.Over(s.Board()); n++ {
			s.Pick(s.Mover(s.Board()), s.Board())
		}
		if !story.Over(s.Board()) {
			t.Errorf("no end:\n%s", s.Board().Text())
		}
		s.Private(s.Slash(s.Ann, "/rules game:Nim"), "Nim")
	}, func(c *bot.Config) { c.Games = []*games.Game{nim.New()} })
}

// P11: in a game with secrets the public board shows only public facts. It has no menus of moves,
// only a button that opens them privately.
func TestSecretsStayPrivate(t *testing.T) {
	t.Parallel()
	secret := *nim.New()
	secret.Hidden = true
	story.Tell(t, func(s *story.Story) {
		s.Begin("/nim challenge user:@Bob")
		b := s.Board()
		if len(b.Selects()) != 0 || !slices.Contains(b.Labels(), "Make a move") {
			t.Errorf("the public board offers %q and %d menus", b.Labels(), len(b.Selects()))
		}
		who := s.Mover(b)
		m := s.Click(who, b, "Make a move")
		s.Private(m, "")
		s.Pick(who, m)
		if n := s.Moves(s.Only().ID); n != 1 {
			t.Errorf("%d moves, want 1", n)
		}
		other := s.Ann
		if who == s.Ann {
			other = s.Bob
		}
		s.Private(s.Click(s.Cid, s.Board(), "Make a move"), "don't play")
		s.Private(s.Slash(other, "/match history"), "Moves of all players: 1") // spectators saw the one move, too
		if text := s.Exports(s.Cid, "now nim"); strings.Contains(text, "start nim") {
			t.Errorf("the export tells how the match began:\n%s", text)
		}
	}, func(c *bot.Config) { c.Games = []*games.Game{&secret} })
}

// P51: autocomplete offers only legal moves by the member's own view, at most 25, and nothing
// outside the member's turn.
func TestAutocomplete(t *testing.T) {
	t.Parallel()
	story.Tell(t, func(s *story.Story) {
		s.Begin("/kalah challenge user:@Bob first:me holes:12")
		suggest := func(who discordsim.UserID, typed string) []discordsim.Choice {
			i := s.Sim.As(who).In(s.Hall).Autocomplete("/kalah move move:"+typed, "move")
			s.Wait(0)
			if i.Answer() != discordsim.AnswerChoices {
				t.Errorf("typing %q was answered by %v", typed, i.Answer())
			}
			return i.Choices()
		}
		if got := suggest(s.Ann, ""); len(got) != 12 || !strings.Contains(got[0].Name, "beans") {
			t.Errorf("Ann is offered %v, want all twelve holes", got)
		}
		for _, typed := range []string{"1", "9-", "zz", strings.Repeat("9", 200), "3-6-", "-", "\u202e"} {
			for _, c := range suggest(s.Ann, typed) {
				if n := len([]rune(c.Name)); n < 1 || n > 100 {
					t.Errorf("typing %q: a name of %d characters", typed, n)
				}
			}
		}
		if got := suggest(s.Bob, ""); len(got) != 0 {
			t.Errorf("Bob is offered %v although it is Ann's turn", got)
		}
		if got := suggest(s.Eve, ""); len(got) != 0 {
			t.Errorf("Eve is offered %v although she doesn't play", got)
		}
	})
}

// The command set is sent once, and again only after a change, because Discord limits creations.
func TestCommandsAreSentOnce(t *testing.T) {
	t.Parallel()
	story.Tell(t, func(s *story.Story) {
		sent := func() (n int) {
			for _, c := range s.Sim.Calls() {
				if c.Method == "PUT" && strings.HasSuffix(c.Path, "/commands") {
					n++
				}
			}
			return n
		}
		s.Restart(time.Hour)
		if sent() != 1 {
			t.Errorf("the commands were sent %d times in two starts, want once", sent())
		}
		s.Change = func(c *bot.Config) { c.Games = []*games.Game{kalah.New()} }
		s.Restart(time.Hour)
		if sent() != 2 {
			t.Errorf("the changed commands were sent %d times in all, want twice", sent())
		}
		s.Change = nil
	})
}

// P47: the bot asks for no privileged intent, and only for needed ones.
func TestIntents(t *testing.T) {
	t.Parallel()
	story.Tell(t, func(s *story.Story) {
		ids := s.Sim.Identifies()
		if len(ids) != 1 || ids[0].Intents != 1 {
			t.Errorf("identified with %+v, want guilds alone", ids)
		}
	})
}

// P22: every command is in /help, and rules have a picture of an example.
func TestHelpAndRules(t *testing.T) {
	t.Parallel()
	story.Tell(t, func(s *story.Story) {
		help, text := s.Slash(s.Eve, "/help"), ""
		for _, o := range help.Selects()[0].Options {
			text += s.Choose(s.Eve, help, o.Value).Text()
		}
		for _, name := range []string{
			"/games", "/board", "/resign", "/draw", "/takeback", "/match history",
			"/match export", "/match resume", "/rules", "/settings general", "/kalah move", "/match nudge",
			"/halatafl start", "Challenge to a game",
		} {
			if !strings.Contains(text, name) {
				t.Errorf("the help has no %s", name)
			}
		}
		for _, g := range story.Catalogue {
			m := s.Slash(s.Eve, "/rules game:"+g.Name)
			s.Private(m, g.Name, "/"+string(g.ID)+" start")
			if len(m.Pictures()) != 1 || len(m.AltTexts()) != 1 {
				t.Errorf("the rules of %s have %d pictures", g.Name, len(m.Pictures()))
			}
		}
	})
}

// P21: a member gets the moves, the board after any of them, and the match as text.
func TestHistoryAndExport(t *testing.T) {
	t.Parallel()
	story.Tell(t, func(s *story.Story) {
		s.Begin("/kalah challenge user:@Bob first:me")
		s.Click(s.Ann, s.Board(), "3 (4)")
		s.Click(s.Ann, s.Board(), "6 (5)")
		s.Private(s.Slash(s.Bob, "/match history"), "1. Ann played hole 3", "2. Ann played hole 6")
		s.Slash(s.Bob, "/settings general style:monospace text")
		s.Private(s.Slash(s.Bob, "/match history after:0"), "4  4  4  4  4  4")
		s.Private(s.Slash(s.Bob, "/match history after:1"), "4  4  0  5  5  5")
		s.Private(s.Slash(s.Bob, "/match history after:500"), "after 2 moves")
		s.Exports(s.Eve, "start kalah/1", "south 3", "south 6", "now kalah/1")
	})
}

// P54: messages write times only with Discord's own marks, which readers see in their own zone.
func TestTimesAreDiscords(t *testing.T) {
	t.Parallel()
	clock := regexp.MustCompile(`\d{1,2}:\d{2}|\d{4}-\d{2}-\d{2}`)
	mark := regexp.MustCompile(`<t:\d+:[Rf]>`)
	story.Tell(t, func(s *story.Story) {
		s.Begin("/kalah challenge user:@Bob first:me time:1 day a move")
		s.Wait(21 * time.Hour)
		for _, m := range s.Sim.Messages(s.Hall, s.Eve) {
			text := regexp.MustCompile("<@[0-9]+>").ReplaceAllString(m.Text(), "")
			if !mark.MatchString(text) && m.ID == s.Last().ID {
				t.Errorf("no time in:\n%s", text)
			}
			if clock.MatchString(mark.ReplaceAllString(text, "")) {
				t.Errorf("a time of another kind in:\n%s", text)
			}
		}
	})
}

// P82: when the clock reminds a player who has left, the others are told.
func TestPlayerHasLeft(t *testing.T) {
	t.Parallel()
	story.Tell(t, func(s *story.Story) {
		s.Waste = true
		s.Begin("/kalah challenge user:@Bob first:me time:1 day a move")
		s.Sim.RemoveMember(s.Club, s.Ann)
		s.Wait(20 * time.Hour)
		s.Sees(s.Last(), "Ann has left the server")
		s.Wait(5 * 24 * time.Hour)
		if rec := s.Only(); rec.Status != match.Over {
			t.Errorf("the match is %s, want decided by the clock", rec.Status)
		}
	})
}

// P59: messages other than turns, challenges and results are silent.
func TestQuietByDefault(t *testing.T) {
	t.Parallel()
	story.Tell(t, func(s *story.Story) {
		s.Slash(s.Ann, "/kalah start level:first first:me")
		if b := s.Board(); !b.Silent() {
			t.Error("the board of a match against the computer rings")
		}
		s.Slash(s.Ann, "/kalah challenge user:@Bob first:me")
		if b := s.Board(); b.Silent() {
			t.Error("a challenge is silent")
		}
	})
}
