package bot_test

import (
	"testing"
	"time"

	"paddock/bot/discordsim"
	"paddock/games/match"
	"paddock/games/match/service"
	"paddock/storage"
)

// A process posted a new board and ended before it could record it, so that another message is on record, or its edit came after a newer one: who clicks on
// the board they see plays on, it is brought up to date, and there is one full board.
func TestABoardThatIsNotOnRecord(t *testing.T) {
	t.Parallel()
	const edits = "/channels/{channel_id}/messages/{message_id}"
	for _, c := range []struct {
		name string
		tell func(s *story, first, second discordsim.Message)
	}{
		{"a move on the newer one", func(s *story, first, second discordsim.Message) {
			s.onRecord(first)
			s.click(s.bob, second, "2 (4)")
			s.wait(time.Minute)
			if n := s.moves(s.only().ID); n != 2 {
				s.Errorf("%d moves are made, want 2", n)
			}
		}},
		{"the newer one was left behind", func(s *story, first, second discordsim.Message) {
			s.onRecord(first)
			s.slash(s.bob, "/kalah move move:2")
			s.wait(time.Minute)
			s.private(s.click(s.bob, second, "3 (4)"), "This board is old")
			s.wait(time.Minute)
			if n := s.moves(s.only().ID); n != 2 {
				s.Errorf("%d moves are made, want 2", n)
			}
		}},
		{"the older one kept its buttons", func(s *story, first, second discordsim.Message) {
			s.private(s.click(s.bob, first, "1 (4)"), "This board is old")
			s.wait(time.Minute)
		}},
		{"the one on record was edited by a process that was late", func(s *story, first, second discordsim.Message) {
			s.private(s.click(s.bob, first, "1 (4)"), "This board is old")
			s.slash(s.bob, "/kalah move move:2")
			s.wait(time.Minute)
			third := s.board()
			unseen := s.sim.Inject(discordsim.Fault{Method: "PATCH", Route: edits, Times: -1, Status: 200, Body: "{}"})
			s.slash(s.ann, "/kalah move move:3")
			s.wait(time.Minute)
			unseen()
			s.sees(s.board(), "<@"+string(s.ann)+">, it's your turn") // it was Bob's
			s.private(s.click(s.bob, third, third.Labels()[0]), "This board is old")
			s.wait(time.Minute)
			s.sees(s.board(), "<@"+string(s.bob)+">, it's your turn")
		}},
	} {
		t.Run(c.name, func(t *testing.T) {
			tell(t, func(s *story) {
				s.waste = true
				s.begin("/kalah challenge user:@Bob first:me time:7 days a move")
				s.wait(24 * time.Hour)
				first := s.board()
				refused := s.sim.Inject(discordsim.Fault{Method: "PATCH", Route: edits, Times: -1, Status: 403, Code: 50005})
				s.slash(s.ann, "/kalah move move:1")
				s.wait(time.Hour)
				refused()
				second := s.board()
				if first.ID == second.ID {
					t.Fatal("there is no second board")
				}
				s.restart(time.Minute)
				c.tell(s, first, second)
				rec := s.only()
				if b := s.board(); rec.Shown.Head != rec.Head || rec.Shown.Message != match.MessageID(b.ID) {
					t.Errorf("head %d, shown %+v, the newest message is %s", rec.Head, rec.Shown, b.ID)
				}
				full := 0
				for _, m := range s.sim.Messages(s.hall, s.eve) {
					if len(m.Labels()) > 1 && rec.Status == match.Running {
						full++
					}
				}
				if full != 1 {
					t.Errorf("%d full boards stand in the channel, want one", full)
				}
			})
		})
	}
}

// onRecord makes a message the one on record, as if that of a later board could not be recorded.
func (s *story) onRecord(m discordsim.Message) {
	s.Helper()
	rec := s.only()
	s.halt()
	store, err := storage.Open(s.path)
	if err != nil {
		s.Fatal(err)
	}
	rec.Shown.Message = match.MessageID(m.ID)
	if err := service.New(service.Config{Store: store, Games: catalogue}).Delivery.MarkShown(s.Context(), rec.ID, rec.Shown); err != nil {
		s.Fatal(err)
	}
	if err := store.Close(); err != nil {
		s.Fatal(err)
	}
	s.start()
}
