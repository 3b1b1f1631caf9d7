package server_test

import (
	"errors"
	"fmt"
	"regexp"
	"slices"
	"strings"
	"testing"
	"time"

	"paddock/bot/discordsim"
	"paddock/bot/discordsim/people"
	"paddock/bot/story"
	"paddock/games/match"
	"paddock/games/tourney"
)

// P106, P25: a moderator can end a match or close a challenge in every open state. It has no result
// and no rating. Its players, `/match why` and the audit log have the reason. A finished match does
// not change, and a game of a tournament must be decided instead.
func TestP106EndInEveryState(t *testing.T) {
	if testing.Short() {
		t.Skip("long: a story for every state")
	}
	t.Parallel()
	for _, state := range story.MatchStates {
		t.Run(state.Name, func(t *testing.T) {
			story.CrossTell(t, state.Lead, func(s *story.Story) {
				s.Moderated()
				s.Wait(time.Minute)
				before := s.TheMatch()
				log := len(s.Audits())
				e := s.Listen()
				answer := s.Slash(s.Cid, "/server end game:"+string(before.ID)+" reason:they shout.")
				s.Wait(time.Minute)
				after, err := s.Store.Record(t.Context(), before.ID)
				if err != nil {
					t.Fatal(err)
				}
				switch {
				case before.Tournament != "":
					s.Private(answer, "is waiting for the result", "/tournament override")
				case before.Status == match.Over || before.Status == match.Closed:
					s.Private(answer, "is over, so there is nothing to do")
				default:
					s.Private(answer, "I've ended the match")
					isEnded(s, e, before, after)
					return
				}
				if after.Head != before.Head || len(s.Audits()) != log {
					t.Errorf("it was refused, and has changed: %d events instead of %d, audit log %v", after.Head,
						before.Head, s.Audits())
				}
			})
		})
	}
}

// isEnded fails the story unless everybody in a match is told that a moderator has ended it.
func isEnded(s *story.Story, e *story.Ear, before, after match.Record) {
	s.Helper()
	if after.Status != match.Closed || after.Reason != match.ByModerator || after.Outcome != nil {
		s.Errorf("the match is %s by %s with %v, want closed by a moderator", after.Status, after.Reason, after.Outcome)
	}
	if finished, err := s.Store.Finished(s.Context(), match.UserID(s.Ann)); err != nil || len(finished) != 0 {
		s.Errorf("Ann has finished %d matches, %v; want none", len(finished), err)
	}
	rang := map[discordsim.UserID]int{}
	for _, m := range e.News() {
		s.Sees(m, "Cid, a moderator,", "they shout.")
		for _, u := range m.Notified {
			rang[u]++
		}
	}
	for _, u := range slices.Compact(append(before.Members(), before.Owner)) {
		if n := rang[discordsim.UserID(u)]; n != 1 {
			s.Errorf("%s was told %d times, want once", u, n)
		}
	}
	why := s.Slash(s.Ann, "/match why game:"+string(before.ID))
	s.Private(why, "moderator", "By decision of Cid (they shout)", "manages the server can end any match")
	if got := s.Audits(); got[0] != match.AuditEnd {
		s.Errorf("the audit log has %v", got)
	}
	s.Private(s.Slash(s.Cid, "/server audit"), "**Cid** has ended", string(before.ID), "they shout")
	if before.Parked == nil {
		s.Sees(s.Board(), "Cid, a moderator,", "they shout")
	}
	s.Private(s.Slash(s.Cid, "/server end game:"+string(before.ID)+" reason:again"), "is over")
}

