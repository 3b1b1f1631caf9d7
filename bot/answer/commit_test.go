package answer_test

import (
	"strings"
	"testing"
	"time"

	"github.com/bwmarrin/discordgo"

	"paddock/bot"
	"paddock/bot/component"
	"paddock/bot/discordsim"
	"paddock/bot/story"
	"paddock/games"
	"paddock/games/catalog"
	"paddock/games/match"
)

// A click on the public board is answered by an edit of that board. A command is answered in
// private, and the public board is updated afterwards.
func TestCommit_AnswersWhereItWasAsked(t *testing.T) {
	t.Parallel()
	story.Tell(t, func(s *story.Story) {
		s.Begin("/kalah challenge user:@Bob first:me")
		id, posts := s.Only().ID, s.Posts()
		s.Press(s.Ann, s.Board())
		if n := s.Moves(id); n != 1 || s.Posts() > posts+1 {
			t.Errorf("%d moves, %d new messages after a click", n, s.Posts()-posts)
		}
		s.Sees(s.Board(), "<@"+string(s.Bob)+">")
		s.Wait(time.Minute)
		s.Private(s.Slash(s.Bob, "/kalah move move:1"), "You played **1**")
		s.Wait(time.Minute)
		s.Sees(s.Board(), "<@"+string(s.Ann)+">")
		s.Private(s.Slash(s.Bob, "/kalah move move:1"), "It isn't your turn")
		s.Private(s.Slash(s.Cid, "/kalah move move:1"), "no match running here")
		s.Private(s.Slash(s.Ann, "/resign"))
		s.Click(s.Ann, s.Sim.Last(s.Hall, s.Ann), "Yes, I resign")
		s.Sees(s.Board(), "resigned")
	})
}

// If Discord no longer takes the answer to a click, the move still counts, the log says so, and the
// engine updates the board.
func TestCommit_AnsweredTooLate(t *testing.T) {
	t.Parallel()
	story.Tell(t, func(s *story.Story) {
		s.Waste = true
		s.Begin("/kalah challenge user:@Bob first:me")
		s.Sim.Inject(discordsim.Fault{
			Method: "POST", Route: story.CallbackRoute, Status: 404,
			Code: discordgo.ErrCodeUnknownInteraction,
		})
		s.Sim.As(s.Ann).Click(s.Board(), "3 (4)")
		s.Wait(time.Minute)
		s.Sees(s.Board(), "Ann sowed hole 3")
		if !strings.Contains(s.Logged.String(), "an answer came too late") {
			t.Errorf("logged:\n%s", s.Logged.String())
		}
	})
}

// If another process has answered the click, the engine shows the move, and no message of that
// answer is deleted.
func TestCommit_AnsweredByAnotherProcess(t *testing.T) {
	t.Parallel()
	story.Tell(t, func(s *story.Story) {
		s.Waste = true
		s.Begin("/kalah challenge user:@Bob first:me")
		old := s.Board()
		for _, c := range []struct{ label, want string }{
			{"3 (4)", "Ann sowed hole 3"},
			{"1 (4)", "Ann sowed holes 3, then 1"},
			{"2 (4)", "Ann sowed holes 3, then 1"}, // the act is refused with a message that is not kept
		} {
			s.Sim.Inject(discordsim.Fault{
				Method: "POST", Route: story.CallbackRoute, Status: 400,
				Code: discordgo.ErrCodeInteractionHasAlreadyBeenAcknowledged,
			})
			s.Sim.As(s.Ann).Click(old, c.label)
			s.Wait(10 * time.Second)
			s.Sees(s.Board(), c.want)
			s.Wait(10 * time.Minute)
			if log := s.Logged.String(); strings.Contains(log, "could not be deleted") {
				t.Errorf("after %s the bot tried to delete a message of an answer that is not its own:\n%s", c.label, log)
			}
		}
	})
}

// P58: if the bot can't post in the channel of a match, each answer to a player says why, and the
// match continues.
func TestCommit_NamesWhatIsMissing(t *testing.T) {
	t.Parallel()
	story.Tell(t, func(s *story.Story) {
		s.Waste = true
		s.Begin("/kalah challenge user:@Bob first:me")
		id := s.Only().ID
		s.Sim.Deny(s.Hall, discordsim.PermSendMessages)
		s.Private(s.Slash(s.Ann, "/kalah move move:1"), "You played", "*Send Messages*")
		s.Wait(time.Minute)
		s.Click(s.Bob, s.Board(), "1 (4)")
		s.Wait(time.Minute)
		s.Private(s.Slash(s.Cid, "/kalah challenge"), "I can't post in this channel", "*Send Messages*")
		s.Sim.Allow(s.Hall, discordsim.PermSendMessages)
		s.Slash(s.Ann, "/board")
		s.Wait(time.Minute)
		if s.Moves(id) == 0 || !strings.Contains(s.Board().Text(), "turn") {
			t.Errorf("%d moves; the board:\n%s", s.Moves(id), s.Board().Text())
		}
	})
}

