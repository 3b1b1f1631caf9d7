package bot_test

import (
	"errors"
	"fmt"
	"regexp"
	"slices"
	"strings"
	"testing"
	"time"

	"paddock/bot/discordsim"
	"paddock/games/match"
	"paddock/games/tourney"
)

// moderated lets Cid manage the server, who plays in nothing, and brings Dan into it.
func (s *story) moderated() (dan discordsim.UserID) {
	s.Helper()
	s.sim.SetPermissions(s.club, s.cid, discordsim.DefaultMemberPermissions|discordsim.PermManageGuild)
	dan = s.sim.AddUser("Dan")
	s.sim.AddMember(s.club, dan)
	return dan
}

// audits are the acts of the server's audit log, the newest first.
func (s *story) audits() (acts []match.AuditAct) {
	s.Helper()
	list, err := s.store.Audit(s.Context(), match.GuildID(s.club), 0, 1000)
	if err != nil {
		s.Fatal(err)
	}
	for _, a := range list {
		acts = append(acts, a.Did)
	}
	return acts
}

// P106, P25: a moderator ends a match or closes a challenge in every state that can be ended: it has no result and is not rated, who plays in it is told why,
// `/why` and the audit log have it. What is over stays so, and a game of a tournament is to be decided instead.
func TestP106EndInEveryState(t *testing.T) {
	if testing.Short() {
		t.Skip("long: a story for every state")
	}
	t.Parallel()
	for _, state := range matchStates {
		t.Run(state.name, func(t *testing.T) {
			crossTell(t, state.lead, func(s *story) {
				s.moderated()
				s.wait(time.Minute)
				before := s.theMatch()
				log := len(s.audits())
				e := s.listen()
				answer := s.slash(s.cid, "/server end game:"+string(before.ID)+" reason:they shout.")
				s.wait(time.Minute)
				after, err := s.store.Record(t.Context(), before.ID)
				if err != nil {
					t.Fatal(err)
				}
				switch {
				case before.Tournament != "":
					s.private(answer, "waits for its result", "/tournament override")
				case before.Status == match.Over || before.Status == match.Closed:
					s.private(answer, "is over, so there is nothing to do")
				default:
					s.private(answer, "The match is ended")
					s.isEnded(e, before, after)
					return
				}
				if after.Head != before.Head || len(s.audits()) != log {
					t.Errorf("it was refused, and has changed: %d events instead of %d, audit log %v", after.Head, before.Head, s.audits())
				}
			})
		})
	}
}

// isEnded fails the story unless a moderator's end of a match has come to everybody.
func (s *story) isEnded(e *ear, before, after match.Record) {
	s.Helper()
	if after.Status != match.Closed || after.Reason != match.ByModerator || after.Outcome != nil {
		s.Errorf("the match is %s by %s with %v, want closed by a moderator", after.Status, after.Reason, after.Outcome)
	}
	if results, err := s.store.Results(s.Context(), match.GuildID(s.club), before.Game); err != nil || len(results) != 0 {
		s.Errorf("there are %d results, %v; want none", len(results), err)
	}
	rang := map[discordsim.UserID]int{}
	for _, m := range e.news() {
		s.sees(m, "Cid has", "as a moderator", "they shout.")
		for _, u := range m.Notified {
			rang[u]++
		}
	}
	for _, u := range slices.Compact(append(before.Members(), before.Owner)) {
		if n := rang[discordsim.UserID(u)]; n != 1 {
			s.Errorf("%s was told %d times, want once", u, n)
		}
	}
	why := s.slash(s.ann, "/why game:"+string(before.ID))
	s.private(why, "moderator", "By decision of Cid (they shout)", "may manage the server may end any match")
	if got := s.audits(); got[0] != match.AuditEnd {
		s.Errorf("the audit log has %v", got)
	}
	s.private(s.slash(s.cid, "/server audit"), "**Cid** has ended", string(before.ID), "they shout")
	if before.Parked == nil {
		s.sees(s.board(), "Cid has", "they shout")
	}
	s.private(s.slash(s.cid, "/server end game:"+string(before.ID)+" reason:again"), "is over")
}