// P106, P11: a match that a moderator ends keeps its secrets for ever: nobody gets a rank, a set-up
// or a salt.
func TestP106EndKeepsSecrets(t *testing.T) {
	t.Parallel()
	for _, phase := range []string{"setting up", "set up"} {
		t.Run(phase, func(t *testing.T) {
			var lead func(*story.Story)
			for _, state := range story.MatchStates {
				if state.Name == phase {
					lead = state.Lead
				}
			}
			story.CrossTell(t, lead, func(s *story.Story) {
				s.Moderated()
				anns := s.NewestDM(s.Ann).Text()
				s.Slash(s.Cid, "/server end game:"+string(s.TheMatch().ID)+" reason:spam")
				s.Wait(time.Minute)
				rec := s.TheMatch()
				for _, text := range []string{
					"/match export", "/match history", "/stratego verify", "/board",
					"/match history after:0",
				} {
					for _, who := range []discordsim.UserID{s.Bob, s.Eve, s.Cid} {
						m := s.Slash(who, text+" game:"+string(rec.ID))
						all := m.Text() + strings.Join(m.AltTexts(), " ")
						for _, f := range m.Attachments {
							all += string(f.Content)
						}
						for _, r := range rec.Receipts {
							if strings.Contains(all, r.Salt) {
								t.Errorf("%s tells a salt:\n%s", text, all)
							}
						}
						if text == "/match export" && !strings.Contains(all, "now ") {
							t.Errorf("the export has no position:\n%s", all)
						}
						for _, line := range strings.Split(all, "\n") {
							if strings.HasPrefix(line, "now ") && who != s.Bob &&
								rankShown.MatchString(boardField(line)) {
								t.Errorf("%s shows ranks: %s", text, line)
							}
						}
						if len(anns) > 40 && strings.Contains(all, anns) {
							t.Errorf("%s shows Ann's own board to somebody else", text)
						}
					}
				}
			})
		})
	}
}

// rankShown matches a piece with its rank in the text of a Stratego position.
var rankShown = regexp.MustCompile(`[rb][0-9A-Z]`)

// boardField returns the board from the text of a Stratego position.
func boardField(line string) string {
	_, rest, _ := strings.Cut(line, "board=")
	field, _, _ := strings.Cut(rest, " ")
	return field
}

// P106: a seat is handed over in the middle of a match. All three people are told once. The new
// player has the full time of a move, the former player can do nothing any more, and the match is
// not rated.
func TestP106HandOver(t *testing.T) {
	t.Parallel()
	story.Tell(t, func(s *story.Story) {
		dan := s.Moderated()
		s.Begin("/kalah challenge user:@Bob first:me time:1 day a move")
		s.Slash(s.Ann, "/kalah move move:2")
		s.Wait(20 * time.Hour)
		old, id := s.Board(), string(s.Only().ID)
		e := s.Listen()
		s.Private(s.Slash(s.Cid, "/server hand-over new:@Dan old:@Bob reason:Bob is ill game:"+id),
			"I've asked Dan to take over from Bob")
		s.Wait(time.Minute)
		asked := s.Last()
		s.Sees(asked, "<@"+string(dan)+">", "Cid asks you to play on for Bob", "Reason: Bob is ill")
		s.Rings(asked, dan)
		if board := s.Board(); !strings.Contains(board.Text(), "Bob (North)") {
			t.Errorf("Dan has not accepted, and the board says\n%s", board.Text())
		}
		s.Private(s.Click(s.Eve, asked, "Accept"), "This question is for Dan")
		s.Private(s.Click(dan, asked, "Decline"), "Everything stays as it was")
		s.Wait(time.Minute)
		s.Sees(s.Last(), "<@"+string(s.Cid)+">", "has declined")
		if s.There(s.Eve, asked) {
			t.Error("the question still stands, although it is answered")
		}
		s.Slash(s.Cid, "/server hand-over new:@Dan old:@Bob reason:Bob is ill game:"+id)
		s.Wait(time.Minute)
		e.News()
		s.KeepOld()
		s.Sim.TamperNext(1, people.Twice)
		s.Accept(dan)
		rang := map[discordsim.UserID]int{}
		for _, m := range e.News() {
			for _, u := range m.Notified {
				rang[u]++
			}
		}
		if rang[s.Ann] != 1 || rang[s.Bob] != 1 || rang[s.Cid] != 1 {
			t.Errorf("rang: %v, want Ann, Bob and Cid once each", rang)
		}
		board := s.Board()
		s.Sees(board, "Dan (North)", "Dan plays on for Bob. By decision of Cid (Bob is ill).",
			"<@"+string(dan)+">, it's your turn")
		if !slices.Contains(board.Notified, dan) {
			t.Errorf("Dan was not called: %v", board.Notified)
		}
		if left := time.Until(s.Only().Clock.Deadline); left < 23*time.Hour {
			t.Errorf("Dan has %v left, want a day", left)
		}
		if s.Only().Rated() {
			t.Error("the match is still rated")
		}
		s.Private(s.Answered(s.Sim.As(s.Bob).ClickStale(old, "1 (4)"), "old"), "You don't play in this match")
		if list := s.Slash(s.Bob, "/games").Text(); strings.Contains(list, id) {
			t.Errorf("Bob's list still has the match that was taken from him:\n%s", list)
		}
		taken := 0
		for _, act := range s.Audits() {
			if act == match.AuditHandOver {
				taken++
			}
		}
		if taken != 1 || strings.Contains(s.Logged.String(), "panic") {
			t.Errorf("a click that arrives twice leaves %d hand-overs in the audit log, want one; the bot's log:\n%s",
				taken, s.Logged)
		}
		s.Click(dan, board, "1 (4)")
		if n := s.Moves(s.Only().ID); n != 2 {
			t.Errorf("%d moves, want Dan's to be there", n)
		}
		s.Private(s.Slash(s.Ann, "/match why"), "Dan plays on for Bob", "By decision of Cid (Bob is ill)")
		s.Private(s.Slash(s.Cid, "/server audit"), "**Cid** has offered Dan the place of Bob in Kalah",
			"**Cid** has handed Kalah", "from Bob to Dan", "Bob is ill")
		s.Private(s.Slash(s.Cid, "/server hand-over new:@Bob reason:x game:"+id), "Several members", "old:")
		s.Private(s.Slash(s.Cid, "/server hand-over new:@Cid old:@Dan reason:x game:"+id), "give yourself")
		s.Private(s.Slash(s.Ann, "/server hand-over new:@Eve old:@Dan reason:x game:"+id), "that you play in yourself")
		s.Private(s.Slash(s.Cid, "/server hand-over new:@Eve old:@Bob reason:x game:"+id), "doesn't play in this match")
		s.Private(s.Slash(s.Cid, "/server hand-over new:@Eve old:@Bob reason:x"), "Choose what to hand over")
	})
}

