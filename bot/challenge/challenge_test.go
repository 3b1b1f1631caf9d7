package challenge_test

import (
	"strings"
	"testing"
	"time"

	"paddock/bot/component"
	"paddock/bot/discordsim"
	"paddock/bot/story"
	"paddock/games/match"
	"paddock/storage"
)

// P14: only the invited member may accept. Declining closes the challenge, and its message says so.
func TestChallengeDeclined(t *testing.T) {
	t.Parallel()
	story.Tell(t, func(s *story.Story) {
		s.Slash(s.Ann, "/kalah challenge user:@Bob")
		b := s.Board()
		s.Private(s.Click(s.Cid, b, "Accept"), "for somebody else")
		s.Private(s.Click(s.Cid, b, "Decline"), "isn't for you")
		s.Private(s.Click(s.Ann, b, "Decline"), "your own challenge", "*Withdraw*")
		s.Click(s.Bob, b, "Decline")
		b = s.Board()
		s.Sees(b, "declined")
		if len(b.Labels()) != 0 {
			t.Errorf("a declined challenge still has %q", b.Labels())
		}
	})
}

// P14: only the challenger can revoke the challenge.
func TestChallengeRevoked(t *testing.T) {
	t.Parallel()
	story.Tell(t, func(s *story.Story) {
		s.Slash(s.Ann, "/kalah challenge user:@Bob")
		s.Private(s.Click(s.Bob, s.Board(), "Withdraw"), "Only the challenger", "press *Decline*")
		s.Click(s.Ann, s.Board(), "Withdraw")
		if rec := s.Only(); rec.Status != match.Closed {
			t.Errorf("the challenge is %s, want closed", rec.Status)
		}
		s.Slash(s.Ann, "/kalah challenge")
		s.Private(s.Click(s.Bob, s.Board(), "Withdraw"), "Only the challenger", "leave it alone")
	})
}

// A member who has a seat at an open table and presses *Withdraw* is told to use *Leave*.
func TestWithdrawAtATable(t *testing.T) {
	t.Parallel()
	story.TellFish(t, func(s *story.Story, _ discordsim.UserID) {
		s.Slash(s.Ann, "/fish start players:3")
		s.Click(s.Bob, s.Board(), "Join")
		s.Private(s.Click(s.Bob, s.Board(), "Withdraw"), "Only the challenger", "press *Leave*")
	})
}

// P49: `/fish start` without options begins a match against the computer, as `/kalah start` does.
func TestStartNeedsNoOption(t *testing.T) {
	t.Parallel()
	story.TellFish(t, func(s *story.Story, _ discordsim.UserID) {
		s.Slash(s.Ann, "/fish start")
		s.Wait(story.AMoment)
		rec := s.Only()
		if rec.Status != match.Running || rec.People() != 1 || len(rec.Players) != 2 || rec.Rated() {
			t.Errorf("%s with %d people at %d seats, rated: %t", rec.Status, rec.People(), len(rec.Players),
				rec.Rated())
		}
	})
}

// The owner of a table has a seat. The answers to the owner's command and to *Join* have a button
// that begins the match now.
func TestOwnersTable(t *testing.T) {
	t.Parallel()
	const begin = "Begin with computers"
	for door, seats := range map[string]string{"own answer": " players:2", "Join": " players:4"} {
		story.TellFish(t, func(s *story.Story, _ discordsim.UserID) {
			own := s.Slash(s.Ann, "/fish start"+seats)
			s.Private(own, "you have a seat", "all seats")
			if door == "Join" {
				own = s.Click(s.Ann, s.Board(), "Join")
				s.Private(own, "This is your table", "*Join* is for the others")
			}
			s.Click(s.Ann, own, begin)
			s.Wait(story.AMoment)
			if rec := s.Only(); rec.Status != match.Running {
				t.Errorf("%s: %s after %q", door, rec.Status, begin)
			} else if rec.Rated() {
				t.Errorf("%s: a match of one person against computers counts for the ratings (P110)", door)
			}
		})
	}
}

// P14: accepting on day 6 works, on day 8 the challenge has expired.
func TestChallengeExpires(t *testing.T) {
	t.Parallel()
	story.Tell(t, func(s *story.Story) {
		s.Slash(s.Ann, "/kalah challenge user:@Bob")
		old := s.Board()
		s.Wait(6 * 24 * time.Hour)
		if rec := s.Only(); rec.Status != match.Open {
			t.Errorf("on day 6 the challenge is %s, want open", rec.Status)
		}
		s.Wait(2 * 24 * time.Hour)
		b := s.Board()
		s.Sees(b, "expired")
		s.Private(s.Answered(s.Sim.As(s.Bob).ClickStale(old, "Accept"), "Accept"), "expired")
	})
}

