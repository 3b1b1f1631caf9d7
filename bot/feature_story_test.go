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
	"paddock/games"
	"paddock/games/catalog"
	"paddock/games/gamestest/nim"
	"paddock/games/kalah"
	"paddock/games/match"
	"paddock/games/scene"
)

// P41: a thread for the match, by the server's setting or the command's option; without the permission it is the channel, which is said.
func TestThreads(t *testing.T) {
	t.Parallel()
	tell(t, func(s *story) {
		s.private(s.slash(s.ann, "/kalah start level:first first:me thread:true"), "has begun")
		threads := s.sim.Threads(s.hall)
		if len(threads) != 1 || threads[0].Thread.AutoArchiveDuration != 10080 {
			t.Fatalf("the threads are %+v, want one that sleeps after a week", threads)
		}
		if s.posts() != 0 {
			t.Errorf("%d messages in the channel itself, want none", s.posts())
		}
		hall := s.hall
		s.hall = threads[0].ID
		s.sees(s.board(), "South Ann")
		s.press(s.ann, s.board())
		s.click(s.ann, s.click(s.ann, s.board(), "Resign"), "Yes, I resign")
		if c, _ := s.sim.Channel(threads[0].ID); !c.Thread.Archived || c.Thread.Locked {
			t.Errorf("the finished match's thread is %+v, want archived and not locked", c.Thread)
		}
		s.hall = hall
		s.slash(s.ann, "/server settings threads:a thread for each match")
		s.slash(s.ann, "/kalah challenge user:@Bob")
		if n := len(s.sim.Threads(s.hall)); n != 2 {
			t.Errorf("%d threads with the server's setting on, want a second", n)
		}
		s.slash(s.ann, "/kalah start level:first thread:false")
		if n := len(s.sim.Threads(s.hall)); n != 2 {
			t.Errorf("%d threads although the command said no", n)
		}
		s.sim.Deny(s.hall, discordsim.PermCreatePublicThreads)
		s.private(s.slash(s.bob, "/kalah start level:first"), "may not open threads")
		if s.posts() != 2 {
			t.Errorf("%d boards in the channel, want two", s.posts())
		}
	})
}

// P76: an archived thread is woken by posting; in a locked one the match rests, whatever was due.
func TestArchivedAndLockedThreads(t *testing.T) {
	t.Parallel()
	tell(t, func(s *story) {
		s.waste = true
		s.hall = s.sim.AddThread(s.hall, "corner", s.ann)
		s.begin("/kalah challenge user:@Bob first:me time:7 days a move")
		s.sim.SetThread(s.hall, true, false)
		s.slash(s.ann, "/kalah move move:1")
		s.sees(s.board(), "<@"+string(s.bob)+">, it's your turn")
		s.press(s.bob, s.board())
		s.sim.SetThread(s.hall, true, false)
		s.slash(s.ann, "/kalah move move:2")
		s.sees(s.board(), "<@"+string(s.bob)+">, it's your turn")
		s.sim.SetThread(s.hall, true, true)
		s.wait(12 * 24 * time.Hour)
		if rec := s.only(); rec.Status != match.Running || rec.Parked == nil {
			t.Errorf("in a locked thread the match is %s after its time, parked %v, want at rest", rec.Status, rec.Parked)
		}
		if n := len(s.sim.Refusals()); n > 20 {
			t.Errorf("%d refused requests for a locked thread", n)
		}
	})
}

// P45: three people, one match, three styles; the public board is a picture with alt text for all of them.
func TestStyles(t *testing.T) {
	t.Parallel()
	tell(t, func(s *story) {
		s.begin("/kalah challenge user:@Bob first:me")
		s.private(s.slash(s.bob, "/settings style:monospace text"), "monospace text")
		s.private(s.slash(s.cid, "/settings style:the position in words"), "words")
		image, text, words := s.click(s.ann, s.board(), "Board"), s.click(s.bob, s.board(), "Board"), s.click(s.cid, s.board(), "Board")
		if len(image.Pictures()) != 1 || len(image.AltTexts()) != 1 {
			t.Errorf("Ann sees %d pictures, want one", len(image.Pictures()))
		}
		s.sees(text, "```", "> South Ann")
		s.sees(words, "South's holes 1 to 6: 4, 4, 4, 4, 4, 4.")
		if len(text.Pictures())+len(words.Pictures()) != 0 {
			t.Error("a picture is shown to somebody who wants none")
		}
		if len(s.board().Pictures()) != 1 || !strings.Contains(s.board().AltTexts()[0], "South to move") {
			t.Error("the public board lost its picture or alt text")
		}
		image = s.click(s.ann, image, "1 (4)") // it becomes the board after the move
		s.private(image, "<@"+string(s.bob)+">, it's your turn")
		s.private(s.slash(s.eve, "/kalah watch"), "South Ann")
	})
}