// P41: a match with the option of a thread is played in a new thread. If the bot may not open
// threads, the match stays in the channel, and the answer says so.
func TestPropose_Threads(t *testing.T) {
	t.Parallel()
	story.Tell(t, func(s *story.Story) {
		s.Private(s.Slash(s.Ann, "/kalah challenge user:@Bob first:me thread:true"), "Your challenge is in <#")
		if at := s.Sim.Threads(s.Hall); len(at) != 1 {
			t.Errorf("%d threads, want 1", len(at))
		}
		s.Sim.Deny(s.Hall, discordsim.PermCreatePublicThreads)
		s.Private(s.Slash(s.Ann, "/halatafl challenge thread:true"),
			"Your challenge is open to all in <#"+string(s.Hall)+">", "can't open threads")
		s.Private(s.Slash(s.Ann, "/halatafl challenge user:@Ann"), "can't challenge yourself")
		s.Private(s.Slash(s.Ann, "/halatafl challenge user:<@"+string(s.Sim.Bot())+">"), "is a bot")
	})
}

// A button on a private board plays a move, and a command plays the next move. A command on a later
// turn is answered in private.
func TestPrivateBoard(t *testing.T) {
	t.Parallel()
	story.Tell(t, func(s *story.Story) {
		s.Begin("/kalah challenge user:@Bob first:me")
		own := s.Slash(s.Ann, "/board")
		s.Private(own, "it's your turn")
		theirs := s.Slash(s.Bob, "/board")
		s.Click(s.Ann, own, "3 (4)")
		s.Wait(time.Minute)
		for who, board := range map[discordsim.UserID]discordsim.Message{s.Ann: own, s.Bob: theirs} {
			for _, m := range s.Sim.Messages(s.Hall, who) {
				if m.ID == board.ID {
					s.Sees(m, map[discordsim.UserID]string{s.Ann: "You", s.Bob: "Ann"}[who]+" sowed hole 3")
				}
			}
			if !s.There(who, board) {
				t.Errorf("the private board of %s is gone", s.Sim.User(who).GlobalName)
			}
		}
		if n := s.Moves(s.Only().ID); n != 1 {
			t.Errorf("%d moves after a click on a private board, want 1", n)
		}
		s.Private(s.Slash(s.Ann, "/kalah move move:1"), "You played")
		s.Private(s.Slash(s.Bob, "/match conditional if:1 then:1"))
	})
}

// A command that fits several matches is answered with a button for each, with its id. The buttons
// stand out if it is the person's turn.
func TestAmbiguousButtons(t *testing.T) {
	t.Parallel()
	story.Tell(t, func(s *story.Story) {
		for range 2 {
			s.Begin("/kalah challenge user:@Bob first:me")
		}
		for who, style := range map[discordsim.UserID]discordgo.ButtonStyle{
			s.Ann: discordgo.PrimaryButton,
			s.Bob: discordgo.SecondaryButton,
		} {
			m := s.Slash(who, "/match history")
			if n := len(m.Buttons()); n != 2 {
				t.Errorf("%d buttons, want 2:\n%s", n, m.Text())
			}
			for _, b := range m.Buttons() {
				at, err := component.ParseID(b.CustomID)
				if err != nil || !strings.HasSuffix(b.Label, " · "+string(at.Match)) || b.Style != int(style) {
					t.Errorf("a button %q of style %d is for the match %q, %v; want style %d", b.Label, b.Style,
						at.Match, err, style)
				}
			}
		}
	})
}

// A command that fits six matches, which are too many for buttons, is answered with a menu.
func TestAmbiguousMenu(t *testing.T) {
	t.Parallel()
	story.Tell(t, func(s *story.Story) {
		for range 3 {
			s.Begin("/kalah challenge user:@Bob first:me")
			s.Slash(s.Ann, "/kalah start level:first first:me")
			s.Wait(time.Minute)
		}
		m := s.Slash(s.Ann, "/match history")
		menus := m.Where(func(c discordsim.Component) bool { return len(c.Options) > 0 })
		if len(m.Buttons()) != 0 || len(menus) != 1 || len(menus[0].Options) != 6 ||
			menus[0].Placeholder != "Choose a match" {
			t.Fatalf("%d buttons and the menus %+v, want one menu of six matches", len(m.Buttons()), menus)
		}
		for _, o := range menus[0].Options {
			if !strings.HasSuffix(o.Label, " · "+o.Value) || o.Description != "your turn" {
				t.Errorf("an option %q, %q, is for the match %q", o.Label, o.Description, o.Value)
			}
		}
		s.Private(s.Choose(s.Ann, m, menus[0].Options[3].Value), "Kalah")
	})
}

