package learn_test

import (
	"slices"
	"strings"
	"testing"

	"paddock/bot/discordsim"
	"paddock/bot/learn"
	"paddock/bot/story"
	"paddock/games/match"
)

// P36, P107: a board's menu reviews the match that it shows. A message without a match says so, and
// a match that runs is not reviewed.
func TestReviewFromTheMenu(t *testing.T) {
	t.Parallel()
	story.Tell(t, func(s *story.Story) {
		s.Begin("/kalah challenge user:@Bob first:me")
		menu := func(on discordsim.Message) discordsim.Message {
			return s.Answered(s.Sim.As(s.Eve).In(s.Hall).MessageMenu(learn.MessageCommand, on), "menu")
		}
		s.Private(menu(s.Board()), "when they are over")
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

// P36: after a wrong answer to a puzzle the right answer and its board are covered, so that the
// user can look again.
func TestPuzzleAnswerIsCovered(t *testing.T) {
	t.Parallel()
	story.Tell(t, func(s *story.Story) {
		puzzle := s.Slash(s.Ann, "/puzzle")
		g, err := s.Store.Guild(t.Context(), match.GuildID(s.Club))
		if err != nil || g.Puzzle == nil {
			t.Fatal(g.Puzzle, err)
		}
		for _, o := range puzzle.Selects()[0].Options {
			if o.Value == g.Puzzle.Answer {
				continue
			}
			said := s.Choose(s.Ann, puzzle, o.Value)
			s.Private(said, "is not the best", "The best move is **"+g.Puzzle.Answer+"**")
			last := said.Components[len(said.Components)-1]
			if !last.Spoiler || strings.Contains(said.Components[0].Content, "The best move is") {
				t.Errorf("the answer is not covered: %+v", said.Components)
			}
			said = s.Choose(s.Bob, s.Slash(s.Bob, "/puzzle"), g.Puzzle.Answer)
			if s.Private(said, "✅ Right!"); slices.ContainsFunc(said.Components, func(c discordsim.Component) bool {
				return c.Spoiler
			}) {
				t.Error("a right answer is covered")
			}
			return
		}
	})
}
