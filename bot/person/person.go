// Package person is the feature for a user's own data: settings, hours, vacations, blocks, privacy,
// ratings and finished matches. Each file has one command with its buttons; sentences.go has their
// sentences. Start reading at [Feature.Part].
package person

import (
	"paddock/bot/answer"
	"paddock/bot/component"
	"paddock/bot/request"
)

// Feature answers the commands about the user's own data.
type Feature struct {
	*answer.Base
}

// New returns the feature.
func New(b *answer.Base) *Feature { return &Feature{Base: b} }

// Part returns the commands of this feature, and their buttons and menus.
func (f *Feature) Part() request.Part {
	return request.Part{
		Common: []*request.Command{
			f.settingsCommand(), privacyCommand, f.eraseCommand(), f.statsCommand(), f.topCommand(), f.hoursCommand(),
			f.vacationCommand(), f.blockCommand(), f.unblockCommand(),
		},
		Actions: request.Actions{
			component.ActSettings: f.settings, ActHours: f.hours, ActDeleteYes: f.deleteData, actDeleteNo: f.keepData,
		},
	}
}