// P3: if two members accept an open challenge at once, one of them plays and the other is told so.
func TestOpenChallengeAcceptedTwice(t *testing.T) {
	t.Parallel()
	story.Tell(t, func(s *story.Story) {
		s.Slash(s.Ann, "/kalah challenge")
		b := s.Board()
		s.Sees(b, "Ann is looking for somebody")
		s.Rings(b)
		bob := s.Sim.As(s.Bob).Click(b, "Accept")
		cid := s.Sim.As(s.Cid).Click(b, "Accept")
		toBob, toCid := s.Answered(bob, "Bob accepts"), s.Answered(cid, "Cid accepts")
		rec := s.Only()
		plays := func(id discordsim.UserID) bool { return rec.SeatOf(match.UserID(id)) >= 0 }
		if rec.Status != match.Running || !plays(s.Ann) || plays(s.Bob) == plays(s.Cid) {
			t.Errorf("the players are %v (%s), want Ann and one of Bob and Cid", rec.Players, rec.Status)
		}
		if plays(s.Bob) {
			s.Private(toCid, "has already begun, so you can't join")
		} else {
			s.Private(toBob, "has already begun, so you can't join")
		}
		s.Slash(s.Ann, "/halatafl challenge user:@Bob")
		b = s.Board()
		first, second := s.Sim.As(s.Bob).Click(b, "Accept"), s.Sim.As(s.Bob).Click(b, "Accept") // a double click
		s.Answered(first, "Bob accepts")
		s.Private(s.Answered(second, "Bob accepts again"), "has already begun, and you play in it")
	})
}

// P14: two members have only one open challenge between them.
func TestDuplicateChallenge(t *testing.T) {
	t.Parallel()
	story.Tell(t, func(s *story.Story) {
		s.Slash(s.Ann, "/kalah challenge user:@Bob")
		s.Private(s.Slash(s.Ann, "/kalah challenge user:@Bob"), "already")
		s.Private(s.Slash(s.Bob, "/kalah challenge user:@Ann"), "challenged you")
		if s.Posts() != 1 {
			t.Errorf("%d messages, want the one challenge", s.Posts())
		}
	})
}

// P52: a member's context menu has a command that challenges them. Neither oneself nor a bot can be
// challenged.
func TestChallengeFromTheMenu(t *testing.T) {
	t.Parallel()
	story.Tell(t, func(s *story.Story) {
		menu := func(on discordsim.UserID) discordsim.Message {
			return s.Answered(s.Sim.As(s.Ann).In(s.Hall).ContextMenu("Challenge to a game", on), "menu")
		}
		s.Private(menu(s.Ann), "can't challenge yourself")
		s.Private(menu(s.Sim.Bot()), "is a bot")
		s.Sim.SetNick(s.Club, s.Bob, strings.Repeat("𝓑", 32)) // 128 bytes: too long for a custom id
		m := menu(s.Bob)
		s.Private(m, "Which game")
		for _, o := range m.Selects()[0].Options {
			if o.Description == "" || strings.HasSuffix(o.Description, "…") {
				t.Errorf("%s is described as %q", o.Label, o.Description)
			}
		}
		s.Private(s.Choose(s.Ann, m, "Kalah"), "challenge")
		s.Sees(s.Board(), "Ann challenges", "Kalah")
		s.Click(s.Bob, s.Board(), "Accept")
		if rec := s.Only(); rec.Status != match.Running || rec.SeatOf(match.UserID(s.Bob)) < 0 {
			t.Errorf("the match is %s with %v", rec.Status, rec.Players)
		}
	})
}

// P13: either player may cancel before the first move, and there is no result.
func TestCancelBeforeTheFirstMove(t *testing.T) {
	t.Parallel()
	story.Tell(t, func(s *story.Story) {
		s.Begin("/kalah challenge user:@Bob first:me")
		// a button that boards of older versions have
		s.Forge(component.Target{Match: s.Only().ID, Action: component.ActCancel})
		s.Private(s.Click(s.Cid, s.Board(), "More"), "don't play")
		s.Click(s.Bob, s.Board(), "Cancel the match")
		if rec := s.Only(); rec.Status != match.Closed {
			t.Errorf("the match is %s, want closed", rec.Status)
		}
	})
}

// P20: one player's click asks for a rematch, and both players' clicks begin it. Sides are swapped,
// and another click begins nothing.
func TestRematch(t *testing.T) {
	t.Parallel()
	story.Tell(t, func(s *story.Story) {
		s.Begin("/kalah challenge user:@Bob first:me holes:3 beans:2")
		s.Press(s.Ann, s.Board())
		s.Click(s.Bob, s.Click(s.Bob, s.Board(), "Resign"), "Yes, I resign")
		b := s.Board()
		s.Sees(b, "resign")
		s.Click(s.Ann, b, "Rematch")
		s.Sees(s.Board(), "Ann would like a rematch")
		s.Click(s.Ann, s.Board(), "Rematch")
		s.Click(s.Bob, s.Board(), "Rematch")
		s.Answered(s.Sim.As(s.Bob).ClickStale(b, "Rematch"), "Rematch again")
		list, err := s.Store.Latest(t.Context(), match.ChannelID(s.Hall), 10)
		if err != nil || len(list) != 2 {
			t.Fatalf("%d matches (%v), want two", len(list), err)
		}
		if got := list[0].Players[0].Name; got != "Bob" {
			t.Errorf("South is now %s, want Bob", got)
		}
		s.Sees(s.Board(), "Bob (South) v Ann (North)", "This time Bob plays South, and Ann plays North.")
	})
}

