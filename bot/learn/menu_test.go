package learn_test

import (
	"slices"
	"strings"
	"testing"

	"paddock/bot/board"
	"paddock/bot/discordsim"
	"paddock/bot/lang"
	"paddock/bot/learn"
	"paddock/bot/story"
	"paddock/games"
	"paddock/games/catalog"
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

// P36: a puzzle is answered with the controls of a match. After a wrong answer it is still there to be
// answered, without its answer, which *Show the answer* shows with what comes of both moves. After a
// right one *Why* does the same, and leads through the boards of the moves after it. *Next puzzle* leads to
// another puzzle that does not count, and *Share* to what to tell others. Before the first answer the
// puzzle says that it counts, and before another one that this doesn't.
func TestAnsweredPuzzleGoesOn(t *testing.T) {
	t.Parallel()
	story.Tell(t, func(s *story.Story) {
		const counted, first = "You have already answered today's puzzle", "Your first answer counts."
		puzzle := s.Slash(s.Ann, "/puzzle")
		g, err := s.Store.Guild(t.Context(), match.GuildID(s.Club))
		if err != nil || g.Puzzle == nil {
			t.Fatal(g.Puzzle, err)
		}
		i := slices.IndexFunc(catalog.Games(), func(its *games.Game) bool { return its.ID == g.Puzzle.Game })
		answer := board.MoveName(lang.English, catalog.Games()[i], g.Puzzle.Answer)
		best := "The best move is **" + answer + "**"
		if slices.Contains(puzzle.Labels(), "Show the answer") || strings.Contains(puzzle.Text(), counted) ||
			!strings.Contains(puzzle.Text(), first) {
			t.Errorf("before an answer the puzzle says\n%s\nand offers %q", puzzle.Text(), puzzle.Labels())
		}
		said := s.Learnt(s.Ann, puzzle, story.OtherMove(t, *g.Puzzle))
		s.Private(said, "### Puzzle of the day · ", "is not the best")
		if strings.Contains(said.Text(), "Days in a row") {
			t.Error("somebody who was never right is told of no days in a row:", said.Text())
		}
		if strings.Contains(said.Text(), answer+"**") || len(story.Ways(said)) != len(story.Ways(puzzle)) {
			t.Errorf("after a wrong answer the puzzle says\n%s\nand offers %q", said.Text(), said.Labels())
		}
		share := s.Click(s.Ann, said, "Share")
		if s.Private(share, "Puzzle of the day", "❌", "days in a row: 0"); len(share.Pictures()) != 1 ||
			strings.Contains(share.Text(), answer) {
			t.Errorf("to share is\n%s", share.Text())
		}
		s.Private(s.Thought(s.Sim.As(s.Ann).Click(said, "Show the answer")), best, "❌ **", "is not the best: ", "→")
		again := s.Slash(s.Ann, "/puzzle")
		if s.Private(again, counted); strings.Contains(again.Text(), first) {
			t.Errorf("after an answer the puzzle says\n%s", again.Text())
		}
		said = s.Learnt(s.Ann, again, g.Puzzle.Answer)
		s.Private(said, "✅ Right!", best, counted)
		why := s.Thought(s.Sim.As(s.Ann).Click(said, "Why"))
		s.Private(why, best, "With best play it goes on: ")
		lastBoard := why.Text()[strings.Index(why.Text(), "The board after "):]
		for _, c := range []struct{ button, says string }{
			{"Start", "The board after 0 moves"},
			{"Move on", "The board after 1 move"},
			{"Latest", lastBoard},
			{"Move back", "The board after "},
		} {
			step := s.Click(s.Ann, why, c.button)
			if s.Private(step, best, "With best play it goes on: ", c.says); len(step.Pictures()) != 1 {
				t.Errorf("after %s there are %d pictures", c.button, len(step.Pictures()))
			}
			why = step
		}
		next := s.Click(s.Ann, why, "Next puzzle")
		s.Private(next, "### Practice · ", "find it")
		if len(story.Ways(next)) < 4 {
			t.Errorf("the next puzzle offers %q", next.Labels())
		}
		said = s.Learnt(s.Bob, s.Slash(s.Bob, "/puzzle"), g.Puzzle.Answer)
		s.Private(said, "✅ Right!", best)
		s.Private(s.Click(s.Bob, said, "Share"), "✅", "days in a row: 1")
	})
}
