package answer

import (
	"paddock/games"
	"paddock/games/match"
)

// Exercise is a board with one move to find: one of a game's lessons, or the puzzle of the day.
type Exercise struct {
	ID     string // id of the exercise, which consists of letters, digits, points and hyphens
	Title  string
	Says   []string // texts in Discord's markup: what to find, or why the last move was right or wrong
	Before *games.Position
	At     *games.Position // nil: there is no board
	Seat   games.Seat      // seat of the reader
	Moves  []string        // the moves from Before to At
	By     games.Seat      // seat that made the moves of Last
	Past   []Exercise      // earlier boards, to which the reader can step back; their texts are empty
	Done   bool            // whether the exercise is over
	Ways   []ExerciseWay   // buttons that lead to other exercises
}

// ExerciseWay is a button that leads to another exercise.
type ExerciseWay struct {
	ID, Label string
	Next      bool // what most readers want next
}

// Learner is a person who does an exercise, and the place where they do it.
type Learner struct {
	User  match.UserID
	Place match.Place
}
