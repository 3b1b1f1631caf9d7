package bot_test

import (
	"log/slog"
	"maps"
	"regexp"
	"slices"
	"strings"
	"testing"
	"time"

	"paddock/bot"
	"paddock/bot/answer"
	"paddock/bot/component"
	"paddock/bot/discordsim"
	"paddock/bot/story"
	"paddock/games"
	"paddock/games/catalog"
	"paddock/games/match"
	"paddock/games/stratego"
)

// P60: two people play Kalah to its end where the bot is not a member, by presses alone. One of them
// has installed the bot, the other nothing. There is one board at a time, and the bot's own token is
// never used there.
func TestKalahWhereTheBotIsNoMember(t *testing.T) {
	t.Parallel()
	for _, kind := range story.Outsides {
		t.Run(string(kind), func(t *testing.T) {
			t.Parallel()
			story.Tell(t, func(s *story.Story) {
				s.GoOutside(kind)
				s.Private(s.Slash(s.Ann, "/kalah challenge user:@Bob first:me beans:3"), "Your challenge is in this chat")
				s.Sees(s.Sole(), "challenges", "I can't call anybody", "not rated", "no clock")
				s.Private(s.Click(s.Ann, s.Sole(), "Accept"), "You already have a seat")
				s.Click(s.Bob, s.Sole(), "Accept")
				s.Sees(s.Sole(), "<@"+string(s.Ann)+">, it's your turn", "I can't call anybody")
				for n := 0; s.Only().Status == match.Running; n++ {
					if n > 200 {
						t.Fatal("the match does not end")
					}
					if n%5 == 4 { // a silence longer than a token's life
						s.Wait(16 * time.Minute)
					}
					b := s.Sole()
					s.Press(s.Mover(b), b)
				}
				s.Wait(story.AMoment)
				rec := s.Only()
				if rec.Status != match.Over || rec.Rated() || rec.Place.Outside == "" {
					t.Errorf("status %v, rated %t, place %+v", rec.Status, rec.Rated(), rec.Place)
				}
				if !story.Over(s.Sole()) {
					t.Errorf("the last board shows no result:\n%s", s.Sole().Text())
				}
				for _, c := range s.BotCalls(s.Hall) {
					t.Error("the bot used its own token in the chat:", c)
				}
			})
		})
	}
}

// P60: three people play Fish in a group, from a table that anybody in the chat joins. Moves are
// chosen on private messages, and the boards of old turns are deleted nevertheless.
func TestFishInAGroup(t *testing.T) {
	t.Parallel()
	story.Tell(t, func(s *story.Story) {
		s.GoOutside(story.Group)
		s.Slash(s.Ann, "/fish start players:3 rules:course rows:4 columns:4")
		s.Click(s.Bob, s.Sole(), "Join")
		s.Click(s.Cid, s.Sole(), "Join")
		for n := 0; s.Only().Status == match.Running; n++ {
			if n > 100 {
				t.Fatal("the match does not end")
			}
			if n == 3 {
				s.Restart(16 * time.Minute)
			}
			if n == 5 {
				s.Sim.Uninstall(s.Ann)
			}
			boards := s.Boards()
			b := boards[len(boards)-1]
			s.Pick(s.Mover(b), b)
			s.Wait(story.AMoment)
		}
		if !story.Over(s.Sole()) {
			t.Errorf("the last board shows no result:\n%s", s.Sole().Text())
		}
		for _, c := range s.BotCalls(s.Hall) {
			t.Error("the bot used its own token in the chat:", c)
		}
	}, story.WithAll)
}