// P106, P28: a member who chose direct messages is asked there to take a seat over, and answers
// there.
func TestP106HandOverByLetter(t *testing.T) {
	t.Parallel()
	story.Tell(t, func(s *story.Story) {
		dan := s.Moderated()
		s.Slash(dan, "/settings general notify:a direct message")
		s.Begin("/kalah challenge user:@Bob first:me time:1 day a move")
		s.Slash(s.Cid, "/server hand-over new:@Dan old:@Bob reason:ill game:"+string(s.Only().ID))
		s.Wait(time.Minute)
		letter := s.NewestDM(dan)
		s.Sees(letter, "Cid asks you to play on for Bob")
		s.Private(s.Click(dan, letter, "Show the board"), "Bob (North)")
		s.Private(s.Click(dan, letter, "Accept"), "You have taken over")
		s.Wait(time.Minute)
		if s.There(dan, letter) {
			t.Error("the letter still asks, although it is answered")
		}
		if rec := s.Only(); rec.Players[1].User != match.UserID(dan) {
			t.Errorf("the players are %v", rec.Players)
		}
	})
}

// P106, S54: in a game with secrets the new player gets the private board of the seat, and the
// former one sees only public facts.
func TestP106HandOverOfAnArmy(t *testing.T) {
	t.Parallel()
	story.CrossTell(t, func(s *story.Story) { s.SetUp() }, func(s *story.Story) {
		dan := s.Moderated()
		bobs := s.NewestDM(s.Bob)
		s.Slash(s.Cid, "/server hand-over new:@Dan old:@Bob reason:ill game:"+string(s.TheMatch().ID))
		s.Accept(dan)
		dans := s.NewestDM(dan)
		if len(dans.AltTexts()) != 1 || len(bobs.AltTexts()) != 1 || !strings.Contains(bobs.AltTexts()[0], "Flag") ||
			dans.AltTexts()[0] != bobs.AltTexts()[0] {
			t.Errorf("Dan sees\n%v\nand Bob saw\n%v", dans.AltTexts(), bobs.AltTexts())
		}
		for _, m := range s.Sim.Messages(s.Sim.DM(s.Bob), s.Bob) {
			if m.ID == bobs.ID && strings.Contains(strings.Join(m.AltTexts(), ""), "Flag") {
				t.Errorf("Bob still sees the army:\n%v", m.AltTexts())
			}
		}
		u, err := s.Store.User(t.Context(), match.UserID(s.Bob))
		if err != nil || len(u.PrivateBoards) != 0 {
			t.Errorf("Bob's private board is still kept: %v, %v", u.PrivateBoards, err)
		}
	})
}