// P25: settings are for those who manage the server, and are observed.
func TestServerSettings(t *testing.T) {
	t.Parallel()
	tell(t, func(s *story) {
		if err := s.sim.As(s.bob).In(s.hall).Slash("/server settings limit:1").Err(); err == nil {
			t.Error("the client lets a member without the permission type /server")
		}
		s.private(s.slash(s.ann, "/server settings"), "Where matches are played: **matches in the channel**", "2 days (my default)")
		s.private(s.slash(s.ann, "/server settings limit:1 time:6 hours a move style:monospace text"), "6 hours", "monospace text")
		s.slash(s.bob, "/kalah challenge user:@Ann")
		s.click(s.ann, s.board(), "Accept")
		s.sees(s.board(), "```")
		if got := s.only().Clock.Policy.PerMove; got != 6*time.Hour {
			t.Errorf("a match has %v for each move, want the server's 6 h", got)
		}
		s.private(s.slash(s.bob, "/kalah challenge"), "as many matches running here as you may have")
	})
}

// P42: none, one and several matches here; those with my turn come first; the wrong match is never moved in.
func TestWhichMatch(t *testing.T) {
	t.Parallel()
	tell(t, func(s *story) {
		s.private(s.slash(s.ann, "/kalah move move:1"), "no match running here")
		s.begin("/kalah challenge user:@Bob first:me")
		one := s.only().ID
		s.slash(s.ann, "/kalah challenge user:@Cid first:them")
		s.click(s.cid, s.board(), "Accept")
		two := s.only().ID
		s.private(s.slash(s.ann, "/kalah move move:1"), "You played") // only one where it is her turn
		if s.moves(one) != 1 || s.moves(two) != 0 {
			t.Errorf("%d and %d moves, want 1 and 0", s.moves(one), s.moves(two))
		}
		s.slash(s.cid, "/kalah move move:1")
		s.slash(s.bob, "/kalah move move:1")
		m := s.slash(s.ann, "/kalah move move:2")
		s.private(m, "several matches here", "Kalah v Bob", "Kalah v Cid")
		i := s.sim.As(s.ann).In(s.hall).Autocomplete("/kalah move move:2 game:", "game")
		s.wait(0)
		var pick string
		for _, c := range i.Choices() {
			if strings.HasPrefix(c.Name, "Kalah v Cid · your turn") {
				pick = c.Value.(string)
			}
		}
		if match.ID(pick) != two {
			t.Fatalf("the choices are %v", i.Choices())
		}
		before := s.moves(one)
		s.private(s.slash(s.ann, "/kalah move move:2 game:"+pick), "You played")
		if s.moves(one) != before {
			t.Error("a move was made in the other match")
		}
		s.private(s.slash(s.bob, "/kalah move move:3 game:"+string(two)), "don't play")
		s.private(s.slash(s.ann, "/games"), "Your matches (2)")
	})
}