// P60, P46: Stratego between two people where the bot is not a member: each gets the set-up and the
// own view as a private answer to their own press, even if they have installed nothing. No public
// message ever differs by what is hidden (see also TestSecretsWhereTheBotIsNoMember).
func TestStrategoBetweenFriends(t *testing.T) {
	t.Parallel()
	story.Tell(t, func(s *story.Story) {
		s.GoOutside(story.Friends)
		s.Slash(s.Ann, "/stratego challenge user:@Bob first:me army:barrage")
		s.Click(s.Bob, s.Sole(), "Accept")
		for _, u := range []discordsim.UserID{s.Bob, s.Ann} {
			m := s.Click(u, s.Sole(), "Set up my army")
			s.Private(m, "Confirm")
			if m = s.Click(u, m, "Confirm"); strings.Contains(m.Text(), "once more") {
				m = s.Click(u, m, "Confirm")
			}
			s.Private(m)
		}
		if n := s.CountDMs(s.Bob); n != 0 {
			t.Errorf("Bob, who has installed nothing, has %d direct messages", n)
		}
		for n := 0; s.Only().Status == match.Running; n++ {
			if n == 40 {
				more := s.Click(s.Bob, s.Sole(), "More")
				s.Click(s.Bob, s.Click(s.Bob, more, "Resign"), "Yes, I resign")
				break
			}
			boards := s.Boards()
			b := boards[len(boards)-1]
			who := s.Mover(b)
			mine := s.Click(who, b, "Board just for me")
			s.Private(mine)
			s.Pick(who, mine)
		}
		s.Wait(story.AMoment)
		if !story.Over(s.Sole()) {
			t.Errorf("the last board shows no result:\n%s", s.Sole().Text())
		}
		for _, c := range s.BotCalls(s.Hall) {
			t.Error("the bot used its own token in the chat:", c)
		}
	}, story.WithAll)
}

// P60, P9: a deadline takes effect without a click: there are a reminder and a ruling; Ann, who has
// installed the bot, is told by direct message, with a button that shows the board to her alone;
// Bob is not written to. The next press shows the result.
func TestDeadlineWhereTheBotIsNoMember(t *testing.T) {
	t.Parallel()
	story.Tell(t, func(s *story.Story) {
		s.GoOutside(story.Friends)
		s.Private(s.Slash(s.Ann, "/kalah challenge user:@Bob time:1 hour a move"), "a move takes a day or more")
		s.Private(s.Slash(s.Ann, "/kalah challenge user:@Bob rated:true"), "nothing is rated")
		s.Begin("/kalah challenge user:@Bob first:me time:1 day a move")
		for n := 0; s.Mover(s.Sole()) != s.Ann; n++ {
			s.Press(s.Bob, s.Sole())
		}
		before := s.Sole()
		s.Wait(20 * time.Hour)
		called := s.NewestDM(s.Ann)
		s.Sees(called, "Kalah")
		if n := s.CountDMs(s.Ann); n != 1 {
			t.Errorf("Ann has %d direct messages after the reminder, want 1", n)
		}
		own := s.Tap(s.Ann, called, "Show the board")
		s.Private(own, "your turn")
		s.Restart(time.Minute)
		s.Wait(20 * 24 * time.Hour)
		rec := s.Only()
		if rec.Status != match.Over {
			t.Fatalf("status %v after the deadline", rec.Status)
		}
		if text := s.Sole().Text(); text != before.Text() {
			t.Errorf("without a press the board has become:\n%s", text)
		}
		if n := s.CountDMs(s.Bob); n != 0 {
			t.Errorf("Bob, who has installed nothing, has %d direct messages", n)
		}
		s.Private(s.Answered(s.Sim.As(s.Bob).ClickStale(before, "2 (4)"), "late press"), "over")
		if !story.Over(s.Sole()) {
			t.Errorf("the next press does not show the result:\n%s", s.Sole().Text())
		}
		for _, c := range s.BotCalls(s.Hall) {
			t.Error("the bot used its own token in the chat:", c)
		}
	})
}

// P60: an old board that the bot can't edit any more has a button that posts the board anew, also
// after the one who began has left the group and uninstalled the bot.
func TestShowTheBoardAnew(t *testing.T) {
	t.Parallel()
	story.Tell(t, func(s *story.Story) {
		s.GoOutside(story.Group)
		s.Begin("/kalah challenge user:@Bob first:me")
		old := s.Sole()
		s.Wait(16 * time.Minute)
		s.Slash(s.Ann, "/kalah move move:1") // the move is typed, because no token reaches the old board
		if n := len(s.Boards()); n != 2 {
			t.Fatalf("%d boards, want the old one and the new one", n)
		}
		s.Sim.LeaveGroup(s.Hall, s.Ann)
		s.Sim.Uninstall(s.Ann)
		refused := s.Answered(s.Sim.As(s.Bob).ClickStale(old, "2 (4)"), "old board")
		s.Private(refused, "old")
		s.Click(s.Bob, refused, "Show the board")
		boards := s.Boards()
		newest := boards[len(boards)-1]
		s.Sees(newest, "<@"+string(s.Bob)+">, it's your turn")
		s.Press(s.Bob, newest)
		if n := s.Moves(s.Only().ID); n != 2 {
			t.Errorf("%d moves, want 2", n)
		}
	})
}