// P26: a player who makes another move than the prepared one is told once that the prepared moves
// were dropped.
func TestPreparedNote(t *testing.T) {
	t.Parallel()
	story.Tell(t, func(s *story.Story) {
		s.Begin("/kalah challenge user:@Bob first:me")
		s.Private(s.Slash(s.Bob, "/match conditional if:1 then:2"), "Saved")
		s.Slash(s.Ann, "/kalah move move:2")
		s.Private(s.Slash(s.Bob, "/kalah move move:1"), "You played", "so I dropped your automatic replies")
		s.Wait(time.Minute)
		s.Slash(s.Ann, "/kalah move move:1")
		if m := s.Slash(s.Bob, "/kalah move move:3"); strings.Contains(m.Text(), "dropped") {
			t.Errorf("told again:\n%s", m.Text())
		}
	})
}

// P79: an error about other people's match has buttons to the board and to the user's own matches.
func TestLinksAfterAnError(t *testing.T) {
	t.Parallel()
	story.Tell(t, func(s *story.Story) {
		s.Begin("/kalah challenge user:@Bob first:me")
		m := s.Click(s.Bob, s.Board(), "1 (4)")
		s.Private(m, "It isn't your turn")
		if labels := strings.Join(m.Labels(), " "); !strings.Contains(labels, "board") &&
			!strings.Contains(labels, "matches") {
			t.Errorf("the buttons %q lead nowhere", labels)
		}
	})
}

// In direct messages the board belongs to the person, and a click changes it in place.
func TestBoardInDirectMessages(t *testing.T) {
	t.Parallel()
	story.Tell(t, func(s *story.Story) {
		dm := s.Sim.DM(s.Ann)
		s.Answered(s.Sim.As(s.Ann).In(dm).Slash("/halatafl start level:easy side:sheep"), "start")
		s.Wait(time.Minute)
		board := s.Sim.Last(dm, s.Ann)
		for _, m := range s.Sim.Messages(dm, s.Ann) {
			if !m.Ephemeral() {
				board = m
			}
		}
		if u, err := s.Store.User(t.Context(), match.UserID(s.Ann)); err != nil || u.DM != match.ChannelID(dm) {
			t.Errorf("her channel of direct messages is stored as %q, %v", u.DM, err)
		}
		messages := len(s.Sim.Messages(dm, s.Ann))
		ways := story.Ways(board)
		if len(ways) == 0 {
			t.Fatalf("no choice:\n%s", board.Text())
		}
		s.Choose(s.Ann, board, ways[0].Value)
		s.Wait(time.Minute)
		if n := len(s.Sim.Messages(dm, s.Ann)); n != messages {
			t.Errorf("%d messages after the first step, want %d: the board itself shows it", n, messages)
		}
	})
}

// A process ended before it recorded its new board, or before it edited the board. The board is put
// right when somebody presses its old buttons.
func TestABoardIsMended(t *testing.T) {
	t.Parallel()
	for _, c := range []struct {
		name string
		tell func(s *story.Story, first discordsim.Message)
	}{
		{"the older board kept its buttons", func(s *story.Story, first discordsim.Message) {
			s.Private(s.Click(s.Bob, first, "1 (4)"), "This board is old")
		}},
		{"the newer board was not edited", func(s *story.Story, first discordsim.Message) {
			s.Click(s.Bob, first, "1 (4)")
			s.Slash(s.Bob, "/kalah move move:2")
			s.Wait(time.Minute)
			third := s.Board()
			unseen := s.Sim.Inject(discordsim.Fault{
				Method: "PATCH", Route: story.EditRoute, Times: -1, Status: 200,
				Body: "{}",
			})
			s.Slash(s.Ann, "/kalah move move:3")
			s.Wait(time.Minute)
			unseen()
			s.Sees(s.Board(), "<@"+string(s.Ann)+">, it's your turn") // Bob has moved, so it is Ann's turn
			s.Private(s.Click(s.Bob, third, third.Labels()[0]), "This board is old")
		}},
	} {
		t.Run(c.name, func(t *testing.T) {
			story.Tell(t, func(s *story.Story) {
				s.Waste = true
				s.Begin("/kalah challenge user:@Bob first:me time:7 days a move")
				s.Wait(24 * time.Hour)
				first := s.Board()
				refused := s.Sim.Inject(discordsim.Fault{Route: story.EditRoute, Times: -1, Status: 403, Code: 50005})
				s.Slash(s.Ann, "/kalah move move:1")
				s.Wait(time.Hour)
				refused()
				if first.ID == s.Board().ID {
					t.Fatal("there is no second board")
				}
				s.Restart(time.Minute)
				c.tell(s, first)
				s.Wait(time.Minute)
				who := s.Only().Waiting
				if turn := map[bool]discordsim.UserID{
					true:  s.Ann,
					false: s.Bob,
				}[who.Has(0)]; !strings.Contains(s.Board().Text(),
					"<@"+string(turn)+">, it's your turn") {
					t.Errorf("the board is not up to date:\n%s", s.Board().Text())
				}
				if c.name == "the older board kept its buttons" && s.There(s.Eve, first) {
					t.Error("the older board is still there")
				}
			})
		})
	}
}