// Section 4 of Kalah's rules: computer v computer goes a turn at a time with Next, and to the end with Play on; then Replay and no Rematch of nobody.
func TestComputersStepByStep(t *testing.T) {
	t.Parallel()
	tell(t, func(s *story) {
		s.slash(s.ann, "/kalah start level:first versus:random holes:3 beans:2")
		s.sees(s.board(), "Press *Next*")
		s.wait(time.Hour)
		if n := s.moves(s.only().ID); n != 0 {
			t.Errorf("%d moves before anybody pressed Next", n)
		}
		s.private(s.click(s.bob, s.board(), "Next"), "Only the member")
		s.click(s.ann, s.board(), "Next")
		if rec := s.only(); rec.Turn != 2 || s.moves(rec.ID) == 0 {
			t.Errorf("turn %d after %d moves, want the second", rec.Turn, s.moves(rec.ID))
		}
		s.click(s.ann, s.board(), "Play on")
		s.wait(5 * time.Minute)
		if rec := s.only(); rec.Status != match.Over {
			t.Errorf("the match is %s, want over:\n%s", rec.Status, s.board().Text())
		}
		s.sees(s.board(), resultOf(s.only()))
		if n := s.posts(); n > 4 {
			t.Errorf("%d messages for a match of two computers", n)
		}
		m := s.click(s.eve, s.board(), "Replay")
		s.private(m, "Kalah")
		if p := m.Pictures(); len(p) != 1 || p[0].Filename != "replay.gif" {
			t.Errorf("the replay shows %v", p)
		}
	}, func(c *bot.Config) {
		c.Animate = func(list []scene.Scene) ([]byte, error) { return fmt.Appendf(nil, "GIF89a%d", len(list)), nil }
	})
}

// P19: a turn is taken back at once while nobody has moved; otherwise the opponent is asked.
func TestTakeback(t *testing.T) {
	t.Parallel()
	tell(t, func(s *story) {
		s.begin("/kalah challenge user:@Bob first:me")
		s.click(s.ann, s.board(), "1 (4)")
		s.private(s.slash(s.ann, "/takeback"), "taken back")
		s.sees(s.board(), "<@"+string(s.ann)+">, it's your turn")
		s.click(s.ann, s.board(), "2 (4)")
		s.click(s.bob, s.board(), "1 (4)")
		s.private(s.slash(s.ann, "/takeback"), "asked your opponent")
		b := s.board()
		s.sees(b, "Ann asks to take the last move back")
		s.private(s.click(s.cid, b, "Let them take it back"), "don't play")
		s.click(s.bob, b, "No, it stands")
		if s.only().UndoOffer != nil {
			t.Error("the question still stands")
		}
		s.slash(s.ann, "/takeback")
		s.click(s.bob, s.board(), "Let them take it back")
		s.sees(s.board(), "<@"+string(s.ann)+">, it's your turn")
	})
}

// A game for more than two: a table to join and leave, begun by its owner with computers on the empty seats.
func TestTable(t *testing.T) {
	t.Parallel()
	table := slices.IndexFunc(catalog.Games(), func(g *games.Game) bool { return g.MaxSeats > 2 })
	if table < 0 {
		t.Skip("no game of the catalogue is for more than two")
	}
	g := catalog.Games()[table]
	tell(t, func(s *story) {
		s.slash(s.ann, "/"+string(g.ID)+" start players:4")
		b := s.board()
		s.sees(b, "Ann challenges everybody to "+g.Name, "1 of 4 seats taken")
		s.click(s.bob, b, "Join")
		s.sees(s.board(), "2 of 4 seats taken", "Bob")
		s.click(s.bob, s.board(), "Leave")
		s.sees(s.board(), "1 of 4 seats taken")
		s.click(s.cid, s.board(), "Join")
		s.private(s.click(s.cid, s.board(), "Begin with computers"), "Only the member")
		s.click(s.ann, s.board(), "Begin with computers")
		rec := s.only()
		if rec.Status != match.Running || len(rec.Players) != 4 {
			t.Fatalf("the match is %s with %v", rec.Status, rec.Players)
		}
		s.wait(time.Minute)
		for n := 0; n < 6 && !over(s.board()); n++ {
			s.pick(s.mover(s.board()), s.board())
			s.wait(time.Minute)
		}
		if n := s.moves(rec.ID); n < 6 {
			t.Errorf("%d moves, want several:\n%s", n, s.board().Text())
		}
	}, func(c *bot.Config) { c.Games = []*games.Game{withLevel(g, "easy")} })
}

// withLevel is a game whose computer players are quick on a clock that stands still while they think.
func withLevel(g *games.Game, level string) *games.Game {
	quick := *g
	quick.DefaultLevel = level
	return &quick
}

