package bot_test

import (
	"fmt"
	"os"
	"slices"
	"strings"
	"testing"
	"time"

	"paddock/bot"
	"paddock/bot/discordsim"
	"paddock/games/catalog"
	"paddock/games/gamestest/golden"
	"paddock/games/match"
)

// tally is what a stretch of a match costs those who read the channel, and those who play.
type tally struct {
	turns, choices, blind       int
	touches                     int // with those that open a menu
	posts, edits, deletes       int
	pings, full, stale, private int // full: boards in the channel at most at a time; stale: older messages that tell a turn or a clock
}

func (c tally) String() string {
	return fmt.Sprintf("%d turns: %d choices, %d touches, %d blind; %d posts, %d edits, %d deletions, %d pings; at most %d full boards, %d stale; %d private messages left",
		c.turns, c.choices, c.touches, c.blind, c.posts, c.edits, c.deletes, c.pings, c.full, c.stale, c.private)
}

// move makes a move by what is under the boards, as a person would: whoever is to move chooses from menus, now this entry, now that.
func (c *tally) move(s *story) {
	s.Helper()
	rec := s.only()
	if rec.Status != match.Running {
		return
	}
	var who discordsim.UserID
	for seat := range rec.Waiting.All() {
		who = discordsim.UserID(rec.Players[seat].User)
	}
	m := s.board()
	for range 40 {
		if len(m.Selects()) == 0 && len(playable(m)) == 0 {
			m = s.click(who, m, "Make a move")
			c.touches++
			continue
		}
		if c.choices++; !fullBoard(m) {
			c.blind++
		}
		if list := playable(m); len(list) > 0 {
			c.touches++
			s.click(who, m, list[s.steps%len(list)])
		} else {
			list := m.Selects()[0].Options
			c.touches += 2
			s.steps += 7
			m = s.choose(who, m, list[s.steps%len(list)].Value)
		}
		if s.only().Head != rec.Head {
			c.turns++
			return
		}
	}
	s.Fatal("the menus of a move never end")
}

// playable are the ids of the buttons that play a move.
func playable(m discordsim.Message) (ids []string) {
	for _, b := range m.Buttons() {
		if parts := strings.Split(b.CustomID, ":"); !b.Disabled && len(parts) > 3 && parts[3] == "m" {
			ids = append(ids, b.CustomID)
		}
	}
	return ids
}

// look takes note of what stands in the channel.
func (c *tally) look(s *story) {
	list := s.sim.Messages(s.hall, s.eve)
	full, newest := 0, s.board().ID
	stale := 0
	for _, m := range list {
		if fullBoard(m) {
			full++
		}
		if m.ID != newest && (strings.Contains(m.Text(), "turn") || strings.Contains(m.Text(), "time runs out") || len(m.Pictures()) > 0) {
			stale++
		}
	}
	c.full, c.stale = max(c.full, full), max(c.stale, stale)
}

// count tallies a stretch of a match.
func (s *story) count(what func(c *tally)) (c tally) {
	s.Helper()
	private := s.privateMessages()
	s.sim.Subscribe("", func(e discordsim.Event) {
		switch here := e.For == "" && e.Message != nil && e.Message.ChannelID == s.hall && !e.Message.Ephemeral(); {
		case e.Type == discordsim.EventNotification:
			c.pings++
		case here && e.Type == discordsim.EventMessageCreate:
			c.posts++
		case here && e.Type == discordsim.EventMessageUpdate:
			c.edits++
		case e.Type == discordsim.EventMessageDelete && e.For == "":
			c.deletes++
		}
	})
	what(&c)
	c.private = s.privateMessages() - private
	return c
}

// privateMessages is how many messages in the hall Ann or Bob alone see.
func (s *story) privateMessages() (n int) {
	for _, u := range []discordsim.UserID{s.ann, s.bob} {
		for _, m := range s.sim.Messages(s.hall, u) {
			if m.Ephemeral() {
				n++
			}
		}
	}
	return n
}