// P60: where a member's answers are private, no match begins. A member who may not use external
// apps can still play on the board of a member who may.
func TestWithoutExternalApps(t *testing.T) {
	t.Parallel()
	story.Tell(t, func(s *story.Story) {
		s.GoOutside(story.Foreign)
		square, _ := s.Sim.Channel(s.Hall)
		elsewhere := square.GuildID
		may := discordsim.DefaultMemberPermissions
		s.Sim.SetPermissions(elsewhere, s.Ann, may&^discordsim.PermUseExternalApps)
		for _, text := range []string{"/kalah start", "/kalah challenge user:@Bob", "/kalah challenge"} {
			s.Private(s.Slash(s.Ann, text), "*Use External Apps*")
		}
		s.Private(s.Slash(s.Ann, "/play"), "*Use External Apps*")
		s.Sim.SetPermissions(elsewhere, s.Ann, may)
		s.Sim.SetPermissions(elsewhere, s.Bob, may&^discordsim.PermUseExternalApps)
		s.Begin("/kalah challenge user:@Bob first:me")
		for n := range 12 {
			b := s.Sole()
			s.Press(s.Mover(b), b)
			if n == 5 {
				s.Wait(16 * time.Minute)
			}
		}
	})
}

// P60, P48: the computer answers by the token of the move; when that has expired, the next press
// shows its move.
func TestComputerWhereTheBotIsNoMember(t *testing.T) {
	t.Parallel()
	story.Tell(t, func(s *story.Story) {
		s.GoOutside(story.Group)
		s.Private(s.Slash(s.Ann, "/kalah start level:first first:me"), "Your match has begun")
		for n := 0; n < 4 && s.Only().Status == match.Running; n++ {
			s.Press(s.Ann, s.Sole())
			s.Wait(time.Minute)
			if n == 2 {
				s.Restart(time.Minute)
			}
		}
		s.Sees(s.Sole(), "<@"+string(s.Ann)+">, it's your turn")
	})
}

// P11, P90: two worlds that differ in Bob's hidden army show the chat the same, also where a press on
// an old public board is answered.
func TestSecretsWhereTheBotIsNoMember(t *testing.T) {
	t.Parallel()
	seen := map[string][]string{}
	for _, world := range []string{"Confirm", "Mirror left and right"} {
		t.Run(world, func(t *testing.T) {
			story.Tell(t, func(s *story.Story) {
				s.GoOutside(story.Group)
				s.Slash(s.Ann, "/stratego challenge user:@Bob first:me")
				s.Click(s.Bob, s.Sole(), "Accept")
				old := s.Sole()
				for _, u := range []discordsim.UserID{s.Ann, s.Bob} {
					m := s.Click(u, s.Sole(), "Set up my army")
					if u == s.Bob && world == "Mirror left and right" {
						m = s.Click(u, m, "Mirror left and right")
					}
					for range 2 {
						if m = s.Click(u, m, "Confirm"); !strings.Contains(m.Text(), "once more") {
							break
						}
					}
				}
				s.Wait(16 * time.Minute)
				for _, u := range []discordsim.UserID{s.Bob, s.Cid} {
					boards := s.Boards()
					s.Private(s.Answered(s.Sim.As(u).ClickStale(boards[len(boards)-1], "Board just for me"), "my view"))
					if s.There(u, old) {
						s.Private(s.Answered(s.Sim.As(u).ClickStale(old, "Set up my army"), "old board"))
					}
				}
				for _, ch := range s.Sim.Messages(s.Hall, s.Eve) {
					seen[world] = append(seen[world], ch.Text(), strings.Join(ch.AltTexts(), "\n"))
				}
				if s.CountDMs(s.Bob)+s.CountDMs(s.Cid) != 0 {
					t.Error("somebody who has installed nothing was written to")
				}
			}, story.WithAll)
		})
	}
	one, other := strings.Join(seen["Confirm"], "\n"), strings.Join(seen["Mirror left and right"], "\n")
	if one == "" || mask(one) != mask(other) {
		t.Errorf("the chat sees two armies apart:\n%s\n\n%s", one, other)
	}
}