// A game that is in no catalogue, without buttons of its own, is played by commands and menus with no change here (P49).
func TestToyGame(t *testing.T) {
	t.Parallel()
	tell(t, func(s *story) {
		s.begin("/nim challenge user:@Bob")
		for n := 0; n < 100 && !over(s.board()); n++ {
			s.pick(s.mover(s.board()), s.board())
		}
		if !over(s.board()) {
			t.Errorf("no end:\n%s", s.board().Text())
		}
		s.private(s.slash(s.ann, "/rules game:Nim"), "Nim")
	}, func(c *bot.Config) { c.Games = []*games.Game{nim.New()} })
}

// P11: in a game with secrets the public board says nothing that onlookers may not know: no menus of moves, only a button that opens them for the
// presser alone.
func TestSecretsStayPrivate(t *testing.T) {
	t.Parallel()
	secret := *nim.New()
	secret.Hidden = true
	tell(t, func(s *story) {
		s.begin("/nim challenge user:@Bob")
		b := s.board()
		if len(b.Selects()) != 0 || !slices.Contains(b.Labels(), "Make a move") {
			t.Errorf("the public board offers %q and %d menus", b.Labels(), len(b.Selects()))
		}
		who := s.mover(b)
		m := s.click(who, b, "Make a move")
		s.private(m, "")
		s.pick(who, m)
		if n := s.moves(s.only().ID); n != 1 {
			t.Errorf("%d moves, want 1", n)
		}
		other := s.ann
		if who == s.ann {
			other = s.bob
		}
		s.private(s.click(s.cid, s.board(), "Make a move"), "don't play")
		s.private(s.slash(other, "/history"), "Moves so far: 1") // what everybody has seen
		if text := s.exports(s.cid, "now nim"); strings.Contains(text, "start nim") {
			t.Errorf("the export tells how the match began:\n%s", text)
		}
	}, func(c *bot.Config) { c.Games = []*games.Game{&secret} })
}

// P51: only legal moves, from one's own view, at most 25, and nothing for somebody whose turn it isn't.
func TestAutocomplete(t *testing.T) {
	t.Parallel()
	tell(t, func(s *story) {
		s.begin("/kalah challenge user:@Bob first:me holes:12")
		suggest := func(who discordsim.UserID, typed string) []discordsim.Choice {
			i := s.sim.As(who).In(s.hall).Autocomplete("/kalah move move:"+typed, "move")
			s.wait(0)
			if i.Answer() != discordsim.AnswerChoices {
				t.Errorf("typing %q was answered by %v", typed, i.Answer())
			}
			return i.Choices()
		}
		if got := suggest(s.ann, ""); len(got) != 12 || !strings.Contains(got[0].Name, "beans") {
			t.Errorf("Ann is offered %v, want all twelve holes", got)
		}
		for _, typed := range []string{"1", "9-", "zz", strings.Repeat("9", 200), "3-6-", "-", "\u202e"} {
			for _, c := range suggest(s.ann, typed) {
				if n := len([]rune(c.Name)); n < 1 || n > 100 {
					t.Errorf("typing %q: a name of %d characters", typed, n)
				}
			}
		}
		if got := suggest(s.bob, ""); len(got) != 0 {
			t.Errorf("Bob is offered %v although it is Ann's turn", got)
		}
		if got := suggest(s.eve, ""); len(got) != 0 {
			t.Errorf("Eve is offered %v although she doesn't play", got)
		}
	})
}

// The command set is sent once, and again only when it has changed: Discord counts creations.
func TestCommandsAreSentOnce(t *testing.T) {
	t.Parallel()
	tell(t, func(s *story) {
		sent := func() (n int) {
			for _, c := range s.sim.Calls() {
				if c.Method == "PUT" && strings.HasSuffix(c.Path, "/commands") {
					n++
				}
			}
			return n
		}
		s.restart(time.Hour)
		if sent() != 1 {
			t.Errorf("the commands were sent %d times in two starts, want once", sent())
		}
		s.change = func(c *bot.Config) { c.Games = []*games.Game{kalah.New()} }
		s.restart(time.Hour)
		if sent() != 2 {
			t.Errorf("the changed commands were sent %d times in all, want twice", sent())
		}
		s.change = nil
	})
}