// measured are the games with challenges that begin at once.
var measured = []struct{ game, options string }{
	{"kalah", " first:me beans:6"}, {"halatafl", " side:sheep"}, {"fish", " rules:official"}, {"stratego", " first:me army:barrage"},
}

// battle begins a match of a game between Ann and Bob that lasts months.
func (s *story) battle(game, options string) {
	s.Helper()
	s.slash(s.ann, "/"+game+" challenge user:@Bob"+options+" time:7 days a move")
	s.click(s.bob, s.board(), "Accept")
	if game == "stratego" {
		for _, u := range []discordsim.UserID{s.ann, s.bob} {
			s.slash(u, "/stratego move move:confirm")
		}
	}
}

// P43, P55: what a move costs, game by game: choices, blind ones, leftovers; messages, edits, pings and full boards for each turn, when turns are hours apart
// and when they follow at once. docs/choices.md has these figures.
func TestP43P55Counts(t *testing.T) {
	if testing.Short() {
		t.Skip("long: it plays every game twice")
	}
	t.Parallel()
	doc, err := os.ReadFile(choicesPage)
	if err != nil {
		t.Fatal(err)
	}
	page := string(doc)
	for _, g := range measured {
		t.Run(g.game, func(t *testing.T) {
			tell(t, func(s *story) {
				s.battle(g.game, g.options)
				s.wait(3 * time.Hour)
				new(tally).move(s)
				s.wait(3 * time.Hour)
				slow := s.count(func(c *tally) {
					for range 16 {
						s.wait(3 * time.Hour)
						c.move(s)
						s.wait(time.Minute)
						c.look(s)
					}
				})
				t.Log("slow:", slow)
				s.wait(3 * time.Hour)
				new(tally).move(s)
				new(tally).move(s)
				quick := s.count(func(c *tally) {
					for range 12 {
						c.move(s)
						c.look(s)
					}
				})
				t.Log("quick:", quick)
				page = quick.entered(t, slow.entered(t, page, g.game, "slow"), g.game, "quick")
				s.wait(10 * time.Minute)
				late := s.count(func(c *tally) { s.wait(6 * 24 * time.Hour); c.look(s) })
				t.Log("a delayed ping and a reminder:", late)
				if slow.blind+quick.blind > 0 {
					t.Errorf("%d and %d choices without a board in sight", slow.blind, quick.blind)
				}
				if slow.choices > 2*slow.turns || quick.choices > 2*quick.turns {
					t.Errorf("%d choices for %d turns and %d for %d, want two for a turn at most", slow.choices, slow.turns, quick.choices, quick.turns)
				}
				if slow.full > 1 || quick.full > 1 || late.full > 1 {
					t.Errorf("%d, %d and %d full boards at a time, want one", slow.full, quick.full, late.full)
				}
				if slow.stale > 0 || quick.stale > 0 {
					t.Errorf("%d and %d messages tell of a turn that is over", slow.stale, quick.stale)
				}
				if slow.posts > slow.turns || slow.edits > slow.turns {
					t.Errorf("%d messages and %d edits for %d slow turns, want one of each at most", slow.posts, slow.edits, slow.turns)
				}
				if quick.posts > 0 {
					t.Errorf("%d messages in a quick exchange, want edits alone", quick.posts)
				}
				if left := slow.private + quick.private; left > 0 && (g.game != "stratego" || left > 2) { // in Stratego each has their newest board
					t.Errorf("%d private messages are left behind", left)
				}
			}, func(c *bot.Config) { c.Games = catalog.Games() })
		})
	}
	golden.Check(t, choicesPage, page)
}

// choicesPage is the page that has the figures.
const choicesPage = "../docs/choices.md"

