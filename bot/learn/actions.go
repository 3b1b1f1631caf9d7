package learn

import "paddock/bot/component"

// Actions of component ids.
const (
	ActPuzzle      component.Action = "pz"  // answers the puzzle of the day in Text with the chosen move
	actLessonClose component.Action = "lec" // deletes the message of a lesson
)
