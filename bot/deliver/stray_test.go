package deliver_test

import (
	"testing"
	"time"

	"paddock/bot/discordsim"
	"paddock/bot/story"
	"paddock/games/match"
	"paddock/games/match/service"
	"paddock/storage"
)

// A process ended before it recorded its new board or its last edit. A player clicks on the visible
// board and plays on. In the end there is one full board.
func TestABoardThatIsNotOnRecord(t *testing.T) {
	t.Parallel()
	const edits = "/channels/{channel_id}/messages/{message_id}"
	for _, c := range []struct {
		name string
		tell func(s *story.Story, first, second discordsim.Message)
	}{
		{"a move on the newer one", func(s *story.Story, first, second discordsim.Message) {
			onRecord(s, first)
			s.Click(s.Bob, second, "2 (4)")
			s.Wait(time.Minute)
			if n := s.Moves(s.Only().ID); n != 2 {
				s.Errorf("%d moves are made, want 2", n)
			}
		}},
		{"the newer one was left behind", func(s *story.Story, first, second discordsim.Message) {
			onRecord(s, first)
			s.Slash(s.Bob, "/kalah move move:2")
			s.Wait(time.Minute)
			s.Private(s.Click(s.Bob, second, "3 (4)"), "This board is old")
			s.Wait(time.Minute)
			if n := s.Moves(s.Only().ID); n != 2 {
				s.Errorf("%d moves are made, want 2", n)
			}
		}},
		{"the older one kept its buttons", func(s *story.Story, first, second discordsim.Message) {
			s.Private(s.Click(s.Bob, first, "1 (4)"), "This board is old")
			s.Wait(time.Minute)
		}},
		{
			"the one on record was edited by a process that was late",
			func(s *story.Story, first, second discordsim.Message) {
				s.Private(s.Click(s.Bob, first, "1 (4)"), "This board is old")
				s.Slash(s.Bob, "/kalah move move:2")
				s.Wait(time.Minute)
				third := s.Board()
				unseen := s.Sim.Inject(discordsim.Fault{
					Method: "PATCH", Route: edits, Times: -1, Status: 200,
					Body: "{}",
				})
				s.Slash(s.Ann, "/kalah move move:3")
				s.Wait(time.Minute)
				unseen()
				s.Sees(s.Board(), "<@"+string(s.Ann)+">, it's your turn") // Bob has moved, so it is Ann's turn
				s.Private(s.Click(s.Bob, third, third.Labels()[0]), "This board is old")
				s.Wait(time.Minute)
				s.Sees(s.Board(), "<@"+string(s.Bob)+">, it's your turn")
			},
		},
	} {
		t.Run(c.name, func(t *testing.T) {
			story.Tell(t, func(s *story.Story) {
				s.Waste = true
				s.Begin("/kalah challenge user:@Bob first:me time:7 days a move")
				s.Wait(24 * time.Hour)
				first := s.Board()
				refused := s.Sim.Inject(discordsim.Fault{Route: edits, Times: -1, Status: 403, Code: 50005})
				s.Slash(s.Ann, "/kalah move move:1")
				s.Wait(time.Hour)
				refused()
				second := s.Board()
				if first.ID == second.ID {
					t.Fatal("there is no second board")
				}
				s.Restart(time.Minute)
				c.tell(s, first, second)
				rec := s.Only()
				if b := s.Board(); rec.Shown.Head != rec.Head || rec.Shown.Message != match.MessageID(b.ID) {
					t.Errorf("head %d, shown %+v, the newest message is %s", rec.Head, rec.Shown, b.ID)
				}
				full := 0
				for _, m := range s.Sim.Messages(s.Hall, s.Eve) {
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

// onRecord records a message as the match's newest board, as if a later board could not be
// recorded.
func onRecord(s *story.Story, m discordsim.Message) {
	s.Helper()
	rec := s.Only()
	s.Halt()
	store, err := storage.Open(s.Path)
	if err != nil {
		s.Fatal(err)
	}
	rec.Shown.Message = match.MessageID(m.ID)
	if err := service.New(service.Config{Store: store, Games: story.Catalogue}).Delivery.MarkShown(s.Context(), rec.ID,
		rec.Shown); err != nil {
		s.Fatal(err)
	}
	if err := store.Close(); err != nil {
		s.Fatal(err)
	}
	s.Start()
}