// entered is a page with the figures of a game in the line that is theirs.
func (c tally) entered(t *testing.T, page, game, pace string) string {
	t.Helper()
	lines, at := strings.Split(page, "\n"), ""
	for i, line := range lines {
		cells := strings.Split(line, "|")
		if len(cells) != 16 {
			continue
		}
		if name := strings.ToLower(strings.TrimSpace(cells[1])); name != "" {
			at = name
		}
		if !strings.HasPrefix(at, game) || strings.TrimSpace(cells[2]) != pace {
			continue
		}
		figures := map[int]int{6: c.touches, 8: c.blind, 9: c.posts, 10: c.edits, 12: c.full, 14: c.stale}
		for cell, n := range figures {
			cells[cell] = fmt.Sprintf(" %d ", n)
		}
		cells[4] = fmt.Sprintf(" %d of %d ", c.choices, c.turns)
		lines[i] = strings.Join(cells, "|")
		return strings.Join(lines, "\n")
	}
	t.Errorf("%s has no line for %s, %s", choicesPage, game, pace)
	return page
}

// P43: what a new board replaces shrinks to a line that leads to it; a call is a short message that goes away with its turn; a board that is over says the
// result, and nothing is pending.
func TestP43OneFullBoard(t *testing.T) {
	t.Parallel()
	tell(t, func(s *story) {
		s.begin("/kalah challenge user:@Bob first:me time:7 days a move")
		first := s.board()
		s.wait(time.Hour)
		s.click(s.ann, first, "1 (4)")
		old := s.sim.Message(first.ID, s.eve)
		if len(old.Pictures())+len(old.Labels()) != 0 || !strings.Contains(old.Text(), string(s.board().ID)) || strings.Contains(old.Text(), "<@") || strings.Contains(old.Text(), "<t:") {
			t.Errorf("the replaced board still says:\n%s", old.Text())
		}
		second := s.board()
		s.wait(6 * 24 * time.Hour)
		call := s.last()
		s.sees(call, "reminder", "<@"+string(s.bob)+">", "South Ann v North Bob")
		if fullBoard(call) || !slices.Equal(call.Labels(), []string{"Go to the board", "Board"}) {
			t.Errorf("the reminder offers %q:\n%s", call.Labels(), call.Text())
		}
		s.private(s.click(s.bob, call, "Board"), "it's your turn")
		s.slash(s.bob, "/kalah move move:1")
		if s.there(s.eve, call) {
			t.Error("the reminder of a turn that is over still stands")
		}
		if strings.Contains(s.sim.Message(second.ID, s.eve).Text(), "reminder") {
			t.Error("the old board still reminds")
		}
		s.click(s.ann, s.slash(s.ann, "/resign"), "Yes, I resign")
		for _, pending := range []string{"turn", "<t:", "offers a draw", "accept"} {
			if strings.Contains(s.board().Text(), pending) {
				t.Errorf("the board of a finished match still says %q:\n%s", pending, s.board().Text())
			}
		}
		s.sees(s.board(), resultOf(s.only()))
	})
}

// P55: a step of a move opens one private message with a lit board; it goes away by Back and by the move, and when the match goes on without it.
func TestP55OneMessageAMove(t *testing.T) {
	t.Parallel()
	tell(t, func(s *story) {
		s.begin("/fish challenge user:@Bob rules:official")
		board := s.board()
		rec := s.only()
		var who discordsim.UserID
		for seat := range rec.Waiting.All() {
			who = discordsim.UserID(rec.Players[seat].User)
		}
		row := board.Selects()[0].Options[0].Value
		m := s.choose(who, board, row)
		s.private(m, "choose how to go on")
		if !fullBoard(m) {
			t.Error("no board stands at the second choice")
		}
		s.click(who, m, "Back")
		if s.there(who, m) {
			t.Error("the message is still there after Back")
		}
		m = s.choose(who, board, row)
		s.slash(who, "/fish move move:"+m.Selects()[0].Options[0].Value[1:])
		if s.there(who, m) {
			t.Error("the message is still there though the match has gone on")
		}
	}, func(c *bot.Config) { c.Games = catalog.Games() })
}