// P47: no privileged intent, and no more than is needed.
func TestIntents(t *testing.T) {
	t.Parallel()
	tell(t, func(s *story) {
		ids := s.sim.Identifies()
		if len(ids) != 1 || ids[0].Intents != 1 {
			t.Errorf("identified with %+v, want guilds alone", ids)
		}
	})
}

// P22: every command is in /help, and rules have a picture of an example.
func TestHelpAndRules(t *testing.T) {
	t.Parallel()
	tell(t, func(s *story) {
		help := s.click(s.eve, s.slash(s.eve, "/help"), "All commands")
		for _, name := range []string{"/games", "/board", "/resign", "/draw", "/takeback", "/history", "/export", "/resume", "/rules", "/settings", "/server", "/kalah move", "/kalah nudge", "/halatafl start", "Challenge to a game"} {
			s.private(help, name)
		}
		for _, g := range catalogue {
			m := s.slash(s.eve, "/rules game:"+g.Name)
			s.private(m, g.Name, "/"+string(g.ID)+" start")
			if len(m.Pictures()) != 1 || len(m.AltTexts()) != 1 {
				t.Errorf("the rules of %s have %d pictures", g.Name, len(m.Pictures()))
			}
			s.private(s.slash(s.eve, "/"+string(g.ID)+" rules"), g.Name)
		}
	})
}

// P21: the moves, the board after any of them, and the match as text.
func TestHistoryAndExport(t *testing.T) {
	t.Parallel()
	tell(t, func(s *story) {
		s.begin("/kalah challenge user:@Bob first:me")
		s.click(s.ann, s.board(), "3 (4)")
		s.click(s.ann, s.board(), "6 (5)")
		s.private(s.slash(s.bob, "/history"), "1. South 3", "2. South 6")
		s.slash(s.bob, "/settings style:monospace text")
		s.private(s.slash(s.bob, "/history after:0"), "4  4  4  4  4  4")
		s.private(s.slash(s.bob, "/history after:1"), "4  4  0  5  5  5")
		s.private(s.slash(s.bob, "/history after:500"), "after 2 moves")
		s.exports(s.eve, "start kalah/1", "south 3", "south 6", "now kalah/1")
	})
}

// P54: no message tells a time but by Discord's own marks, which every reader sees in their zone.
func TestTimesAreDiscords(t *testing.T) {
	t.Parallel()
	clock := regexp.MustCompile(`\d{1,2}:\d{2}|\d{4}-\d{2}-\d{2}`)
	mark := regexp.MustCompile(`<t:\d+:[Rf]>`)
	tell(t, func(s *story) {
		s.begin("/kalah challenge user:@Bob first:me time:1 day a move")
		s.wait(21 * time.Hour)
		for _, m := range s.sim.Messages(s.hall, s.eve) {
			text := regexp.MustCompile("<@[0-9]+>").ReplaceAllString(m.Text(), "")
			if !mark.MatchString(text) && m.ID == s.last().ID {
				t.Errorf("no time in:\n%s", text)
			}
			if clock.MatchString(mark.ReplaceAllString(text, "")) {
				t.Errorf("a time of another kind in:\n%s", text)
			}
		}
	})
}

// P82: when the clock calls upon somebody who has left, the others are told.
func TestPlayerHasLeft(t *testing.T) {
	t.Parallel()
	tell(t, func(s *story) {
		s.waste = true
		s.begin("/kalah challenge user:@Bob first:me time:1 day a move")
		s.sim.RemoveMember(s.club, s.ann)
		s.wait(20 * time.Hour)
		s.sees(s.last(), "Ann has left the server")
		s.wait(5 * 24 * time.Hour)
		if rec := s.only(); rec.Status != match.Over {
			t.Errorf("the match is %s, want decided by the clock", rec.Status)
		}
	})
}

// P59: what is no turn, challenge or result is silent.
func TestQuietByDefault(t *testing.T) {
	t.Parallel()
	tell(t, func(s *story) {
		s.slash(s.ann, "/kalah start level:first first:me")
		if b := s.board(); !b.Silent() {
			t.Error("the board of a match against the computer rings")
		}
		s.slash(s.ann, "/kalah challenge user:@Bob first:me")
		if b := s.board(); b.Silent() {
			t.Error("a challenge is silent")
		}
	})
}