// P60: in the bot's direct messages there are matches against the computer, and none between
// people.
func TestDirectMessages(t *testing.T) {
	t.Parallel()
	story.Tell(t, func(s *story.Story) {
		dm := s.Sim.DM(s.Ann)
		ann := s.Sim.As(s.Ann).In(dm)
		m := s.Answered(ann.Slash("/kalah challenge"), "challenge in a DM")
		s.Sees(m, "use me in your chat with them, or in a server where I am")
		s.Answered(ann.Slash("/kalah start level:first first:me"), "start in a DM")
		b := s.Sim.Last(dm, s.Ann)
		for _, m := range s.Sim.Messages(dm, s.Ann) {
			if !m.Ephemeral() {
				b = m
			}
		}
		s.Sees(b, "Ann (South)", "Computer (first, North)")
		s.Press(s.Ann, b)
		s.Wait(story.AMoment)
		if rec := s.InDM(dm); s.Moves(rec.ID) < 1 {
			t.Error("the move in the direct message was not played")
		}
	})
}

// P121: a rated match in direct messages lists nobody across servers without their consent, and the
// database stays sound.
func TestRatedInDirectMessages(t *testing.T) {
	t.Parallel()
	story.Tell(t, func(s *story.Story) {
		dm := s.Sim.DM(s.Ann)
		ann := s.Sim.As(s.Ann).In(dm)
		s.Answered(ann.Slash("/kalah start level:first rated:True time:1 day a move first:me"), "start in a DM")
		s.Press(s.Ann, s.Sim.Message(discordsim.MessageID(s.InDM(dm).Shown.Message), s.Ann))
		s.Wait(story.AMoment)
		sure := s.Answered(ann.Slash("/resign"), "resign")
		s.Click(s.Ann, sure, "Yes, I resign")
		s.Wait(story.AMoment)
		if result, over := s.InDM(dm).Finished(); !over || !result.Rated {
			t.Fatalf("the match is over: %t, %+v; want it over and rated", over, result)
		}
		got, err := s.Store.Ranking(s.Context(), match.Everywhere, "kalah", match.WithComputers, time.Now(), 9,
			match.Player{User: match.UserID(s.Ann)})
		if err != nil || len(got.Top) > 0 || got.Of > 0 {
			t.Errorf("the list of all servers has %+v, %v; want nobody", got, err)
		}
		s.Halt()
		if report, err := storage.Check(t.Context(), s.Path); err != nil || len(report.Problems) > 0 {
			t.Errorf("Check = %q, %v; want that the file is sound", report.Problems, err)
		}
		s.Start()
	})
}

// P25: a rematch is a new match, so it begins only in a channel where the server wants matches.
func TestRematchWhereMatchesAreWanted(t *testing.T) {
	t.Parallel()
	story.Tell(t, func(s *story.Story) {
		s.Moderated()
		s.PlayedOut("")
		s.Wait(time.Minute)
		arena := s.Sim.AddChannel(s.Club, "arena")
		s.Slash(s.Cid, "/server channels allow:#arena")
		s.Private(s.Click(s.Ann, s.BoardAbout("resigned"), "Rematch"), "<#"+string(arena)+">")
		if rec := s.Only(); len(rec.Rematch) != 0 {
			t.Errorf("a rematch is asked for by %v", rec.Rematch)
		}
	})
}

// P106: a challenge and a rematch are new matches, so they need a playing role.
func TestNewMatchNeedsARole(t *testing.T) {
	t.Parallel()
	story.Tell(t, func(s *story.Story) {
		s.Moderated()
		s.PlayedOut("")
		s.Wait(time.Minute)
		player := s.Sim.AddRole(s.Club, "Player")
		s.Slash(s.Cid, "/server roles play:@Player")
		s.Private(s.Slash(s.Bob, "/kalah challenge user:@Ann"), "one of the roles <@&"+string(player))
		s.Private(s.Click(s.Bob, s.BoardAbout("resigned"), "Rematch"), "one of the roles <@&"+string(player))
		if rec := s.Only(); len(rec.Rematch) != 0 {
			t.Errorf("a rematch is asked for by %v", rec.Rematch)
		}
	})
}

// If a whole channel accepts a challenge, the player in that seat has the channel's name.
func TestRivalAccepts(t *testing.T) {
	t.Parallel()
	story.Tell(t, func(s *story.Story) {
		attic := s.Sim.AddChannel(s.Club, "attic")
		s.Private(s.Slash(s.Ann, "/kalah challenge rival:<#"+string(attic)+"> first:me vote:1h"), "challenge is open")
		open := s.TheMatch()
		s.Click(s.Bob, s.Sim.Last(attic, s.Bob), "Accept")
		if rec, err := s.Store.Record(t.Context(), open.ID); err != nil || rec.Status != match.Running ||
			rec.Players[1].Name != "#attic" || rec.Players[1].Channel != match.ChannelID(attic) {
			t.Errorf("the match is %s with %+v", rec.Status, rec.Players)
		}
	})
}
