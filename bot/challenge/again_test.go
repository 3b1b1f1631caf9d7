package challenge_test

import (
	"testing"
	"time"

	"paddock/bot/story"
	"paddock/games/match"
)

// P99: an accepted open challenge is offered again on the same terms, as often as its owner said,
// also across restarts. It is not offered again if it was revoked, expired or begun by its owner.
// It is not offered while its owner has another open challenge, or after the owner has left.
func TestP99OfferedAnew(t *testing.T) {
	t.Parallel()
	const offer = "/kalah challenge first:me time:1 day a move reliability:50 again:2"
	for _, tt := range []struct {
		name string
		then func(*story.Story)
		left int // how many times more the challenge will be offered; -1: there is no open challenge
	}{
		{"it waits", func(*story.Story) {}, 2},
		{"accepted", func(s *story.Story) { s.Click(s.Bob, s.Board(), "Accept") }, 1},
		{"as often as was said", func(s *story.Story) {
			s.Click(s.Bob, s.Board(), "Accept")
			s.Click(s.Cid, s.About("is looking for somebody"), "Accept")
			s.Click(s.Eve, s.About("is looking for somebody"), "Accept")
		}, -1},
		{"the process ends", func(s *story.Story) { s.Click(s.Bob, s.Board(), "Accept"); s.Restart(time.Second) }, 1},
		{"accepted and resigned", func(s *story.Story) { s.Click(s.Bob, s.Board(), "Accept"); s.Resigns(s.Bob) }, 1},
		{"taken back", func(s *story.Story) { s.Click(s.Ann, s.Board(), "Withdraw") }, -1},
		{"taken back after it was accepted", func(s *story.Story) {
			s.Click(s.Bob, s.Board(), "Accept")
			s.Click(s.Ann, s.About("is looking for somebody"), "Withdraw")
		}, -1},
		{"expired", func(s *story.Story) { s.Wait(8 * 24 * time.Hour) }, -1},
		{"its owner is gone", func(s *story.Story) {
			s.SayYes(s.Ann, "/privacy delete-my-data")
			s.Wait(time.Minute)
		}, -1},
		{"its owner goes when it was accepted", func(s *story.Story) {
			s.Click(s.Bob, s.Board(), "Accept")
			s.SayYes(s.Ann, "/privacy delete-my-data")
			s.Wait(time.Minute)
		}, -1},
		{"threads for matches", func(s *story.Story) {
			s.Click(s.Ann, s.Board(), "Withdraw")
			s.Slash(s.Ann, "/server settings threads:a thread for each match")
			s.Slash(s.Ann, offer)
			s.Click(s.Bob, s.Board(), "Accept")
		}, 1},
	} {
		t.Run(tt.name, func(t *testing.T) {
			story.Tell(t, func(s *story.Story) {
				s.Slash(s.Ann, offer)
				s.Sees(s.Board(), "comes back each time somebody accepts it (2 left)")
				tt.then(s)
				s.Wait(time.Minute)
				list, err := s.Store.ByGuild(t.Context(), match.GuildID(s.Club))
				if err != nil {
					t.Fatal(err)
				}
				left := -1
				for _, r := range list {
					if r.Status != match.Open {
						continue
					}
					if left >= 0 {
						t.Error("two stand at the same time")
					}
					left = r.Wants.Again
					if r.Clock.Policy.PerMove != 24*time.Hour || r.Wants.Reliability != 50 ||
						r.SeatOf(match.UserID(s.Ann)) != 0 || r.Shuffle || r.Place.Channel != match.ChannelID(s.Hall) ||
						len(r.Members()) != 1 {
						t.Errorf("other terms than before: %+v", r)
					}
				}
				if left != tt.left {
					t.Errorf("one stands with %d left, want %d", left, tt.left)
				}
			})
		})
	}
	story.Tell(t, func(s *story.Story) {
		s.Private(s.Slash(s.Ann, "/kalah challenge user:@Bob again:2"), "Only an open challenge")
	})
}
