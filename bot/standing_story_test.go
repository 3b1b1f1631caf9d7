package bot_test

import (
	"testing"
	"time"

	"paddock/games/match"
)

// P99: a challenge that is open to all is offered anew, on the same terms, when it has been accepted, as often as was said, whatever happens meanwhile;
// not when it was taken back, has expired or was begun by its owner, not beside another one of theirs, and not by who is gone.
func TestP99OfferedAnew(t *testing.T) {
	t.Parallel()
	const offer = "/kalah challenge first:me time:1 day a move reliability:50 again:2"
	for _, tt := range []struct {
		name string
		then func(*story)
		left int // how often the one that stands then is still offered; -1: none stands
	}{
		{"it waits", func(*story) {}, 2},
		{"accepted", func(s *story) { s.click(s.bob, s.board(), "Accept") }, 1},
		{"as often as was said", func(s *story) {
			s.click(s.bob, s.board(), "Accept")
			s.click(s.cid, s.about("looks for an opponent"), "Accept")
			s.click(s.eve, s.about("looks for an opponent"), "Accept")
		}, -1},
		{"the process ends", func(s *story) { s.click(s.bob, s.board(), "Accept"); s.restart(time.Second) }, 1},
		{"accepted and resigned", func(s *story) { s.click(s.bob, s.board(), "Accept"); s.resigns(s.bob) }, 1},
		{"taken back", func(s *story) { s.click(s.ann, s.board(), "Revoke") }, -1},
		{"taken back after it was accepted", func(s *story) {
			s.click(s.bob, s.board(), "Accept")
			s.click(s.ann, s.about("looks for an opponent"), "Revoke")
		}, -1},
		{"expired", func(s *story) { s.wait(8 * 24 * time.Hour) }, -1},
		{"its owner is gone", func(s *story) {
			s.sayYes(s.ann, "/delete-my-data")
			s.wait(time.Minute)
		}, -1},
		{"its owner goes when it was accepted", func(s *story) {
			s.click(s.bob, s.board(), "Accept")
			s.sayYes(s.ann, "/delete-my-data")
			s.wait(time.Minute)
		}, -1},
		{"threads for matches", func(s *story) {
			s.click(s.ann, s.board(), "Revoke")
			s.slash(s.ann, "/server settings threads:a thread for each match")
			s.slash(s.ann, offer)
			s.click(s.bob, s.board(), "Accept")
		}, 1},
	} {
		t.Run(tt.name, func(t *testing.T) {
			tell(t, func(s *story) {
				s.slash(s.ann, offer)
				s.sees(s.board(), "offered anew when it has been accepted (2 left)")
				tt.then(s)
				s.wait(time.Minute)
				list, err := s.store.ByGuild(t.Context(), match.GuildID(s.club))
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
					if r.Clock.Policy.PerMove != 24*time.Hour || r.Wants.Reliability != 50 || r.SeatOf(match.UserID(s.ann)) != 0 || r.Shuffle || r.Place.Channel != match.ChannelID(s.hall) || len(r.Members()) != 1 {
						t.Errorf("other terms than before: %+v", r)
					}
				}
				if left != tt.left {
					t.Errorf("one stands with %d left, want %d", left, tt.left)
				}
			})
		})
	}
	tell(t, func(s *story) {
		s.private(s.slash(s.ann, "/kalah challenge user:@Bob again:2"), "belong to a challenge that is open to all")
	})
}
