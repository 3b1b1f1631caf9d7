package deliver_test

import (
	"fmt"
	"os"
	"regexp"
	"slices"
	"strings"
	"testing"
	"time"

	"paddock/bot"
	"paddock/bot/discordsim"
	"paddock/bot/story"
	"paddock/games/catalog"
	"paddock/games/gamestest/golden"
	"paddock/games/match"
)

// tally counts what a part of a match costs: clicks of the players, and messages, edits and pings
// in the channel.
type tally struct {
	turns, choices, blind int
	touches               int // number of clicks, including those that open a menu
	posts, edits, deletes int
	// full: most boards in the channel at a time; stale: older messages that show a turn or a clock
	pings, full, stale, private int
}

func (c tally) String() string {
	return fmt.Sprintf("%d turns: %d choices, %d touches, %d blind; %d posts, %d edits, %d deletions, %d pings; at most %d full boards, %d stale; %d private messages left",
		c.turns, c.choices, c.touches, c.blind, c.posts, c.edits, c.deletes, c.pings, c.full, c.stale, c.private)
}

// move makes a move with the controls below the board, as a person would. The player to move
// chooses from menus, not always the same entry.
func (c *tally) move(s *story.Story) {
	s.Helper()
	rec := s.Only()
	if rec.Status != match.Running {
		return
	}
	var who discordsim.UserID
	for seat := range rec.Waiting.All() {
		who = discordsim.UserID(rec.Players[seat].User)
	}
	m := s.Board()
	for _, own := range slices.Backward(s.Sim.Messages(s.Hall, who)) {
		// a private board that is still open is used first
		if own.Ephemeral() && story.FullBoard(own) && len(story.Ways(own)) > 0 {
			m = own
			break
		}
	}
	for range 40 {
		ways := story.Ways(m)
		if len(ways) == 0 {
			m = s.Click(who, m, "Make a move")
			c.touches++
			continue
		}
		if c.choices++; !story.FullBoard(m) {
			c.blind++
		}
		s.Steps += 7
		way := ways[s.Steps%len(ways)]
		if c.touches++; way.Button == "" {
			c.touches++
		}
		m = s.Choose(who, m, way.Value)
		if s.Only().Head != rec.Head {
			c.turns++
			return
		}
	}
	s.Fatal("the menus of a move never end")
}

// look records the messages in the channel.
func (c *tally) look(s *story.Story) {
	list := s.Sim.Messages(s.Hall, s.Eve)
	full, newest := 0, s.Board().ID
	stale := 0
	for _, m := range list {
		if story.FullBoard(m) {
			full++
		}
		if m.ID != newest && (strings.Contains(m.Text(), "turn") || strings.Contains(m.Text(), "time runs out") ||
			len(m.Pictures()) > 0) {
			stale++
		}
	}
	c.full, c.stale = max(c.full, full), max(c.stale, stale)
}

