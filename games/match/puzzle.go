package match

import (
	"time"

	"paddock/games"
)

// Day is a day of everybody's, counted from 1970 in UTC.
type Day int

// DayOf is the day of a moment.
func DayOf(t time.Time) Day { return Day(t.Unix() / int64(24*time.Hour/time.Second)) }

// DayPuzzle is the puzzle of a day on a server: a position and the one move that is proven to be best.
type DayPuzzle struct {
	Day      Day
	Game     games.ID
	Position string
	Answer   string
	Value    float64 // of the answer
	Next     float64 // of the second best
	Measure  games.Measure
	Played   bool `json:",omitempty"` // on the server, and not one that is kept for days without
}

// PuzzleRun is how somebody does at the puzzles of a server.
type PuzzleRun struct {
	Day   Day  // the last day answered
	Right bool // that answer
	Run   int  // days in a row answered right
	Best  int  // the longest such run
}

// Answered is the run after an answer to a day's puzzle; only the first answer of a day counts.
func (r PuzzleRun) Answered(day Day, right bool) (after PuzzleRun, counts bool) {
	if r.Day >= day {
		return r, false
	}
	run := 0
	if right {
		if run = 1; r.Right && r.Day == day-1 {
			run = r.Run + 1
		}
	}
	return PuzzleRun{Day: day, Right: right, Run: run, Best: max(r.Best, run)}, true
}