// P106: a challenge can be handed over too, and so can a match between computers. Then only the new
// owner decides about it.
func TestP106HandOverOfAChallenge(t *testing.T) {
	t.Parallel()
	story.Tell(t, func(s *story.Story) {
		dan := s.Moderated()
		s.Slash(s.Ann, "/kalah challenge")
		s.Private(s.Slash(s.Cid, "/server hand-over new:@Dan reason:asked for it game:"+string(s.Only().ID)),
			"I've asked Dan to take over from Ann")
		s.Accept(dan)
		s.Private(s.Click(s.Ann, s.Board(), "Withdraw"), "Only the challenger")
		s.Click(s.Bob, s.Board(), "Accept")
		if rec := s.Only(); rec.Status != match.Running || !slices.Contains(rec.Members(), match.UserID(dan)) ||
			!rec.Rated() {
			t.Errorf("the match is %s between %v, rated %t; want Dan in it", rec.Status, rec.Members(), rec.Rated())
		}
		s.Slash(s.Ann, "/kalah start level:first versus:random holes:3 beans:2")
		s.Slash(s.Cid, "/server hand-over new:@Dan old:@Ann reason:asked for it game:"+string(s.Only().ID))
		s.Accept(dan)
		s.Private(s.Click(s.Ann, s.Board(), "Play on"), "Only the member who started")
		s.Click(dan, s.Board(), "Play on")
		s.Wait(5 * time.Minute)
		if rec := s.Only(); rec.Status != match.Over {
			t.Errorf("the match is %s, want Dan to have played on", rec.Status)
		}
	})
}

// P136, P106: after a channel's leader is erased, a moderator names a new one, who then decides
// about everything but moves.
func TestP136HandOverOfAChannel(t *testing.T) {
	t.Parallel()
	for name, begin := range map[string]string{
		"against the computer": "/kalah start level:first seat:channel first:me vote:1h",
		"against a member":     "/kalah challenge user:@Bob seat:channel first:me vote:1h",
	} {
		t.Run(name, func(t *testing.T) {
			t.Parallel()
			story.Tell(t, func(s *story.Story) {
				dan := s.Moderated()
				s.Slash(s.Ann, begin)
				if board := s.Board(); slices.Contains(board.Labels(), "Accept") {
					s.Click(s.Bob, board, "Accept")
				}
				s.Click(s.Ann, s.Slash(s.Ann, "/privacy delete-my-data"), "Yes, delete it all")
				s.Wait(time.Minute)
				rec := s.TheMatch()
				s.Private(s.Slash(s.Cid, "/server hand-over new:@Dan reason:Ann has gone game:"+string(rec.ID)),
					`I've asked Dan to decide for \#hall`)
				s.Wait(time.Minute)
				s.Sees(s.Last(), "Cid asks you to decide for \\#hall about everything but its moves", "Ann has gone")
				s.Accept(dan)
				s.Sees(s.Board(), `Dan decides for \#hall`, "By decision of Cid (Ann has gone)")
				s.Resigns(dan)
				s.Wait(time.Minute)
				if now := s.TheMatch(); now.Status != match.Over || now.ID != rec.ID {
					t.Errorf("the match is %s after its channel's new leader has resigned", now.Status)
				}
			})
		})
	}
}