// count counts clicks, messages, edits and pings in a part of a match.
func count(s *story.Story, what func(c *tally)) (c tally) {
	s.Helper()
	private := privateMessages(s)
	s.Sim.Subscribe("", func(e discordsim.Event) {
		switch here := e.For == "" && e.Message != nil && e.Message.ChannelID == s.Hall && !e.Message.Ephemeral(); {
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
	c.private = privateMessages(s) - private
	return c
}

// privateMessages returns the number of messages in the test channel that only Ann or Bob see.
func privateMessages(s *story.Story) (n int) {
	for _, u := range []discordsim.UserID{s.Ann, s.Bob} {
		for _, m := range s.Sim.Messages(s.Hall, u) {
			if m.Ephemeral() {
				n++
			}
		}
	}
	return n
}

// measured lists the games to measure, each with a challenge that begins at once.
var measured = []struct{ game, options string }{
	{"kalah", " first:me beans:6"},
	{"halatafl", " side:sheep"},
	{"fish", " rules:official"},
	{"stratego", " first:me army:barrage"},
}

// battle begins a match between Ann and Bob with a clock of months.
func battle(s *story.Story, game, options string) {
	s.Helper()
	s.Slash(s.Ann, "/"+game+" challenge user:@Bob"+options+" time:7 days a move")
	s.Click(s.Bob, s.Board(), "Accept")
	if game == "stratego" {
		for _, u := range []discordsim.UserID{s.Ann, s.Bob} {
			s.Slash(u, "/stratego move move:confirm")
		}
	}
}

// P43, P55: the cost of a turn in each game: choices, touches, private messages left, posts, edits,
// pings and full boards. It is measured with turns hours apart and with turns that follow at once.
// testdata/choices.md has the figures.
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
			story.Tell(t, func(s *story.Story) {
				battle(s, g.game, g.options)
				s.Wait(3 * time.Hour)
				new(tally).move(s)
				s.Wait(3 * time.Hour)
				slow := count(s, func(c *tally) {
					for range 16 {
						s.Wait(3 * time.Hour)
						c.move(s)
						s.Wait(time.Minute)
						c.look(s)
					}
				})
				t.Log("slow:", slow)
				s.Wait(3 * time.Hour)
				new(tally).move(s)
				new(tally).move(s)
				quick := count(s, func(c *tally) {
					for range 12 {
						c.move(s)
						c.look(s)
					}
				})
				t.Log("quick:", quick)
				page = quick.entered(t, slow.entered(t, page, g.game, "slow"), g.game, "quick")
				s.Wait(10 * time.Minute)
				late := count(s, func(c *tally) { s.Wait(6 * 24 * time.Hour); c.look(s) })
				t.Log("a delayed ping and a reminder:", late)
				if slow.blind+quick.blind > 0 {
					t.Errorf("%d and %d choices without a board in sight", slow.blind, quick.blind)
				}
				if slow.choices > 2*slow.turns || quick.choices > 2*quick.turns {
					t.Errorf("%d choices for %d turns and %d for %d, want two for a turn at most", slow.choices,
						slow.turns, quick.choices, quick.turns)
				}
				if slow.touches > slow.choices+slow.turns || quick.touches > quick.choices+quick.turns {
					t.Errorf("%d touches for %d choices in %d slow turns and %d for %d in %d quick ones, want one for each choice and one more a turn at most",
						slow.touches, slow.choices, slow.turns, quick.touches, quick.choices, quick.turns)
				}
				if slow.full > 1 || quick.full > 1 || late.full > 1 {
					t.Errorf("%d, %d and %d full boards at a time, want one", slow.full, quick.full, late.full)
				}
				if slow.stale > 0 || quick.stale > 0 {
					t.Errorf("%d and %d messages tell of a turn that is over", slow.stale, quick.stale)
				}
				if slow.posts > slow.turns || slow.edits > slow.turns {
					t.Errorf("%d messages and %d edits for %d slow turns, want one of each at most", slow.posts,
						slow.edits, slow.turns)
				}
				if quick.posts > 0 {
					t.Errorf("%d messages in a quick exchange, want edits alone", quick.posts)
				}
				// in Stratego each player keeps a private board
				if left := slow.private + quick.private; left > 0 && (g.game != "stratego" || left > 2) {
					t.Errorf("%d private messages are left behind", left)
				}
			}, func(c *bot.Config) { c.Games = catalog.Games() })
		})
	}
	golden.Check(t, choicesPage, page)
}

// choicesPage is the page that contains the figures.
const choicesPage = "testdata/choices.md"

// entered returns a page of the documentation with the figures of a game in its line.
func (c tally) entered(t *testing.T, page, game, pace string) string {
	t.Helper()
	lines, at := strings.Split(page, "\n"), ""
	for i, line := range lines {
		cells := strings.Split(line, "|")
		if len(cells) != 11 {
			continue
		}
		if name := strings.ToLower(strings.TrimSpace(cells[1])); name != "" {
			at = name
		}
		if !strings.HasPrefix(at, game) || strings.TrimSpace(cells[2]) != pace {
			continue
		}
		figures := map[int]int{4: c.touches, 5: c.blind, 6: c.posts, 7: c.edits, 8: c.full, 9: c.stale}
		for cell, n := range figures {
			cells[cell] = fmt.Sprintf(" %d ", n)
		}
		cells[3] = fmt.Sprintf(" %d of %d ", c.choices, c.turns)
		lines[i] = strings.Join(cells, "|")
		return strings.Join(lines, "\n")
	}
	t.Errorf("%s has no line for %s, %s", choicesPage, game, pace)
	return page
}

