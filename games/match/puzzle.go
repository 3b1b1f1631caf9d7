package match

import (
	"time"

	"paddock/games"
)

// Day is a calendar day in UTC, counted from 1970.
type Day int

// DayOf returns the day of a moment.
func DayOf(t time.Time) Day { return Day(t.Unix() / int64(24*time.Hour/time.Second)) }

// DayPuzzle is the puzzle of a day on a server: a position with one proven best move.
type DayPuzzle struct {
	Day      Day
	Game     games.ID
	Position string
	Answer   string
	Value    float64 // value of the answer
	Next     float64 // value of the second-best move
	Measure  games.Measure
	Played   bool `json:",omitempty"` // from a match on the server; otherwise from the stock of puzzles
}

// PuzzleRun holds a person's results at the puzzles of a server.
type PuzzleRun struct {
	Day   Day  // the last day answered
	Right bool // whether that answer was right
	Run   int  // consecutive days answered right
	Best  int  // the longest run so far
}

// Answered returns the results after an answer to a day's puzzle. Only the first answer of a day
// counts.
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
