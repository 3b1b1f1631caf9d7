// Package record is the feature for the past of a match: history, replay, what happened, export and
// import, receipts, rulings, reports and pictures to share. Each file has one command with its
// buttons; sentences.go has the sentences. Start reading at [Feature.Part].
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
		PerGame: []*request.Command{f.OfMatch(request.Command{
			Name: "verify", Where: request.Everywhere,
			Help: "Check that nobody has changed their set-up", Arranges: true, Run: f.OnNewest(f.verify),
		})},
		Common: []*request.Command{
			f.historyCommand(),
			f.OfMatch(request.Command{
				In: "match", Name: "happened",
				Help: "What has happened in a match since your last move, to you alone", Where: request.Everywhere,
				Run: f.OnNewest(f.happened), Cost: request.CostReplay,
			}),
			f.OfMatch(request.Command{
				In: "match", Name: "export", Help: "A match as text, to keep or to analyse",
				Where: request.Everywhere, Run: f.export,
			}),
			f.importCommand(),
			f.OfMatch(request.Command{
				In: "match", Name: "why",
				Help: "The referee's decisions in a match, and the rule behind the last one", Where: request.Everywhere,
				Run: f.why,
			}),
			f.OfMatch(request.Command{
				In: "match", Name: "report",
				Help: "A match as a file, without names, for reporting a bug", Where: request.Everywhere,
				Run: f.OnNewest(f.report),
			}),
		},
		Actions: request.Actions{
			component.ActReplay: f.replay, actHistory: f.OnMatch(f.historyPage),
			component.ActReceipts: f.OnNewest(f.verify),
			component.ActHappened: f.OnNewest(f.happened), component.ActPast: f.OnMatch(f.turnPast),
			component.ActExport: f.exportChosen, component.ActShare: f.OnNewest(f.share),
			actReport: f.OnNewest(f.report),
			ActImport: f.importStep, ActImportForm: f.importText, ActImportOn: f.importAgainstComputer,
			ActImportWith: f.importAgainstMember, actImportForeign: f.importForeign,
			component.ActFrom: f.OnMatch(f.playOn),
		},
		Costs: map[component.Action]int{
			component.ActReplay: request.CostReplay, component.ActHappened: request.CostReplay,
			component.ActPast:  request.CostBoard,
			component.ActShare: request.CostBoard, ActImport: request.CostBoard, ActImportForm: request.CostReplay,
			actImportForeign: request.CostReplay, component.ActFrom: request.CostReplay,
		},
	}
}
