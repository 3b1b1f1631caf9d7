package bot_test

import (
	"strings"
	"testing"
	"time"

	"paddock/bot/discordsim"
	"paddock/bot/story"
	"paddock/games/match"
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
// chosen on private messages, and the boards of old turns go nevertheless.
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
// own view as a private answer to their own press, also who has installed nothing. No public message
// ever differs by what is hidden (see also TestSecretsWhereTheBotIsNoMember).
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
			mine := s.Click(who, b, "My view")
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