// P43: a replaced board is deleted, and so is a call with its turn. The board of a finished match
// shows the result.
func TestP43OneFullBoard(t *testing.T) {
	t.Parallel()
	story.Tell(t, func(s *story.Story) {
		s.Begin("/kalah challenge user:@Bob first:me time:7 days a move")
		first := s.Board()
		s.Wait(time.Hour)
		s.Click(s.Ann, first, "1 (4)")
		if s.There(s.Eve, first) {
			t.Errorf("the replaced board still says:\n%s", s.Sim.Message(first.ID, s.Eve).Text())
		}
		second := s.Board()
		s.Wait(6 * 24 * time.Hour)
		call := s.Last()
		s.Sees(call, "reminder", "<@"+string(s.Bob)+">", "Ann (South) v Bob (North)")
		if story.FullBoard(call) || !slices.Equal(call.Labels(), []string{"Go to the message", "Show the board"}) {
			t.Errorf("the reminder offers %q:\n%s", call.Labels(), call.Text())
		}
		s.Private(s.Click(s.Bob, call, "Show the board"), "it's your turn")
		s.Slash(s.Bob, "/kalah move move:1")
		if s.There(s.Eve, call) {
			t.Error("the reminder of a turn that is over still stands")
		}
		if strings.Contains(s.Sim.Message(second.ID, s.Eve).Text(), "reminder") {
			t.Error("the old board still reminds")
		}
		s.Click(s.Ann, s.Slash(s.Ann, "/resign"), "Yes, I resign")
		for _, pending := range []string{"turn", "<t:", "offers a draw", "accept"} {
			if strings.Contains(s.Board().Text(), pending) {
				t.Errorf("the board of a finished match still says %q:\n%s", pending, s.Board().Text())
			}
		}
		s.Sees(s.Board(), story.ResultOf(s.Only()))
	})
}

// P55: a step of a move opens one private message with the choice highlighted on the board. Back
// deletes it, and so does the move, or a move of somebody else.
func TestP55OneMessageAMove(t *testing.T) {
	t.Parallel()
	story.Tell(t, func(s *story.Story) {
		s.Begin("/fish challenge user:@Bob rules:official")
		board := s.Board()
		rec := s.Only()
		var who discordsim.UserID
		for seat := range rec.Waiting.All() {
			who = discordsim.UserID(rec.Players[seat].User)
		}
		row := story.Ways(board)[0].Value
		m := s.Choose(who, board, row)
		s.Private(m, "where to?")
		if !story.FullBoard(m) {
			t.Error("no board stands at the second choice")
		}
		s.Click(who, m, "Back")
		if s.There(who, m) {
			t.Error("the message is still there after Back")
		}
		m = s.Choose(who, board, row)
		s.Slash(who, "/fish move move:"+story.Ways(m)[0].Value[1:])
		if s.There(who, m) {
			t.Error("the message is still there though the match has gone on")
		}
	}, func(c *bot.Config) { c.Games = catalog.Games() })
}

// P43: a private board shows how the match has ended, even if the last click was on another private
// message.
func TestP43PrivateBoardsEnd(t *testing.T) {
	t.Parallel()
	story.Tell(t, func(s *story.Story) {
		s.Slash(s.Ann, "/stratego challenge user:@Bob army:barrage first:me")
		s.Click(s.Bob, s.Board(), "Accept")
		s.Confirm(s.Bob)
		s.Confirm(s.Ann)
		own := s.Click(s.Ann, s.Board(), "Make a move")
		s.Wait(time.Minute)
		s.SayYes(s.Ann, "/resign")
		s.Wait(time.Minute)
		now := s.Sim.Message(own.ID, s.Ann)
		s.Sees(now, "you resigned")
		if strings.Contains(now.Text(), "your turn") || slices.Contains(now.Labels(), "Resign") {
			t.Errorf("the private board goes on after the end:\n%s\n%v", now.Text(), now.Labels())
		}
	}, func(c *bot.Config) { c.Games = catalog.Games() })
}

// P55: the confirmation of a typed move is deleted once the board shows the move.
func TestP55TypedMovesLeaveNothing(t *testing.T) {
	t.Parallel()
	story.Tell(t, func(s *story.Story) {
		s.Begin("/kalah challenge user:@Bob first:me beans:6")
		s.Wait(time.Minute)
		before := privateMessages(s)
		left := func(what string, want int) {
			t.Helper()
			s.Wait(5 * time.Second)
			if got := privateMessages(s) - before; got != want {
				t.Errorf("%s: %d private messages are left, want %d", what, got, want)
			}
		}
		s.Private(s.Slash(s.Ann, "/kalah move move:1"), "You played")
		left("Ann has moved", 0)
		s.Private(s.Slash(s.Ann, "/kalah move move:2"), "You played")
		left("again", 0)
		s.Private(s.Slash(s.Bob, "/kalah move move:1"), "You played")
		left("Bob has moved", 0)
		s.Private(s.Slash(s.Bob, "/board"), "Kalah")
		left("Bob has opened his board", 1)
		for _, move := range []string{"3", "4", "5"} {
			if s.Only().Waiting.Has(1) {
				s.Slash(s.Bob, "/kalah move move:"+move)
			}
		}
		s.Wait(20 * time.Minute)
		left("a quarter of an hour later", 0)
	})
}

