package deliver_test

import (
	"testing"
	"time"

	"paddock/bot"
	"paddock/bot/discordsim"
	"paddock/bot/story"
	"paddock/games/catalog"
)

// P145: direct messages keep one board of a match at most: its last one, with both armies.
func TestP145OneBoardInDirectMessages(t *testing.T) {
	t.Parallel()
	boards := func(s *story.Story, u discordsim.UserID) (list []discordsim.Message) {
		for _, m := range s.Sim.Messages(s.Sim.DM(u), u) {
			if len(m.Pictures()) > 0 {
				list = append(list, m)
			}
		}
		return list
	}
	const terms = "/stratego challenge user:@Bob first:me army:barrage time:7 days a move"
	all := func(c *bot.Config) { c.Games = catalog.Games() }
	t.Run("played", func(t *testing.T) {
		story.Tell(t, func(s *story.Story) {
			s.Slash(s.Ann, terms)
			s.Click(s.Bob, s.Board(), "Accept")
			for _, u := range []discordsim.UserID{s.Ann, s.Bob} {
				s.Click(u, s.Board(), "Set up my army")
				s.Wait(3 * time.Hour)
				s.Slash(u, "/stratego move move:confirm")
			}
			for range 4 {
				s.Wait(3 * time.Hour)
				new(tally).move(s)
			}
			s.SayYes(s.Ann, "/resign")
			s.Wait(time.Hour)
			for _, u := range []discordsim.UserID{s.Ann, s.Bob} {
				if list := boards(s, u); len(list) != 1 {
					t.Errorf("%d boards are left, want the last one", len(list))
				} else {
					s.Sees(list[0], map[discordsim.UserID]string{s.Ann: "you resigned", s.Bob: "Ann resigned"}[u])
				}
			}
		}, all)
	})
	t.Run("called off", func(t *testing.T) {
		story.Tell(t, func(s *story.Story) {
			s.Slash(s.Ann, terms)
			s.Click(s.Bob, s.Board(), "Accept")
			s.Wait(time.Hour)
			if len(boards(s, s.Ann)) != 1 {
				t.Fatal("no set-up came")
			}
			s.Click(s.Ann, s.Click(s.Ann, s.Board(), "More"), "Cancel the match")
			s.Wait(time.Hour)
			for _, u := range []discordsim.UserID{s.Ann, s.Bob} {
				if list := boards(s, u); len(list) != 0 {
					t.Errorf("%d boards of a match without a move are left", len(list))
				}
			}
		}, all)
	})
	for _, options := range []string{"", " reveal:never"} {
		t.Run("in direct messages"+options, func(t *testing.T) {
			story.Tell(t, func(s *story.Story) {
				ann := s.Sim.As(s.Ann).In(s.Sim.DM(s.Ann))
				s.Answered(ann.Slash("/stratego start level:easy army:barrage"+options), "start")
				s.Wait(time.Minute)
				s.Answered(ann.Slash("/stratego move move:confirm"), "confirm")
				s.Wait(time.Minute)
				s.Answered(ann.Slash("/stratego move move:"+s.First(s.InDM(s.Sim.DM(s.Ann)), 0)), "move")
				s.Wait(time.Minute)
				ask := s.Answered(ann.Slash("/resign"), "resign")
				s.Answered(ann.Click(ask, "Yes, I resign"), "yes")
				s.Wait(time.Hour)
				if list := boards(s, s.Ann); len(list) != 1 {
					t.Errorf("%d boards are left, want one", len(list))
				}
			}, all)
		})
	}
}
