// Package learn is the feature for learning: lessons, hints, reviews, the puzzle of the day, and
// the turning point on the last board of a match. Start reading at [Feature.Part].
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
		Common: []*request.Command{
			f.OfMatch(request.Command{
				Name:  "review",
				Help:  "Where a finished match turned, what was better, and how well everybody played",
				Where: request.Everywhere, Run: f.OnNewest(f.reviewMatch), Cost: request.CostReplay,
			}),
			{Name: MessageCommand, OnBoards: true, Run: f.reviewShown, Cost: request.CostReplay},
			f.OfMatch(request.Command{
				Name: "hint",
				Help: "My advice in an unrated match against the computer, to you alone", Where: request.Everywhere,
				Run: f.OnMatch(f.hint), Cost: request.CostPost,
			}),
			{
				Name: "puzzle", Help: "This server's puzzle of the day", Where: request.WithBot, Run: f.today,
				Cost: request.CostPost,
			},
			f.lessonCommand(),
		},
		Actions: request.Actions{
			component.ActReview: f.OnNewest(f.reviewMatch), component.ActHint: f.OnMatch(f.hint),
			actPuzzle: f.answerPuzzle, actPuzzleWhy: f.why, actPuzzleLine: f.whyStep,
			actPuzzleShare: f.sharePuzzle, component.ActToday: f.today,
			component.ActLesson: f.lessonBoard, component.ActLessonMove: f.inLesson(answer.Steps.Button),
			component.ActLessonMenu: f.inLesson(answer.Steps.Menu),
			component.ActLessonOpen: f.inLesson(answer.Steps.Open),
			component.ActLessonBack: f.inLesson(answer.Steps.Back), actLessonClose: lessonClose,
		},
		Costs: map[component.Action]int{
			component.ActReview: request.CostReplay, component.ActHint: request.CostPost, actPuzzle: request.CostBoard,
			actPuzzleWhy: request.CostPost, actPuzzleLine: request.CostBoard, actPuzzleShare: request.CostBoard,
			component.ActToday:  request.CostPost,
			component.ActLesson: request.CostBoard, component.ActLessonMove: request.CostBoard,
			component.ActLessonMenu: request.CostBoard,
			component.ActLessonOpen: request.CostBoard, component.ActLessonBack: request.CostBoard,
		},
	}
}
