package deliver_test

import (
	"testing"
	"time"

	"paddock/bot"
	"paddock/bot/discordsim"
	"paddock/bot/story"
	"paddock/games/catalog"
)

// P43: a match between members leaves only its last board in the channel, and in Stratego the
// receipts (P31), however long the turns take.
func TestP43LeavesOneBoard(t *testing.T) {
	t.Parallel()
	for _, g := range measured {
		for _, pace := range []time.Duration{3 * time.Minute, 7 * time.Minute, 3 * time.Hour} {
			t.Run(g.game+" "+pace.String(), func(t *testing.T) {
				story.Tell(t, func(s *story.Story) {
					battle(s, g.game, g.options)
					for range 12 {
						s.Wait(pace)
						new(tally).move(s)
					}
					s.Wait(pace)
					s.SayYes(s.Ann, "/resign")
					s.Wait(20 * time.Minute)
					want := 1
					if g.game == "stratego" {
						want = 2
					}
					left := s.Sim.Messages(s.Hall, s.Eve)
					if len(left) != want {
						t.Errorf("%d messages are left, want %d", len(left), want)
					}
					for _, u := range []discordsim.UserID{s.Ann, s.Bob} {
						for _, m := range s.Sim.Messages(s.Hall, u) {
							if m.Ephemeral() && len(m.Labels()) == 0 { // private boards and offers stay
								t.Errorf("a private message is left: %q", m.Text())
							}
						}
					}
					if last := left[len(left)-1]; !story.FullBoard(last) || last.ID != s.Board().ID {
						t.Errorf("the last message is not the board with the result:\n%s", last.Text())
					}
				}, func(c *bot.Config) { c.Games = catalog.Games() })
			})
		}
	}
}

// P25: a result is not announced in the channel where its board stands.
func TestP25ResultsOnce(t *testing.T) {
	t.Parallel()
	story.Tell(t, func(s *story.Story) {
		s.Private(s.Slash(s.Ann, "/server channels results:#hall"), "announced in")
		s.Begin("/kalah challenge user:@Bob first:me")
		s.Slash(s.Ann, "/kalah move move:1")
		s.Wait(time.Hour)
		s.SayYes(s.Bob, "/resign")
		s.Wait(time.Hour)
		// the first message says that results are announced in this channel
		if left := s.Sim.Messages(s.Hall, s.Eve)[1:]; len(left) != 1 {
			t.Errorf("%d messages are left, want one:\n%s", len(left), left[len(left)-1].Text())
		}
	})
}