// P43: a private board says how the match has ended, also where the last thing was pressed on another private message.
func TestP43PrivateBoardsEnd(t *testing.T) {
	t.Parallel()
	tell(t, func(s *story) {
		s.slash(s.ann, "/stratego challenge user:@Bob army:barrage first:me")
		s.click(s.bob, s.board(), "Accept")
		s.confirm(s.bob)
		s.confirm(s.ann)
		own := s.click(s.ann, s.board(), "Make a move")
		s.wait(time.Minute)
		s.sayYes(s.ann, "/resign")
		s.wait(time.Minute)
		now := s.sim.Message(own.ID, s.ann)
		s.sees(now, "RED (Ann) has resigned")
		if strings.Contains(now.Text(), "your turn") || slices.Contains(now.Labels(), "Resign") {
			t.Errorf("the private board goes on after the end:\n%s\n%v", now.Text(), now.Labels())
		}
	}, func(c *bot.Config) { c.Games = catalog.Games() })
}

// P55: moves that are typed leave nothing behind either: what was played is told until the match goes on.
func TestP55TypedMovesLeaveNothing(t *testing.T) {
	t.Parallel()
	tell(t, func(s *story) {
		s.begin("/kalah challenge user:@Bob first:me beans:6")
		s.wait(time.Minute)
		before := s.privateMessages()
		left := func(what string, want int) {
			t.Helper()
			s.wait(5 * time.Second)
			if got := s.privateMessages() - before; got != want {
				t.Errorf("%s: %d private messages are left, want %d", what, got, want)
			}
		}
		s.private(s.slash(s.ann, "/kalah move move:1"), "You played")
		left("Ann has moved", 1)
		s.private(s.slash(s.ann, "/kalah move move:2"), "You played")
		left("again", 1)
		s.private(s.slash(s.bob, "/kalah move move:1"), "You played")
		left("Bob has moved", 1)
		s.private(s.slash(s.bob, "/kalah board"), "Kalah")
		left("Bob has opened his board", 2)
		for _, move := range []string{"3", "4", "5"} {
			if s.only().Waiting.Has(1) {
				s.slash(s.bob, "/kalah move move:"+move)
			}
		}
		s.wait(20 * time.Minute)
		left("a quarter of an hour later", 0)
	})
}

// P95: who wants it is asked before a move counts, in every game, by buttons and by command; who doesn't isn't.
func TestP95Confirm(t *testing.T) {
	t.Parallel()
	for _, g := range measured {
		t.Run(g.game, func(t *testing.T) {
			tell(t, func(s *story) {
				s.battle(g.game, g.options)
				before := s.only()
				s.private(s.slash(s.ann, "/settings confirm:true"), "yes, ask me first")
				s.private(s.slash(s.bob, "/settings confirm:true"), "yes, ask me first")
				seat := slices.Collect(before.Waiting.All())[0]
				who := discordsim.UserID(before.Players[seat].User)
				move := s.first(before, seat)
				m := s.slash(who, "/"+g.game+" move move:"+move)
				s.private(m, "Do you want to play")
				if !fullBoard(m) || s.only().Head != before.Head {
					t.Error("the question has no board, or the move counts already")
				}
				s.click(who, m, "Back")
				if s.only().Head != before.Head {
					t.Error("the move counts though it was taken back")
				}
				m = s.slash(who, "/"+g.game+" move move:"+move)
				s.click(who, m, "Play "+move)
				if rec := s.only(); rec.Moves != before.Moves+1 {
					t.Errorf("%d moves, want one more than %d", rec.Moves, before.Moves)
				}
				s.private(s.slash(s.ann, "/settings confirm:false"), "it counts when I choose it")
				s.private(s.slash(s.bob, "/settings confirm:false"), "it counts when I choose it")
				moves := s.only().Moves
				new(tally).move(s)
				if rec := s.only(); rec.Moves != moves+1 {
					t.Errorf("%d moves after a choice without a question, want %d", rec.Moves, moves+1)
				}
			}, func(c *bot.Config) { c.Games = catalog.Games() })
		})
	}
}