// mask removes what differs between any two matches: ids and receipts.
func mask(text string) string {
	return maskedIDs.ReplaceAllString(text, "ID")
}

var maskedIDs = regexp.MustCompile(`\b[0-9a-f]{32,}\b|\b[0-9]{17,}\b`)

// P11, P79, P107: in a group people who don't play, and one who has left the group, send every
// action for a match of Stratego. Nothing of the match changes, nobody else sees anything new of
// it, and the bot goes on.
func TestHostilePressesWhereTheBotIsNoMember(t *testing.T) {
	t.Parallel()
	story.Tell(t, func(s *story.Story) {
		s.GoOutside(story.Group)
		s.Waste, s.Forged = true, true
		s.Slash(s.Ann, "/stratego challenge user:@Bob first:me army:barrage")
		s.Click(s.Bob, s.Sole(), "Accept")
		for _, u := range []discordsim.UserID{s.Ann, s.Bob} {
			m := s.Click(u, s.Sole(), "Set up my army")
			for range 2 {
				if m = s.Click(u, m, "Confirm"); !strings.Contains(m.Text(), "once more") {
					break
				}
			}
		}
		before := s.Only()
		pos, err := stratego.New().Parse(before.Position)
		if err != nil {
			t.Fatal(err)
		}
		var army []string
		for seat := range games.Seat(2) {
			for row := range strings.SplitSeq(pos.View(seat).Arranged(seat), "/") {
				if row = strings.TrimSpace(row); strings.Trim(row, ".") != "" {
					army = append(army, row)
				}
			}
		}
		if len(army) < 4 {
			t.Fatalf("the rows of the armies are %q", army)
		}
		dan := s.Sim.AddUser("Dan") // the member sees nothing of the group
		s.Sim.LeaveGroup(s.Hall, s.Eve)
		left := s.Eve
		s.Eve = s.Cid // the member who watches from now on
		base := &answer.Base{Games: catalog.Games(), Log: slog.New(slog.DiscardHandler), Now: time.Now}
		actions := bot.Commands(base).Actions
		sent := 0
		for _, action := range slices.Sorted(maps.Keys(actions)) {
			for _, text := range []string{"", "x", "a1a2", "place:Ba4", "0"} {
				for _, who := range []discordsim.UserID{s.Cid, dan, left} {
					boards := s.Boards()
					s.Sim.TamperNext(1, func(p map[string]any) []map[string]any {
						id := component.Target{Match: before.ID, Head: match.Match{Record: before}.Board(), Action: action, Text: text}
						p["data"] = map[string]any{"custom_id": id.MustID(), "component_type": 2, "id": 1}
						if user, ok := p["user"].(map[string]any); ok {
							user["id"] = who
						}
						return []map[string]any{p}
					})
					s.Sim.As(s.Cid).ClickStale(boards[len(boards)-1], "Board just for me")
					sent++
				}
			}
			s.Wait(story.AMoment)
		}
		s.Wait(time.Minute)
		after := s.Only()
		if after.Head != before.Head || after.Position != before.Position || after.Status != match.Running {
			t.Errorf("after %d hostile presses the match has changed from %d to %d, %v", sent, before.Head, after.Head, after.Status)
		}
		for _, u := range []discordsim.UserID{s.Cid, s.Eve} {
			for _, m := range s.Sim.Messages(s.Hall, u) {
				for _, rows := range army {
					if strings.Contains(m.Text(), rows) {
						t.Errorf("a message holds an army:\n%s", m.Text())
					}
				}
			}
		}
		s.Click(s.Ann, newest(s), "Board just for me")
		if sent < 1000 {
			t.Errorf("%d presses, want more", sent)
		}
	}, story.WithAll)
}
