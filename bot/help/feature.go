// Package help has `/help` and the rules of the games. Start reading at [Feature.Part].
package help

import (
	"paddock/bot/answer"
	"paddock/bot/component"
	"paddock/bot/request"
)

// Feature answers `/help` and `/rules`.
type Feature struct {
	*answer.Base
	set func() *request.Set // all commands of the bot
}

// New returns the feature. It calls set with the first request, when all commands of the bot are known.
func New(b *answer.Base, set func() *request.Set) *Feature { return &Feature{Base: b, set: set} }

// Part returns the commands and buttons of the help.
func (f *Feature) Part() request.Part {
	return request.Part{
		Common:  []*request.Command{f.rulesCommand(), f.helpCommand()},
		Actions: request.Actions{component.ActRules: f.rulesButton, actHelp: f.help},
	}
}