// P38, P153: the answer to a challenge goes once the board shows it, unless it says more than the
// board.
func TestPropose_AnswersThatStay(t *testing.T) {
	t.Parallel()
	story.Tell(t, func(s *story.Story) {
		plain := s.Slash(s.Ann, "/kalah challenge user:@Bob")
		s.Sim.Deny(s.Hall, discordsim.PermCreatePublicThreads)
		more := s.Slash(s.Ann, "/halatafl challenge user:@Eve thread:true")
		s.Private(more, "can't open threads")
		s.Wait(time.Minute)
		if s.There(s.Ann, plain) || !s.There(s.Ann, more) {
			t.Errorf("after a minute the plain answer is there: %t, the one that says more: %t", s.There(s.Ann, plain),
				s.There(s.Ann, more))
		}
	})
}

// The answer to the last move says how the match has ended.
func TestAfterMove_SaysTheEnd(t *testing.T) {
	t.Parallel()
	story.Tell(t, func(s *story.Story) {
		s.Begin("/kalah challenge user:@Bob first:me holes:3 beans:1")
		for range 60 {
			rec := s.Only()
			if rec.Status != match.Running {
				t.Fatalf("the match is %s before the last answer was seen", rec.Status)
			}
			who, seat := s.Ann, games.Seat(0)
			if !rec.Waiting.Has(seat) {
				who, seat = s.Bob, 1
			}
			m := s.Slash(who, "/kalah move move:"+s.First(rec, seat))
			if rec = s.Only(); rec.Status == match.Over {
				s.Private(m, "You played", " won ")
				return
			}
		}
		t.Error("the match does not end")
	})
}

// P43: a move by command against computers is answered with the board in private, which then shows
// the computers' moves.
func TestAfterMove_ShowsTheComputersAnswer(t *testing.T) {
	t.Parallel()
	for _, game := range []string{"kalah", "halatafl", "fish", "stratego"} {
		t.Run(game, func(t *testing.T) {
			story.Tell(t, func(s *story.Story) {
				s.Slash(s.Ann, "/"+game+" start level:easy")
				if game == "stratego" {
					s.Click(s.Ann, s.Click(s.Ann, s.Board(), "Set up my army"), "Confirm")
				}
				s.Wait(time.Minute)
				rec := s.Only()
				seat := rec.OnlyPerson()
				m := s.Slash(s.Ann, "/"+game+" move move:"+s.First(rec, seat))
				s.Private(m, "### ")
				s.Wait(time.Minute)
				if rec = s.Only(); !rec.Waiting.Has(seat) {
					t.Fatal("the computer has not moved")
				}
				for _, now := range s.Sim.Messages(s.Hall, s.Ann) {
					if now.ID == m.ID {
						if s.Sees(now, "### ", "it's your turn"); len(now.Attachments) == 0 {
							t.Error("the answer has no picture of the board")
						}
						return
					}
				}
				t.Errorf("the answer is gone: %q", m.Text())
			}, func(c *bot.Config) { c.Games = catalog.Games() })
		})
	}
}

// P153: if the board shows what was chosen under More, the menu is deleted at once, and no note is left
// that is deleted seconds later. The board would then move while the player is about to touch it.
func TestMenuGoesWithoutANote(t *testing.T) {
	t.Parallel()
	story.Tell(t, func(s *story.Story) {
		s.Slash(s.Ann, "/kalah start level:first first:me")
		s.Press(s.Ann, s.Board())
		s.Wait(story.AMoment)
		more := s.Click(s.Ann, s.Board(), "More")
		s.Click(s.Ann, more, "Take back")
		s.Sees(s.Board(), "taken back")
		for _, m := range s.Sim.Messages(s.Hall, s.Ann) {
			if m.Ephemeral() {
				t.Errorf("a private message stands: %q", m.Text())
			}
		}
	})
}