// P106, P38: a member who takes a seat over in the first match of a pair has agreed to that match
// alone. Both players are told that no second match follows.
func TestP106HandOverOfAPair(t *testing.T) {
	t.Parallel()
	story.Tell(t, func(s *story.Story) {
		dan := s.Moderated()
		s.Slash(s.Ann, "/halatafl challenge user:@Bob sheep:20")
		s.Click(s.Ann, s.Board(), "As a pair")
		s.Click(s.Bob, s.Board(), "Accept")
		s.Slash(s.Cid, "/server hand-over new:@Dan old:@Bob reason:ill game:"+string(s.Only().ID))
		s.Wait(time.Minute)
		s.Sees(s.Last(), "no second match follows")
		s.Accept(dan)
		s.Sees(s.Board(), "Dan plays on for Bob", "no second match follows")
	})
}

// P106, P27: a tournament is handed over to another member, who then runs it. A player is removed,
// during the sign-up and later. Each is told why.
func TestP106Tournaments(t *testing.T) {
	t.Parallel()
	story.TellTournament(t, func(s *story.Story) {
		dan := s.Moderated()
		s.Slash(s.Ann, "/tournament create game:kalah format:roundrobin players:4")
		id := string(s.TheTournament().ID)
		for _, u := range []discordsim.UserID{s.Ann, s.Bob, s.Eve, dan} {
			if u == dan {
				s.Private(s.Slash(s.Cid, "/server remove user:@Eve reason:shouts tournament:"+id), "Eve is out")
			}
			s.Slash(u, "/tournament join")
		}
		if len(s.TheTournament().Entrants) != 3 {
			t.Errorf("%d have joined, want 3 without Eve", len(s.TheTournament().Entrants))
		}
		s.Private(s.Slash(s.Cid, "/server hand-over new:@Bob reason:Ann is away tournament:"+id), "is now run by Bob")
		// Ann may still start it, because she manages the server
		s.Private(s.Slash(s.Ann, "/tournament start"), "begins")
		s.Wait(time.Minute)
		if s.TheTournament().Owner.User != match.UserID(s.Bob) {
			t.Errorf("the tournament is %s's, want Bob's", s.TheTournament().Owner.Name)
		}
		game := s.TheTournament().Played[0].Games[0]
		out := s.TheTournament().Entrants[game.Pairing[0]]
		e := s.Listen()
		s.Private(s.Slash(s.Cid, "/server remove user:@"+out.Name+" reason:cheats tournament:"+id), "is out of")
		s.Wait(time.Minute)
		told := false
		for _, m := range e.News() {
			told = told || slices.Contains(m.Notified, discordsim.UserID(out.User)) &&
				strings.Contains(m.Text(), "cheats")
		}
		if rec, err := s.Store.Record(t.Context(), game.Match); err != nil || rec.Status != match.Over || !told {
			t.Errorf("the game of who was removed is %s (%v); told: %t", rec.Status, err, told)
		}
		s.Private(s.Slash(s.Cid, "/server remove user:@Cid reason:x tournament:"+id), "doesn't play in")
		s.Slash(s.Cid, "/tournament cancel")
		if got, want := fmt.Sprint(s.Audits()), "[cancel remove start hand-over remove]"; got != want {
			t.Errorf("the audit log has %s, want %s", got, want)
		}
		if s.TheTournament().Status != tourney.Cancelled {
			t.Errorf("the tournament is %s", s.TheTournament().Status)
		}
	})
}