// P45, P55: a private board in a channel is the newest board as long as it stands, and there is one for a match at most; when it can't be kept new any more it goes away.
func TestP55PrivateBoardsStayNew(t *testing.T) {
	t.Parallel()
	tell(t, func(s *story) {
		s.battle("stratego", " first:me army:barrage")
		m := s.click(s.ann, s.board(), "Make a move")
		s.private(m, "<@"+string(s.ann)+">, it's your turn")
		old := m
		m = s.click(s.ann, s.board(), "Board")
		if s.there(s.ann, old) {
			t.Error("there are two private boards of one match")
		}
		seen := func() discordsim.Message { return s.sim.Message(m.ID, s.ann) }
		rec := s.only()
		s.slash(s.ann, "/stratego move move:"+s.first(rec, 0))
		mine := s.sim.Last(s.hall, s.ann)
		s.private(mine, "<@"+string(s.bob)+">, it's your turn")
		m = mine
		s.wait(time.Minute)
		s.slash(s.bob, "/stratego move move:"+s.first(s.only(), 1))
		s.sees(seen(), "<@"+string(s.ann)+">, it's your turn")
		s.wait(15 * time.Minute)
		if s.there(s.ann, m) {
			t.Errorf("after a quarter of an hour there is still:\n%s", seen().Text())
		}
	}, func(c *bot.Config) { c.Games = catalog.Games() })
}

// P31: receipts are published once, in a message of their own that is never edited, and shown by a button afterwards.
func TestP31ReceiptsOnce(t *testing.T) {
	t.Parallel()
	tell(t, func(s *story) {
		s.battle("stratego", " first:me army:barrage")
		published := func() (n int) {
			for _, m := range s.sim.Messages(s.hall, s.eve) {
				if !m.Ephemeral() {
					n += strings.Count(m.Text(), "is sealed")
				}
			}
			return n
		}
		for range 4 {
			s.wait(time.Hour)
			new(tally).move(s)
			s.wait(time.Minute)
		}
		if n := published(); n != 2 {
			t.Errorf("%d receipts in the channel, want each player's once", n)
		}
		s.private(s.click(s.eve, s.board(), "Receipts"), "is sealed")
		s.click(s.ann, s.slash(s.ann, "/resign"), "Yes, I resign")
		s.private(s.click(s.eve, s.board(), "Receipts"), "fits its receipt")
		if n := published(); n != 2 {
			t.Errorf("%d receipts in the channel at the end", n)
		}
	}, func(c *bot.Config) { c.Games = catalog.Games() })
}

// P58, P77: whose click finds the bot without the permission to post is told which one is missing where, and so is who manages the server, once; the board
// is brought up to date where it stands.
func TestP77MissingPermissionIsNamed(t *testing.T) {
	t.Parallel()
	tell(t, func(s *story) {
		s.waste = true
		s.begin("/kalah challenge user:@Bob first:me")
		b := s.board()
		s.wait(time.Hour)
		s.sim.Deny(s.hall, discordsim.PermSendMessages)
		m := s.click(s.ann, b, "1 (4)")
		s.private(m, "<#"+string(s.hall)+">", "Send Messages")
		s.sees(s.board(), "<@"+string(s.bob)+">, it's your turn")
		dm := s.sim.DM(s.ann) // to whom the server belongs
		s.sees(s.sim.Last(dm, s.ann), "Send Messages", "You manage that server")
		s.wait(time.Hour)
		s.private(s.slash(s.bob, "/kalah move move:1"), "Send Messages", "<#"+string(s.hall)+">")
		s.wait(time.Hour)
		if n := len(s.sim.Messages(dm, s.ann)); n != 1 {
			t.Errorf("%d direct messages to the owner, want one", n)
		}
		if n := len(s.sim.Refusals()); n > 3 {
			t.Errorf("%d refused requests", n)
		}
		if s.only().Status != match.Running {
			t.Error("the match does not go on")
		}
	})
}

