// Package person has what users set and see about themselves: settings, hours, vacations, blocks, privacy, ratings and finished matches. Each file has one
// command with its buttons; sentences.go has what they say. Start reading at [Feature.Part].
package person

import (
	"paddock/bot/answer"
	"paddock/bot/component"
	"paddock/bot/request"
)

// Feature answers the commands about oneself.
type Feature struct {
	*answer.Base
}

// New returns the feature.
func New(b *answer.Base) *Feature { return &Feature{Base: b} }

// Part returns the commands about oneself and their buttons and menus.
func (f *Feature) Part() request.Part {
	return request.Part{
		Common: []*request.Command{
			f.settingsCommand(), privacyCommand, f.eraseCommand(), f.statsCommand(), f.topCommand(), f.hoursCommand(), f.vacationCommand(), f.blockCommand(), f.unblockCommand(),
		},
		Actions: request.Actions{
			component.ActSettings: f.settings, ActHours: f.hours, ActDeleteYes: f.deleteData, actDeleteNo: f.keepData,
		},
	}
}