// P95: in every game users who chose it are asked before a move counts, by buttons and by command.
// Others are not asked.
func TestP95Confirm(t *testing.T) {
	t.Parallel()
	for _, g := range measured {
		t.Run(g.game, func(t *testing.T) {
			story.Tell(t, func(s *story.Story) {
				battle(s, g.game, g.options)
				before := s.Only()
				s.Private(s.Slash(s.Ann, "/settings general confirm:true"), "before a move counts: **on**")
				s.Private(s.Slash(s.Bob, "/settings general confirm:true"), "before a move counts: **on**")
				seat := slices.Collect(before.Waiting.All())[0]
				who := discordsim.UserID(before.Players[seat].User)
				move := s.First(before, seat)
				m := s.Slash(who, "/"+g.game+" move move:"+move)
				s.Private(m, "Do you want to play")
				if !story.FullBoard(m) || s.Only().Head != before.Head {
					t.Error("the question has no board, or the move counts already")
				}
				s.Click(who, m, "Back")
				if s.Only().Head != before.Head {
					t.Error("the move counts though it was taken back")
				}
				m = s.Slash(who, "/"+g.game+" move move:"+move)
				s.Click(who, m, "Play "+move)
				if rec := s.Only(); rec.Moves != before.Moves+1 {
					t.Errorf("%d moves, want one more than %d", rec.Moves, before.Moves)
				}
				s.Private(s.Slash(s.Ann, "/settings general confirm:false"), "before a move counts: **off**")
				s.Private(s.Slash(s.Bob, "/settings general confirm:false"), "before a move counts: **off**")
				moves := s.Only().Moves
				new(tally).move(s)
				if rec := s.Only(); rec.Moves != moves+1 {
					t.Errorf("%d moves after a choice without a question, want %d", rec.Moves, moves+1)
				}
			}, func(c *bot.Config) { c.Games = catalog.Games() })
		})
	}
}

// P45, P55: an ephemeral board stays up to date, and there is at most one of each match. It is
// deleted before its token expires.
func TestP55PrivateBoardsStayNew(t *testing.T) {
	t.Parallel()
	story.Tell(t, func(s *story.Story) {
		battle(s, "stratego", " first:me army:barrage")
		m := s.Click(s.Ann, s.Board(), "Make a move")
		s.Private(m, "<@"+string(s.Ann)+">, it's your turn")
		old := m
		m = s.Click(s.Ann, s.Board(), "Board just for me")
		if s.There(s.Ann, old) {
			t.Error("there are two private boards of one match")
		}
		seen := func() discordsim.Message { return s.Sim.Message(m.ID, s.Ann) }
		rec := s.Only()
		s.Slash(s.Ann, "/stratego move move:"+s.First(rec, 0))
		mine := s.Sim.Last(s.Hall, s.Ann)
		s.Private(mine, "<@"+string(s.Bob)+">, it's your turn")
		m = mine
		s.Wait(time.Minute)
		s.Slash(s.Bob, "/stratego move move:"+s.First(s.Only(), 1))
		s.Sees(seen(), "<@"+string(s.Ann)+">, it's your turn")
		s.Wait(15 * time.Minute)
		if s.There(s.Ann, m) {
			t.Errorf("after a quarter of an hour there is still:\n%s", seen().Text())
		}
	}, func(c *bot.Config) { c.Games = catalog.Games() })
}

