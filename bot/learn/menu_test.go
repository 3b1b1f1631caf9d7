package learn_test

import (
	"testing"

	"paddock/bot/discordsim"
	"paddock/bot/learn"
	"paddock/bot/story"
)

// P36, P107: a board's menu reviews the match that it shows. A message without a match says so, and a match that runs is not reviewed.
func TestReviewFromTheMenu(t *testing.T) {
	t.Parallel()
	story.Tell(t, func(s *story.Story) {
		s.Begin("/kalah challenge user:@Bob first:me")
		menu := func(on discordsim.Message) discordsim.Message {
			return s.Answered(s.Sim.As(s.Eve).In(s.Hall).MessageMenu(learn.MessageCommand, on), "menu")
		}
		s.Private(menu(s.Board()), "when it is over")
		s.Click(s.Ann, s.Board(), "1 (4)")
		s.Resigns(s.Bob)
		s.Private(menu(s.Board()), "Review · Kalah")
		said, err := s.Sim.As(s.Bob).In(s.Hall).Say("hello")
		if err != nil {
			t.Fatal(err)
		}
		s.Private(menu(said), "That message shows no match")
	})
}
