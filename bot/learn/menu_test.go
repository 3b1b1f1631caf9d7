package learn_test

import (
	"slices"
	"strings"
	"testing"

	"paddock/bot/discordsim"
	"paddock/bot/learn"
	"paddock/bot/story"
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

// P36: a puzzle is answered with the controls of a match. After a wrong answer the right one and its
// board are covered, so that the user can look again. *Why* shows what comes of both, *Next* another
// puzzle that does not count, and *Share* what to tell others.
func TestAnsweredPuzzleGoesOn(t *testing.T) {
	t.Parallel()
	story.Tell(t, func(s *story.Story) {
		puzzle := s.Slash(s.Ann, "/puzzle")
		g, err := s.Store.Guild(t.Context(), match.GuildID(s.Club))
		if err != nil || g.Puzzle == nil {
			t.Fatal(g.Puzzle, err)
		}
		said := s.Learnt(s.Ann, puzzle, otherMove(t, *g.Puzzle))
		s.Private(said, "is not the best", "The best move is **"+g.Puzzle.Answer+"**")
		spoilers := slices.DeleteFunc(slices.Clone(said.Components), func(c discordsim.Component) bool {
			return !c.Spoiler
		})
		if len(spoilers) != 1 || strings.Contains(said.Components[0].Content, "The best move is") {
			t.Errorf("the answer is not covered: %+v", said.Components)
		}
		share := s.Click(s.Ann, said, "Share")
		if s.Private(share, "Puzzle of the day", "❌", "days in a row: 0"); len(share.Pictures()) != 1 ||
			strings.Contains(share.Text(), g.Puzzle.Answer+" ") {
			t.Errorf("to share is\n%s", share.Text())
		}
		why := s.Thought(s.Sim.As(s.Ann).Click(said, "Why"))
		s.Private(why, "✅ **"+g.Puzzle.Answer+"**", "❌ **", "→")
		next := s.Click(s.Ann, why, "Next")
		s.Private(next, "### Practice · ", "find it")
		if len(story.Ways(next)) < 4 {
			t.Errorf("the next puzzle offers %q", next.Labels())
		}
		said = s.Learnt(s.Bob, s.Slash(s.Bob, "/puzzle"), g.Puzzle.Answer)
		if s.Private(said, "✅ Right!"); slices.ContainsFunc(said.Components, func(c discordsim.Component) bool {
			return c.Spoiler
		}) {
			t.Error("a right answer is covered")
		}
		s.Private(s.Click(s.Bob, said, "Share"), "✅", "days in a row: 1")
	})
}

// otherMove returns a legal move of a puzzle that is not its answer.
func otherMove(t *testing.T, p match.DayPuzzle) string {
	t.Helper()
	for _, g := range catalog.Games() {
		if g.ID != p.Game {
			continue
		}
		at, err := g.Parse(p.Position)
		if err != nil {
			t.Fatal(err)
		}
		for seat := range at.Turn().Waiting.All() {
			for move := range at.View(seat).Legal() {
				if move != p.Answer {
					return move
				}
			}
		}
	}
	t.Fatal("there is no other move")
	return ""
}
