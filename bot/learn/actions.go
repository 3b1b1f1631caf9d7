package learn

import "paddock/bot/component"

// Actions of this feature's buttons and menus.
const (
	// in messages of older versions: answers the puzzle of the day in Text with the chosen move
	actPuzzle    component.Action = "pz"
	actPuzzleWhy component.Action = "pzw" // explains the puzzle in Text, and the move after it: "puzzle/20420/3"
	// shows another board of an explained puzzle; Text has the puzzle, the line of moves, the number of
	// the present board and the direction: "puzzle/20420/c7-c5.d4-d5/1n"
	actPuzzleLine  component.Action = "pzl"
	actPuzzleShare component.Action = "pzs" // gives the presser a picture of the puzzle in Text, and their result
	actLessonClose component.Action = "lec" // deletes the message of a lesson
)