// P31: the seal is published once, in a quiet line of its own that is never edited. A button of the
// board shows the receipts.
func TestP31ReceiptsOnce(t *testing.T) {
	t.Parallel()
	story.Tell(t, func(s *story.Story) {
		battle(s, "stratego", " first:me army:barrage")
		published := func() (list []discordsim.Message) {
			for _, m := range s.Sim.Messages(s.Hall, s.Eve) {
				if !m.Ephemeral() && strings.Contains(m.Text(), "sealed") {
					list = append(list, m)
				}
			}
			return list
		}
		for range 4 {
			s.Wait(time.Hour)
			new(tally).move(s)
			s.Wait(time.Minute)
		}
		sealed := published()
		if len(sealed) != 1 {
			t.Fatalf("%d messages with receipts in the channel, want one", len(sealed))
		}
		quiet := regexp.MustCompile("^-# Both set-ups are sealed, so nobody can swap pieces in secret: " +
			"\\|\\|`[0-9a-f]{32}`\\|\\|$")
		if text := sealed[0].Text(); !quiet.MatchString(text) {
			t.Errorf("the seal is no quiet line:\n%s", text)
		}
		rec := s.TheMatch()
		if labels := sealed[0].Labels(); !strings.Contains(sealed[0].Text(), rec.Seal()) || len(labels) > 0 {
			t.Errorf("not the seal %s alone, with the buttons %q", rec.Seal(), labels)
		}
		s.Private(s.Click(s.Eve, s.Board(), "Check the set-ups"), "is sealed",
			rec.Receipts[0].Digest, rec.Receipts[1].Digest,
			rec.Seal())
		s.Click(s.Ann, s.Slash(s.Ann, "/resign"), "Yes, I resign")
		s.Private(s.Click(s.Eve, s.Board(), "Check the set-ups"), "fits its receipt")
		if after := published(); len(after) != 1 || after[0].Text() != sealed[0].Text() {
			t.Errorf("%d messages with receipts at the end, want the one from the start, unchanged", len(after))
		}
	}, func(c *bot.Config) { c.Games = catalog.Games() })
}

// P31: a match against the computer posts no receipts. Buttons show them: behind More before the
// first move, and below the board after the end.
func TestP31ReceiptsAgainstComputer(t *testing.T) {
	t.Parallel()
	story.Tell(t, func(s *story.Story) {
		s.Slash(s.Ann, "/stratego start first:me army:barrage")
		s.Slash(s.Ann, "/stratego move move:confirm")
		s.Wait(time.Minute)
		if rec := s.TheMatch(); len(rec.Receipts) != 2 || rec.Moves != 0 {
			t.Fatalf("%d receipts after %d moves, want 2 before the first", len(rec.Receipts), rec.Moves)
		}
		answer := s.Click(s.Ann, s.Click(s.Ann, s.Board(), "More"), "Check the set-ups")
		s.Private(answer, "is sealed")
		for _, r := range s.TheMatch().Receipts {
			if !strings.Contains(answer.Text(), r.Digest) {
				t.Errorf("More does not show the receipt %s:\n%s", r.Digest, answer.Text())
			}
		}
		s.SayYes(s.Ann, "/resign")
		s.Wait(time.Minute)
		for _, m := range s.Sim.Messages(s.Hall, s.Eve) {
			if !m.Ephemeral() && strings.Contains(m.Text(), "sealed") {
				t.Errorf("receipts are posted against the computer:\n%s", m.Text())
			}
		}
		s.Private(s.Click(s.Ann, s.Board(), "Check the set-ups"), "fits its receipt")
	}, func(c *bot.Config) { c.Games = catalog.Games() })
}

// P58, P77: a player who clicks where the bot may not post is told which permission is missing. The
// owner of the server is told too, once. The board is edited in place.
func TestP77MissingPermissionIsNamed(t *testing.T) {
	t.Parallel()
	story.Tell(t, func(s *story.Story) {
		s.Waste = true
		s.Begin("/kalah challenge user:@Bob first:me")
		b := s.Board()
		s.Wait(time.Hour)
		s.Sim.Deny(s.Hall, discordsim.PermSendMessages)
		release := s.Sim.Inject(discordsim.Fault{Route: "/users/@me/channels", Times: -1, Status: 503})
		m := s.Click(s.Ann, b, "1 (4)")
		s.Private(m, "<#"+string(s.Hall)+">", "Send Messages")
		s.Sees(s.Board(), "<@"+string(s.Bob)+">, it's your turn")
		dm := s.Sim.DM(s.Ann) // Ann owns the server
		s.Wait(time.Hour)
		if n := len(s.Sim.Messages(dm, s.Ann)); n != 0 {
			t.Errorf("%d direct messages to the owner while Discord fails", n)
		}
		release()
		s.Private(s.Slash(s.Bob, "/kalah move move:1"), "Send Messages", "<#"+string(s.Hall)+">")
		s.Wait(time.Hour)
		s.Sees(s.Sim.Last(dm, s.Ann), "Send Messages", "You manage that server")
		s.Private(s.Slash(s.Ann, "/kalah move move:2"), "Send Messages", "<#"+string(s.Hall)+">")
		s.Wait(time.Hour)
		if n := len(s.Sim.Messages(dm, s.Ann)); n != 1 {
			t.Errorf("%d direct messages to the owner, want one", n)
		}
		if n := len(s.Sim.Refusals()); n > 7 { // including three tries of the direct message
			t.Errorf("%d refused requests", n)
		}
		if s.Only().Status != match.Running {
			t.Error("the match does not go on")
		}
	})
}

