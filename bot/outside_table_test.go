package bot_test

import (
	"strings"
	"testing"
	"time"

	"paddock/bot"
	"paddock/bot/discordsim"
	"paddock/bot/story"
	"paddock/games/match"
	"paddock/games/scene"
)

// outsideRows lists the features in a match of Ann and Bob where the bot is not a member. Ann has
// installed it. The match of Kalah has begun, and Ann is to move first.
var outsideRows = []struct {
	name string
	do   func(s *story.Story)
}{
	{"draw", func(s *story.Story) {
		moved(s)
		s.Slash(s.Ann, "/draw")
		s.Click(s.Bob, newest(s), "Agree to the draw")
		ended(s, "draw")
	}},
	{"takeback", func(s *story.Story) {
		moved(s)
		s.Slash(s.Ann, "/takeback")
		s.Wait(time.Minute)
		if rec := s.Only(); rec.UndoOffer == nil && rec.Moves > 0 {
			s.Errorf("no takeback was offered or made: %+v", rec.Moves)
		}
	}},
	{"resign, rematch", func(s *story.Story) {
		moved(s)
		s.Click(s.Ann, s.Slash(s.Ann, "/resign"), "Yes, I resign")
		ended(s, "resign")
		s.Click(s.Ann, newest(s), "Rematch")
		s.Click(s.Bob, newest(s), "Rematch")
		s.Wait(time.Minute)
		list, err := s.Store.ByUser(s.Context(), match.UserID(s.Bob))
		if err != nil || len(list) != 1 || list[0].Place.Outside == "" || list[0].Rated() {
			s.Errorf("after both wanted a rematch: %+v, %v", list, err)
		}
		s.Sees(newest(s), "it's your turn")
	}},
	{"cancel before the first move", func(s *story.Story) {
		s.Click(s.Ann, newest(s), "Cancel the match")
		s.Wait(time.Minute)
		if rec := s.Only(); rec.Status != match.Closed {
			s.Errorf("status %v after the starter has cancelled", rec.Status)
		}
	}},
	{"review, replay, share", func(s *story.Story) {
		moved(s)
		s.Click(s.Bob, s.Click(s.Bob, s.Click(s.Bob, newest(s), "More"), "Resign"), "Yes, I resign")
		for _, label := range []string{"Film", "Review", "Share"} {
			s.Click(s.Bob, newest(s), label)
		}
	}},
	{"trial boards, notes, history, export, why, what happened", func(s *story.Story) {
		moved(s)
		for _, text := range []string{
			"/match try", "/match note text:hm", "/match history", "/match export",
			"/match why", "/match happened", "/match report", "/match conditional", "/board", "/match watch",
		} {
			s.Private(s.Slash(s.Ann, text))
		}
	}},
	{"games lists it with a link", func(s *story.Story) {
		m := s.Slash(s.Ann, "/games")
		s.Private(m, "Kalah", "https://discord.com/channels/"+s.Only().Place.Outside+"/"+string(s.Hall)+"/")
	}},
	{"nudge, pause", func(s *story.Story) {
		moved(s)
		s.Wait(25 * time.Hour)
		waits := s.Mover(newest(s))
		if waits == s.Bob {
			s.Private(s.Slash(s.Ann, "/match nudge"))
			s.Rings(newest(s), s.Bob)
		}
		s.Private(s.Slash(s.Ann, "/match pause"))
		s.Click(s.Bob, newest(s), "Agree to the pause")
		if rec := s.Only(); rec.Parked == nil {
			s.Error("both have agreed to a pause, and there is none")
		}
		s.Click(s.Bob, newest(s), "Go on")
		if rec := s.Only(); rec.Parked != nil {
			s.Error("the pause has not ended")
		}
	}},
	{"a second challenge, a block", func(s *story.Story) {
		s.Private(s.Slash(s.Ann, "/kalah challenge user:@Bob"), "challenge is in this chat")
		s.Private(s.Slash(s.Ann, "/kalah challenge user:@Bob"), "already challenged")
		s.Slash(s.Ann, "/settings block user:@Bob")
		s.Private(s.Slash(s.Ann, "/halatafl challenge user:@Bob"), "You have blocked")
	}},
	{"no votes, no threads", func(s *story.Story) {
		s.Private(s.Slash(s.Ann, "/kalah start seat:channel time:1 day a move"), "only play in a server")
		s.Private(s.Slash(s.Ann, "/kalah start level:first thread:true"), "begun: the board is in this chat")
	}},
	{"a hint against the computer", func(s *story.Story) {
		s.Slash(s.Ann, "/kalah start level:first first:me")
		s.Private(s.Click(s.Ann, newest(s), "Hint"))
	}},
	{"erasure", func(s *story.Story) {
		moved(s)
		m := s.Slash(s.Ann, "/privacy delete-my-data")
		s.Click(s.Ann, m, m.Labels()[len(m.Labels())-1])
		s.Wait(time.Minute)
		rec := s.Only()
		if rec.Status != match.Over || strings.Contains(rec.Players[0].Name+string(rec.Players[0].User), string(s.Ann)) {
			s.Errorf("after the erasure of Ann the match is %+v", rec)
		}
		s.Answered(s.Sim.As(s.Bob).Click(newest(s), "More"), "the next press")
		s.Wait(time.Minute)
		s.Sees(newest(s), "Former player")
	}},
}

// newest returns the newest public board of the chat.
func newest(s *story.Story) discordsim.Message {
	s.Helper()
	list := s.Boards()
	if len(list) == 0 {
		s.Fatal("there is no board in the chat")
	}
	return list[len(list)-1]
}

// moved plays a move by each player.
func moved(s *story.Story) {
	s.Helper()
	for seen := map[discordsim.UserID]bool{}; len(seen) < 2; {
		b := newest(s)
		seen[s.Mover(b)] = true
		s.Press(s.Mover(b), b)
	}
}

// ended fails the story unless the match is over and the newest board says how.
func ended(s *story.Story, how string) {
	s.Helper()
	s.Wait(time.Minute)
	if rec := s.Only(); rec.Status != match.Over || !strings.Contains(newest(s).Text(), how) {
		s.Errorf("status %v, want the end by %s:\n%s", rec.Status, how, newest(s).Text())
	}
}

// P60: what each feature does in each kind of place where the bot is not a member. Nowhere there does
// the bot use its own token.
func TestFeaturesWhereTheBotIsNoMember(t *testing.T) {
	t.Parallel()
	for _, kind := range story.Outsides {
		for _, row := range outsideRows {
			t.Run(string(kind)+"/"+row.name, func(t *testing.T) {
				t.Parallel()
				story.Tell(t, func(s *story.Story) {
					s.GoOutside(kind)
					s.Begin("/kalah challenge user:@Bob first:me")
					row.do(s)
					for _, c := range s.BotCalls(s.Hall) {
						t.Error("the bot used its own token in the chat:", c)
					}
				}, func(c *bot.Config) {
					c.Animate = func([]scene.Scene) ([]byte, error) { return []byte("GIF89a"), nil }
				})
			})
		}
	}
}
