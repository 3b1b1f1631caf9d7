package match_test

import (
	"testing"
	"time"

	"paddock/games/match"
)

// P36: a streak of puzzles grows by one right answer a day. A wrong answer or a missed day ends the
// streak. Only the first answer of a day counts.
func TestPuzzleRuns(t *testing.T) {
	var run match.PuzzleRun
	for _, step := range []struct {
		day       match.Day
		right     bool
		counts    bool
		run, best int
	}{
		{10, true, true, 1, 1},
		{10, true, false, 1, 1},
		{11, true, true, 2, 2},
		{12, false, true, 0, 2},
		{12, true, false, 0, 2},
		{13, true, true, 1, 2},
		{15, true, true, 1, 2},
		{16, true, true, 2, 2},
		{17, true, true, 3, 3},
		{16, true, false, 3, 3},
	} {
		after, counts := run.Answered(step.day, step.right)
		if run = after; counts != step.counts || run.Run != step.run || run.Best != step.best {
			t.Errorf("day %d, right %t: %+v, counts %t; want %+v", step.day, step.right, run, counts, step)
		}
	}
	if d := match.DayOf(time.Date(1970, 1, 11, 23, 59, 0, 0, time.UTC)); d != 10 {
		t.Errorf("the tenth day is number %d", d)
	}
}