// P4: a deferral that Discord answers with an error is tried again. If every try fails, the answer
// comes by direct message.
func TestP4DeferralFails(t *testing.T) {
	t.Parallel()
	for _, c := range []struct {
		name  string
		times int
		byDM  bool
	}{{"once", 1, false}, {"for good", -1, true}} {
		t.Run(c.name, func(t *testing.T) {
			story.Tell(t, func(s *story.Story) {
				s.Waste = true
				s.Slash(s.Ann, "/kalah challenge user:@Bob first:me")
				s.Wait(30 * time.Second)
				s.Click(s.Bob, s.Board(), "Accept")
				s.Wait(30 * time.Second)
				s.Sim.Inject(discordsim.Fault{Route: "/interactions/*", Times: c.times, Status: 503})
				// the answer is a refusal, because it is not Bob's turn
				i := s.Sim.As(s.Bob).In(s.Hall).Slash("/kalah move move:1")
				s.Wait(time.Minute)
				if c.byDM {
					s.Sees(s.Sim.Last(s.Sim.DM(s.Bob), s.Bob), "isn't your turn")
					return
				}
				if err := i.Err(); err != nil || !strings.Contains(i.Message().Text(), "isn't your turn") {
					t.Errorf("answered %v with:\n%s", err, i.Message().Text())
				}
			}, func(cfg *bot.Config) { cfg.Store = story.SlowStore{Store: cfg.Store} })
		})
	}
}

// P96, P55: if another match waits there is a Next button: in the list, on private boards and
// behind More. A move leaves no message behind.
func TestP96Next(t *testing.T) {
	t.Parallel()
	story.Tell(t, func(s *story.Story) {
		const next = "My next match"
		has := func(m discordsim.Message, want bool, where string) {
			t.Helper()
			if got := slices.Contains(m.Labels(), next); got != want {
				t.Errorf("%s: a button to the next match %v, want %v:\n%s", where, got, want, m.Text())
			}
		}
		s.Begin("/kalah challenge user:@Bob first:me")
		one := s.Board()
		has(one, false, "the board in the channel")
		has(s.Click(s.Ann, one, "More"), false, "More, with one match")
		has(s.Click(s.Eve, one, "More"), false, "More of a spectator")
		has(s.Click(s.Ann, one, "Board just for me"), false, "a board, with one match")
		s.Begin("/halatafl challenge user:@Bob side:sheep")
		has(s.Slash(s.Ann, "/games"), true, "/games")
		has(s.Click(s.Ann, one, "More"), true, "More")
		s.Wait(20 * time.Minute)
		has(s.Click(s.Ann, one, "Board just for me"), true, "a board")
		s.Wait(time.Hour)
		leaves := func(move func()) {
			t.Helper()
			before := len(s.Sim.Messages(s.Hall, s.Ann))
			move()
			s.Wait(time.Minute)
			if now := len(s.Sim.Messages(s.Hall, s.Ann)); now > before+1 { // only the new board was added
				t.Errorf("a move leaves %d messages behind: %q", now-before-1, s.Sim.Last(s.Hall, s.Ann).Text())
			}
		}
		leaves(func() { s.Click(s.Ann, one, "1 (4)") })
		s.Slash(s.Bob, "/kalah move move:2")
		s.Wait(20 * time.Minute) // long enough for the opened messages to be deleted
		sheep := s.BoardAbout("Ann (Sheep)")
		leaves(func() {
			s.Pick(s.Ann, sheep)
		})
		board := s.BoardAbout("Ann (Sheep)")
		m := s.Click(s.Ann, board, next)
		s.Private(m, "Ann (South)")
		has(m, false, "the board of the last match that waits")
	}, func(c *bot.Config) { c.Games = catalog.Games() })
}
