// Package play is the feature for running matches: moves, set-ups, draws, takebacks, resigning, claims, pauses, watching and following. It also
// lists a user's matches. Each file has a command with its buttons, or a few of one kind; sentences.go has the sentences.
package play

import (
	"paddock/bot/answer"
	"paddock/bot/component"
	"paddock/bot/request"
)

// Feature holds the commands and buttons of running matches.
type Feature struct {
	*answer.Base
}

func New(b *answer.Base) *Feature { return &Feature{Base: b} }

// Part returns the commands and actions of the feature.
func (f *Feature) Part() request.Part {
	return request.Part{
		PerGame: []*request.Command{f.moveCommand(), f.setupCommand()},
		Common: []*request.Command{
			f.gamesCommand(), f.boardCommand(), f.resignCommand(), f.drawCommand(), f.takebackCommand(), f.resumeCommand(), f.followCommand(), f.pauseCommand(), f.giveTimeCommand(), f.nudgeCommand(),
			f.watchCommand(),
		},
		Actions: request.Merge(
			f.moveActions(), f.boardActions(), f.moreActions(), f.gamesActions(), f.resignActions(), f.drawActions(), f.takebackActions(), f.playOutActions(), f.claimActions(), f.watchActions(), f.resumeActions(), f.setupActions(), f.savedActions(), f.pauseActions(), f.followActions(),
		),
		Costs: map[component.Action]int{component.ActBoard: request.CostBoard},
	}
}