// P25, P106: if a server has chosen channels, matches begin only there and in their threads.
// Elsewhere the answer names these channels, and running matches continue.
func TestP25Channels(t *testing.T) {
	t.Parallel()
	story.TellTournament(t, func(s *story.Story) {
		s.Moderated()
		attic := s.Sim.AddChannel(s.Club, "attic")
		at := func(who discordsim.UserID, c discordsim.ChannelID, text string) discordsim.Message {
			t.Helper()
			return s.Answered(s.Sim.As(who).In(c).Slash(text), text)
		}
		s.Private(s.Slash(s.Cid, "/server channels"), "may begin in: **every channel**")
		s.Begin("/kalah challenge user:@Bob first:me")
		running := s.Board()
		panel := s.Slash(s.Cid, "/server channels allow:#attic")
		s.Private(panel, "may begin in: **<#"+string(attic)+">**")

		for _, text := range []string{
			"/kalah start", "/kalah challenge", "/kalah challenge user:@Bob", "/fish start players:3",
			"/tournament create game:kalah format:swiss", "/play",
		} {
			s.Private(s.Slash(s.Ann, text), "<#"+string(attic)+">")
		}
		menu := s.Answered(s.Sim.As(s.Ann).In(s.Hall).ContextMenu("Challenge to a game", s.Bob), "menu")
		s.Private(s.Choose(s.Ann, menu, "Kalah"), "Go to <#"+string(attic)+">")
		s.Click(s.Ann, running, "1 (4)")
		s.Private(s.Slash(s.Bob, "/kalah move move:1"), "You played")
		s.SayYes(s.Bob, "/resign")
		s.Private(s.Click(s.Ann, s.Board(), "Rematch"), "Go to <#"+string(attic)+">")
		for _, text := range []string{
			"/games", "/help", "/board", "/settings general", "/stats", "/match why",
			"/privacy show",
		} {
			if m := s.Slash(s.Ann, text); strings.Contains(m.Text(), "begin elsewhere") {
				t.Errorf("%s is refused where nothing begins:\n%s", text, m.Text())
			}
		}
		s.Private(at(s.Ann, attic, "/kalah challenge user:@Eve"), "Your challenge is in")
		thread := s.Sim.AddThread(attic, "talk", s.Ann)
		s.Private(at(s.Ann, thread, "/kalah start"), "Your match has begun")
		other := s.Sim.AddThread(s.Hall, "talk", s.Ann)
		s.Private(at(s.Ann, other, "/kalah start"), "Go to <#"+string(attic)+">")

		s.Private(s.Slash(s.Ann, "/server channels forbid:#attic"), "every channel")
		s.Private(s.Slash(s.Ann, "/kalah start"), "Your match has begun")
		picked := s.Answered(s.Sim.As(s.Cid).Select(panel, panel.Selects()[0].CustomID, "#attic", "#hall"), "pick")
		s.Sees(picked, "<#"+string(attic)+">", "<#"+string(s.Hall)+">")
		picked = s.Answered(s.Sim.As(s.Cid).Select(picked, picked.Selects()[0].CustomID), "pick none")
		s.Sees(picked, "every channel")
		s.Private(s.Slash(s.Cid, "/server audit"),
			"may begin in*: <#"+string(s.Hall)+"> and <#"+string(attic)+"> → every channel",
			"every channel → <#"+string(attic)+">")
	})
}

// P106: each use of `/server` needs the permission to manage the server: commands, open panels and
// pages. It never acts on another server.
func TestP106Rights(t *testing.T) {
	t.Parallel()
	story.Tell(t, func(s *story.Story) {
		s.Moderated()
		s.Begin("/kalah challenge user:@Bob first:me")
		id := string(s.Only().ID)
		commands := []string{
			"/server settings limit:3", "/server channels allow:#hall", "/server end reason:x game:" + id,
			"/server hand-over new:@Eve old:@Bob reason:x game:" + id,
			"/server remove user:@Bob reason:x", "/server audit",
		}
		for _, text := range commands {
			if err := s.Sim.As(s.Eve).In(s.Hall).Slash(text).Err(); !errors.Is(err, discordsim.ErrClient) {
				t.Errorf("%s is offered to Eve: %v", text, err)
			}
			s.Sim.TamperNext(1, unmanaged) // the server's owner may have opened the command to everybody
			s.Private(s.Slash(s.Cid, text), "manage this server")
		}
		settings, rooms := s.Slash(s.Cid, "/server settings"), s.Slash(s.Cid, "/server channels")
		s.Slash(s.Cid, "/server settings limit:4")
		for range 12 {
			s.Slash(s.Cid, "/server settings threads:a thread for each match")
			s.Slash(s.Cid, "/server settings threads:matches in the channel")
		}
		log := s.Slash(s.Cid, "/server audit")
		s.Sim.SetPermissions(s.Club, s.Cid, discordsim.DefaultMemberPermissions)
		s.Private(s.Sets(s.Cid, s.Hall, settings, "threads", "on"), "manage this server")
		s.Private(s.Answered(s.Sim.As(s.Cid).Select(rooms, rooms.Selects()[0].CustomID, "#hall"), "channels"),
			"manage this server")
		s.Private(s.Click(s.Cid, log, "Next page"), "manage this server")
		if g, err := s.Store.Guild(t.Context(), match.GuildID(s.Club)); err != nil || g.Limit != 4 || g.Threads ||
			len(g.Channels) != 0 {
			t.Errorf("the server is %+v, %v", g, err)
		}

		other := s.Sim.AddGuild("Other", s.Eve)
		den := s.Sim.AddChannel(other, "den")
		for _, text := range []string{
			"/server end reason:x game:" + id,
			"/server hand-over new:@Eve old:" + string(s.Bob) + " reason:x game:" + id,
		} {
			s.Private(s.Answered(s.Sim.As(s.Eve).In(den).Slash(text), text), "can't find that match")
		}
		if s.Only().Status != match.Running {
			t.Error("a match was ended from another server")
		}
	})
}