// P106, P11: what was hidden when a moderator ended a match is hidden for good: no rank, no set-up and no salt goes to anybody.
func TestP106EndKeepsSecrets(t *testing.T) {
	t.Parallel()
	for _, phase := range []string{"setting up", "set up"} {
		t.Run(phase, func(t *testing.T) {
			var lead func(*story)
			for _, state := range matchStates {
				if state.name == phase {
					lead = state.lead
				}
			}
			crossTell(t, lead, func(s *story) {
				s.moderated()
				anns := s.newestDM(s.ann).Text()
				s.slash(s.cid, "/server end game:"+string(s.theMatch().ID)+" reason:spam")
				s.wait(time.Minute)
				rec := s.theMatch()
				for _, text := range []string{"/export", "/history", "/stratego verify", "/board", "/history after:0"} {
					for _, who := range []discordsim.UserID{s.bob, s.eve, s.cid} {
						m := s.slash(who, text+" game:"+string(rec.ID))
						all := m.Text() + strings.Join(m.AltTexts(), " ")
						for _, f := range m.Attachments {
							all += string(f.Content)
						}
						for _, r := range rec.Receipts {
							if strings.Contains(all, r.Salt) {
								t.Errorf("%s tells a salt:\n%s", text, all)
							}
						}
						if text == "/export" && !strings.Contains(all, "now ") {
							t.Errorf("the export has no position:\n%s", all)
						}
						for _, line := range strings.Split(all, "\n") {
							if strings.HasPrefix(line, "now ") && who != s.bob && rankShown.MatchString(boardField(line)) {
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

// rankShown is a piece of a Stratego position text whose rank is told.
var rankShown = regexp.MustCompile(`[rb][0-9A-Z]`)

// boardField is the board of a Stratego position text.
func boardField(line string) string {
	_, rest, _ := strings.Cut(line, "board=")
	field, _, _ := strings.Cut(rest, " ")
	return field
}

// P106: a seat is handed over in the middle of a match. All three are told once, the newcomer has the whole time of a move and plays on, who held the seat can do
// nothing any more, and the match is not rated.
func TestP106HandOver(t *testing.T) {
	t.Parallel()
	tell(t, func(s *story) {
		dan := s.moderated()
		s.begin("/kalah challenge user:@Bob first:me time:1 day a move")
		s.slash(s.ann, "/kalah move move:2")
		s.wait(20 * time.Hour)
		old, id := s.board(), string(s.only().ID)
		e := s.listen()
		s.private(s.slash(s.cid, "/server hand-over new:@Dan old:@Bob reason:Bob is ill game:"+id), "I have asked Dan to take the place of Bob")
		s.wait(time.Minute)
		asked := s.last()
		s.sees(asked, "<@"+string(dan)+">", "Cid asks you to play on in the place of Bob", "Reason: Bob is ill")
		s.rings(asked, dan)
		if board := s.board(); !strings.Contains(board.Text(), "North Bob") {
			t.Errorf("Dan has not accepted, and the board says\n%s", board.Text())
		}
		s.private(s.click(s.eve, asked, "Accept"), "This question is for Dan")
		s.private(s.click(dan, asked, "Decline"), "All stays as it was")
		s.wait(time.Minute)
		s.sees(s.last(), "<@"+string(s.cid)+">", "has declined")
		if s.there(s.eve, asked) {
			t.Error("the question still stands, although it is answered")
		}
		s.slash(s.cid, "/server hand-over new:@Dan old:@Bob reason:Bob is ill game:"+id)
		s.wait(time.Minute)
		e.news()
		s.accept(dan)
		rang := map[discordsim.UserID]int{}
		for _, m := range e.news() {
			for _, u := range m.Notified {
				rang[u]++
			}
		}
		if rang[s.ann] != 1 || rang[s.bob] != 1 || rang[s.cid] != 1 {
			t.Errorf("rang: %v, want Ann, Bob and Cid once each", rang)
		}
		board := s.board()
		s.sees(board, "North Dan", "Dan plays on in the place of Bob. By decision of Cid (Bob is ill).", "<@"+string(dan)+">, it's your turn")
		if !slices.Contains(board.Notified, dan) {
			t.Errorf("Dan was not called: %v", board.Notified)
		}
		if left := time.Until(s.only().Clock.Deadline); left < 23*time.Hour {
			t.Errorf("Dan has %v left, want a day", left)
		}
		if s.only().Rated() {
			t.Error("the match is still rated")
		}
		s.private(s.answered(s.sim.As(s.bob).ClickStale(old, "1 (4)"), "old"), "You don't play in this match")
		if list := s.slash(s.bob, "/games").Text(); strings.Contains(list, id) {
			t.Errorf("Bob's list still has the match that was taken from him:\n%s", list)
		}
		s.click(dan, board, "1 (4)")
		if n := s.moves(s.only().ID); n != 2 {
			t.Errorf("%d moves, want Dan's to be there", n)
		}
		s.private(s.slash(s.ann, "/why"), "Dan plays on in the place of Bob", "By decision of Cid (Bob is ill)")
		s.private(s.slash(s.cid, "/server audit"), "**Cid** has offered Kalah", "of Bob to Dan", "**Cid** has given Kalah", "from Bob to Dan", "Bob is ill")
		s.private(s.slash(s.cid, "/server hand-over new:@Bob reason:x game:"+id), "Several members", "old:")
		s.private(s.slash(s.cid, "/server hand-over new:@Cid old:@Dan reason:x game:"+id), "to yourself")
		s.private(s.slash(s.ann, "/server hand-over new:@Eve old:@Dan reason:x game:"+id), "You play in this match yourself")
		s.private(s.slash(s.cid, "/server hand-over new:@Eve old:@Bob reason:x game:"+id), "neither plays in this match")
		s.private(s.slash(s.cid, "/server hand-over new:@Eve old:@Bob reason:x"), "Say what is to be handed over")
	})
}

// accept lets somebody accept what a moderator has offered to them.
func (s *story) accept(who discordsim.UserID) {
	s.Helper()
	s.wait(time.Minute)
	s.private(s.click(who, s.sim.Last(s.hall, who), "Accept"), "You have taken over")
	s.wait(time.Minute)
}

// P106, P28: who is asked to take a seat over and wants direct messages answers there.
func TestP106HandOverByLetter(t *testing.T) {
	t.Parallel()
	tell(t, func(s *story) {
		dan := s.moderated()
		s.slash(dan, "/settings notify:a direct message")
		s.begin("/kalah challenge user:@Bob first:me time:1 day a move")
		s.slash(s.cid, "/server hand-over new:@Dan old:@Bob reason:ill game:"+string(s.only().ID))
		s.wait(time.Minute)
		letter := s.newestDM(dan)
		s.sees(letter, "Cid asks you to play on in the place of Bob")
		s.private(s.click(dan, letter, "Board"), "North Bob")
		s.private(s.click(dan, letter, "Accept"), "You have taken over")
		s.wait(time.Minute)
		if s.there(dan, letter) {
			t.Error("the letter still asks, although it is answered")
		}
		if rec := s.only(); rec.Players[1].User != match.UserID(dan) {
			t.Errorf("the players are %v", rec.Players)
		}
	})
}

// P106, S54: who is given a seat in a game with secrets gets its private board, with the pieces as they stand; who held it sees no more than everybody.
func TestP106HandOverOfAnArmy(t *testing.T) {
	t.Parallel()
	crossTell(t, func(s *story) { s.setUp() }, func(s *story) {
		dan := s.moderated()
		bobs := s.newestDM(s.bob)
		s.slash(s.cid, "/server hand-over new:@Dan old:@Bob reason:ill game:"+string(s.theMatch().ID))
		s.accept(dan)
		dans := s.newestDM(dan)
		if len(dans.AltTexts()) != 1 || len(bobs.AltTexts()) != 1 || !strings.Contains(bobs.AltTexts()[0], "Flag") || dans.AltTexts()[0] != bobs.AltTexts()[0] {
			t.Errorf("Dan sees\n%v\nand Bob saw\n%v", dans.AltTexts(), bobs.AltTexts())
		}
		for _, m := range s.sim.Messages(s.sim.DM(s.bob), s.bob) {
			if m.ID == bobs.ID && strings.Contains(strings.Join(m.AltTexts(), ""), "Flag") {
				t.Errorf("Bob still sees the army:\n%v", m.AltTexts())
			}
		}
		u, err := s.store.User(t.Context(), match.UserID(s.bob))
		if err != nil || len(u.PrivateBoards) != 0 {
			t.Errorf("Bob's private board is still kept: %v, %v", u.PrivateBoards, err)
		}
	})
}

// P106: a challenge, and what somebody only watches, change hands too: then the newcomer decides about it.
func TestP106HandOverOfAChallenge(t *testing.T) {
	t.Parallel()
	tell(t, func(s *story) {
		dan := s.moderated()
		s.slash(s.ann, "/kalah challenge")
		s.private(s.slash(s.cid, "/server hand-over new:@Dan reason:asked for it game:"+string(s.only().ID)), "I have asked Dan to take the place of Ann")
		s.accept(dan)
		s.private(s.click(s.ann, s.board(), "Revoke"), "Only the member who has made")
		s.click(s.bob, s.board(), "Accept")
		if rec := s.only(); rec.Status != match.Running || !slices.Contains(rec.Members(), match.UserID(dan)) || !rec.Rated() {
			t.Errorf("the match is %s between %v, rated %t; want Dan in it", rec.Status, rec.Members(), rec.Rated())
		}
		s.slash(s.ann, "/kalah start level:first versus:random holes:3 beans:2")
		s.slash(s.cid, "/server hand-over new:@Dan old:@Ann reason:asked for it game:"+string(s.only().ID))
		s.accept(dan)
		s.private(s.click(s.ann, s.board(), "Play on"), "Only the member who has started")
		s.click(dan, s.board(), "Play on")
		s.wait(5 * time.Minute)
		if rec := s.only(); rec.Status != match.Over {
			t.Errorf("the match is %s, want Dan to have played on", rec.Status)
		}
	})
}

// P106, P27: a tournament is given to another member, who then runs it; and a player is taken out, in the sign-up and while it runs. Each is told why.
func TestP106Tournaments(t *testing.T) {
	t.Parallel()
	tellTournament(t, func(s *story) {
		dan := s.moderated()
		s.slash(s.ann, "/tournament create game:kalah format:roundrobin players:4")
		id := string(s.theTournament().ID)
		for _, u := range []discordsim.UserID{s.ann, s.bob, s.eve, dan} {
			if u == dan {
				s.private(s.slash(s.cid, "/server remove user:@Eve reason:shouts tournament:"+id), "Eve is out")
			}
			s.slash(u, "/tournament join")
		}
		if len(s.theTournament().Entrants) != 3 {
			t.Errorf("%d have joined, want 3 without Eve", len(s.theTournament().Entrants))
		}
		s.private(s.slash(s.cid, "/server hand-over new:@Bob reason:Ann is away tournament:"+id), "is run by Bob")
		s.private(s.slash(s.ann, "/tournament start"), "begins") // Ann manages the server
		s.wait(time.Minute)
		if s.theTournament().Owner.User != match.UserID(s.bob) {
			t.Errorf("the tournament is %s's, want Bob's", s.theTournament().Owner.Name)
		}
		game := s.theTournament().Played[0].Games[0]
		out := s.theTournament().Entrants[game.Pairing[0]]
		e := s.listen()
		s.private(s.slash(s.cid, "/server remove user:@"+out.Name+" reason:cheats tournament:"+id), "is out of")
		s.wait(time.Minute)
		told := false
		for _, m := range e.news() {
			told = told || slices.Contains(m.Notified, discordsim.UserID(out.User)) && strings.Contains(m.Text(), "cheats")
		}
		if rec, err := s.store.Record(t.Context(), game.Match); err != nil || rec.Status != match.Over || !told {
			t.Errorf("the game of who was removed is %s (%v); told: %t", rec.Status, err, told)
		}
		s.private(s.slash(s.cid, "/server remove user:@Cid reason:x tournament:"+id), "does not take part")
		s.slash(s.cid, "/tournament cancel")
		if got, want := fmt.Sprint(s.audits()), "[cancel remove start hand-over remove]"; got != want {
			t.Errorf("the audit log has %s, want %s", got, want)
		}
		if s.theTournament().Status != tourney.Cancelled {
			t.Errorf("the tournament is %s", s.theTournament().Status)
		}
	})
}

// P25, P106: where channels are chosen matches begin in these and their threads alone; elsewhere the answer says where to go, and what runs goes on.
func TestP25Channels(t *testing.T) {
	t.Parallel()
	tellTournament(t, func(s *story) {
		s.moderated()
		attic := s.sim.AddChannel(s.club, "attic")
		at := func(who discordsim.UserID, c discordsim.ChannelID, text string) discordsim.Message {
			t.Helper()
			return s.answered(s.sim.As(who).In(c).Slash(text), text)
		}
		s.private(s.slash(s.cid, "/server channels"), "may begin in: **every channel**")
		s.begin("/kalah challenge user:@Bob first:me")
		running := s.board()
		panel := s.slash(s.cid, "/server channels allow:#attic")
		s.private(panel, "may begin in: **<#"+string(attic)+">**")

		for _, text := range []string{
			"/kalah start", "/kalah challenge", "/kalah challenge user:@Bob", "/fish start players:3", "/tournament create game:kalah format:swiss", "/play",
		} {
			s.private(s.slash(s.ann, text), "<#"+string(attic)+">")
		}
		menu := s.answered(s.sim.As(s.ann).In(s.hall).ContextMenu("Challenge to a game", s.bob), "menu")
		s.private(s.choose(s.ann, menu, "Kalah"), "Go to <#"+string(attic)+">")
		s.click(s.ann, running, "1 (4)")
		s.private(s.slash(s.bob, "/kalah move move:1"), "You played")
		s.sayYes(s.bob, "/kalah resign")
		s.private(s.click(s.ann, s.board(), "Rematch"), "Go to <#"+string(attic)+">")
		for _, text := range []string{"/games", "/help", "/board", "/settings", "/stats", "/why", "/privacy"} {
			if m := s.slash(s.ann, text); strings.Contains(m.Text(), "begin elsewhere") {
				t.Errorf("%s is refused where nothing begins:\n%s", text, m.Text())
			}
		}
		s.private(at(s.ann, attic, "/kalah challenge user:@Eve"), "Your challenge stands")
		thread := s.sim.AddThread(attic, "talk", s.ann)
		s.private(at(s.ann, thread, "/kalah start"), "Your match has begun")
		other := s.sim.AddThread(s.hall, "talk", s.ann)
		s.private(at(s.ann, other, "/kalah start"), "Go to <#"+string(attic)+">")

		s.private(s.slash(s.ann, "/server channels forbid:#attic"), "every channel")
		s.private(s.slash(s.ann, "/kalah start"), "Your match has begun")
		picked := s.answered(s.sim.As(s.cid).Select(panel, panel.Selects()[0].CustomID, "#attic", "#hall"), "pick")
		s.sees(picked, "<#"+string(attic)+">", "<#"+string(s.hall)+">")
		picked = s.answered(s.sim.As(s.cid).Select(picked, picked.Selects()[0].CustomID), "pick none")
		s.sees(picked, "every channel")
		s.private(s.slash(s.cid, "/server audit"), "may begin in: <#"+string(s.hall)+"> and <#"+string(attic)+"> → every channel", "every channel → <#"+string(attic)+">")
	})
}

// P106: `/server` is for those who may manage the server alone, at each use: of commands, of panels that stand open, of pages; and never for another server.
func TestP106Rights(t *testing.T) {
	t.Parallel()
	tell(t, func(s *story) {
		s.moderated()
		s.begin("/kalah challenge user:@Bob first:me")
		id := string(s.only().ID)
		commands := []string{
			"/server settings limit:3", "/server channels allow:#hall", "/server end reason:x game:" + id, "/server hand-over new:@Eve old:@Bob reason:x game:" + id,
			"/server remove user:@Bob reason:x", "/server audit",
		}
		for _, text := range commands {
			if err := s.sim.As(s.eve).In(s.hall).Slash(text).Err(); !errors.Is(err, discordsim.ErrClient) {
				t.Errorf("%s is offered to Eve: %v", text, err)
			}
			s.sim.TamperNext(1, unmanaged) // as where the server's owner has opened the command to everybody
			s.private(s.slash(s.cid, text), "may manage this server")
		}
		settings, rooms := s.slash(s.cid, "/server settings"), s.slash(s.cid, "/server channels")
		s.slash(s.cid, "/server settings limit:4")
		for range 12 {
			s.slash(s.cid, "/server settings threads:a thread for each match")
			s.slash(s.cid, "/server settings threads:matches in the channel")
		}
		log := s.slash(s.cid, "/server audit")
		s.sim.SetPermissions(s.club, s.cid, discordsim.DefaultMemberPermissions)
		s.private(s.answered(s.sim.As(s.cid).Select(settings, settings.Selects()[0].CustomID, "on"), "threads"), "may manage this server")
		s.private(s.answered(s.sim.As(s.cid).Select(rooms, rooms.Selects()[0].CustomID, "#hall"), "channels"), "may manage this server")
		s.private(s.click(s.cid, log, "… Earlier"), "may manage this server")
		if g, err := s.store.Guild(t.Context(), match.GuildID(s.club)); err != nil || g.Limit != 4 || g.Threads || len(g.Channels) != 0 {
			t.Errorf("the server is %+v, %v", g, err)
		}

		other := s.sim.AddGuild("Other", s.eve)
		den := s.sim.AddChannel(other, "den")
		for _, text := range []string{"/server end reason:x game:" + id, "/server hand-over new:@Eve old:" + string(s.bob) + " reason:x game:" + id} {
			s.private(s.answered(s.sim.As(s.eve).In(den).Slash(text), text), "no such match")
		}
		if s.only().Status != match.Running {
			t.Error("a match was ended from another server")
		}
	})
}

// unmanaged takes the permission to manage the server out of an interaction.
func unmanaged(p map[string]any) []map[string]any {
	if member, ok := p["member"].(map[string]any); ok {
		member["permissions"] = fmt.Sprint(int64(discordsim.DefaultMemberPermissions))
	}
	return []map[string]any{p}
}

// P106: the audit log has every change of a setting with its values before and after, the newest first, page by page; it outlasts a restart, and who is
// removed stands in it no more.
func TestP106Audit(t *testing.T) {
	t.Parallel()
	tell(t, func(s *story) {
		s.moderated()
		s.private(s.slash(s.cid, "/server audit"), "Nothing so far")
		for n := 1; n <= 20; n++ {
			s.slash(s.cid, fmt.Sprintf("/server settings limit:%d", n))
		}
		s.slash(s.cid, "/server settings limit:20") // changes nothing
		s.slash(s.ann, "/server settings threads:a thread for each match time:1 day a move")
		s.restart(time.Minute)
		page := s.slash(s.cid, "/server audit")
		s.private(page, "**Ann** has changed: Where matches are played: matches in the channel → a thread for each match", "**Ann** has changed: Time for each move", "19 → 20", "14 → 15")
		if strings.Contains(page.Text(), "13 → 14") || strings.Contains(page.Text(), "20 → 20") {
			t.Errorf("the first page says too much:\n%s", page.Text())
		}
		page = s.click(s.cid, page, "… Earlier")
		s.sees(page, "13 → 14", "6 → 7")
		page = s.click(s.cid, page, "… Earlier")
		s.sees(page, "my default → 1")
		if slices.Contains(page.Labels(), "… Earlier") {
			t.Errorf("after the last page there is another: %v", page.Labels())
		}
		s.sees(s.click(s.cid, page, "Newest …"), "19 → 20")

		s.click(s.cid, s.slash(s.cid, "/delete-my-data"), "Yes, delete it all")
		s.wait(time.Minute)
		page = s.slash(s.ann, "/server audit")
		s.private(page, "**former player** has changed")
		if strings.Contains(page.Text(), "Cid") {
			t.Errorf("Cid is gone, and the log says:\n%s", page.Text())
		}
	})
}
