// Package record is the feature for the past of a match: history, replay, catch-up, export and import, receipts, rulings, reports and pictures to
// share. Each file has one command with its buttons; sentences.go has the sentences. Start reading at [Feature.Part].
package record

import (
	"paddock/bot/answer"
	"paddock/bot/component"
	"paddock/bot/request"
	"paddock/games/match"
	"paddock/games/review"
)

// Feature answers the commands about the past of a match.
type Feature struct {
	*answer.Base
	reviews Reviews
}

// Reviews returns recent reviews of matches.
type Reviews interface {
	Kept(id match.ID) (review.Review, bool)
}

// New returns the feature.
func New(b *answer.Base, reviews Reviews) *Feature { return &Feature{Base: b, reviews: reviews} }

// Part returns the commands about the past of a match, with their buttons, menus and forms.
func (f *Feature) Part() request.Part {
	return request.Part{
		PerGame: []*request.Command{f.verifyCommand()},
		Common: []*request.Command{
			f.historyCommand(), f.catchUpCommand(), f.exportCommand(), f.importCommand(), f.whyCommand(), f.reportCommand(),
		},
		Actions: request.Actions{
			component.ActReplay: f.replay, actHistory: f.historyPage, component.ActReceipts: f.verify, component.ActCatchUp: f.catchUp, component.ActPast: f.turnPast,
			component.ActExport: f.exportChosen, component.ActShare: f.share, actReport: f.report,
			ActImport: f.importStep, ActImportForm: f.importText, ActImportOn: f.importAgainstComputer, ActImportWith: f.importAgainstMember,
		},
		Costs: map[component.Action]int{
			component.ActReplay: request.CostReplay, component.ActCatchUp: request.CostReplay, component.ActPast: request.CostBoard,
			component.ActShare: request.CostBoard, ActImport: request.CostBoard, ActImportForm: request.CostReplay,
		},
	}
}