// unmanaged removes the permission to manage the server from an interaction.
func unmanaged(p map[string]any) []map[string]any {
	if member, ok := p["member"].(map[string]any); ok {
		member["permissions"] = fmt.Sprint(int64(discordsim.DefaultMemberPermissions))
	}
	return []map[string]any{p}
}

// P106: the audit log has each change of a setting with the values before and after, the newest
// first, in pages. It survives a restart, and does not name erased users.
func TestP106Audit(t *testing.T) {
	t.Parallel()
	story.Tell(t, func(s *story.Story) {
		s.Moderated()
		s.Private(s.Slash(s.Cid, "/server audit"), "Nothing so far")
		for n := 1; n <= 20; n++ {
			s.Slash(s.Cid, fmt.Sprintf("/server settings limit:%d", n))
		}
		s.Slash(s.Cid, "/server settings limit:20") // the setting already has this value
		s.Slash(s.Ann, "/server settings threads:a thread for each match time:1 day a move")
		s.Restart(time.Minute)
		page := s.Slash(s.Cid, "/server audit")
		s.Private(page, "**Ann** has changed *Where matches are played*: matches in the channel → a thread for each match", "**Ann** has changed *Usual time for a move*", "19 → 20", "14 → 15")
		if strings.Contains(page.Text(), "13 → 14") || strings.Contains(page.Text(), "20 → 20") {
			t.Errorf("the first page says too much:\n%s", page.Text())
		}
		page = s.Click(s.Cid, page, "Next page")
		s.Sees(page, "13 → 14", "6 → 7")
		page = s.Click(s.Cid, page, "Next page")
		s.Sees(page, "the default → 1")
		if slices.Contains(page.Labels(), "Next page") {
			t.Errorf("after the last page there is another: %v", page.Labels())
		}
		s.Sees(s.Click(s.Cid, page, "Newest …"), "19 → 20")

		s.Click(s.Cid, s.Slash(s.Cid, "/privacy delete-my-data"), "Yes, delete it all")
		s.Wait(time.Minute)
		page = s.Slash(s.Ann, "/server audit")
		s.Private(page, "**Former player** has changed")
		if strings.Contains(page.Text(), "Cid") {
			t.Errorf("Cid is gone, and the log says:\n%s", page.Text())
		}
	})
}

// P109: a member who takes over an army that is set up is not told to set it up.
func TestHandOverWithoutSetUp(t *testing.T) {
	t.Parallel()
	story.Tell(t, func(s *story.Story) {
		dan := s.Moderated()
		s.SetUp()
		s.Wait(time.Minute)
		s.Slash(s.Cid, "/server hand-over new:@Dan old:@Ann reason:ill game:"+string(s.Only().ID))
		s.Accept(dan)
		s.Wait(time.Minute)
		for _, m := range s.Sim.Messages(s.Hall, dan) {
			if strings.Contains(m.Text(), "New to this") {
				t.Errorf("there is nothing left to set up:\n%s", m.Text())
			}
		}
		if rec := s.Only(); rec.Players[0].User != match.UserID(dan) && rec.Players[1].User != match.UserID(dan) {
			t.Fatal("the seat is not handed over")
		}
	}, story.WithStratego)
}
