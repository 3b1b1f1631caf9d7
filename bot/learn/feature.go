// Package learn is the feature for learning: lessons, hints, reviews, the puzzle of the day, and the turning point on the last board of a match.
// Start reading at [Feature.Part].
package learn

import (
	"paddock/bot/answer"
	"paddock/bot/coach"
	"paddock/bot/component"
	"paddock/bot/deliver"
	"paddock/bot/request"
)

// Feature answers the commands for learning.
type Feature struct {
	*answer.Base
	coach *coach.Coach
}

// New returns the feature and registers turning points with the delivery engine.
func New(b *answer.Base, d deliver.Deps, c *coach.Coach) *Feature {
	newCards(d, b.Boards, c)
	return &Feature{Base: b, coach: c}
}

// Part returns the commands for learning, with their buttons and menus.
func (f *Feature) Part() request.Part {
	return request.Part{
		Common: []*request.Command{f.reviewCommand(), f.reviewMenu(), f.hintCommand(), f.puzzleCommand(), f.lessonCommand()},
		Actions: request.Actions{
			component.ActReview: f.reviewMatch, component.ActHint: f.hint, ActPuzzle: f.answerPuzzle, component.ActToday: f.today,
			component.ActLesson: f.lessonBoard, component.ActLessonMove: f.lessonMove, component.ActLessonMenu: f.lessonMenu,
			component.ActLessonOpen: f.lessonOpen, component.ActLessonBack: f.lessonBack, actLessonClose: lessonClose,
		},
		Costs: map[component.Action]int{
			component.ActReview: request.CostReplay, component.ActHint: request.CostPost, ActPuzzle: request.CostBoard, component.ActToday: request.CostPost,
			component.ActLesson: request.CostBoard, component.ActLessonMove: request.CostBoard, component.ActLessonMenu: request.CostBoard,
			component.ActLessonOpen: request.CostBoard, component.ActLessonBack: request.CostBoard,
		},
	}
}