// P4: a deferral that Discord answers with an error is tried again; where nothing gets through, the answer comes by direct message.
func TestP4DeferralFails(t *testing.T) {
	t.Parallel()
	for _, c := range []struct {
		name  string
		times int
		byDM  bool
	}{{"once", 1, false}, {"for good", -1, true}} {
		t.Run(c.name, func(t *testing.T) {
			tell(t, func(s *story) {
				s.waste = true
				s.slash(s.ann, "/kalah challenge user:@Bob first:me")
				s.wait(30 * time.Second)
				s.click(s.bob, s.board(), "Accept")
				s.wait(30 * time.Second)
				s.sim.Inject(discordsim.Fault{Route: "/interactions/*", Times: c.times, Status: 503})
				i := s.sim.As(s.bob).In(s.hall).Slash("/kalah move move:1") // refused: not Bob's turn
				s.wait(time.Minute)
				if c.byDM {
					s.sees(s.sim.Last(s.sim.DM(s.bob), s.bob), "not your turn")
					return
				}
				if err := i.Err(); err != nil || !strings.Contains(i.Message().Text(), "not your turn") {
					t.Errorf("answered %v with:\n%s", err, i.Message().Text())
				}
			}, func(cfg *bot.Config) { cfg.Store = slowStore{cfg.Store} })
		})
	}
}

// P96, P55: where another match waits there is a Next button: in the list, on private boards, on the board in the channel; and a move leaves nothing behind for
// it, in one step or two.
func TestP96Next(t *testing.T) {
	t.Parallel()
	tell(t, func(s *story) {
		const next = "My next match"
		has := func(m discordsim.Message, want bool, where string) {
			t.Helper()
			if got := slices.Contains(m.Labels(), next); got != want {
				t.Errorf("%s: a button to the next match %v, want %v:\n%s", where, got, want, m.Text())
			}
		}
		s.begin("/kalah challenge user:@Bob first:me")
		one := s.board()
		s.private(s.click(s.ann, one, next), "No other match waits for you")
		s.private(s.click(s.eve, one, next), "No other match waits for you")
		has(s.click(s.ann, one, "Board"), false, "a board, with one match")
		s.begin("/halatafl challenge user:@Bob side:sheep")
		has(s.slash(s.ann, "/games"), true, "/games")
		has(s.click(s.ann, one, "Board"), true, "a board")
		s.wait(time.Hour)
		leaves := func(move func()) {
			t.Helper()
			before := len(s.sim.Messages(s.hall, s.ann))
			move()
			s.wait(time.Minute)
			if now := len(s.sim.Messages(s.hall, s.ann)); now > before+1 { // the new board
				t.Errorf("a move leaves %d messages behind: %q", now-before-1, s.sim.Last(s.hall, s.ann).Text())
			}
		}
		leaves(func() { s.click(s.ann, one, "1 (4)") })
		s.slash(s.bob, "/kalah move move:2")
		s.wait(20 * time.Minute) // what was opened has gone
		sheep := s.boardAbout("Sheep Ann")
		leaves(func() {
			m := s.choose(s.ann, sheep, sheep.Selects()[0].Options[0].Value)
			for len(m.Selects()) > 0 && s.there(s.ann, m) && m.ID != sheep.ID {
				m = s.choose(s.ann, m, m.Selects()[0].Options[0].Value)
			}
		})
		board := s.boardAbout("Sheep Ann")
		has(board, true, "the board in the channel")
		m := s.click(s.ann, board, next)
		s.private(m, "South Ann")
		has(m, false, "the board of the last match that waits")
	}, func(c *bot.Config) { c.Games = catalog.Games() })
}
